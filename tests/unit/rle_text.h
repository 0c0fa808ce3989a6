/* rle_text.h - for tests: run-length texts, known ones and random ones. */
#ifndef RLE_TEXT_H
#define RLE_TEXT_H

#include <stdlib.h>

#include "../../lib/board/rle.h"
#include "unit.h"

static uint64_t seed = 1;

static size_t
below(size_t n)
{
	return (size_t)(unit_random(&seed) % n);
}

static struct sok_str
cut(const char *s, size_t n)
{
	return (struct sok_str){s, n};
}

struct known {
	enum sok_rle_kind kind;
	const char *rle, *flat;
};

/* Of n bytes at most, in a buffer that ends where the text does. */
static char *
random_text(const char *alphabet, size_t n, size_t repeat)
{
	size_t letters = strlen(alphabet);
	char *s = malloc(n + 1);

	for (size_t i = 0; i < n;) {
		char c = alphabet[below(letters)];
		size_t run = below(3) ? 1 : 1 + below(repeat);

		for (; run > 0 && i < n; run--)
			s[i++] = c;
	}
	return s;
}

#endif
