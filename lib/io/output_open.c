/*
 * output_open.c - opens outputs to a descriptor, to memory, to a file that is
 * replaced, and to a temporary file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "io/output.h"
#include "tools.h"

/* Open an output to fd or, if that is -1, to memory of at most so many bytes.
 */
static struct sok_output *
new_output(int fd, struct sok_buf *memory, size_t most)
{
	struct sok_output *o = calloc(1, sizeof(*o));

	if (o == NULL)
		return NULL;
	o->fd = fd;
	o->to = o->memory = memory;
	o->most = most;
	/* Unlimited memory needs no other buffer. */
	if ((memory != NULL && most == SIZE_MAX) || output_buffer(o))
		return o;
	free(o);
	return NULL;
}

struct sok_output *
sok_output_fd(int fd)
{
	return new_output(fd, NULL, 0);
}

struct sok_output *
sok_output_memory(struct sok_buf *b)
{
	return new_output(-1, b, SIZE_MAX);
}

struct sok_output *
sok_output_bounded(struct sok_buf *b, size_t most)
{
	return new_output(-1, b, most);
}

/* An output that owns fd, which is closed on failure. */
static struct sok_output *
owning_output(int fd)
{
	struct sok_output *o = fd < 0 ? NULL : sok_output_fd(fd);

	if (o != NULL)
		o->owned = true;
	else if (fd >= 0)
		close(fd);
	return o;
}

/* o with the replacement r; if o is NULL, r is released. */
static struct sok_output *
output_to(struct sok_output *o, struct replace *r)
{
	if (o != NULL)
		o->file = r;
	else
		replace_close(r);
	return o;
}

static struct sok_output *
replacing_output(struct replace *r)
{
	int fd = r == NULL ? -1 : replace_begin(r);

	return output_to(fd < 0 ? NULL : sok_output_fd(fd), r);
}

struct sok_output *
sok_output_compare(int fd, bool nowhere)
{
	struct compare *other = compare_open(fd);
	struct sok_output *o = other == NULL ? NULL : sok_output_fd(-1);

	if (o == NULL) {
		free(other);
		return NULL;
	}
	o->other = other;
	o->nowhere = nowhere;
	return o;
}

struct sok_output *
sok_output_file(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		return owning_output(
		    open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC));
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
	struct replace *r = replace_open(path, REPLACE_FILE, backup);

	return r == NULL ? NULL
	                 : output_to(sok_output_compare(r->original, false), r);
}

struct sok_output *
sok_output_spool(void)
{
	return owning_output(temp_spool());
}

int
sok_output_original(struct sok_output *o)
{
	if (o->file != NULL && o->file->original >= 0)
		return lseek(o->file->original, 0, SEEK_SET) < 0
		    ? -1
		    : o->file->original;
	errno = EBADF;
	return -1;
}
