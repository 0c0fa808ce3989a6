/*
 * write_text.c - boards, moves and text as lines: what the writers of text
 * formats have in common.
 */
#include <string.h>

#include "block.h"
#include "write_text.h"

static bool
is_floor_row(const struct sok_board *b, int y)
{
	for (int x = 0; x < b->width; x++)
		if (sok_board_at(b, x, y) != SOK_FLOOR)
			return false;
	return true;
}

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

	if (!is_floor_row(b, 0) && !is_floor_row(b, b->height - 1) &&
	    !is_floor_column(b, 0) && !is_floor_column(b, b->width - 1))
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

bool
write_readable(const struct sok_board *b, struct sok_arena *a)
{
	struct sok_read_options o = {.name = ""};
	struct sok_sink sink = {.fn = NULL};
	struct sok_buf text = {0};
	struct sok_output *out;
	struct sok_reader *r;
	struct sok_puzzle *p;
	bool same;

	(void)a;
	if (b->height >= 3 && b->width >= 3 && b->players == 1 &&
	    is_edge_row(b, 0) && is_edge_row(b, b->height - 1) &&
	    !is_floor_column(b, 0) && !is_floor_column(b, b->width - 1))
		return true;
	out = sok_output_memory(&text);
	if (out == NULL)
		return false;
	write_board(out, b, SOK_FLOOR_SPACE, true);
	sok_output_close(out, true);
	r = sok_reader_open_memory(sok_buf_str(&text), &o, &sink);
	same = r != NULL && sok_read(r, &p) == 1 && p->has_board &&
	    sok_board_equal(&p->board, b) && p->text.n == 0 &&
	    sok_reader_header(r)->text.n == 0 && sok_read(r, &p) == 0;
	sok_reader_close(r);
	sok_buf_free(&text);
	return same;
}

/* Floor where a blank would be lost or is not wanted. */
static const char floor_char[] = {' ', '-', '_'};

static void
put_row(struct sok_output *o, const struct sok_board *b, int y, int width,
    char floor)
{
	const unsigned char *sq = b->sq + (size_t)y * (size_t)b->width;
	char line[256];
	size_t n = 0;

	for (int x = 0; x < width; x++) {
		line[n++] = sq[x] == SOK_FLOOR ? floor : sok_xsb[sq[x] & 15];
		if (n == sizeof(line)) {
			sok_out(o, (struct sok_str){line, n});
			n = 0;
		}
	}
	sok_out(o, (struct sok_str){line, n});
}

static int
row_width(const struct sok_board *b, int y)
{
	const unsigned char *sq = b->sq + (size_t)y * (size_t)b->width;
	int w = b->width;

	while (w > 0 && sq[w - 1] == SOK_FLOOR)
		w--;
	return w;
}

void
write_board(struct sok_output *o, const struct sok_board *b,
    enum sok_floor floor, bool open)
{
	char c = floor_char[floor], visible = c == ' ' ? '-' : c;
	bool wide = !open || b->width == 0 || !is_floor_column(b, b->width - 1);

	for (int y = 0; y < b->height; y++) {
		int w = row_width(b, y);
		bool edge = y == 0 || y == b->height - 1;

		if (w > 0) {
			put_row(o, b, y, w, c);
			if (!wide)
				sok_out_fill(
				    o, visible, (size_t)(b->width - w));
			wide = true;
		} else if (open && edge) {
			sok_out_fill(o, visible, (size_t)b->width);
			wide = true;
		} else {
			sok_outc(o, visible);
		}
		sok_outc(o, '\n');
	}
}

/* How many bytes the first line needs to hold a direction letter. */
static size_t
first_letter(struct sok_str moves)
{
	size_t i = 0;

	while (i < moves.len && strchr("udlrUDLR", moves.s[i]) == NULL)
		i++;
	return i + 1;
}

void
write_moves(struct sok_output *o, struct sok_str moves, int wrap)
{
	size_t least = first_letter(moves);

	while (moves.len > 0) {
		size_t n = wrap > 0 ? (size_t)wrap : moves.len;

		n = n < least ? least : n;
		sok_out(o, sok_str_sub(moves, 0, n));
		sok_outc(o, '\n');
		moves = sok_str_from(moves, n);
		least = 0;
	}
}

void
write_text(struct sok_output *o, const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++) {
		sok_out(o, t->line[i]);
		sok_outc(o, '\n');
	}
}
