/*
 * stated_counts.c - what a game says about itself: whether it claims to be a
 * solution, and the numbers in its title and in `moves:` and `pushes:`
 * lines; the auditor compares them with the replay.
 */
#include <string.h>

#include "text/declared/stated_counts.h"
#include "text/key.h"
#include "tools.h"

static bool
contains(struct sok_str s, struct sok_str word, size_t *end)
{
	size_t i;

	for (i = 0; i + word.len <= s.len; i++) {
		if (sok_str_casestarts(sok_str_from(s, i), word)) {
			*end = i + word.len;
			return true;
		}
	}
	return false;
}

/* The moves that were taken back: anything but the end of a group. */
static bool
has_redo(const struct sok_game *g)
{
	const char *s = NULL, *end;

	if (!g->letters_only && g->moves.len > 0)
		s = memchr(g->moves.s, '*', g->moves.len);
	if (s == NULL)
		return false;
	end = g->moves.s + g->moves.len;
	do
		s++;
	while (s < end && (*s == ')' || *s == '*'));
	return s < end;
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
	struct sok_str status;
	size_t end;

	if (is_snapshot(g->title) || is_snapshot(g->title_line))
		return false;
	if (has_redo(g) && !contains(g->title, SOK_STR("Solution"), &end))
		return false;
	status = key_last(&g->text, SOK_STR("status"));
	return status.len == 0 || sok_str_caseeq(status, SOK_STR("cleared")) ||
	    sok_str_caseeq(status, SOK_STR("completed"));
}

static bool
word(char c)
{
	return sok_is_digit(c) || sok_is_letter(c);
}

/* A number from *i on; false for none, or one that nobody counts with: it is
 * too large or, as in dates, begins with a 0. */
static bool
take_count(struct sok_str s, size_t *i, size_t *n)
{
	struct sok_str rest = sok_str_from(s, *i);
	bool zero = sok_str_starts(rest, SOK_STR("0"));
	size_t digits = sok_str_digits(&rest, n);

	*i += digits;
	return digits > 0 && *n < SIZE_MAX && (!zero || digits == 1);
}

/* Whether byte i goes on with a word or a version number that ended there. */
static bool
goes_on(struct sok_str s, size_t i)
{
	if (i == s.len)
		return false;
	return word(s.s[i]) ||
	    (s.s[i] == '.' && i + 1 < s.len && sok_is_digit(s.s[i + 1]));
}

/* Counts that begin at c->from: two at least, and no word around them. */
static bool
counts(struct stated_counts *c, struct sok_str s)
{
	size_t i = c->from, n;

	c->end = c->from;
	if (c->from > 0 && (word(s.s[c->from - 1]) || s.s[c->from - 1] == '.'))
		return false;
	for (c->n = 0; take_count(s, &i, &n); i++) {
		if (c->n == STATED_COUNTS)
			break; /* more is somebody else's */
		c->count[c->n++] = n;
		c->end = i;
		if (i == s.len || s.s[i] != '/')
			break;
	}
	return c->n >= 2 && !goes_on(s, c->end);
}

void
stated_counts_find(struct stated_counts *c, struct sok_str title)
{
	c->from = c->n = 0;
	/* Most titles can be told to have no counts. */
	if (title.len == 0 || memchr(title.s, '/', title.len) == NULL)
		return;
	if (!contains(title, SOK_STR("Solution"), &c->from) &&
	    !contains(title, SOK_STR("Snapshot"), &c->from) &&
	    !contains(title, SOK_STR("SaveGame"), &c->from))
		return;
	for (; c->from < title.len; c->from++) {
		if (!sok_is_digit(title.s[c->from]))
			continue;
		if (counts(c, title))
			return;
		c->from = c->end;
	}
	c->n = 0;
}

void
stated_counts_true(size_t count[STATED_COUNTS], const struct stated_counts *c,
    const struct sok_metrics *m)
{
	bool yasc = c->n > 2 && c->count[2] == m->yasc_lines;

	count[0] = m->moves;
	count[1] = m->pushes;
	count[2] = yasc ? m->yasc_lines : m->lines;
	count[3] = m->changes;
	count[4] = m->sessions;
	count[5] = m->player_lines;
}

bool
stated_counts_hold(const struct stated_counts *c, const struct sok_metrics *m)
{
	size_t count[STATED_COUNTS], i;

	stated_counts_true(count, c, m);
	for (i = 0; i < c->n && c->count[i] == count[i]; i++)
		;
	return i == c->n;
}

/* The title with true counts; unchanged if it states none or true ones. */
static int
recount_title(
    struct sok_str *title, const struct sok_metrics *m, struct sok_arena *a)
{
	size_t count[STATED_COUNTS], i;
	struct sok_str s;
	struct stated_counts c;

	stated_counts_find(&c, *title);
	if (c.n == 0 || stated_counts_hold(&c, m))
		return 0;
	stated_counts_true(count, &c, m);
	s = sok_str_sub(*title, 0, c.from);
	for (i = 0; i < c.n && s.s != NULL; i++)
		s = sok_str_fmt(a, "%.*s%s%zu", (int)s.len, s.s,
		    i == 0 ? "" : "/", count[i]);
	if (s.s != NULL)
		s = sok_str_fmt(a, "%.*s%.*s", (int)s.len, s.s,
		    (int)(title->len - c.end), title->s + c.end);
	if (s.s == NULL)
		return -1;
	*title = s;
	return 0;
}

static int
recount_line(
    struct sok_str *line, const struct sok_metrics *m, struct sok_arena *a)
{
	bool moves, pushes;
	struct sok_str key, value;
	size_t n;

	if (!key_split(*line, &key, &value))
		return 0;
	if (sok_str_caseeq(key, SOK_STR("Title")))
		return recount_title(line, m, a);
	moves = sok_str_caseeq(key, SOK_STR("moves"));
	pushes = sok_str_caseeq(key, SOK_STR("pushes"));
	if ((!moves && !pushes) || !sok_str_number(value, &n) ||
	    n == (moves ? m->moves : m->pushes))
		return 0;
	*line = sok_str_fmt(a, "%.*s%zu", (int)(value.s - line->s), line->s,
	    moves ? m->moves : m->pushes);
	return line->s == NULL ? -1 : 0;
}

int
sok_game_recount(
    struct sok_game *g, const struct sok_replay *r, struct sok_arena *a)
{
	struct sok_str *line;
	size_t i, end;

	if (recount_title(&g->title_line, &r->at, a) != 0)
		return -1;
	if (g->text.n == 0)
		return 0;
	line = sok_arena_alloc(a, g->text.n, sizeof(*line));
	if (line == NULL)
		return -1;
	memcpy(line, g->text.line, g->text.n * sizeof(*line));
	g->text.line = line;
	for (i = 0; i < g->text.n; i++) {
		end = sok_text_block(&g->text, i);
		if (end > 0)
			i = end;
		else if (recount_line(&line[i], &r->at, a) != 0)
			return -1;
	}
	return 0;
}
