/* squares.h - the characters that a user names for squares (--squares): lines
 * in them are also kept as rows of XSB characters, so that all code about rows
 * sees only these.  Text and moves are read from the line itself. */
#ifndef SOK_SQUARES_H
#define SOK_SQUARES_H

#include "base/base.h"

struct squares;

/* The characters of the options; false if they name none.  NULL in *to: there
 * is no memory. */
bool squares_open(const struct sok_read_options *options, struct squares **to);
void squares_close(struct squares *squares);

/* Make the row of a line that is added after the others.  quoted: it begins
 * with mail quotes, which stay; above: the line above it can be a row.  In the
 * row a character that is named for floor is `-`.  It is valid until the line
 * is dropped, and BYTES_PAD more bytes may be read; s == NULL on ENOMEM. */
struct sok_str squares_add(
    struct squares *squares, struct sok_str line, bool quoted, bool above);
/* Make row i, which has blanks between its squares, again from its line: the
 * blanks are squares. */
struct sok_str squares_join(
    struct squares *squares, size_t i, struct sok_str line);
/* Row i, as squares_add() or squares_join() made it. */
struct sok_str squares_row(const struct squares *squares, size_t i);
/* The column in characters, from 1, of the square in column col of row i. */
size_t squares_column(const struct squares *squares, size_t i, size_t col);
/* Whether the squares of row i have blanks between them. */
bool squares_apart(const struct squares *squares, size_t i);
/* Whether those of any of the rows that adjoin the last one have. */
bool squares_any_apart(const struct squares *squares);
/* Whether a user has named this character. */
bool squares_named(const struct squares *squares, char c);
/* Forget the first n lines. */
void squares_drop(struct squares *squares, size_t n);

#endif
