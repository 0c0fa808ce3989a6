/*
 * write_pusher.c - maps with `X` for walls: a line of stars, what is known of
 * the map, and the map.
 */
#include <string.h>

#include "key.h"
#include "writer.h"

static const char glyph[SOK_NSQUARES] = {[SOK_FLOOR] = ' ',
    [SOK_WALL] = 'X',
    [SOK_GOAL] = '.',
    [SOK_BOX] = '*',
    [SOK_BOX | SOK_GOAL] = '&',
    [SOK_PLAYER] = '@'};

static bool
all_glyphs(const struct sok_board *b)
{
	size_t n = (size_t)b->width * (size_t)b->height;

	for (size_t i = 0; i < n; i++)
		if (glyph[b->sq[i]] == 0)
			return false;
	return true;
}

static bool
is_empty(const struct sok_board *b, int y, int width)
{
	const unsigned char *sq = b->sq + (size_t)y * (size_t)b->width;

	for (int x = 0; x < width; x++)
		if (sq[x] != SOK_FLOOR)
			return false;
	return true;
}
