/* extent_filters.c - the structure of compressed files: streams, frames and
 * their blocks, each with its size.  One may follow another. */
#include <string.h>

#include "io/extent.h"

/* ---- xz: a header, blocks, an index, a footer */

enum xz_state {
	XZ_HEADER,
	XZ_BLOCK,
	XZ_CHUNK,
	XZ_CHECK,
	XZ_COUNT,
	XZ_SIZES,
	XZ_FOOTER,
	XZ_BETWEEN
};
enum { XZ_ENDS = 12, XZ_BLOCK_MORE = 4 };

static const unsigned char xz_magic[] = {0xfd, '7', 'z', 'X', 'Z', 0};

/* The bytes up to a multiple of four from the start of the block or index. */
static uint64_t
xz_pad(const struct extent *extent, uint64_t n)
{
	return (4 - (extent->next + n - extent->start) % 4) % 4;
}

/* A chunk of LZMA2, which is the last filter of every block. */
static void
xz_chunk(struct extent *extent, const unsigned char *s)
{
	static const unsigned char check_size[16] = {
	    0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64};
	bool packed = s[0] >= 0x80;
	size_t header = packed ? 5 + (s[0] >= 0xc0) : 3;

	if (s[0] == 0) {
		extent->state = XZ_BLOCK;
		extent_next(extent,
		    1 + xz_pad(extent, 1) + check_size[extent->flags & 15], 1);
	} else if (!packed && s[0] > 2) {
		extent_lose(extent);
	} else if (extent->want < header) {
		extent_more(extent, header);
	} else {
		size_t at = packed ? 3 : 1;

		extent_next(
		    extent, header + ((size_t)s[at] << 8 | s[at + 1]) + 1, 1);
	}
}

/* A number of the index: seven bits a byte, the highest bit for more. */
static void
xz_number(struct extent *extent, const unsigned char *s)
{
	uint64_t value = 0;

	if ((s[extent->want - 1] & 0x80) != 0) {
		if (extent->want < 9)
			extent_more(extent, extent->want + 1);
		else
			extent_lose(extent);
		return;
	}
	for (size_t i = extent->want; i > 0; i--)
		value = value << 7 | (s[i - 1] & 0x7f);
	/* Two sizes for each block, of which the first number is the count. */
	if (extent->state == XZ_COUNT)
		extent->left = 2 * (value & UINT32_MAX);
	else
		extent->left--;
	extent->state = XZ_SIZES;
	if (extent->left > 0) {
		extent_next(extent, extent->want, 1);
		return;
	}
	extent->state = XZ_FOOTER;
	extent_next(
	    extent, extent->want + xz_pad(extent, extent->want) + 4, XZ_ENDS);
}

void
extent_xz(struct extent *extent, const unsigned char *s, size_t n)
{
	(void)n;
	switch ((enum xz_state)extent->state) {
	case XZ_HEADER:
		extent->flags = s[7];
		extent->state = XZ_BLOCK;
		extent_next(extent, XZ_ENDS, 1);
		return;
	case XZ_BLOCK:
		extent->start = extent->next;
		extent->state = s[0] == 0 ? XZ_COUNT : XZ_CHUNK;
		extent_next(extent, s[0] == 0 ? 1 : (s[0] + 1U) * 4, 1);
		return;
	case XZ_CHUNK:
		xz_chunk(extent, s);
		return;
	case XZ_CHECK:
	case XZ_COUNT:
	case XZ_SIZES:
		xz_number(extent, s);
		return;
	case XZ_FOOTER:
		if (memcmp(s + 10, "YZ", 2) != 0) {
			extent_lose(extent);
			return;
		}
		extent->state = XZ_BETWEEN;
		extent_may_end(extent, XZ_ENDS, 1);
		return;
	case XZ_BETWEEN:
		/* NULs may follow, and after them another stream. */
		if (s[0] == 0) {
			extent_may_end(extent, 1, 1);
			extent->padding = true;
		} else if (extent->want == 1) {
			extent_more(extent, sizeof(xz_magic));
		} else if (memcmp(s, xz_magic, sizeof(xz_magic)) == 0) {
			extent->state = XZ_HEADER;
			extent->optional = false;
			extent_more(extent, XZ_ENDS);
		} else {
			extent_ends(extent, 0);
		}
		return;
	}
}

/* ---- zstd and lz4: frames of blocks */

enum frame_state { FRAME_FIRST, FRAME_BLOCK, FRAME_LEGACY, FRAME_BETWEEN };
enum { BLOCK_HEADER = 4, FRAME_MAGIC = 4 };

/* Frames of both that hold data of others, which are skipped. */
static bool
is_skippable(uint64_t magic)
{
	return (magic & 0xfffffff0) == 0x184d2a50;
}

/* The frame has ended n bytes after the start of this structure. */
static void
frame_ends(struct extent *extent, uint64_t n)
{
	extent->state = FRAME_BETWEEN;
	extent_may_end(extent, n, FRAME_MAGIC);
}

/* A frame that is skipped, or none: then the data have ended. */
static void
frame_other(struct extent *extent, const unsigned char *s, uint64_t magic)
{
	if (!is_skippable(magic)) {
		if (extent->state == FRAME_BETWEEN)
			extent_ends(extent, 0);
		else
			extent_lose(extent);
	} else if (extent->want < 8) {
		extent->optional = false;
		extent_more(extent, 8);
	} else {
		frame_ends(extent, 8 + extent_number(s + 4, 4));
	}
}

/* RFC 8878: the header of a frame, blocks with a header of three bytes. */
void
extent_zstd(struct extent *extent, const unsigned char *s, size_t n)
{
	static const size_t ids[] = {0, 1, 2, 4}, sizes[] = {0, 2, 4, 8};
	enum { SINGLE = 0x20, CHECKSUM = 4, ZSTD_BLOCK = 3 };
	uint64_t header = extent_number(s, ZSTD_BLOCK);

	(void)n;
	if (extent->state == FRAME_BLOCK) {
		bool last = (header & 1) != 0, repeats = (header >> 1 & 3) == 1;
		uint64_t size = ZSTD_BLOCK + (repeats ? 1 : header >> 3);

		if (!last)
			extent_next(extent, size, ZSTD_BLOCK);
		else
			frame_ends(extent,
			    size + ((extent->flags & CHECKSUM) != 0 ? 4 : 0));
		return;
	}
	uint64_t magic = extent_number(s, FRAME_MAGIC);
	if (magic != 0xfd2fb528) {
		frame_other(extent, s, magic);
	} else if (extent->want < FRAME_MAGIC + 1) {
		extent->optional = false;
		extent_more(extent, FRAME_MAGIC + 1);
	} else {
		bool single = (s[FRAME_MAGIC] & SINGLE) != 0;
		size_t size = sizes[s[FRAME_MAGIC] >> 6];

		extent->flags = s[FRAME_MAGIC];
		if (single && size == 0)
			size = 1;
		extent->state = FRAME_BLOCK;
		extent_next(extent,
		    FRAME_MAGIC + 1U + !single + ids[extent->flags & 3] + size,
		    ZSTD_BLOCK);
	}
}

/* The frame format of lz4 and the one before it, whose blocks have a size and
 * nothing else, so that another magic number ends them. */
void
extent_lz4(struct extent *extent, const unsigned char *s, size_t n)
{
	enum {
		FRAME = 0x184d2204,
		LEGACY = 0x184c2102,
		BLOCKS_SUMMED = 16,
		SIZED = 8,
		SUMMED = 4,
		NAMED = 1
	};
	/* What 8 MiB can grow to. */
	const uint64_t most = (8 << 20) + (8 << 20) / 255 + 16;
	uint64_t magic = extent_number(s, FRAME_MAGIC);

	(void)n;
	if (extent->state == FRAME_BLOCK) {
		uint64_t size = magic & 0x7fffffff;

		if (magic == 0)
			frame_ends(extent,
			    FRAME_MAGIC +
			        ((extent->flags & SUMMED) != 0 ? 4 : 0));
		else
			extent_next(extent,
			    FRAME_MAGIC + size +
			        ((extent->flags & BLOCKS_SUMMED) != 0 ? 4 : 0),
			    FRAME_MAGIC);
		return;
	}
	if (extent->state == FRAME_LEGACY && magic > 0 && magic <= most) {
		extent_may_end(extent, BLOCK_HEADER + magic, FRAME_MAGIC);
		return;
	}
	if (extent->state == FRAME_LEGACY)
		extent->state = FRAME_BETWEEN;
	if (magic == LEGACY) {
		extent->state = FRAME_LEGACY;
		extent_may_end(extent, FRAME_MAGIC, BLOCK_HEADER);
	} else if (magic != FRAME) {
		frame_other(extent, s, magic);
	} else if (extent->want < FRAME_MAGIC + 1) {
		extent->optional = false;
		extent_more(extent, FRAME_MAGIC + 1);
	} else {
		extent->flags = s[FRAME_MAGIC];
		extent->state = FRAME_BLOCK;
		unsigned size = FRAME_MAGIC + 3;
		if ((extent->flags & SIZED) != 0)
			size += 8;
		if ((extent->flags & NAMED) != 0)
			size += 4;
		extent_next(extent, size, BLOCK_HEADER);
	}
}
