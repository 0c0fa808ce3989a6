/* limits.c - the limits against hostile input: defaults, maxima, names. */
#include "base/base.h"

#define KI ((size_t)1 << 10)
#define MI ((size_t)1 << 20)
#define GI ((size_t)1 << 30)
/* 1 TiB, or as much as can be counted; and 4 GiB, or half of that. */
#define ONE_TI (SIZE_MAX / GI >= 1024 ? 1024 * GI : SIZE_MAX)
#define FOUR_GI (SIZE_MAX / GI >= 4 ? 4 * GI : SIZE_MAX / 2)

/* The limits with their names, default values and maxima.  The maxima follow
 * from the types that count: int for squares, 21 bits for the squares of a row,
 * 32 bits for offsets in a line, 255 entries for stacks. */
#define LIMITS(X) \
	X(SIDE, "side", 4096, MI) \
	X(SQUARES, "squares", 1000000, 256 * MI) \
	X(LINE, "line", 64 * MI, GI) \
	X(TEXT, "text", 64 * MI, GI) \
	X(TITLE, "title", 64 * KI, GI) \
	X(COMMENT, "comment", MI, GI) \
	X(MOVES, "moves", 16 * MI, GI) \
	X(DIGITS, "digits", 7, 9) \
	X(NESTING, "nesting", 16, 255) \
	X(DEPTH, "depth", 16, 255) \
	X(ATTRIBUTES, "attributes", 64, 65535) \
	X(FORK, "fork", 64 * MI, GI) \
	X(EXPAND, "expand", FOUR_GI, ONE_TI)

#define NAME(id, name, value, highest) [SOK_LIMIT_##id] = (name),
#define VALUE(id, name, value, highest) [SOK_LIMIT_##id] = (value),
#define HIGHEST(id, name, value, highest) [SOK_LIMIT_##id] = (highest),

const char *const sok_limit_name[SOK_LIMITS_ROOM] = {LIMITS(NAME)};
_Static_assert(SOK_LIMIT_EXPAND + 1 == SOK_NLIMITS,
    "the number of limits is kept by hand");
const struct sok_limits sok_default_limits = {{LIMITS(VALUE)}};
const struct sok_limits sok_highest_limits = {{LIMITS(HIGHEST)}};

const char *
sok_limit_board(const struct sok_limits *limits, size_t width, size_t height)
{
	const size_t *most = limits->v;

	if (width > most[SOK_LIMIT_SIDE] || height > most[SOK_LIMIT_SIDE])
		return sok_limit_name[SOK_LIMIT_SIDE];
	if (height > most[SOK_LIMIT_SQUARES] / width)
		return sok_limit_name[SOK_LIMIT_SQUARES];
	return NULL;
}
