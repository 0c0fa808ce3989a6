/* gaps.c - doubts about the text between two blocks (gap_text.c): about the
 * title in it, and whether titles are meant for the boards on the other side.
 */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/doubts/doubts.h"
#include "text/doubts/parts.h"
#include "text/key.h"
#include "text/text.h"

static bool
has_title(const struct sok_text *text)
{
	return title_key(text, 0) < text->n;
}

static bool
is_untitled(const struct sok_puzzle *puzzle)
{
	return puzzle->has_board && puzzle->title_line.len == 0 &&
	    !has_title(&puzzle->text);
}

/* The last paragraph of a text; false if none, or if it has a comment block. */
static bool
last_paragraph(const struct sok_text *text, struct sok_text *last)
{
	size_t from = text->n;

	while (from > 0 && text->line[from - 1].len > 0)
		if (comment_mark(text->line[--from], NULL) != COMMENT_NONE)
			return false;
	if (from == text->n) /* there may be no lines at all */
		return false;
	*last = (struct sok_text){text->line + from, text->n - from};
	return true;
}

/* The key of a line such as `Level: 3`, known or not, or empty. */
static struct sok_str
key_of_pair(struct sok_str line)
{
	const char *colon = line.len > 0 ? memchr(line.s, ':', line.len) : NULL;

	if (colon == NULL || !sok_is_letter(line.s[0]))
		return SOK_STR("");
	return sok_str_sub(line, 0, (size_t)(colon - line.s));
}

/* Whether a paragraph has a title, as a key or first line, and only keys. */
static bool
is_head(const struct sok_text *text)
{
	const struct title_place first = {
	    text->line, 1, .board = 1, .first = 1};
	struct title title;
	bool line = title_find(&first, &title);

	for (size_t i = line; i < text->n; i++)
		if (!sok_key_known(text->line[i]))
			return false;
	return text->n > 1 && (line || has_title(text));
}

/* Report doubts about the text below a board without a title: a title key after
 * blanks or mail quotes, and several comment lines directly below the board.
 * touches: no blank line separates the text from the next block. */
static void
report_below(
    struct sok_reader *reader, const struct gap_text *gap, bool touches)
{
	const struct sok_text *text = &gap->text;
	const struct title_place first = {text->line, 1, .board = true};
	struct title title;
	struct sok_str value;
	size_t n = 0, i = 0;

	if (gap->taken)
		return;
	while (
	    n < text->n && text->line[n].len > 0 && text->line[n].s[0] == ';')
		n++;
	if (gap->direct && n > 1 &&
	    (n < text->n ? text->line[n].len == 0 : !touches) &&
	    is_untitled(&reader->puzzle) && title_find(&first, &title))
		reader_report(reader, SOK_AMBIGUOUS_TITLE_RULE,
		    gap_first_number(gap), 1,
		    "kept as a note; a comment line directly below a board is "
		    "its title only if a blank line follows");
	for (; i < text->n && text->line[i].len > 0; i++) {
		struct sok_str s = text->line[i];

		if (comment_mark(s, NULL) != COMMENT_NONE ||
		    (key_is(s, SOK_STR("title"), &value) && value.len > 0))
			return;
		/* Most lines are other keys, or words. */
		if (sok_is_letter(s.s[0]))
			continue;
		s = key_of_pair(sok_str_ltrim(sok_str_unquote(s)));
		if (sok_str_caseeq(sok_str_rtrim(s), SOK_STR("Title")))
			break;
	}
	if (i < text->n && text->line[i].len > 0 && !has_title(text))
		reader_report(reader, SOK_AMBIGUOUS_TITLE_RULE,
		    gap_first_number(gap) + i, 1,
		    "kept as a note, because blanks or mail quotes precede the "
		    "key; other programs read it as the title of the board "
		    "above");
}

/* ---- titles above and below boards */

static bool
has_words(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (sok_is_letter(s.s[i]) || sok_is_digit(s.s[i]) ||
		    (unsigned char)s.s[i] >= 0x80)
			return true;
	return false;
}

/* Without a line above it that separates it from a board, such as `*****`. */
static struct sok_text
below_rule(struct sok_text text)
{
	size_t rule = !has_words(text.line[0]);

	return (struct sok_text){text.line + rule, text.n - rule};
}

/* Whether the header and the text below the first board end in similar
 * paragraphs, which may be meant for the boards below them: both have a title
 * as a key, or several lines with the same keys.  Paragraphs without keys with
 * the same heading, such as `Level`, or headings that count on, such as `Level
 * 2`, above words are reported at once.  A comment is not a heading. */
static enum shift
find_shift(struct sok_reader *reader, const struct gap_text *gap)
{
	struct sok_text first, second;
	size_t same = 0;

	if (!last_paragraph(&reader->header.text, &first) ||
	    !last_paragraph(&gap->text, &second) ||
	    (second.n == gap->text.n && gap->direct))
		return SHIFT_NONE;
	first = below_rule(first);
	second = below_rule(second);
	if (has_title(&first) && has_title(&second))
		return SHIFT_KEYS;
	while (same < first.n && first.n == second.n &&
	    key_of_pair(first.line[same]).len > 0 &&
	    sok_str_caseeq(
	        key_of_pair(first.line[same]), key_of_pair(second.line[same])))
		same++;
	if (same > 1 && same == first.n)
		return SHIFT_PAIRS;
	if (gap->gap && first.n > 1 && second.n > 1 &&
	    has_words(second.line[second.n - 1]) &&
	    !sok_str_starts(second.line[0], SOK_STR("::")) &&
	    key_of_pair(second.line[0]).len == 0 &&
	    (sok_str_eq(first.line[0], second.line[0]) ||
	        title_next(first.line[0], second.line[0])))
		reader_report(reader, SOK_SHIFTED_TITLES_RULE,
		    gap_last_number(gap), 1,
		    "this text belongs to the board above it, but begins like "
		    "the text above the first board; if it is meant for the "
		    "board below, all texts are off by one");
	return SHIFT_NONE;
}

/* The header may have the title of the first board, and all titles may be off
 * by one. */
static void
report_first(struct sok_reader *reader, const struct gap_text *gap, bool last,
    struct titles_seen *seen)
{
	const struct sok_text *text = &reader->header.text;
	const struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_str line =
	    text->n > 1 ? text->line[text->n - 1] : SOK_STR("");
	bool named = gap->title.line.len > 0;
	struct sok_text paragraph;

	if (puzzle->has_board && !seen->above && !last && !named)
		seen->shifts = find_shift(reader, gap);
	/* No text but a title, which touches both boards or neither. */
	if (named && board_alone(puzzle) && gap->direct != gap->gap &&
	    gap->text.n == 0)
		seen->shifts = SHIFT_LINES;
	if (!is_untitled(puzzle))
		return;
	if (last_paragraph(text, &paragraph) && is_head(&paragraph))
		reader_report(reader, SOK_AMBIGUOUS_TITLE_RULE,
		    puzzle->pos.line, 1,
		    "the title in the header is not the title of this board, "
		    "which has none; the title of a board is a separate line "
		    "above it");
	/* Plain numbers were reported before. */
	if (!title_counts(line) &&
	    title_next(title_strip(line, SOK_SQUARES), gap->title.line))
		reader_report(reader, SOK_AMBIGUOUS_TITLE_RULE,
		    puzzle->pos.line, 1,
		    "the next title continues the numbering of the last line "
		    "of the header, which may be meant as the title of this "
		    "board; only a separate line is a title");
}

/* Longer words are rarely titles, unlike `DULL`, or the `D` of an alphabet. */
#define WORD_MOST 7

/* Report doubts about the titles above and below a puzzle, with the text below
 * it, and keep what is needed for the next puzzle.  line: the number of its
 * first line or of the title above; last: no block follows.  0, -1 on ENOMEM.
 */
static int
report_titles(struct sok_reader *reader, const struct gap_text *gap, bool last,
    size_t line, struct titles_seen *seen)
{
	const struct sok_puzzle *puzzle = &reader->puzzle;
	bool next = last || gap->title.line.len > 0;
	const struct sok_game *game = NULL;
	int solved = 1;

	if (reader->number == 0)
		report_first(reader, gap, last, seen);
	/* The next board has no title but this one has.  A last game that is
	 * one word and does not solve the puzzle may be that title. */
	if (seen->above && !next && puzzle->has_board && puzzle->ngames > 0 &&
	    gap->text.n == 0 && gap->gap)
		game = &puzzle->game[puzzle->ngames - 1];
	if (game != NULL && game->title_line.len == 0 && game->nsource == 1 &&
	    game->source[0].text.len <= WORD_MOST)
		solved = reader->helpers->solves(puzzle, game, &reader->arena);
	if (solved == -1)
		return -1;
	if (solved == 0)
		reader_report(reader, SOK_AMBIGUOUS_MOVES_RULE, game->pos.line,
		    1,
		    "`%.*s` is read as moves; it may be the title of the board "
		    "below, which has none",
		    (int)game->source[0].text.len, game->source[0].text.s);
	/* A title above a board that also has its name below may be a note, if
	 * the previous board has its name only below, or belong to the header,
	 * if the board is the first one, its name follows directly, and the
	 * next board has no title above. */
	bool asked =
	    seen->lower || (reader->number == 0 && seen->close && !next);
	bool below = (seen->above ? asked : next) &&
	    (seen->below || has_title(&puzzle->text));
	if (seen->above && below)
		reader_report(reader, SOK_AMBIGUOUS_TITLE_RULE, line, 1,
		    "read as a title of the board below, which also has a name "
		    "below it; this may be a note about the board above");
	seen->lower = next && below;
	return 0;
}

/* All titles are off by one if keys are written above their boards, or captions
 * below: report this if the last board has no key, or has a caption.  Returns
 * whether it was reported. */
static bool
report_shift(struct sok_reader *reader, enum shift shifts)
{
	static const char *const what[] = {
	    [SHIFT_KEYS] = "keys belong to the board above them, so this last "
	                   "board has no title; if they are meant for the "
	                   "boards below, all titles are off by one",
	    [SHIFT_PAIRS] = "text belongs to the board above it, so this last "
	                    "board has none; if it is meant for the boards "
	                    "below, all texts are off by one",
	    [SHIFT_LINES] =
	        "titles belong to the board below them, so the first board has "
	        "none and the text below this last board is a note; if they "
	        "are meant for the boards above, all titles are off by one"};
	const struct sok_puzzle *puzzle = &reader->puzzle;
	const struct title_place line = {puzzle->text.line, 1, .board = true};
	struct sok_str was = puzzle->title_line;
	bool shifted =
	    puzzle->has_board && (was.len > 0) == (shifts == SHIFT_LINES);
	struct title title;

	if (shifts == SHIFT_NONE || !shifted)
		return false;
	/* The text is one line that may be the title, in place of the one
	 * above.  If that one counts, the line must count on. */
	if (shifts == SHIFT_LINES)
		shifted = puzzle->ngames == 0 && puzzle->text.n == 1 &&
		    title_find(&line, &title) &&
		    (!sok_is_digit(was.s[was.len - 1]) ||
		        title_next(was, title.line));
	/* There is no title and no key of the kind that the others have. */
	for (size_t i = 0; shifts != SHIFT_LINES && i <= puzzle->ngames; i++) {
		struct sok_text text =
		    i == 0 ? puzzle->text : puzzle->game[i - 1].text;

		shifted &= shifts != SHIFT_KEYS || !has_title(&text);
		for (size_t j = 0; shifts == SHIFT_PAIRS && j < text.n; j++)
			shifted &= key_of_pair(text.line[j]).len == 0;
	}
	if (shifted)
		reader_report(reader, SOK_SHIFTED_TITLES_RULE, puzzle->pos.line,
		    1, "%s", what[shifts]);
	return shifted;
}

/* ---- for the reader */

/* Report what merging and comparing programs left in the lines of the text. */
static void
report_left_marks(struct doubts *doubts, struct sok_reader *reader,
    const struct lines *lines, const struct gap_text *gap)
{
	enum sok_rule rule;

	for (size_t i = gap->first; i <= gap->last; i++) {
		const char *what =
		    left_mark(&doubts->marks, lines_str(lines, i), &rule);

		if (what != NULL)
			reader_report(reader, rule, lines_number(lines, i), 1,
			    "%s", what);
	}
}

void
doubts_gap_lines(struct doubts *doubts, struct sok_reader *reader,
    const struct blocks *blocks, const struct gap_text *gap, bool below_board,
    struct block *next)
{
	const struct title_place *place = &gap->place;
	const char *doubt = NULL;

	report_left_marks(doubts, reader, &blocks->lines, gap);
	/* Words that are the only text are never in doubt. */
	if (place->n > 0 && place->board &&
	    (!gap->words || place->n > 1 || place->under))
		doubt = title_doubt(place, gap->found);
	if (doubt != NULL)
		pending_add(&next->found, blocks->ahead,
		    SOK_AMBIGUOUS_TITLE_RULE, gap_last_number(gap), 1, "%s",
		    doubt);
	/* A single line was examined as the title of the next block. */
	if (below_board && (gap->text.n > 1 || next == NULL))
		report_below(reader, gap, next != NULL && !gap->gap);
}

int
doubts_puzzle_titles(struct doubts *doubts, struct sok_reader *reader,
    const struct gap_text *below, bool last, const struct lines *lines)
{
	if (reader->header.text.n > 0)
		find_later_header(reader, below, last, &doubts->titles);
	return report_titles(
	    reader, below, last, lines_number(lines, 0), &doubts->titles);
}

void
doubts_end(struct doubts *doubts, struct sok_reader *reader)
{
	if (!report_shift(reader, doubts->titles.shifts))
		report_later_header(reader, &doubts->titles);
}
