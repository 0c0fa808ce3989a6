/* merge_write.c - writes the merged collection, with both versions of what is
 * in conflict. */
#include "base/base.h"
#include "format/format.h"
#include "io/io.h"
#include "merge/merge.h"

static void
put_marker(
    struct cli *cli, struct sok_output *out, char mark, const char *label)
{
	const struct fmt *fmt = cli->ctx;

	sok_out_fill(out, mark, fmt->marker_size > 0 ? fmt->marker_size : 7);
	if (label != NULL) {
		sok_outc(out, ' ');
		sok_out(out, sok_str(label));
	}
	sok_outc(out, '\n');
}

/* Report a conflict about a puzzle, or without one about the header. */
static void
report_conflict(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_str message)
{
	struct fmt *fmt = cli->ctx;
	const char *file = fmt->merge->version[MERGE_OURS].header->file;
	struct sok_finding found = {.rule = SOK_CONFLICT_MARKER_RULE,
	    .severity = SOK_ERROR,
	    .pos = {file, 1, 1},
	    .message = message,
	    .puzzle = puzzle};

	cli_enough(cli, message.s != NULL);
	if (puzzle != NULL)
		found.pos =
		    (struct sok_pos){puzzle->pos.file, puzzle->pos.line, 1};
	/* Not through the sink, which would withhold the output. */
	cli_print_finding(cli, &found);
	cli_raise(cli, CLI_NO);
	fmt->inplace.marked = true;
}

/* Merge the versions of a puzzle: 1, 0 if they are in conflict, -1 with errno.
 */
static int
merge_item(
    struct merge *merge, const struct merge_item *item, struct merge_puzzle *to)
{
	for (int i = 0; i < MERGE_NSIDES; i++) {
		uint32_t at = item->at[i];

		to->version[i] =
		    at == 0 ? NULL : &merge->version[i].list.item[at - 1];
	}
	sok_arena_reset(&merge->scratch);
	return compare_hold_arena(merge->hold) == NULL
	    ? -1
	    : merge_puzzle(to, &merge->scratch);
}

/* Write both versions of a puzzle between markers.  Without the marks and one
 * of them the text is as if it had been written without a conflict; guards: a
 * board without a title follows, so what guards it belongs to the versions. */
static int
write_conflict(struct cli *cli, struct sok_output *out,
    const struct merge_puzzle *conflict, bool guards)
{
	struct fmt *fmt = cli->ctx;
	struct merge *merge = fmt->merge;
	const struct compare_item *ours = conflict->version[MERGE_OURS];
	const struct compare_item *theirs = conflict->version[MERGE_THEIRS];
	int got = sok_writer_fork(fmt->writer);

	report_conflict(cli, ours != NULL ? ours->puzzle : theirs->puzzle,
	    sok_str_fmt(&merge->scratch, "%s; both versions are marked",
	        conflict->conflict));
	put_marker(cli, out, '<', merge->label[MERGE_OURS]);
	if (got == 0 && ours != NULL)
		got = fmt_write_puzzle(cli, ours->puzzle, &merge->scratch);
	if (guards)
		sok_writer_guard(fmt->writer);
	put_marker(cli, out, '=', NULL);
	sok_writer_other(fmt->writer);
	if (got == 0 && theirs != NULL)
		got = fmt_write_puzzle(cli, theirs->puzzle, &merge->scratch);
	if (guards)
		sok_writer_guard(fmt->writer);
	put_marker(cli, out, '>', merge->label[MERGE_THEIRS]);
	sok_writer_join(fmt->writer);
	return got;
}

static bool
is_untitled_board(const struct sok_puzzle *puzzle)
{
	return puzzle->has_board && puzzle->title_line.len == 0;
}

/* Whether what is merged of an item, or NULL, begins with a board without a
 * title, whichever version of a conflict is chosen: 1, 0, -1 with errno. */
static int
is_untitled(struct merge *merge, const struct merge_item *item)
{
	struct merge_puzzle merged;

	if (item == NULL)
		return 0;
	int got = merge_item(merge, item, &merged);
	if (got == 1)
		return is_untitled_board(merged.result);
	const struct compare_item *ours = merged.version[MERGE_OURS];
	const struct compare_item *theirs = merged.version[MERGE_THEIRS];
	if (got == 0 && ours != NULL && theirs != NULL)
		return is_untitled_board(ours->puzzle) &&
		    is_untitled_board(theirs->puzzle);
	return got;
}

/* Write what is merged of an item; next: the one that follows, or NULL.  0, -1
 * with errno. */
static int
write_puzzle(struct cli *cli, struct sok_output *out,
    const struct merge_item *item, const struct merge_item *next)
{
	struct merge *merge = ((struct fmt *)cli->ctx)->merge;
	struct merge_puzzle merged;
	int got = merge_item(merge, item, &merged);

	if (got == 0) {
		int untitled = is_untitled(merge, next);
		if (untitled == -1 || merge_item(merge, item, &merged) == -1)
			return -1;
		return write_conflict(cli, out, &merged, untitled == 1);
	}
	if (got == 1 && merged.result != NULL)
		got = fmt_write_puzzle(cli, merged.result, &merge->scratch);
	return got == -1 ? -1 : 0;
}

/* Write the header that both sides agree on, or both versions, marked: 0, -1
 * with errno. */
static int
write_header(struct cli *cli)
{
	struct merge *merge = ((struct fmt *)cli->ctx)->merge;
	struct sok_header own = *merge->version[MERGE_OURS].header;
	const struct sok_text *text[MERGE_NSIDES];
	struct sok_buf mark = {NULL, 0, 0, false};
	struct sok_output *marks = NULL;
	int got;

	for (int i = 0; i < MERGE_NSIDES; i++)
		text[i] = &merge->version[i].header->text;
	sok_arena_reset(&merge->scratch);
	got = merge_text(text, &own.text, &merge->scratch);
	if (got == 0) {
		const struct sok_text *ours = text[MERGE_OURS];
		const struct sok_text *theirs = text[MERGE_THEIRS];
		size_t n = ours->n + theirs->n + 3;
		struct sok_str *line = sok_arena_alloc(
		                   &merge->scratch, n, sizeof(*line)),
		               rest;

		report_conflict(cli, NULL,
		    SOK_STR("both sides changed the header; both versions are "
		            "marked"));
		marks = sok_output_memory(&mark);
		if (line == NULL || marks == NULL)
			return -1;
		put_marker(cli, marks, '<', merge->label[MERGE_OURS]);
		put_marker(cli, marks, '=', NULL);
		put_marker(cli, marks, '>', merge->label[MERGE_THEIRS]);
		got = sok_output_close(marks, true);
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
	if (got != -1)
		got = fmt_write_header(cli, &own);
	sok_buf_free(&mark);
	return got;
}

/* Whether an item has no board, only games. */
static bool
is_bare(const struct merge *merge, const struct merge_item *item)
{
	int side = item->at[MERGE_OURS] != 0 ? MERGE_OURS : MERGE_THEIRS;
	const struct compare_item *entry =
	    &merge->version[side].list.item[item->at[side] - 1];

	return entry->key.kind < COMPARE_PICTURE;
}

/* Find the order in which items are written: an array of *n, NULL with errno.
 */
static const struct merge_item **
find_order(struct merge *merge, size_t *n)
{
	struct merge_puzzle merged;
	size_t left, j = 0;

	for (size_t i = 0; i < merge->n; i++) {
		struct merge_item *item = &merge->item[i];

		if (item->at[MERGE_OURS] != 0 && item->at[MERGE_THEIRS] != 0)
			continue;
		int got = merge_item(merge, item, &merged);
		if (got == -1)
			return NULL;
		item->gone = got == 1 && merged.result == NULL;
	}
	const uint32_t *order =
	    merge_weave(merge->item, merge->n, MERGE_OURS, &left, &merge->life);
	const struct merge_item **list =
	    sok_arena_alloc(&merge->life, left, sizeof(*list));
	if (order == NULL || list == NULL)
		return NULL;
	/* Moves without a board belong to the puzzle above, if there is one. */
	for (int bare = 1; bare >= 0; bare--)
		for (size_t i = 0; i < left; i++)
			if (is_bare(merge, &merge->item[order[i]]) ==
			    (bare == 1))
				list[j++] = &merge->item[order[i]];
	*n = j;
	return list;
}

/* Write everything in its order.  0, -1 with errno. */
static int
write_all(struct cli *cli, struct sok_output *out)
{
	struct merge *merge = ((struct fmt *)cli->ctx)->merge;
	size_t n;
	const struct merge_item **list = find_order(merge, &n);

	if (list == NULL || write_header(cli) == -1)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const struct merge_item *next = i + 1 < n ? list[i + 1] : NULL;

		if (write_puzzle(cli, out, list[i], next) == -1)
			return -1;
	}
	return 0;
}

int
merge_write(
    struct cli *cli, const struct cli_operand *in, struct sok_output *out)
{
	struct merge *merge = ((struct fmt *)cli->ctx)->merge;
	const char *name = merge->name != NULL ? merge->name : in->name;

	if (fmt_open(cli, out, name) == -1)
		return -1;
	int got = write_all(cli, out);
	return fmt_close(cli) == -1 ? -1 : got;
}
