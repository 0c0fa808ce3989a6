/* lines.h - numbered, classified lines over an input: a window that grows
 * forward and is dropped from the front. */
#ifndef SOK_LINES_H
#define SOK_LINES_H

#include <string.h>

#include "io/input.h"
#include "text/bytes.h"
#include "tools.h"

/* What every byte of a line allows it to be (can) ... */
enum {
	CAN_PLAIN = 1,  /* a row in XSB characters */
	CAN_RLE = 2,    /* a row with counts, groups or bars as well */
	CAN_LETTER = 4, /* the same with legacy letters */
	CAN_MOVES = 8,  /* a line of moves */
	CAN_ALL = 15,
	CUT_OFF = 16 /* the rest of a line that was cut (HAS_CUT): text */
};

/* ... and what stands in it (has). */
enum {
	HAS_INK = 1,   /* anything but blanks: the line is not blank */
	HAS_COUNT = 2, /* a digit, parenthesis or bar */
	HAS_MOVE = 4,  /* one of udlrUDLR */
	HAS_TAB = 8,
	HAS_HIGH = 16,    /* a byte above 127 */
	HAS_CONTROL = 32, /* a control character but TAB */
	HAS_BACKSLASH = 64,
	HAS_BAR = 128,
	HAS_MARK = 256,    /* in moves: not udlrUDLR */
	HAS_QUOTE = 512,   /* begins with '>' */
	HAS_BOM = 1024,    /* began with a byte-order mark, not in len */
	HAS_CUT = 2048,    /* the limit of a line: the rest is in the next, and
	                      neither can be anything */
	HAS_COMMENT = 4096 /* inside a closed comment block (grammar.c) */
};

/* Kinds of line end. */
enum { LINES_LF = 1, LINES_CRLF = 2, LINES_CR = 4 };

struct line {
	uint32_t raw; /* its first byte, counted as lines_place() does */
	uint32_t off; /* the same, behind a byte-order mark */
	uint32_t len; /* from off, without line end and trailing blanks */
	uint32_t num; /* line ends before it */
	uint16_t can, has;
};

/* What is said once per file. */
enum lines_once {
	LINES_MIXED, /* kinds of line end */
	LINES_BOM,
	LINES_WIDE, /* a byte-order mark of UTF-16, where nothing is decoded */
	LINES_CONTROL,
	LINES_UTF8,
	LINES_LABEL, /* moves behind a word (grammar_moves.c) */
	LINES_LOST,  /* moves but for a few bytes (the same) */
	LINES_AMONG, /* moves among other text (the same) */
	LINES_APART, /* a board right below one on a line (grammar_boards.c) */
	LINES_NONCE
};

/* Where in the file it was met first; line 0: never, SIZE_MAX: said. */
struct lines_first {
	size_t line, col;
};

/* What a line counts at least against SOK_LIMIT_TEXT: it costs memory. */
#define LINE_LEAST 32

/* Lines from to to of the window are rows without anything that makes more of
 * them than their characters, and end in LF; the longest and the shortest. */
struct lines_rows {
	size_t from, to;
	uint32_t wide, narrow;
};

struct lines {
	struct sok_input *in;
	struct line *v; /* of the window: n of them, in all, which has room */
	size_t n, cap;
	struct line *all;
	struct bytes
	    *bits;       /* classes of the bytes from bits_from to bits_to, */
	size_t cap_bits; /* which count from the first byte of the input */
	size_t bits_from, bits_to;
	struct lines_rows rows; /* those that were cut last */
	size_t done;            /* bytes of the window cut into lines */
	size_t scan;       /* bytes looked at, of a line that is not complete */
	uint16_t can, has; /* of those */
	size_t base;       /* number of the window's first line */
	uint32_t gone;     /* line ends before the window, */
	uint32_t next;     /* before what is cut next */
	size_t limit;      /* bytes of a line */
	unsigned ends;     /* kinds of line end met */
	struct lines_first first[LINES_NONCE];
	bool any_first; /* of these */
	bool join;      /* a run of blank lines is one: num tells how many */
};

/* limit: bytes of a line, behind which it is cut (HAS_CUT). */
void lines_open(struct lines *l, struct sok_input *in, size_t limit);
/* Line i of the window: 1 there is one, 0 the input ends before, -1 errno. */
int lines_cut(struct lines *l, size_t i);
static inline int
lines_want(struct lines *l, size_t i)
{
	return i < l->n ? 1 : lines_cut(l, i);
}
/* Forget the first n lines; indices and offsets of the others change. */
void lines_drop(struct lines *l, size_t n);
void lines_close(struct lines *l);

/* Bytes and line ends are counted from the first one of the input, in 32 bits:
 * the window is smaller.  This is where a byte of it stands there. */
static inline size_t
lines_place(const struct lines *l, uint32_t byte)
{
	return (uint32_t)(byte - (uint32_t)l->in->consumed);
}

/* The line without BOM, line end and trailing blanks.  The pointers are good
 * until the next lines_want() or lines_drop(). */
static inline struct sok_str
lines_str(const struct lines *l, size_t i)
{
	return (struct sok_str){
	    l->in->buf + l->in->start + lines_place(l, l->v[i].off),
	    l->v[i].len};
}

/* Line ends of the window before line i, or before its end. */
static inline uint32_t
lines_before(const struct lines *l, size_t i)
{
	return (i < l->n ? l->v[i].num : l->next) - l->gone;
}

/* In the input, from 1: of line i, or of the one behind the window. */
static inline size_t
lines_number(const struct lines *l, size_t i)
{
	return l->base + lines_before(l, i);
}

static inline bool
lines_blank(const struct lines *l, size_t i)
{
	return !(l->v[i].has & HAS_INK);
}

static inline bool
lines_wall(const struct lines *l, size_t i)
{
	struct sok_str s = lines_str(l, i);

	return s.len > 0 && memchr(s.s, '#', s.len) != NULL;
}

/* Lines from to to (exclusive) byte for byte, with their line ends. */
struct sok_str lines_raw(const struct lines *l, size_t from, size_t to);

/* Length of the byte-order marks that s begins with: UTF-8's, or UTF-16's in
 * what was not decoded. */
static inline size_t
lines_bom(struct sok_str s)
{
	size_t n = 0;

	while (n + 1 < s.len && (unsigned char)s.s[n] >= 0xef) {
		struct sok_str t = sok_str_from(s, n);

		if (sok_str_starts(t, SOK_STR("\xef\xbb\xbf")))
			n += 3;
		else if (sok_str_starts(t, SOK_STR("\xff\xfe")) ||
		    sok_str_starts(t, SOK_STR("\xfe\xff")))
			n += 2;
		else
			break;
	}
	return n;
}

/* Remember where such a thing was met first: the number of a line, a column. */
void lines_remember(
    struct lines *l, enum lines_once what, size_t line, size_t col);
/* The column of byte at of a line, from 1: in characters of UTF-8, else in
 * bytes. */
size_t lines_column(struct sok_str s, size_t at);

static inline const unsigned char *
lines_window(const struct lines *l)
{
	return (const unsigned char *)l->in->buf + l->in->start;
}

static inline size_t
lines_held(const struct lines *l)
{
	return l->in->end - l->in->start;
}

/* Whether a line that was cut or comes next is there and no row; of the next
 * one that is known if it is empty. */
static inline bool
lines_ends_rows(const struct lines *l, size_t i)
{
	if (i < l->n)
		return lines_blank(l, i) || !(l->v[i].can & CAN_LETTER);
	return l->done < lines_held(l) && lines_window(l)[l->done] == '\n';
}

/* lines_class.c: the first byte of the window from at on that ends a line, or
 * end; what the bytes before it say goes into can and has of the next line.
 * SIZE_MAX with errno. */
size_t lines_scan(struct lines *l, size_t at, size_t end);
bool lines_is_control(char c);
/* How far into a line a byte-order mark and mail quotes are looked for, and the
 * bytes of a line of len behind these. */
#define LINES_PREFIX 64
static inline size_t
lines_unquoted(const char *s, size_t len)
{
	size_t n = len < LINES_PREFIX ? len : LINES_PREFIX;

	return len - n + sok_str_unquote((struct sok_str){s, n}).len;
}
/* What text that is no row can be and has besides. */
BITS_INLINE void
lines_add_text(const struct range_bits *r, unsigned *can, unsigned *has)
{
	*can &= ~(unsigned)CAN_PLAIN;
	if (bits_of(r, BYTES_NO_RLE))
		*can &= ~(unsigned)CAN_RLE;
	if (bits_of(r, BYTES_NO_OLD))
		*can &= ~(unsigned)CAN_LETTER;
	if (bits_of(r, BYTES_MOVE))
		*has |= HAS_MOVE;
	if (bits_of(r, BYTES_COUNT))
		*has |= HAS_COUNT;
	if (bits_of(r, BYTES_BAR))
		*has |= HAS_BAR;
}

/* What the bits of a line say it can be and has; nothing in it is rare. */
BITS_INLINE void
lines_add_bits(const struct range_bits *r, unsigned *can, unsigned *has)
{
	if (bits_of(r, BYTES_NO_ROW))
		lines_add_text(r, can, has);
	if (bits_of(r, BYTES_NO_MOVE)) {
		*can &= ~(unsigned)CAN_MOVES;
		*has |= HAS_INK;
	} else {
		if (bits_of(r, BYTES_INK))
			*has |= HAS_INK;
		if (bits_of(r, BYTES_MARK))
			*has |= HAS_MARK;
	}
}

/* What a line has that is blank and nothing else. */
#define LINES_BLANK_HAS ((unsigned)HAS_MARK | HAS_TAB)
/* A run of blank lines is one line; of so many bytes, they do not pile up. */
#define LINES_BLANK_RUN 65536
/* lines_plain.c: cut some more lines if they are complete and there is nothing
 * about them but what the bits say; false if there is none.  There is room for
 * LINES_AHEAD. */
bool lines_cut_plain(struct lines *l);
/* How many lines are cut at once; a word of bits may hold 32 rows more. */
enum { LINES_OTHERS = 16, LINES_ROWS = 32, LINES_AHEAD = 96 };
/* Two words of bits. */
#define LINES_LONG ((size_t)128)
/* Whether a line that begins so may have a prefix: a byte-order mark or a
 * quote. */
static inline bool
lines_prefixed(unsigned char c)
{
	return c == '>' || c >= 0xef;
}
/* Players, boxes and goals in lines from to to, which are rows of squares that
 * all have ink. */
struct bytes_count lines_count(const struct lines *l, size_t from, size_t to);
/* What a line that came from elsewhere can be and has. */
void lines_classify(struct sok_str s, uint16_t *can, uint16_t *has);
/* lines_moves.c: whether a line that is no moves seems to be some beside
 * others: it is some but for a few bytes, or moves and a remark behind them. */
bool lines_beside_moves(struct sok_str s);
/* Whether it is that without any moves beside it: longer than words are. */
bool lines_lost_moves(struct sok_str s);
/* Whether all letters of a line are moves, as in `"rrR"`, or two of three of
 * its characters, but not all, as in `rRx`: below a heading these may be meant,
 * however few. */
bool lines_mostly_moves(struct sok_str s);
/* `Solution: rR`: moves behind a word on the same line, which no program takes
 * for a game. */
bool lines_labelled_moves(struct sok_str line);
/* Where 16 direction letters stand in a row, which no word has; the end of the
 * line if nowhere. */
size_t lines_moves_run(struct sok_str line);

#endif
