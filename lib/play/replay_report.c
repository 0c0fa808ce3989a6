/* replay_report.c - what a game states about itself: whether it claims to be a
 * solution, and counts in its title and in lines of `moves:` and `pushes:`; and
 * the findings of sokreplay, which compares this with a replay. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "text/text.h"

/* What a title states, one after the other.  Other programs write these six, so
 * a metric that we add is in no title. */
enum {
	STATED_MOVES,
	STATED_PUSHES,
	STATED_LINES,
	STATED_CHANGES,
	STATED_SESSIONS,
	STATED_PLAYER_LINES,
	STATED_COUNTS
};

/* `97/31/20/9/18/55` in bytes from to end of the title: the first n of moves,
 * pushes, box lines, box changes, pushing sessions and player lines. */
struct stated_counts {
	size_t from, end, n;
	size_t count[STATED_COUNTS], real[STATED_COUNTS];
};

/* Whether a text has a word, in any case; *end: where the word first ends. */
static bool
contains(struct sok_str s, struct sok_str word, size_t *end)
{
	for (*end = word.len; *end <= s.len; ++*end)
		if (sok_str_casestarts(sok_str_from(s, *end - word.len), word))
			return true;
	return false;
}

/* Whether a title begins like that of a snapshot. */
static bool
is_snapshot(struct sok_str title)
{
	return sok_str_casestarts(title, SOK_STR("Snapshot")) ||
	    sok_str_casestarts(title, SOK_STR("SaveGame")) ||
	    sok_str_casestarts(title, SOK_STR("Reverse Mode Snapshot"));
}

bool
sok_game_claims(const struct sok_game *game)
{
	struct sok_str status = SOK_STR(""), value, moves = game->moves;
	const struct sok_text *text = &game->text;
	size_t end, redo = moves.len;

	if (is_snapshot(game->title) || is_snapshot(game->title_line))
		return false;
	/* Moves after the position mark, other than `)`, were taken back. */
	if (!game->letters_only)
		redo = sok_str_find(moves, SOK_STR("*"));
	while (
	    redo < moves.len && (moves.s[redo] == ')' || moves.s[redo] == '*'))
		redo++;
	if (redo < moves.len &&
	    !contains(game->title, SOK_STR("Solution"), &end))
		return false;
	/* In trace files a tag replaces earlier ones. */
	for (size_t i = 0;
	     (i = key_find(text, i, SOK_STR("status"), &value)) < text->n; i++)
		status = value;
	return status.len == 0 || sok_str_caseeq(status, SOK_STR("cleared")) ||
	    sok_str_caseeq(status, SOK_STR("completed"));
}

/* Whether a character is part of a word. */
static bool
word(char c)
{
	return sok_is_digit(c) || sok_is_letter(c);
}

/* Find counts that begin at stated->from: at least two, without a word around
 * them. A number that is too large, or has a leading 0, as in dates, is not a
 * count. */
static bool
counts(struct stated_counts *stated, struct sok_str s)
{
	struct sok_str rest = sok_str_from(s, stated->from);
	size_t digits, n;

	stated->end = stated->from;
	if (stated->from > 0 &&
	    (word(s.s[stated->from - 1]) || s.s[stated->from - 1] == '.'))
		return false;
	/* Any further numbers are something else. */
	for (stated->n = 0; stated->n < STATED_COUNTS;
	     rest = sok_str_from(rest, 1)) {
		bool zero = sok_str_starts(rest, SOK_STR("0"));

		digits = sok_str_digits(&rest, &n);
		if (digits == 0 || n == SIZE_MAX || (zero && digits > 1))
			break;
		stated->count[stated->n++] = n;
		stated->end = s.len - rest.len;
		if (!sok_str_starts(rest, SOK_STR("/")))
			break;
	}
	rest = sok_str_from(s, stated->end);
	if (stated->n < 2 || rest.len == 0)
		return stated->n >= 2;
	/* Not in the middle of a word or a version number. */
	return !word(rest.s[0]) &&
	    (rest.s[0] != '.' || rest.len < 2 || !sok_is_digit(rest.s[1]));
}

/* Find the first n/n... after the heading (Solution, Snapshot, SaveGame) of a
 * title; false if there is none. */
static bool
find_counts(struct stated_counts *stated, struct sok_str title)
{
	stated->from = 0;
	/* Most titles contain no `/` and so no counts. */
	if (title.len == 0 || memchr(title.s, '/', title.len) == NULL ||
	    (!contains(title, SOK_STR("Solution"), &stated->from) &&
	        !contains(title, SOK_STR("Snapshot"), &stated->from) &&
	        !contains(title, SOK_STR("SaveGame"), &stated->from)))
		return false;
	for (; stated->from < title.len; stated->from = stated->end + 1) {
		stated->end = stated->from;
		if (sok_is_digit(title.s[stated->from]) &&
		    counts(stated, title))
			return true;
	}
	return false;
}

/* Whether a title has wrong counts: these, and the actual ones, with box lines
 * by YASC's definition if the title uses it. */
static bool
wrong_counts(struct stated_counts *stated, struct sok_str title,
    const struct sok_metrics *metrics)
{
	if (!find_counts(stated, title))
		return false;
	const size_t real[STATED_COUNTS] = {[STATED_MOVES] = metrics->moves,
	    [STATED_PUSHES] = metrics->pushes,
	    [STATED_LINES] = metrics->lines,
	    [STATED_CHANGES] = metrics->changes,
	    [STATED_SESSIONS] = metrics->sessions,
	    [STATED_PLAYER_LINES] = metrics->player_lines};
	memcpy(stated->real, real, sizeof(real));
	if (stated->n > STATED_LINES &&
	    stated->count[STATED_LINES] == metrics->yasc_lines)
		stated->real[STATED_LINES] = metrics->yasc_lines;
	return memcmp(stated->real, stated->count, stated->n * sizeof(*real)) !=
	    0;
}

enum { COUNTS_ROOM = STATED_COUNTS * (SOK_DIGITS + 1) };

/* Write `97/31` to `to`, which has room for COUNTS_ROOM. */
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

/* Correct the counts in a title, if they are wrong: 0, -1 on ENOMEM. */
static int
recount_title(struct sok_str *title, const struct sok_metrics *metrics,
    struct sok_arena *arena)
{
	struct sok_buf buf = {0};
	struct stated_counts stated;
	char digits[COUNTS_ROOM];

	if (!wrong_counts(&stated, *title, metrics))
		return 0;
	sok_buf_add(&buf, sok_str_sub(*title, 0, stated.from));
	sok_buf_add(&buf, write_counts(digits, stated.real, stated.n));
	sok_buf_add(&buf, sok_str_from(*title, stated.end));
	title->s = NULL;
	if (!buf.failed)
		*title = sok_str_dup(arena, sok_buf_str(&buf));
	sok_buf_free(&buf);
	return title->s == NULL ? -1 : 0;
}

int
sok_game_recount(struct sok_game *game, const struct sok_replay *played,
    struct sok_arena *arena)
{
	const struct sok_metrics *metrics = &played->at;
	struct sok_text *text = &game->text;

	/* The counts of moves that were not all played are not those of the
	 * game. */
	if (played->verdict == SOK_ILLEGAL ||
	    played->verdict == SOK_NOT_SUPPORTED)
		return 0;
	if (recount_title(&game->title_line, metrics, arena) != 0 ||
	    text_own(text, arena) == -1)
		return -1;
	for (size_t i = 0; (i = key_outside(text, i)) < text->n; i++) {
		struct sok_str *line = &text->line[i], value;
		bool moves = key_is(*line, SOK_STR("moves"), &value);
		size_t real = moves ? metrics->moves : metrics->pushes, n;

		if ((moves || key_is(*line, SOK_STR("pushes"), &value)) &&
		    sok_str_number(value, &n) && n != real) {
			*line = sok_str_fmt(arena, "%.*s%zu",
			    (int)(value.s - line->s), line->s, real);
			if (line->s == NULL)
				return -1;
		} else if (key_is(*line, SOK_STR("Title"), &value) &&
		    recount_title(line, metrics, arena) != 0) {
			return -1;
		}
	}
	return 0;
}

/* ---- findings */

struct game_report {
	const struct sok_puzzle *puzzle;
	const struct sok_game *game;
	const struct sok_replay *played;
	struct sok_sink *sink;
};

/* About the game, about a byte of its moves, with a severity of this case. */
#define REPORT(report, rule, ...) \
	sok_report((report)->sink, rule, (report)->game->pos, \
	    (report)->puzzle, (report)->game, __VA_ARGS__)
#define REPORT_AT(report, at, rule, ...) \
	sok_report((report)->sink, rule, sok_game_pos((report)->game, at), \
	    (report)->puzzle, (report)->game, __VA_ARGS__)
#define REPORT_AS(report, severity, rule, pos, ...) \
	sok_report_as((report)->sink, severity, rule, pos, (report)->puzzle, \
	    (report)->game, __VA_ARGS__)

/* What keeps a game from solving is an error only if it claims to. */
static void
report_verdict(const struct game_report *report, bool claims)
{
	const struct sok_replay *played = report->played;
	enum sok_severity severity = claims ? SOK_ERROR : SOK_NOTE;
	bool early =
	    played->solved_at > 0 && played->solved_at < played->at.moves;
	bool reverse = played->mode == SOK_REVERSE;
	size_t off = played->boxes_off > 0 ? played->boxes_off
	                                   : played->boxes_off_outside;
	const char *reach =
	    played->boxes_off > 0 ? "" : " out of the player's reach";
	const char *where = off == 1 ? " is off goal" : " are off goal";
	const char *but = reverse ? "pulls no box" : "pushes no box";

	if (played->at.pushes > 0)
		but = "the player cannot walk back to its start";
	if (played->out_of_order)
		but = "a box is not on a goal of its number";
	if (reverse)
		where = off == 1 ? " is not on the square where it starts"
		                 : " are not on the square where it starts";
	if (played->problem != SOK_NO_RULE)
		REPORT_AS(report, severity, played->problem,
		    sok_game_pos(report->game, played->fail_at), "%s",
		    played->reason);
	else if (early && played->verdict == SOK_SOLVED)
		REPORT_AS(report, SOK_NOTE, SOK_SOLVED_EARLY_RULE,
		    report->game->pos,
		    "already solved after move %zu, but continues up to move "
		    "%zu",
		    played->solved_at, played->at.moves);
	else if (early)
		REPORT_AS(report, severity, SOK_SOLVED_EARLY_RULE,
		    report->game->pos,
		    "was solved after move %zu, but is not at the end",
		    played->solved_at);
	else if (played->out_of_order &&
	    (!claims || played->verdict == SOK_SOLVED))
		REPORT_AS(report, SOK_NOTE, SOK_NOT_SOLVED_RULE,
		    report->game->pos,
		    "solves as Sokoban, but not in the order of Sokoban+: a "
		    "box is not on a goal of its number");
	else if (!claims || played->verdict == SOK_SOLVED)
		return;
	else if (off > 0 && !played->out_of_order)
		REPORT(report, SOK_NOT_SOLVED_RULE,
		    "claims to solve, but %zu box%s%s%s", off,
		    off == 1 ? "" : "es", reach, where);
	else
		REPORT(report, SOK_NOT_SOLVED_RULE, "claims to solve, but %s",
		    but);
}

static void
report_counts(const struct game_report *report)
{
	const struct sok_metrics *metrics = &report->played->at;
	const struct sok_str key[] = {SOK_STR("moves"), SOK_STR("pushes")};
	const size_t real[] = {metrics->moves, metrics->pushes};
	struct stated_counts claim;
	struct sok_str value;
	size_t said;

	if (wrong_counts(&claim, report->game->title, metrics)) {
		/* The first two alone, unless only later ones are wrong. */
		bool first = memcmp(claim.count, claim.real, sizeof(real)) != 0;
		size_t n = first ? SOK_COUNT(real) : STATED_COUNTS;
		char says[COUNTS_ROOM], are[COUNTS_ROOM];
		struct sok_str stated =
		    write_counts(says, claim.count, first ? n : claim.n);
		struct sok_str counted = write_counts(are, claim.real, n);

		REPORT(report, SOK_WRONG_COUNT_RULE,
		    "the title says %.*s, the moves are %.*s", (int)stated.len,
		    stated.s, (int)counted.len, counted.s);
	}
	for (size_t i = 0; report->game->text.n > 0 && i < SOK_COUNT(key);
	     i++) {
		value = sok_text_get(&report->game->text, key[i]);
		if (sok_str_number(value, &said) && said != real[i])
			REPORT(report, SOK_WRONG_COUNT_RULE,
			    "`%s: %.*s` should be %zu", key[i].s,
			    (int)value.len, value.s, real[i]);
	}
}

int
sok_replay_report(const struct sok_puzzle *puzzle, const struct sok_game *game,
    const struct sok_replay_options *options, struct sok_replay *played,
    struct sok_sink *sink, struct sok_arena *arena)
{
	struct game_report report = {
	    .puzzle = puzzle, .game = game, .played = played, .sink = sink};
	const char *s = game->moves.s;

	if (sok_replay(puzzle, game, options, played, arena) != 0)
		return -1;
	if (played->verdict == SOK_NOT_SUPPORTED) {
		/* The reader has reported that there is no board. */
		if (played->problem != SOK_MOVES_WITHOUT_BOARD_RULE)
			REPORT(&report, played->problem, "not replayed: %s",
			    played->reason);
	} else if (played->problem == SOK_NO_LEADING_JUMP_RULE) {
		REPORT(&report, played->problem, "%s", played->reason);
	} else if (played->verdict == SOK_ILLEGAL) {
		REPORT_AT(&report, played->fail_at, played->problem,
		    "move %zu `%c` %s", played->fail_move, s[played->fail_at],
		    played->reason);
	} else {
		report_verdict(&report, sok_game_claims(game));
		if (played->wrong_case)
			REPORT_AT(&report, played->wrong_case_at,
			    SOK_WRONG_CASE_RULE,
			    s[played->wrong_case_at] & 32
			        ? "`%c` is a push and must be a capital"
			        : "`%c` is not a push, but capitals are pushes",
			    s[played->wrong_case_at]);
		if (played->many_stars)
			REPORT_AT(&report, played->star_at, SOK_REDO_MOVES_RULE,
			    "there is more than one `*`; the first one is "
			    "used");
		if (played->redo_illegal)
			REPORT_AT(&report, played->redo_fail_at,
			    SOK_REDO_MOVES_RULE,
			    "`%c` after `*` is not possible",
			    s[played->redo_fail_at]);
		report_counts(&report);
		if (played->at.moves > played->limit)
			REPORT(&report, SOK_OVER_LIMIT_RULE,
			    "%zu move%s, the limit is %zu", played->at.moves,
			    played->at.moves == 1 ? "" : "s", played->limit);
	}
	return 0;
}
