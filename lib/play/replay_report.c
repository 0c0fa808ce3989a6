/* replay_report.c - what a game states about itself: whether it claims to be a
 * solution, and counts in its title and in lines of `moves:` and `pushes:`; and
 * the findings of sokreplay, which compares this with a replay. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "text/text.h"

/* A title states the metrics in their order, one after the other. */
#define METRIC(name) STATED_##name,
enum { SOK_METRICS(METRIC) STATED_COUNTS };
#undef METRIC

/* `97/31/20/9/18/55` in bytes from to end of the title: the first n of moves,
 * pushes, box lines, box changes, pushing sessions and player lines. */
struct stated_counts {
	size_t from, end, n;
	size_t count[STATED_COUNTS], real[STATED_COUNTS];
};

static bool
contains(struct sok_str s, struct sok_str word, size_t *end)
{
	for (*end = word.len; *end <= s.len; ++*end)
		if (sok_str_casestarts(sok_str_from(s, *end - word.len), word))
			return true;
	return false;
}

static bool
is_snapshot(struct sok_str title)
{
	return sok_str_casestarts(title, SOK_STR("Snapshot")) ||
	    sok_str_casestarts(title, SOK_STR("SaveGame")) ||
	    sok_str_casestarts(title, SOK_STR("Reverse Mode Snapshot"));
}

bool
sok_game_claims(const struct sok_game *g)
{
	struct sok_str status = SOK_STR(""), value, m = g->moves;
	const struct sok_text *t = &g->text;
	size_t end, redo = m.len;

	if (is_snapshot(g->title) || is_snapshot(g->title_line))
		return false;
	/* Moves after the position mark, other than `)`, were taken back. */
	if (!g->letters_only)
		redo = sok_str_find(m, SOK_STR("*"));
	while (redo < m.len && (m.s[redo] == ')' || m.s[redo] == '*'))
		redo++;
	if (redo < m.len && !contains(g->title, SOK_STR("Solution"), &end))
		return false;
	/* In trace files a tag replaces earlier ones. */
	for (size_t i = 0;
	     (i = key_find(t, i, SOK_STR("status"), &value)) < t->n; i++)
		status = value;
	return status.len == 0 || sok_str_caseeq(status, SOK_STR("cleared")) ||
	    sok_str_caseeq(status, SOK_STR("completed"));
}

static bool
word(char c)
{
	return sok_is_digit(c) || sok_is_letter(c);
}

/* Find counts that begin at c->from: at least two, without a word around them.
 * A number that is too large, or has a leading 0, as in dates, is no count. */
static bool
counts(struct stated_counts *c, struct sok_str s)
{
	struct sok_str rest = sok_str_from(s, c->from);
	size_t digits, n;

	c->end = c->from;
	if (c->from > 0 && (word(s.s[c->from - 1]) || s.s[c->from - 1] == '.'))
		return false;
	/* Any further numbers are something else. */
	for (c->n = 0; c->n < STATED_COUNTS; rest = sok_str_from(rest, 1)) {
		bool zero = sok_str_starts(rest, SOK_STR("0"));

		digits = sok_str_digits(&rest, &n);
		if (digits == 0 || n == SIZE_MAX || (zero && digits > 1))
			break;
		c->count[c->n++] = n;
		c->end = s.len - rest.len;
		if (!sok_str_starts(rest, SOK_STR("/")))
			break;
	}
	rest = sok_str_from(s, c->end);
	if (c->n < 2 || rest.len == 0)
		return c->n >= 2;
	/* Not in the middle of a word or a version number. */
	return !word(rest.s[0]) &&
	    (rest.s[0] != '.' || rest.len < 2 || !sok_is_digit(rest.s[1]));
}

/* Find the first n/n... after the heading (Solution, Snapshot, SaveGame) of a
 * title; false if there is none. */
static bool
find_counts(struct stated_counts *c, struct sok_str title)
{
	c->from = 0;
	/* Most titles contain no `/` and so no counts. */
	if (title.len == 0 || memchr(title.s, '/', title.len) == NULL ||
	    (!contains(title, SOK_STR("Solution"), &c->from) &&
	        !contains(title, SOK_STR("Snapshot"), &c->from) &&
	        !contains(title, SOK_STR("SaveGame"), &c->from)))
		return false;
	for (; c->from < title.len; c->from = c->end + 1) {
		c->end = c->from;
		if (sok_is_digit(title.s[c->from]) && counts(c, title))
			return true;
	}
	return false;
}

/* Whether a title has wrong counts: these, and the actual ones, with box lines
 * by YASC's definition if the title uses it. */
static bool
wrong_counts(
    struct stated_counts *c, struct sok_str title, const struct sok_metrics *m)
{
	if (!find_counts(c, title))
		return false;
	const size_t real[STATED_COUNTS] = {
#define METRIC(name) m->name,
	    SOK_METRICS(METRIC)
#undef METRIC
	};
	memcpy(c->real, real, sizeof(real));
	if (c->n > STATED_lines && c->count[STATED_lines] == m->yasc_lines)
		c->real[STATED_lines] = m->yasc_lines;
	return memcmp(c->real, c->count, c->n * sizeof(*real)) != 0;
}

/* Write `97/31` to `to`, which has room for COUNTS_ROOM. */
enum { COUNTS_ROOM = STATED_COUNTS * (SOK_DIGITS + 1) };

static struct sok_str
write_counts(char *to, const size_t *count, size_t n)
{
	size_t length = 0;

	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			to[length++] = '/';
		length += sok_digits(to + length, count[i]);
	}
	return (struct sok_str){to, length};
}

static int
recount_title(
    struct sok_str *title, const struct sok_metrics *m, struct sok_arena *a)
{
	struct sok_buf b = {0};
	struct stated_counts c;
	char digits[COUNTS_ROOM];

	if (!wrong_counts(&c, *title, m))
		return 0;
	sok_buf_add(&b, sok_str_sub(*title, 0, c.from));
	sok_buf_add(&b, write_counts(digits, c.real, c.n));
	sok_buf_add(&b, sok_str_from(*title, c.end));
	title->s = NULL;
	if (!b.failed)
		*title = sok_str_dup(a, sok_buf_str(&b));
	sok_buf_free(&b);
	return title->s == NULL ? -1 : 0;
}

int
sok_game_recount(
    struct sok_game *g, const struct sok_replay *r, struct sok_arena *a)
{
	const struct sok_metrics *m = &r->at;
	struct sok_text *t = &g->text;

	/* The counts of moves that were not all played are not those of the
	 * game. */
	if (r->verdict == SOK_ILLEGAL || r->verdict == SOK_NOT_SUPPORTED)
		return 0;
	if (recount_title(&g->title_line, m, a) != 0 || text_own(t, a) == -1)
		return -1;
	for (size_t i = 0; (i = key_outside(t, i)) < t->n; i++) {
		struct sok_str *line = &t->line[i], value;
		bool moves = key_is(*line, SOK_STR("moves"), &value);
		size_t real = moves ? m->moves : m->pushes, n;

		if ((moves || key_is(*line, SOK_STR("pushes"), &value)) &&
		    sok_str_number(value, &n) && n != real) {
			*line = sok_str_fmt(a, "%.*s%zu",
			    (int)(value.s - line->s), line->s, real);
			if (line->s == NULL)
				return -1;
		} else if (key_is(*line, SOK_STR("Title"), &value) &&
		    recount_title(line, m, a) != 0) {
			return -1;
		}
	}
	return 0;
}

/* ---- findings */

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
	const char *reach =
	    r->boxes_off > 0 ? "" : " out of the player's reach";
	const char *where = off == 1 ? " is off goal" : " are off goal";
	const char *but = reverse ? "pulls no box" : "pushes no box";

	if (r->at.pushes > 0)
		but = "the player cannot walk back to its start";
	if (r->out_of_order)
		but = "a box is not on a goal of its number";
	if (reverse)
		where = off == 1 ? " is not on the square where it starts"
		                 : " are not on the square where it starts";
	if (r->problem != SOK_NO_RULE)
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
	else if (r->out_of_order && (!claims || r->verdict == SOK_SOLVED))
		REPORT_AS(a, SOK_NOTE, SOK_NOT_SOLVED_RULE, a->g->pos,
		    "solves as Sokoban, but not in the order of Sokoban+: a "
		    "box is not on a goal of its number");
	else if (!claims || r->verdict == SOK_SOLVED)
		return;
	else if (off > 0 && !r->out_of_order)
		REPORT(a, SOK_NOT_SOLVED_RULE,
		    "claims to solve, but %zu box%s%s%s", off,
		    off == 1 ? "" : "es", reach, where);
	else
		REPORT(a, SOK_NOT_SOLVED_RULE, "claims to solve, but %s", but);
}

static void
report_counts(const struct game_report *a)
{
	const struct sok_metrics *m = &a->r->at;
	const struct sok_str key[] = {SOK_STR("moves"), SOK_STR("pushes")};
	const size_t real[] = {m->moves, m->pushes};
	struct stated_counts c;
	struct sok_str value;
	size_t said;

	if (wrong_counts(&c, a->g->title, m)) {
		/* The first two alone, unless only later ones are wrong. */
		bool first = memcmp(c.count, c.real, sizeof(real)) != 0;
		size_t n = first ? SOK_COUNT(real) : STATED_COUNTS;
		char says[COUNTS_ROOM], are[COUNTS_ROOM];
		struct sok_str stated =
		    write_counts(says, c.count, first ? n : c.n);
		struct sok_str counted = write_counts(are, c.real, n);

		REPORT(a, SOK_WRONG_COUNT_RULE,
		    "the title says %.*s, the moves are %.*s", (int)stated.len,
		    stated.s, (int)counted.len, counted.s);
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
	const char *s = g->moves.s;

	if (sok_replay(p, g, o, r, arena) != 0)
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
		if (r->at.moves > r->limit)
			REPORT(&a, SOK_OVER_LIMIT_RULE,
			    "%zu move%s, the limit is %zu", r->at.moves,
			    r->at.moves == 1 ? "" : "s", r->limit);
	}
	return 0;
}
