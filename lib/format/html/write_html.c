/* write_html.c - a collection as one page, with games that scripts can play.
 * It loads nothing; its policy allows only this style sheet and this script. */
#include "format/picture/picture.h"
#include "play/position.h"
#include "text/key.h"

/* page.css, player.js, the controls that it copies, hashes for the policy. */
extern const struct sok_str html_style, html_style_hash, html_script,
    html_script_hash, html_controls;

static void
put_author(struct sok_writer *w, struct sok_str name)
{
	if (name.len > 0)
		xml_text(
		    w, "<p class=\"author\" dir=\"auto\">", name, "</p>\n");
}

/* A link to another page in the same folder. */
static void
put_link(struct sok_writer *w, struct sok_str name)
{
	sok_out(w->out, SOK_STR("<a href=\""));
	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];

		if (sok_is_letter(c) || sok_is_digit(c) || c == '-' ||
		    c == '_' || c == '.' || c == '/')
			sok_outc(w->out, c);
		else
			sok_outf(w->out, "%%%02X", (unsigned char)c);
	}
	sok_out(w->out, SOK_STR("\">"));
}

/* Count the remarks for readers of the file, which are not shown. */
static void
lost_remarks(struct sok_writer *w, const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++)
		writer_lost(w, NULL, "remark", "remarks",
		    sok_str_starts(t->line[i], SOK_STR("::")));
}

/* Longer notes are collapsed. */
#define NOTES_OPEN 8

/* Write the lines of a text, if there are any, with single blank lines and
 * without remarks for readers of the file, marks of comment blocks, and keys
 * with the values a and b, which are shown elsewhere. */
static void
put_notes(struct sok_writer *w, const struct sok_text *t, struct sok_str a,
    struct sok_str b)
{
	struct sok_str *line = sok_arena_alloc(&w->arena, t->n, sizeof(*line));
	size_t n = 0;

	if (writer_fails(w, line == NULL))
		return;
	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i], key, value;

		if (sok_str_starts(s, SOK_STR("::")) ||
		    comment_mark(s, NULL) != COMMENT_NONE ||
		    (sok_key_split(s, &key, &value) && value.len > 0 &&
		        (value.s == a.s || value.s == b.s)))
			continue;
		if (s.len > 0 || (n > 0 && line[n - 1].len > 0))
			line[n++] = s;
	}
	n -= n > 0 && line[n - 1].len == 0;
	lost_remarks(w, t);
	if (n == 0)
		return;
	if (n > NOTES_OPEN)
		sok_out(w->out, SOK_STR("<details><summary>Notes</summary>\n"));
	for (size_t i = 0; i < n; i++)
		xml_text(w, i == 0 ? "<p class=\"notes\" dir=\"auto\">" : "\n",
		    line[i], "");
	sok_out(w->out, SOK_STR("</p>\n"));
	if (n > NOTES_OPEN)
		sok_out(w->out, SOK_STR("</details>\n"));
}

/* ---- games */

static void
put_verdict(struct sok_output *o, const struct sok_replay *r, bool claims)
{
	size_t m = r->at.moves, n = r->at.pushes;
	size_t off = r->boxes_off + r->boxes_off_outside;
	const char *claim = claims ? "Not solved after " : "";

	sok_outf(o, "<p class=\"verdict\">%s",
	    r->mode == SOK_REVERSE ? "In reverse. " : "");
	if (r->verdict == SOK_NOT_SUPPORTED)
		sok_outf(o, "Not replayed: %s", r->reason);
	else if (r->verdict == SOK_ILLEGAL)
		sok_outf(o, "Stops at move %zu: %s", r->fail_move, r->reason);
	else
		sok_outf(o, "%s%zu move%s, %zu push%s",
		    r->verdict == SOK_SOLVED ? "Solved in " : claim, m,
		    m == 1 ? "" : "s", n, n == 1 ? "" : "es");
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
	struct sok_game own = *g;
	struct sok_replay r;

	if (writer_fails(w, sok_replay(p, g, &o, &r, &w->arena) == -1))
		return;
	/* For the script: up to an illegal move, with pushes as capitals. */
	struct sok_replay mark = {.verdict = r.verdict};
	size_t n = play_mark(g, &mark);
	if (r.verdict == SOK_ILLEGAL && r.fail_at < n)
		n = r.fail_at;
	if (r.wrong_case || r.verdict == SOK_ILLEGAL)
		writer_fails(w, sok_game_recase(p, &own, &w->arena) == -1);
	struct sok_str play = sok_str_sub(own.moves, 0, n);

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
	put_verdict(
	    w->out, &r, r.verdict == SOK_UNSOLVED && sok_game_claims(g));
	put_notes(w, &g->text, g->title, SOK_STR(""));
	xml_text(w, "<details><summary>Show the moves</summary><code>",
	    g->moves, "</code></details>\n</section>\n");
}

/* ---- the page */

/* The top of a page with one puzzle names it, so both are written together. */
struct page {
	bool topped;
	struct sok_header header; /* until the top is written */
};

/* The name of the collection, or one made from the input's name. */
static struct sok_str
collection_title(const struct sok_writer *w, const struct sok_header *h)
{
	struct sok_str s = key_collection(&h->text);

	return s.len > 0 ? s : writer_title(w);
}

/* The text of a header.  If there is an index page, its notes are there. */
static void
put_header(struct sok_writer *w, const struct sok_header *h, bool top)
{
	struct sok_str title = collection_title(w, h);
	const char *level = top ? "h1" : "h2", *up = top ? w->o.up : NULL;

	sok_outf(w->out, "<header>\n<%s dir=\"auto\">", level);
	if (up != NULL)
		put_link(w, sok_str(up));
	xml_text(w, "", title, up != NULL ? "</a>" : "");
	sok_outf(w->out, "</%s>\n", level);
	put_author(w, h->author);
	if (!w->o.single)
		put_notes(w, &h->text, title, h->author);
	sok_out(w->out, SOK_STR("</header>\n"));
}

static void
put_top(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct page *s = w->state;
	bool named = w->o.single && p != NULL && p->title.len > 0;

	if (s->topped)
		return;
	s->topped = true;
	struct sok_str title = collection_title(w, &s->header);
	sok_outf(w->out,
	    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	    "<meta charset=\"utf-8\">\n"
	    "<meta http-equiv=\"Content-Security-Policy\" content=\""
	    "default-src 'none'; base-uri 'none'; form-action 'none'; "
	    "style-src '%s'; script-src '%s'\">\n"
	    "<meta name=\"viewport\" "
	    "content=\"width=device-width, initial-scale=1\">\n"
	    "<meta name=\"color-scheme\" content=\"light dark\">\n",
	    html_style_hash.s, w->o.link != NULL ? "none" : html_script_hash.s);
	if (named)
		xml_text(w, "<title>", p->title, "");
	xml_text(w, named ? " - " : "<title>", title, "</title>\n<style>");
	sok_out(w->out, html_style);
	sok_out(w->out,
	    SOK_STR("</style>\n</head>\n<body>\n"
	            "<svg class=\"tiles\" width=\"0\" height=\"0\" "
	            "aria-hidden=\"true\">\n"));
	sok_out(w->out, picture_tiles);
	picture_patterns(w->out);
	sok_out(w->out, SOK_STR("</svg>\n"));
	put_header(w, &s->header, true);
	sok_out(w->out, SOK_STR("<main>\n"));
}

static void
html_header(struct sok_writer *w, const struct sok_header *h)
{
	struct page *s = w->state;

	if (s->topped) {
		put_header(w, h, false);
		return;
	}
	s->header = *h;
	/* The header is repeated on every page of a folder. */
	if (w->o.single && w->headless != h->file)
		lost_remarks(w, &h->text);
	w->headless = h->file;
	if (!w->o.single)
		put_top(w, NULL);
}

/* The numbers that the picture shows. */
static void
put_facts(struct sok_output *o, const struct sok_board *b, const char *by)
{
	sok_outf(o, "%d%s%d, %zu box%s", b->width, by, b->height, b->boxes,
	    b->boxes == 1 ? "" : "es");
}

static bool
html_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	/* The header shows the author of the collection. */
	struct sok_str author = sok_text_get(&p->text, SOK_STR("Author"));
	const struct sok_board *b = &p->board;
	struct picture_box at = picture_box(b);
	/* Large boards get more room. */
	const char *room = b->width > 40 ? " huge" : " wide";

	put_top(w, p);
	sok_outf(w->out, "<article class=\"puzzle%s\">\n<h2 dir=\"auto\">",
	    b->width > 20 ? room : "");
	if (w->o.link != NULL)
		put_link(w, *w->o.link);
	if (p->title.len == 0)
		sok_outf(w->out, "Puzzle %zu", p->number);
	else
		xml_text(w, "", p->title, "");
	sok_outf(w->out, "%s</h2>\n", w->o.link != NULL ? "</a>" : "");
	put_author(w, author);
	if (p->has_board) {
		sok_outf(w->out, "<svg role=\"img\" aria-label=\"Board, ");
		put_facts(w->out, b, " by ");
		sok_outf(w->out, "\" viewBox=\"%g %g %g %g\" width=\"%.0f\"",
		    at.x, at.y, at.width, at.height, at.width * PICTURE_PIXELS);
		picture_grid_data(w->out, b->grid);
		sok_out(w->out, SOK_STR(">\n"));
		picture_layers(w, b);
		sok_out(w->out, SOK_STR("</svg>\n"));
	}
	/* A page of several puzzles tells their number. */
	if (p->has_board || w->o.count != NULL) {
		sok_out(w->out, SOK_STR("<p class=\"facts\">"));
		if (w->o.count != NULL)
			sok_outf(w->out, "%zu puzzle%s", *w->o.count,
			    *w->o.count == 1 ? "" : "s");
		else
			put_facts(w->out, b, " \xc3\x97 ");
		sok_out(w->out, SOK_STR("</p>\n"));
	}
	if (w->o.link == NULL) {
		put_notes(w, &p->text, p->title, author);
		struct sok_position *position = write_position(w, p);
		for (size_t i = 0; i < p->ngames; i++)
			put_game(w, p, i, position);
	}
	sok_out(w->out, SOK_STR("</article>\n"));
	return true;
}

static void
html_end(struct sok_writer *w)
{
	put_top(w, NULL);
	sok_out(w->out, SOK_STR("</main>\n"));
	if (w->o.link == NULL) {
		sok_out(w->out, html_controls);
		sok_out(w->out, SOK_STR("<script>"));
		sok_out(w->out, html_script);
		sok_out(w->out, SOK_STR("</script>\n"));
	}
	sok_out(w->out, SOK_STR("</body>\n</html>\n"));
}

const struct sok_write_ops write_html_ops = {.state = sizeof(struct page),
    .header = html_header,
    .puzzle = html_puzzle,
    .end = html_end,
    .author = true,
    .bare = true};
