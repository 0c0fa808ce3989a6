/* write_html.c - a collection as one page, on which its puzzles are played.  It
 * loads nothing; its policy allows only this style sheet and this script. */
#include "base/base.h"
#include "format/format.h"
#include "format/html/html.h"
#include "io/io.h"
#include "text/text.h"

/* The style, the script, and the elements that it copies, with hashes for the
 * policy (html/page/, by html/embed). */
extern const struct sok_str html_style, html_style_hash, html_script,
    html_script_hash, html_controls, html_icon;

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
	struct sok_str open =
	    top ? SOK_STR("<h1 dir=\"auto\">") : SOK_STR("<h2 dir=\"auto\">");
	const char *up = top ? w->o.up : NULL;

	sok_out(w->out, SOK_STR("<header>\n"));
	sok_out(w->out, open);
	if (up != NULL)
		html_link(w, sok_str(up));
	xml_text(w, "", title, up != NULL ? "</a>" : "");
	sok_out(w->out, top ? SOK_STR("</h1>\n") : SOK_STR("</h2>\n"));
	html_author(w, h->author);
	if (!w->o.single)
		html_notes(w, &h->text, true, title, h->author);
	html_source_put(w, !top);
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
	sok_out(w->out,
	    SOK_STR("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	            "<meta charset=\"utf-8\">\n" HTML_GENERATOR " " SOK_VERSION
	            "\">\n"
	            "<meta http-equiv=\"Content-Security-Policy\" content=\""
	            "default-src 'none'; base-uri 'none'; form-action 'none'; "
	            "img-src data:; worker-src blob:; style-src '"));
	sok_out(w->out, html_style_hash);
	sok_out(w->out, SOK_STR("'; script-src '"));
	sok_out(w->out, w->o.link != NULL ? SOK_STR("none") : html_script_hash);
	sok_out(w->out,
	    SOK_STR("'\">\n<meta name=\"viewport\" "
	            "content=\"width=device-width, initial-scale=1\">\n"
	            "<meta name=\"color-scheme\" content=\"light dark\">\n"));
	html_summary(
	    w, named ? p->title : SOK_STR(""), title, s->header.author);
	sok_out(w->out, html_icon);
	sok_out(w->out, SOK_STR("<style>"));
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

	html_source_header(w, h);
	if (s->topped) {
		put_header(w, h, false);
		return;
	}
	s->header = *h;
	/* The header is repeated on every page of a folder. */
	if (w->o.single && w->headless != h->file)
		html_lost_remarks(w, &h->text);
	w->headless = h->file;
	if (!w->o.single)
		put_top(w, NULL);
}

static bool
html_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle own = *p;

	put_top(w, p);
	html_source_puzzle(w, p);
	/* The text keeps its macros; what is shown does not. */
	if (sok_uses_macros(p) &&
	    writer_fails(w,
	        sok_puzzle_copy(&own, p, &w->arena) == -1 ||
	            sok_expand_macros(
	                &own, p->header, NULL, w->sink, &w->arena) == -1))
		return true;
	html_article(w, &own);
	return true;
}

/* What ends a page of one puzzle: links to the pages beside it come before. */
static const struct sok_str single_end =
    SOK_STR_INIT("</nav>\n</body>\n</html>\n");

/* A link to a page of the same folder, with a relation as its class and text.
 */
static void
put_page_link(struct sok_output *o, const char *rel, const char *text,
    struct sok_str name)
{
	sok_outf(o, "<a rel=\"%s\" href=\"", rel);
	html_address(o, name);
	sok_outf(o, "\">%s</a>\n", text);
}

int
sok_page_link_next(struct sok_buf *page, struct sok_str name)
{
	struct sok_output *o = sok_output_memory(page);

	if (o == NULL)
		return -1;
	page->len -= single_end.len;
	put_page_link(o, "next", "Next", name);
	sok_out(o, single_end);
	return sok_output_close(o, true);
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
	if (w->o.single && w->o.link == NULL) {
		sok_out(w->out, SOK_STR("<nav class=\"pages\">\n"));
		if (w->o.before != NULL && w->o.before->len > 0)
			put_page_link(w->out, "prev", "Previous", *w->o.before);
		sok_out(w->out, single_end);
		return;
	}
	sok_out(w->out, SOK_STR("</body>\n</html>\n"));
}

const struct sok_write_ops write_html_ops = {.state = sizeof(struct page),
    .begin = html_source_begin,
    .header = html_header,
    .puzzle = html_puzzle,
    .end = html_end,
    .close = html_source_close,
    .author = true,
    .bare = true};
