/* md5.c - the MD5 of a message, which defines what md5_simd.c computes. */
#include <string.h>

#include "base/base.h"
#include "base/md5.h"

/* Add a block to the state. */
static void
add_block(uint32_t state[4], const unsigned char *block)
{
	uint32_t a = state[0], b = state[1], c = state[2], d = state[3], mix;

	/* Each step makes a new b, and the next one waits for it: the
	 * standard's formulas are written such that as little as possible does.
	 * Unrolled, the constants of the steps are in the code. */
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
		mix += a + md5_sine[i] + md5_load(block + 4 * md5_word(i));
		a = d;
		d = c;
		c = b;
		b += mix << turn | mix >> (32 - turn);
	}
	state[0] += a;
	state[1] += b;
	state[2] += c;
	state[3] += d;
}

size_t
md5_pad(unsigned char *to, const unsigned char *rest, uint64_t n)
{
	size_t left = n % MD5_BLOCK;
	size_t size = left < MD5_BLOCK - 8 ? MD5_BLOCK : 2 * MD5_BLOCK;

	if (left > 0 && to != rest)
		memcpy(to, rest, left);
	memset(to + left, 0, MD5_ROOM);
	to[left] = 0x80;
	md5_store(to + size - 8, (uint32_t)(n * 8));
	md5_store(to + size - 4, (uint32_t)(n * 8 >> 32));
	return size;
}

uint64_t
sok_digest(struct sok_str bytes)
{
	const unsigned char *s = (const unsigned char *)bytes.s;
	const unsigned char *end = s + bytes.len / MD5_BLOCK * MD5_BLOCK;
	unsigned char last[MD5_BLOCK + MD5_ROOM];
	size_t size = md5_pad(last, end, bytes.len);
	uint32_t state[4];

	memcpy(state, md5_start, sizeof(state));
	for (; s < end; s += MD5_BLOCK)
		add_block(state, s);
	for (size_t at = 0; at < size; at += MD5_BLOCK)
		add_block(state, last + at);
	return md5_first(state[0], state[1]);
}
