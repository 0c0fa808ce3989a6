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
	struct compare_report *r;
	struct compare_seen met;    /* old headers */
	struct compare_seen wanted; /* their lines; number: found elsewhere */
	struct differing *v;
	size_t n, cap;
};

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

/* Whether a key is new in the set: 1, 0, -1. */
static int
meet(struct compare_seen *set, struct compare_place at)
{
	struct compare_place *added;

	if (compare_seen_or_add(set, at, &added) != NULL)
		return 0;
	return added != NULL ? 1 : -1;
}

/* Compare an old header with that of the partner of its first puzzle. */
static int
compare_headers(
    struct search *s, const struct sok_header *was, const struct sok_header *is)
{
	const struct sok_puzzle p = {.text = was->text}, q = {.text = is->text};
	struct compare_place at = {
	    .key = {.id = (uintptr_t)was, .kind = COMPARE_PICTURE}};
	struct compare_text t;
	int first = meet(&s->met, at);

	if (first != 1)
		return first;
	if (compare_texts(&p, &q, &t, &s->r->scratch) == -1)
		return -1;
	if (t.gone == 0 && t.added == 0 && !t.moved)
		return 0;
	struct differing *v = sok_grow(s->v, s->n, &s->cap, sizeof(*v));
	if (v == NULL)
		return -1;
	s->v = v;
	v[s->n++] = (struct differing){was, is, t};
	for (size_t i = 0; i < was->text.n && t.gone > 0; i++)
		if (meet(&s->wanted, line_place(was->text.line[i])) == -1)
			return -1;
	return 0;
}

/* Mark the wanted lines that a text has. */
static void
find_lines(struct search *s, const struct sok_text *t)
{
	struct compare_place *met;

	for (size_t i = 0; i < t->n; i++) {
		met = compare_seen_find(&s->wanted, line_place(t->line[i]).key);
		if (met != NULL)
			met->number = 1;
	}
}

/* Look for the wanted lines in all that is new: when collections are merged,
 * the headers of later ones go to puzzles. */
static int
find_elsewhere(struct search *s)
{
	const struct compare_list *l = s->r->new_list;
	const struct sok_header *last = NULL;

	for (size_t j = 0; j < l->n && s->wanted.n > 0; j++) {
		if (compare_hold_arena(s->r->hold) == NULL)
			return -1;
		const struct sok_puzzle *q = l->v[j].puzzle;
		if (q->header != last)
			find_lines(s, &q->header->text);
		last = q->header;
		find_lines(s, &q->text);
	}
	return 0;
}

static void
report_header(struct search *s, const struct differing *d)
{
	struct sok_pos was = {d->was->file, 1, 1}, is = {d->is->file, 1, 1};
	struct sok_sink *sink = s->r->sink;
	struct sok_str first = {"", 0}, line;
	const struct sok_text *t = &d->was->text;
	size_t lost = 0;

	for (size_t i = 0; i < t->n && d->text.gone > 0; i++) {
		line = t->line[i];
		if (!compare_says(line) ||
		    compare_seen_find(&s->wanted, line_place(line).key)
		            ->number != 0)
			continue;
		if (lost++ == 0)
			first = sok_str_clip(sok_str_trim(line), 60);
	}
	if (lost > d->text.added)
		sok_report(sink, SOK_LOST_TEXT_RULE, was, NULL, NULL,
		    "lines of the header are gone: %zu, new: %zu; the first "
		    "is `%.*s`",
		    lost, d->text.added, (int)first.len, first.s);
	else if (d->text.added > 0 || d->text.moved)
		sok_report(sink, SOK_CHANGED_TEXT_RULE, is, NULL, NULL,
		    "the header is another one than in %s", d->was->file);
}

int
compare_report_headers(struct compare_report *r)
{
	struct search s = {.r = r};
	int done = 0;

	for (size_t j = 0; j < r->new_list->n && done == 0; j++) {
		uint32_t partner = r->pairs->to_old[j];

		if (partner == 0)
			continue;
		sok_arena_reset(&r->scratch);
		if (compare_hold_arena(r->hold) == NULL)
			done = -1;
		else
			done = compare_headers(&s,
			    r->old_list->v[partner - 1].puzzle->header,
			    r->new_list->v[j].puzzle->header);
	}
	if (done == 0)
		done = find_elsewhere(&s);
	for (size_t i = 0; i < s.n && done == 0; i++)
		report_header(&s, &s.v[i]);
	compare_seen_free(&s.met);
	compare_seen_free(&s.wanted);
	free(s.v);
	return done;
}
