/*
 * archive.c - any bytes as compressed data or an archive, from a stream and
 * from a file: the content is read to its end, within the limit.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/packed.h"
#include "format/format.h"

#define EXPAND ((size_t)1 << 20)
#define MEMBERS 100000

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The bytes, a few at a time. */
struct byte_stream {
	struct sok_stream stream; /* first, so that it is one */
	struct sok_str left;
};

static ptrdiff_t
read_some(struct sok_stream *s, char *buf, size_t size)
{
	struct byte_stream *b = (struct byte_stream *)s;
	struct sok_str part = sok_str_sub(b->left, 0, size < 77 ? size : 77);

	if (part.len > 0)
		memcpy(buf, part.s, part.len);
	b->left = sok_str_from(b->left, part.len);
	return (ssize_t)part.len;
}

/* Read all bytes of a stream as puzzles. */
static void
read_puzzles(struct sok_stream *s, const struct sok_limits *limits)
{
	struct sok_read_options o = {.name = "x", .limits = limits};
	struct sok_sink sink = {.fn = NULL};
	struct sok_reader *r = sok_reader_open_stream(s, &o, &sink);
	struct sok_puzzle *p;

	if (r == NULL)
		abort();
	while (sok_read(r, &p) == 1)
		;
	sok_reader_close(r);
}

static void
read_to_end(struct sok_packed *p, const struct sok_limits *limits)
{
	read_puzzles(sok_packed_stream(p), limits);
	while (sok_packed_end(p) == -1)
		if (sok_packed_fault(p) == NULL)
			abort();
}

static void
read_members(struct sok_packed *p, const struct sok_limits *limits)
{
	struct sok_member m;
	int got, n = 0;

	while ((got = sok_packed_next(p, &m)) != 0) {
		if (++n > MEMBERS)
			abort();
		if (got == -1 && sok_packed_fault(p) == NULL)
			abort();
		/* Skip some members, and read only the start of others. */
		if (got == -1 || m.skip != NULL || m.path.len % 4 == 3)
			continue;
		if (sok_packed_enter(p, &m) == -1)
			abort();
		if (!m.holds && m.path.len % 4 != 2)
			read_to_end(p, limits);
	}
}

static void
unpack(int fd, struct sok_stream *from)
{
	struct sok_limits limits = sok_default_limits;
	struct sok_packed *p;

	limits.v[SOK_LIMIT_EXPAND] = EXPAND;
	p = from == NULL ? sok_packed_open(fd, &limits, NULL)
	                 : sok_packed_open_stream(from, &limits);
	if (p == NULL)
		abort();
	if (sok_packed_kind(p) == SOK_ARCHIVE)
		read_members(p, &limits);
	else if (sok_packed_stream(p) != NULL)
		read_to_end(p, &limits);
	if (p->grown > EXPAND)
		abort();
	sok_packed_close(p);
}

/* A file with the bytes: some archives are read from their end. */
static int
file_of(const uint8_t *data, size_t size)
{
	static FILE *f;
	int fd;

	if (f == NULL)
		f = tmpfile();
	if (f == NULL)
		abort();
	fd = fileno(f);
	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, data, size, 0) != (ssize_t)size ||
	    lseek(fd, 0, SEEK_SET) == -1)
		abort();
	return fd;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct byte_stream b = {
	    {read_some, NULL, 0}, {(const char *)data, size}};

	unpack(-1, &b.stream);
	unpack(file_of(data, size), NULL);
	return 0;
}
