/*
 * lines_plain.c - cuts many lines at once that need nothing but their class
 * bits; lines.c cuts all others one by one.
 */
#include "base/bits.h"
#include "text/lines.h"

struct range_of_ends {
	size_t from, to;
};

/* The range of bits in which an LF is no news, because LF, or CRLF converted by
 * the input, was found before.  It may begin before bit 0. */
static inline struct range_of_ends
plain_ends(const struct lines *l, size_t shift, size_t have)
{
	size_t first = l->in->consumed, crlf = 0;

	if (l->in->crlf_until > first)
		crlf = l->in->crlf_until - first;
	crlf = crlf < have - shift ? crlf : have - shift;
	return (struct range_of_ends){shift + (l->ends & LINES_CRLF ? 0 : crlf),
	    l->ends & LINES_LF ? have : shift + crlf};
}

/* The length of the line end at p, of have bytes, if it is not LF and its kind
 * was found before; otherwise 0, also if it may be incomplete. */
static size_t
cr_end(const struct lines *l, const char *p, size_t have)
{
	unsigned kind = LINES_CRLF;
	size_t len = 2;

	if (p[0] != '\r' || have <= 2)
		return 0;
	if (p[1] != '\n') {
		len = p[1] == '\r' && p[2] == '\n' ? 3 : 1;
		kind = len == 3 ? LINES_CRLF : LINES_CR;
	}
	return l->ends & kind ? len : 0;
}

/* What the line from bit a to b can be and has; false if it has rare bytes. */
static inline bool
look(const struct bytes *bits, size_t a, size_t b, unsigned *can, unsigned *has)
{
	const struct bytes *w = bits + a / 64;
	struct range_bits r;
	uint64_t in;

	if (a / 64 != (b - 1) / 64) {
		r = range_bits(bits, a, b);
	} else {
		/* Most lines lie in one word, and many are rows. */
		in = bits_first(b - a) << a % 64;
		if ((w->of[BYTES_NO_ROW] & in) == 0 &&
		    (w->of[BYTES_NO_MOVE] & in)) {
			*can = CAN_PLAIN | CAN_RLE | CAN_LETTER;
			*has |= HAS_INK;
			return true;
		}
		if (w->of[BYTES_RARE] & in)
			return false;
		r = (struct range_bits){w, w, in, 0};
		lines_add_bits(&r, can, has);
		return true;
	}
	if (bits_of(&r, BYTES_RARE))
		return false;
	lines_add_bits(&r, can, has);
	return true;
}

/* The end of the line that begins at bit a, if it is in the same word or the
 * next one; otherwise have. */
static inline size_t
near_end(const struct bytes *bits, size_t a, size_t have)
{
	const struct bytes *w = bits + a / 64;
	uint64_t ends = w->of[BYTES_END] >> a % 64;
	size_t next = (a | 63) + 1;

	if (ends != 0)
		return a + (size_t)bits_low(ends);
	if (next >= have || w[1].of[BYTES_END] == 0)
		return have;
	return next + (size_t)bits_low(w[1].of[BYTES_END]);
}

/* Whether a blank line joins the line above it, and the run is not yet too
 * long. */
static inline bool
joins(const struct line *above, unsigned has, uint32_t next)
{
	return !((above->has | has) & ~LINES_BLANK_HAS) &&
	    !(above->can & CUT_OFF) && next - above->raw < LINES_BLANK_RUN;
}

/* Store a line of len bytes at byte `at`, without trailing blanks. */
static inline void
put_line(struct line *e, const char *p, uint32_t at, size_t len)
{
	e->raw = e->off = at;
	while (len > 0 && p[len - 1] == ' ')
		len--;
	e->len = (uint32_t)len;
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

/* Whether a row may begin with this byte. */
static inline bool
may_be_row(const struct bytes *w, size_t bit)
{
	return ((w->of[BYTES_NO_ROW] | w->of[BYTES_END]) >> bit & 1) == 0;
}

/* Cut rows that end in a wall, as most lines are, from bit *a on.  Stops at a
 * byte that no row has, at a line that ends in a blank or a character of moves,
 * at bit `to`, and after a word that completes LINES_ROWS lines. */
static void
cut_rows(struct lines *l, size_t *a, size_t to)
{
	struct line *e = l->v + l->n, *first = e, *stop = e + LINES_ROWS;
	uint32_t begin = (uint32_t)l->bits_from, at = begin + (uint32_t)*a;
	uint64_t from = ~(uint64_t)0 << *a % 64, before = 0, odd = 0;

	if (l->rows.to != l->n || l->n == 0)
		l->rows = (struct lines_rows){l->n, l->n, 0, UINT32_MAX};
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
	l->n += (size_t)(e - first);
	l->rows.to = l->n;
	*a = at - begin;
}

/* Cut up to LINES_OTHERS lines of any kind from bit *at on; stops where a row
 * may begin, except at bit `begin`. */
static void
cut_others(struct lines *l, size_t begin, size_t *at, struct range_of_ends lf)
{
	const char *window = (const char *)lines_window(l), *p;
	const size_t shift = l->in->consumed - l->bits_from; /* may wrap */
	const struct bytes *bits = l->bits;
	const size_t have = l->bits_to - l->bits_from, limit = l->limit;
	uint32_t number = l->next, from = (uint32_t)l->bits_from;
	struct line *e = l->v + l->n, *first = e, *stop = e + LINES_OTHERS;
	bool blank = !l->join || l->n == 0 || (e[-1].has & HAS_INK);
	size_t a = *at, next;
	bool was_row = false;

	for (; e < stop && a < have; a = next) {
		bool row = may_be_row(&bits[a / 64], a % 64);
		size_t b = near_end(bits, a, have), start = a;
		unsigned can = CAN_ALL, has = 0;

		if (b >= have || b - a >= limit ||
		    (row && !was_row && a > begin))
			break;
		was_row = row;
		next = b + 1;
		p = window + (a - shift);
		if (p[b - a] != '\n') {
			next = cr_end(l, p + (b - a), have - b);
			if (next == 0)
				break;
			next += b;
		} else if (b - lf.from >= lf.to - lf.from) {
			break;
		}
		if (p[0] == '>') {
			has = HAS_QUOTE;
			start = b - lines_unquoted(p, b - a);
		}
		if (start < b && !look(bits, start, b, &can, &has))
			break;
		if (!(has & HAS_INK) && !blank) {
			if (!joins(e - 1, has, from + (uint32_t)next))
				break;
			number++;
			continue;
		}
		blank = !l->join || (has & HAS_INK);
		put_line(e, p, from + (uint32_t)a, b - a);
		e->num = number++;
		e->can = (uint16_t)can;
		e->has = (uint16_t)has;
		e++;
	}
	*at = a;
	l->next = number;
	l->n += (size_t)(e - first);
}

bool
lines_cut_plain(struct lines *l)
{
	const size_t shift = l->in->consumed - l->bits_from; /* may wrap */
	const size_t have = l->bits_to - l->bits_from;
	size_t a = l->done + shift, first = a;
	struct range_of_ends lf;

	if (a >= have || l->scan > 0 || l->rest || lines_held(l) > UINT32_MAX)
		return false;
	lf = plain_ends(l, shift, have);
	if (a - lf.from < lf.to - lf.from && l->limit >= LINES_LONG &&
	    may_be_row(&l->bits[a / 64], a % 64))
		cut_rows(l, &a, lf.to);
	cut_others(l, first, &a, lf);
	l->done = a - shift;
	return a > first;
}
