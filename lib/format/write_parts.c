/* write_parts.c - for all writers: boards, moves and text as lines, whether a
 * format can represent them, text in XML, and the account of losses. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* A reader crops closed boards, so only a board with floor at an edge may be
 * open and need to show it. */
bool
write_is_open(const struct sok_puzzle *p, struct sok_arena *a)
{
	int x, y;

	return board_has_margin(&p->board) &&
	    (p->variant == SOK_UNSUPPORTED ||
	        sok_board_closed(&p->board, &x, &y, a) == 0);
}

/* Whether the first square that is not floor is a wall or a box on goal. */
static bool
is_edge_row(const struct sok_board *b, int y)
{
	unsigned char sq = SOK_FLOOR;

	for (int x = 0; x < b->width && sq == SOK_FLOOR; x++)
		sq = sok_board_at(b, x, y);
	return sq == SOK_WALL || sq == (SOK_BOX | SOK_GOAL);
}

size_t
write_row_width(const struct sok_board *b, int y)
{
	int w = b->width;

	while (w > 0 && sok_board_at(b, w - 1, y) == SOK_FLOOR)
		w--;
	return (size_t)w;
}

enum { MOST = 1024 }; /* bytes that are written at once */

void
write_squares(struct sok_output *o, const struct sok_board *b, int y, size_t n,
    const char glyph[SOK_NSQUARES])
{
	char text[MOST + BYTES_PAD];
	const unsigned char *sq = b->sq + (size_t)y * (size_t)b->width;
	const unsigned char *end = b->sq + sok_board_size(b);

	for (size_t part; n > 0; n -= part, sq += part) {
		part = n < MOST ? n : MOST;
		bytes_glyphs(text, sq, part, (size_t)(end - sq), glyph);
		sok_out(o, (struct sok_str){text, part});
	}
}

/* write_board() for rows that need a change. */
static void
put_rows(struct sok_output *o, const struct sok_board *b, enum sok_floor floor,
    bool open)
{
	static const char floor_char[] = {' ', '-', '_'};
	bool narrow = open && board_column_blank(b, b->width - 1);
	const unsigned char *sq = b->sq, *end = sq + sok_board_size(b);
	char glyph[SOK_NSQUARES], out[MOST + BYTES_PAD];
	size_t width = (size_t)b->width, n = 0, fill;

	memcpy(glyph, sok_xsb, sizeof(glyph));
	glyph[SOK_FLOOR] = floor_char[floor];
	for (int y = 0; y < b->height; y++, sq += width) {
		size_t w = write_row_width(b, y);
		bool edge = y == 0 || y == b->height - 1;

		if (n + w >= MOST) {
			sok_out(o, (struct sok_str){out, n});
			n = 0;
		}
		if (w < MOST) {
			bytes_glyphs(out + n, sq, w, (size_t)(end - sq), glyph);
			n += w;
		} else {
			write_squares(o, b, y, w, glyph);
		}
		/* One wide row is enough. */
		fill = narrow && y == 0 ? width - w : 0;
		if (w == 0)
			fill = open && edge ? width : 1;
		if (fill > 0) {
			sok_out(o, (struct sok_str){out, n});
			n = 0;
			sok_out_fill(o, '-', fill);
		}
		out[n++] = '\n';
	}
	sok_out(o, (struct sok_str){out, n});
}

void
write_board(struct sok_output *o, const struct sok_board *b,
    enum sok_floor floor, bool open)
{
	if (b->xsb.len > 0 && floor == SOK_FLOOR_SPACE)
		sok_out(o, b->xsb);
	else
		put_rows(o, b, floor, open);
}

/* ---- lines */

void
write_line(struct sok_output *o, struct sok_str line)
{
	sok_out(o, line);
	sok_outc(o, '\n');
}

void
write_tag(struct sok_output *o, const char *tag, struct sok_str value)
{
	sok_out(o, sok_str(tag));
	write_line(o, value);
}

struct sok_position *
write_position(struct sok_writer *w, const struct sok_puzzle *p)
{
	if (!p->has_board || p->ngames == 0)
		return NULL;
	struct sok_position *position = sok_position_open(p, &w->arena);
	writer_fails(w, position == NULL);
	return position;
}

struct sok_str
write_game(const struct sok_puzzle *p)
{
	struct sok_str name = {NULL, 0};

	if (p->variant == SOK_SOKOBAN)
		return SOK_STR("");
	if (p->variant != SOK_UNSUPPORTED)
		name = sok_str(sok_variant_name(p->variant));
	else
		name = key_naming(&p->text).name;
	if (name.s == NULL && p->header != NULL)
		name = p->header->game;
	return name.s == NULL ? SOK_STR("") : name;
}

void
write_id(struct sok_output *o, uint64_t id)
{
	char s[16];

	for (size_t i = 0; i < sizeof(s); i++, id <<= 4)
		s[i] = "0123456789ABCDEF"[id >> 60];
	sok_out(o, (struct sok_str){s, sizeof(s)});
}

/* ---- boards that a format can represent */

bool
write_reads_back(
    struct sok_writer *w, const struct sok_board *b, const struct sok_buf *text)
{
	struct sok_read_options o = {.name = "",
	    .format = sok_format_find(SOK_STR("sok")),
	    .limits = &sok_highest_limits};
	struct sok_sink sink = {.fn = NULL};
	struct sok_reader *r =
	    sok_reader_open_memory(sok_buf_str(text), &o, &sink);
	struct sok_puzzle *p;
	int got = r == NULL || text->failed ? -1 : sok_read(r, &p);
	bool same = got == 1 && p->has_board && sok_board_equal(&p->board, b) &&
	    p->text.n <= 1 && sok_reader_header(r)->text.n == 0;

	if (same)
		got = sok_read(r, &p);
	sok_reader_close(r);
	return !writer_fails(w, got == -1) && same && got == 0;
}

bool
write_readable(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	struct sok_buf text = {0};

	if (b->xsb.len > 0 ||
	    (b->height >= 3 && b->width >= 3 && b->players == 1 &&
	        is_edge_row(b, 0) && is_edge_row(b, b->height - 1) &&
	        !board_column_blank(b, 0) &&
	        !board_column_blank(b, b->width - 1)))
		return true;
	struct sok_output *out = sok_output_memory(&text);
	if (writer_fails(w, out == NULL))
		return false;
	put_rows(out, b, SOK_FLOOR_SPACE, true);
	if (p->variant == SOK_UNSUPPORTED) /* not cropped when it is read */
		sok_out(out, SOK_STR("\nGame: Pukoban\n"));
	else if (p->variant != SOK_SOKOBAN)
		sok_outf(out, "\nGame: %s\n", sok_variant_name(p->variant));
	sok_output_close(out, true);
	bool same = write_reads_back(w, b, &text);
	sok_buf_free(&text);
	return same;
}

bool
writer_board(struct sok_writer *w, const struct sok_puzzle *p, bool *open)
{
	if (!p->has_board)
		return writer_refuse(w, p, "moves without a board");
	if (!write_readable(w, p))
		return writer_refuse(
		    w, p, "a board that would not be read back as one");
	*open = write_is_open(p, &w->arena);
	return true;
}

bool
writer_blanks(struct sok_writer *w, const struct sok_puzzle *p, bool open)
{
	const struct sok_board *b = &p->board;

	for (int y = 0; y < b->height; y++)
		if (write_row_width(b, y) == 0)
			return writer_refuse(w, p, "an empty row");
	if (open && board_column_blank(b, b->width - 1))
		return writer_refuse(w, p, "floor at the end of all rows");
	return true;
}

/* The end of the line, or of the comment block, that begins at line i and is
 * written unchanged; i if the line must be in a comment block. */
static size_t
unchanged_end(const struct sok_text *t, size_t i, writer_held_fn *held)
{
	struct sok_str s = t->line[i];
	bool comment = s.len > 0 && (s.s[0] | 32) == 'c';
	size_t close = comment ? sok_text_block(t, i) : 0;

	if (close > 0)
		return close + 1;
	return held(s) && comment_mark(s, NULL) == COMMENT_NONE ? i + 1 : i;
}

void
writer_text(
    struct sok_output *out, const struct sok_text *t, writer_held_fn *held)
{
	for (size_t i = 0, end; i < t->n; i = end) {
		size_t size = 0;

		end = unchanged_end(t, i, held);
		for (size_t k = i; k < end; k++)
			write_line(out, t->line[k]);
		if (end > i)
			continue;

		/* Lines up to the next unchanged one, trimmed, are a block. */
		while (end < t->n && size < COMMENT_BYTES &&
		    unchanged_end(t, end, held) == end)
			size += t->line[end++].len + 2;
		while (i < end && t->line[i].len == 0)
			i++;
		size_t to = end;
		while (to > i && t->line[to - 1].len == 0)
			to--;
		if (to == i)
			continue;
		write_line(out, SOK_STR("Comment:"));
		for (; i < to; i++) {
			/* It would open or close a block inside this one. */
			if (comment_mark(t->line[i], NULL) != COMMENT_NONE)
				sok_outc(out, ' ');
			write_line(out, t->line[i]);
		}
		write_line(out, SOK_STR("Comment-End:"));
	}
}

bool
write_adjoins_below(const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;

	return p->adjoins_below && p->has_board && p->text.n > 0 &&
	    rows_nearly(p->text.line[0], write_row_width(b, b->height - 1));
}

bool
write_adjoins_above(const struct sok_puzzle *p, size_t of)
{
	return p->adjoins_above && p->title_line.len == 0 &&
	    of + 1 == p->number;
}

bool
write_has_wall(struct sok_str line)
{
	return line.len > 0 && memchr(line.s, '#', line.len) != NULL;
}

void
writer_for_players(struct sok_writer *w, struct sok_text *t, bool header)
{
	struct sok_text own = *t;
	size_t n = 0, end;

	if (writer_fails(w, text_own(&own, &w->arena) == -1))
		return;
	for (size_t i = 0; i < t->n; i = end) {
		struct sok_str s = t->line[i];
		size_t block = sok_text_block(t, i);
		bool remark = block == 0 && sok_str_starts(s, SOK_STR("::"));
		bool macro = block == 0 && header && sok_is_macro_alone(s);

		end = block > 0 ? block + 1 : i + 1;
		writer_lost(w, NULL, "remark", "remarks", remark && s.len > 2);
		writer_lost(w, NULL, "definition of a macro",
		    "definitions of macros", macro);
		if (remark || macro ||
		    (s.len == 0 && (n == 0 || own.line[n - 1].len == 0)))
			continue;
		for (; i < end; i++)
			own.line[n++] = t->line[i];
	}
	n -= n > 0 && own.line[n - 1].len == 0;
	*t = (struct sok_text){own.line, n};
}

/* ---- XML and HTML */

void
xml_text(
    struct sok_writer *w, const char *start, struct sok_str s, const char *end)
{
	static const char special[] = "&<>\"";
	static const char *const entity[] = {"amp", "lt", "gt", "quot"};
	/* A page would show C1 controls as letters of windows-1252. */
	bool page = w->format->writer == &write_html_ops;

	sok_out(w->out, sok_str(start));
	s = writer_utf8(w, s);
	for (size_t n; s.len > 0; s = sok_str_from(s, n)) {
		uint32_t c = 0;

		n = 0;
		while (n < s.len && s.s[n] >= 0x20 && s.s[n] < 0x7f &&
		    s.s[n] != '&' && s.s[n] != '<' && s.s[n] != '>' &&
		    s.s[n] != '"')
			n++;
		if (n > 0) {
			sok_out(w->out, sok_str_sub(s, 0, n));
			continue;
		}
		n = sok_str_char(s, &c);
		const char *found = c < 0x80 ? strchr(special, (int)c) : NULL;
		if (n == 0 || c == 0xfffe || c == 0xffff ||
		    (c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
		    (page && c >= 0x80 && c < 0xa0)) {
			sok_out(w->out, SOK_STR("\xef\xbf\xbd"));
			w->marked++;
			n += n == 0;
		} else if (found != NULL) {
			sok_outf(w->out, "&%s;", entity[found - special]);
		} else if (escape_needed(c)) {
			sok_outf(w->out, "&#x%X;", (unsigned)c);
		} else {
			sok_out(w->out, sok_str_sub(s, 0, n));
		}
	}
	sok_out(w->out, sok_str(end));
}

/* ---- losses */

void
writer_lost_text(
    struct sok_writer *w, const struct sok_puzzle *p, struct sok_str written)
{
	bool author = w->format->writer->author, title = true;
	const struct sok_text *t = &p->text;
	size_t keys = 0, notes = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i], key, value;
		size_t end = sok_text_block(t, i);

		if (end > 0) { /* neither its marks nor its lines are keys */
			while (++i < end)
				notes += t->line[i].len > 0;
			continue;
		}
		if (s.len == 0)
			continue;
		if (!sok_key_known(s) || !sok_key_split(s, &key, &value))
			notes++;
		else if (value.s == written.s)
			continue;
		else if (author && sok_str_caseeq(key, SOK_STR("author")))
			author = false;
		else if (title && value.len > 0 &&
		    sok_str_caseeq(key, SOK_STR("title")))
			title = false;
		else
			keys++;
	}
	writer_lost(w, p, "key", "keys", keys);
	writer_lost(w, p, "line of notes", "lines of notes", notes);
}

void
writer_lost_title_line(struct sok_writer *w, const struct sok_puzzle *p)
{
	writer_lost(w, p, "title line", "title lines",
	    p->title_line.len > 0 && !sok_str_eq(p->title, p->title_line));
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

void
writer_lost_rest(struct sok_writer *w, const struct sok_puzzle *p)
{
	writer_lost_text(w, p, (struct sok_str){NULL, 0});
	writer_lost_title_line(w, p);
	writer_lost_games(w, p);
}
