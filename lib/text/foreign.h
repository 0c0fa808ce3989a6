/* foreign.h - text from outside that must not read as anything but text. */
#ifndef SOK_FOREIGN_H
#define SOK_FOREIGN_H

#include "sok.h"

/* Take the next line off *rest; LF, CRLF, CR and NUL end one.  Trailing
 * blanks are dropped. */
struct sok_str foreign_take_line(struct sok_str *rest);
/* The lines of text, without blank ones at both ends; -1 on ENOMEM. */
int foreign_lines(struct sok_text *t, struct sok_str text, struct sok_arena *a);
/* Append a paragraph to t as text_append() does, in comment blocks if one of
 * its lines would read as a row, moves, a key or a mark.  -1 on ENOMEM. */
int foreign_put(struct sok_text *t, size_t *room, const struct sok_text *lines,
    struct sok_arena *a);

/* Whether a line of the text of a variant has no letters but those of its
 * moves, and may be read as such; such lines into comment blocks; -1 on ENOMEM.
 */
bool foreign_misleads(const struct sok_text *t, enum sok_grid grid);
int foreign_shield(struct sok_text *t, enum sok_grid grid, struct sok_arena *a);

/* A line inside a comment block that would end it, open one or read as blank
 * gets a leading blank; s == NULL on ENOMEM. */
struct sok_str foreign_harmless(struct sok_str line, struct sok_arena *a);
/* Only one that would read as blank, for nothing but mail quotes is in it. */
struct sok_str foreign_visible(struct sok_str line, struct sok_arena *a);
/* A line as a remark, `:: line`, which no reader takes for anything else;
 * s == NULL on ENOMEM. */
struct sok_str foreign_remark(struct sok_str line, struct sok_arena *a);
/* A copy on one line: line ends, and NULs, which end one, are blanks; s == NULL
 * on ENOMEM. */
struct sok_str foreign_flat(struct sok_str s, struct sok_arena *a);

#endif
