/* block.c - reads puzzles into blocks of memory, and boards into one array. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "block_private.h"

/* ---- memory that grows */

/* Make room for more objects after n: false, with block->error set, on ENOMEM.
 */
static bool
room(struct block *block, void *array, size_t n, size_t more, size_t *cap,
    size_t size)
{
	void **at = array, *grown;
	size_t want = *cap < 64 ? 64 : *cap;

	if (n + more <= *cap)
		return true;
	while (want < n + more)
		want *= 2;
	grown = realloc(*at, want * size);
	if (grown == NULL) {
		block->error = ENOMEM;
		return false;
	}
	*at = grown;
	*cap = want;
	return true;
}

#define ROOM(b, name, more) \
	room(b, &(b)->name, (b)->n##name##s, more, &(b)->name##_cap, \
	    sizeof(*(b)->name))

/* Append bytes to the text; an empty span on ENOMEM. */
static struct span
add(struct block *block, struct sok_str s)
{
	struct span span = {block->ntext, s.len};

	if (s.len == 0 ||
	    !room(
	        block, &block->text, block->ntext, s.len, &block->text_cap, 1))
		return (struct span){block->ntext, 0};
	memcpy(block->text + block->ntext, s.s, s.len);
	block->ntext += s.len;
	return span;
}

/* Append lines, with LF between them. */
static struct span
add_text(struct block *block, const struct sok_text *text)
{
	struct span span = {block->ntext, 0};

	for (size_t i = 0; i < text->n; i++) {
		if (i > 0)
			(void)add(block, SOK_STR("\n"));
		(void)add(block, text->line[i]);
	}
	span.len = block->ntext - span.at;
	return span;
}

/* The index of a file's name, which is mostly that of the one before. */
static size_t
add_file(struct block *block, const char *file)
{
	struct sok_str name = sok_str(file == NULL ? "" : file);

	if (block->nfiles > 0) {
		struct span last = block->file[block->nfiles - 1];

		if (last.len == name.len &&
		    memcmp(block->text + last.at, name.s, name.len) == 0)
			return block->nfiles - 1;
	}
	if (!ROOM(block, file, 1))
		return 0;
	block->file[block->nfiles] = add(block, name);
	return block->nfiles++;
}

struct block *
block_new(void)
{
	struct block *block = calloc(1, sizeof(*block));

	if (block != NULL)
		block->bad = -1;
	/* cffi does not like NULL where a slice of memory begins. */
	if (block != NULL &&
	    (!room(block, &block->text, 0, 1, &block->text_cap, 1) ||
	        !room(block, &block->square, 0, 1, &block->square_cap, 1))) {
		block_free(block);
		errno = ENOMEM;
		return NULL;
	}
	return block;
}

void
block_free(struct block *block)
{
	if (block == NULL)
		return;
	free(block->puzzle);
	free(block->game);
	free(block->finding);
	free(block->header);
	free(block->file);
	free(block->text);
	free(block->square);
	free(block->row);
	free(block);
}

void
block_add_finding(void *ctx, const struct sok_finding *from)
{
	struct block *block = *(struct block **)ctx;

	if (block == NULL || !ROOM(block, finding, 1))
		return;
	if (from->severity == SOK_ERROR && block->bad == -1)
		block->bad = (ptrdiff_t)block->nfindings;
	struct block_finding *to = &block->finding[block->nfindings++];
	*to = (struct block_finding){.rule = (int)from->rule,
	    .severity = (int)from->severity,
	    .line = from->pos.line,
	    .col = from->pos.col,
	    .puzzle = from->puzzle == NULL ? -1 : (ptrdiff_t)block->npuzzles,
	    .game = -1};
	if (from->puzzle != NULL && from->game >= from->puzzle->game &&
	    from->game < from->puzzle->game + from->puzzle->ngames)
		to->game = from->game - from->puzzle->game;
	/* The text and the files may move. */
	struct span message = add(block, from->message);
	size_t file = add_file(block, from->pos.file);
	to->message = message;
	to->file = file;
}

/* ---- reading */

struct block_reader *
block_reader_open(const char *path, const char *bytes, size_t n,
    const char *name, const char *format, const char *charset, const char *game)
{
	struct sok_read_options options = {.charset = charset, .game = game};
	struct block_reader *reader;

	if (format != NULL) {
		options.format = sok_format_find(sok_str(format));
		if (options.format == NULL ||
		    !(options.format->flags & SOK_CAN_READ)) {
			errno = EINVAL;
			return NULL;
		}
	}
	options.name = name;
	reader = calloc(1, sizeof(*reader));
	if (reader == NULL)
		return NULL;
	reader->sink =
	    (struct sok_sink){.fn = block_add_finding, .ctx = &reader->block};
	reader->sok = path != NULL
	    ? sok_reader_open_path(path, &options, &reader->sink)
	    : sok_reader_open_memory(
	          (struct sok_str){bytes, n}, &options, &reader->sink);
	if (reader->sok == NULL) {
		int error = errno;

		free(reader);
		errno = error;
		return NULL;
	}
	return reader;
}

void
block_reader_close(struct block_reader *reader)
{
	if (reader == NULL)
		return;
	reader->block = NULL;
	sok_reader_close(reader->sok);
	sok_arena_free(&reader->scratch);
	free(reader);
}

/* Copy a header, unless the last one is of the same file. */
static size_t
add_header(struct block_reader *reader, struct block *block,
    const struct sok_header *from)
{
	if (block->nheaders > 0 && reader->header_file == from->file)
		return block->nheaders - 1;
	if (!ROOM(block, header, 1))
		return 0;
	reader->header_file = from->file;
	block->header[block->nheaders] = (struct block_header){
	    .text = add_text(block, &from->text),
	    .author = add(block, from->author),
	    .copyright = add(block, from->copyright),
	    .game = add(block, from->game),
	    .boxorder = add(block, from->boxorder),
	    .goalorder = add(block, from->goalorder),
	    .variant = (int)from->variant,
	};
	return block->nheaders++;
}

static void
add_game(struct block *block, const struct sok_game *from)
{
	if (!ROOM(block, game, 1))
		return;
	block->game[block->ngames++] = (struct block_game){
	    .title_line = add(block, from->title_line),
	    .title = add(block, from->title),
	    .moves = add(block, from->moves),
	    .text = add_text(block, &from->text),
	    .line = from->pos.line,
	    .col = from->pos.col,
	    .number = from->number,
	    .letters_only = from->letters_only,
	};
}

/* Whether the rows are one below the other, which needs no array. */
static bool
are_regular(const struct sok_board *board)
{
	const struct sok_row *first = board->row;
	bool odd = first->line == 0;

	for (size_t i = 0; i < (size_t)board->height; i++)
		odd |= first[i].line != first->line + i ||
		    first[i].col != first->col || first[i].rle || first[i].tab;
	return !odd;
}

static void
add_board(
    struct block *block, struct block_puzzle *to, const struct sok_board *from)
{
	size_t n = sok_board_size(from), rows = (size_t)from->height;

	to->width = from->width;
	to->height = from->height;
	to->grid = (int)from->grid;
	to->players = from->players;
	to->boxes = from->boxes;
	to->goals = from->goals;
	to->square = block->nsquares;
	to->row = block->nrows;
	if (!ROOM(block, square, n))
		return;
	if (n > 0)
		memcpy(block->square + block->nsquares, from->sq, n);
	block->nsquares += n;
	if (from->row == NULL || rows == 0)
		return;
	if (are_regular(from)) {
		to->row_line = from->row->line;
		to->row_col = from->row->col;
		return;
	}
	if (!ROOM(block, row, rows))
		return;
	memcpy(
	    block->row + block->nrows, from->row, rows * sizeof(*block->row));
	block->nrows += rows;
	to->nrows = rows;
}

static void
add_puzzle(struct block_reader *reader, struct block *block,
    const struct sok_puzzle *from, size_t finding)
{
	if (!ROOM(block, puzzle, 1))
		return;
	struct block_puzzle *to = &block->puzzle[block->npuzzles];
	*to = (struct block_puzzle){
	    .number = from->number,
	    .line = from->pos.line,
	    .col = from->pos.col,
	    .file = add_file(block, from->pos.file),
	    .header = add_header(reader, block, from->header),
	    .has_board = from->has_board,
	    .variant = (int)from->variant,
	    .title_line = add(block, from->title_line),
	    .title = add(block, from->title),
	    .author = add(block, sok_puzzle_author(from)),
	    .text = add_text(block, &from->text),
	    .game = block->ngames,
	    .ngames = from->ngames,
	    .finding = finding,
	    .nfindings = block->nfindings - finding,
	};
	if (from->has_board)
		add_board(block, to, &from->board);
	for (size_t i = 0; i < from->ngames; i++)
		add_game(block, &from->game[i]);
	block->npuzzles++;
}

/* What could not be read, and why. */
static void
add_fault(struct block *block, const struct sok_reader *reader, int error)
{
	const char *fault = sok_reader_fault(reader),
	           *name = sok_reader_name(reader);

	block->error = error;
	block->fault =
	    add(block, sok_str(fault != NULL ? fault : strerror(error)));
	block->fault_file = add(block, sok_str(name != NULL ? name : ""));
}

/* A block ends when it has so much text, as puzzles may be large. */
#define ENOUGH_TEXT 4194304

struct block *
block_read(struct block_reader *reader, size_t most, bool check)
{
	struct block *block = block_new();
	struct sok_puzzle *puzzle;
	int got = 1;

	if (block == NULL)
		return NULL;
	reader->block = block;
	while (block->error == 0 && block->npuzzles < most &&
	    block->ntext < ENOUGH_TEXT && block->nsquares < ENOUGH_TEXT) {
		size_t finding = block->nfindings;

		got = sok_read(reader->sok, &puzzle);
		if (got != 1)
			break;
		/* Lines over a limit, which are only copied by programs. */
		if (!puzzle->has_board && puzzle->ngames == 0) {
			for (; finding < block->nfindings; finding++)
				block->finding[finding].puzzle = -1;
			continue;
		}
		if (check &&
		    sok_check(puzzle, NULL, &reader->sink, &reader->scratch) ==
		        -1)
			block->error = errno;
		sok_arena_reset(&reader->scratch);
		add_puzzle(reader, block, puzzle, finding);
	}
	if (got == -1)
		add_fault(block, reader->sok, errno);
	block->ended = got == 0;
	reader->block = NULL;
	return block;
}

/* ---- boards only */

/* A copy from malloc() with a terminating NUL; NULL on ENOMEM. */
static char *
copy(struct sok_str s)
{
	char *to = malloc(s.len + 1);

	if (to == NULL)
		return NULL;
	if (s.len > 0)
		memcpy(to, s.s, s.len);
	to[s.len] = '\0';
	return to;
}

/* Keep the first finding that is an error. */
static void
first_error(void *ctx, const struct sok_finding *finding)
{
	struct block_boards *boards = ctx;

	if (finding->severity != SOK_ERROR || boards->bad || !boards->strict)
		return;
	boards->bad = true;
	boards->message = copy(finding->message);
	boards->file =
	    copy(sok_str(finding->pos.file == NULL ? "" : finding->pos.file));
	boards->rule = copy(sok_str(sok_rules[finding->rule].name));
	boards->line = finding->pos.line;
}

/* Append a board: false if it cannot be. */
static bool
append(struct block_boards *boards, const struct sok_puzzle *puzzle)
{
	size_t size = sok_board_size(&puzzle->board);

	if (boards->n == 0) {
		boards->width = puzzle->board.width;
		boards->height = puzzle->board.height;
	}
	if (puzzle->board.width != boards->width ||
	    puzzle->board.height != boards->height) {
		boards->other_size = true;
		boards->other_width = puzzle->board.width;
		boards->other_height = puzzle->board.height;
		boards->file = copy(
		    sok_str(puzzle->pos.file == NULL ? "" : puzzle->pos.file));
		boards->line = puzzle->pos.line;
		return false;
	}
	if ((boards->n + 1) * size > boards->cap) {
		size_t cap = (boards->n + 1) * size * 2 + 65536;
		unsigned char *grown = realloc(boards->square, cap);

		if (grown == NULL) {
			boards->error = ENOMEM;
			return false;
		}
		boards->square = grown;
		boards->cap = cap;
	}
	if (size > 0)
		memcpy(
		    boards->square + boards->n * size, puzzle->board.sq, size);
	boards->n++;
	return true;
}

struct block_boards *
block_read_boards(struct block_reader *reader, bool strict)
{
	struct block_boards *boards = calloc(1, sizeof(*boards));
	struct sok_puzzle *puzzle;
	int got = 0;

	if (boards == NULL)
		return NULL;
	boards->strict = strict;
	reader->sink.fn = first_error;
	reader->sink.ctx = boards;
	while ((got = sok_read(reader->sok, &puzzle)) == 1 && !boards->bad)
		if (puzzle->has_board && !append(boards, puzzle))
			break;
	if (got == -1) {
		const char *fault = sok_reader_fault(reader->sok);
		int error = errno;

		boards->error = error;
		free(boards->message);
		free(boards->file);
		boards->message =
		    copy(sok_str(fault != NULL ? fault : strerror(error)));
		boards->file = copy(sok_str(sok_reader_name(reader->sok)));
	}
	reader->sink.fn = block_add_finding;
	reader->sink.ctx = &reader->block;
	return boards;
}

void
block_boards_free(struct block_boards *boards)
{
	if (boards == NULL)
		return;
	free(boards->square);
	free(boards->message);
	free(boards->file);
	free(boards->rule);
	free(boards);
}
