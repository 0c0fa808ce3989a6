/* block.c - reads puzzles into blocks of memory, and boards into one array. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "block_private.h"

/* ---- memory that grows */

/* Make room for more objects after n: false, with b->error set, on ENOMEM. */
static bool
room(struct block *b, void *array, size_t n, size_t more, size_t *cap,
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
		b->error = ENOMEM;
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
add(struct block *b, struct sok_str s)
{
	struct span span = {b->ntext, s.len};

	if (s.len == 0 || !room(b, &b->text, b->ntext, s.len, &b->text_cap, 1))
		return (struct span){b->ntext, 0};
	memcpy(b->text + b->ntext, s.s, s.len);
	b->ntext += s.len;
	return span;
}

/* Append lines, with LF between them. */
static struct span
add_text(struct block *b, const struct sok_text *t)
{
	struct span span = {b->ntext, 0};

	for (size_t i = 0; i < t->n; i++) {
		if (i > 0)
			(void)add(b, SOK_STR("\n"));
		(void)add(b, t->line[i]);
	}
	span.len = b->ntext - span.at;
	return span;
}

/* The index of a file's name, which is mostly that of the one before. */
static size_t
add_file(struct block *b, const char *file)
{
	struct sok_str name = sok_str(file == NULL ? "" : file);

	if (b->nfiles > 0) {
		struct span last = b->file[b->nfiles - 1];

		if (last.len == name.len &&
		    memcmp(b->text + last.at, name.s, name.len) == 0)
			return b->nfiles - 1;
	}
	if (!ROOM(b, file, 1))
		return 0;
	b->file[b->nfiles] = add(b, name);
	return b->nfiles++;
}

struct block *
block_new(void)
{
	struct block *b = calloc(1, sizeof(*b));

	if (b != NULL)
		b->bad = -1;
	/* cffi does not like NULL where a slice of memory begins. */
	if (b != NULL &&
	    (!room(b, &b->text, 0, 1, &b->text_cap, 1) ||
	        !room(b, &b->square, 0, 1, &b->square_cap, 1))) {
		block_free(b);
		errno = ENOMEM;
		return NULL;
	}
	return b;
}

void
block_free(struct block *b)
{
	if (b == NULL)
		return;
	free(b->puzzle);
	free(b->game);
	free(b->finding);
	free(b->header);
	free(b->file);
	free(b->text);
	free(b->square);
	free(b->row);
	free(b);
}

void
block_add_finding(void *ctx, const struct sok_finding *f)
{
	struct block *b = *(struct block **)ctx;

	if (b == NULL || !ROOM(b, finding, 1))
		return;
	if (f->severity == SOK_ERROR && b->bad == -1)
		b->bad = (ptrdiff_t)b->nfindings;
	struct block_finding *to = &b->finding[b->nfindings++];
	*to = (struct block_finding){.rule = (int)f->rule,
	    .severity = (int)f->severity,
	    .line = f->pos.line,
	    .col = f->pos.col,
	    .puzzle = f->puzzle == NULL ? -1 : (ptrdiff_t)b->npuzzles,
	    .game = -1};
	if (f->puzzle != NULL && f->game >= f->puzzle->game &&
	    f->game < f->puzzle->game + f->puzzle->ngames)
		to->game = f->game - f->puzzle->game;
	/* The text and the files may move. */
	struct span message = add(b, f->message);
	size_t file = add_file(b, f->pos.file);
	to->message = message;
	to->file = file;
}

/* ---- reading */

struct block_reader *
block_reader_open(const char *path, const char *bytes, size_t n,
    const char *name, const char *format, const char *charset, const char *game)
{
	struct sok_read_options o = {.charset = charset, .game = game};
	struct block_reader *r;

	if (format != NULL) {
		o.format = sok_format_find(sok_str(format));
		if (o.format == NULL || !(o.format->flags & SOK_CAN_READ)) {
			errno = EINVAL;
			return NULL;
		}
	}
	o.name = name;
	r = calloc(1, sizeof(*r));
	if (r == NULL)
		return NULL;
	r->sink = (struct sok_sink){.fn = block_add_finding, .ctx = &r->block};
	r->sok = path != NULL
	    ? sok_reader_open_path(path, &o, &r->sink)
	    : sok_reader_open_memory((struct sok_str){bytes, n}, &o, &r->sink);
	if (r->sok == NULL) {
		int error = errno;

		free(r);
		errno = error;
		return NULL;
	}
	return r;
}

void
block_reader_close(struct block_reader *r)
{
	if (r == NULL)
		return;
	r->block = NULL;
	sok_reader_close(r->sok);
	sok_arena_free(&r->scratch);
	free(r);
}

/* Copy a header, unless the last one is of the same file. */
static size_t
add_header(struct block_reader *r, struct block *b, const struct sok_header *h)
{
	if (b->nheaders > 0 && r->header_file == h->file)
		return b->nheaders - 1;
	if (!ROOM(b, header, 1))
		return 0;
	r->header_file = h->file;
	b->header[b->nheaders] = (struct block_header){
	    .text = add_text(b, &h->text),
	    .author = add(b, h->author),
	    .copyright = add(b, h->copyright),
	    .game = add(b, h->game),
	    .boxorder = add(b, h->boxorder),
	    .goalorder = add(b, h->goalorder),
	    .variant = (int)h->variant,
	};
	return b->nheaders++;
}

static void
add_game(struct block *b, const struct sok_game *g)
{
	if (!ROOM(b, game, 1))
		return;
	b->game[b->ngames++] = (struct block_game){
	    .title_line = add(b, g->title_line),
	    .title = add(b, g->title),
	    .moves = add(b, g->moves),
	    .text = add_text(b, &g->text),
	    .line = g->pos.line,
	    .col = g->pos.col,
	    .number = g->number,
	    .letters_only = g->letters_only,
	};
}

/* Whether the rows are one below the other, which needs no array. */
static bool
are_regular(const struct sok_board *b)
{
	const struct sok_row *first = b->row;
	bool odd = first->line == 0;

	for (size_t i = 0; i < (size_t)b->height; i++)
		odd |= first[i].line != first->line + i ||
		    first[i].col != first->col || first[i].rle || first[i].tab;
	return !odd;
}

static void
add_board(
    struct block *b, struct block_puzzle *to, const struct sok_board *from)
{
	size_t n = sok_board_size(from), rows = (size_t)from->height;

	to->width = from->width;
	to->height = from->height;
	to->grid = (int)from->grid;
	to->players = from->players;
	to->boxes = from->boxes;
	to->goals = from->goals;
	to->square = b->nsquares;
	to->row = b->nrows;
	if (!ROOM(b, square, n))
		return;
	if (n > 0)
		memcpy(b->square + b->nsquares, from->sq, n);
	b->nsquares += n;
	if (from->row == NULL || rows == 0)
		return;
	if (are_regular(from)) {
		to->row_line = from->row->line;
		to->row_col = from->row->col;
		return;
	}
	if (!ROOM(b, row, rows))
		return;
	memcpy(b->row + b->nrows, from->row, rows * sizeof(*b->row));
	b->nrows += rows;
	to->nrows = rows;
}

static void
add_puzzle(struct block_reader *r, struct block *b, const struct sok_puzzle *p,
    size_t finding)
{
	if (!ROOM(b, puzzle, 1))
		return;
	struct block_puzzle *to = &b->puzzle[b->npuzzles];
	*to = (struct block_puzzle){
	    .number = p->number,
	    .line = p->pos.line,
	    .col = p->pos.col,
	    .file = add_file(b, p->pos.file),
	    .header = add_header(r, b, p->header),
	    .has_board = p->has_board,
	    .variant = (int)p->variant,
	    .title_line = add(b, p->title_line),
	    .title = add(b, p->title),
	    .author = add(b, sok_puzzle_author(p)),
	    .text = add_text(b, &p->text),
	    .game = b->ngames,
	    .ngames = p->ngames,
	    .finding = finding,
	    .nfindings = b->nfindings - finding,
	};
	if (p->has_board)
		add_board(b, to, &p->board);
	for (size_t i = 0; i < p->ngames; i++)
		add_game(b, &p->game[i]);
	b->npuzzles++;
}

/* What could not be read, and why. */
static void
add_fault(struct block *b, const struct sok_reader *r, int error)
{
	const char *fault = sok_reader_fault(r), *name = sok_reader_name(r);

	b->error = error;
	b->fault = add(b, sok_str(fault != NULL ? fault : strerror(error)));
	b->fault_file = add(b, sok_str(name != NULL ? name : ""));
}

/* A block ends when it has so much text, as puzzles may be large. */
#define ENOUGH_TEXT 4194304

struct block *
block_read(struct block_reader *r, size_t most, bool check)
{
	struct block *b = block_new();
	struct sok_puzzle *p;
	int got = 1;

	if (b == NULL)
		return NULL;
	r->block = b;
	while (b->error == 0 && b->npuzzles < most && b->ntext < ENOUGH_TEXT &&
	    b->nsquares < ENOUGH_TEXT) {
		size_t finding = b->nfindings;

		got = sok_read(r->sok, &p);
		if (got != 1)
			break;
		/* Lines over a limit, which are only copied by programs. */
		if (!p->has_board && p->ngames == 0) {
			for (; finding < b->nfindings; finding++)
				b->finding[finding].puzzle = -1;
			continue;
		}
		if (check && sok_check(p, NULL, &r->sink, &r->scratch) == -1)
			b->error = errno;
		sok_arena_reset(&r->scratch);
		add_puzzle(r, b, p, finding);
	}
	if (got == -1)
		add_fault(b, r->sok, errno);
	b->ended = got == 0;
	r->block = NULL;
	return b;
}

/* ---- boards only */

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
first_error(void *ctx, const struct sok_finding *f)
{
	struct block_boards *b = ctx;

	if (f->severity != SOK_ERROR || b->bad || !b->strict)
		return;
	b->bad = true;
	b->message = copy(f->message);
	b->file = copy(sok_str(f->pos.file == NULL ? "" : f->pos.file));
	b->rule = copy(sok_str(sok_rules[f->rule].name));
	b->line = f->pos.line;
}

/* Append a board: false if it cannot be. */
static bool
append(struct block_boards *b, const struct sok_puzzle *p)
{
	size_t size = sok_board_size(&p->board);

	if (b->n == 0) {
		b->width = p->board.width;
		b->height = p->board.height;
	}
	if (p->board.width != b->width || p->board.height != b->height) {
		b->other_size = true;
		b->other_width = p->board.width;
		b->other_height = p->board.height;
		b->file = copy(sok_str(p->pos.file == NULL ? "" : p->pos.file));
		b->line = p->pos.line;
		return false;
	}
	if ((b->n + 1) * size > b->cap) {
		size_t cap = (b->n + 1) * size * 2 + 65536;
		unsigned char *grown = realloc(b->square, cap);

		if (grown == NULL) {
			b->error = ENOMEM;
			return false;
		}
		b->square = grown;
		b->cap = cap;
	}
	if (size > 0)
		memcpy(b->square + b->n * size, p->board.sq, size);
	b->n++;
	return true;
}

struct block_boards *
block_read_boards(struct block_reader *r, bool strict)
{
	struct block_boards *b = calloc(1, sizeof(*b));
	struct sok_puzzle *p;
	int got = 0;

	if (b == NULL)
		return NULL;
	b->strict = strict;
	r->sink.fn = first_error;
	r->sink.ctx = b;
	while ((got = sok_read(r->sok, &p)) == 1 && !b->bad)
		if (p->has_board && !append(b, p))
			break;
	if (got == -1) {
		const char *fault = sok_reader_fault(r->sok);
		int error = errno;

		b->error = error;
		free(b->message);
		free(b->file);
		b->message =
		    copy(sok_str(fault != NULL ? fault : strerror(error)));
		b->file = copy(sok_str(sok_reader_name(r->sok)));
	}
	r->sink.fn = block_add_finding;
	r->sink.ctx = &r->block;
	return b;
}

void
block_boards_free(struct block_boards *b)
{
	if (b == NULL)
		return;
	free(b->square);
	free(b->message);
	free(b->file);
	free(b->rule);
	free(b);
}
