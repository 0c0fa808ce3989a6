/* bytes.h - the classes of the bytes of a text, as one bit for each byte and
 * class. */
#ifndef SOK_BYTES_H
#define SOK_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The classes.  A byte may belong to several of them. */
enum {
	BYTES_END,    /* LF, CR and NUL, of no other class */
	BYTES_INK,    /* neither a line end nor a blank or TAB */
	BYTES_PLAYER, /* @ + */
	BYTES_BOX,    /* $ * */
	BYTES_GOAL,   /* . * + */
	BYTES_NO_ROW, /* no row of squares has it; every rare byte as well */
	BYTES_ALIAS,  /* - _, squares that are written as another character */
	BYTES_RETURN, /* CR and NUL */
	/* Where a word has only characters of rows, all classes from here on
	 * follow from those above (by_avx2()). */
	BYTES_NO_RLE,  /* no row with counts, groups and bars has it either */
	BYTES_NO_OLD,  /* nor a row with legacy letters */
	BYTES_NO_MOVE, /* no line of moves has it */
	BYTES_MOVE,    /* udlrUDLR */
	BYTES_MARK,    /* any other character of moves */
	BYTES_COUNT,   /* a digit, parenthesis or bar */
	BYTES_BAR,     /* | */
	BYTES_RARE,    /* TAB, backslash, control characters, not ASCII */
	BYTES_CLASSES
};

/* The classes of 64 bytes; the lowest bit is that of the first byte. */
struct bytes {
	uint64_t of[BYTES_CLASSES];
};

/* Classify n * 64 bytes. */
void bytes_classify(struct bytes *to, const char *s, size_t n);

/* The bits from first to end (exclusive; end > first) of the word that has bit
 * first.  The next word begins at (first | 63) + 1. */
static inline uint64_t
bytes_in(size_t first, size_t end)
{
	uint64_t in = ~(uint64_t)0 << first % 64;

	return (first | 63) < end ? in
	                          : in & ~(uint64_t)0 >> (63 - (end - 1) % 64);
}

#define BYTES_PAD 31

/* What was counted among bytes; alias: one of them is in BYTES_ALIAS. */
struct bytes_count {
	size_t players, boxes, goals;
	bool alias;
};
/* Add what is among bytes from `from` to end (end > from) of those that bits
 * classify. */
void bytes_count(
    struct bytes_count *to, const struct bytes *bits, size_t from, size_t end);

/* Add the counts of n characters of a row; letters: legacy letters are squares.
 * Up to BYTES_PAD bytes after the n characters may be read. */
void bytes_add(struct bytes_count *to, const char *s, size_t n, bool letters);

/* Write the squares of rows of n characters, filled with floor up to width.
 * The first row begins at s, each other one step bytes after the one before.
 * Without letters they have only the characters of plain rows.  Up to BYTES_PAD
 * bytes more may be read and written. */
void bytes_grid(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height, bool letters);

/* Write the characters of n squares, of which there are sixteen kinds.  At
 * least `readable` squares may be read, and BYTES_PAD bytes more may be
 * written. */
void bytes_glyphs(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char glyph[16]);

/* ---- bytes.c: the same, a byte after the other */

void bytes_classify_plain(struct bytes *to, const char *s, size_t n);
void bytes_count_plain(
    struct bytes_count *to, const struct bytes *bits, size_t from, size_t end);
void bytes_add_plain(struct bytes_count *to, const char *s, size_t n);
void bytes_grid_plain(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height);
void bytes_glyphs_plain(
    char *to, const unsigned char *sq, size_t n, const char glyph[16]);

/* Classes 0 to 7 of each byte, as the difference from those of plain text, and
 * classes 8 to 15. */
extern const unsigned char bytes_text;
extern const unsigned char bytes_first_eight[256], bytes_second_eight[256];

#endif
