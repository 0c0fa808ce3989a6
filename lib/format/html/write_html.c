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
collection_title(
    const struct sok_writer *writer, const struct sok_header *header)
{
	struct sok_str s = key_collection(&header->text);

	return s.len > 0 ? s : writer_title(writer);
}

/* The text of a header.  If there is an index page, its notes are there. */
static void
put_header(struct sok_writer *writer, const struct sok_header *header, bool top)
{
	struct sok_str title = collection_title(writer, header);
	struct sok_str open =
	    top ? SOK_STR("<h1 dir=\"auto\">") : SOK_STR("<h2 dir=\"auto\">");
	const char *up = top ? writer->options.up : NULL;

	sok_out(writer->out, SOK_STR("<header>\n"));
	sok_out(writer->out, open);
	if (up != NULL)
		html_link(writer, sok_str(up));
	xml_text(writer, "", title, up != NULL ? "</a>" : "");
	sok_out(writer->out, top ? SOK_STR("</h1>\n") : SOK_STR("</h2>\n"));
	html_author(writer, header->author);
	if (!writer->options.single)
		html_notes(writer, &header->text, true, title, header->author);
	html_source_put(writer, !top);
	sok_out(writer->out, SOK_STR("</header>\n"));
}

static void
put_top(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct page *page = writer->state;
	bool named =
	    writer->options.single && puzzle != NULL && puzzle->title.len > 0;

	if (page->topped)
		return;
	page->topped = true;
	struct sok_str title = collection_title(writer, &page->header);
	sok_out(writer->out,
	    SOK_STR("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	            "<meta charset=\"utf-8\">\n" HTML_GENERATOR " " SOK_VERSION
	            "\">\n"
	            "<meta http-equiv=\"Content-Security-Policy\" content=\""
	            "default-src 'none'; base-uri 'none'; form-action 'none'; "
	            "img-src data:; worker-src blob:; style-src '"));
	sok_out(writer->out, html_style_hash);
	sok_out(writer->out, SOK_STR("'; script-src '"));
	sok_out(writer->out,
	    writer->options.link != NULL ? SOK_STR("none") : html_script_hash);
	sok_out(writer->out,
	    SOK_STR("'\">\n<meta name=\"viewport\" "
	            "content=\"width=device-width, initial-scale=1\">\n"
	            "<meta name=\"color-scheme\" content=\"light dark\">\n"));
	html_summary(writer, named ? puzzle->title : SOK_STR(""), title,
	    page->header.author);
	sok_out(writer->out, html_icon);
	sok_out(writer->out, SOK_STR("<style>"));
	sok_out(writer->out, html_style);
	sok_out(writer->out,
	    SOK_STR("</style>\n</head>\n<body>\n"
	            "<svg class=\"tiles\" width=\"0\" height=\"0\" "
	            "aria-hidden=\"true\">\n"));
	sok_out(writer->out, picture_tiles);
	picture_patterns(writer->out);
	sok_out(writer->out, SOK_STR("</svg>\n"));
	put_header(writer, &page->header, true);
	sok_out(writer->out, SOK_STR("<main>\n"));
}

static void
html_header(struct sok_writer *writer, const struct sok_header *header)
{
	struct page *page = writer->state;

	html_source_header(writer, header);
	if (page->topped) {
		put_header(writer, header, false);
		return;
	}
	page->header = *header;
	/* The header is repeated on every page of a folder. */
	if (writer->options.single && writer->headless != header->file)
		html_lost_remarks(writer, &header->text);
	writer->headless = header->file;
	if (!writer->options.single)
		put_top(writer, NULL);
}

static bool
html_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok_puzzle own = *puzzle;

	put_top(writer, puzzle);
	html_source_puzzle(writer, puzzle);
	/* The text keeps its macros; what is shown does not. */
	if (sok_uses_macros(puzzle) &&
	    writer_fails(writer,
	        sok_puzzle_copy(&own, puzzle, &writer->arena) == -1 ||
	            sok_expand_macros(&own, puzzle->header, NULL, writer->sink,
	                &writer->arena) == -1))
		return true;
	html_article(writer, &own);
	return true;
}

/* What ends a page of one puzzle: links to the pages beside it come before. */
static const struct sok_str single_end =
    SOK_STR_INIT("</nav>\n</body>\n</html>\n");

/* A link to a page of the same folder, with a relation as its class and text.
 */
static void
put_page_link(struct sok_output *out, const char *rel, const char *text,
    struct sok_str name)
{
	sok_outf(out, "<a rel=\"%s\" href=\"", rel);
	html_address(out, name);
	sok_outf(out, "\">%s</a>\n", text);
}

int
sok_page_link_next(struct sok_buf *page, struct sok_str name)
{
	struct sok_output *out = sok_output_memory(page);

	if (out == NULL)
		return -1;
	page->len -= single_end.len;
	put_page_link(out, "next", "Next", name);
	sok_out(out, single_end);
	return sok_output_close(out, true);
}

static void
html_end(struct sok_writer *writer)
{
	put_top(writer, NULL);
	sok_out(writer->out, SOK_STR("</main>\n"));
	if (writer->options.link == NULL) {
		sok_out(writer->out, html_controls);
		sok_out(writer->out, SOK_STR("<script>"));
		sok_out(writer->out, html_script);
		sok_out(writer->out, SOK_STR("</script>\n"));
	}
	if (writer->options.single && writer->options.link == NULL) {
		sok_out(writer->out, SOK_STR("<nav class=\"pages\">\n"));
		if (writer->options.before != NULL &&
		    writer->options.before->len > 0)
			put_page_link(writer->out, "prev", "Previous",
			    *writer->options.before);
		sok_out(writer->out, single_end);
		return;
	}
	sok_out(writer->out, SOK_STR("</body>\n</html>\n"));
}

const struct sok_write_ops write_html_ops = {.state = sizeof(struct page),
    .begin = html_source_begin,
    .header = html_header,
    .puzzle = html_puzzle,
    .end = html_end,
    .close = html_source_close,
    .author = true,
    .bare = true,
    .defines = true};
