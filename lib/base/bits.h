/* bits.h - several bytes, or many squares of a board, as the bits of a word. */
#ifndef SOK_BITS_H
#define SOK_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BITS_EVERY 0x0101010101010101u /* 1 in each of eight bytes */

/* Load eight bytes; the first one is the lowest. */
static inline uint64_t
bits_load(const unsigned char *from)
{
	return from[0] | (uint64_t)from[1] << 8 | (uint64_t)from[2] << 16 |
	    (uint64_t)from[3] << 24 | (uint64_t)from[4] << 32 |
	    (uint64_t)from[5] << 40 | (uint64_t)from[6] << 48 |
	    (uint64_t)from[7] << 56;
}

/* Load n < 8 bytes; the others are 0. */
static inline uint64_t
bits_load_some(const unsigned char *from, size_t n)
{
	uint64_t word = 0;

	while (n-- > 0)
		word = word << 8 | from[n];
	return word;
}

/* Set the highest bit of each byte that equals c. */
static inline uint64_t
bits_equal(uint64_t word, char byte)
{
	word ^= (unsigned char)byte * BITS_EVERY;
	return ~((word & 0x7f * BITS_EVERY) + 0x7f * BITS_EVERY) & ~word &
	    0x80 * BITS_EVERY;
}

/* Bit 0 of each byte, as eight adjacent bits. */
static inline uint64_t
bits_pack(uint64_t word)
{
	return (word & BITS_EVERY) * 0x0102040810204080u >> 56;
}

/* The first n > 0 bits of a word, at most all. */
static inline uint64_t
bits_first(size_t n)
{
	return n < 64 ? ~(uint64_t)0 >> (64 - n) : ~(uint64_t)0;
}

/* The sum of eight bytes, which must be below 256. */
static inline unsigned
bits_sum(uint64_t word)
{
	return (unsigned)(word * BITS_EVERY >> 56);
}

/* How many bits of a word are 1. */
static inline size_t
bits_count(uint64_t word)
{
	word -= word >> 1 & 0x5555555555555555;
	word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
	word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
	return (size_t)bits_sum(word);
}

/* The number of the lowest bit of a word, which is not 0. */
static inline size_t
bits_low(uint64_t word)
{
	return (unsigned)__builtin_ctzll(word);
}

/* The number of the highest bit of a word, which is not 0. */
static inline int
bits_high(uint64_t word)
{
	return 63 - __builtin_clzll(word);
}

#endif
