/*
 * rle_encode.c - squares and letters into run-length text with counts, for
 * the rle writer and sokrle; rle_groups.c adds groups.
 */
#include <string.h>

#include "board/rle.h"
#include "tools.h"

#define MAX_COUNT (size_t)9999999 /* seven digits: readable by default */

char *
rle_run(char *o, char c, size_t n, size_t min_run)
{
	for (; n > MAX_COUNT && n >= min_run; n -= MAX_COUNT) {
		o += sok_digits(o, MAX_COUNT);
		*o++ = c;
	}
	if (n < min_run) {
		memset(o, c, n);
		return o + n;
	}
	o += sok_digits(o, n);
	*o++ = c;
	return o;
}

char *
rle_plain(char *o, struct sok_str text, enum sok_rle_kind kind, size_t min_run)
{
	for (size_t i = 0, n; i < text.len; i += n) {
		char c = text.s[i];

		for (n = 1; i + n < text.len && text.s[i + n] == c;)
			n++;
		o = rle_run(o, c, n, rle_is_atom(kind, c) ? min_run : n + 1);
	}
	return o;
}

static char *
encode(char *o, struct sok_str text, size_t readable, enum sok_rle_kind kind,
    size_t min_run, bool groups)
{
	if (groups)
		return rle_groups(o, text, kind, min_run);
	return rle_fast_encode(o, text, readable, kind, min_run);
}

static void
done(struct sok_buf *out, const char *end)
{
	if (end == NULL)
		out->failed = true;
	else
		out->len = (size_t)(end - out->s);
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
	o = encode(out->s + out->len, text, text.len, kind, min_run, groups);
	done(out, o);
}

/* The rows as characters, without trailing floor unless full. */
static char *
put_board_rows(char *o, const struct sok_board *b, bool full)
{
	size_t width = (size_t)b->width, left = width * (size_t)b->height;
	const unsigned char *sq = b->sq;

	for (int y = 0; y < b->height; y++) {
		size_t n = width;

		if (y > 0)
			*o++ = '|';
		rle_fast_squares(o, sq, width, left);
		sq += width;
		left -= width;
		while (!full && n > 1 && o[n - 1] == '-')
			n--;
		o += n;
	}
	return o;
}

/* The same of rows that are lines already. */
static char *
put_lines(char *o, struct sok_str xsb)
{
	rle_fast_bars(o, xsb.s, xsb.len - 1);
	return o + xsb.len - 1;
}

void
sok_rle_board(struct sok_buf *out, const struct sok_board *b, bool full,
    size_t min_run, bool groups)
{
	size_t width = (size_t)b->width, height = (size_t)b->height;
	size_t room = (width + 1) * height;
	struct sok_str s;
	char *o;

	if (height > 0 && width + 1 > SIZE_MAX / 8 / height) {
		out->failed = true;
		return;
	}
	/* The plain board stands where its encoding will never reach. */
	if (!sok_buf_room(out, 3 * room + 2 * RLE_PAD + RLE_AHEAD))
		return;
	s.s = o = out->s + out->len + 2 * room + RLE_PAD;
	o = b->xsb.len > 0 && b->xsb.len <= room && !full
	    ? put_lines(o, b->xsb)
	    : put_board_rows(o, b, full);
	s.len = (size_t)(o - s.s);
	o = encode(out->s + out->len, s, s.len + RLE_AHEAD, SOK_RLE_BOARD,
	    min_run, groups);
	done(out, o);
}
