/*
 * lines_class.c - what lines can be and have, from the class bits of their
 * bytes: for lines.c, which cuts them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "board/alphabet.h"
#include "text/lines.h"

#define INLINE __attribute__((always_inline))

/* A table entry: what the byte allows, what it is, and END for the bytes that
 * end a line. */
#define CAN(x) (uint32_t)(x)
#define HAS(x) ((uint32_t)(x) << 8)
#define HAS_SHIFT 8

#define ROW CAN(CAN_PLAIN | CAN_RLE | CAN_LETTER)
#define SQUARE (ROW | HAS(HAS_INK))
#define NUMBER (CAN(CAN_ALL & ~CAN_PLAIN) | HAS(HAS_INK | HAS_COUNT | HAS_MARK))
#define OLD (CAN(CAN_LETTER) | HAS(HAS_INK))
#define MARK (CAN(CAN_MOVES) | HAS(HAS_INK | HAS_MARK))

/* clang-format off */
#define KIND_NU 0u
#define KIND_LE KIND_NU
#define KIND_CO HAS(HAS_INK | HAS_CONTROL)
#define KIND_TA (KIND_SP | HAS(HAS_TAB))
#define KIND_SP (ROW | CAN(CAN_MOVES) | HAS(HAS_MARK))
#define KIND_FL (SQUARE)
#define KIND_WA (SQUARE)
#define KIND_BX SQUARE
#define KIND_GO SQUARE
#define KIND_BG (SQUARE | MARK)
#define KIND_PL SQUARE
#define KIND_PG SQUARE
#define KIND_DI NUMBER
#define KIND_GR NUMBER
#define KIND_BA \
	(CAN(CAN_RLE | CAN_LETTER) | HAS(HAS_INK | HAS_COUNT | HAS_BAR))
#define KIND_MV (CAN(CAN_MOVES) | HAS(HAS_INK | HAS_MOVE))
#define KIND_JU MARK
#define KIND_BS (MARK | HAS(HAS_BACKSLASH))
#define KIND_OP OLD
#define KIND_OQ OLD
#define KIND_OB OLD
#define KIND_OC OLD
#define KIND_OG OLD
#define KIND_OW OLD
#define KIND_TX HAS(HAS_INK)
#define KIND_HI HAS(HAS_INK | HAS_HIGH)
#define KIND_NB (ROW | KIND_HI)
#define KIND(kind) KIND_##kind
/* clang-format on */

/* What each byte of a line allows it to be and is: where the bits say that one
 * is rare, and for lines from elsewhere. */
static const uint32_t class[256] = {ALPHABET(KIND)};

/* Words of bits that are made at once, and how many bytes of them are kept at
 * most: what is older is not asked for, or is looked at byte by byte. */
enum { BATCH = 64, KEEP = 1 << 17 };

/* Forget bits that nobody will ask for, and find room for more. */
static int
make_room(struct lines *l, size_t words)
{
	size_t first = l->in->consumed, used, gone;
	struct bytes *v;

	if (l->bits_to > first + KEEP)
		first = l->bits_to - KEEP;
	gone = first > l->bits_from ? (first - l->bits_from) / 64 : 0;
	used = (l->bits_to - l->bits_from + 63) / 64;
	gone = gone < used ? gone : used;
	if (used + words <= l->cap_bits)
		return 0;
	if (gone > 0)
		memmove(l->bits, l->bits + gone, (used - gone) * sizeof(*v));
	l->bits_from += 64 * gone;
	used -= gone;
	if (used + words <= l->cap_bits / 2)
		return 0;
	v = realloc(l->bits, 2 * (used + words) * sizeof(*v));
	if (v == NULL)
		return -1;
	l->bits = v;
	l->cap_bits = 2 * (used + words);
	return 0;
}

/* Make the bits of more of the window: those of byte at, if they are not there,
 * and of what follows. */
static int
make_bits(struct lines *l, size_t at)
{
	size_t first = l->in->consumed, end = first + lines_held(l), word, n;

	at += first;
	if (at < l->bits_from || at > l->bits_to)
		l->bits_from = l->bits_to = at;
	if (make_room(l, BATCH + 1) == -1)
		return -1;
	word = (l->bits_to - l->bits_from) / 64;
	if (l->bits_from + 64 * word < first) {
		l->bits_from = l->bits_to = first;
		word = 0;
	}
	at = l->bits_from + 64 * word;
	n = (end - at + 63) / 64;
	n = n < BATCH ? n : BATCH;
	bytes_classify(
	    l->bits + word, (const char *)lines_window(l) + (at - first), n);
	l->bits_to = at + 64 * n < end ? at + 64 * n : end;
	return 0;
}

/* The first byte from at on that ends a line, or to; bits are there. */
static size_t
find_end(const struct lines *l, size_t at, size_t to)
{
	size_t shift = l->bits_from - l->in->consumed; /* may wrap */
	size_t i = (at - shift) / 64, last = (to - shift - 1) / 64;
	uint64_t ends =
	    l->bits[i].of[BYTES_END] & ~(uint64_t)0 << (at - shift) % 64;

	while (ends == 0 && i < last)
		ends = l->bits[++i].of[BYTES_END];
	if (ends == 0)
		return to;
	at = 64 * i + (size_t)bits_low(ends) + shift;
	return at < to ? at : to;
}

/* The bits of some bytes: of the first and the last word, what of these counts;
 * none of the words between is left out. */
struct range_bits {
	const struct bytes *first, *last;
	uint64_t in_first, in_last;
};

INLINE static inline uint64_t
bits_of(const struct range_bits *r, int what)
{
	return (r->first->of[what] & r->in_first) |
	    (r->last->of[what] & r->in_last);
}

/* All words but the last as one. */
static void
add_words(struct bytes *all, const struct range_bits *r)
{
	for (int k = 0; k < BYTES_CLASSES; k++)
		all->of[k] = r->first->of[k] & r->in_first;
	for (const struct bytes *p = r->first + 1; p < r->last; p++)
		for (int k = 0; k < BYTES_CLASSES; k++)
			all->of[k] |= p->of[k];
}

/* What text that is no row can be and has besides. */
INLINE static inline void
add_text(const struct range_bits *r, unsigned *can, unsigned *has)
{
	*can &= ~(unsigned)CAN_PLAIN;
	if (bits_of(r, BYTES_NO_RLE))
		*can &= ~(unsigned)CAN_RLE;
	if (bits_of(r, BYTES_NO_OLD))
		*can &= ~(unsigned)CAN_LETTER;
	if (bits_of(r, BYTES_MOVE))
		*has |= HAS_MOVE;
	if (bits_of(r, BYTES_COUNT))
		*has |= HAS_COUNT;
	if (bits_of(r, BYTES_BAR))
		*has |= HAS_BAR;
}

/* Byte by byte. */
static void
add_rare(struct lines *l, size_t at, size_t to)
{
	const unsigned char *p = lines_window(l);
	uint32_t can = l->can, has = HAS(l->has);

	for (; at < to; at++) {
		can &= class[p[at]];
		has |= class[p[at]];
	}
	l->can = (can & CAN_ALL) | (l->can & CUT_OFF);
	l->has = (uint16_t)(has >> HAS_SHIFT);
}

/* The same of the bits of a line; nothing in it is rare. */
INLINE static inline void
add_bits(const struct range_bits *r, unsigned *can, unsigned *has)
{
	if (bits_of(r, BYTES_NO_ROW))
		add_text(r, can, has);
	if (bits_of(r, BYTES_NO_MOVE)) {
		*can &= ~(unsigned)CAN_MOVES;
		*has |= HAS_INK;
	} else {
		if (bits_of(r, BYTES_INK))
			*has |= HAS_INK;
		if (bits_of(r, BYTES_MARK))
			*has |= HAS_MARK;
	}
}

/* The bits from a to b. */
INLINE static inline struct range_bits
range_bits(const struct bytes *bits, size_t a, size_t b)
{
	struct range_bits r = {bits + a / 64, bits + (b - 1) / 64,
	    ~(uint64_t)0 << a % 64, ~(uint64_t)0 >> (63 - (b - 1) % 64)};

	if (r.first == r.last)
		r.in_first = r.in_last = r.in_first & r.in_last;
	return r;
}

/* What bytes from at to to, whose bits are there, say of their line. */
static void
add_bytes(struct lines *l, size_t at, size_t to)
{
	size_t shift = l->bits_from - l->in->consumed; /* may wrap */
	struct range_bits r = range_bits(l->bits, at - shift, to - shift);
	unsigned can = l->can, has = l->has;
	struct bytes all;

	if (r.first + 1 < r.last) {
		add_words(&all, &r);
		r.first = &all;
		r.in_first = ~(uint64_t)0;
	}
	if (bits_of(&r, BYTES_RARE)) {
		add_rare(l, at, to);
		return;
	}
	add_bits(&r, &can, &has);
	l->can = (uint16_t)can;
	l->has = (uint16_t)has;
}

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

	if (a >= have || l->scan > 0 || l->can != CAN_ALL ||
	    lines_held(l) > UINT32_MAX)
		return false;
	room -= l->n;
	stop = e + (room < LINES ? room : LINES);
	while (e < stop && a < have) {
		size_t b = next_end(bits, a, have), start = a, len = b - a;
		size_t next = 1;
		unsigned can = CAN_ALL, has = 0;

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
		if (!(has & HAS_INK) && !blank)
			break; /* perhaps one with the blank lines above it */
		blank = !join || (has & HAS_INK);
		e->raw = e->off = from + (uint32_t)a;
		e->num = number++;
		e->can = (uint16_t)can;
		e->has = (uint16_t)has;
		while (len > 0 && p[a + len - 1] == ' ')
			len--;
		e->len = (uint32_t)len;
		e++;
		a = b + next;
	}
	l->next = number;
	l->n += (size_t)(e - first);
	l->done = a - shift;
	return e > first;
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

size_t
lines_scan(struct lines *l, size_t at, size_t end)
{
	while (at < end) {
		size_t first = l->in->consumed, have = l->bits_to - first, to;

		/* Wraps where there are none before it. */
		if (first + at - l->bits_from >= l->bits_to - l->bits_from) {
			if (make_bits(l, at) == -1)
				return SIZE_MAX;
			have = l->bits_to - first;
		}
		have = have < end ? have : end;
		to = find_end(l, at, have);
		if (to > at)
			add_bytes(l, at, to);
		if (to < have)
			return to;
		at = to;
	}
	return end;
}

struct bytes_count
lines_count(const struct lines *l, size_t from, size_t to)
{
	const struct line *first = &l->v[from], *last = &l->v[to - 1];
	size_t shift = l->in->consumed - l->bits_from;
	size_t a = lines_place(l, first->off) + shift;
	size_t b = lines_place(l, last->off) + last->len + shift;
	struct bytes_count n = {0, 0, 0};

	if (a < b && b <= l->bits_to - l->bits_from)
		return bytes_count(l->bits, a, b);
	for (; from < to; from++) {
		struct sok_str s = lines_str(l, from);

		for (size_t i = 0; i < s.len; i++) {
			unsigned char sq = sok_square[(unsigned char)s.s[i]];

			if (sq >= SOK_NSQUARES)
				continue;
			n.players += (sq & SOK_PLAYER) != 0;
			n.boxes += (sq & SOK_BOX) != 0;
			n.goals += (sq & SOK_GOAL) != 0;
		}
	}
	return n;
}

void
lines_classify(struct sok_str s, uint16_t *can, uint16_t *has)
{
	uint32_t c = CAN_ALL, h = 0;

	for (size_t i = 0; i < s.len; i++) {
		uint32_t t = class[(unsigned char)s.s[i]];

		c &= t;
		h |= t;
	}
	*can = c & CAN_ALL;
	*has = (uint16_t)(h >> HAS_SHIFT);
}

bool
lines_is_control(char c)
{
	return class[(unsigned char)c] & HAS(HAS_CONTROL);
}
