/* headers.c - findings about the text of headers, from one collection to
 * another. */
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "compare/compare.h"
#include "text/text.h"

/* An old header that differs from the new one. */
struct differing {
	const struct sok_header *was, *is;
	struct compare_text text;
};

struct search {
	struct compare_report *report;
	struct compare_seen met;    /* old headers */
	struct compare_seen wanted; /* their lines; number: found elsewhere */
	struct differing *differing;
	size_t n, cap;
};

/* What a line of a header is found by, wherever it is. */
static struct compare_place
line_place(struct sok_str line)
{
	line = sok_str_trim(line);
	/* Headers of later operands become comments. */
	if (sok_str_starts(line, SOK_STR("::")))
		line = sok_str_ltrim(sok_str_from(line, 2));
	return (struct compare_place){
	    .key = {.id = sok_mix(1, line), .kind = COMPARE_PICTURE}};
}

/* Whether a key is new in the set: 1, 0, -1 on ENOMEM. */
static int
meet(struct compare_seen *set, struct compare_place at)
{
	struct compare_place *added;

	if (compare_seen_or_add(set, at, &added) != NULL)
		return 0;
	return added != NULL ? 1 : -1;
}

/* Compare an old header with that of the partner of its first puzzle.  0, -1 on
 * ENOMEM. */
static int
compare_headers(struct search *search, const struct sok_header *was,
    const struct sok_header *is)
{
	const struct sok_puzzle old = {.text = was->text},
	                        new = {.text = is->text};
	struct compare_place at = {
	    .key = {.id = (uintptr_t)was, .kind = COMPARE_PICTURE}};
	struct compare_text text;
	int first = meet(&search->met, at);

	if (first != 1)
		return first;
	if (compare_texts(&old, &new, &text, &search->report->scratch) == -1)
		return -1;
	if (text.gone == 0 && text.added == 0 && !text.moved)
		return 0;
	struct differing *differing = sok_grow(
	    search->differing, search->n, &search->cap, sizeof(*differing));
	if (differing == NULL)
		return -1;
	search->differing = differing;
	differing[search->n++] = (struct differing){was, is, text};
	for (size_t i = 0; i < was->text.n && text.gone > 0; i++)
		if (meet(&search->wanted, line_place(was->text.line[i])) == -1)
			return -1;
	return 0;
}

/* Mark the wanted lines that a text has. */
static void
find_lines(struct search *search, const struct sok_text *text)
{
	struct compare_place *met;

	for (size_t i = 0; i < text->n; i++) {
		met = compare_seen_find(
		    &search->wanted, line_place(text->line[i]).key);
		if (met != NULL)
			met->number = 1;
	}
}

/* Look for the wanted lines in all that is new: when collections are merged,
 * the headers of later ones go to puzzles.  0, -1 with errno. */
static int
find_elsewhere(struct search *search)
{
	const struct compare_list *list = search->report->new_list;
	const struct sok_header *last = NULL;

	for (size_t j = 0; j < list->n && search->wanted.n > 0; j++) {
		if (compare_hold_arena(search->report->hold) == NULL)
			return -1;
		const struct sok_puzzle *puzzle = list->item[j].puzzle;
		if (puzzle->header != last)
			find_lines(search, &puzzle->header->text);
		last = puzzle->header;
		find_lines(search, &puzzle->text);
	}
	return 0;
}

static void
report_header(struct search *search, const struct differing *differing)
{
	struct sok_pos was = {differing->was->file, 1, 1},
	               is = {differing->is->file, 1, 1};
	struct sok_sink *sink = search->report->sink;
	struct sok_str first = {"", 0}, line;
	const struct sok_text *text = &differing->was->text;
	size_t lost = 0;

	for (size_t i = 0; i < text->n && differing->text.gone > 0; i++) {
		line = text->line[i];
		if (!compare_says(line) ||
		    compare_seen_find(&search->wanted, line_place(line).key)
		            ->number != 0)
			continue;
		if (lost++ == 0)
			first = sok_str_clip(sok_str_trim(line), 60);
	}
	if (lost > differing->text.added)
		sok_report(sink, SOK_LOST_TEXT_RULE, was, NULL, NULL,
		    "lines of the header are gone: %zu, new: %zu; the first "
		    "is `%.*s`",
		    lost, differing->text.added, (int)first.len, first.s);
	else if (differing->text.added > 0 || differing->text.moved)
		sok_report(sink, SOK_CHANGED_TEXT_RULE, is, NULL, NULL,
		    "the header is another one than in %s",
		    differing->was->file);
}

int
compare_report_headers(struct compare_report *report)
{
	struct search search = {.report = report};
	int done = 0;

	for (size_t j = 0; j < report->new_list->n && done == 0; j++) {
		uint32_t partner = report->pairs->to_old[j];

		if (partner == 0)
			continue;
		sok_arena_reset(&report->scratch);
		if (compare_hold_arena(report->hold) == NULL)
			done = -1;
		else
			done = compare_headers(&search,
			    report->old_list->item[partner - 1].puzzle->header,
			    report->new_list->item[j].puzzle->header);
	}
	if (done == 0)
		done = find_elsewhere(&search);
	for (size_t i = 0; i < search.n && done == 0; i++)
		report_header(&search, &search.differing[i]);
	compare_seen_free(&search.met);
	compare_seen_free(&search.wanted);
	free(search.differing);
	return done;
}
