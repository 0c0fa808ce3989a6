/*
 * alphabet.c - converts between characters of a board in text and squares;
 * used by every reader and writer of text.
 */
#include <stdint.h>
#include <string.h>

#include "base/bits.h"
#include "board/alphabet.h"

#include "sok.h"

/* A player on a box, which only a reverse game has, is drawn as the box. */
const char sok_xsb[SOK_NSQUARES] = {
    ' ', '#', '.', '#', '$', '#', '*', '#', /* without a player */
    '@', '#', '+', '#', '$', '#', '*', '#'  /* with one */
};

const unsigned char alphabet_kinds[256] = {ALPHABET(ALPHABET_KIND)};

#define NO 0xff

#define PLAIN_NAME(kind, plain, letters) PLAIN_##kind = (plain),
#define PLAIN(kind) PLAIN_##kind
enum { ALPHABET_SQUARES(PLAIN_NAME) };
const unsigned char sok_square[256] = {ALPHABET(PLAIN)};

#define LETTERS_NAME(kind, plain, letters) LETTERS_##kind = (letters),
#define LETTERS(kind) LETTERS_##kind
enum { ALPHABET_SQUARES(LETTERS_NAME) };
const unsigned char alphabet_letters[256] = {ALPHABET(LETTERS)};

unsigned
alphabet_moves(const char *s)
{
	signed char v __attribute__((vector_size(16)));
	unsigned char is_move[16];

	memcpy(&v, s, 16);
	v |= 'a' ^ 'A';
	v = (v == 'l') | (v == 'r') | (v == 'u') | (v == 'd');
	memcpy(is_move, &v, 16);
	return (unsigned)bits_low(~bits_plane(is_move, 7));
}
