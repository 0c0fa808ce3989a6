/*
 * alphabet.c - converts between characters of a board in text and squares;
 * used by every reader and writer of text.
 */
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
