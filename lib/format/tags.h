/* tags.h - boards among lines of text in formats with their own tags. */
#ifndef SOK_TAGS_H
#define SOK_TAGS_H

#include "text/lines.h"
#include "text/reader.h"

/* The calls of a reader whose state begins with these lines and has so many
 * bytes: -1 with errno. */
int tags_open(struct sok_reader *r, size_t state);
void tags_close(struct sok_reader *r);

/* Make n rows, which begin at that line, r->puzzle.board; false where they are
 * over a limit (reported). */
bool tags_board(
    struct sok_reader *r, const struct sok_str *row, size_t first, size_t n);
/*
 * Text of a puzzle: keys and comment blocks as they stand, other paragraphs as
 * sok_text_foreign() makes them; one blank line for several, none at the ends.
 */
void tags_read(
    struct sok_reader *r, struct sok_text *t, const struct sok_text *from);

#endif
