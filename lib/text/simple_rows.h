/* simple_rows.h - the rows of a board that is plain to see: XSB characters and
 * line feeds. */
#ifndef SOK_SIMPLE_ROWS_H
#define SOK_SIMPLE_ROWS_H

#include "sok.h"

/* Rows and columns; larger boards are left to the reader of everything. */
#define ROWS_MOST 63
#define ROWS_BYTES ((size_t)ROWS_MOST * (ROWS_MOST + 1))

struct simple_rows {
	unsigned char sq[ROWS_BYTES + 64]; /* of each byte, line feeds too */
	uint16_t end[ROWS_MOST + 16];      /* line feeds in it */
	uint64_t ink[ROWS_BYTES / 64 + 2]; /* a bit for each: no floor */
	size_t width, height;              /* without blanks behind the rows */
	size_t left, right;                /* of what is not floor */
	size_t players, boxes, goals;
	bool tight; /* every row ends with something else than floor, and one
	               begins so; false: or may do so */
	bool full;  /* tight, and all rows begin so */
	bool even;  /* and all are as long as the first; false: or may be */
	bool edges; /* first and last row begin with wall or box on goal */
	bool plain; /* blanks are the only floor, and none end a row */
};

/*
 * The rows from p on, up to a line that begins with no square; behind them, or
 * NULL if they are not plain.  A line feed stands before end, and 64 bytes
 * behind it can be read.
 */
const char *rows_take(const char *p, const char *end, struct simple_rows *r);
/*
 * Behind the rows from p on if they are a sound board that is written as it
 * stands, up to a line that begins with no square; else NULL.  16 bytes behind
 * end can be read.
 */
const char *rows_as_written(const char *p, const char *end, size_t *height);
/* The squares of the whole rectangle; 32 bytes more are written to. */
void rows_fill_board(const struct simple_rows *r, unsigned char *sq);
/* Whether nobody could take them for anything but one board. */
bool rows_sound(const struct simple_rows *r);
/* Whether a board like that, and all that so many bytes can hold, is within
 * the limits. */
bool rows_fit(const struct sok_limits *l, size_t bytes);
/* The first byte from p on that is no direction letter; 32 bytes behind it can
 * be read. */
const char *rows_letters(const char *p);

/*
 * The bytes from p on as squares, with ends, ink and counts; behind the last
 * row, or NULL.  _plain goes byte by byte; the others many at a time where they
 * can, and are less sure.
 */
const char *rows_bytes(const char *p, const char *end, struct simple_rows *r);
const char *rows_bytes_plain(
    const char *p, const char *end, struct simple_rows *r);
const char *rows_letters_plain(const char *p);
void rows_fill_board_plain(const struct simple_rows *r, unsigned char *sq);
const char *rows_as_written_plain(
    const char *p, const char *end, size_t *height);

#ifdef __x86_64__
/* With what every such processor has, and with what some have. */
const char *rows_bytes_sse2(
    const char *p, const char *end, struct simple_rows *r);
const char *rows_bytes_avx2(
    const char *p, const char *end, struct simple_rows *r);
void rows_fill_board_sse2(const struct simple_rows *r, unsigned char *sq);
void rows_fill_board_avx2(const struct simple_rows *r, unsigned char *sq);
const char *rows_as_written_sse2(
    const char *p, const char *end, size_t *height);
const char *rows_as_written_avx2(
    const char *p, const char *end, size_t *height);
const char *rows_letters_sse2(const char *p);
const char *rows_letters_avx2(const char *p);
#endif

static inline bool
rows_floor(char c)
{
	return c == ' ' || c == '-' || c == '_';
}

static inline bool
rows_begin(char c)
{
	return rows_floor(c) || c == '#' || c == '*';
}

/* The board that is sound, without places of its rows; -1 on ENOMEM. */
static inline int
rows_board(
    const struct simple_rows *r, struct sok_board *b, struct sok_arena *a)
{
	*b = (struct sok_board){.width = (int)r->width,
	    .height = (int)r->height,
	    .players = 1,
	    .boxes = r->boxes,
	    .goals = r->goals};
	b->sq = sok_arena_alloc(a, r->width * r->height + 32, 1);
	if (b->sq == NULL)
		return -1;
	rows_fill_board(r, b->sq);
	return 0;
}

#endif
