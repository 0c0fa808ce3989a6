/*
 * write_jsoko.c - .sok text as JSoko and YASC read it best.  Both are content
 * with canonical text but for a few things of JSoko: it takes any `Title:` in a
 * puzzle for the puzzle's, and the last one; it finds a solution only below a
 * line that says so; and it decodes UTF-8.
 */
#include <string.h>

#include "text/title.h"
#include "format/write_sok.h"
#include "tools.h"

/* Copies, so that titles can move. */
static void
copy_text(struct sok_writer *w, struct sok_text *t)
{
	struct sok_str *line = sok_arena_alloc(&w->arena, t->n, sizeof(*line));

	if (writer_fails(w, line == NULL))
		return;
	for (size_t i = 0; i < t->n; i++)
		line[i] = writer_utf8(w, t->line[i]);
	t->line = line;
}

static void
copy_puzzle(struct sok_writer *w, struct sok_puzzle *p)
{
	struct sok_game *game =
	    sok_arena_alloc(&w->arena, p->ngames, sizeof(*game));

	if (writer_fails(w, game == NULL))
		return;
	copy_text(w, &p->text);
	p->title_line = writer_utf8(w, p->title_line);
	for (size_t i = 0; i < p->ngames; i++) {
		game[i] = p->game[i];
		copy_text(w, &game[i].text);
		game[i].title_line = writer_utf8(w, game[i].title_line);
	}
	p->game = game;
}

/* ---- titles */

/* The puzzle's title is a key, unless one beats the line already. */
static void
name_puzzle(struct sok_writer *w, struct sok_puzzle *p)
{
	struct sok_str title = p->title_line;

	if (title.len == 0 || title_key(&p->text, 0) < p->text.n)
		return;
	p->title_line = SOK_STR("");
	writer_fails(w, title_add_key(&p->text, title, &w->arena) == -1);
}

/* A line `Solution name: NAME`. */
static struct sok_str
solution_name(struct sok_writer *w, struct sok_str name)
{
	return writer_made(w,
	    sok_str_fmt(
	        &w->arena, "Solution name: %.*s", (int)name.len, name.s));
}

/* What is left of title keys below games would name the puzzle. */
static void
rename_keys(struct sok_writer *w, struct sok_text *t)
{
	struct sok_str value;

	for (size_t i = 0; (i = title_key(t, i)) < t->n; i++) {
		(void)title_is_key(t->line[i], &value);
		t->line[i] = solution_name(w, value);
	}
}

/* Titles of games are lines where lines can hold them. */
static void
name_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle games = {.game = p->game, .ngames = p->ngames};

	writer_fails(w, sok_move_titles(&games, false, &w->arena) == -1);
	for (size_t i = 0; i < p->ngames; i++)
		rename_keys(w, &p->game[i].text);
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

static void
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
	if (is_heading(name) || !is_known(g) ||
	    writer_fails(w, sok_replay(p, g, &o, &r, &w->arena) == -1) ||
	    r.verdict != SOK_SOLVED)
		return;
	g->title_line = writer_made(w,
	    sok_str_fmt(&w->arena, "%.*s %zu/%zu", (int)heading.len, heading.s,
	        r.at.moves, r.at.pushes));
	if (name.len > 0)
		writer_fails(w,
		    sok_text_insert(
		        &g->text, 0, solution_name(w, name), &w->arena) == -1);
}

static void
put_headings(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_position *position;

	if (!p->has_board || p->ngames == 0)
		return;
	position = sok_position_open(p, &w->arena);
	for (size_t i = 0; !writer_fails(w, position == NULL) && i < p->ngames;
	     i++)
		put_heading(w, p, &p->game[i], position);
}

/* ---- the rest is canonical text */

static void
jsoko_header(struct sok_writer *w, const struct sok_header *h)
{
	struct sok_header own = *h;

	copy_text(w, &own.text);
	write_sok_header(w, &own);
}

static bool
jsoko_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle own = *p;

	copy_puzzle(w, &own);
	if (w->failed)
		return false;
	name_games(w, &own);
	put_headings(w, &own);
	name_puzzle(w, &own);
	sok_puzzle_retitle(&own);
	return write_sok_puzzle(w, &own);
}

const struct sok_write_ops write_jsoko_ops = {.state = sizeof(struct sok),
    .begin = write_sok_begin,
    .header = jsoko_header,
    .puzzle = jsoko_puzzle,
    .end = write_sok_end};
