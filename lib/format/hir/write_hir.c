/*
 * write_hir.c - writes a puzzle as hir's screen data or, with its game, as a
 * trace file.  The saved image, the counts and a status of success come from a
 * replay.
 */
#include <string.h>

#include "format/hir/hir.h"
#include "format/write_text.h"
#include "text/text.h"
#include "tools.h"

/* Whether a line may be written below a picture. */
static bool
is_field(struct sok_str line)
{
	struct sok_str key, value;

	return sok_key_split(line, &key, &value) &&
	    (sok_str_caseeq(key, SOK_STR("title")) ||
	        sok_str_caseeq(key, SOK_STR("author")) ||
	        sok_str_caseeq(key, SOK_STR("limit")));
}

static bool
is_tag(struct sok_str line)
{
	return hir_is_tag(line) && is_field(line);
}

/* Replace the `=` of `Title = T` by the colon of a tag. */
static struct sok_str
with_colon(struct sok_writer *w, struct sok_str line)
{
	struct sok_str key, value;

	if (!sok_key_known(line) || hir_is_tag(line) || !is_field(line))
		return line;
	sok_key_split(line, &key, &value);
	return writer_made(w,
	    sok_str_fmt(&w->arena, "%.*s: %.*s", (int)key.len, key.s,
	        (int)value.len, value.s));
}

/* Other programs recognize tags only by the colon. */
static void
use_colons(struct sok_writer *w, struct sok_text *t)
{
	size_t end = 0;

	if (writer_fails(w, text_own(t, &w->arena) == -1))
		return;
	for (size_t i = 0; i < t->n; i++) {
		if (i >= end)
			end = sok_text_block(t, i);
		/* Lines of a comment block are converted as well. */
		if (i >= end)
			t->line[i] = with_colon(w, t->line[i]);
	}
}

static void
put_tag(struct sok_writer *w, const char *tag, struct sok_str value)
{
	sok_out(w->out, sok_str(tag));
	write_line(w->out, value);
}

/* Write the title line as a tag, unless a tag has replaced it. */
static void
put_title_tag(struct sok_writer *w, const struct sok_puzzle *p,
    struct sok_str line, const struct sok_text *t)
{
	struct sok_str key = sok_text_get(t, SOK_STR("title"));

	if (line.len == 0)
		return;
	if (key.s == NULL)
		put_tag(w, "Title: ", line);
	else if (!sok_str_eq(key, line))
		writer_lost(w, p, "title line", "title lines", 1);
}

static void
put_screen(struct sok_writer *w, const struct sok_puzzle *p, bool open)
{
	struct sok_str author = sok_puzzle_author(p);

	write_board(w->out, &p->board, SOK_FLOOR_SPACE, open);
	put_title_tag(w, p, p->title_line, &p->text);
	if (author.s != NULL &&
	    sok_text_get(&p->text, SOK_STR("author")).s == NULL)
		put_tag(w, "Author: ", author);
	writer_text(w->out, &p->text, is_tag);
}

/* ---- information */

/* The number of moves or pushes of a replay if the key asks for one. */
static const size_t *
count_of(struct sok_str key, const struct sok_replay *r)
{
	if (r->verdict != SOK_SOLVED && r->verdict != SOK_UNSOLVED)
		return NULL;
	return sok_str_caseeq(key, SOK_STR("moves")) ? &r->at.moves
	    : sok_str_caseeq(key, SOK_STR("pushes")) ? &r->at.pushes
	                                             : NULL;
}

/* Whether there is a line with this key, possibly without a value. */
static bool
has(const struct sok_game *g, struct sok_str name)
{
	struct sok_str key, value;

	for (size_t i = 0; i < g->text.n; i++) {
		size_t end = sok_text_block(&g->text, i);

		if (end > 0)
			i = end;
		else if (hir_is_information(g->text.line[i]) &&
		    sok_key_split(g->text.line[i], &key, &value) &&
		    sok_str_caseeq(key, name))
			return true;
	}
	return false;
}

/* Write the facts of a trace file that are missing in the text. */
static void
put_facts(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r)
{
	static const char *const counts[] = {"moves", "pushes"};
	bool status = has(g, SOK_STR("status"));

	if (r->verdict == SOK_SOLVED && !status)
		sok_out(w->out, SOK_STR("status:completed\n"));
	/* The picture without a status shows that. */
	if (r->verdict != SOK_UNSOLVED || status ||
	    !sok_str_eq(g->title_line, SOK_STR(HIR_SAVED_GAME)))
		put_title_tag(w, p, g->title_line, &g->text);
	for (size_t i = 0; i < SOK_COUNT(counts); i++) {
		const size_t *n = count_of(sok_str(counts[i]), r);

		if (n != NULL && !has(g, sok_str(counts[i])))
			sok_outf(w->out, "%s:%zu\n", counts[i], *n);
	}
}

/* Drop a status line that claims a solution if there is none. */
static bool
drop_status(struct sok_writer *w, const struct sok_puzzle *p,
    struct sok_str key, struct sok_str value, const struct sok_replay *r)
{
	if (r->verdict == SOK_SOLVED ||
	    !sok_str_caseeq(key, SOK_STR("status")) ||
	    (!sok_str_caseeq(value, SOK_STR("completed")) &&
	        !sok_str_caseeq(value, SOK_STR("cleared"))))
		return false;
	writer_lost(w, p, "status of success without a solution",
	    "statuses of success without a solution", 1);
	return true;
}

/* Write a count according to the replay; returns whether the key is a count
 * that differs. */
static bool
put_count(struct sok_writer *w, const struct sok_puzzle *p, struct sok_str key,
    struct sok_str value, const struct sok_replay *r)
{
	const size_t *n = count_of(key, r);
	size_t stated;

	if (n == NULL || (sok_str_number(value, &stated) && stated == *n))
		return false;
	writer_lost(w, p, "wrong count", "wrong counts", value.len > 0);
	sok_outf(
	    w->out, "%s:%zu\n", n == &r->at.moves ? "moves" : "pushes", *n);
	return true;
}

/* Write the information lines of the game's text. */
static void
put_information(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r)
{
	bool blank = false, begun = false;
	size_t end;

	write_line(w->out, hir_section_line[HIR_INFORMATION]);
	put_facts(w, p, g, r);
	for (size_t i = 0; i < g->text.n; i++) {
		struct sok_str s = g->text.line[i], key, value;

		end = sok_text_block(&g->text, i);
		blank = blank || s.len == 0;
		if (end > 0)
			i = end;
		if (end > 0 || !hir_is_information(s) ||
		    !sok_key_split(s, &key, &value) ||
		    drop_status(w, p, key, value, r))
			continue;
		if (blank && begun)
			sok_outc(w->out, '\n');
		if (!put_count(w, p, key, value, r))
			write_line(w->out, s);
		begun = true;
		blank = false;
	}
}

/* ---- the file */

static bool
has_other_letters(const struct sok_game *g)
{
	for (size_t i = 0; i < g->moves.len; i++)
		if (sok_is_letter(g->moves.s[i]) && !sok_is_move(g->moves.s[i]))
			return true;
	return false;
}

/* A trace has letters and operations, but no jumps and no other players. */
static bool
is_plain_trace(const struct sok_game *g)
{
	return g->letters_only || g->moves.len == 0 ||
	    (memchr(g->moves.s, '[', g->moves.len) == NULL &&
	        memchr(g->moves.s, '{', g->moves.len) == NULL);
}

static void
put_game(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, bool open)
{
	struct sok_game own = *g;
	struct sok_replay r;

	use_colons(w, &own.text);
	if (writer_fails(w, sok_replay(p, g, NULL, &r, &w->arena) == -1))
		return;
	if (r.verdict != SOK_NOT_SUPPORTED) {
		write_line(w->out, hir_section_line[HIR_SAVED]);
		write_board(w->out, &r.final, SOK_FLOOR_SPACE, open);
	}
	put_information(w, p, &own, &r);
	write_line(w->out, hir_section_line[HIR_TRACE]);
	hir_put_trace(w, p, &own);
}

/* Only the screen was written. */
static void
leave_out(struct sok_writer *w, const struct sok_puzzle *p)
{
	w->bare = true;
	if (has_other_letters(p->game))
		writer_lost(w, p, "game with letters of a variant",
		    "games with letters of a variant", 1);
	else if (is_plain_trace(p->game))
		writer_lost(w, p, "game without remaining moves",
		    "games without remaining moves", 1);
	else
		writer_lost(w, p, "game with jumps or pusher changes",
		    "games with jumps or pusher changes", 1);
}

static bool
hir_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle own = *p;
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	if (p->ngames > 1)
		return writer_refuse(w, p, "more than one game in a file");
	if (p->board.players > 1)
		return writer_refuse(w, p, "several players");
	use_colons(w, &own.text);
	put_screen(w, &own, open);
	/* The comment has it, but only for people. */
	writer_lost(w, p, "game type", "game types",
	    sok_text_variant(&p->text, SOK_SOKOBAN) != SOK_SOKOBAN);
	if (p->ngames == 0)
		return true;
	if (is_plain_trace(p->game) && hir_has_moves(p->game) &&
	    (p->board.grid == SOK_SQUARES || !has_other_letters(p->game)))
		put_game(w, p, p->game, open);
	else
		leave_out(w, p);
	return true;
}

const struct sok_write_ops write_hir_ops = {
    .puzzle = hir_puzzle, .author = true};
