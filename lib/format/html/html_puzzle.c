/*
 * html_puzzle.c - a puzzle on a page: its picture, what is known about it, and
 * its games with what a replay says of them.
 */
#include "format/html/html.h"
#include "format/picture/picture.h"
#include "play/position.h"
#include "tools.h"

/* ---- games */

/*
 * The moves for the script to play: as far as they are played, pushes in
 * capitals.  The script needs no rules for what cannot happen then.
 */
static struct sok_str
playable(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r)
{
	struct sok_replay mark = {.verdict = r->verdict};
	struct sok_game own = *g;
	size_t n = play_mark(g, &mark);

	if (r->verdict == SOK_ILLEGAL && r->fail_at < n)
		n = r->fail_at;
	if (r->wrong_case || r->verdict == SOK_ILLEGAL)
		writer_fails(w, sok_game_recase(p, &own, &w->arena) == -1);
	return sok_str_sub(own.moves, 0, n);
}

static const char *
plural(size_t n)
{
	return n == 1 ? "" : "s";
}

static void
put_verdict(
    struct sok_writer *w, const struct sok_game *g, const struct sok_replay *r)
{
	struct sok_output *o = w->out;
	size_t m = r->at.moves, n = r->at.pushes;
	size_t off = r->boxes_off + r->boxes_off_outside;

	sok_outf(o, "<p class=\"verdict\">");
	if (r->mode == SOK_REVERSE)
		sok_outf(o, "In reverse. ");
	if (r->verdict == SOK_NOT_SUPPORTED)
		sok_outf(o, "Not replayed: %s", r->reason);
	else if (r->verdict == SOK_ILLEGAL)
		sok_outf(o, "Stops at move %zu: %s", r->fail_move, r->reason);
	else
		sok_outf(o, "%s%zu move%s, %zu push%s",
		    r->verdict == SOK_SOLVED ? "Solved in "
		        : sok_game_claims(g) ? "Not solved after "
		                             : "",
		    m, plural(m), n, n == 1 ? "" : "es");
	if (r->verdict == SOK_UNSOLVED && off > 0)
		sok_outf(o, ", %zu box%s off goal", off, off == 1 ? "" : "es");
	sok_outf(o, "</p>\n");
}

static void
put_game(struct sok_writer *w, const struct sok_puzzle *p, size_t i,
    struct sok_position *position)
{
	const struct sok_game *g = &p->game[i];
	struct sok_replay_options o = {.no_final = true, .position = position};
	struct sok_str play;
	struct sok_replay r;

	if (writer_fails(w, sok_replay(p, g, &o, &r, &w->arena) == -1))
		return;
	play = playable(w, p, g, &r);
	sok_outf(w->out, "<section class=\"game\" data-verdict=\"%s\"%s",
	    sok_verdict_name[r.verdict],
	    r.mode == SOK_REVERSE ? " data-mode=\"reverse\"" : "");
	if (!sok_str_eq(play, g->moves))
		xml_text(w, " data-moves=\"", play, "\"");
	sok_out(w->out, SOK_STR(">\n"));
	if (g->title.len == 0)
		sok_outf(w->out, "<h3>Game %zu</h3>\n", i + 1);
	else
		xml_text(w, "<h3 dir=\"auto\">", g->title, "</h3>\n");
	put_verdict(w, g, &r);
	html_notes(w, &g->text, g->title, SOK_STR(""));
	xml_text(w, "<details><summary>Show the moves</summary><code>",
	    g->moves, "</code></details>\n</section>\n");
}

static void
put_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_position *position = NULL;

	if (p->has_board && p->ngames > 0) {
		position = sok_position_open(p, &w->arena);
		if (writer_fails(w, position == NULL))
			return;
	}
	for (size_t i = 0; i < p->ngames; i++)
		put_game(w, p, i, position);
}

/* ---- the puzzle */

/* The numbers that the picture shows. */
static void
put_facts(struct sok_output *o, const struct sok_board *b, const char *by)
{
	sok_outf(o, "%d%s%d, %zu box%s", b->width, by, b->height, b->boxes,
	    b->boxes == 1 ? "" : "es");
}

static void
put_picture(struct sok_writer *w, const struct sok_board *b)
{
	struct picture_box box = picture_box(b);

	sok_outf(w->out, "<svg role=\"img\" aria-label=\"Board, ");
	put_facts(w->out, b, " by ");
	sok_outf(w->out, "\" viewBox=\"%g %g %g %g\" width=\"%.0f\"", box.x,
	    box.y, box.width, box.height, box.width * PICTURE_PIXELS);
	picture_grid_data(w->out, b->grid);
	sok_out(w->out, SOK_STR(">\n"));
	picture_layers(w, b);
	sok_out(w->out, SOK_STR("</svg>\n"));
}

/* Of a page with several puzzles, how many. */
static void
put_caption(struct sok_writer *w, const struct sok_puzzle *p)
{
	size_t n = w->o.count != NULL ? *w->o.count : 0;

	if (!p->has_board && w->o.count == NULL)
		return;
	sok_out(w->out, SOK_STR("<p class=\"facts\">"));
	if (w->o.count != NULL)
		sok_outf(w->out, "%zu puzzle%s", n, plural(n));
	else
		put_facts(w->out, &p->board, " \xc3\x97 ");
	sok_out(w->out, SOK_STR("</p>\n"));
}

/* Boards that need more room than others have it. */
static const char *
class_of(const struct sok_board *b)
{
	return b->width > 40 ? "puzzle huge"
	    : b->width > 20  ? "puzzle wide"
	                     : "puzzle";
}

/* The title, on a page that lists others a link. */
static void
put_title_heading(struct sok_writer *w, const struct sok_puzzle *p)
{
	sok_out(w->out, SOK_STR("<h2 dir=\"auto\">"));
	if (w->o.link != NULL)
		html_link(w, *w->o.link);
	if (p->title.len == 0)
		sok_outf(w->out, "Puzzle %zu", p->number);
	else
		xml_text(w, "", p->title, "");
	sok_outf(w->out, "%s</h2>\n", w->o.link != NULL ? "</a>" : "");
}

void
html_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	/* The header has that of the collection. */
	struct sok_str author = sok_text_get(&p->text, SOK_STR("Author"));

	sok_outf(w->out, "<article class=\"%s\">\n", class_of(&p->board));
	put_title_heading(w, p);
	html_author(w, author);
	if (p->has_board)
		put_picture(w, &p->board);
	put_caption(w, p);
	if (w->o.link == NULL) {
		html_notes(w, &p->text, p->title, author);
		put_games(w, p);
	}
	sok_out(w->out, SOK_STR("</article>\n"));
}
