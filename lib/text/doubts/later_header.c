/* later_header.c - the header of a second file in the middle of text, as where
 * two files were joined: its keys are read as those of the board above. */
#include <string.h>

#include "base/base.h"
#include "text/doubts/doubts.h"
#include "text/doubts/parts.h"
#include "text/key.h"

/* What headers say about all puzzles below them. */
static const struct sok_str of_headers[GAP_HEADER_KEYS] = {
    SOK_STR_INIT("Author"), SOK_STR_INIT("Copyright"),
    SOK_STR_INIT("Collection"), SOK_STR_INIT("Game")};

/* Find what the header says, once, as it may be long. */
static void
find_values(const struct sok_text *header, struct later_header *later)
{
	if (later->values_known)
		return;
	later->values_known = true;
	for (size_t k = 0; k < GAP_HEADER_KEYS; k++) {
		later->value[k] = sok_text_get(header, of_headers[k]);
		later->says |= later->value[k].s != NULL;
	}
}

/* Whether the paragraph of line i has a key that is not ours, such as `Level:
 * 2`, which says something about one board. */
static bool
is_about_board(const struct sok_text *text, size_t i)
{
	struct sok_str key, value;

	while (i > 0 && text->line[i - 1].len > 0)
		i--;
	for (; i < text->n && text->line[i].len > 0; i++)
		if (sok_is_letter(text->line[i].s[0]) &&
		    sok_key_split(text->line[i], &key, &value) &&
		    !sok_key_known(text->line[i]))
			return true;
	return false;
}

/* The number of the key of headers that a line has, with its value;
 * GAP_HEADER_KEYS if it has none. */
static size_t
header_key(struct sok_str line, struct sok_str *value)
{
	size_t i = 0;

	while (i < GAP_HEADER_KEYS && !key_is(line, of_headers[i], value))
		i++;
	return i;
}

/* The line from i on with one of these keys that the header has as well, with
 * another value; text->n if there is none. */
static size_t
find_header_key(const struct later_header *later, const struct sok_text *text,
    size_t i, const char **name)
{
	struct sok_str value;

	for (; (i = key_outside(text, i)) < text->n; i++) {
		size_t j = header_key(text->line[i], &value);

		if (j == GAP_HEADER_KEYS)
			continue;
		struct sok_str first = later->value[j];
		*name = of_headers[j].s;
		if (first.s != NULL && !sok_str_eq(first, value) &&
		    !is_about_board(text, i))
			return i;
	}
	return text->n;
}

/* Whether the first n lines are nothing but keys that the header has too. */
static bool
is_all_header_keys(
    const struct later_header *later, const struct sok_text *text, size_t n)
{
	struct sok_str value;

	for (size_t i = 0; i < n; i++) {
		size_t j = header_key(text->line[i], &value);

		if (j == GAP_HEADER_KEYS || later->value[j].s == NULL)
			return false;
	}
	return true;
}

void
find_later_header(struct sok_reader *reader, const struct gap_text *gap,
    bool last, struct titles_seen *seen)
{
	const struct sok_puzzle *puzzle = &reader->puzzle;
	const struct sok_text *header = &reader->header.text,
	                      *text = &gap->text;
	struct later_header *later = &seen->later;
	size_t direct = 0, i;
	const char *name = NULL;

	later->ends = false;
	if (!puzzle->has_board || later->own)
		return;
	later->boards++;
	find_values(header, later);
	if (!later->says)
		return;
	for (i = 0; i < puzzle->ngames; i++) {
		struct sok_text above =
		    i == 0 ? puzzle->text : puzzle->game[i - 1].text;

		if (find_header_key(later, &above, 0, &name) < above.n)
			later->own = true;
	}
	i = find_header_key(later, text, 0, &name);
	/* In a paragraph directly below a board, or above its games, a key is
	 * that of the board; unless nothing else is there, as where the file
	 * above ended without a blank line. */
	while (gap->direct && direct < text->n && text->line[direct].len > 0)
		direct++;
	if (i < direct && is_all_header_keys(later, text, direct))
		later->directly++;
	else if (i < direct)
		later->own = true;
	later->ends = last && i == text->n && !later->own;
	if (i == text->n || later->line != 0)
		return;
	later->line = text_line(reader, text->line[i].s);
	later->name = name;
}

/* Whether the keys directly below boards may be headers: below all but the
 * last, as where files of one board each were joined.  Some boards with a key
 * of their own are an ordinary collection. */
static bool
may_be_headers(const struct later_header *later)
{
	return later->directly == 0 || later->directly + 1 == later->boards;
}

void
report_later_header(struct sok_reader *reader, const struct titles_seen *seen)
{
	const struct later_header *later = &seen->later;

	if (later->line > 0 && later->ends && may_be_headers(later))
		reader_report(reader, SOK_SHIFTED_TITLES_RULE, later->line, 1,
		    "`%s` is read as a key of the board above, although the "
		    "header has it as well; if another file begins here, as "
		    "where files were joined, the boards below have the wrong "
		    "one",
		    later->name);
}
