/* variant.h - which game a puzzle is for (sok(5), "VARIANTS"). */
#ifndef SOK_TEXT_VARIANT_H
#define SOK_TEXT_VARIANT_H

#include "text/reader.h"

/* What the option, the header or the name of the file say of all puzzles;
 * called when the text of the header is known. */
void variant_of_collection(struct sok_reader *r);
/* The game that a puzzle with this text declares, or the collection; Sokoban
 * if nothing does. */
enum sok_variant variant_declared(
    const struct sok_reader *r, const struct sok_text *t);
/* Set the variant of a puzzle that was read, and the grid of its board; -1 on
 * ENOMEM. */
int variant_of_puzzle(struct sok_reader *r, struct sok_puzzle *p);
/* The game that nothing declares is Hexoban: the squares of the board are
 * open, its hexagons closed.  1, 0, -1 on ENOMEM. */
int variant_is_hexoban(const struct sok_board *b, struct sok_arena *scratch);

#endif
