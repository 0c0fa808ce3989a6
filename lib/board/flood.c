/* flood.c - sets of squares that grow by steps until they are whole: where
 * players can go, and all that the checks ask of boxes. */
#include <string.h>

#include "board/flood.h"
#include "board/steps.h"

/* Two words, which the processor may treat as one. */
typedef uint64_t pair __attribute__((vector_size(16), may_alias));

#define INLINE __attribute__((always_inline)) static inline

/* Boards of so many pairs are looked at as a whole, again and again; of larger
 * ones only the pairs beside one that has changed. */
enum { SMALL = 16 };

/* What is known of a flood when it is compiled: */
enum {
	SQUARES = 1, /* two axes, the first of which goes by single squares */
	NEAR = 2,    /* no step goes further than to the next pair */
	ALONE = 4    /* there is one pair */
};

/* A rule for pair i of a set, v: what it becomes.  `to` is the set of squares
 * that may join, if the rule needs one. */
typedef pair rule_fn(const struct flood *f, pair v, const pair *set, size_t i,
    const pair *to, int known);

/* ---- the rules */

#define PAIR(set, i) (((const pair *)(const void *)(set))[i])

/* The squares n further on or back of a pair and its neighbour. */
#define AHEAD(one, before, n) \
	((one) << (n) | (pair){(before)[1], (one)[0]} >> (64 - (n)))
#define BACK(one, behind, n) \
	((one) >> (n) | (pair){(one)[1], (behind)[0]} << (64 - (n)))

/* The squares that a step along an axis leads to: ahead, back. */
INLINE void
step(const struct flood_axis *axis, int n, pair v, const pair *set, size_t i,
    int known, pair to[2])
{
	const pair none = {0, 0}, *s = set + i, *t = s;

	if (!(known & NEAR)) {
		s -= axis->far;
		t += axis->far;
	}
	to[0] = AHEAD(known & NEAR ? v : s[0], known & ALONE ? none : s[-1], n);
	to[1] = BACK(known & NEAR ? v : t[0], known & ALONE ? none : t[1], n);
}

/* Runs along the row fill up at once: ahead by the carry of an addition, back
 * for four squares. */
INLINE pair
fill(pair v, const pair to[2], pair ahead, pair back, bool runs)
{
	pair new = to[0] & ahead;

	if (runs)
		new |= ahead & ~(ahead + new);
	v |= new;
	new = to[1] & back;
	if (runs) {
		new |= new >> 1 & back;
		new |= new >> 2 & back &back >> 1;
	}
	return v | new;
}

INLINE pair
grow(const struct flood *f, pair v, const pair *set, size_t i, const pair *none,
    int known)
{
	const struct flood_axis *axis;
	pair to[2];

	(void)none;
	for (int k = known & SQUARES ? 1 : f->naxes - 1; k > 0; k--) {
		axis = &f->axis[k];
		step(axis, axis->shift, v, set, i, known, to);
		v |= (to[0] & PAIR(axis->ahead, i)) |
		    (to[1] & PAIR(axis->back, i));
	}
	axis = f->axis;
	step(axis, known & SQUARES ? 1 : axis->shift, v, set, i, known | NEAR,
	    to);
	return fill(
	    v, to, PAIR(axis->ahead, i), PAIR(axis->back, i), known & SQUARES);
}

/* The cells between two of the set, on any grid: of a triangle's three
 * neighbours any two are. */
INLINE pair
release_cells(const struct flood *f, pair v, const pair *set, size_t i)
{
	const struct flood_axis *axis;
	pair new = {0, 0}, beside = {0, 0}, to[2];

	for (int k = 0; k < f->naxes; k++) {
		axis = &f->axis[k];
		step(axis, axis->shift, v, set, i, 0, to);
		to[0] &= PAIR(axis->ahead, i);
		to[1] &= PAIR(axis->back, i);
		new |= (to[0] & to[1]) | (beside & (to[0] | to[1]));
		if (f->triangles)
			beside = to[0] | to[1];
	}
	return new;
}

INLINE pair
release(const struct flood *f, pair v, const pair *set, size_t i,
    const pair *some, int known)
{
	pair new = {0, 0}, to[2];

	if (!(known & SQUARES))
		return v | (release_cells(f, v, set, i) & some[i]);
	for (int k = 0; k < 2; k++) {
		step(&f->axis[k], f->axis[k].shift, v, set, i, known, to);
		new |= to[0] & to[1];
	}
	return v | (new &some[i]);
}

/* ---- applying them */

INLINE bool
same(pair v, pair w)
{
	v ^= w;
	return (v[0] | v[1]) == 0;
}

/* Pairs that wait because a pair beside them has changed. */
struct queue {
	uint32_t *at;
	unsigned char *waits;
	size_t n;
	ptrdiff_t beside[4 * FLOOD_AXES];
	int nbeside;
};

static void
add_beside(struct queue *q, size_t distance)
{
	ptrdiff_t d = (ptrdiff_t)distance;

	for (int i = 0; i < q->nbeside; i++)
		if (q->beside[i] == d)
			return;
	q->beside[q->nbeside++] = d;
	q->beside[q->nbeside++] = -d;
}

static int
queue_init(
    struct queue *q, const struct flood *f, size_t n, struct sok_arena *a)
{
	q->n = 0;
	q->nbeside = 0;
	add_beside(q, 1);
	for (int i = 0; i < f->naxes; i++) {
		if (f->axis[i].far > 0)
			add_beside(q, f->axis[i].far);
		add_beside(q, f->axis[i].far + 1);
	}
	q->at = sok_arena_alloc(a, n, sizeof(*q->at));
	q->waits = sok_arena_zalloc(a, n, 1);
	return q->at != NULL && q->waits != NULL ? 0 : -1;
}

static void
wait_for(struct queue *q, size_t i)
{
	if (q->waits[i])
		return;
	q->waits[i] = 1;
	q->at[q->n++] = (uint32_t)i;
}

static void
wait_beside(struct queue *q, size_t i, size_t n)
{
	for (int k = 0; k < q->nbeside; k++)
		if (i + (size_t)q->beside[k] < n)
			wait_for(q, i + (size_t)q->beside[k]);
}

/* Until nothing changes; whether something did. */
INLINE bool
settle_pair(const struct flood *f, pair *set, size_t i, const pair *to,
    int known, rule_fn *rule)
{
	pair v = set[i], was, first = v;

	do {
		was = v;
		v = rule(f, v, set, i, to, known);
		set[i] = v; /* where steps of whole pairs look for it */
	} while (!same(v, was));
	return !same(v, first);
}

INLINE int
settle_large(const struct flood *f, pair *set, size_t n, const pair *to,
    struct sok_arena *a, int known, rule_fn *rule)
{
	struct queue q;
	size_t i;

	if (queue_init(&q, f, n, a) == -1)
		return -1;
	for (i = n; i-- > 0;)
		if (set[i][0] | set[i][1]) {
			wait_beside(&q, i, n);
			wait_for(&q, i);
		}
	while (q.n > 0) {
		i = q.at[--q.n];
		q.waits[i] = 0;
		if (settle_pair(f, set, i, to, known, rule))
			wait_beside(&q, i, n);
	}
	return 0;
}

/* Whether a set holds all of another one. */
INLINE bool
holds(const pair *set, const uint64_t *want, size_t n)
{
	pair left = {0, 0};

	for (size_t i = 0; i < n; i++)
		left |= PAIR(want, i) & ~set[i];
	return (left[0] | left[1]) == 0;
}

INLINE void
settle_small(const struct flood *f, pair *set, size_t n, const pair *to,
    const uint64_t *want, int known, rule_fn *rule)
{
	pair v, changed;
	size_t i;

	do {
		changed = (pair){0, 0};
		for (i = 0; i < 2 * n; i++) {
			size_t at = i < n ? i : 2 * n - 1 - i;

			v = rule(f, set[at], set, at, to, known);
			changed |= v ^ set[at];
			set[at] = v;
		}
	} while ((changed[0] | changed[1]) != 0 &&
	    (want == NULL || !holds(set, want, n)));
}

INLINE void
settle_one(const struct flood *f, pair *set, const pair *to,
    const uint64_t *want, int known, rule_fn *rule)
{
	pair v = *set, was;

	do {
		was = v;
		v = rule(f, v, set, 0, to, known);
		v = rule(f, v, set, 0, to, known);
	} while (!same(v, was) && (want == NULL || !holds(&v, want, 1)));
	*set = v;
}

INLINE int
settle(const struct flood *f, uint64_t *words, const uint64_t *some,
    const uint64_t *want, struct sok_arena *a, rule_fn *rule)
{
	pair *set = (pair *)(void *)words;
	const pair *to = (const pair *)(const void *)some;
	size_t n = f->board->words / 2;

	if (!f->squares)
		return settle_large(f, set, n, to, a, 0, rule);
	if (n == 1)
		settle_one(f, set, to, want, SQUARES | NEAR | ALONE, rule);
	else if (n <= SMALL && f->board->far == 0)
		settle_small(f, set, n, to, want, SQUARES | NEAR, rule);
	else
		return settle_large(f, set, n, to, a, SQUARES, rule);
	return 0;
}

int
flood_grow(const struct flood *f, uint64_t *set, const uint64_t *want,
    struct sok_arena *a)
{
	return settle(f, set, NULL, want, a, grow);
}

int
flood_release(const struct flood *f, uint64_t *set, const uint64_t *some,
    const uint64_t *want, struct sok_arena *a)
{
	return settle(f, set, some, want, a, release);
}

/* The open cells to which a step of a grid leads, in all or one of its two
 * directions: from cells of some kinds. */
static const uint64_t *
arrivals(
    struct bitboard *b, const uint64_t *open, const struct steps_neighbour *n)
{
	bool turns = steps_kind(n->dx, n->dy) != 0;
	unsigned kinds = n->kinds;
	uint64_t *set;

	if (turns)
		kinds = (kinds >> 1 & 1) | (kinds << 1 & 2);
	set = bitboard_cells(b, kinds, -n->dx, -n->dy, false);
	for (size_t i = 0; i < b->words; i++)
		set[i] &= open[i];
	return set;
}

/* Neighbours come in pairs that are opposite to each other; those in the row
 * become the first axis. */
static void
walk_grid(struct flood *f, struct bitboard *b, const uint64_t *open)
{
	const struct steps *s = &steps_table[b->grid];
	const struct steps_neighbour *back, *ahead;
	struct flood_axis axis;
	size_t distance;

	f->naxes = 0;
	for (int n = 0; n < s->nneighbours; n += 2) {
		back = &s->neighbour[n];
		ahead = &s->neighbour[n + 1];
		if (ahead->dy < 0) {
			ahead = back;
			back = &s->neighbour[n + 1];
		}
		distance = (size_t)ahead->dx + (size_t)ahead->dy * b->pitch;
		axis =
		    (struct flood_axis){distance / 128, (int)(distance % 128),
		        arrivals(b, open, ahead), arrivals(b, open, back)};
		f->axis[f->naxes++] = axis;
		if (ahead->dy == 0) {
			f->axis[f->naxes - 1] = f->axis[0];
			f->axis[0] = axis;
		}
	}
}

void
flood_walk(struct flood *f, struct bitboard *b, const uint64_t *open)
{
	uint64_t *ahead, *back;

	f->board = b;
	f->triangles = b->grid == SOK_TRIANGLES;
	f->squares = b->grid == SOK_SQUARES;
	if (!f->squares) {
		walk_grid(f, b, open);
		return;
	}
	f->naxes = 2;
	f->axis[0] = (struct flood_axis){0, 1, open, open};
	f->axis[1] = (struct flood_axis){b->far, b->shift, open, open};
	if (b->walled || b->width == 0 || b->height == 0)
		return;
	f->axis[0].ahead = ahead = bitboard_set(b);
	f->axis[0].back = back = bitboard_set(b);
	for (size_t i = 0; i < b->words; i++) {
		ahead[i] = open[i] & ~b->first[i];
		back[i] = open[i] & ~b->last[i];
	}
}

/* The pushes along one axis. */
static void
find_pushes(struct bitboard *b, const struct flood_axis *axis,
    struct flood_axis *pull, struct flood_axis *push)
{
	size_t n = b->words / 2, i, far = axis->far;
	uint64_t *from = bitboard_set(b), *ahead = bitboard_set(b);
	uint64_t *back = bitboard_set(b);
	const pair *open = &PAIR(b->open, 0);
	pair *middle = (pair *)(void *)from;
	int by = axis->shift;

	for (i = 0; i < n; i++, open++)
		middle[i] = *open & AHEAD(open[-far], open[-far - 1], by) &
		    BACK(open[far], open[far + 1], by);
	for (i = 0; i < n; i++, middle++) {
		((pair *)(void *)ahead)[i] =
		    AHEAD(middle[-far], middle[-far - 1], by);
		((pair *)(void *)back)[i] =
		    BACK(middle[far], middle[far + 1], by);
	}
	*pull = (struct flood_axis){far, by, from, from};
	*push = (struct flood_axis){far, by, ahead, back};
}

/* Cells that the pushes of a grid are made from. */
struct push_sets {
	uint64_t *kind[2], *to, *behind;
};

/* Add the cells whose boxes some letter moves by (dx, dy). */
static void
add_pushes(struct bitboard *b, const struct push_sets *p, uint64_t *from,
    int dx, int dy)
{
	const struct steps *s = &steps_table[b->grid];
	const signed char *step, *back;

	for (int k = 0; k < 2; k++)
		for (int n = 0; n < s->nletters; n++) {
			step = s->step[k][n];
			back = s->step[k][n ^ 1];
			if (step[0] != dx || step[1] != dy)
				continue;
			bitboard_shift(b, p->to, b->open, dx, dy);
			bitboard_shift(b, p->behind, b->open, back[0], back[1]);
			for (size_t i = 0; i < b->words; i++)
				from[i] |= b->open[i] & p->kind[k][i] &
				    p->to[i] & p->behind[i];
		}
}

/* The pushes along one axis of a grid: they may end on another one than they
 * begin on. */
static void
find_grid_pushes(struct bitboard *b, const struct push_sets *p,
    const struct flood_axis *axis, struct flood_axis *pull,
    struct flood_axis *push)
{
	size_t distance = axis->far * 128 + (size_t)axis->shift;
	int dy = distance > b->pitch / 2, dx;
	uint64_t *from[2] = {bitboard_set(b), bitboard_set(b)};
	uint64_t *to[2] = {bitboard_set(b), bitboard_set(b)};

	dx = (int)distance - dy * (int)b->pitch;
	add_pushes(b, p, from[0], dx, dy);
	add_pushes(b, p, from[1], -dx, -dy);
	bitboard_shift(b, to[0], from[0], -dx, -dy);
	bitboard_shift(b, to[1], from[1], dx, dy);
	*pull = (struct flood_axis){axis->far, axis->shift, from[1], from[0]};
	*push = (struct flood_axis){axis->far, axis->shift, to[0], to[1]};
}

static void
grid_pushes(struct bitboard *b, const struct flood *walk, struct flood *pull,
    struct flood *push)
{
	struct push_sets p = {{bitboard_cells(b, 1, 0, 0, false),
	                          bitboard_cells(b, 2, 0, 0, false)},
	    bitboard_set(b), bitboard_set(b)};

	for (int i = 0; i < walk->naxes; i++)
		find_grid_pushes(
		    b, &p, &walk->axis[i], &pull->axis[i], &push->axis[i]);
}

void
flood_pushes(struct bitboard *b, const struct flood *walk, struct flood *pull,
    struct flood *push)
{
	pull->board = push->board = b;
	pull->naxes = push->naxes = walk->naxes;
	pull->squares = push->squares = walk->squares;
	if (!walk->squares) {
		grid_pushes(b, walk, pull, push);
		return;
	}
	for (int i = 0; i < walk->naxes; i++)
		find_pushes(b, &walk->axis[i], &pull->axis[i], &push->axis[i]);
}

/* ---- players */

/* A flood over what is open from some squares of it. */
static uint64_t *
reach(struct bitboard *b, const uint64_t *open, const uint64_t *from,
    struct sok_arena *a)
{
	struct flood f;
	uint64_t *set = bitboard_set(b);

	flood_walk(&f, b, open);
	for (size_t i = 0; i < b->words; i++)
		set[i] = from[i] & open[i];
	return flood_grow(&f, set, NULL, a) == 0 ? set : NULL;
}

/* The squares that hold no box. */
static uint64_t *
without_boxes(struct bitboard *b)
{
	uint64_t *set = bitboard_set(b);

	for (size_t i = 0; i < b->words; i++)
		set[i] = b->open[i] & ~b->box[i];
	return set;
}

static int
flood(const struct sok_board *board, bool boxes, long square,
    struct sok_area *area, struct sok_arena *a)
{
	struct bitboard b;
	uint64_t *set;

	if (bitboard_load(&b, board, 7, a) == -1)
		return -1;
	set = b.player;
	if (square != -1) {
		set = bitboard_set(&b);
		if (square >= 0 && (size_t)square < sok_board_size(board))
			bitboard_put(&b, set, (int)(square % board->width),
			    (int)(square / board->width));
	}
	set = reach(&b, boxes ? without_boxes(&b) : b.open, set, a);
	return set == NULL ? -1 : bitboard_area(&b, set, area, a);
}

int
sok_board_flood(const struct sok_board *b, bool boxes, struct sok_area *area,
    struct sok_arena *a)
{
	return flood(b, boxes, -1, area, a);
}

int
flood_from(const struct sok_board *b, long square, bool boxes,
    struct sok_area *area, struct sok_arena *a)
{
	return flood(b, boxes, square, area, a);
}

/* ---- what is reached */

int
sok_board_closed(
    const struct sok_board *board, int *x, int *y, struct sok_arena *scratch)
{
	struct bitboard b;
	uint64_t *set;

	if (board->players == 0 || sok_board_size(board) == 0 ||
	    bitboard_is_walled(board))
		return 1;
	if (bitboard_load(&b, board, 4, scratch) == -1)
		return -1;
	set = reach(&b, b.open, b.player, scratch);
	return set == NULL ? -1 : !bitboard_at_edge(&b, set, x, y);
}

bool
flood_box(const struct sok_area *area, struct flood_box *box)
{
	const uint64_t *row = area->bits;
	int x, y, low, high;

	*box = (struct flood_box){area->width, -1, -1, -1};
	for (y = 0; y < area->height; y++, row += area->stride)
		for (x = 0; x < area->stride; x++) {
			if (!row[x])
				continue;
			low = x * 64 + bits_low(row[x]);
			high = x * 64 + bits_high(row[x]);
			box->left = low < box->left ? low : box->left;
			box->right = high > box->right ? high : box->right;
			box->top = box->top < 0 ? y : box->top;
			box->bottom = y;
		}
	return box->left > 0 && box->top > 0 && box->right < area->width - 1 &&
	    box->bottom < area->height - 1;
}

int
flood_both(const struct sok_board *board, struct sok_area *inside,
    struct sok_area *walk, struct flood_box *box, struct sok_arena *a)
{
	struct bitboard b;
	uint64_t *set;

	if (bitboard_load(&b, board, 7, a) == -1)
		return -1;
	set = reach(&b, b.open, b.player, a);
	if (set == NULL || bitboard_area(&b, set, inside, a) == -1)
		return -1;
	if (!flood_box(inside, box))
		return 0;
	set = reach(&b, without_boxes(&b), b.player, a);
	if (set == NULL || bitboard_area(&b, set, walk, a) == -1)
		return -1;
	return 1;
}
