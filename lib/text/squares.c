/* squares.c - the map of --squares, and the rows that it makes of lines:
 * between lines.c, which classifies them, and the grammar. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "text/bytes.h"
#include "text/squares.h"
#include "text/text.h"

/* The selector after a character that asks for its picture in colour, as in
 * many boards of emoji.  It belongs to the character. */
#define SELECTOR 0xfe0f

/* The most characters that are not ASCII. */
enum { OTHERS = 64 };

/* The row of a line: `prefix` characters of mail quotes, and the squares.  If
 * they are apart, `skip` blanks precede the first one. */
struct view {
	char *s;
	size_t len, prefix, skip;
	bool apart;
};

struct squares {
	char ascii[128]; /* the square of each character, or 0 */
	struct {
		uint32_t code;
		char square;
	} other[OTHERS];
	size_t others;
	bool apart; /* boards may have a blank between their squares */
	/* Of the lines of the window, from `first` on. */
	struct view *view;
	size_t first, n, cap;
	size_t run; /* the rows that adjoin the last one and are apart */
};

/* ---- the map */

/* Take a character and its selector, as a code point; false if the string does
 * not begin with one that can be in a row. */
static bool
take_character(struct sok_str *s, uint32_t *code)
{
	uint32_t selector;
	size_t n = sok_str_char(*s, code);

	if (n == 0 || *code < ' ' || (*code >= 0x7f && *code < 0xa0))
		return false;
	*s = sok_str_from(*s, n);
	n = sok_str_char(*s, &selector);
	if (n > 0 && selector == SELECTOR)
		*s = sok_str_from(*s, n);
	return true;
}

/* The square that a user has named a character for, or 0. */
static char
square_of(const struct squares *squares, uint32_t code)
{
	if (code < SOK_COUNT(squares->ascii))
		return squares->ascii[code];
	for (size_t i = 0; i < squares->others; i++)
		if (squares->other[i].code == code)
			return squares->other[i].square;
	return '\0';
}

/* Add a pair; returns what is wrong with it, or NULL. */
static const char *
add_pair(struct squares *squares, uint32_t code, char square)
{
	if (memchr("#@+$*. ", square, 7) == NULL)
		return "the character after `=` is not a square";
	if (code == ' ' && square != ' ')
		return "a blank can only be floor";
	/* Blanks at the ends of rows are removed, so floor has a sign. */
	if (square == ' ')
		square = '-';
	if (square_of(squares, code) != '\0')
		return "a character has two squares";
	if (code < SOK_COUNT(squares->ascii))
		squares->ascii[code] = square;
	else if (squares->others == OTHERS)
		return "too many characters";
	else {
		squares->other[squares->others].code = code;
		squares->other[squares->others++].square = square;
	}
	return NULL;
}

/* Read a map; returns what is wrong with it, or NULL. */
static const char *
parse(struct squares *squares, struct sok_str map)
{
	const char *fault = map.len == 0 ? "no character is named" : NULL;
	uint32_t code;

	while (map.len > 0 && fault == NULL) {
		if (!take_character(&map, &code))
			return "a control character, or one that is not UTF-8, "
			       "cannot be in a row";
		if (map.len == 0 || map.s[0] != '=')
			return "a character is not followed by `=`";
		if (map.len == 1)
			return "the last `=` has no square";
		fault = add_pair(squares, code, map.s[1]);
		map = sok_str_from(map, 2);
		if (map.len == 0)
			break;
		if (fault == NULL && (map.s[0] != ' ' || map.len == 1))
			fault = "pairs are separated by one blank";
		map = sok_str_from(map, 1);
	}
	return fault;
}

const char *
sok_squares_fault(const char *map)
{
	struct squares squares = {.others = 0};

	return parse(&squares, sok_str(map));
}

bool
squares_open(const struct sok_read_options *options, struct squares **to)
{
	*to = NULL;
	if (options->squares == NULL && !options->squares_apart)
		return false;
	*to = calloc(1, sizeof(**to));
	if (*to == NULL)
		return true;
	(*to)->apart = options->squares_apart;
	if (options->squares != NULL)
		(void)parse(*to, sok_str(options->squares));
	return true;
}

void
squares_close(struct squares *squares)
{
	if (squares == NULL)
		return;
	squares_drop(squares, squares->n);
	free(squares->view);
	free(squares);
}

bool
squares_named(const struct squares *squares, char c)
{
	return square_of(squares, (unsigned char)c) != '\0';
}

/* ---- rows */

/* Whether all characters of the line other than blanks are separated by one
 * character at least, so that each second one is a square: *skip is how many
 * blanks precede the first of these. */
static bool
is_apart(struct sok_str s, size_t *skip)
{
	size_t column = 0, inks = 0, n;
	bool apart = true;
	uint32_t code;

	for (; s.len > 0 && apart; s = sok_str_from(s, n), column++) {
		n = sok_str_char(s, &code);
		n = n == 0 ? 1 : n;
		if (n > 1 && code == SELECTOR) {
			column--;
			continue;
		}
		if (s.s[0] == ' ')
			continue;
		if (inks++ == 0)
			*skip = column % 2;
		apart = s.s[0] != '\t' && column % 2 == *skip;
	}
	return apart && inks > 1;
}

/* Write the squares of a line to view, which has room for them; the characters
 * that nobody has named stay as they are. */
static void
put_squares(const struct squares *squares, struct view *view, struct sok_str s)
{
	size_t column = 0, n;
	uint32_t code, selector;

	for (; s.len > 0; s = sok_str_from(s, n), column++) {
		n = sok_str_char(s, &code);
		if (view->apart && column % 2 != view->skip) {
			n = n == 0 ? 1 : n;
			continue;
		}
		char square = n > 0 ? square_of(squares, code) : '\0';
		n = n == 0 ? 1 : n;
		if (square == '\0') {
			memcpy(view->s + view->len, s.s, n);
			view->len += n;
			continue;
		}
		view->s[view->len++] = square;
		struct sok_str rest = sok_str_from(s, n);
		size_t more = sok_str_char(rest, &selector);
		if (more > 0 && selector == SELECTOR)
			n += more;
	}
}

struct sok_str
squares_add(
    struct squares *squares, struct sok_str line, bool quoted, bool above)
{
	struct view *all = squares->view, *view;
	size_t skip = 0;

	if (squares->first > 0 && squares->first + squares->n == squares->cap) {
		memmove(all, all + squares->first, squares->n * sizeof(*all));
		squares->first = 0;
	}
	all = sok_grow(
	    all, squares->first + squares->n, &squares->cap, sizeof(*all));
	if (all == NULL)
		return (struct sok_str){NULL, 0};
	squares->view = all;
	view = all + squares->first + squares->n;
	*view = (struct view){.s = calloc(1, line.len + 1 + BYTES_PAD)};
	if (view->s == NULL)
		return (struct sok_str){NULL, 0};
	struct sok_str rest = quoted ? sok_str_unquote(line) : line;
	view->prefix = line.len - rest.len;
	/* Mail programs add a blank after the quotes. */
	if (quoted && squares->apart && rest.len > 0 && rest.s[0] == ' ')
		view->prefix++;
	rest = sok_str_from(line, view->prefix);
	/* Below a row only rows like it are apart, as ordinary rows may seem to
	 * be. */
	if (squares->apart && is_apart(rest, &skip))
		view->apart = !above || squares->n == 0 ||
		    (view[-1].apart && view[-1].skip == skip);
	view->skip = skip;
	squares->run = (above ? squares->run : 0) + view->apart;
	memcpy(view->s, line.s, view->prefix);
	view->len = view->prefix;
	put_squares(squares, view, rest);
	squares->n++;
	return (struct sok_str){view->s, view->len};
}

struct sok_str
squares_join(struct squares *squares, size_t i, struct sok_str line)
{
	struct view *view = squares->view + squares->first + i;

	squares->run -= view->apart;
	view->apart = false;
	view->skip = 0;
	view->len = view->prefix;
	put_squares(squares, view, sok_str_from(line, view->prefix));
	memset(view->s + view->len, 0, line.len + 1 + BYTES_PAD - view->len);
	return (struct sok_str){view->s, view->len};
}

struct sok_str
squares_row(const struct squares *squares, size_t i)
{
	const struct view *view = squares->view + squares->first + i;

	return (struct sok_str){view->s, view->len};
}

bool
squares_any_apart(const struct squares *squares)
{
	return squares->run > 0;
}

bool
squares_apart(const struct squares *squares, size_t i)
{
	return squares->view[squares->first + i].apart;
}

size_t
squares_column(const struct squares *squares, size_t i, size_t col)
{
	const struct view *view = squares->view + squares->first + i;

	if (!view->apart || col <= view->prefix)
		return col;
	return view->prefix + view->skip + 2 * (col - view->prefix) - 1;
}

void
squares_drop(struct squares *squares, size_t n)
{
	for (size_t i = 0; i < n && squares->n > 0;
	     i++, squares->first++, squares->n--)
		free(squares->view[squares->first].s);
	if (squares->n == 0)
		squares->first = 0;
}
