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
sok_position_open(const struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct sok_position *position =
	    sok_arena_zalloc(arena, 1, sizeof(*position));
	const struct sok_board *board = &puzzle->board;
	const struct steps *grid = &steps_table[board->grid];
	long player = puzzle->has_board ? sok_board_player(board) : -1;

	if (position == NULL)
		return NULL;
	position->puzzle = puzzle;
	position->board = board;
	position->multiban = board->players > 1 && multiban_puzzle(puzzle);
	position->arena = arena;
	/* The columns of border after each row: as many as the longest step,
	 * and an odd stride if the grid has two kinds of cells. */
	position->stride = board->width + 1;
	if (board->grid == SOK_HEXAGONS ||
	    (grid->kinds && board->width % 2 != 0))
		position->stride++;
	position->size = position->stride * (board->height + 2);
	position->search.left = SEARCH_LIMIT;
	if (!sok_str_number(sok_text_get(&puzzle->text, SOK_STR("Limit")),
	        &position->limit))
		position->limit = SIZE_MAX;
	if (player >= 0)
		position->start =
		    (player / board->width + 1) * position->stride +
		    player % board->width;

	position->letters = board->grid == SOK_SQUARES ? "ulrd" : grid->letters;
	struct leads *leads = &position->leads;
	memset(leads->cell, CELL_NEVER, sizeof(leads->cell));
	for (int i = 0; i < grid->nletters; i++) {
		int small = grid->letters[i] & LEADS_MASK;
		int capital = small - CELL_BOX;

		/* With an odd stride, square (0, 0) is an odd cell. */
		for (int odd = 0; odd < 2; odd++)
			position->step[odd][small & 31] =
			    (int32_t)(grid->step[!odd][i][1] *
			            position->stride +
			        grid->step[!odd][i][0]);
		leads->player[small] = leads->player[capital] =
		    leads->box[capital] = position->step[0][small & 31];
		leads->cell[small] = CELL_FREE;
		leads->cell[capital] = CELL_BOX;
	}
	return position;
}

int
position_ready(struct sok_position *position, enum sok_mode mode)
{
	/* So many cells are filled at once, and precede the first one. */
	enum { LANES = sizeof(squares) };
	const struct sok_board *board = position->board;
	struct cells *cells = &position->side[mode];
	ptrdiff_t row = position->start / position->stride - 1, i = 0,
	          end = position->size;
	ptrdiff_t reach = (ptrdiff_t)cells->used + 2;
	size_t room = (size_t)position->size + LANES;
	int box = mode == SOK_FORWARD ? 2 : 1;
	squares lanes, goals;

	/* The squares of the cells, whatever the mode. */
	if (position->squares == NULL) {
		position->squares = sok_arena_alloc(position->arena, room, 1);
		if (position->squares == NULL)
			return -1;
		memset(position->squares, SOK_WALL, room);
		for (ptrdiff_t y = 0; y < board->height; y++)
			memcpy(position->squares + (y + 1) * position->stride,
			    board->sq + y * board->width, (size_t)board->width);
		for (ptrdiff_t at = 0; at < position->size; at += LANES) {
			memcpy(&lanes, position->squares + at, sizeof(lanes));
			lanes = lanes >> 2 & ~(lanes >> 1) & BITS_EVERY;
			position->off += bits_sum(lanes);
		}
	}

	/* Fill all cells, or those that the last game may have changed. */
	if (cells->cell == NULL) {
		cells->cell = sok_arena_alloc(position->arena, LANES + room, 2);
		if (cells->cell == NULL)
			return -1;
		memset(cells->cell, CELL_WALL, LANES);
		cells->cell += LANES;
		cells->goal = cells->cell + room;
	} else if (cells->used == 0) {
		return 0;
	} else {
		/* A move leads one row away, and its box one row further. */
		i = reach < row ? row - reach : 0;
		end = reach < board->height - row ? row + reach : board->height;
		i = (i + 1) * position->stride;
		end = (end + 1) * position->stride;
	}
	cells->used = 0;
	/* In reverse mode boxes and goals are exchanged. */
	for (; i < end; i += LANES) {
		memcpy(&lanes, position->squares + i, sizeof(lanes));
		goals = lanes >> (3 - box) & BITS_EVERY;
		lanes = (lanes & BITS_EVERY) | (lanes >> 3 & BITS_EVERY) << 1 |
		    (lanes >> box & BITS_EVERY) << 5;
		memcpy(cells->cell + i, &lanes, sizeof(lanes));
		memcpy(cells->goal + i, &goals, sizeof(lanes));
	}
	return 0;
}

int
position_area(struct sok_position *position)
{
	const unsigned char *sq = position->board->sq;

	if (position->area.bits != NULL)
		return 0;
	if (sok_board_flood(
	        position->board, false, &position->area, position->arena) != 0)
		return -1;
	for (int y = 0; y < position->board->height; y++)
		for (int x = 0; x < position->board->width; x++, sq++) {
			int kind = *sq & (SOK_BOX | SOK_GOAL);

			if (kind != 0 && sok_area_has(&position->area, x, y)) {
				position->inside_boxes += (kind & SOK_BOX) != 0;
				position->inside_goals +=
				    (kind & SOK_GOAL) != 0;
			} else {
				position->outside_off[SOK_FORWARD] +=
				    kind == SOK_BOX;
				position->outside_off[SOK_REVERSE] +=
				    kind == SOK_GOAL;
			}
		}
	return 0;
}

int
position_search(struct sok_position *position, const unsigned char *cell,
    ptrdiff_t from, ptrdiff_t to, unsigned blocked)
{
	struct cell_search *search = &position->search;
	size_t n = (size_t)position->size;

	if (n > UINT32_MAX) {
		errno = ENOMEM;
		return -1;
	}
	if (search->from == NULL) {
		search->queue =
		    sok_arena_alloc(position->arena, n, sizeof(*search->queue));
		search->seen =
		    sok_arena_zalloc(position->arena, n, sizeof(*search->seen));
		if (search->queue != NULL && search->seen != NULL)
			search->from = sok_arena_alloc(position->arena, n, 1);
		if (search->from == NULL)
			return -1;
	}
	search->stamp++;
	search->seen[from] = search->stamp;
	search->queue[0] = (uint32_t)from;
	search->n = 1;
	for (size_t head = 0; head < search->n; head++) {
		ptrdiff_t at = (ptrdiff_t)search->queue[head];

		if (at == to)
			return 1;
		if (search->left == 0) {
			search->tired = true;
			return 0;
		}
		search->left--;
		for (const char *letter = position->letters; *letter != '\0';
		     letter++) {
			ptrdiff_t next =
			    at + position_step(position, at, *letter);

			if (cell[next] & blocked ||
			    search->seen[next] == search->stamp)
				continue;
			search->seen[next] = search->stamp;
			search->from[next] = *letter & 31;
			search->queue[search->n++] = (uint32_t)next;
		}
	}
	return to < 0;
}
