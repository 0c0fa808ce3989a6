/* key.h - the marks of comment blocks, shared by the text reader and the
 * text functions. */
#ifndef SOK_KEY_H
#define SOK_KEY_H

#include "sok.h"

enum comment_mark { COMMENT_NONE, COMMENT_OPEN, COMMENT_CLOSE };

/* Whether a line is `Comment:` or `Comment-End:` (kind 0), `Solution
 * comment:` or `Solution comment end:` (kind 1) with nothing behind it. */
enum comment_mark comment_mark(struct sok_str line, int *kind);

#endif
