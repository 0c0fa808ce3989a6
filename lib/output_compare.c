/*
 * output_compare.c - bytes that are kept nowhere: they are held against those
 * of a file as they come.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "output.h"

#define BLOCK ((size_t)64 << 10)

struct compare {
	int fd;
	off_t at; /* bytes that were alike */
	bool differ;
	char buf[BLOCK];
};

struct compare *
compare_open(int fd)
{
	struct compare *c = malloc(sizeof(*c));

	if (c != NULL) {
		c->fd = fd;
		c->at = 0;
		c->differ = false;
	}
	return c;
}

/* The next bytes of the file, n of them or fewer; -1 with errno. */
static ssize_t
next(struct compare *c, size_t n)
{
	ssize_t got;

	do
		got = pread(c->fd, c->buf, n, c->at);
	while (got == -1 && errno == EINTR);
	return got;
}

int
compare_put(struct compare *c, struct sok_str s)
{
	ssize_t got;

	while (s.len > 0 && !c->differ) {
		got = next(c, s.len < BLOCK ? s.len : BLOCK);
		if (got == -1)
			return -1;
		c->differ = got == 0 || memcmp(c->buf, s.s, (size_t)got) != 0;
		c->at += got;
		s = sok_str_from(s, (size_t)got);
	}
	return 0;
}

int
compare_end(struct compare *c)
{
	ssize_t got = c->differ ? 0 : next(c, 1);

	return got == -1 ? -1 : !c->differ && got == 0;
}
