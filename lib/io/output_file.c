/* output_file.c - outputs to files, and outputs compared with a file. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "io/input.h"
#include "io/io.h"
#include "io/output.h"

/* ---- output that equals a file so far */

#define BLOCK ((size_t)64 << 10)

struct compare {
	int fd;
	off_t alike; /* number of equal bytes, in whole blocks */
	bool differ;
	char buf[BLOCK];
};

/* Read up to n bytes of the file; -1 with errno. */
static ssize_t
load_original(struct compare *c, off_t at, size_t n)
{
	return sok_read_at(c->fd, c->buf, n < BLOCK ? n : BLOCK, at);
}

int
compare_put(struct compare *c, struct sok_str *s)
{
	while (s->len > 0 && !c->differ) {
		ssize_t got = load_original(c, c->alike, s->len);

		if (got == -1)
			return -1;
		c->differ = got == 0 || memcmp(c->buf, s->s, (size_t)got) != 0;
		if (c->differ)
			break;
		c->alike += got;
		*s = sok_str_from(*s, (size_t)got);
	}
	return 0;
}

int
compare_end(struct compare *c)
{
	ssize_t got = c->differ ? 0 : load_original(c, c->alike, 1);

	return got == -1 ? -1 : !c->differ && got == 0;
}

int
compare_alike(struct compare *c, off_t *at, struct sok_str *s)
{
	ssize_t got = load_original(c, *at, (size_t)(c->alike - *at));

	if (got == -1)
		return -1;
	*at += got;
	*s = (struct sok_str){c->buf, (size_t)got};
	return got > 0;
}

struct sok_output *
sok_output_compare(int fd, bool nowhere)
{
	struct compare *other = malloc(sizeof(*other));
	struct sok_output *o = other == NULL ? NULL : sok_output_fd(-1);

	if (o == NULL) {
		free(other);
		return NULL;
	}
	other->fd = fd;
	other->alike = 0;
	other->differ = false;
	o->other = other;
	o->nowhere = nowhere;
	return o;
}

/* ---- outputs to files */

/* An output that owns fd, which is closed on failure. */
static struct sok_output *
fd_output(int fd)
{
	struct sok_output *o = fd < 0 ? NULL : sok_output_fd(fd);

	if (o != NULL)
		o->owned = true;
	else if (fd >= 0)
		close(fd);
	return o;
}

/* An output for the replacement r: to its temporary file, or, if r has an
 * original, to nothing as long as it is equal.  On failure r is released. */
static struct sok_output *
replacing_output(struct replace *r)
{
	struct sok_output *o = NULL;

	if (r == NULL)
		return NULL;
	if (r->original >= 0)
		o = sok_output_compare(r->original, false);
	else if (replace_begin(r) >= 0)
		o = sok_output_fd(r->fd);
	if (o != NULL)
		o->file = r;
	else
		(void)replace_close(r);
	return o;
}

struct sok_output *
sok_output_file(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return fd_output(open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC));
	return replacing_output(replace_open(path, REPLACE_ANY, NULL));
}

struct sok_output *
sok_output_new(const char *path)
{
	return replacing_output(replace_open(path, REPLACE_NOTHING, NULL));
}

struct sok_output *
sok_output_replace(const char *path, const char *backup)
{
	return replacing_output(replace_open(path, REPLACE_FILE, backup));
}

struct sok_output *
sok_output_spool(void)
{
	return fd_output(temp_spool());
}

int
sok_output_original(struct sok_output *o)
{
	int fd = o->file == NULL ? -1 : o->file->original;

	if (fd < 0)
		errno = EBADF;
	return fd < 0 || lseek(fd, 0, SEEK_SET) < 0 ? -1 : fd;
}

const char *
sok_output_culprit(const struct sok_output *o)
{
	return o->file == NULL ? NULL : o->file->culprit;
}

int
sok_output_copy_stream(struct sok_output *o, struct sok_stream *from, int fd)
{
	char bytes[65536];
	ptrdiff_t n = 1;

	while (o->error == 0 && n > 0) {
		if (from != NULL)
			n = from->read(from, bytes, sizeof(bytes));
		else
			n = input_read_fd(fd, bytes, sizeof(bytes));
		if (n > 0)
			sok_out(o, (struct sok_str){bytes, (size_t)n});
	}
	return n < 0 ? -1 : 0;
}

int
sok_output_copy(struct sok_output *o, int fd)
{
	return sok_output_copy_stream(o, NULL, fd);
}
