/*
 * runs.h - for tests: puzzles that pass as they stand (sok_read_run(),
 * sok_check_run(), sok_replay_run()) against the same puzzles written, checked
 * or replayed one by one.
 */
#ifndef RUNS_H
#define RUNS_H

#include "model.h"

/* What is done with the puzzles. */
enum runs_mode { RUNS_FORM, RUNS_CHECK, RUNS_REPLAY };

/* What was written, what was found, and where the puzzles stood that did not
 * pass. */
struct runs {
	struct sok_buf out, found, places;
	size_t puzzles, passed;
	bool bad;
};

static inline void
runs_finding(void *ctx, const struct sok_finding *f)
{
	struct runs *r = ctx;

	sok_buf_fmt(&r->found, "%zu:%zu: %s %zu %.*s\n", f->pos.line,
	    f->pos.col, sok_rules[f->rule].name,
	    f->puzzle ? f->puzzle->number : 0, (int)f->message.len,
	    f->message.s);
}

/* A game that was replayed, or is known to solve. */
static inline void
runs_game(struct sok_buf *b, const struct sok_solved *v, const char *verdict)
{
	const struct sok_metrics *m = &v->at;

	sok_buf_fmt(b, "%zu:%zu: %s, %zu \"%.*s\" \"%.*s\"", v->pos.line,
	    v->pos.col, verdict, v->number, (int)v->title.len, v->title.s,
	    (int)v->name.len, v->name.s);
	sok_buf_fmt(b, " %zu/%zu/%zu/%zu/%zu/%zu/%zu at %zu\n", m->moves,
	    m->pushes, m->lines, m->changes, m->sessions, m->player_lines,
	    m->yasc_lines, v->solved_at);
}

/* What there is to say of one that is known to solve. */
static inline void
runs_solved(
    struct sok_buf *b, struct sok_sink *sink, const struct sok_solved *v)
{
	const struct sok_game g = {.title = v->name, .pos = v->pos};
	const struct sok_puzzle p = {.title = v->title, .number = v->number};
	const struct sok_replay r = {.verdict = SOK_SOLVED,
	    .problem = SOK_NRULES,
	    .at = v->at,
	    .solved_at = v->solved_at};

	sok_replay_audit(&p, &g, NULL, &r, sink);
	runs_game(b, v, "solved");
}

static inline bool
runs_replay(struct sok_buf *b, struct sok_sink *sink,
    const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_replay_options o = {.no_final = true};
	struct sok_replay replay;

	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		if (sok_replay_report(p, g, &o, &replay, sink, a) != 0)
			return false;
		runs_game(b,
		    &(struct sok_solved){p->title, g->title, p->number, g->pos,
		        replay.at, replay.solved_at},
		    sok_verdict_name[replay.verdict]);
	}
	return true;
}

/* One puzzle. */
static inline bool
runs_one(struct runs *m, enum runs_mode mode, struct sok_reader *r,
    struct sok_writer *w, struct sok_sink *sink, struct sok_puzzle *p)
{
	const struct sok_check_options o = {.targets = 0};

	if (mode == RUNS_CHECK)
		return sok_check(p, &o, sink, sok_reader_arena(r)) == 0;
	if (mode == RUNS_REPLAY)
		return runs_replay(&m->found, sink, p, sok_reader_arena(r));
	if (p->number == 1 && sok_write_header(w, sok_reader_header(r)) == -1)
		return false;
	return sok_write(w, p) != -1;
}

/* Those that can pass: how many. */
static inline size_t
runs_pass(struct runs *m, enum runs_mode mode, struct sok_reader *r,
    struct sok_writer *w, struct sok_sink *sink)
{
	struct sok_run run = {.n = 0};

	if (mode == RUNS_CHECK)
		return sok_check_run(r).n;
	if (mode == RUNS_REPLAY)
		run = sok_replay_run(r, true);
	else if (sok_writer_runs(w))
		run = sok_read_run(r);
	for (size_t i = 0; mode == RUNS_REPLAY && i < run.n; i++)
		runs_solved(&m->found, sink, &run.solved[i]);
	if (mode == RUNS_FORM && run.n > 0)
		sok_write_run(w, &run);
	return run.n;
}

static inline struct runs
runs_result(struct sok_str bytes, enum runs_mode mode, bool pass)
{
	struct sok_read_options ro = {
	    .name = "-", .format = sok_format_find(SOK_STR("sok"))};
	struct sok_write_options wo = {.wrap = 70, .name = "-"};
	struct runs m = {.passed = 0};
	struct sok_sink sink = {.fn = runs_finding, .ctx = &m};
	struct sok_reader *r = sok_reader_open_memory(bytes, &ro, &sink);
	struct sok_output *o = sok_output_memory(&m.out);
	struct sok_writer *w = mode != RUNS_FORM
	    ? NULL
	    : sok_writer_open(ro.format, o, &wo, &sink);
	struct sok_puzzle *p;
	size_t n;

	while (sok_read(r, &p) == 1) {
		sok_buf_fmt(&m.places, "%zu at %zu\n", p->number, p->pos.line);
		m.bad |= !runs_one(&m, mode, r, w, &sink, p);
		m.puzzles++;
		while (pass && (n = runs_pass(&m, mode, r, w, &sink)) > 0) {
			m.puzzles += n;
			m.passed += n;
		}
	}
	m.bad |= w != NULL && sok_writer_close(w) == -1;
	m.bad |= sok_output_close(o, true) == -1;
	sok_reader_close(r);
	return m;
}

static inline void
runs_free(struct runs *r)
{
	sok_buf_free(&r->out);
	sok_buf_free(&r->found);
	sok_buf_free(&r->places);
}

/* Whether both ways give the same; *passed counts those that passed. */
static inline bool
runs_alike(struct sok_str bytes, enum runs_mode mode, size_t *passed)
{
	struct runs one = runs_result(bytes, mode, false);
	struct runs all = runs_result(bytes, mode, true);
	bool same = !one.bad && !all.bad && one.puzzles == all.puzzles &&
	    model_equal(&one.out, &all.out) &&
	    model_equal(&one.found, &all.found) &&
	    model_is_part(&all.places, &one.places);

	if (!same) {
		model_print("input", bytes);
		model_print("one by one", sok_buf_str(&one.found));
		model_print("in runs", sok_buf_str(&all.found));
	}
	*passed += all.passed;
	runs_free(&one);
	runs_free(&all);
	return same;
}

#endif
