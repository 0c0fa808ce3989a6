/* archive_source.c - gives libarchive the bytes of one archive, and looks at
 * what follows them. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "io/archive.h"
#include "io/io.h"

/* Read up to size bytes at an offset of a seekable source. */
static ssize_t
read_at(struct sok_packed *p, char *buf, size_t size, uint64_t at)
{
	return sok_read_at(p->fd, buf, size, p->start + (off_t)at);
}

static ssize_t
source_failed(struct sok_packed *p)
{
	struct unpack *u = p->unpack;

	u->cause = p->stream.fault;
	u->lib.set_error(
	    u->a, errno, "%s", u->cause != NULL ? u->cause : strerror(errno));
	return -1;
}

/* Remember where the last byte is that is not NUL. */
static void
look_for_bytes(struct unpack *u, const char *s, size_t n)
{
	while (n > 0 && s[n - 1] == '\0')
		n--;
	if (n > 0)
		u->filled = u->at + n;
}

/* Read more of the source into the block, after what is left in it; -1. */
static ssize_t
fill_block(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	size_t left = u->to - u->from;

	memmove(u->block, u->block + u->from, left);
	ssize_t n = packed_raw(p, u->block + left, BLOCK);
	if (n == -1)
		return source_failed(p);
	u->from = 0;
	u->to = left + (size_t)n;
	look_for_bytes(u, u->block + left, (size_t)n);
	u->at += (uint64_t)n;
	return n;
}

/* The next bytes that belong to the packed data, in the block: their number, 0
 * at their end, -1. */
static ssize_t
next_bytes(struct sok_packed *p, const char **bytes)
{
	struct unpack *u = p->unpack;

	for (;;) {
		struct sok_str rest = {u->block + u->from, u->to - u->from};
		bool inside = true;
		size_t n = extent_take(&u->extent, rest, &inside);

		if (n == 0) {
			ssize_t got = fill_block(p);
			if (got > 0)
				continue;
			/* What is left is a part of a structure: of one more
			 * member, or of the last one. */
			n = u->to - u->from;
			inside = !u->extent.optional;
			if (got == -1 || n == 0)
				return got;
			u->extent.at += n;
		}
		*bytes = u->block + u->from;
		u->from += n;
		if (inside)
			return (ssize_t)n;
		while (n > 0 && (*bytes)[n - 1] == '\0')
			n--;
		u->follows |= n > 0;
		/* One byte is enough to know. */
		if (u->follows)
			return 0;
	}
}

la_ssize_t
archive_read_block(struct archive *a, void *ctx, const void **block)
{
	struct sok_packed *p = ctx;
	struct unpack *u = p->unpack;
	const char *bytes = u->block;
	uint64_t left = u->end - u->at;
	ssize_t n;

	(void)a;
	if (!u->seeks) {
		n = next_bytes(p, &bytes);
	} else {
		n = read_at(
		    p, u->block, left < BLOCK ? (size_t)left : BLOCK, u->at);
		if (n == -1)
			return source_failed(p);
		u->at += (uint64_t)n;
	}
	*block = bytes;
	return n;
}

la_int64_t
archive_seek_to(struct archive *a, void *ctx, la_int64_t offset, int whence)
{
	struct sok_packed *p = ctx;
	struct unpack *u = p->unpack;
	uint64_t base = 0;

	(void)a;
	if (whence == SEEK_CUR)
		base = u->at;
	else if (whence == SEEK_END)
		base = u->end;
	if (offset < 0 && -(uint64_t)offset > base)
		return ARCHIVE_FATAL;
	u->at = base + (uint64_t)offset;
	if (u->at > u->end)
		u->at = u->end;
	return (la_int64_t)u->at;
}

la_int64_t
archive_skip_bytes(struct archive *a, void *ctx, la_int64_t n)
{
	struct unpack *u = ((struct sok_packed *)ctx)->unpack;
	uint64_t left = u->end - u->at;

	(void)a;
	if ((uint64_t)n > left)
		n = (la_int64_t)left;
	u->at += (uint64_t)n;
	return n;
}

/* A tar archive ends with two blocks of NULs. */
#define TAR_END 1024

/* ---- the end */

/* A zip without anything after it ends with a directory that lists a member at
 * its start: whether this one does, which saves reading it twice. */
static bool
zip_ends_at(struct sok_packed *p, uint64_t size)
{
	enum { END = 22, ENTRY = 46, SIZE = 12, OFFSET = 16, MEMBER = 42 };
	unsigned char s[ENTRY];

	if (size < END || read_at(p, (char *)s, END, size - END) != END ||
	    memcmp(s, "PK\5\6", 4) != 0 || extent_number(s + 20, 2) != 0)
		return false;
	uint64_t n = extent_number(s + SIZE, 4);
	uint64_t offset = extent_number(s + OFFSET, 4);
	if (offset + n != size - END || n < ENTRY)
		return false;
	return read_at(p, (char *)s, ENTRY, offset) == ENTRY &&
	    memcmp(s, "PK\1\2", 4) == 0 && extent_number(s + MEMBER, 4) == 0;
}

int
archive_look_ahead(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	off_t size = lseek(p->fd, 0, SEEK_END) - p->start;
	bool zip = strcmp(p->name, "zip") == 0;
	const char *bytes;
	ssize_t n = 1;

	if (size < 0 || lseek(p->fd, p->start, SEEK_SET) == -1)
		return -1;
	if (zip && zip_ends_at(p, (uint64_t)size))
		extent_ends(&u->extent, (uint64_t)size);
	/* If the end is known, only what follows it has to be read. */
	if (u->extent.ended) {
		u->extent.at = u->at = u->extent.next < (uint64_t)size
		    ? u->extent.next
		    : (uint64_t)size;
		if (lseek(p->fd, p->start + (off_t)u->at, SEEK_SET) == -1)
			return -1;
	}
	while (n > 0 && u->extent.at < (uint64_t)size && !u->follows)
		n = next_bytes(p, &bytes);
	if (n == -1)
		return -1;
	u->end = u->extent.ended && u->extent.next < (uint64_t)size
	    ? u->extent.next
	    : (uint64_t)size;
	u->at = u->from = u->to = 0;
	u->seeks = true;
	return 0;
}

int
archive_check_end(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const char *bytes;
	ssize_t n = 1;
	uint64_t used = (uint64_t)u->lib.filter_bytes(u->a, -1);
	uint64_t mark = (uint64_t)u->lib.read_header_position(u->a);
	bool tar = strcmp(p->name, "tar") == 0;

	/* Where the structure does not say it, the data end where libarchive
	 * stopped. */
	while (n > 0 && !u->seeks && !u->follows &&
	    (u->extent.step != NULL || u->filled <= used))
		n = next_bytes(p, &bytes);
	if (n == -1)
		return archive_fail(p);
	if (u->extent.step == NULL)
		u->follows = u->filled > used;
	if (u->follows)
		return packed_fail(
		    p, "%s: bytes that follow its end were not read", p->name);
	if (extent_close(&u->extent) == EXTENT_CUT ||
	    (tar && u->at - mark < TAR_END))
		return packed_fail(p, "%s: the end of the %s is missing",
		    p->name,
		    p->kind == SOK_ARCHIVE ? "archive" : "compressed data");
	return 0;
}
