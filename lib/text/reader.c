/* reader.c - reads the next puzzle of any format: detects the format, calls its
 * reader, and does what all formats have in common. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/foreign.h"
#include "text/key.h"
#include "text/reader.h"
#include "text/text.h"
#include "text/variant.h"

struct sok_reader *
reader_open(struct input_source from, const struct sok_read_options *o,
    struct sok_sink *sink, const struct reader_helpers *helpers)
{
	struct sok_reader *r = calloc(1, sizeof(*r));

	if (r == NULL || input_options(&r->o, o) == -1 ||
	    input_open(&r->in, from, &r->o) == -1) {
		free(r);
		return NULL;
	}
	r->sink = sink;
	r->helpers = helpers;
	r->format = o->format;
	r->header.file = o->name;
	return r;
}

struct sok_reader *
reader_open_path(const char *path, const struct sok_read_options *o,
    struct sok_sink *sink, const struct reader_helpers *helpers)
{
	struct sok_reader *r = calloc(1, sizeof(*r));

	if (o->charset != NULL && !sok_charset_known(o->charset)) {
		free(r);
		errno = EINVAL;
		return NULL;
	}
	if (r == NULL || input_options(&r->o, o) == -1 ||
	    (r->paths = file_paths_open(path, r->o.limits)) == NULL) {
		free(r);
		return NULL;
	}
	r->o.name = path;
	r->sink = sink;
	r->helpers = helpers;
	r->between = true;
	return r;
}

static void
close_input(struct sok_reader *r)
{
	if (r->begun && r->format->reader->close != NULL)
		r->format->reader->close(r);
	r->begun = false;
	input_close(&r->in);
}

/* Open the next file of a path: 1, 0 at the end, -1 with errno. */
static int
open_next(struct sok_reader *r)
{
	struct file_found file;

	close_input(r);
	int got = file_paths_next(r->paths, &file);
	r->fault = file_paths_fault(r->paths);
	if (got == -1 && file_paths_name(r->paths) != NULL)
		r->o.name = file_paths_name(r->paths);
	/* The last header remains. */
	if (got != 1)
		return got;
	sok_arena_reset(&r->arena);
	sok_arena_reset(&r->life);
	struct sok_reader fresh = {
	    .helpers = r->helpers,
	    .o = r->o,
	    .sink = r->sink,
	    .life = r->life,
	    .arena = r->arena,
	    .paths = r->paths,
	    .between = true,
	};
	*r = fresh;
	r->o.name = r->header.file = file.name;
	r->format = r->o.format;
	struct input_source from = {.fd = file.fd, .stream = file.from};
	r->stream = file.from;
	if (input_open(&r->in, from, &r->o) == -1)
		return -1;
	r->between = false;
	return 1;
}

const char *
sok_reader_name(const struct sok_reader *r)
{
	return r->o.name;
}

const char *
sok_reader_fault(const struct sok_reader *r)
{
	return r->fault;
}

void
sok_reader_close(struct sok_reader *r)
{
	if (r == NULL)
		return;
	close_input(r);
	file_paths_close(r->paths);
	sok_arena_free(&r->arena);
	sok_arena_free(&r->life);
	free(r);
}

struct sok_header *
sok_reader_header(struct sok_reader *r)
{
	return &r->header;
}

const struct sok_format *
sok_reader_format(const struct sok_reader *r)
{
	return r->format;
}

struct sok_arena *
sok_reader_arena(struct sok_reader *r)
{
	return &r->arena;
}

size_t
sok_reader_bytes(const struct sok_reader *r)
{
	return r->in.consumed + r->in.dropped;
}

struct pending *
reader_report(struct sok_reader *r, enum sok_rule rule, size_t line, size_t col,
    const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	struct pending *finding =
	    pending_vadd(&r->found, &r->arena, rule, line, col, fmt, ap);
	va_end(ap);
	return finding;
}

static bool
is_word(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!sok_is_letter(s.s[i]) && s.s[i] != '_' &&
		    (i == 0 || !sok_is_digit(s.s[i])))
			return false;
	return s.len > 0;
}

/* Say that text is JSON, and how its rows become records. */
static void
report_json(struct sok_reader *r)
{
	const char *what = "this is JSON, but not records, which have one "
	                   "object on each line, so it was read as text";
	struct foreign_rows rows;

	if (foreign_json(input_bytes(&r->in), &rows) != FOREIGN_JSON)
		return;
	if (rows.key.len == 0)
		reader_report(r, SOK_JSON_TEXT_RULE, 1, 1, "%s", what);
	else if (!is_word(rows.key))
		reader_report(r, SOK_JSON_TEXT_RULE, 1, 1,
		    "%s; \"%.*s\" may have the rows of its boards", what,
		    (int)rows.key.len, rows.key.s);
	else
		reader_report(r, SOK_JSON_TEXT_RULE, 1, 1,
		    "%s; \"%.*s\" may have the rows of its boards: jq -c "
		    "'..|.%.*s?|select(.)%s|{board:.}' makes them records",
		    what, (int)rows.key.len, rows.key.s, (int)rows.key.len,
		    rows.key.s, rows.arrays > 1 ? "|.[]" : "");
}

/* Detect the format and open its reader. */
static int
start(struct sok_reader *r)
{
	const char *like;

	/* Unless a user has named the sign of mail quotes for a square. */
	if ((r->o.squares == NULL || strchr(r->o.squares, '>') == NULL) &&
	    input_unquote(&r->in) == -1)
		return -1;
	if (r->format == NULL) {
		if (input_want(&r->in, SOK_FORMAT_HEAD) == -1)
			return -1;
		r->format = r->helpers->detect(input_bytes(&r->in));
		bool text = r->format->reader == &read_text_ops;
		if (text && input_want(&r->in, BINARY_HEAD) == -1)
			return -1;
		/* Any data can be taken for text. */
		r->ended = text && binary_is(input_bytes(&r->in), &like);
		if (text && !r->ended)
			report_json(r);
	}
	if (r->ended && like != NULL)
		reader_report(r, SOK_BINARY_RULE, 1, 1,
		    "this is binary and was not read; it looks like %s; -f sok "
		    "reads it as text",
		    like);
	else if (r->ended)
		reader_report(r, SOK_BINARY_RULE, 1, 1,
		    "this is binary and was not read; -f sok reads it as text");
	if (r->format->reader == NULL || r->format->reader->lacks != NULL) {
		errno = r->format->reader == NULL ? ENOTSUP : ENOSYS;
		return -1;
	}
	r->begun = true;
	return r->format->reader->open(r);
}

/* ---- what every puzzle needs */

/* Separate the second of two boards that another format keeps as one. */
static int
split(struct sok_reader *r)
{
	struct sok_board *b = &r->puzzle.board, *next = &r->next.board;
	int row = board_glued(b, &r->arena);

	if (row <= 0)
		return row;
	r->queued = true;
	r->next = (struct sok_puzzle){
	    .header = &r->header, .pos = r->puzzle.pos, .has_board = true};
	*next = *b;
	next->height -= row;
	next->sq += (size_t)row * (size_t)b->width;
	b->height = row;
	if (b->row != NULL) {
		next->row += row;
		r->next.pos.line = next->row->line;
	}
	sok_board_count(b);
	sok_board_count(next);
	struct pending *finding = reader_report(r, SOK_GLUED_BOARDS_RULE,
	    r->next.pos.line, r->next.pos.col,
	    "a second board begins at row %d; they were read as two", row + 1);
	if (finding != NULL)
		finding->file = r->next.pos.file;
	return 0;
}

/* Text from another format must not be read as moves of the variant. */
static int
shield(struct sok_reader *r, struct sok_puzzle *p)
{
	enum sok_grid grid = p->board.grid;

	for (size_t i = 0; i <= p->ngames; i++) {
		bool own = i == p->ngames;
		struct sok_text *t = own ? &p->text : &p->game[i].text;
		/* Below the key that names a variant its letters are moves. */
		bool keyed = own && key_naming(t).grid;
		const char *game = keyed ? NULL : sok_variant_name(p->variant);
		int stands = 1;

		if (foreign_misleads(t, grid))
			stands =
			    r->helpers->stands(t, false, game, r->o.limits);
		if (stands == -1 ||
		    (stands == 0 && foreign_shield(t, grid, &r->arena) == -1))
			return -1;
	}
	return 0;
}

static int
finish(struct sok_reader *r)
{
	struct sok_puzzle *p = &r->puzzle;
	bool text = r->format->reader->text;
	int x, y;

	if (!p->has_board && p->ngames == 0)
		return 0; /* text after lines over a limit */
	p->number = ++r->number;
	if (p->text.n > 0)
		variant_report_unknown(r, &p->text, false);
	int assumed = variant_find(r, &p->text, &p->board, &p->variant);
	if (assumed == -1)
		return -1;
	if (assumed == 1)
		reader_report(r, SOK_ASSUMED_VARIANT_RULE, p->pos.line, 1,
		    "read as Hexoban: as squares the board would be open, and "
		    "every second square is empty");
	p->board.grid = sok_variant_grid(p->variant);
	if (p->ngames > 0 && p->variant != SOK_UNSUPPORTED &&
	    multiban_first(p) != NULL)
		p->variant |= SOK_MULTIBAN;
	sok_puzzle_retitle(p);
	if (p->board.grid != SOK_SQUARES && !text && shield(r, p) == -1)
		return -1;
	if (!p->has_board || p->variant == SOK_UNSUPPORTED)
		return 0;
	if (p->board.players == 2 && p->variant == SOK_SOKOBAN && !text &&
	    !r->queued && split(r) == -1)
		return -1;
	/* Rows that are kept unchanged have no margin. */
	if (p->board.xsb.len > 0 || !board_has_margin(&p->board))
		return 0;
	int closed = sok_board_closed(&p->board, &x, &y, &r->arena);
	return closed == 1 ? sok_board_crop(&p->board, &r->arena) : closed;
}

static int
next(struct sok_reader *r)
{
	static const struct sok_board none = {.sq = NULL};
	bool first = !r->begun, past = r->ended;
	enum sok_variant v;
	int got;

	if (r->queued) {
		r->puzzle = r->next;
		got = finish(r) == -1 ? -1 : 1;
		r->queued = false;
		return got;
	}
	sok_arena_reset(&r->arena);
	r->puzzle = (struct sok_puzzle){
	    .header = &r->header, .pos = {.file = r->o.name}};
	r->stated = (struct naming){.grid = false};
	if (first && start(r) == -1)
		return -1;
	got = r->ended ? 0 : r->format->reader->read(r);
	/* At the end, as buffering decides how much was decoded before. */
	const char *why = got == 1 || past ? NULL : charset_fault(r->in.decode);
	if (why != NULL)
		reader_report(r, SOK_CHARSET_RULE, 0, 0, "%s", why);
	/* The header, which may name the variant, is complete. */
	if (first) {
		r->variant_known = false;
		r->header.chosen = variant_of_option(&r->o).grid;
		if (sok_header_keys(&r->header, &r->life) == -1 ||
		    variant_find(r, &r->header.text, &none, &v) == -1)
			got = -1;
		if (r->format->reader != &read_text_ops)
			variant_report_unknown(r, &r->header.text, true);
	}
	r->ended = got != 1;
	if (got == 1 && r->puzzle.raw.s == NULL)
		got = finish(r) == -1 ? -1 : 1;
	return got;
}

/* The next puzzle of the open file. */
static int
read_puzzle(struct sok_reader *r, struct sok_puzzle **p)
{
	int got = r->error != 0 ? -1 : next(r);
	int error = got == -1 ? errno : 0;

	*p = got == 1 ? &r->puzzle : NULL;
	if (pending_flush(&r->found, r->sink, r->o.name, *p) == -1) {
		*p = NULL;
		error = errno;
		got = -1;
	}
	if (got == -1)
		errno = r->error = r->error != 0 ? r->error : error;
	return got;
}

int
sok_read(struct sok_reader *r, struct sok_puzzle **p)
{
	int got = 0;

	*p = NULL;
	while (got == 0) {
		if (r->between && (got = open_next(r)) != 1)
			return got;
		got = read_puzzle(r, p);
		if (r->paths == NULL)
			return got;
		r->between = got != 1;
		if (got == -1 && r->stream != NULL)
			r->fault = r->stream->fault;
	}
	return got;
}

/* ---- boards of other formats */

bool
reader_board(struct sok_reader *r, const struct sok_str *row, size_t line,
    size_t n, size_t *bad_row, size_t *bad_col)
{
	struct sok_board *b = &r->puzzle.board;
	size_t width = 0;

	*bad_row = n;
	for (size_t i = 0; i < n; i++)
		width = row[i].len > width ? row[i].len : width;
	if (width == 0)
		return false;
	const char *limit = sok_limit_board(r->o.limits, width, n);
	if (limit != NULL) {
		reader_report(r, SOK_LIMIT_RULE, line, 1,
		    "a board of %zu x %zu squares is over the limit `%s`; it "
		    "was dropped",
		    width, n, limit);
		return false;
	}
	if (reader_fails(
	        r, sok_board_new(b, (int)width, (int)n, &r->arena) == -1))
		return false;
	b->row = sok_arena_alloc(&r->arena, n, sizeof(*b->row));
	if (reader_fails(r, b->row == NULL))
		return false;
	unsigned char *sq = b->sq;
	for (size_t i = 0; i < n; i++, sq += width) {
		b->row[i] = (struct sok_row){.col = 1};
		for (size_t x = 0; x < row[i].len; x++) {
			sq[x] = sok_square[(unsigned char)row[i].s[x]];
			if (sq[x] == 0xff) {
				*bad_row = i;
				*bad_col = x;
				return false;
			}
		}
	}
	sok_board_count(b);
	r->puzzle.has_board = true;
	return true;
}

/* ---- rows and text that cannot be read, kept as comment blocks */

void
reader_comment(
    struct sok_reader *r, struct sok_text *t, const struct sok_text *inside)
{
	size_t left = r->o.limits->v[SOK_LIMIT_COMMENT], room = 0;
	struct sok_arena *a = &r->arena;

	if (t->n > 0)
		text_append(t, &room, SOK_STR(""), a);
	text_append(t, &room, SOK_STR("Comment:"), a);
	for (size_t i = 0; i < inside->n; i++) {
		struct sok_str line = inside->line[i];

		if (line.len + 32 > left) {
			reader_report(r, SOK_LIMIT_RULE, 0, 0,
			    "a comment is cut at the limit `comment`");
			break;
		}
		left -= line.len + 2;
		line = foreign_flat(sok_str_rtrim(line), a);
		text_append(t, &room, foreign_harmless(line, a), a);
	}
	reader_fails(r, text_append(t, &room, SOK_STR("Comment-End:"), a) < 0);
}

void
reader_keep(
    struct sok_reader *r, struct sok_str name, struct sok_str *rows, size_t n)
{
	struct sok_text *t = &r->puzzle.text, inside = {NULL, 0};
	size_t room = 0;

	if (name.len > 0)
		text_append(&inside, &room, name, &r->arena);
	text_append_all(&inside, &room, t, &r->arena);
	reader_fails(r,
	    text_append_all(
	        &inside, &room, &(struct sok_text){rows, n}, &r->arena) == -1);
	t->n = 0;
	if (inside.n > 0)
		reader_comment(r, t, &inside);
}
