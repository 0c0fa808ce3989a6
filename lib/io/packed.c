/* packed.c - compressed files and archives: what they hold, layer by layer. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "io/input.h"
#include "io/io.h"
#include "io/packed.h"

/* ---- reading */

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
	if (p->from == NULL)
		return input_read_fd(p->fd, buf, size);
	ssize_t n = p->from->read(p->from, buf, size);
	if (n == -1 && p->from->fault != NULL)
		p->stream.fault = p->from->fault;
	return n;
}

ssize_t
packed_raw(struct sok_packed *p, char *buf, size_t size)
{
	size_t n = p->nhead - p->at;

	if (n == 0 && p->head_error == 0)
		return read_on(p, buf, size);
	if (n == 0) {
		errno = p->head_error;
		return -1;
	}
	n = n < size ? n : size;
	memcpy(buf, p->head + p->at, n);
	p->at += n;
	return (ssize_t)n;
}

static ptrdiff_t
read_stream(struct sok_stream *s, char *buf, size_t size)
{
	struct sok_packed *p = (struct sok_packed *)s;
	ssize_t n = 0;

	if (p->kind == SOK_PLAIN)
		return packed_raw(p, buf, size);
	if (p->ended)
		return 0;
	if (p->stream.fault != NULL) {
		errno = EIO;
		return -1;
	}
	if (p->remote != NULL)
		return remote_read(p, buf, size);
	if (p->unpack != NULL)
		n = unpack_ops->read(p, buf, size);
	p->ended = n == 0;
	/* What is wrong with the end does not spoil what precedes it. */
	if (n == 0)
		p->stream.fault = NULL;
	return n > 0 && !packed_grow(p, (uint64_t)n) ? -1 : n;
}

/* Read the first n bytes, or all if there are fewer; false on ENOMEM.  The next
 * reader finds a read error again. */
static bool
look(struct sok_packed *p, size_t n)
{
	char *head = realloc(p->head, n > p->nhead ? n : p->nhead);
	ssize_t got = 0;

	if (head == NULL)
		return false;
	p->head = head;
	if (p->nhead >= n)
		return true;
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

/* Read the first bytes, which show the form; false on ENOMEM. */
static bool
look_at_head(struct sok_packed *p)
{
	bool got = look(p, PACKED_HEAD);

	/* An iso image begins with code to start a computer, usually none. */
	if (got && p->nhead == PACKED_HEAD && p->head[0] == '\0' &&
	    memcmp(p->head, p->head + 1, PACKED_HEAD - 1) == 0)
		got = look(p, ISO_HEAD);
	/* A seekable file was not consumed. */
	p->at = p->start == -1 ? 0 : p->nhead;
	return got;
}

/* What was decompressed may be compressed once more or be an archive that can
 * be read from its start to its end. */
static void
open_inner(struct sok_packed *p)
{
	static const char zeros[PACKED_HEAD];
	struct sok_packed *in = packed_open_inside(&p->stream, p);

	p->inner = in;
	if (in == NULL) {
		p->broken = true;
		(void)packed_fail(p, "%s: %s", p->name, strerror(ENOMEM));
	} else if (in->broken) {
		p->broken = true;
		(void)packed_fail(p, "%s", in->fault);
	} else if (in->nhead >= sizeof(zeros) &&
	    memcmp(in->head, zeros, sizeof(zeros)) == 0) {
		p->broken = true;
		(void)packed_fail(p, "%s: contains only NUL bytes", p->name);
	}
}

/* Unpack in this process. */
static void
open_here(struct sok_packed *p)
{
	if (unpack_ops != NULL)
		p->broken = unpack_ops->open(p) == -1;
	else
		p->broken = packed_fail(p,
		    "is %s, which this build without libarchive cannot read",
		    p->name);
	if (p->broken && p->stream.fault == NULL)
		(void)packed_fail(p, "%s: %s", p->name, strerror(errno));
	if (p->late)
		p->stream.fault = NULL;
	if (!p->broken && p->kind == SOK_COMPRESSED)
		open_inner(p);
}

/* As sok_packed_open(); outer: what the source is a part of, or NULL; head:
 * bytes that were read from it, which are released with it. */
static struct sok_packed *
open_source(int fd, struct sok_stream *from, struct sok_buf head,
    uint64_t expand, const struct sok_packed *outer,
    struct sok_unpacker *unpacker)
{
	struct sok_packed *p = calloc(1, sizeof(*p));

	if (p == NULL) {
		free(head.s);
		return NULL;
	}
	p->head = head.s;
	p->nhead = head.len;
	p->fd = fd;
	p->from = from;
	p->start = fd == -1 ? -1 : lseek(fd, 0, SEEK_CUR);
	p->expand = expand;
	p->depth = outer == NULL ? 0 : outer->depth + 1;
	p->stream.read = read_stream;
	if (!look_at_head(p)) {
		sok_packed_close(p);
		errno = ENOMEM;
		return NULL;
	}
	const struct packed_form *form =
	    packed_find((struct sok_str){p->head, p->nhead});
	if (form == NULL || form->kind == SOK_PLAIN)
		return p;
	/* Of archives, only those that need no seeking are inside others. */
	if (outer != NULL && outer->kind == SOK_COMPRESSED &&
	    form->kind == SOK_ARCHIVE && strcmp(form->name, "tar") != 0 &&
	    strcmp(form->name, "cpio") != 0)
		return p;
	p->name = form->name;
	p->kind = form->kind;
	/* An archive in an archive is only named. */
	if (outer != NULL && outer->kind == SOK_ARCHIVE &&
	    p->kind == SOK_ARCHIVE)
		return p;
	if (unpacker != NULL)
		remote_open(p, unpacker);
	else
		open_here(p);
	return p;
}

struct sok_packed *
sok_packed_open(int fd, const struct sok_limits *limit, struct sok_unpacker *u)
{
	struct sok_buf none = {0};

	return open_source(fd, NULL, none, limit->v[SOK_LIMIT_EXPAND], NULL, u);
}

struct sok_packed *
sok_packed_open_stream(struct sok_stream *from, const struct sok_limits *limit)
{
	struct sok_buf none = {0};

	return open_source(
	    -1, from, none, limit->v[SOK_LIMIT_EXPAND], NULL, NULL);
}

struct sok_packed *
packed_open_inside(struct sok_stream *from, const struct sok_packed *outer)
{
	struct sok_buf none = {0};

	return open_source(-1, from, none, outer->expand, outer, NULL);
}

struct sok_packed *
packed_open_head(int fd, char *head, size_t nhead, uint64_t expand)
{
	struct sok_buf read = {.s = head, .len = nhead};

	return open_source(fd, NULL, read, expand, NULL, NULL);
}

int
sok_packed_detect(int fd, const char **name)
{
	struct sok_packed p = {.fd = fd, .start = lseek(fd, 0, SEEK_CUR)};
	const struct packed_form *form = NULL;

	if (!look_at_head(&p)) {
		free(p.head);
		errno = ENOMEM;
		return -1;
	}
	form = packed_find((struct sok_str){p.head, p.nhead});
	free(p.head);
	*name = form == NULL || form->kind == SOK_PLAIN ? NULL : form->name;
	return *name != NULL;
}

/* ---- layers: what is compressed may be so more than once */

/* The innermost one. */
static struct sok_packed *
innermost(struct sok_packed *p)
{
	while (p->inner != NULL)
		p = p->inner;
	return p;
}

enum sok_packing
sok_packed_kind(const struct sok_packed *p)
{
	const struct sok_packed *in = p;

	while (in->inner != NULL)
		in = in->inner;
	return in->kind == SOK_ARCHIVE ? SOK_ARCHIVE : p->kind;
}

const char *
sok_packed_name(const struct sok_packed *p)
{
	return p->name;
}

struct sok_stream *
sok_packed_stream(struct sok_packed *p)
{
	if (p->kind == SOK_PLAIN && p->start != -1)
		return NULL;
	if (p->kind == SOK_PLAIN && p->from == NULL)
		p->stream.waits_for = 1 + p->fd;
	while (p->inner != NULL && !p->broken)
		p = p->inner;
	if (p->member != NULL)
		return sok_packed_stream(p->member);
	return &p->stream;
}

bool
sok_packed_broken(const struct sok_packed *p)
{
	return p->broken;
}

const char *
sok_packed_fault(const struct sok_packed *p)
{
	return p->stream.fault;
}

/* Report what is wrong with the end of p, after all was read. */
static int
next_late(struct sok_packed *p, struct sok_packed *layer)
{
	int r = layer->inner == NULL ? 0 : next_late(p, layer->inner);

	if (r != 0 || !layer->late)
		return r;
	layer->late = false;
	if (layer != p)
		return packed_fail(p, "%s", layer->fault);
	p->stream.fault = p->fault;
	errno = EIO;
	return -1;
}

int
sok_packed_next(struct sok_packed *p, struct sok_member *m)
{
	struct sok_packed *in = innermost(p);
	int r = 0;

	*m = (struct sok_member){.skip = NULL};
	if (p->broken) {
		p->broken = false;
		p->ended = true;
		errno = EIO;
		return -1;
	}
	if (p->remote != NULL)
		return remote_next(p, m);
	if (in->kind == SOK_ARCHIVE) {
		sok_packed_close(in->member);
		in->member = NULL;
		in->stream.fault = NULL;
		in->ended = false;
		if (in->unpack != NULL)
			r = unpack_ops->next(in, m);
		if (r == -1 && in != p)
			(void)packed_fail(p, "%s", in->fault);
	}
	return r != 0 ? r : next_late(p, p);
}

int
sok_packed_end(struct sok_packed *p)
{
	struct sok_packed *in = innermost(p);
	int r;

	if (p->remote != NULL)
		return remote_late(p);
	if (in->member == NULL)
		return next_late(p, p);
	r = next_late(in->member, in->member);
	return r == 0 ? 0 : packed_fail(p, "%s", in->member->fault);
}

int
sok_packed_enter(struct sok_packed *p, struct sok_member *m)
{
	struct sok_packed *in = innermost(p);

	if (p->remote != NULL)
		return remote_enter(p, m);
	in->member = packed_open_inside(&in->stream, in);
	if (in->member == NULL)
		return -1;
	m->packed = sok_packed_name(in->member);
	m->holds = sok_packed_kind(in->member) == SOK_ARCHIVE;
	return 0;
}

void
sok_packed_close(struct sok_packed *p)
{
	if (p == NULL)
		return;
	sok_packed_close(p->member);
	sok_packed_close(p->inner);
	if (p->remote != NULL)
		remote_close(p);
	if (p->unpack != NULL)
		unpack_ops->close(p);
	free(p->head);
	free(p);
}

struct sok_str
sok_packed_stem(struct sok_str name)
{
	static const char *const suffix[] = {
	    ".gz", ".bz2", ".xz", ".zst", ".lz4", ".lz", ".z"};

	for (size_t i = 0; i < SOK_COUNT(suffix); i++) {
		struct sok_str end = sok_str(suffix[i]);
		size_t keep = name.len - end.len;

		if (name.len > end.len &&
		    sok_str_caseeq(sok_str_from(name, keep), end))
			return sok_str_sub(name, 0, keep);
	}
	return name;
}
