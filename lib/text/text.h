/* text.h - building lists of lines. */
#ifndef SOK_TEXT_H
#define SOK_TEXT_H

#include "sok.h"

/* Comment blocks that are written end before they become too long for a
 * reader. */
#define COMMENT_BYTES ((size_t)1 << 19)

/* Append a line, or all lines of more.  *room is the capacity of t->line, 0 if
 * the array belongs to somebody else.  -1 on ENOMEM, also if the line is NULL
 * because of it, and from then on: only the last result needs to be tested. */
int text_append(
    struct sok_text *t, size_t *room, struct sok_str line, struct sok_arena *a);
int text_append_all(struct sok_text *t, size_t *room,
    const struct sok_text *more, struct sok_arena *a);
/* Replace the list by a copy, whose lines can be replaced; -1 on ENOMEM. */
int text_own(struct sok_text *t, struct sok_arena *a);
/* The same with the bytes of the lines. */
int text_copy(struct sok_text *t, struct sok_arena *a);
/* Append the lines of more after a blank line, in a new array, as t may belong
 * to somebody else.  -1 on ENOMEM. */
int text_join(
    struct sok_text *t, const struct sok_text *more, struct sok_arena *a);
bool text_equal(const struct sok_text *a, const struct sok_text *b);

#endif
