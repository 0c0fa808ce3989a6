/* text.c - the lines of a header, a puzzle or a game as a list: appending,
 * removing and inserting lines; and copies of these that outlive their
 * reader. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/text.h"

/* *room after a lack of memory.  It stays so, and no line is appended any more:
 * text_append_all(), text_join() and others therefore ignore all results but
 * the last one. */
#define ROOM_FAILED SIZE_MAX

int
text_append(struct sok_text *text, size_t *room, struct sok_str line,
    struct sok_arena *arena)
{
	size_t more = 2 * text->n + 16;
	struct sok_str *lines = text->line;

	if (text->n >= *room) {
		lines = sok_arena_alloc(arena, more, sizeof(*lines));
		if (lines != NULL && text->n > 0)
			memcpy(lines, text->line, text->n * sizeof(*lines));
		*room = more;
	}
	if (lines == NULL || line.s == NULL || *room == ROOM_FAILED) {
		*room = ROOM_FAILED;
		return -1;
	}
	text->line = lines;
	text->line[text->n++] = line;
	return 0;
}

int
text_append_all(struct sok_text *text, size_t *room,
    const struct sok_text *more, struct sok_arena *arena)
{
	for (size_t i = 0; i < more->n; i++)
		text_append(text, room, more->line[i], arena);
	return *room == ROOM_FAILED ? -1 : 0;
}

int
text_own(struct sok_text *text, struct sok_arena *arena)
{
	struct sok_str *line = sok_arena_alloc(arena, text->n, sizeof(*line));

	if (line != NULL && text->n > 0)
		memcpy(line, text->line, text->n * sizeof(*line));
	text->line = line != NULL ? line : text->line;
	return line != NULL ? 0 : -1;
}

int
text_join(
    struct sok_text *text, const struct sok_text *more, struct sok_arena *arena)
{
	size_t room = 0;

	if (text->n > 0 && more->n > 0)
		text_append(text, &room, SOK_STR(""), arena);
	return text_append_all(text, &room, more, arena);
}

bool
text_equal(const struct sok_text *first, const struct sok_text *second)
{
	if (first->n != second->n)
		return false;
	for (size_t i = 0; i < first->n; i++)
		if (!sok_str_eq(first->line[i], second->line[i]))
			return false;
	return true;
}

int
sok_text_insert(struct sok_text *text, size_t at, struct sok_str line,
    struct sok_arena *arena)
{
	struct sok_str *found =
	    sok_arena_alloc(arena, text->n + 1, sizeof(*found));

	if (found == NULL || line.s == NULL)
		return -1;
	if (at > 0)
		memcpy(found, text->line, at * sizeof(*found));
	found[at] = line;
	if (text->n > at)
		memcpy(found + at + 1, text->line + at,
		    (text->n - at) * sizeof(*found));
	*text = (struct sok_text){found, text->n + 1};
	return 0;
}

void
sok_text_filter(struct sok_text *text, const bool *keep)
{
	size_t n = 0, until = 0; /* the lines before it are in a block */

	for (size_t i = 0; i < text->n; i++) {
		bool kept = keep == NULL || keep[i];
		struct sok_str s = kept ? text->line[i] : SOK_STR("");

		if (i >= until && kept)
			until = sok_text_block(text, i);
		if (s.len > 0 || (i < until && kept) ||
		    (n > 0 && text->line[n - 1].len > 0))
			text->line[n++] = s;
	}
	while (n > 0 && text->line[n - 1].len == 0)
		n--;
	text->n = n;
}

/* ---- copies */

/* Replace a slice by a copy in the arena; false on ENOMEM. */
static bool
copy_str(struct sok_str *s, struct sok_arena *arena)
{
	*s = s->len == 0 ? SOK_STR("") : sok_str_dup(arena, *s);
	return s->s != NULL;
}

int
text_copy(struct sok_text *text, struct sok_arena *arena)
{
	if (text->n > 0 && text_own(text, arena) == -1)
		return -1;
	for (size_t i = 0; i < text->n; i++)
		if (!copy_str(&text->line[i], arena))
			return -1;
	return 0;
}

/* Replace all that a game points to, but the name of its file, by copies in the
 * arena; false on ENOMEM. */
static bool
copy_game(struct sok_game *game, struct sok_arena *arena)
{
	size_t n = game->source != NULL ? game->nsource : 0;
	struct sok_source *source = sok_arena_alloc(arena, n, sizeof(*source));
	bool made = source != NULL && copy_str(&game->title_line, arena) &&
	    copy_str(&game->title, arena) && copy_str(&game->moves, arena) &&
	    text_copy(&game->text, arena) == 0;

	for (size_t i = 0; i < n && made; i++) {
		source[i] = game->source[i];
		made = copy_str(&source[i].text, arena);
	}
	game->source = n > 0 ? source : NULL;
	return made;
}

int
pos_copy(struct sok_pos *pos, struct sok_arena *arena)
{
	if (pos->file == NULL)
		return 0;
	pos->file = str_terminated(arena, sok_str(pos->file));
	return pos->file == NULL ? -1 : 0;
}

int
finding_copy(struct sok_finding *to, const struct sok_finding *from,
    struct sok_arena *arena)
{
	*to = *from;
	to->message = sok_str_dup(arena, from->message);
	return to->message.s == NULL ? -1 : pos_copy(&to->pos, arena);
}

int
sok_game_copy(
    struct sok_game *to, const struct sok_game *from, struct sok_arena *arena)
{
	*to = *from;
	return copy_game(to, arena) ? pos_copy(&to->pos, arena) : -1;
}

int
sok_puzzle_copy(struct sok_puzzle *to, const struct sok_puzzle *from,
    struct sok_arena *arena)
{
	*to = *from;
	to->identified = NULL;
	to->game = sok_arena_alloc(arena, from->ngames, sizeof(*to->game));
	if (to->game == NULL || !copy_str(&to->title_line, arena) ||
	    text_copy(&to->text, arena) == -1 ||
	    (from->raw.s != NULL && !copy_str(&to->raw, arena)) ||
	    (puzzle_owns_file(from) && pos_copy(&to->pos, arena) == -1) ||
	    (from->has_board &&
	        sok_board_copy(&to->board, &from->board, arena) == -1))
		return -1;
	to->board.xsb = from->board.xsb; /* the same squares */
	if (from->has_board && !copy_str(&to->board.xsb, arena))
		return -1;
	for (size_t i = 0; i < from->ngames; i++) {
		to->game[i] = from->game[i];
		if (from->game[i].pos.file == from->pos.file)
			to->game[i].pos.file = to->pos.file;
		if (!copy_game(&to->game[i], arena))
			return -1;
	}
	to->title = to->title_line;
	if (to->text.n > 0 || to->ngames > 0)
		sok_puzzle_retitle(to);
	return 0;
}

int
sok_header_copy(struct sok_header *to, const struct sok_header *from,
    struct sok_arena *arena)
{
	*to = *from;
	return text_copy(&to->text, arena) == -1 ? -1
	                                         : sok_header_keys(to, arena);
}
