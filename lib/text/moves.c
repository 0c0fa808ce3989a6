/*
 * moves.c - LURD text: direction letters, and the way back from a byte of a
 * game to the place in the file where it was written.
 */
#include <assert.h>
#include <string.h>

#include "tools.h"

bool
sok_move_delta(char c, int *dx, int *dy)
{
	*dx = *dy = 0;
	switch (c | 32) {
	case 'l':
		*dx = -1;
		return true;
	case 'r':
		*dx = 1;
		return true;
	case 'u':
		*dy = -1;
		return true;
	case 'd':
		*dy = 1;
		return true;
	default:
		return false;
	}
}

bool
sok_is_move(char c)
{
	int dx, dy;

	return sok_move_delta(c, &dx, &dy);
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

/* Groups within groups that are followed. */
#define DEPTH 256
/* Sizes stop growing here; no game is as long. */
#define HUGE_SIZE ((size_t)1 << (sizeof(size_t) * 8 - 2))

/* A place in the lines a game was written in. */
struct cursor {
	const struct sok_source *line, *end;
	size_t at;
};

/* What stands at the cursor: a letter or bracket that count repeats. */
struct item {
	struct cursor at;
	char c;       /* 0 at the end */
	bool counted; /* a count was written */
	size_t count;
};

static size_t
add_moves(size_t a, size_t b)
{
	return a + b < HUGE_SIZE ? a + b : HUGE_SIZE;
}

static size_t
times(size_t a, size_t b)
{
	return b == 0 || a < HUGE_SIZE / b ? a * b : HUGE_SIZE;
}

/* The byte at the cursor, which moves on; 0 at the end. */
static char
next_byte(struct cursor *c, struct cursor *was)
{
	while (c->line < c->end && c->at == c->line->text.len) {
		c->line++;
		c->at = 0;
	}
	*was = *c;
	return c->line < c->end ? c->line->text.s[c->at++] : '\0';
}

/* The jumps of old files were written <...>. */
static char
as_model(char c)
{
	c = c == '<' ? '[' : c == '>' ? ']' : c;
	return sok_is_letter(c) || (c != '\0' && strchr("()[]{}*", c) != NULL)
	    ? c
	    : '\0';
}

static struct item
next_item(struct cursor *c)
{
	struct item item = {.count = 0};
	char byte;

	while ((byte = next_byte(c, &item.at)) != '\0') {
		if (sok_is_digit(byte)) {
			item.count = add_moves(
			    times(item.count, 10), (size_t)(byte - '0'));
			item.counted = true;
			continue;
		}
		item.c = as_model(byte);
		if (item.c != '\0')
			break;
	}
	if (!item.counted)
		item.count = 1;
	return item;
}

struct group {
	size_t size, count;
	bool counted;
};

/* Bytes of the whole group; one without a count keeps its parentheses. */
static size_t
expanded(const struct group *g)
{
	return g->counted ? times(g->size, g->count) : add_moves(g->size, 2);
}

/* Bytes that the group behind c holds; c moves behind its end.  HUGE_SIZE if
 * it is nested too deep. */
static size_t
measure_group(struct cursor *c)
{
	struct group open[DEPTH];
	size_t depth = 0;
	struct item item;

	open[0] = (struct group){0};
	while ((item = next_item(c)).c != '\0') {
		if (item.c == '(') {
			if (++depth == DEPTH)
				return HUGE_SIZE;
			open[depth] =
			    (struct group){0, item.count, item.counted};
		} else if (item.c != ')') {
			open[depth].size =
			    add_moves(open[depth].size, item.count);
		} else if (depth == 0) {
			break;
		} else {
			depth--;
			open[depth].size = add_moves(
			    open[depth].size, expanded(&open[depth + 1]));
		}
	}
	return open[depth].size;
}

/*
 * Whether byte *at is the item.  If it is behind the item, c moves there too;
 * a group that holds it is entered.  *at then counts from c on.
 */
static bool
is_item(struct cursor *c, const struct item *item, size_t *at)
{
	struct group g = {1, item->count, true};
	struct cursor behind = *c;
	bool here;

	if (item->c == '(')
		g = (struct group){
		    measure_group(&behind), item->count, item->counted};
	if (*at >= expanded(&g)) {
		*at -= expanded(&g);
		*c = behind;
		return false;
	}
	assert(!g.counted || g.size > 0);
	here = item->c != '(' || (!g.counted && *at == 0);
	*at = g.counted ? *at % g.size : *at - 1;
	return here;
}

struct sok_pos
sok_game_pos(const struct sok_game *g, size_t at)
{
	struct cursor c = {.line = g->source};
	struct sok_pos pos = g->pos;
	struct item item;

	if (g->source == NULL)
		return pos;
	c.end = g->source + g->nsource;
	do {
		item = next_item(&c);
		if (item.c == '\0')
			return pos;
	} while (!is_item(&c, &item, &at));
	pos.line = item.at.line->line;
	pos.col = item.at.line->col + item.at.at;
	return pos;
}
