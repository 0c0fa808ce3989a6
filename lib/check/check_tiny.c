/*
 * check_tiny.c - what check_rows.h asks, of boards with walls all around that
 * leave no more than 8 rows and columns: those fit into one word, a byte per
 * row.
 */
#include "base/bits.h"
#include "check/check.h"

enum { SIDE = 8 };

/* Its first and its last column, and its first and its last row. */
#define WEST BITS_EVERY
#define EAST (BITS_EVERY << 7)
#define NORTH ((uint64_t)0xff)
#define SOUTH (NORTH << 56)

/* The squares within the outer walls; those missing are wall. */
struct view {
	uint64_t wall, goal, box, player;
};

static bool
all_wall(const unsigned char *row, int width)
{
	uint64_t both = bits_load(row) & bits_load(row + width - SIDE);

	return (both & BITS_EVERY) == BITS_EVERY;
}

/* The squares of rows y and y + 1 within the outer walls, from sq and from
 * `next` on. */
static inline void
look_at(
    struct view *v, int y, const unsigned char *sq, const unsigned char *next)
{
	v->wall |= bits_plane_two(sq, next, 0) << (SIDE * y);
	v->goal |= bits_plane_two(sq, next, 1) << (SIDE * y);
	v->box |= bits_plane_two(sq, next, 2) << (SIDE * y);
	v->player |= bits_plane_two(sq, next, 3) << (SIDE * y);
}

/* False if not all squares at the edge are wall. */
static bool
look(struct view *v, const unsigned char *sq, int width, int height, int stride)
{
	int rows = height - 2, y;
	const unsigned char *row = sq + stride, *next;
	unsigned sides = SOK_WALL;
	uint64_t inside = BITS_EVERY * bits_first((size_t)width - 2);

	if (rows < SIDE)
		inside &= ((uint64_t)1 << SIDE * rows) - 1;
	*v = (struct view){0, 0, 0, 0};
	for (y = 0; y < rows; y += 2, row = next + stride) {
		next = y + 1 < rows ? row + stride : row;
		sides &= row[0] & row[width - 1] & next[0] & next[width - 1];
		look_at(v, y, row + 1, next + 1);
	}
	v->wall |= ~inside;
	v->goal &= inside;
	v->box &= inside;
	v->player &= inside;
	row = sq + (height - 1) * stride;
	return sides != 0 && all_wall(sq, width) && all_wall(row, width);
}

/* Whether a box off goal may be in a set of boxes that block each other. */
static bool
may_freeze(const struct view *v)
{
	uint64_t set = v->box, was, solid;

	do {
		was = set;
		solid = v->wall | set;
		set &= (WEST | (solid & ~EAST) << 1 | EAST |
		           (solid & ~WEST) >> 1) &
		    (NORTH | solid << SIDE | SOUTH | solid >> SIDE);
		if ((set & ~v->goal) == 0)
			return false;
	} while (set != was);
	return true;
}

/* What lies n squares before and behind the squares of a set. */
static inline uint64_t
beside(uint64_t set, int n)
{
	return set << n | set >> n;
}

/*
 * The player reaches all boxes and goals; every box can be pushed to some
 * goal, some box to every goal.  across, along: where a box can be pushed
 * along a row, along a column; never at the edge.
 */
static bool
sound(const struct view *v)
{
	uint64_t free = ~v->wall, across, along;
	uint64_t walk = v->player, pull = v->goal, push = v->box;
	uint64_t walked, pulled, pushed, missing;
	int i;

	across = free & (free & ~EAST) << 1 & (free & ~WEST) >> 1;
	along = free & free << SIDE & free >> SIDE;
	do {
		walked = walk;
		pulled = pull;
		pushed = push;
		for (i = 0; i < 2; i++) {
			walk |=
			    ((walk & ~EAST) << 1 | (walk & ~WEST) >> 1) & free;
			walk |= beside(walk, SIDE) & free;
			pull |= beside(pull, 1) & across;
			pull |= beside(pull, SIDE) & along;
			push |= beside(push & across, 1);
			push |= beside(push & along, SIDE);
		}
		missing = ((v->box | v->goal) & ~walk) | (v->box & ~pull) |
		    (v->goal & ~push);
	} while (missing != 0 &&
	    ((walk ^ walked) | (pull ^ pulled) | (push ^ pushed)) != 0);
	return missing == 0;
}

int
check_tiny(const unsigned char *sq, int width, int height, int stride)
{
	struct view v;

	if (!look(&v, sq, width, height, stride))
		return -1;
	return (v.box & ~v.goal) != 0 && !may_freeze(&v) && sound(&v);
}
