/* write_sok.c - canonical .sok text, which reads back as the same puzzles: a
 * bare `::` line keeps text from becoming the title of the next block (sok(5),
 * "Text and titles").  Also the dialect that JSoko and YASC read best. */
#include <string.h>

#include "base/base.h"
#include "format/format.h"
#include "format/write_text.h"
#include "io/io.h"
#include "play/play.h"
#include "text/text.h"

/* ---- canonical text */

struct sok {
	bool begun;    /* something was written */
	bool midline;  /* lines over a limit ended without a line end */
	bool guard[2]; /* the text above would be a title of moves, a board */
	bool walls;    /* the last line of the text above has walls; it is of */
	size_t text_of; /* the puzzle of this number, or of the header (0) */
	bool top;       /* neither a board nor moves were written yet */
	bool apart;     /* the last puzzle was lines over a limit */
	enum sok_grid grid; /* the grid whose letters a reader takes as moves */
};

static bool
put_sok_begin(struct sok_writer *w)
{
	struct sok *s = w->state;

	s->top = true;
	output_keep(w->out, SOK_FORMAT_HEAD);
	return true;
}

/* Write n blank lines, and above them the missing end of the last line. */
static void
blank(struct sok_writer *w, struct sok *s, size_t n)
{
	for (n = (s->begun ? n : 0) + s->midline; n > 0; n--)
		sok_outc(w->out, '\n');
	s->midline = false;
}

/* Write text, and set guard.  close: without a blank line above it. */
static void
put_text(struct sok_writer *w, struct sok *s, const struct sok_text *t,
    bool first, bool close)
{
	s->walls = false;
	if (t->n == 0)
		return;
	blank(w, s, !close);
	for (size_t i = 0; i < t->n; i++)
		write_line(w->out, t->line[i]);
	s->begun = true;
	struct title_place place = {t->line, t->n, .first = first};
	s->guard[0] = title_guarded(&place);
	place.board = true;
	s->guard[1] = title_guarded(&place);
	/* What is nearly a row of the board above names nothing. */
	if (close && t->n == 1)
		s->guard[0] = s->guard[1] = false;
	s->walls = write_has_wall(t->line[t->n - 1]);
}

/* Write a guard if the text above would be a title of a board, or of moves. */
static void
put_guard(struct sok_writer *w, struct sok *s, bool board)
{
	if (s->guard[board])
		sok_out(w->out, SOK_STR("::\n"));
	s->guard[0] = s->guard[1] = false;
}

/* Begin a board or moves: a guard if needed, n blank lines, and the title. */
static void
begin_block(struct sok_writer *w, struct sok *s, struct sok_str title,
    bool board, size_t n)
{
	if (title.len == 0)
		put_guard(w, s, board);
	blank(w, s, n);
	s->guard[0] = s->guard[1] = false;
	s->begun = true;
	if (title.len == 0)
		return;
	bool quotes = title_needs_quotes(title, s->grid);
	sok_out_fill(w->out, '\'', quotes);
	sok_out(w->out, title);
	sok_out_fill(w->out, '\'', quotes);
	sok_out(w->out, board ? SOK_STR("\n\n") : SOK_STR("\n"));
}

static void
put_sok_header(struct sok_writer *w, const struct sok_header *h)
{
	struct sok *s = w->state;

	put_text(w, s, &h->text, !h->later, false);
	s->text_of = 0;
}

static void
put_sok_end(struct sok_writer *w)
{
	blank(w, w->state, 0);
	/* Text may begin like another format. */
	const struct sok_format *f = sok_format_detect(output_head(w->out));
	if (!sok_format_is_text(f))
		writer_warn(w, NULL, SOK_LOSSY_RULE,
		    "the output begins like %s: only -f sok reads it as text",
		    f->name);
}

/* Text at the end of either version may be a title of what follows. */
static void
join_sok(void *state, const void *other)
{
	struct sok *s = state;
	const struct sok *first = other;

	s->begun |= first->begun;
	s->guard[0] |= first->guard[0];
	s->guard[1] |= first->guard[1];
}

static void
guard_sok(struct sok_writer *w)
{
	put_guard(w, w->state, true);
}

/* Write moves in lines of wrap letters (0: one line). */
static void
put_moves(struct sok_output *o, struct sok_str moves, int wrap)
{
	while (moves.len > 0) {
		size_t n = sok_moves_wrap(moves, (size_t)wrap);

		sok_out(o, sok_str_sub(moves, 0, n));
		sok_outc(o, '\n');
		moves = sok_str_from(moves, n);
	}
}

static bool
put_sok_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok *s = w->state;
	const struct sok_board *b = &p->board;
	/* Its notes will be the header's, its games the first puzzle. */
	bool top = s->top && !p->has_board;
	/* Its first game will be read as such, and so will all that follows. */
	bool own = p->has_board || s->top || s->apart;

	/* Lines over a limit are written unchanged. */
	if (p->raw.s != NULL) {
		if (!p->raw_goes_on)
			blank(w, s, 1);
		sok_out(w->out, p->raw);
		*s = (struct sok){
		    .begun = true, .midline = s->midline, .apart = true};
		if (p->raw.len > 0)
			s->midline = p->raw.s[p->raw.len - 1] != '\n';
		return true;
	}
	if (p->has_board && b->xsb.len == 0 && !write_readable(w, p))
		return writer_refuse(
		    w, p, "this board: it would not be read back as one");

	/* Only a board ends the puzzle or header above. */
	if (p->has_board) {
		bool close = s->walls && write_adjoins_above(p, s->text_of);

		s->guard[1] = s->guard[1] && !close;
		begin_block(w, s, p->title_line, true, close ? 0 : 2);
		/* Rows that are written unchanged show the variant already. */
		if (b->xsb.len > 0 && w->o.floor == SOK_FLOOR_SPACE)
			sok_out(w->out, b->xsb);
		else
			write_board(
			    w->out, b, w->o.floor, write_is_open(p, &w->arena));
		s->grid = b->grid;
	} else if (top && p->text.n > 0) {
		writer_warn(w, p, SOK_LOSSY_RULE,
		    "without a board: its notes will be read as the "
		    "collection's");
	} else if (s->apart) {
		blank(w, s, p->ngames > 0);
	} else if (!top) {
		writer_warn(w, p, SOK_LOSSY_RULE,
		    "without a board: its games and notes will be read as "
		    "those of the puzzle above");
	}
	s->apart = false;
	s->top = top && p->ngames == 0;

	put_text(w, s, &p->text, top, write_adjoins_below(p));
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		begin_block(w, s, g->title_line, false, top && i == 0 ? 2 : 1);
		put_moves(w->out, g->moves, w->o.wrap);
		put_text(w, s, &g->text, false, false);
		if (own)
			s->grid = b->grid;
	}
	s->text_of = p->number;
	return true;
}

/* ---- jsoko: canonical text, but for JSoko the last `Title:` in a puzzle is
 * the puzzle's, only moves below a heading are a solution, and text is UTF-8 */

/* Copy the text for players, because titles will move. */
static void
copy_text(struct sok_writer *w, struct sok_text *t, bool header)
{
	writer_for_players(w, t, header);
	for (size_t i = 0; i < t->n; i++)
		t->line[i] = writer_utf8(w, t->line[i]);
}

static struct sok_str
solution_name(struct sok_writer *w, struct sok_str name)
{
	return WRITER_FMT(w, "Solution name: %.*s", (int)name.len, name.s);
}

/* Whether JSoko takes a line with one of these words as a heading of moves. */
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

/* Give a solution in characters that JSoko knows a heading with its counts. */
static void
put_heading(struct sok_writer *w, const struct sok_puzzle *p,
    struct sok_game *g, struct sok_position *position)
{
	static const char *const bare[] = {"solution", "solution/moves",
	    "solution/pushes", "best solution", "best solution/moves",
	    "best solution/pushes"};
	struct sok_replay_options o = {.no_final = true, .position = position};
	struct sok_str name = g->title_line, heading = SOK_STR("Solution");
	struct sok_replay r;

	/* A heading that says nothing else remains; other titles are names. */
	for (size_t i = 0; i < SOK_COUNT(bare); i++) {
		if (sok_str_caseeq(g->title_line, sok_str(bare[i]))) {
			heading = g->title_line;
			name = SOK_STR("");
		}
	}
	if (is_heading(name) || memchr(g->moves.s, '*', g->moves.len) != NULL ||
	    memchr(g->moves.s, '[', g->moves.len) != NULL ||
	    memchr(g->moves.s, '{', g->moves.len) != NULL ||
	    writer_fails(w, sok_replay(p, g, &o, &r, &w->arena) == -1) ||
	    r.verdict != SOK_SOLVED)
		return;
	g->title_line = WRITER_FMT(w, "%.*s %zu/%zu", (int)heading.len,
	    heading.s, r.at.moves, r.at.pushes);
	if (name.len > 0)
		writer_fails(w,
		    sok_text_insert(
		        &g->text, 0, solution_name(w, name), &w->arena) == -1);
}

static void
jsoko_header(struct sok_writer *w, const struct sok_header *h)
{
	struct sok_header own = *h;

	copy_text(w, &own.text, true);
	put_sok_header(w, &own);
}

static bool
jsoko_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle own = *p, all = {.ngames = p->ngames};
	struct sok_str value;

	own.game = sok_arena_alloc(&w->arena, own.ngames, sizeof(*own.game));
	if (writer_fails(w, own.game == NULL))
		return false;
	copy_text(w, &own.text, false);
	own.title_line = writer_utf8(w, own.title_line);
	for (size_t i = 0; i < own.ngames; i++) {
		struct sok_game *g = &own.game[i];

		*g = p->game[i];
		copy_text(w, &g->text, false);
		g->title_line = writer_utf8(w, g->title_line);
	}
	if (w->failed)
		return false;

	/* Titles of games become lines if a line can represent them.
	 * Remaining title keys below games would name the puzzle. */
	all.game = own.game;
	struct sok_position *position = write_position(w, &own);
	writer_fails(w, sok_move_titles(&all, SOK_TITLE_LINE, &w->arena) == -1);
	for (size_t i = 0; i < own.ngames; i++) {
		struct sok_text *t = &own.game[i].text;

		for (size_t k = 0;
		     (k = key_find(t, k, SOK_STR("title"), &value)) < t->n; k++)
			t->line[k] = solution_name(w, value);
		if (position != NULL)
			put_heading(w, &own, &own.game[i], position);
	}

	/* The title becomes a key, unless a key takes precedence already. */
	if (own.title_line.len > 0 && title_key(&own.text, 0) == own.text.n) {
		writer_fails(w,
		    title_add_key(&own.text, own.title_line, &w->arena) == -1);
		own.title_line = SOK_STR("");
	}
	sok_puzzle_retitle(&own);
	return put_sok_puzzle(w, &own);
}

const struct sok_write_ops write_sok_ops = {.state = sizeof(struct sok),
    .begin = put_sok_begin,
    .header = put_sok_header,
    .puzzle = put_sok_puzzle,
    .end = put_sok_end,
    .join = join_sok,
    .guard = guard_sok,
    .raw = true,
    .remarks = true};

const struct sok_write_ops write_jsoko_ops = {.state = sizeof(struct sok),
    .begin = put_sok_begin,
    .header = jsoko_header,
    .puzzle = jsoko_puzzle,
    .end = put_sok_end,
    .remarks = true};
