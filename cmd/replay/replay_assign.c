/*
 * replay_assign.c - assigns the games of -m and -M to puzzles: one game to
 * each puzzle, all games to a single puzzle, or with --match each game to the
 * puzzles that it solves.  The first puzzle waits, because a single puzzle gets
 * all games; what is read meanwhile is deferred: findings, headers, games
 * without a board and ends of operands, in order.
 */
#include <errno.h>

#include "replay/replay.h"

/* ---- what is read while the first puzzle waits */

struct deferred {
	struct deferred *next;
	struct sok_finding *finding; /* or */
	struct sok_header *header;   /* or */
	struct sok_puzzle *puzzle;   /* or */
	const char *file;            /* the file that ends */
	const struct sok_header *original;
};

static int
defer(struct replay_work *k, struct deferred what)
{
	struct deferred *v = sok_arena_alloc(&k->life, 1, sizeof(*v));

	if (v == NULL)
		return -1;
	*v = what;
	if (k->deferred == NULL)
		k->deferred = v;
	else
		k->last->next = v;
	k->last = v;
	return 0;
}

/* The copy of a finding's puzzle, which is usually that of the previous
 * finding. */
static const struct sok_puzzle *
copy_puzzle(struct replay_work *k, const struct sok_puzzle *from)
{
	const struct sok_finding *before =
	    k->deferred != NULL ? k->last->finding : NULL;
	const struct sok_puzzle *last = before != NULL ? before->puzzle : NULL;
	struct sok_puzzle *p;

	if (last != NULL && last->number == from->number &&
	    strcmp(last->pos.file, from->pos.file) == 0 &&
	    last->pos.line == from->pos.line && last->pos.col == from->pos.col)
		return last;
	p = sok_arena_alloc(&k->life, 1, sizeof(*p));
	return p == NULL || sok_puzzle_copy(p, from, &k->life) != 0 ? NULL : p;
}

/* The copy of a finding's game: in the copy of its puzzle, or a separate one.
 */
static const struct sok_game *
copy_game(struct replay_work *k, const struct sok_finding *f,
    const struct sok_puzzle *p)
{
	struct sok_game *g;

	for (size_t i = 0; p != NULL && i < p->ngames; i++)
		if (f->puzzle != NULL && &f->puzzle->game[i] == f->game)
			return &p->game[i];
	g = sok_arena_alloc(&k->life, 1, sizeof(*g));
	return g == NULL || sok_game_copy(g, f->game, &k->life) != 0 ? NULL : g;
}

int
defer_finding(struct replay_work *k, const struct sok_finding *f)
{
	struct sok_finding *to = sok_arena_alloc(&k->life, 1, sizeof(*to));

	if (to == NULL || finding_copy(to, f, &k->life) == -1)
		return -1;
	if (f->puzzle != NULL)
		to->puzzle = copy_puzzle(k, f->puzzle);
	if (f->game != NULL)
		to->game = copy_game(k, f, to->puzzle);
	if ((f->puzzle != NULL && to->puzzle == NULL) ||
	    (f->game != NULL && to->game == NULL))
		return -1;
	return defer(k, (struct deferred){.finding = to});
}

int
defer_header(struct replay_work *k, const struct sok_header *h)
{
	struct sok_header *to = sok_arena_alloc(&k->life, 1, sizeof(*to));

	if (to == NULL || sok_header_copy(to, h, &k->life) != 0)
		return -1;
	return defer(k, (struct deferred){.header = to, .original = h});
}

/* A copy for the rest of the run, including what the puzzle inherits from a
 * header that may no longer exist then; NULL with errno. */
static struct sok_puzzle *
copy_to_keep(struct replay_work *k, const struct sok_puzzle *p)
{
	const struct sok_header *from = p->header;
	struct sok_puzzle *q = sok_arena_alloc(&k->life, 1, sizeof(*q));
	struct sok_header *h = sok_arena_zalloc(&k->life, 1, sizeof(*h));

	if (q == NULL || h == NULL || sok_puzzle_copy(q, p, &k->life) != 0)
		return NULL;
	if (k->run.pass && from->merged &&
	    sok_inherit(q, from, NULL, cli_sink(k->run.c), &k->life) != 0)
		return NULL;
	h->variant = from->variant;
	q->header = h;
	return q;
}

/* Findings while the puzzle is copied come after it. */
int
defer_puzzle(struct replay_work *k, const struct sok_puzzle *p)
{
	struct deferred *v;

	if (defer(k, (struct deferred){.next = NULL}) != 0)
		return -1;
	v = k->last;
	v->puzzle = copy_to_keep(k, p);
	return v->puzzle == NULL ? -1 : 0;
}

int
defer_file_end(struct replay_work *k, const char *file)
{
	return defer(k, (struct deferred){.file = file});
}

/* ---- games for a puzzle */

/* Replay n supplied games.  They replace the puzzle's own; with -p they follow
 * them. */
static int
join_games(struct replay_work *k, struct sok_puzzle *p, const size_t *index,
    size_t n, struct sok_arena *a)
{
	size_t own = k->run.pass ? p->ngames : 0, i;
	struct sok_game *game = sok_arena_alloc(a, own + n, sizeof(*game));

	if (game == NULL)
		return -1;
	if (own > 0)
		memcpy(game, p->game, own * sizeof(*game));
	for (i = 0; i < n; i++) {
		game[own + i] = k->supplied.game[index[i]];
		/* Numbers are the same as if all games were replayed. */
		if (k->match)
			game[own + i].number = own + index[i] + 1;
		/* Games from the command line have no position. */
		if (game[own + i].source == NULL)
			game[own + i].pos = p->pos;
	}
	p->game = game;
	p->ngames = own + n;
	k->index = index;
	return replay_games(k, p, own, a);
}

int
assign_matching(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_position *s = sok_position_open(p, a);
	const struct sok_found *found;
	size_t *index, n = 0;
	ptrdiff_t possible;

	if (s == NULL)
		return -1;
	possible = sok_match_find(k->supplied.match, s,
	    k->options.reachable_only, &k->scratch, &found);
	if (possible < 0)
		return -1;
	index = sok_arena_alloc(a, (size_t)possible, sizeof(*index));
	if (index == NULL)
		return -1;
	/* If one game changes players, they take turns in all games. */
	for (ptrdiff_t i = 0; i < possible; i++)
		if (found[i].verdict == SOK_SOLVED || p->board.players > 1)
			index[n++] = found[i].game;
	return join_games(k, p, index, n, a);
}

/* Assign n supplied games, beginning with `from`, and finish the puzzle. */
static int
assign_games(struct replay_work *k, struct sok_puzzle *p, size_t from, size_t n,
    struct sok_arena *a)
{
	size_t *index = sok_arena_alloc(a, n, sizeof(*index)), i;

	if (index == NULL)
		return -1;
	for (i = 0; i < n; i++)
		index[i] = from + i;
	return join_games(k, p, index, n, a) != 0 ? -1 : replay_finish(k, p);
}

/* Assign games to the puzzle that waits, if there is one, then process what was
 * deferred.  now: the header of the next puzzle, which is still valid, or NULL.
 */
static int
release_first(struct replay_work *k, size_t games, const struct sok_header *now)
{
	struct sok_puzzle *p = k->held;
	struct deferred *v = k->deferred;
	int r = 0;

	k->held = NULL;
	if (p == NULL)
		return 0;
	if (assign_games(k, p, 0, games, &k->life) != 0)
		return -1;
	for (; v != NULL && r >= 0; v = v->next) {
		if (v->finding != NULL)
			replay_finding(k, v->finding);
		else if (v->file != NULL)
			report_file_end(&k->run, v->file);
		else if (v->puzzle != NULL)
			r = replay_own(k, v->puzzle, &k->life);
		else
			r = sok_write_header(k->run.writer,
			    v->original == now ? now : v->header);
	}
	return r < 0 ? -1 : 0;
}

int
assign_puzzle(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	size_t i = k->puzzles++;

	if (i == 0 && k->supplied.n > 1) {
		p = copy_to_keep(k, p);
		k->held = p;
		return p == NULL ? -1 : 0;
	}
	if (release_first(k, 1, p->header) != 0)
		return -1;
	return assign_games(k, p, i, i < k->supplied.n, a);
}

void
assign_end(struct cli *c)
{
	struct replay_work *k = c->ctx;

	if (release_first(k, k->supplied.n, NULL) != 0 && !cli_output_failed(c))
		cli_die(c, NULL, errno);
	if (k->match)
		supplied_unsolved(k);
	else if (k->supplied.n > 0 && k->puzzles != 1 &&
	    k->puzzles != k->supplied.n)
		cli_error(c,
		    "%zu game%s for %zu puzzles: give one for each, or choose "
		    "one puzzle with --select, or try all with --match",
		    k->supplied.n, k->supplied.n == 1 ? "" : "s", k->puzzles);
}
