/*
 * lines_plain.c - cut many lines at once, of which the class bits say all there
 * is to say: for lines.c, which cuts the others one by one.
 */
#include "base/bits.h"
#include "text/lines_bits.h"

#define INLINE LINES_INLINE

struct range_of_ends {
	size_t from, to;
};

/* Among which bits an LF needs nothing to be said, as there were others like
 * it: LF and what is left of CRLF.  The first one may be before bit 0. */
INLINE static inline struct range_of_ends
plain_ends(const struct lines *l, size_t shift, size_t have)
{
	size_t first = l->in->consumed, crlf = 0;

	if (l->in->crlf_until > first)
		crlf = l->in->crlf_until - first;
	crlf = crlf < have - shift ? crlf : have - shift;
	return (struct range_of_ends){shift + (l->ends & LINES_CRLF ? 0 : crlf),
	    l->ends & LINES_LF ? have : shift + crlf};
}

/* How long the line end at bit at, which is no LF, is if nothing needs to be
 * said of it either; 0 for any other one, and where it may not be complete. */
static size_t
cr_end(const struct lines *l, const char *p, size_t at, size_t have)
{
	unsigned kind = LINES_CRLF;
	size_t len = 2;

	if (p[at] != '\r' || at + 2 >= have)
		return 0;
	if (p[at + 1] != '\n') {
		len = p[at + 1] == '\r' && p[at + 2] == '\n' ? 3 : 1;
		kind = len == 3 ? LINES_CRLF : LINES_CR;
	}
	return l->ends & kind ? len : 0;
}

/* What the bits from a to b say: false if that is not all there is to say, as
 * the line holds what is rare. */
INLINE static inline bool
look(const struct bytes *bits, size_t a, size_t b, unsigned *can, unsigned *has)
{
	const struct bytes *w = bits + a / 64;
	struct range_bits r;
	uint64_t in;

	if (a / 64 != (b - 1) / 64) {
		r = range_bits(bits, a, b);
		if (bits_of(&r, BYTES_RARE))
			return false;
		add_bits(&r, can, has);
		return true;
	}
	/* Most lines are in one word, and most of these are rows. */
	in = bits_first(b - a) << a % 64;
	if ((w->of[BYTES_NO_ROW] & in) == 0 && (w->of[BYTES_NO_MOVE] & in)) {
		*can = CAN_PLAIN | CAN_RLE | CAN_LETTER;
		*has |= HAS_INK;
		return true;
	}
	if (w->of[BYTES_RARE] & in)
		return false;
	r = (struct range_bits){w, w, in, in};
	add_bits(&r, can, has);
	return true;
}

/* The first line end from bit a on, or have. */
INLINE static inline size_t
next_end(const struct bytes *bits, size_t a, size_t have)
{
	size_t i = a / 64;
	uint64_t ends = bits[i].of[BYTES_END] >> a % 64;

	if (ends != 0)
		return a + (size_t)bits_low(ends);
	for (i++; 64 * i < have; i++)
		if (bits[i].of[BYTES_END] != 0)
			return 64 * i + (size_t)bits_low(bits[i].of[BYTES_END]);
	return have;
}

/* Whether a blank line that has this is one with the line above it, and so few
 * bytes that this is all there is to it. */
INLINE static inline bool
joins(const struct line *above, unsigned has, uint32_t next)
{
	return !((above->has | has) & ~LINES_BLANK_HAS) &&
	    !(above->can & CUT_OFF) && next - above->raw < LINES_BLANK_RUN;
}

/* Put down a line of len bytes from byte at on, without the blanks at its end;
 * before it there is something else than a blank. */
INLINE static inline void
put_line(struct line *e, const char *p, uint32_t at, size_t len)
{
	e->raw = e->off = at;
	while (len > 0 && p[len - 1] == ' ')
		len--;
	e->len = (uint32_t)len;
}

/* Put down rows at whose ends these bits of the 64 bytes from byte at on are;
 * the first one begins at `from`. */
static struct line *
put_rows(struct line *e, uint32_t at, uint64_t ends, uint32_t from,
    uint32_t number, struct lines_rows *rows)
{
	uint32_t wide = rows->wide, narrow = rows->narrow;

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
	return e;
}

/* Whether this byte is one that a row may begin with. */
INLINE static inline bool
may_be_row(const struct bytes *w, size_t bit)
{
	return ((w->of[BYTES_NO_ROW] | w->of[BYTES_END]) >> bit & 1) == 0;
}

/* The bits from bit `to` of a word on, which may be behind it. */
INLINE static inline uint64_t
bits_behind(size_t to)
{
	return to < 64 ? ~(uint64_t)0 << to : 0;
}

/* Most lines are rows that end in a wall: cut those from bit *a on, up to the
 * first byte that no row holds, to the first line that ends as moves and blank
 * lines do as well, to bit `to` and to the word behind which there are enough
 * of them. */
static void
cut_rows(struct lines *l, size_t *a, size_t to)
{
	struct line *e = l->v + l->n, *first = e;
	uint32_t begin = (uint32_t)l->bits_from, at = begin + (uint32_t)*a;
	uint64_t from = ~(uint64_t)0 << *a % 64, before = 0, odd = 0;

	if (l->rows.to != l->n || l->n == 0)
		l->rows = (struct lines_rows){l->n, l->n, 0, UINT32_MAX};
	for (size_t word = *a & ~(size_t)63;
	     word < to && odd == 0 && e - first < LINES_ROWS;
	     word += 64, from = ~(uint64_t)0) {
		const uint64_t *of = l->bits[word / 64].of;
		uint64_t ends = of[BYTES_END] & from;

		odd = ((of[BYTES_NO_ROW] | of[BYTES_RETURN]) & from) |
		    bits_behind(to - word) |
		    (ends & ~(of[BYTES_NO_MOVE] << 1 | before));
		before = of[BYTES_NO_MOVE] >> 63;
		/* The line may be too long in this one. */
		if (begin + (uint32_t)word + 64 - at > l->limit)
			break;
		ends &= ~odd & (odd - 1);
		e = put_rows(e, begin + (uint32_t)word, ends, at,
		    l->next + (uint32_t)(e - first), &l->rows);
		if (e > first)
			at = e[-1].off + e[-1].len + 1;
	}
	l->next += (uint32_t)(e - first);
	l->n += (size_t)(e - first);
	l->rows.to = l->n;
	*a = at - begin;
}

/* Cut some lines of any kind from bit *a on, up to where a row may begin; of
 * these from bit `from` to bit `to` nothing else needs to be said. */
static void
cut_others(struct lines *l, const char *p, size_t *at, struct range_of_ends lf)
{
	const struct bytes *bits = l->bits;
	const size_t have = l->bits_to - l->bits_from;
	uint32_t number = l->next, from = (uint32_t)l->bits_from;
	struct line *e = l->v + l->n, *first = e;
	bool blank = !l->join || l->n == 0 || (e[-1].has & HAS_INK);
	size_t a = *at;

	while (e - first < LINES_OTHERS && a < have) {
		size_t b, start = a, len, next = 1;
		unsigned can = CAN_ALL, has = 0;

		if (e > first && may_be_row(&bits[a / 64], a % 64))
			break;
		b = next_end(bits, a, have);
		len = b - a;
		if (b >= have || len >= l->limit || b / 64 - a / 64 > 1)
			break;
		if (p[b] != '\n')
			next = cr_end(l, p, b, have);
		else if (b - lf.from >= lf.to - lf.from)
			break;
		if (next == 0)
			break;
		if (lines_prefixed((unsigned char)p[a])) {
			if (p[a] != '>')
				break;
			has = HAS_QUOTE;
			start = b - lines_unquoted(p + a, len);
		}
		if (start < b && !look(bits, start, b, &can, &has))
			break;
		a = b + next;
		if (!(has & HAS_INK) && !blank) {
			if (!joins(e - 1, has, from + (uint32_t)a))
				break;
			*at = a;
			number++;
			continue;
		}
		blank = !l->join || (has & HAS_INK);
		put_line(e, p + *at, from + (uint32_t)*at, len);
		e->num = number++;
		e->can = (uint16_t)can;
		e->has = (uint16_t)has;
		e++;
		*at = a;
	}
	l->next = number;
	l->n += (size_t)(e - first);
}

bool
lines_cut_plain(struct lines *l)
{
	const size_t shift = l->in->consumed - l->bits_from; /* may wrap */
	const size_t have = l->bits_to - l->bits_from;
	const char *p = l->in->buf + (l->in->start - shift);
	size_t a = l->done + shift, first = a;
	struct range_of_ends lf;

	if (a >= have || l->scan > 0 || l->can != CAN_ALL ||
	    lines_held(l) > UINT32_MAX)
		return false;
	lf = plain_ends(l, shift, have);
	if (a - lf.from < lf.to - lf.from &&
	    may_be_row(&l->bits[a / 64], a % 64))
		cut_rows(l, &a, lf.to);
	if (a == first)
		cut_others(l, p, &a, lf);
	l->done = a - shift;
	return a > first;
}
