/* hir.h - trace files of hir's Sokoban: sections, a game, and remarks in it. */
#ifndef SOK_HIR_H
#define SOK_HIR_H

#include "text/reader.h"

/* HIR_PICTURE: the first picture with its tags. */
enum hir_section { HIR_PICTURE, HIR_SAVED, HIR_INFO, HIR_TRACE, HIR_SECTIONS };

/* The title of a game that ends with the saved image, without a status. */
#define HIR_SAVED_GAME "Snapshot"

/* The line that begins a section; empty for the picture. */
extern const struct sok_str hir_section_line[HIR_SECTIONS];

/* Whether s is a token that can be a remark in a trace. */
bool hir_is_remark(struct sok_str s);
/* Read the trace, which begins at this line: moves (operations are groups),
 * source and place of the game, and remarks as lines.  moves may be empty. */
void hir_game(struct sok_reader *r, struct sok_game *g,
    struct sok_text *remarks, struct sok_str trace, size_t line);

/* The place of a remark: `Before 19: "text"` and `After 18: "text"` are in the
 * operation with the move, `Between 18 and 19: "text"` is a paragraph. */
enum hir_place { HIR_AFTER, HIR_BETWEEN, HIR_BEFORE };

#endif
