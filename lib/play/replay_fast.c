/*
 * replay_fast.c - forward play of a game of letters alone by one player, for
 * replay.c.  No branch in the loop over the letters depends on what they are,
 * so the processor never guesses wrong there: each letter tells what it must
 * find, checks and writes two cells, be they the same, and what a walk notes
 * down the next letter writes over.  What the pushes mean is asked afterwards,
 * and metrics.c counts what the letters tell by themselves.  replay_sse2.c
 * does the same for many letters at a time.
 */
#include <string.h>

#include "base/bits.h"
#include "play/replay.h"

/* Letters whose pushes are noted before they are looked at. */
enum { BLOCK = 256 };

/* How far a letter leads, by its low six bits; the same for capitals, and 0. */
struct steps {
	ptrdiff_t d[64], push[64];
};

/* Cells of the player and of the box it has pushed from there. */
struct pushes {
	unsigned char *at[BLOCK], *to[BLOCK];
};

/* Cells of eight squares. */
static inline uint64_t
cells_of(uint64_t squares)
{
	uint64_t box = squares >> 2 & BITS_EVERY, wall = squares & BITS_EVERY;

	return box * FAST_BOX | wall;
}

static inline void
set_eight(const unsigned char *from, unsigned char *cell, unsigned char *goal)
{
	uint64_t v, c;

	memcpy(&v, from, sizeof(v));
	c = cells_of(v);
	memcpy(cell, &c, sizeof(c));
	v = v >> 1 & BITS_EVERY;
	memcpy(goal, &v, sizeof(v));
}

/* The last eight squares overlap those before them. */
static inline void
set_row(const unsigned char *from, ptrdiff_t width, unsigned char *cell,
    unsigned char *goal)
{
	ptrdiff_t x;

	for (x = 0; x < width - 8; x += 8)
		set_eight(from + x, cell + x, goal + x);
	if (width >= 8)
		set_eight(from + width - 8, cell + width - 8, goal + width - 8);
	for (; width < 8 && x < width; x++) {
		cell[x] = (unsigned char)cells_of(from[x]);
		goal[x] = from[x] >> 1 & 1;
	}
}

/* Put rows from y to end back to where the game begins. */
static void
set_rows(const struct sok_stage *s, ptrdiff_t y, ptrdiff_t end)
{
	ptrdiff_t width = s->board->width, stride = s->stride;
	const unsigned char *from = s->board->sq + y * width;
	unsigned char *cell = s->fast.cell + (y + 1) * stride;
	unsigned char *goal = s->fast.goal + (y + 1) * stride;

	for (; y < end; y++, from += width, cell += stride, goal += stride)
		set_row(from, width, cell, goal);
}

void
fast_walls(struct fast *f, size_t cells)
{
	f->size = cells;
	memset(f->cell, FAST_WALL, cells);
}

void
fast_row(struct fast *f, ptrdiff_t at, const unsigned char *sq, size_t n)
{
	set_row(sq, (ptrdiff_t)n, f->cell + at, f->goal + at);
}

static int
new_cells(struct sok_stage *s)
{
	size_t size = (size_t)s->size;

	s->fast.cell = sok_arena_alloc(s->a, size + FAST_SLACK, 2);
	if (s->fast.cell == NULL)
		return -1;
	fast_walls(&s->fast, size);
	s->fast.goal = s->fast.cell + size + FAST_SLACK;
	s->fast.boxes = s->board->boxes;
	s->fast.stride = s->stride;
	set_rows(s, 0, s->board->height);
	return 0;
}

static int
make_ready(struct sok_stage *s, size_t moves)
{
	ptrdiff_t y, end;

	if (s->fast.cell == NULL) {
		if (new_cells(s) != 0)
			return -1;
	} else {
		stage_reach(s, s->fast.used, &y, &end);
		set_rows(s, y, end);
	}
	s->fast.used = moves;
	return 0;
}

static void
set_step(struct steps *s, char small, ptrdiff_t d)
{
	s->d[small & 63] = s->d[(small ^ FAST_BOX) & 63] = d;
	s->push[small & 63] = 0;
	s->push[(small ^ FAST_BOX) & 63] = d;
}

static void
set_steps(struct steps *s, ptrdiff_t stride)
{
	set_step(s, 'l', -1);
	set_step(s, 'r', 1);
	set_step(s, 'u', -stride);
	set_step(s, 'd', stride);
}

/* Play n letters from *from on; how many pushes there were, SIZE_MAX if
 * anything was wrong. */
static size_t
run(const struct steps *s, const char *m, size_t n, unsigned char **from,
    struct pushes *pushes)
{
	unsigned char *at = *from, *to;
	size_t k = 0;

	for (size_t i = 0; i < n; i++) {
		unsigned letter = m[i] & 63;
		unsigned char box = ~letter & FAST_BOX;

		at += s->d[letter];
		to = at + s->push[letter];
		if (*at != box || *to != FAST_FREE)
			return SIZE_MAX;
		*at = FAST_FREE;
		*to = box;
		pushes->at[k] = at;
		pushes->to[k] = to;
		k += box != 0;
	}
	*from = at;
	return k;
}

/* What the pushes so far came to. */
struct sum {
	ptrdiff_t off, enough; /* as in struct play */
	size_t unsolved;       /* 1 until it was solved */
	size_t same, straight; /* pushes of the box pushed last; on its line */
	unsigned char *box;
	ptrdiff_t line;
};

/* Look at n pushes; how many there were before it was solved.  Goals stand so
 * far behind their cells. */
static size_t
look(struct sum *sum, const struct pushes *pushes, size_t n, ptrdiff_t goals)
{
	unsigned char *box = sum->box;
	ptrdiff_t line = sum->line, off = sum->off, enough = sum->enough;
	size_t same = 0, straight = 0, before = 0, i;
	size_t unsolved = sum->unsolved;

	for (i = 0; i < n; i++) {
		unsigned char *at = pushes->at[i], *to = pushes->to[i];

		off += at[goals];
		off -= to[goals];
		unsolved &= off > enough;
		before += unsolved;
		same += at == box;
		straight += (at == box) & (to - at == line);
		line = to - at;
		box = to;
	}
	*sum = (struct sum){off, enough, unsolved, sum->same + same,
	    sum->straight + straight, box, line};
	return before;
}

/* The capital among n letters with so many capitals behind it. */
static size_t
capital(const char *m, size_t n, size_t behind)
{
	size_t left = behind + 1;

	while (left > 0)
		left -= !(m[--n] & FAST_BOX);
	return n;
}

static bool
play_plain(const struct fast *f, struct fast_game *g)
{
	const char *m = g->moves.s;
	size_t left = g->moves.len, n, k, before, unsolved, total = 0;
	struct sum sum = {.off = (ptrdiff_t)g->off,
	    .enough = (ptrdiff_t)g->enough,
	    .unsolved = 1};
	unsigned char *at = f->cell + g->at;
	struct pushes pushes;
	struct steps steps;

	set_steps(&steps, f->stride);
	g->solved_at = 0;
	for (; left > 0; left -= n, m += n) {
		n = left < BLOCK ? left : BLOCK;
		k = run(&steps, m, n, &at, &pushes);
		if (k == SIZE_MAX)
			return false;
		unsolved = sum.unsolved;
		before = look(&sum, &pushes, k, f->goal - f->cell);
		if (unsolved != sum.unsolved)
			g->solved_at = (size_t)(m - g->moves.s) + 1 +
			    capital(m, n, k - 1 - before);
		total += k;
	}
	g->at = at - f->cell;
	g->off = (size_t)sum.off;
	g->changes = total - sum.same;
	g->yasc_lines = total - sum.straight;
	return true;
}

bool
fast_play(const struct fast *f, struct fast_game *g)
{
#ifdef __SSE2__
	if (f->stride <= FAST_WIDEST && f->size <= FAST_LARGEST)
		return fast_play_sse2(f, g);
#endif
	return play_plain(f, g);
}

/* All cells anew for the next game. */
static void
start_afresh(struct sok_stage *s)
{
	fast_walls(&s->fast, s->fast.size);
	s->fast.used = (size_t)s->board->height;
}

int
play_fast(struct play *p)
{
	struct fast_game g = {
	    .moves = p->moves, .at = p->at, .off = p->off, .enough = p->enough};

	if (make_ready(p->s, p->moves.len) != 0)
		return -1;
	if (!fast_play(&p->s->fast, &g)) {
		start_afresh(p->s);
		return 0;
	}
	p->at = g.at;
	p->off = g.off;
	p->solved_at = g.solved_at;
	p->t.m.changes = g.changes;
	p->t.m.yasc_lines = g.yasc_lines;
	return 1;
}

int
fast_picture(const struct play *p, struct sok_board *b, struct sok_arena *a)
{
	const struct sok_stage *s = p->s;
	const unsigned char *from = s->board->sq, *cell = s->fast.cell;
	unsigned char *to;
	int x, y;

	to = stage_copy(s, b, a);
	if (to == NULL)
		return -1;
	for (y = 0; y < b->height; y++) {
		cell += s->stride;
		for (x = 0; x < b->width; x++, from++)
			*to++ =
			    (unsigned char)((*from & (SOK_WALL | SOK_GOAL)) |
			        (cell[x] == FAST_BOX ? SOK_BOX : 0));
	}
	stage_player(s, b, p->at);
	return 0;
}
