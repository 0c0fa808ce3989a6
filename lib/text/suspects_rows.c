/*
 * suspects_rows.c - recognizes lines that were meant as rows of a board, and
 * finds their fault: a character that is not a square, a tag, or words.
 */
#include <string.h>

#include "text/grammar.h"
#include "tools.h"

static bool
is_square(char c)
{
	return sok_square[(unsigned char)c] != 0xff;
}

/* The length of another kind of blank at i: a no-break or a wide space in
 * UTF-8, GBK, EUC or Shift_JIS, or an HTML entity; 0 if there is none. */
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

/* Whether a line consists of squares and this sign. */
static bool
are_squares(struct sok_str s, char sign)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] != sign && !is_square(s.s[i]))
			return false;
	return true;
}

/* Whether a line is a row that begins and ends with a wall. */
static bool
is_walled_row(struct sok_str s)
{
	return s.len > 2 && s.s[0] == '#' && s.s[s.len - 1] == '#' &&
	    are_squares(s, '#');
}

/* Whether a row has its own sign for the outside, as in `::###::`. */
static bool
is_filled(struct sok_str s, size_t *at)
{
	size_t from = 0, to = s.len;
	char c;

	if (s.len < 3)
		return false;
	c = s.s[0] == '#' ? s.s[s.len - 1] : s.s[0];
	if (memchr(":~!Xx", c, 5) == NULL)
		return false;
	while (from < to && s.s[from] == c)
		from++;
	while (to > from && s.s[to - 1] == c)
		to--;
	*at = from > 0 ? 0 : to;
	return from < to && s.s[from] == '#' && s.s[to - 1] == '#' &&
	    are_squares(sok_str_sub(s, from, to), c);
}

bool
suspect_square(struct sok_str s, size_t *at)
{
	size_t all = 0, n = 0, walls = 0, from = 0, soft = SIZE_MAX, len;
	const char *tag, *last;
	uint32_t c;

	/* `n#####`, `#####=20`, `::###::` */
	*at = 0;
	if (s.len > 0 && sok_is_letter(s.s[0]) &&
	    is_walled_row(sok_str_from(s, 1)))
		return true;
	if (s.len > 5 && is_walled_row(sok_str_sub(s, 0, s.len - 3)) &&
	    sok_str_eq(sok_str_from(s, s.len - 3), SOK_STR("=20"))) {
		*at = s.len - 3;
		return true;
	}
	if (is_filled(s, at))
		return true;

	/* Blanks at the start, of which at least one is of another kind. */
	while ((len = other_blank(s, from)) > 0 ||
	    (from < s.len && s.s[from] == ' ')) {
		soft = len > 0 ? 0 : soft;
		from += len > 0 ? len : 1;
	}
	from = soft == 0 ? from : 0;
	if (s.len - from < 3 || s.s[from] != '#')
		return false;
	/* Without a tag at the end that is not a picture's, such as `<br>`. */
	tag = memchr(s.s, '<', s.len);
	last = s.s + s.len - 1;
	if (tag != NULL && tag + 1 < last && tag[1] != '/' && *last == '>' &&
	    memchr(tag, '>', (size_t)(last - tag)) == NULL)
		s.len = (size_t)(tag - s.s) + 1;

	for (size_t i = from; i < s.len; i += len, all++) {
		walls += s.s[i] == '#';
		len = other_blank(s, i);
		if (len > 0 || s.s[i] == '|')
			soft = soft == SIZE_MAX ? i : soft;
		if (len > 0)
			continue;
		len = sok_str_char(sok_str_from(s, i), &c);
		len = len == 0 ? 1 : len;
		if (s.s[i] == '|' || is_square(s.s[i]))
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

bool
suspect_by_words(struct sok_str s, size_t *at)
{
	size_t n = 0, walls = 0, end;

	for (; n < s.len && is_square(s.s[n]); n++)
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

/* Byte n of a line, counted from its end if back; 0 if there is none. */
static char
byte_at(struct sok_str s, bool back, size_t n)
{
	return n >= s.len ? '\0' : s.s[back ? s.len - 1 - n : n];
}

bool
suspect_end(struct sok_str s, bool above, size_t *at)
{
	size_t walls = 0, n, len;
	unsigned char c;
	uint32_t code;
	char beyond;

	while (byte_at(s, above, walls) == '#')
		walls++;
	if (walls < 3 || walls == s.len)
		return false;
	for (n = walls; n < s.len; n++)
		if (memchr("# -_", byte_at(s, above, n), 4) == NULL)
			break;
	/* A quotation mark begins or ends a string, unless it is that of a
	 * word. */
	c = (unsigned char)byte_at(s, above, n);
	beyond = byte_at(s, above, n + 1);
	if (c == '\0' || strchr("\"'`", c) == NULL || sok_is_letter(beyond) ||
	    sok_is_digit(beyond))
		n = walls;

	/* The first byte of its character. */
	for (*at = 0;; *at += len) {
		len = sok_str_char(sok_str_from(s, *at), &code);
		len = len == 0 ? 1 : len;
		if (*at + len > (above ? s.len - 1 - n : n))
			break;
	}
	/* Else walls touch a quotation mark, a bracket of a tag, or what may be
	 * invisible: control characters such as a form feed, and everything
	 * outside ASCII, such as a zero-width space. */
	c = (unsigned char)s.s[*at];
	return n > walls || c < ' ' || c >= 0x7f ||
	    strchr("\"'`<>[]", c) != NULL;
}

bool
suspect_squares(struct sok_str s, size_t *at)
{
	size_t word = 0, bad = s.len, all = 0, others = 0;

	if (s.len < 3 || s.s[0] != '#')
		return false;
	for (size_t i = s.len; i-- > 0;) {
		unsigned char c = (unsigned char)s.s[i];

		word = sok_is_letter(s.s[i]) || c >= 0x80 ? word + 1 : 0;
		if (word > 2 || c == '|')
			return false;
		all += c != ' ';
		others += !is_square(s.s[i]);
		bad = !is_square(s.s[i]) ? i : bad;
	}
	*at = bad;
	/* At least two of three characters are squares, not counting blanks. */
	return bad < s.len &&
	    (s.s[s.len - 1] == '#' || (all - others > 3 && 3 * others <= all));
}

bool
suspect_label(struct sok_str s, size_t *number)
{
	struct sok_str row;
	char sign;

	if (sok_str_digits(&s, number) == 0)
		return false;
	/* The number's separator: `|`, as in `3|` and `3 |`, a full stop or
	 * similar, or a blank. */
	row = sok_str_trim(s);
	sign = row.len > 0 ? row.s[0] : ' ';
	if (memchr("|:.),", sign, 5) == NULL)
		return row.len < s.len && is_walled_row(row);
	row = sok_str_trim(sok_str_from(row, 1));
	if (sign == '|' && row.len > 0 && row.s[row.len - 1] == '|')
		row = sok_str_rtrim(sok_str_sub(row, 0, row.len - 1));
	return is_walled_row(row);
}

bool
suspect_table(struct sok_str s)
{
	size_t cells = 0;

	if (s.len < 3 || s.s[0] != '|' || s.s[s.len - 1] != '|')
		return false;
	for (size_t i = 1, from = 1; i < s.len; i++)
		if (s.s[i] == '|') {
			if (i == from || s.s[from] != ' ' ||
			    sok_str_trim(sok_str_sub(s, from, i)).len > 1)
				return false;
			cells++;
			from = i + 1;
		}
	return cells > 2;
}
