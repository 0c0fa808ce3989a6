/*
 * rle_pieces.c - one large input of sokrle in several places at once: what lies
 * ahead of its scan is cut into pieces, each of which is rewritten as a part of
 * the run; where they do not fit together the scan goes on by itself.
 */
#include <stdlib.h>

#include "jobs/cli_jobs.h"
#include "rle/sokrle.h"

#define SIZE ((size_t)64 << 10)  /* bytes of a piece */
#define EACH 4                   /* pieces for each thread */
#define MOST 16                  /* threads that have some */
#define PAUSE ((size_t)64 << 10) /* bytes behind a first one in vain */

struct piece {
	struct task task; /* first, so that it is one */
	struct cli_part part;
	struct team *team;
	struct sok_scan *scan;
	size_t from, stop;
	bool good;
	char apart[TEAM_APART];
};

struct rle_pieces {
	struct piece *piece;
	size_t *at; /* where they begin, and where the last one ends */
	size_t n;
	struct sok_scan *probe;
	struct sok_sink quiet;
	struct jobs_pace pace;
};

static void
release(struct rle_pieces *v)
{
	for (size_t i = 0; v->piece != NULL && i < v->n; i++) {
		sok_scan_close(v->piece[i].scan);
		part_free(&v->piece[i].part);
	}
	sok_scan_close(v->probe);
	free(v->piece);
	free(v->at);
	free(v);
}

static struct rle_pieces *
create(const struct cli *c, const struct sok_read_options *o)
{
	struct rle_pieces *v = calloc(1, sizeof(*v));
	size_t n = (size_t)(c->jobs < MOST ? c->jobs : MOST) * EACH;

	if (v == NULL)
		return NULL;
	v->piece = calloc(n, sizeof(*v->piece));
	v->at = calloc(n + 1, sizeof(*v->at));
	v->probe = sok_scan_piece(o, &v->quiet);
	if (v->piece != NULL && v->at != NULL && v->probe != NULL)
		for (v->n = 0; v->n < n; v->n++) {
			struct piece *p = &v->piece[v->n];

			p->scan = sok_scan_piece(o, &p->part.c.sink);
			if (p->scan == NULL)
				break;
		}
	if (n > 0 && v->n == n)
		return v;
	release(v);
	return NULL;
}

void
rle_pieces_close(struct cli *c)
{
	struct rle *r = c->ctx;

	if (r->pieces != NULL)
		release(r->pieces);
	r->pieces = NULL;
}

/* ---- in any thread */

static void
run(struct task *task)
{
	struct piece *p = (struct piece *)task;
	struct cli *c = &p->part.c;
	struct sok_block b;
	bool ok = true;

	while (ok && sok_scan_at(p->scan) < p->stop)
		ok = sok_scan_next(p->scan, &b) == 1 && rle_block(c, &b) == 0;
	p->good =
	    ok && sok_scan_ends(p->scan, p->stop) && rle_part_ends(c->ctx);
}

/* ---- in turn */

static bool
prepare(struct cli *c, struct piece *p, const struct sok_scan *s)
{
	p->team = jobs_part(c, &p->part);
	if (p->team == NULL)
		return false;
	rle_part_begin(p->part.c.ctx);
	sok_scan_place(p->scan, s, p->from);
	return true;
}

static bool
is_quiet(const struct cli *c)
{
	const size_t *n = c->sink.count;

	return n[SOK_NOTE] + n[SOK_WARNING] + n[SOK_ERROR] == 0;
}

/* One that has something to say, again: now it is known where that is. */
static bool
again(struct cli *c, struct piece *p, const struct sok_scan *s)
{
	part_drop(&p->part);
	if (!prepare(c, p, s))
		return false;
	run(&p->task);
	return p->good;
}

/* Cut and begin; how many there are. */
static size_t
begin(struct cli *c, struct rle_pieces *v, struct sok_scan *s)
{
	int cut = sok_scan_cut(s, v->probe, SIZE, v->at, v->n + 1);
	size_t n = cut > 0 ? (size_t)cut : 0, i;

	for (i = 0; i < n; i++) {
		struct piece *p = &v->piece[i];

		p->task.run = run;
		p->from = v->at[i];
		p->stop = v->at[i + 1];
		if (!prepare(c, p, s))
			break;
		team_add(p->team, &p->task);
	}
	return i;
}

/* Take over what one has done, if those before it were taken over. */
static bool
join(struct cli *c, struct piece *p, struct sok_scan *s, bool wanted)
{
	bool joined = false;

	if (wanted || !team_recall(p->team, &p->task)) {
		team_wait(p->team, &p->task);
		joined = wanted && p->good &&
		    (is_quiet(&p->part.c) || again(c, p, s)) &&
		    part_join(&p->part, c);
	}
	if (joined)
		sok_scan_pass(s, p->scan);
	part_drop(&p->part);
	return joined;
}

size_t
rle_pieces_do(struct cli *c, const struct cli_operand *op, struct sok_scan *s,
    size_t bytes)
{
	struct sok_read_options o = cli_read_options(c, op);
	struct rle *r = c->ctx;
	struct rle_pieces *v = r->pieces;
	size_t n, before, done = 0;

	if (v == NULL)
		v = r->pieces = create(c, &o);
	if (v == NULL || r->number == 0 || bytes < v->pace.next)
		return bytes;
	n = begin(c, v, s);
	for (size_t i = 0; i < n; i++) {
		before = r->number;
		done += join(c, &v->piece[i], s, done == i);
		if (done != i + 1)
			continue;
		bytes += v->at[done] - v->at[i];
		cli_progress(c, op, r->number - before, bytes);
	}
	jobs_pace(&v->pace, bytes, done * 2 > n, PAUSE);
	return bytes;
}
