/* merge.c - the identity of duplicates, and adding their games to the puzzle
 * that they repeat.  A puzzle may receive games in many calls, so the digests
 * of its games are kept and all else is allocated in a scratch arena. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "play/position.h"
#include "text/text.h"

/* ---- comparing puzzles: those that have no published id by a similar one */

/* The least digest of the images of the simplified board, on which all squares
 * that the player can walk on are players; id->player is where it is.  Digested
 * are the grid, the image and the numbers of Sokoban+. */
static int
own_id(const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	struct sok_puzzle q = *p, image;
	struct sok_board *b = &q.board;
	struct sok_area walk;
	struct orders o;

	if (!q.has_board || b->players != 1)
		return 0;
	q.ngames = 0;
	int r = sok_simplify(&q, scratch);
	if (r != 1)
		return r;
	if (sok_board_flood(b, true, &walk, scratch) < 0)
		return -1;
	*id = (struct sok_id){
	    .unique = UINT64_MAX, .player = (size_t)sok_board_player(b)};
	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			if (sok_area_has(&walk, x, y))
				b->sq[y * b->width + x] |= SOK_PLAYER;
	r = sok_can_transform(&q, SOK_ROTATE180, scratch);
	if (r != 1)
		return r;

	for (int t = 0; t < SOK_NSYMMETRIES; t++) {
		if (!sok_grid_has_symmetry(b->grid, (enum sok_symmetry)t))
			continue;
		image = q;
		if (sok_transform(&image, (enum sok_symmetry)t, scratch) < 0)
			return -1;
		r = orders_read(&image, &o, scratch);
		size_t n = sok_board_size(&image.board);
		size_t size = 2 * n * sizeof(*o.box);
		n += 1 + (size_t)image.board.height;
		char *text = sok_arena_alloc(scratch, n + size, 1);
		if (r == -1 || text == NULL)
			return -1;

		text[0] = (char)('0' + (int)image.board.grid);
		board_text(&image.board, text + 1);
		if (r == 1 && o.fault == NULL) {
			memcpy(text + n, o.box, size);
			n += size;
		}

		uint64_t digest = sok_digest((struct sok_str){text, n});
		if (digest < id->unique) {
			id->unique = digest;
			id->symmetry = (enum sok_symmetry)t;
		}
	}
	return 1;
}

int
sok_duplicate_id(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch)
{
	struct orders o;
	int r = 1;

	if (p->variant == SOK_UNSUPPORTED)
		return 0;
	if (p->board.grid == SOK_SQUARES)
		r = orders_read(p, &o, scratch);
	if (r == -1)
		return -1;
	return r == 0 ? sok_unique_id(p, id, scratch) : own_id(p, id, scratch);
}

/* ---- merging */

struct sok_merge {
	struct sok_puzzle *to;
	struct sok_arena *a;
	size_t room;      /* for games of to */
	uint64_t *digest; /* by game, of the essence of its moves */
	/* A hash table, whose size is a power of two, at most half full: the
	 * indices of games, + 1, at their digest or the next 0. */
	size_t *slot, slots;
	bool multiban; /* one of its games changes players */
};

/* What a duplicate and the puzzle that it repeats have in common. */
struct pair {
	struct sok_merge *m;
	struct sok_puzzle to; /* the same without games */
	const struct sok_puzzle *from;
	struct sok_replay_options in_to, in_from;
	/* How the squares of one puzzle are placed on the other, and the walk
	 * from the other player to this one. */
	enum sok_symmetry t;
	struct sok_str walk;
	struct sok_arena *scratch;
};

struct sok_merge *
sok_merge_open(struct sok_puzzle *to, struct sok_arena *a)
{
	struct sok_merge *m = sok_arena_alloc(a, 1, sizeof(*m));

	if (m != NULL)
		*m = (struct sok_merge){
		    .to = to, .a = a, .multiban = multiban_puzzle(to)};
	return m;
}

/* ---- known games */

/* The moves without groups and, in games without jumps, in small letters: the
 * board shows which moves push.  s == NULL on ENOMEM. */
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

/* The slot of the game with this essence, or the free slot for it; NULL on
 * ENOMEM.  If s is NULL: the free slot for the digest. */
static size_t *
find_slot(const struct sok_merge *m, struct sok_str moves, uint64_t digest,
    struct sok_arena *scratch)
{
	size_t i = (size_t)digest & (m->slots - 1);
	struct sok_str other;

	for (; m->slot[i] != 0; i = (i + 1) & (m->slots - 1)) {
		size_t game = m->slot[i] - 1;

		if (moves.s == NULL || m->digest[game] != digest)
			continue;
		other = essence(m->to->game[game].moves, scratch);
		if (other.s == NULL)
			return NULL;
		if (sok_str_eq(other, moves))
			break;
	}
	return &m->slot[i];
}

/* Make room for one more game and its slot; the first call also finds the
 * digests of the games of the puzzle. */
static int
make_room(struct sok_merge *m, struct sok_arena *scratch)
{
	size_t n = m->to->ngames, room = 2 * n + 4;
	const uint64_t *known = m->digest;
	struct sok_str any = {NULL, 0}, moves;

	if (n < m->room)
		return 0;
	struct sok_game *game = sok_arena_alloc(m->a, room, sizeof(*game));
	m->digest = sok_arena_alloc(m->a, room, sizeof(*m->digest));
	for (m->slots = 8; m->slots < 2 * room;)
		m->slots *= 2;
	m->slot = sok_arena_zalloc(m->a, m->slots, sizeof(*m->slot));
	if (game == NULL || m->digest == NULL || m->slot == NULL)
		return -1;
	if (n > 0)
		memcpy(game, m->to->game, n * sizeof(*game));
	m->to->game = game;
	m->room = room;
	for (size_t i = 0; i < n; i++) {
		if (known != NULL) {
			m->digest[i] = known[i];
		} else {
			moves = essence(game[i].moves, scratch);
			if (moves.s == NULL)
				return -1;
			m->digest[i] = sok_digest(moves);
		}
		*find_slot(m, any, m->digest[i], scratch) = i + 1;
	}
	return 0;
}

/* ---- how boards fit */

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

/* The shortest walk of the player to a square.  s == NULL on ENOMEM. */
static struct sok_str
walk(const struct sok_board *b, long to, struct sok_arena *a)
{
	struct sok_puzzle p = {.has_board = true, .board = *b};
	struct sok_position *s = sok_position_open(&p, a);
	const char *step = steps_table[b->grid].letters;
	char *way = NULL;
	size_t n = 0;

	if (s == NULL || position_ready(s, SOK_FORWARD) == -1)
		return (struct sok_str){NULL, 0};
	/* The search begins at the other end; this order decides which of
	 * several walks is found. */
	s->letters = "rldusnwe";
	ptrdiff_t from = (to / b->width + 1) * s->stride + to % b->width;
	if (position_search(s, s->side[SOK_FORWARD].cell, from, s->start,
	        CELL_WALL | CELL_BOX) == 1)
		way = sok_arena_alloc(a, s->search.n, 1);
	/* The opposite of letter i is letter i ^ 1. */
	for (ptrdiff_t at = s->start; way != NULL && at != from; n++)
		way[n] = step[steps_letter(b->grid, position_back(s, &at)) ^ 1];
	return (struct sok_str){way, n};
}

/* Find a symmetry that maps the reachable part of the other board to this one,
 * apart from the players: 1, 0, -1. */
static int
find_fit(struct pair *x)
{
	struct sok_board to = x->to.board, from = x->from->board, turned;
	struct sok_area area;
	int dx, dy, at;

	if (sok_board_simplify(&to, &to, &dx, &dy, x->scratch) == -1 ||
	    sok_board_simplify(&from, &from, &dx, &dy, x->scratch) == -1 ||
	    sok_board_flood(&to, true, &area, x->scratch) == -1)
		return -1;
	for (int t = 0; t < SOK_NSYMMETRIES; t++) {
		x->t = (enum sok_symmetry)t;
		if (!sok_grid_has_symmetry(to.grid, x->t))
			continue;
		if (sok_board_transform(&from, &turned, x->t, x->scratch) == -1)
			return -1;
		at = (int)sok_board_player(&turned);
		if (!same_but_player(&to, &turned) || at < 0 ||
		    !sok_area_has(&area, at % to.width, at / to.width))
			continue;
		x->walk = walk(&to, at, x->scratch);
		return x->walk.s == NULL ? -1 : 1;
	}
	return 0;
}

/* The moves on the other puzzle.  The walk becomes a part of the first jump of
 * a reverse game. */
static struct sok_str
fit_moves(const struct pair *x, struct sok_str m)
{
	char *out = sok_arena_alloc(x->scratch, m.len + x->walk.len, 1);
	bool jump = m.len > 0 && m.s[0] == '[';
	char *o = out;

	if (out == NULL)
		return (struct sok_str){NULL, 0};
	if (jump)
		*o++ = '[';
	memcpy(o, x->walk.s, x->walk.len);
	o += x->walk.len;
	for (size_t i = jump; i < m.len; i++)
		*o++ = sok_symmetry_move(x->to.board.grid, x->t, m.s[i]);
	return (struct sok_str){out, (size_t)(o - out)};
}

int
sok_games_fit(const struct sok_puzzle *to, const struct sok_puzzle *from,
    struct sok_game **game, struct sok_arena *a)
{
	struct pair x = {.to = *to, .from = from, .scratch = a};
	int fits = to->has_board && from->has_board ? find_fit(&x) : 0;

	if (fits != 1)
		return fits;
	*game = sok_arena_alloc(a, from->ngames, sizeof(**game));
	if (*game == NULL)
		return -1;
	for (size_t i = 0; i < from->ngames; i++) {
		struct sok_game *g = &(*game)[i];

		*g = from->game[i];
		g->moves = fit_moves(&x, g->moves);
		if (g->moves.s == NULL)
			return -1;
		/* The letters of a walk are in no line of the input. */
		if (x.walk.len > 0)
			g->source = NULL;
	}
	return 1;
}

/* ---- games */

/* Add a game if it is new and keeps its verdict. */
static int
take_game(struct pair *x, const struct sok_game *from, struct sok_merged *n)
{
	struct sok_merge *m = x->m;
	struct sok_puzzle *to = m->to;
	struct sok_game g = *from;
	struct sok_replay was, is;

	g.source = NULL;
	g.moves = fit_moves(x, g.moves);
	struct sok_str moves = essence(g.moves, x->scratch);
	if (g.moves.s == NULL || moves.s == NULL ||
	    make_room(m, x->scratch) == -1)
		return -1;
	uint64_t digest = sok_digest(moves);
	size_t *slot = find_slot(m, moves, digest, x->scratch);
	if (slot == NULL)
		return -1;
	if (*slot != 0) {
		n->known++;
		return 0;
	}
	if (sok_replay(x->from, from, &x->in_from, &was, x->scratch) == -1 ||
	    sok_replay(&x->to, &g, &x->in_to, &is, x->scratch) == -1)
		return -1;
	if (was.verdict != is.verdict || is.verdict == SOK_ILLEGAL) {
		n->left++;
		return 0;
	}
	if (sok_game_copy(&to->game[to->ngames], &g, m->a) == -1)
		return -1;
	m->digest[to->ngames++] = digest;
	*slot = to->ngames;
	m->multiban = m->multiban || multiban_game(&g);
	n->taken++;
	return 0;
}

int
sok_merge_games(struct sok_merge *m, const struct sok_puzzle *from,
    struct sok_merged *n, struct sok_arena *scratch)
{
	struct pair x = {
	    .m = m, .to = *m->to, .from = from, .scratch = scratch};

	*n = (struct sok_merged){0};
	if (from->ngames == 0)
		return 0;
	int fits = m->to->has_board && from->has_board ? find_fit(&x) : 0;
	if (fits == 0)
		n->left = from->ngames;
	if (fits != 1)
		return fits;
	/* Games that were added before are not examined again. */
	x.to.ngames = 0;
	if (m->multiban && x.to.variant != SOK_UNSUPPORTED)
		x.to.variant |= SOK_MULTIBAN;
	x.in_to.position = sok_position_open(&x.to, scratch);
	x.in_from.position = sok_position_open(from, scratch);
	x.in_to.no_final = x.in_from.no_final = true;
	if (x.in_to.position == NULL || x.in_from.position == NULL)
		return -1;
	for (size_t i = 0; i < from->ngames; i++)
		if (take_game(&x, &from->game[i], n) == -1)
			return -1;
	return 0;
}
