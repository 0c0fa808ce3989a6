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
	struct text_line *line;
	size_t n, cap; /* malloc()ed */
};

/* Add a line: 0, -1 on ENOMEM. */
static int
add_line(struct both_lines *both, struct sok_str text)
{
	struct text_line *line =
	    sok_grow(both->line, both->n, &both->cap, sizeof(*line));

	if (line == NULL)
		return -1;
	both->line = line;
	line[both->n] = (struct text_line){sok_mix(1, text), both->n, text};
	both->n++;
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

/* Add the lines of a text that count: 0, -1 on ENOMEM. */
static int
add_text(struct both_lines *both, const struct sok_text *text)
{
	for (size_t i = 0; i < text->n; i++)
		if (compare_says(text->line[i]) &&
		    add_line(both, sok_str_trim(text->line[i])) == -1)
			return -1;
	return 0;
}

/* For qsort() and bsearch(): by digest, equal ones in their order. */
static int
compare_digests(const void *one, const void *other)
{
	const uint64_t *x = one, *y = other;

	return (*x > *y) - (*x < *y);
}

static int
compare_lines(const void *one, const void *other)
{
	const struct text_line *first = one, *second = other;

	if (first->digest != second->digest)
		return first->digest < second->digest ? -1 : 1;
	return (first->at > second->at) - (first->at < second->at);
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
    struct both_lines *was, struct both_lines *is, struct compare_text *text)
{
	size_t i = 0, j = 0, first_gone = 0, first_added = 0;
	bool ordered = was->n == is->n;

	for (; ordered && i < was->n; i++)
		ordered = was->line[i].digest == is->line[i].digest;
	if (was->n > 0)
		qsort(was->line, was->n, sizeof(*was->line), compare_lines);
	if (is->n > 0)
		qsort(is->line, is->n, sizeof(*is->line), compare_lines);
	for (i = 0; i < was->n || j < is->n;) {
		bool left = i < was->n, right = j < is->n;
		uint64_t first = left ? was->line[i].digest : UINT64_MAX;
		uint64_t second = right ? is->line[j].digest : UINT64_MAX;

		if (left && right && first == second) {
			i++;
			j++;
		} else if (left && (!right || first < second)) {
			count(&was->line[i++], &text->gone, &first_gone,
			    &text->first_gone);
		} else {
			count(&is->line[j++], &text->added, &first_added,
			    &text->first_added);
		}
	}
	text->moved = !ordered && text->gone == 0 && text->added == 0;
}

/* ---- games */

/* The digests of the moves of all games, sorted.  NULL on ENOMEM. */
static uint64_t *
sorted_games(const struct sok_puzzle *puzzle, struct sok_arena *scratch)
{
	uint64_t *digest =
	    sok_arena_alloc(scratch, puzzle->ngames, sizeof(*digest));

	for (size_t i = 0; digest != NULL && i < puzzle->ngames; i++)
		digest[i] = sok_mix(1, puzzle->game[i].moves);
	if (digest != NULL && puzzle->ngames > 0)
		qsort(digest, puzzle->ngames, sizeof(*digest), compare_digests);
	return digest;
}

/* Add the titles and the text of the games that the other puzzle has too, and
 * count the others that do not claim to be solutions.  0, -1 on ENOMEM. */
static int
add_games(struct both_lines *both, const struct sok_puzzle *puzzle,
    const struct sok_puzzle *other, size_t *snapshots,
    struct sok_arena *scratch)
{
	const uint64_t *digests = sorted_games(other, scratch);
	uint64_t digest;

	if (digests == NULL)
		return -1;
	for (size_t i = 0; i < puzzle->ngames; i++) {
		const struct sok_game *game = &puzzle->game[i];

		digest = sok_mix(1, game->moves);
		if (other->ngames == 0 ||
		    bsearch(&digest, digests, other->ngames, sizeof(*digests),
		        compare_digests) == NULL) {
			*snapshots += !sok_game_claims(game);
			continue;
		}
		if (game->title.len > 0 && add_line(both, game->title) == -1)
			return -1;
		if (add_text(both, &game->text) == -1)
			return -1;
	}
	return 0;
}

int
compare_texts(const struct sok_puzzle *was, const struct sok_puzzle *is,
    struct compare_text *text, struct sok_arena *scratch)
{
	struct both_lines old_lines = {NULL, 0, 0}, new_lines = {NULL, 0, 0};
	size_t more = 0;

	*text = (struct compare_text){.gone = 0};
	int got = add_text(&old_lines, &was->text);
	if (got == 0)
		got = add_text(&new_lines, &is->text);
	if (got == 0)
		got = add_games(&old_lines, was, is, &text->snapshots, scratch);
	if (got == 0)
		got = add_games(&new_lines, is, was, &more, scratch);
	if (got == 0)
		compare_all(&old_lines, &new_lines, text);
	free(old_lines.line);
	free(new_lines.line);
	return got;
}
