/* record_puzzle.c - makes a puzzle from the checked fields of a record.  Lines
 * of text are unchanged if a text reader would read them as text. */
#include "base/base.h"
#include "board/board.h"
#include "format/record.h"
#include "play/play.h"
#include "text/text.h"

/* Whether a text reader obviously reads all lines as text, the first of which
 * is not blank.  A quick test that says no too often; the reader decides. */
static bool
is_plain_text(const struct sok_text *text)
{
	for (size_t i = 0; i < text->n; i++) {
		struct sok_str s = text->line[i];
		uint16_t can, has;

		if (s.len == 0 && text->line[i - 1].len > 0)
			continue;
		/* Several blank lines become one. */
		if (s.len == 0 || comment_mark(s, NULL) != COMMENT_NONE)
			return false;
		s = sok_str_trim(sok_str_unquote(s));
		lines_classify(s, &can, &has);
		if (s.len == 0 || (can & (CAN_LETTER | CAN_MOVES)) != 0)
			return false;
	}
	return true;
}

#define BOARD "#####\n#@$.#\n#####\n"

/* Text of a game follows the rules of text below a board. */
int
record_stands(const struct sok_text *text, bool header, const char *game,
    const struct sok_limits *limits)
{
	struct sok_read_options options = {.name = "",
	    .limits = limits,
	    .game = game,
	    .format = sok_format_find(SOK_STR("sok"))};
	struct sok_sink sink = {.fn = NULL};
	struct sok_reader *reader = NULL;
	struct sok_puzzle *puzzle;
	struct sok_buf buf = {0};
	bool same = false;

	if (!header)
		sok_buf_add(&buf, SOK_STR(BOARD "\n"));
	for (size_t i = 0; i < text->n; i++) {
		sok_buf_add(&buf, text->line[i]);
		sok_buf_addc(&buf, '\n');
	}
	if (header)
		sok_buf_add(&buf, SOK_STR("\nTitle\n\n" BOARD));
	if (!buf.failed)
		reader =
		    sok_reader_open_memory(sok_buf_str(&buf), &options, &sink);
	int got = reader == NULL ? -1 : sok_read(reader, &puzzle);
	if (got == 1 && puzzle->has_board && puzzle->ngames == 0)
		same = text_equal(text,
		    header ? &sok_reader_header(reader)->text : &puzzle->text);
	if (same)
		got = sok_read(reader, &puzzle);
	sok_reader_close(reader);
	sok_buf_free(&buf);
	return got == -1 ? -1 : same && got == 0;
}

void
record_text(struct sok_reader *reader, struct sok_text *lines,
    struct sok_str text, enum record_owner owner)
{
	bool header = owner == RECORD_OF_HEADER;
	/* Keys of games do not name variants. */
	const char *game = owner == RECORD_OF_GAME ? "Sokoban" : NULL;
	struct sok_arena *arena = header ? &reader->life : &reader->arena;

	if (reader_fails(reader, foreign_lines(lines, text, arena) == -1) ||
	    is_plain_text(lines))
		return;
	int same = record_stands(lines, header, game, reader->options.limits);
	if (same == 0)
		same = sok_text_foreign(lines, text, arena);
	reader_fails(reader, same == -1);
}

/* ---- a puzzle */

/* A title or author, cut at the limit of titles. */
static struct sok_str
limited(struct sok_reader *reader, const struct record *rec, const char *what,
    struct sok_str s)
{
	size_t most = reader->options.limits->v[SOK_LIMIT_TITLE];

	if (s.len > most)
		reader_report(reader, SOK_LIMIT_RULE, rec->line, 1,
		    "%s of %zu bytes is cut at %zu, the limit `title`", what,
		    s.len, most);
	return sok_str_clip(s, most);
}

/* A title on one line. */
static struct sok_str
flat(struct sok_reader *reader, struct sok_str s)
{
	s = sok_str_trim(s);
	if (title_fits_line(s) || s.len == 0)
		return s;
	return sok_str_trim(
	    reader_made(reader, foreign_flat(s, &reader->arena)));
}

/* Set a title as a line, else as a new key, else as a comment. */
static void
set_title(struct sok_reader *reader, struct sok_str title, struct sok_str *line,
    struct sok_text *text)
{
	*line = SOK_STR("");
	title = sok_str_trim(title);
	if (title_fits_line(title) ||
	    sok_text_get(text, SOK_STR("Title")).s == NULL) {
		reader_fails(reader,
		    sok_title_set(line, text, title, &reader->arena) == -1);
		return;
	}
	title = flat(reader, title);
	if (title.len > 0)
		reader_comment(reader, text, &(struct sok_text){&title, 1});
}

#define SHOWN 65536 /* most bytes of it in a message */

/* Report that a field is dropped because it contradicts another one. */
static void
compare_stated(struct sok_reader *reader, const struct record *rec,
    unsigned once, const char *what, struct sok_str value, const char *as,
    struct sok_str other)
{
	if (value.len == 0 || sok_str_eq(value, other) ||
	    !reader_once(reader, once))
		return;
	value = sok_str_clip(value, SHOWN);
	other = sok_str_clip(other, SHOWN);
	reader_report(reader, SOK_LOSSY_RULE, rec->line, 1,
	    "the %s `%.*s` is dropped, because %s `%.*s`", what, (int)value.len,
	    value.s, as, (int)other.len, other.s);
}

void
record_author(struct sok_reader *reader, const struct record *rec,
    struct sok_text *text, struct sok_str other, struct sok_arena *arena)
{
	const struct sok_str name = SOK_STR("Author");
	struct sok_str own = sok_text_get(text, name);
	struct sok_str author = flat(reader, rec->author);

	if (own.s != NULL)
		compare_stated(reader, rec, ONCE_AUTHOR, "author", author,
		    "the text says", own);
	else if (author.len > 0 && !sok_str_eq(author, other)) {
		author = limited(reader, rec, "an author", author);
		reader_fails(reader, key_add(text, name, author, arena) == -1);
	}
}

/* Set the variant: of the text, else of the record, else of the header. */
static void
set_game(struct sok_reader *reader, const struct record *rec,
    const struct sok_text *header)
{
	struct sok_text *text = &reader->puzzle.text;
	struct naming own = key_naming(text), all = key_naming(header);
	struct sok_str game = flat(reader, rec->play);
	struct naming stated = naming_of(game, NAMING_GAME);
	bool known = naming_any(&stated);

	if (rec->states_games) {
		all = (struct naming){.grid = false};
		stated.grid |= game.len == 0;
	}

	if (naming_any(&own) &&
	    naming_over(own, stated).variant !=
	        naming_over(stated, own).variant)
		compare_stated(reader, rec, ONCE_GAME, "game", game,
		    "the text says", own.name);
	/* The game of a record is complete, unlike that of a header. */
	stated.players |= stated.grid;
	reader->stated = naming_over(stated, all);
	if (game.len == 0 || own.grid || (stated.variant & SOK_MULTIBAN) ||
	    !reader->puzzle.has_board || sok_str_eq(game, all.name))
		return;
	if (!known || stated.variant == SOK_UNSUPPORTED ||
	    (naming_any(&all) && all.variant != stated.variant))
		reader_fails(reader,
		    key_add(text, SOK_STR("Game"), game, &reader->arena) == -1);
}

static struct sok_pos
place_of(const struct sok_reader *reader, const struct record *rec, size_t col)
{
	return rec->source.line > 0 ? rec->source
	                            : (struct sok_pos){reader->options.name,
	                                  rec->line, col > 0 ? col : 1};
}

/* Decode the moves; false (reported) if they are not moves. */
static bool
make_moves(struct sok_reader *reader, struct record *rec,
    const struct record_game *from, struct sok_game *game)
{
	struct sok_rle_error fault = {.rule = SOK_SYNTAX_RULE, .at = 0};
	struct sok_buf buf = {0};
	struct sok_arena *arena = &reader->arena;
	size_t col = from->col;
	int got = rle_decode_game(&buf, from->moves, rec->letters,
	    reader->options.limits, &rec->decoded, &fault);

	if (got == 0)
		game->moves =
		    reader_made(reader, sok_str_dup(arena, sok_buf_str(&buf)));
	sok_buf_free(&buf);
	if (got == -1 && !reader_fails(reader, fault.message == NULL))
		reader_report(reader, fault.rule, rec->line,
		    col ? col + fault.at : 0,
		    "%s; the moves were kept as a comment", fault.message);
	if (got == -1)
		return false;
	game->letters_only = sok_moves_plain(game->moves);
	if (sok_moves_first(game->moves) > game->moves.len) {
		reader_report(reader, SOK_SYNTAX_RULE, rec->line, col,
		    "a game without moves was kept as a comment");
		return false;
	}

	game->pos = place_of(reader, rec, col);
	if (col == 0 || rec->source.line > 0)
		return true;
	game->source = sok_arena_alloc(arena, 1, sizeof(*game->source));
	if (reader_fails(reader, game->source == NULL))
		return true;
	*game->source = (struct sok_source){from->moves, rec->line, col};
	game->nsource = 1;
	return true;
}

static void
make_games(struct sok_reader *reader, struct record *rec)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_text inside = {NULL, 0};
	struct sok_buf kept = {0};
	enum sok_variant variant = SOK_SOKOBAN;

	reader_fails(reader,
	    variant_find(reader, &puzzle->text, &puzzle->board, &variant) ==
	        -1);
	bool is_squares = sok_variant_grid(variant) == SOK_SQUARES;
	rec->letters = is_squares ? SOK_RLE_MOVES : SOK_RLE_VARIANT_MOVES;
	puzzle->game = sok_arena_zalloc(
	    &reader->arena, rec->ngames, sizeof(*puzzle->game));
	if (reader_fails(reader, puzzle->game == NULL))
		return;
	for (size_t i = 0; i < rec->ngames; i++) {
		const struct record_game *from = &rec->game[i];
		const struct sok_str part[] = {
		    from->name, from->moves, from->text};
		struct sok_game *game = &puzzle->game[puzzle->ngames];

		if (make_moves(reader, rec, from, game)) {
			puzzle->ngames++;
			record_text(
			    reader, &game->text, from->text, RECORD_OF_GAME);
			set_title(reader,
			    limited(reader, rec, "a title", from->name),
			    &game->title_line, &game->text);
			continue;
		}
		for (size_t j = 0; j < SOK_COUNT(part); j++) {
			sok_buf_add(&kept, part[j]);
			if (part[j].len > 0)
				sok_buf_addc(&kept, '\n');
		}
	}
	/* Fields that are not games become one comment. */
	int got = foreign_lines(&inside, sok_buf_str(&kept), &reader->arena);
	reader_fails(reader, kept.failed || got == -1);
	if (inside.n > 0)
		reader_comment(reader, &puzzle->text, &inside);
	sok_buf_free(&kept);
}

/* Make a board of the rows, if they are one (else reported). */
static void
make_board(struct sok_reader *reader, const struct record *rec)
{
	struct sok_pos at = reader->puzzle.pos;
	const struct sok_row place = {at.line, at.col, .rle = true};
	size_t n = rec->nrows, y, x = 0;

	while (n > 0 && rec->row[n - 1].len == 0)
		n--;
	if (n == 0 || rec->broken)
		return;
	if (reader_board(reader, rec->row, at.line, n, &y, &x)) {
		for (size_t i = 0; i < n; i++)
			reader->puzzle.board.row[i] = place;
	} else if (y < n) {
		reader_report(reader, SOK_SYNTAX_RULE, rec->line, rec->col,
		    "column %zu of row %zu is not a square; the board was kept "
		    "as a comment",
		    x + 1, y + 1);
	}
}

/* Set the title of the puzzle, and the title line that a key hides; or keep
 * rows that are not a board, with the title unless the text has it. */
static void
set_titles(struct sok_reader *reader, const struct record *rec)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_str key = sok_text_get(&puzzle->text, SOK_STR("Title"));
	struct sok_str title = sok_str_trim(rec->title);
	struct sok_str line = sok_str_trim(rec->title_line);
	bool needed =
	    puzzle->has_board ? key.s == NULL : !sok_str_eq(title, key);

	if (title.len > 0 && needed) {
		compare_stated(reader, rec, ONCE_TITLE, "title line", line,
		    "the title is", title);
		line = title;
	} else if (puzzle->has_board && !sok_str_eq(title, line)) {
		compare_stated(reader, rec, ONCE_TITLE, "title", title,
		    "the text says", key);
	}
	line = limited(reader, rec, "a title", line);
	if (puzzle->has_board)
		set_title(reader, line, &puzzle->title_line, &puzzle->text);
	else if (rec->nrows + line.len > 0)
		reader_keep(reader, line, rec->row, rec->nrows);
}

/* Set where the text adjoins the board.  Beside a board that is open, or
 * without one player, it would make text of the rows. */
static void
set_adjoins(struct sok_reader *reader, const struct record *rec)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	bool both = sok_str_eq(rec->adjoins, SOK_STR("both"));
	bool above = both || sok_str_eq(rec->adjoins, SOK_STR("above"));
	bool below = both || sok_str_eq(rec->adjoins, SOK_STR("below"));
	int x, y;

	if ((!above && !below) || !puzzle->has_board ||
	    puzzle->board.players != 1)
		return;
	int closed = sok_board_closed(&puzzle->board, &x, &y, &reader->arena);
	if (reader_fails(reader, closed == -1) || closed == 0)
		return;
	puzzle->adjoins_above = above;
	puzzle->adjoins_below = below;
}

void
record_puzzle(struct sok_reader *reader, struct record *rec,
    const struct sok_text *header)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	const struct sok_str name = SOK_STR("Author");

	puzzle->pos = place_of(reader, rec, rec->col);
	record_text(reader, &puzzle->text, rec->text, RECORD_OF_PUZZLE);
	make_board(reader, rec);
	set_titles(reader, rec);
	set_adjoins(reader, rec);

	/* Set an author whom neither the text nor the current header names; the
	 * puzzle came from below another header.  Without a board the text may
	 * be written below another puzzle, which has its own author. */
	struct sok_str all = sok_text_get(header, name);
	struct sok_str author = sok_str_trim(rec->author);
	if (puzzle->has_board)
		record_author(reader, rec, &puzzle->text, all, &reader->arena);
	else if (author.len > 0 && !sok_str_eq(author, all) &&
	    !sok_str_eq(author, sok_text_get(&puzzle->text, name)) &&
	    reader_once(reader, ONCE_AUTHOR))
		reader_report(reader, SOK_LOSSY_RULE, rec->line, 1,
		    "the author `%.*s` is dropped, because there is no board",
		    (int)author.len, author.s);

	set_game(reader, rec, header);
	if (rec->ngames > 0)
		make_games(reader, rec);
	if (!puzzle->has_board && puzzle->ngames > 0)
		reader_report(reader, SOK_MOVES_WITHOUT_BOARD_RULE, rec->line,
		    rec->game[0].col > 0 ? rec->game[0].col : 1,
		    "there is no board above these moves");
}
