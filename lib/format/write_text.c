/*
 * write_text.c - writes boards, moves and text as lines, for the writers of
 * text formats.
 */
#include <string.h>

#include "board/flood.h"
#include "text/bytes.h"
#include "text/reader.h"
#include "format/write_text.h"
#include "tools.h"

static bool
is_floor_column(const struct sok_board *b, int x)
{
	for (int y = 0; y < b->height; y++)
		if (sok_board_at(b, x, y) != SOK_FLOOR)
			return false;
	return true;
}

/* A closed board was cropped by its reader, so only one with floor at an
 * edge can be open in a way that the text must show. */
bool
write_is_open(const struct sok_puzzle *p, struct sok_arena *a)
{
	const struct sok_board *b = &p->board;
	int x, y;

	if (!board_has_margin(b))
		return false;
	return p->variant == SOK_UNSUPPORTED ||
	    sok_board_closed(b, &x, &y, a) == 0;
}

/* The first square of a row that is not floor is a wall or a box on a goal. */
static bool
is_edge_row(const struct sok_board *b, int y)
{
	for (int x = 0; x < b->width; x++) {
		unsigned char sq = sok_board_at(b, x, y);

		if (sq != SOK_FLOOR)
			return sq == SOK_WALL || sq == (SOK_BOX | SOK_GOAL);
	}
	return false;
}

int
write_reads_back(const struct sok_board *b, struct sok_str text)
{
	static const struct sok_format plain = {
	    .name = "sok", .reader = &read_text_ops};
	struct sok_read_options o = {
	    .name = "", .format = &plain, .limits = &sok_highest_limits};
	struct sok_sink sink = {.fn = NULL};
	struct sok_reader *r = sok_reader_open_memory(text, &o, &sink);
	struct sok_puzzle *p;
	int same, got;

	if (r == NULL || (got = sok_read(r, &p)) == -1) {
		sok_reader_close(r);
		return -1;
	}
	same = got == 1 && p->has_board && sok_board_equal(&p->board, b) &&
	    p->text.n <= 1 && sok_reader_header(r)->text.n == 0;
	if (same)
		got = sok_read(r, &p);
	sok_reader_close(r);
	return got == -1 ? -1 : same && got == 0;
}

int
write_readable(const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	struct sok_buf text = {0};
	struct sok_output *out;
	int same = -1;

	if (b->xsb.len > 0 ||
	    (b->height >= 3 && b->width >= 3 && b->players == 1 &&
	        is_edge_row(b, 0) && is_edge_row(b, b->height - 1) &&
	        !is_floor_column(b, 0) && !is_floor_column(b, b->width - 1)))
		return 1;
	out = sok_output_memory(&text);
	if (out == NULL)
		return -1;
	write_board(out, b, SOK_FLOOR_SPACE, true);
	if (p->variant == SOK_UNSUPPORTED) /* not cropped when it is read */
		sok_out(out, SOK_STR("\nGame: other\n"));
	else if (p->variant != SOK_SOKOBAN)
		sok_outf(out, "\nGame: %s\n", sok_variant_name(p->variant));
	sok_output_close(out, true);
	if (!text.failed)
		same = write_reads_back(b, sok_buf_str(&text));
	sok_buf_free(&text);
	return same;
}

/* ---- boards */

/* Rows on their way out: many small ones are one call. */
enum { ROWS_MOST = 2048 };
struct rows {
	struct sok_output *o;
	size_t n;
	char line[ROWS_MOST + BYTES_PAD];
};

static void
send(struct rows *r)
{
	sok_out(r->o, (struct sok_str){r->line, r->n});
	r->n = 0;
}

/* The n squares of a row; at end those of the board do. */
static void
put_row(struct rows *r, const unsigned char *sq, size_t n,
    const unsigned char *end, const char *glyph)
{
	for (size_t part; n > 0; n -= part, sq += part) {
		part = n < ROWS_MOST ? n : ROWS_MOST;
		if (r->n + part > ROWS_MOST)
			send(r);
		bytes_glyphs(
		    r->line + r->n, sq, part, (size_t)(end - sq), glyph);
		r->n += part;
	}
}

static void
put_fill(struct rows *r, char c, int n)
{
	if (n == 1 && r->n < ROWS_MOST) {
		r->line[r->n++] = c;
		return;
	}
	if (r->n + (size_t)n > ROWS_MOST)
		send(r);
	if (n > ROWS_MOST) {
		sok_out_fill(r->o, c, (size_t)n);
		return;
	}
	memset(r->line + r->n, c, (size_t)n);
	r->n += (size_t)n;
}

size_t
write_row_width(const unsigned char *sq, size_t width)
{
	while (width > 0 && sq[width - 1] == SOK_FLOOR)
		width--;
	return width;
}

/* Floor where a blank would be lost or is not wanted. */
static const char floor_char[] = {' ', '-', '_'};

static void
put_rows_of(struct sok_output *o, const struct sok_board *b,
    enum sok_floor floor, bool open)
{
	struct rows r;
	char glyph[SOK_NSQUARES];
	const unsigned char *sq = b->sq;
	bool narrow = open && is_floor_column(b, b->width - 1);

	r.o = o;
	r.n = 0;
	memcpy(glyph, sok_xsb, sizeof(glyph));
	glyph[SOK_FLOOR] = floor_char[floor];
	for (int y = 0; y < b->height; y++, sq += b->width) {
		size_t w = write_row_width(sq, (size_t)b->width);
		bool edge = y == 0 || y == b->height - 1;

		put_row(&r, sq, w, b->sq + sok_board_size(b), glyph);
		if (w == 0)
			put_fill(&r, '-', open && edge ? b->width : 1);
		else if (narrow && y == 0) /* one row that is wide will do */
			put_fill(&r, '-', b->width - (int)w);
		put_fill(&r, '\n', 1);
	}
	send(&r);
}

void
write_board(struct sok_output *o, const struct sok_board *b,
    enum sok_floor floor, bool open)
{
	if (b->xsb.len > 0 && floor == SOK_FLOOR_SPACE)
		sok_out(o, b->xsb);
	else
		put_rows_of(o, b, floor, open);
}

/* ---- moves and text */

void
write_moves(struct sok_output *o, struct sok_str moves, int wrap)
{
	size_t least = sok_moves_first(moves);

	while (moves.len > 0) {
		size_t n = wrap > 0 ? (size_t)wrap : moves.len;
		struct sok_str rest =
		    sok_str_from(moves, n < least ? least : n);

		least = sok_moves_first(rest);
		if (least > rest.len)
			rest.len = 0;
		sok_out(o, sok_str_sub(moves, 0, moves.len - rest.len));
		sok_outc(o, '\n');
		moves = rest;
	}
}

void
write_line(struct sok_output *o, struct sok_str line)
{
	sok_out(o, line);
	sok_outc(o, '\n');
}

void
write_text(struct sok_output *o, const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++)
		write_line(o, t->line[i]);
}
