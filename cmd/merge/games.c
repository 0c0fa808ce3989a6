/* games.c - merges the games of a puzzle.  Games are the same if their moves
 * are, apart from groups and, without jumps, from capital letters. */
#include <stdlib.h>
#include <string.h>

#include "board/board.h"
#include "merge/merge.h"

struct games {
	const struct sok_puzzle *version; /* MERGE_NSIDES of them */
	uint64_t *digest[MERGE_NSIDES];   /* of the moves */
	struct merge_item *item;
	size_t n;
};

/* A digest of the moves as far as they identify a game. */
static uint64_t
digest_moves(struct sok_str moves)
{
	bool jumps = moves.len > 0 && memchr(moves.s, '[', moves.len) != NULL;
	uint64_t h = 1;
	char part[64];
	size_t n = 0;

	for (size_t i = 0; i < moves.len; i++) {
		if (moves.s[i] != '(' && moves.s[i] != ')')
			part[n++] = jumps ? moves.s[i] : sok_lower(moves.s[i]);
		if (n < sizeof(part) && i + 1 < moves.len)
			continue;
		h = sok_mix(h, (struct sok_str){part, n});
		n = 0;
	}
	return h;
}

static int
digest_games(struct games *g, enum merge_side side, struct sok_arena *a)
{
	const struct sok_puzzle *p = &g->version[side];
	uint64_t *v = sok_arena_alloc(a, p->ngames, sizeof(*v));

	for (size_t i = 0; v != NULL && i < p->ngames; i++)
		v[i] = digest_moves(p->game[i].moves);
	g->digest[side] = v;
	return v == NULL ? -1 : 0;
}

/* Give the games of one more side to the items that have the same moves in the
 * versions before, or to new ones. */
static void
pair_games(struct games *g, enum merge_side side)
{
	size_t before = g->n, k;

	for (size_t i = 0; i < g->version[side].ngames; i++) {
		for (k = 0; k < before; k++) {
			struct merge_item *item = &g->item[k];
			uint64_t known = 0;

			if (item->at[side] != 0)
				continue;
			for (int s = 0; s < (int)side && known == 0; s++)
				if (item->at[s] != 0)
					known = g->digest[s][item->at[s] - 1];
			if (known == g->digest[side][i])
				break;
		}
		if (k == before) {
			k = g->n++;
			g->item[k] = (struct merge_item){.gone = false};
		}
		g->item[k].at[side] = (uint32_t)i + 1;
	}
}

/* Whether the games that a side has from the base are in another order. */
static bool
is_reordered(const struct games *g, enum merge_side side)
{
	uint32_t last = 0, at;

	/* The items of the base come first, in its order. */
	for (size_t k = 0; k < g->n && g->item[k].at[MERGE_BASE] != 0; k++) {
		at = g->item[k].at[side];
		if (at != 0 && at < last)
			return true;
		last = at != 0 ? at : last;
	}
	return false;
}

static const struct sok_game *
game_of(
    const struct games *g, const struct merge_item *item, enum merge_side side)
{
	return item->at[side] == 0 ? NULL
	                           : &g->version[side].game[item->at[side] - 1];
}

static bool
same_game(const struct sok_game *x, const struct sok_game *y)
{
	return sok_str_eq(x->moves, y->moves) &&
	    sok_str_eq(x->title_line, y->title_line) &&
	    merge_same_text(&x->text, &y->text);
}

/* A game that both sides have. */
static int
merge_parts(const struct sok_game *base, const struct sok_game *ours,
    const struct sok_game *theirs, struct sok_game *to, struct sok_arena *a)
{
	static const struct sok_game none;
	const struct sok_game *was = base != NULL ? base : &none;
	const struct sok_str title[] = {
	    was->title_line, ours->title_line, theirs->title_line};
	const struct sok_text *const text[] = {
	    &was->text, &ours->text, &theirs->text};
	int r;

	*to = *ours;
	/* What both added is the same game, whatever its title is. */
	if (merge_string(title, &to->title_line) == 0) {
		if (base != NULL)
			return 0;
		to->title_line = ours->title_line;
	}
	if (base != NULL && sok_str_eq(ours->moves, base->moves)) {
		to->moves = theirs->moves;
		to->letters_only = theirs->letters_only;
	}
	r = merge_text(text, &to->text, a);
	return r;
}

/* Merge the versions of one game: 1, and item->gone if it is removed. */
static int
merge_game(const struct games *g, struct merge_item *item, struct sok_game *to,
    struct sok_arena *a)
{
	const struct sok_game *base = game_of(g, item, MERGE_BASE);
	const struct sok_game *ours = game_of(g, item, MERGE_OURS);
	const struct sok_game *theirs = game_of(g, item, MERGE_THEIRS);
	const struct sok_game *left = ours != NULL ? ours : theirs;

	if (ours != NULL && theirs != NULL)
		return merge_parts(base, ours, theirs, to, a);
	item->gone = base != NULL;
	if (left != NULL)
		*to = *left;
	/* One side changed what the other one removed. */
	return base == NULL || left == NULL || same_game(base, left);
}

int
merge_games(const struct sok_puzzle *version, struct sok_puzzle *to,
    struct sok_arena *a)
{
	struct games g = {.version = version};
	enum merge_side first = MERGE_OURS;
	size_t all = 0, left;
	int r = 1;

	for (int side = 0; side < MERGE_NSIDES; side++) {
		all += version[side].ngames;
		if (digest_games(&g, (enum merge_side)side, a) == -1)
			return -1;
	}
	g.item = sok_arena_alloc(a, all, sizeof(*g.item));
	struct sok_game *merged = sok_arena_alloc(a, all, sizeof(*merged));
	struct sok_game *game = sok_arena_alloc(a, all, sizeof(*game));
	if (g.item == NULL || merged == NULL || game == NULL)
		return -1;
	for (int side = 0; side < MERGE_NSIDES; side++)
		pair_games(&g, (enum merge_side)side);
	for (size_t k = 0; k < g.n && r == 1; k++)
		r = merge_game(&g, &g.item[k], &merged[k], a);
	if (r != 1)
		return r;
	if (!is_reordered(&g, MERGE_OURS) && is_reordered(&g, MERGE_THEIRS))
		first = MERGE_THEIRS;
	const uint32_t *order = merge_weave(g.item, g.n, first, &left, a);
	if (order == NULL)
		return -1;
	for (size_t i = 0; i < left; i++)
		game[i] = merged[order[i]];
	to->game = game;
	to->ngames = left;
	return 1;
}
