/* hir.h - trace files of hir's Sokoban: their sections, the game of the trace,
 * and remarks between its moves as lines of the game's text. */
#ifndef SOK_HIR_H
#define SOK_HIR_H

#include "text/text.h"

enum hir_section {
	HIR_PICTURE, /* the first picture with its tags */
	HIR_SAVED,
	HIR_INFO,
	HIR_TRACE,
	HIR_SECTIONS
};

/* The title of a game whose saved image is its end, if the file does not say
 * whether it solves. */
#define HIR_SAVED_GAME "Snapshot"

/* The line that begins a section; empty for the picture. */
extern const struct sok_str hir_section_line[HIR_SECTIONS];

/* Whether s is a token that can be a remark in a trace. */
bool hir_is_remark(struct sok_str s);
/* Read the trace, which begins at this line of the file: moves (operations are
 * groups), source and place of the game, and remarks as lines.  If there are no
 * moves, moves is empty. */
void hir_game(struct sok_reader *reader, struct sok_game *game,
    struct sok_text *remarks, struct sok_str trace, size_t line);

/* The place of a remark between the moves: `Before 19: "text"` is before move
 * 19 in its operation, `After 18: "text"` after move 18 in its operation, and
 * `Between 18 and 19: "text"` is a paragraph of its own. */
enum hir_place { HIR_AFTER, HIR_BETWEEN, HIR_BEFORE };

#endif
