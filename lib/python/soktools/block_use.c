/* block_use.c - makes puzzles for the library from a block, and has them
 * checked, replayed, identified and written. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "block_private.h"

/* ---- from a block to a puzzle */

/* A part of the text of a block. */
static struct sok_str
slice(const struct block *block, struct span span)
{
	return (struct sok_str){block->text + span.at, span.len};
}

/* Split lines that were joined by LF: 0, -1 on ENOMEM. */
static int
split_text(struct sok_text *text, struct sok_str s, struct sok_arena *arena)
{
	size_t n = s.len > 0, i = 0;

	for (size_t at = 0; at < s.len; at++)
		n += s.s[at] == '\n';
	text->line = sok_arena_alloc(arena, n, sizeof(*text->line));
	text->n = n;
	if (text->line == NULL)
		return -1;
	while (i < n) {
		const char *end = memchr(s.s, '\n', s.len);
		size_t len = end == NULL ? s.len : (size_t)(end - s.s);

		text->line[i++] = (struct sok_str){s.s, len};
		len += end != NULL;
		s = (struct sok_str){s.s + len, s.len - len};
	}
	return 0;
}

/* A copy of a part of the text with a terminating NUL; NULL on ENOMEM. */
static char *
terminated(const struct block *block, struct span span, struct sok_arena *arena)
{
	char *s = sok_arena_alloc(arena, span.len + 1, 1);

	if (s == NULL)
		return NULL;
	memcpy(s, block->text + span.at, span.len);
	s[span.len] = '\0';
	return s;
}

/* Make a game that refers to the block: 0, -1 on ENOMEM. */
static int
make_game(const struct block *block, const struct block_game *from,
    struct sok_game *game, const char *file, struct sok_arena *arena)
{
	*game = (struct sok_game){
	    .title_line = slice(block, from->title_line),
	    .title = slice(block, from->title),
	    .moves = slice(block, from->moves),
	    .letters_only = from->letters_only,
	    .pos = {.file = file, .line = from->line, .col = from->col},
	    .number = from->number,
	};
	return split_text(&game->text, slice(block, from->text), arena);
}

/* The same for a header. */
static int
make_header(const struct block *block, const struct block_header *from,
    struct sok_header *header, const char *file, struct sok_arena *arena)
{
	*header = (struct sok_header){
	    .variant = (enum sok_variant)from->variant,
	    .author = slice(block, from->author),
	    .copyright = slice(block, from->copyright),
	    .game = slice(block, from->game),
	    .boxorder = slice(block, from->boxorder),
	    .goalorder = slice(block, from->goalorder),
	    .file = file,
	};
	return split_text(&header->text, slice(block, from->text), arena);
}

/* The same for a board. */
static int
make_board(const struct block *block, const struct block_puzzle *from,
    struct sok_board *board, struct sok_arena *arena)
{
	size_t rows = (size_t)from->height;

	*board = (struct sok_board){
	    .width = from->width,
	    .height = from->height,
	    .grid = (enum sok_grid)from->grid,
	    .players = from->players,
	    .boxes = from->boxes,
	    .goals = from->goals,
	    .sq = block->square + from->square,
	    .row = from->nrows > 0 ? block->row + from->row : NULL,
	};
	if (from->row_line == 0)
		return 0;
	board->row = sok_arena_zalloc(arena, rows, sizeof(*board->row));
	if (board->row == NULL)
		return -1;
	for (size_t i = 0; i < rows; i++) {
		board->row[i].line = from->row_line + i;
		board->row[i].col = from->row_col;
	}
	return 0;
}

/* A puzzle that refers to the block, which must not grow meanwhile; NULL on
 * ENOMEM. */
static struct sok_puzzle *
make(const struct block *block, size_t i, struct sok_arena *arena)
{
	const struct block_puzzle *from = &block->puzzle[i];
	struct sok_puzzle *puzzle = sok_arena_zalloc(arena, 1, sizeof(*puzzle));
	struct sok_header *header = sok_arena_zalloc(arena, 1, sizeof(*header));
	char *file = terminated(block, block->file[from->file], arena);

	if (puzzle == NULL || header == NULL || file == NULL ||
	    make_header(block, &block->header[from->header], header, file,
	        arena) == -1 ||
	    split_text(&puzzle->text, slice(block, from->text), arena) == -1)
		return NULL;
	puzzle->number = from->number;
	puzzle->pos = (struct sok_pos){file, from->line, from->col};
	puzzle->title_line = slice(block, from->title_line);
	puzzle->title = slice(block, from->title);
	puzzle->has_board = from->has_board;
	puzzle->variant = (enum sok_variant)from->variant;
	puzzle->header = header;
	if (puzzle->has_board &&
	    make_board(block, from, &puzzle->board, arena) == -1)
		return NULL;
	puzzle->game =
	    sok_arena_alloc(arena, from->ngames, sizeof(*puzzle->game));
	puzzle->ngames = from->ngames;
	if (puzzle->game == NULL)
		return NULL;
	for (size_t n = 0; n < puzzle->ngames; n++)
		if (make_game(block, &block->game[from->game + n],
		        &puzzle->game[n], file, arena) == -1)
			return NULL;
	return puzzle;
}

/* ---- what is done with one */

struct block *
block_check(const struct block *block, size_t i)
{
	struct block *to = block_new();
	struct sok_sink sink = {.fn = block_add_finding, .ctx = &to};
	struct sok_arena arena = {0}, scratch = {0};
	struct sok_puzzle *puzzle = to == NULL ? NULL : make(block, i, &arena);

	if (to != NULL &&
	    (puzzle == NULL || sok_check(puzzle, NULL, &sink, &scratch) == -1))
		to->error = errno;
	sok_arena_free(&arena);
	sok_arena_free(&scratch);
	return to;
}

int
block_identity(
    const struct block *block, size_t i, uint64_t *exact, uint64_t *unique)
{
	struct sok_arena arena = {0}, scratch = {0};
	struct sok_puzzle *puzzle = make(block, i, &arena);
	struct sok_id id = {.exact = 0};
	int got = puzzle == NULL ? -1 : sok_identity(puzzle, &id, &scratch);

	*exact = id.exact;
	*unique = id.unique;
	sok_arena_free(&arena);
	sok_arena_free(&scratch);
	return got;
}

/* Make a game of moves that a user gives: -1 with EILSEQ and *at. */
static int
read_moves(const struct sok_puzzle *puzzle, struct sok_str moves,
    struct sok_buf *out, struct sok_game *game, size_t *at)
{
	enum sok_grid grid =
	    sok_variant_grid(sok_variant_base(puzzle->variant));
	bool own =
	    grid == SOK_SQUARES && !((unsigned)puzzle->variant & SOK_MULTIBAN);
	struct sok_rle_error fault = {.at = 0};

	if (sok_rle_decode(out, moves,
	        own ? SOK_RLE_MOVES : SOK_RLE_VARIANT_MOVES,
	        &sok_default_limits, &fault) == -1) {
		*at = fault.at;
		errno = fault.message == NULL ? ENOMEM : EILSEQ;
		return -1;
	}
	*game = (struct sok_game){
	    .moves = sok_buf_str(out), .letters_only = true, .number = 1};
	for (size_t i = 0; i < game->moves.len; i++)
		if (strchr("udlrUDLR", game->moves.s[i]) == NULL)
			game->letters_only = false;
	return 0;
}

int
block_replay(const struct block *block, size_t i, size_t game,
    const char *moves, size_t n, struct block_replay *to, size_t *at)
{
	const struct sok_replay_options options = {.no_final = true};
	struct sok_arena arena = {0};
	struct sok_puzzle *puzzle = make(block, i, &arena);
	struct sok_game given = {.number = 1}, *replayed = &given;
	struct sok_buf decoded = {0};
	struct sok_replay played;
	int got = puzzle == NULL ? -1 : 0;

	if (got == 0 && moves != NULL)
		got = read_moves(
		    puzzle, (struct sok_str){moves, n}, &decoded, &given, at);
	else if (got == 0)
		replayed = &puzzle->game[game];
	if (got == 0)
		got = sok_replay(puzzle, replayed, &options, &played, &arena);
	if (got == 0)
		*to = (struct block_replay){
		    .verdict = (int)played.verdict,
		    .mode = (int)played.mode,
		    .moves = played.at.moves,
		    .pushes = played.at.pushes,
		    .lines = played.at.lines,
		    .changes = played.at.changes,
		    .sessions = played.at.sessions,
		    .player_lines = played.at.player_lines,
		    .total_moves = played.total_moves,
		    .total_pushes = played.total_pushes,
		    .fail_move = played.fail_move,
		    .solved_at = played.solved_at,
		    .boxes_off = played.boxes_off,
		    .reason = played.reason,
		    .problem = played.problem < SOK_NRULES
		        ? sok_rules[played.problem].name
		        : NULL,
		};
	int error = errno;
	sok_buf_free(&decoded);
	sok_arena_free(&arena);
	errno = error;
	return got;
}

/* ---- writing */

struct block_writer {
	struct sok_buf buf;
	struct sok_output *out;
	struct sok_writer *sok;
	struct sok_sink sink;
	struct block *block;
	bool header, closed;
};

struct block_writer *
block_writer_open(const char *format, bool strict)
{
	const struct sok_write_options options = {
	    .wrap = SOK_WRAP, .name = "<string>", .strict = strict};
	struct block_writer *writer = calloc(1, sizeof(*writer));
	int error;

	if (writer == NULL)
		return NULL;
	writer->block = block_new();
	writer->sink =
	    (struct sok_sink){.fn = block_add_finding, .ctx = &writer->block};
	writer->out =
	    writer->block == NULL ? NULL : sok_output_memory(&writer->buf);
	if (writer->out != NULL)
		writer->sok = sok_writer_open(sok_format_find(sok_str(format)),
		    writer->out, &options, &writer->sink);
	if (writer->sok != NULL)
		return writer;
	error = errno;
	block_writer_close(writer);
	errno = error;
	return NULL;
}

int
block_write(struct block_writer *writer, const struct block *block, size_t i)
{
	struct sok_arena arena = {0};
	struct sok_puzzle *puzzle = make(block, i, &arena);
	int got = puzzle == NULL ? -1 : 0;

	if (got == 0 && !writer->header)
		got = sok_write_header(writer->sok, puzzle->header);
	writer->header = true;
	if (got == 0)
		got = sok_write(writer->sok, puzzle);
	sok_arena_free(&arena);
	return got;
}

int
block_write_all(struct block_writer *writer, struct block_reader *reader)
{
	struct sok_puzzle *puzzle;
	const char *name = NULL;
	int got;

	reader->sink = writer->sink;
	while ((got = sok_read(reader->sok, &puzzle)) == 1) {
		const char *own = sok_reader_name(reader->sok);

		if (name != NULL && own != name) {
			errno = EXDEV;
			return -1;
		}
		name = own;
		if (!writer->header &&
		    sok_write_header(
		        writer->sok, sok_reader_header(reader->sok)) == -1)
			return -1;
		writer->header = true;
		if (sok_write(writer->sok, puzzle) == -1)
			return -1;
	}
	if (got == -1) {
		const char *fault = sok_reader_fault(reader->sok);
		struct sok_finding finding = {.rule = SOK_NOT_READ_RULE,
		    .severity = SOK_ERROR,
		    .pos = {.file = sok_reader_name(reader->sok)},
		    .message =
		        sok_str(fault != NULL ? fault : strerror(errno))};

		block_add_finding(&writer->block, &finding);
		return 0;
	}
	if (!writer->header)
		got = sok_write_header(
		    writer->sok, sok_reader_header(reader->sok));
	writer->header = true;
	return got;
}

struct block *
block_writer_end(struct block_writer *writer)
{
	struct block *block = writer->block;
	int strict = sok_writer_close(writer->sok);

	writer->sok = NULL;
	if (sok_output_close(writer->out, true) == -1 || strict == -1)
		block->error = errno;
	writer->out = NULL;
	/* The bytes take the place of the squares. */
	free(block->square);
	block->square = (unsigned char *)writer->buf.s;
	block->nsquares = writer->buf.len;
	writer->buf = (struct sok_buf){0};
	writer->block = NULL;
	return block;
}

void
block_writer_close(struct block_writer *writer)
{
	if (writer == NULL)
		return;
	(void)sok_writer_close(writer->sok);
	(void)sok_output_close(writer->out, false);
	sok_buf_free(&writer->buf);
	block_free(writer->block);
	free(writer);
}

/* ---- names */

const char *
block_rule_name(int rule)
{
	return sok_rules[rule].name;
}

const char *
block_severity_name(int severity)
{
	return sok_severity_name[severity];
}

const char *
block_verdict_name(int verdict)
{
	return sok_verdict_name[verdict];
}

const char *
block_mode_name(int mode)
{
	return sok_mode_name[mode];
}

const char *
block_variant_name(int variant)
{
	return sok_variant_name((enum sok_variant)variant);
}

bool
block_format_is_binary(const char *format)
{
	const struct sok_format *named = sok_format_find(sok_str(format));

	return named != NULL && named->flags & SOK_BINARY;
}

const char *
block_version(void)
{
	return sok_version();
}
