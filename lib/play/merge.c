/*
 * merge.c - adds the games of duplicates to the puzzle that they repeat.  A
 * puzzle may receive games in many calls, so the results about its own games
 * are kept and all else is allocated in a scratch arena.
 */
#include <string.h>

#include "board/steps.h"
#include "play/position.h"
#include "text/declared/variant.h"
#include "tools.h"

/* How the squares of one puzzle are placed on another. */
struct fit {
	enum sok_grid grid;
	enum sok_symmetry t;
	struct sok_str walk; /* from the other player to this one */
};

static bool
same_but_player(const struct sok_board *x, const struct sok_board *y)
{
	size_t n = sok_board_size(x);

	if (x->width != y->width || x->height != y->height ||
	    x->grid != y->grid)
		return false;
	for (size_t i = 0; i < n; i++)
		if ((x->sq[i] ^ y->sq[i]) & ~SOK_PLAYER)
			return false;
	return true;
}

static char
opposite(enum sok_grid grid, char c)
{
	return steps_table[grid].letters[steps_letter(grid, c) ^ 1];
}

/* The shortest walk of the player to a square.  s == NULL on ENOMEM. */
static struct sok_str
walk(const struct sok_board *b, long to, struct sok_arena *a)
{
	struct sok_puzzle p = {.has_board = true, .board = *b};
	struct sok_position *s = sok_position_open(&p, a);
	struct sok_buf back = {0};
	struct sok_str way = {NULL, 0};

	if (s == NULL || position_ready(s, SOK_FORWARD) == -1)
		return way;
	/* The walk is found backwards; this order decides which of several is
	 * chosen. */
	s->letters = "rldusnwe";
	if (position_walk(s, s->side[SOK_FORWARD].cell,
	        (to / b->width + 1) * s->stride + to % b->width, s->start,
	        CELL_WALL | CELL_BOX, &back) != -1)
		way = sok_str_dup(a, sok_buf_str(&back));
	for (size_t i = 0; i < way.len; i++)
		((char *)(uintptr_t)way.s)[i] =
		    opposite(b->grid, back.s[way.len - 1 - i]);
	sok_buf_free(&back);
	return way;
}

/* Find a symmetry that maps `from` to `to`, apart from the players: 1, 0, -1.
 */
static int
find_fit(const struct sok_board *to, const struct sok_board *from,
    struct fit *fit, struct sok_arena *a)
{
	struct sok_board turned;
	struct sok_area area;
	long player;

	if (sok_board_flood(to, true, &area, a) == -1)
		return -1;
	fit->grid = to->grid;
	for (int t = 0; t < SOK_NSYMMETRIES; t++) {
		fit->t = (enum sok_symmetry)t;
		if (!sok_grid_has_symmetry(to->grid, fit->t))
			continue;
		if (sok_board_transform(from, &turned, fit->t, a) == -1)
			return -1;
		player = sok_board_player(&turned);
		if (!same_but_player(to, &turned) || player < 0 ||
		    !sok_area_has(&area, (int)(player % to->width),
		        (int)(player / to->width)))
			continue;
		fit->walk = walk(to, player, a);
		return fit->walk.s == NULL ? -1 : 1;
	}
	return 0;
}

/* The moves on the other puzzle.  The walk becomes a part of the first jump of
 * a reverse game. */
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
		*o++ = sok_symmetry_move(fit->grid, fit->t, m.s[i]);
	return (struct sok_str){out, (size_t)(o - out)};
}

struct sok_merge {
	struct sok_puzzle *to;
	struct sok_arena *a;
	size_t room;      /* for games of to, and their digests */
	uint64_t *digest; /* of the essential parts of their moves */
	/* A hash table of size 2^n: indices of games, + 1, at the place of
	 * their digest or the next free place.  At most half of it is used. */
	size_t *slot, slots;
	bool multiban; /* one of its games changes players */
};

struct sok_merge *
sok_merge_open(struct sok_puzzle *to, struct sok_arena *a)
{
	struct sok_merge *m = sok_arena_zalloc(a, 1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->to = to;
	m->a = a;
	m->multiban = multiban_puzzle(to);
	return m;
}

/* The moves without irrelevant details: groups, and the case of letters in
 * games without jumps, because the board shows which moves push.  s == NULL on
 * ENOMEM. */
static struct sok_str
essence(struct sok_str moves, struct sok_arena *a)
{
	char *out = sok_arena_alloc(a, moves.len, 1);
	bool jumps = moves.len > 0 && memchr(moves.s, '[', moves.len) != NULL;
	size_t n = 0;

	for (size_t i = 0; out != NULL && i < moves.len; i++)
		if (moves.s[i] != '(' && moves.s[i] != ')')
			out[n++] = jumps ? moves.s[i] : sok_lower(moves.s[i]);
	return (struct sok_str){out, n};
}

/* Whether one of the games has the same moves: 1, 0, -1. */
static int
is_known(const struct sok_merge *m, struct sok_str moves, uint64_t digest,
    struct sok_arena *scratch)
{
	size_t i = (size_t)digest & (m->slots - 1);
	struct sok_str other;

	for (; m->slot[i] != 0; i = (i + 1) & (m->slots - 1)) {
		if (m->digest[m->slot[i] - 1] != digest)
			continue;
		other = essence(m->to->game[m->slot[i] - 1].moves, scratch);
		if (other.s == NULL || sok_str_eq(other, moves))
			return other.s == NULL ? -1 : 1;
	}
	return 0;
}

static void
know(struct sok_merge *m, size_t game, uint64_t digest)
{
	size_t i = (size_t)digest & (m->slots - 1);

	while (m->slot[i] != 0)
		i = (i + 1) & (m->slots - 1);
	m->slot[i] = game + 1;
	m->digest[game] = digest;
}

/* Make room for one more game, its digest and its slot; the first call also
 * enters the games of the puzzle. */
static int
make_room(struct sok_merge *m, struct sok_arena *scratch)
{
	size_t n = m->to->ngames, room = 2 * n + 4;
	const struct sok_game *game = m->to->game;
	const uint64_t *digest = m->digest;
	struct sok_str moves;

	if (n < m->room)
		return 0;
	m->to->game = sok_arena_alloc(m->a, room, sizeof(*game));
	m->digest = sok_arena_alloc(m->a, room, sizeof(*m->digest));
	for (m->slots = 8; m->slots < 2 * room;)
		m->slots *= 2;
	m->slot = sok_arena_zalloc(m->a, m->slots, sizeof(*m->slot));
	if (m->to->game == NULL || m->digest == NULL || m->slot == NULL)
		return -1;
	m->room = room;
	for (size_t i = 0; i < n; i++) {
		m->to->game[i] = game[i];
		if (digest != NULL) {
			know(m, i, digest[i]);
			continue;
		}
		moves = essence(game[i].moves, scratch);
		if (moves.s == NULL)
			return -1;
		know(m, i, sok_digest(moves));
	}
	return 0;
}

/* What a duplicate and the puzzle that it repeats have in common. */
struct pair {
	struct sok_merge *m;
	struct sok_puzzle to; /* the same without games */
	const struct sok_puzzle *from;
	struct sok_position *position_to, *position_from;
	struct fit fit;
	struct sok_arena *scratch;
};

static int
replay(const struct pair *x, const struct sok_puzzle *p, struct sok_position *s,
    const struct sok_game *g, struct sok_replay *r)
{
	struct sok_replay_options o = {.no_final = true, .position = s};

	return sok_replay(p, g, &o, r, x->scratch);
}

/* Whether a game has its previous verdict: 1, 0, -1. */
static int
fits_in(
    const struct pair *x, const struct sok_game *from, const struct sok_game *g)
{
	struct sok_replay was, is;

	if (replay(x, x->from, x->position_from, from, &was) == -1 ||
	    replay(x, &x->to, x->position_to, g, &is) == -1)
		return -1;
	return was.verdict == is.verdict && is.verdict != SOK_ILLEGAL;
}

/* Add a game if it is new and keeps its verdict. */
static int
take_game(struct pair *x, const struct sok_game *from, struct sok_merged *n)
{
	struct sok_merge *m = x->m;
	struct sok_puzzle *to = m->to;
	struct sok_game g = *from;
	struct sok_str moves;
	uint64_t digest;
	int known, fits;

	g.source = NULL;
	g.nsource = 0;
	g.moves = fit_moves(&x->fit, g.moves, x->scratch);
	moves = essence(g.moves, x->scratch);
	if (g.moves.s == NULL || moves.s == NULL ||
	    make_room(m, x->scratch) == -1)
		return -1;
	digest = sok_digest(moves);
	known = is_known(m, moves, digest, x->scratch);
	n->known += known == 1;
	if (known != 0)
		return known == 1 ? 0 : -1;
	fits = fits_in(x, from, &g);
	n->left += fits == 0;
	if (fits != 1)
		return fits;
	if (sok_game_copy(&to->game[to->ngames], &g, m->a) == -1)
		return -1;
	know(m, to->ngames++, digest);
	m->multiban = m->multiban || multiban_game(&g);
	n->taken++;
	return 0;
}

/* Prepare the replay of all games.  Games that were added before are not
 * examined again. */
static int
prepare_pair(struct pair *x)
{
	x->to = *x->m->to;
	x->to.ngames = 0;
	if (x->m->multiban && x->to.variant == SOK_SOKOBAN)
		x->to.variant = SOK_MULTIBAN;
	x->position_to = sok_position_open(&x->to, x->scratch);
	x->position_from = sok_position_open(x->from, x->scratch);
	return x->position_to == NULL || x->position_from == NULL ? -1 : 0;
}

/* Map the reachable part of the other board to this one: 1, 0, -1. */
static int
fit(struct pair *x)
{
	struct sok_board on = x->m->to->board, other = x->from->board;
	int dx, dy;

	if (sok_board_simplify(&on, &on, &dx, &dy, x->scratch) == -1 ||
	    sok_board_simplify(&other, &other, &dx, &dy, x->scratch) == -1)
		return -1;
	return find_fit(&on, &other, &x->fit, x->scratch);
}

int
sok_merge_games(struct sok_merge *m, const struct sok_puzzle *from,
    struct sok_merged *n, struct sok_arena *scratch)
{
	struct pair x = {.m = m, .from = from, .scratch = scratch};
	int fits;

	*n = (struct sok_merged){0};
	if (from->ngames == 0)
		return 0;
	fits = m->to->has_board && from->has_board ? fit(&x) : 0;
	if (fits == 0)
		n->left = from->ngames;
	if (fits != 1)
		return fits;
	if (prepare_pair(&x) == -1)
		return -1;
	for (size_t i = 0; i < from->ngames; i++)
		if (take_game(&x, &from->game[i], n) == -1)
			return -1;
	return 0;
}
