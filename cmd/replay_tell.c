/*
 * replay_tell.c - what sokreplay says of a game: the line of -F text, the
 * columns of -F tsv, and boards.
 */
#include <errno.h>
#include <string.h>

#include "replay_work.h"

enum {
	GAME,
	NAME,
	MODE,
	VERDICT,
	MOVES,
	PUSHES,
	LINES,
	CHANGES,
	SESSIONS,
	PLAYER_LINES,
	YASC_LINES,
	NCOLUMNS
};

const struct report_column replay_column[] = {
    [GAME] = {"game", REPORT_NUMBER},
    [NAME] = {"name", 0},
    [MODE] = {"mode", 0},
    [VERDICT] = {"verdict", 0},
    [MOVES] = {"moves", REPORT_NUMBER},
    [PUSHES] = {"pushes", REPORT_NUMBER},
    [LINES] = {"lines", REPORT_NUMBER},
    [CHANGES] = {"changes", REPORT_NUMBER},
    [SESSIONS] = {"sessions", REPORT_NUMBER},
    [PLAYER_LINES] = {"player_lines", REPORT_NUMBER},
    [YASC_LINES] = {"yasc_lines", REPORT_NUMBER | REPORT_JSON_ONLY},
};

const size_t replay_ncolumns = NCOLUMNS;

/* Where words of ours and numbers are written one after the other: twenty
 * numbers at most. */
struct text {
	char s[512];
	size_t len;
};

static void
add(struct text *t, const char *s)
{
	size_t n = strlen(s);

	memcpy(t->s + t->len, s, n);
	t->len += n;
}

static struct sok_str
add_number(struct text *t, size_t n)
{
	char digit[20];
	size_t i = sizeof(digit), start = t->len;

	do
		digit[--i] = (char)('0' + n % 10);
	while ((n /= 10) > 0);
	while (i < sizeof(digit))
		t->s[t->len++] = digit[i++];
	return (struct sok_str){t->s + start, t->len - start};
}

static size_t
number_of(const struct sok_puzzle *p, const struct sok_game *g)
{
	return (size_t)(g - p->game) + 1;
}

/* `solved 97/31 lines 20 changes 9 sessions 18 player-lines 55` */
static void
add_result(
    struct text *t, const struct replay_work *k, const struct sok_replay *r)
{
	const struct sok_metrics *m = &r->at;

	add(t, sok_verdict_name[r->verdict]);
	if (r->verdict == SOK_NOT_SUPPORTED)
		return;
	add(t, " ");
	add_number(t, m->moves);
	add(t, "/");
	add_number(t, m->pushes);
	add(t, k->yasc ? " yasc-lines " : " lines ");
	add_number(t, k->yasc ? m->yasc_lines : m->lines);
	add(t, " changes ");
	add_number(t, m->changes);
	add(t, " sessions ");
	add_number(t, m->sessions);
	add(t, " player-lines ");
	add_number(t, m->player_lines);
	if (r->mode == SOK_REVERSE)
		add(t, " reverse");
}

/* `Foo: "Solution" `, with numbers for what has no title. */
static void
add_names(
    struct sok_buf *b, const struct sok_puzzle *p, const struct sok_game *g)
{
	struct text t;

	t.len = 0;
	if (p->title.len == 0) {
		add(&t, "puzzle ");
		add_number(&t, p->number);
	}
	sok_buf_add(b, p->title);
	add(&t, g->title.len > 0 ? ": \"" : ": game ");
	if (g->title.len == 0)
		add_number(&t, number_of(p, g));
	sok_buf_add(b, (struct sok_str){t.s, t.len});
	sok_buf_add(b, g->title);
	sok_buf_add(b, g->title.len > 0 ? SOK_STR("\" ") : SOK_STR(" "));
}

static void
fill_columns(struct sok_str *value, struct text *t, const struct replay_work *k,
    const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay *r)
{
	const struct sok_metrics *m = &r->at;
	bool yasc = k->yasc && !k->json;

	value[GAME] = add_number(t, number_of(p, g));
	value[NAME] = g->title;
	value[MODE] = sok_str(sok_mode_name[r->mode]);
	value[VERDICT] = sok_str(sok_verdict_name[r->verdict]);
	value[MOVES] = add_number(t, m->moves);
	value[PUSHES] = add_number(t, m->pushes);
	value[LINES] = add_number(t, yasc ? m->yasc_lines : m->lines);
	value[CHANGES] = add_number(t, m->changes);
	value[SESSIONS] = add_number(t, m->sessions);
	value[PLAYER_LINES] = add_number(t, m->player_lines);
	value[YASC_LINES] = add_number(t, m->yasc_lines);
}

/* Where a finding says all there is, -F text prints it alone; -p does so for
 * every game. */
static bool
wants_line(const struct replay_work *k, const struct sok_replay *r)
{
	if (!k->text)
		return true;
	return !k->pass && r->verdict != SOK_ILLEGAL &&
	    r->verdict != SOK_NOT_SUPPORTED;
}

void
replay_tell(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r)
{
	struct text t;
	struct sok_str value[NCOLUMNS];
	struct report_case told = {
	    .puzzle = p, .game = g, .pos = g->pos, .value = value};

	t.len = k->line.len = 0;
	if (wants_line(k, r)) {
		add_result(&t, k, r);
		add_names(&k->line, p, g);
		sok_buf_add(&k->line, (struct sok_str){t.s, t.len});
	}
	if (k->line.failed)
		cli_die(k->c, NULL, ENOMEM);
	told.line = sok_buf_str(&k->line);
	if (!k->text)
		fill_columns(value, &t, k, p, g, r);
	report_case(k->report, &told);
	k->loose = false;
}

/* A blank line behind it keeps boards apart. */
void
replay_draw(struct sok_output *o, const struct sok_board *b)
{
	int x, y;

	for (y = 0; y < b->height; y++) {
		for (x = 0; x < b->width; x++)
			sok_outc(o, sok_xsb[sok_board_at(b, x, y)]);
		sok_outc(o, '\n');
	}
	sok_outc(o, '\n');
}
