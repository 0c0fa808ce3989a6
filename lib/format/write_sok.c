/* write_sok.c - canonical .sok text, which reads back as the same puzzles: a
 * bare `::` line keeps text from becoming the title of the next block (sok(5),
 * "Text and titles").  Also the dialect that JSoko and YASC read best. */
#include <string.h>

#include "base/base.h"
#include "format/format.h"
#include "format/write_text.h"
#include "io/io.h"
#include "play/play.h"
#include "text/text.h"

/* ---- canonical text */

struct sok {
	bool begun;      /* something was written */
	bool midline;    /* lines over a limit ended without a line end */
	bool guard[2];   /* the text above would be a title of moves, a board */
	bool may_adjoin; /* the last line above may adjoin a board; */
	size_t text_of;  /* it is of the puzzle of this number, 0: the header */
	bool top;        /* neither a board nor moves were written yet */
	bool apart;      /* the last puzzle was lines over a limit */
	enum sok_grid grid; /* the grid whose letters a reader takes as moves */
};

static bool
put_sok_begin(struct sok_writer *writer)
{
	struct sok *sok = writer->state;

	sok->top = true;
	output_keep(writer->out, SOK_FORMAT_HEAD);
	return true;
}

/* Write n blank lines, and above them the missing end of the last line. */
static void
blank(struct sok_writer *writer, struct sok *sok, size_t n)
{
	for (n = (sok->begun ? n : 0) + sok->midline; n > 0; n--)
		sok_outc(writer->out, '\n');
	sok->midline = false;
}

/* Write text, and set guard.  close: without a blank line above it. */
static void
put_text(struct sok_writer *writer, struct sok *sok,
    const struct sok_text *text, bool first, bool close)
{
	sok->may_adjoin = false;
	if (text->n == 0)
		return;
	blank(writer, sok, !close);
	for (size_t i = 0; i < text->n; i++)
		write_line(writer->out, text->line[i]);
	sok->begun = true;
	struct title_place place = {text->line, text->n, .first = first};
	sok->guard[0] = title_guarded(&place);
	place.board = true;
	sok->guard[1] = title_guarded(&place);
	/* What is nearly a row of the board above names nothing. */
	if (close && text->n == 1)
		sok->guard[0] = sok->guard[1] = false;
	sok->may_adjoin = write_may_adjoin(text->line[text->n - 1]);
}

/* Write a guard if the text above would be a title of a board, or of moves. */
static void
put_guard(struct sok_writer *writer, struct sok *sok, bool board)
{
	if (sok->guard[board])
		sok_out(writer->out, SOK_STR("::\n"));
	sok->guard[0] = sok->guard[1] = false;
}

/* Begin a board or moves: a guard if needed, n blank lines, and the title. */
static void
begin_block(struct sok_writer *writer, struct sok *sok, struct sok_str title,
    bool board, size_t n)
{
	if (title.len == 0)
		put_guard(writer, sok, board);
	blank(writer, sok, n);
	sok->guard[0] = sok->guard[1] = false;
	sok->begun = true;
	if (title.len == 0)
		return;
	bool quotes = title_needs_quotes(title, sok->grid);
	if (quotes)
		sok_outc(writer->out, '\'');
	sok_out(writer->out, title);
	if (quotes)
		sok_outc(writer->out, '\'');
	sok_out(writer->out, board ? SOK_STR("\n\n") : SOK_STR("\n"));
}

static void
put_sok_header(struct sok_writer *writer, const struct sok_header *header)
{
	struct sok *sok = writer->state;

	put_text(writer, sok, &header->text, !header->later, false);
	sok->text_of = 0;
}

static void
put_sok_end(struct sok_writer *writer)
{
	blank(writer, writer->state, 0);
	/* Text may begin like another format. */
	const struct sok_format *format =
	    sok_format_detect(output_head(writer->out));
	if (!sok_format_is_text(format))
		writer_warn(writer, NULL, SOK_LOSSY_RULE,
		    "the output begins like %s: only -f sok reads it as text",
		    format->name);
	/* As after a puzzle among quoted lines that cannot be written. */
	if (input_reads_as_quoted(output_head(writer->out)))
		writer_warn(writer, NULL, SOK_LOSSY_RULE,
		    "every line of the output begins with `>`, as in quoted "
		    "mail: it will be read without them");
}

/* Text at the end of either version may be a title of what follows. */
static void
join_sok(void *state, const void *other)
{
	struct sok *sok = state;
	const struct sok *first = other;

	sok->begun |= first->begun;
	sok->guard[0] |= first->guard[0];
	sok->guard[1] |= first->guard[1];
}

static void
guard_sok(struct sok_writer *writer)
{
	put_guard(writer, writer->state, true);
}

/* Write moves in lines of wrap letters (0: one line). */
static void
put_moves(struct sok_output *out, struct sok_str moves, int wrap)
{
	while (moves.len > 0) {
		size_t n = sok_moves_wrap(moves, (size_t)wrap);

		sok_out(out, sok_str_sub(moves, 0, n));
		sok_outc(out, '\n');
		moves = sok_str_from(moves, n);
	}
}

/* Write lines over a limit unchanged. */
static void SOK_APART
put_raw(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok *sok = writer->state;

	if (!puzzle->raw_goes_on)
		blank(writer, sok, 1);
	sok_out(writer->out, puzzle->raw);
	*sok =
	    (struct sok){.begun = true, .midline = sok->midline, .apart = true};
	if (puzzle->raw.len > 0)
		sok->midline = puzzle->raw.s[puzzle->raw.len - 1] != '\n';
}

static bool
put_sok_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok *sok = writer->state;
	const struct sok_board *board = &puzzle->board;
	/* Its notes will be the header's, its games the first puzzle. */
	bool top = sok->top && !puzzle->has_board;
	/* Its first game will be read as such, and so will all that follows. */
	bool own = puzzle->has_board || sok->top || sok->apart;

	if (puzzle->raw.s != NULL) {
		put_raw(writer, puzzle);
		return true;
	}
	if (puzzle->has_board && board->xsb.len == 0 &&
	    !write_readable(writer, puzzle))
		return writer_refuse(writer, puzzle,
		    "this board: it would not be read back as one");

	/* Only a board ends the puzzle or header above. */
	if (puzzle->has_board) {
		bool close = sok->may_adjoin &&
		    write_adjoins_above(puzzle, sok->text_of);

		sok->guard[1] = sok->guard[1] && !close;
		begin_block(
		    writer, sok, puzzle->title_line, true, close ? 0 : 2);
		/* Rows that are written unchanged show the variant already. */
		if (board->xsb.len > 0 &&
		    writer->options.floor == SOK_FLOOR_SPACE)
			sok_out(writer->out, board->xsb);
		else
			write_board(writer->out, board, writer->options.floor,
			    write_is_open(puzzle, &writer->arena));
		sok->grid = board->grid;
	} else if (top && puzzle->text.n > 0) {
		writer_warn(writer, puzzle, SOK_LOSSY_RULE,
		    "without a board: its notes will be read as the "
		    "collection's");
	} else if (sok->apart) {
		blank(writer, sok, puzzle->ngames > 0);
	} else if (!top) {
		writer_warn(writer, puzzle, SOK_LOSSY_RULE,
		    "without a board: its games and notes will be read as "
		    "those of the puzzle above");
	}
	sok->apart = false;
	sok->top = top && puzzle->ngames == 0;

	struct sok_text below;
	bool adjoins = write_adjoins_below(writer, puzzle, &below);
	put_text(writer, sok, &below, top, adjoins);
	for (size_t i = 0; i < puzzle->ngames; i++) {
		const struct sok_game *game = &puzzle->game[i];

		begin_block(writer, sok, game->title_line, false,
		    top && i == 0 ? 2 : 1);
		put_moves(writer->out, game->moves, writer->options.wrap);
		put_text(writer, sok, &game->text, false, false);
		if (own)
			sok->grid = board->grid;
	}
	sok->text_of = puzzle->number;
	return true;
}

/* ---- jsoko: canonical text, but for JSoko the last `Title:` in a puzzle is
 * the puzzle's, only moves below a heading are a solution, and text is UTF-8 */

/* Copy the text for players, because titles will move. */
static void
copy_text(struct sok_writer *writer, struct sok_text *text, bool header)
{
	writer_for_players(writer, text, header);
	for (size_t i = 0; i < text->n; i++)
		text->line[i] = writer_utf8(writer, text->line[i]);
}

static struct sok_str
solution_name(struct sok_writer *writer, struct sok_str name)
{
	return WRITER_FMT(writer, "Solution name: %.*s", (int)name.len, name.s);
}

/* Whether JSoko takes a line with one of these words as a heading of moves. */
static bool
is_heading(struct sok_str line)
{
	static const char *const word[] = {"solution", "snapshot", "savegame"};

	for (; line.len > 0; line = sok_str_from(line, 1))
		for (size_t i = 0; i < SOK_COUNT(word); i++)
			if (sok_str_casestarts(line, sok_str(word[i])))
				return true;
	return false;
}

/* Give a solution in characters that JSoko knows a heading with its counts. */
static void
put_heading(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct sok_game *game, struct sok_position *position)
{
	static const char *const bare[] = {"solution", "solution/moves",
	    "solution/pushes", "best solution", "best solution/moves",
	    "best solution/pushes"};
	struct sok_replay_options options = {
	    .no_final = true, .position = position};
	struct sok_str name = game->title_line, heading = SOK_STR("Solution");
	struct sok_replay played;

	/* A heading that says nothing else remains; other titles are names. */
	for (size_t i = 0; i < SOK_COUNT(bare); i++) {
		if (sok_str_caseeq(game->title_line, sok_str(bare[i]))) {
			heading = game->title_line;
			name = SOK_STR("");
		}
	}
	if (is_heading(name) ||
	    memchr(game->moves.s, '*', game->moves.len) != NULL ||
	    memchr(game->moves.s, '[', game->moves.len) != NULL ||
	    memchr(game->moves.s, '{', game->moves.len) != NULL ||
	    writer_fails(writer,
	        sok_replay(puzzle, game, &options, &played, &writer->arena) ==
	            -1) ||
	    played.verdict != SOK_SOLVED)
		return;
	game->title_line = WRITER_FMT(writer, "%.*s %zu/%zu", (int)heading.len,
	    heading.s, played.at.moves, played.at.pushes);
	if (name.len > 0)
		writer_fails(writer,
		    sok_text_insert(&game->text, 0, solution_name(writer, name),
		        &writer->arena) == -1);
}

static void
jsoko_header(struct sok_writer *writer, const struct sok_header *header)
{
	struct sok_header own = *header;

	copy_text(writer, &own.text, true);
	put_sok_header(writer, &own);
}

static bool
jsoko_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok_puzzle own = *puzzle, all = {.ngames = puzzle->ngames};
	struct sok_str value;

	own.game =
	    sok_arena_alloc(&writer->arena, own.ngames, sizeof(*own.game));
	if (writer_fails(writer, own.game == NULL))
		return false;
	copy_text(writer, &own.text, false);
	own.title_line = writer_utf8(writer, own.title_line);
	for (size_t i = 0; i < own.ngames; i++) {
		struct sok_game *game = &own.game[i];

		*game = puzzle->game[i];
		copy_text(writer, &game->text, false);
		game->title_line = writer_utf8(writer, game->title_line);
	}
	if (writer->failed)
		return false;

	/* Titles of games become lines if a line can represent them.
	 * Remaining title keys below games would name the puzzle. */
	all.game = own.game;
	struct sok_position *position = write_position(writer, &own);
	writer_fails(writer,
	    sok_move_titles(&all, SOK_TITLE_LINE, &writer->arena) == -1);
	for (size_t i = 0; i < own.ngames; i++) {
		struct sok_text *text = &own.game[i].text;

		for (size_t k = 0; (k = key_find(text, k, SOK_STR("title"),
		                        &value)) < text->n;
		     k++)
			text->line[k] = solution_name(writer, value);
		if (position != NULL)
			put_heading(writer, &own, &own.game[i], position);
	}

	/* The title becomes a key, unless a key takes precedence already. */
	if (own.title_line.len > 0 && title_key(&own.text, 0) == own.text.n) {
		writer_fails(writer,
		    title_add_key(&own.text, own.title_line, &writer->arena) ==
		        -1);
		own.title_line = SOK_STR("");
	}
	sok_puzzle_retitle(&own);
	return put_sok_puzzle(writer, &own);
}

const struct sok_write_ops write_sok_ops = {.state = sizeof(struct sok),
    .begin = put_sok_begin,
    .header = put_sok_header,
    .puzzle = put_sok_puzzle,
    .end = put_sok_end,
    .join = join_sok,
    .guard = guard_sok,
    .raw = true,
    .remarks = true,
    .defines = true};

const struct sok_write_ops write_jsoko_ops = {.state = sizeof(struct sok),
    .begin = put_sok_begin,
    .header = jsoko_header,
    .puzzle = jsoko_puzzle,
    .end = put_sok_end,
    .remarks = true};
