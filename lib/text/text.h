/* text.h - lists of lines, for whoever makes one line by line. */
#ifndef SOK_TEXT_H
#define SOK_TEXT_H

#include "sok.h"

/* A comment block we make ends before it is too long for a reader. */
#define COMMENT_BYTES ((size_t)1 << 19)

/*
 * Append a line, or all of more; *room is how many t->line has room for, 0 if
 * its lines are somebody else's.  -1 on ENOMEM, and where a line is none for
 * that reason.
 */
int text_append(
    struct sok_text *t, size_t *room, struct sok_str line, struct sok_arena *a);
int text_append_all(struct sok_text *t, size_t *room,
    const struct sok_text *more, struct sok_arena *a);
/* A list of its own, whose lines can be changed; -1 on ENOMEM. */
int text_own(struct sok_text *t, struct sok_arena *a);
/* The lines of t, which may be somebody else's, and more behind a blank one.
 * -1 on ENOMEM. */
int text_join(
    struct sok_text *t, const struct sok_text *more, struct sok_arena *a);
/* The last paragraph of t; false if there is none or a comment is in it. */
bool text_last(const struct sok_text *t, struct sok_text *last);
/* Whether a line may begin with one of some letters, in capitals or not: most
 * text can be told to have none of their keys. */
#define TEXT_LETTER(c) (UINT32_C(1) << ((c)&31))
bool text_may_begin(const struct sok_text *t, uint32_t letters);
bool text_equal(const struct sok_text *a, const struct sok_text *b);

#endif
