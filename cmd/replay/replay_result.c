/*
 * replay_result.c - prints the result of a game: the line of -F text, the
 * columns of -F tsv, and boards.
 */

#include "format/write_text.h"
#include "replay/replay.h"

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

enum { METRICS = 4, NCOLUMNS = SOK_COUNT(columns) };

void
replay_columns(struct replay_work *k)
{
	k->run.column = columns;
	/* The last column is for puzzles found by --match. */
	k->run.ncolumns = k->match ? NCOLUMNS : NCOLUMNS - 1;
}

/* A text of fixed words and numbers.  ROOM bytes are enough for all of them,
 * without titles. */
struct text {
	char *s;
	size_t len;
	struct sok_str title, name; /* of the puzzle and the game, decoded */
};

enum { ROOM = 512 };

static inline void
add(struct text *t, struct sok_str s)
{
	if (s.len > 0)
		memcpy(t->s + t->len, s.s, s.len);
	t->len += s.len;
}

static inline struct sok_str
add_number(struct text *t, size_t n)
{
	struct sok_str s = {t->s + t->len, sok_digits(t->s + t->len, n)};

	t->len += s.len;
	return s;
}

/* `solved 97/31 lines 20 changes 9 sessions 18 player-lines 55` */
static void
add_result(
    struct text *t, const struct replay_work *k, const struct sok_replay *r)
{
	const size_t count[] = {
#define METRIC(name) r->at.name,
	    SOK_METRICS(METRIC)
#undef METRIC
	};

	add(t, sok_str(sok_verdict_name[r->verdict]));
	if (r->verdict == SOK_NOT_SUPPORTED)
		return;
	add(t, SOK_STR(" "));
	add_number(t, count[0]);
	add(t, SOK_STR("/"));
	add_number(t, count[1]);
	for (size_t i = 2; i < SOK_COUNT(count); i++) {
		bool yasc = i == 2 && k->yasc;
		struct sok_str name =
		    sok_str(yasc ? "yasc_lines" : columns[METRICS + i].name);
		char *sign;

		add(t, SOK_STR(" "));
		add(t, name);
		sign = memchr(t->s + t->len - name.len, '_', name.len);
		if (sign != NULL)
			*sign = '-';
		add(t, SOK_STR(" "));
		add_number(t, yasc ? r->at.yasc_lines : count[i]);
	}
	if (r->mode == SOK_REVERSE)
		add(t, SOK_STR(" reverse"));
}

/* Decode a title, because its bytes stand beside others in a line. */
static struct sok_str
decoded(struct replay_work *k, struct sok_str title)
{
	struct sok_str text = sok_charset_utf8(&k->scratch, title);

	cli_enough(k->run.c, text.s != NULL || title.len == 0);
	return text;
}

static void
add_quoted(struct text *t, struct sok_str title, bool quotes)
{
	if (title.len == 0)
		return;
	if (quotes)
		add(t, SOK_STR("\""));
	add(t, title);
	if (quotes)
		add(t, SOK_STR("\""));
}

/* `a.sok:12`, the place of the puzzle found for a game. */
static struct sok_str
add_place(struct text *t, const struct sok_puzzle *p)
{
	size_t from = t->len;

	add(t, sok_str(p->pos.file));
	add(t, SOK_STR(":"));
	add_number(t, p->pos.line);
	return (struct sok_str){t->s + from, t->len - from};
}

/*
 * `Foo: "Solution" unsolved 97/31`, with numbers instead of missing titles. In
 * -F text, a game that is a solution becomes `note: solved 97/31 (puzzle 1
 * "Foo", "Solution")`, because editors would count the other form as an error.
 * If there are several files, the place of a puzzle found by --match is added.
 */
static void
put_result(struct text *t, const struct replay_work *k,
    const struct report_case *c, const struct sok_replay *r)
{
	bool note = k->text && r->verdict == SOK_SOLVED;

	if (note) {
		add(t, SOK_STR("note: "));
		add_result(t, k, r);
		add(t, SOK_STR(" ("));
	}
	if (k->match && k->run.c->noperands > 1) {
		add_place(t, c->puzzle);
		add(t, note ? SOK_STR(", ") : SOK_STR(": "));
	}
	if (note || t->title.len == 0) {
		add(t, SOK_STR("puzzle "));
		add_number(t, c->puzzle->number);
	}
	if (note && t->title.len > 0)
		add(t, SOK_STR(" "));
	add_quoted(t, t->title, note);
	add(t, note ? SOK_STR(", ") : SOK_STR(": "));
	add_quoted(t, t->name, true);
	if (t->name.len == 0) {
		add(t, SOK_STR("game "));
		add_number(t, sok_game_number(c->puzzle, c->game));
	}
	add(t, note ? SOK_STR(")") : SOK_STR(" "));
	if (!note)
		add_result(t, k, r);
}

static void
fill_columns(struct sok_str *value, struct text *t, const struct replay_work *k,
    const struct report_case *c, const struct sok_replay *r)
{
	struct sok_metrics m = r->at;

	if (k->yasc && !k->json)
		m.lines = m.yasc_lines;
	*value++ = add_number(t, sok_game_number(c->puzzle, c->game));
	*value++ = c->game->title;
	*value++ = sok_str(sok_mode_name[r->mode]);
	*value++ = sok_str(sok_verdict_name[r->verdict]);
#define METRIC(name) *value++ = add_number(t, m.name);
	SOK_METRICS(METRIC)
#undef METRIC
	*value++ = add_number(t, m.yasc_lines);
	if (k->match)
		*value = add_place(t, c->puzzle);
}

/* Whether -F text prints a line for the game: not if a finding says the same,
 * and not with -p. */
static bool
wants_line(const struct replay_work *k, const struct sok_replay *r)
{
	if (!k->text)
		return k->json;
	if (k->failures && !k->found)
		return false;
	if (r->verdict == SOK_SOLVED)
		return !k->run.pass && !k->failures && !k->run.c->quiet;
	return !k->run.pass && r->verdict == SOK_UNSOLVED;
}

void
replay_result(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r)
{
	struct text t = {.len = 0};
	struct sok_str value[NCOLUMNS];
	size_t file = k->match ? strlen(p->pos.file) : 0;
	struct report_case result = {.puzzle = p,
	    .game = g,
	    .pos = g->pos,
	    .value = value,
	    .quiet = k->failures && !k->found};

	k->line.len = 0;
	t.title = decoded(k, p->title);
	t.name = decoded(k, g->title);
	cli_enough(k->run.c,
	    sok_buf_room(&k->line, t.title.len + t.name.len + 2 * file + ROOM));
	t.s = k->line.s;
	if (wants_line(k, r))
		put_result(&t, k, &result, r);
	result.line = (struct sok_str){t.s, t.len};
	if (!k->text)
		fill_columns(value, &t, k, &result, r);
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
