/*
 * rewrite.c - rewrites moves for a turned or cropped board, in one pass over
 * the text of each game, for legal and illegal moves.
 */
#include <string.h>

#include "play/position.h"
#include "play/rewrite.h"
#include "board/steps.h"
#include "board/symmetry.h"
#include "text/declared/variant.h"
#include "tools.h"

#define NOWHERE "{lr}"

struct rewrite {
	enum sok_symmetry t;
	char map[256];
	bool jumps; /* write jumps anew */
	/* The step from the default player of the old board to that of the new
	 * board, on the new board; only if changes of players are allowed. */
	bool changes;
	int dx, dy;
	enum sok_grid grid;
	int to_x, to_y; /* the new default player, unless on squares */
};

/* The moves being written; there is room for all of them. */
struct out {
	char *s;
	size_t len;
};

static void
put_steps(struct out *o, char c, size_t n)
{
	memset(o->s + o->len, c, n);
	o->len += n;
}

static void
put_displacement(struct out *o, char open, int dx, int dy, char close)
{
	put_steps(o, open, 1);
	put_steps(o, dx < 0 ? 'l' : 'r', (size_t)(dx < 0 ? -dx : dx));
	put_steps(o, dy < 0 ? 'u' : 'd', (size_t)(dy < 0 ? -dy : dy));
	put_steps(o, close, 1);
}

static void
put_mapped(struct out *o, const struct rewrite *w, struct sok_str s)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		o->s[o->len + i] = w->map[(unsigned char)s.s[i]];
	o->len += s.len;
}

/*
 * The length of the displacement in brackets at s.s[at], with both brackets,
 * and its sum on the new board.  0 if it is not closed or contains other
 * characters than directions.
 */
static size_t
displacement(
    const struct rewrite *w, struct sok_str s, size_t at, int *dx, int *dy)
{
	char close = s.s[at] == '{' ? '}' : ']';
	size_t i;
	int x, y;

	*dx = *dy = 0;
	for (i = at + 1; i < s.len && s.s[i] != close; i++) {
		if (!sok_move_delta(w->map[(unsigned char)s.s[i]], &x, &y))
			return 0;
		*dx += x;
		*dy += y;
	}
	return i < s.len ? i + 1 - at : 0;
}

/*
 * Adjust the first change of players, or add one, because the default player
 * has changed; an empty one is left out.  Later changes are kept: one that ends
 * on no player must remain illegal.  Returns its end in moves.
 */
static size_t
leading_change(struct out *o, const struct rewrite *w, struct sok_str moves)
{
	int dx = 0, dy = 0;
	size_t i = 0, n = 0;

	while (i < moves.len && (moves.s[i] == '(' || moves.s[i] == ')'))
		i++;
	if (i < moves.len && moves.s[i] == '{')
		n = displacement(w, moves, i, &dx, &dy);
	if (n == 0)
		dx = dy = 0;
	dx += w->dx;
	dy += w->dy;
	if (dx != 0 || dy != 0)
		put_displacement(o, '{', dx, dy, '}');
	put_mapped(o, w, sok_str_sub(moves, 0, i));
	return i + n;
}

/* The same on other grids, where the effect of a letter depends on the cell:
 * the way to the old player, then the original letters. */
static size_t
leading_letters(struct out *o, const struct rewrite *w, struct sok_str moves)
{
	size_t i = 0, end;

	while (i < moves.len && (moves.s[i] == '(' || moves.s[i] == ')'))
		i++;
	put_mapped(o, w, sok_str_sub(moves, 0, i));
	end = i;
	if (i < moves.len && moves.s[i] == '{')
		end =
		    i + 1 + sok_str_find(sok_str_from(moves, i), SOK_STR("}"));
	if (end > moves.len) /* it does not end */
		end = i;
	if (w->dx == 0 && w->dy == 0 && end - i <= 2)
		return end;
	put_steps(o, '{', 1);
	o->len += steps_path(w->grid, w->to_x, w->to_y, w->to_x + w->dx,
	    w->to_y + w->dy, o->s + o->len);
	if (end > i)
		put_mapped(o, w, sok_str_sub(moves, i + 1, end - 1));
	put_steps(o, '}', 1);
	return end;
}

/* Whether a walk is longer than its displacement, so that it may leave a
 * cropped board. */
static bool
is_detour(size_t n, int dx, int dy)
{
	return n > (size_t)(dx < 0 ? -dx : dx) + (size_t)(dy < 0 ? -dy : dy);
}

static void
rewrite_moves(struct out *o, const struct rewrite *w, struct sok_str moves)
{
	size_t i = 0, n;
	int dx, dy;

	if (w->grid != SOK_SQUARES) {
		if (w->changes)
			i = leading_letters(o, w, moves);
		put_mapped(o, w, sok_str_from(moves, i));
		return;
	}
	if (w->changes)
		i = leading_change(o, w, moves);
	while (i < moves.len) {
		n = 0;
		if (moves.s[i] == '{' || (moves.s[i] == '[' && w->jumps))
			n = displacement(w, moves, i, &dx, &dy);
		if (n > 0 && moves.s[i] == '[' && !is_detour(n - 2, dx, dy))
			n = 0;
		if (n > 0)
			put_displacement(
			    o, moves.s[i], dx, dy, moves.s[i + n - 1]);
		else
			put_mapped(o, w, sok_str_sub(moves, i, i + 1));
		i += n > 0 ? n : 1;
	}
}

/* Without letters the line would be read as text: jumps are kept, and an empty
 * change replaces dropped ones. */
static void
keep_letters(struct out *o, const struct rewrite *w, struct sok_str moves)
{
	o->len = 0;
	if (!w->changes) {
		put_mapped(o, w, moves);
		return;
	}
	memcpy(o->s, NOWHERE, sizeof(NOWHERE) - 1);
	o->len = sizeof(NOWHERE) - 1;
	rewrite_moves(o, w, moves);
}

static int
rewrite_game(struct sok_game *g, const struct rewrite *w, struct sok_arena *a)
{
	size_t lead = 0;
	struct out o = {0};

	g->source = NULL;
	g->nsource = 0;
	if (w->changes)
		lead = STEPS_PATH(w->dx, w->dy) + 2 + sizeof(NOWHERE);
	o.s = sok_arena_alloc(a, g->moves.len + lead, 1);
	if (!o.s)
		return -1;
	if (g->letters_only && !w->changes)
		put_mapped(&o, w, g->moves);
	else
		rewrite_moves(&o, w, g->moves);
	if (g->moves.len > 0 &&
	    sok_moves_first((struct sok_str){o.s, o.len}) > o.len)
		keep_letters(&o, w, g->moves);
	g->moves = (struct sok_str){o.s, o.len};
	g->letters_only = g->letters_only ? o.len == 0 || o.s[0] != '{'
	                                  : sok_moves_plain(g->moves);
	return 0;
}

/* Find the default player of p's board from that of before; their images may
 * differ. */
static void
default_change(struct rewrite *w, const struct sok_puzzle *p,
    const struct sok_board *before)
{
	long from = sok_board_player(before), to = sok_board_player(&p->board);
	int x, y;

	if (w->t == SOK_IDENTITY || from < 0 || to < 0)
		return;
	x = (int)(from % before->width);
	y = (int)(from / before->width);
	symmetry_square(before, w->t, &x, &y);
	if (w->grid != SOK_SQUARES) {
		w->to_x = (int)(to % p->board.width);
		w->to_y = (int)(to / p->board.width);
	}
	w->dx = x - (int)(to % p->board.width);
	w->dy = y - (int)(to / p->board.width);
}

int
rewrite_games(struct sok_puzzle *p, const struct sok_board *before,
    enum sok_symmetry t, bool jumps, struct sok_arena *a)
{
	struct sok_game *first = multiban_first(p);
	struct rewrite w = {.t = t, .jumps = jumps, .grid = p->board.grid};
	size_t i;
	int c;

	for (c = 0; c < 256; c++)
		w.map[c] = sok_symmetry_move(w.grid, t, (char)c);
	w.changes = first || p->variant == SOK_MULTIBAN;
	if (w.changes)
		default_change(&w, p, before);
	for (i = 0; i < p->ngames; i++)
		if (rewrite_game(&p->game[i], &w, a) < 0)
			return -1;
	return first ? multiban_keep(p, first, a) : 0;
}
