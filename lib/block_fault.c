/*
 * block_fault.c - lines that are no rows, but were meant as such: run-length
 * ones that are wrong, and rows beside a board with a character that is no
 * square.  They are text all the same.
 */
#include <string.h>

#include "block.h"

/* Whether line i is the only one of the input with anything on it (bounded:
 * 64 blank lines behind it). */
static int
is_alone(struct blocks *b, size_t i)
{
	if (b->l.in->consumed > 0)
		return 0;
	for (size_t j = 0; j < i; j++)
		if (!lines_blank(&b->l, j))
			return 0;
	for (size_t j = i + 1; j < i + 64; j++) {
		int r = lines_want(&b->l, j);

		if (r != 1)
			return r == 0 ? 1 : -1;
		if (!lines_blank(&b->l, j))
			return 0;
	}
	return 0;
}

/* Whether there are squares besides one `#`, which numbers things, too. */
static bool
has_squares(struct sok_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += s.s[i] != ' ' && sok_square[(unsigned char)s.s[i]] != 0xff;
	return n > 1 || (n == 1 && memchr(s.s, '#', s.len) == NULL);
}

int
block_fault(struct blocks *b, size_t i)
{
	struct sok_rle_error e = {.message = NULL};
	bool bar = b->l.v[i].has & HAS_BAR, row;
	struct sok_str s;
	int meant, r;

	b->rle.len = 0;
	r = rows_decode(b, i, &e);
	if (r == -1)
		return -1;
	if (r == 1 || e.message == NULL)
		return 0;
	row = has_squares(rows_line(b, i));
	meant = bar || (b->eager && e.rule == SOK_LIMIT_RULE) ||
	    (row && i > 0 && b->board_end == i);
	if (!meant)
		meant = is_alone(b, i);
	if (!meant && row)
		meant = block_board_below(b, i);
	if (meant == 1) {
		/* Lines may have moved. */
		s = sok_str_trim(rows_line(b, i));
		pending_add(&b->found, b->now, e.rule, lines_number(&b->l, i),
		    block_column(b, i, s.s + e.at),
		    "%s; the line was kept as text", e.message);
		/* A bar is there whatever adjoins: so is what follows. */
		b->skip = e.rule == SOK_LIMIT_RULE && bar;
	}
	return meant == -1 ? -1 : 0;
}

/* A line up to the `<` of a tag that ends it but no picture, as `<br>`. */
static struct sok_str
without_break(struct sok_str s)
{
	const char *tag = memchr(s.s, '<', s.len);
	size_t n;

	if (tag == NULL)
		return s;
	n = (size_t)(tag - s.s) + 1;
	if (n + 1 >= s.len || tag[1] == '/' ||
	    memchr(tag, '>', s.len - n) != NULL || s.s[s.len - 1] != '>')
		return s;
	s.len = n;
	return s;
}

/* Bytes of a blank that is none here, at i: a no-break or a wide one, in UTF-8,
 * GBK or EUC and Shift_JIS, or that of a page's source; 0 if there is none. */
static size_t
other_blank(struct sok_str s, size_t i)
{
	static const char *const blank[] = {
	    "\xc2\xa0", "\xe3\x80\x80", "\xa1\xa1", "\x81\x40", "&nbsp;"};

	if (i >= s.len || ((unsigned char)s.s[i] < 0x80 && s.s[i] != '&'))
		return 0;
	for (size_t j = 0; j < SOK_COUNT(blank); j++)
		if (sok_str_starts(sok_str_from(s, i), sok_str(blank[j])))
			return strlen(blank[j]);
	return 0;
}

/* Such blanks and ours at the start of a line, if there is one of them. */
static size_t
other_indent(struct sok_str s)
{
	size_t n = 0, len;
	bool other = false;

	while ((len = other_blank(s, n)) > 0 || (n < s.len && s.s[n] == ' ')) {
		other |= len > 0;
		n += len > 0 ? len : 1;
	}
	return other ? n : 0;
}

/* Whether a letter has slipped in before a row from wall to wall: `n#####`. */
static bool
is_slip(struct sok_str s)
{
	if (s.len < 4 || !sok_is_letter(s.s[0]) || s.s[1] != '#' ||
	    s.s[s.len - 1] != '#')
		return false;
	for (size_t i = 1; i < s.len; i++)
		if (sok_square[(unsigned char)s.s[i]] == 0xff)
			return false;
	return true;
}

/* Whether a line goes from wall to wall, or has another character right behind
 * one, or begins with one, has two more and no word behind them, and holds,
 * among four characters, one that is no square at most; *at is the first, or a
 * bar or another kind of blank if they are all there is. */
static bool
is_almost_row(struct sok_str s, size_t *at)
{
	size_t all = 0, n = 0, walls = 0, len, from = other_indent(s);
	size_t soft = from > 0 ? 0 : SIZE_MAX;
	uint32_t c;

	*at = 0;
	if (is_slip(s))
		return true;
	if (s.len - from < 3 || s.s[from] != '#')
		return false;
	s = without_break(s);
	for (size_t i = from; i < s.len; i += len, all++) {
		walls += s.s[i] == '#';
		len = other_blank(s, i);
		if (len > 0 || s.s[i] == '|')
			soft = soft == SIZE_MAX ? i : soft;
		if (len > 0)
			continue;
		len = sok_str_char(sok_str_from(s, i), &c);
		len = len == 0 ? 1 : len;
		if (s.s[i] == '|' || sok_square[(unsigned char)s.s[i]] != 0xff)
			continue;
		*at = n == 0 ? i : *at;
		n++;
	}
	if (n == 0)
		*at = soft;
	if ((n == 0 && soft == SIZE_MAX) || 4 * n > all)
		return false;
	return *at == 0 || s.s[s.len - 1] == '#' || s.s[*at - 1] == '#' ||
	    (walls > 2 && s.s[s.len - 2] != ' ');
}

/* Whether words stand behind a row with walls, apart from it, as in
 * `#@$.#  <- you`: two blanks or a sign are between; *at is where they begin.
 */
static bool
is_annotated(struct sok_str s, size_t *at)
{
	size_t n = 0, walls = 0, end;

	for (; n < s.len && sok_square[(unsigned char)s.s[n]] != 0xff; n++)
		walls += s.s[n] == '#';
	if (n == s.len || walls < 2)
		return false;
	for (end = n; end > 0 && memchr(" -_", s.s[end - 1], 3) != NULL;)
		end--;
	*at = n;
	return end > 2 && (s.s[0] == '#' || s.s[0] == '*') &&
	    (s.s[end - 1] == '#' || s.s[end - 1] == '*') &&
	    (n - end > 1 || (n > end && memchr("<;(=/", s.s[n], 5) != NULL));
}

/* Whether there is more than walls and floor before byte end. */
static bool
is_furnished(struct sok_str s, size_t end)
{
	for (size_t i = 0; i < end; i++)
		if (memchr("@+$*.", s.s[i], 5) != NULL)
			return true;
	return false;
}

/* Quotes, the ends of tags, and what may not be seen: control characters, as a
 * form feed, and all that is not ASCII, as a space of no width. */
static bool
is_stuck(unsigned char c)
{
	return c < ' ' || c >= 0x7f || strchr("\"'`<>[]", c) != NULL;
}

/* Where the character begins that holds byte at. */
static size_t
char_start(struct sok_str s, size_t at)
{
	size_t from = 0, len;
	uint32_t c;

	for (;;) {
		len = sok_str_char(sok_str_from(s, from), &c);
		len = len == 0 ? 1 : len;
		if (from + len > at)
			return from;
		from += len;
	}
}

/* Byte n of a line, or of one that is read from its end; 0 if there is none. */
static char
byte_at(struct sok_str s, bool back, size_t n)
{
	return n >= s.len ? '\0' : s.s[back ? s.len - 1 - n : n];
}

/* A quote at byte n that begins or ends a string, and no word. */
static bool
is_quote(struct sok_str s, bool back, size_t n)
{
	char c = byte_at(s, back, n), beyond = byte_at(s, back, n + 1);

	return (c == '"' || c == '\'' || c == '`') && !sok_is_letter(beyond) &&
	    !sok_is_digit(beyond);
}

/* Whether walls touch such a thing, as in `<pre>#####` above a board and
 * `#####</pre>` below one, or the quote of a string with nothing but floor and
 * walls between, as where the first row is indented; *at is where. */
static bool
is_glued(struct sok_str s, bool above, size_t *at)
{
	size_t walls = 0, n;

	while (byte_at(s, above, walls) == '#')
		walls++;
	if (walls < 3 || walls == s.len)
		return false;
	for (n = walls; n < s.len; n++)
		if (memchr("# -_", byte_at(s, above, n), 4) == NULL)
			break;
	if (!is_quote(s, above, n))
		n = walls;
	*at = char_start(s, above ? s.len - 1 - n : n);
	return n > walls || is_stuck((unsigned char)s.s[*at]);
}

/* Whether a line right above a board or below one was meant as a row of it; *at
 * is what makes it none. */
static bool
is_beside(struct sok_str s, bool above, size_t *at)
{
	return (is_almost_row(s, at) || is_glued(s, above, at) ||
	           (is_annotated(s, at) && is_furnished(s, *at))) &&
	    !rows_numbered(s);
}

/* Byte at of line i is no square, so ... */
static void
say_square(struct blocks *b, size_t i, size_t at, struct pending_list *to,
    struct sok_arena *a, const char *so)
{
	struct sok_str s = sok_str_trim(rows_line(b, i));
	char name[] = "` `", c = s.s[at];
	const char *what = "this";

	name[1] = c;
	if (c > ' ' && c < 0x7f)
		what = c == '`' ? "a backquote" : name;
	pending_add(to, a, SOK_UNKNOWN_SQUARE_RULE, lines_number(&b->l, i),
	    block_column(b, i, s.s + at), "%s is no square, so %s", what, so);
}

static void
say_beside(struct blocks *b, size_t i, struct block *k)
{
	bool above = i < k->from;
	size_t at;

	if (is_beside(sok_str_trim(rows_line(b, i)), above, &at))
		say_square(b, i, at, &k->found, b->ahead,
		    above ? "this line is no row of the board below it"
		          : "this line is no row of the board above it");
}

/* Whether line i is right below a board too, of which it was said. */
static bool
was_said(const struct blocks *b, size_t i)
{
	size_t at;

	return i > 0 && b->board_end == i &&
	    is_beside(sok_str_trim(rows_line(b, i)), false, &at);
}

int
block_beside(struct blocks *b, struct block *k)
{
	int r = lines_want(&b->l, k->to);

	/* What adjoins may be another board. */
	if (k->from > b->board_end && !was_said(b, k->from - 1))
		say_beside(b, k->from - 1, k);
	if (r == 1 && (b->l.v[k->to].has & HAS_BAR)) {
		r = block_board_below(b, k->to - 1);
		r = r == -1 ? -1 : !r;
	}
	if (r == 1)
		say_beside(b, k->to, k);
	return r == -1 ? -1 : 0;
}

/* ---- boards that are none */

enum { PARAGRAPH = 4096 }; /* rows that are looked at together */

/* Whether a line goes from wall to wall and holds no word: with rows around it
 * it may be one, however many of its characters are no squares; *at is the
 * first of these. */
static bool
is_walled(struct sok_str s, size_t *at)
{
	size_t word = 0, bad = s.len;

	if (s.len < 3 || s.s[0] != '#' || s.s[s.len - 1] != '#')
		return false;
	for (size_t i = s.len; i-- > 0;) {
		unsigned char c = (unsigned char)s.s[i];

		word = sok_is_letter(s.s[i]) || c >= 0x80 ? word + 1 : 0;
		if (word > 2 || c == '|')
			return false;
		bad = sok_square[c] == 0xff ? i : bad;
	}
	*at = bad;
	return bad < s.len;
}

/* What a line could have been in a board that is none. */
enum meant { NO_ROW, SOUND, SPOILT, OPENS, CLOSES };

/* What line i was meant as; what makes it no row, at *at.  Walls that end a
 * line begin a board, as in `<pre>#####`, and others end one. */
static enum meant
meant_as(const struct blocks *b, size_t i, size_t *at)
{
	const struct line *e = &b->l.v[i];
	struct sok_str s;

	if (!(e->has & HAS_WALL))
		return NO_ROW;
	s = sok_str_trim(rows_line(b, i));
	if (rows_numbered(s))
		return e->can & CAN_PLAIN ? SOUND : NO_ROW;
	if (is_almost_row(s, at) || is_annotated(s, at))
		return SPOILT;
	/* Right below a board it would be said of that. */
	if (i > b->board_end && is_walled(s, at))
		return SPOILT;
	if (is_glued(s, true, at))
		return OPENS;
	if (is_glued(s, false, at))
		return CLOSES;
	return e->can & CAN_PLAIN ? SOUND : NO_ROW;
}

/* Whether there is somebody or something to move in lines from to to. */
static bool
has_things(const struct blocks *b, size_t from, size_t to)
{
	size_t at;

	for (size_t i = from; i < to; i++) {
		struct sok_str s = sok_str_trim(rows_line(b, i));
		bool words = is_annotated(s, &at);

		for (size_t j = 0; j < (words ? at : s.len); j++)
			if (memchr("@+$*", s.s[j], 4) != NULL)
				return true;
	}
	return false;
}

/* The first line of the board that line i, meant as what, was to be part of. */
static size_t
lost_from(const struct blocks *b, size_t i, enum meant what)
{
	size_t at;

	while (what != OPENS && i > b->lost_until && i > b->board_end) {
		what = meant_as(b, i - 1, &at);
		if (what == NO_ROW || what == CLOSES)
			break;
		i--;
	}
	return i;
}

/* And the line behind its last one in *to; 0, -1. */
static int
lost_to(struct blocks *b, size_t i, enum meant what, size_t *to)
{
	size_t at;
	int r = 1;

	for (*to = i + 1; what != CLOSES && *to - i < PARAGRAPH; ++*to) {
		r = lines_want(&b->l, *to);
		what = r == 1 ? meant_as(b, *to, &at) : NO_ROW;
		if (what == NO_ROW || what == OPENS)
			break;
	}
	return r == -1 ? -1 : 0;
}

int
block_lost(struct blocks *b, size_t i)
{
	enum meant what;
	size_t from, to, at;
	int r;

	if (b->eager || i < b->lost_until)
		return 0;
	what = meant_as(b, i, &at);
	if (what == NO_ROW || what == SOUND)
		return 0;
	from = lost_from(b, i, what);
	r = lost_to(b, i, what, &to);
	b->lost_until = to;
	if (r == -1 || to - from < 3 || (from > 0 && from == b->board_end) ||
	    !has_things(b, from, to))
		return r;
	/* What adjoins a board is said of that, unless it ends this one. */
	r = what == CLOSES ? 0 : block_board_below(b, i);
	if (r == 0)
		say_square(
		    b, i, at, &b->found, b->now, "these lines are no board");
	return r == -1 ? -1 : 0;
}
