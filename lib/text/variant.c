/* variant.c - finds the variant of a puzzle from the option, the keys, the file
 * name and the shape of the board, in this order; recognizes games that change
 * players; and converts the orders of Sokoban+ to numbers of squares, and
 * back. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/key.h"
#include "text/text.h"
#include "text/variant.h"

#define VALUE_SHOWN 100 /* most bytes of it in a message */

struct naming
variant_of_option(const struct sok_read_options *options)
{
	struct naming naming = {.grid = false};

	if (options->game == NULL)
		return naming;
	naming = naming_of(sok_str(options->game), NAMING_ARGUMENT);
	/* --game=sokoban is about the grid: a key may name several players. */
	if (naming.variant == SOK_SOKOBAN)
		naming.players = false;
	return naming;
}

struct naming
variant_of_file(const struct sok_read_options *options)
{
	static const struct {
		struct sok_str suffix;
		enum sok_variant variant;
	} known[] = {{SOK_STR_INIT(".hsb"), SOK_HEXOBAN},
	    {SOK_STR_INIT(".tsb"), SOK_TRIOBAN},
	    {SOK_STR_INIT(".osb"), SOK_OCTOBAN}};
	struct sok_str stem =
	    sok_packed_stem(sok_str(options->name ? options->name : ""));
	struct sok_str end = sok_str_from(stem, stem.len - 4);
	struct naming naming = {.grid = false};

	for (size_t i = 0; i < SOK_COUNT(known) && !naming.grid; i++)
		if (stem.len > end.len && sok_str_caseeq(end, known[i].suffix))
			naming = (struct naming){
			    .variant = known[i].variant, .grid = true};
	return naming;
}

enum sok_variant
variant_of_keys(
    const struct sok_read_options *options, struct naming keys, bool *grid)
{
	struct naming naming = naming_over(variant_of_option(options), keys);

	naming = naming_over(naming, variant_of_file(options));
	*grid = naming.grid;
	return naming.variant;
}

void
variant_report_unknown(
    struct sok_reader *reader, const struct sok_text *text, bool header)
{
	size_t i = 0;
	struct sok_str value;

	while (key_unknown_game(text, &i, &value)) {
		const char *nearest = naming_nearest(value);
		size_t line = text_line(reader, value.s);

		if (line == 0)
			line = header ? 1 : reader->puzzle.pos.line;
		value = sok_str_clip(value, VALUE_SHOWN);
		const char *are = header ? "puzzles are" : "puzzle is";
		if (nearest != NULL)
			reader_report(reader, SOK_UNKNOWN_GAME_RULE, line, 1,
			    "`%.*s` is not the name of a game (did you mean "
			    "`%s`?); the %s checked as if this line were not "
			    "there",
			    (int)value.len, value.s, nearest, are);
		else
			reader_report(reader, SOK_UNKNOWN_GAME_RULE, line, 1,
			    "`%.*s` is not the name of a game; the %s checked "
			    "as if this line were not there",
			    (int)value.len, value.s, are);
	}
}

int
variant_test_hexoban(const struct sok_board *given, struct sok_arena *scratch)
{
	int x, y;

	if (!board_one_parity(given))
		return 0;
	struct sok_board board = *given;
	board.grid = SOK_SQUARES;
	int closed = sok_board_closed(&board, &x, &y, scratch);
	if (closed != 0)
		return closed == -1 ? -1 : 0;
	board.grid = SOK_HEXAGONS;
	return sok_board_closed(&board, &x, &y, scratch);
}

int
variant_search(struct sok_reader *reader, const struct sok_text *text,
    const struct sok_board *board, enum sok_variant *variant)
{
	/* The option, the header and the file name apply to all puzzles. */
	if (!reader->variant_known) {
		reader->variant_known = true;
		reader->header.variant = variant_of_keys(&reader->options,
		    key_naming(&reader->header.text), &reader->declared);
	}
	struct naming naming = key_naming(text);
	bool grid = reader->declared;

	*variant = reader->header.variant;
	if (naming_any(&naming) || naming_any(&reader->stated)) {
		naming = naming_over(naming, reader->stated);
		naming = naming_over(naming, header_naming(&reader->header));
		*variant = variant_of_keys(&reader->options, naming, &grid);
	}
	if (grid)
		return 0;
	int hexoban = variant_is_hexoban(board, &reader->arena);
	if (hexoban == 1)
		*variant = SOK_HEXOBAN | (*variant & SOK_MULTIBAN);
	return hexoban;
}

bool
multiban_game(const struct sok_game *game)
{
	return !game->letters_only && game->moves.len > 0 &&
	    memchr(game->moves.s, '{', game->moves.len) != NULL;
}

struct sok_game *
multiban_first(const struct sok_puzzle *puzzle)
{
	for (size_t i = 0; i < puzzle->ngames; i++)
		if (multiban_game(&puzzle->game[i]))
			return &puzzle->game[i];
	return NULL;
}

bool
multiban_puzzle(const struct sok_puzzle *puzzle)
{
	return (puzzle->variant & SOK_MULTIBAN) ||
	    multiban_first(puzzle) != NULL;
}

/* ---- the numbers of Sokoban+ */

#define BOX_ORDER SOK_STR("boxorder")
#define GOAL_ORDER SOK_STR("goalorder")

/* Number the squares of a kind in order; false if the list does not fit. */
static bool
number_things(
    const struct sok_board *board, int kind, struct sok_str list, uint32_t *to)
{
	size_t value;

	for (size_t i = 0; i < sok_board_size(board) && list.len > 0; i++) {
		if (!(board->sq[i] & kind))
			continue;
		list = sok_str_ltrim(list);
		if (sok_str_digits(&list, &value) == 0 || value > 1000000)
			return false;
		to[i] = (uint32_t)value;
		if (list.len > 0 && !sok_is_blank(list.s[0]))
			return false;
	}
	return sok_str_trim(list).len == 0;
}

/* The effective number, 0 for none. */
static uint32_t
effective(const struct orders *orders, uint32_t n)
{
	return n == 99 && orders->boxes < 99 ? 0 : n;
}

bool
orders_same(const struct orders *orders, uint32_t first, uint32_t second)
{
	return effective(orders, first) == effective(orders, second);
}

static int
compare_numbers(const void *one, const void *other)
{
	uint32_t x = *(const uint32_t *)one, y = *(const uint32_t *)other;

	return (x > y) - (x < y);
}

/* The numbers that are not 0, sorted; returns how many. */
static size_t
sorted(const struct orders *orders, const uint32_t *of, size_t n, uint32_t *to)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		if (effective(orders, of[i]) != 0)
			to[len++] = of[i];
	qsort(to, len, sizeof(*to), compare_numbers);
	return len;
}

bool
orders_inherited(
    const struct sok_puzzle *puzzle, const struct sok_header *header)
{
	return puzzle->has_board && header_has_orders(header) &&
	    sok_text_get(&puzzle->text, BOX_ORDER).s == NULL &&
	    sok_text_get(&puzzle->text, GOAL_ORDER).s == NULL &&
	    !key_naming(&puzzle->text).grid;
}

int
orders_own(struct sok_puzzle *puzzle, const struct sok_header *header,
    struct sok_arena *arena)
{
	if (!orders_inherited(puzzle, header))
		return 0;
	/* Each key is inserted at the top. */
	if (key_add(&puzzle->text, GOAL_ORDER, header->goalorder, arena) == -1)
		return -1;
	return key_add(&puzzle->text, BOX_ORDER, header->boxorder, arena);
}

int
orders_read(const struct sok_puzzle *puzzle, struct orders *orders,
    struct sok_arena *arena)
{
	size_t n = sok_board_size(&puzzle->board), i = 0;

	if (!puzzle->has_board || !orders_possible(puzzle))
		return 0;
	struct sok_str boxes = sok_text_get(&puzzle->text, BOX_ORDER);
	struct sok_str goals = sok_text_get(&puzzle->text, GOAL_ORDER);
	if (orders_inherited(puzzle, puzzle->header)) {
		boxes = puzzle->header->boxorder;
		goals = puzzle->header->goalorder;
	}
	if (boxes.s == NULL && goals.s == NULL)
		return 0;

	*orders = (struct orders){.boxes = puzzle->board.boxes};
	orders->box = sok_arena_zalloc(arena, 2 * n, sizeof(*orders->box));
	if (orders->box == NULL)
		return -1;
	orders->goal = orders->box + n;
	if (!number_things(&puzzle->board, SOK_BOX, boxes, orders->box))
		orders->fault =
		    "`boxorder:` is not a list with a number for each box";
	else if (!number_things(&puzzle->board, SOK_GOAL, goals, orders->goal))
		orders->fault =
		    "`goalorder:` is not a list with a number for each goal";
	if (orders->fault != NULL)
		return 1;

	/* Find a number that boxes and goals do not have equally often. */
	uint32_t *box = sok_arena_alloc(arena, 2 * n + 2, sizeof(*box));
	if (box == NULL)
		return -1;
	uint32_t *goal = box + n + 1;
	box[sorted(orders, orders->box, n, box)] = UINT32_MAX;
	goal[sorted(orders, orders->goal, n, goal)] = UINT32_MAX;
	while (box[i] == goal[i] && box[i] != UINT32_MAX)
		i++;
	if (box[i] == goal[i])
		return 1;
	orders->fault = sok_str_fmt(arena,
	    "number %lu is not given to equally many boxes and goals",
	    (unsigned long)(box[i] < goal[i] ? box[i] : goal[i]))
	                    .s;
	return orders->fault == NULL ? -1 : 1;
}

/* The numbers up to the last one that is not 0; s == NULL on ENOMEM. */
static struct sok_str
list_of(const struct sok_puzzle *puzzle, int kind, const uint32_t *number,
    struct sok_arena *arena)
{
	struct sok_str list = {NULL, 0};
	struct sok_buf buf = {0};
	size_t end = 0;

	for (size_t i = 0; i < sok_board_size(&puzzle->board); i++) {
		if (!(puzzle->board.sq[i] & kind))
			continue;
		sok_buf_fmt(&buf, buf.len > 0 ? " %lu" : "%lu",
		    (unsigned long)number[i]);
		end = number[i] != 0 ? buf.len : end;
	}
	buf.len = end;
	if (!buf.failed)
		list = sok_str_dup(
		    arena, end > 0 ? sok_buf_str(&buf) : SOK_STR("0"));
	sok_buf_free(&buf);
	return list;
}

/* Write a list into the line of its key, if there is one: 0, -1 on ENOMEM. */
static int
write_list(struct sok_puzzle *puzzle, struct sok_str key, struct sok_str list,
    struct sok_arena *arena)
{
	struct sok_str value;
	size_t at = key_find(&puzzle->text, 0, key, &value);
	struct sok_str *to = &puzzle->text.line[at];

	if (at == puzzle->text.n)
		return 0;
	*to = sok_str_fmt(
	    arena, "%.*s: %.*s", (int)key.len, to->s, (int)list.len, list.s);
	return to->s == NULL ? -1 : 0;
}

/* Whether the numbers that a puzzle inherits are these already: 1, 0, -1 on
 * ENOMEM. */
static int
inherits(const struct sok_puzzle *puzzle, const struct orders *orders,
    struct sok_arena *arena)
{
	size_t size = sok_board_size(&puzzle->board) * sizeof(*orders->box);
	struct orders now;
	int has = orders_read(puzzle, &now, arena);

	if (has != 1 || now.fault != NULL)
		return has == -1 ? -1 : 0;
	return memcmp(now.box, orders->box, size) == 0 &&
	    memcmp(now.goal, orders->goal, size) == 0;
}

int
orders_write(struct sok_puzzle *puzzle, const struct orders *orders,
    struct sok_arena *arena)
{
	struct sok_str boxes = list_of(puzzle, SOK_BOX, orders->box, arena);
	struct sok_str goals = list_of(puzzle, SOK_GOAL, orders->goal, arena);

	if (boxes.s == NULL || goals.s == NULL)
		return -1;
	if (sok_text_get(&puzzle->text, BOX_ORDER).s != NULL ||
	    sok_text_get(&puzzle->text, GOAL_ORDER).s != NULL)
		return text_own(&puzzle->text, arena) == -1 ||
		        write_list(puzzle, BOX_ORDER, boxes, arena) == -1 ||
		        write_list(puzzle, GOAL_ORDER, goals, arena) == -1
		    ? -1
		    : 0;
	/* The lists of the header are those of other puzzles as well. */
	int has = inherits(puzzle, orders, arena);
	if (has != 0)
		return has == -1 ? -1 : 0;
	if (key_insert(&puzzle->text, GOAL_ORDER, goals, arena) == -1)
		return -1;
	return key_insert(&puzzle->text, BOX_ORDER, boxes, arena);
}
