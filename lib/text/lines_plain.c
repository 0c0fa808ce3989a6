/*
 * lines_plain.c - cuts many lines at once that need nothing but their class
 * bits; lines.c cuts all others one by one.
 */
#include "base/bits.h"
#include "text/lines.h"

/* How many other lines and how many rows are cut at once; the last word of bits
 * may add 32 rows.  The bytes of two words of bits. */
enum { LINES_OTHERS = 16, LINES_ROWS = 32, LINES_LONG = 128 };

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

/* Cut rows that end in a wall, from bit *a to bit `to`, as lines from number n
 * of the window on, which begin at e.  Stops at a byte that no row has, at a
 * line that ends in a blank or a character of moves, and after a word that
 * completes LINES_ROWS lines.  Returns the end of the lines. */
static struct line *
cut_rows(struct lines *l, struct line *e, size_t n, size_t *a, size_t to)
{
	struct line *first = e, *stop = e + LINES_ROWS;
	uint32_t begin = (uint32_t)l->bits_from, at = begin + (uint32_t)*a;
	uint64_t from = ~(uint64_t)0 << *a % 64, before = 0, odd = 0;

	if (l->rows.to != n || n == 0)
		l->rows = (struct lines_rows){n, n, 0, UINT32_MAX};
	for (size_t word = *a & ~(size_t)63; word < to && odd == 0 && e < stop;
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
	*a = at - begin;
	l->rows.to += (size_t)(e - first);
	return e;
}

/* What bits a to b, without line ends, allow and are; false if bytes among them
 * are rare. */
static inline bool
look(const struct bytes *bits, size_t a, size_t b, unsigned *can, unsigned *has)
{
	const struct bytes *w = bits + a / 64;
	struct range_bits r = {w, w, 0, 0};

	if (a == b)
		return true;
	if (a / 64 == (b - 1) / 64)
		r.in_first = bits_first(b - a) << a % 64;
	else
		r = range_bits(bits, a, b);
	if (bits_of(&r, BYTES_RARE))
		return false;
	lines_add_bits(&r, can, has);
	return true;
}

/* The line end after bit a if it is in the same word or the next one, else
 * `to`. */
static inline size_t
near_end(const struct bytes *bits, size_t a, size_t to)
{
	const struct bytes *w = bits + a / 64;
	uint64_t ends = w->of[BYTES_END] >> a % 64;
	size_t next = (a | 63) + 1;

	if (ends != 0)
		return a + (size_t)bits_low(ends);
	if (next >= to || w[1].of[BYTES_END] == 0)
		return to;
	return next + (size_t)bits_low(w[1].of[BYTES_END]);
}

/* The length of a line end at p, of n bytes, if it begins with CR and its kind
 * is no news; else 0, also if it may be incomplete. */
static size_t
cr_end(const struct lines *l, const char *p, size_t n)
{
	size_t len = 2;

	if (p[0] != '\r' || n <= 2)
		return 0;
	if (p[1] != '\n')
		len = p[1] == '\r' && p[2] == '\n' ? 3 : 1;
	return l->ends & (len == 1 ? LINES_CR : LINES_CRLF) ? len : 0;
}

bool
lines_cut_plain(struct lines *l, size_t i)
{
	const struct bytes *bits = l->bits;
	const size_t shift = l->bits_from - l->in->consumed; /* may wrap */
	const size_t have = l->bits_to - l->bits_from, start = l->done - shift;
	const uint32_t begin = (uint32_t)l->bits_from;
	const char *p = (const char *)lines_window(l);
	struct line *e = l->v + l->n, *first = e, *stop = e + LINES_OTHERS;
	/* LF is no news among these bits; up to `crlf` it was CRLF. */
	size_t crlf = l->in->crlf_until > l->bits_from
	    ? l->in->crlf_until - l->bits_from
	    : 0;
	size_t from = l->ends & LINES_CRLF ? 0 : crlf, next;
	size_t to = l->ends & LINES_LF || crlf > have ? have : crlf;
	bool above = false, row;

	if (start >= have || l->scan > 0 || l->rest || l->limit < LINES_LONG ||
	    lines_held(l) > UINT32_MAX)
		return false;
	next = start;
	for (size_t a = start; a < have && e < stop; a = next, above = row) {
		const uint64_t *of = bits[a / 64].of;
		size_t n = l->n + (size_t)(e - first), b, len, end;
		const char *s = p + (a + shift);
		unsigned can = CAN_ALL, has = 0;

		row = !((of[BYTES_NO_ROW] | of[BYTES_END]) >> a % 64 & 1);
		if (row && !above) {
			struct line *rows = e;

			if (n > i)
				break;
			if (a >= from && a < to)
				e = cut_rows(l, e, n, &next, to);
			row = e == rows;
			if (!row)
				continue;
		}
		b = near_end(bits, a, have);
		if (b >= have)
			break;
		len = b - a;
		end = s[len] == '\n' ? b >= from && b < to
		                     : cr_end(l, s + len, have - b);
		if (end == 0)
			break;
		end += b;
		if (s[0] == '>')
			has = HAS_QUOTE;
		if (!look(bits, has ? a + len - lines_unquoted(s, len) : a,
		        a + len, &can, &has))
			break;
		if (!(has & HAS_INK) && l->join && n > 0 &&
		    !(e[-1].has & ~LINES_BLANK_HAS) && !(e[-1].can & CUT_OFF)) {
			if (begin + (uint32_t)end - e[-1].raw >=
			    LINES_BLANK_RUN)
				break;
			next = end;
			l->next++;
			continue;
		}
		while (len > 0 && s[len - 1] == ' ')
			len--;
		*e++ = (struct line){.raw = begin + (uint32_t)a,
		    .off = begin + (uint32_t)a,
		    .len = (uint32_t)len,
		    .num = l->next++,
		    .can = (uint16_t)can,
		    .has = (uint16_t)has};
		next = end;
	}
	l->n += (size_t)(e - first);
	l->done = next + shift;
	return next > start;
}
