/*
 * replay_run.c - puzzles that are plain to see, each with one game, which
 * solves it: played from the bytes of their rows, without becoming puzzles.
 */
#include <string.h>

#include "base/bits.h"
#include "text/lines.h"
#include "text/reader.h"
#include "play/replay.h"
#include "text/simple.h"
#include "text/simple_rows.h"
#ifdef __SSE2__
#include "base/sse2.h"
#endif

enum {
	MOST = 128, /* of them in a run */
	SHORT = 8,  /* letters that may be a word */
	CELLS = (ROWS_MOST + 2) * (ROWS_MOST + 1)
};

struct run {
	struct sok_solved solved[MOST];
	size_t n;
	bool early; /* solved before the last move, too */
	struct simple_rows rows;
	struct fast fast;
	unsigned char cell[CELLS + FAST_SLACK], goal[CELLS + FAST_SLACK];
	char moves[SIMPLE_MAX]; /* without line ends */
};

/* A puzzle on the way through its bytes. */
struct scan {
	const char *p, *end;
	size_t lines;
};

static void
skip_blank(struct scan *s)
{
	for (; s->p < s->end && *s->p == '\n'; s->p++)
		s->lines++;
}

/* ---- what stands there */

/* The line at p, if it is plainly a title. */
static bool
take_title(struct scan *s, bool marked, struct sok_str *title)
{
	const char *end = simple_title_end(&s->p, marked);

	if (end == NULL)
		return false;
	*title = (struct sok_str){s->p, (size_t)(end - s->p)};
	s->p = end + 1;
	s->lines++;
	return true;
}

/* What stands above the moves. */
static bool
take_name(struct scan *s, struct sok_str *name)
{
	skip_blank(s);
	*name = SOK_STR("");
	if (s->p == s->end)
		return false;
	if (*rows_letters(s->p) == '\n')
		return true;
	/* A slash may be part of counts. */
	if (!take_title(s, false, name) || lines_beside_moves(*name) ||
	    memchr(name->s, '/', name->len) != NULL)
		return false;
	skip_blank(s);
	return true;
}

/* One line more: the first stays where it is. */
static void
add_line(struct run *u, struct sok_str *moves, struct sok_str line)
{
	if (moves->len == 0) {
		*moves = line;
		return;
	}
	if (moves->s != u->moves)
		memcpy(u->moves, moves->s, moves->len);
	memcpy(u->moves + moves->len, line.s, line.len);
	*moves = (struct sok_str){u->moves, moves->len + line.len};
}

/* Lines of nothing but letters. */
static bool
take_moves(struct scan *s, struct run *u, struct sok_str *moves)
{
	const char *from = s->p, *q;

	*moves = SOK_STR("");
	for (; s->p < s->end; s->p = q + 1) {
		q = rows_letters(s->p);
		if (q == s->p || *q != '\n')
			break;
		if ((size_t)(q - from) >= SIMPLE_MAX)
			return false;
		s->lines++;
		add_line(u, moves, (struct sok_str){s->p, (size_t)(q - s->p)});
	}
	return moves->len > SHORT;
}

/* ---- play */

/* Squares in row y, which begins at byte `from`: blanks behind all rows are
 * none. */
static inline size_t
row_width(const struct simple_rows *r, size_t y, size_t from)
{
	size_t n = r->end[y] - from;

	return n < r->width ? n : r->width;
}

/* Cells of the rows: which the player stands on, and how many boxes are off
 * goal. */
#ifdef __SSE2__
struct begun {
	__m128i off; /* a count in each byte */
	size_t player;
};

/* Sixteen of them, of which n are of the row and what follows is wall. */
static inline void
set_some(struct run *u, size_t cell, const unsigned char *sq, size_t n,
    struct begun *b)
{
	__m128i one = every(1), beyond = less(one, first(one, n));
	__m128i v = first(at((const char *)sq), n);
	__m128i box = is(both(v, every(SOK_BOX)), SOK_BOX);
	__m128i goal = is(both(v, every(SOK_GOAL)), SOK_GOAL);
	__m128i wall = either(both(v, every(SOK_WALL)), beyond);
	unsigned player = bits(is(both(v, every(SOK_PLAYER)), SOK_PLAYER));

	store((char *)u->cell + cell, either(wall, both(box, every(FAST_BOX))));
	store((char *)u->goal + cell, both(goal, one));
	b->off = less(b->off, _mm_andnot_si128(goal, box));
	if (player != 0)
		b->player = cell + (size_t)bits_low(player);
}

static ptrdiff_t
set_rows(struct run *u, size_t *off)
{
	const struct simple_rows *r = &u->rows;
	struct begun b = {.off = every(0)};
	size_t stride = r->width + 1, row = stride, from = 0, n, x, left;

	for (size_t y = 0; y < r->height; y++, row += stride) {
		n = row_width(r, y, from);
		for (x = 0; x < stride; x += STEP) {
			left = n > x ? n - x : 0;
			set_some(u, row + x, r->sq + from + x,
			    left < STEP ? left : STEP, &b);
		}
		from = r->end[y] + 1U;
	}
	*off = total(b.off);
	return (ptrdiff_t)b.player;
}
#else
static ptrdiff_t
set_rows(struct run *u, size_t *off)
{
	const struct simple_rows *r = &u->rows;
	size_t at = stage_look(r->sq, r->end[r->height - 1], off);
	size_t from = 0, player = 0, stride = r->width + 1, row = stride;

	for (size_t y = 0; y < r->height; y++, row += stride) {
		fast_row(&u->fast, (ptrdiff_t)row, r->sq + from,
		    row_width(r, y, from));
		if (from <= at)
			player = row + at - from;
		from = r->end[y] + 1U;
	}
	return (ptrdiff_t)player;
}
#endif

static ptrdiff_t
set_up(struct run *u, size_t *off)
{
	size_t stride = u->rows.width + 1,
	       cells = stride * (u->rows.height + 2);

	u->fast.stride = (ptrdiff_t)stride;
	u->fast.boxes = u->rows.boxes;
	fast_walls(&u->fast, cells);
	memset(u->goal, 0, cells);
	return set_rows(u, off);
}

/* Whether a game solves the puzzle, and what is known of it then. */
static bool
solves(struct run *u, struct sok_str moves, struct sok_solved *v)
{
	struct fast_game g = {.moves = moves};

	g.at = set_up(u, &g.off);
	if (!fast_play(&u->fast, &g) || g.off > 0 || g.solved_at == 0 ||
	    (g.solved_at < moves.len && !u->early))
		return false;
	v->solved_at = g.solved_at;
	v->at = (struct sok_metrics){
	    .changes = g.changes, .yasc_lines = g.yasc_lines};
	metrics_of_letters(&v->at, moves);
	return true;
}

/* ---- runs */

static bool
take_puzzle(struct scan *s, struct run *u, struct sok_solved *v)
{
	struct sok_str moves;

	v->title = SOK_STR("");
	if (!rows_begin(*s->p) && !take_title(s, true, &v->title))
		return false;
	skip_blank(s);
	if (s->p == s->end)
		return false;
	s->p = rows_take(s->p, s->end, &u->rows);
	if (s->p == NULL || !rows_sound(&u->rows))
		return false;
	s->lines += u->rows.height;
	if (!take_name(s, &v->name))
		return false;
	v->pos.line = s->lines;
	return take_moves(s, u, &moves) && solves(u, moves, v);
}

static const char *
head(const char *p, const char *end, size_t *lines, void *ctx)
{
	struct run *u = ctx;
	struct scan s = {p, end, *lines};

	if (u->n == MOST || !take_puzzle(&s, u, &u->solved[u->n]) ||
	    (size_t)(s.p - p) > SIMPLE_MAX)
		return NULL;
	u->n++;
	*lines = s.lines - *lines;
	return s.p;
}

/* n of them, which follow on the last puzzle; NULL without memory. */
static struct sok_solved *
lend(struct sok_reader *r, const struct run *u, size_t n)
{
	struct sok_solved *v = sok_arena_alloc(&r->arena, n, sizeof(*v));
	size_t line = read_simple_line(r);

	if (v == NULL)
		return NULL;
	memcpy(v, u->solved, n * sizeof(*v));
	for (size_t i = 0; i < n; i++) {
		v[i].number = r->number + i + 1;
		v[i].pos.file = r->o.name;
		v[i].pos.line += line;
		v[i].pos.col = 1;
	}
	return v;
}

struct sok_run
sok_replay_run(struct sok_reader *r, bool early)
{
	struct sok_run found = {.n = 0};
	struct simple_run run;
	struct sok_str bytes;
	struct run u;

	if (r->header.variant != SOK_SOKOBAN)
		return found;
	bytes = read_simple_ahead(r);
	u.n = 0;
	u.early = early;
	u.fast.cell = u.cell;
	u.fast.goal = u.goal;
	run = simple_run(bytes, head, &u, SIMPLE_SOME);
	if (run.puzzles > 0)
		found.solved = lend(r, &u, run.puzzles);
	if (found.solved == NULL)
		run.puzzles = 0;
	found.n = read_simple_pass(r, bytes, &run);
	return found;
}
