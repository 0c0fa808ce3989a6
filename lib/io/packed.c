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
packed_fail(struct sok_packed *packed, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(packed->fault, sizeof(packed->fault), fmt, ap);
	va_end(ap);
	packed->stream.fault = packed->fault;
	errno = EIO;
	return -1;
}

bool
packed_grow(struct sok_packed *packed, uint64_t n)
{
	if (n <= packed->expand - packed->grown) {
		packed->grown += n;
		return true;
	}
	packed->grown = packed->expand;
	(void)packed_fail(packed,
	    "expands to more than %llu bytes, the limit `expand`",
	    (unsigned long long)packed->expand);
	return false;
}

/* Read from the source: how many, 0 at its end, -1 with errno and, if the
 * source has one, its fault. */
static ssize_t
read_on(struct sok_packed *packed, char *buf, size_t size)
{
	if (packed->from == NULL)
		return input_read_fd(packed->fd, buf, size);
	ssize_t n = packed->from->read(packed->from, buf, size);
	if (n == -1 && packed->from->fault != NULL)
		packed->stream.fault = packed->from->fault;
	return n;
}

ssize_t
packed_raw(struct sok_packed *packed, char *buf, size_t size)
{
	size_t n = packed->nhead - packed->at;

	if (n == 0 && packed->head_error == 0)
		return read_on(packed, buf, size);
	if (n == 0) {
		errno = packed->head_error;
		return -1;
	}
	n = n < size ? n : size;
	memcpy(buf, packed->head + packed->at, n);
	packed->at += n;
	return (ssize_t)n;
}

/* The function of the stream: unpacked bytes, or those of the open member; -1
 * also if they exceed the limit. */
static ptrdiff_t
read_stream(struct sok_stream *stream, char *buf, size_t size)
{
	struct sok_packed *packed = (struct sok_packed *)stream;
	ssize_t n = 0;

	if (packed->kind == SOK_PLAIN)
		return packed_raw(packed, buf, size);
	if (packed->ended)
		return 0;
	if (packed->stream.fault != NULL) {
		errno = EIO;
		return -1;
	}
	if (packed->remote != NULL)
		return remote_read(packed, buf, size);
	if (packed->unpack != NULL)
		n = unpack_ops->read(packed, buf, size);
	packed->ended = n == 0;
	/* What is wrong with the end does not spoil what precedes it. */
	if (n == 0)
		packed->stream.fault = NULL;
	return n > 0 && !packed_grow(packed, (uint64_t)n) ? -1 : n;
}

/* Read the first n bytes, or all if there are fewer; false on ENOMEM.  The next
 * reader finds a read error again. */
static bool
look(struct sok_packed *packed, size_t n)
{
	char *head =
	    realloc(packed->head, n > packed->nhead ? n : packed->nhead);
	ssize_t got = 0;

	if (head == NULL)
		return false;
	packed->head = head;
	if (packed->nhead >= n)
		return true;
	do {
		size_t left = n - packed->nhead;

		got = packed->start == -1
		    ? read_on(packed, head + packed->nhead, left)
		    : pread(packed->fd, head + packed->nhead, left,
		          packed->start + (off_t)packed->nhead);
		packed->nhead += got > 0 ? (size_t)got : 0;
	} while (
	    packed->nhead < n && (got > 0 || (got == -1 && errno == EINTR)));
	if (got == -1) {
		packed->head_error = errno;
		packed->start = -1;
	}
	return true;
}

/* Read the first bytes, which show the form; false on ENOMEM. */
static bool
look_at_head(struct sok_packed *packed)
{
	bool got = look(packed, PACKED_HEAD);

	/* An iso image begins with code to start a computer, usually none. */
	if (got && packed->nhead == PACKED_HEAD && packed->head[0] == '\0' &&
	    memcmp(packed->head, packed->head + 1, PACKED_HEAD - 1) == 0)
		got = look(packed, ISO_HEAD);
	/* A seekable file was not consumed. */
	packed->at = packed->start == -1 ? 0 : packed->nhead;
	return got;
}

/* What was decompressed may be compressed once more or be an archive that can
 * be read from its start to its end. */
static void
open_inner(struct sok_packed *packed)
{
	static const char zeros[PACKED_HEAD];
	struct sok_packed *in = packed_open_inside(&packed->stream, packed);

	packed->inner = in;
	if (in == NULL) {
		packed->broken = true;
		(void)packed_fail(
		    packed, "%s: %s", packed->name, strerror(ENOMEM));
	} else if (in->broken) {
		packed->broken = true;
		(void)packed_fail(packed, "%s", in->fault);
	} else if (in->nhead >= sizeof(zeros) &&
	    memcmp(in->head, zeros, sizeof(zeros)) == 0) {
		packed->broken = true;
		(void)packed_fail(
		    packed, "%s: contains only NUL bytes", packed->name);
	}
}

/* Unpack in this process. */
static void
open_here(struct sok_packed *packed)
{
	if (unpack_ops != NULL)
		packed->broken = unpack_ops->open(packed) == -1;
	else
		packed->broken = packed_fail(packed,
		    "is %s, which this build without libarchive cannot read",
		    packed->name);
	if (packed->broken && packed->stream.fault == NULL)
		(void)packed_fail(
		    packed, "%s: %s", packed->name, strerror(errno));
	if (packed->late)
		packed->stream.fault = NULL;
	if (!packed->broken && packed->kind == SOK_COMPRESSED)
		open_inner(packed);
}

/* As sok_packed_open(); outer: what the source is a part of, or NULL; head:
 * bytes that were read from it, which are released with it. */
static struct sok_packed *
open_source(int fd, struct sok_stream *from, struct sok_buf head,
    uint64_t expand, const struct sok_packed *outer,
    struct sok_unpacker *unpacker)
{
	struct sok_packed *packed = calloc(1, sizeof(*packed));

	if (packed == NULL) {
		free(head.s);
		return NULL;
	}
	packed->head = head.s;
	packed->nhead = head.len;
	packed->fd = fd;
	packed->from = from;
	packed->start = fd == -1 ? -1 : lseek(fd, 0, SEEK_CUR);
	packed->expand = expand;
	packed->depth = outer == NULL ? 0 : outer->depth + 1;
	packed->stream.read = read_stream;
	if (!look_at_head(packed)) {
		sok_packed_close(packed);
		errno = ENOMEM;
		return NULL;
	}
	const struct packed_form *form =
	    packed_find((struct sok_str){packed->head, packed->nhead});
	if (form == NULL || form->kind == SOK_PLAIN)
		return packed;
	/* Of archives, only those that need no seeking are inside others. */
	if (outer != NULL && outer->kind == SOK_COMPRESSED &&
	    form->kind == SOK_ARCHIVE && strcmp(form->name, "tar") != 0 &&
	    strcmp(form->name, "cpio") != 0)
		return packed;
	packed->name = form->name;
	packed->kind = form->kind;
	/* An archive in an archive is only named. */
	if (outer != NULL && outer->kind == SOK_ARCHIVE &&
	    packed->kind == SOK_ARCHIVE)
		return packed;
	if (unpacker != NULL)
		remote_open(packed, unpacker);
	else
		open_here(packed);
	return packed;
}

struct sok_packed *
sok_packed_open(
    int fd, const struct sok_limits *limit, struct sok_unpacker *unpacker)
{
	struct sok_buf none = {0};

	return open_source(
	    fd, NULL, none, limit->v[SOK_LIMIT_EXPAND], NULL, unpacker);
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
	struct sok_packed packed = {.fd = fd, .start = lseek(fd, 0, SEEK_CUR)};
	const struct packed_form *form = NULL;

	if (!look_at_head(&packed)) {
		free(packed.head);
		errno = ENOMEM;
		return -1;
	}
	form = packed_find((struct sok_str){packed.head, packed.nhead});
	free(packed.head);
	*name = form == NULL || form->kind == SOK_PLAIN ? NULL : form->name;
	return *name != NULL;
}

/* ---- layers: what is compressed may be so more than once */

/* The innermost one. */
static struct sok_packed *
innermost(struct sok_packed *packed)
{
	while (packed->inner != NULL)
		packed = packed->inner;
	return packed;
}

enum sok_packing
sok_packed_kind(const struct sok_packed *packed)
{
	const struct sok_packed *in = packed;

	while (in->inner != NULL)
		in = in->inner;
	return in->kind == SOK_ARCHIVE ? SOK_ARCHIVE : packed->kind;
}

const char *
sok_packed_name(const struct sok_packed *packed)
{
	return packed->name;
}

struct sok_stream *
sok_packed_stream(struct sok_packed *packed)
{
	if (packed->kind == SOK_PLAIN && packed->start != -1)
		return NULL;
	if (packed->kind == SOK_PLAIN && packed->from == NULL)
		packed->stream.waits_for = 1 + packed->fd;
	while (packed->inner != NULL && !packed->broken)
		packed = packed->inner;
	if (packed->member != NULL)
		return sok_packed_stream(packed->member);
	return &packed->stream;
}

bool
sok_packed_broken(const struct sok_packed *packed)
{
	return packed->broken;
}

const char *
sok_packed_fault(const struct sok_packed *packed)
{
	return packed->stream.fault;
}

/* Report what is wrong with the end of packed bytes, the innermost first, after
 * all was read: -1 with a fault for each, then 0. */
static int
next_late(struct sok_packed *packed, struct sok_packed *layer)
{
	int got = layer->inner == NULL ? 0 : next_late(packed, layer->inner);

	if (got != 0 || !layer->late)
		return got;
	layer->late = false;
	if (layer != packed)
		return packed_fail(packed, "%s", layer->fault);
	packed->stream.fault = packed->fault;
	errno = EIO;
	return -1;
}

int
sok_packed_next(struct sok_packed *packed, struct sok_member *member)
{
	struct sok_packed *in = innermost(packed);
	int got = 0;

	*member = (struct sok_member){.skip = NULL};
	if (packed->broken) {
		packed->broken = false;
		packed->ended = true;
		errno = EIO;
		return -1;
	}
	if (packed->remote != NULL)
		return remote_next(packed, member);
	if (in->kind == SOK_ARCHIVE) {
		sok_packed_close(in->member);
		in->member = NULL;
		in->stream.fault = NULL;
		in->ended = false;
		if (in->unpack != NULL)
			got = unpack_ops->next(in, member);
		if (got == -1 && in != packed)
			(void)packed_fail(packed, "%s", in->fault);
	}
	return got != 0 ? got : next_late(packed, packed);
}

int
sok_packed_end(struct sok_packed *packed)
{
	struct sok_packed *in = innermost(packed);
	int got;

	if (packed->remote != NULL)
		return remote_late(packed);
	if (in->member == NULL)
		return next_late(packed, packed);
	got = next_late(in->member, in->member);
	return got == 0 ? 0 : packed_fail(packed, "%s", in->member->fault);
}

int
sok_packed_enter(struct sok_packed *packed, struct sok_member *member)
{
	struct sok_packed *in = innermost(packed);

	if (packed->remote != NULL)
		return remote_enter(packed, member);
	in->member = packed_open_inside(&in->stream, in);
	if (in->member == NULL)
		return -1;
	member->packed = sok_packed_name(in->member);
	member->holds = sok_packed_kind(in->member) == SOK_ARCHIVE;
	return 0;
}

void
sok_packed_close(struct sok_packed *packed)
{
	if (packed == NULL)
		return;
	sok_packed_close(packed->member);
	sok_packed_close(packed->inner);
	if (packed->remote != NULL)
		remote_close(packed);
	if (packed->unpack != NULL)
		unpack_ops->close(packed);
	free(packed->head);
	free(packed);
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
