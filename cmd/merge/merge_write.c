/* merge_write.c - writes the merged collection, with both versions of what is
 * in conflict. */
#include "base/base.h"
#include "format/format.h"
#include "io/io.h"
#include "merge/merge.h"

static void
put_marker(struct cli *c, struct sok_output *out, char mark, const char *label)
{
	const struct fmt *f = c->ctx;

	sok_out_fill(out, mark, f->marker_size > 0 ? f->marker_size : 7);
	if (label != NULL) {
		sok_outc(out, ' ');
		sok_out(out, sok_str(label));
	}
	sok_outc(out, '\n');
}

/* Report a conflict about a puzzle, or without one about the header. */
static void
report_conflict(
    struct cli *c, const struct sok_puzzle *p, struct sok_str message)
{
	struct fmt *f = c->ctx;
	const char *file = f->merge->version[MERGE_OURS].header->file;
	struct sok_finding found = {.rule = SOK_CONFLICT_MARKER_RULE,
	    .severity = SOK_ERROR,
	    .pos = {file, 1, 1},
	    .message = message,
	    .puzzle = p};

	cli_enough(c, message.s != NULL);
	if (p != NULL)
		found.pos = (struct sok_pos){p->pos.file, p->pos.line, 1};
	/* Not through the sink, which would withhold the output. */
	cli_print_finding(c, &found);
	cli_raise(c, CLI_NO);
	f->inplace.marked = true;
}

/* Merge a puzzle. */
static int
merge_item(
    struct merge *m, const struct merge_item *item, struct merge_puzzle *to)
{
	for (int i = 0; i < MERGE_NSIDES; i++) {
		uint32_t at = item->at[i];

		to->version[i] = at == 0 ? NULL : &m->version[i].list.v[at - 1];
	}
	sok_arena_reset(&m->scratch);
	return compare_hold_arena(m->hold) == NULL
	    ? -1
	    : merge_puzzle(to, &m->scratch);
}

/* Write both versions of a puzzle between markers.  Without the marks and one
 * of them the text is as if it had been written without a conflict; guards: a
 * board without a title follows, so what guards it belongs to the versions. */
static int
write_conflict(struct cli *c, struct sok_output *out,
    const struct merge_puzzle *conflict, bool guards)
{
	struct fmt *f = c->ctx;
	struct merge *m = f->merge;
	const struct compare_item *ours = conflict->version[MERGE_OURS];
	const struct compare_item *theirs = conflict->version[MERGE_THEIRS];
	int r = sok_writer_fork(f->writer);

	report_conflict(c, ours != NULL ? ours->puzzle : theirs->puzzle,
	    sok_str_fmt(&m->scratch, "%s; both versions are marked",
	        conflict->conflict));
	put_marker(c, out, '<', m->label[MERGE_OURS]);
	if (r == 0 && ours != NULL)
		r = fmt_write_puzzle(c, ours->puzzle, &m->scratch);
	if (guards)
		sok_writer_guard(f->writer);
	put_marker(c, out, '=', NULL);
	sok_writer_other(f->writer);
	if (r == 0 && theirs != NULL)
		r = fmt_write_puzzle(c, theirs->puzzle, &m->scratch);
	if (guards)
		sok_writer_guard(f->writer);
	put_marker(c, out, '>', m->label[MERGE_THEIRS]);
	sok_writer_join(f->writer);
	return r;
}

static bool
is_untitled_board(const struct sok_puzzle *p)
{
	return p->has_board && p->title_line.len == 0;
}

/* Whether what is merged of an item, or NULL, begins with a board without a
 * title, whichever version of a conflict is chosen: 1, 0, -1. */
static int
is_untitled(struct merge *m, const struct merge_item *item)
{
	struct merge_puzzle merged;

	if (item == NULL)
		return 0;
	int r = merge_item(m, item, &merged);
	if (r == 1)
		return is_untitled_board(merged.result);
	const struct compare_item *ours = merged.version[MERGE_OURS];
	const struct compare_item *theirs = merged.version[MERGE_THEIRS];
	if (r == 0 && ours != NULL && theirs != NULL)
		return is_untitled_board(ours->puzzle) &&
		    is_untitled_board(theirs->puzzle);
	return r;
}

/* Write what is merged of an item; next: the one that follows, or NULL. */
static int
write_puzzle(struct cli *c, struct sok_output *out,
    const struct merge_item *item, const struct merge_item *next)
{
	struct merge *m = ((struct fmt *)c->ctx)->merge;
	struct merge_puzzle merged;
	int r = merge_item(m, item, &merged);

	if (r == 0) {
		int untitled = is_untitled(m, next);
		if (untitled == -1 || merge_item(m, item, &merged) == -1)
			return -1;
		return write_conflict(c, out, &merged, untitled == 1);
	}
	if (r == 1 && merged.result != NULL)
		r = fmt_write_puzzle(c, merged.result, &m->scratch);
	return r == -1 ? -1 : 0;
}

static int
write_header(struct cli *c)
{
	struct merge *m = ((struct fmt *)c->ctx)->merge;
	struct sok_header own = *m->version[MERGE_OURS].header;
	const struct sok_text *text[MERGE_NSIDES];
	struct sok_buf mark = {NULL, 0, 0, false};
	struct sok_output *marks = NULL;
	int r;

	for (int i = 0; i < MERGE_NSIDES; i++)
		text[i] = &m->version[i].header->text;
	sok_arena_reset(&m->scratch);
	r = merge_text(text, &own.text, &m->scratch);
	if (r == 0) {
		const struct sok_text *ours = text[MERGE_OURS];
		const struct sok_text *theirs = text[MERGE_THEIRS];
		size_t n = ours->n + theirs->n + 3;
		struct sok_str *line = sok_arena_alloc(
		                   &m->scratch, n, sizeof(*line)),
		               rest;

		report_conflict(c, NULL,
		    SOK_STR("both sides changed the header; both versions are "
		            "marked"));
		marks = sok_output_memory(&mark);
		if (line == NULL || marks == NULL)
			return -1;
		put_marker(c, marks, '<', m->label[MERGE_OURS]);
		put_marker(c, marks, '=', NULL);
		put_marker(c, marks, '>', m->label[MERGE_THEIRS]);
		r = sok_output_close(marks, true);
		rest = sok_buf_str(&mark);
		n = 0;
		line[n++] = sok_str_line(&rest);
		for (size_t i = 0; i < ours->n; i++)
			line[n++] = ours->line[i];
		line[n++] = sok_str_line(&rest);
		for (size_t i = 0; i < theirs->n; i++)
			line[n++] = theirs->line[i];
		line[n++] = sok_str_line(&rest);
		own.text = (struct sok_text){line, n};
	}
	if (r != -1)
		r = fmt_write_header(c, &own);
	sok_buf_free(&mark);
	return r;
}

/* Whether an item has no board, only games. */
static bool
is_bare(const struct merge *m, const struct merge_item *item)
{
	int side = item->at[MERGE_OURS] != 0 ? MERGE_OURS : MERGE_THEIRS;
	const struct compare_item *v =
	    &m->version[side].list.v[item->at[side] - 1];

	return v->key.kind < COMPARE_PICTURE;
}

/* Find the order in which items are written: an array of *n, NULL on ENOMEM. */
static const struct merge_item **
find_order(struct merge *m, size_t *n)
{
	struct merge_puzzle merged;
	size_t left, k = 0;

	for (size_t i = 0; i < m->n; i++) {
		struct merge_item *item = &m->item[i];

		if (item->at[MERGE_OURS] != 0 && item->at[MERGE_THEIRS] != 0)
			continue;
		int r = merge_item(m, item, &merged);
		if (r == -1)
			return NULL;
		item->gone = r == 1 && merged.result == NULL;
	}
	const uint32_t *order =
	    merge_weave(m->item, m->n, MERGE_OURS, &left, &m->life);
	const struct merge_item **list =
	    sok_arena_alloc(&m->life, left, sizeof(*list));
	if (order == NULL || list == NULL)
		return NULL;
	/* Moves without a board belong to the puzzle above, if there is one. */
	for (int bare = 1; bare >= 0; bare--)
		for (size_t i = 0; i < left; i++)
			if (is_bare(m, &m->item[order[i]]) == (bare == 1))
				list[k++] = &m->item[order[i]];
	*n = k;
	return list;
}

/* Write everything in its order. */
static int
write_all(struct cli *c, struct sok_output *out)
{
	struct merge *m = ((struct fmt *)c->ctx)->merge;
	size_t n;
	const struct merge_item **list = find_order(m, &n);

	if (list == NULL || write_header(c) == -1)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct merge_item *next = i + 1 < n ? list[i + 1] : NULL;

		if (write_puzzle(c, out, list[i], next) == -1)
			return -1;
	}
	return 0;
}

int
merge_write(struct cli *c, const struct cli_operand *in, struct sok_output *out)
{
	struct merge *m = ((struct fmt *)c->ctx)->merge;
	const char *name = m->name != NULL ? m->name : in->name;

	if (fmt_open(c, out, name) == -1)
		return -1;
	int r = write_all(c, out);
	return fmt_close(c) == -1 ? -1 : r;
}
