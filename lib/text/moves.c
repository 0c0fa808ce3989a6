/*
 * moves.c - LURD text: direction letters, and the place in the file of a byte
 * of a game.
 */
#include <string.h>

#include "board/alphabet.h"
#include "tools.h"

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

bool
sok_moves_plain(struct sok_str moves)
{
	size_t i = 0;

	while (i < moves.len && sok_is_letter(moves.s[i]))
		i++;
	return i == moves.len;
}

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
