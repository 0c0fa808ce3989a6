/* reader.h - what every reader of a format is given and must do. */
#ifndef SOK_READER_H
#define SOK_READER_H

#include "io/input.h"
#include "base/pending.h"

/* What later rooms do for a reader, which format/open.c gives it. */
struct reader_helpers {
	const struct sok_format *(*detect)(struct sok_str head);
	/* Whether the game solves its puzzle: 1, 0, -1 on ENOMEM. */
	int (*solves)(const struct sok_puzzle *p, const struct sok_game *g,
	    struct sok_arena *a);
	/* Whether a text is read as it is below a board of the game with this
	 * name, NULL: as it says. */
	int (*stands)(const struct sok_text *t, const char *game,
	    const struct sok_limits *limits);
};

struct sok_reader {
	const struct reader_helpers *helpers;
	const struct sok_format *format;
	struct sok_read_options o; /* limits and tabs are filled in */
	struct sok_sink *sink;
	struct sok_input in;
	struct sok_arena life;  /* for the header: as long as the reader */
	struct sok_arena arena; /* for the puzzle that is lent */
	struct sok_header header;
	struct sok_puzzle puzzle;
	struct sok_str told;       /* the game of the puzzle, or empty */
	struct pending_list found; /* about it, so far */
	bool begun, ended;
	int error;     /* errno of the first failure, or 0 */
	bool queued;   /* next was cut off the last one: glued boards */
	bool settled;  /* header.variant is known; */
	bool declared; /* something says that all puzzles are of it */
	bool bad;      /* it was said that bytes could not be decoded */
	struct sok_puzzle next;
	size_t number; /* of the last puzzle */
	void *state;   /* of the format */
};

/*
 * open: r->in is open; nothing was consumed.  0, -1 with errno.
 * read: r->arena was reset and r->puzzle cleared to zero.  Fill r->puzzle
 *   (number, header, variant and effective titles are set by the caller, which
 *   also crops the board; pos.file is r->o.name or what the input says) and,
 *   before the first puzzle, r->header.text (memory from r->life).  1 a puzzle,
 * 0 the end, -1 with errno. Report what is wrong with reader_report() and go
 * on. close, or NULL: free what the state has, which may be memory from
 * r->life; may be called after a failed open.
 */
struct sok_read_ops {
	int (*open)(struct sok_reader *r);
	int (*read)(struct sok_reader *r);
	void (*close)(struct sok_reader *r);
	const char *lacks; /* the library that this build has not, or NULL */
};

/* As sok_reader_open(). */
struct sok_reader *reader_open(struct input_source from,
    const struct sok_read_options *o, struct sok_sink *sink,
    const struct reader_helpers *helpers);

/* Queue a finding about the puzzle being read; line or col 0 is unknown.  NULL
 * if it is only counted. */
struct pending *reader_report(struct sok_reader *r, enum sok_rule rule,
    size_t line, size_t col, const char *fmt, ...) SOK_PRINTF(5, 6);

/* Whether there was no memory for something: sok_read() fails then. */
static inline bool
reader_fails(struct sok_reader *r, bool failed)
{
	r->found.failed |= failed;
	return failed;
}
/* What was made in an arena, or empty where there was no memory for it. */
static inline struct sok_str
reader_made(struct sok_reader *r, struct sok_str s)
{
	return reader_fails(r, s.s == NULL) ? (struct sok_str){"", 0} : s;
}

/*
 * Finish a board whose rows came from a foreign format (r->puzzle.board of n
 * rows, XSB characters): fills board and has_board and checks limits.
 * *bad_row, *bad_col: place (from 0) of a byte that is no square.  line may be
 * NULL.  1 done, 0 no board (over a limit, reported: *bad_row is n; or
 * *bad_row < n), -1 ENOMEM.
 */
int reader_board(struct sok_reader *r, const struct sok_str *row,
    const size_t *line, size_t n, size_t *bad_row, size_t *bad_col);

/*
 * What is neither a board nor moves is kept as a comment block.
 * reader_comment: lines as a block below t; reader_keep: r->puzzle.text, with
 * the puzzle's name and rows that are no board, becomes one.  -1 ENOMEM.
 */
int reader_comment(
    struct sok_reader *r, struct sok_text *t, const struct sok_text *inside);
int reader_keep(struct sok_reader *r, struct sok_str name,
    const struct sok_str *rows, size_t n);

/* format.c declares the others. */
extern const struct sok_read_ops read_text_ops, read_slc_ops, read_json_ops;

/* The bids of formats that are not told by format.c itself. */
int bid_hir(struct sok_str head, bool eof);
int bid_mac(struct sok_str head, bool eof);
int bid_records(struct sok_str head, bool eof);
/* How many bytes of blanks and other text stand in front of SokobanLevels XML
 * that begins with <?xml or its root; 0 for none.  They are looked for in so
 * many bytes, behind the byte-order mark. */
#define SLC_FRONT ((size_t)512)
size_t slc_front(struct sok_str head);

#endif
