/* archive_source.c - gives libarchive the bytes of one archive, and looks at
 * what follows them. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "io/archive.h"
#include "io/io.h"

/* Read up to size bytes at an offset of a seekable source. */
static ssize_t
read_at(struct sok_packed *packed, char *buf, size_t size, uint64_t at)
{
	return sok_read_at(packed->fd, buf, size, packed->start + (off_t)at);
}

/* The source cannot be read: tell libarchive why.  -1, for tail calls. */
static ssize_t
source_failed(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;

	unpack->cause = packed->stream.fault;
	unpack->lib.set_error(unpack->archive, errno, "%s",
	    unpack->cause != NULL ? unpack->cause : strerror(errno));
	return -1;
}

/* Remember where the last byte is that is not NUL. */
static void
look_for_bytes(struct unpack *unpack, const char *s, size_t n)
{
	while (n > 0 && s[n - 1] == '\0')
		n--;
	if (n > 0)
		unpack->filled = unpack->at + n;
}

/* Read more of the source into the block, after what is left in it: how many
 * bytes, 0 at its end, -1 after source_failed(). */
static ssize_t
fill_block(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;
	size_t left = unpack->to - unpack->from;

	memmove(unpack->block, unpack->block + unpack->from, left);
	ssize_t n = packed_raw(packed, unpack->block + left, BLOCK);
	if (n == -1)
		return source_failed(packed);
	unpack->from = 0;
	unpack->to = left + (size_t)n;
	look_for_bytes(unpack, unpack->block + left, (size_t)n);
	unpack->at += (uint64_t)n;
	return n;
}

/* The next bytes that belong to the packed data, in the block: their number, 0
 * at their end, -1 after source_failed(). */
static ssize_t
next_bytes(struct sok_packed *packed, const char **bytes)
{
	struct unpack *unpack = packed->unpack;

	for (;;) {
		struct sok_str rest = {
		    unpack->block + unpack->from, unpack->to - unpack->from};
		bool inside = true;
		size_t n = extent_take(&unpack->extent, rest, &inside);

		if (n == 0) {
			ssize_t got = fill_block(packed);
			if (got > 0)
				continue;
			/* What is left is a part of a structure: of one more
			 * member, or of the last one. */
			n = unpack->to - unpack->from;
			inside = !unpack->extent.optional;
			if (got == -1 || n == 0)
				return got;
			unpack->extent.at += n;
		}
		*bytes = unpack->block + unpack->from;
		unpack->from += n;
		if (inside)
			return (ssize_t)n;
		while (n > 0 && (*bytes)[n - 1] == '\0')
			n--;
		unpack->follows |= n > 0;
		/* One byte is enough to know. */
		if (unpack->follows)
			return 0;
	}
}

la_ssize_t
archive_read_block(struct archive *archive, void *ctx, const void **block)
{
	struct sok_packed *packed = ctx;
	struct unpack *unpack = packed->unpack;
	const char *bytes = unpack->block;
	uint64_t left = unpack->end - unpack->at;
	ssize_t n;

	(void)archive;
	if (!unpack->seeks) {
		n = next_bytes(packed, &bytes);
	} else {
		n = read_at(packed, unpack->block,
		    left < BLOCK ? (size_t)left : BLOCK, unpack->at);
		if (n == -1)
			return source_failed(packed);
		unpack->at += (uint64_t)n;
	}
	*block = bytes;
	return n;
}

la_int64_t
archive_seek_to(
    struct archive *archive, void *ctx, la_int64_t offset, int whence)
{
	struct sok_packed *packed = ctx;
	struct unpack *unpack = packed->unpack;
	uint64_t base = 0;

	(void)archive;
	if (whence == SEEK_CUR)
		base = unpack->at;
	else if (whence == SEEK_END)
		base = unpack->end;
	if (offset < 0 && -(uint64_t)offset > base)
		return ARCHIVE_FATAL;
	unpack->at = base + (uint64_t)offset;
	if (unpack->at > unpack->end)
		unpack->at = unpack->end;
	return (la_int64_t)unpack->at;
}

la_int64_t
archive_skip_bytes(struct archive *archive, void *ctx, la_int64_t n)
{
	struct unpack *unpack = ((struct sok_packed *)ctx)->unpack;
	uint64_t left = unpack->end - unpack->at;

	(void)archive;
	if ((uint64_t)n > left)
		n = (la_int64_t)left;
	unpack->at += (uint64_t)n;
	return n;
}

/* A tar archive ends with two blocks of NULs. */
#define TAR_END 1024

/* ---- the end */

/* A zip without anything after it ends with a directory that lists a member at
 * its start: whether this one does, which saves reading it twice. */
static bool
zip_ends_at(struct sok_packed *packed, uint64_t size)
{
	enum { END = 22, ENTRY = 46, SIZE = 12, OFFSET = 16, MEMBER = 42 };
	unsigned char s[ENTRY];

	if (size < END || read_at(packed, (char *)s, END, size - END) != END ||
	    memcmp(s, "PK\5\6", 4) != 0 || extent_number(s + 20, 2) != 0)
		return false;
	uint64_t n = extent_number(s + SIZE, 4);
	uint64_t offset = extent_number(s + OFFSET, 4);
	if (offset + n != size - END || n < ENTRY)
		return false;
	return read_at(packed, (char *)s, ENTRY, offset) == ENTRY &&
	    memcmp(s, "PK\1\2", 4) == 0 && extent_number(s + MEMBER, 4) == 0;
}

int
archive_look_ahead(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;
	off_t size = lseek(packed->fd, 0, SEEK_END) - packed->start;
	bool zip = strcmp(packed->name, "zip") == 0;
	const char *bytes;
	ssize_t n = 1;

	if (size < 0 || lseek(packed->fd, packed->start, SEEK_SET) == -1)
		return -1;
	if (zip && zip_ends_at(packed, (uint64_t)size))
		extent_ends(&unpack->extent, (uint64_t)size);
	/* If the end is known, only what follows it has to be read. */
	if (unpack->extent.ended) {
		unpack->extent.at = unpack->at =
		    unpack->extent.next < (uint64_t)size ? unpack->extent.next
		                                         : (uint64_t)size;
		if (lseek(packed->fd, packed->start + (off_t)unpack->at,
		        SEEK_SET) == -1)
			return -1;
	}
	while (n > 0 && unpack->extent.at < (uint64_t)size && !unpack->follows)
		n = next_bytes(packed, &bytes);
	if (n == -1)
		return -1;
	unpack->end =
	    unpack->extent.ended && unpack->extent.next < (uint64_t)size
	    ? unpack->extent.next
	    : (uint64_t)size;
	unpack->at = unpack->from = unpack->to = 0;
	unpack->seeks = true;
	return 0;
}

int
archive_check_end(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;
	const char *bytes;
	ssize_t n = 1;
	uint64_t used = (uint64_t)unpack->lib.filter_bytes(unpack->archive, -1);
	uint64_t mark =
	    (uint64_t)unpack->lib.read_header_position(unpack->archive);
	bool tar = strcmp(packed->name, "tar") == 0;

	/* Where the structure does not say it, the data end where libarchive
	 * stopped. */
	while (n > 0 && !unpack->seeks && !unpack->follows &&
	    (unpack->extent.step != NULL || unpack->filled <= used))
		n = next_bytes(packed, &bytes);
	if (n == -1)
		return archive_fail(packed);
	if (unpack->extent.step == NULL)
		unpack->follows = unpack->filled > used;
	if (unpack->follows)
		return packed_fail(packed,
		    "%s: bytes that follow its end were not read",
		    packed->name);
	if (extent_close(&unpack->extent) == EXTENT_CUT ||
	    (tar && unpack->at - mark < TAR_END))
		return packed_fail(packed, "%s: the end of the %s is missing",
		    packed->name,
		    packed->kind == SOK_ARCHIVE ? "archive"
		                                : "compressed data");
	return 0;
}
