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

/* A letter or bracket at a position, repeated by its count. */
struct item {
	struct cursor at;
	char c;       /* 0 at the end */
	bool counted; /* there is a count */
	size_t count;
};

static struct item
next_item(struct cursor *c)
{
	struct item item = {.count = 0};
	struct sok_str text;

	while (c->line < c->end) {
		text = c->line->text;
		if (c->at == text.len) {
			c->line++;
			c->at = 0;
			continue;
		}
		item.at = *c;
		item.c = text.s[c->at++];
		if (sok_is_digit(item.c)) {
			item.count = item.count * 10 + (size_t)(item.c - '0');
			item.counted = true;
		} else if (sok_is_letter(item.c) ||
		    strchr("()<>[]{}*", item.c) != NULL) {
			item.count = item.counted ? item.count : 1;
			return item;
		}
	}
	item.c = '\0';
	return item;
}

/*
 * Find byte *left of the game from c on, up to the end of a group with a count;
 * c is then after that group, and *left counts from there.  Parentheses without
 * a count are bytes of the game.
 */
static bool
find_byte(struct cursor *c, size_t *left, struct cursor *found)
{
	struct cursor first;
	size_t bare = 0, before, size, more;
	struct item item;

	while ((item = next_item(c)).c != '\0') {
		if (item.c == ')' && bare-- == 0)
			return false;
		if (item.c == '(' && item.counted) {
			first = *c;
			before = *left;
			if (find_byte(c, left, found))
				return true;
			size = before - *left;
			more = size * (item.count - 1);
			if (*left < more) {
				*left %= size;
				return find_byte(&first, left, found);
			}
			*left -= more;
			continue;
		}
		bare += item.c == '(';
		if (*left < item.count) {
			*found = item.at;
			return true;
		}
		*left -= item.count;
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
