/*
 * output_open.c - opens outputs to a descriptor, to memory, to a file that is
 * replaced, and to a temporary file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/output.h"
#include "tools.h"

bool
output_buffer(struct sok_output *o)
{
	if (o->buf == NULL)
		o->buf = malloc(OUTPUT_BUFFER);
	return o->buf != NULL;
}

static struct sok_output *
new_output(int fd, struct sok_buf *memory)
{
	struct sok_output *o = calloc(1, sizeof(*o));

	if (o == NULL)
		return NULL;
	o->fd = fd;
	o->memory = memory;
	if (memory == NULL && !output_buffer(o)) {
		free(o);
		return NULL;
	}
	return o;
}

struct sok_output *
sok_output_fd(int fd)
{
	return new_output(fd, NULL);
}

struct sok_output *
sok_output_memory(struct sok_buf *b)
{
	struct sok_output *o = new_output(-1, b);

	if (o != NULL)
		o->most = SIZE_MAX;
	return o;
}

struct sok_output *
sok_output_bounded(struct sok_buf *b, size_t most)
{
	struct sok_output *o = new_output(-1, b);

	if (o == NULL)
		return NULL;
	o->most = most;
	(void)output_buffer(o); /* it does without */
	return o;
}

/* An output that owns fd; on failure fd is closed. */
static struct sok_output *
owning_output(int fd)
{
	struct sok_output *o = fd < 0 ? NULL : new_output(fd, NULL);

	if (o != NULL)
		o->owned = true;
	else if (fd >= 0)
		close(fd);
	return o;
}

/* o, which goes to the file of r; without it that is closed. */
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

	return output_to(fd < 0 ? NULL : new_output(fd, NULL), r);
}

struct sok_output *
sok_output_compare(int fd, bool nowhere)
{
	struct compare *other = compare_open(fd);
	struct sok_output *o = other == NULL ? NULL : new_output(-1, NULL);

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
	return replacing_output(replace_open(path, false, NULL));
}

struct sok_output *
sok_output_new(const char *path)
{
	return replacing_output(replace_new(path));
}

struct sok_output *
sok_output_replace(const char *path, const char *backup)
{
	struct replace *r = replace_open(path, true, backup);

	return r == NULL
	    ? NULL
	    : output_to(sok_output_compare(replace_original(r), false), r);
}

struct sok_output *
sok_output_spool(void)
{
	return owning_output(temp_spool());
}

int
sok_output_original(struct sok_output *o)
{
	int fd = o->file == NULL ? -1 : replace_original(o->file);

	if (fd < 0) {
		errno = EBADF;
		return -1;
	}
	return lseek(fd, 0, SEEK_SET) < 0 ? -1 : fd;
}
