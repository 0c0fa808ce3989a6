/* cli_operands.c - operands of the command line: how each is opened and named,
 * and folders as the files in them. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/source.h"
#include "format/format.h"
#include "io/io.h"

/* ---- names, which live as long as the run */

/* Names are aligned, and the table uses the lowest bits. */
static uint64_t
address(const char *name)
{
	return (uintptr_t)name >> 4 | (uint64_t)(uintptr_t)name << 60;
}

void
cli_note_inside(struct cli *cli, const char *name, size_t at)
{
	struct id_slot *slot =
	    cli_must(cli, id_table_find(&cli->inside, address(name)));

	slot->n = at;
}

void
cli_note_archive(struct cli *cli, const char *name)
{
	struct id_slot *slot = cli_must(
	    cli, id_table_find(&cli->archives, sok_digest(sok_str(name))));

	slot->n = 1;
}

const char *
cli_member_path(const struct cli *cli, const char *name)
{
	size_t n = id_table_get(&cli->inside, address(name));
	const char *colon = name;

	if (n > 0)
		return name + n;
	if (cli->archives.used == 0)
		return NULL;
	while ((colon = strchr(colon, ':')) != NULL) {
		struct sok_str outer = {name, (size_t)(colon - name)};

		colon++;
		if (id_table_get(&cli->archives, sok_digest(outer)) > 0)
			return colon;
	}
	return NULL;
}

/* ---- one that is read */

void
cli_read_trouble(struct cli *cli, const struct cli_operand *op,
    const struct sok_format *format, int errnum)
{
	const char *lacks = format != NULL ? sok_format_lacks(format) : NULL;

	if (errnum == ENOSYS && lacks != NULL)
		cli_error(cli,
		    "%s: reading %s needs %s, which this build does not have",
		    op->name, format->name, lacks);
	else if (op->stream != NULL && op->stream->fault != NULL)
		cli_error(cli, "%s: %s", op->name, op->stream->fault);
	else
		cli_trouble(cli, op->name, errnum);
}

/* ---- operands of the command line */

void
cli_find_files(struct cli *cli)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_DIRECTORY;
	struct names named = cli->operands;
	struct cli_operand found;
	struct tree *tree;
	struct walk walk;
	struct stat st;

	cli->operands = (struct names){0};
	for (size_t i = 0; i < named.n; i++) {
		size_t begin = cli->operands.n;
		const char *name = named.name[i];
		bool folder = strcmp(name, "-") != 0 && stat(name, &st) == 0 &&
		    S_ISDIR(st.st_mode);
		int fd = folder ? open(name, flags) : -1;

		if (fd == -1) {
			cli_add_name(cli, &cli->operands, name);
			continue;
		}
		walk_open(&walk, cli, fd, name);
		while (walk_next(&walk, &found)) {
			cli_add_name(cli, &cli->operands, found.name);
			cli_note_inside(cli, found.name,
			    (size_t)(found.below - found.name));
		}
		walk_close(&walk);
		tree = sok_grow(
		    cli->tree, cli->ntrees, &cli->trees_cap, sizeof(*tree));
		cli->tree = cli_must(cli, tree);
		tree += cli->ntrees++;
		*tree =
		    (struct tree){name, begin, cli->operands.n, cli->account};
		cli->account = (struct account){0};
	}
	free(named.name);
}

struct cli_operand
cli_operand_at(const struct cli *cli, size_t i)
{
	const char *path = cli->operands.name[i];
	size_t inside = id_table_get(&cli->inside, address(path));
	struct cli_operand op = {.path = path, .name = path, .fd = -1};

	op.is_stdin = strcmp(path, "-") == 0;
	op.last = i + 1 == cli->operands.n;
	op.met = inside > 0;
	if (op.is_stdin)
		op.name = cli->stdin_name;
	if (op.is_stdin && cli->standard_input != NULL)
		op.stream = sok_packed_stream(cli->standard_input);
	op.below = op.met ? path + inside : choose_name(op.name);
	return op;
}

bool
cli_open(const struct cli *cli, struct cli_operand *op)
{
	struct stat st;

	if (!cli->opens &&
	    (op->is_stdin || stat(op->path, &st) == -1 || !S_ISDIR(st.st_mode)))
		return true;
	errno = EBADF;
	if (!op->is_stdin)
		op->fd = open(op->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	else if (!cli->no_fd[STDIN_FILENO])
		op->fd = STDIN_FILENO;
	if (op->fd == -1)
		return false;
	bool known = fstat(op->fd, &st) == 0;
	op->holds = known && S_ISDIR(st.st_mode);
	op->regular = known && S_ISREG(st.st_mode);
	errno = op->holds ? EISDIR : EDEADLK;
	if (op->holds ? !op->is_stdin : !cli_is_output(cli, op->fd))
		return true;
	if (!op->is_stdin)
		close(op->fd);
	op->fd = -1;
	return false;
}
