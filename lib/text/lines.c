/*
 * lines.c - cuts the input into numbered, classified lines: between the input
 * and the grammar.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "text/lines.h"
#include "tools.h"

#define CONTROL_Z 26

/* How many other lines and how many rows are cut at once; the last word of bits
 * may add 32.  Room for these lines.  The bytes of two words of bits. */
enum { LINES_OTHERS = 16, LINES_ROWS = 32, LINES_AHEAD = 96, LINES_LONG = 128 };

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

/* The same as lines_end() if the bits of byte `at` and of the line end exist
 * and are in one word or adjacent ones, else SIZE_MAX. */
static inline size_t
near_end(const struct lines *l, size_t at)
{
	size_t bit = l->in->consumed + at - l->bits_from; /* may wrap */
	size_t have = l->bits_to - l->bits_from, n;
	const struct bytes *w;

	if (bit >= have)
		return SIZE_MAX;
	w = l->bits + bit / 64;
	if (w->of[BYTES_END] >> bit % 64 != 0)
		n = (size_t)bits_low(w->of[BYTES_END] >> bit % 64);
	else if ((bit | 63) + 1 < have && w[1].of[BYTES_END] != 0)
		n = 64 - bit % 64 + (size_t)bits_low(w[1].of[BYTES_END]);
	else
		return SIZE_MAX;
	return bit + n < have ? at + n : SIZE_MAX;
}

/* The same as lines_look() if the bits exist and are in one word or adjacent
 * ones; false if they are not, or have rare bytes. */
static inline bool
near_look(
    const struct lines *l, size_t at, size_t end, unsigned *can, unsigned *has)
{
	size_t a = l->in->consumed + at - l->bits_from; /* may wrap */
	size_t b = a + (end - at);
	struct range_bits r;

	if (a >= l->bits_to - l->bits_from || b > l->bits_to - l->bits_from ||
	    (b - 1) / 64 - a / 64 > 1)
		return false;
	r = range_bits(l->bits, a, b);
	if (bits_of(&r, BYTES_RARE))
		return false;
	lines_add_bits(&r, can, has);
	return true;
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

	if (lines_prefixed((unsigned char)p[off]) && off < stop) {
		off += lines_bom((struct sok_str){p + off, stop - off});
		has |= off > l->done ? HAS_BOM : 0;
	}
	from = off;
	if (off < stop && p[off] == '>') {
		has |= HAS_QUOTE;
		from = stop - lines_unquoted(p + off, stop - off);
	}
	if (from < stop && !near_look(l, from, stop, &can, &has) &&
	    lines_look(l, from, stop, &can, &has) == -1)
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

	at = near_end(l, l->done + l->scan);
	if (at > end || at - l->done > l->limit)
		at = lines_end(l, l->done + l->scan,
		    l->limit < end - l->done ? l->done + l->limit : end);
	if (at == SIZE_MAX)
		return -1;
	l->scan = at - l->done;
	if (at < end && p[at] == '\n' &&
	    l->ends & (input_was_crlf(l->in, at) ? LINES_CRLF : LINES_LF)) {
		next = at + 1; /* of a kind that is no news, as most */
	} else if (at == end) {
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

/* Store the rows that end at these bits of the 64 bytes from byte `at` on; the
 * first row begins at byte `from`. */
static struct line *
cut_row_lines(struct line *e, uint32_t at, uint64_t ends, uint32_t from,
    struct lines_rows *rows, uint32_t *next)
{
	uint32_t wide = rows->wide, narrow = rows->narrow, number = *next;

	for (; ends != 0; ends &= ends - 1) {
		uint32_t end = at + (uint32_t)bits_low(ends), len = end - from;

		wide = len > wide ? len : wide;
		narrow = len < narrow ? len : narrow;
		*e++ = (struct line){.raw = from,
		    .off = from,
		    .len = len,
		    .num = number++,
		    .can = CAN_PLAIN | CAN_RLE | CAN_LETTER,
		    .has = HAS_INK};
		from = end + 1;
	}
	rows->wide = wide;
	rows->narrow = narrow;
	*next = number;
	return e;
}

/* Whether a row may begin with the next byte, as far as its bits tell. */
static inline bool
may_be_row(const struct lines *l)
{
	size_t a = l->in->consumed + l->done - l->bits_from; /* may wrap */
	const struct bytes *w;

	if (a >= l->bits_to - l->bits_from)
		return false;
	w = l->bits + a / 64;
	return !((w->of[BYTES_NO_ROW] | w->of[BYTES_END]) >> a % 64 & 1);
}

/*
 * Cut rows that end in a wall and LF, as most lines do, by their bits alone.
 * Returns whether there are any.  Stops at a byte that no row has, at a line
 * that ends in a blank or a character of moves, where no bits are, and after a
 * word that completes LINES_ROWS lines.  There is room for LINES_AHEAD.
 */
static bool
cut_rows(struct lines *l)
{
	struct line *e = l->v + l->n, *first = e, *stop = e + LINES_ROWS;
	size_t a = l->in->consumed + l->done - l->bits_from; /* may wrap */
	size_t to = l->bits_to - l->bits_from, crlf = 0;
	uint32_t begin = (uint32_t)l->bits_from, at = begin + (uint32_t)a;
	uint64_t from = ~(uint64_t)0 << a % 64, before = 0, odd = 0;

	/* The kind of their line ends must be no news. */
	if (l->in->crlf_until > l->bits_from)
		crlf = l->in->crlf_until - l->bits_from;
	if (!(l->ends & LINES_LF))
		to = crlf < to ? crlf : to;
	if (a >= to || (a < crlf && !(l->ends & LINES_CRLF)) || l->scan > 0 ||
	    l->rest || l->limit < LINES_LONG || lines_held(l) > UINT32_MAX)
		return false;
	if (l->rows.to != l->n || l->n == 0)
		l->rows = (struct lines_rows){l->n, l->n, 0, UINT32_MAX};
	for (size_t word = a & ~(size_t)63; word < to && odd == 0 && e < stop;
	     word += 64) {
		const uint64_t *of = l->bits[word / 64].of;
		uint64_t ends = of[BYTES_END] & from;

		odd = ((of[BYTES_NO_ROW] | of[BYTES_RETURN]) & from) |
		    (ends & ~(of[BYTES_NO_MOVE] << 1 | before));
		if (to - word < 64)
			odd |= ~(uint64_t)0 << (to - word);
		before = of[BYTES_NO_MOVE] >> 63;
		from = ~(uint64_t)0;
		/* The line may exceed the limit in the next word. */
		if (ends == 0 &&
		    begin + (uint32_t)(word + LINES_LONG) - at > l->limit)
			break;
		ends &= ~odd & (odd - 1);
		if (ends == 0)
			continue;
		e = cut_row_lines(
		    e, begin + (uint32_t)word, ends, at, &l->rows, &l->next);
		at = e[-1].off + e[-1].len + 1;
	}
	l->n += (size_t)(e - first);
	l->rows.to = l->n;
	l->done += at - begin - a;
	return e > first;
}

int
lines_cut(struct lines *l, size_t i)
{
	const size_t most = l->n + LINES_OTHERS;
	bool row = false;
	int r = 1;

	while (l->n <= i || (r == 1 && l->n < most)) {
		bool above = row;

		/* A run of rows is cut when it is wanted, because only the last
		 * one is known as such. */
		row = may_be_row(l);
		if (row && !above && l->n > i)
			return 1;
		if ((size_t)(l->v - l->all) + l->n + LINES_AHEAD > l->cap &&
		    make_room(l) == -1)
			return -1;
		if (row && !above && cut_rows(l)) {
			row = false;
			continue;
		}
		r = l->done < lines_held(l) ? cut_next(l) : 0;
		if (r == 0 && l->n > i)
			return 1;
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
