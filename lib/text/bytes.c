/* bytes.c - the classes of bytes as bits, and the characters of rows as squares
 * and back, one byte after the other: what bytes_simd.c computes. */
#include <string.h>

#include "text/bytes.h"

#include "base/base.h"
#include "board/board.h"
#include "sok.h"

#define B(class) (1u << BYTES_##class)

/* The classes of each kind of character. */
#define ROW_ B(INK)
#define TEXT_ (B(INK) | B(NO_ROW) | B(NO_RLE) | B(NO_OLD) | B(NO_MOVE))
#define OLD_ (B(INK) | B(NO_ROW) | B(NO_RLE) | B(NO_MOVE))
#define CLASS(kind) CLASS_##kind
enum {
	CLASS_NU = B(END) | B(RETURN),
	CLASS_LE = B(END),
	CLASS_CR = CLASS_NU,
	CLASS_CO = TEXT_ | B(RARE),
	CLASS_TA = B(NO_ROW) | B(MARK) | B(RARE),
	CLASS_SP = B(MARK),
	CLASS_FL = ROW_ | B(NO_MOVE) | B(ALIAS),
	CLASS_WA = ROW_ | B(NO_MOVE),
	CLASS_BX = ROW_ | B(NO_MOVE) | B(BOX),
	CLASS_GO = ROW_ | B(NO_MOVE) | B(GOAL),
	CLASS_BG = ROW_ | B(BOX) | B(GOAL) | B(MARK),
	CLASS_PL = ROW_ | B(NO_MOVE) | B(PLAYER),
	CLASS_PG = ROW_ | B(NO_MOVE) | B(PLAYER) | B(GOAL),
	CLASS_DI = B(INK) | B(NO_ROW) | B(COUNT) | B(MARK),
	CLASS_GR = CLASS_DI,
	CLASS_BA = B(INK) | B(NO_ROW) | B(NO_MOVE) | B(COUNT) | B(BAR),
	CLASS_MV = B(INK) | B(NO_ROW) | B(NO_RLE) | B(NO_OLD) | B(MOVE),
	CLASS_VM = TEXT_,
	CLASS_JU = B(INK) | B(NO_ROW) | B(NO_RLE) | B(NO_OLD) | B(MARK),
	CLASS_BS = CLASS_JU | B(RARE),
	CLASS_OP = OLD_,
	CLASS_OQ = OLD_,
	CLASS_OB = OLD_,
	CLASS_OC = OLD_,
	CLASS_OG = OLD_,
	CLASS_OW = OLD_,
	CLASS_TX = TEXT_,
	CLASS_HI = TEXT_ | B(RARE),
	CLASS_NB = TEXT_ | B(RARE)
};

/* Two tables have eight classes each for every byte.  The first one holds the
 * difference from the classes of plain text. */
#define FIRST(kind) (unsigned char)((CLASS_##kind ^ TEXT_) & 0xff)
#define SECOND(kind) (unsigned char)(CLASS_##kind >> 8)
const unsigned char bytes_text = TEXT_ & 0xff;
const unsigned char bytes_first_eight[256] = {ALPHABET(FIRST)};
const unsigned char bytes_second_eight[256] = {ALPHABET(SECOND)};

void
bytes_classify_plain(struct bytes *to, const char *s, size_t n)
{
	for (; n > 0; n--, to++, s += 64) {
		*to = (struct bytes){{0}};
		for (int i = 0; i < 64; i += 8) {
			uint64_t first = 0, second = 0;

			for (int j = 0; j < 8; j++) {
				unsigned char c = (unsigned char)s[i + j];
				uint64_t one = bytes_first_eight[c];
				uint64_t two = bytes_second_eight[c];

				first |= (one ^ bytes_text) << 8 * j;
				second |= two << 8 * j;
			}
			for (int k = 0; k < 8; k++) {
				to->of[k] |= bits_pack(first >> k) << i;
				to->of[k + 8] |= bits_pack(second >> k) << i;
			}
		}
	}
}

void
bytes_count_plain(
    struct bytes_count *to, const struct bytes *bits, size_t from, size_t end)
{
	for (; from < end; from = (from | 63) + 1) {
		const uint64_t *of = bits[from / 64].of,
		               in = bytes_in(from, end);

		to->players += bits_count(of[BYTES_PLAYER] & in);
		to->boxes += bits_count(of[BYTES_BOX] & in);
		to->goals += bits_count(of[BYTES_GOAL] & in);
		to->alias |= (of[BYTES_ALIAS] & in) != 0;
	}
}

void
bytes_add_plain(struct bytes_count *to, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		unsigned sq = alphabet_letters[(unsigned char)s[i]];

		to->players += (sq & SOK_PLAYER) != 0;
		to->boxes += (sq & SOK_BOX) != 0;
		to->goals += (sq & SOK_GOAL) != 0;
	}
}

void
bytes_grid_plain(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height)
{
	for (; height > 0; height--, to += width, s += step) {
		memset(to, SOK_FLOOR, width);
		for (size_t i = 0; i < n; i++)
			to[i] = alphabet_letters[(unsigned char)s[i]];
	}
}

void
bytes_glyphs_plain(
    char *to, const unsigned char *sq, size_t n, const char glyph[16])
{
	for (size_t i = 0; i < n; i++)
		to[i] = glyph[sq[i] & 15];
}
