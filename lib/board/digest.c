/*
 * digest.c - a digest of everything that a reader finds in a puzzle.  A
 * program compares digests to prove that its output reads back as its input.
 * Digests may change with every version and are never stored.
 */
#include "base/bits.h"
#include "tools.h"

/* Odd, half of its bits set: the fraction of the golden ratio. */
#define MULTIPLIER 0x9e3779b97f4a7c15u

static uint64_t
mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * MULTIPLIER;
	return h ^ h >> 32;
}

/* The length goes first, so that no two lists of strings look alike. */
static uint64_t
mix_bytes(uint64_t h, const unsigned char *p, size_t n)
{
	h = mix(h, n);
	for (; n >= 8; p += 8, n -= 8)
		h = mix(h, bits_load(p));
	return n > 0 ? mix(h, bits_load_some(p, n)) : h;
}

static uint64_t
mix_str(uint64_t h, struct sok_str s)
{
	return mix_bytes(h, (const unsigned char *)s.s, s.len);
}

static uint64_t
mix_text(uint64_t h, const struct sok_text *t)
{
	size_t i;

	h = mix(h, t->n);
	for (i = 0; i < t->n; i++)
		h = mix_str(h, t->line[i]);
	return h;
}

uint64_t
sok_puzzle_digest(const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	uint64_t h = mix(MULTIPLIER, p->has_board);

	if (p->has_board) {
		h = mix(h, (uint64_t)b->width << 32 | (uint32_t)b->height);
		h = mix_bytes(h, b->sq, sok_board_size(b));
	}
	h = mix_str(h, p->title_line);
	h = mix_str(h, p->title);
	h = mix_text(h, &p->text);
	h = mix_str(h, p->raw);
	h = mix(h, p->ngames);
	for (size_t i = 0; i < p->ngames; i++) {
		h = mix_str(h, p->game[i].title_line);
		h = mix_str(h, p->game[i].title);
		h = mix_str(h, p->game[i].moves);
		h = mix_text(h, &p->game[i].text);
	}
	return mix(h, h >> 29);
}
