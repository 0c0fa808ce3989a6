/*
 * simple_rows.c - the rows of boards that are plain to see: between the bytes
 * and simple.c.  simple_sse2.c does some of it faster.
 */
#include <string.h>

#include "simple_rows.h"

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

const char *
rows_bytes_plain(const char *p, const char *end, struct simple_rows *r)
{
	size_t i = 0, row = 0;

	r->height = r->players = r->boxes = r->goals = 0;
	r->plain = true;
	for (; i < ROWS_BYTES; i++) {
		unsigned char s;

		if (p + i == end)
			return p + i;
		s = sok_square[(unsigned char)p[i]];
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
		r->players += s >> 3;
		r->boxes += s >> 2 & 1;
		r->goals += s >> 1 & 1;
		r->plain = r->plain && p[i] != '-' && p[i] != '_';
	}
	return NULL;
}

/* Make room for a row of n squares that begins or ends with floor; false if it
 * has nothing else. */
static bool
extend(struct simple_rows *r, const char *p, const unsigned char *sq, size_t n)
{
	size_t left = 0, right = n, width = n;

	while (right > 0 && sq[right - 1] == SOK_FLOOR)
		right--;
	while (left < right && sq[left] == SOK_FLOOR)
		left++;
	while (width > 0 && p[width - 1] == ' ')
		width--;
	r->left = left < r->left ? left : r->left;
	r->right = right > r->right ? right : r->right;
	r->width = width > r->width ? width : r->width;
	r->plain = r->plain && width == n;
	return right > 0;
}

static bool
begins_well(const unsigned char *sq)
{
	while (*sq == SOK_FLOOR)
		sq++;
	return *sq == SOK_WALL || *sq == (SOK_BOX | SOK_GOAL);
}

/* What there is to know of the rectangle; false if a row is too long or has
 * nothing in it. */
static bool
measure(const char *p, struct simple_rows *r)
{
	size_t most = 0, longest = 0, from = 0, last = 0;

	r->left = ROWS_MOST;
	r->right = r->width = 0;
	for (size_t y = 0; y < r->height; y++) {
		const unsigned char *sq = r->sq + from;
		size_t n = r->end[y] - from;

		longest = n > longest ? n : longest;
		if (sq[0] != SOK_FLOOR && sq[n - 1] != SOK_FLOOR)
			most = n > most ? n : most;
		else if (!extend(r, p + from, sq, n))
			return false;
		last = from;
		from += n + 1;
	}
	r->left = most > 0 ? 0 : r->left;
	r->right = most > r->right ? most : r->right;
	r->width = most > r->width ? most : r->width;
	r->edges = begins_well(r->sq) && begins_well(r->sq + last);
	return longest <= ROWS_MOST;
}

const char *
rows_take(const char *p, const char *end, struct simple_rows *r)
{
	const char *behind = rows_bytes(p, end, r);

	if (behind == NULL)
		behind = rows_bytes_plain(p, end, r);
	return behind != NULL && r->height > 0 && measure(p, r) ? behind : NULL;
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

	if (behind == NULL || behind == end || *behind != '\n' ||
	    !rows_sound(&r) || !r.plain || r.left > 0)
		return NULL;
	*height = r.height;
	return behind;
}

void
rows_fill_board(const struct simple_rows *r, unsigned char *sq)
{
	const size_t step = 16, width = r->width;
	const unsigned char *from = r->sq, *end;

	for (size_t y = 0; y < r->height; y++, sq += width) {
		/* Whole steps, and the next row over what is too much. */
		for (size_t x = 0; x < width; x += step)
			memcpy(sq + x, from + x, step);
		end = r->sq + r->end[y];
		if (end < from + width)
			memset(sq + (end - from), SOK_FLOOR,
			    width - (size_t)(end - from));
		from = end + 1;
	}
}

#ifndef __SSE2__
const char *
rows_bytes(const char *p, const char *end, struct simple_rows *r)
{
	return rows_bytes_plain(p, end, r);
}

const char *
rows_letters(const char *p)
{
	return rows_letters_plain(p);
}

const char *
rows_as_written(const char *p, const char *end, size_t *height)
{
	return rows_as_written_plain(p, end, height);
}
#endif
