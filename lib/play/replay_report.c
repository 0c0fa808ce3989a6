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
	bool claims;
};

static const char *
plural(size_t n, const char *many)
{
	return n == 1 ? "" : many;
}

static struct sok_pos
letter(const struct game_report *a, size_t at)
{
	return sok_game_pos(a->g, at);
}

/* What keeps a game from solving is an error only if it claims to solve. */
static enum sok_severity
if_claimed(const struct game_report *a)
{
	return a->claims ? SOK_ERROR : SOK_NOTE;
}

/* The reader has said that there is no board. */
static void
report_unfit(const struct game_report *a)
{
	if (a->r->problem != SOK_MOVES_WITHOUT_BOARD_RULE)
		sok_report(a->sink, a->r->problem, a->g->pos, a->p, a->g,
		    "not replayed: %s", a->r->reason);
}

static void
report_illegal(const struct game_report *a)
{
	const struct sok_replay *r = a->r;

	if (r->problem == SOK_NO_LEADING_JUMP_RULE)
		sok_report(a->sink, r->problem, a->g->pos, a->p, a->g, "%s",
		    r->reason);
	else
		sok_report(a->sink, r->problem, letter(a, r->fail_at), a->p,
		    a->g, "move %zu `%c` %s", r->fail_move,
		    a->g->moves.s[r->fail_at], r->reason);
}

static void
report_unsolved(const struct game_report *a)
{
	const struct sok_replay *r = a->r;
	const char *where = r->mode == SOK_REVERSE
	    ? "not on the square where it starts"
	    : "off goal";
	size_t n = r->boxes_off > 0 ? r->boxes_off : r->boxes_off_outside;
	struct sok_pos pos = a->g->pos;

	if (r->out_of_order)
		sok_report(a->sink, SOK_NOT_SOLVED_RULE, pos, a->p, a->g,
		    "claims to solve, but a box is not on a goal of its "
		    "number");
	else if (n > 0 && r->boxes_off > 0)
		sok_report(a->sink, SOK_NOT_SOLVED_RULE, pos, a->p, a->g,
		    "claims to solve, but %zu box%s %s %s", n, plural(n, "es"),
		    n == 1 ? "is" : "are", where);
	else if (n > 0)
		sok_report(a->sink, SOK_NOT_SOLVED_RULE, pos, a->p, a->g,
		    "claims to solve, but %zu box%s out of the player's "
		    "reach %s %s",
		    n, plural(n, "es"), n == 1 ? "is" : "are", where);
	else if (r->at.pushes == 0)
		sok_report(a->sink, SOK_NOT_SOLVED_RULE, pos, a->p, a->g,
		    "claims to solve, but %s no box",
		    r->mode == SOK_REVERSE ? "pulls" : "pushes");
	else
		sok_report(a->sink, SOK_NOT_SOLVED_RULE, pos, a->p, a->g,
		    "claims to solve, but the player cannot walk back to "
		    "its start");
}

static void
report_early(const struct game_report *a)
{
	const struct sok_replay *r = a->r;

	if (r->verdict == SOK_SOLVED)
		sok_report_as(a->sink, SOK_NOTE, SOK_SOLVED_EARLY_RULE,
		    a->g->pos, a->p, a->g,
		    "solved after move %zu already, played on to move %zu",
		    r->solved_at, r->at.moves);
	else
		sok_report_as(a->sink, if_claimed(a), SOK_SOLVED_EARLY_RULE,
		    a->g->pos, a->p, a->g,
		    "was solved after move %zu, but is not at the end",
		    r->solved_at);
}

static void
report_verdict(const struct game_report *a)
{
	const struct sok_replay *r = a->r;

	if (r->problem != SOK_NRULES)
		sok_report_as(a->sink, if_claimed(a), r->problem,
		    letter(a, r->fail_at), a->p, a->g, "%s", r->reason);
	else if (r->solved_at > 0 && r->solved_at < r->at.moves)
		report_early(a);
	else if (a->claims && r->verdict != SOK_SOLVED)
		report_unsolved(a);
	else if (r->out_of_order)
		sok_report_as(a->sink, SOK_NOTE, SOK_NOT_SOLVED_RULE, a->g->pos,
		    a->p, a->g,
		    "solves as Sokoban, but not in the order of Sokoban+: a "
		    "box is not on a goal of its number");
}

static void
report_case(const struct game_report *a)
{
	size_t at = a->r->wrong_case_at;
	char c;

	if (!a->r->wrong_case)
		return;
	c = a->g->moves.s[at];
	sok_report(a->sink, SOK_WRONG_CASE_RULE, letter(a, at), a->p, a->g,
	    c & 32 ? "`%c` is a push, which is written with a capital"
	           : "`%c` is no push, which is what a capital says",
	    c);
}

static void
report_redo(const struct game_report *a)
{
	const struct sok_replay *r = a->r;

	if (r->many_stars)
		sok_report(a->sink, SOK_REDO_MOVES_RULE, letter(a, r->star_at),
		    a->p, a->g, "there is more than one `*`; the first counts");
	if (r->redo_illegal)
		sok_report(a->sink, SOK_REDO_MOVES_RULE,
		    letter(a, r->redo_fail_at), a->p, a->g,
		    "`%c` behind `*` is not possible",
		    a->g->moves.s[r->redo_fail_at]);
}

static void
report_title(const struct game_report *a)
{
	const struct sok_metrics *m = &a->r->at;
	struct stated_counts c;
	size_t n[STATED_COUNTS];

	stated_counts_find(&c, a->g->title);
	if (c.n == 0 || stated_counts_hold(&c, m))
		return;
	stated_counts_true(n, &c, m);
	if (c.count[0] != n[0] || c.count[1] != n[1])
		sok_report(a->sink, SOK_WRONG_COUNT_RULE, a->g->pos, a->p, a->g,
		    "the title says %zu/%zu, the moves are %zu/%zu", c.count[0],
		    c.count[1], n[0], n[1]);
	else
		sok_report(a->sink, SOK_WRONG_COUNT_RULE, a->g->pos, a->p, a->g,
		    "the title says %.*s, the moves are "
		    "%zu/%zu/%zu/%zu/%zu/%zu",
		    (int)(c.end - c.from), a->g->title.s + c.from, n[0], n[1],
		    n[2], n[3], n[4], n[5]);
}

static void
report_line(const struct game_report *a, struct sok_str key, size_t real)
{
	struct sok_str value = sok_text_get(&a->g->text, key);
	size_t n;

	if (sok_str_number(value, &n) && n != real)
		sok_report(a->sink, SOK_WRONG_COUNT_RULE, a->g->pos, a->p, a->g,
		    "`%s: %.*s` should be %zu", key.s, (int)value.len, value.s,
		    real);
}

/* The puzzle's own limit of moves, SIZE_MAX if it sets none: looked for once
 * for all games on a stage. */
static size_t
limit_of(const struct sok_puzzle *p, struct sok_position *s)
{
	struct sok_str value;
	size_t n;

	if (s != NULL && s->limit_known)
		return s->limit;
	value = sok_text_get(&p->text, SOK_STR("Limit"));
	if (!sok_str_number(value, &n))
		n = SIZE_MAX;
	if (s != NULL) {
		s->limit_known = true;
		s->limit = n;
	}
	return n;
}

static void
report_limit(const struct game_report *a, struct sok_position *s)
{
	size_t n = limit_of(a->p, s);

	if (a->r->at.moves > n)
		sok_report(a->sink, SOK_OVER_LIMIT_RULE, a->g->pos, a->p, a->g,
		    "%zu move%s, the limit is %zu", a->r->at.moves,
		    plural(a->r->at.moves, "s"), n);
}

/* Report what is wrong with a game that was replayed. */
static void
report_game(const struct game_report *a, struct sok_position *s)
{
	const struct sok_replay *r = a->r;

	if (r->verdict == SOK_NOT_SUPPORTED) {
		report_unfit(a);
		return;
	}
	if (r->verdict == SOK_ILLEGAL) {
		report_illegal(a);
		return;
	}
	report_verdict(a);
	report_case(a);
	report_redo(a);
	report_title(a);
	if (a->g->text.n > 0) {
		report_line(a, SOK_STR("moves"), r->at.moves);
		report_line(a, SOK_STR("pushes"), r->at.pushes);
	}
	report_limit(a, s);
}

int
sok_replay_report(const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay_options *o, struct sok_replay *r,
    struct sok_sink *sink, struct sok_arena *arena)
{
	struct game_report a = {.p = p, .g = g, .r = r, .sink = sink};

	if (sok_replay(p, g, o, r, arena) != 0)
		return -1;
	a.claims = sok_game_claims(g);
	report_game(&a, o == NULL ? NULL : o->position);
	return 0;
}
