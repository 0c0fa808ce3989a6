/* alphabet.h - the kind of every character on a board and in a game: the table
 * of characters from which all others are made.  A new kind also needs its
 * classes in text/bytes.c and board/rle.c.  A new character of a kind that
 * there is may also need a line in plain_squares() of text/bytes_simd.c, which
 * knows plain rows by four bits (tests/unit/bytes fails otherwise).  Not made
 * from this table are the patterns of rows in cmd/share/editors, and the floor
 * in cmd/share/cluster/picture.awk. */
#ifndef SOK_ALPHABET_H
#define SOK_ALPHABET_H

#include <stddef.h>

/* clang-format off */
/* X(kind, square or 0); SP to PG are the squares without letters. */
#define ALPHABET_SQUARES(X) \
	X(NU, 0) /* NUL */ \
	X(CO, 0) /* control characters */ \
	X(LE, 0) /* LF */ \
	X(CR, 0) /* CR */ \
	X(TA, 0) /* TAB */ \
	X(SP, SOK_FLOOR) /* a blank */ \
	X(FL, SOK_FLOOR) /* - _ */ \
	X(WA, SOK_WALL) /* # */ \
	X(BX, SOK_BOX) /* $ */ \
	X(GO, SOK_GOAL) /* . */ \
	X(BG, SOK_BOX | SOK_GOAL) /* * */ \
	X(PL, SOK_PLAYER) /* @ */ \
	X(PG, SOK_PLAYER | SOK_GOAL) /* + */ \
	X(DI, 0) /* digits */ \
	X(GR, 0) /* ( ) */ \
	X(BA, 0) /* | */ \
	X(MV, 0) /* udlrUDLR */ \
	X(VM, 0) /* nsewNSE, moves of other grids, as is W */ \
	X(JU, 0) /* < > [ ] { } */ \
	X(BS, 0) /* backslash */ \
	X(OP, SOK_PLAYER) /* the old letters: m p */ \
	X(OQ, SOK_PLAYER | SOK_GOAL) /* M P */ \
	X(OB, SOK_BOX) /* b */ \
	X(OC, SOK_BOX | SOK_GOAL) /* B */ \
	X(OG, SOK_GOAL) /* o */ \
	X(OW, SOK_WALL) /* W */ \
	X(TX, 0) /* everything else */ \
	X(HI, 0) /* not ASCII */ \
	X(NB, 0) /* and those of a no-break space among them */

/* Expand K(kind) for each of the 256 characters in their order. */
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
#define ALPHABET_NAME(kind, square) ALPHABET_##kind,
enum alphabet { ALPHABET_SQUARES(ALPHABET_NAME) ALPHABET_KINDS };
/* clang-format on */

extern const unsigned char alphabet_kinds[256];

static inline enum alphabet
alphabet_kind(char c)
{
	return (enum alphabet)alphabet_kinds[(unsigned char)c];
}

/* Squares of a row that may be written in letters; 0 for what is not a square.
 */
extern const unsigned char alphabet_letters[256];

#endif
