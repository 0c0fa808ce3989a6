/*
 * check_push.c - boxes that can never be moved, boxes that can never get to a
 * goal, goals that no box can ever get to.  All three are sound: what they
 * say holds for every way to play on, because each set is computed on a
 * board where more is possible than on the real one.
 *
 * The board is closed, so no square of the area lies on its edge and every
 * square beside the area that is not in it is a wall.
 */
#include "check/check.h"

/* A set that grows or shrinks, row by row, until no row changes or it holds
 * all that is wanted. */
struct flood {
	const struct sok_area *area;
	uint64_t *set;
	const uint64_t *want; /* or NULL */
	bool *waiting;        /* rows with a change in or beside them, */
	int low, high;        /* which all lie between these two */
};

/* What word i of row y becomes next to its neighbours as they are now. */
typedef uint64_t step_fn(const struct flood *f, int y, int i);

/* Word i of a row whose squares moved n to the right, to the left. */
static uint64_t
east(const uint64_t *row, int i, int n)
{
	return row[i] << n | (i > 0 ? row[i - 1] >> (64 - n) : 0);
}

static uint64_t
west(const struct flood *f, const uint64_t *row, int i, int n)
{
	return row[i] >> n |
	    (i + 1 < f->area->stride ? row[i + 1] << (64 - n) : 0);
}

static uint64_t *
row_of(const struct flood *f, uint64_t *set, int y)
{
	return set + (size_t)y * (size_t)f->area->stride;
}

static void
mark(struct flood *f, int y)
{
	if (y < 1 || y > f->area->height - 2)
		return;
	f->waiting[y] = true;
	if (y < f->low)
		f->low = y;
	if (y > f->high)
		f->high = y;
}

/* Step until the row has settled; whether it changed. */
static bool
change_row(struct flood *f, step_fn *step, int y)
{
	uint64_t *row = row_of(f, f->set, y), before;
	bool changed = false, again;
	int i;

	do {
		again = false;
		for (i = 0; i < f->area->stride; i++) {
			before = row[i];
			row[i] = step(f, y, i);
			again |= row[i] != before;
		}
		changed |= again;
	} while (again);
	return changed;
}

static void
visit(struct flood *f, step_fn *step, int y)
{
	if (!f->waiting[y])
		return;
	f->waiting[y] = false;
	if (!change_row(f, step, y))
		return;
	mark(f, y - 1);
	mark(f, y + 1);
}

static bool
has_all(const struct flood *f)
{
	size_t i, n = (size_t)f->area->height * (size_t)f->area->stride;

	if (f->want == NULL)
		return false;
	for (i = 0; i < n; i++)
		if (f->want[i] & ~f->set[i])
			return false;
	return true;
}

/* Down and up again through the rows that wait.  A row waits only when one
 * beside it changed, and a square changes once. */
static void
run(struct flood *f, step_fn *step)
{
	int y;

	f->low = f->area->height;
	f->high = 0;
	for (y = 1; y < f->area->height - 1; y++)
		mark(f, y);
	while (f->low <= f->high && !has_all(f)) {
		y = f->low;
		f->low = f->area->height;
		for (; y <= f->high; y++)
			visit(f, step, y);
		y = f->high;
		f->high = 0;
		for (; y >= f->low; y--)
			visit(f, step, y);
	}
}

/*
 * Frozen: the largest set of boxes each of which has on either axis a wall
 * or a box of the set beside it.  A push along an axis needs both squares
 * beside the box free, the player's and the box's next one.  Were a box of
 * the set ever pushed, take the first: all others still stand where they
 * stood, so one of the two squares is taken.  Hence none is ever pushed.
 */
static uint64_t
stay_frozen(const struct flood *f, int y, int i)
{
	const uint64_t *area = row_of(f, f->area->bits, y);
	const uint64_t *up = row_of(f, f->area->bits, y - 1);
	const uint64_t *down = row_of(f, f->area->bits, y + 1);
	const uint64_t *set = row_of(f, f->set, y);
	uint64_t sides, ends;

	sides = ~east(area, i, 1) | east(set, i, 1) | ~west(f, area, i, 1) |
	    west(f, set, i, 1);
	ends = ~up[i] | row_of(f, f->set, y - 1)[i] | ~down[i] |
	    row_of(f, f->set, y + 1)[i];
	return set[i] & sides & ends;
}

/*
 * Live: the squares from which a box alone on the board can be pushed to a
 * goal by a player who may be carried to any square of the area.  A box goes
 * from s to t only if the square on the other side of s is in the area too:
 * the player stood there.  Other boxes and the walk to that square can only
 * forbid pushes, so a box outside this set never reaches a goal.
 */
static uint64_t
pull(const struct flood *f, int y, int i)
{
	const uint64_t *area = row_of(f, f->area->bits, y);
	const uint64_t *up = row_of(f, f->area->bits, y - 1);
	const uint64_t *down = row_of(f, f->area->bits, y + 1);
	const uint64_t *set = row_of(f, f->set, y);
	uint64_t from;

	from = (west(f, set, i, 1) & east(area, i, 1)) |
	    (east(set, i, 1) & west(f, area, i, 1)) |
	    (row_of(f, f->set, y + 1)[i] & up[i]) |
	    (row_of(f, f->set, y - 1)[i] & down[i]);
	return set[i] | (from & area[i]);
}

/*
 * Warm: the squares to which some box, alone on the board, can be pushed by
 * such a player.  In a real game every box moves by a chain of these very
 * pushes, so no box ever stands outside this set.
 */
static uint64_t
push(const struct flood *f, int y, int i)
{
	const uint64_t *area = row_of(f, f->area->bits, y);
	const uint64_t *set = row_of(f, f->set, y);
	uint64_t to;

	to = (east(set, i, 1) & east(area, i, 2)) |
	    (west(f, set, i, 1) & west(f, area, i, 2));
	if (y >= 2)
		to |= row_of(f, f->set, y - 1)[i] &
		    row_of(f, f->area->bits, y - 2)[i];
	if (y + 2 < f->area->height)
		to |= row_of(f, f->set, y + 1)[i] &
		    row_of(f, f->area->bits, y + 2)[i];
	return set[i] | (to & area[i]);
}

/* What step makes of the part of a set that lies in the area. */
static uint64_t *
settle(
    struct check *c, const uint64_t *from, step_fn *step, const uint64_t *want)
{
	struct flood f = {.area = &c->area, .want = want};
	size_t i;

	f.set = sok_arena_alloc(c->a, c->words, sizeof(*f.set));
	f.waiting =
	    sok_arena_zalloc(c->a, (size_t)c->area.height, sizeof(*f.waiting));
	if (f.set == NULL || f.waiting == NULL)
		return NULL;
	for (i = 0; i < c->words; i++)
		f.set[i] = from[i] & c->area.bits[i];
	run(&f, step);
	return f.set;
}

int
check_push(struct check *c)
{
	uint64_t *want = sok_arena_alloc(c->a, c->words, sizeof(*want));
	uint64_t *goals = sok_arena_alloc(c->a, c->words, sizeof(*goals));
	uint64_t *frozen = settle(c, c->box, stay_frozen, NULL), *live, *warm;
	size_t i;

	if (want == NULL || goals == NULL || frozen == NULL)
		return -1;
	for (i = 0; i < c->words; i++) {
		frozen[i] &= ~c->goal[i];
		want[i] =
		    c->box[i] & c->area.bits[i] & ~c->goal[i] & ~frozen[i];
		goals[i] = c->goal[i] & c->area.bits[i];
	}
	live = settle(c, c->goal, pull, want);
	warm = settle(c, c->box, push, goals);
	if (live == NULL || warm == NULL)
		return -1;
	for (i = 0; i < c->words; i++) {
		want[i] &= ~live[i];
		goals[i] &= ~warm[i];
	}
	c->frozen = frozen;
	c->dead = want;
	c->unreachable = goals;
	return 0;
}
