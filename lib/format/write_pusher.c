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
is_stars(const struct sok_board *b, int y)
{
	int n = (int)write_row_width(b, y), x = 0;

	while (x < n && sok_board_at(b, x, y) == SOK_BOX)
		x++;
	return x == n && n >= PUSHER_STARS;
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
	for (int y = 0; y < b->height; y++)
		if (is_stars(b, y))
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
put_texts(struct sok_writer *w, const struct sok_puzzle *p)
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
static void
put_map_title(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str maze =
	    writer_made(w, sok_str_fmt(&w->arena, "Maze %zu", w->written + 1));

	sok_outf(w->out, "Maze: %zu\n", w->written + 1);
	/* The number is a title line, too, when it is read. */
	if (!sok_str_eq(p->title_line, maze))
		writer_lost_title_line(w, p);
	if (p->title.len == 0 || sok_str_eq(p->title, maze) ||
	    sok_text_get(&p->text, SOK_STR("Title")).s != NULL)
		return;
	sok_out(w->out, SOK_STR("Title: "));
	write_line(w->out, p->title);
}

/* Floor at the end of a row shows in the others. */
static void
put_map(struct sok_writer *w, const struct sok_board *b)
{
	for (int y = 0; y < b->height; y++) {
		write_squares(w->out, b, y, write_row_width(b, y), glyph);
		sok_outc(w->out, '\n');
	}
}

static bool
pusher_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	const char *wrong;
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	wrong = fault(&p->board, open);
	if (wrong != NULL)
		return writer_refuse(w, p, "%s", wrong);
	sok_out_fill(w->out, '*', PUSHER_RULE);
	sok_outc(w->out, '\n');
	put_map_title(w, p);
	put_texts(w, p);
	sok_outc(w->out, '\n');
	put_map(w, &p->board);
	sok_outc(w->out, '\n');
	writer_lost_games(w, p);
	return true;
}

const struct sok_write_ops write_pusher_ops = {.puzzle = pusher_puzzle};
