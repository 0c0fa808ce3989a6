/* replay_waiting.c - keeps what is read while puzzles wait for their games. */
#include <stdlib.h>

#include "base/base.h"
#include "replay/supplied.h"
#include "text/text.h"

/* One of these is set. */
struct deferred {
	struct deferred *next;
	const struct sok_finding *finding;
	struct sok_header header;          /* a copy */
	const struct sok_header *original; /* of the header, or NULL */
	struct sok_puzzle *puzzle;
	bool gets;        /* games are for this puzzle */
	const char *file; /* the end of an operand */
};

/* The arena for what is kept, which may continue in a file. */
static struct sok_arena *
kept(struct replay_work *k)
{
	return cli_must(k->run.c, compare_hold_arena(k->hold));
}

/* Memory for an object, zeroed, for the rest of the run. */
static void *
lasting(struct replay_work *k, size_t size)
{
	return cli_must(k->run.c, sok_arena_zalloc(kept(k), 1, size));
}

/* A new entry for the caller to fill in. */
static struct deferred *
defer(struct replay_work *k)
{
	struct deferred *v = lasting(k, sizeof(*v));

	if (k->deferred == NULL)
		k->deferred = v;
	else
		k->last->next = v;
	return k->last = v;
}

/* A header for the rest of the run, with what the given one says; its reader
 * may be closed before what is deferred is processed. */
static const struct sok_header *
header_to_keep(struct replay_work *k, const struct sok_header *from)
{
	struct sok_header *h = k->kept_header;
	bool same = h != NULL && h->variant == from->variant &&
	    h->text.n == from->text.n;

	for (size_t i = 0; same && i < from->text.n; i++)
		same = sok_str_eq(h->text.line[i], from->text.line[i]);
	if (same)
		return h;
	h = lasting(k, sizeof(*h));
	cli_enough(k->run.c, sok_header_copy(h, from, kept(k)) == 0);
	k->kept_header = h;
	return h;
}

void
defer_finding(struct replay_work *k, const struct sok_finding *f)
{
	const struct deferred *last = k->last;
	const struct sok_puzzle *from = f->puzzle, *before = NULL;
	struct sok_finding *own = lasting(k, sizeof(*own));
	bool enough = finding_copy(own, f, kept(k)) == 0;
	struct sok_puzzle *p;
	struct sok_game *g;

	defer(k)->finding = own;

	/* The puzzle is usually that of the previous finding. */
	if (last != NULL && last->finding != NULL)
		before = last->finding->puzzle;
	if (from != NULL && before != NULL && before->number == from->number &&
	    strcmp(before->pos.file, from->pos.file) == 0 &&
	    before->pos.line == from->pos.line &&
	    before->pos.col == from->pos.col) {
		own->puzzle = before;
	} else if (from != NULL) {
		own->puzzle = p = lasting(k, sizeof(*p));
		enough &= sok_puzzle_copy(p, from, kept(k)) == 0;
		if (from->header != NULL)
			p->header = header_to_keep(k, from->header);
	}
	cli_enough(k->run.c, enough);

	/* The game is in the copy of its puzzle, or gets a separate one. */
	if (f->game == NULL)
		return;
	for (size_t i = 0; from != NULL && i < own->puzzle->ngames; i++)
		if (&from->game[i] == f->game) {
			own->game = &own->puzzle->game[i];
			return;
		}
	own->game = g = lasting(k, sizeof(*g));
	cli_enough(k->run.c, sok_game_copy(g, f->game, kept(k)) == 0);
}

void
defer_header(struct replay_work *k, const struct sok_header *h)
{
	struct deferred *v = defer(k);

	cli_enough(k->run.c, sok_header_copy(&v->header, h, kept(k)) == 0);
	v->original = h;
}

/* A copy for the rest of the run, including what the puzzle inherits from a
 * header that may no longer exist then. */
static struct sok_puzzle *
copy_to_keep(struct replay_work *k, const struct sok_puzzle *p)
{
	const struct sok_header *from = p->header;
	struct sok_puzzle *q = lasting(k, sizeof(*q));
	struct sok_header *h = lasting(k, sizeof(*h));
	struct cli *c = k->run.c;

	cli_enough(c, sok_puzzle_copy(q, p, kept(k)) == 0);
	if (k->run.pass && from->merged)
		cli_enough(
		    c, sok_inherit(q, from, NULL, cli_sink(c), kept(k)) == 0);
	h->variant = from->variant;
	h->text = header_to_keep(k, from)->text;
	q->header = h;
	return q;
}

/* Findings while the puzzle is copied come after it. */
void
defer_puzzle(struct replay_work *k, const struct sok_puzzle *p, bool gets)
{
	struct deferred *v = defer(k);

	k->waiting = true;
	v->gets = gets;
	v->puzzle = copy_to_keep(k, p);
}

void
defer_file_end(struct replay_work *k, const char *file)
{
	defer(k)->file = file;
}

/* Process one of what was deferred. */
static int
release(struct replay_work *k, const struct deferred *v,
    const struct sok_header *now, struct sok_arena *a)
{
	const struct sok_header *h = &v->header;

	if (v->finding != NULL) {
		replay_finding(k, v->finding);
	} else if (v->original != NULL) {
		if (v->original == now)
			h = now;
		return sok_write_header(k->run.writer, h);
	} else if (v->puzzle != NULL) {
		return v->gets ? assign_now(k, v->puzzle, a)
		               : replay_own(k, v->puzzle, a);
	} else if (v->file != NULL) {
		report_input_end(&k->run, v->file);
	}
	return 0;
}

int
defer_release(struct replay_work *k, const struct sok_header *now)
{
	struct deferred *v = k->deferred;
	struct sok_arena once = {0};
	int r = 0;

	k->waiting = false;
	k->deferred = k->last = NULL;
	for (; v != NULL && r >= 0; v = v->next) {
		(void)kept(k); /* releases what was read before */
		r = release(k, v, now, &once);
		sok_arena_reset(&once);
	}
	sok_arena_free(&once);
	return r < 0 ? -1 : 0;
}
