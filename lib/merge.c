/*
 * merge.c - puzzles brought together: copies that outlive their reader, and
 * the games of a duplicate on the puzzle it repeats.
 */
#include <string.h>

#include "sok.h"

/* ---- copies */

static bool
copy_str(struct sok_str *s, struct sok_arena *a)
{
	if (s->len == 0)
		*s = SOK_STR("");
	else
		*s = sok_str_dup(a, *s);
	return s->s != NULL;
}

static bool
copy_text(struct sok_text *t, struct sok_arena *a)
{
	struct sok_str *line = sok_arena_alloc(a, t->n, sizeof(*line));

	if (line == NULL)
		return false;
	for (size_t i = 0; i < t->n; i++) {
		line[i] = t->line[i];
		if (!copy_str(&line[i], a))
			return false;
	}
	t->line = line;
	return true;
}

static bool
copy_source(struct sok_game *g, struct sok_arena *a)
{
	struct sok_source *v = sok_arena_alloc(a, g->nsource, sizeof(*v));

	if (v == NULL)
		return false;
	for (size_t i = 0; i < g->nsource; i++) {
		v[i] = g->source[i];
		if (!copy_str(&v[i].text, a))
			return false;
	}
	g->source = v;
	return true;
}

static bool
copy_game(struct sok_game *g, struct sok_arena *a)
{
	return copy_str(&g->title_line, a) && copy_str(&g->title, a) &&
	    copy_str(&g->moves, a) && copy_text(&g->text, a) &&
	    (g->source == NULL || copy_source(g, a));
}

int
sok_game_copy(
    struct sok_game *to, const struct sok_game *from, struct sok_arena *a)
{
	*to = *from;
	return copy_game(to, a) ? 0 : -1;
}

int
sok_puzzle_copy(
    struct sok_puzzle *to, const struct sok_puzzle *from, struct sok_arena *a)
{
	*to = *from;
	to->game = sok_arena_alloc(a, from->ngames, sizeof(*to->game));
	if (to->game == NULL || !copy_str(&to->title_line, a) ||
	    !copy_text(&to->text, a) ||
	    (from->raw.s != NULL && !copy_str(&to->raw, a)))
		return -1;
	if (from->has_board &&
	    sok_board_copy(&to->board, &from->board, a) == -1)
		return -1;
	to->board.xsb = from->board.xsb; /* the same squares */
	if (from->has_board && !copy_str(&to->board.xsb, a))
		return -1;
	for (size_t i = 0; i < from->ngames; i++)
		if (sok_game_copy(&to->game[i], &from->game[i], a) == -1)
			return -1;
	sok_puzzle_retitle(to);
	return 0;
}

/* ---- games of duplicates */

/* How the squares of one puzzle lie on those of another. */
struct fit {
	enum sok_symmetry t;
	struct sok_str walk; /* of the other's player to where this one is */
};

static bool
same_but_player(const struct sok_board *x, const struct sok_board *y)
{
	size_t n = (size_t)x->width * (size_t)x->height;

	if (x->width != y->width || x->height != y->height)
		return false;
	for (size_t i = 0; i < n; i++)
		if ((x->sq[i] ^ y->sq[i]) & ~SOK_PLAYER)
			return false;
	return true;
}

/* The shortest walk between two squares: every square's distance from the
 * goal, then downhill.  s == NULL on ENOMEM, empty if there is no way. */
static struct sok_str
walk(const struct sok_board *b, long from, long to, struct sok_arena *a)
{
	static const char letter[] = "lrud";
	const long step[] = {-1, 1, -b->width, b->width};
	size_t n = (size_t)b->width * (size_t)b->height, len = 0;
	long *queue = sok_arena_alloc(a, n, sizeof(*queue));
	unsigned char *back = sok_arena_zalloc(a, n, 1);
	char *out = sok_arena_alloc(a, n, 1);
	size_t head = 0, tail = 0;

	if (queue == NULL || back == NULL || out == NULL)
		return (struct sok_str){NULL, 0};
	queue[tail++] = to;
	back[to] = 5;
	while (head < tail && back[from] == 0) {
		long at = queue[head++];

		for (int d = 0; d < 4; d++) {
			long next = at - step[d];
			long x = next % b->width, y = next / b->width;

			if (next < 0 || (size_t)next >= n || back[next] ||
			    (d < 2 && y != at / b->width) ||
			    sok_board_at(b, (int)x, (int)y) &
			        (SOK_WALL | SOK_BOX))
				continue;
			back[next] = (unsigned char)(d + 1);
			queue[tail++] = next;
		}
	}
	for (; back[from] != 0 && from != to; from += step[back[from] - 1])
		out[len++] = letter[back[from] - 1];
	return (struct sok_str){out, len};
}

/* Find a symmetry that lays `from` on `to`, players aside: 1, 0, -1. */
static int
find_fit(const struct sok_board *to, const struct sok_board *from,
    struct fit *fit, struct sok_arena *a)
{
	struct sok_board turned;
	struct sok_area area;
	long player;

	if (sok_board_flood(to, true, &area, a) == -1)
		return -1;
	for (int t = 0; t < SOK_NSYMMETRIES; t++) {
		fit->t = (enum sok_symmetry)t;
		if (sok_board_transform(from, &turned, fit->t, a) == -1)
			return -1;
		player = sok_board_player(&turned);
		if (!same_but_player(to, &turned) || player < 0 ||
		    !sok_area_has(&area, (int)(player % to->width),
		        (int)(player / to->width)))
			continue;
		fit->walk = walk(to, sok_board_player(to), player, a);
		return fit->walk.s == NULL ? -1 : 1;
	}
	return 0;
}

/* The moves on the other puzzle.  In reverse games the walk is part of the
 * first jump. */
static struct sok_str
fit_moves(const struct fit *fit, struct sok_str m, struct sok_arena *a)
{
	char *out = sok_arena_alloc(a, m.len + fit->walk.len, 1), *o = out;
	bool jump = m.len > 0 && m.s[0] == '[';

	if (out == NULL)
		return (struct sok_str){NULL, 0};
	if (jump)
		*o++ = '[';
	memcpy(o, fit->walk.s, fit->walk.len);
	o += fit->walk.len;
	for (size_t i = jump; i < m.len; i++)
		*o++ = sok_symmetry_move(fit->t, m.s[i]);
	return (struct sok_str){out, (size_t)(o - out)};
}

/* The games of the puzzle that takes, found by their moves: one more than
 * their index, 0 free. */
struct known {
	size_t *slot, mask;
};

static size_t *
find_moves(
    const struct known *k, const struct sok_puzzle *p, struct sok_str moves)
{
	size_t i = (size_t)sok_digest(moves) & k->mask;

	while (k->slot[i] != 0 &&
	    !sok_str_eq(p->game[k->slot[i] - 1].moves, moves))
		i = (i + 1) & k->mask;
	return &k->slot[i];
}

/* With room for n games. */
static int
know_games(
    struct known *k, const struct sok_puzzle *p, size_t n, struct sok_arena *a)
{
	size_t slots = 4;

	while (slots < 2 * n)
		slots *= 2;
	*k = (struct known){
	    sok_arena_zalloc(a, slots, sizeof(*k->slot)), slots - 1};
	if (k->slot == NULL)
		return -1;
	for (size_t i = 0; i < p->ngames; i++)
		*find_moves(k, p, p->game[i].moves) = i + 1;
	return 0;
}

/* What a duplicate and the puzzle that it repeats have in common. */
struct pair {
	struct sok_puzzle *to;
	const struct sok_puzzle *from;
	struct sok_stage *stage_to, *stage_from;
	struct known known;
	struct fit fit;
	struct sok_arena *a;
};

static int
replay(const struct pair *x, const struct sok_puzzle *p, struct sok_stage *s,
    const struct sok_game *g, struct sok_replay *r)
{
	struct sok_replay_options o = {.no_final = true, .stage = s};

	return sok_replay(p, g, &o, r, x->a);
}

/* Add one game if it replays with the verdict it had. */
static int
take_game(struct pair *x, const struct sok_game *from, struct sok_merged *n)
{
	struct sok_game g = *from;
	struct sok_replay was, is;
	size_t *slot;

	g.source = NULL;
	g.nsource = 0;
	g.moves = fit_moves(&x->fit, g.moves, x->a);
	if (g.moves.s == NULL)
		return -1;
	slot = find_moves(&x->known, x->to, g.moves);
	if (*slot != 0) {
		n->known++;
		return 0;
	}
	if (replay(x, x->from, x->stage_from, from, &was) == -1 ||
	    replay(x, x->to, x->stage_to, &g, &is) == -1)
		return -1;
	if (was.verdict != is.verdict || is.verdict == SOK_ILLEGAL) {
		n->left++;
		return 0;
	}
	if (!copy_game(&g, x->a))
		return -1;
	x->to->game[x->to->ngames++] = g;
	*slot = x->to->ngames;
	n->taken++;
	return 0;
}

/* Room for all games, and what their replay needs. */
static int
prepare(struct pair *x)
{
	size_t n = x->to->ngames + x->from->ngames;
	struct sok_game *all = sok_arena_alloc(x->a, n, sizeof(*all));

	if (all == NULL)
		return -1;
	if (x->to->ngames > 0)
		memcpy(all, x->to->game, x->to->ngames * sizeof(*all));
	x->to->game = all;
	x->stage_to = sok_stage_open(x->to, x->a);
	x->stage_from = sok_stage_open(x->from, x->a);
	if (x->stage_to == NULL || x->stage_from == NULL)
		return -1;
	return know_games(&x->known, x->to, n, x->a);
}

int
sok_merge_games(struct sok_puzzle *to, const struct sok_puzzle *from,
    struct sok_merged *n, struct sok_arena *a)
{
	struct pair x = {.to = to, .from = from, .a = a};
	struct sok_board on = to->board, other = from->board;
	int dx, dy, fits;

	*n = (struct sok_merged){0};
	if (from->ngames == 0)
		return 0;
	if (sok_board_simplify(&to->board, &on, &dx, &dy, a) == -1 ||
	    sok_board_simplify(&from->board, &other, &dx, &dy, a) == -1)
		return -1;
	fits = find_fit(&on, &other, &x.fit, a);
	if (fits == 0)
		n->left = from->ngames;
	if (fits != 1)
		return fits;
	if (prepare(&x) == -1)
		return -1;
	for (size_t i = 0; i < from->ngames; i++)
		if (take_game(&x, &from->game[i], n) == -1)
			return -1;
	sok_puzzle_retitle(to);
	return 0;
}
