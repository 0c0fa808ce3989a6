/* html_source.c - the .sok text that a page gives away and that the reader of
 * pages reads back: what sokfmt writes, byte for byte, in parts that stand
 * where their puzzles are. */
#include <string.h>

#include "base/base.h"
#include "format/html/html.h"
#include "io/io.h"
#include "text/text.h"

bool
html_source_begin(struct sok_writer *writer)
{
	struct page *page = writer->state;
	struct html_source *source = &page->source;
	struct sok_write_options options = {.wrap = SOK_WRAP,
	    .same_game = writer->options.same_game,
	    .name = writer->options.name};

	if (writer->options.link != NULL) /* an index page has none */
		return true;
	source->out = sok_output_memory(&source->bytes);
	source->writer = sok_writer_open(
	    sok_format_find(SOK_STR("sok")), source->out, &options, NULL);
	return source->writer != NULL;
}

void
html_source_header(struct sok_writer *writer, const struct sok_header *header)
{
	struct page *page = writer->state;
	struct html_source *source = &page->source;

	if (source->writer != NULL)
		writer_fails(
		    writer, sok_write_header(source->writer, header) == -1);
}

void
html_source_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct page *page = writer->state;
	struct html_source *source = &page->source;

	if (source->writer == NULL)
		return;
	int written = sok_write(source->writer, puzzle);
	writer_fails(writer, written == -1);
	if (written == 0)
		writer_warn(writer, puzzle, SOK_LOSSY_RULE,
		    "its text is left out of the page: it would not be read "
		    "back as one board");
}

/* Write text as character data.  A page can hold every character but NUL, and
 * those that turn the direction or end lines are written as numbers. */
static void
put_escaped(struct sok_output *out, struct sok_str s)
{
	static const char hex[] = "0123456789ABCDEF";
	size_t from = 0;

	for (size_t i = 0, n; i < s.len; i += n) {
		unsigned char byte = (unsigned char)s.s[i];
		uint32_t c = byte;

		n = 1;
		if (byte >= ' ' && byte < 0x7f && byte != '&' && byte != '<' &&
		    byte != '>')
			continue;
		if (byte >= 0x80)
			n = sok_str_char(sok_str_from(s, i), &c);
		/* Numbers of C1 controls would be read as other characters. */
		if (byte == '\t' || byte == '\n' ||
		    (byte >= 0x80 && (c < 0xa0 || !escape_needed(c))))
			continue;
		sok_out(out, sok_str_sub(s, from, i));
		from = i + n;
		if (c == '&') {
			sok_out(out, SOK_STR("&amp;"));
		} else if (c == '<') {
			sok_out(out, SOK_STR("&lt;"));
		} else if (c == '>') {
			sok_out(out, SOK_STR("&gt;"));
		} else {
			char digit[8];
			size_t left = sizeof(digit);

			for (; c > 0 || left == sizeof(digit); c >>= 4)
				digit[--left] = hex[c & 15];
			sok_out(out, SOK_STR("&#x"));
			sok_out(out,
			    (struct sok_str){
			        digit + left, sizeof(digit) - left});
			sok_outc(out, ';');
		}
	}
	sok_out(out, sok_str_from(s, from));
}

/* A line that is not UTF-8 is shown as windows-1252; the element tells the
 * reader which bytes it had. */
static void
put_bytes(struct sok_writer *writer, struct sok_str line)
{
	bool cut = line.len > 0 && line.s[line.len - 1] == '\n';
	struct sok_str text = sok_str_sub(line, 0, line.len - cut);

	sok_out(writer->out, SOK_STR("<i>"));
	put_escaped(writer->out,
	    writer_made(writer,
	        charset_from(charset_windows1252, &writer->arena, text)));
	sok_out(writer->out, cut ? SOK_STR("</i>\n") : SOK_STR("</i>"));
}

void
html_source_put(struct sok_writer *writer, bool later)
{
	struct page *page = writer->state;
	struct html_source *source = &page->source;

	if (source->writer == NULL ||
	    writer_fails(writer, sok_output_flush(source->out) == -1) ||
	    source->bytes.len == 0)
		return;
	struct sok_str rest = sok_buf_str(&source->bytes);
	sok_out(writer->out, SOK_STR(HTML_SOURCE));
	if (later) {
		sok_out(writer->out, SOK_STR(" data-after=\""));
		sok_out_number(writer->out, page->id);
		sok_outc(writer->out, '"');
	}
	sok_out(writer->out, SOK_STR(">\n"));
	if (sok_str_utf8(rest)) {
		put_escaped(writer->out, rest);
	} else {
		while (rest.len > 0) {
			size_t n = sok_str_find(rest, SOK_STR("\n"));
			struct sok_str line = sok_str_sub(rest, 0, n + 1);

			if (sok_str_utf8(line))
				put_escaped(writer->out, line);
			else
				put_bytes(writer, line);
			rest = sok_str_from(rest, line.len);
		}
	}
	sok_out(writer->out, SOK_STR("</pre>\n"));
	source->bytes.len = 0;
}

void
html_source_close(struct sok_writer *writer)
{
	struct page *page = writer->state;
	struct html_source *source = &page->source;

	(void)sok_writer_close(source->writer);
	if (source->out != NULL)
		(void)sok_output_close(source->out, false);
	sok_buf_free(&source->bytes);
}
