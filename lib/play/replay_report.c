/*
 * replay_report.c - replays a game and reports the findings of sokreplay about
 * it.
 */
#include "text/declared/stated_counts.h"
#include "play/position.h"
#include "tools.h"

struct game_report {
	const struct sok_puzzle *p;
	const struct sok_game *g;
	const struct sok_replay *r;
	struct sok_sink *sink;
};

/* About the game, about a byte of its moves, with a severity of this case. */
#define REPORT(a, rule, ...) \
	sok_report((a)->sink, rule, (a)->g->pos, (a)->p, (a)->g, __VA_ARGS__)
#define REPORT_AT(a, at, rule, ...) \
	sok_report((a)->sink, rule, sok_game_pos((a)->g, at), (a)->p, (a)->g, \
	    __VA_ARGS__)
#define REPORT_AS(a, severity, rule, pos, ...) \
	sok_report_as( \
	    (a)->sink, severity, rule, pos, (a)->p, (a)->g, __VA_ARGS__)

/* What keeps a game from solving is an error only if it claims to. */
static void
report_verdict(const struct game_report *a, bool claims)
{
	const struct sok_replay *r = a->r;
	enum sok_severity severity = claims ? SOK_ERROR : SOK_NOTE;
	bool early = r->solved_at > 0 && r->solved_at < r->at.moves;
	bool reverse = r->mode == SOK_REVERSE;
	size_t off = r->boxes_off > 0 ? r->boxes_off : r->boxes_off_outside;

	if (r->problem != SOK_NRULES)
		REPORT_AS(a, severity, r->problem,
		    sok_game_pos(a->g, r->fail_at), "%s", r->reason);
	else if (early && r->verdict == SOK_SOLVED)
		REPORT_AS(a, SOK_NOTE, SOK_SOLVED_EARLY_RULE, a->g->pos,
		    "already solved after move %zu, but continues up to move "
		    "%zu",
		    r->solved_at, r->at.moves);
	else if (early)
		REPORT_AS(a, severity, SOK_SOLVED_EARLY_RULE, a->g->pos,
		    "was solved after move %zu, but is not at the end",
		    r->solved_at);
	else if (r->out_of_order && claims && r->verdict != SOK_SOLVED)
		REPORT(a, SOK_NOT_SOLVED_RULE,
		    "claims to solve, but a box is not on a goal of its "
		    "number");
	else if (r->out_of_order)
		REPORT_AS(a, SOK_NOTE, SOK_NOT_SOLVED_RULE, a->g->pos,
		    "solves as Sokoban, but not in the order of Sokoban+: a "
		    "box is not on a goal of its number");
	else if (!claims || r->verdict == SOK_SOLVED)
		return;
	else if (off > 0)
		REPORT(a, SOK_NOT_SOLVED_RULE,
		    "claims to solve, but %zu box%s%s %s %s", off,
		    off == 1 ? "" : "es",
		    r->boxes_off > 0 ? "" : " out of the player's reach",
		    off == 1 ? "is" : "are",
		    reverse ? "not on the square where it starts" : "off goal");
	else if (r->at.pushes == 0)
		REPORT(a, SOK_NOT_SOLVED_RULE, "claims to solve, but %s no box",
		    reverse ? "pulls" : "pushes");
	else
		REPORT(a, SOK_NOT_SOLVED_RULE,
		    "claims to solve, but the player cannot walk back to "
		    "its start");
}

/* Report wrong counts in the title and in lines of `moves:` and `pushes:`. */
static void
report_counts(const struct game_report *a)
{
	const struct sok_metrics *m = &a->r->at;
	const struct sok_str key[] = {SOK_STR("moves"), SOK_STR("pushes")};
	const size_t real[] = {m->moves, m->pushes};
	struct stated_counts c;
	size_t n[STATED_COUNTS], said;
	struct sok_str value;

	stated_counts_find(&c, a->g->title);
	if (c.n > 0 && !stated_counts_hold(&c, m)) {
		stated_counts_true(n, &c, m);
		if (c.count[0] != n[0] || c.count[1] != n[1])
			REPORT(a, SOK_WRONG_COUNT_RULE,
			    "the title says %zu/%zu, the moves are %zu/%zu",
			    c.count[0], c.count[1], n[0], n[1]);
		else
			REPORT(a, SOK_WRONG_COUNT_RULE,
			    "the title says %.*s, the moves are "
			    "%zu/%zu/%zu/%zu/%zu/%zu",
			    (int)(c.end - c.from), a->g->title.s + c.from, n[0],
			    n[1], n[2], n[3], n[4], n[5]);
	}
	for (size_t i = 0; a->g->text.n > 0 && i < SOK_COUNT(key); i++) {
		value = sok_text_get(&a->g->text, key[i]);
		if (sok_str_number(value, &said) && said != real[i])
			REPORT(a, SOK_WRONG_COUNT_RULE,
			    "`%s: %.*s` should be %zu", key[i].s,
			    (int)value.len, value.s, real[i]);
	}
}

int
sok_replay_report(const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay_options *o, struct sok_replay *r,
    struct sok_sink *sink, struct sok_arena *arena)
{
	struct game_report a = {.p = p, .g = g, .r = r, .sink = sink};
	struct sok_replay_options own = {.position = NULL};
	const char *s = g->moves.s;

	own = o != NULL ? *o : own;
	if (own.position == NULL)
		own.position = sok_position_open(p, arena);
	if (own.position == NULL || sok_replay(p, g, &own, r, arena) != 0)
		return -1;
	if (r->verdict == SOK_NOT_SUPPORTED) {
		/* The reader has reported that there is no board. */
		if (r->problem != SOK_MOVES_WITHOUT_BOARD_RULE)
			REPORT(&a, r->problem, "not replayed: %s", r->reason);
	} else if (r->problem == SOK_NO_LEADING_JUMP_RULE) {
		REPORT(&a, r->problem, "%s", r->reason);
	} else if (r->verdict == SOK_ILLEGAL) {
		REPORT_AT(&a, r->fail_at, r->problem, "move %zu `%c` %s",
		    r->fail_move, s[r->fail_at], r->reason);
	} else {
		report_verdict(&a, sok_game_claims(g));
		if (r->wrong_case)
			REPORT_AT(&a, r->wrong_case_at, SOK_WRONG_CASE_RULE,
			    s[r->wrong_case_at] & 32
			        ? "`%c` is a push and must be a capital"
			        : "`%c` is not a push, but capitals are pushes",
			    s[r->wrong_case_at]);
		if (r->many_stars)
			REPORT_AT(&a, r->star_at, SOK_REDO_MOVES_RULE,
			    "there is more than one `*`; the first one is "
			    "used");
		if (r->redo_illegal)
			REPORT_AT(&a, r->redo_fail_at, SOK_REDO_MOVES_RULE,
			    "`%c` after `*` is not possible",
			    s[r->redo_fail_at]);
		report_counts(&a);
		if (r->at.moves > own.position->limit)
			REPORT(&a, SOK_OVER_LIMIT_RULE,
			    "%zu move%s, the limit is %zu", r->at.moves,
			    r->at.moves == 1 ? "" : "s", own.position->limit);
	}
	return 0;
}
