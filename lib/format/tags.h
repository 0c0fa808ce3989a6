/* tags.h - text that stands around a board in formats with tags of their
 * own, for their readers. */
#ifndef SOK_TAGS_H
#define SOK_TAGS_H

#include "text/reader.h"

/*
 * Text of n lines, which are slices of one window: keys and comment blocks as
 * they stand, other paragraphs as sok_text_foreign() makes them; one blank
 * line for several, none at the ends.  -1 on ENOMEM.
 */
int tags_read(struct sok_text *t, const struct sok_str *line, size_t n,
    struct sok_arena *a);

#endif
