/*
 * rle_encode.c - encodes squares and letters as run-length text with counts,
 * for the rle writer and sokrle; rle_groups.c adds groups.
 */
#include <string.h>

#include "base/bits.h"
#include "board/rle.h"
#include "tools.h"

#define MAX_COUNT (size_t)9999999 /* seven digits: readable by default */

/* ---- 64 bytes at a time */

#define BLOCK ((size_t)64)
#define STEP ((size_t)16)

/* Copy n bytes, and up to STEP more. */
static inline char *
copy(char *o, const char *s, size_t n)
{
	for (;;) {
		memcpy(o, s, STEP);
		if (n <= STEP)
			return o + n;
		o += STEP;
		s += STEP;
		n -= STEP;
	}
}

/* Encode a block of the left bytes at s, and set *n to its length.  STEP bytes
 * after the last block can be read. */
static char *
encode_block(char *o, const char *s, size_t left, enum sok_rle_kind kind,
    size_t min_run, size_t *n)
{
	size_t least = min_run < STEP ? min_run : STEP, done = 0;
	size_t sure = left > BLOCK ? BLOCK + 2 - least : left;
	const unsigned char *p = (const unsigned char *)s;
	uint64_t same = 0, m;

	/* The bits of bytes that equal the next one. */
	for (size_t i = 0; i < BLOCK; i += 8) {
		uint64_t v = bits_load(p + i) ^ bits_load(p + i + 1);

		same |= bits_pack(bits_equal(v, '\0') >> 7) << i;
	}
	if (left <= BLOCK)
		same &= bits_first(left) >> 1;
	m = same;
	for (size_t i = 2; i < least; i++)
		m &= m >> 1;
	for (m &= ~(m << 1); m; m &= m - 1) {
		size_t k = (size_t)bits_low(m), run = 1;
		uint64_t differ = ~(same >> k);

		run += differ ? (size_t)bits_low(differ) : BLOCK;
		while (k + run > BLOCK && k + run < left && s[k + run] == s[k])
			run++;
		if (run < min_run || !rle_is_atom(kind, s[k]))
			continue;
		o = copy(o, s + done, k - done);
		done = k + run;
		if (run < 10) {
			*o++ = (char)('0' + run);
			*o++ = s[k];
			continue;
		}
		for (; run > MAX_COUNT && run >= min_run; run -= MAX_COUNT) {
			o += sok_digits(o, MAX_COUNT);
			*o++ = s[k];
		}
		if (run < min_run) {
			memset(o, s[k], run);
			o += run;
			continue;
		}
		o += sok_digits(o, run);
		*o++ = s[k];
	}
	*n = done > sure ? done : sure;
	return *n > done ? copy(o, s + done, *n - done) : o;
}

char *
rle_plain(char *o, struct sok_str text, enum sok_rle_kind kind, size_t min_run)
{
	char tail[BLOCK + STEP];
	size_t n;

	for (; text.len > 0; text = sok_str_from(text, n)) {
		const char *s = text.s;

		if (text.len < sizeof(tail)) {
			memset(tail, 0, sizeof(tail));
			s = memcpy(tail, text.s, text.len);
		}
		o = encode_block(o, s, text.len, kind, min_run, &n);
	}
	return o;
}

void
sok_rle_encode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    size_t min_run, bool groups)
{
	char *o;

	if (text.len > SIZE_MAX / 4 ||
	    !sok_buf_room(out, 2 * text.len + RLE_PAD)) {
		out->failed = true;
		return;
	}
	o = out->s + out->len;
	min_run = min_run < 2 ? 2 : min_run;
	o = groups ? rle_groups(o, text, kind, min_run)
	           : rle_plain(o, text, kind, min_run);
	if (o == NULL)
		out->failed = true;
	else
		out->len = (size_t)(o - out->s);
}

/* Write rows that are lines already, with dashes and bars. */
static char *
put_lines(char *o, struct sok_str xsb)
{
	size_t n = xsb.len - 1, i = 0;
	uint64_t v;

	for (; i + 8 <= n; i += 8) {
		memcpy(&v, xsb.s + i, 8);
		v ^= (bits_equal(v, ' ') >> 7) * (' ' ^ '-') ^
		    (bits_equal(v, '\n') >> 7) * ('\n' ^ '|');
		memcpy(o + i, &v, 8);
	}
	for (; i < n; i++)
		o[i] = xsb.s[i] == ' ' ? '-'
		    : xsb.s[i] == '\n' ? '|'
		                       : xsb.s[i];
	return o + n;
}

void
sok_rle_board(struct sok_buf *out, const struct sok_board *b, bool full,
    size_t min_run, bool groups)
{
	size_t width = (size_t)b->width, height = (size_t)b->height;
	size_t room = (width + 1) * height;
	bool lines = b->xsb.len > 0 && b->xsb.len <= room && !full;
	const unsigned char *sq = b->sq;
	char glyph[SOK_NSQUARES];
	struct sok_str s;
	char *o;

	if (height > 0 && width + 1 > SIZE_MAX / 8 / height) {
		out->failed = true;
		return;
	}
	/* The board is written where its encoding, for which there is room,
	 * never arrives. */
	if (!sok_buf_room(out, 3 * room + 2 * RLE_PAD))
		return;
	s.s = o = out->s + out->len + 2 * room + RLE_PAD;
	if (lines)
		o = put_lines(o, b->xsb);
	memcpy(glyph, sok_xsb, sizeof(glyph));
	glyph[SOK_FLOOR] = '-';
	for (size_t y = 0; y < height && !lines; y++, sq += width) {
		size_t n = width;

		if (y > 0)
			*o++ = '|';
		for (size_t x = 0; x < n; x++)
			o[x] = glyph[sq[x]];
		while (!full && n > 1 && o[n - 1] == '-')
			n--;
		o += n;
	}
	s.len = (size_t)(o - s.s);
	sok_rle_encode(out, s, SOK_RLE_BOARD, min_run, groups);
}
