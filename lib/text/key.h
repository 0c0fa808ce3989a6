/* key.h - keys, and the marks of comment blocks, in text. */
#ifndef SOK_KEY_H
#define SOK_KEY_H

#include "board/board.h"

enum comment_mark { COMMENT_NONE, COMMENT_OPEN, COMMENT_CLOSE };

/* Whether a line is `Comment:` or `Comment-End:` (kind 0), `Solution comment:`
 * or `Solution comment end:` (kind 1) and nothing else.  kind may be NULL. */
enum comment_mark comment_mark_of(struct sok_str line, int *kind);
/* The same.  Most lines do not end in a colon. */
static inline enum comment_mark
comment_mark(struct sok_str line, int *kind)
{
	return line.len < 8 || line.s[line.len - 1] != ':'
	    ? COMMENT_NONE
	    : comment_mark_of(line, kind);
}
/* Whether a line has this key, in any case; the value may be empty. */
bool key_is(struct sok_str line, struct sok_str key, struct sok_str *value);
/* The index of the first line from i on that is not in a comment block, or
 * text->n. i is not inside of one. */
size_t key_outside(const struct sok_text *text, size_t i);
/* The name of a collection in its header: the first value of Collection:,
 * Title: or Set:, or empty. */
struct sok_str key_collection(const struct sok_text *header);
/* Whether a line of a text, which has lines, begins with a key that names a
 * game. */
bool key_begins_game(const struct sok_text *text);
/* The same of any text.  Most text has no lines. */
static inline bool
key_may_name_game(const struct sok_text *text)
{
	return text->n > 0 && key_begins_game(text);
}
/* What Game:, Puzzle Type: and Variant: name, of a text that may have them
 * (key_may_name_game()). */
struct naming key_naming_of(const struct sok_text *text);
/* The same of any text. */
static inline struct naming
key_naming(const struct sok_text *text)
{
	return key_may_name_game(text) ? key_naming_of(text)
	                               : (struct naming){.grid = false};
}
/* headers.c: the same for a header, which is only searched if that was not done
 * by sok_header_keys(); each puzzle may ask. */
struct naming header_naming(const struct sok_header *header);
/* headers.c: make lines of a header remarks: all of them, as those of a later
 * header, which is written below the puzzle above; or the keys that puzzles
 * inherit, because in the header of merged collections they would apply to the
 * puzzles of the others as well.  -1 on ENOMEM. */
int header_remarks(struct sok_text *text, bool all, struct sok_arena *arena);
/* The next line from *i on with such a key whose value names no game, although
 * it should: its value, and *i is the line below; false if there is none. */
bool key_unknown_game(
    const struct sok_text *text, size_t *i, struct sok_str *value);
/* Add `Key: value` at the top of a text, and a blank line below it unless a key
 * follows.  -1 on ENOMEM. */
int key_insert(struct sok_text *text, struct sok_str key, struct sok_str value,
    struct sok_arena *arena);

#endif
