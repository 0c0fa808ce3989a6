/* md5_lanes.c - MD5 (RFC 1321) of eight messages at the same time. */
#include <string.h>

#include "base/bits.h"
#include "base/md5.h"

#define INLINE __attribute__((always_inline)) static inline

enum { BLOCK = 64, WORDS = 16 };

/* A number for each message. */
typedef uint32_t eight __attribute__((vector_size(32)));

/* floor(2^32 |sin(i)|) for i from 1. */
static const uint32_t sine[4 * WORDS] = {0xd76aa478, 0xe8c7b756, 0x242070db,
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

static inline uint32_t
load_word(const unsigned char *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	    (uint32_t)p[3] << 24;
}

/* The functions of the four rounds. */
#define F(b, c, d) ((d) ^ ((b) & ((c) ^ (d))))
#define G(b, c, d) ((c) ^ ((d) & ((b) ^ (c))))
#define H(b, c, d) ((b) ^ (c) ^ (d))
#define I(b, c, d) ((c) ^ ((b) | ~(d)))

#define STEP(f, a, b, c, d, k, s, t) \
	(a) += (k) + (t); \
	(a) += f(b, c, d); \
	(a) = ((a) << (s) | (a) >> (32 - (s))) + (b)
/* Four steps of a round, which uses every n-th word from the m-th on. */
#define FOUR(f, i, m, n, p, q, r, s) \
	STEP(f, a, b, c, d, word[(m + n * (i)) % WORDS], p, t[i]); \
	STEP(f, d, a, b, c, word[(m + n * (i + 1)) % WORDS], q, t[i + 1]); \
	STEP(f, c, d, a, b, word[(m + n * (i + 2)) % WORDS], r, t[i + 2]); \
	STEP(f, b, c, d, a, word[(m + n * (i + 3)) % WORDS], s, t[i + 3])
#define ROUND(f, m, n, p, q, r, s) \
	FOUR(f, 0, m, n, p, q, r, s); \
	FOUR(f, 4, m, n, p, q, r, s); \
	FOUR(f, 8, m, n, p, q, r, s); \
	FOUR(f, 12, m, n, p, q, r, s); \
	t += WORDS

/* The initial state of the standard. */
static const uint32_t start[4] = {
    0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};

INLINE void
hash(unsigned char *const message[MD5_LANES], const uint32_t blocks[MD5_LANES],
    uint32_t most, uint64_t digest[MD5_LANES])
{
	eight state[4], word[WORDS], live, count, a, b, c, d;
	const unsigned char *p[MD5_LANES];

	memcpy(&count, blocks, sizeof(count));
	for (int i = 0; i < 4; i++)
		state[i] = (eight){0} + start[i];
	for (uint32_t at = 0; at < most; at++) {
		/* Block `at` of each message, or its last block. */
		for (int i = 0; i < MD5_LANES; i++)
			p[i] = message[i] +
			    (size_t)(at < blocks[i] ? at : blocks[i] - 1) *
			        BLOCK;
		for (int i = 0; i < WORDS; i++)
			word[i] = (eight){load_word(p[0] + 4 * i),
			    load_word(p[1] + 4 * i), load_word(p[2] + 4 * i),
			    load_word(p[3] + 4 * i), load_word(p[4] + 4 * i),
			    load_word(p[5] + 4 * i), load_word(p[6] + 4 * i),
			    load_word(p[7] + 4 * i)};

		a = state[0];
		b = state[1];
		c = state[2];
		d = state[3];
		const uint32_t *t = sine;
		ROUND(F, 0, 1, 7, 12, 17, 22);
		ROUND(G, 1, 5, 5, 9, 14, 20);
		ROUND(H, 5, 3, 4, 11, 16, 23);
		ROUND(I, 0, 7, 6, 10, 15, 21);

		/* Messages that have ended are unchanged. */
		live = (eight)(count > at);
		state[0] += a & live;
		state[1] += b & live;
		state[2] += c & live;
		state[3] += d & live;
	}
	for (int i = 0; i < MD5_LANES; i++)
		digest[i] = (uint64_t)__builtin_bswap32(state[0][i]) << 32 |
		    __builtin_bswap32(state[1][i]);
}

CPU_AVX2 static void
hash_avx2(unsigned char *const message[MD5_LANES],
    const uint32_t blocks[MD5_LANES], uint32_t most, uint64_t digest[MD5_LANES])
{
	hash(message, blocks, most, digest);
}

void
md5_lanes(unsigned char *const message[MD5_LANES], const size_t n[MD5_LANES],
    uint64_t digest[MD5_LANES])
{
	uint32_t blocks[MD5_LANES], most = 0;

	/* Append the padding of the standard. */
	for (int i = 0; i < MD5_LANES; i++) {
		unsigned char *p = message[i];
		size_t len = n[i], last = (len + 8) / BLOCK * BLOCK;
		uint64_t bits = (uint64_t)len * 8;

		if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
			bits = __builtin_bswap64(bits);
		memset(p + len, 0, MD5_ROOM);
		p[len] = 0x80;
		memcpy(p + last + BLOCK - 8, &bits, 8);
		blocks[i] = (uint32_t)(last / BLOCK) + 1;
		most = blocks[i] > most ? blocks[i] : most;
	}
	if (CPU_HAS("avx2"))
		hash_avx2(message, blocks, most, digest);
	else
		hash(message, blocks, most, digest);
}
