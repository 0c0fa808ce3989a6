/* normalize.c - removes and moves parts of puzzles for sokfmt, between the
 * reader and the writer. */
#include "play/play.h"
#include "text/text.h"

/* ---- dropping parts of text */

enum { LINES = SOK_DROP_NOTES | SOK_DROP_KEYS | SOK_DROP_COMMENTS };

/* Title keys are dropped with titles, not with keys.  `Comment:` with text on
 * the same line is a note, like a comment block. */
static unsigned
classify(struct sok_str s)
{
	struct sok_str value;

	if (sok_str_starts(s, SOK_STR("::")))
		return SOK_DROP_COMMENTS;
	if (key_is(s, SOK_STR("title"), &value))
		return SOK_DROP_TITLES;
	if (sok_key_known(s) && !sok_str_casestarts(s, SOK_STR("comment")))
		return SOK_DROP_KEYS;
	return SOK_DROP_NOTES;
}

static void
drop_lines(struct sok_text *t, unsigned what)
{
	for (size_t i = 0; i < t->n; i++) {
		size_t end = sok_text_block(t, i);
		unsigned kind = end > 0 ? SOK_DROP_NOTES : classify(t->line[i]);

		end = end > 0 ? end : i;
		for (size_t k = i; what & kind && k <= end; k++)
			t->line[k] = SOK_STR("");
		i = end;
	}
	sok_text_filter(t, NULL);
}

int
sok_drop_puzzle(struct sok_puzzle *p, unsigned what, struct sok_arena *a)
{
	unsigned games = what & (SOK_DROP_SOLUTIONS | SOK_DROP_SNAPSHOTS);
	unsigned lines = what & LINES;
	struct sok_replay_options o = {.no_final = true};
	struct sok_replay r;
	bool *drop, solves;

	drop_lines(&p->text, lines | (what & SOK_DROP_TITLES));
	if (games) {
		o.position = sok_position_open(p, a);
		drop = sok_arena_alloc(a, p->ngames, sizeof(*drop));
		if (o.position == NULL || drop == NULL)
			return -1;
		for (size_t i = 0; i < p->ngames; i++) {
			if (sok_replay(p, &p->game[i], &o, &r, a) == -1)
				return -1;
			/* If it cannot be replayed, its title decides. */
			solves = r.verdict == SOK_NOT_SUPPORTED
			    ? sok_game_claims(&p->game[i])
			    : r.verdict == SOK_SOLVED;
			drop[i] = games &
			    (solves ? SOK_DROP_SOLUTIONS : SOK_DROP_SNAPSHOTS);
		}
		if (sok_drop_games(p, drop, a) == -1)
			return -1;
	}
	for (size_t i = 0; lines && i < p->ngames; i++)
		drop_lines(&p->game[i].text, lines);
	if (what & SOK_DROP_TITLES)
		p->title_line = SOK_STR("");
	sok_puzzle_retitle(p);
	return 0;
}

void
sok_drop_header(struct sok_header *h, unsigned what)
{
	if (what & SOK_DROP_KEYS) /* puzzles must not inherit dropped keys */
		h->author = h->copyright = h->game = h->boxorder =
		    h->goalorder = (struct sok_str){NULL, 0};
	drop_lines(&h->text, what & LINES);
}

/* ---- titles */

/* Convert a title line to a key, or the key to a line if a line can represent
 * it, there is none, and no other title key would take precedence. */
static int
move_title(
    struct sok_str *line, struct sok_text *t, bool to_line, struct sok_arena *a)
{
	struct sok_str title = *line;

	if (!to_line) {
		*line = SOK_STR("");
		return title.len > 0 ? title_add_key(t, title, a) : 0;
	}
	size_t at = key_find(t, 0, SOK_STR("title"), &title);
	if (at == t->n || !title_fits_line(title) ||
	    (line->len > 0 && !sok_str_eq(*line, title)) ||
	    title_key(t, at + 1) < t->n)
		return 0;
	*line = title;
	t->line[at] = SOK_STR("");
	sok_text_filter(t, NULL);
	return 0;
}

int
sok_move_titles(
    struct sok_puzzle *p, enum sok_title_place to, struct sok_arena *a)
{
	bool line = to == SOK_TITLE_LINE;
	struct sok_game *g = p->game;

	if (move_title(&p->title_line, &p->text, line, a) == -1)
		return -1;
	for (size_t i = 0; to != SOK_TITLE_KEY && i < p->ngames; i++, g++)
		if (move_title(&g->title_line, &g->text, line, a) == -1)
			return -1;
	sok_puzzle_retitle(p);
	return 0;
}
