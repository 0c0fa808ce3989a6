/*
 * limits.c - the safety limits: what a reader believes of hostile input, how
 * far --limit may raise it, and the names --limit knows.
 */
#include "sok.h"

const struct sok_limits sok_default_limits = {{
    [SOK_LIMIT_SIDE] = 4096,
    [SOK_LIMIT_SQUARES] = 1000000,
    [SOK_LIMIT_LINE] = (size_t)64 << 20,
    [SOK_LIMIT_TEXT] = (size_t)64 << 20,
    [SOK_LIMIT_TITLE] = (size_t)64 << 10,
    [SOK_LIMIT_COMMENT] = (size_t)1 << 20,
    [SOK_LIMIT_MOVES] = (size_t)16 << 20,
    [SOK_LIMIT_DIGITS] = 7,
    [SOK_LIMIT_NESTING] = 16,
    [SOK_LIMIT_DEPTH] = 16,
    [SOK_LIMIT_ATTRIBUTES] = 64,
    [SOK_LIMIT_FORK] = (size_t)64 << 20,
}};

/* Bounded by what the model counts in: int for squares, 21 bits for those of a
 * row, 32 for offsets in a line, 255 entries for stacks. */
const struct sok_limits sok_highest_limits = {{
    [SOK_LIMIT_SIDE] = (size_t)1 << 20,
    [SOK_LIMIT_SQUARES] = (size_t)1 << 28,
    [SOK_LIMIT_LINE] = (size_t)1 << 30,
    [SOK_LIMIT_TEXT] = (size_t)1 << 30,
    [SOK_LIMIT_TITLE] = (size_t)1 << 30,
    [SOK_LIMIT_COMMENT] = (size_t)1 << 30,
    [SOK_LIMIT_MOVES] = (size_t)1 << 30,
    [SOK_LIMIT_DIGITS] = 9,
    [SOK_LIMIT_NESTING] = 255,
    [SOK_LIMIT_DEPTH] = 255,
    [SOK_LIMIT_ATTRIBUTES] = 65535,
    [SOK_LIMIT_FORK] = (size_t)1 << 30,
}};

const char *const sok_limit_name[SOK_NLIMITS] = {
    [SOK_LIMIT_SIDE] = "side",
    [SOK_LIMIT_SQUARES] = "squares",
    [SOK_LIMIT_LINE] = "line",
    [SOK_LIMIT_TEXT] = "text",
    [SOK_LIMIT_TITLE] = "title",
    [SOK_LIMIT_COMMENT] = "comment",
    [SOK_LIMIT_MOVES] = "moves",
    [SOK_LIMIT_DIGITS] = "digits",
    [SOK_LIMIT_NESTING] = "nesting",
    [SOK_LIMIT_DEPTH] = "depth",
    [SOK_LIMIT_ATTRIBUTES] = "attributes",
    [SOK_LIMIT_FORK] = "fork",
};

const char *
sok_limit_board(const struct sok_limits *l, size_t width, size_t height)
{
	const size_t *most = l->v;

	if (width > most[SOK_LIMIT_SIDE] || height > most[SOK_LIMIT_SIDE])
		return sok_limit_name[SOK_LIMIT_SIDE];
	if (height > most[SOK_LIMIT_SQUARES] / width)
		return sok_limit_name[SOK_LIMIT_SQUARES];
	return NULL;
}
