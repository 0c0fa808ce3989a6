/*
 * quotes.c - removes the mail quotes from all lines of an input before the
 * input is split into lines.
 */
#include <string.h>

#include "io/input.h"
#include "tools.h"

/* The number of bytes that decide whether everything is quoted. */
enum { SAMPLE = 4096 };

static bool
is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* The length of a byte-order mark at the start of s; inside the text those of
 * UTF-16 are marks as well. */
static size_t
mark(struct sok_str s, bool inside)
{
	if (inside &&
	    (sok_str_starts(s, SOK_STR("\xff\xfe")) ||
	        sok_str_starts(s, SOK_STR("\xfe\xff"))))
		return 2;
	return sok_str_starts(s, SOK_STR("\xef\xbb\xbf")) ? 3 : 0;
}

/* Whether every line that is not blank begins with a quote, and there is at
 * least one; *blank: a blank follows each quote. */
static bool
is_quoted(struct sok_str s, bool *blank)
{
	size_t start = mark(s, false);
	bool any = false, begun = false;
	size_t n;

	*blank = true;
	for (size_t i = start; i < s.len; i++) {
		n = begun ? 0 : mark(sok_str_from(s, i), true);
		if (n > 0) {
			i += n - 1;
			continue;
		}
		if (is_line_end(s.s[i])) {
			begun = false;
			continue;
		}
		if (begun || sok_is_blank(s.s[i]))
			continue;
		if (s.s[i] != '>' || (i > start && !is_line_end(s.s[i - 1])))
			return false;
		begun = any = true;
		if (i + 1 < s.len && memchr(" >\r\n", s.s[i + 1], 4) == NULL)
			*blank = false;
	}
	return any;
}

void
input_drop_quotes(struct sok_input *in, size_t at)
{
	char *s = in->buf + in->start, *end = in->buf + in->end, *to = s + at;

	for (const char *p = to; p < end; p++) {
		if (in->quotes == QUOTES_BEFORE && *p == '>') {
			in->quotes =
			    in->quote_blank ? QUOTES_AFTER : QUOTES_INSIDE;
			continue;
		}
		if (in->quotes != QUOTES_AFTER || *p != ' ')
			*to++ = *p;
		in->quotes = is_line_end(*p) ? QUOTES_BEFORE : QUOTES_INSIDE;
	}
	in->dropped += (size_t)(end - to);
	in->end = (size_t)(to - in->buf);
}

int
input_unquote(struct sok_input *in)
{
	struct sok_str s;

	/* Most files do not begin like that; then no more bytes are needed. */
	if (input_want(in, 1) == -1)
		return -1;
	if (in->start == in->end ||
	    memchr(">\r\n \t\xef", in->buf[in->start], 6) == NULL)
		return 0;
	if (input_want(in, SAMPLE) == -1)
		return -1;
	s = input_bytes(in);
	if (!is_quoted(sok_str_sub(s, 0, SAMPLE), &in->quote_blank))
		return 0;
	in->quotes = QUOTES_BEFORE;
	input_drop_quotes(in, mark(s, false));
	return 0;
}
