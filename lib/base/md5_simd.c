/* md5_simd.c - the MD5 of eight messages at the same time: add_block() of md5.c
 * with eight numbers in place of one. */
#include <string.h>

#include "base/md5.h"
#include "base/simd.h"

/* A number for each message. */
typedef uint32_t eight __attribute__((vector_size(32)));

/* Word i of each block. */
INLINE eight
load_words(const unsigned char *const block[MD5_LANES], int i)
{
	eight word;

#pragma GCC unroll 8
	for (int lane = 0; lane < MD5_LANES; lane++)
		word[lane] = md5_load(block[lane] + 4 * i);
	return word;
}

/* Add a block of each message to the states of those that are live. */
INLINE void
add_blocks(
    eight state[4], const unsigned char *const block[MD5_LANES], eight live)
{
	eight a = state[0], b = state[1], c = state[2], d = state[3], mix;
	eight word[16];

#pragma GCC unroll 16
	for (int i = 0; i < 16; i++)
		word[i] = load_words(block, i);
#pragma GCC unroll 64
	for (int i = 0; i < MD5_STEPS; i++) {
		int turn = md5_turn[i / 16][i % 4];

		if (i < 16)
			mix = d ^ (b & (c ^ d));
		else if (i < 32)
			mix = (d & b) + (~d & c);
		else if (i < 48)
			mix = b ^ (c ^ d);
		else
			mix = c ^ (b | ~d);
		mix += a + md5_sine[i] + word[md5_word(i)];
		a = d;
		d = c;
		c = b;
		b += mix << turn | mix >> (32 - turn);
	}
	state[0] += a & live;
	state[1] += b & live;
	state[2] += c & live;
	state[3] += d & live;
}

INLINE void
hash(unsigned char *const message[MD5_LANES], const uint32_t blocks[MD5_LANES],
    uint32_t most, uint64_t digest[MD5_LANES])
{
	const unsigned char *block[MD5_LANES];
	eight state[4], count;

	memcpy(&count, blocks, sizeof(count));
	for (int i = 0; i < 4; i++)
		state[i] = (eight){0} + md5_start[i];
	for (uint32_t at = 0; at < most; at++) {
		/* Of messages that have ended, the last block is not added. */
		for (int i = 0; i < MD5_LANES; i++) {
			uint32_t last = blocks[i] - 1;

			block[i] = message[i] +
			    (size_t)(at < last ? at : last) * MD5_BLOCK;
		}
		add_blocks(state, block, (eight)(count > at));
	}
	for (int i = 0; i < MD5_LANES; i++)
		digest[i] = md5_first(state[0][i], state[1][i]);
}

CPU_AVX2 static void
hash_avx2(unsigned char *const message[MD5_LANES],
    const uint32_t blocks[MD5_LANES], uint32_t most, uint64_t digest[MD5_LANES])
{
	hash(message, blocks, most, digest);
}

void
md5_lanes(unsigned char *const message[MD5_LANES],
    const size_t count[MD5_LANES], uint64_t digest[MD5_LANES])
{
	uint32_t blocks[MD5_LANES], most = 0;

	for (int i = 0; i < MD5_LANES; i++) {
		size_t whole = count[i] / MD5_BLOCK * MD5_BLOCK;
		unsigned char *rest = message[i] + whole;

		whole += md5_pad(rest, rest, count[i]);
		blocks[i] = (uint32_t)(whole / MD5_BLOCK);
		most = blocks[i] > most ? blocks[i] : most;
	}
	if (CPU_HAS("avx2"))
		hash_avx2(message, blocks, most, digest);
	else
		hash(message, blocks, most, digest);
}
