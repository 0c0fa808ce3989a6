/* like_moves.c - lines of text that look like moves: almost all of their
 * characters are, or a word precedes moves, or moves are among words. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/doubts/parts.h"
#include "text/text.h"

/* The number of moves in a line that only one kind of sign separates, as in `R,
 * R, u`; 0 if none does.  *most: the longest group without a sign. */
static size_t
separated(struct sok_str s, size_t *most)
{
	char sign = '\0';
	size_t n = 0, together = 0;

	*most = 0;
	if (s.len == 0 || !sok_is_move(s.s[0]))
		return 0;
	for (size_t i = 0; i < s.len; i++) {
		together = sok_is_move(s.s[i]) ? together + 1 : 0;
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
enum { WORDS = 16 };

bool
moves_almost(struct sok_str s, bool alone)
{
	size_t others = 0, n = 0, at = 0, most;

	if (s.len == 0 || (alone && s.len <= MOVES_LEGEND) ||
	    !may_begin_as_moves(s))
		return false;
	/* At least 7 of 8 bytes are moves, others commas or the `=` of mail. */
	if (sok_is_move(s.s[0]) && s.len >= (alone ? MOVES_MIXED : 8)) {
		for (size_t i = 0; i < s.len && 8 * others <= s.len; i++)
			others += !sok_is_move(s.s[i]);
		if (8 * others <= s.len)
			return true;
	}
	/* Moves before a remark that ends the line, as in `rrUU ; at last`. */
	for (; at < s.len; at++)
		if (sok_is_move(s.s[at]))
			n++;
		else if (!sok_is_digit(s.s[at]) && s.s[at] != ' ')
			break;
	struct sok_str rest = sok_str_from(s, at);
	if (n > (alone ? MOVES_LEGEND : 1) &&
	    (sok_str_starts(rest, SOK_STR("//")) ||
	        (rest.len > 0 && memchr(";#", rest.s[0], 2) != NULL)))
		return true;
	n = alone ? separated(s, &most) : 0;
	return n >= WORDS || (n > MOVES_LEGEND && most == 1);
}

bool
moves_mostly(struct sok_str s)
{
	size_t n = 0, letters = 0, moves = 0;

	for (size_t i = 0; i < s.len; i++) {
		n += !sok_is_blank(s.s[i]);
		letters += sok_is_letter(s.s[i]);
		moves += sok_is_move(s.s[i]);
	}
	return (moves > 0 && moves == letters) ||
	    (moves < n && 3 * moves >= 2 * n);
}

/* The position of the colon, or else the `=`, that may end a label, unless it
 * is inside brackets; the end of the line if there is none. */
static size_t
label_end(struct sok_str line)
{
	const char *at = line.s, *end = at + line.len, *sign, *open;

	if (line.len == 0)
		return 0;
	sign = memchr(at, ':', line.len);
	if (sign == NULL)
		sign = memchr(at, '=', line.len);
	open = sign == NULL ? NULL : memchr(at, '(', (size_t)(sign - at));
	if (open != NULL) {
		at = memchr(sign, ')', (size_t)(end - sign));
		if (at != NULL)
			sign = memchr(at, *sign, (size_t)(end - at));
	}
	return sign == NULL ? line.len : (size_t)(sign - line.s);
}

bool
moves_labelled(struct sok_str line)
{
	static const struct sok_str label[] = {{"solution", 8},
	    {"best solution", 13}, {"lurd", 4}, {"moves", 5}, {"path", 4},
	    {"answer", 6}};
	uint16_t can, has;
	size_t most, at = 0;

	for (; line.len > 0 && sok_is_blank(line.s[0]); line.len--)
		line.s++;
	if (line.len == 0 || !may_be_label(line))
		return false;
	while (at < SOK_COUNT(label) && !sok_str_casestarts(line, label[at]))
		at++;
	if (at == SOK_COUNT(label))
		return false;
	size_t n = label_end(line);
	if (n == line.len)
		return false;

	/* Before it may be `2`, as in `Solution 2`, or `(moves 97)`. */
	struct sok_str s = sok_str_rtrim(sok_str_sub(line, 0, n));
	const char *open = memchr(line.s, '(', n);
	if (open != NULL && s.s[s.len - 1] == ')')
		s.len = (size_t)(open - s.s);
	while (s.len > 0 && strchr("# \t/0123456789", s.s[s.len - 1]) != NULL)
		s.len--;
	if (s.len != label[at].len)
		return false;

	/* The moves may be in quotation marks, with a comma after them. */
	s = sok_str_trim(sok_str_from(line, n + 1));
	n = s.len;
	if (n > 2 && s.s[n - 1] == ',')
		n--;
	if (n > 2 && s.s[0] == s.s[n - 1] && memchr("`\"'", s.s[0], 3))
		s = sok_str_sub(s, 1, n - 1);
	if (separated(s, &most) > MOVES_LEGEND)
		return true;
	lines_classify(s, &can, &has);
	/* Some programs write pushes as `u1`. */
	return (can & CAN_MOVES) && (has & HAS_MOVE) && !rle_ends_in_digit(s);
}

size_t
moves_run(struct sok_str line)
{
	enum { RUN = MOVES_TOGETHER };

	/* One of every RUN bytes is part of such a run. */
	for (size_t i = RUN - 1; i < line.len; i += RUN) {
		size_t from = i + 1, to = i;

		while (from > 0 && sok_is_move(line.s[from - 1]))
			from--;
		while (to < line.len && sok_is_move(line.s[to]))
			if (++to - from == RUN)
				return from;
	}
	return line.len;
}
