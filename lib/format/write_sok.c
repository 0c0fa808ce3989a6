/*
 * write_sok.c - canonical .sok text: header, then per puzzle two blank lines,
 * title, rows, text, and per game a title right above its moves.  What is
 * written here reads back as the same puzzles; a bare `::` line keeps text
 * from becoming the title of what follows (sok(5), "Text and titles").
 */
#include "io/output.h"
#include "text/title.h"
#include "format/write_sok.h"
#include "format/write_text.h"
#include "tools.h"

bool
write_sok_begin(struct sok_writer *w)
{
	struct sok *s = w->state;

	s->top = true;
	output_keep(w->out, SOK_FORMAT_HEAD);
	return true;
}

static void
forget(struct sok *s)
{
	s->guard[0] = s->guard[1] = false;
}

static void
blank(struct sok_writer *w, struct sok *s, size_t n)
{
	if (s->midline)
		sok_outc(w->out, '\n');
	s->midline = false;
	if (s->begun)
		sok_out_fill(w->out, '\n', n);
}

/* What the text that was just written would do to an untitled object. */
static void
remember(struct sok *s, const struct sok_text *t, bool first)
{
	for (int board = 0; board < 2; board++)
		s->guard[board] = title_guarded(&(struct title_place){
		    t->line, t->n, .board = board, .first = first});
}

static void
put_text(
    struct sok_writer *w, struct sok *s, const struct sok_text *t, bool first)
{
	forget(s);
	if (t->n == 0)
		return;
	blank(w, s, 1);
	write_text(w->out, t);
	s->begun = true;
	remember(s, t, first);
}

/* n blank lines above an object, and the guard that it needs. */
static void
put_gap(struct sok_writer *w, struct sok *s, struct sok_str title, bool board,
    size_t n)
{
	if (title.len == 0 && s->guard[board])
		sok_out(w->out, SOK_STR("::\n"));
	blank(w, s, n);
	forget(s);
	s->begun = true;
}

static void
put_title_line(struct sok_writer *w, struct sok_str title, enum sok_grid grid)
{
	bool quotes = title.len > 0 && title_needs_quotes(title, grid);

	if (title.len == 0)
		return;
	sok_out_fill(w->out, '\'', quotes);
	sok_out(w->out, title);
	sok_out(w->out, quotes ? SOK_STR("'\n") : SOK_STR("\n"));
}

static void
put_board(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	/* Rows that are written as they stand show it already. */
	bool as_is = b->xsb.len > 0 && w->o.floor == SOK_FLOOR_SPACE;

	write_board(
	    w->out, b, w->o.floor, !as_is && write_is_open(p, &w->arena));
}

static void
put_game(
    struct sok_writer *w, struct sok *s, const struct sok_game *g, size_t gap)
{
	put_gap(w, s, g->title_line, false, gap);
	put_title_line(w, g->title_line, s->grid);
	write_moves(w->out, g->moves, w->o.wrap);
	put_text(w, s, &g->text, false);
}

void
write_sok_header(struct sok_writer *w, const struct sok_header *h)
{
	struct sok *s = w->state;
	struct sok_text t;

	if (!h->later) {
		put_text(w, s, &h->text, true);
		return;
	}
	if (writer_fails(w, later_remarks(w, h, &t) == -1))
		return;
	blank(w, s, 1);
	write_text(w->out, &t);
	s->begun = true;
	forget(s);
}

/* Lines over a limit, as they are. */
static void
put_raw(struct sok_writer *w, struct sok *s, const struct sok_puzzle *p)
{
	if (!p->raw_goes_on)
		blank(w, s, 1);
	sok_out(w->out, p->raw);
	s->begun = s->apart = true;
	s->top = false;
	s->grid = SOK_SQUARES;
	forget(s);
	if (p->raw.len > 0)
		s->midline = p->raw.s[p->raw.len - 1] != '\n';
}

/* Collections hold any text, and some of it begins as another format does. */
static void
look_back(struct sok_writer *w)
{
	const struct sok_format *f = sok_format_detect(output_head(w->out));

	if (sok_format_is_text(f))
		return;
	w->refused = true;
	sok_report_as(w->sink, w->o.strict ? SOK_ERROR : SOK_WARNING,
	    SOK_LOSSY_RULE, (struct sok_pos){.file = w->o.name}, NULL, NULL,
	    "what was written begins as %s does: only -f sok reads it as text",
	    f->name);
}

void
write_sok_end(struct sok_writer *w)
{
	blank(w, w->state, 0);
	look_back(w);
}

/* What a puzzle without a board will not be read as its own. */
static void
say_bare(struct sok_writer *w, const struct sok_puzzle *p, const char *what)
{
	w->refused = true;
	sok_report_as(w->sink, w->o.strict ? SOK_ERROR : SOK_WARNING,
	    SOK_LOSSY_RULE, p->pos, p, NULL, "without a board: its %s", what);
}

/* The top of a puzzle without a board: nothing but a board ends the puzzle
 * above, or the header. */
static void
put_bare(struct sok_writer *w, struct sok *s, const struct sok_puzzle *p)
{
	if (s->top && p->text.n > 0)
		say_bare(w, p, "notes will be read as the collection's");
	else if (s->apart)
		blank(w, s, p->ngames > 0);
	else if (!s->top)
		say_bare(w, p,
		    "games and notes will be read as those of the puzzle "
		    "above");
}

bool
write_sok_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok *s = w->state;
	/* Its notes go to the header, its games are the first puzzle. */
	bool top = s->top && !p->has_board;
	/* Its first game is read as what it is, and so is what follows. */
	bool own = p->has_board || s->top || s->apart;

	if (p->raw.s != NULL) {
		put_raw(w, s, p);
		return true;
	}
	if (p->has_board && !write_readable(w, p))
		return writer_refuse(
		    w, p, "this board: it would not be read back as one");
	if (p->has_board) {
		put_gap(w, s, p->title_line, true, 2);
		put_title_line(w, p->title_line, s->grid);
		if (p->title_line.len > 0)
			sok_outc(w->out, '\n');
		put_board(w, p);
		s->grid = p->board.grid;
	} else {
		put_bare(w, s, p);
	}
	s->apart = false;
	s->top = top && p->ngames == 0;
	if (p->has_board || p->text.n > 0)
		put_text(w, s, &p->text, top);
	for (size_t i = 0; i < p->ngames; i++) {
		put_game(w, s, &p->game[i], top && i == 0 ? 2 : 1);
		s->grid = own ? p->board.grid : s->grid;
	}
	return true;
}

const struct sok_write_ops write_sok_ops = {.state = sizeof(struct sok),
    .begin = write_sok_begin,
    .header = write_sok_header,
    .puzzle = write_sok_puzzle,
    .end = write_sok_end,
    .raw = true};
