/* check.c - the rules of sokcheck about one puzzle, in their order: variants,
 * players, closed boards, numbers of boxes and goals, boxes and goals that are
 * beyond help, rows, and the limits of programs. */
#include "base/base.h"
#include "board/board.h"
#include "text/text.h"

/* What the rules know about a puzzle with a board and a player. */
struct check {
	const struct sok_puzzle *p;
	const struct sok_board *b;
	struct sok_sink *sink;
	struct sok_arena *a;
	struct bitboard board;
	/* What the players can reach if boxes do not block.  With walls all
	 * around it may be incomplete, but has all boxes and goals. */
	square_bits *area;
	square_bits *things; /* all boxes and goals */
	size_t boxes, goals; /* in the area */
	bool all_inside;     /* there are no others */
	bool solved;         /* every box of the picture is on a goal */
	int blank; /* the first row, from 1, that is all floor, or 0 */
	/* By rule, and the result of flood_grow().  If there are others, those
	 * of boxes and goals are to grow again. */
	struct flood flood[FLOOD_RULES];
	int missing;
	square_bits *off_goal, *to_fill; /* boxes, and goals, that are wanted */
};

/* A rule's answer: check the next rule, check no more rules, or -1. */
enum { GO_ON = 1, ENOUGH = 0 };

/* Sets of squares that the rules use in addition to those of the board. */
enum { SETS = 6 };

/* A function for rare cases, kept apart from the code that every board runs. */
#define RARE __attribute__((cold, noinline)) static

#define PLURAL(n) ((n) == 1 ? "" : "s")
#define ES(n) ((n) == 1 ? "" : "es")

/* A finding about a square, and about the whole puzzle. */
#define REPORT_AT(c, rule, x, y, ...) \
	sok_report((c)->sink, rule, sok_board_pos((c)->p, x, y), (c)->p, NULL, \
	    __VA_ARGS__)
#define REPORT(c, rule, ...) \
	sok_report((c)->sink, rule, start_of((c)->p), (c)->p, NULL, __VA_ARGS__)

static struct sok_pos
start_of(const struct sok_puzzle *p)
{
	return (struct sok_pos){p->pos.file, p->pos.line, 1};
}

/* ---- variants and players */

static int
check_variant(const struct check *c)
{
	const struct sok_header *h = c->p->header;
	size_t players = c->b->players;
	struct sok_str game;
	struct orders o;
	int x, y, has = 0;

	if (c->p->variant == SOK_UNSUPPORTED) {
		game = key_naming(&c->p->text).name;
		if (game.len == 0 && h != NULL)
			game = h->game;
		REPORT(c, SOK_UNSUPPORTED_VARIANT_RULE,
		    "puzzles of the kind `%.*s` are not checked", (int)game.len,
		    game.s);
		return ENOUGH;
	}
	if (c->b->grid != SOK_SQUARES && board_bad_cell(c->b, &x, &y)) {
		REPORT_AT(c, SOK_BAD_CELL_RULE, x, y,
		    "the `%c` in row %d, column %d of the picture is between "
		    "two cells: rows of Hexoban are shifted by one against "
		    "each other",
		    sok_xsb[sok_board_at(c->b, x, y)], y + 1, x + 1);
		return ENOUGH;
	}
	if (orders_possible(c->p))
		has = orders_read(c->p, &o, c->a);
	if (has == -1)
		return -1;
	if (has == 1 && o.fault != NULL)
		REPORT(c, SOK_BAD_ORDER_RULE, "%s", o.fault);
	if (players == 0)
		REPORT(c, SOK_NO_PLAYER_RULE,
		    "no player (`@` or `+`) on the board");
	else if (players > 1 && !multiban_puzzle(c->p))
		REPORT(c, SOK_MANY_PLAYERS_RULE,
		    "%zu players; if this is intended, add the line "
		    "`Game: Multiban` below the board",
		    players);
	return players > 0 ? GO_ON : ENOUGH;
}

/* ---- what players and boxes can reach */

/*
 * What is found about frozen and dead boxes and unreachable goals holds for
 * every way to play on, because each set is computed on a board where more is
 * possible than on the real one.  The board is closed, so no square of the area
 * lies on its edge, and every square beside the area is a wall.
 *
 * Frozen: the largest set of boxes each of which has on either axis a wall or a
 * box of the set beside it.  A push along an axis needs both squares beside the
 * box free.  When the first box of the set would be pushed, all others still
 * are where they were, so one of the two squares is taken: none is ever pushed.
 * The others are found: boxes with two free squares beside them on an axis,
 * which may be those of boxes found before.
 *
 * Live: the squares from which a box alone on the board can be pushed to a goal
 * by a player who may be carried to any square of the area.  A push needs the
 * square on the other side of the box in the area.  Other boxes and the walk to
 * that square can only forbid pushes: no box outside this set reaches a goal.
 *
 * Warm: the squares to which some box, alone on the board, can be pushed by
 * such a player.  As in a real game, so no box ever stands outside this set.
 */

/* Grow all sets, those of boxes and goals from the ones on some squares on. The
 * result is that of flood_grow(). */
static int
grow_sets(const struct check *c, const square_bits *in)
{
	const struct bitboard *b = &c->board;
	const struct flood *f = c->flood;

	for (size_t i = 0; i < b->n; i++) {
		square_bits box = b->box[i] & in[i], goal = b->goal[i] & in[i];

		f[FLOOD_FREE].set[i] = b->open[i] & ~b->box[i];
		f[FLOOD_PULL].set[i] = c->to_fill[i] = goal;
		f[FLOOD_PUSH].set[i] = box;
		c->off_goal[i] = box & ~goal;
	}
	return flood_grow(b, f, FLOOD_RULES, c->a);
}

static int
check_closed(struct check *c)
{
	struct bitboard *b = &c->board;
	int x, y;

	if (bitboard_load(b, c->b, SETS, c->a) == -1)
		return -1;
	c->area = b->player;
	c->things = bitboard_set(b);
	c->off_goal = bitboard_set(b);
	c->to_fill = bitboard_set(b);
	/* With walls all around, the board is closed whatever is reached. */
	c->flood[FLOOD_WALK] = (struct flood){
	    FLOOD_WALK, c->area, b->walled ? c->things : b->open};
	for (enum flood_rule i = FLOOD_FREE; i < FLOOD_RULES; i++)
		c->flood[i] = (struct flood){i, bitboard_set(b),
		    i == FLOOD_PUSH ? c->to_fill : c->off_goal};
	for (size_t i = 0; i < b->n; i++) {
		c->things[i] = b->box[i] | b->goal[i];
		c->area[i] &= b->open[i];
	}

	/* Nearly always all is inside.  If not, what is outside adds squares to
	 * the sets of boxes and goals, but none inside. */
	c->missing = grow_sets(c, c->things);
	if (c->missing == -1)
		return -1;
	c->all_inside = !(c->missing & 1 << FLOOD_WALK) ||
	    !bitboard_exceed(b, c->things, c->area);
	c->boxes = c->b->boxes;
	c->goals = c->b->goals;
	if (!c->all_inside) {
		c->boxes = bitboard_count(b, c->area, b->box);
		c->goals = bitboard_count(b, c->area, b->goal);
	}
	if (b->walled || !bitboard_at_edge(b, c->area, &x, &y))
		return GO_ON;
	const char *advice = "";
	if (c->b->grid == SOK_SQUARES && board_one_parity(c->b))
		/* A key cannot change what an option says. */
		advice = c->p->header != NULL && c->p->header->chosen
		    ? "; --game=hexoban reads it as Hexoban"
		    : "; if this is Hexoban, add the line `Game: Hexoban` "
		      "below the board";
	REPORT_AT(c, SOK_NOT_CLOSED_RULE, x, y,
	    "the player can leave the board here, in row %d, column %d of the "
	    "picture%s",
	    y + 1, x + 1, advice);
	return ENOUGH;
}

/* Report the squares of a set that another one lacks: what, and why. */
static void
report_set(const struct check *c, const square_bits *set,
    const square_bits *other, enum sok_rule rule, const char *thing,
    const char *fault)
{
	long at = -1;
	int x, y;

	while (bitboard_next(&c->board, set, &at, &x, &y))
		if (!bitboard_has(other, at))
			REPORT_AT(c, rule, x, y,
			    "the %s in row %d, column %d of the picture %s",
			    thing, y + 1, x + 1, fault);
}

RARE void
report_counts(const struct check *c)
{
	const struct bitboard *b = &c->board;
	size_t all_boxes = c->b->boxes, boxes = all_boxes - c->boxes;
	size_t all_goals = c->b->goals, goals = all_goals - c->goals;
	long at = -1;
	int x, y;

	if (all_boxes == 0)
		REPORT(c, SOK_NO_BOXES_RULE, "there is no box on the board");
	else if (c->boxes == 0)
		REPORT(c, SOK_NO_BOXES_RULE,
		    "no box can be reached: %zu box%s outside the walls",
		    all_boxes, ES(all_boxes));
	if (c->boxes != c->goals && boxes == 0 && goals == 0)
		REPORT(c, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached", c->boxes,
		    ES(c->boxes), c->goals, PLURAL(c->goals));
	else if (c->boxes != c->goals)
		REPORT(c, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached; %zu box%s and "
		    "%zu goal%s are out of reach",
		    c->boxes, ES(c->boxes), c->goals, PLURAL(c->goals), boxes,
		    ES(boxes), goals, PLURAL(goals));

	/* Boxes and goals that cannot be reached: one finding for all, and one
	 * for each box that is not on a goal. */
	if (!c->all_inside) {
		while (bitboard_next(b, c->things, &at, &x, &y) &&
		    bitboard_has(c->area, at))
			continue;
		REPORT_AT(c, SOK_OUTSIDE_ELEMENTS_RULE, x, y,
		    "%zu box%s and %zu goal%s are out of the player's reach: "
		    "decoration",
		    boxes, ES(boxes), goals, PLURAL(goals));
		for (size_t i = 0; i < b->n; i++)
			c->things[i] = b->box[i] & ~b->goal[i];
		report_set(c, c->things, c->area, SOK_OUTSIDE_BOX_OFF_GOAL_RULE,
		    "box",
		    "is out of reach and not on a goal: programs disagree "
		    "whether this puzzle can be solved");
	}
	if (all_boxes != all_goals && c->boxes == c->goals)
		REPORT(c, SOK_OUTSIDE_COUNT_RULE,
		    "%zu box%s but %zu goal%s in the whole picture; %zu of "
		    "each can be reached, but some programs count them all",
		    all_boxes, ES(all_boxes), all_goals, PLURAL(all_goals),
		    c->boxes);
}

RARE int
report_pushes(const struct check *c)
{
	const struct flood *f = c->flood;

	if (!c->all_inside && grow_sets(c, c->area) == -1)
		return -1;
	report_set(c, c->off_goal, f[FLOOD_FREE].set, SOK_FROZEN_BOX_RULE,
	    "box",
	    "is not on a goal and can never be moved: walls and other such "
	    "boxes block it in every direction");
	for (size_t i = 0; i < c->board.n; i++)
		c->off_goal[i] &= f[FLOOD_FREE].set[i];
	report_set(c, c->off_goal, f[FLOOD_PULL].set, SOK_DEAD_BOX_RULE, "box",
	    "can never be pushed to a goal, even alone on the board");
	report_set(c, c->to_fill, f[FLOOD_PUSH].set, SOK_UNREACHABLE_GOAL_RULE,
	    "goal", "stays empty: no box can ever be pushed onto it");
	return 0;
}

/* ---- rows */

static bool
edge_of_row(unsigned char square)
{
	return square & SOK_WALL || square == (SOK_BOX | SOK_GOAL);
}

/* For a closed board that lacks walls around it. */
static void
check_rows(struct check *c)
{
	const struct sok_board *b = c->b;
	const unsigned char *sq = b->sq;
	int height = b->height, first, last, x;

	for (int y = 0; y < height && !c->all_inside; y++, sq += b->width) {
		if (board_row_blank(b, y))
			continue;
		first = 0;
		last = b->width - 1;
		while (sq[first] == SOK_FLOOR)
			first++;
		while (sq[last] == SOK_FLOOR)
			last--;
		x = edge_of_row(sq[first]) ? last : first;
		if (!edge_of_row(sq[x]))
			REPORT_AT(c, SOK_ROW_EDGE_RULE, x, y,
			    "row %d of the picture %s with `%c`: in .sok files "
			    "a row begins and ends with `#` or `*`",
			    y + 1, x == first ? "begins" : "ends",
			    sok_xsb[sq[x]]);
	}

	/* The area of one player has squares in every row between two of its
	 * rows and, if it is closed, walls beside them: no row is empty. */
	if (b->players == 1 && bitboard_has_row(&c->board, c->area, 1) &&
	    bitboard_has_row(&c->board, c->area, height - 2))
		return;
	for (int y = 0; y < height; y++) {
		if (!board_row_blank(b, y))
			continue;
		c->blank = c->blank == 0 ? y + 1 : c->blank;
		if (y > 0 && y < height - 1)
			REPORT_AT(c, SOK_INTERIOR_EMPTY_ROW_RULE, 0, y,
			    "row %d of the picture is empty: many programs "
			    "end the board there",
			    y + 1);
	}
}

/* ---- the limits of the programs of --target */

const char *const sok_target_name[6] = {
    "yasc", "jsoko", "ksokoban", "xsokoban", "sokoban3d", "simplesokoban"};

/* A row for each program, from its source or documentation.  0 is no limit. */
static const struct target {
	int least, most;     /* rows and columns */
	size_t boxes, moves; /* of a puzzle, of a game */
	bool solved;         /* loads puzzles that start solved */
	bool counts_all;     /* wants boxes = goals over the whole picture */
	bool blank_ends;     /* an empty row ends the board */
} target[] = {
    {3, 50, 1200, 100000, true, true, false},
    {0, 100, 0, 0, true, false, false},
    {0, 50, 0, 0, false, true, true},
    {0, 20, 0, 0, true, false, true},
    {0, 32, 0, 0, true, false, false},
    {0, 62, 0, 0, true, false, false},
};

#define REPORT_LIMIT(c, ...) REPORT(c, SOK_SIZE_LIMIT_RULE, __VA_ARGS__)

static void
check_target(const struct check *c, const struct target *t, const char *name)
{
	const struct sok_board *b = c->b;
	const struct sok_game *g = c->p->game;
	int w = b->width, h = b->height;
	size_t n;

	if (w < t->least || h < t->least)
		REPORT_LIMIT(c, "%s cannot load %dx%d squares: at least %dx%d",
		    name, w, h, t->least, t->least);
	if (w > t->most || h > t->most)
		REPORT_LIMIT(c, "%s cannot load %dx%d squares: at most %dx%d",
		    name, w, h, t->most, t->most);
	if (t->boxes != 0 && b->boxes > t->boxes)
		REPORT_LIMIT(c, "%s cannot load %zu boxes: at most %zu", name,
		    b->boxes, t->boxes);
	if (b->players > 1)
		REPORT_LIMIT(c, "%s supports only one player, not %zu", name,
		    b->players);
	if (!t->solved && c->solved)
		REPORT_LIMIT(
		    c, "%s does not load a puzzle that starts solved", name);
	if (t->blank_ends && c->blank > 0)
		REPORT_LIMIT(c,
		    "%s reads the empty row %d as the end of the board", name,
		    c->blank);
	if (t->counts_all && b->boxes != b->goals)
		REPORT_LIMIT(c,
		    "%s needs as many boxes as goals in the whole picture, not "
		    "%zu and %zu",
		    name, b->boxes, b->goals);
	for (size_t i = 0; t->moves != 0 && i < c->p->ngames; i++, g++) {
		n = g->letters_only ? g->moves.len : 0;
		for (size_t k = 0; k < g->moves.len && !g->letters_only; k++)
			n += steps_letter(SOK_SQUARES, g->moves.s[k]) >= 0;
		if (n > t->moves)
			sok_report(c->sink, SOK_SIZE_LIMIT_RULE, g->pos, c->p,
			    g, "%s cannot load %zu moves: at most %zu", name, n,
			    t->moves);
	}
}

/* The order matters: a rule may rely on the rules before it. */
int
sok_check(const struct sok_puzzle *p, const struct sok_check_options *o,
    struct sok_sink *sink, struct sok_arena *scratch)
{
	unsigned targets = o != NULL ? o->targets : 0;
	struct check c;

	if (!p->has_board)
		return 0;
	c.p = p;
	c.b = &p->board;
	c.sink = sink;
	c.a = scratch;
	c.blank = 0;
	int r = check_variant(&c);
	if (r == GO_ON)
		r = check_closed(&c);
	if (r != GO_ON)
		return r;

	/* The board is closed, and the members of c are known. */
	if (!c.all_inside || c.boxes == 0 || c.boxes != c.goals)
		report_counts(&c);
	c.solved = !bitboard_exceed(&c.board, c.board.box, c.board.goal);
	if (c.boxes > 0 && c.solved)
		REPORT(&c, SOK_CIRCULAR_RULE,
		    "every box is on a goal already: a solution must push a "
		    "box nevertheless");
	if (c.missing & ~(1 << FLOOD_WALK) && report_pushes(&c) == -1)
		return -1;
	if (!c.board.walled)
		check_rows(&c);
	for (size_t i = 0; targets >> i != 0 && i < SOK_COUNT(target); i++)
		if (targets >> i & 1)
			check_target(&c, &target[i], sok_target_name[i]);
	return 0;
}
