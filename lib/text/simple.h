/* simple.h - puzzles that are plain to see: a title line, rows in XSB
 * characters, lines of plain text, and games of letters alone. */
#ifndef SOK_SIMPLE_H
#define SOK_SIMPLE_H

#include "sok.h"

/* Longer ones are left to the reader of everything. */
#define SIMPLE_MAX 8192
#define SIMPLE_LINES 64 /* of text, in a puzzle */
#define SIMPLE_GAMES 8

/* Where a puzzle begins; offsets and lines count from there. */
struct simple_head {
	size_t title, title_len; /* title_len 0: none */
	size_t rows, end;        /* end: behind the line end of the last row */
	size_t first_line;       /* lines before the rows */
	bool plain;              /* the rows are what would be written */
	struct sok_board board;  /* without rows and xsb */
};

/* A game: lines of direction letters from moves to end. */
struct simple_game {
	struct sok_str title;
	const char *moves, *end;
	size_t first_line, lines;
	size_t text, text_end; /* of the lines of text below it */
};

/* What follows the board up to the next puzzle. */
struct simple_body {
	struct sok_str line[SIMPLE_LINES];
	size_t nlines, text_end; /* text_end: of those below the board */
	struct sok_str title;    /* right below the rows, or empty */
	struct simple_game game[SIMPLE_GAMES];
	size_t ngames;
	size_t end, lines; /* bytes and lines before the next puzzle */
	bool last;         /* there is none, but the end of the input */
};

/* Puzzles that pass as they stand. */
struct simple_run {
	size_t puzzles;
	size_t end;         /* behind the last row of the last one */
	size_t next, lines; /* bytes and lines before the next puzzle */
};

enum simple_answer { SIMPLE_NO, SIMPLE_YES, SIMPLE_MORE };

/*
 * Whether bytes begin with the title and the board of such a puzzle: the board
 * is sound (one player, as many boxes as goals).  eof: there are no more
 * bytes.  first: no puzzle came before.  Memory is the arena's; a no says
 * nothing, and may be for want of it.
 */
enum simple_answer simple_head(struct sok_str bytes, bool eof, bool first,
    struct simple_head *h, struct sok_arena *a);
/*
 * Its body, up to the head of the next puzzle or the end of the input.  A yes
 * means that the reader of everything would find the same.
 */
enum simple_answer simple_body(struct sok_str bytes, bool eof,
    const struct simple_head *h, struct simple_body *b,
    struct simple_head *next, struct sok_arena *a);
/* Nothing but ASCII without control characters; 8 bytes behind it can be
 * read. */
bool simple_is_printable(struct sok_str line);
/* No blank at its end, and no walls, which may have been meant as a row. */
static inline bool
simple_ends_well(struct sok_str line)
{
	return line.s[line.len - 1] != ' ' && line.s[line.len - 1] != '#';
}

/*
 * The end of the line at p, of less than `most` bytes, if it is printable; NULL
 * if it is not, or longer.  The same if it is words in which no byte matters to
 * a title.  8 bytes behind it can be read, and 16 behind `most`.  _plain goes
 * byte by byte.
 */
const char *simple_line(const char *p, size_t most);
const char *simple_words(const char *p, size_t most);
const char *simple_line_plain(const char *p, size_t most);
const char *simple_words_plain(const char *p, size_t most);
/* The puzzle they make, which begins at pos; 0, -1 on ENOMEM. */
int simple_puzzle(struct sok_str bytes, struct sok_pos pos,
    const struct simple_head *h, const struct simple_body *b,
    struct sok_puzzle *p, struct sok_arena *a);

/* Blank lines between puzzles: any number, also none above rows; one or more;
 * two. */
enum simple_gap { SIMPLE_ANY, SIMPLE_SOME, SIMPLE_TWO };

/*
 * simple_run.c: the puzzles at the start of bytes whose heads, a title or none,
 * a board and text, can pass, with such a gap between them.  With SIMPLE_MAX
 * bytes or more comes another one, which can as well.  What finds them: behind
 * a head at p, or NULL; SIMPLE_MAX bytes can be read, and a line feed stands
 * before end.  *lines: before it; then those that it has.
 */
typedef const char *simple_head_fn(
    const char *p, const char *end, size_t *lines, void *ctx);
struct simple_run simple_run(
    struct sok_str bytes, simple_head_fn *head, void *ctx, enum simple_gap gap);

/* simple_item.c: a puzzle in a run. */
struct simple_item {
	struct sok_str title;      /* without marks, or empty */
	bool above;                /* it has one, which stands there */
	struct sok_str rows, text; /* whole lines, blank ones among the text */
	size_t lines;              /* of all */
};

/* The end of the line at *title, of 256 bytes at most, which goes behind its
 * marks if it may have some; NULL if it is not plainly a title. */
const char *simple_title_end(const char **title, bool marked);
/* Behind the rows that begin at p, and how many there are; NULL if they cannot
 * pass. */
typedef const char *simple_rows_fn(
    const char *p, const char *end, size_t *height);
/* Behind the puzzle that begins at p, of up to SIMPLE_MAX bytes, or NULL if it
 * is not plain. */
const char *simple_item(const char *p, const char *end, simple_rows_fn *rows,
    struct simple_item *item);

bool simple_item_named_below(const struct simple_item *item);

/* Whether the title of an item may be a note on the one before. */
static inline bool
simple_item_doubtful(
    const struct simple_item *before, const struct simple_item *item)
{
	return item->above && !before->above && simple_item_named_below(before);
}

/* Puzzles in the form that sokfmt gives them; and puzzles that are given it in
 * out, which is all of theirs. */
struct simple_run simple_run_written(struct sok_str bytes);
struct simple_run simple_run_formed(struct sok_str bytes, struct sok_buf *out);

/* read_simple.c: the bytes ahead if a run may begin with them, or none, and the
 * line they begin in; pass the puzzles of a run there: how many. */
struct sok_str read_simple_ahead(struct sok_reader *r);
size_t read_simple_line(const struct sok_reader *r);
size_t read_simple_pass(
    struct sok_reader *r, struct sok_str bytes, const struct simple_run *run);

#endif
