/*
 * sokrle - run-length encode or decode the boards and moves of a text; all
 * other bytes pass as they are.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { DECODE = CLI_OWN, ONLY, MIN_RUN, GROUPS, LINES, FLOOR };

static const struct cli_option options[] = {
    {"decode", 'd', NULL, DECODE, "decode instead"},
    {"only", 0, "WHAT", ONLY, "rewrite only boards, or only moves"},
    {"min-run", 0, "N", MIN_RUN, "shortest run that is encoded, default 3"},
    {"groups", 0, NULL, GROUPS, "use groups: the shortest encoding there is"},
    {"lines", 0, NULL, LINES, "one bare board per line and nothing else"},
    {"floor", 0, "KIND", FLOOR, "floor is dash or underscore, default dash"},
    {NULL, 0, NULL, 0, NULL},
};

static const char *const only_name[] = {"boards", "moves"};
static const char *const floor_name[] = {"dash", "underscore"};

struct rle {
	bool decode, groups, lines;
	bool keep_boards, keep_moves; /* as they are */
	size_t min_run;
	char floor;
	/* Of the run. */
	struct sok_buf text;
	struct sok_arena scratch;
	bool ended, blank; /* what was written so far: a line, a blank one */
	/* Of the operand. */
	size_t number; /* of the puzzle */
	bool selected, started;
};

static void
take(struct cli *c, int id, const char *arg)
{
	struct rle *r = c->ctx;

	switch (id) {
	case DECODE:
		r->decode = true;
		break;
	case ONLY:
		r->keep_boards = cli_choice(c, "only", arg, only_name, 2) == 1;
		r->keep_moves = !r->keep_boards;
		break;
	case MIN_RUN:
		r->min_run = cli_number(c, "min-run", arg, 2, 1000000);
		break;
	case GROUPS:
		r->groups = true;
		break;
	case LINES:
		r->lines = true;
		break;
	case FLOOR:
		r->floor = cli_choice(c, "floor", arg, floor_name, 2) ? '_'
								      : '-';
		break;
	}
}

static const struct cli_program program = {
    .name = "sokrle",
    .summary = "run-length encode Sokoban boards and moves",
    .options = options,
    .take = take,
};

/* ---- output */

static void
put(struct cli *c, struct sok_str s)
{
	struct rle *r = c->ctx;
	char last;

	if (s.len == 0)
		return;
	sok_out(cli_output(c), s);
	last = s.s[s.len - 1];
	r->blank = s.len > 1 ? strchr("\r\n", s.s[s.len - 2]) != NULL
			     : r->ended;
	r->ended = last == '\n' || last == '\r';
}
