/*
 * output_compare.c - compares output with a file while it is written, so that
 * equal output need not be kept.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/output.h"
#include "tools.h"

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
	ssize_t got;

	do
		got = pread(c->fd, c->buf, n < BLOCK ? n : BLOCK, at);
	while (got == -1 && errno == EINTR);
	return got;
}

int
compare_put(struct compare *c, struct sok_str *s)
{
	ssize_t got;

	while (s->len > 0 && !c->differ) {
		got = load_original(c, c->alike, s->len);
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
