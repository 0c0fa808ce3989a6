/* normalize.c - removes and moves parts of puzzles for sokfmt, between the
 * reader and the writer. */
#include "play/play.h"
#include "text/text.h"

/* ---- dropping parts of text */

enum { LINES = SOK_DROP_NOTES | SOK_DROP_KEYS | SOK_DROP_COMMENTS };

/* Title keys are dropped with titles, not with keys.  `Comment:` with text on
 * the same line is a note, like a comment block. */
static unsigned
classify(struct sok_str s)
{
	struct sok_str value;

	if (sok_str_starts(s, SOK_STR("::")))
		return SOK_DROP_COMMENTS;
	if (key_is(s, SOK_STR("title"), &value))
		return SOK_DROP_TITLES;
	if (sok_key_known(s) && !sok_str_casestarts(s, SOK_STR("comment")))
		return SOK_DROP_KEYS;
	return SOK_DROP_NOTES;
}

static void
drop_lines(struct sok_text *text, unsigned what)
{
	for (size_t i = 0; i < text->n; i++) {
		size_t end = sok_text_block(text, i);
		unsigned kind =
		    end > 0 ? SOK_DROP_NOTES : classify(text->line[i]);

		end = end > 0 ? end : i;
		for (size_t k = i; what & kind && k <= end; k++)
			text->line[k] = SOK_STR("");
		i = end;
	}
	sok_text_filter(text, NULL);
}

int
sok_drop_puzzle(
    struct sok_puzzle *puzzle, unsigned what, struct sok_arena *arena)
{
	unsigned games = what & (SOK_DROP_SOLUTIONS | SOK_DROP_SNAPSHOTS);
	unsigned lines = what & LINES;
	struct sok_replay_options options = {.no_final = true};
	struct sok_replay played;
	bool *drop, solves;

	drop_lines(&puzzle->text, lines | (what & SOK_DROP_TITLES));
	if (games) {
		options.position = sok_position_open(puzzle, arena);
		drop = sok_arena_alloc(arena, puzzle->ngames, sizeof(*drop));
		if (options.position == NULL || drop == NULL)
			return -1;
		for (size_t i = 0; i < puzzle->ngames; i++) {
			if (sok_replay(puzzle, &puzzle->game[i], &options,
			        &played, arena) == -1)
				return -1;
			/* If it cannot be replayed, its title decides. */
			solves = played.verdict == SOK_NOT_SUPPORTED
			    ? sok_game_claims(&puzzle->game[i])
			    : played.verdict == SOK_SOLVED;
			drop[i] = games &
			    (solves ? SOK_DROP_SOLUTIONS : SOK_DROP_SNAPSHOTS);
		}
		if (sok_drop_games(puzzle, drop, arena) == -1)
			return -1;
	}
	for (size_t i = 0; lines && i < puzzle->ngames; i++)
		drop_lines(&puzzle->game[i].text, lines);
	if (what & SOK_DROP_TITLES)
		puzzle->title_line = SOK_STR("");
	sok_puzzle_retitle(puzzle);
	return 0;
}

void
sok_drop_header(struct sok_header *header, unsigned what)
{
	if (what & SOK_DROP_KEYS) /* puzzles must not inherit dropped keys */
		header->author = header->copyright = header->game =
		    header->boxorder = header->goalorder =
		        (struct sok_str){NULL, 0};
	drop_lines(&header->text, what & LINES);
}

/* ---- titles */

/* Convert a title line to a key, or the key to a line if a line can represent
 * it, there is none, and no other title key would take precedence. */
static int
move_title(struct sok_str *line, struct sok_text *text, bool to_line,
    struct sok_arena *arena)
{
	struct sok_str title = *line;

	if (!to_line) {
		*line = SOK_STR("");
		return title.len > 0 ? title_add_key(text, title, arena) : 0;
	}
	size_t at = key_find(text, 0, SOK_STR("title"), &title);
	if (at == text->n || !title_fits_line(title) ||
	    (line->len > 0 && !sok_str_eq(*line, title)) ||
	    title_key(text, at + 1) < text->n)
		return 0;
	*line = title;
	text->line[at] = SOK_STR("");
	sok_text_filter(text, NULL);
	return 0;
}

int
sok_move_titles(
    struct sok_puzzle *puzzle, enum sok_title_place to, struct sok_arena *arena)
{
	bool line = to == SOK_TITLE_LINE;
	struct sok_game *game = puzzle->game;

	if (move_title(&puzzle->title_line, &puzzle->text, line, arena) == -1)
		return -1;
	for (size_t i = 0; to != SOK_TITLE_KEY && i < puzzle->ngames;
	     i++, game++)
		if (move_title(&game->title_line, &game->text, line, arena) ==
		    -1)
			return -1;
	sok_puzzle_retitle(puzzle);
	return 0;
}
