/*
 * write_parts.c - what the writers of text share: the rows of a board, tags
 * and comments below it, and the count of the parts that a format lacks.
 */
#include <string.h>

#include "key.h"
#include "writer.h"

/* A comment block ends before it is too long for a reader. */
#define COMMENT_BYTES ((size_t)1 << 19)

/* ---- boards */

static size_t
inked(const unsigned char *sq, size_t n)
{
	while (n > 0 && sq[n - 1] == SOK_FLOOR)
		n--;
	return n;
}

int
writer_rows(struct sok_writer *w, struct sok_output *out,
    const struct sok_board *b, const char glyph[SOK_NSQUARES], bool full)
{
	size_t width = (size_t)b->width, n;
	char *row = sok_arena_alloc(&w->arena, width + 2, 1);
	const unsigned char *sq = b->sq;

	if (row == NULL)
		return -1;
	for (int y = 0; y < b->height; y++, sq += width) {
		n = inked(sq, width);
		for (size_t x = 0; x < n; x++)
			row[x] = glyph[sq[x]];
		/* Blanks at the end of a line would be lost. */
		for (; n == 0 || (full && n < width); n++)
			row[n] = glyph[0] == ' ' ? '-' : glyph[0];
		row[n++] = '\n';
		sok_out(out, (struct sok_str){row, n});
	}
	return 0;
}

void
writer_glyphs(const struct sok_writer *w, char glyph[SOK_NSQUARES])
{
	static const char floor[] = {[SOK_FLOOR_SPACE] = ' ',
	    [SOK_FLOOR_DASH] = '-',
	    [SOK_FLOOR_UNDERSCORE] = '_'};

	memcpy(glyph, sok_xsb, SOK_NSQUARES);
	glyph[SOK_FLOOR] = floor[w->o.floor];
}

static const unsigned char *
row_of(const struct sok_board *b, int y)
{
	return b->sq + (size_t)y * (size_t)b->width;
}

/* A row may begin or end a block if its first square is a wall or a box on a
 * goal. */
static bool
is_edge(const struct sok_board *b, int y)
{
	const unsigned char *sq = row_of(b, y);

	for (int x = 0; x < b->width; x++)
		if (sq[x] != SOK_FLOOR)
			return sq[x] == SOK_WALL ||
			    sq[x] == (SOK_BOX | SOK_GOAL);
	return false;
}

static bool
has_wall(const struct sok_board *b, int y)
{
	return memchr(row_of(b, y), SOK_WALL, (size_t)b->width) != NULL;
}

/* Rows from to to (exclusive) of a board. */
struct range {
	int from, to;
};

/* The rows that the reader is sure of: between edges, with the rows beside
 * them that hold a wall. */
static struct range
find_core(const struct sok_board *b, bool rle)
{
	struct range c = {0, b->height};

	while (c.from < c.to && !is_edge(b, c.from))
		c.from++;
	while (c.to > c.from && !is_edge(b, c.to - 1))
		c.to--;
	if (rle || c.from == c.to)
		return c;
	while (c.from > 0 && has_wall(b, c.from - 1))
		c.from--;
	while (c.to < b->height && has_wall(b, c.to))
		c.to++;
	return c;
}

/* Three rows and, from the first to the last square that is not floor, three
 * columns. */
static bool
is_large(const struct sok_board *b, struct range c)
{
	size_t left = SIZE_MAX, right = 0;

	for (int y = c.from; y < c.to; y++) {
		const unsigned char *sq = row_of(b, y);
		size_t n = inked(sq, (size_t)b->width), x = 0;

		while (x < n && sq[x] == SOK_FLOOR)
			x++;
		left = x < n && x < left ? x : left;
		right = n > right ? n : right;
	}
	return c.to - c.from >= 3 && left < right && right - left >= 3;
}

/* One player and as many boxes as goals, at least one. */
static bool
is_sound(const struct sok_board *b, struct range c)
{
	struct sok_board part = *b;

	part.height = c.to - c.from;
	part.sq = b->sq + (size_t)c.from * (size_t)b->width;
	sok_board_count(&part);
	return part.players == 1 && part.boxes == part.goals && part.boxes > 0;
}

int
writer_reads_back(const struct sok_board *b, bool rle, struct sok_arena *a)
{
	struct range all = {0, b->height}, c = find_core(b, rle);
	int glued;

	if (b->height < 3 || b->width < 3)
		return 0;
	if (!is_large(b, c) || !is_sound(b, c)) {
		if (is_sound(b, all))
			return 1;
		if (!is_large(b, c))
			return 0;
	}
	while (!rle && c.from > 0 &&
	    inked(row_of(b, c.from - 1), (size_t)b->width) == 0)
		c.from--;
	if (c.from != 0 || c.to != b->height)
		return 0;
	if (b->players != 2 || rle)
		return 1;
	glued = sok_board_glued(b, a);
	return glued == -1 ? -1 : glued == 0;
}

int
writer_board(
    struct sok_writer *w, const struct sok_puzzle *p, bool rle, bool *open)
{
	int x, y, r;

	if (!p->has_board)
		return writer_refuse(w, p, "moves without a board");
	r = writer_reads_back(&p->board, rle, &w->arena);
	if (r == 0)
		return writer_refuse(
		    w, p, "a board that would not be read as one");
	if (r == 1)
		r = sok_board_closed(&p->board, &x, &y, &w->arena);
	*open = r == 0;
	return r == -1 ? -1 : 1;
}

/* ---- tags */

/* The comment block that begins at line i, if it can stay one. */
static size_t
block_at_line(const struct sok_text *t, size_t i)
{
	struct sok_str s = t->line[i];

	return s.len > 0 && (s.s[0] | 32) == 'c' ? sok_text_block(t, i) : 0;
}

static bool
is_mark(struct sok_str line)
{
	int kind;

	return comment_mark(line, &kind) != COMMENT_NONE;
}

static void
put_line(struct sok_output *out, struct sok_str line)
{
	sok_out(out, line);
	sok_outc(out, '\n');
}

/* Lines from to to of t, without blank ones at the end, as a comment. */
static void
put_comment(
    struct sok_output *out, const struct sok_text *t, size_t from, size_t to)
{
	while (to > from && t->line[to - 1].len == 0)
		to--;
	if (to == from)
		return;
	put_line(out, SOK_STR("Comment:"));
	for (size_t i = from; i < to; i++) {
		/* It would open or close a block inside this one. */
		if (is_mark(t->line[i]))
			sok_outc(out, ' ');
		put_line(out, t->line[i]);
	}
	put_line(out, SOK_STR("Comment-End:"));
}

/* The end of the lines from i on that belong in a comment. */
static size_t
notes_end(const struct sok_text *t, size_t i, writer_held_fn *held)
{
	size_t size = 0;

	for (; i < t->n && size < COMMENT_BYTES; i++) {
		if (block_at_line(t, i) > 0 ||
		    (held(t->line[i]) && !is_mark(t->line[i])))
			break;
		size += t->line[i].len + 2;
	}
	return i;
}

void
writer_text(
    struct sok_output *out, const struct sok_text *t, writer_held_fn *held)
{
	for (size_t i = 0, end; i < t->n; i = end) {
		end = notes_end(t, i, held);
		if (end > i) {
			while (i < end && t->line[i].len == 0)
				i++;
			put_comment(out, t, i, end);
			continue;
		}
		end = block_at_line(t, i) > 0 ? block_at_line(t, i) + 1 : i + 1;
		for (; i < end; i++)
			put_line(out, t->line[i]);
	}
}

/* ---- what is lost */

void
writer_lost_text(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_text *t, bool titled)
{
	size_t keys = 0, notes = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i], key, value;

		if (s.len == 0)
			continue;
		if (!sok_key_known(s) || !sok_key_split(s, &key, &value))
			notes++;
		else if (!titled || !sok_str_caseeq(key, SOK_STR("title")))
			keys++;
	}
	writer_lost(w, p, "key", "keys", keys);
	writer_lost(w, p, "line of notes", "lines of notes", notes);
}

void
writer_lost_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	size_t solutions = 0;

	for (size_t i = 0; i < p->ngames; i++)
		solutions += sok_game_claims(&p->game[i]);
	writer_lost(w, p, "solution", "solutions", solutions);
	writer_lost(w, p, "snapshot", "snapshots", p->ngames - solutions);
}
