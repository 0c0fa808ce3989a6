/* xml.c - escapes text for the writers of XML. */
#include "format/slc/xml.h"
#include "tools.h"

static bool
is_illegal(uint32_t c)
{
	return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') ||
	    c == 0xfffe || c == 0xffff;
}

/* What stands for an ASCII character that cannot stand for itself. */
static struct sok_str
entity(uint32_t c)
{
	switch (c) {
	case '&':
		return SOK_STR("&amp;");
	case '<':
		return SOK_STR("&lt;");
	case '>':
		return SOK_STR("&gt;");
	case '"':
		return SOK_STR("&quot;");
	default:
		return (struct sok_str){NULL, 0};
	}
}

static bool
is_plain_char(char c)
{
	return c >= 0x20 && c < 0x7f && c != '&' && c != '<' && c != '>' &&
	    c != '"';
}

/* Write the character at the start of s, which is not plain: its length. */
static size_t
put_special(struct sok_output *o, struct sok_str s, size_t *illegal)
{
	uint32_t c = 0;
	size_t n = sok_str_char(s, &c);
	struct sok_str e = entity(c);

	if (n == 0 || is_illegal(c)) {
		sok_out(o, SOK_STR("\xef\xbf\xbd"));
		(*illegal)++;
		return n ? n : 1;
	}
	if (e.s != NULL)
		sok_out(o, e);
	else if (escape_needed(c))
		sok_outf(o, "&#x%X;", (unsigned)c);
	else
		sok_out(o, sok_str_sub(s, 0, n));
	return n;
}

size_t
xml_out(struct sok_output *o, struct sok_str s)
{
	size_t i = 0, illegal = 0;

	while (i < s.len) {
		size_t from = i;

		while (i < s.len && is_plain_char(s.s[i]))
			i++;
		sok_out(o, sok_str_sub(s, from, i));
		if (i < s.len)
			i += put_special(o, sok_str_from(s, i), &illegal);
	}
	return illegal;
}
