/* grammar_picture.c - a picture is read whole or kept whole: decides whether
 * adjoining lines, of which some are rows and others nearly rows, are text
 * (sok(5), "What is kept whole").  If the nearly-row is mended, all of them
 * are one board again, so they must not be divided before. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/grammar.h"

/* The most lines that are examined together. */
enum { PICTURE_LINES = 8192 };

/* How much a line that is not a row looks like one.  A weak one has no walls
 * beside its foreign square, as most short words. */
enum nearness { NO_ROW, WEAK, STRONG };

/* What a line consists of, counted in characters. */
struct contents {
	size_t walls;
	size_t squares; /* other than floor */
	size_t foreign; /* neither squares nor signs of run-length rows */
	size_t word;    /* the longest run of foreign characters */
	size_t at;      /* the first byte that is not a square */
};

static struct contents
count_contents(struct sok_str s)
{
	struct contents n = {.at = s.len};
	size_t word = 0, len;
	uint32_t code;

	for (size_t i = 0; i < s.len; i += len) {
		unsigned char square = sok_square[(unsigned char)s.s[i]];

		len = sok_str_char(sok_str_from(s, i), &code);
		len = len == 0 ? 1 : len;
		if (square != 0xff) {
			n.squares += square != SOK_FLOOR;
			n.walls += square == SOK_WALL;
			word = 0;
			continue;
		}
		n.at = n.at == s.len ? i : n.at;
		if (sok_is_digit(s.s[i]) || memchr("()|", s.s[i], 3) != NULL)
			continue;
		n.foreign++;
		word++;
		n.word = word > n.word ? word : n.word;
	}
	return n;
}

/* Whether a wall begins and another one ends the line. */
static bool
is_walled(struct sok_str s, const struct contents *n)
{
	return s.s[0] == '#' && s.s[s.len - 1] == '#' && n->walls > 1;
}

/* `#1. A` begins like a heading. */
static bool
is_heading(struct sok_str s, const struct contents *n)
{
	return !is_walled(s, n) && s.len > 1 && s.s[0] == '#' &&
	    sok_is_digit(s.s[1]);
}

/* Whether line i is as wide, in characters, as the row above or below it. */
static bool
is_as_wide(const struct blocks *b, size_t i)
{
	struct sok_str s = lines_row(&b->l, i);
	size_t width = lines_column(s, s.len);

	return (i > 0 && (b->l.v[i - 1].can & CAN_PLAIN) &&
	           b->l.v[i - 1].len + 1 == width) ||
	    (i + 1 < b->l.n && (b->l.v[i + 1].can & CAN_PLAIN) &&
	        b->l.v[i + 1].len + 1 == width);
}

/* Whether a trimmed line, which is not empty, is a strong nearly-row whatever
 * the lines beside it are; if so, *at is the byte that is not a square. */
static bool
is_strong(struct sok_str s, const struct contents *n, size_t *at)
{
	bool walled = is_walled(s, n);

	*at = n->at;
	if (n->at == s.len)
		return false;
	if (n->foreign == 0)
		return walled || (n->walls > 1 && !rows_numbered(s));
	if (is_heading(s, n))
		return false;
	return n->walls > 0 &&
	    ((n->word < 3 &&
	         ((n->foreign == 1 && n->squares > 1) ||
	             3 * n->foreign <= n->foreign + n->squares || walled)) ||
	        row_like(s, at));
}

bool
rows_nearly(struct sok_str line, size_t beside)
{
	struct sok_str s = sok_str_trim(line);
	struct contents n;
	uint16_t can, has;
	size_t at;

	/* A `;` begins a title or a comment. */
	if (s.len == 0 || s.s[0] == ';' || memchr(s.s, '#', s.len) == NULL)
		return false;
	lines_classify(s, &can, &has);
	if (can & CAN_LETTER)
		return false;
	n = count_contents(s);
	return is_strong(s, &n, &at) ||
	    (n.foreign == 1 && n.walls > 0 && !is_heading(s, &n) &&
	        lines_column(line, line.len) == beside + 1);
}

/* How much line i, which is not a row, looks like one; *at is the byte of its
 * trimmed text that is not a square. */
static enum nearness
nearness_of(const struct blocks *b, size_t i, size_t *at)
{
	const struct line *e = &b->l.v[i];

	if (lines_blank(&b->l, i) || (e->has & (HAS_CUT | HAS_COMMENT)) ||
	    (e->can & CUT_OFF))
		return NO_ROW;
	struct sok_str s = rows_trimmed(b, i);
	struct contents n = count_contents(s);

	if (is_strong(s, &n, at))
		return STRONG;
	*at = n.at;
	if (n.at == s.len || n.foreign != 1 || is_heading(s, &n))
		return NO_ROW;
	if (n.walls > 0 && is_as_wide(b, i))
		return STRONG;
	return e->can & CAN_MOVES ? NO_ROW : WEAK;
}

/* Whether rows from to to, which were gathered, are all of a closed board with
 * one player: 1, 0, -1. */
static int
is_closed(struct blocks *b, size_t from, size_t to)
{
	struct sok_board board;
	size_t width;
	bool sound;
	int x, y;

	if (rows_fill(b, from, to, false) == -1)
		return -1;
	struct range core = rows_decide(b, b->nrow, &sound);
	if (core.from > 0 || core.to < b->nrow || core.to == 0)
		return 0;
	int got = rows_board(b, core, 0, &width, &board, &b->cells);
	if (got != 1 || board.players != 1)
		return got == -1 ? -1 : 0;
	return sok_board_closed(&board, &x, &y, &b->cells);
}

/* Whether a line has a player, a box or a goal. */
static bool
has_piece(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (memchr("@+$*", s.s[i], 4) != NULL)
			return true;
	return false;
}

/* What is known about adjoining lines. */
struct picture {
	size_t to;    /* the line below them */
	size_t near;  /* the first nearly-row; SIZE_MAX: none */
	bool piece;   /* they have a player, a box or a goal */
	bool divided; /* rows beside a nearly-row are not a board */
	int above;    /* is_closed() of the rows above; -1: there are none */
	enum nearness between; /* of the nearly-rows below them */
};

/* Add rows from to to, none if the picture ends: 0, -1. */
static int
add_rows(struct blocks *b, struct picture *p, size_t from, size_t to)
{
	int closed = from < to ? is_closed(b, from, to) : -1;

	if (from < to && closed == -1)
		return -1;
	/* A strong nearly-row belongs to rows that are not a board, also as the
	 * first or last row; a weak one only if those above and below are not.
	 */
	p->divided |= p->between == STRONG
	    ? p->above == 0 || closed == 0
	    : p->between == WEAK && p->above == 0 && closed == 0;
	for (size_t i = from; i < to && !p->piece; i++)
		p->piece = has_piece(lines_row(&b->l, i));
	p->above = closed;
	p->between = NO_ROW;
	return 0;
}

/* Examine the lines from i on that adjoin: 0, -1. */
static int
examine(struct blocks *b, size_t i, struct picture *p)
{
	struct run run;
	size_t at;
	int more = 1;

	while (more == 1 && p->to - i < PICTURE_LINES) {
		if (rows_gather(b, p->to, &run) == -1 ||
		    add_rows(b, p, p->to, run.plain) == -1)
			return -1;
		p->to = run.plain;
		do {
			more = lines_want(&b->l, p->to);
			enum nearness near = NO_ROW;

			if (more == 1 && lines_want(&b->l, p->to + 1) == -1)
				more = -1;
			if (more == 1)
				near = nearness_of(b, p->to, &at);
			if (near == NO_ROW)
				return more == -1
				    ? -1
				    : add_rows(b, p, p->to, p->to);
			p->piece |= has_piece(rows_trimmed(b, p->to));
			p->between = near > p->between ? near : p->between;
			p->near = p->to < p->near ? p->to : p->near;
			p->to++;
			more = lines_want(&b->l, p->to);
		} while (more == 1 && !(b->l.v[p->to].can & CAN_RLE));
	}
	return more == -1 ? -1 : add_rows(b, p, p->to, p->to);
}

/* Whether line i, which may be a row, may also be a nearly-row: it needs
 * legacy letters, or has a number or a parenthesis. */
static bool
may_be_near(const struct blocks *b, size_t i)
{
	const struct line *e = &b->l.v[i];

	if (!(e->can & CAN_RLE))
		return true;
	if (!rows_is_rle(e))
		return e->has & HAS_HIGH;
	struct sok_str s = rows_trimmed(b, i);
	return rows_numbered(s) || memchr(s.s, '(', s.len) != NULL ||
	    memchr(s.s, ')', s.len) != NULL;
}

/* Whether there may be nearly-rows among the lines from i on that adjoin, of
 * which *to is the first one that is none of them; -1 with errno. */
static int
may_be_picture(struct blocks *b, size_t i, size_t *to)
{
	size_t at, j = b->l.rows.from == i ? b->l.rows.to : i;
	bool near = false;
	int more = 0;

	while (!lines_ends_rows(&b->l, j) && j - i < PICTURE_LINES &&
	    (more = lines_want(&b->l, j)) == 1 && !lines_blank(&b->l, j) &&
	    (b->l.v[j].can & CAN_LETTER)) {
		/* Beside plain rows a count may not be meant as one. */
		near |= may_be_near(b, j) ||
		    (rows_is_rle(&b->l.v[j]) && j > i &&
		        !rows_is_rle(&b->l.v[i]) && !(b->l.v[j].has & HAS_BAR));
		j++;
	}
	*to = j;
	if (more == -1)
		return -1;
	return near ||
	    (j < b->l.n && !(b->l.v[j].can & CAN_LETTER) &&
	        nearness_of(b, j, &at) != NO_ROW);
}

int
block_picture(struct blocks *b, size_t i, struct block *k)
{
	struct picture p = {.to = i, .near = SIZE_MAX, .above = -1};
	const struct line *e = &b->l.v[i];
	size_t at;
	int r = 1;

	/* A line that is neither a row nor nearly one begins no picture. */
	b->picture_until = lines_count(&b->l, i + 1);
	if (!(e->can & CAN_RLE) || (rows_is_rle(e) && !rows_has_wall(b, i))) {
		if (lines_want(&b->l, i + 1) == -1)
			return -1;
		if (nearness_of(b, i, &at) == NO_ROW)
			return 0;
	}
	/* Lines that were looked at once are not looked at again. */
	if (lines_count(&b->l, i) >= b->picture_seen) {
		r = may_be_picture(b, i, &p.to);
		b->picture_seen = lines_count(&b->l, p.to);
		if (r == 0)
			b->picture_until =
			    lines_count(&b->l, p.to > i ? p.to : i + 1);
	}
	if (r != 1)
		return r;
	p.to = i;
	if (examine(b, i, &p) == -1)
		return -1;
	k->end = p.to > i ? p.to : i + 1;
	b->picture_until = lines_count(&b->l, k->end);
	if (!p.divided || !p.piece || p.to - i < 3)
		return 0;
	/* Legacy letters may be squares of a board. */
	r = block_letters_board(b, i);
	if (r != 0)
		return r == -1 ? -1 : 0;
	b->text_until = lines_count(&b->l, p.to);
	block_text(k, i);
	k->reason = TEXT_PICTURE;
	k->near = p.near;
	(void)nearness_of(b, p.near, &k->near_at);
	return 1;
}
