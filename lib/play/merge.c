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

/* How the squares of one puzzle lie on those of another. */
struct fit {
	enum sok_grid grid;
	enum sok_symmetry t;
	struct sok_str walk; /* of the other's player to where this one is */
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

/* The letter of the step back; one that is none stays. */
static char
opposite(enum sok_grid grid, char c)
{
	int i = steps_letter(grid, c);

	return i < 0 ? c : steps_table[grid].letters[i ^ 1];
}

/* The square to which a step leads; -1 if it is none of the board. */
static long
beside(const struct sok_board *b, long at, char c)
{
	int x = (int)(at % b->width), y = (int)(at / b->width), dx, dy;

	if (!sok_step(b->grid, c, x, y, &dx, &dy))
		return -1;
	x += dx;
	y += dy;
	if (x < 0 || y < 0 || x >= b->width || y >= b->height)
		return -1;
	return (long)y * b->width + x;
}

/* The shortest walk between two squares: every square's distance from the
 * goal, then downhill.  s == NULL on ENOMEM, empty if there is no way. */
static struct sok_str
walk(const struct sok_board *b, long from, long to, struct sok_arena *a)
{
	static const char letter[] = "lrudnsew";
	size_t n = sok_board_size(b), len = 0;
	long *queue = sok_arena_alloc(a, n, sizeof(*queue));
	char *way = sok_arena_zalloc(a, n, 1);
	char *out = sok_arena_alloc(a, n, 1);
	size_t head = 0, tail = 0;
	const char *c;

	if (queue == NULL || way == NULL || out == NULL)
		return (struct sok_str){NULL, 0};
	queue[tail++] = to;
	way[to] = '*';
	while (head < tail && way[from] == '\0') {
		long at = queue[head++], next;

		for (c = letter; *c != '\0'; c++) {
			next = beside(b, at, opposite(b->grid, *c));
			if (next < 0 || way[next] != '\0' ||
			    b->sq[next] & (SOK_WALL | SOK_BOX))
				continue;
			way[next] = *c;
			queue[tail++] = next;
		}
	}
	for (; way[from] != '\0' && from != to;
	     from = beside(b, from, out[len - 1]))
		out[len++] = way[from];
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
		*o++ = sok_symmetry_move(fit->grid, fit->t, m.s[i]);
	return (struct sok_str){out, (size_t)(o - out)};
}

/* A game of the puzzle that takes, found by its moves. */
struct known {
	uint64_t digest; /* of the moves */
	size_t n;        /* its index, + 1; 0: free */
};

struct sok_merge {
	struct sok_puzzle *to;
	struct sok_arena *a;
	size_t room;        /* for games of to */
	struct known *slot; /* a power of two of them, half empty */
	size_t slots;
	bool multiban; /* one of its games changes the player */
};

struct sok_merge *
sok_merge_open(struct sok_puzzle *to, struct sok_arena *a)
{
	struct sok_merge *m = sok_arena_zalloc(a, 1, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->to = to;
	m->a = a;
	m->room = to->ngames;
	m->multiban = multiban_puzzle(to);
	return m;
}

/* Whether capital letters say nothing that the board does not: a game without
 * jumps is played forward, where it shows which moves push. */
static bool
case_is_free(struct sok_str moves)
{
	return moves.len == 0 || memchr(moves.s, '[', moves.len) == NULL;
}

/* The next byte of moves that makes a difference, in small letters if asked
 * for; NUL at the end. */
static char
next_move(struct sok_str *moves, bool small)
{
	size_t i = 0;
	char c;

	while (i < moves->len && (moves->s[i] == '(' || moves->s[i] == ')'))
		i++;
	c = i == moves->len ? '\0' : moves->s[i];
	*moves = sok_str_from(*moves, i + 1);
	return small ? sok_lower(c) : c;
}

/* Whether two games are one but for the case of letters and groups. */
static bool
same_game(struct sok_str a, struct sok_str b)
{
	bool small = case_is_free(a);
	char c = small == case_is_free(b) ? ' ' : '\0';

	if (c == '\0' || sok_str_eq(a, b))
		return c != '\0';
	while (c != '\0') {
		c = next_move(&a, small);
		if (next_move(&b, small) != c)
			return false;
	}
	return true;
}

/* A digest that is the same for all of them; -1 on ENOMEM. */
static int
game_digest(struct sok_str moves, uint64_t *digest, struct sok_arena *a)
{
	char *out = sok_arena_alloc(a, moves.len + 1, 1);
	bool small = case_is_free(moves);
	size_t n = 0;

	if (out == NULL)
		return -1;
	while ((out[n] = next_move(&moves, small)) != '\0')
		n++;
	*digest = sok_digest((struct sok_str){out, n});
	return 0;
}

static struct known *
find_known(const struct sok_merge *m, uint64_t digest, struct sok_str moves)
{
	size_t i = (size_t)digest & (m->slots - 1);

	while (m->slot[i].n != 0 &&
	    (m->slot[i].digest != digest ||
	        !same_game(m->to->game[m->slot[i].n - 1].moves, moves)))
		i = (i + 1) & (m->slots - 1);
	return &m->slot[i];
}

static void
know(struct sok_merge *m, uint64_t digest, size_t game)
{
	struct known *k = find_known(m, digest, m->to->game[game].moves);

	if (k->n == 0)
		*k = (struct known){digest, game + 1};
}

/* Twice as many slots; the first time also what stands in them. */
static int
grow_known(struct sok_merge *m, struct sok_arena *scratch)
{
	const struct known *old = m->slot;
	size_t n = m->slots, i;
	uint64_t digest;

	m->slots = n > 0 ? 2 * n : 8;
	while (m->slots < 4 * m->to->ngames)
		m->slots *= 2;
	m->slot = sok_arena_zalloc(m->a, m->slots, sizeof(*m->slot));
	if (m->slot == NULL)
		return -1;
	for (i = 0; i < n; i++)
		if (old[i].n != 0)
			know(m, old[i].digest, old[i].n - 1);
	for (i = 0; n == 0 && i < m->to->ngames; i++) {
		if (game_digest(m->to->game[i].moves, &digest, scratch) == -1)
			return -1;
		know(m, digest, i);
	}
	return 0;
}

static int
grow_games(struct sok_merge *m)
{
	size_t n = m->to->ngames, room = n > 0 ? 2 * n : 4;
	struct sok_game *v = sok_arena_alloc(m->a, room, sizeof(*v));

	if (v == NULL)
		return -1;
	if (n > 0)
		memcpy(v, m->to->game, n * sizeof(*v));
	m->to->game = v;
	m->room = room;
	return 0;
}

/* Room for one game more. */
static int
make_room(struct sok_merge *m, struct sok_arena *scratch)
{
	size_t n = m->to->ngames;

	if (2 * (n + 1) > m->slots && grow_known(m, scratch) == -1)
		return -1;
	return n == m->room ? grow_games(m) : 0;
}

/* What a duplicate and the puzzle that it repeats have in common. */
struct pair {
	struct sok_merge *m;
	struct sok_puzzle to; /* the same without its games */
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

/* Whether a game has the verdict that it had: 1, 0, -1. */
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

static int
add_game(struct sok_merge *m, const struct sok_game *g)
{
	struct sok_puzzle *to = m->to;

	if (sok_game_copy(&to->game[to->ngames], g, m->a) == -1)
		return -1;
	to->ngames++;
	m->multiban = m->multiban || multiban_game(g);
	return 0;
}

/* Add one game if it is new and replays with the verdict it had. */
static int
take_game(struct pair *x, const struct sok_game *from, struct sok_merged *n)
{
	struct sok_game g = *from;
	uint64_t digest;
	int fits;

	g.source = NULL;
	g.nsource = 0;
	g.moves = fit_moves(&x->fit, g.moves, x->scratch);
	if (g.moves.s == NULL || make_room(x->m, x->scratch) == -1 ||
	    game_digest(g.moves, &digest, x->scratch) == -1)
		return -1;
	if (find_known(x->m, digest, g.moves)->n != 0) {
		n->known++;
		return 0;
	}
	fits = fits_in(x, from, &g);
	if (fits != 1) {
		n->left += fits == 0;
		return fits;
	}
	if (add_game(x->m, &g) == -1)
		return -1;
	know(x->m, digest, x->m->to->ngames - 1);
	n->taken++;
	return 0;
}

/* What the replay of all games needs.  Those that were taken before are not
 * looked at again. */
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

/* Lay what can be reached of the other board on this one: 1, 0, -1. */
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
