/* title.c - titles of boards and games: the reader finds them at the end of the
 * text above, and no writer writes one by accident. */
#include "base/base.h"
#include "board/board.h"
#include "text/key.h"
#include "text/lines.h"
#include "text/text.h"
#include "text/title.h"

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

static unsigned
mark_of(struct sok_str s, size_t i)
{
	return i < s.len ? mark[(unsigned char)s.s[i]] : 0;
}

static unsigned
marks_of(struct sok_str s)
{
	unsigned marks = 0;

	for (size_t i = 0; i < s.len; i++)
		marks |= mark[(unsigned char)s.s[i]];
	return marks;
}

static bool
all(struct sok_str s, unsigned what)
{
	for (size_t i = 0; i < s.len; i++)
		if (!(mark[(unsigned char)s.s[i]] & what))
			return false;
	return true;
}

static bool
begins_word(struct sok_str s)
{
	return s.len > 0 && (sok_is_letter(s.s[0]) || sok_is_digit(s.s[0]));
}

/* Whether a line is drawn, or has a mark around pictures of pages or wikis: one
 * at its start or end and otherwise only characters that are drawn, as in
 * `<pre>`, `[code]#####` and `#####"""`, or one that begins it. */
static bool
is_frame(struct sok_str s)
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

static bool
is_in(struct sok_str s, char quote)
{
	return s.len >= 2 && s.s[0] == quote && s.s[s.len - 1] == quote;
}

static bool
is_quoted(struct sok_str s)
{
	return is_in(s, '\'') || is_in(s, '"');
}

static struct sok_str
unquote(struct sok_str s, enum sok_grid grid)
{
	struct sok_str in = sok_str_sub(s, 1, s.len - 1);

	return is_in(s, '\'') && title_needs_quotes(sok_str_trim(in), grid) ? in
	                                                                    : s;
}

/* On squares, a quoted line whose quotes would be removed is not a title. */
bool
title_needs_quotes(struct sok_str title, enum sok_grid grid)
{
	return title_reads_as_moves(title, grid) ||
	    (grid != SOK_SQUARES && unquote(title, grid).len < title.len);
}

/* A line after its `;` and blanks, without blanks at its end. */
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

/* Whether a line consists of blanks of any kind, such as those of web pages. */
static bool
is_invisible(struct sok_str s)
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

static struct sok_str
last_of(const struct title_place *p)
{
	return p->line[p->n - 1];
}

/* Two lines, a number and 'text', above a board, as in David Skinner's
 * collections.  Only a bare `;`, which closes the header, precedes them. */
static bool
find_pair(const struct title_place *p, struct title *t)
{
	struct sok_str name = bare(last_of(p));
	struct sok_str number = numbered(p->line[p->n - 2]);

	if (!is_in(name, '\'') || number.len == 0 ||
	    (p->n > 2 && !all(p->line[p->n - 3], STRIP)))
		return false;
	*t = (struct title){.from = p->n - 2, .line = name, .number = number};
	return true;
}

/* Whether the last line is separate from the lines above it.  The line above
 * has only invisible characters; or the last line touches moves and names them;
 * or only the line above is a comment and the last line a name in quotes, as in
 * Jacques Duthen's collections; or only the last line is a comment; or both are
 * comments and at least two of these hold: the last line is a number, the line
 * above is a bare `;`, the last line touches the board. */
static bool
is_apart(const struct title_place *p)
{
	struct sok_str last = last_of(p), above = p->line[p->n - 2];

	/* Most lines begin with a visible character. */
	if (!(above.len > 0 && above.s[0] > ' ' && above.s[0] < 0x7f) &&
	    is_invisible(above))
		return true;
	if (last.s[0] != ';' && !p->board)
		return p->close && title_names_game(last);
	if (last.s[0] != ';')
		return above.s[0] == ';' && last.len > 2 && is_quoted(last);
	if (above.s[0] != ';')
		return true;
	int signs = (numbered(last).len > 0) + all(above, STRIP) +
	    (p->board && p->close);
	return signs >= 2;
}

/* For YASC a line with a colon, or before the first puzzle with `=`, is not a
 * title: it could be a key.  The heading of a game is not a title either. */
static bool
could_be_key(const struct title_place *p, unsigned marks)
{
	return last_of(p).s[0] != ';' &&
	    (marks & (p->first ? COLON | EQUALS : COLON)) &&
	    (p->board || !title_names_game(last_of(p)));
}

/* Whether a line that is not made of words is a title all the same.  A rule for
 * every line belongs to title_find() and title_fits_line(). */
static bool
is_unlike(struct sok_str s)
{
	return !is_frame(s) && !is_broken_moves(s) && !sok_key_known(s) &&
	    !is_invisible(bare(s));
}

/* Whether words contain nothing special, so that they fit a line. */
static bool
are_plain(struct sok_str s, unsigned marks)
{
	return !(marks & (NEVER | BAR)) && !(mark_of(s, s.len - 1) & STRIP) &&
	    s.len <= sok_default_limits.v[SOK_LIMIT_TITLE];
}

bool
title_find(const struct title_place *p, struct title *t)
{
	*t = (struct title){.from = p->n};
	struct sok_str last = p->n > 0 ? last_of(p) : SOK_STR("");
	if (last.len == 0)
		return false;
	/* Few lines end in a quotation mark or a blank. */
	if (p->n > 1 && p->board &&
	    (mark_of(last, last.len - 1) & (QUOTE | STRIP)) && find_pair(p, t))
		return true;
	if (p->n > 1 && !is_apart(p))
		return false;
	struct sok_str s = bare(last);
	unsigned marks = marks_of(s);
	if (begins_word(s) && !(marks & NEVER)) {
		if (last.s[0] != ';' && is_broken_moves(last))
			return false;
		t->plain = are_plain(s, marks);
	} else {
		if (could_be_key(p, marks) || !is_unlike(last))
			return false;
		s = title_strip(last, p->grid);
		if (last.s[last.len - 1] == ':' && !p->board &&
		    title_names_game(last))
			s = sok_str_rtrim(sok_str_sub(s, 0, s.len - 1));
	}
	t->from = p->n - 1;
	t->line = s;
	return true;
}

/* ---- doubts */

/* Only the last line. */
static struct title_place
alone(const struct title_place *p)
{
	struct title_place last = *p;

	last.line += p->n - 1;
	last.n = 1;
	return last;
}

/* Whether the last line would be a title if it had no colon. */
static bool
is_coloned(const struct title_place *p)
{
	struct sok_str last = last_of(p);

	return could_be_key(p, marks_of(last)) &&
	    !sok_str_starts(last, SOK_STR("::")) &&
	    (p->n == 1 || is_apart(p)) && is_unlike(last);
}

/* Whether the text ends in a possible title and a line that is invisible, or is
 * drawn and touches the board or is as long: an underlined heading, or one
 * above a board in a frame, whose other half may be above. */
static bool
is_ruled(const struct title_place *p)
{
	struct sok_str last = last_of(p);
	bool rule = is_frame(last);
	bool quotes = rule && (last.s[0] == '`' || !all(last, DRAWN));
	struct title_place above = *p;
	struct title t;

	/* Blank lines may separate the heading from marks around the board. */
	do
		above.n--;
	while (quotes && p->close && above.n > 0 && last_of(&above).len == 0);
	if (above.n == 0 || last_of(&above).len == 0 ||
	    (!rule && !is_invisible(last)) ||
	    (rule && !p->close && last_of(&above).len != last.len))
		return false;
	if (above.n > 1 && !is_frame(above.line[above.n - 2]))
		return find_pair(&above, &t);
	above = alone(&above);
	return title_find(&above, &t) || is_coloned(&above);
}

/* Whether the last paragraph has a comment such as `; Title: One`. */
static bool
has_comment_title(const struct title_place *p)
{
	struct sok_str value;

	for (size_t n = p->n; n > 0 && p->line[n - 1].len > 0; n--)
		if (p->line[n - 1].s[0] == ';' &&
		    key_is(bare(p->line[n - 1]), SOK_STR("title"), &value))
			return true;
	return false;
}

/* How other programs may read the last paragraph, which touches the board, or
 * NULL: it consists of known keys, one of them a title; or it has several
 * lines, among them notes but no title of the board.  In the header, above the
 * first board, only if the last line is a number or one line is a title. */
static const char *
doubt_touching(const struct title_place *p)
{
	static const char *const doubt =
	    "text directly above a board belongs to the text or board above "
	    "it; only a separate line is a title";
	bool several = p->n > 1 && p->line[p->n - 2].len > 0;
	bool titled = false, keys = true, notes = false;
	size_t n = p->n;

	if (p->first)
		return several &&
		        (title_counts(last_of(p)) || has_comment_title(p))
		    ? doubt
		    : NULL;
	for (; n > 0 && p->line[n - 1].len > 0; n--) {
		struct sok_str line = p->line[n - 1];
		bool key = sok_key_known(line);

		if (comment_mark(line, NULL) != COMMENT_NONE)
			return NULL;
		titled |= sok_str_casestarts(line, SOK_STR("Title"));
		keys &= key;
		notes |= !key && !is_frame(line);
	}
	if (keys && titled && (n > 0 || p->apart))
		return "keys belong to the board above them; programs that "
		       "split at blank lines give these to the board below";
	return several && notes ? doubt : NULL;
}

/* Whether the last line, which does not touch the board, would be a title below
 * a blank line: the line above is drawn, the last line counts on, or a comment
 * has a title. */
static bool
is_joined(const struct title_place *p)
{
	struct title_place last = alone(p);
	struct title t;

	if (p->n < 2 || p->close || p->line[p->n - 2].len == 0 ||
	    !title_find(&last, &t))
		return false;
	if (is_frame(p->line[p->n - 2]))
		return true;
	return p->first ? title_counts(last_of(p))
	                : title_next(p->above, t.line) || has_comment_title(p);
}

const char *
title_doubt(const struct title_place *p, bool found)
{
	const char *doubt = NULL;

	if (p->n == 0 || last_of(p).len == 0)
		return NULL;
	struct sok_str last = last_of(p);
	if (found && p->under && p->n == 1)
		return "read as the title of the board below, although it "
		       "directly follows the board above, which has no title";
	if (found)
		return (last.s[0] == ';' && (marks_of(last) & COLON)) ||
		        (p->n > 1 && p->line[p->n - 2].len > 0 &&
		            is_quoted(bare(last)))
		    ? "read as the title of the board below; YASC reads it as "
		      "a note"
		    : NULL;
	if (is_ruled(p))
		return "a line without words is not a title; it was kept as a "
		       "note with the line above it, which may be meant as the "
		       "title of the board below";
	if (p->close)
		doubt = doubt_touching(p);
	if (doubt != NULL)
		return doubt;
	if (is_joined(p))
		return "kept as a note with the line above it; only a separate "
		       "line is the title of the board below";
	return is_coloned(p) ? "kept as a note; the .sok specification reads "
	                       "it as the title of the board below"
	                     : NULL;
}

bool
title_fits_line(struct sok_str title)
{
	unsigned marks = marks_of(title);
	uint16_t can = 0, has;

	if (begins_word(title) && are_plain(title, marks))
		return true;
	struct sok_str bare = sok_str_trim(sok_str_unquote(title));
	if (bare.len == 0 || (mark_of(title, 0) & STRIP) || (marks & NEVER) ||
	    title.len > sok_default_limits.v[SOK_LIMIT_TITLE] ||
	    is_frame(title) || is_invisible(title) || lines_bom(title) > 0 ||
	    unquote(title, SOK_SQUARES).len < title.len ||
	    sok_str_trim(title).len < title.len)
		return false;
	/* With bars it could be a board. */
	if (marks & BAR)
		lines_classify(bare, &can, &has);
	return !(can & CAN_LETTER);
}
