/* bits.h - several bytes, or many squares of a board, as the bits of a word. */
#ifndef SOK_BITS_H
#define SOK_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BITS_EVERY 0x0101010101010101u /* 1 in each of eight bytes */

/* Load eight bytes; the first one is the lowest. */
static inline uint64_t
bits_load(const unsigned char *p)
{
	return p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
	    (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
	    (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

/* Load n < 8 bytes; the others are 0. */
static inline uint64_t
bits_load_some(const unsigned char *p, size_t n)
{
	uint64_t v = 0;

	while (n-- > 0)
		v = v << 8 | p[n];
	return v;
}

/* Set the highest bit of each byte that equals c. */
static inline uint64_t
bits_equal(uint64_t v, char byte)
{
	v ^= (unsigned char)byte * BITS_EVERY;
	return ~((v & 0x7f * BITS_EVERY) + 0x7f * BITS_EVERY) & ~v &
	    0x80 * BITS_EVERY;
}

/* Bit 0 of each byte, as eight adjacent bits. */
static inline uint64_t
bits_pack(uint64_t v)
{
	return (v & BITS_EVERY) * 0x0102040810204080u >> 56;
}

/* The first n > 0 bits of a word, at most all. */
static inline uint64_t
bits_first(size_t n)
{
	return n < 64 ? ~(uint64_t)0 >> (64 - n) : ~(uint64_t)0;
}

/* The sum of eight bytes, which must be below 256. */
static inline unsigned
bits_sum(uint64_t v)
{
	return (unsigned)(v * BITS_EVERY >> 56);
}

static inline size_t
bits_count(uint64_t v)
{
	v -= v >> 1 & 0x5555555555555555;
	v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
	v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0f;
	return (size_t)bits_sum(v);
}

/* The position of the lowest, of the highest bit of v, which is not 0. */
static inline int
bits_low(uint64_t v)
{
	return __builtin_ctzll(v);
}

static inline int
bits_high(uint64_t v)
{
	return 63 - __builtin_clzll(v);
}

#endif
