/* lines_bits.h - what a line can be and has, from the class bits of its bytes.
 */
#ifndef SOK_LINES_BITS_H
#define SOK_LINES_BITS_H

#include "text/lines.h"

/* In functions for processors that have more. */
#define LINES_INLINE __attribute__((always_inline))

/* The bits of some bytes: of the first and the last word, what of these counts;
 * none of the words between is left out. */
struct range_bits {
	const struct bytes *first, *last;
	uint64_t in_first, in_last;
};

LINES_INLINE static inline uint64_t
bits_of(const struct range_bits *r, int what)
{
	return (r->first->of[what] & r->in_first) |
	    (r->last->of[what] & r->in_last);
}

/* What text that is no row can be and has besides. */
LINES_INLINE static inline void
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

/* What the bits of a line say it can be and has; nothing in it is rare. */
LINES_INLINE static inline void
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
LINES_INLINE static inline struct range_bits
range_bits(const struct bytes *bits, size_t a, size_t b)
{
	struct range_bits r = {bits + a / 64, bits + (b - 1) / 64,
	    ~(uint64_t)0 << a % 64, ~(uint64_t)0 >> (63 - (b - 1) % 64)};

	if (r.first == r.last)
		r.in_first = r.in_last = r.in_first & r.in_last;
	return r;
}

#endif
