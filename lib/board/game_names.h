/* game_names.h - what a name, or the keys of a text, say about a game: its
 * grid, or Sokoban+, and the number of players, two properties each of which
 * may be left open. */
#ifndef SOK_GAME_NAMES_H
#define SOK_GAME_NAMES_H

#include "sok.h"

struct naming {
	enum sok_variant variant; /* as far as it is named, else Sokoban */
	bool grid;           /* the variant but for SOK_MULTIBAN is named */
	bool players;        /* whether it is SOK_MULTIBAN is named */
	struct sok_str name; /* what names them, as it is written */
};

/* Whether any property is named. */
static inline bool
naming_any(const struct naming *naming)
{
	return naming->grid || naming->players;
}

/* What a value stands for: in `Game:` and `Puzzle Type:` any word may name the
 * game; a value of `Variant:` or an argument begins with the name, because the
 * former is often a note. */
enum naming_key { NAMING_GAME, NAMING_VARIANT, NAMING_ARGUMENT };

/* What a value names; nothing if naming_any() is false. */
struct naming naming_of(struct sok_str value, enum naming_key key);
/* The properties that the first one names, and of the second those that it
 * leaves open. */
struct naming naming_over(struct naming first, struct naming second);
/* The same for two keys of one text: the first one wins, but any other game
 * wins over Sokoban, whose name is often that of the family. */
struct naming naming_beside(struct naming first, struct naming second);
/* Whether a value has the name of a game other than Sokoban as a word. */
bool naming_holds(struct sok_str value);
/* The name that is most like the value or a word of it, or NULL. */
const char *naming_nearest(struct sok_str value);

#endif
