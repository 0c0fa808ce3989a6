/*
 * write_pusher.c - writes maps with `X` for walls: a line of stars, the
 * description of the map, and the map.
 */
#include <string.h>

#include "format/pusher.h"
#include "format/write_text.h"
#include "tools.h"

static const char glyph[SOK_NSQUARES] = {[SOK_FLOOR] = ' ',
    [SOK_WALL] = 'X',
    [SOK_GOAL] = '.',
    [SOK_BOX] = '*',
    [SOK_BOX | SOK_GOAL] = '&',
    [SOK_PLAYER] = '@',
    [SOK_PLAYER | SOK_GOAL] = '+'};

/* A row that would be taken for a line between two maps. */
static bool
is_stars(const unsigned char *sq, size_t width)
{
	size_t n = write_row_width(sq, width), i = 0;

	while (i < n && sq[i] == SOK_BOX)
		i++;
	return i == n && n >= PUSHER_STARS;
}

/* A board that read_pusher.c would not read back, in words, or NULL. */
static const char *
fault(const struct sok_board *b, bool open)
{
	size_t width = (size_t)b->width, height = (size_t)b->height;
	const unsigned char *sq = b->sq;

	if (height < 3 || memchr(sq, SOK_WALL, width) == NULL ||
	    memchr(sq + (height - 1) * width, SOK_WALL, width) == NULL)
		return "a board that does not begin and end with walls";
	for (size_t y = 0; y < height; y++)
		if (is_stars(sq + y * width, width))
			return "a row of nothing but boxes";
	return writer_blanks(b, open);
}

/* A line of text that would be a row or end one map and begin another. */
static bool
is_row(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (memchr(" X*.&@+", s.s[i], 7) == NULL)
			return false;
	return true;
}

/* The lines of text; rows cannot be held. */
static void
put_text(struct sok_writer *w, const struct sok_puzzle *p)
{
	size_t rows = 0;

	for (size_t i = 0; i < p->text.n; i++) {
		struct sok_str s = p->text.line[i];

		if (s.len > 0 && is_row(s))
			rows++;
		else
			write_line(w->out, s);
	}
	writer_lost(w, p, "line of text", "lines of text", rows);
}

/* Every map has a number, which is its title unless a key says otherwise. */
static int
put_map_title(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str maze;

	maze = sok_str_fmt(&w->arena, "Maze %zu", w->written + 1);
	if (maze.s == NULL)
		return -1;
	sok_outf(w->out, "Maze: %zu\n", w->written + 1);
	/* The number is a title line, too, when it is read. */
	if (!sok_str_eq(p->title_line, maze))
		writer_lost_title_line(w, p);
	if (p->title.len == 0 || sok_str_eq(p->title, maze) ||
	    sok_text_get(&p->text, SOK_STR("Title")).s != NULL)
		return 0;
	sok_out(w->out, SOK_STR("Title: "));
	write_line(w->out, p->title);
	return 0;
}

/* Floor at the end of a row shows in the others. */
static void
put_map(struct sok_writer *w, const struct sok_board *b)
{
	const unsigned char *sq = b->sq;

	for (int y = 0; y < b->height; y++, sq += b->width) {
		size_t n = write_row_width(sq, (size_t)b->width);

		for (size_t x = 0; x < n; x++)
			sok_outc(w->out, glyph[sq[x]]);
		sok_outc(w->out, '\n');
	}
}

static int
pusher_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const char *wrong;
	bool open;
	int r = writer_board(w, p, &open);

	if (r != 1)
		return r;
	wrong = fault(&p->board, open);
	if (wrong != NULL)
		return writer_refuse(w, p, "%s", wrong);
	sok_out_fill(w->out, '*', PUSHER_RULE);
	sok_outc(w->out, '\n');
	if (put_map_title(w, p) == -1)
		return -1;
	put_text(w, p);
	sok_outc(w->out, '\n');
	put_map(w, &p->board);
	sok_outc(w->out, '\n');
	writer_lost_games(w, p);
	return 1;
}

const struct sok_write_ops write_pusher_ops = {.puzzle = pusher_puzzle};
