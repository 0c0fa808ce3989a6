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

static void
check_size(const struct check *c, const struct target *t, const char *name)
{
	int w = c->b->width, h = c->b->height;

	if (w < t->least || h < t->least)
		REPORT_LIMIT(c, "%s cannot load %dx%d squares: at least %dx%d",
		    name, w, h, t->least, t->least);
	if (w > t->most || h > t->most)
		REPORT_LIMIT(c, "%s cannot load %dx%d squares: at most %dx%d",
		    name, w, h, t->most, t->most);
	if (t->boxes != 0 && c->b->boxes > t->boxes)
		REPORT_LIMIT(c, "%s cannot load %zu boxes: at most %zu", name,
		    c->b->boxes, t->boxes);
}

static void
check_habits(const struct check *c, const struct target *t, const char *name)
{
	int y = 0;

	if (c->b->players > 1)
		REPORT_LIMIT(c, "%s supports only one player, not %zu", name,
		    c->b->players);
	if (!t->solved && check_solved(c))
		REPORT_LIMIT(
		    c, "%s does not load a puzzle that starts solved", name);
	while (t->blank_ends && y < c->b->height && !board_row_blank(c->b, y))
		y++;
	if (t->blank_ends && y < c->b->height)
		REPORT_LIMIT(c,
		    "%s reads the empty row %d as the end of the board", name,
		    y + 1);
	if (t->counts_all && c->b->boxes != c->b->goals)
		REPORT_LIMIT(c,
		    "%s needs as many boxes as goals in the whole picture, not "
		    "%zu and %zu",
		    name, c->b->boxes, c->b->goals);
}

static size_t
count_moves(const struct sok_game *g)
{
	size_t i, n = 0;
	int dx, dy;

	if (g->letters_only)
		return g->moves.len;
	for (i = 0; i < g->moves.len; i++)
		n += sok_move_delta(g->moves.s[i], &dx, &dy);
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

	for (size_t i = 0; i < SOK_COUNT(targets) && chosen >> i != 0; i++) {
		if (!(chosen >> i & 1))
			continue;
		check_size(c, &targets[i], sok_target_name[i]);
		check_habits(c, &targets[i], sok_target_name[i]);
		check_games(c, &targets[i], sok_target_name[i]);
	}
	return GO_ON;
}
