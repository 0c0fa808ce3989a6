/* moves.c - LURD text: direction letters, lines of a list, and the place in the
 * file of a move. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/lines.h"
#include "text/text.h"

bool
sok_is_move(char c)
{
	return alphabet_kind(c) == ALPHABET_MV;
}

size_t
sok_moves_first(struct sok_str moves)
{
	size_t i = 0;

	while (i < moves.len && !sok_is_letter(moves.s[i]))
		i++;
	return i + 1;
}

size_t
sok_moves_wrap(struct sok_str s, size_t wrap)
{
	size_t least = sok_moves_first(s), n = wrap > least ? wrap : least;

	if (wrap == 0 || n >= s.len)
		return s.len;
	while (n > least && sok_is_digit(s.s[n - 1]))
		n--;
	s = sok_str_from(s, n);
	return sok_moves_first(s) > s.len ? n + s.len : n;
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
	size_t n, letters = 0;

	if (sok_str_digits(&line, &n) == 0 || line.len == 0 ||
	    !sok_is_blank(line.s[0]))
		return false;
	line = sok_str_ltrim(line);
	if (line.len == 0 || line.s[0] == '(')
		return false;
	for (n = 0; n < line.len && letters < 2; n++)
		letters += sok_is_move(line.s[n]);
	return letters == 2;
}

/* ---- positions */

/* A position in the lines of a game. */
struct cursor {
	const struct sok_source *line, *end;
	size_t at;
};

/* Find byte *left of the game from the cursor on, up to the end of a group with
 * a count; the cursor is then after that group, and *left counts from there.
 * Parentheses without a count are bytes of the game. */
static bool
find_byte(struct cursor *cursor, size_t *left, struct cursor *found)
{
	size_t bare = 0, count = 0;
	bool counted = false;

	while (cursor->line < cursor->end) {
		struct sok_str text = cursor->line->text;
		struct cursor at = *cursor;

		if (cursor->at == text.len) {
			cursor->line++;
			cursor->at = 0;
			continue;
		}
		char byte = text.s[cursor->at++];
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
			struct cursor first = *cursor;
			size_t before = *left;

			if (find_byte(cursor, left, found))
				return true;
			size_t size = before - *left, more = size * (count - 1);
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
sok_game_pos(const struct sok_game *game, size_t at)
{
	struct cursor cursor = {game->source, NULL, 0}, found;
	struct sok_pos pos = game->pos;

	if (game->source == NULL)
		return pos;
	cursor.end = game->source + game->nsource;
	if (find_byte(&cursor, &at, &found)) {
		pos.line = found.line->line;
		pos.col = found.line->col + found.at;
	}
	return pos;
}
