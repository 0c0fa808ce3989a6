/* lines_class.c - finds out what a line can be and has from the class bits of
 * its bytes, for lines.c. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/lines.h"

/* Bits are made for so many words at once, and kept for at most so many bytes:
 * older ones are not needed, or the bytes are classified again. */
enum { BATCH = 64, KEEP = 1 << 17 };

/* Make the bits of byte `at`, if they are missing, and of the bytes after it;
 * drop bits that are no longer needed.  -1 on ENOMEM. */
static int
make_bits(struct lines *l, size_t at)
{
	size_t first = l->in->consumed, end = lines_loaded(l);
	size_t needed, gone, used, n, cap;
	struct bytes *v;

	if (at < l->bits_from || at > l->bits_to)
		l->bits_from = l->bits_to = at;
	used = (l->bits_to - l->bits_from + 63) / 64;
	if (used + BATCH + 1 > l->cap_bits) {
		needed = l->bits_to > first + KEEP ? l->bits_to - KEEP : first;
		gone = needed > l->bits_from ? (needed - l->bits_from) / 64 : 0;
		gone = gone < used ? gone : used;
		used -= gone;
		if (gone > 0)
			memmove(l->bits, l->bits + gone, used * sizeof(*v));
		l->bits_from += 64 * gone;
		cap = 2 * (used + BATCH + 1);
		if (cap > l->cap_bits) {
			v = realloc(l->bits, cap * sizeof(*v));
			if (v == NULL)
				return -1;
			l->bits = v;
			l->cap_bits = cap;
		}
	}

	/* The last word may have been incomplete. */
	used = (l->bits_to - l->bits_from) / 64;
	if (l->bits_from + 64 * used < first) {
		l->bits_from = l->bits_to = first;
		used = 0;
	}
	at = l->bits_from + 64 * used;
	n = (end - at + 63) / 64;
	n = n < BATCH ? n : BATCH;
	bytes_classify(l->bits + used, lines_byte(l, at), n);
	l->bits_to = at + 64 * n < end ? at + 64 * n : end;
	return 0;
}

int
lines_bits(struct lines *l, size_t at, size_t n)
{
	/* Wraps if the bits begin after the byte. */
	if (at - l->bits_from >= l->bits_to - l->bits_from)
		return make_bits(l, at);
	if (l->bits_to - at >= n || l->bits_to == lines_loaded(l))
		return 0;
	return make_bits(l, l->bits_to);
}

int
lines_end(struct lines *l, size_t at, size_t end, size_t *found)
{
	*found = end;
	while (at < end) {
		if (lines_bits(l, at, 1) == -1)
			return -1;
		size_t to = l->bits_to < end ? l->bits_to : end;
		size_t last = to - l->bits_from;

		for (size_t a = at - l->bits_from; a < last; a = (a | 63) + 1) {
			uint64_t ends =
			    l->bits[a / 64].of[BYTES_END] & bytes_in(a, last);

			if (ends == 0)
				continue;
			*found = l->bits_from + (a & ~(size_t)63) +
			    (size_t)bits_low(ends);
			return 0;
		}
		at = to;
	}
	return 0;
}

/* Add what bytes allow and are, by their bits in a word from p[at] on. */
static void
look(const struct bytes *w, uint64_t in, const char *p, size_t at,
    unsigned *can, unsigned *has)
{
	/* What the bits do not tell of rare bytes; some may be in rows. */
	enum { IN_ROWS = 0x8000 };
	static const uint16_t is[ALPHABET_KINDS] = {
	    [ALPHABET_TA] = HAS_TAB | HAS_MARK | IN_ROWS,
	    [ALPHABET_BS] = HAS_BACKSLASH,
	    [ALPHABET_CO] = HAS_CONTROL,
	    [ALPHABET_HI] = HAS_HIGH,
	    [ALPHABET_NB] = HAS_HIGH | HAS_INK | IN_ROWS};
	uint64_t rare = w->of[BYTES_RARE] & in;
	unsigned all = 0;

	for (; rare != 0; rare &= rare - 1) {
		unsigned one =
		    is[alphabet_kind(p[at + (size_t)bits_low(rare)])];

		all |= one;
		if (one & IN_ROWS)
			in &= ~(rare & -rare);
	}
	/* No-break spaces are no moves. */
	if (all & HAS_INK)
		*can &= ~(unsigned)CAN_MOVES;
	*has |= all & ~(unsigned)IN_ROWS;
	lines_add_bits(w, in, can, has);
}

int
lines_look(struct lines *l, size_t at, size_t end, unsigned *can, unsigned *has)
{
	while (at < end) {
		if (lines_bits(l, at, 1) == -1)
			return -1;
		size_t to = l->bits_to < end ? l->bits_to : end;
		size_t last = to - l->bits_from;
		const char *p = lines_byte(l, l->bits_from);

		for (size_t a = at - l->bits_from; a < last; a = (a | 63) + 1)
			look(&l->bits[a / 64], bytes_in(a, last), p,
			    a & ~(size_t)63, can, has);
		at = to;
	}
	return 0;
}

void
lines_classify(struct sok_str s, uint16_t *can, uint16_t *has)
{
	unsigned c = CAN_ALL, h = 0;

	for (; s.len > 0; s = sok_str_from(s, 64)) {
		size_t n = s.len < 64 ? s.len : 64;
		char part[64] = {'\0'};
		struct bytes w;

		memcpy(part, s.s, n);
		bytes_classify(&w, part, 1);
		if (w.of[BYTES_END] & bytes_in(0, n))
			c = 0;
		look(&w, bytes_in(0, n), part, 0, &c, &h);
	}
	*can = (uint16_t)c;
	*has = (uint16_t)h;
}

int
lines_add_row(struct lines *l, struct line *e)
{
	/* What code about rows asks for. */
	const unsigned rows = (unsigned)HAS_COUNT | HAS_TAB | HAS_HIGH |
	    HAS_CONTROL | HAS_BACKSLASH | HAS_BAR;
	bool quoted = e->has & HAS_QUOTE;
	bool above =
	    l->n > 0 && (e[-1].can & CAN_LETTER) && (e[-1].has & HAS_INK);
	struct sok_str line = {lines_byte(l, e->off), e->len};
	uint16_t can, has;

	struct sok_str row = squares_add(l->squares, line, quoted, above);
	if (row.s == NULL)
		return -1;
	if ((e->can & CUT_OFF) || (e->has & HAS_CUT))
		return 0;
	lines_classify(quoted ? sok_str_unquote(row) : row, &can, &has);
	e->can =
	    (uint16_t)((e->can & CAN_MOVES) | (can & ~(unsigned)CAN_MOVES));
	e->has = (uint16_t)((e->has & ~(unsigned)HAS_WALL) | (has & HAS_WALL));
	if (can & CAN_LETTER)
		e->has = (uint16_t)((e->has & ~rows) | (has & rows));
	return 0;
}
