/*
 * title.c - titles of boards and games: found at the end of the text above
 * them by the reader, guarded against by the writer, set by every reader of
 * another format.
 */
#include <string.h>

#include "text/key.h"
#include "text/lines.h"
#include "text/title.h"
#include "tools.h"

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

static bool
starts(struct sok_str s, unsigned what)
{
	return s.len > 0 && (mark[(unsigned char)s.s[0]] & what);
}

static bool
all(struct sok_str s, unsigned what)
{
	for (size_t i = 0; i < s.len; i++)
		if (!(mark[(unsigned char)s.s[i]] & what))
			return false;
	return true;
}

/* What any of its characters mean. */
static unsigned
marks_of(struct sok_str s)
{
	unsigned marks = 0;

	for (size_t i = 0; i < s.len; i++)
		marks |= mark[(unsigned char)s.s[i]];
	return marks;
}

/* Whether it begins as words do: so it is no rule and quotes nothing. */
static bool
begins_word(struct sok_str s)
{
	return s.len > 0 && (sok_is_letter(s.s[0]) || sok_is_digit(s.s[0]));
}

/* Whether what quotes pictures is at either end of a line, and nothing else but
 * walls and what else is drawn, as in `<pre>`, `[code]#####` and `#####"""`. */
static bool
is_quoting(struct sok_str s, struct sok_str quote)
{
	size_t n = quote.len;

	if (s.len < n)
		return false;
	return (sok_str_caseeq(sok_str_sub(s, 0, n), quote) &&
	           all(sok_str_from(s, n), DRAWN)) ||
	    (sok_str_caseeq(sok_str_from(s, s.len - n), quote) &&
	        all(sok_str_sub(s, 0, s.len - n), DRAWN));
}

/* A rule, or what quotes a picture, in pages, forums, wikis and documents. */
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
	if (!(mark[(unsigned char)s.s[0]] & (DRAWN | QUOTE)))
		return false; /* as most */
	for (size_t i = 0; i < SOK_COUNT(quoting); i++)
		if (is_quoting(s, sok_str(quoting[i])))
			return true;
	for (size_t i = 0; i < SOK_COUNT(beginning); i++)
		if (sok_str_casestarts(s, sok_str(beginning[i])))
			return beginning[i][0] != '<' || s.s[s.len - 1] == '>';
	return false;
}

static bool
is_quoted(struct sok_str s)
{
	return s.len >= 2 && s.s[0] == '\'' && s.s[s.len - 1] == '\'';
}

/* A name in quotes of either kind. */
static bool
is_named(struct sok_str s)
{
	return is_quoted(s) ||
	    (s.len >= 2 && s.s[0] == '"' && s.s[s.len - 1] == '"');
}

static struct sok_str
unquote(struct sok_str s, enum sok_grid grid)
{
	struct sok_str in;

	if (!is_quoted(s))
		return s;
	in = sok_str_sub(s, 1, s.len - 1);
	return title_needs_quotes(sok_str_trim(in), grid) ? in : s;
}

/* On squares, lines in quotes that would be taken off are no titles. */
bool
title_needs_quotes(struct sok_str title, enum sok_grid grid)
{
	return title_reads_as_moves(title, grid) ||
	    (grid != SOK_SQUARES && unquote(title, grid).len < title.len);
}

/* A line behind its `;` and blanks. */
static inline struct sok_str
bare(struct sok_str s)
{
	size_t from = 0, to = s.len;

	while (from < to && (mark[(unsigned char)s.s[from]] & STRIP))
		from++;
	while (to > from && (s.s[to - 1] == ' ' || s.s[to - 1] == '\t'))
		to--;
	return (struct sok_str){s.s + from, to - from};
}

struct sok_str
title_strip(struct sok_str line, enum sok_grid grid)
{
	return sok_str_trim(unquote(bare(line), grid));
}

/* Moves that are malformed stay text, but do not name anything; `D2` may. */
static bool
is_broken_moves(struct sok_str s)
{
	char last = s.s[s.len - 1];

	return !sok_is_digit(last) && title_reads_as_moves(s, SOK_SQUARES);
}

static bool
is_number(struct sok_str s)
{
	size_t n;

	return sok_str_number(s, &n);
}

/* `; 44`, `Level 44` or `; Level 44` and nothing else: what the line says. */
static struct sok_str
numbered(struct sok_str s)
{
	const struct sok_str level = SOK_STR("Level ");
	struct sok_str n = bare(s);

	s = sok_str_ltrim(s);
	if (sok_str_casestarts(n, level))
		return is_number(sok_str_trim(sok_str_from(n, level.len)))
		    ? n
		    : SOK_STR("");
	return s.len > 0 && s.s[0] == ';' && is_number(n) ? n : SOK_STR("");
}

bool
title_counts(struct sok_str s)
{
	return is_number(s) || numbered(s).len > 0;
}

/* What a numbered line of a paragraph has above it: a blank line or a bare
 * `;`, which closes the header of David Skinner's collections. */
static bool
is_void(struct sok_str s)
{
	return all(s, STRIP);
}

/* A paragraph of exactly a number and 'text' above a board, as David Skinner's
 * collections have it, in several lines. */
static bool
find_pair(const struct sok_str *line, size_t n, struct title *t)
{
	struct sok_str number, name = sok_str_rtrim(line[n - 1]);

	if (name.len == 0 || name.s[name.len - 1] != '\'')
		return false;
	name = bare(name);
	number = numbered(line[n - 2]);
	if (!is_quoted(name) || number.len == 0 ||
	    (n > 2 && !is_void(line[n - 3])))
		return false;
	*t = (struct title){.from = n - 2, .line = name, .number = number};
	return true;
}

static bool
is_game_title(struct sok_str s, const struct title_place *where)
{
	return !where->board && title_names_game(s);
}

/* YASC takes no line with a colon for a title, nor one with `=` before the
 * first puzzle: they could be keys. */
static bool
could_be_key(struct sok_str s, unsigned marks, const struct title_place *where)
{
	return s.s[0] != ';' &&
	    (marks & (where->first ? COLON | EQUALS : COLON)) &&
	    !is_game_title(s, where);
}

/* Whether a line has nothing to see in it: blanks of other kinds than ours,
 * as pages and word processors leave them. */
static bool
is_invisible(struct sok_str s)
{
	uint32_t c;
	size_t len;

	for (; s.len > 0; s = sok_str_from(s, len)) {
		if (s.s[0] > ' ' && s.s[0] < 0x7f)
			return false;
		len = sok_str_char(s, &c);
		if (len == 0 && s.s[0] == '\xa0')
			len = 1;
		else if (len == 0 ||
		    (c > ' ' && c != 0x7f && c != 0xa0 && c != 0x3000))
			return false;
	}
	return true;
}

/* Whether the last line stands apart from the one above: nothing is to be seen
 * in that; or it is a comment below what is none; or it has two of these: it is
 * a number, it is below a bare `;`, it touches the board; or it is a name in
 * quotes below a comment, as Jacques Duthen's collections have it; or it
 * touches moves and names them. */
static bool
is_apart(const struct sok_str *line, size_t n, const struct title_place *where)
{
	struct sok_str above = line[n - 2], last = line[n - 1];

	if (is_invisible(above))
		return true;
	if (last.s[0] != ';')
		return where->board
		    ? above.s[0] == ';' && last.len > 2 && is_named(last)
		    : where->close && title_names_game(last);
	return above.s[0] != ';' ||
	    (numbered(last).len > 0) + is_void(above) +
	        (where->board && where->close) >=
	    2;
}

/* Whether a line that does not begin as words do, or has what they do not, is a
 * title all the same. */
static bool
is_unlike(struct sok_str last)
{
	return !is_frame(last) && !is_broken_moves(last) &&
	    !sok_key_known(last) && !is_invisible(bare(last));
}

/* Whether words hold nothing that could make them something else, so that they
 * fit a line. */
static bool
are_plain(struct sok_str s, unsigned marks)
{
	return !(marks & (NEVER | BAR)) &&
	    !(mark[(unsigned char)s.s[s.len - 1]] & STRIP) &&
	    s.len <= sok_default_limits.v[SOK_LIMIT_TITLE];
}

bool
title_find(const struct sok_str *line, size_t n,
    const struct title_place *where, struct title *t)
{
	struct sok_str last, s;
	unsigned marks;

	*t = (struct title){.from = n};
	if (n == 0 || line[n - 1].len == 0)
		return false;
	if (n > 1 && where->board && find_pair(line, n, t))
		return true;
	if (n > 1 && !is_apart(line, n, where))
		return false;
	last = line[n - 1];
	s = bare(last);
	marks = marks_of(s);
	if (begins_word(s) && !(marks & NEVER)) {
		if (last.s[0] != ';' && is_broken_moves(last))
			return false;
		t->plain = are_plain(s, marks);
	} else {
		if (could_be_key(last, marks, where) || !is_unlike(last))
			return false;
		s = title_strip(last, where->grid);
		if (last.s[last.len - 1] == ':' && is_game_title(last, where))
			s = sok_str_rtrim(sok_str_sub(s, 0, s.len - 1));
	}
	t->from = n - 1;
	t->line = s;
	return true;
}

/* ---- what is said of it */

/* Whether the last paragraph touches the board and is of known keys, a title
 * among them. */
static bool
is_keyed(const struct sok_str *line, size_t n, const struct title_place *where)
{
	bool titled = false;
	int kind;

	if (!where->close || where->first)
		return false;
	for (; n > 0 && line[n - 1].len > 0; n--) {
		if (!sok_key_known(line[n - 1]) ||
		    comment_mark(line[n - 1], &kind) != COMMENT_NONE)
			return false;
		titled |= sok_str_casestarts(line[n - 1], SOK_STR("Title"));
	}
	return titled && (n > 0 || where->apart);
}

/* Whether the last line would be a title if it had no colon. */
static bool
is_coloned(
    const struct sok_str *line, size_t n, const struct title_place *where)
{
	struct sok_str last = line[n - 1];

	return could_be_key(last, marks_of(last), where) &&
	    !sok_str_starts(last, SOK_STR("::")) &&
	    (n == 1 || is_apart(line, n, where)) && is_unlike(last);
}

/* Whether the text ends in what could be a title and a rule, which stands right
 * above the board or is as long: a heading with a line under it, or one above a
 * board in a frame, as that of the board before may be above it.  What cannot
 * be seen parts them as well. */
static bool
is_ruled(const struct sok_str *line, size_t n, const struct title_place *where)
{
	struct sok_str last = line[n - 1];
	bool rule = is_frame(last);
	bool quotes = rule && (last.s[0] == '`' || !all(last, DRAWN));
	struct title t;

	/* Blank lines may part it from what quotes the board. */
	while (quotes && where->close && n > 1 && line[n - 2].len == 0)
		n--;
	if (n < 2 || line[n - 2].len == 0 || (!rule && !is_invisible(last)) ||
	    (rule && !where->close && line[n - 2].len != last.len))
		return false;
	if (n > 2 && !is_frame(line[n - 3]))
		return find_pair(line, n - 1, &t);
	line += n - 2;
	return title_find(line, 1, where, &t) || is_coloned(line, 1, where);
}

/* Whether the last paragraph has a title in a comment, as `; Title: One`. */
static bool
has_comment_title(const struct sok_str *line, size_t n)
{
	struct sok_str value;

	for (; n > 0 && line[n - 1].len > 0; n--)
		if (line[n - 1].s[0] == ';' &&
		    title_is_key(bare(line[n - 1]), &value))
			return true;
	return false;
}

/* Whether the last paragraph touches the board and has several lines, notes
 * among them, of which none is its title; above the first board, where the
 * header stands, only if the last one is a number or one is a title. */
static bool
is_touching(
    const struct sok_str *line, size_t n, const struct title_place *where)
{
	bool notes = false;
	int kind;

	if (!where->close || n < 2 || line[n - 2].len == 0)
		return false;
	if (where->first)
		return title_counts(line[n - 1]) || has_comment_title(line, n);
	for (; n > 0 && line[n - 1].len > 0; n--) {
		if (comment_mark(line[n - 1], &kind) != COMMENT_NONE)
			return false;
		notes = notes ||
		    (!is_frame(line[n - 1]) && !sok_key_known(line[n - 1]));
	}
	return notes;
}

/* Whether the last line, which is apart from the board, would be a title if the
 * line above it were blank: that is a rule, or it counts on, or there is one in
 * a comment. */
static bool
is_joined(const struct sok_str *line, size_t n, const struct title_place *where)
{
	struct sok_str last = line[n - 1];
	struct title t;

	if (n < 2 || where->close || line[n - 2].len == 0 ||
	    !title_find(&last, 1, where, &t))
		return false;
	if (is_frame(line[n - 2]))
		return true;
	return where->first
	    ? title_counts(last)
	    : (where->above != NULL && title_next(*where->above, t.line)) ||
	        has_comment_title(line, n);
}

/* Why others find none where one was found. */
static const char *
doubt_found(
    const struct sok_str *line, size_t n, const struct title_place *where)
{
	struct sok_str last = line[n - 1];
	bool differs = (last.s[0] == ';' && (marks_of(last) & COLON)) ||
	    (n > 1 && line[n - 2].len > 0 && is_named(bare(last)));

	if (where->under && n == 1)
		return "read as the title of the board below, though it "
		       "touches the one above, which has none";
	return differs ? "read as the title of the board below, which YASC "
	                 "takes for a note"
	               : NULL;
}

const char *
title_doubt(const struct sok_str *line, size_t n,
    const struct title_place *where, bool found)
{
	if (n == 0 || line[n - 1].len == 0)
		return NULL;
	if (found)
		return doubt_found(line, n, where);
	if (is_keyed(line, n, where))
		return "keys belong to the board above them; programs that cut "
		       "at blank lines give these to the board below";
	if (is_ruled(line, n, where))
		return "a line without words is no title; it was kept as a "
		       "note with the line above it, which may be meant as the "
		       "title of the board below";
	if (is_touching(line, n, where))
		return "text that touches the board below belongs to what is "
		       "above it; only a line by itself is a title";
	if (is_joined(line, n, where))
		return "kept as a note with the line above it; only a line by "
		       "itself is the title of the board below";
	return is_coloned(line, n, where)
	    ? "kept as a note, which the .sok specification takes for the "
	      "title of the board below"
	    : NULL;
}

/* Could a line with these characters be a board all by itself? */
static bool
is_board_line(struct sok_str s)
{
	uint16_t can, has;

	if (!(marks_of(s) & BAR))
		return false;
	lines_classify(s, &can, &has);
	return can & CAN_LETTER;
}

bool
title_fits_line(struct sok_str title)
{
	unsigned marks = marks_of(title);
	struct sok_str bare;

	if (begins_word(title) && are_plain(title, marks))
		return true;
	if (title.len == 0 || starts(title, STRIP) || (marks & NEVER) ||
	    title.len > sok_default_limits.v[SOK_LIMIT_TITLE])
		return false;
	bare = sok_str_trim(sok_str_unquote(title));
	return bare.len > 0 && !is_frame(title) && !is_invisible(title) &&
	    !is_board_line(bare) && lines_bom(title) == 0 &&
	    unquote(title, SOK_SQUARES).len == title.len &&
	    sok_str_trim(title).len == title.len;
}
