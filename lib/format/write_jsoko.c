/*
 * write_jsoko.c - .sok text as JSoko and YASC read it best.  Both are content
 * with canonical text but for a few things of JSoko: it takes any `Title:` in a
 * puzzle for the puzzle's, and the last one; it finds a solution only below a
 * line that says so; and it decodes UTF-8.
 */
#include <string.h>

#include "text/title.h"
#include "text/writer.h"
#include "tools.h"

/* Copies, so that titles can move. */
static int
copy_text(struct sok_writer *w, struct sok_text *t)
{
	struct sok_str *line = sok_arena_alloc(&w->arena, t->n, sizeof(*line));

	if (line == NULL)
		return -1;
	for (size_t i = 0; i < t->n; i++) {
		line[i] = writer_utf8(w, t->line[i]);
		if (line[i].s == NULL)
			return -1;
	}
	t->line = line;
	return 0;
}

static int
copy_line(struct sok_writer *w, struct sok_str *line)
{
	if (line->len == 0)
		return 0;
	*line = writer_utf8(w, *line);
	return line->s == NULL ? -1 : 0;
}

static int
copy_puzzle(struct sok_writer *w, struct sok_puzzle *p)
{
	struct sok_game *game =
	    sok_arena_alloc(&w->arena, p->ngames, sizeof(*game));

	if (game == NULL)
		return -1;
	if (p->ngames > 0)
		memcpy(game, p->game, p->ngames * sizeof(*game));
	p->game = game;
	if (copy_text(w, &p->text) == -1 || copy_line(w, &p->title_line) == -1)
		return -1;
	for (size_t i = 0; i < p->ngames; i++)
		if (copy_text(w, &game[i].text) == -1 ||
		    copy_line(w, &game[i].title_line) == -1)
			return -1;
	return 0;
}

/* ---- titles */

/* The puzzle's title is a key, unless one beats the line already. */
static int
name_puzzle(struct sok_writer *w, struct sok_puzzle *p)
{
	struct sok_str title = p->title_line;

	if (title.len == 0 || title_key(&p->text, 0) < p->text.n)
		return 0;
	p->title_line = SOK_STR("");
	return title_add_key(&p->text, title, &w->arena);
}

/* A line `Solution name: NAME`. */
static struct sok_str
solution_name(struct sok_writer *w, struct sok_str name)
{
	return sok_str_fmt(
	    &w->arena, "Solution name: %.*s", (int)name.len, name.s);
}

/* What is left of title keys below games would name the puzzle. */
static int
rename_keys(struct sok_writer *w, struct sok_text *t)
{
	struct sok_str value;

	for (size_t i = 0; (i = title_key(t, i)) < t->n; i++) {
		(void)title_is_key(t->line[i], &value);
		t->line[i] = solution_name(w, value);
		if (t->line[i].s == NULL)
			return -1;
	}
	return 0;
}

/* Titles of games are lines where lines can hold them. */
static int
name_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle games = {.game = p->game, .ngames = p->ngames};

	if (sok_move_titles(&games, false, &w->arena) == -1)
		return -1;
	for (size_t i = 0; i < p->ngames; i++)
		if (rename_keys(w, &p->game[i].text) == -1)
			return -1;
	return 0;
}

/* ---- headings */

/* Whether a line says what the moves below it are. */
static bool
is_heading(struct sok_str line)
{
	static const char *const word[] = {"solution", "snapshot", "savegame"};

	for (; line.len > 0; line = sok_str_from(line, 1))
		for (size_t i = 0; i < SOK_COUNT(word); i++)
			if (sok_str_casestarts(line, sok_str(word[i])))
				return true;
	return false;
}

/* Whether a heading is all there is: `Solution`, `Best solution/Moves`. */
static bool
is_bare(struct sok_str line)
{
	static const char *const ends[] = {"", "/moves", "/pushes"};
	const struct sok_str best = SOK_STR("best "),
	                     word = SOK_STR("solution");

	if (sok_str_casestarts(line, best))
		line = sok_str_from(line, best.len);
	if (!sok_str_casestarts(line, word))
		return false;
	line = sok_str_from(line, word.len);
	for (size_t i = 0; i < SOK_COUNT(ends); i++)
		if (sok_str_caseeq(line, sok_str(ends[i])))
			return true;
	return false;
}

/* Whether all of the moves are of a kind that is known there. */
static bool
is_known(const struct sok_game *g)
{
	return memchr(g->moves.s, '*', g->moves.len) == NULL &&
	    memchr(g->moves.s, '[', g->moves.len) == NULL &&
	    memchr(g->moves.s, '{', g->moves.len) == NULL;
}

static int
put_heading(struct sok_writer *w, const struct sok_puzzle *p,
    struct sok_game *g, struct sok_position *position)
{
	struct sok_replay_options o = {.no_final = true, .position = position};
	struct sok_str name = g->title_line, heading = SOK_STR("Solution");
	struct sok_replay r;

	if (is_bare(name)) {
		heading = name;
		name = SOK_STR("");
	}
	if (is_heading(name) || !is_known(g))
		return 0;
	if (sok_replay(p, g, &o, &r, &w->arena) == -1)
		return -1;
	if (r.verdict != SOK_SOLVED)
		return 0;
	g->title_line = sok_str_fmt(&w->arena, "%.*s %zu/%zu", (int)heading.len,
	    heading.s, r.at.moves, r.at.pushes);
	if (g->title_line.s == NULL)
		return -1;
	if (name.len == 0)
		return 0;
	name = solution_name(w, name);
	if (name.s == NULL)
		return -1;
	return sok_text_insert(&g->text, 0, name, &w->arena);
}

static int
put_headings(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_position *position;

	if (!p->has_board || p->ngames == 0)
		return 0;
	position = sok_position_open(p, &w->arena);
	if (position == NULL)
		return -1;
	for (size_t i = 0; i < p->ngames; i++)
		if (put_heading(w, p, &p->game[i], position) == -1)
			return -1;
	return 0;
}

/* ---- the rest is canonical text */

static int
jsoko_begin(struct sok_writer *w)
{
	return write_sok_ops.begin(w);
}

static int
jsoko_header(struct sok_writer *w, const struct sok_header *h)
{
	struct sok_header own = *h;

	if (copy_text(w, &own.text) == -1)
		return -1;
	return write_sok_ops.header(w, &own);
}

static int
jsoko_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle own = *p;

	if (copy_puzzle(w, &own) == -1 || name_games(w, &own) == -1 ||
	    put_headings(w, &own) == -1 || name_puzzle(w, &own) == -1)
		return -1;
	sok_puzzle_retitle(&own);
	return write_sok_ops.puzzle(w, &own);
}

static int
jsoko_end(struct sok_writer *w)
{
	return write_sok_ops.end(w);
}

static void
jsoko_close(struct sok_writer *w)
{
	write_sok_ops.close(w);
}

const struct sok_write_ops write_jsoko_ops = {.begin = jsoko_begin,
    .header = jsoko_header,
    .puzzle = jsoko_puzzle,
    .end = jsoko_end,
    .close = jsoko_close};
