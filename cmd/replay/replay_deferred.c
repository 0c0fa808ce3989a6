/*
 * replay_deferred.c - what is read while the first puzzle waits and comes after
 * it: findings, headers, games without a board and ends of operands, in their
 * order.
 */
#include <string.h>

#include "replay/replay.h"
#include "tools.h"

struct deferred {
	struct deferred *next;
	struct sok_finding *finding; /* or */
	struct sok_header *header;   /* or */
	struct sok_puzzle *puzzle;   /* or */
	const char *file;            /* whose end it is */
	const struct sok_header *original;
};

static struct deferred *
defer(struct replay_work *k)
{
	struct deferred *v = sok_arena_zalloc(&k->life, 1, sizeof(*v));

	if (v == NULL)
		return NULL;
	if (k->deferred == NULL)
		k->deferred = v;
	else
		k->last->next = v;
	k->last = v;
	return v;
}

/* The copy of the puzzle that a finding is about; the finding kept before it is
 * about the same one, most likely. */
static const struct sok_puzzle *
copy_puzzle(const struct sok_puzzle *from, const struct sok_finding *before,
    struct sok_arena *a)
{
	const struct sok_puzzle *last = before != NULL ? before->puzzle : NULL;
	struct sok_puzzle *p;

	if (last != NULL && last->number == from->number &&
	    strcmp(last->pos.file, from->pos.file) == 0 &&
	    last->pos.line == from->pos.line && last->pos.col == from->pos.col)
		return last;
	p = sok_arena_alloc(a, 1, sizeof(*p));
	return p == NULL || sok_puzzle_copy(p, from, a) != 0 ? NULL : p;
}

/* The copy of a finding lives as long as we do, with all that it names. */
static int
copy_finding(struct sok_finding *to, const struct sok_finding *from,
    const struct sok_finding *before, struct sok_arena *a)
{
	const struct sok_puzzle *old = from->puzzle, *p = NULL;
	struct sok_game *g;

	if (finding_copy(to, from, a) == -1)
		return -1;
	if (old != NULL) {
		to->puzzle = p = copy_puzzle(old, before, a);
		if (p == NULL)
			return -1;
	}
	if (from->game == NULL)
		return 0;
	for (size_t i = 0; p != NULL && i < p->ngames; i++)
		if (&old->game[i] == from->game)
			to->game = &p->game[i];
	if (to->game != from->game)
		return 0;
	to->game = g = sok_arena_alloc(a, 1, sizeof(*g));
	return g == NULL ? -1 : sok_game_copy(g, from->game, a);
}

int
defer_finding(struct replay_work *k, const struct sok_finding *f)
{
	const struct sok_finding *before =
	    k->deferred != NULL ? k->last->finding : NULL;
	struct deferred *v = defer(k);

	if (v == NULL)
		return -1;
	v->finding = sok_arena_alloc(&k->life, 1, sizeof(*v->finding));
	if (v->finding == NULL)
		return -1;
	return copy_finding(v->finding, f, before, &k->life);
}

int
defer_header(struct replay_work *k, const struct sok_header *h)
{
	struct deferred *v = defer(k);

	if (v == NULL)
		return -1;
	v->header = sok_arena_alloc(&k->life, 1, sizeof(*v->header));
	if (v->header == NULL || sok_header_copy(v->header, h, &k->life) != 0)
		return -1;
	v->original = h;
	return 0;
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

int
defer_puzzle(struct replay_work *k, const struct sok_puzzle *p)
{
	struct deferred *v = defer(k);

	if (v == NULL)
		return -1;
	v->puzzle = copy_to_keep(k, p);
	return v->puzzle == NULL ? -1 : 0;
}

int
defer_file_end(struct replay_work *k, const char *file)
{
	struct deferred *v = defer(k);

	if (v == NULL)
		return -1;
	v->file = file;
	return 0;
}

static int
release(struct replay_work *k, struct deferred *v, const struct sok_header *now)
{
	if (v->finding != NULL)
		replay_finding(k, v->finding);
	else if (v->file != NULL)
		report_file_end(&k->run, v->file);
	else if (v->puzzle != NULL)
		return replay_own(k, v->puzzle, &k->life);
	else
		return sok_write_header(
		    k->run.writer, v->original == now ? now : v->header);
	return 0;
}

int
release_deferred(struct replay_work *k, const struct sok_header *now)
{
	struct deferred *v = k->deferred;

	k->deferred = k->last = NULL;
	for (; v != NULL; v = v->next)
		if (release(k, v, now) < 0)
			return -1;
	return 0;
}
