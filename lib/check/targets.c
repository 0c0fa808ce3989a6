/*
 * targets.c - the limits of the programs of --target, one row of a table for
 * each program, from the source or documentation of the program.
 */
#include "check/check.h"
#include "tools.h"

const char *const sok_target_name[6] = {
    "yasc", "jsoko", "ksokoban", "xsokoban", "sokoban3d", "simplesokoban"};

/* 0 is no limit. */
static const struct target {
	int least, most;     /* rows and columns */
	size_t boxes, moves; /* of a puzzle, of a game */
	bool solved;         /* loads puzzles that start solved */
	bool counts_all;     /* wants boxes = goals over the whole picture */
	bool blank_ends;     /* an empty row ends the board */
} targets[] = {
    {3, 50, 1200, 100000, true, true, false},
    {0, 100, 0, 0, true, false, false},
    {0, 50, 0, 0, false, true, true},
    {0, 20, 0, 0, true, false, true},
    {0, 32, 0, 0, true, false, false},
    {0, 62, 0, 0, true, false, false},
};

#define REPORT_LIMIT(c, ...) REPORT(c, SOK_SIZE_LIMIT_RULE, __VA_ARGS__)

/* blank: the first row, from 1, that is all floor, or 0. */
static void
check_board(
    const struct check *c, const struct target *t, const char *name, int blank)
{
	const struct sok_board *b = c->b;
	int w = b->width, h = b->height;

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
	if (!t->solved && check_solved(c))
		REPORT_LIMIT(
		    c, "%s does not load a puzzle that starts solved", name);
	if (t->blank_ends && blank > 0)
		REPORT_LIMIT(c,
		    "%s reads the empty row %d as the end of the board", name,
		    blank);
	if (t->counts_all && b->boxes != b->goals)
		REPORT_LIMIT(c,
		    "%s needs as many boxes as goals in the whole picture, not "
		    "%zu and %zu",
		    name, b->boxes, b->goals);
}

static size_t
count_moves(const struct sok_game *g)
{
	size_t i, n = 0;
	int dx, dy;

	if (g->letters_only)
		return g->moves.len;
	for (i = 0; i < g->moves.len; i++)
		n += sok_step(SOK_SQUARES, g->moves.s[i], 0, 0, &dx, &dy);
	return n;
}

static void
check_games(const struct check *c, const struct target *t, const char *name)
{
	const struct sok_game *g = c->p->game;
	size_t i, n;

	for (i = 0; t->moves != 0 && i < c->p->ngames; i++, g++) {
		n = count_moves(g);
		if (n > t->moves)
			sok_report(c->sink, SOK_SIZE_LIMIT_RULE, g->pos, c->p,
			    g, "%s cannot load %zu moves: at most %zu", name, n,
			    t->moves);
	}
}

int
check_targets(struct check *c)
{
	unsigned chosen = c->o->targets;
	int blank = 0;

	if (chosen == 0)
		return GO_ON;
	for (int y = c->b->height - 1; y >= 0 && !c->board.walled; y--)
		if (board_row_blank(c->b, y))
			blank = y + 1;
	for (size_t i = 0; i < SOK_COUNT(targets); i++) {
		if (!(chosen >> i & 1))
			continue;
		check_board(c, &targets[i], sok_target_name[i], blank);
		check_games(c, &targets[i], sok_target_name[i]);
	}
	return GO_ON;
}
