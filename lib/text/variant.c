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
variant_of_option(const struct sok_read_options *o)
{
	struct naming n = {.grid = false};

	if (o->game == NULL)
		return n;
	n = naming_of(sok_str(o->game), NAMING_ARGUMENT);
	/* --game=sokoban is about the grid: a key may name several players. */
	if (n.variant == SOK_SOKOBAN)
		n.players = false;
	return n;
}

struct naming
variant_of_file(const struct sok_read_options *o)
{
	static const struct {
		struct sok_str suffix;
		enum sok_variant variant;
	} known[] = {{SOK_STR_INIT(".hsb"), SOK_HEXOBAN},
	    {SOK_STR_INIT(".tsb"), SOK_TRIOBAN},
	    {SOK_STR_INIT(".osb"), SOK_OCTOBAN}};
	struct sok_str stem = sok_packed_stem(sok_str(o->name ? o->name : ""));
	struct sok_str end = sok_str_from(stem, stem.len - 4);
	struct naming n = {.grid = false};

	for (size_t i = 0; i < SOK_COUNT(known) && !n.grid; i++)
		if (stem.len > end.len && sok_str_caseeq(end, known[i].suffix))
			n = (struct naming){
			    .variant = known[i].variant, .grid = true};
	return n;
}

enum sok_variant
variant_of_keys(
    const struct sok_read_options *o, struct naming keys, bool *grid)
{
	struct naming n = naming_over(variant_of_option(o), keys);

	n = naming_over(n, variant_of_file(o));
	*grid = n.grid;
	return n.variant;
}

void
variant_report_unknown(
    struct sok_reader *r, const struct sok_text *t, bool header)
{
	size_t i = 0;
	struct sok_str value;

	while (key_unknown_game(t, &i, &value)) {
		const char *nearest = naming_nearest(value);
		size_t line = text_line(r, value.s);

		if (line == 0)
			line = header ? 1 : r->puzzle.pos.line;
		value = sok_str_clip(value, VALUE_SHOWN);
		const char *are = header ? "puzzles are" : "puzzle is";
		if (nearest != NULL)
			reader_report(r, SOK_UNKNOWN_GAME_RULE, line, 1,
			    "`%.*s` is not the name of a game (did you mean "
			    "`%s`?); the %s checked as if this line were not "
			    "there",
			    (int)value.len, value.s, nearest, are);
		else
			reader_report(r, SOK_UNKNOWN_GAME_RULE, line, 1,
			    "`%.*s` is not the name of a game; the %s checked "
			    "as if this line were not there",
			    (int)value.len, value.s, are);
	}
}

int
variant_test_hexoban(const struct sok_board *b, struct sok_arena *scratch)
{
	int x, y;

	if (!board_one_parity(b))
		return 0;
	struct sok_board board = *b;
	board.grid = SOK_SQUARES;
	int closed = sok_board_closed(&board, &x, &y, scratch);
	if (closed != 0)
		return closed == -1 ? -1 : 0;
	board.grid = SOK_HEXAGONS;
	return sok_board_closed(&board, &x, &y, scratch);
}

int
variant_search(struct sok_reader *r, const struct sok_text *t,
    const struct sok_board *b, enum sok_variant *v)
{
	/* The option, the header and the file name apply to all puzzles. */
	if (!r->variant_known) {
		r->variant_known = true;
		r->header.variant = variant_of_keys(
		    &r->o, key_naming(&r->header.text), &r->declared);
	}
	struct naming n = key_naming(t);
	bool grid = r->declared;

	*v = r->header.variant;
	if (naming_any(n) || naming_any(r->stated)) {
		n = naming_over(n, r->stated);
		n = naming_over(n, header_naming(&r->header));
		*v = variant_of_keys(&r->o, n, &grid);
	}
	if (grid)
		return 0;
	int hexoban = variant_is_hexoban(b, &r->arena);
	if (hexoban == 1)
		*v = SOK_HEXOBAN | (*v & SOK_MULTIBAN);
	return hexoban;
}

bool
multiban_game(const struct sok_game *g)
{
	return !g->letters_only && g->moves.len > 0 &&
	    memchr(g->moves.s, '{', g->moves.len) != NULL;
}

struct sok_game *
multiban_first(const struct sok_puzzle *p)
{
	for (size_t i = 0; i < p->ngames; i++)
		if (multiban_game(&p->game[i]))
			return &p->game[i];
	return NULL;
}

bool
multiban_puzzle(const struct sok_puzzle *p)
{
	return (p->variant & SOK_MULTIBAN) || multiban_first(p) != NULL;
}

/* ---- the numbers of Sokoban+ */

#define BOX_ORDER SOK_STR("boxorder")
#define GOAL_ORDER SOK_STR("goalorder")

/* Number the squares of a kind in order; false if the list does not fit. */
static bool
number_things(
    const struct sok_board *b, int kind, struct sok_str list, uint32_t *to)
{
	size_t value;

	for (size_t i = 0; i < sok_board_size(b) && list.len > 0; i++) {
		if (!(b->sq[i] & kind))
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
effective(const struct orders *o, uint32_t n)
{
	return n == 99 && o->boxes < 99 ? 0 : n;
}

bool
orders_same(const struct orders *o, uint32_t a, uint32_t b)
{
	return effective(o, a) == effective(o, b);
}

static int
compare_numbers(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* The numbers that are not 0, sorted; returns how many. */
static size_t
sorted(const struct orders *o, const uint32_t *of, size_t n, uint32_t *to)
{
	size_t len = 0;

	for (size_t i = 0; i < n; i++)
		if (effective(o, of[i]) != 0)
			to[len++] = of[i];
	qsort(to, len, sizeof(*to), compare_numbers);
	return len;
}

int
orders_read(const struct sok_puzzle *p, struct orders *o, struct sok_arena *a)
{
	size_t n = sok_board_size(&p->board), i = 0;
	const struct sok_header *h = p->header;

	if (!p->has_board || !orders_possible(p))
		return 0;
	/* If the puzzle names no variant, the header's lists may apply. */
	struct sok_str boxes = sok_text_get(&p->text, BOX_ORDER);
	struct sok_str goals = sok_text_get(&p->text, GOAL_ORDER);
	if (boxes.s == NULL && goals.s == NULL && h != NULL &&
	    !key_naming(&p->text).grid) {
		boxes = h->boxorder;
		goals = h->goalorder;
	}
	if (boxes.s == NULL && goals.s == NULL)
		return 0;

	*o = (struct orders){.boxes = p->board.boxes};
	o->box = sok_arena_zalloc(a, 2 * n, sizeof(*o->box));
	if (o->box == NULL)
		return -1;
	o->goal = o->box + n;
	if (!number_things(&p->board, SOK_BOX, boxes, o->box))
		o->fault =
		    "`boxorder:` is not a list with a number for each box";
	else if (!number_things(&p->board, SOK_GOAL, goals, o->goal))
		o->fault =
		    "`goalorder:` is not a list with a number for each goal";
	if (o->fault != NULL)
		return 1;

	/* Find a number that boxes and goals do not have equally often. */
	uint32_t *box = sok_arena_alloc(a, 2 * n + 2, sizeof(*box));
	if (box == NULL)
		return -1;
	uint32_t *goal = box + n + 1;
	box[sorted(o, o->box, n, box)] = UINT32_MAX;
	goal[sorted(o, o->goal, n, goal)] = UINT32_MAX;
	while (box[i] == goal[i] && box[i] != UINT32_MAX)
		i++;
	if (box[i] == goal[i])
		return 1;
	o->fault = sok_str_fmt(a,
	    "number %lu is not given to equally many boxes and goals",
	    (unsigned long)(box[i] < goal[i] ? box[i] : goal[i]))
	               .s;
	return o->fault == NULL ? -1 : 1;
}

/* Write the numbers up to the last one that is not 0. */
static int
write_list(struct sok_puzzle *p, struct sok_str key, int kind,
    const uint32_t *number, struct sok_arena *a)
{
	struct sok_str value;
	size_t at = key_find(&p->text, 0, key, &value), end;
	struct sok_str *to = &p->text.line[at];
	struct sok_buf line = {0};

	if (at == p->text.n)
		return 0;
	sok_buf_fmt(&line, "%.*s:", (int)key.len, to->s);
	end = line.len;
	for (size_t i = 0; i < sok_board_size(&p->board); i++) {
		if (!(p->board.sq[i] & kind))
			continue;
		sok_buf_fmt(&line, " %lu", (unsigned long)number[i]);
		end = number[i] != 0 ? line.len : end;
	}
	line.len = end;
	if (end == key.len + 1)
		sok_buf_fmt(&line, " 0");
	*to = sok_str_dup(a, sok_buf_str(&line));
	to->s = line.failed ? NULL : to->s;
	sok_buf_free(&line);
	return to->s == NULL ? -1 : 0;
}

int
orders_write(struct sok_puzzle *p, const struct orders *o, struct sok_arena *a)
{
	return text_own(&p->text, a) == -1 ||
	        write_list(p, BOX_ORDER, SOK_BOX, o->box, a) == -1 ||
	        write_list(p, GOAL_ORDER, SOK_GOAL, o->goal, a) == -1
	    ? -1
	    : 0;
}
