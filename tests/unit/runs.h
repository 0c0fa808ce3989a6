/*
 * runs.h - for tests: puzzles that pass as they stand (sok_read_run(),
 * sok_check_run()) against the same puzzles written, or checked, one by one.
 */
#ifndef RUNS_H
#define RUNS_H

#include "model.h"

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

	sok_buf_fmt(&r->found, "%zu:%zu: %s %zu\n", f->pos.line, f->pos.col,
	    sok_rules[f->rule].name, f->puzzle ? f->puzzle->number : 0);
}

/* One puzzle; w NULL: it is checked. */
static inline bool
runs_one(struct sok_reader *r, struct sok_writer *w, struct sok_sink *sink,
    struct sok_puzzle *p)
{
	const struct sok_check_options o = {.targets = 0};

	if (w == NULL)
		return sok_check(p, &o, sink, sok_reader_arena(r)) == 0;
	if (p->number == 1 && sok_write_header(w, sok_reader_header(r)) == -1)
		return false;
	return sok_write(w, p) != -1;
}

/* Those that can pass: how many. */
static inline size_t
runs_pass(struct sok_reader *r, struct sok_writer *w)
{
	struct sok_run run;

	if (w == NULL)
		return sok_check_run(r).n;
	if (!sok_writer_runs(w))
		return 0;
	run = sok_read_run(r);
	if (run.n > 0)
		sok_write_run(w, &run);
	return run.n;
}

static inline struct runs
runs_result(struct sok_str bytes, bool check, bool pass)
{
	struct sok_read_options ro = {
	    .name = "-", .format = sok_format_find(SOK_STR("sok"))};
	struct sok_write_options wo = {.wrap = 70, .name = "-"};
	struct runs m = {.passed = 0};
	struct sok_sink sink = {.fn = runs_finding, .ctx = &m};
	struct sok_reader *r = sok_reader_open_memory(bytes, &ro, &sink);
	struct sok_output *o = sok_output_memory(&m.out);
	struct sok_writer *w =
	    check ? NULL : sok_writer_open(ro.format, o, &wo, &sink);
	struct sok_puzzle *p;
	size_t n;

	while (sok_read(r, &p) == 1) {
		sok_buf_fmt(&m.places, "%zu at %zu\n", p->number, p->pos.line);
		m.bad |= !runs_one(r, w, &sink, p);
		m.puzzles++;
		while (pass && (n = runs_pass(r, w)) > 0) {
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
runs_alike(struct sok_str bytes, bool check, size_t *passed)
{
	struct runs one = runs_result(bytes, check, false);
	struct runs all = runs_result(bytes, check, true);
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
