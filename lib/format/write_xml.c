/* write_xml.c - text in XML and HTML. */
#include <string.h>

#include "base/base.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

void
xml_text(struct sok_writer *writer, const char *start, struct sok_str s,
    const char *end)
{
	static const char special[] = "&<>\"";
	static const char *const entity[] = {"amp", "lt", "gt", "quot"};
	/* A page would show C1 controls as letters of windows-1252. */
	bool page = writer->format->writer == &write_html_ops;

	sok_out(writer->out, sok_str(start));
	s = writer_utf8(writer, s);
	for (size_t n; s.len > 0; s = sok_str_from(s, n)) {
		uint32_t c = 0;

		n = 0;
		while (n < s.len && s.s[n] >= 0x20 && s.s[n] < 0x7f &&
		    s.s[n] != '&' && s.s[n] != '<' && s.s[n] != '>' &&
		    s.s[n] != '"')
			n++;
		if (n > 0) {
			sok_out(writer->out, sok_str_sub(s, 0, n));
			continue;
		}
		n = sok_str_char(s, &c);
		const char *found = c < 0x80 ? strchr(special, (int)c) : NULL;
		if (n == 0 || c == 0xfffe || c == 0xffff ||
		    (c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
		    (page && c >= 0x80 && c < 0xa0)) {
			sok_out(writer->out, SOK_STR("\xef\xbf\xbd"));
			writer->marked++;
			n += n == 0;
		} else if (found != NULL) {
			sok_outf(writer->out, "&%s;", entity[found - special]);
		} else if (escape_needed(c)) {
			sok_outf(writer->out, "&#x%X;", (unsigned)c);
		} else {
			sok_out(writer->out, sok_str_sub(s, 0, n));
		}
	}
	sok_out(writer->out, sok_str(end));
}
