/* write_ansi.c - coloured pictures for a terminal, which gets no control
 * character of the input; a square takes two columns. */
#include "board/board.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* The look of a square: the escape sequence of its colours, two characters. */
struct look {
	const char *colour; /* NULL: the terminal's own */
	const char *glyph;
};

#define SGR(parameters) "\033[0;" parameters "m"
static const char reset[] = "\033[0m";

static const struct look nothing = {NULL, "  "};

static const struct look looks[SOK_NSQUARES] = {
    [SOK_FLOOR] = {SGR("48;5;236"), "  "},
    [SOK_WALL] = {SGR("48;5;60"), "  "},
    [SOK_GOAL] = {SGR("48;5;236;38;5;203"), "<>"},
    [SOK_BOX] = {SGR("48;5;178;38;5;94"), "[]"},
    [SOK_BOX | SOK_GOAL] = {SGR("48;5;71;38;5;22"), "[]"},
    [SOK_PLAYER] = {SGR("48;5;236;38;5;81"), "()"},
    [SOK_PLAYER | SOK_GOAL] = {SGR("48;5;88;38;5;81"), "()"},
    [SOK_PLAYER | SOK_BOX] = {SGR("48;5;178;38;5;94"), "[]"},
    [SOK_PLAYER | SOK_BOX | SOK_GOAL] = {SGR("48;5;71;38;5;22"), "[]"},
};

/* Floor that shows the direction of triangles and the squares of Octoban. */
static const struct look down = {SGR("48;5;236;38;5;240"), "\\/"};
static const struct look up = {SGR("48;5;236;38;5;240"), "/\\"};
static const struct look square = {SGR("48;5;233"), "  "};

static struct look
look_at(const struct sok_board *b, const struct sok_area *in, int x, int y)
{
	unsigned char sq = sok_board_at(b, x, y);
	bool odd = steps_kind(x, y) != 0;

	if (sq == SOK_FLOOR && !sok_area_has(in, x, y))
		return nothing;
	if (sq == SOK_FLOOR && b->grid == SOK_TRIANGLES)
		return odd ? up : down;
	if (sq == SOK_FLOOR && b->grid == SOK_OCTAGONS && odd)
		return square;
	return looks[sq];
}

static void
put_name(struct sok_writer *w, const char *start, struct sok_str name)
{
	struct sok_buf b = {0};

	if (name.len == 0)
		return;
	sok_escape(&b, writer_utf8(w, name));
	sok_out(w->out, sok_str(start));
	sok_out(w->out, sok_buf_str(&b));
	sok_out(w->out, sok_str(reset));
	writer_fails(w, b.failed);
	sok_buf_free(&b);
}

static bool
ansi_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	struct sok_str author = sok_puzzle_author(p);
	struct sok_area in;

	if (!p->has_board)
		return writer_refuse(w, p, "a puzzle without a board");
	if (writer_fails(w, sok_board_flood(b, false, &in, &w->arena) == -1))
		return false;
	if (w->written > 0)
		sok_outc(w->out, '\n');
	put_name(w, "\033[1m", p->title);
	put_name(w, p->title.len > 0 ? "  \033[2m" : "\033[2m", author);
	if (p->title.len + author.len > 0)
		sok_outc(w->out, '\n');

	for (int y = 0; y < b->height; y++) {
		const char *colour = NULL;
		int width = b->width;

		while (width > 0 && !look_at(b, &in, width - 1, y).colour)
			width--;
		for (int x = 0; x < width; x++) {
			struct look l = look_at(b, &in, x, y);
			/* A hexagon takes two columns. */
			bool wide = b->grid == SOK_HEXAGONS && l.colour;

			const char *start = l.colour ? l.colour : reset;

			if (l.colour != colour)
				sok_out(w->out, sok_str(start));
			colour = l.colour;
			sok_out_fill(w->out, ' ', wide);
			sok_out(w->out, sok_str(l.glyph));
			sok_out_fill(w->out, ' ', wide);
			x += wide;
		}
		/* The colours are reset at the end of each line. */
		sok_out(w->out, colour ? SOK_STR("\033[0m\n") : SOK_STR("\n"));
	}
	writer_lost_rest(w, p);
	return true;
}

const struct sok_write_ops write_ansi_ops = {
    .puzzle = ansi_puzzle, .author = true, .bare = true};
