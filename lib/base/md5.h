/* md5.h - MD5 (RFC 1321), of which ids are the first 64 bits, of one message
 * and of eight at the same time. */
#ifndef SOK_MD5_H
#define SOK_MD5_H

#include <stddef.h>
#include <stdint.h>

enum { MD5_BLOCK = 64, MD5_STEPS = 64 };

/* The state before the first block. */
static const uint32_t md5_start[4] = {
    0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

/* What is added in each step: floor(2^32 |sin(i)|) for i from 1.  These are
 * here so that the compiler can put them into the code. */
static const uint32_t md5_sine[MD5_STEPS] = {0xd76aa478, 0xe8c7b756, 0x242070db,
    0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501, 0x698098d8,
    0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e,
    0x49b40821, 0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d,
    0x02441453, 0xd8a1e681, 0xe7d3fbc8, 0x21e1cde6, 0xc33707d6, 0xf4d50d87,
    0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a, 0xfffa3942,
    0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60,
    0xbebfbc70, 0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039,
    0xe6db99e5, 0x1fa27cf8, 0xc4ac5665, 0xf4292244, 0x432aff97, 0xab9423a7,
    0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1, 0x6fa87e4f,
    0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb,
    0xeb86d391};

/* By how many bits each of the four rounds rotates, in the four steps that it
 * repeats. */
static const unsigned char md5_turn[4][4] = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};

/* The word of a block that a step uses. */
static inline int
md5_word(int step)
{
	const int first[4] = {0, 1, 5, 0}, stride[4] = {1, 5, 3, 7};

	return (first[step / 16] + stride[step / 16] * step) % 16;
}

/* Four bytes, of which the first one is the lowest. */
static inline uint32_t
md5_load(const unsigned char *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
	    (uint32_t)at[3] << 24;
}

static inline void
md5_store(unsigned char *at, uint32_t word)
{
	at[0] = (unsigned char)word;
	at[1] = (unsigned char)(word >> 8);
	at[2] = (unsigned char)(word >> 16);
	at[3] = (unsigned char)(word >> 24);
}

/* The first 64 bits, big endian, of a digest. */
static inline uint64_t
md5_first(uint32_t a, uint32_t b)
{
	return (uint64_t)__builtin_bswap32(a) << 32 | __builtin_bswap32(b);
}

/* So many bytes after a message are overwritten by the longest padding. */
enum { MD5_ROOM = MD5_BLOCK + 8 };

/* Write what follows the last whole block of a message of n bytes to `to`: its
 * other bytes, which begin at `rest`, and the padding of the standard, in one
 * block or two; returns how many bytes these have.  The bytes may be there
 * already.  MD5_ROOM bytes after them are overwritten. */
size_t md5_pad(unsigned char *to, const unsigned char *rest, uint64_t n);

/* ---- md5_simd.c */

enum { MD5_LANES = 8 };

/* The results of sok_digest() for eight messages: count[i] bytes, fewer than
 * 2^32, at message[i].  MD5_ROOM bytes after each are overwritten. */
void md5_lanes(unsigned char *const message[MD5_LANES],
    const size_t count[MD5_LANES], uint64_t digest[MD5_LANES]);

#endif
