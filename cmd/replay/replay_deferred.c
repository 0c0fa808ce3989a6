/*
 * replay_deferred.c - keeps what is read while the first puzzle waits:
 * findings, headers, games without a board and ends of operands, in order.
 */
#include <string.h>

#include "replay/replay.h"
#include "tools.h"

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
	if (f->puzzle != NULL &&
	    (to->puzzle = copy_puzzle(k, f->puzzle)) == NULL)
		return -1;
	if (f->game != NULL && (to->game = copy_game(k, f, to->puzzle)) == NULL)
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

struct sok_puzzle *
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

int
release_deferred(struct replay_work *k, const struct sok_header *now)
{
	struct deferred *v = k->deferred;
	int r = 0;

	k->deferred = k->last = NULL;
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
