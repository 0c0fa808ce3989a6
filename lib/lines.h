/* lines.h - numbered, classified lines over an input: a window that grows
 * forward and is dropped from the front. */
#ifndef SOK_LINES_H
#define SOK_LINES_H

#include "input.h"

/* What every byte of a line allows it to be (can) ... */
enum {
	CAN_PLAIN = 1,  /* a row in XSB characters */
	CAN_RLE = 2,    /* a row with counts, groups or bars as well */
	CAN_LETTER = 4, /* the same with legacy letters */
	CAN_MOVES = 8   /* a line of moves */
};

/* ... and what stands in it (has). */
enum {
	HAS_INK = 1,    /* anything but blanks: the line is not blank */
	HAS_WALL = 2,   /* '#' */
	HAS_COUNT = 4,  /* a digit, parenthesis or bar */
	HAS_LETTER = 8, /* a legacy letter */
	HAS_MOVE = 16,  /* one of udlrUDLR */
	HAS_TAB = 32,
	HAS_HIGH = 64,     /* a byte above 127 */
	HAS_CONTROL = 128, /* a control character but TAB */
	HAS_QUOTE = 256,   /* begins with '>' */
	HAS_BACKSLASH = 512,
	HAS_BOM = 1024, /* began with a byte-order mark, not in len */
	HAS_CUT = 2048, /* the limit of a line: the rest is in the next */
	HAS_BAR = 4096
};

struct line {
	uint32_t off; /* of its first byte (after a BOM) from the window */
	uint32_t len; /* without line end and trailing blanks */
	uint32_t raw; /* of its first byte, before a BOM */
	uint32_t num; /* lines before it in the window */
	uint16_t can, has;
};

struct lines {
	struct sok_input *in;
	struct line *v;
	size_t n, cap;
	size_t done;            /* bytes of the window cut into lines */
	size_t base;            /* line number of the window's first byte */
	uint32_t next;          /* line ends met in the window */
	size_t limit;           /* bytes of a line */
	bool crlf, lf, cr, nul; /* line ends met in the whole input */
};

/* A line that cannot be longer than limit bytes; 0, -1 with errno. */
int lines_open(struct lines *l, struct sok_input *in, size_t limit);
/* Line i of the window: 1 there is one, 0 the input ends before, -1. */
int lines_want(struct lines *l, size_t i);
/* Forget the first n lines; offsets of the others change. */
void lines_drop(struct lines *l, size_t n);
void lines_close(struct lines *l);

/* The line without BOM, line end and trailing blanks.  The pointers are good
 * until the next lines_want() or lines_drop(). */
static inline struct sok_str
lines_str(const struct lines *l, size_t i)
{
	return (struct sok_str){
	    l->in->buf + l->in->start + l->v[i].off, l->v[i].len};
}

static inline size_t
lines_number(const struct lines *l, size_t i)
{
	return l->base + l->v[i].num;
}

static inline bool
lines_blank(const struct lines *l, size_t i)
{
	return !(l->v[i].has & HAS_INK);
}

/* Lines from to to (exclusive) byte for byte, with their line ends. */
struct sok_str lines_raw(const struct lines *l, size_t from, size_t to);

#endif
