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
enum { DRAWN = 1, NEVER = 2, STRIP = 4, QUOTE = 8, BAR = 16 };

static const unsigned char mark[256] = {
    ['-'] = DRAWN, ['='] = DRAWN | NEVER, ['_'] = DRAWN, ['~'] = DRAWN,
    ['*'] = DRAWN, ['#'] = DRAWN, ['+'] = DRAWN, ['`'] = DRAWN, ['.'] = DRAWN,
    [' '] = DRAWN | STRIP, ['\t'] = DRAWN | STRIP, [';'] = STRIP,
    [':'] = NEVER, ['\n'] = NEVER, ['\r'] = NEVER, ['\0'] = NEVER,
    ['['] = QUOTE, ['{'] = QUOTE, ['}'] = QUOTE, ['<'] = QUOTE,
    ['"'] = QUOTE, ['\''] = QUOTE, ['|'] = BAR, ['\\'] = QUOTE,
};
/* clang-format on */

static bool
starts(struct sok_str s, unsigned char what)
{
	return s.len > 0 && (mark[(unsigned char)s.s[0]] & what);
}

static bool
all(struct sok_str s, unsigned char what)
{
	for (size_t i = 0; i < s.len; i++)
		if (!(mark[(unsigned char)s.s[i]] & what))
			return false;
	return true;
}

static bool
any(struct sok_str s, unsigned char what)
{
	for (size_t i = 0; i < s.len; i++)
		if (mark[(unsigned char)s.s[i]] & what)
			return true;
	return false;
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
has_char(struct sok_str s, char c)
{
	return s.len > 0 && memchr(s.s, c, s.len) != NULL;
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
static struct sok_str
bare(struct sok_str s)
{
	for (; starts(s, STRIP); s.s++)
		s.len--;
	return sok_str_rtrim(s);
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
 * collections have it. */
static bool
find_pair(const struct sok_str *line, size_t n, struct title *t)
{
	if (n < 2 || !has_char(line[n - 1], '\'') ||
	    !is_quoted(bare(line[n - 1])) || (n > 2 && !is_void(line[n - 3])))
		return false;
	t->number = numbered(line[n - 2]);
	t->line = bare(line[n - 1]);
	t->from = n - 2;
	return t->number.len > 0;
}

static bool
is_game_title(struct sok_str s, struct title_place where)
{
	return !where.board && title_names_game(s);
}

/* YASC takes no line with a colon for a title, nor one with `=` before the
 * first puzzle: they could be keys. */
static bool
could_be_key(struct sok_str s, struct title_place where)
{
	return (has_char(s, ':') || (where.first && has_char(s, '='))) &&
	    !is_game_title(s, where);
}

/* Whether a line below another that is not blank stands by itself: a comment
 * below what is none; or it has two of these: it is a number, it is below
 * nothing, it touches the board; or it is a name in quotes below a comment, as
 * Jacques Duthen's collections have it; or it touches moves and names them. */
static bool
is_apart(struct sok_str above, struct sok_str last, struct title_place where)
{
	int signs = (numbered(last).len > 0) + is_void(above) +
	    (where.board && where.close);

	if (last.s[0] != ';')
		return where.board
		    ? above.s[0] == ';' && last.len > 2 && is_named(last)
		    : where.close && title_names_game(last);
	return above.s[0] != ';' || signs >= 2;
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

/* Whether the last line stands where a title does and is nothing else. */
static bool
is_placed(const struct sok_str *line, size_t n, struct title_place where)
{
	struct sok_str last = line[n - 1];

	if (n > 1 && !is_invisible(line[n - 2]) &&
	    !is_apart(line[n - 2], last, where))
		return false;
	if (begins_word(bare(last)) && !any(last, NEVER))
		return last.s[0] == ';' || !is_broken_moves(last);
	return !is_frame(last) && !is_broken_moves(last) &&
	    !sok_key_known(last) && !is_invisible(bare(last));
}

/* Whether a line begins as words do, behind `;` and blanks, and has nothing
 * that makes it a key; then it is put down as a title. */
static bool
is_plain(struct sok_str line, struct title *t)
{
	unsigned marks = 0;
	size_t from = 0, to = line.len;
	struct sok_str s;

	while (from < to && (mark[(unsigned char)line.s[from]] & STRIP))
		from++;
	while (to > from && (line.s[to - 1] == ' ' || line.s[to - 1] == '\t'))
		to--;
	s = (struct sok_str){line.s + from, to - from};
	if (!begins_word(s))
		return false;
	for (size_t i = 0; i < s.len; i++)
		marks |= mark[(unsigned char)s.s[i]];
	if (marks & NEVER)
		return false;
	*t = (struct title){.line = s};
	t->plain = !(marks & BAR) && s.s[s.len - 1] != ';' &&
	    s.len <= sok_default_limits.v[SOK_LIMIT_TITLE];
	return true;
}

bool
title_find(const struct sok_str *line, size_t n, struct title_place where,
    struct title *t)
{
	struct sok_str last = n > 0 ? line[n - 1] : SOK_STR("");

	*t = (struct title){.from = n};
	if (last.len == 0)
		return false;
	if (n == 1 && (last.s[0] == ';' || !is_broken_moves(last)) &&
	    is_plain(last, t))
		return true;
	if (where.board && find_pair(line, n, t))
		return true;
	if ((last.s[0] != ';' && could_be_key(last, where)) ||
	    !is_placed(line, n, where))
		return false;
	*t = (struct title){.from = n - 1,
	    .line = begins_word(last) ? sok_str_rtrim(last)
	                              : title_strip(last, where.grid)};
	if (last.s[last.len - 1] == ':' && is_game_title(last, where))
		t->line =
		    sok_str_rtrim(sok_str_sub(t->line, 0, t->line.len - 1));
	return true;
}

/* Whether the last paragraph touches the board and is of known keys, a title
 * among them. */
static bool
is_keyed(const struct sok_str *line, size_t n, struct title_place where)
{
	bool titled = false;
	int kind;

	if (!where.close || where.first)
		return false;
	for (; n > 0 && line[n - 1].len > 0; n--) {
		if (!sok_key_known(line[n - 1]) ||
		    comment_mark(line[n - 1], &kind) != COMMENT_NONE)
			return false;
		titled |= sok_str_casestarts(line[n - 1], SOK_STR("Title"));
	}
	return titled && (n > 0 || where.apart);
}

/* Whether the last line would be a title if it had no colon. */
static bool
is_coloned(const struct sok_str *line, size_t n, struct title_place where)
{
	struct sok_str last = line[n - 1];
	int kind;

	return last.s[0] != ';' && could_be_key(last, where) &&
	    !sok_str_starts(last, SOK_STR("::")) && is_placed(line, n, where) &&
	    comment_mark(last, &kind) == COMMENT_NONE;
}

/* Whether the text ends in what could be a title and a rule, which stands right
 * above the board or is as long: a heading with a line under it, or one above a
 * board in a frame, as that of the board before may be above it.  What cannot
 * be seen parts them as well. */
static bool
is_ruled(const struct sok_str *line, size_t n, struct title_place where)
{
	struct sok_str last = line[n - 1];
	bool rule = is_frame(last);
	bool quotes = rule && (last.s[0] == '`' || !all(last, DRAWN));
	struct title t;

	/* Blank lines may part it from what quotes the board. */
	while (quotes && where.close && n > 1 && line[n - 2].len == 0)
		n--;
	if (n < 2 || line[n - 2].len == 0 || (!rule && !is_invisible(last)) ||
	    (rule && !where.close && line[n - 2].len != last.len))
		return false;
	if (n > 2 && !is_frame(line[n - 3]))
		return where.board && find_pair(line, n - 1, &t);
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
is_touching(const struct sok_str *line, size_t n, struct title_place where)
{
	struct sok_str last = line[n - 1];
	bool notes = false;
	int kind;

	if (!where.close || n < 2 || line[n - 2].len == 0)
		return false;
	if (where.first)
		return title_counts(last) || has_comment_title(line, n);
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
is_joined(const struct sok_str *line, size_t n, struct title_place where)
{
	struct sok_str last = line[n - 1];
	struct title t;

	if (n < 2 || where.close || line[n - 2].len == 0 ||
	    !title_find(&last, 1, where, &t))
		return false;
	if (is_frame(line[n - 2]))
		return true;
	return where.first
	    ? title_counts(last)
	    : (where.above != NULL && title_next(*where.above, t.line)) ||
	        has_comment_title(line, n);
}

enum title_doubt
title_doubt(
    const struct sok_str *line, size_t n, struct title_place where, bool found)
{
	struct sok_str last = n > 0 ? line[n - 1] : SOK_STR("");
	bool differs;

	if (last.len == 0)
		return TITLE_SURE;
	if (found && where.under && n == 1)
		return TITLE_UNDER;
	if (found) {
		differs = (last.s[0] == ';' && has_char(last, ':')) ||
		    (n > 1 && line[n - 2].len > 0 && is_named(bare(last)));
		return differs ? TITLE_FOUND : TITLE_SURE;
	}
	if (is_keyed(line, n, where))
		return TITLE_KEYS;
	if (is_ruled(line, n, where))
		return TITLE_RULED;
	if (is_touching(line, n, where))
		return TITLE_NOTES;
	if (last.s[0] == ';' || !could_be_key(last, where))
		return is_joined(line, n, where) ? TITLE_JOINED : TITLE_SURE;
	return is_coloned(line, n, where) ? TITLE_COLON : TITLE_SURE;
}

/* Could a line with these characters be a board all by itself? */
static bool
is_board_line(struct sok_str s)
{
	uint16_t can, has;

	if (!has_char(s, '|'))
		return false;
	lines_classify(s, &can, &has);
	return can & CAN_LETTER;
}

bool
title_fits_line(struct sok_str title)
{
	struct sok_str bare;

	if (title.len > 0 && begins_word(title) && !any(title, NEVER | BAR) &&
	    !starts(sok_str_from(title, title.len - 1), STRIP))
		return title.len <= sok_default_limits.v[SOK_LIMIT_TITLE];
	if (title.len == 0 || starts(title, STRIP) || any(title, NEVER) ||
	    title.len > sok_default_limits.v[SOK_LIMIT_TITLE])
		return false;
	bare = sok_str_trim(sok_str_unquote(title));
	return bare.len > 0 && !is_frame(title) && !is_invisible(title) &&
	    !is_board_line(bare) && lines_bom(title) == 0 &&
	    unquote(title, SOK_SQUARES).len == title.len &&
	    sok_str_trim(title).len == title.len;
}
