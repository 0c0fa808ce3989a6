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
load_original(struct compare *compare, off_t at, size_t n)
{
	return sok_read_at(
	    compare->fd, compare->buf, n < BLOCK ? n : BLOCK, at);
}

int
compare_put(struct compare *compare, struct sok_str *s)
{
	while (s->len > 0 && !compare->differ) {
		ssize_t got = load_original(compare, compare->alike, s->len);

		if (got == -1)
			return -1;
		compare->differ =
		    got == 0 || memcmp(compare->buf, s->s, (size_t)got) != 0;
		if (compare->differ)
			break;
		compare->alike += got;
		*s = sok_str_from(*s, (size_t)got);
	}
	return 0;
}

int
compare_end(struct compare *compare)
{
	ssize_t got =
	    compare->differ ? 0 : load_original(compare, compare->alike, 1);

	return got == -1 ? -1 : !compare->differ && got == 0;
}

int
compare_alike(struct compare *compare, off_t *at, struct sok_str *s)
{
	ssize_t got =
	    load_original(compare, *at, (size_t)(compare->alike - *at));

	if (got == -1)
		return -1;
	*at += got;
	*s = (struct sok_str){compare->buf, (size_t)got};
	return got > 0;
}

struct sok_output *
sok_output_compare(int fd, bool nowhere)
{
	struct compare *other = malloc(sizeof(*other));
	struct sok_output *out = other == NULL ? NULL : sok_output_fd(-1);

	if (out == NULL) {
		free(other);
		return NULL;
	}
	other->fd = fd;
	other->alike = 0;
	other->differ = false;
	out->other = other;
	out->nowhere = nowhere;
	return out;
}

/* ---- outputs to files */

/* An output that owns fd, which is closed on failure.  NULL with errno, also
 * for a negative fd. */
static struct sok_output *
fd_output(int fd)
{
	struct sok_output *out = fd < 0 ? NULL : sok_output_fd(fd);

	if (out != NULL)
		out->owned = true;
	else if (fd >= 0)
		close(fd);
	return out;
}

/* An output for the replacement: to its temporary file, or, if it has an
 * original, to nothing as long as it is equal.  On failure it is released.
 * NULL with errno, also for NULL. */
static struct sok_output *
replacing_output(struct replace *replace)
{
	struct sok_output *out = NULL;

	if (replace == NULL)
		return NULL;
	if (replace->original >= 0)
		out = sok_output_compare(replace->original, false);
	else if (replace_begin(replace) >= 0)
		out = sok_output_fd(replace->fd);
	if (out != NULL)
		out->file = replace;
	else
		(void)replace_close(replace);
	return out;
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
sok_output_original(struct sok_output *out)
{
	int fd = out->file == NULL ? -1 : out->file->original;

	if (fd < 0)
		errno = EBADF;
	return fd < 0 || lseek(fd, 0, SEEK_SET) < 0 ? -1 : fd;
}

const char *
sok_output_culprit(const struct sok_output *out)
{
	return out->file == NULL ? NULL : out->file->culprit;
}

int
sok_output_copy_stream(struct sok_output *out, struct sok_stream *from, int fd)
{
	char bytes[65536];
	ptrdiff_t n = 1;

	while (out->error == 0 && n > 0) {
		if (from != NULL)
			n = from->read(from, bytes, sizeof(bytes));
		else
			n = input_read_fd(fd, bytes, sizeof(bytes));
		if (n > 0)
			sok_out(out, (struct sok_str){bytes, (size_t)n});
	}
	return n < 0 ? -1 : 0;
}

int
sok_output_copy(struct sok_output *out, int fd)
{
	return sok_output_copy_stream(out, NULL, fd);
}
