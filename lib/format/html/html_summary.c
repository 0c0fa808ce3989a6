/* html_summary.c - what chat programs and social sites show of a page when
 * somebody sends a link to it: its name, a line about it, and a picture.  They
 * read the head of the page alone, and want whole addresses. */
#include "base/base.h"
#include "format/format.h"
#include "format/html/html.h"
#include "io/io.h"
#include "text/text.h"

/* The part of an address up to the last slash of its path; all of it if it has
 * no path. */
static struct sok_str
url_folder(struct sok_str url)
{
	size_t host = sok_str_find(url, SOK_STR("://")) + 3, n = url.len;

	while (n > host && url.s[n - 1] != '/')
		n--;
	return n > host ? sok_str_sub(url, 0, n) : url;
}

/* Write the address of the page, or that of another file in its folder. */
static void
put_url(struct sok_writer *writer, const char *start,
    const struct sok_str *other, const char *end)
{
	struct sok_str url = sok_str(writer->options.url),
	               folder = url_folder(url);
	struct sok_str name = other != NULL ? *other : *writer->options.page;
	bool whole = other == NULL && folder.len < url.len;
	bool slash = folder.len > 0 && folder.s[folder.len - 1] == '/';

	xml_text(writer, start, whole ? url : folder, "");
	if (!whole && !slash)
		sok_outc(writer->out, '/');
	/* A folder has the address of its index page. */
	if (!whole &&
	    (other != NULL || !sok_str_eq(name, SOK_STR("index.html"))))
		html_address(writer->out, name);
	sok_out(writer->out, sok_str(end));
}

static void
put_picture(struct sok_writer *writer, struct sok_str title)
{
	struct sok_str picture = writer_made(
	    writer, sok_preview_name(*writer->options.page, &writer->arena));

	put_url(writer, "<link rel=\"canonical\" href=\"", NULL, "\">\n");
	put_url(writer, "<meta property=\"og:url\" content=\"", NULL, "\">\n");
	put_url(writer, "<meta property=\"og:image\" content=\"", &picture,
	    "\">\n");
	sok_outf(writer->out,
	    "<meta property=\"og:image:type\" content=\"image/png\">\n"
	    "<meta property=\"og:image:width\" content=\"%d\">\n"
	    "<meta property=\"og:image:height\" content=\"%d\">\n",
	    SOK_PREVIEW_WIDTH, SOK_PREVIEW_HEIGHT);
	xml_text(writer,
	    "<meta property=\"og:image:alt\" content=\"A Sokoban board: ",
	    title, "\">\n");
	sok_out(writer->out,
	    SOK_STR("<meta name=\"twitter:card\" "
	            "content=\"summary_large_image\">\n"));
}

void
html_summary(struct sok_writer *writer, struct sok_str puzzle,
    struct sok_str collection, struct sok_str author)
{
	struct sok_str title = collection;

	/* Out of its collection, a puzzle named `1` has no name. */
	if (puzzle.len > 0) {
		puzzle = writer_utf8(writer, puzzle);
		collection = writer_utf8(writer, collection);
		title = WRITER_FMT(writer, "%.*s - %.*s", (int)puzzle.len,
		    puzzle.s, (int)collection.len, collection.s);
	}
	xml_text(writer, "<title>", title, "</title>\n");
	xml_text(
	    writer, "<meta property=\"og:title\" content=\"", title, "\">\n");
	xml_text(writer,
	    "<meta name=\"description\" content=\"Sokoban: ", title, "");
	if (author.len > 0)
		xml_text(writer, ", by ", author, "");
	sok_out(writer->out,
	    SOK_STR("\">\n<meta property=\"og:type\" content=\"website\">\n"));
	if (writer->options.url != NULL && writer->options.page != NULL)
		put_picture(writer, title);
}
