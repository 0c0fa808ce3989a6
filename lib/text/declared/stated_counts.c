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
	size_t end, redo = g->moves.len;
	struct sok_str status;

	if (is_snapshot(g->title) || is_snapshot(g->title_line))
		return false;
	/* Moves after the position mark were taken back.  The ends of groups do
	 * not count. */
	if (!g->letters_only)
		redo = sok_str_find(g->moves, SOK_STR("*"));
	while (redo < g->moves.len &&
	    (g->moves.s[redo] == ')' || g->moves.s[redo] == '*'))
		redo++;
	if (redo < g->moves.len &&
	    !contains(g->title, SOK_STR("Solution"), &end))
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

int
sok_game_recount(
    struct sok_game *g, const struct sok_replay *r, struct sok_arena *a)
{
	const struct sok_metrics *m = &r->at;
	struct sok_text *t = &g->text;

	if (recount_title(&g->title_line, m, a) != 0 || text_own(t, a) == -1)
		return -1;
	for (size_t i = 0; (i = key_outside(t, i)) < t->n; i++) {
		struct sok_str *line = &t->line[i], value;
		size_t n, real;

		if (key_is(*line, SOK_STR("Title"), &value)) {
			if (recount_title(line, m, a) != 0)
				return -1;
			continue;
		}
		if (key_is(*line, SOK_STR("moves"), &value))
			real = m->moves;
		else if (key_is(*line, SOK_STR("pushes"), &value))
			real = m->pushes;
		else
			continue;
		if (!sok_str_number(value, &n) || n == real)
			continue;
		*line = sok_str_fmt(
		    a, "%.*s%zu", (int)(value.s - line->s), line->s, real);
		if (line->s == NULL)
			return -1;
	}
	return 0;
}
