/* tags.h - boards between lines of text, for formats with their own tags. */
#ifndef SOK_TAGS_H
#define SOK_TAGS_H

#include "text/lines.h"
#include "text/reader.h"

/* Open and close a reader whose state, of so many bytes, begins with struct
 * lines: 0, -1 with errno. */
int tags_open(struct sok_reader *r, size_t state);
void tags_close(struct sok_reader *r);

/* Make n rows, from line first on, r->puzzle.board; false if they exceed a
 * limit (reported). */
bool tags_board(
    struct sok_reader *r, const struct sok_str *row, size_t first, size_t n);
/*
 * The text of a puzzle: keys and comment blocks unchanged, other paragraphs as
 * by sok_text_foreign(), without repeated blank lines and blank lines at its
 * ends.
 */
void tags_read(
    struct sok_reader *r, struct sok_text *t, const struct sok_text *from);

#endif
