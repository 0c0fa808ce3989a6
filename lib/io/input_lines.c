/* input_lines.c - changes the bytes that were read before lines are cut from
 * them: removes mail quotes, and makes CRLF, or CR where nothing else ends
 * lines, LF. */
#include <string.h>

#include "base/base.h"
#include "io/input.h"

/* ---- mail quotes */

enum { QUOTED_SAMPLE = 4096 }; /* bytes that decide */

/* A NUL ends a line as well. */
static bool
is_line_end(char c)
{
	return c == '\n' || c == '\r' || c == '\0';
}

size_t
input_mark(struct sok_str s, bool inside)
{
	if (inside &&
	    (sok_str_starts(s, SOK_STR("\xff\xfe")) ||
	        sok_str_starts(s, SOK_STR("\xfe\xff"))))
		return 2;
	return sok_str_starts(s, SOK_UTF8_MARK) ? 3 : 0;
}

static void
drop_quotes(struct sok_input *in, size_t at)
{
	char *s = in->buf + in->start, *end = in->buf + in->end, *to = s + at;

	for (const char *from = to; from < end; from++) {
		if (in->quotes == QUOTES_BEFORE && *from == '>') {
			in->quotes =
			    in->quote_blank ? QUOTES_AFTER : QUOTES_INSIDE;
			continue;
		}
		if (in->quotes != QUOTES_AFTER || *from != ' ')
			*to++ = *from;
		in->quotes = is_line_end(*from) ? QUOTES_BEFORE : QUOTES_INSIDE;
	}
	in->dropped += (size_t)(end - to);
	in->end = (size_t)(to - in->buf);
}

/* Whether lines are those of mail: one at least begins with a quote, and all
 * others do or have only blanks and marks.  *blank: a blank, another quote or
 * nothing follows each. */
static bool
are_quoted(struct sok_str lines, bool *blank)
{
	bool any = false;
	size_t n;

	*blank = true;
	while (lines.len > 0) {
		struct sok_str line = sok_str_line(&lines);

		if (line.len > 0 && line.s[0] == '>') {
			any = true;
			*blank &= line.len == 1 || line.s[1] == ' ' ||
			    line.s[1] == '>';
			continue;
		}
		for (; line.len > 0; line = sok_str_from(line, n)) {
			n = input_mark(line, true);
			if (n == 0 && !sok_is_blank(line.s[0]) &&
			    line.s[0] != '\0')
				return false;
			n += n == 0;
		}
	}
	return any;
}

bool
input_reads_as_quoted(struct sok_str head)
{
	bool blank;

	head = sok_str_sub(head, 0, QUOTED_SAMPLE);
	return are_quoted(sok_str_from(head, input_mark(head, false)), &blank);
}

int
input_unquote(struct sok_input *in)
{
	/* Most files do not begin like that; then no more bytes are needed. */
	if (input_want(in, 1) == -1)
		return -1;
	if (in->start == in->end ||
	    memchr(">\r\n \t\xef\0", in->buf[in->start], 7) == NULL)
		return 0;
	if (input_want(in, QUOTED_SAMPLE) == -1)
		return -1;

	struct sok_str head = sok_str_sub(input_bytes(in), 0, QUOTED_SAMPLE);
	size_t start = input_mark(head, false);
	if (are_quoted(sok_str_from(head, start), &in->quote_blank)) {
		in->quotes = QUOTES_BEFORE;
		drop_quotes(in, start);
	}
	return 0;
}

/* ---- line ends */

/* So many CRs before an LF may be a part of the same line end: CR CR LF is a
 * CRLF that was converted twice. */
enum { CRS = 2 };

/* Make each CR from `from` on an LF, up to the first LF.  CRs directly before
 * that, or at the end of the buffer, may be a part of another line end. */
static void
unify_cr(struct sok_input *in, char *from)
{
	char *end = in->buf + in->end;
	char *lf = memchr(from, '\n', (size_t)(end - from));
	char *to = lf != NULL ? lf : end, *cr = from;

	in->ends = lf != NULL ? ENDS_OTHER : ENDS_CR;
	for (int i = 0; i < CRS && to > from && to[-1] == '\r'; i++)
		to--;
	while ((cr = memchr(cr, '\r', (size_t)(to - cr))) != NULL)
		*cr++ = '\n';
	in->of_cr = true;
	in->unified = in->base + (size_t)(to - in->buf);
}

/* Remove the CR of each CRLF from start + at on, where the new bytes begin:
 * until another kind of line end is found, or everywhere (ENDS_EACH).  CR CR LF
 * is left to who cuts lines.  If the first line end is CR, unify_cr() goes on.
 */
static void
unify_crlf(struct sok_input *in, size_t at)
{
	char *s = in->buf + in->start, *end = in->buf + in->end;
	char *from, *to, *cr, *lf, *next;

	for (from = to = s + at; from < end; from = next) {
		lf = memchr(from, '\n', (size_t)(end - from));
		next = lf != NULL ? lf + 1 : end;
		if (in->ends == ENDS_CRLF) {
			cr = memchr(from, '\r', (size_t)(next - from));
			/* A CR at the end waits for the next byte. */
			const char *after = lf != NULL ? lf : end;
			bool lone = cr != NULL && cr + 1 != after;

			/* It is the first line end. */
			if (lone && in->unified == 0) {
				unify_cr(in, from);
				return;
			}
			if (lone || (cr == NULL && lf != NULL))
				in->ends = ENDS_OTHER;
		}
		if (in->ends == ENDS_OTHER)
			next = end;
		bool drop = in->ends != ENDS_OTHER && lf != NULL && lf > s &&
		    lf[-1] == '\r' && (lf - 1 == s || lf[-2] != '\r');
		if (to != from)
			memmove(to, from, (size_t)(next - from));
		to += next - from - drop;
		if (drop)
			to[-1] = '\n';
		if (drop && in->ends == ENDS_CRLF)
			in->unified = in->base + (size_t)(to - in->buf);
	}
	in->dropped += (size_t)(end - to);
	in->end = (size_t)(to - in->buf);
}

/* The same for any kind of line end that in->ends names. */
static void
unify(struct sok_input *in, size_t at)
{
	char *s = in->buf + in->start;

	/* CRs that wait. */
	for (int i = 0; i < CRS && at > 0 && s[at - 1] == '\r'; i++)
		at--;
	if (in->ends == ENDS_CR)
		unify_cr(in, s + at);
	else if (in->ends == ENDS_CRLF || in->ends == ENDS_EACH)
		unify_crlf(in, at);
}

void
input_unify(struct sok_input *in)
{
	in->ends = ENDS_CRLF;
	if (in->end > in->start)
		unify(in, 0);
}

void
input_mixed(struct sok_input *in, size_t at)
{
	if (in->ends == ENDS_KEPT)
		return;
	in->ends = ENDS_EACH;
	unify_crlf(in, at - input_consumed(in));
}

void
input_change_lines(struct sok_input *in, size_t at)
{
	if (in->quotes != QUOTES_NONE)
		drop_quotes(in, at);
	unify(in, at);
}
