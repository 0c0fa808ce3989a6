/*
 * cli_files.c - the operands of a run, from the command line and from files of
 * names.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "tools.h"

#define BLOCK 65536

void
cli_add_operand(struct cli *c, char *name)
{
	c->operand = cli_must(c,
	    sok_grow(c->operand, c->noperands, &c->cap, sizeof(*c->operand)));
	c->operand[c->noperands++] = name;
}

static bool
read_fd(int fd, struct sok_buf *to)
{
	ssize_t n = 1;

	while (n > 0 && sok_buf_room(to, BLOCK)) {
		n = read(fd, to->s + to->len, BLOCK);
		if (n > 0)
			to->len += (size_t)n;
		else if (n == -1 && errno == EINTR)
			n = 1;
	}
	return n == 0;
}

bool
cli_copy_fd(int fd, struct sok_output *to)
{
	char buf[BLOCK];
	ssize_t n;

	while (
	    (n = read(fd, buf, sizeof(buf))) > 0 || (n == -1 && errno == EINTR))
		if (n > 0)
			sok_out(to, (struct sok_str){buf, (size_t)n});
	return n == 0;
}

bool
cli_read_file(const char *path, struct sok_buf *to)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY), error;
	bool read = fd != -1 && read_fd(fd, to);

	error = errno;
	if (fd != -1)
		close(fd);
	errno = error;
	return read;
}

char *
cli_slurp(struct cli *c, const char *path, size_t *size)
{
	bool is_stdin = strcmp(path, "-") == 0;
	struct sok_buf b = {0};

	if (is_stdin && c->no_fd[STDIN_FILENO])
		cli_die(c, "standard input", EBADF);
	if (is_stdin ? !read_fd(STDIN_FILENO, &b) : !cli_read_file(path, &b))
		cli_die(c, path, errno);
	*size = b.len;
	sok_buf_addc(&b, '\0');
	if (b.failed)
		cli_die(c, NULL, ENOMEM);
	return b.s;
}

/* Empty lines are ignored. */
static void
split_names(struct cli *c, char *s, size_t size, char end)
{
	char *stop;
	size_t n;

	for (size_t i = 0; i < size; i += n + 1) {
		stop = memchr(s + i, end, size - i);
		n = stop == NULL ? size - i : (size_t)(stop - (s + i));
		s[i + n] = '\0';
		if (strlen(s + i) < n)
			cli_usage(c,
			    "a name in --files-from contains a NUL; "
			    "--files0-from reads such lists");
		if (n > 0)
			cli_add_operand(c, s + i);
	}
}

void
cli_read_names(struct cli *c, const char *path, char end)
{
	bool is_stdin = strcmp(path, "-") == 0;
	size_t size;

	c->names = cli_slurp(c, path, &size);
	split_names(c, c->names, size, end);
	for (size_t i = 0; is_stdin && i < c->noperands; i++)
		if (strcmp(c->operand[i], "-") == 0)
			cli_usage(c,
			    "standard input cannot be both an operand and "
			    "the names of operands");
}
