/* html_source.c - the .sok text that a page gives away and that the reader of
 * pages reads back: what sokfmt writes, byte for byte, in parts that stand
 * where their puzzles are. */
#include <string.h>

#include "base/base.h"
#include "format/html/html.h"
#include "io/io.h"
#include "text/text.h"

bool
html_source_begin(struct sok_writer *w)
{
	struct page *page = w->state;
	struct html_source *s = &page->source;
	struct sok_write_options o = {
	    .wrap = SOK_WRAP, .same_game = w->o.same_game, .name = w->o.name};

	if (w->o.link != NULL) /* an index page has none */
		return true;
	s->out = sok_output_memory(&s->bytes);
	s->writer =
	    sok_writer_open(sok_format_find(SOK_STR("sok")), s->out, &o, NULL);
	return s->writer != NULL;
}

void
html_source_header(struct sok_writer *w, const struct sok_header *h)
{
	struct page *page = w->state;
	struct html_source *s = &page->source;

	if (s->writer != NULL)
		writer_fails(w, sok_write_header(s->writer, h) == -1);
}

void
html_source_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct page *page = w->state;
	struct html_source *s = &page->source;

	if (s->writer == NULL)
		return;
	int written = sok_write(s->writer, p);
	writer_fails(w, written == -1);
	if (written == 0)
		writer_warn(w, p, SOK_LOSSY_RULE,
		    "its text is left out of the page: it would not be read "
		    "back as one board");
}

/* Write text as character data.  A page can hold every character but NUL, and
 * those that turn the direction or end lines are written as numbers. */
static void
put_escaped(struct sok_output *o, struct sok_str s)
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
		sok_out(o, sok_str_sub(s, from, i));
		from = i + n;
		if (c == '&') {
			sok_out(o, SOK_STR("&amp;"));
		} else if (c == '<') {
			sok_out(o, SOK_STR("&lt;"));
		} else if (c == '>') {
			sok_out(o, SOK_STR("&gt;"));
		} else {
			char digit[8];
			size_t left = sizeof(digit);

			for (; c > 0 || left == sizeof(digit); c >>= 4)
				digit[--left] = hex[c & 15];
			sok_out(o, SOK_STR("&#x"));
			sok_out(o,
			    (struct sok_str){
			        digit + left, sizeof(digit) - left});
			sok_outc(o, ';');
		}
	}
	sok_out(o, sok_str_from(s, from));
}

/* A line that is not UTF-8 is shown as windows-1252; the element tells the
 * reader which bytes it had. */
static void
put_bytes(struct sok_writer *w, struct sok_str line)
{
	bool cut = line.len > 0 && line.s[line.len - 1] == '\n';
	struct sok_str text = sok_str_sub(line, 0, line.len - cut);

	sok_out(w->out, SOK_STR("<i>"));
	put_escaped(w->out,
	    writer_made(w, charset_from(charset_windows1252, &w->arena, text)));
	sok_out(w->out, cut ? SOK_STR("</i>\n") : SOK_STR("</i>"));
}

void
html_source_put(struct sok_writer *w, bool later)
{
	struct page *page = w->state;
	struct html_source *s = &page->source;

	if (s->writer == NULL ||
	    writer_fails(w, sok_output_flush(s->out) == -1) ||
	    s->bytes.len == 0)
		return;
	struct sok_str rest = sok_buf_str(&s->bytes);
	sok_out(w->out, SOK_STR(HTML_SOURCE));
	if (later) {
		sok_out(w->out, SOK_STR(" data-after=\""));
		sok_out_number(w->out, page->id);
		sok_outc(w->out, '"');
	}
	sok_out(w->out, SOK_STR(">\n"));
	if (sok_str_utf8(rest)) {
		put_escaped(w->out, rest);
	} else {
		while (rest.len > 0) {
			size_t n = sok_str_find(rest, SOK_STR("\n"));
			struct sok_str line = sok_str_sub(rest, 0, n + 1);

			if (sok_str_utf8(line))
				put_escaped(w->out, line);
			else
				put_bytes(w, line);
			rest = sok_str_from(rest, line.len);
		}
	}
	sok_out(w->out, SOK_STR("</pre>\n"));
	s->bytes.len = 0;
}

void
html_source_close(struct sok_writer *w)
{
	struct page *page = w->state;
	struct html_source *s = &page->source;

	(void)sok_writer_close(s->writer);
	if (s->out != NULL)
		(void)sok_output_close(s->out, false);
	sok_buf_free(&s->bytes);
}
