/*
 * stated_counts.c - what a game states about itself: whether it claims to be a
 * solution, and the counts in its title and in lines of `moves:` and `pushes:`.
 * replay_report.c compares them with the replay.
 */
#include <string.h>

#include "text/declared/stated_counts.h"
#include "text/key.h"
#include "text/text.h"
#include "tools.h"

static bool
contains(struct sok_str s, struct sok_str word, size_t *end)
{
	for (*end = word.len; *end <= s.len; ++*end)
		if (sok_str_casestarts(sok_str_from(s, *end - word.len), word))
			return true;
	return false;
}

/* Whether moves were taken back after the position mark, not counting the ends
 * of groups. */
static bool
has_redo(const struct sok_game *g)
{
	size_t i = g->moves.len;

	if (!g->letters_only)
		i = sok_str_find(g->moves, SOK_STR("*"));
	while (
	    i < g->moves.len && (g->moves.s[i] == ')' || g->moves.s[i] == '*'))
		i++;
	return i < g->moves.len;
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

/* A number from *i on; false if there is none, or if it is not a count: too
 * large, or with a leading 0, as in dates. */
static bool
take_count(struct sok_str s, size_t *i, size_t *n)
{
	struct sok_str rest = sok_str_from(s, *i);
	bool zero = sok_str_starts(rest, SOK_STR("0"));
	size_t digits = sok_str_digits(&rest, n);

	*i += digits;
	return digits > 0 && *n < SIZE_MAX && (!zero || digits == 1);
}

/* Find counts that begin at c->from: at least two, without a word around them.
 */
static bool
counts(struct stated_counts *c, struct sok_str s)
{
	size_t i = c->from, n;
	struct sok_str after;

	c->end = c->from;
	if (c->from > 0 && (word(s.s[c->from - 1]) || s.s[c->from - 1] == '.'))
		return false;
	for (c->n = 0; take_count(s, &i, &n); i++) {
		if (c->n == STATED_COUNTS)
			break; /* any further numbers are something else */
		c->count[c->n++] = n;
		c->end = i;
		if (i == s.len || s.s[i] != '/')
			break;
	}
	after = sok_str_from(s, c->end);
	if (c->n < 2 || after.len == 0)
		return c->n >= 2;
	/* Not in the middle of a word or a version number. */
	return !word(after.s[0]) &&
	    (after.s[0] != '.' || after.len < 2 || !sok_is_digit(after.s[1]));
}

void
stated_counts_find(struct stated_counts *c, struct sok_str title)
{
	c->from = c->n = 0;
	/* Most titles contain no `/` and so no counts. */
	if (title.len == 0 || memchr(title.s, '/', title.len) == NULL ||
	    (!contains(title, SOK_STR("Solution"), &c->from) &&
	        !contains(title, SOK_STR("Snapshot"), &c->from) &&
	        !contains(title, SOK_STR("SaveGame"), &c->from)))
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
	size_t count[STATED_COUNTS];

	stated_counts_true(count, c, m);
	return memcmp(count, c->count, c->n * sizeof(*count)) == 0;
}

/* Correct the counts in the title, if there are any. */
static int
recount_title(
    struct sok_str *title, const struct sok_metrics *m, struct sok_arena *a)
{
	size_t count[STATED_COUNTS];
	struct sok_buf b = {0};
	struct stated_counts c;

	stated_counts_find(&c, *title);
	if (c.n == 0 || stated_counts_hold(&c, m))
		return 0;
	stated_counts_true(count, &c, m);
	sok_buf_add(&b, sok_str_sub(*title, 0, c.from));
	for (size_t i = 0; i < c.n; i++)
		sok_buf_fmt(&b, "%s%zu", i == 0 ? "" : "/", count[i]);
	sok_buf_add(&b, sok_str_from(*title, c.end));
	title->s = NULL;
	if (!b.failed)
		*title = sok_str_dup(a, sok_buf_str(&b));
	sok_buf_free(&b);
	return title->s == NULL ? -1 : 0;
}

static int
recount_line(
    struct sok_str *line, const struct sok_metrics *m, struct sok_arena *a)
{
	struct sok_str key, value;
	size_t n, real;

	if (!key_split(*line, &key, &value))
		return 0;
	if (sok_str_caseeq(key, SOK_STR("Title")))
		return recount_title(line, m, a);
	if (sok_str_caseeq(key, SOK_STR("moves")))
		real = m->moves;
	else if (sok_str_caseeq(key, SOK_STR("pushes")))
		real = m->pushes;
	else
		return 0;
	if (!sok_str_number(value, &n) || n == real)
		return 0;
	*line =
	    sok_str_fmt(a, "%.*s%zu", (int)(value.s - line->s), line->s, real);
	return line->s == NULL ? -1 : 0;
}

int
sok_game_recount(
    struct sok_game *g, const struct sok_replay *r, struct sok_arena *a)
{
	struct sok_text *t = &g->text;

	if (recount_title(&g->title_line, &r->at, a) != 0 ||
	    text_own(t, a) == -1)
		return -1;
	for (size_t i = 0; i < t->n; i++) {
		size_t end = sok_text_block(t, i);

		if (end > 0)
			i = end;
		else if (recount_line(&t->line[i], &r->at, a) != 0)
			return -1;
	}
	return 0;
}
