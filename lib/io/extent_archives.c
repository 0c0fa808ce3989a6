/* extent_archives.c - the structure of archives: headers of members, each with
 * the size of what follows it, and what ends them. */
#include <string.h>

#include "io/extent.h"

/* ---- ar: a name, and members with a header in text */

enum ar_state { AR_NAME, AR_MEMBER, AR_PAD };
enum { AR_HEADER = 60, AR_SIZE = 48, AR_SIZE_END = 58 };

void
extent_ar(struct extent *extent, const unsigned char *s, size_t n)
{
	uint64_t size = 0;
	size_t i = AR_SIZE;

	(void)n;
	if (extent->state == AR_NAME) {
		extent->state = AR_MEMBER;
		extent_may_end(extent, 8, AR_HEADER);
		return;
	}
	/* A member begins at an even offset; the last one may lack the byte
	 * for that. */
	if (extent->state == AR_PAD) {
		extent->state = AR_MEMBER;
		extent_may_end(extent, s[0] == '\n', AR_HEADER);
		return;
	}
	if (memcmp(s + AR_SIZE_END, "`\n", 2) != 0) {
		extent_ends(extent, 0);
		return;
	}
	for (; i < AR_SIZE_END && s[i] >= '0' && s[i] <= '9'; i++)
		size = size * 10 + (s[i] - '0');
	extent->state = size % 2 == 1 ? AR_PAD : AR_MEMBER;
	extent_may_end(extent, AR_HEADER + size, size % 2 == 1 ? 1 : AR_HEADER);
}

/* ---- lha: a header before each member, a NUL after the last */

void
extent_lha(struct extent *extent, const unsigned char *s, size_t n)
{
	enum { LEAST = 21, LEVEL = 20, PACKED = 7, SIZE3 = 24, LEVEL3 = 28 };

	(void)n;
	if (s[0] == 0 && extent->next > 0) {
		extent_ends(extent, 1);
		return;
	}
	if (extent->want < LEAST) {
		extent_more(extent, LEAST);
		return;
	}
	uint64_t packed = extent_number(s + PACKED, 4);
	if (s[2] != '-' || s[3] != 'l' || s[6] != '-' || s[LEVEL] > 3)
		extent_ends(extent, 0);
	else if (s[LEVEL] < 2)
		extent_next(extent, 2 + s[0] + packed, 1);
	else if (s[LEVEL] == 2)
		extent_next(extent, extent_number(s, 2) + packed, 1);
	else if (extent->want < LEVEL3)
		extent_more(extent, LEVEL3);
	else
		extent_next(extent, extent_number(s + SIZE3, 4) + packed, 1);
}

/* ---- rar: blocks, of which the last one has a type of its own */

enum { RAR_BLOCK = 7 };

void
extent_rar4(struct extent *extent, const unsigned char *s, size_t n)
{
	enum {
		MAIN = 0x73,
		FILE_BLOCK = 0x74,
		SERVICE = 0x7a,
		LAST = 0x7b,
		FLAGS = 3,
		SIZE = 5,
		ADDED = 7,
		HIGH = 32,
		LOCKED = 0x80,
		LARGE = 0x100,
		ADDS = 0x8000
	};
	unsigned type = s[2], flags = (unsigned)extent_number(s + FLAGS, 2);
	uint64_t size = extent_number(s + SIZE, 2);
	bool file = type == FILE_BLOCK || type == SERVICE;
	bool large = file && (flags & LARGE) != 0;
	size_t want = RAR_BLOCK;

	(void)n;
	if (large)
		want = HIGH + 4;
	else if (file || (flags & ADDS) != 0)
		want = ADDED + 4;
	/* The headers may be encrypted. */
	if (size < RAR_BLOCK || type < 0x72 || type > LAST ||
	    (type == MAIN && (flags & LOCKED) != 0)) {
		extent_lose(extent);
		return;
	}
	if (extent->want < want) {
		extent_more(extent, want);
		return;
	}
	if (want > RAR_BLOCK)
		size += extent_number(s + ADDED, 4);
	if (large)
		size += extent_number(s + HIGH, 4) << 32;
	if (type == LAST)
		extent_ends(extent, size);
	else
		extent_next(extent, size, RAR_BLOCK);
}

/* Read a number of seven bits a byte at *at; false if it is incomplete. */
static bool
rar5_number(const unsigned char *s, size_t end, size_t *at, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
		unsigned char c = s[(*at)++];

		*value |= (uint64_t)(c & 0x7f) << shift;
		if ((c & 0x80) == 0)
			return true;
	}
	return false;
}

/* A checksum, the size of the header, and in it type, flags, and sizes. */
void
extent_rar5(struct extent *extent, const unsigned char *s, size_t n)
{
	enum { CRC = 4, EXTRA = 1, DATA = 2, LOCKED = 4, LAST = 5 };
	uint64_t header, type, flags, extra, data = 0;
	size_t at = CRC;

	(void)n;
	if (!rar5_number(s, extent->want, &at, &header)) {
		extent_lose(extent);
		return;
	}
	size_t end = at + (size_t)(header < 40 ? header : 40);
	if (extent->want < end) {
		extent_more(extent, end);
		return;
	}
	header += at;
	bool known =
	    rar5_number(s, end, &at, &type) && rar5_number(s, end, &at, &flags);
	if (known && (flags & EXTRA) != 0)
		known = rar5_number(s, end, &at, &extra);
	if (known && (flags & DATA) != 0)
		known = rar5_number(s, end, &at, &data);
	if (!known || type == LOCKED || data >= UINT64_MAX - header)
		extent_lose(extent);
	else if (type == LAST)
		extent_ends(extent, header + data);
	else
		extent_next(extent, header + data, RAR_BLOCK);
}

/* ---- zip: its directory is at its end, and says where it begins */

enum { END = 22, END64 = 56, LOCATOR = 20, SIGNATURE = 4 };

/* Whether a directory of this size at this offset ends where this structure
 * begins.  That of an archive that is stored in this one does not. */
static bool
ends_here(const struct extent *extent, uint64_t size, uint64_t offset)
{
	return offset <= extent->next && size == extent->next - offset;
}

/* The sizes of members may follow them, so every byte is looked at. */
void
extent_zip(struct extent *extent, const unsigned char *s, size_t n)
{
	enum {
		SIZE = 12,
		OFFSET = 16,
		COMMENT = 20,
		SIZE64 = 40,
		OFFSET64 = 48
	};

	if (memcmp(s, "PK", 2) != 0) {
		const unsigned char *at = memchr(s + 1, 'P', n - 1);

		extent_next(
		    extent, at == NULL ? n : (size_t)(at - s), SIGNATURE);
		return;
	}
	bool large = memcmp(s + 2, "\6\6", 2) == 0;
	if (!large && memcmp(s + 2, "\5\6", 2) != 0) {
		extent_next(extent, 2, SIGNATURE);
		return;
	}
	size_t want = large ? END64 : END;
	if (extent->want < want) {
		extent_more(extent, want);
		return;
	}
	if (large) {
		if (ends_here(extent, extent_number(s + SIZE64, 8),
		        extent_number(s + OFFSET64, 8)))
			extent->directory = extent->next;
		extent_next(extent, 2, SIGNATURE);
		return;
	}
	bool after = extent->directory > 0 &&
	    extent->next - extent->directory <= END64 + LOCATOR + 64;
	if (after ||
	    ends_here(extent, extent_number(s + SIZE, 4),
	        extent_number(s + OFFSET, 4)))
		extent_ends(extent, END + extent_number(s + COMMENT, 2));
	else
		extent_next(extent, 2, SIGNATURE);
}
