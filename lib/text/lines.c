/* lines.c - cuts the input into numbered, classified lines: between the input
 * and the grammar.  Lines that need nothing but their class bits are cut many
 * at once, all others one by one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/lines.h"

#define CONTROL_Z 26

/* Runs of blank lines become one line.  After so many bytes the run is removed
 * from the buffer, so that it cannot grow without bound. */
#define BLANK_RUN 65536

/* ---- one by one */

/* Remember where each kind of unusual byte was found first, of the line that is
 * added to the window. */
static void
remember_bytes(struct lines *l, const struct line *e)
{
	struct sok_str s = {lines_byte(l, e->off), e->len};
	size_t i = 0;

	if (e->has & HAS_BOM)
		lines_remember(l, LINES_BOM, l->n, 1);
	if ((e->has & HAS_BOM) &&
	    memchr(lines_byte(l, e->raw), 0xff, e->off - e->raw) != NULL)
		lines_remember(l, LINES_WIDE, l->n, 1);
	if ((e->has & HAS_HIGH) && l->first[LINES_UTF8].line == 0 &&
	    !sok_str_utf8(s)) {
		lines_remember(l, LINES_UTF8, l->n, 1);
		l->japanese = charset_japanese(s);
	}
	if ((e->has & HAS_CONTROL) && l->first[LINES_CONTROL].line == 0) {
		while (i < s.len && alphabet_kind(s.s[i]) != ALPHABET_CO)
			i++;
		lines_remember(l, LINES_CONTROL, l->n, lines_column(s, i));
	}
}

/* Whether a line with this is blank, as line n - 1 is, to which it is added. */
static inline bool
is_joined(const struct lines *l, size_t n, unsigned has)
{
	const unsigned other = ~((unsigned)HAS_MARK | HAS_TAB);

	return !(has & other) && l->join && n > 0 &&
	    !(l->v[n - 1].has & other) && !(l->v[n - 1].can & CUT_OFF);
}

/* Add the bytes up to `next` to the last line, which is blank.  A run of blank
 * lines that gets too long is removed from the buffer: the bytes after it stay
 * where they are in the input, and those before it move there. */
static void
join_blank(struct lines *l, size_t next)
{
	size_t raw = l->v[l->n - 1].raw, less = next - raw - 1;
	char *blank = l->in->buf + l->in->start + (raw - l->in->consumed);

	l->done = next;
	if (next - raw < BLANK_RUN)
		return;
	memmove(blank + 1, blank + 1 + less, lines_loaded(l) - next);
	for (size_t i = 0; i < l->n; i++) {
		l->v[i].raw += less;
		l->v[i].off += less;
	}
	l->bits_from = l->bits_to = next;
	l->in->end -= less;
	l->in->consumed += less;
}

/* The length of a line after its mail quotes, which are in its first bytes. */
static size_t
unquoted(const char *s, size_t len)
{
	size_t n = len < 64 ? len : 64;

	return len - n + sok_str_unquote((struct sok_str){s, n}).len;
}

/* Cut the line from done to stop (exclusive); the next line begins at next.
 * has: what is known about it besides its bytes.  counts: a line end follows.
 * 1, -1 with errno. */
static int
cut(struct lines *l, size_t stop, size_t next, unsigned has, bool counts)
{
	struct sok_str s = {lines_byte(l, l->done), stop - l->done};
	size_t off = l->done, from;
	unsigned can = CAN_ALL;

	if (s.len > 0 && (unsigned char)s.s[0] >= 0xef) {
		off += lines_bom(s);
		has |= off > l->done ? HAS_BOM : 0;
		s = sok_str_from(s, off - l->done);
	}
	from = off;
	if (s.len > 0 && s.s[0] == '>' &&
	    (l->squares == NULL || !squares_named(l->squares, '>'))) {
		has |= HAS_QUOTE;
		from = stop - unquoted(s.s, s.len);
	}
	if (lines_look(l, from, stop, &can, &has) == -1)
		return -1;
	if (l->rest)
		can = CUT_OFF;
	else if (has & HAS_CUT)
		can = 0;
	l->scan = next;
	l->rest = has & HAS_CUT;
	if (is_joined(l, l->n, has)) {
		join_blank(l, next);
		l->next += counts;
		return 1;
	}
	if (next - l->in->consumed > UINT32_MAX) {
		errno = EFBIG;
		return -1;
	}
	while (s.len > 0 && sok_is_blank(s.s[s.len - 1]))
		s.len--;
	struct line *e = &l->v[l->n];
	*e = (struct line){.raw = l->done,
	    .off = off,
	    .len = (uint32_t)s.len,
	    .num = l->next,
	    .can = (uint16_t)can,
	    .has = (uint16_t)has};
	if (has & (HAS_BOM | HAS_HIGH | HAS_CONTROL))
		remember_bytes(l, e);
	if (l->squares != NULL && lines_add_row(l, e) == -1)
		return -1;
	l->n++;
	l->next += counts;
	l->done = next;
	return 1;
}

/* The length of the line end at byte `at`: LF, CR, CRLF, or CR CR LF (a CRLF
 * that was converted twice); 0 if more bytes are needed to decide. */
static size_t
line_end(struct lines *l, size_t at)
{
	struct sok_str s =
	    sok_str_from(input_bytes(l->in), at - l->in->consumed);
	unsigned kind = LINES_LF;
	size_t n = 1;

	if (s.s[0] == '\r') {
		while (n < s.len && n < 2 && s.s[n] == '\r')
			n++;
		if (n == s.len && !l->in->eof)
			return 0;
		kind = n < s.len && s.s[n] == '\n' ? LINES_CRLF : LINES_CR;
		n = kind == LINES_CRLF ? n + 1 : 1;
	} else if (input_was_crlf(l->in, at - l->in->consumed)) {
		kind = LINES_CRLF;
	}
	l->ends |= kind;
	if (l->ends & (l->ends - 1)) {
		lines_remember(l, LINES_MIXED, l->n, 0);
		input_mixed(l->in);
	}
	return n;
}

/* The place of the line end that follows the NULs from byte `at` on, which then
 * are a part of it; `at` if none follows within the limit of a line; SIZE_MAX
 * if more bytes are needed to decide. */
static size_t
after_nuls(const struct lines *l, size_t at)
{
	size_t to = at, end = lines_loaded(l);

	while (
	    to < end && to - l->done < l->limit && *lines_byte(l, to) == '\0')
		to++;
	if (to == end)
		return l->in->eof ? at : SIZE_MAX;
	return *lines_byte(l, to) == '\n' || *lines_byte(l, to) == '\r' ? to
	                                                                : at;
}

/* Cut one more line if it is complete: 1, 0 if more bytes are needed, -1. */
static int
cut_next(struct lines *l)
{
	size_t end = lines_loaded(l), next = end, at;
	unsigned has = 0;
	bool counts = true;

	if (lines_end(l, l->scan,
	        l->limit < end - l->done ? l->done + l->limit : end, &at) == -1)
		return -1;
	l->scan = at;
	char byte = *lines_byte(l, at); /* or any, at the end */
	if (at == end) {
		if (!l->in->eof)
			return 0;
		/* In DOS a Control-Z marks the end of the file. */
		while (at > l->done && *lines_byte(l, at - 1) == CONTROL_Z)
			at--;
		has = at < end ? HAS_CONTROL : 0;
	} else if (byte == '\0') {
		size_t end_at = at > l->done ? after_nuls(l, at) : at;

		if (end_at == SIZE_MAX)
			return 0;
		/* NUL ends a line, and counts as a blank line itself unless the
		 * line ends there anyway. */
		next = at > l->done ? at : at + 1;
		counts = false;
		if (end_at > at) {
			next = line_end(l, end_at);
			if (next == 0)
				return 0;
			next += end_at;
			counts = true;
		}
	} else if (byte == '\n' || byte == '\r') {
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

/* ---- many at once */

enum {
	OTHERS = 16, /* so many lines that are not rows are cut at once, */
	ROWS = 32,   /* and so many rows; the last word of bits may add 32 */
	ROOM = 96,   /* so many lines need room */
	LONG = 128   /* the bytes of two words of bits */
};

/* Cut rows that end in a wall, from bit *a to bit `to`, as lines from number n
 * of the window on.  Stops at a byte that no row has, at a line that ends in a
 * blank or a character of moves, and after a word that completes ROWS lines.
 * Returns the number of the line after them. */
static size_t
cut_rows(struct lines *l, size_t n, size_t *a, size_t to)
{
	size_t begin = l->bits_from, at = begin + *a;
	uint32_t wide, number = l->next;
	uint64_t from = ~(uint64_t)0 << *a % 64, before = 0, odd = 0;
	size_t first = *a, word = first & ~(size_t)63;
	struct line *e = l->v + n;

	if (l->rows.to != n || n == 0)
		l->rows = (struct lines_rows){.from = n, .to = n};
	wide = l->rows.wide;
	for (; word < to && odd == 0 && number - l->next < ROWS; word += 64) {
		const uint64_t *of = l->bits[word / 64].of;
		uint64_t ends = of[BYTES_END] & from;
		size_t end;

		odd = ((of[BYTES_NO_ROW] | of[BYTES_RETURN]) & from) |
		    (ends & ~(of[BYTES_NO_MOVE] << 1 | before));
		if (to - word < 64)
			odd |= ~(uint64_t)0 << (to - word);
		before = of[BYTES_NO_MOVE] >> 63;
		from = ~(uint64_t)0;
		/* The line may exceed the limit in the next word. */
		if (ends == 0 && begin + word + LONG - at > l->limit)
			break;
		for (ends &= ~odd & (odd - 1); ends != 0; ends &= ends - 1) {
			end = begin + word + (size_t)bits_low(ends);
			uint32_t len = (uint32_t)(end - at);

			wide = len > wide ? len : wide;
			*e++ = (struct line){.raw = at,
			    .off = at,
			    .len = len,
			    .num = number++,
			    .can = CAN_PLAIN | CAN_RLE | CAN_LETTER,
			    .has = HAS_INK | HAS_WALL};
			at = end + 1;
		}
	}
	*a = at - begin;
	if (*a > first)
		bytes_count(&l->rows.sum, l->bits, first, *a);
	n += number - l->next;
	l->rows.to = n;
	l->rows.wide = wide;
	l->next = number;
	return n;
}

/* Cut the line at bit *a, which is not one of these rows, as line *n of the
 * window, or add it to a blank line.  LF is no news from bit `from` to bit
 * `to`.  False if that needs more than the bits. */
static inline bool
cut_other(struct lines *l, size_t *n, size_t *a, size_t from, size_t to)
{
	const size_t raw = l->bits_from + *a;
	const size_t have = l->bits_to - l->bits_from;
	const char *s = lines_byte(l, raw);
	const struct bytes *w = l->bits + *a / 64;
	uint64_t ends = w->of[BYTES_END] >> *a % 64;
	size_t stop = *a, len, end = 1;
	unsigned can = CAN_ALL, has = s[0] == '>' ? HAS_QUOTE : 0;

	/* It must end in this word or the next one. */
	if (ends == 0) {
		stop = (stop | 63) + 1;
		ends = stop < have ? w[1].of[BYTES_END] : 0;
	}
	if (ends == 0)
		return false;
	stop += (size_t)bits_low(ends);
	if (stop >= have)
		return false;
	len = stop - *a;
	/* A line end that begins with CR may go on after the last bytes. */
	if (s[len] == '\r' && have - stop > 2) {
		if (s[len + 1] == '\n')
			end = 2;
		else if (s[len + 1] == '\r' && s[len + 2] == '\n')
			end = 3;
		if (!(l->ends & (end == 1 ? LINES_CR : LINES_CRLF)))
			return false;
	} else if (s[len] != '\n' || stop < from || stop >= to) {
		return false;
	}
	for (size_t at = has ? stop - unquoted(s, len) : *a; at < stop;
	     at = (at | 63) + 1) {
		w = l->bits + at / 64;
		if (w->of[BYTES_RARE] & bytes_in(at, stop))
			return false;
		lines_add_bits(w, bytes_in(at, stop), &can, &has);
	}
	if (is_joined(l, *n, has)) {
		if (raw + len + end - l->v[*n - 1].raw >= BLANK_RUN)
			return false;
	} else {
		while (len > 0 && s[len - 1] == ' ')
			len--;
		l->v[(*n)++] = (struct line){.raw = raw,
		    .off = raw,
		    .len = (uint32_t)len,
		    .num = l->next,
		    .can = (uint16_t)can,
		    .has = (uint16_t)has};
	}
	l->next++;
	*a = stop + end;
	return true;
}

/* Cut lines that need nothing but their bits and end in a line end of a kind
 * that is no news; false if there are none.  Stops where rows would be cut and
 * such rows stand below line i already: only those that were cut last are known
 * as such. */
static bool
cut_plain(struct lines *l, size_t i)
{
	const size_t have = l->bits_to - l->bits_from;
	const size_t start = l->done - l->bits_from;
	/* LF is no news among these bits; up to `crlf` it was CRLF. */
	size_t crlf = l->in->crlf_until > l->bits_from
	    ? l->in->crlf_until - l->bits_from
	    : 0;
	size_t from = l->ends & LINES_CRLF ? 0 : crlf;
	size_t to = l->ends & LINES_LF || crlf > have ? have : crlf;
	size_t n = l->n, stop = n + OTHERS, next = start;
	bool row = false, above;

	if (start >= have || l->scan > l->done || l->rest || l->limit < LONG ||
	    l->squares != NULL || input_bytes(l->in).len > UINT32_MAX)
		return false;
	while (next < have && n < stop) {
		const uint64_t *of = l->bits[next / 64].of;

		above = row;
		row = !((of[BYTES_NO_ROW] | of[BYTES_END]) >> next % 64 & 1);
		if (row && !above) {
			size_t rows = n;

			if (l->rows.to > i)
				break;
			if (next >= from && next < to)
				n = cut_rows(l, n, &next, to);
			row = n == rows;
			if (!row)
				continue;
		}
		if (!cut_other(l, &n, &next, from, to))
			break;
	}
	l->n = n;
	l->done = l->scan = l->bits_from + next;
	return next > start;
}

int
lines_cut(struct lines *l, size_t i)
{
	/* Before anything is read there is no buffer to count from. */
	if (l->in->buf == NULL && input_more(l->in) == -1)
		return -1;
	while (l->n <= i) {
		size_t first = (size_t)(l->v - l->all);
		int r = 0;

		/* Make room in the array, at first in front of the window. */
		if (l->n + ROOM > l->cap && first > l->n) {
			memmove(l->all, l->v, l->n * sizeof(*l->v));
			l->v = l->all;
			l->cap += first;
			first = 0;
		}
		while (l->n + ROOM > l->cap) {
			size_t cap = first + l->cap;
			struct line *v =
			    sok_grow(l->all, cap, &cap, sizeof(*v));

			if (v == NULL)
				return -1;
			l->all = v;
			l->v = v + first;
			l->cap = cap - first;
		}
		if (l->done + LONG > l->bits_to &&
		    lines_bits(l, l->done, LONG) == -1)
			return -1;
		if (cut_plain(l, i))
			continue;
		if (l->done < lines_loaded(l))
			r = cut_next(l);
		if (r == 0 && l->in->eof && l->done == lines_loaded(l))
			return 0;
		if (r == 0 && !l->in->eof)
			r = input_more(l->in);
		if (r == -1)
			return -1;
	}
	return 1;
}
