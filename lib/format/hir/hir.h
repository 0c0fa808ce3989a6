/* hir.h - trace files of hir's Sokoban: their sections, the tokens of the
 * trace, and remarks among the moves as lines of a game's text. */
#ifndef SOK_HIR_H
#define SOK_HIR_H

#include "text/reader.h"
#include "text/writer.h"

enum hir_section {
	HIR_PICTURE, /* the initial picture with its tags */
	HIR_SAVED,
	HIR_INFORMATION,
	HIR_TRACE,
	HIR_NSECTIONS
};

/* The title of a game whose saved image is its end, and that does not say
 * whether it solves. */
#define HIR_SAVED_GAME "Snapshot"

/* The line that begins a section; that of the picture is empty. */
extern const struct sok_str hir_section_line[HIR_NSECTIONS];
/* The section that a line begins, HIR_PICTURE if it begins none. */
enum hir_section hir_section(struct sok_str line);

/* hir_trace.c */

enum hir_kind {
	HIR_END,
	HIR_MOVES,    /* a word of udlrUDLR */
	HIR_BOUNDARY, /* blank lines */
	HIR_REMARK,   /* a ; comment, a message, an S-expression */
	HIR_WRONG     /* neither */
};

struct hir_token {
	enum hir_kind kind;
	struct sok_str text;
	size_t line, col;
	const char *wrong; /* what is wrong with it */
};

/* What is left of a trace; line and col are those of its first byte. */
struct hir_lexer {
	struct sok_str rest;
	size_t line, col;
	size_t nesting; /* parentheses in parentheses that are allowed */
};

struct hir_token hir_token(struct hir_lexer *x);
bool hir_is_line_end(char c);
/*
 * A remark on one line: line ends in strings become \n, elsewhere blanks.
 * Comments inside an S-expression are cut out; they end up in the buffer
 * comments, each with a line end.
 */
void hir_flatten(
    struct sok_buf *out, struct sok_buf *comments, struct sok_str text);

/* hir_remark.c */

/*
 * Where a remark stands among the moves.  `Before 19: "text"` stands in front
 * of move 19 in its operation, `After 18: "text"` behind move 18 in its
 * operation, `Between 18 and 19: "text"` is a paragraph of its own.
 */
enum hir_place { HIR_AFTER, HIR_BETWEEN, HIR_BEFORE };

struct hir_remark {
	size_t moves; /* in front of it */
	enum hir_place place;
	struct sok_str text;
	size_t order; /* of its line, for sorting */
};

/* Such a line behind so many moves; s == NULL on ENOMEM. */
struct sok_str hir_remark_line(enum hir_place place, size_t moves,
    struct sok_str text, struct sok_arena *a);
/* A line as a remark, if it is one. */
bool hir_remark_parse(struct sok_str line, struct hir_remark *m);

/* hir_game.c */

/*
 * Read the trace, which begins at that line of the file, into moves (with
 * operations as groups), source and place of the game; remarks as lines.
 * Without a move moves is empty.
 */
void hir_game(struct sok_reader *r, struct sok_game *g,
    struct sok_text *remarks, struct sok_str trace, size_t line);

/* hir_write.c */

/* `key: value` with something before the colon. */
bool hir_is_tag(struct sok_str line);
/* A tag, and no remark of the trace. */
bool hir_is_information(struct sok_str line);
/* Whether there is a move that was not taken back: without one a trace would be
 * read as no game. */
bool hir_has_moves(const struct sok_game *g);
/* The moves up to `*`, operations parted by blank lines, with the remarks of
 * the game's text and its other lines as comments. */
void hir_put_trace(
    struct sok_writer *w, const struct sok_puzzle *p, const struct sok_game *g);

#endif
