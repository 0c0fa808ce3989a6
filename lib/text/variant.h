/* variant.h - the variant of a puzzle, and the numbers of its boxes and goals
 * in Sokoban+ (sok(5), "VARIANTS"). */
#ifndef SOK_TEXT_VARIANT_H
#define SOK_TEXT_VARIANT_H

#include "board/board.h"
#include "text/reader.h"

/* What the option says about all puzzles. */
struct naming variant_of_option(const struct sok_read_options *options);
/* What the suffix of the file's name says about them. */
struct naming variant_of_file(const struct sok_read_options *options);
/* The variant of a text with these keys: what the option says wins, then the
 * keys, then what the file name says.  *grid: something names the grid. */
enum sok_variant variant_of_keys(
    const struct sok_read_options *options, struct naming keys, bool *grid);
/* Whether a board is not Hexoban: it has two adjacent walls in the corner, as
 * most boards have, or no player. */
static inline bool
variant_has_corner(const struct sok_board *board)
{
	return board->players == 0 ||
	    (board->width > 1 && board->sq[0] != SOK_FLOOR &&
	        board->sq[1] != SOK_FLOOR);
}
/* For variant_is_hexoban(), unless variant_has_corner(). */
int variant_test_hexoban(
    const struct sok_board *given, struct sok_arena *scratch);
/* Whether a board of undeclared variant is Hexoban: open as squares but closed
 * as hexagons.  1, 0, -1 on ENOMEM. */
static inline int
variant_is_hexoban(const struct sok_board *board, struct sok_arena *scratch)
{
	return variant_has_corner(board) ? 0
	                                 : variant_test_hexoban(board, scratch);
}
/* Report the keys of a text whose values name no game; header: the text is the
 * header of the file, else that of the puzzle. */
void variant_report_unknown(
    struct sok_reader *reader, const struct sok_text *text, bool header);
/* For those below, where it is not obvious. */
int variant_search(struct sok_reader *reader, const struct sok_text *text,
    const struct sok_board *board, enum sok_variant *variant);
/* The variant of a puzzle with this text and board (board->sq NULL: no board
 * known).  The text of the header must be known.  1 if it is assumed from the
 * shape, 0, -1 on ENOMEM.  may_name: key_may_name_game() of the text. */
static inline int
variant_find_by(struct sok_reader *reader, bool may_name,
    const struct sok_text *text, const struct sok_board *board,
    enum sok_variant *variant)
{
	*variant = reader->header.variant;
	return reader->variant_known && !may_name &&
	        !naming_any(&reader->stated) && variant_has_corner(board)
	    ? 0
	    : variant_search(reader, text, board, variant);
}
/* The same for who has not asked that. */
static inline int
variant_find(struct sok_reader *reader, const struct sok_text *text,
    const struct sok_board *board, enum sok_variant *variant)
{
	return variant_find_by(
	    reader, key_may_name_game(text), text, board, variant);
}
/* Whether a game changes players. */
bool multiban_game(const struct sok_game *game);
/* The first such game of a puzzle, or NULL. */
struct sok_game *multiban_first(const struct sok_puzzle *puzzle);
/* Whether a puzzle is declared as Multiban or has such a game. */
bool multiban_puzzle(const struct sok_puzzle *puzzle);

/* The numbers as written, by square of the board; 0: none. */
struct orders {
	uint32_t *box, *goal;
	size_t boxes;      /* how many numbers are possible on the board */
	const char *fault; /* what is wrong with them, or NULL */
};

/* Whether there is a header with orders. */
static inline bool
header_has_orders(const struct sok_header *header)
{
	return header != NULL &&
	    (header->boxorder.s != NULL || header->goalorder.s != NULL);
}
/* Whether a puzzle may have orders.  Most puzzles have no line that begins like
 * their keys. */
static inline bool
orders_possible(const struct sok_puzzle *puzzle)
{
	bool possible = header_has_orders(puzzle->header);

	for (size_t i = 0; i < puzzle->text.n && !possible; i++) {
		struct sok_str line = puzzle->text.line[i];
		int first = line.len > 0 ? line.s[0] | 32 : 0;

		possible = first == 'b' || first == 'g';
	}
	return possible;
}
/* Whether a header has orders that apply to a puzzle: one with a board, without
 * a list of its own and without a key that names its variant. */
bool orders_inherited(
    const struct sok_puzzle *puzzle, const struct sok_header *header);
/* Give a puzzle the orders that it inherits as keys of its own text, so that it
 * means the same without the header.  -1 on ENOMEM. */
int orders_own(struct sok_puzzle *puzzle, const struct sok_header *header,
    struct sok_arena *arena);
/* Read the orders of a puzzle with a board: 1, 0 if there are none, -1 on
 * ENOMEM. */
int orders_read(const struct sok_puzzle *puzzle, struct orders *orders,
    struct sok_arena *arena);
/* Whether two numbers are equal; 0 is none, and so is 99 if there are fewer
 * boxes. */
bool orders_same(const struct orders *orders, uint32_t first, uint32_t second);
/* Write the orders into the keys of a puzzle after its board was changed; the
 * orders are already for the new board.  A puzzle that inherits them gets keys
 * if those of the header no longer fit.  -1 on ENOMEM. */
int orders_write(struct sok_puzzle *puzzle, const struct orders *orders,
    struct sok_arena *arena);

#endif
