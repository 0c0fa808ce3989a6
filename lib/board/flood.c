/*
 * flood.c - computes sets of squares by repeated steps: the area of the
 * players, and the sets that the checks of boxes need.
 */
#include "board/flood.h"
#include "board/flood_grid.h"
#include "tools.h"

#define INLINE __attribute__((always_inline)) static inline

/* Sets of up to so many parts of 128 squares are gone through as a whole, again
 * and again; of larger ones only the parts beside one that has changed. */
enum { SMALL = 16 };

/* What is known of a flood when it is compiled: */
enum {
	SINGLE = 1, /* two axes, the first of which goes by single squares */
	NEAR = 2,   /* no step goes further than to the next part */
	ALONE = 4   /* there is one part */
};

/* A rule for part i of a set, v: what it becomes.  `to` is the set of squares
 * that may join, if the rule needs one. */
typedef squares rule_fn(const struct flood *f, squares v, const squares *set,
    size_t i, const squares *to, int known);

/* ---- the rules */

/* The squares n further on or back, of a part and its neighbour. */
#define AHEAD(one, before, n) \
	((one) << (n) | (squares){(before)[1], (one)[0]} >> (64 - (n)))
#define BACK(one, behind, n) \
	((one) >> (n) | (squares){(one)[1], (behind)[0]} << (64 - (n)))

/* The squares that a step along an axis leads to: ahead, back. */
INLINE void
step(const struct flood_axis *axis, int n, squares v, const squares *set,
    size_t i, int known, squares to[2])
{
	const squares none = {0, 0}, *s = set + i, *t = s;

	if (!(known & NEAR)) {
		s -= axis->far;
		t += axis->far;
	}
	to[0] = AHEAD(known & NEAR ? v : s[0], known & ALONE ? none : s[-1], n);
	to[1] = BACK(known & NEAR ? v : t[0], known & ALONE ? none : t[1], n);
}

/* Runs along the row fill up at once: ahead by the carry of an addition, back
 * for four squares. */
INLINE squares
fill(squares v, const squares to[2], squares ahead, squares back, bool runs)
{
	squares new = to[0] & ahead;

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

INLINE squares
grow(const struct flood *f, squares v, const squares *set, size_t i,
    const squares *none, int known)
{
	const struct flood_axis *axis;
	squares to[2];

	(void)none;
	for (int k = known & SINGLE ? 1 : f->naxes - 1; k > 0; k--) {
		axis = &f->axis[k];
		step(axis, axis->shift, v, set, i, known, to);
		v |= (to[0] & axis->ahead[i]) | (to[1] & axis->back[i]);
	}
	axis = f->axis;
	step(axis, known & SINGLE ? 1 : axis->shift, v, set, i, known | NEAR,
	    to);
	return fill(v, to, axis->ahead[i], axis->back[i], known & SINGLE);
}

/* The cells between two of the set, on any grid: of a triangle's three
 * neighbours any two are. */
INLINE squares
release_cells(const struct flood *f, squares v, const squares *set, size_t i)
{
	const struct flood_axis *axis;
	squares new = {0, 0}, beside = {0, 0}, to[2];

	for (int k = 0; k < f->naxes; k++) {
		axis = &f->axis[k];
		step(axis, axis->shift, v, set, i, 0, to);
		to[0] &= axis->ahead[i];
		to[1] &= axis->back[i];
		new |= (to[0] & to[1]) | (beside & (to[0] | to[1]));
		if (f->triangles)
			beside = to[0] | to[1];
	}
	return new;
}

INLINE squares
release(const struct flood *f, squares v, const squares *set, size_t i,
    const squares *some, int known)
{
	squares new = {0, 0}, to[2];

	if (!(known & SINGLE))
		return v | (release_cells(f, v, set, i) & some[i]);
	for (int k = 0; k < 2; k++) {
		step(&f->axis[k], f->axis[k].shift, v, set, i, known, to);
		new |= to[0] & to[1];
	}
	return v | (new &some[i]);
}

/* ---- applying them */

INLINE bool
any(squares v)
{
	return (v[0] | v[1]) != 0;
}

/* Parts that wait because a part beside them has changed. */
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
settle_part(const struct flood *f, squares *set, size_t i, const squares *to,
    int known, rule_fn *rule)
{
	squares v = set[i], was, first = v;

	do {
		was = v;
		v = rule(f, v, set, i, to, known);
		set[i] = v; /* where steps of whole parts look for it */
	} while (any(v ^ was));
	return any(v ^ first);
}

INLINE int
settle_large(const struct flood *f, squares *set, size_t n, const squares *to,
    struct sok_arena *a, int known, rule_fn *rule)
{
	struct queue q;
	size_t i;

	if (queue_init(&q, f, n, a) == -1)
		return -1;
	for (i = n; i-- > 0;)
		if (any(set[i])) {
			wait_beside(&q, i, n);
			wait_for(&q, i);
		}
	while (q.n > 0) {
		i = q.at[--q.n];
		q.waits[i] = 0;
		if (settle_part(f, set, i, to, known, rule))
			wait_beside(&q, i, n);
	}
	return 0;
}

/* What changes. */
INLINE squares
apply(const struct flood *f, squares *set, size_t i, const squares *to,
    int known, rule_fn *rule)
{
	squares was = set[i];

	set[i] = rule(f, was, set, i, to, known);
	return set[i] ^ was;
}

/* Sweep over the parts, on and back, until nothing changes or all is held. */
INLINE void
settle_small(const struct flood_growth *g, int k, size_t n, const squares *to,
    int known, rule_fn *rule)
{
	struct flood_growth all[FLOOD_GROWTHS];
	struct flood f[FLOOD_GROWTHS];
	squares changed, left;
	size_t i;

	/* Copies that no square can overwrite stay in registers. */
	for (int j = 0; j < k; j++) {
		all[j] = g[j];
		f[j] = *g[j].f;
	}
	do {
		changed = left = (squares){0, 0};
		for (i = 0; i < n; i++)
			for (int j = 0; j < k; j++)
				changed |= apply(
				    &f[j], all[j].set, i, to, known, rule);
		while (i-- > 0)
			for (int j = 0; j < k; j++) {
				changed |= apply(
				    &f[j], all[j].set, i, to, known, rule);
				left |= all[j].want[i] & ~all[j].set[i];
			}
	} while (any(left) && any(changed));
}

INLINE void
settle_one(const struct flood_growth *g, int k, const squares *to, int known,
    rule_fn *rule)
{
	squares v[FLOOD_GROWTHS], was, changed, left;

	for (int j = 0; j < k; j++)
		v[j] = *g[j].set;
	do {
		changed = left = (squares){0, 0};
		for (int j = 0; j < k; j++) {
			was = v[j];
			v[j] = rule(g[j].f, v[j], g[j].set, 0, to, known);
			v[j] = rule(g[j].f, v[j], g[j].set, 0, to, known);
			changed |= v[j] ^ was;
			left |= *g[j].want & ~v[j];
		}
	} while (any(left) && any(changed));
	for (int j = 0; j < k; j++)
		*g[j].set = v[j];
}

/* Small sets side by side: the processor works on one while another waits. */
INLINE int
settle(const struct flood_growth *g, int k, const squares *to,
    struct sok_arena *a, rule_fn *rule)
{
	const struct flood *f = g->f;
	size_t n = f->board->n;
	int r = 0;

	if (f->single && n == 1)
		settle_one(g, k, to, SINGLE | NEAR | ALONE, rule);
	else if (f->single && n <= SMALL && f->board->far == 0)
		settle_small(g, k, n, to, SINGLE | NEAR, rule);
	else
		for (int j = 0; j < k && r == 0; j++)
			r = g[j].f->single
			    ? settle_large(
			          g[j].f, g[j].set, n, to, a, SINGLE, rule)
			    : settle_large(g[j].f, g[j].set, n, to, a, 0, rule);
	return r;
}

int
flood_grow(const struct flood_growth *g, int k, struct sok_arena *a)
{
	return k == 1 ? settle(g, 1, NULL, a, grow)
	              : settle(g, FLOOD_GROWTHS, NULL, a, grow);
}

int
flood_release(const struct flood *f, squares *set, const squares *some,
    const squares *want, struct sok_arena *a)
{
	const struct flood_growth g = {f, set, want};

	return settle(&g, 1, some, a, release);
}

void
flood_walk(struct flood *f, struct bitboard *b, const squares *open)
{
	squares *ahead, *back;

	f->board = b;
	f->triangles = b->grid == SOK_TRIANGLES;
	f->single = b->grid == SOK_SQUARES;
	if (!f->single) {
		flood_grid_walk(f, b, open);
		return;
	}
	f->naxes = 2;
	f->axis[0] = (struct flood_axis){0, 1, open, open};
	f->axis[1] = (struct flood_axis){b->far, b->shift, open, open};
	if (b->walled || b->width == 0 || b->height == 0)
		return;
	f->axis[0].ahead = ahead = bitboard_set(b);
	f->axis[0].back = back = bitboard_set(b);
	for (size_t i = 0; i < b->n; i++) {
		ahead[i] = open[i] & ~b->first[i];
		back[i] = open[i] & ~b->last[i];
	}
}

/* The pushes along one axis. */
INLINE void
find_pushes(struct bitboard *b, size_t far, int n, struct flood_axis *pull,
    struct flood_axis *push)
{
	squares *from = bitboard_set(b), *ahead = bitboard_set(b);
	squares *back = bitboard_set(b), *s;
	size_t i;

	for (i = 0; i < b->n; i++) {
		s = b->open + i;
		from[i] = *s & AHEAD(s[-far], s[-far - 1], n) &
		    BACK(s[far], s[far + 1], n);
	}
	for (i = 0; i < b->n; i++) {
		s = from + i;
		ahead[i] = AHEAD(s[-far], s[-far - 1], n);
		back[i] = BACK(s[far], s[far + 1], n);
	}
	*pull = (struct flood_axis){far, n, from, from};
	*push = (struct flood_axis){far, n, ahead, back};
}

void
flood_pushes(struct bitboard *b, const struct flood *walk, struct flood *pull,
    struct flood *push)
{
	pull->board = push->board = b;
	pull->naxes = push->naxes = walk->naxes;
	pull->single = push->single = walk->single;
	if (!walk->single) {
		flood_grid_pushes(b, walk, pull, push);
		return;
	}
	find_pushes(b, 0, 1, pull->axis, push->axis);
	find_pushes(b, b->far, b->shift, pull->axis + 1, push->axis + 1);
}

/* ---- players */

/* A flood over what is open from some squares of it. */
static squares *
reach(struct bitboard *b, const squares *open, const squares *from,
    struct sok_arena *a)
{
	struct flood f;
	squares *set = bitboard_set(b);

	flood_walk(&f, b, open);
	for (size_t i = 0; i < b->n; i++)
		set[i] = from[i] & open[i];
	return flood_grow(&(struct flood_growth){&f, set, open}, 1, a) == 0
	    ? set
	    : NULL;
}

/* The squares that hold no box. */
static squares *
without_boxes(struct bitboard *b)
{
	squares *set = bitboard_set(b);

	for (size_t i = 0; i < b->n; i++)
		set[i] = b->open[i] & ~b->box[i];
	return set;
}

static int
flood(const struct sok_board *board, bool boxes, long square,
    struct sok_area *area, struct sok_arena *a)
{
	struct bitboard b;
	squares *set;

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
	squares *set;

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
	squares *set;

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
