/* block_use.c - makes puzzles for the library from a block, and has them
 * checked, replayed, identified and written. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "block_private.h"

/* ---- from a block to a puzzle */

static struct sok_str
slice(const struct block *b, struct span span)
{
	return (struct sok_str){b->text + span.at, span.len};
}

/* Lines that were joined by LF. */
static int
split_text(struct sok_text *t, struct sok_str s, struct sok_arena *a)
{
	size_t n = s.len > 0, i = 0;

	for (size_t at = 0; at < s.len; at++)
		n += s.s[at] == '\n';
	t->line = sok_arena_alloc(a, n, sizeof(*t->line));
	t->n = n;
	if (t->line == NULL)
		return -1;
	while (i < n) {
		const char *end = memchr(s.s, '\n', s.len);
		size_t len = end == NULL ? s.len : (size_t)(end - s.s);

		t->line[i++] = (struct sok_str){s.s, len};
		len += end != NULL;
		s = (struct sok_str){s.s + len, s.len - len};
	}
	return 0;
}

static char *
terminated(const struct block *b, struct span span, struct sok_arena *a)
{
	char *s = sok_arena_alloc(a, span.len + 1, 1);

	if (s == NULL)
		return NULL;
	memcpy(s, b->text + span.at, span.len);
	s[span.len] = '\0';
	return s;
}

static int
make_game(const struct block *b, const struct block_game *from,
    struct sok_game *g, const char *file, struct sok_arena *a)
{
	*g = (struct sok_game){
	    .title_line = slice(b, from->title_line),
	    .title = slice(b, from->title),
	    .moves = slice(b, from->moves),
	    .letters_only = from->letters_only,
	    .pos = {.file = file, .line = from->line, .col = from->col},
	    .number = from->number,
	};
	return split_text(&g->text, slice(b, from->text), a);
}

static int
make_header(const struct block *b, const struct block_header *from,
    struct sok_header *h, const char *file, struct sok_arena *a)
{
	*h = (struct sok_header){
	    .variant = (enum sok_variant)from->variant,
	    .author = slice(b, from->author),
	    .copyright = slice(b, from->copyright),
	    .game = slice(b, from->game),
	    .boxorder = slice(b, from->boxorder),
	    .goalorder = slice(b, from->goalorder),
	    .file = file,
	};
	return split_text(&h->text, slice(b, from->text), a);
}

static int
make_board(const struct block *b, const struct block_puzzle *from,
    struct sok_board *board, struct sok_arena *a)
{
	size_t rows = (size_t)from->height;

	*board = (struct sok_board){
	    .width = from->width,
	    .height = from->height,
	    .grid = (enum sok_grid)from->grid,
	    .players = from->players,
	    .boxes = from->boxes,
	    .goals = from->goals,
	    .sq = b->square + from->square,
	    .row = from->nrows > 0 ? b->row + from->row : NULL,
	};
	if (from->row_line == 0)
		return 0;
	board->row = sok_arena_zalloc(a, rows, sizeof(*board->row));
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
make(const struct block *b, size_t i, struct sok_arena *a)
{
	const struct block_puzzle *from = &b->puzzle[i];
	struct sok_puzzle *p = sok_arena_zalloc(a, 1, sizeof(*p));
	struct sok_header *h = sok_arena_zalloc(a, 1, sizeof(*h));
	char *file = terminated(b, b->file[from->file], a);

	if (p == NULL || h == NULL || file == NULL ||
	    make_header(b, &b->header[from->header], h, file, a) == -1 ||
	    split_text(&p->text, slice(b, from->text), a) == -1)
		return NULL;
	p->number = from->number;
	p->pos = (struct sok_pos){file, from->line, from->col};
	p->title_line = slice(b, from->title_line);
	p->title = slice(b, from->title);
	p->has_board = from->has_board;
	p->variant = (enum sok_variant)from->variant;
	p->header = h;
	if (p->has_board && make_board(b, from, &p->board, a) == -1)
		return NULL;
	p->game = sok_arena_alloc(a, from->ngames, sizeof(*p->game));
	p->ngames = from->ngames;
	if (p->game == NULL)
		return NULL;
	for (size_t n = 0; n < p->ngames; n++)
		if (make_game(b, &b->game[from->game + n], &p->game[n], file,
		        a) == -1)
			return NULL;
	return p;
}

/* ---- what is done with one */

struct block *
block_check(const struct block *b, size_t i)
{
	struct block *to = block_new();
	struct sok_sink sink = {.fn = block_add_finding, .ctx = &to};
	struct sok_arena a = {0}, scratch = {0};
	struct sok_puzzle *p = to == NULL ? NULL : make(b, i, &a);

	if (to != NULL &&
	    (p == NULL || sok_check(p, NULL, &sink, &scratch) == -1))
		to->error = errno;
	sok_arena_free(&a);
	sok_arena_free(&scratch);
	return to;
}

int
block_identity(
    const struct block *b, size_t i, uint64_t *exact, uint64_t *unique)
{
	struct sok_arena a = {0}, scratch = {0};
	struct sok_puzzle *p = make(b, i, &a);
	struct sok_id id = {.exact = 0};
	int got = p == NULL ? -1 : sok_identity(p, &id, &scratch);

	*exact = id.exact;
	*unique = id.unique;
	sok_arena_free(&a);
	sok_arena_free(&scratch);
	return got;
}

/* Make a game of moves that a user gives: -1 with EILSEQ and *at. */
static int
read_moves(const struct sok_puzzle *p, struct sok_str moves,
    struct sok_buf *out, struct sok_game *g, size_t *at)
{
	enum sok_grid grid = sok_variant_grid(sok_variant_base(p->variant));
	bool own =
	    grid == SOK_SQUARES && !((unsigned)p->variant & SOK_MULTIBAN);
	struct sok_rle_error e = {.at = 0};

	if (sok_rle_decode(out, moves,
	        own ? SOK_RLE_MOVES : SOK_RLE_VARIANT_MOVES,
	        &sok_default_limits, &e) == -1) {
		*at = e.at;
		errno = e.message == NULL ? ENOMEM : EILSEQ;
		return -1;
	}
	*g = (struct sok_game){
	    .moves = sok_buf_str(out), .letters_only = true, .number = 1};
	for (size_t i = 0; i < g->moves.len; i++)
		if (strchr("udlrUDLR", g->moves.s[i]) == NULL)
			g->letters_only = false;
	return 0;
}

int
block_replay(const struct block *b, size_t i, size_t game, const char *moves,
    size_t n, struct block_replay *r, size_t *at)
{
	const struct sok_replay_options o = {.no_final = true};
	struct sok_arena a = {0};
	struct sok_puzzle *p = make(b, i, &a);
	struct sok_game given = {.number = 1}, *g = &given;
	struct sok_buf decoded = {0};
	struct sok_replay played;
	int got = p == NULL ? -1 : 0;

	if (got == 0 && moves != NULL)
		got = read_moves(
		    p, (struct sok_str){moves, n}, &decoded, &given, at);
	else if (got == 0)
		g = &p->game[game];
	if (got == 0)
		got = sok_replay(p, g, &o, &played, &a);
	if (got == 0)
		*r = (struct block_replay){
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
	sok_arena_free(&a);
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
	const struct sok_write_options o = {
	    .wrap = SOK_WRAP, .name = "<string>", .strict = strict};
	struct block_writer *w = calloc(1, sizeof(*w));
	int error;

	if (w == NULL)
		return NULL;
	w->block = block_new();
	w->sink = (struct sok_sink){.fn = block_add_finding, .ctx = &w->block};
	w->out = w->block == NULL ? NULL : sok_output_memory(&w->buf);
	if (w->out != NULL)
		w->sok = sok_writer_open(
		    sok_format_find(sok_str(format)), w->out, &o, &w->sink);
	if (w->sok != NULL)
		return w;
	error = errno;
	block_writer_close(w);
	errno = error;
	return NULL;
}

int
block_write(struct block_writer *w, const struct block *b, size_t i)
{
	struct sok_arena a = {0};
	struct sok_puzzle *p = make(b, i, &a);
	int got = p == NULL ? -1 : 0;

	if (got == 0 && !w->header)
		got = sok_write_header(w->sok, p->header);
	w->header = true;
	if (got == 0)
		got = sok_write(w->sok, p);
	sok_arena_free(&a);
	return got;
}

int
block_write_all(struct block_writer *w, struct block_reader *r)
{
	struct sok_puzzle *p;
	const char *name = NULL;
	int got;

	r->sink = w->sink;
	while ((got = sok_read(r->sok, &p)) == 1) {
		const char *own = sok_reader_name(r->sok);

		if (name != NULL && own != name) {
			errno = EXDEV;
			return -1;
		}
		name = own;
		if (!w->header &&
		    sok_write_header(w->sok, sok_reader_header(r->sok)) == -1)
			return -1;
		w->header = true;
		if (sok_write(w->sok, p) == -1)
			return -1;
	}
	if (got == -1) {
		const char *fault = sok_reader_fault(r->sok);
		struct sok_finding f = {.rule = SOK_NOT_READ_RULE,
		    .severity = SOK_ERROR,
		    .pos = {.file = sok_reader_name(r->sok)},
		    .message =
		        sok_str(fault != NULL ? fault : strerror(errno))};

		block_add_finding(&w->block, &f);
		return 0;
	}
	if (!w->header)
		got = sok_write_header(w->sok, sok_reader_header(r->sok));
	w->header = true;
	return got;
}

struct block *
block_writer_end(struct block_writer *w)
{
	struct block *b = w->block;
	int strict = sok_writer_close(w->sok);

	w->sok = NULL;
	if (sok_output_close(w->out, true) == -1 || strict == -1)
		b->error = errno;
	w->out = NULL;
	/* The bytes take the place of the squares. */
	free(b->square);
	b->square = (unsigned char *)w->buf.s;
	b->nsquares = w->buf.len;
	w->buf = (struct sok_buf){0};
	w->block = NULL;
	return b;
}

void
block_writer_close(struct block_writer *w)
{
	if (w == NULL)
		return;
	(void)sok_writer_close(w->sok);
	(void)sok_output_close(w->out, false);
	sok_buf_free(&w->buf);
	block_free(w->block);
	free(w);
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
	const struct sok_format *f = sok_format_find(sok_str(format));

	return f != NULL && f->flags & SOK_BINARY;
}

const char *
block_version(void)
{
	return sok_version();
}
