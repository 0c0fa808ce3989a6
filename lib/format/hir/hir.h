/* hir.h - trace files of hir's Sokoban: their sections, the game of
 * the trace, and remarks among its moves as lines of the game's text. */
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

/* hir_trace.c */

/* One token that may stand in a trace as a remark. */
bool hir_is_remark(struct sok_str s);
/*
 * Read the trace, which begins at that line of the file, into moves (with
 * operations as groups), source and place of the game; remarks as lines.
 * Without a move moves is empty.
 */
void hir_game(struct sok_reader *r, struct sok_game *g,
    struct sok_text *remarks, struct sok_str trace, size_t line);

/* hir_write.c */

/*
 * Where a remark stands among the moves.  `Before 19: "text"` stands in front
 * of move 19 in its operation, `After 18: "text"` behind move 18 in its
 * operation, `Between 18 and 19: "text"` is a paragraph of its own.
 */
enum hir_place { HIR_AFTER, HIR_BETWEEN, HIR_BEFORE };

/* Such a line behind so many moves; s == NULL on ENOMEM. */
struct sok_str hir_remark_line(enum hir_place place, size_t moves,
    struct sok_str text, struct sok_arena *a);

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
