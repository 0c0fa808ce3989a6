/* tags.h - text around a board in formats with their own tags. */
#ifndef SOK_TAGS_H
#define SOK_TAGS_H

#include "text/reader.h"

/*
 * Text of a puzzle: keys and comment blocks as they stand, other paragraphs as
 * sok_text_foreign() makes them; one blank line for several, none at the ends.
 */
void tags_read(
    struct sok_reader *r, struct sok_text *t, const struct sok_text *from);

#endif
