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

	return l->n > 0 && l->join && !(has & other) &&
	    !(l->v[l->n - 1].has & other) && !(l->v[l->n - 1].can & CUT_OFF);
}

/* Make room for LINES_AHEAD lines; -1 on ENOMEM. */
static int
make_room(struct lines *l)
{
	size_t first = (size_t)(l->v - l->all);
	struct line *v;

	if (first > l->n) {
		memmove(l->all, l->v, l->n * sizeof(*v));
		l->v = l->all;
		first = 0;
	}
	while (first + l->n + LINES_AHEAD > l->cap) {
		v = sok_grow(l->all, l->cap, &l->cap, sizeof(*v));
		if (v == NULL)
			return -1;
		l->all = v;
	}
	l->v = l->all + first;
	return 0;
}

/*
 * Cut the line from done to stop (exclusive); the next line begins at next.
 * has: what is known about it besides its bytes.  counts: a line end follows.
 * 1, -1 with errno.
 */
static int
cut(struct lines *l, size_t stop, size_t next, unsigned has, bool counts)
{
	const char *p = (const char *)lines_window(l);
	size_t off = l->done, from;
	unsigned can = CAN_ALL;
	struct line *e;

	if (off < stop && lines_prefixed((unsigned char)p[off])) {
		off += lines_bom((struct sok_str){p + off, stop - off});
		has |= off > l->done ? HAS_BOM : 0;
	}
	from = off;
	if (off < stop && p[off] == '>') {
		has |= HAS_QUOTE;
		from = stop - lines_unquoted(p + off, stop - off);
	}
	if (lines_look(l, from, stop, &can, &has) == -1)
		return -1;
	if (l->rest)
		can = CUT_OFF;
	else if (has & HAS_CUT)
		can = 0;
	l->scan = 0;
	l->rest = has & HAS_CUT;
	if (is_joined(l, has)) {
		join_blank(l, next);
		l->next += counts;
		return 1;
	}
	if (next > UINT32_MAX) {
		errno = EFBIG;
		return -1;
	}
	while (stop > off && sok_is_blank(p[stop - 1]))
		stop--;
	e = &l->v[l->n++];
	*e = (struct line){.raw = (uint32_t)(l->in->consumed + l->done),
	    .off = (uint32_t)(l->in->consumed + off),
	    .len = (uint32_t)(stop - off),
	    .num = l->next,
	    .can = (uint16_t)can,
	    .has = (uint16_t)has};
	if (has & (HAS_BOM | HAS_HIGH | HAS_CONTROL))
		remember_bytes(l, e);
	l->next += counts;
	l->done = next;
	return 1;
}

/* Cut one more line if it is complete: 1, 0 if more bytes are needed, -1. */
static int
cut_next(struct lines *l)
{
	const unsigned char *p = lines_window(l);
	size_t end = lines_held(l), next = end, at;
	unsigned has = 0;
	bool counts = true;

	at = lines_end(l, l->done + l->scan,
	    l->limit < end - l->done ? l->done + l->limit : end);
	if (at == SIZE_MAX)
		return -1;
	l->scan = at - l->done;
	if (at == end) {
		if (!l->in->eof)
			return 0;
		/* In DOS a Control-Z marks the end of the file and is not a
		 * part of it. */
		while (at > l->done && p[at - 1] == CONTROL_Z)
			at--;
		has = at < end ? HAS_CONTROL : 0;
	} else if (p[at] == 0) {
		/* NUL ends a line, and counts as a blank line itself. */
		next = at > l->done ? at : at + 1;
		counts = false;
	} else if (p[at] == '\n' || p[at] == '\r') {
		next = line_end(l, at);
		if (next == 0)
			return 0;
		next += at;
	} else {
		/* Neither this part of a line over the limit nor the rest can
		 * be a row or moves. */
		next = at;
		has = HAS_CUT;
		counts = false;
	}
	return cut(l, at, next, has, counts);
}

int
lines_cut(struct lines *l, size_t i)
{
	while (l->n <= i) {
		int r = 0;

		if ((size_t)(l->v - l->all) + l->n + LINES_AHEAD > l->cap &&
		    make_room(l) == -1)
			return -1;
		if (lines_cut_plain(l, i))
			continue;
		if (l->done < lines_held(l))
			r = cut_next(l);
		if (r == 0 && l->in->eof && l->done == lines_held(l))
			return 0;
		if (r == 0 && !l->in->eof)
			r = input_more(l->in);
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
