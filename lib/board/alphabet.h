/*
 * alphabet.h - the kind of every character on a board and in a game.  This is
 * the only table of characters; all other tables are derived from it.
 */
#ifndef SOK_ALPHABET_H
#define SOK_ALPHABET_H

#include <stddef.h>

/*
 * NU NUL        LE LF          CR CR         TA TAB        SP a blank
 * FL - _        WA #           BX $          GO .          BG *
 * PL @          PG +           DI digits     GR ( )        BA |
 * MV udlrUDLR   VM nsewNSE, moves of other grids, as is W
 * JU < > [ ] { } BS backslash  CO control characters
 * of the old letters: OP m p   OQ M P        OB b   OC B   OG o   OW W
 * HI not ASCII, and NB those of a no-break space among them
 * TX everything else
 * KIND(name) is expanded for each of the 256 characters in their order.
 */
/* clang-format off */
#define ALPHABET_8(K, a, b, c, d, e, f, g, h) \
	K(a), K(b), K(c), K(d), K(e), K(f), K(g), K(h)
#define ALPHABET_HIGH(K) \
	ALPHABET_8(K, HI, HI, HI, HI, HI, HI, HI, HI), \
	ALPHABET_8(K, HI, HI, HI, HI, HI, HI, HI, HI)
#define ALPHABET(K) \
	ALPHABET_8(K, NU, CO, CO, CO, CO, CO, CO, CO), \
	ALPHABET_8(K, CO, TA, LE, CO, CO, CR, CO, CO), \
	ALPHABET_8(K, CO, CO, CO, CO, CO, CO, CO, CO), \
	ALPHABET_8(K, CO, CO, CO, CO, CO, CO, CO, CO), \
	ALPHABET_8(K, SP, TX, TX, WA, BX, TX, TX, TX), \
	ALPHABET_8(K, GR, GR, BG, PG, TX, FL, GO, TX), \
	ALPHABET_8(K, DI, DI, DI, DI, DI, DI, DI, DI), \
	ALPHABET_8(K, DI, DI, TX, TX, JU, TX, JU, TX), \
	ALPHABET_8(K, PL, TX, OC, TX, MV, VM, TX, TX), \
	ALPHABET_8(K, TX, TX, TX, TX, MV, OQ, VM, TX), \
	ALPHABET_8(K, OQ, TX, MV, VM, TX, MV, TX, OW), \
	ALPHABET_8(K, TX, TX, TX, JU, BS, JU, TX, FL), \
	ALPHABET_8(K, TX, TX, OB, TX, MV, VM, TX, TX), \
	ALPHABET_8(K, TX, TX, TX, TX, MV, OP, VM, OG), \
	ALPHABET_8(K, OP, TX, MV, VM, TX, MV, TX, VM), \
	ALPHABET_8(K, TX, TX, TX, JU, BA, JU, TX, CO), \
	ALPHABET_HIGH(K), ALPHABET_HIGH(K), \
	ALPHABET_8(K, NB, HI, HI, HI, HI, HI, HI, HI), \
	ALPHABET_8(K, HI, HI, HI, HI, HI, HI, HI, HI), \
	ALPHABET_HIGH(K), \
	ALPHABET_8(K, HI, HI, NB, HI, HI, HI, HI, HI), \
	ALPHABET_8(K, HI, HI, HI, HI, HI, HI, HI, HI), \
	ALPHABET_HIGH(K), ALPHABET_HIGH(K), ALPHABET_HIGH(K)

#define ALPHABET_KIND(kind) ALPHABET_##kind
enum alphabet {
	ALPHABET_8(ALPHABET_KIND, NU, CO, LE, TA, SP, FL, WA, BX),
	ALPHABET_8(ALPHABET_KIND, GO, BG, PL, PG, DI, GR, BA, MV),
	ALPHABET_8(ALPHABET_KIND, VM, JU, BS, OP, OQ, OB, OC, OG),
	ALPHABET_OW, ALPHABET_TX, ALPHABET_HI, ALPHABET_NB, ALPHABET_CR,
	ALPHABET_KINDS
};
/* clang-format on */

extern const unsigned char alphabet_kinds[256];

static inline enum alphabet
alphabet_kind(char c)
{
	return (enum alphabet)alphabet_kinds[(unsigned char)c];
}

/* Squares of a row that may be written in letters; 0 for what is no square. */
extern const unsigned char alphabet_letters[256];

/* How many letters of moves of squares the next 16 characters begin with. */
unsigned alphabet_moves(const char *s);

#endif
