/* transform.c - changes a board and its games, legal or not, and its numbers of
 * Sokoban+: the symmetries, and simplifying, which removes the parts of a board
 * that no player can reach; and drops games. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "play/position.h"
#include "text/text.h"

#define NOWHERE "{lr}"

struct rewrite {
	char map[256]; /* a byte of moves on the new board */
	enum sok_grid grid;
	bool jumps;   /* write jumps anew */
	bool changes; /* changes of players are allowed */
	/* The default player of the new board, and the step from there to that
	 * of the old board; only with changes. */
	int x, y, dx, dy;
};

/* Keep a puzzle Multiban: if nothing declares it any more, its game g gets an
 * empty change at the start. */
static int
keep_multiban(struct sok_puzzle *p, struct sok_game *g, struct sok_arena *a)
{
	struct naming n = key_naming(&p->text);

	if (p->header != NULL)
		n = naming_over(n,
		    (struct naming){
		        .variant = p->header->variant, .players = true});
	if (multiban_first(p) != NULL || (n.variant & SOK_MULTIBAN))
		return 0;
	g->moves = sok_str_fmt(
	    a, "{}%.*s", (int)g->moves.len, g->moves.len > 0 ? g->moves.s : "");
	g->letters_only = false;
	g->source = NULL;
	return g->moves.s == NULL ? -1 : 0;
}

int
sok_drop_games(struct sok_puzzle *p, const bool *drop, struct sok_arena *a)
{
	bool several = p->board.players > 1 && multiban_puzzle(p);
	struct sok_game *kept = sok_arena_alloc(a, p->ngames, sizeof(*kept));
	size_t n = 0;

	if (kept == NULL)
		return -1;
	for (size_t i = 0; i < p->ngames; i++)
		if (!drop[i])
			kept[n++] = p->game[i];
	p->game = kept;
	p->ngames = n;
	return several && n > 0 ? keep_multiban(p, p->game, a) : 0;
}

/* The functions that write moves return the end of what they wrote. */

static char *
put_mapped(char *o, const struct rewrite *w, struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		*o++ = w->map[(unsigned char)s.s[i]];
	return o;
}

static char *
put_displacement(char *o, char open, int dx, int dy)
{
	*o++ = open;
	memset(o, dx < 0 ? 'l' : 'r', (size_t)abs(dx));
	o += abs(dx);
	memset(o, dy < 0 ? 'u' : 'd', (size_t)abs(dy));
	o += abs(dy);
	*o++ = open == '{' ? '}' : ']';
	return o;
}

/* The length of the displacement at s.s[at], with both brackets, and its sum on
 * the new board.  0 if it is not closed or contains more than directions. */
static size_t
measure(const struct rewrite *w, struct sok_str s, size_t at, int *dx, int *dy)
{
	char close = s.s[at] == '{' ? '}' : ']';
	size_t i;
	int x, y;

	*dx = *dy = 0;
	for (i = at + 1; i < s.len && s.s[i] != close; i++) {
		char c = w->map[(unsigned char)s.s[i]];

		if (!sok_step(SOK_SQUARES, c, 0, 0, &x, &y))
			return 0;
		*dx += x;
		*dy += y;
	}
	return i < s.len ? i + 1 - at : 0;
}

/* Follow the letters of a change from a cell, ignoring obstacles; false if one
 * of them leads nowhere. */
static bool
follow(enum sok_grid grid, const char *s, const char *end, int *x, int *y)
{
	const struct steps *t = &steps_table[grid];

	for (; s < end; s++) {
		int i = steps_letter(grid, *s);

		if (i == -1)
			return false;
		const signed char *step = t->step[steps_kind(*x, *y)][i];
		if (step[0] == 0 && step[1] == 0)
			return false;
		*x += step[0];
		*y += step[1];
	}
	return true;
}

/* Adjust the first change of players, or add one, because the default player
 * has changed; an empty one is left out.  Later changes are kept: one that ends
 * on no player must remain illegal.  *i: its end in m.  On other grids than
 * squares a way to the old player precedes the letters of the change. */
static char *
put_first_change(char *o, const struct rewrite *w, struct sok_str m, size_t *i)
{
	size_t start = 0, end;
	int dx = 0, dy = 0;

	while (start < m.len && (m.s[start] == '(' || m.s[start] == ')'))
		start++;
	*i = end = start;
	if (w->grid == SOK_SQUARES) {
		if (start < m.len && m.s[start] == '{')
			*i += measure(w, m, start, &dx, &dy);
		if (*i == start)
			dx = dy = 0;
		dx += w->dx;
		dy += w->dy;
		if (dx != 0 || dy != 0)
			o = put_displacement(o, '{', dx, dy);
		return put_mapped(o, w, sok_str_sub(m, 0, start));
	}
	o = put_mapped(o, w, sok_str_sub(m, 0, start));
	if (start < m.len && m.s[start] == '{')
		end = start + 1 +
		    sok_str_find(sok_str_from(m, start), SOK_STR("}"));
	if (end <= m.len) /* or it does not end */
		*i = end;
	if (w->dx == 0 && w->dy == 0 && *i - start <= 2)
		return o;
	char *change = o;
	*o++ = '{';
	o += steps_path(w->grid, w->x, w->y, w->x + w->dx, w->y + w->dy, o);
	if (*i > start)
		o = put_mapped(o, w, sok_str_sub(m, start + 1, *i - 1));
	/* Only where the way ends counts; none is needed to the default player.
	 */
	int x = w->x, y = w->y;
	if (follow(w->grid, change + 1, o, &x, &y)) {
		if (x == w->x && y == w->y)
			return change;
		o = change + 1;
		o += steps_path(w->grid, w->x, w->y, x, y, o);
	}
	*o++ = '}';
	return o;
}

/* A jump is written anew if it is longer than its displacement, so that it may
 * leave a cropped board. */
static char *
put_moves(char *o, const struct rewrite *w, struct sok_str moves)
{
	size_t i = 0, n;
	int dx, dy;

	if (w->changes)
		o = put_first_change(o, w, moves, &i);
	if (w->grid != SOK_SQUARES)
		return put_mapped(o, w, sok_str_from(moves, i));
	while (i < moves.len) {
		char c = moves.s[i];

		n = 0;
		if (c == '{' || (c == '[' && w->jumps))
			n = measure(w, moves, i, &dx, &dy);
		if (n > 0 &&
		    (c == '{' || n - 2 > (size_t)(abs(dx) + abs(dy)))) {
			o = put_displacement(o, c, dx, dy);
			i += n;
		} else {
			*o++ = w->map[(unsigned char)c];
			i++;
		}
	}
	return o;
}

static int
rewrite_game(struct sok_game *g, const struct rewrite *w, struct sok_arena *a)
{
	struct sok_str old = g->moves;
	size_t lead = sizeof(NOWHERE) + 2 + STEPS_PATH(w->dx, w->dy);
	char *s = sok_arena_alloc(a, old.len + (w->changes ? lead : 0), 1);
	bool plain = g->letters_only && !w->changes;

	g->source = NULL;
	if (s == NULL)
		return -1;
	char *end = plain ? put_mapped(s, w, old) : put_moves(s, w, old);
	g->moves = (struct sok_str){s, (size_t)(end - s)};
	/* Without letters the line would be read as text: jumps are kept, and
	 * an empty change replaces dropped ones. */
	if (old.len > 0 && sok_moves_first(g->moves) > g->moves.len) {
		end = w->changes ? put_moves(stpcpy(s, NOWHERE), w, old)
		                 : put_mapped(s, w, old);
		g->moves.len = (size_t)(end - s);
	}
	g->letters_only = plain || sok_moves_plain(g->moves);
	return 0;
}

static int
rewrite_orders(struct sok_puzzle *p, const struct sok_puzzle *before,
    enum sok_symmetry t, int dx, int dy, struct sok_arena *a)
{
	const struct sok_board *old = &before->board, *b = &p->board;
	struct orders from, to;
	int has = orders_read(before, &from, a), x, y;
	size_t n = sok_board_size(b);
	struct image m;

	if (has != 1 || from.fault != NULL)
		return has == -1 ? -1 : 0;
	to.box = sok_arena_zalloc(a, 2 * n, sizeof(*to.box));
	if (to.box == NULL)
		return -1;
	to.goal = to.box + n;
	image_measure(&m, old, t);
	for (size_t i = 0; i < sok_board_size(old); i++) {
		x = (int)(i % (size_t)old->width);
		y = (int)(i / (size_t)old->width);
		image_place(&m, &x, &y);
		x -= dx;
		y -= dy;
		if (x < 0 || y < 0 || x >= b->width || y >= b->height)
			continue;
		to.box[y * b->width + x] = from.box[i];
		to.goal[y * b->width + x] = from.goal[i];
	}
	return orders_write(p, &to, a);
}

/* Rewrite the games and the numbers of Sokoban+ of a puzzle for its board,
 * which is the image of the board before under t or, if t is SOK_IDENTITY, that
 * board cropped by dx columns and dy rows.  Changes of players are written
 * anew, jumps only for a cropped board.  The games of before are those of p. */
static int
rewrite_puzzle(struct sok_puzzle *p, const struct sok_puzzle *before,
    enum sok_symmetry t, int dx, int dy, struct sok_arena *a)
{
	struct sok_game *first = multiban_first(p);
	struct rewrite w = {.grid = p->board.grid,
	    .jumps = t == SOK_IDENTITY,
	    .changes = first || (p->variant & SOK_MULTIBAN)};
	long from = sok_board_player(&before->board);
	long to = sok_board_player(&p->board);

	if (rewrite_orders(p, before, t, dx, dy, a) < 0)
		return -1;
	if (p->ngames == 0)
		return 0;
	for (int c = 0; c < 256; c++)
		w.map[c] = (char)c;
	for (const char *c = steps_table[w.grid].letters; *c != '\0'; c++) {
		w.map[(int)*c] = sok_symmetry_move(w.grid, t, *c);
		w.map[*c & ~32] = (char)(w.map[(int)*c] & ~32);
	}
	/* The image of the default player may be another one. */
	if (w.changes && t != SOK_IDENTITY && from >= 0 && to >= 0) {
		w.x = (int)(to % p->board.width);
		w.y = (int)(to / p->board.width);
		w.dx = (int)(from % before->board.width);
		w.dy = (int)(from / before->board.width);
		struct image m;
		image_measure(&m, &before->board, t);
		image_place(&m, &w.dx, &w.dy);
		w.dx -= w.x;
		w.dy -= w.y;
	}
	for (size_t i = 0; i < p->ngames; i++)
		if (rewrite_game(&p->game[i], &w, a) < 0)
			return -1;
	return first ? keep_multiban(p, first, a) : 0;
}

/* ---- the symmetries */

int
sok_can_transform(
    const struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *scratch)
{
	int x, y;

	if (!p->has_board || p->variant == SOK_UNSUPPORTED ||
	    !sok_grid_has_symmetry(p->board.grid, t))
		return 0;
	if (p->board.grid == SOK_SQUARES)
		return 1;
	/* Players of open boards walk in the rectangle, which cannot turn. */
	return board_bad_cell(&p->board, &x, &y)
	    ? 0
	    : sok_board_closed(&p->board, &x, &y, scratch);
}

int
sok_transform(struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *a)
{
	struct sok_puzzle before = *p;
	int can = t == SOK_IDENTITY ? 0 : sok_can_transform(p, t, a);

	if (can != 1)
		return can;
	if (sok_board_transform(&before.board, &p->board, t, a) < 0)
		return -1;
	/* What is nearly a row of the old picture is none of the new one. */
	p->adjoins_above = p->adjoins_below = false;
	return rewrite_puzzle(p, &before, t, 0, 0, a);
}

/* ---- the canonical symmetry */

static int
compare_text(struct sok_str a, struct sok_str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int order = n > 0 ? memcmp(a.s, b.s, n) : 0;

	return order != 0 ? order : (a.len > b.len) - (a.len < b.len);
}

/* The symmetry in the set with the smallest image: the board, then the games,
 * compared byte by byte. */
static int
least_image(const struct sok_puzzle *p, unsigned set, enum sok_symmetry *t,
    struct sok_arena *scratch)
{
	struct sok_str best = {NULL, 0}, text;
	struct sok_game *least = NULL;
	int order;

	for (int i = 0; i < SOK_NSYMMETRIES; i++) {
		struct sok_puzzle own = *p;

		if (!(set >> i & 1))
			continue;
		own.game = sok_arena_alloc(scratch, p->ngames, sizeof(*least));
		if (own.game == NULL)
			return -1;
		if (p->ngames > 0)
			memcpy(own.game, p->game, p->ngames * sizeof(*least));
		if (sok_transform(&own, (enum sok_symmetry)i, scratch) < 0)
			return -1;
		char *to = sok_arena_alloc(scratch, (size_t)own.board.width + 1,
		    (size_t)own.board.height + 1);
		if (to == NULL)
			return -1;
		text = (struct sok_str){to, board_text(&own.board, to)};
		order = least == NULL ? -1 : compare_text(text, best);
		for (size_t k = 0; order == 0 && k < p->ngames; k++)
			order = compare_text(own.game[k].moves, least[k].moves);
		if (order < 0) {
			best = text;
			least = own.game;
			*t = (enum sok_symmetry)i;
		}
	}
	return 0;
}

int
sok_canonical(
    const struct sok_puzzle *p, enum sok_symmetry *t, struct sok_arena *scratch)
{
	unsigned set = steps_table[p->board.grid].symmetries;
	uint64_t digest[SOK_NSQUARE_SYMMETRIES], least = UINT64_MAX;
	int has = 0;

	*t = SOK_IDENTITY;
	if (p->board.grid == SOK_SQUARES)
		has = identity_board(&p->board, digest, scratch);
	else
		set &= (unsigned)-sok_can_transform(p, SOK_ROTATE180, scratch);
	if (has < 0)
		return -1;
	if (set == 0)
		return 0;
	for (int i = 0; has && i < SOK_NSQUARE_SYMMETRIES; i++) {
		if (digest[i] < least)
			set = 0;
		if (digest[i] <= least) {
			least = digest[i];
			set |= 1u << i;
		}
	}
	*t = (enum sok_symmetry)bits_low(set);
	return (set & (set - 1)) == 0 ? 0 : least_image(p, set, t, scratch);
}

/* ---- simplifying */

int
sok_simplify(struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_puzzle before = *p;
	int dx, dy;

	if (!p->has_board || p->variant == SOK_UNSUPPORTED)
		return 0;
	int done = sok_board_simplify(&before.board, &p->board, &dx, &dy, a);
	if (done <= 0)
		return done;
	return rewrite_puzzle(p, &before, SOK_IDENTITY, dx, dy, a) < 0 ? -1 : 1;
}
