/*
 * lines.c - cuts the input into numbered, classified lines: between the input
 * and the grammar.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text/lines.h"
#include "tools.h"

#define CONTROL_Z 26

void
lines_open(struct lines *l, struct sok_input *in, size_t limit)
{
	*l = (struct lines){.in = in, .base = 1, .limit = limit};
	l->can = CAN_ALL;
}

void
lines_close(struct lines *l)
{
	free(l->all);
	free(l->bits);
	l->all = l->v = NULL;
	l->bits = NULL;
	l->n = l->cap = 0;
}

size_t
lines_column(struct sok_str s, size_t at)
{
	size_t col = 1;

	if (!sok_str_utf8(s))
		return at + 1;
	for (size_t i = 0; i < at; i++)
		col += ((unsigned char)s.s[i] & 0xc0) != 0x80;
	return col;
}

void
lines_remember(struct lines *l, enum lines_once what, size_t line, size_t col)
{
	if (l->first[what].line == 0)
		l->first[what] = (struct lines_first){line, col};
	l->any_first = true;
}

/* The number of the line that will be cut next. */
static size_t
lines_next(const struct lines *l)
{
	return l->base + (uint32_t)(l->next - l->gone);
}

/* Remember where each kind of unusual byte was found first. */
static void
remember_bytes(struct lines *l, const struct line *e)
{
	struct sok_str s = {
	    (const char *)lines_window(l) + lines_place(l, e->off),
	    (size_t)e->len};
	size_t i = 0, line = lines_next(l);

	if (e->has & HAS_BOM)
		lines_remember(l, LINES_BOM, line, 1);
	if ((e->has & HAS_BOM) &&
	    memchr(lines_window(l) + lines_place(l, e->raw), 0xff,
	        e->off - e->raw) != NULL)
		lines_remember(l, LINES_WIDE, line, 1);
	if ((e->has & HAS_HIGH) && l->first[LINES_UTF8].line == 0 &&
	    !sok_str_utf8(s))
		lines_remember(l, LINES_UTF8, line, 1);
	if ((e->has & HAS_CONTROL) && l->first[LINES_CONTROL].line == 0) {
		while (i < s.len && !lines_is_control(s.s[i]))
			i++;
		lines_remember(l, LINES_CONTROL, line, lines_column(s, i));
	}
}

/* The length of CR, CRLF, or CR CR LF (a CRLF that was converted twice); 0 if
 * more bytes are needed to decide. */
static size_t
carriage_return(const struct lines *l, size_t at)
{
	const unsigned char *p = lines_window(l);
	size_t end = lines_held(l), n = at + 1;

	while (n < end && n < at + 2 && p[n] == '\r')
		n++;
	if (n == end && !l->in->eof)
		return 0;
	return n < end && p[n] == '\n' ? n + 1 - at : 1;
}

/* The length of the line end at byte `at`; 0 if more bytes are needed to
 * decide. */
static size_t
line_end(struct lines *l, size_t at)
{
	unsigned kind = LINES_LF;
	size_t len = 1;

	if (lines_window(l)[at] == '\r') {
		len = carriage_return(l, at);
		if (len == 0)
			return 0;
		kind = len == 1 ? LINES_CR : LINES_CRLF;
	} else if (input_was_crlf(l->in, at)) {
		kind = LINES_CRLF;
	}
	l->ends |= kind;
	if (l->ends & (l->ends - 1)) {
		lines_remember(l, LINES_MIXED, lines_next(l), 0);
		input_mixed(l->in);
	}
	return len;
}

static void
join_blank(struct lines *l, size_t next)
{
	size_t raw = lines_place(l, l->v[l->n - 1].raw), less = next - raw - 1;
	char *p = l->in->buf + l->in->start;

	l->done = next;
	if (next - raw < LINES_BLANK_RUN)
		return;
	memmove(p + raw + 1, p + next, lines_held(l) - next);
	for (size_t i = 0; i < l->n; i++) {
		l->v[i].raw += (uint32_t)less;
		l->v[i].off += (uint32_t)less;
	}
	l->bits_from = l->bits_to = l->in->consumed + next;
	l->in->end -= less;
	l->in->consumed += less;
	l->done -= less;
}

/* Whether the line is blank and follows a blank line. */
static bool
is_joined(const struct lines *l, unsigned has)
{
	const unsigned other = ~LINES_BLANK_HAS;

	return l->n > 0 && l->join && !((l->has | has) & other) &&
	    !(l->v[l->n - 1].has & other) && !(l->v[l->n - 1].can & CUT_OFF);
}

/* The next byte to be classified begins a line. */
static void
begin_line(struct lines *l, size_t at)
{
	l->done = at;
	l->scan = 0;
	l->can = CAN_ALL;
	l->has = 0;
}

/* Make room for LINES_AHEAD lines; -1 on ENOMEM. */
static int
make_room(struct lines *l)
{
	size_t first = (size_t)(l->v - l->all);
	struct line *v;

	if (first + l->n + LINES_AHEAD <= l->cap)
		return 0;
	if (first > l->n) {
		memmove(l->all, l->v, l->n * sizeof(*v));
		l->v = l->all;
		return make_room(l);
	}
	v = sok_grow(l->all, l->cap, &l->cap, sizeof(*v));
	if (v == NULL)
		return -1;
	l->all = v;
	l->v = v + first;
	return make_room(l);
}

/* Add a line that ends before byte `next`; NULL with errno.  There is room. */
static struct line *
add_line(struct lines *l, size_t next)
{
	if (next > UINT32_MAX) {
		errno = EFBIG;
		return NULL;
	}
	return &l->v[l->n++];
}

/* Skip the byte-order marks of a line.  There may be more than prefix() looked
 * for, so the rest of the line is classified again.  SIZE_MAX with errno. */
static size_t
skip_marks(struct lines *l, size_t at, size_t stop)
{
	const char *p = (const char *)lines_window(l);
	size_t from;

	at += lines_bom((struct sok_str){p + at, stop - at});
	l->can = l->can & CUT_OFF ? CUT_OFF : CAN_ALL;
	l->has = HAS_BOM;
	from = at;
	if (at < stop && p[at] == '>') {
		l->has |= HAS_QUOTE;
		from = stop - lines_unquoted(p + at, stop - at);
	}
	return lines_scan(l, from, stop) == SIZE_MAX ? SIZE_MAX : at;
}

/* Cut the line from done to stop (exclusive); the next line begins at next. */
static int
cut(struct lines *l, size_t stop, size_t next, unsigned has, bool counts)
{
	const unsigned char *p = lines_window(l);
	size_t off = l->done;
	struct line *e;

	if (is_joined(l, has)) {
		join_blank(l, next);
		l->next += counts;
		begin_line(l, l->done);
		return 1;
	}
	if (l->has & HAS_BOM)
		off = skip_marks(l, off, stop);
	e = off == SIZE_MAX ? NULL : add_line(l, next);
	if (e == NULL)
		return -1;
	while (stop > off && sok_is_blank((char)p[stop - 1]))
		stop--;
	*e = (struct line){.raw = (uint32_t)(l->in->consumed + l->done),
	    .off = (uint32_t)(l->in->consumed + off),
	    .len = (uint32_t)(stop - off),
	    .num = l->next,
	    .can = l->can,
	    .has = (uint16_t)(l->has | has)};
	if (e->has & (HAS_BOM | HAS_HIGH | HAS_CONTROL))
		remember_bytes(l, e);
	l->next += counts;
	begin_line(l, next);
	return 1;
}

/* Skip a byte-order mark and mail quotes at the start of a line: they do not
 * change what the line can be. */
static size_t
prefix(struct lines *l, size_t at, size_t end)
{
	const char *p = (const char *)lines_window(l);
	size_t bom = lines_bom((struct sok_str){p + at, end - at});

	if (bom > 0)
		l->has |= HAS_BOM;
	at += bom;
	if (at == end || p[at] != '>')
		return at;
	l->has |= HAS_QUOTE;
	return end - sok_str_unquote((struct sok_str){p + at, end - at}).len;
}

/* Whether n < 3 bytes may be the start of a byte-order mark. */
static bool
begins_bom(const unsigned char *p, size_t n)
{
	return n == 1 ? p[0] == 0xef || p[0] >= 0xfe
	              : n == 2 && p[0] == 0xef && p[1] == 0xbb;
}

/* Whether enough bytes of a line are there to know its prefix; the input may
 * deliver one byte at a time. */
static bool
prefix_known(const struct lines *l, size_t end)
{
	const unsigned char *p = lines_window(l) + l->done;
	size_t i = 0, n = end - l->done;

	if (l->in->eof)
		return true;
	if (n >= LINES_PREFIX)
		return true;
	if (n < 4)
		return memchr(p, '\n', n) != NULL;
	i = lines_bom((struct sok_str){(const char *)p, n});
	if (n - i < 3 && begins_bom(p + i, n - i))
		return false;
	for (; i < n; i++)
		if (p[i] != '>' && p[i] != ' ' && p[i] != '\t')
			return true;
	return false;
}

/* The last line, which has no line end.  In DOS a Control-Z marks the end of
 * the file and is not a part of it. */
static int
cut_last(struct lines *l, size_t end)
{
	const unsigned char *p = lines_window(l);
	size_t stop = end;

	while (stop > l->done && p[stop - 1] == CONTROL_Z)
		stop--;
	if (stop == end)
		return cut(l, end, end, 0, true);
	l->can = l->can & CUT_OFF ? CUT_OFF : CAN_ALL;
	l->has = 0;
	if (lines_scan(l, prefix(l, l->done, stop), stop) == SIZE_MAX)
		return -1;
	return cut(l, stop, end, HAS_CONTROL, true);
}

/* Cut a line at the limit: neither this part nor the rest can be a row or
 * moves. */
static int
cut_long(struct lines *l, size_t at)
{
	l->can &= CUT_OFF;
	if (cut(l, at, at, HAS_CUT, false) == -1)
		return -1;
	l->can = CUT_OFF;
	return 1;
}

/* Cut one more line if it is complete: 1, 0 if more bytes are needed, -1. */
static int
cut_next(struct lines *l)
{
	const unsigned char *p = lines_window(l);
	size_t end = lines_held(l), at, stop, len;
	size_t most = l->limit < end - l->done ? l->done + l->limit : end;

	if (l->scan == 0 && lines_prefixed(p[l->done])) {
		if (!prefix_known(l, end))
			return 0;
		stop = l->done + LINES_PREFIX < most ? l->done + LINES_PREFIX
		                                     : most;
		l->scan = prefix(l, l->done, stop) - l->done;
	}
	at = lines_scan(l, l->done + l->scan, most);
	if (at == SIZE_MAX)
		return -1;
	l->scan = at - l->done;
	if (at == end)
		return l->in->eof ? cut_last(l, end) : 0;
	if (p[at] == '\n' && !input_was_crlf(l->in, at) && l->ends == LINES_LF)
		return cut(l, at, at + 1, 0, true);
	if (at - l->done >= l->limit && p[at] != '\n' && p[at] != '\r' &&
	    p[at] != 0)
		return cut_long(l, at);
	if (p[at] == 0) /* ends a line, and counts as a blank line itself */
		return at > l->done ? cut(l, at, at, 0, false)
		                    : cut(l, at, at + 1, 0, false);
	len = line_end(l, at);
	return len ? cut(l, at, at + len, 0, true) : 0;
}

int
lines_cut(struct lines *l, size_t i)
{
	while (l->n <= i) {
		int r;

		if (make_room(l) == -1)
			return -1;
		if (lines_cut_plain(l))
			continue;
		r = l->done < lines_held(l) ? cut_next(l) : 0;

		if (r == 0 && l->in->eof && l->done == lines_held(l))
			return 0;
		if (r == 0 && !l->in->eof)
			r = input_more(l->in) == -1 ? -1 : 0;
		if (r == -1)
			return -1;
	}
	return 1;
}

void
lines_drop(struct lines *l, size_t n)
{
	size_t bytes = n < l->n ? lines_place(l, l->v[n].raw) : l->done;
	uint32_t lines = lines_before(l, n);

	if (n == 0)
		return;
	l->v += n;
	l->n -= n;
	if (l->n == 0)
		l->v = l->all;
	l->rows = (struct lines_rows){0, 0, 0, 0};
	l->base += lines;
	l->gone += lines;
	l->done -= bytes;
	input_consume(l->in, bytes);
}

struct sok_str
lines_raw(const struct lines *l, size_t from, size_t to)
{
	const char *p = (const char *)lines_window(l);
	size_t a = from < l->n ? lines_place(l, l->v[from].raw) : l->done;
	size_t b = to < l->n ? lines_place(l, l->v[to].raw) : l->done;

	return (struct sok_str){p + a, b - a};
}
