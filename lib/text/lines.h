/* lines.h - a window of numbered, classified lines over an input.  Lines are
 * added at the end and dropped from the front. */
#ifndef SOK_LINES_H
#define SOK_LINES_H

#include <string.h>

#include "base/base.h"
#include "io/io.h"
#include "text/bytes.h"
#include "text/squares.h"

/* What a line can be, judging from all of its bytes (can) ... */
enum {
	CAN_PLAIN = 1,  /* a row in XSB characters */
	CAN_RLE = 2,    /* a row with counts, groups or bars */
	CAN_LETTER = 4, /* a row with all these and legacy letters */
	CAN_MOVES = 8,  /* a line of moves */
	CAN_ALL = 15,
	CUT_OFF = 16 /* the rest of a line that was cut (HAS_CUT); it is text */
};

/* ... and what it contains (has). */
enum {
	HAS_INK = 1,   /* something other than blanks: the line is not blank */
	HAS_COUNT = 2, /* a digit, parenthesis or bar */
	HAS_MOVE = 4,  /* one of udlrUDLR */
	HAS_TAB = 8,
	HAS_HIGH = 16,    /* a byte above 127 */
	HAS_CONTROL = 32, /* a control character other than TAB */
	HAS_BACKSLASH = 64,
	HAS_BAR = 128,
	HAS_MARK = 256,  /* a character of moves other than udlrUDLR; not always
	                    known of a line that is not moves */
	HAS_QUOTE = 512, /* begins with '>' */
	HAS_BOM = 1024,  /* began with a byte-order mark, which is not in len */
	HAS_CUT = 2048,  /* cut at the limit of a line; the rest is the next
	                    line, and both are text */
	HAS_COMMENT = 4096, /* inside a closed comment block (grammar.c) */
	HAS_WALL = 8192     /* a '#'; a line that can be a plain row may have it
	                       although it has no wall */
};

/* Kinds of line end. */
enum { LINES_LF = 1, LINES_CRLF = 2, LINES_CR = 4 };

struct line {
	size_t off;    /* the position in the input, after a byte-order mark */
	uint32_t mark; /* the length of the mark */
	uint32_t len;  /* of the line from off on, without line end and trailing
	                  blanks */
	uint32_t num;  /* the number of line ends before it */
	uint16_t can, has;
};

/* The position of the first byte of a line in the input. */
static inline size_t
line_raw(const struct line *line)
{
	return line->off - line->mark;
}

/* What is reported only once per file. */
enum lines_first_kind {
	FIRST_MIXED, /* several kinds of line end */
	FIRST_BOM,
	FIRST_WIDE, /* a byte-order mark of UTF-16 in undecoded text */
	FIRST_CONTROL,
	FIRST_UTF8,
	FIRST_LABEL, /* moves after a word */
	FIRST_LOST,  /* a line that would be moves without a few bytes */
	FIRST_AMONG, /* moves in the middle of other text */
	FIRST_APART, /* a board directly below a board on one line */
	FIRST_KINDS
};

/* Where in the file it was found first.  line is 0 if it was not found, and
 * SIZE_MAX once it is reported. */
struct lines_first {
	size_t line, col;
};

/* Every line counts as at least this many bytes towards SOK_LIMIT_TEXT, because
 * it uses memory. */
#define LINE_LEAST 32

/* Lines `from` to `to` (exclusive) of the window are plain rows that end in LF
 * and were cut together; the length of the longest one, and what all contain.
 */
struct lines_rows {
	size_t from, to;
	uint32_t wide;
	bool trimmed; /* some may have blanks at their ends */
	struct bytes_count sum;
};

struct lines {
	struct sok_input *in;
	/* The n lines of the window, inside all, with room for cap. */
	struct line *line;
	size_t n, cap;
	struct line *all;
	struct bytes
	    *bits;       /* classes of the bytes from bits_from to bits_to, */
	size_t cap_bits; /* counted from the start of the input */
	size_t bits_from, bits_to;
	struct lines_rows rows; /* the rows that were cut last */
	bool rows_taken;        /* set by the grammar: a board was made of them,
	                           and they may be forgotten */
	size_t dropped;         /* lines that precede the window */
	size_t done; /* the position below the lines that were cut so far */
	size_t scan; /* no line end is from `done` to this position */
	bool rest;   /* the next line is the rest of one that was cut */
	size_t first_number; /* of the window's first line, in the input */
	uint32_t next; /* the number of line ends before the next line to be
	                  cut */
	size_t limit;  /* the longest line, in bytes */
	unsigned ends; /* the kinds of line end found so far */
	struct lines_first first[FIRST_KINDS];
	const char *japanese; /* the charset of the line of FIRST_UTF8, if it
	                         is Japanese, or NULL */
	bool any_first;       /* some of these may not be reported yet */
	bool join; /* a run of blank lines is one line; num counts them */
	struct squares *squares; /* set: the rows of the lines in the characters
	                            that a user has named, or NULL */
};

/* limit: lines of more bytes are cut (HAS_CUT). */
void lines_open(struct lines *lines, struct sok_input *in, size_t limit);
/* For lines_want(), if the window does not have the line. */
int lines_cut(struct lines *lines, size_t i);
/* Make sure that the window has a line i: 1, 0 if the input has no such line,
 * -1 with errno. */
static inline int
lines_want(struct lines *lines, size_t i)
{
	return i < lines->n ? 1 : lines_cut(lines, i);
}
/* Forget the first n lines.  The indices of the other lines change. */
void lines_drop(struct lines *window, size_t n);
void lines_close(struct lines *lines);

/* The position of a byte is its offset in the input.  On machines of 32 bits
 * positions wrap, but differences are right, as the window is always smaller.
 * Positions become pointers only here and in lines_remove_blank(), which
 * changes the bytes.  A pointer is valid until the window moves, with the next
 * lines_want() or lines_drop(). */
static inline const char *
lines_byte(const struct lines *lines, size_t at)
{
	return lines->in->buf + (at - lines->in->base);
}
/* The position below the bytes that were read so far. */
static inline size_t
lines_loaded(const struct lines *lines)
{
	return lines->in->base + lines->in->end;
}

/* The line without byte-order mark, line end and trailing blanks.  The slice is
 * valid until the next lines_want() or lines_drop(). */
static inline struct sok_str
lines_str(const struct lines *lines, size_t i)
{
	return (struct sok_str){
	    lines_byte(lines, lines->line[i].off), lines->line[i].len};
}

/* The line as a row: in the characters of XSB whatever --squares names. */
static inline struct sok_str
lines_row(const struct lines *lines, size_t i)
{
	return lines->squares == NULL ? lines_str(lines, i)
	                              : squares_row(lines->squares, i);
}

/* Line i of the window, counted from the start of the input, so that the count
 * stays the same when lines are dropped.  What is known about lines that follow
 * ends at such a count. */
static inline size_t
lines_count(const struct lines *lines, size_t i)
{
	return lines->dropped + i;
}
/* The index in the window of the line with this count, 0 if it was dropped. */
static inline size_t
lines_index(const struct lines *lines, size_t count)
{
	return count > lines->dropped ? count - lines->dropped : 0;
}

/* The number of line ends between the start of the window and line i, or the
 * end of the window. */
static inline uint32_t
lines_before(const struct lines *lines, size_t i)
{
	return (i < lines->n ? lines->line[i].num : lines->next) -
	    (uint32_t)(lines->first_number - 1);
}

/* The number in the input, from 1, of line i, or of the line after the window.
 */
static inline size_t
lines_number(const struct lines *lines, size_t i)
{
	return lines->first_number + lines_before(lines, i);
}

/* Whether line i consists of blanks, or is empty. */
static inline bool
lines_blank(const struct lines *lines, size_t i)
{
	return !(lines->line[i].has & HAS_INK);
}

/* Whether line i, as a row, has a '#'. */
static inline bool
lines_wall(const struct lines *lines, size_t i)
{
	if (!(lines->line[i].has & HAS_WALL))
		return false;
	struct sok_str s = lines_row(lines, i);
	return s.s[0] == '#' || memchr(s.s, '#', s.len) != NULL;
}

/* Lines from to to (exclusive) with their line ends, byte for byte. */
struct sok_str lines_raw(const struct lines *lines, size_t from, size_t to);

/* The length of the byte-order marks at the start of s: of UTF-8, and of UTF-16
 * in text that was not decoded. */
size_t lines_bom(struct sok_str s);

/* Remember where in the file this was found first: in line i, or in the line
 * after the window. */
void lines_remember(
    struct lines *lines, enum lines_first_kind what, size_t i, size_t col);
/* The column, from 1, of byte `at` of a line: in characters if the line is
 * UTF-8, else in bytes. */
size_t lines_column(struct sok_str s, size_t at);

/* lines_window.c, for lines.c */

/* Remember where each kind of unusual byte was found first, of the line that is
 * added to the window. */
void lines_remember_bytes(
    struct lines *lines, const struct line *line) SOK_SELDOM;
enum { LINES_ROOM = 96 };
/* Make room in the array for LINES_ROOM more lines.  0, -1 with errno. */
int lines_room(struct lines *lines) SOK_SELDOM;
/* Remove all but the last byte of a run of blank lines, which is the last line
 * and ends at `next`: the bytes after it keep their positions, and those before
 * it get greater ones. */
void lines_remove_blank(struct lines *lines, size_t next) SOK_SELDOM;

/* Whether line i is known not to be a row.  Of a line that was not cut yet this
 * is only known if it is empty. */
static inline bool
lines_ends_rows(const struct lines *lines, size_t i)
{
	if (i < lines->n)
		return lines_blank(lines, i) ||
		    !(lines->line[i].can & CAN_LETTER);
	return lines->done < lines_loaded(lines) &&
	    *lines_byte(lines, lines->done) == '\n';
}

/* lines_class.c: make sure that n > 0 bytes from position `at` on have bits, or
 * all that the window has: up to bits_to, or up to the next call.  0, -1 with
 * errno. */
int lines_bits(struct lines *lines, size_t at, size_t n);
/* *found: the position of the first line end from `at` to end (exclusive), or
 * end if there is none.  0, -1 with errno. */
int lines_end(struct lines *lines, size_t at, size_t end, size_t *found);
/* Remove from *can what the bytes from `at` to end do not allow, and add to
 * *has what they are.  0, -1 on ENOMEM. */
int lines_look(
    struct lines *lines, size_t at, size_t end, unsigned *can, unsigned *has);
/* The same by the bits `in` a word; of rare bytes, without TABs and no-break
 * spaces, which may be in rows. */
static inline void
lines_add_bits(
    const struct bytes *bits, uint64_t in, unsigned *can, unsigned *has)
{
	const uint64_t *of = bits->of;

	if (of[BYTES_NO_ROW] & in) {
		*can &= ~(unsigned)CAN_PLAIN;
		if (of[BYTES_NO_RLE] & in)
			*can &= ~(unsigned)CAN_RLE;
		if (of[BYTES_NO_OLD] & in)
			*can &= ~(unsigned)CAN_LETTER;
		if (of[BYTES_MOVE] & in)
			*has |= HAS_MOVE;
		if (of[BYTES_COUNT] & in)
			*has |= HAS_COUNT;
		if (of[BYTES_BAR] & in)
			*has |= HAS_BAR;
	}
	if (of[BYTES_NO_MOVE] & in) {
		*can &= ~(unsigned)CAN_MOVES;
		*has |= HAS_INK;
		/* Of these bytes only walls are in no other class. */
		if (of[BYTES_NO_MOVE] & in &
		    ~(of[BYTES_NO_ROW] | of[BYTES_PLAYER] | of[BYTES_BOX] |
		        of[BYTES_GOAL] | of[BYTES_ALIAS]))
			*has |= HAS_WALL;
	} else {
		if (of[BYTES_INK] & in)
			*has |= HAS_INK;
		if (of[BYTES_MARK] & in)
			*has |= HAS_MARK;
	}
}
/* How many bytes two words of bits have. */
enum { LINES_TWO_WORDS = 128 };
/* Cut rows from the next line on.  Stops at a byte that no row has, at a line
 * that is blank or has a character of moves as its last one, at a CR, at a line
 * end of a new kind, where a line may exceed the limit, where the bits end, and
 * after a word that completes some 32 lines.  Whether a row has a wall is not
 * looked at: HAS_WALL says that it may. */
void lines_cut_rows(struct lines *lines);
/* The kind of line end that an LF at a position was before the text was made
 * the same all over. */
static inline unsigned
lines_kind_of_lf(const struct lines *lines, size_t at)
{
	if (at >= lines->in->unified)
		return LINES_LF;
	return lines->in->of_cr ? LINES_CR : LINES_CRLF;
}
/* Make the row of a line that is added after line n - 1 in the characters that
 * a user has named, and correct what the line can be and has, except whether it
 * can be moves.  0, -1 on ENOMEM. */
int lines_add_row(struct lines *lines, struct line *found);
/* What a line that is not in the window can be and has. */
void lines_classify(struct sok_str s, uint16_t *can, uint16_t *has);

#endif
