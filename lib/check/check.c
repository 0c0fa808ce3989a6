/*
 * check.c - the rules of sokcheck about one puzzle: a function per rule, in
 * one table that runs in order.  What a player reaches is found once.
 */
#include <string.h>

#include "base/bits.h"
#include "check/check.h"
#include "board/flood.h"
#include "text/key.h"

/* A rule's answer: go on, nothing more to say of this puzzle, or -1. */
enum { GO_ON = 1, ENOUGH = 0 };

typedef int rule_fn(struct check *c);

#define PLURAL(n) ((n) == 1 ? "" : "s")
#define ES(n) ((n) == 1 ? "" : "es")

#define REPORT_AT(c, rule, x, y, ...) \
	sok_report((c)->sink, rule, sok_board_pos((c)->p, x, y), (c)->p, NULL, \
	    __VA_ARGS__)
#define REPORT(c, rule, ...) \
	sok_report( \
	    (c)->sink, rule, check_pos((c)->p), (c)->p, NULL, __VA_ARGS__)

struct sok_pos
check_pos(const struct sok_puzzle *p)
{
	return (struct sok_pos){p->pos.file, p->pos.line, 1};
}

/* Bit `plane` of 16 squares, of which n > 0 are there. */
static uint64_t
gather16(const unsigned char *sq, size_t n, int plane)
{
	unsigned char some[16] = {0};

	if (n < sizeof(some))
		sq = memcpy(some, sq, n);
	return bits_plane(sq, plane) & bits_first(n < 16 ? n : 16);
}

/* The squares that hold what bit `plane` of a square means. */
static uint64_t *
gather(struct check *c, int plane)
{
	size_t width = (size_t)c->b->width, x, i = 0;
	uint64_t *set = sok_arena_zalloc(c->a, c->words, sizeof(*set));
	const unsigned char *sq = c->b->sq;
	const unsigned char *end = sq + width * (size_t)c->b->height;

	if (set == NULL)
		return NULL;
	for (; sq < end; sq += width, i += (size_t)c->area.stride)
		for (x = 0; x < width; x += 16)
			set[i + x / 64] |= gather16(sq + x, width - x, plane)
			    << (x % 64);
	return set;
}

static size_t
popcount(uint64_t v)
{
	v -= v >> 1 & 0x5555555555555555;
	v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
	v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
	return (size_t)(v * 0x0101010101010101 >> 56);
}

/* How many squares of the set lie in the area. */
static size_t
count_inside(const struct check *c, const uint64_t *set)
{
	size_t i, n = 0;

	for (i = 0; i < c->words; i++)
		n += popcount(set[i] & c->area.bits[i]);
	return n;
}

static int
survey(struct check *c)
{
	if (sok_board_flood(c->b, false, &c->area, c->a) == -1)
		return -1;
	c->words = (size_t)c->area.height * (size_t)c->area.stride;
	c->box = gather(c, 2);
	c->goal = gather(c, 1);
	if (c->box == NULL || c->goal == NULL)
		return -1;
	c->boxes = count_inside(c, c->box);
	c->goals = count_inside(c, c->goal);
	return GO_ON;
}

/* The next square of the set behind *at (-1: the first) in reading order. */
static bool
next_square(
    const struct check *c, const uint64_t *set, long *at, int *x, int *y)
{
	size_t from = (size_t)(*at + 1), i = from / 64;
	uint64_t bits = 0;

	if (i < c->words)
		bits = set[i] & ~(uint64_t)0 << from % 64;
	while (bits == 0 && ++i < c->words)
		bits = set[i];
	if (bits == 0)
		return false;
	*at = (long)(i * 64) + bits_low(bits);
	*x = (int)(*at % (c->area.stride * 64));
	*y = (int)(*at / (c->area.stride * 64));
	return true;
}

static int
supported(struct check *c)
{
	const struct sok_header *h = c->p->header;
	struct sok_str game;

	if (c->p->variant != SOK_UNSUPPORTED)
		return GO_ON;
	game = key_game(&c->p->text);
	if (game.len == 0 && h != NULL)
		game = h->game;
	if (game.len == 0)
		game = SOK_STR("Sokoban+");
	REPORT(c, SOK_UNSUPPORTED_VARIANT_RULE,
	    "puzzles of the kind `%.*s` are not checked", (int)game.len,
	    game.s);
	return ENOUGH;
}

static int
has_player(struct check *c)
{
	if (c->b->players > 0)
		return GO_ON;
	REPORT(c, SOK_NO_PLAYER_RULE, "no player (`@` or `+`) on the board");
	return ENOUGH;
}

static int
one_player(struct check *c)
{
	if (c->b->players == 1 || c->p->variant == SOK_MULTIBAN)
		return GO_ON;
	REPORT(c, SOK_MANY_PLAYERS_RULE,
	    "%zu players; if that is meant, say so below the board with the "
	    "line `Game: Multiban`",
	    c->b->players);
	return GO_ON;
}

/* Whether all things stand on squares of one colour of a chessboard, as in
 * pictures of Hexoban. */
static bool
is_hexagonal(const struct sok_board *b)
{
	const unsigned char *sq = b->sq;
	bool colour[2] = {false, false};

	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++)
			colour[(x + y) % 2] |= *sq++ != SOK_FLOOR;
	return !colour[0] || !colour[1];
}

static int
closed(struct check *c)
{
	int x, y;

	if (!flood_edge(&c->area, &x, &y))
		return GO_ON;
	REPORT_AT(c, SOK_NOT_CLOSED_RULE, x, y,
	    "the player can leave the board here, in row %d, column %d of the "
	    "picture%s",
	    y + 1, x + 1,
	    is_hexagonal(c->b) ? "; if it is Hexoban, say so below the board "
	                         "with the line `Game: Hexoban`"
	                       : "");
	return ENOUGH;
}

static int
has_boxes(struct check *c)
{
	if (c->boxes > 0)
		return GO_ON;
	if (c->b->boxes == 0)
		REPORT(c, SOK_NO_BOXES_RULE, "there is no box on the board");
	else
		REPORT(c, SOK_NO_BOXES_RULE,
		    "no box can be reached: %zu box%s beyond the walls",
		    c->b->boxes, ES(c->b->boxes));
	return GO_ON;
}

static int
balanced(struct check *c)
{
	size_t boxes = c->b->boxes - c->boxes, goals = c->b->goals - c->goals;

	if (c->boxes == c->goals)
		return GO_ON;
	if (boxes == 0 && goals == 0)
		REPORT(c, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached", c->boxes,
		    ES(c->boxes), c->goals, PLURAL(c->goals));
	else
		REPORT(c, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached; %zu box%s and "
		    "%zu goal%s are out of reach",
		    c->boxes, ES(c->boxes), c->goals, PLURAL(c->goals), boxes,
		    ES(boxes), goals, PLURAL(goals));
	return GO_ON;
}

/* The boxes out of reach that are not on a goal; the goals with them, too. */
static uint64_t *
outside(struct check *c, bool all)
{
	uint64_t *set = sok_arena_alloc(c->a, c->words, sizeof(*set));
	size_t i;

	if (set == NULL)
		return NULL;
	for (i = 0; i < c->words; i++)
		set[i] = ~c->area.bits[i] &
		    (all ? c->box[i] | c->goal[i] : c->box[i] & ~c->goal[i]);
	return set;
}

static int
no_outside(struct check *c)
{
	size_t boxes = c->b->boxes - c->boxes, goals = c->b->goals - c->goals;
	uint64_t *set;
	long at = -1;
	int x, y;

	if (boxes == 0 && goals == 0)
		return GO_ON;
	set = outside(c, true);
	if (set == NULL)
		return -1;
	if (next_square(c, set, &at, &x, &y))
		REPORT_AT(c, SOK_OUTSIDE_ELEMENTS_RULE, x, y,
		    "%zu box%s and %zu goal%s are out of the player's reach: "
		    "decoration",
		    boxes, ES(boxes), goals, PLURAL(goals));
	return GO_ON;
}

/* Report every square of a set: the thing there and what is wrong with it. */
static void
report_set(const struct check *c, const uint64_t *set, enum sok_rule rule,
    const char *thing, const char *fault)
{
	long at = -1;
	int x, y;

	while (next_square(c, set, &at, &x, &y))
		REPORT_AT(c, rule, x, y,
		    "the %s in row %d, column %d of the picture %s", thing,
		    y + 1, x + 1, fault);
}

static int
no_outside_off_goal(struct check *c)
{
	uint64_t *set;

	if (c->b->boxes == c->boxes)
		return GO_ON;
	set = outside(c, false);
	if (set == NULL)
		return -1;
	report_set(c, set, SOK_OUTSIDE_BOX_OFF_GOAL_RULE, "box",
	    "is out of reach and not on a goal: programs disagree whether "
	    "this puzzle can be solved");
	return GO_ON;
}

static int
balanced_outside(struct check *c)
{
	size_t boxes = c->b->boxes, goals = c->b->goals;

	if (boxes == goals || c->boxes != c->goals)
		return GO_ON;
	REPORT(c, SOK_OUTSIDE_COUNT_RULE,
	    "%zu box%s but %zu goal%s in the whole picture; %zu of each can "
	    "be reached, but some programs count them all",
	    boxes, ES(boxes), goals, PLURAL(goals), c->boxes);
	return GO_ON;
}

bool
check_solved(const struct check *c)
{
	size_t i;

	for (i = 0; i < c->words; i++)
		if (c->box[i] & ~c->goal[i])
			return false;
	return true;
}

static int
not_solved(struct check *c)
{
	if (c->boxes > 0 && check_solved(c))
		REPORT(c, SOK_CIRCULAR_RULE,
		    "every box is on a goal from the start: a solution needs "
		    "a push all the same");
	return GO_ON;
}

static int
can_be_solved(struct check *c)
{
	static const struct sok_sink none;
	const bool *off = c->sink != NULL ? c->sink->off : none.off;

	if (off[SOK_DEAD_BOX_RULE] && off[SOK_FROZEN_BOX_RULE] &&
	    off[SOK_UNREACHABLE_GOAL_RULE])
		return GO_ON;
	if (check_push(c) == -1)
		return -1;
	report_set(c, c->frozen, SOK_FROZEN_BOX_RULE, "box",
	    "is not on a goal and can never be moved: walls and other such "
	    "boxes block it in both directions");
	report_set(c, c->dead, SOK_DEAD_BOX_RULE, "box",
	    "can never be pushed to a goal, even alone on the board");
	report_set(c, c->unreachable, SOK_UNREACHABLE_GOAL_RULE, "goal",
	    "stays empty: no box can ever be pushed onto it");
	return GO_ON;
}

static bool
edge_of_row(unsigned char square)
{
	return square & SOK_WALL || square == (SOK_BOX | SOK_GOAL);
}

/* The first and the last square of row y that are not floor, else false. */
static bool
ends_of_row(const struct sok_board *b, int y, int *first, int *last)
{
	const unsigned char *sq = b->sq + (size_t)y * (size_t)b->width;

	for (*first = 0; *first < b->width && !sq[*first]; (*first)++)
		;
	for (*last = b->width - 1; *last >= 0 && !sq[*last]; (*last)--)
		;
	return *last >= 0;
}

static int
rows_have_edges(struct check *c)
{
	int y, x, first, last;

	for (y = 0; y < c->b->height; y++) {
		if (!ends_of_row(c->b, y, &first, &last))
			continue;
		x = edge_of_row(sok_board_at(c->b, first, y)) ? last : first;
		if (edge_of_row(sok_board_at(c->b, x, y)))
			continue;
		REPORT_AT(c, SOK_ROW_EDGE_RULE, x, y,
		    "row %d of the picture %s with `%c`: in .sok files a row "
		    "begins and ends with `#` or `*`",
		    y + 1, x == first ? "begins" : "ends",
		    sok_xsb[sok_board_at(c->b, x, y)]);
	}
	return GO_ON;
}

static int
rows_have_ink(struct check *c)
{
	int y, first, last;

	for (y = 1; y < c->b->height - 1; y++)
		if (!ends_of_row(c->b, y, &first, &last))
			REPORT_AT(c, SOK_INTERIOR_EMPTY_ROW_RULE, 0, y,
			    "row %d of the picture is empty: many programs "
			    "end the board there",
			    y + 1);
	return GO_ON;
}

static int
fits_targets(struct check *c)
{
	if (c->o->targets != 0)
		check_targets(c);
	return GO_ON;
}

/*
 * The order matters: a rule may rely on what the ones before it made
 * sure of.  Behind survey there is a player, behind closed no way out.
 */
static rule_fn *const rules[] = {supported, has_player, survey, one_player,
    closed, has_boxes, balanced, no_outside, no_outside_off_goal,
    balanced_outside, not_solved, can_be_solved, rows_have_edges, rows_have_ink,
    fits_targets};

static int
check(const struct sok_puzzle *p, const struct sok_check_options *o,
    struct sok_sink *sink, struct sok_arena *scratch)
{
	struct check c = {
	    .p = p,
	    .b = &p->board,
	    .o = o,
	    .sink = sink,
	    .a = scratch,
	};
	size_t i;
	int r = GO_ON;

	for (i = 0; r == GO_ON && i < SOK_COUNT(rules); i++)
		r = rules[i](&c);
	return r == -1 ? -1 : 0;
}

int
sok_check(const struct sok_puzzle *p, const struct sok_check_options *o,
    struct sok_sink *sink, struct sok_arena *scratch)
{
	static const struct sok_check_options none;

	if (o == NULL)
		o = &none;
	if (!p->has_board ||
	    (o->targets == 0 && p->variant == SOK_SOKOBAN &&
	        check_board(&p->board)))
		return 0;
	return check(p, o, sink, scratch);
}
