/*
 * moves.c - LURD text: direction letters, lines of text that contain moves in a
 * list, after a word, or mixed with a few other characters, and the place in
 * the file of a byte of a game.
 */
#include <string.h>

#include "board/alphabet.h"
#include "board/rle.h"
#include "text/lines.h"
#include "tools.h"

/* Inlined, because it runs over every character of many lines. */
static inline bool
is_move(char c)
{
	return alphabet_kind(c) == ALPHABET_MV;
}

bool
sok_is_move(char c)
{
	return is_move(c);
}

size_t
sok_moves_first(struct sok_str moves)
{
	size_t i = 0;

	while (i < moves.len && !sok_is_letter(moves.s[i]))
		i++;
	return i + 1;
}

bool
sok_moves_plain(struct sok_str moves)
{
	size_t i = 0;

	while (i < moves.len && sok_is_letter(moves.s[i]))
		i++;
	return i == moves.len;
}

bool
sok_moves_listed(struct sok_str line)
{
	size_t n = 0, letters = 0;

	while (n < line.len && sok_is_digit(line.s[n]))
		n++;
	if (n == 0 || n == line.len || (line.s[n] != ' ' && line.s[n] != '\t'))
		return false;
	line = sok_str_ltrim(sok_str_from(line, n));
	if (line.len == 0 || line.s[0] == '(')
		return false;
	n = 0;
	while (n < line.len && letters < 2)
		letters += is_move(line.s[n++]);
	return letters == 2;
}

/* ---- lines that are almost moves */

/* Whether at least seven of eight bytes of a line are moves; the others may be
 * commas, or `=` that mail has added. */
static bool
almost_moves(struct sok_str s)
{
	size_t others = 0;

	if (s.len < 8 || !is_move(s.s[0]))
		return false;
	for (size_t i = 0; i < s.len && 8 * others <= s.len; i++)
		others += !is_move(s.s[i]);
	return 8 * others <= s.len;
}

/* Whether a line that begins with this byte may contain moves. */
static bool
begins_moves(struct sok_str s)
{
	return s.len > 0 &&
	    (is_move(s.s[0]) || sok_is_digit(s.s[0]) || s.s[0] == ' ');
}

/* The number of moves before a remark that ends the line, as in `rrUU ; at
 * last`. */
static size_t
remarked(struct sok_str s)
{
	size_t n = 0;

	for (; s.len > 0; s.s++, s.len--) {
		if (is_move(s.s[0]))
			n++;
		else if (!sok_is_digit(s.s[0]) && s.s[0] != ' ')
			break;
	}
	return s.len > 0 &&
	        (s.s[0] == ';' || s.s[0] == '#' ||
	            sok_str_starts(s, SOK_STR("//")))
	    ? n
	    : 0;
}

bool
lines_beside_moves(struct sok_str s)
{
	return begins_moves(s) && (almost_moves(s) || remarked(s) > 1);
}

/* The number of moves in a line that are separated by one kind of sign and
 * nothing else, as in `R, R, u`; 0 if there is no such sign. *most: the longest
 * group without a sign. */
static size_t
separated(struct sok_str s, size_t *most)
{
	char sign = '\0';
	size_t n = 0, together = 0;

	*most = 0;
	if (s.len == 0 || !is_move(s.s[0]))
		return 0;
	for (size_t i = 0; i < s.len; i++) {
		together = is_move(s.s[i]) ? together + 1 : 0;
		*most = together > *most ? together : *most;
		n += together > 0;
		if (together > 0 || s.s[i] == ' ' || s.s[i] == sign)
			continue;
		if (sign != '\0' || memchr(",;|/.-", s.s[i], 6) == NULL)
			return 0;
		sign = s.s[i];
	}
	return sign == '\0' ? 0 : n;
}

/* `l, u, r, d, L, U, R, D` is a legend; `Lull, Ulrudd` are words. */
enum { LEGEND = 8, WORDS = 16 };

bool
lines_lost_moves(struct sok_str s)
{
	size_t most, n;

	if (s.len <= LEGEND || !begins_moves(s))
		return false;
	if ((s.len >= 16 && almost_moves(s)) || remarked(s) > LEGEND)
		return true;
	n = separated(s, &most);
	return n >= WORDS || (most == 1 && n > LEGEND);
}

bool
lines_mostly_moves(struct sok_str s)
{
	size_t n = 0, letters = 0, moves = 0;

	for (size_t i = 0; i < s.len; i++) {
		n += s.s[i] != ' ' && s.s[i] != '\t';
		letters += sok_is_letter(s.s[i]);
		moves += is_move(s.s[i]);
	}
	return (moves > 0 && moves == letters) ||
	    (moves < n && 3 * moves >= 2 * n);
}

static const struct sok_str label[] = {{"Solution", 8}, {"Best solution", 13},
    {"LURD", 4}, {"Moves", 5}, {"Path", 4}, {"Answer", 6}};

/* `Solution`, `Solution 2`, `Solution (moves 97, pushes 31)` and the like. */
static bool
is_label(struct sok_str s)
{
	const char *open = s.len > 0 ? memchr(s.s, '(', s.len) : NULL;

	s = sok_str_rtrim(s);
	if (open != NULL && s.s[s.len - 1] == ')')
		s.len = (size_t)(open - s.s);
	while (s.len > 0 && strchr("# \t/0123456789", s.s[s.len - 1]) != NULL)
		s.len--;
	for (size_t i = 0; i < SOK_COUNT(label); i++)
		if (sok_str_caseeq(s, label[i]))
			return true;
	return false;
}

bool
lines_labelled_moves(struct sok_str line)
{
	const char *sign, *open, *closed = NULL, *end;
	size_t n, most;
	uint16_t can, has;

	line = sok_str_ltrim(line);
	if (line.len == 0 || memchr("ABLMPSablmps", line.s[0], 12) == NULL)
		return false;

	/* A colon, or else `=`, ends a label, unless it is inside brackets. */
	end = line.s + line.len;
	sign = memchr(line.s, ':', line.len);
	if (sign == NULL)
		sign = memchr(line.s, '=', line.len);
	if (sign == NULL)
		return false;
	open = memchr(line.s, '(', (size_t)(sign - line.s));
	if (open != NULL)
		closed = memchr(sign, ')', (size_t)(end - sign));
	if (closed != NULL)
		sign = memchr(closed, *sign, (size_t)(end - closed));
	if (sign == NULL)
		return false;
	n = (size_t)(sign - line.s);
	if (!is_label(sok_str_sub(line, 0, n)))
		return false;

	/* Without quotation marks and a comma after them. */
	line = sok_str_trim(sok_str_from(line, n + 1));
	n = line.len;
	if (n > 2 && line.s[n - 1] == ',')
		n--;
	if (n > 2 && line.s[0] == line.s[n - 1] &&
	    memchr("`\"'", line.s[0], 3) != NULL)
		line = sok_str_sub(line, 1, n - 1);

	if (separated(line, &most) > LEGEND)
		return true;
	lines_classify(line, &can, &has);
	/* Some programs write pushes as `u1`. */
	return (can & CAN_MOVES) && (has & HAS_MOVE) &&
	    !rle_ends_in_digit(line);
}

size_t
lines_moves_run(struct sok_str line)
{
	enum { RUN = 16 };
	size_t from, to;

	/* One of every RUN bytes is part of such a run. */
	for (size_t i = RUN - 1; i < line.len; i += RUN) {
		for (from = i + 1; from > 0 && is_move(line.s[from - 1]);)
			from--;
		for (to = i; to < line.len && is_move(line.s[to]);)
			if (++to - from == RUN)
				return from;
	}
	return line.len;
}

/* ---- positions */

/* A position in the lines of a game. */
struct cursor {
	const struct sok_source *line, *end;
	size_t at;
};

/*
 * Find byte *left of the game from c on, up to the end of a group with a count;
 * c is then after that group, and *left counts from there.  Parentheses without
 * a count are bytes of the game.
 */
static bool
find_byte(struct cursor *c, size_t *left, struct cursor *found)
{
	size_t bare = 0, count = 0, before, size, more;
	bool counted = false;

	while (c->line < c->end) {
		struct sok_str text = c->line->text;
		struct cursor at = *c, first;
		char byte;

		if (c->at == text.len) {
			c->line++;
			c->at = 0;
			continue;
		}
		byte = text.s[c->at++];
		if (sok_is_digit(byte)) {
			count = count * 10 + (size_t)(byte - '0');
			counted = true;
			continue;
		}
		if (!sok_is_letter(byte) && strchr("()<>[]{}*", byte) == NULL)
			continue;
		if (byte == ')' && bare-- == 0)
			return false;
		if (byte == '(' && counted) {
			first = *c;
			before = *left;
			if (find_byte(c, left, found))
				return true;
			size = before - *left;
			more = size * (count - 1);
			if (*left < more) {
				*left %= size;
				return find_byte(&first, left, found);
			}
			*left -= more;
		} else {
			bare += byte == '(';
			count = counted ? count : 1;
			if (*left < count) {
				*found = at;
				return true;
			}
			*left -= count;
		}
		count = 0;
		counted = false;
	}
	return false;
}

struct sok_pos
sok_game_pos(const struct sok_game *g, size_t at)
{
	struct cursor c = {g->source, g->source + g->nsource, 0}, found;
	struct sok_pos pos = g->pos;

	if (g->source != NULL && find_byte(&c, &at, &found)) {
		pos.line = found.line->line;
		pos.col = found.line->col + found.at;
	}
	return pos;
}
