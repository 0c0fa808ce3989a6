/* position.c - prepares a puzzle for replay: cells with a border of wall, the
 * players' area, and searches.  Using a position again costs time for what
 * earlier games may have changed, not for the whole board. */
#include <errno.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/position.h"
#include "text/text.h"

/* The number of cells that all searches of one position may visit. */
#define SEARCH_LIMIT ((uint64_t)1 << 28)

/* Eight squares or cells. */
typedef uint64_t squares;

struct sok_position *
sok_position_open(const struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_position *s = sok_arena_zalloc(a, 1, sizeof(*s));
	const struct sok_board *b = &p->board;
	const struct steps *grid = &steps_table[b->grid];
	long player = p->has_board ? sok_board_player(b) : -1;

	if (s == NULL)
		return NULL;
	s->puzzle = p;
	s->board = b;
	s->multiban = b->players > 1 && multiban_puzzle(p);
	s->a = a;
	/* The columns of border after each row: as many as the longest step,
	 * and an odd stride if the grid has two kinds of cells. */
	s->stride = b->width + 1;
	if (b->grid == SOK_HEXAGONS || (grid->kinds && b->width % 2 != 0))
		s->stride++;
	s->size = s->stride * (b->height + 2);
	s->search.left = SEARCH_LIMIT;
	if (!sok_str_number(
	        sok_text_get(&p->text, SOK_STR("Limit")), &s->limit))
		s->limit = SIZE_MAX;
	if (player >= 0)
		s->start =
		    (player / b->width + 1) * s->stride + player % b->width;

	s->letters = b->grid == SOK_SQUARES ? "ulrd" : grid->letters;
	struct leads *l = &s->leads;
	memset(l->cell, CELL_NEVER, sizeof(l->cell));
	for (int i = 0; i < grid->nletters; i++) {
		int small = grid->letters[i] & LEADS_MASK;
		int capital = small - CELL_BOX;

		/* With an odd stride, square (0, 0) is an odd cell. */
		for (int odd = 0; odd < 2; odd++)
			s->step[odd][small & 31] =
			    (int32_t)(grid->step[!odd][i][1] * s->stride +
			        grid->step[!odd][i][0]);
		l->player[small] = l->player[capital] = l->box[capital] =
		    s->step[0][small & 31];
		l->cell[small] = CELL_FREE;
		l->cell[capital] = CELL_BOX;
	}
	return s;
}

int
position_ready(struct sok_position *s, enum sok_mode mode)
{
	/* So many cells are filled at once, and precede the first one. */
	enum { LANES = sizeof(squares) };
	const struct sok_board *b = s->board;
	struct cells *c = &s->side[mode];
	ptrdiff_t row = s->start / s->stride - 1, i = 0, end = s->size;
	ptrdiff_t reach = (ptrdiff_t)c->used + 2;
	size_t room = (size_t)s->size + LANES;
	int box = mode == SOK_FORWARD ? 2 : 1;
	squares v, goals;

	/* The squares of the cells, whatever the mode. */
	if (s->squares == NULL) {
		s->squares = sok_arena_alloc(s->a, room, 1);
		if (s->squares == NULL)
			return -1;
		memset(s->squares, SOK_WALL, room);
		for (ptrdiff_t y = 0; y < b->height; y++)
			memcpy(s->squares + (y + 1) * s->stride,
			    b->sq + y * b->width, (size_t)b->width);
		for (ptrdiff_t at = 0; at < s->size; at += LANES) {
			memcpy(&v, s->squares + at, sizeof(v));
			v = v >> 2 & ~(v >> 1) & BITS_EVERY;
			s->off += bits_sum(v);
		}
	}

	/* Fill all cells, or those that the last game may have changed. */
	if (c->cell == NULL) {
		c->cell = sok_arena_alloc(s->a, LANES + room, 2);
		if (c->cell == NULL)
			return -1;
		memset(c->cell, CELL_WALL, LANES);
		c->cell += LANES;
		c->goal = c->cell + room;
	} else if (c->used == 0) {
		return 0;
	} else {
		/* A move leads one row away, and its box one row further. */
		i = reach < row ? row - reach : 0;
		end = reach < b->height - row ? row + reach : b->height;
		i = (i + 1) * s->stride;
		end = (end + 1) * s->stride;
	}
	c->used = 0;
	/* In reverse mode boxes and goals are exchanged. */
	for (; i < end; i += LANES) {
		memcpy(&v, s->squares + i, sizeof(v));
		goals = v >> (3 - box) & BITS_EVERY;
		v = (v & BITS_EVERY) | (v >> 3 & BITS_EVERY) << 1 |
		    (v >> box & BITS_EVERY) << 5;
		memcpy(c->cell + i, &v, sizeof(v));
		memcpy(c->goal + i, &goals, sizeof(v));
	}
	return 0;
}

int
position_area(struct sok_position *s)
{
	const unsigned char *sq = s->board->sq;

	if (s->area.bits != NULL)
		return 0;
	if (sok_board_flood(s->board, false, &s->area, s->a) != 0)
		return -1;
	for (int y = 0; y < s->board->height; y++)
		for (int x = 0; x < s->board->width; x++, sq++) {
			int kind = *sq & (SOK_BOX | SOK_GOAL);

			if (kind != 0 && sok_area_has(&s->area, x, y)) {
				s->inside_boxes += (kind & SOK_BOX) != 0;
				s->inside_goals += (kind & SOK_GOAL) != 0;
			} else {
				s->outside_off[SOK_FORWARD] += kind == SOK_BOX;
				s->outside_off[SOK_REVERSE] += kind == SOK_GOAL;
			}
		}
	return 0;
}

int
position_search(struct sok_position *s, const unsigned char *cell,
    ptrdiff_t from, ptrdiff_t to, unsigned blocked)
{
	struct cell_search *f = &s->search;
	size_t n = (size_t)s->size;

	if (n > UINT32_MAX) {
		errno = ENOMEM;
		return -1;
	}
	if (f->from == NULL) {
		f->queue = sok_arena_alloc(s->a, n, sizeof(*f->queue));
		f->seen = sok_arena_zalloc(s->a, n, sizeof(*f->seen));
		if (f->queue != NULL && f->seen != NULL)
			f->from = sok_arena_alloc(s->a, n, 1);
		if (f->from == NULL)
			return -1;
	}
	f->stamp++;
	f->seen[from] = f->stamp;
	f->queue[0] = (uint32_t)from;
	f->n = 1;
	for (size_t head = 0; head < f->n; head++) {
		ptrdiff_t at = (ptrdiff_t)f->queue[head];

		if (at == to)
			return 1;
		if (f->left == 0) {
			f->tired = true;
			return 0;
		}
		f->left--;
		for (const char *c = s->letters; *c != '\0'; c++) {
			ptrdiff_t next = at + position_step(s, at, *c);

			if (cell[next] & blocked || f->seen[next] == f->stamp)
				continue;
			f->seen[next] = f->stamp;
			f->from[next] = *c & 31;
			f->queue[f->n++] = (uint32_t)next;
		}
	}
	return to < 0;
}
