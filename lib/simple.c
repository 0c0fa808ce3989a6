/*
 * simple.c - the short way through the text reader: puzzles that are plain to
 * see are taken from the bytes, without lines, blocks and passages.  What is
 * taken here, read_text.c would read alike; a test holds the two equal.
 */
#include <string.h>

#include "lines.h"
#include "simple.h"
#include "title.h"

/* What a byte of a row adds: counts in fields, END for a line feed and BAD
 * for what is no square. */
#define BOX ((uint64_t)1)
#define GOAL ((uint64_t)1 << 16)
#define PLAYER ((uint64_t)1 << 32)
#define VISIBLE ((uint64_t)1 << 48) /* floor that is not a blank */
#define END ((uint64_t)1 << 60)
#define BAD ((uint64_t)1 << 61)
#define FIELD ((uint64_t)0xffff)

#define NO BAD
#define PL PLAYER
#define PG (PLAYER + GOAL)
#define BG (BOX + GOAL)
#define VI VISIBLE
#define NO16 NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO

/* clang-format off */
static const uint64_t worth[256] = {
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, END, NO, NO, NO, NO, NO,
	NO16,
	0, NO, NO, 0, BOX, NO, NO, NO, NO, NO, BG, PG, NO, VI, GOAL, NO,
	NO16,
	PL, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO,
	NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, VI,
	NO16, NO16,
	NO16, NO16, NO16, NO16, NO16, NO16, NO16, NO16,
};
/* clang-format on */

/* The rows while they are taken: p is at the start of one. */
struct rows {
	const char *p, *end; /* a line feed is before end */
	size_t left, right, width, height;
	uint64_t count;
	uint64_t players;
	bool edge;  /* the last row begins with a wall or a box on a goal */
	bool plain; /* blanks are the only floor, and none end a row */
};

static bool
is_floor(char c)
{
	return c == ' ' || c == '-' || c == '_';
}

static const char *
skip_blank_lines(const char *p, const char *end, size_t *lines)
{
	for (; p < end && *p == '\n'; p++)
		++*lines;
	return p;
}

/* A row: false if it cannot be one. */
static bool
take_row(struct rows *r)
{
	const char *from = r->p, *p = from, *last;
	uint64_t sum = 0, w;

	while (is_floor(*p))
		p++;
	r->edge = *p == '#' || *p == '*';
	if ((size_t)(p - from) < r->left)
		r->left = (size_t)(p - from);
	do
		sum += w = worth[(unsigned char)*p++];
	while (w < END);
	last = p - 1;
	r->p = p;
	r->count += sum & (PLAYER - 1);
	r->players += sum >> 32 & FIELD;
	r->plain = r->plain && !(sum >> 48 & 0xfff);
	while (last > from && last[-1] == ' ')
		last--;
	if ((size_t)(last - from) > r->width)
		r->width = (size_t)(last - from);
	r->plain = r->plain && last == p - 1;
	while (last > from && is_floor(last[-1]))
		last--;
	if ((size_t)(last - from) > r->right)
		r->right = (size_t)(last - from);
	r->height++;
	return w == END && last > from;
}

/* The rows from p on, up to a blank line: size, counts and end. */
static bool
take_rows(const char *base, const char *p, const char *end, struct simple *s)
{
	struct rows r = {.p = p, .end = end, .left = SIZE_MAX, .plain = true};
	size_t boxes, goals;
	bool edge = true;

	for (bool first = true; r.p < end && *r.p != '\n'; first = false) {
		if (!take_row(&r))
			return false;
		edge = first ? r.edge : edge;
	}
	s->rows = (size_t)(p - base);
	s->rows_end = (size_t)(r.p - base);
	s->width = r.width;
	s->plain = r.plain && r.left == 0;
	s->height = r.height;
	s->boxes = boxes = r.count & FIELD;
	s->goals = goals = r.count >> 16 & FIELD;
	return edge && r.edge && r.height >= 3 && r.right >= r.left + 3 &&
	    r.width * r.height <= SIMPLE_SQUARES && r.players == 1 &&
	    boxes > 0 && boxes == goals;
}

/* A line as the title that it would be right above a board or moves: false if
 * it is none or something else. */
static bool
take_title(struct sok_str line, struct title_place where, struct title *t)
{
	uint16_t can, has;

	if (line.len == 0 || line.s[0] == '>')
		return false; /* perhaps a quoted row */
	line = sok_str_rtrim(line);
	lines_classify(line, &can, &has);
	if (can != 0 || (has & (HAS_HIGH | HAS_CONTROL | HAS_END)))
		return false;
	return title_find(&line, 1, where, t) && sok_title_fits_line(t->line);
}

static const char *
line_end(const char *p, const char *end)
{
	return memchr(p, '\n', (size_t)(end - p));
}

/* Whether a line is direction letters and nothing else; *p goes behind it. */
static bool
take_letters(const char **p, const char *end)
{
	static const bool letter[256] = {['u'] = true,
	    ['d'] = true,
	    ['l'] = true,
	    ['r'] = true,
	    ['U'] = true,
	    ['D'] = true,
	    ['L'] = true,
	    ['R'] = true};
	const char *q = *p;

	while (q < end && letter[(unsigned char)*q])
		q++;
	if (q == *p || q == end || *q != '\n')
		return false;
	*p = q + 1;
	return true;
}

/* A game at *p: true; *bad if it looks like one but is not plain. */
static bool
take_game(const char *base, const char **p, const char *end, size_t *lines,
    struct simple_game *g, bool *bad)
{
	struct title_place where = {.board = false, .first = false};
	struct title t = {.line = {base, 0}};
	const char *q = *p, *first;

	*g = (struct simple_game){.first_line = *lines};
	if (!take_letters(&q, end)) {
		q = line_end(*p, end) + 1;
		g->first_line++;
		first = q;
		if (q >= end || !take_letters(&q, end))
			return false; /* the next puzzle */
		*bad = !take_title(
		    (struct sok_str){*p, (size_t)(first - 1 - *p)}, where, &t);
		q = first;
	} else {
		q = *p;
	}
	g->title = (size_t)(t.line.s - base);
	g->title_len = t.line.len;
	g->moves = (size_t)(q - base);
	while (q < end && *q != '\n' && !*bad) {
		*bad = !take_letters(&q, end);
		g->lines++;
	}
	g->end = (size_t)(q - base);
	*lines = g->first_line + g->lines;
	*p = q;
	return true;
}

/* The games from *p on; false if something is not plain. */
static bool
take_games(const char *base, const char **p, const char *end, size_t *lines,
    struct simple *s)
{
	struct simple_game g;
	bool bad = false;

	s->ngames = 0;
	while (*p < end && take_game(base, p, end, lines, &g, &bad)) {
		if (bad || s->ngames == SIMPLE_GAMES)
			return false;
		s->game[s->ngames++] = g;
		s->end = g.end;
		*p = skip_blank_lines(*p, end, lines);
	}
	return !bad;
}

/* The whole lines among the first bytes; NULL if there are none. */
static const char *
whole_lines(struct sok_str b)
{
	size_t n = b.len < SIMPLE_MAX ? b.len : SIMPLE_MAX;

	while (n > 0 && b.s[n - 1] != '\n')
		n--;
	return n > 0 ? b.s + n : NULL;
}

enum simple_answer
simple_puzzle(struct sok_str b, bool eof, bool first, struct simple *s)
{
	const char *p = b.s, *end;
	size_t lines = 0;

	if (b.len < SIMPLE_MAX && !eof)
		return SIMPLE_MORE;
	end = whole_lines(b);
	if (end == NULL)
		return SIMPLE_NO;
	s->title_len = s->title = 0;
	if (!is_floor(*p) && *p != '#' && *p != '*') {
		struct title_place where = {.board = true, .first = first};
		struct title t;

		p = line_end(p, end);
		if (!take_title(
		        (struct sok_str){b.s, (size_t)(p - b.s)}, where, &t))
			return SIMPLE_NO;
		s->title = (size_t)(t.line.s - b.s);
		s->title_len = t.line.len;
		p = skip_blank_lines(p, end, &lines);
	}
	s->first_line = lines;
	if (!take_rows(b.s, p, end, s))
		return SIMPLE_NO;
	lines += s->height;
	p = skip_blank_lines(b.s + s->rows_end, end, &lines);
	s->end = s->rows_end;
	if (!take_games(b.s, &p, end, &lines, s))
		return SIMPLE_NO;
	s->next = (size_t)(p - b.s);
	s->lines = lines;
	/* Blank, and known not to go on, or the end of it all. */
	if (s->next > s->end && p < end)
		return SIMPLE_YES;
	return eof && s->next == b.len ? SIMPLE_YES : SIMPLE_NO;
}

/* The lines of a game as one string of letters. */
static int
join(struct sok_game *g, struct sok_arena *a)
{
	size_t n = 0;
	char *s;

	for (size_t i = 0; i < g->nsource; i++)
		n += g->source[i].text.len;
	s = sok_arena_alloc(a, n, 1);
	g->moves = (struct sok_str){s, n};
	if (s == NULL)
		return -1;
	for (size_t i = 0; i < g->nsource; i++) {
		memcpy(s, g->source[i].text.s, g->source[i].text.len);
		s += g->source[i].text.len;
	}
	return 0;
}

static int
fill_game(const struct simple_game *from, struct sok_str bytes,
    struct sok_pos pos, struct sok_game *g, struct sok_arena *a)
{
	const char *p = bytes.s + from->moves, *end = bytes.s + from->end;

	pos.line += from->first_line;
	*g = (struct sok_game){
	    .letters_only = true, .pos = pos, .nsource = from->lines};
	g->title_line =
	    sok_str_sub(bytes, from->title, from->title + from->title_len);
	g->source = sok_arena_alloc(a, from->lines, sizeof(*g->source));
	if (g->source == NULL)
		return -1;
	for (size_t i = 0; i < from->lines; i++) {
		const char *q = line_end(p, end);

		g->source[i] =
		    (struct sok_source){{p, (size_t)(q - p)}, pos.line + i, 1};
		p = q + 1;
	}
	g->moves = g->source[0].text;
	return from->lines == 1 ? 0 : join(g, a);
}

int
simple_games(const struct simple *s, struct sok_str bytes, struct sok_pos pos,
    struct sok_puzzle *p, struct sok_arena *a)
{
	p->ngames = s->ngames;
	if (s->ngames == 0)
		return 0;
	p->game = sok_arena_alloc(a, s->ngames, sizeof(*p->game));
	if (p->game == NULL)
		return -1;
	for (size_t i = 0; i < s->ngames; i++)
		if (fill_game(&s->game[i], bytes, pos, &p->game[i], a) == -1)
			return -1;
	return 0;
}

int
simple_board(const struct simple *s, struct sok_str bytes, size_t line,
    struct sok_board *b, struct sok_arena *a)
{
	const char *p = bytes.s + s->rows;
	unsigned char *sq;

	if (sok_board_new(b, (int)s->width, (int)s->height, a) == -1)
		return -1;
	b->row = sok_arena_alloc(a, s->height, sizeof(*b->row));
	if (b->row == NULL)
		return -1;
	sq = b->sq;
	for (size_t y = 0; y < s->height; y++, sq += s->width) {
		size_t x = 0;

		b->row[y] =
		    (struct sok_row){line + s->first_line + y, 1, false};
		for (; *p != '\n' && x < s->width; p++)
			sq[x++] = sok_square[(unsigned char)*p];
		while (*p++ != '\n')
			; /* blanks behind the row */
	}
	if (s->plain)
		b->xsb = sok_str_sub(bytes, s->rows, s->rows_end);
	b->players = 1;
	b->boxes = s->boxes;
	b->goals = s->goals;
	return 0;
}
