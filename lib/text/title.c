/* title.c - titles of boards and games: the reader finds them at the end of the
 * text above, and no writer writes one by accident.  Lines that may be
 * meant as a title but are not read as one are reported by doubts/titles.c. */
#include "base/base.h"
#include "board/board.h"
#include "text/key.h"
#include "text/lines.h"
#include "text/text.h"
#include "text/title.h"
#include "text/title_parts.h"

/* What the characters of a title mean to the rules below. */
/* clang-format off */
enum {
	DRAWN = 1, STRIP = 2, QUOTE = 4, BAR = 8, COLON = 16, EQUALS = 32,
	BREAK = 64, NEVER = COLON | EQUALS | BREAK
};

static const unsigned char mark[256] = {
    ['-'] = DRAWN, ['='] = DRAWN | EQUALS, ['_'] = DRAWN, ['~'] = DRAWN,
    ['*'] = DRAWN, ['#'] = DRAWN, ['+'] = DRAWN, ['`'] = DRAWN, ['.'] = DRAWN,
    [' '] = DRAWN | STRIP, ['\t'] = DRAWN | STRIP, [';'] = STRIP,
    [':'] = COLON, ['\n'] = BREAK, ['\r'] = BREAK, ['\0'] = BREAK,
    ['['] = QUOTE, ['{'] = QUOTE, ['}'] = QUOTE, ['<'] = QUOTE,
    ['"'] = QUOTE, ['\''] = QUOTE, ['|'] = BAR, ['\\'] = QUOTE,
};
/* clang-format on */

/* The mark of character i, 0 after the end. */
static unsigned
mark_of(struct sok_str s, size_t i)
{
	return i < s.len ? mark[(unsigned char)s.s[i]] : 0;
}

/* All marks of the characters of a line. */
static unsigned
marks_of(struct sok_str s)
{
	unsigned marks = 0;

	for (size_t i = 0; i < s.len; i++)
		marks |= mark[(unsigned char)s.s[i]];
	return marks;
}

/* Whether all characters are of these kinds. */
static bool
all(struct sok_str s, unsigned what)
{
	for (size_t i = 0; i < s.len; i++)
		if (!(mark[(unsigned char)s.s[i]] & what))
			return false;
	return true;
}

/* Whether a line begins with a letter or digit of ASCII. */
static bool
begins_word(struct sok_str s)
{
	return s.len > 0 && (sok_is_letter(s.s[0]) || sok_is_digit(s.s[0]));
}

bool
title_is_drawn(struct sok_str s)
{
	return all(s, DRAWN);
}

bool
title_is_frame(struct sok_str s)
{
	static const char *const quoting[] = {"[code]", "[/code]", "[pre]",
	    "[/pre]", "<pre>", "</pre>", "<code>", "</code>", "<tt>", "</tt>",
	    "</source>", "</syntaxhighlight>", "{code}", "{noformat}", "{{{",
	    "}}}", "\"\"\"", "'''"};
	static const char *const beginning[] = {"```", "{{{#!", "\\begin{",
	    "\\end{", "#+begin_", "#+end_", "<pre ", "<source ",
	    "<syntaxhighlight "};

	if (all(s, DRAWN))
		return true;
	if (!(mark_of(s, 0) & (DRAWN | QUOTE)))
		return false; /* most lines */
	for (size_t i = 0; i < SOK_COUNT(quoting); i++) {
		struct sok_str quote = sok_str(quoting[i]);
		size_t rest = s.len - quote.len;

		if (s.len >= quote.len &&
		    ((sok_str_casestarts(s, quote) &&
		         all(sok_str_from(s, quote.len), DRAWN)) ||
		        (sok_str_caseeq(sok_str_from(s, rest), quote) &&
		            all(sok_str_sub(s, 0, rest), DRAWN))))
			return true;
	}
	for (size_t i = 0; i < SOK_COUNT(beginning); i++)
		if (sok_str_casestarts(s, sok_str(beginning[i])))
			return beginning[i][0] != '<' || s.s[s.len - 1] == '>';
	return false;
}

/* Whether a line is between two of these quotes. */
static bool
is_in(struct sok_str s, char quote)
{
	return s.len >= 2 && s.s[0] == quote && s.s[s.len - 1] == quote;
}

bool
title_is_quoted(struct sok_str s)
{
	return is_in(s, '\'') || is_in(s, '"');
}

/* The line without single quotes around it, if its inside needs them
 * (title_needs_quotes()); otherwise the line. */
static struct sok_str
unquote(struct sok_str s, enum sok_grid grid)
{
	struct sok_str in = sok_str_sub(s, 1, s.len - 1);

	return is_in(s, '\'') && title_needs_quotes(sok_str_trim(in), grid) ? in
	                                                                    : s;
}

bool
title_needs_quotes(struct sok_str title, enum sok_grid grid)
{
	/* On squares a quoted line whose quotes would be removed is not a
	 * title. */
	return title_reads_as_moves(title, grid) ||
	    (grid != SOK_SQUARES && unquote(title, grid).len < title.len);
}

static inline struct sok_str
bare(struct sok_str s)
{
	for (; s.len > 0 && (mark[(unsigned char)s.s[0]] & STRIP); s.len--)
		s.s++;
	while (s.len > 0 && sok_is_blank(s.s[s.len - 1]))
		s.len--;
	return s;
}

struct sok_str
title_bare(struct sok_str s)
{
	return bare(s);
}

struct sok_str
title_strip(struct sok_str line, enum sok_grid grid)
{
	return sok_str_trim(unquote(bare(line), grid));
}

/* Malformed moves remain text but are never a title, unlike `D2`. */
static bool
is_broken_moves(struct sok_str s)
{
	return !sok_is_digit(s.s[s.len - 1]) &&
	    title_reads_as_moves(s, SOK_SQUARES);
}

/* For `; 44`, `Level 44` or `; Level 44` alone: the line without its `;`. */
static struct sok_str
numbered(struct sok_str s)
{
	struct sok_str words = bare(s), digits = words;
	size_t n;

	if (sok_str_casestarts(words, SOK_STR("Level ")))
		digits = sok_str_trim(sok_str_from(words, 6));
	else if (!sok_str_starts(sok_str_ltrim(s), SOK_STR(";")))
		return SOK_STR("");
	return sok_str_number(digits, &n) ? words : SOK_STR("");
}

bool
title_counts(struct sok_str s)
{
	size_t n;

	return sok_str_number(s, &n) || numbered(s).len > 0;
}

bool
title_is_invisible(struct sok_str s)
{
	while (s.len > 0) {
		uint32_t c = (unsigned char)s.s[0];
		size_t len = sok_str_char(s, &c);

		if (c > ' ' && c != 0x7f && c != 0xa0 && c != 0x3000)
			return false;
		s = sok_str_from(s, len > 0 ? len : 1);
	}
	return true;
}

bool
title_find_pair(const struct title_place *place, struct title *title)
{
	struct sok_str name = bare(title_last(place));
	struct sok_str number = numbered(place->line[place->n - 2]);

	if (!is_in(name, '\'') || number.len == 0 ||
	    (place->n > 2 && !all(place->line[place->n - 3], STRIP)))
		return false;
	*title = (struct title){
	    .from = place->n - 2, .line = name, .number = number};
	return true;
}

bool
title_is_apart(const struct title_place *place)
{
	struct sok_str last = title_last(place),
	               above = place->line[place->n - 2];

	/* Most lines begin with a visible character. */
	if (!(above.len > 0 && above.s[0] > ' ' && above.s[0] < 0x7f) &&
	    title_is_invisible(above))
		return true;
	if (last.s[0] != ';' && !place->board)
		return place->close && title_names_game(last);
	if (last.s[0] != ';')
		return above.s[0] == ';' && last.len > 2 &&
		    title_is_quoted(last);
	if (above.s[0] != ';')
		return true;
	int signs = (numbered(last).len > 0) + all(above, STRIP) +
	    (place->board && place->close);
	return signs >= 2;
}

/* Whether the last line, which has these marks, may be meant as a key: it has a
 * colon, or `=` at the start of a file, does not begin with `;`, and is not the
 * name of a game where one follows. */
static bool
could_be_key(const struct title_place *place, unsigned marks)
{
	return title_last(place).s[0] != ';' &&
	    (marks & (place->first ? COLON | EQUALS : COLON)) &&
	    (place->board || !title_names_game(title_last(place)));
}

bool
title_could_be_key(const struct title_place *place)
{
	return could_be_key(place, marks_of(title_last(place)));
}

bool
title_has_colon(struct sok_str s)
{
	return marks_of(s) & COLON;
}

bool
title_is_unlike(struct sok_str s)
{
	return !title_is_frame(s) && !is_broken_moves(s) && !sok_key_known(s) &&
	    !title_is_invisible(bare(s));
}

/* Whether words contain nothing special, so that they fit a line. */
static bool
are_plain(struct sok_str s, unsigned marks)
{
	return !(marks & (NEVER | BAR)) && !(mark_of(s, s.len - 1) & STRIP) &&
	    s.len <= sok_default_limits.v[SOK_LIMIT_TITLE];
}

bool
title_find(const struct title_place *place, struct title *title)
{
	*title = (struct title){.from = place->n};
	struct sok_str last = place->n > 0 ? title_last(place) : SOK_STR("");
	if (last.len == 0)
		return false;
	/* Few lines end in a quotation mark or a blank. */
	if (place->n > 1 && place->board &&
	    (mark_of(last, last.len - 1) & (QUOTE | STRIP)) &&
	    title_find_pair(place, title))
		return true;
	if (place->n > 1 && !title_is_apart(place))
		return false;
	struct sok_str s = bare(last);
	unsigned marks = marks_of(s);
	if (begins_word(s) && !(marks & NEVER)) {
		if (last.s[0] != ';' && is_broken_moves(last))
			return false;
		title->plain = are_plain(s, marks);
	} else {
		if (could_be_key(place, marks) || !title_is_unlike(last))
			return false;
		s = title_strip(last, place->grid);
		if (last.s[last.len - 1] == ':' && !place->board &&
		    title_names_game(last))
			s = sok_str_rtrim(sok_str_sub(s, 0, s.len - 1));
	}
	title->from = place->n - 1;
	title->line = s;
	return true;
}

bool
title_fits_line(struct sok_str title)
{
	unsigned marks = marks_of(title);
	uint16_t can = 0, has;

	if (begins_word(title) && are_plain(title, marks))
		return true;
	struct sok_str words = sok_str_trim(sok_str_unquote(title));
	if (words.len == 0 || (mark_of(title, 0) & STRIP) || (marks & NEVER) ||
	    title.len > sok_default_limits.v[SOK_LIMIT_TITLE] ||
	    title_is_frame(title) || title_is_invisible(title) ||
	    lines_bom(title) > 0 ||
	    unquote(title, SOK_SQUARES).len < title.len ||
	    sok_str_trim(title).len < title.len)
		return false;
	/* With bars it could be a board. */
	if (marks & BAR)
		lines_classify(words, &can, &has);
	return !(can & CAN_LETTER);
}
