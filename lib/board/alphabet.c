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

/* The square of each kind in plain rows. */
enum {
	PLAIN_NU = NO,
	PLAIN_CO = NO,
	PLAIN_LE = NO,
	PLAIN_CR = NO,
	PLAIN_TA = NO,
	PLAIN_SP = SOK_FLOOR,
	PLAIN_FL = SOK_FLOOR,
	PLAIN_WA = SOK_WALL,
	PLAIN_BX = SOK_BOX,
	PLAIN_GO = SOK_GOAL,
	PLAIN_BG = SOK_BOX | SOK_GOAL,
	PLAIN_PL = SOK_PLAYER,
	PLAIN_PG = SOK_PLAYER | SOK_GOAL,
	PLAIN_DI = NO,
	PLAIN_GR = NO,
	PLAIN_BA = NO,
	PLAIN_MV = NO,
	PLAIN_VM = NO,
	PLAIN_JU = NO,
	PLAIN_BS = NO,
	PLAIN_OP = NO,
	PLAIN_OQ = NO,
	PLAIN_OB = NO,
	PLAIN_OC = NO,
	PLAIN_OG = NO,
	PLAIN_OW = NO,
	PLAIN_TX = NO,
	PLAIN_HI = NO,
	PLAIN_NB = NO
};
#define PLAIN(kind) PLAIN_##kind

const unsigned char sok_square[256] = {ALPHABET(PLAIN)};

/* And where letters are squares. */
#define LETTERS(kind) LETTERS_##kind
enum {
	LETTERS_NU = 0,
	LETTERS_CO = 0,
	LETTERS_LE = 0,
	LETTERS_CR = 0,
	LETTERS_TA = 0,
	LETTERS_SP = SOK_FLOOR,
	LETTERS_FL = SOK_FLOOR,
	LETTERS_WA = SOK_WALL,
	LETTERS_BX = SOK_BOX,
	LETTERS_GO = SOK_GOAL,
	LETTERS_BG = SOK_BOX | SOK_GOAL,
	LETTERS_PL = SOK_PLAYER,
	LETTERS_PG = SOK_PLAYER | SOK_GOAL,
	LETTERS_DI = 0,
	LETTERS_GR = 0,
	LETTERS_BA = 0,
	LETTERS_MV = 0,
	LETTERS_VM = 0,
	LETTERS_JU = 0,
	LETTERS_BS = 0,
	LETTERS_OP = SOK_PLAYER,
	LETTERS_OQ = SOK_PLAYER | SOK_GOAL,
	LETTERS_OB = SOK_BOX,
	LETTERS_OC = SOK_BOX | SOK_GOAL,
	LETTERS_OG = SOK_GOAL,
	LETTERS_OW = SOK_WALL,
	LETTERS_TX = 0,
	LETTERS_HI = 0,
	LETTERS_NB = 0
};

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
