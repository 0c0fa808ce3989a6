/* replay_result.c - prints the result of a game: the line of -F text, the
 * columns of -F tsv, and boards. */
#include "base/base.h"
#include "format/format.h"
#include "io/io.h"
#include "replay/replay.h"
#include "text/text.h"

/* clang-format off */
#define METRIC(name) {#name, REPORT_NUMBER},
static const struct report_column columns[] = {
    {"game", REPORT_NUMBER},
    {"name", 0},
    {"mode", 0},
    {"verdict", 0},
    SOK_METRICS(METRIC)
    {"yasc_lines", REPORT_NUMBER | REPORT_JSON_ONLY},
    {"place", REPORT_LAST},
};
#undef METRIC
/* clang-format on */

enum { NCOLUMNS = SOK_COUNT(columns) };

void
replay_columns(struct replay_work *work)
{
	work->run.column = columns;
	/* The last column is for puzzles found by --match. */
	work->run.ncolumns = work->match ? NCOLUMNS : NCOLUMNS - 1;
}

/* Functions that write text return the end of what they wrote.  Titles and
 * names of files aside, ROOM bytes are enough for all of a result. */
enum { ROOM = 512 };

static inline char *
put(char *to, struct sok_str s)
{
	if (s.len > 0)
		memcpy(to, s.s, s.len);
	return to + s.len;
}

static inline char *
put_title(char *to, struct sok_str title)
{
	*to++ = '"';
	to = put(to, title);
	*to++ = '"';
	return to;
}

/* `a.sok:12`, the place of the puzzle found for a game. */
static char *
put_place(char *to, const struct sok_puzzle *puzzle)
{
	to = stpcpy(to, puzzle->pos.file);
	*to++ = ':';
	return to + sok_digits(to, puzzle->pos.line);
}

/* What precedes each metric in a line.  A metric in SOK_METRICS that has no
 * words here does not compile. */
#define WORDS_moves " "
#define WORDS_pushes "/"
#define WORDS_lines " lines "
#define WORDS_changes " changes "
#define WORDS_sessions " sessions "
#define WORDS_player_lines " player-lines "

static const struct metric {
	const char *words;
	size_t offset; /* of its count in struct sok_metrics */
} metrics[] = {
#define METRIC(name) {WORDS_##name, offsetof(struct sok_metrics, name)},
    SOK_METRICS(METRIC)
#undef METRIC
};

/* yasc: box lines as YASC counts them, in place of the usual ones. */
static char *
put_metric(char *to, const struct metric *metric, const struct sok_metrics *of,
    bool yasc)
{
	static const struct metric yasc_lines = {
	    " yasc-lines ", offsetof(struct sok_metrics, yasc_lines)};
	size_t count;

	if (yasc && metric->offset == offsetof(struct sok_metrics, lines))
		metric = &yasc_lines;
	memcpy(&count, (const char *)of + metric->offset, sizeof(count));
	to = stpcpy(to, metric->words);
	return to + sok_digits(to, count);
}

/* `solved 97/31 lines 20 changes 9 sessions 18 player-lines 55` */
static char *
put_verdict(
    char *to, const struct replay_work *work, const struct sok_replay *played)
{
	to = stpcpy(to, sok_verdict_name[played->verdict]);
	if (played->verdict == SOK_NOT_SUPPORTED)
		return to;
	for (size_t i = 0; i < SOK_COUNT(metrics); i++)
		to = put_metric(to, &metrics[i], &played->at, work->yasc);
	return played->mode == SOK_REVERSE ? stpcpy(to, " reverse") : to;
}

/* `Foo: "Solution" unsolved 97/31`, with numbers instead of missing titles.  In
 * -F text, `note: solved 97/31 (puzzle 1 "Foo", "Solution")`, because editors
 * count a line without a severity as an error; a game that fails has that
 * severity.  If there are several files, the place of a puzzle found by --match
 * is added. */
static char *
put_line(char *to, const struct replay_work *work,
    const struct report_case *result, const struct sok_replay *played,
    struct sok_str title, struct sok_str name)
{
	bool note = work->text;
	const char *then = note ? ", " : ": ";

	if (note) {
		to = stpcpy(to, work->failed ? "error: " : "note: ");
		to = put_verdict(to, work, played);
		to = stpcpy(to, " (");
	}
	if (work->match && work->run.cli->operands.n > 1)
		to = stpcpy(put_place(to, result->puzzle), then);
	if (note || title.len == 0) {
		to = stpcpy(to, "puzzle ");
		to += sok_digits(to, result->puzzle->number);
	}
	if (note && title.len > 0)
		*to++ = ' ';
	if (title.len > 0)
		to = note ? put_title(to, title) : put(to, title);
	to = stpcpy(to, then);
	if (name.len > 0) {
		to = put_title(to, name);
	} else {
		to = stpcpy(to, "game ");
		to += sok_digits(
		    to, sok_game_number(result->puzzle, result->game));
	}
	*to++ = note ? ')' : ' ';
	return note ? to : put_verdict(to, work, played);
}

/* A number in a column; its digits are written to *to, which becomes their end.
 */
static struct sok_str
number(char **to, size_t n)
{
	struct sok_str s = {*to, sok_digits(*to, n)};

	*to += s.len;
	return s;
}

/* Decode a title, because its bytes are printed in a line with others. */
static struct sok_str
decoded(struct replay_work *work, struct sok_str title)
{
	struct sok_str text = sok_charset_utf8(&work->scratch, title);

	cli_enough(work->run.cli, text.s != NULL || title.len == 0);
	return text;
}

void
replay_result(struct replay_work *work, const struct sok_puzzle *puzzle,
    const struct sok_game *game, const struct sok_replay *played)
{
	struct sok_str value[NCOLUMNS], *cell = value;
	struct sok_str title = decoded(work, puzzle->title);
	struct sok_str name = decoded(work, game->title);
	size_t file = work->match ? strlen(puzzle->pos.file) : 0;
	struct sok_metrics counts = played->at;
	struct report_case result = {.puzzle = puzzle,
	    .game = game,
	    .pos = game->pos,
	    .value = value,
	    .quiet = work->failures && !work->found};
	bool line = work->json;

	/* -F text prints no line if a finding says the same, or if the product
	 * is a collection. */
	if (work->text && !work->run.pass && work->mender == NULL &&
	    !result.quiet)
		line = played->verdict == SOK_SOLVED
		    ? !work->failures && !work->run.cli->quiet
		    : played->verdict == SOK_UNSOLVED;
	work->line.len = 0;
	cli_enough(work->run.cli,
	    sok_buf_room(&work->line, title.len + name.len + 2 * file + ROOM));
	char *to = work->line.s;
	if (line)
		to = put_line(to, work, &result, played, title, name);
	result.line =
	    (struct sok_str){work->line.s, (size_t)(to - work->line.s)};

	if (work->yasc && !work->json)
		counts.lines = counts.yasc_lines;
	if (!work->text) {
		*cell++ = number(&to, sok_game_number(puzzle, game));
		*cell++ = game->title;
		*cell++ = sok_str(sok_mode_name[played->mode]);
		*cell++ = sok_str(sok_verdict_name[played->verdict]);
#define METRIC(name) *cell++ = number(&to, counts.name);
		SOK_METRICS(METRIC)
#undef METRIC
		*cell++ = number(&to, counts.yasc_lines);
		if (work->match)
			*cell = (struct sok_str){
			    to, (size_t)(put_place(to, puzzle) - to)};
	}
	report_case(&work->run, &result);
}

/* A blank line follows each board. */
void
replay_draw(struct sok_output *out, const struct sok_board *board, bool trimmed)
{
	for (int y = 0; y < board->height; y++) {
		write_squares(out, board, y,
		    trimmed ? write_row_width(board, y) : (size_t)board->width,
		    sok_xsb);
		sok_outc(out, '\n');
	}
	sok_outc(out, '\n');
}
