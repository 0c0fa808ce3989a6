/*
 * simple_rows.c - the rows of boards that are plain to see: between the bytes
 * and simple.c.  simple_bytes.h has some of it faster.
 */
#include <string.h>

#include "base/bits.h"
#include "base/cpu.h"
#include "text/simple_rows.h"

const char *
rows_letters_plain(const char *p)
{
	static const bool letter[256] = {['u'] = true,
	    ['d'] = true,
	    ['l'] = true,
	    ['r'] = true,
	    ['U'] = true,
	    ['D'] = true,
	    ['L'] = true,
	    ['R'] = true};

	while (letter[(unsigned char)*p])
		p++;
	return p;
}

/* Bit i of a string of bits that is made from its start on. */
static void
put(uint64_t *v, size_t i, bool bit)
{
	v[i / 64] = (i % 64 > 0 ? v[i / 64] : 0) | (uint64_t)bit << i % 64;
}

const char *
rows_bytes_plain(const char *p, const char *end, struct simple_rows *r)
{
	size_t i = 0, row = 0;

	r->width = r->height = r->players = r->boxes = r->goals = 0;
	r->plain = true;
	r->full = r->tight = false;
	for (; i < ROWS_BYTES; i++) {
		unsigned char s;

		if (p + i == end)
			return p + i;
		s = sok_square[(unsigned char)p[i]];
		put(r->ink, i, s != SOK_FLOOR && s != 0xff);
		if (s == 0xff && i == row)
			return p + i;
		if (p[i] == '\n' && r->height < ROWS_MOST) {
			r->sq[i] = SOK_FLOOR;
			r->end[r->height++] = (uint16_t)i;
			row = i + 1;
			continue;
		}
		if (s == 0xff)
			return NULL;
		r->sq[i] = s;
		if (p[i] != ' ' && i - row >= r->width)
			r->width = i - row + 1;
		r->players += s >> 3;
		r->boxes += s >> 2 & 1;
		r->goals += s >> 1 & 1;
		r->plain = r->plain && p[i] != '-' && p[i] != '_';
	}
	return NULL;
}

static bool
begins_well(const struct simple_rows *r, size_t row)
{
	uint64_t ink = r->full ? 1 : bits_at(r->ink, row);
	unsigned char s = r->sq[row + (size_t)bits_low(ink)];

	return s == SOK_WALL || s == (SOK_BOX | SOK_GOAL);
}

/* The rectangle where rows end at no floor, and one of them begins it; false if
 * one is too long. */
static bool
measure_ends(struct simple_rows *r)
{
	size_t n = 0, from = 0, last = 0, first = r->end[0] + 1U;

	r->even = r->full;
	for (size_t y = 0; y < r->height; y++) {
		last = from;
		from = r->end[y] + 1U;
		n = from - last > n ? from - last : n;
		r->even &= from - last == first;
	}
	if (n > ROWS_MOST + 1)
		return false;
	r->left = 0;
	r->right = r->width = n - 1;
	r->edges = begins_well(r, 0) && begins_well(r, last);
	return true;
}

/* What there is to know of the rectangle; false if a row is too long or has
 * nothing in it. */
static bool
measure(struct simple_rows *r)
{
	uint64_t ink = 0, all = 0, none = 0;
	size_t n, from = 0, last = 0;

	r->even = false;
	for (size_t y = 0; y < r->height; y++) {
		n = r->end[y] - from;
		ink = bits_at(r->ink, from) & (((uint64_t)1 << n % 64) - 1);
		if (ink == 0 || n > ROWS_MOST)
			return false;
		all |= ink;
		none |= ~ink >> (n - 1);
		last = from;
		from += n + 1;
	}
	r->left = (size_t)bits_low(all);
	r->right = (size_t)bits_high(all) + 1;
	r->width = r->right > r->width ? r->right : r->width;
	r->plain = r->plain && (none & 1) == 0;
	r->edges = begins_well(r, 0) && begins_well(r, last);
	return true;
}

const char *
rows_take(const char *p, const char *end, struct simple_rows *r)
{
	const char *behind = rows_bytes(p, end, r);

	if (behind == NULL)
		behind = rows_bytes_plain(p, end, r);
	if (behind == NULL || r->height == 0)
		return NULL;
	return (r->tight ? measure_ends(r) : measure(r)) ? behind : NULL;
}

bool
rows_sound(const struct simple_rows *r)
{
	return r->edges && r->height >= 3 && r->right >= r->left + 3 &&
	    r->players == 1 && r->boxes > 0 && r->boxes == r->goals;
}

const char *
rows_as_written_plain(const char *p, const char *end, size_t *height)
{
	struct simple_rows r;
	const char *behind = rows_take(p, end, &r);

	if (behind == NULL || behind == end || !rows_sound(&r) || !r.plain ||
	    r.left > 0)
		return NULL;
	*height = r.height;
	return behind;
}

bool
rows_fit(const struct sok_limits *l, size_t bytes)
{
	return l->v[SOK_LIMIT_SIDE] >= ROWS_MOST &&
	    l->v[SOK_LIMIT_SQUARES] >= ROWS_MOST * ROWS_MOST &&
	    l->v[SOK_LIMIT_LINE] >= bytes && l->v[SOK_LIMIT_TEXT] >= bytes &&
	    l->v[SOK_LIMIT_TITLE] >= bytes &&
	    l->v[SOK_LIMIT_COMMENT] >= bytes && l->v[SOK_LIMIT_MOVES] >= bytes;
}

_Static_assert(SOK_FLOOR == 0, "rows_fill_board_fast() fills with 0");

void
rows_fill_board_plain(const struct simple_rows *r, unsigned char *sq)
{
	const unsigned char *from = r->sq;
	size_t n;

	memset(sq, SOK_FLOOR, r->width * r->height);
	for (size_t y = 0; y < r->height; y++, sq += r->width) {
		n = (size_t)(r->sq + r->end[y] - from);
		memcpy(sq, from, n < r->width ? n : r->width);
		from += n + 1;
	}
}

#ifdef __x86_64__
const char *
rows_bytes(const char *p, const char *end, struct simple_rows *r)
{
	return cpu_has_avx2() ? rows_bytes_avx2(p, end, r)
	                      : rows_bytes_sse2(p, end, r);
}

const char *
rows_as_written(const char *p, const char *end, size_t *height)
{
	return cpu_has_avx2() ? rows_as_written_avx2(p, end, height)
	                      : rows_as_written_sse2(p, end, height);
}

void
rows_fill_board(const struct simple_rows *r, unsigned char *sq)
{
	if (cpu_has_avx2())
		rows_fill_board_avx2(r, sq);
	else
		rows_fill_board_sse2(r, sq);
}

const char *
rows_letters(const char *p)
{
	return cpu_has_avx2() ? rows_letters_avx2(p) : rows_letters_sse2(p);
}
#else
const char *
rows_bytes(const char *p, const char *end, struct simple_rows *r)
{
	return rows_bytes_plain(p, end, r);
}

const char *
rows_as_written(const char *p, const char *end, size_t *height)
{
	return rows_as_written_plain(p, end, height);
}

void
rows_fill_board(const struct simple_rows *r, unsigned char *sq)
{
	rows_fill_board_plain(r, sq);
}

const char *
rows_letters(const char *p)
{
	return rows_letters_plain(p);
}
#endif
