/* bytes.h - what the bytes of a text are: one bit for each byte and class. */
#ifndef SOK_BYTES_H
#define SOK_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A byte may be of several classes. */
enum {
	BYTES_END,    /* LF, CR and NUL, of no other class */
	BYTES_INK,    /* neither that nor a blank or TAB */
	BYTES_PLAYER, /* @ + */
	BYTES_BOX,    /* $ * */
	BYTES_GOAL,   /* . * + */
	BYTES_NO_ROW, /* what no row of squares holds, and what is rare */
	BYTES_DASH,   /* - _ */
	BYTES_RETURN, /* CR and NUL */
	/* Of what is no row: */
	BYTES_NO_RLE,  /* nor one with counts, groups and bars, */
	BYTES_NO_OLD,  /* nor one with letters besides */
	BYTES_NO_MOVE, /* what no line of moves holds */
	BYTES_MOVE,    /* udlrUDLR */
	BYTES_MARK,    /* anything else in moves */
	BYTES_COUNT,   /* a digit, parenthesis or bar */
	BYTES_BAR,     /* | */
	BYTES_RARE,    /* TAB, backslash, control characters, not ASCII */
	BYTES_CLASSES
};

/* Of 64 bytes, the first one lowest. */
struct bytes {
	uint64_t of[BYTES_CLASSES];
};

/* The classes of n times 64 bytes. */
void bytes_classify(struct bytes *to, const char *s, size_t n);

/* The bits of some bytes: of the first and the last word, what of these counts;
 * none of the words between is left out. */
struct range_bits {
	const struct bytes *first, *last;
	uint64_t in_first, in_last;
};

/* What is always inlined, as of most ranges the last word is known to be none
 * besides the first. */
#define BITS_INLINE __attribute__((always_inline)) static inline
BITS_INLINE uint64_t
bits_of(const struct range_bits *r, int what)
{
	return (r->first->of[what] & r->in_first) |
	    (r->last->of[what] & r->in_last);
}

/* The bits from a to b. */
static inline struct range_bits
range_bits(const struct bytes *bits, size_t a, size_t b)
{
	struct range_bits r = {bits + a / 64, bits + (b - 1) / 64,
	    ~(uint64_t)0 << a % 64, ~(uint64_t)0 >> (63 - (b - 1) % 64)};

	if (r.first == r.last)
		r.in_first = r.in_last = r.in_first & r.in_last;
	return r;
}

#define BYTES_PAD 31

/* How many players, boxes and goals are among bytes from to to of those that
 * have these bits, and whether a dash is; to > from. */
struct bytes_count {
	size_t players, boxes, goals;
	bool dash;
};
struct bytes_count bytes_count(const struct bytes *v, size_t from, size_t to);

/* Add those of n characters, of a row that may have letters or not; BYTES_PAD
 * bytes more may be read. */
void bytes_add(struct bytes_count *to, const char *s, size_t n, bool letters);

/* The squares of rows of n characters, the first one s and each one step bytes
 * behind the one before, and floor up to width; BYTES_PAD bytes more may be
 * read and written. */
void bytes_grid(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height, bool letters);

/* The characters of n squares, of which there are sixteen kinds; so many may be
 * read, and BYTES_PAD bytes more be written. */
void bytes_glyphs(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char glyph[16]);

/* The ways to do that, which all give the same; the test compares them.  Each
 * may be called where bytes_can() says so. */
enum bytes_way { BYTES_TABLE, BYTES_AVX2, BYTES_AVX512, BYTES_WAYS };
int bytes_can(enum bytes_way way);
void bytes_classify_by(
    enum bytes_way way, struct bytes *to, const char *s, size_t n);

#endif
