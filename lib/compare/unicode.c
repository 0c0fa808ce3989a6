/* unicode.c - text as UTF-8, so that it is the same in every encoding. */
#include "compare/compare.h"

/* Convert the lines of a text to UTF-8, in a copy: 0, -1 on ENOMEM. */
static int
convert_text(struct sok_text *text, struct sok_arena *arena)
{
	struct sok_str *line = sok_arena_alloc(arena, text->n, sizeof(*line));

	if (line == NULL)
		return -1;
	for (size_t i = 0; i < text->n; i++) {
		line[i] = sok_charset_utf8(arena, text->line[i]);
		if (line[i].s == NULL && text->line[i].len > 0)
			return -1;
	}
	text->line = line;
	return 0;
}

/* Convert a line to UTF-8: 0, -1 on ENOMEM, and it is unchanged. */
static int
convert_line(struct sok_str *s, struct sok_arena *arena)
{
	struct sok_str utf8 = sok_charset_utf8(arena, *s);

	if (utf8.s == NULL && s->len > 0)
		return -1;
	*s = utf8;
	return 0;
}

int
compare_unicode(struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct sok_game *game =
	    sok_arena_alloc(arena, puzzle->ngames, sizeof(*game));

	if (game == NULL || convert_line(&puzzle->title_line, arena) == -1 ||
	    convert_text(&puzzle->text, arena) == -1)
		return -1;
	for (size_t i = 0; i < puzzle->ngames; i++) {
		game[i] = puzzle->game[i];
		if (convert_line(&game[i].title_line, arena) == -1 ||
		    convert_text(&game[i].text, arena) == -1)
			return -1;
	}
	puzzle->game = game;
	sok_puzzle_retitle(puzzle);
	return 0;
}

int
compare_unicode_header(struct sok_header *header, struct sok_arena *arena)
{
	if (convert_text(&header->text, arena) == -1)
		return -1;
	return sok_header_keys(header, arena);
}
