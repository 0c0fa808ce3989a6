/* xml.c - escapes text for the writers of XML and HTML. */
#include <string.h>

#include "format/write_text.h"
#include "tools.h"

/* A page would show C1 controls as letters of windows-1252. */
static bool
is_illegal(const struct sok_writer *w, uint32_t c)
{
	bool page = w->format->writer == &write_html_ops;

	return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
	    (page && c >= 0x80 && c < 0xa0) || c == 0xfffe || c == 0xffff;
}

static bool
is_plain(char c)
{
	return c >= 0x20 && c < 0x7f && c != '&' && c != '<' && c != '>' &&
	    c != '"';
}

/* Write the character at the start of s, which is not plain: its length. */
static size_t
put_special(struct sok_writer *w, struct sok_str s)
{
	static const char special[] = "&<>\"";
	static const char *const entity[] = {"amp", "lt", "gt", "quot"};
	uint32_t c = 0;
	size_t n = sok_str_char(s, &c);
	const char *found = c < 0x80 ? strchr(special, (int)c) : NULL;

	if (n == 0 || is_illegal(w, c)) {
		sok_out(w->out, SOK_STR("\xef\xbf\xbd"));
		w->marked++;
	} else if (found != NULL) {
		sok_outf(w->out, "&%s;", entity[found - special]);
	} else if (escape_needed(c)) {
		sok_outf(w->out, "&#x%X;", (unsigned)c);
	} else {
		sok_out(w->out, sok_str_sub(s, 0, n));
	}
	return n > 0 ? n : 1;
}

void
xml_text(
    struct sok_writer *w, const char *start, struct sok_str s, const char *end)
{
	sok_out(w->out, sok_str(start));
	s = writer_utf8(w, s);
	for (size_t i = 0, from; i < s.len;) {
		for (from = i; i < s.len && is_plain(s.s[i]); i++)
			continue;
		sok_out(w->out, sok_str_sub(s, from, i));
		if (i < s.len)
			i += put_special(w, sok_str_from(s, i));
	}
	sok_out(w->out, sok_str(end));
}
