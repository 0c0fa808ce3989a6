/* grammar_like.c - lines that look like rows but are not: with numbers before
 * them, with the bars of a table between their squares, with words after them,
 * or with a few characters that are not squares.  The grammar asks, because a
 * number before a bar could be a count, and a picture is read whole or kept
 * whole; the doubts say what such lines are. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/grammar.h"

bool
row_squares(struct sok_str s, char sign)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] != sign && !row_square(s.s[i]))
			return false;
	return true;
}

bool
walled_row(struct sok_str s)
{
	return s.len > 2 && s.s[0] == '#' && s.s[s.len - 1] == '#' &&
	    row_squares(s, '#');
}

/* ---- labels */

bool
numbered_row(struct sok_str s)
{
	size_t from, i = 2;

	/* `#12.` and `#2-1`: one wall, a count, and floor or goals.  Headings
	 * begin like this; rows do not end like this. */
	if (s.len >= 2 && s.s[0] == '#' && sok_is_digit(s.s[1])) {
		while (i < s.len &&
		    (sok_is_digit(s.s[i]) || s.s[i] == '.' ||
		        row_floor(s.s[i])))
			i++;
		if (i == s.len)
			return true;
	}
	if (s.len > 0 && !sok_is_digit(s.s[s.len - 1]) &&
	    memchr(s.s, ' ', s.len) == NULL)
		return false; /* most lines */
	for (i = 0; i < s.len; i++) {
		from = i;
		while (i < s.len && sok_is_digit(s.s[i]))
			i++;
		if (i > from && (from == 0 || s.s[from - 1] == ' ') &&
		    (i == s.len || s.s[i] == ' '))
			return true;
	}
	return false;
}

bool
labelled_row(struct sok_str s, size_t *number)
{
	if (sok_str_digits(&s, number) == 0)
		return false;
	/* The number's separator, as in `3|` and `3 |`, or a blank. */
	struct sok_str row = sok_str_trim(s);
	char sign = row.len > 0 ? row.s[0] : ' ';
	if (memchr("|:.),", sign, 5) == NULL)
		return row.len < s.len && walled_row(row);
	row = sok_str_trim(sok_str_from(row, 1));
	if (sign == '|' && row.len > 0 && row.s[row.len - 1] == '|')
		row = sok_str_rtrim(sok_str_sub(row, 0, row.len - 1));
	return walled_row(row);
}

bool
table_row(struct sok_str s)
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

/* ---- rows with a fault at byte *at */

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

/* Whether a row has its own sign for the outside, as in `::###::`. */
static bool
is_filled(struct sok_str s, size_t *at)
{
	size_t from = 0, to = s.len;

	if (s.len < 3)
		return false;
	char c = s.s[0] == '#' ? s.s[s.len - 1] : s.s[0];
	if (memchr(":~!Xx", c, 5) == NULL)
		return false;
	while (from < to && s.s[from] == c)
		from++;
	while (to > from && s.s[to - 1] == c)
		to--;
	*at = from > 0 ? 0 : to;
	return from < to && s.s[from] == '#' && s.s[to - 1] == '#' &&
	    row_squares(sok_str_sub(s, from, to), c);
}

/* Of four characters at most one is not a square, and the line either begins
 * and ends with a wall, or has another character directly after a wall, or
 * begins with a wall followed by two more and no word.  Also: a line with bars
 * or other kinds of blanks; and `n#####`, `:###::` and, in mail, `#####=20`. */
bool
near_row(struct sok_str s, size_t *at)
{
	size_t all = 0, n = 0, walls = 0, from = 0, soft = SIZE_MAX, len;
	uint32_t c;

	*at = 0;
	if (s.len > 0 && sok_is_letter(s.s[0]) &&
	    walled_row(sok_str_from(s, 1)))
		return true;
	if (s.len > 5 && walled_row(sok_str_sub(s, 0, s.len - 3)) &&
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
	const char *tag = memchr(s.s, '<', s.len), *last = s.s + s.len - 1;
	if (tag != NULL && tag + 1 < last && tag[1] != '/' && *last == '>' &&
	    memchr(tag, '>', (size_t)(last - tag)) == NULL)
		s.len = (size_t)(tag - s.s) + 1;

	for (size_t i = from; i < s.len; i += len, all++) {
		walls += s.s[i] == '#';
		len = other_blank(s, i);
		if ((len > 0 || s.s[i] == '|') && soft == SIZE_MAX)
			soft = i;
		if (len == 0 && s.s[i] != '|' && !row_square(s.s[i]))
			*at = n++ == 0 ? i : *at;
		if (len == 0)
			len = sok_str_char(sok_str_from(s, i), &c);
		len = len == 0 ? 1 : len;
	}
	if (n == 0)
		*at = soft;
	if ((n == 0 && soft == SIZE_MAX) || 4 * n > all)
		return false;
	return *at == 0 || s.s[s.len - 1] == '#' || s.s[*at - 1] == '#' ||
	    (walls > 2 && s.s[s.len - 2] != ' ');
}

/* After a row, two blanks or a sign, and words, as in `#@$.#  <- you`. */
bool
worded_row(struct sok_str s, size_t *at)
{
	size_t n = 0, walls = 0, end;

	for (; n < s.len && row_square(s.s[n]); n++)
		walls += s.s[n] == '#';
	if (n == s.len || walls < 2)
		return false;
	for (end = n; end > 0 && row_floor(s.s[end - 1]);)
		end--;
	*at = n;
	return end > 2 && (s.s[0] == '#' || s.s[0] == '*') &&
	    (s.s[end - 1] == '#' || s.s[end - 1] == '*') &&
	    (n - end > 1 || (n > end && memchr("<;(=/", s.s[n], 5) != NULL));
}

bool
row_like(struct sok_str s, size_t *at)
{
	size_t number;

	*at = 0;
	return labelled_row(s, &number) || table_row(s) ||
	    (!numbered_row(s) && (near_row(s, at) || worded_row(s, at)));
}
