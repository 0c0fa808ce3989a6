/* variant.h - the variant of a puzzle (sok(5), "VARIANTS"). */
#ifndef SOK_TEXT_VARIANT_H
#define SOK_TEXT_VARIANT_H

#include "text/reader.h"

/* The variant that the option sets for all puzzles, or else the one that the
 * file name tells; false, and Sokoban, if neither does. */
bool variant_of_options(const struct sok_read_options *o, enum sok_variant *v);
/* Whether a board of undeclared variant is Hexoban: open as squares but closed
 * as hexagons.  1, 0, -1 on ENOMEM. */
int variant_has_hexagons(const struct sok_board *b, struct sok_arena *scratch);
/* Most boards cannot be: they have two adjacent walls in the corner. */
static inline bool
variant_has_corner(const struct sok_board *b)
{
	return b->players == 0 ||
	    (b->width > 1 && b->sq[0] != SOK_FLOOR && b->sq[1] != SOK_FLOOR);
}
static inline int
variant_is_hexoban(const struct sok_board *b, struct sok_arena *scratch)
{
	return variant_has_corner(b) ? 0 : variant_has_hexagons(b, scratch);
}
/* The variant named by this text of a puzzle, or else by the header; false if
 * neither names one. */
bool variant_named(
    struct sok_reader *r, const struct sok_text *t, enum sok_variant *v);
/*
 * The variant of a puzzle with this text and board (b->sq NULL: no board
 * known).  The text of the header must be known.  1 if it is assumed from the
 * shape, 0, -1 on ENOMEM.
 */
static inline int
variant_find(struct sok_reader *r, const struct sok_text *t,
    const struct sok_board *b, enum sok_variant *v)
{
	bool named = r->declared;
	int hexoban;

	*v = r->header.variant;
	if (!r->variant_known || t->n > 0 || r->game_name.len > 0)
		named = variant_named(r, t, v);
	if (named || b->sq == NULL)
		return 0;
	hexoban = variant_is_hexoban(b, &r->arena);
	if (hexoban == 1)
		*v = SOK_HEXOBAN;
	return hexoban;
}
/* Set the variant of a puzzle that was read, and the grid of its board; -1 on
 * ENOMEM. */
int variant_of_puzzle(struct sok_reader *r, struct sok_puzzle *p);
/* Whether a game changes players with braces; the first such game of a puzzle,
 * or NULL. */
bool multiban_game(const struct sok_game *g);
struct sok_game *multiban_first(const struct sok_puzzle *p);
/* Whether a puzzle is declared as Multiban or has such a game. */
bool multiban_puzzle(const struct sok_puzzle *p);

#endif
