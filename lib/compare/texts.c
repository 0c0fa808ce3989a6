/* texts.c - which lines of text two puzzles, or two headers, do not share. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "compare/compare.h"
#include "text/text.h"

struct text_line {
	uint64_t digest;
	size_t at; /* its place among the lines */
	struct sok_str text;
};

struct both_lines {
	struct text_line *v;
	size_t n, cap; /* malloc()ed */
};

static int
add_line(struct both_lines *l, struct sok_str text)
{
	struct text_line *v = sok_grow(l->v, l->n, &l->cap, sizeof(*v));

	if (v == NULL)
		return -1;
	l->v = v;
	v[l->n] = (struct text_line){sok_mix(1, text), l->n, text};
	l->n++;
	return 0;
}

/* Blank lines, guards and marks of comment blocks differ between formats;
 * titles and authors are compared by themselves. */
bool
compare_says(struct sok_str line)
{
	struct sok_str value;

	line = sok_str_trim(line);
	return line.len > 0 && !sok_str_eq(line, SOK_STR("::")) &&
	    comment_mark(line, NULL) == COMMENT_NONE &&
	    !key_is(line, SOK_STR("title"), &value) &&
	    !key_is(line, SOK_STR("author"), &value);
}

static int
add_text(struct both_lines *l, const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (compare_says(t->line[i]) &&
		    add_line(l, sok_str_trim(t->line[i])) == -1)
			return -1;
	return 0;
}

/* For qsort() and bsearch(): by digest, equal ones in their order. */
static int
compare_digests(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int
compare_lines(const void *a, const void *b)
{
	const struct text_line *x = a, *y = b;

	if (x->digest != y->digest)
		return x->digest < y->digest ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* Count a line that only one side has; the first one in the text is kept. */
static void
count(const struct text_line *line, size_t *n, size_t *first,
    struct sok_str *text)
{
	if (*n == 0 || line->at < *first) {
		*first = line->at;
		*text = line->text;
	}
	++*n;
}

static void
compare_all(
    struct both_lines *was, struct both_lines *is, struct compare_text *t)
{
	size_t i = 0, j = 0, first_gone = 0, first_added = 0;
	bool ordered = was->n == is->n;

	for (; ordered && i < was->n; i++)
		ordered = was->v[i].digest == is->v[i].digest;
	if (was->n > 0)
		qsort(was->v, was->n, sizeof(*was->v), compare_lines);
	if (is->n > 0)
		qsort(is->v, is->n, sizeof(*is->v), compare_lines);
	for (i = 0; i < was->n || j < is->n;) {
		bool left = i < was->n, right = j < is->n;
		uint64_t a = left ? was->v[i].digest : UINT64_MAX;
		uint64_t b = right ? is->v[j].digest : UINT64_MAX;

		if (left && right && a == b) {
			i++;
			j++;
		} else if (left && (!right || a < b)) {
			count(&was->v[i++], &t->gone, &first_gone,
			    &t->first_gone);
		} else {
			count(&is->v[j++], &t->added, &first_added,
			    &t->first_added);
		}
	}
	t->moved = !ordered && t->gone == 0 && t->added == 0;
}

/* ---- games */

/* The digests of the moves of all games, sorted. */
static uint64_t *
sorted_games(const struct sok_puzzle *p, struct sok_arena *scratch)
{
	uint64_t *v = sok_arena_alloc(scratch, p->ngames, sizeof(*v));

	for (size_t i = 0; v != NULL && i < p->ngames; i++)
		v[i] = sok_mix(1, p->game[i].moves);
	if (v != NULL && p->ngames > 0)
		qsort(v, p->ngames, sizeof(*v), compare_digests);
	return v;
}

/* Add the titles and the text of the games that the other puzzle has too, and
 * count the others that do not claim to be solutions. */
static int
add_games(struct both_lines *l, const struct sok_puzzle *p,
    const struct sok_puzzle *other, size_t *snapshots,
    struct sok_arena *scratch)
{
	const uint64_t *v = sorted_games(other, scratch);
	uint64_t digest;

	if (v == NULL)
		return -1;
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		digest = sok_mix(1, g->moves);
		if (other->ngames == 0 ||
		    bsearch(&digest, v, other->ngames, sizeof(*v),
		        compare_digests) == NULL) {
			*snapshots += !sok_game_claims(g);
			continue;
		}
		if (g->title.len > 0 && add_line(l, g->title) == -1)
			return -1;
		if (add_text(l, &g->text) == -1)
			return -1;
	}
	return 0;
}

int
compare_texts(const struct sok_puzzle *was, const struct sok_puzzle *is,
    struct compare_text *t, struct sok_arena *scratch)
{
	struct both_lines old_lines = {NULL, 0, 0}, new_lines = {NULL, 0, 0};
	size_t more = 0;

	*t = (struct compare_text){.gone = 0};
	int r = add_text(&old_lines, &was->text);
	if (r == 0)
		r = add_text(&new_lines, &is->text);
	if (r == 0)
		r = add_games(&old_lines, was, is, &t->snapshots, scratch);
	if (r == 0)
		r = add_games(&new_lines, is, was, &more, scratch);
	if (r == 0)
		compare_all(&old_lines, &new_lines, t);
	free(old_lines.v);
	free(new_lines.v);
	return r;
}
