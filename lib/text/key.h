/* key.h - keys and the marks of comment blocks in text. */
#ifndef SOK_KEY_H
#define SOK_KEY_H

#include "sok.h"

enum comment_mark { COMMENT_NONE, COMMENT_OPEN, COMMENT_CLOSE };

/* Whether a line is `Comment:` or `Comment-End:` (kind 0), `Solution
 * comment:` or `Solution comment end:` (kind 1) with nothing behind it. */
enum comment_mark comment_mark_of(struct sok_str line, int *kind);
static inline enum comment_mark
comment_mark(struct sok_str line, int *kind)
{
	return line.len < 8 || line.s[line.len - 1] != ':'
	    ? COMMENT_NONE
	    : comment_mark_of(line, kind);
}
/* As sok_key_split(), where the key begins the line: no other counts. */
bool key_split(struct sok_str line, struct sok_str *key, struct sok_str *value);
/* Whether a line is of this key, however it is capitalized; its value may be
 * empty. */
bool key_is(struct sok_str line, struct sok_str key, struct sok_str *value);
/* The line from i on, which is in no block, of the first such key with a value,
 * or t->n. */
size_t key_find(const struct sok_text *t, size_t i, struct sok_str key,
    struct sok_str *value);
/* As sok_text_get(), of the last one: a tag of a trace file replaces those
 * above it. */
struct sok_str key_last(const struct sok_text *t, struct sok_str key);
/* The key of `Level: 3`, known or not, up to the first colon; empty without. */
struct sok_str key_of_pair(struct sok_str line);
bool key_has_pair(const struct sok_text *t);
/* The name of a collection in its header: the first of Collection:, Title: and
 * Set: with a value, or empty. */
struct sok_str key_collection(const struct sok_text *header);
/* The game type named by Game: or else Puzzle Type:, s == NULL if none is.  Most
 * text has none of these keys, as its first letters tell. */
struct sok_str key_game_of(const struct sok_text *t);
static inline struct sok_str
key_game(const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++) {
		int c = t->line[i].len > 0 ? t->line[i].s[0] | 32 : 0;

		if (c == 'g' || c == 'p' || c == 'v')
			return key_game_of(t);
	}
	return (struct sok_str){NULL, 0};
}
/* A line `Key: value` at the top of a text that has no such key; none if
 * value.s is NULL.  -1 on ENOMEM. */
int key_add(struct sok_text *t, struct sok_str key, struct sok_str value,
    struct sok_arena *a);

/* macro.c: what a header defines; NULL on ENOMEM. */
const struct sok_macros *macros_of(
    const struct sok_text *header, struct sok_arena *a);

#endif
