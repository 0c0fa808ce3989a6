/* reader.h - the interface between the readers of all formats and their
 * caller. */
#ifndef SOK_READER_H
#define SOK_READER_H

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"

/* Functions of later rooms that a reader needs, from format/format.c. */
struct reader_helpers {
	const struct sok_format *(*detect)(struct sok_str head);
	/* Whether the game solves its puzzle: 1, 0, -1 on ENOMEM. */
	int (*solves)(const struct sok_puzzle *puzzle,
	    const struct sok_game *game, struct sok_arena *arena);
	int (*stands)(const struct sok_text *text, bool header,
	    const char *game,
	    const struct sok_limits *limits); /* record_stands() */
};

struct sok_reader {
	const struct reader_helpers *helpers;
	const struct sok_format *format;
	struct sok_read_options options; /* with limits and tabs filled in */
	struct sok_sink *sink;
	struct sok_input in;
	struct sok_arena life;  /* for the header, as long as the reader */
	struct sok_arena arena; /* for the current puzzle */
	struct sok_header header;
	struct sok_puzzle puzzle;
	struct naming stated;      /* what the record of the puzzle says */
	struct pending_list found; /* findings about the puzzle so far */
	bool begun, ended;
	int error;          /* errno of the first failure, or 0 */
	bool queued;        /* next holds the second of two glued boards */
	bool variant_known; /* header.variant is known */
	bool declared;      /* something names the grid of all puzzles */
	unsigned reported;  /* see reader_once() */
	struct sok_puzzle next;
	size_t number; /* number of the last puzzle */
	/* Of sok_reader_open_path(), else NULL. */
	struct file_paths *paths;
	bool between;              /* no file is open */
	struct sok_stream *stream; /* the open file, or NULL */
	const char *fault;         /* see sok_reader_fault() */
	void *state;               /* of the format's reader */
};

/* open: reader->in is open and nothing was consumed.  0, -1 with errno.
 * read: reader->arena is reset and reader->puzzle is cleared to zero.  Fill in
 * reader->puzzle and, before the first puzzle, reader->header.text (memory from
 * reader->life).  The caller sets number, header, variant and effective titles,
 * and crops the board; pos.file is reader->options.name or what the input says.
 * 1 a puzzle, 0 the end, -1 with errno.  Report faults with reader_report() and
 * go on. close, or NULL: free the state; it may be memory from reader->life.
 * Also called after a failed open. */
struct sok_read_ops {
	bool text; /* what it reads is text of ours, in another wrapping or not
	            */
	int (*open)(struct sok_reader *reader);
	int (*read)(struct sok_reader *reader);
	void (*close)(struct sok_reader *reader);
	const char *
	    lacks; /* the missing library: opening fails with ENOSYS; or NULL */
};

/* The same as sok_reader_open(). */
struct sok_reader *reader_open(struct input_source from,
    const struct sok_read_options *options, struct sok_sink *sink,
    const struct reader_helpers *helpers);

/* The same as sok_reader_open_path(). */
struct sok_reader *reader_open_path(const char *path,
    const struct sok_read_options *options, struct sok_sink *sink,
    const struct reader_helpers *helpers);

/* Add a finding about the current puzzle; line or col 0 is unknown.  NULL if it
 * is only counted. */
struct pending *reader_report(struct sok_reader *reader, enum sok_rule rule,
    size_t line, size_t col, const char *fmt, ...) SOK_PRINTF(5, 6) SOK_SELDOM;

/* Record a lack of memory: sok_read() will fail. */
static inline bool
reader_fails(struct sok_reader *reader, bool failed)
{
	reader->found.failed |= failed;
	return failed;
}
/* A slice that was made in an arena, or an empty one if there was no memory. */
static inline struct sok_str
reader_made(struct sok_reader *reader, struct sok_str s)
{
	return reader_fails(reader, s.s == NULL) ? (struct sok_str){"", 0} : s;
}

/* Whether a finding of this kind, a bit of the format's own, is reported for
 * the first time. */
static inline bool
reader_once(struct sok_reader *reader, unsigned kind)
{
	bool first = !(reader->reported & kind);

	reader->reported |= kind;
	return first;
}

/* Finish a board of n rows of XSB characters from another format, the first of
 * which is at this line: fills in board, but no places, and has_board of
 * reader->puzzle.  False if a limit is exceeded (reported) or there is no
 * memory (*bad_row is n), or a byte is not a square (*bad_row, *bad_col: from
 * 0). */
bool reader_board(struct sok_reader *reader, const struct sok_str *row,
    size_t line, size_t n, size_t *bad_row, size_t *bad_col);

/* foreign.c: text that is neither a board nor moves is kept as a comment
 * block.  reader_comment(): append lines to text as one.  reader_keep(): the
 * same for the name and the rows of a puzzle without a valid board.  A lack of
 * memory is recorded as by reader_fails(). */
void reader_comment(struct sok_reader *reader, struct sok_text *text,
    const struct sok_text *inside);
void reader_keep(struct sok_reader *reader, struct sok_str name,
    struct sok_str *rows, size_t n);

/* read_text.c: the line of a byte of the current puzzle's text; 0: unknown, as
 * in every other format. */
size_t text_line(const struct sok_reader *reader, const char *at);

/* format_table.c declares the others. */
extern const struct sok_read_ops read_text_ops, read_slc_ops, read_json_ops;

/* Detection, each in the file of its format; format.c has those of slc and
 * jsonl, whose files a build may lack. */
int bid_slc(struct sok_str head, bool eof);
int bid_json(struct sok_str head, bool eof);
int bid_hir(struct sok_str head, bool eof);
int bid_mac(struct sok_str head, bool eof);
int bid_records(struct sok_str head, bool eof);
int bid_csv(struct sok_str head, bool eof);
int bid_html(struct sok_str head, bool eof);
/* So many bytes after the byte-order mark are looked at. */
#define SLC_FRONT ((size_t)512)
/* How many bytes of blanks and other text precede SokobanLevels XML that begins
 * with <?xml or its root element; 0 if none do. */
size_t slc_front(struct sok_str head);

#endif
