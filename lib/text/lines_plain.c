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

/* Where an LF needs nothing to be said, as there were others like it: LF and
 * what is left of CRLF. */
static struct range_of_ends
plain_ends(const struct lines *l)
{
	size_t crlf = l->in->crlf_until > l->in->consumed
	    ? l->in->crlf_until - l->in->consumed
	    : 0;

	return (struct range_of_ends){l->ends & LINES_CRLF ? 0 : crlf,
	    l->ends & LINES_LF ? SIZE_MAX : crlf};
}

/* How long the line end at byte at, which is no LF, is if nothing needs to be
 * said of it either; 0 for any other one, and where it may not be complete. */
static size_t
cr_end(const struct lines *l, const char *p, size_t at)
{
	unsigned kind = LINES_CRLF;
	size_t len = 2;

	if (p[at] != '\r' || at + 2 >= lines_held(l))
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

/* What cut_rows() needs to know: bits, the bytes that belong to them, and at
 * which of them a row of up to 64 bytes may end. */
struct rows_ahead {
	const struct bytes *bits;
	const char *p;
	uint32_t first; /* of the bytes, counted as lines are */
	size_t from, many;
};

INLINE static inline struct rows_ahead
rows_ahead(const struct lines *l, const char *p, struct range_of_ends lf)
{
	size_t shift = l->in->consumed - l->bits_from;
	size_t have = l->bits_to - l->bits_from, from = lf.from + shift;
	size_t many = have > from && l->limit >= 64 ? have - from : 0;

	many = many < lf.to - lf.from ? many : lf.to - lf.from;
	return (struct rows_ahead){
	    l->bits, p, (uint32_t)l->bits_from, from, many};
}

/* Most lines are rows, of less than 64 bytes: cut those from bit *at on.  The
 * end of a line is of no other class. */
INLINE static inline struct line *
cut_rows(const struct rows_ahead *r, struct line *e, const struct line *stop,
    size_t *at, uint32_t number)
{
	size_t a = *at;

	while (e < stop && a - r->from < r->many) {
		const struct bytes *w = r->bits + a / 64, *next = w + 1;
		size_t n = a % 64, len;
		uint64_t ends = w->of[BYTES_END] >> n, in;
		uint64_t no_row = w->of[BYTES_NO_ROW] >> n;
		uint64_t ink = w->of[BYTES_NO_MOVE] >> n;

		if (ends == 0 && a + 64 - n - r->from < r->many) {
			ends = next->of[BYTES_END] << 1 << (63 - n);
			no_row |= next->of[BYTES_NO_ROW] << 1 << (63 - n);
			ink |= next->of[BYTES_NO_MOVE] << 1 << (63 - n);
		}
		in = ends ^ (ends - 1);
		len = (size_t)bits_low(ends | (uint64_t)1 << 63);
		if (ends == 0 || (no_row & in) != 0 || (ink & in) == 0 ||
		    a + len - r->from >= r->many || r->p[a + len] != '\n')
			break;
		put_line(e, r->p + a, r->first + (uint32_t)a, len);
		e->num = number++;
		e->can = CAN_PLAIN | CAN_RLE | CAN_LETTER;
		e->has = HAS_INK;
		e++;
		a += len + 1;
	}
	*at = a;
	return e;
}

/* Lines cut at once; the bits of each are in two words. */
enum { LINES = 32 };

INLINE static inline bool
cut_plain(struct lines *l)
{
	const struct bytes *bits = l->bits;
	const size_t shift = l->in->consumed - l->bits_from;
	const size_t have = l->bits_to - l->bits_from, limit = l->limit;
	const struct range_of_ends lf = plain_ends(l);
	const char *p = l->in->buf + l->in->start - shift;
	size_t a = l->done + shift, room = l->cap - (size_t)(l->v - l->all);
	uint32_t number = l->next, from = (uint32_t)l->bits_from;
	struct line *e = l->v + l->n, *first = e, *stop;
	bool join = l->join,
	     blank = !join || l->n == 0 || (e[-1].has & HAS_INK);
	const struct rows_ahead rows = rows_ahead(l, p, lf);
	bool more;

	if (a >= have || l->scan > 0 || l->can != CAN_ALL ||
	    lines_held(l) > UINT32_MAX)
		return false;
	room -= l->n;
	stop = e + (room < LINES ? room : LINES);
	while (e < stop && a < have) {
		struct line *had = e;
		size_t b, start, len, next = 1;
		unsigned can = CAN_ALL, has = 0;

		e = cut_rows(&rows, e, stop, &a, number);
		number += (uint32_t)(e - had);
		blank = blank || e > had;
		if (e == stop || a >= have)
			break;
		b = next_end(bits, a, have);
		start = a;
		len = b - a;
		if (b >= have || len >= limit || b / 64 - a / 64 > 1)
			break;
		if (p[b] != '\n')
			next = cr_end(l, l->in->buf + l->in->start, b - shift);
		else if (b - shift < lf.from || b - shift >= lf.to)
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
		if (!(has & HAS_INK) && !blank) {
			if (!joins(e - 1, has, from + (uint32_t)(b + next)))
				break;
			number++;
			a = b + next;
			continue;
		}
		blank = !join || (has & HAS_INK);
		put_line(e, p + a, from + (uint32_t)a, len);
		e->num = number++;
		e->can = (uint16_t)can;
		e->has = (uint16_t)has;
		e++;
		a = b + next;
	}
	more = a - shift > l->done;
	l->next = number;
	l->n += (size_t)(e - first);
	l->done = a - shift;
	return more;
}

#ifdef __x86_64__

/* The same for processors that shift and count zeros with less ado. */
__attribute__((target("bmi,bmi2"))) static bool
cut_plain_fast(struct lines *l)
{
	return cut_plain(l);
}

bool
lines_cut_plain(struct lines *l)
{
	return __builtin_cpu_supports("bmi2") ? cut_plain_fast(l)
	                                      : cut_plain(l);
}

#else

bool
lines_cut_plain(struct lines *l)
{
	return cut_plain(l);
}

#endif
