/*
 * packed.c - detects whether a file is plain, compressed or an archive from its
 * first bytes, which it returns again, and counts the unpacked bytes. archive.c
 * unpacks.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/input.h"
#include "io/packed.h"
#include "tools.h"

int
packed_fail(struct sok_packed *p, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(p->fault, sizeof(p->fault), fmt, ap);
	va_end(ap);
	p->stream.fault = p->fault;
	errno = EIO;
	return -1;
}

bool
packed_grow(struct sok_packed *p, uint64_t n)
{
	if (n <= p->expand - p->grown) {
		p->grown += n;
		return true;
	}
	p->grown = p->expand;
	(void)packed_fail(p,
	    "expands to more than %llu bytes, the limit `expand`",
	    (unsigned long long)p->expand);
	return false;
}

static ssize_t
read_on(struct sok_packed *p, char *buf, size_t size)
{
	ssize_t n;

	if (p->from == NULL)
		return input_read_fd(p->fd, buf, size);
	n = p->from->read(p->from, buf, size);
	if (n == -1 && p->from->fault != NULL)
		p->stream.fault = p->from->fault;
	return n;
}

ssize_t
packed_raw(struct sok_packed *p, char *buf, size_t size)
{
	size_t n = p->nhead - p->at;

	if (n == 0 && p->head_error != 0) {
		errno = p->head_error;
		return -1;
	}
	if (n == 0)
		return read_on(p, buf, size);
	n = n < size ? n : size;
	memcpy(buf, p->head + p->at, n);
	p->at += n;
	return (ssize_t)n;
}

static ptrdiff_t
read_stream(struct sok_stream *s, char *buf, size_t size)
{
	struct sok_packed *p = (struct sok_packed *)s;
	ssize_t n;

	if (p->kind == SOK_PLAIN)
		return packed_raw(p, buf, size);
	n = unpack_read(p, buf, size);
	return n > 0 && !packed_grow(p, (uint64_t)n) ? -1 : n;
}

/* Read the first n bytes, or all if there are fewer; false on ENOMEM.  A read
 * error will be found again by the next reader. */
static bool
look(struct sok_packed *p, size_t n)
{
	char *head = realloc(p->head, n);
	ssize_t got;

	if (head == NULL)
		return false;
	p->head = head;
	do {
		size_t left = n - p->nhead;

		got = p->start == -1 ? read_on(p, head + p->nhead, left)
		                     : pread(p->fd, head + p->nhead, left,
		                           p->start + (off_t)p->nhead);
		p->nhead += got > 0 ? (size_t)got : 0;
	} while (p->nhead < n && (got > 0 || (got == -1 && errno == EINTR)));
	if (got == -1) {
		p->head_error = errno;
		p->start = -1;
	}
	return true;
}

struct sok_packed *
sok_packed_open(
    int fd, struct sok_stream *from, const struct sok_limits *limits)
{
	struct sok_packed *p = calloc(1, sizeof(*p));
	bool got;

	if (p == NULL)
		return NULL;
	p->fd = fd;
	p->from = from;
	p->start = fd == -1 ? -1 : lseek(fd, 0, SEEK_CUR);
	p->expand = limits->v[SOK_LIMIT_EXPAND];
	p->stream.read = read_stream;
	got = look(p, PACKED_HEAD);
	/* An iso image begins with code that starts a computer, usually none.
	 */
	if (got && p->nhead == PACKED_HEAD && p->head[0] == '\0' &&
	    memcmp(p->head, p->head + 1, PACKED_HEAD - 1) == 0)
		got = look(p, ISO_HEAD);
	if (!got) {
		sok_packed_close(p);
		errno = ENOMEM;
		return NULL;
	}
	p->name = magic_find((struct sok_str){p->head, p->nhead}, &p->kind);
	/* A seekable file was not consumed. */
	p->at = p->start == -1 ? 0 : p->nhead;
	if (p->kind == SOK_PLAIN)
		return p;
	p->broken = unpack_open(p) == -1;
	if (p->broken && p->stream.fault == NULL)
		(void)packed_fail(p, "%s: %s", p->name, strerror(errno));
	return p;
}

enum sok_packing
sok_packed_kind(const struct sok_packed *p)
{
	return p->kind;
}

const char *
sok_packed_name(const struct sok_packed *p)
{
	return p->name;
}

struct sok_stream *
sok_packed_stream(struct sok_packed *p)
{
	return p->kind == SOK_PLAIN && p->start != -1 ? NULL : &p->stream;
}

int
sok_packed_next(struct sok_packed *p, struct sok_member *m)
{
	*m = (struct sok_member){.skip = NULL};
	if (p->broken) {
		p->broken = false;
		errno = EIO;
		return -1;
	}
	p->stream.fault = NULL;
	return p->unpack == NULL ? 0 : unpack_next(p, m);
}

void
sok_packed_close(struct sok_packed *p)
{
	if (p == NULL)
		return;
	unpack_close(p);
	free(p->head);
	free(p);
}

struct sok_str
sok_packed_stem(struct sok_str name)
{
	static const char *const suffix[] = {
	    ".gz", ".bz2", ".xz", ".zst", ".lz4", ".lz", ".z"};

	for (size_t i = 0; i < SOK_COUNT(suffix); i++) {
		size_t len = strlen(suffix[i]);

		if (name.len > len &&
		    sok_str_caseeq(
		        sok_str_from(name, name.len - len), sok_str(suffix[i])))
			return sok_str_sub(name, 0, name.len - len);
	}
	return name;
}
