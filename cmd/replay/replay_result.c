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
replay_columns(struct replay_work *k)
{
	k->run.column = columns;
	/* The last column is for puzzles found by --match. */
	k->run.ncolumns = k->match ? NCOLUMNS : NCOLUMNS - 1;
}

/* Functions that write text return the end of what they wrote.  Titles and
 * names of files aside, ROOM bytes are enough for all of a result. */
enum { ROOM = 512 };

static inline char *
put(char *o, struct sok_str s)
{
	if (s.len > 0)
		memcpy(o, s.s, s.len);
	return o + s.len;
}

static inline char *
put_title(char *o, struct sok_str title)
{
	*o++ = '"';
	o = put(o, title);
	*o++ = '"';
	return o;
}

/* `a.sok:12`, the place of the puzzle found for a game. */
static char *
put_place(char *o, const struct sok_puzzle *p)
{
	o = stpcpy(o, p->pos.file);
	*o++ = ':';
	return o + sok_digits(o, p->pos.line);
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
put_metric(
    char *o, const struct metric *m, const struct sok_metrics *of, bool yasc)
{
	static const struct metric yasc_lines = {
	    " yasc-lines ", offsetof(struct sok_metrics, yasc_lines)};
	size_t count;

	if (yasc && m->offset == offsetof(struct sok_metrics, lines))
		m = &yasc_lines;
	memcpy(&count, (const char *)of + m->offset, sizeof(count));
	o = stpcpy(o, m->words);
	return o + sok_digits(o, count);
}

/* `solved 97/31 lines 20 changes 9 sessions 18 player-lines 55` */
static char *
put_verdict(char *o, const struct replay_work *k, const struct sok_replay *r)
{
	o = stpcpy(o, sok_verdict_name[r->verdict]);
	if (r->verdict == SOK_NOT_SUPPORTED)
		return o;
	for (size_t i = 0; i < SOK_COUNT(metrics); i++)
		o = put_metric(o, &metrics[i], &r->at, k->yasc);
	return r->mode == SOK_REVERSE ? stpcpy(o, " reverse") : o;
}

/* `Foo: "Solution" unsolved 97/31`, with numbers instead of missing titles.  In
 * -F text, `note: solved 97/31 (puzzle 1 "Foo", "Solution")`, because editors
 * count a line without a severity as an error; a game that fails has that
 * severity.  If there are several files, the place of a puzzle found by --match
 * is added. */
static char *
put_line(char *o, const struct replay_work *k, const struct report_case *c,
    const struct sok_replay *r, struct sok_str title, struct sok_str name)
{
	bool note = k->text;
	const char *then = note ? ", " : ": ";

	if (note) {
		o = stpcpy(o, k->failed ? "error: " : "note: ");
		o = put_verdict(o, k, r);
		o = stpcpy(o, " (");
	}
	if (k->match && k->run.c->operands.n > 1)
		o = stpcpy(put_place(o, c->puzzle), then);
	if (note || title.len == 0) {
		o = stpcpy(o, "puzzle ");
		o += sok_digits(o, c->puzzle->number);
	}
	if (note && title.len > 0)
		*o++ = ' ';
	if (title.len > 0)
		o = note ? put_title(o, title) : put(o, title);
	o = stpcpy(o, then);
	if (name.len > 0) {
		o = put_title(o, name);
	} else {
		o = stpcpy(o, "game ");
		o += sok_digits(o, sok_game_number(c->puzzle, c->game));
	}
	*o++ = note ? ')' : ' ';
	return note ? o : put_verdict(o, k, r);
}

/* A number in a column; its digits are written to *o. */
static struct sok_str
number(char **o, size_t n)
{
	struct sok_str s = {*o, sok_digits(*o, n)};

	*o += s.len;
	return s;
}

/* Decode a title, because its bytes stand beside others in a line. */
static struct sok_str
decoded(struct replay_work *k, struct sok_str title)
{
	struct sok_str text = sok_charset_utf8(&k->scratch, title);

	cli_enough(k->run.c, text.s != NULL || title.len == 0);
	return text;
}

void
replay_result(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r)
{
	struct sok_str value[NCOLUMNS], *v = value;
	struct sok_str title = decoded(k, p->title);
	struct sok_str name = decoded(k, g->title);
	size_t file = k->match ? strlen(p->pos.file) : 0;
	struct sok_metrics m = r->at;
	struct report_case result = {.puzzle = p,
	    .game = g,
	    .pos = g->pos,
	    .value = value,
	    .quiet = k->failures && !k->found};
	bool line = k->json;

	/* -F text prints no line if a finding says the same, or if the product
	 * is a collection. */
	if (k->text && !k->run.pass && k->mender == NULL && !result.quiet)
		line = r->verdict == SOK_SOLVED
		    ? !k->failures && !k->run.c->quiet
		    : r->verdict == SOK_UNSOLVED;
	k->line.len = 0;
	cli_enough(k->run.c,
	    sok_buf_room(&k->line, title.len + name.len + 2 * file + ROOM));
	char *o = k->line.s;
	if (line)
		o = put_line(o, k, &result, r, title, name);
	result.line = (struct sok_str){k->line.s, (size_t)(o - k->line.s)};

	if (k->yasc && !k->json)
		m.lines = m.yasc_lines;
	if (!k->text) {
		*v++ = number(&o, sok_game_number(p, g));
		*v++ = g->title;
		*v++ = sok_str(sok_mode_name[r->mode]);
		*v++ = sok_str(sok_verdict_name[r->verdict]);
#define METRIC(name) *v++ = number(&o, m.name);
		SOK_METRICS(METRIC)
#undef METRIC
		*v++ = number(&o, m.yasc_lines);
		if (k->match)
			*v = (struct sok_str){o, (size_t)(put_place(o, p) - o)};
	}
	report_case(&k->run, &result);
}

/* A blank line follows each board. */
void
replay_draw(struct sok_output *o, const struct sok_board *b, bool trimmed)
{
	for (int y = 0; y < b->height; y++) {
		write_squares(o, b, y,
		    trimmed ? write_row_width(b, y) : (size_t)b->width,
		    sok_xsb);
		sok_outc(o, '\n');
	}
	sok_outc(o, '\n');
}
