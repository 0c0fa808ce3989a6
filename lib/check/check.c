/* check.c - the rules of sokcheck about one puzzle, in their order: variants,
 * players, closed boards, numbers of boxes and goals, boxes and goals that are
 * beyond help, rows, and the limits of programs. */
#include "base/base.h"
#include "board/board.h"
#include "text/text.h"

/* What the rules know about a puzzle with a board and a player. */
struct check {
	const struct sok_puzzle *puzzle;
	const struct sok_board *picture;
	struct sok_sink *sink;
	struct sok_arena *arena;
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

/* A rule's answer: check the next rule, check no more rules, or -1 on ENOMEM.
 */
enum { GO_ON = 1, ENOUGH = 0 };

/* Sets of squares that the rules use in addition to those of the board. */
enum { SETS = 6 };

/* A function for rare cases, kept apart from the code that every board runs. */
#define RARE SOK_SELDOM SOK_APART static

#define PLURAL(n) ((n) == 1 ? "" : "s")
#define ES(n) ((n) == 1 ? "" : "es")

/* A finding about a square, and about the whole puzzle. */
#define REPORT_AT(check, rule, x, y, ...) \
	sok_report((check)->sink, rule, sok_board_pos((check)->puzzle, x, y), \
	    (check)->puzzle, NULL, __VA_ARGS__)
#define REPORT(check, rule, ...) \
	sok_report((check)->sink, rule, start_of((check)->puzzle), \
	    (check)->puzzle, NULL, __VA_ARGS__)

static struct sok_pos
start_of(const struct sok_puzzle *puzzle)
{
	return (struct sok_pos){puzzle->pos.file, puzzle->pos.line, 1};
}

/* ---- variants and players */

/* Check what depends on the variant: that it is supported, the cells, the
 * orders, the number of players.  GO_ON, ENOUGH, -1 on ENOMEM. */
static int
check_variant(const struct check *check)
{
	const struct sok_header *header = check->puzzle->header;
	size_t players = check->picture->players;
	struct sok_str game;
	struct orders orders;
	int x, y, has = 0;

	if (check->puzzle->variant == SOK_UNSUPPORTED) {
		game = key_naming(&check->puzzle->text).name;
		if (game.len == 0 && header != NULL)
			game = header->game;
		REPORT(check, SOK_UNSUPPORTED_VARIANT_RULE,
		    "puzzles of the kind `%.*s` are not checked", (int)game.len,
		    game.s);
		return ENOUGH;
	}
	if (check->picture->grid != SOK_SQUARES &&
	    board_bad_cell(check->picture, &x, &y)) {
		REPORT_AT(check, SOK_BAD_CELL_RULE, x, y,
		    "the `%c` in row %d, column %d of the picture is between "
		    "two cells: rows of Hexoban are shifted by one against "
		    "each other",
		    sok_xsb[sok_board_at(check->picture, x, y)], y + 1, x + 1);
		return ENOUGH;
	}
	if (orders_possible(check->puzzle))
		has = orders_read(check->puzzle, &orders, check->arena);
	if (has == -1)
		return -1;
	if (has == 1 && orders.fault != NULL)
		REPORT(check, SOK_BAD_ORDER_RULE, "%s", orders.fault);
	if (players == 0)
		REPORT(check, SOK_NO_PLAYER_RULE,
		    "no player (`@` or `+`) on the board");
	else if (players > 1 && !multiban_puzzle(check->puzzle))
		REPORT(check, SOK_MANY_PLAYERS_RULE,
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
grow_sets(const struct check *check, const square_bits *in)
{
	const struct bitboard *bits = &check->board;
	const struct flood *flood = check->flood;

	for (size_t i = 0; i < bits->n; i++) {
		square_bits box = bits->box[i] & in[i],
		            goal = bits->goal[i] & in[i];

		flood[FLOOD_FREE].set[i] = bits->open[i] & ~bits->box[i];
		flood[FLOOD_PULL].set[i] = check->to_fill[i] = goal;
		flood[FLOOD_PUSH].set[i] = box;
		check->off_goal[i] = box & ~goal;
	}
	return flood_grow(bits, flood, FLOOD_RULES, check->arena);
}

/* Load the board, find what players and boxes can reach, and check that it is
 * closed.  GO_ON, ENOUGH, -1 on ENOMEM. */
static int
check_closed(struct check *check)
{
	struct bitboard *bits = &check->board;
	int x, y;

	if (bitboard_load(bits, check->picture, SETS, check->arena) == -1)
		return -1;
	check->area = bits->player;
	check->things = bitboard_set(bits);
	check->off_goal = bitboard_set(bits);
	check->to_fill = bitboard_set(bits);
	/* With walls all around, the board is closed whatever is reached. */
	check->flood[FLOOD_WALK] = (struct flood){
	    FLOOD_WALK, check->area, bits->walled ? check->things : bits->open};
	for (enum flood_rule rule = FLOOD_FREE; rule < FLOOD_RULES; rule++)
		check->flood[rule] = (struct flood){rule, bitboard_set(bits),
		    rule == FLOOD_PUSH ? check->to_fill : check->off_goal};
	for (size_t i = 0; i < bits->n; i++) {
		check->things[i] = bits->box[i] | bits->goal[i];
		check->area[i] &= bits->open[i];
	}

	/* Nearly always all is inside.  If not, what is outside adds squares to
	 * the sets of boxes and goals, but none inside. */
	check->missing = grow_sets(check, check->things);
	if (check->missing == -1)
		return -1;
	check->all_inside = !(check->missing & 1 << FLOOD_WALK) ||
	    !bitboard_exceed(bits, check->things, check->area);
	check->boxes = check->picture->boxes;
	check->goals = check->picture->goals;
	if (!check->all_inside) {
		check->boxes = bitboard_count(bits, check->area, bits->box);
		check->goals = bitboard_count(bits, check->area, bits->goal);
	}
	if (bits->walled || !bitboard_at_edge(bits, check->area, &x, &y))
		return GO_ON;
	const char *advice = "";
	if (check->picture->grid == SOK_SQUARES &&
	    board_one_parity(check->picture))
		/* A key cannot change what an option says. */
		advice = check->puzzle->header != NULL &&
		        check->puzzle->header->chosen
		    ? "; --game=hexoban reads it as Hexoban"
		    : "; if this is Hexoban, add the line `Game: Hexoban` "
		      "below the board";
	REPORT_AT(check, SOK_NOT_CLOSED_RULE, x, y,
	    "the player can leave the board here, in row %d, column %d of the "
	    "picture%s",
	    y + 1, x + 1, advice);
	return ENOUGH;
}

/* Report the squares of a set that another one lacks: what, and why. */
static void
report_set(const struct check *check, const square_bits *set,
    const square_bits *other, enum sok_rule rule, const char *thing,
    const char *fault)
{
	long at = -1;
	int x, y;

	while (bitboard_next(&check->board, set, &at, &x, &y))
		if (!bitboard_has(other, at))
			REPORT_AT(check, rule, x, y,
			    "the %s in row %d, column %d of the picture %s",
			    thing, y + 1, x + 1, fault);
}

/* Report that there are no boxes, that boxes and goals are not as many, and
 * what is out of reach. */
RARE void
report_counts(const struct check *check)
{
	const struct bitboard *bits = &check->board;
	size_t all_boxes = check->picture->boxes,
	       boxes = all_boxes - check->boxes;
	size_t all_goals = check->picture->goals,
	       goals = all_goals - check->goals;
	long at = -1;
	int x, y;

	if (all_boxes == 0)
		REPORT(
		    check, SOK_NO_BOXES_RULE, "there is no box on the board");
	else if (check->boxes == 0)
		REPORT(check, SOK_NO_BOXES_RULE,
		    "no box can be reached: %zu box%s outside the walls",
		    all_boxes, ES(all_boxes));
	if (check->boxes != check->goals && boxes == 0 && goals == 0)
		REPORT(check, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached", check->boxes,
		    ES(check->boxes), check->goals, PLURAL(check->goals));
	else if (check->boxes != check->goals)
		REPORT(check, SOK_BOX_GOAL_COUNT_RULE,
		    "%zu box%s but %zu goal%s can be reached; %zu box%s and "
		    "%zu goal%s are out of reach",
		    check->boxes, ES(check->boxes), check->goals,
		    PLURAL(check->goals), boxes, ES(boxes), goals,
		    PLURAL(goals));

	/* Boxes and goals that cannot be reached: one finding for all, and one
	 * for each box that is not on a goal. */
	if (!check->all_inside) {
		while (bitboard_next(bits, check->things, &at, &x, &y) &&
		    bitboard_has(check->area, at))
			continue;
		REPORT_AT(check, SOK_OUTSIDE_ELEMENTS_RULE, x, y,
		    "%zu box%s and %zu goal%s are out of the player's reach: "
		    "decoration",
		    boxes, ES(boxes), goals, PLURAL(goals));
		for (size_t i = 0; i < bits->n; i++)
			check->things[i] = bits->box[i] & ~bits->goal[i];
		report_set(check, check->things, check->area,
		    SOK_OUTSIDE_BOX_OFF_GOAL_RULE, "box",
		    "is out of reach and not on a goal: programs disagree "
		    "whether this puzzle can be solved");
	}
	if (all_boxes != all_goals && check->boxes == check->goals)
		REPORT(check, SOK_OUTSIDE_COUNT_RULE,
		    "%zu box%s but %zu goal%s in the whole picture; %zu of "
		    "each can be reached, but some programs count them all",
		    all_boxes, ES(all_boxes), all_goals, PLURAL(all_goals),
		    check->boxes);
}

/* Report boxes that cannot move or reach a goal, and goals that no box reaches.
 * 0, -1 on ENOMEM. */
RARE int
report_pushes(const struct check *check)
{
	const struct flood *flood = check->flood;

	if (!check->all_inside && grow_sets(check, check->area) == -1)
		return -1;
	report_set(check, check->off_goal, flood[FLOOD_FREE].set,
	    SOK_FROZEN_BOX_RULE, "box",
	    "is not on a goal and can never be moved: walls and other such "
	    "boxes block it in every direction");
	for (size_t i = 0; i < check->board.n; i++)
		check->off_goal[i] &= flood[FLOOD_FREE].set[i];
	report_set(check, check->off_goal, flood[FLOOD_PULL].set,
	    SOK_DEAD_BOX_RULE, "box",
	    "can never be pushed to a goal, even alone on the board");
	report_set(check, check->to_fill, flood[FLOOD_PUSH].set,
	    SOK_UNREACHABLE_GOAL_RULE, "goal",
	    "stays empty: no box can ever be pushed onto it");
	return 0;
}

/* ---- rows */

/* Whether a row may begin or end with this square. */
static bool
edge_of_row(unsigned char square)
{
	return square & SOK_WALL || square == (SOK_BOX | SOK_GOAL);
}

/* For a closed board that lacks walls around it. */
static void
check_rows(struct check *check)
{
	const struct sok_board *board = check->picture;
	const unsigned char *sq = board->sq;
	int height = board->height, first, last, x;

	for (int y = 0; y < height && !check->all_inside;
	     y++, sq += board->width) {
		if (board_row_blank(board, y))
			continue;
		first = 0;
		last = board->width - 1;
		while (sq[first] == SOK_FLOOR)
			first++;
		while (sq[last] == SOK_FLOOR)
			last--;
		x = edge_of_row(sq[first]) ? last : first;
		if (!edge_of_row(sq[x]))
			REPORT_AT(check, SOK_ROW_EDGE_RULE, x, y,
			    "row %d of the picture %s with `%c`: in .sok files "
			    "a row begins and ends with `#` or `*`",
			    y + 1, x == first ? "begins" : "ends",
			    sok_xsb[sq[x]]);
	}

	/* The area of one player has squares in every row between two of its
	 * rows and, if it is closed, walls beside them: no row is empty. */
	if (board->players == 1 &&
	    bitboard_has_row(&check->board, check->area, 1) &&
	    bitboard_has_row(&check->board, check->area, height - 2))
		return;
	for (int y = 0; y < height; y++) {
		if (!board_row_blank(board, y))
			continue;
		check->blank = check->blank == 0 ? y + 1 : check->blank;
		if (y > 0 && y < height - 1)
			REPORT_AT(check, SOK_INTERIOR_EMPTY_ROW_RULE, 0, y,
			    "row %d of the picture is empty: many programs "
			    "end the board there",
			    y + 1);
	}
}

/* ---- the limits of the programs of --target */

const char *const sok_target_name[6] = {
    "yasc", "jsoko", "ksokoban", "xsokoban", "sokoban3d", "simplesokoban"};

/* A row for each program, from its source or documentation.  0: no limit. */
static const struct target {
	int least, most;     /* rows and columns */
	size_t boxes, moves; /* of a puzzle, of a game */
	bool solved;         /* loads puzzles that start solved */
	bool counts_all;     /* wants boxes = goals over the whole picture */
	bool blank_ends;     /* an empty row ends the board */
} target_list[] = {
    {3, 50, 1200, 100000, true, true, false},
    {0, 100, 0, 0, true, false, false},
    {0, 50, 0, 0, false, true, true},
    {0, 20, 0, 0, true, false, true},
    {0, 32, 0, 0, true, false, false},
    {0, 62, 0, 0, true, false, false},
};

#define REPORT_LIMIT(check, ...) REPORT(check, SOK_SIZE_LIMIT_RULE, __VA_ARGS__)

static void
check_target(
    const struct check *check, const struct target *target, const char *name)
{
	const struct sok_board *board = check->picture;
	const struct sok_game *game = check->puzzle->game;
	int width = board->width, height = board->height;
	size_t n;

	if (width < target->least || height < target->least)
		REPORT_LIMIT(check,
		    "%s cannot load %dx%d squares: at least %dx%d", name, width,
		    height, target->least, target->least);
	if (width > target->most || height > target->most)
		REPORT_LIMIT(check,
		    "%s cannot load %dx%d squares: at most %dx%d", name, width,
		    height, target->most, target->most);
	if (target->boxes != 0 && board->boxes > target->boxes)
		REPORT_LIMIT(check, "%s cannot load %zu boxes: at most %zu",
		    name, board->boxes, target->boxes);
	if (board->players > 1)
		REPORT_LIMIT(check, "%s supports only one player, not %zu",
		    name, board->players);
	if (!target->solved && check->solved)
		REPORT_LIMIT(check,
		    "%s does not load a puzzle that starts solved", name);
	if (target->blank_ends && check->blank > 0)
		REPORT_LIMIT(check,
		    "%s reads the empty row %d as the end of the board", name,
		    check->blank);
	if (target->counts_all && board->boxes != board->goals)
		REPORT_LIMIT(check,
		    "%s needs as many boxes as goals in the whole picture, not "
		    "%zu and %zu",
		    name, board->boxes, board->goals);
	for (size_t i = 0; target->moves != 0 && i < check->puzzle->ngames;
	     i++, game++) {
		n = game->letters_only ? game->moves.len : 0;
		for (size_t k = 0; k < game->moves.len && !game->letters_only;
		     k++)
			n += steps_letter(SOK_SQUARES, game->moves.s[k]) >= 0;
		if (n > target->moves)
			sok_report(check->sink, SOK_SIZE_LIMIT_RULE, game->pos,
			    check->puzzle, game,
			    "%s cannot load %zu moves: at most %zu", name, n,
			    target->moves);
	}
}

/* The order matters: a rule may rely on the rules before it. */
int
sok_check(const struct sok_puzzle *puzzle,
    const struct sok_check_options *options, struct sok_sink *sink,
    struct sok_arena *scratch)
{
	unsigned targets = options != NULL ? options->targets : 0;
	struct check check;

	if (!puzzle->has_board)
		return 0;
	check.puzzle = puzzle;
	check.picture = &puzzle->board;
	check.sink = sink;
	check.arena = scratch;
	check.blank = 0;
	int got = check_variant(&check);
	if (got == GO_ON)
		got = check_closed(&check);
	if (got != GO_ON)
		return got;

	/* The board is closed, and the members of check are known. */
	if (!check.all_inside || check.boxes == 0 || check.boxes != check.goals)
		report_counts(&check);
	check.solved =
	    !bitboard_exceed(&check.board, check.board.box, check.board.goal);
	if (check.boxes > 0 && check.solved)
		REPORT(&check, SOK_CIRCULAR_RULE,
		    "every box is on a goal already: a solution must push a "
		    "box nevertheless");
	if (check.missing & ~(1 << FLOOD_WALK) && report_pushes(&check) == -1)
		return -1;
	if (!check.board.walled)
		check_rows(&check);
	for (size_t i = 0; targets >> i != 0 && i < SOK_COUNT(target_list); i++)
		if (targets >> i & 1)
			check_target(
			    &check, &target_list[i], sok_target_name[i]);
	return 0;
}
