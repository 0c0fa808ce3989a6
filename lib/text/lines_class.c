/*
 * lines_class.c - finds out what a line can be and has from the class bits of
 * its bytes, for lines.c.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "board/alphabet.h"
#include "text/lines.h"

/* A table entry: what the byte allows and what it is. */
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
#define KIND_CR KIND_NU
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
#define KIND_VM HAS(HAS_INK)
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

/* What each byte allows and is.  Used for lines with rare bytes and for lines
 * that are not in the window. */
static const uint32_t class[256] = {ALPHABET(KIND)};

/* Bits are made for so many words at once, and kept for at most so many bytes:
 * older ones are not needed, or the bytes are classified again. */
enum { BATCH = 64, KEEP = 1 << 17 };

/* Make the bits of byte `at`, if they are missing, and of the bytes after it;
 * drop bits that are no longer needed.  -1 on ENOMEM. */
static int
make_bits(struct lines *l, size_t at)
{
	const char *p = (const char *)lines_window(l);
	size_t first = l->in->consumed, end = first + lines_held(l);
	size_t needed, gone, used, n, cap;
	struct bytes *v;

	at += first;
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
	bytes_classify(l->bits + used, p + (at - first), n);
	l->bits_to = at + 64 * n < end ? at + 64 * n : end;
	return 0;
}

int
lines_ahead(struct lines *l)
{
	size_t at = l->in->consumed + l->done;
	size_t have = l->bits_to - l->bits_from;

	/* Wraps if the bits begin after the byte. */
	if (at - l->bits_from > have)
		return make_bits(l, l->done);
	if (l->bits_to - at < LINES_AHEAD &&
	    l->bits_to < l->in->consumed + lines_held(l))
		return make_bits(l, l->bits_to - l->in->consumed);
	return 0;
}

/* The offset in the window up to which bytes from `at` on have bits; SIZE_MAX
 * with errno. */
static size_t
want_bits(struct lines *l, size_t at)
{
	/* Wraps if the bits begin after it. */
	if (l->in->consumed + at - l->bits_from >= l->bits_to - l->bits_from &&
	    make_bits(l, at) == -1)
		return SIZE_MAX;
	return l->bits_to - l->in->consumed;
}

size_t
lines_end(struct lines *l, size_t at, size_t end)
{
	while (at < end) {
		size_t to = want_bits(l, at), shift, i, last;
		uint64_t ends;

		if (to == SIZE_MAX)
			return SIZE_MAX;
		to = to < end ? to : end;
		shift = l->bits_from - l->in->consumed; /* may wrap */
		i = (at - shift) / 64;
		last = (to - shift - 1) / 64;
		ends = l->bits[i].of[BYTES_END] &
		    ~(uint64_t)0 << (at - shift) % 64;
		while (ends == 0 && i < last)
			ends = l->bits[++i].of[BYTES_END];
		at = ends != 0 ? 64 * i + (size_t)bits_low(ends) + shift : to;
		if (at < to)
			return at;
		at = to;
	}
	return end;
}

int
lines_look(struct lines *l, size_t at, size_t end, unsigned *can, unsigned *has)
{
	for (size_t to; at < end; at = to) {
		size_t shift;
		struct range_bits r;
		struct bytes all;

		to = want_bits(l, at);
		if (to == SIZE_MAX)
			return -1;
		to = to < end ? to : end;
		shift = l->bits_from - l->in->consumed; /* may wrap */
		r = range_bits(l->bits, at - shift, to - shift);
		/* Of many words, all but the last one are merged. */
		if (r.first + 1 < r.last) {
			for (int k = 0; k < BYTES_CLASSES; k++)
				all.of[k] = r.first->of[k] & r.in_first;
			while (++r.first < r.last)
				for (int k = 0; k < BYTES_CLASSES; k++)
					all.of[k] |= r.first->of[k];
			r.first = &all;
			r.in_first = ~(uint64_t)0;
		}
		if (!bits_of(&r, BYTES_RARE)) {
			lines_add_bits(&r, can, has);
			continue;
		}
		for (; at < to; at++) {
			uint32_t c = class[lines_window(l)[at]];

			*can &= c;
			*has |= c >> HAS_SHIFT;
		}
	}
	return 0;
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
