/* gap_text.c - the text between two blocks: its lines, and the titles of the
 * board above and of the board or game below.  For the text reader.  What may
 * be meant otherwise is said by doubts/gaps.c. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/gap_text.h"
#include "text/key.h"
#include "text/text.h"

/* How many lines a blank line i becomes, if another one follows: in a comment
 * block it stands for all lines of a run. */
static size_t
count_blank(const struct line *e)
{
	return (e->has & HAS_COMMENT) && e[1].num > e->num ? e[1].num - e->num
	                                                   : 1;
}

/* Whether line i of text is nearly a row of board k, whose row is line `row`:
 * 1, 0, -1 on ENOMEM.  Only beside a closed board with one player is such a
 * line text and the board a board (grammar_picture.c). */
static int
adjoins(struct sok_reader *r, const struct blocks *b, size_t i,
    const struct block *k, size_t row)
{
	int x, y;

	if (k == NULL || k->kind != SOK_BLOCK_BOARD || k->board.players != 1 ||
	    (b->l.v[i].has & HAS_COMMENT) || !lines_wall(&b->l, i) ||
	    !rows_nearly(lines_str(&b->l, i), lines_row(&b->l, row).len))
		return 0;
	/* Rows with counts are written as pictures, where a line without counts
	 * is nearly a row as well; rows of letters are written differently. */
	bool counts = b->l.v[i].has & HAS_COUNT;
	for (size_t j = k->from; j < k->to; j++) {
		unsigned can = b->l.v[j].can;

		if (!(can & CAN_PLAIN) && (counts || !(can & CAN_RLE)))
			return 0;
	}
	return sok_board_closed(&k->board, &x, &y, &r->arena);
}

/* Take the margin that a board loses on its left (sok_board_crop()) from a line
 * that is nearly a row of it; false if the line has more than blanks there. */
static bool
take_margin(struct sok_str *line, const struct sok_board *b)
{
	size_t margin = 0, column = 0;

	while ((int)margin < b->width && board_column_blank(b, (int)margin))
		margin++;
	while (column < margin && column < line->len && line->s[column] == ' ')
		column++;
	if (column < margin)
		return false;
	*line = sok_str_from(*line, column);
	return true;
}

int
gap_take(struct sok_reader *r, const struct blocks *b, size_t from, size_t to,
    const struct block *above, const struct block *below, struct gap_text *p)
{
	const struct lines *l = &b->l;

	*p = (struct gap_text){.grid = b->grid, .next = to};
	if (from == to)
		return 0;
	p->direct = p->touches = !lines_blank(l, from);
	p->gap = lines_blank(l, to - 1);
	int first = 0, last = 0;
	if (p->direct && from > 0)
		first = adjoins(r, b, from, above, from - 1);
	if (!p->gap)
		last = adjoins(r, b, to - 1, below, to);
	if (first == -1 || last == -1)
		return -1;
	p->adjoins_above = first == 1;
	p->adjoins_below = last == 1;
	while (from < to && lines_blank(l, to - 1))
		to--;
	while (from < to && lines_blank(l, from))
		from++;
	if (from == to)
		return 0;
	p->first = from;
	p->last = to - 1;
	p->line = lines_number(l, p->last);
	p->head = lines_number(l, from);
	size_t n = 0, room = to - from;
	for (size_t i = from + 1; i + 1 < to; i++)
		if (lines_blank(l, i))
			room += count_blank(&l->v[i]) - 1;
	struct sok_str *v = sok_arena_alloc(&r->arena, room, sizeof(*v));
	if (v == NULL)
		return -1;
	for (size_t i = from; i < to; i++) {
		struct sok_str s = lines_str(l, i);
		bool comment = l->v[i].has & HAS_COMMENT;

		if (lines_blank(l, i)) {
			size_t k = count_blank(&l->v[i]);

			while ((comment || v[n - 1].len > 0) && k-- > 0)
				v[n++] = SOK_STR("");
			continue;
		}
		/* Indented, so that it closes no block when read again. */
		if (!comment && comment_mark(s, NULL) == COMMENT_CLOSE)
			s = sok_str_fmt(&r->arena, " %.*s", (int)s.len, s.s);
		if (s.s == NULL)
			return -1;
		v[n++] = s;
	}
	p->text = (struct sok_text){v, n};
	if (p->adjoins_above)
		p->adjoins_above = take_margin(&v[0], &above->board);
	if (p->adjoins_below)
		p->adjoins_below = take_margin(&v[n - 1], &below->board);
	return 0;
}

bool
gap_title_below(
    struct sok_puzzle *z, struct gap_text *p, const struct block *next)
{
	struct sok_text *t = &p->text;
	size_t lines = t->n > 1 ? 2 : 1;

	if (t->line[0].s[0] != ';' ||
	    (t->n > 1 ? t->line[1].len > 0 : !p->gap && next != NULL))
		return false;
	struct sok_str s = title_strip(t->line[0], p->grid);
	p->named = s.len > 0;
	if (z->title_line.len > 0)
		return t->n == 1 &&
		    (next == NULL || next->kind != SOK_BLOCK_BOARD ||
		        !title_next(z->title_line, s));
	if (s.len > 0) {
		z->title_line = s;
		t->line += lines;
		t->n -= lines;
		p->direct = false;
		p->head = 0;
	}
	return false;
}

static bool
is_nameless(const struct sok_puzzle *p)
{
	return p->has_board && p->ngames == 0 && p->title_line.len == 0;
}

void
gap_title_above(
    struct sok_reader *r, struct gap_text *p, const struct block *next)
{
	const struct sok_puzzle *z = &r->puzzle;
	struct sok_text *t = &p->text;
	struct title_place *place = &p->place;
	size_t n = 0;

	*place = (struct title_place){.line = t->line,
	    .n = t->n,
	    .board = next->kind == SOK_BLOCK_BOARD,
	    .first = r->number == 0 && !z->has_board && z->ngames == 0,
	    .apart = !p->direct,
	    .close = !p->gap,
	    .under = p->direct && p->gap && is_nameless(z),
	    .grid = p->grid,
	    .above = z->title_line};
	if (t->line[t->n - 1].len == 2 &&
	    sok_str_eq(t->line[t->n - 1], SOK_STR("::"))) {
		n = title_guarded(place);
		place->n = 0;
	} else if (p->adjoins_below || (p->adjoins_above && t->n == 1)) {
		/* What is nearly a row of a board names none. */
		place->n = 0;
	} else {
		/* Remove the mail quotes of a quoted board. */
		if (next->quoted) {
			place->n = t->n < TITLE_LINES ? t->n : TITLE_LINES;
			place->line = p->unquoted;
			for (size_t i = 0; i < place->n; i++)
				p->unquoted[i] = sok_str_trim(sok_str_unquote(
				    t->line[t->n - place->n + i]));
		}
		p->found = title_find(place, &p->title);
		p->words = p->title.plain;
		if (p->found)
			n = place->n - p->title.from;
		if (p->title.line.len > r->o.limits->v[SOK_LIMIT_TITLE]) {
			reader_report(r, SOK_LIMIT_RULE, p->line, 1,
			    "a title of %zu bytes is over the limit `title`; "
			    "it was kept as text",
			    p->title.line.len);
			p->title = (struct title){.plain = false};
			n = 0;
		}
		if (n > 0)
			p->next = p->last + 1 - n;
	}
	/* Also the blank lines before them. */
	for (t->n -= n; t->n > 0 && t->line[t->n - 1].len == 0;)
		t->n--;
}
