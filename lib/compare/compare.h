/*
 * compare.h - the room that holds collections and compares them.  --unique,
 * --duplicates, --against, --merge, --in and -M --by share one identity
 * (key.c), one table of what has been met (seen.c), one way to hold puzzles to
 * the end (hold.c), one matcher (pairs.c, alike.c) and one account of what
 * differs (changes.c).
 *
 * Functions that return int return 0, or -1 with errno (ENOMEM unless a comment
 * says more).
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "text/text.h"

/* ------------------------------------------------------------------ key.c */

/* How a puzzle is identified.  Keys of different kinds are never the same. */
enum compare_kind {
	COMPARE_NOTHING, /* nothing to identify: no board and no games */
	COMPARE_GAMES,   /* no board: the moves */
	COMPARE_PICTURE, /* a board without an id: its picture, of a variant or
	                    with several players in its canonical symmetry */
	COMPARE_ID       /* sok_duplicate_id() */
};

/* The identity of a puzzle, 16 bytes. */
struct compare_key {
	uint64_t id;   /* a digest that must not be stored in files */
	unsigned kind; /* enum compare_kind */
	/* Equal in puzzles with the same picture after simplification: the
	 * symmetry whose picture has the id, and where its player is. */
	unsigned more;
};

enum { COMPARE_SYMMETRY = 15, COMPARE_PLAYER = 4 };

/* Whether two puzzles have the same unique id (or picture, or moves). */
static inline bool
compare_same(struct compare_key first, struct compare_key second)
{
	return first.id == second.id && first.kind == second.kind &&
	    first.kind != COMPARE_NOTHING;
}

/* Whether they also have the same exact id. */
static inline bool
compare_exact(struct compare_key first, struct compare_key second)
{
	return compare_same(first, second) && first.more == second.more;
}

/* Identify a puzzle, in any thread; sok_identify() before saves time. */
int compare_identify(const struct sok_puzzle *puzzle, struct compare_key *key,
    struct sok_arena *scratch);
/* The same by the picture as it is, a box on a goal for a box on a goal. */
int compare_picture(const struct sok_puzzle *puzzle, struct compare_key *key,
    struct sok_arena *scratch);
/* The symmetry that turns the board of the first of two puzzles with the same
 * id into the board of the second one. */
enum sok_symmetry compare_turn(
    enum sok_grid grid, struct compare_key first, struct compare_key second);

/* The steps of --duplicates, from the narrowest: the same exact id; the same
 * unique id; all equal but where the player starts; all but the goals; all but
 * the boxes; boxes and goals exchanged; the same walls. */
enum compare_level {
	COMPARE_LEVEL_EXACT,
	COMPARE_LEVEL_SAME,
	COMPARE_LEVEL_START,
	COMPARE_LEVEL_GOALS,
	COMPARE_LEVEL_BOXES,
	COMPARE_LEVEL_EXCHANGED,
	COMPARE_LEVEL_LAYOUT,
	COMPARE_NLEVELS
};

extern const char *const compare_level_name[COMPARE_NLEVELS];
/* The digest of what two boards must share at a step after `same`, under all
 * symmetries of the grid: 1; 0 without a board.  For `exchanged` it is to be
 * compared with the digest that another board has for `start`. */
int compare_level_id(const struct sok_puzzle *puzzle, enum compare_level level,
    uint64_t *id, struct sok_arena *scratch);

/* ----------------------------------------------------------------- seen.c */

/* A set of keys and where each was met first, about 30 bytes for each.
 * Initialize with {0}. */
struct compare_place {
	struct compare_key key;
	/* The caller's: anything that is counted, and a line or anything. */
	uint32_t number, line;
};

struct compare_seen {
	struct compare_place *place;
	uint32_t *table; /* of entries by key; seen.c says how */
	size_t n, cap, size;
	bool exact; /* keys are the same only if compare_exact() */
};

/* The place with the same key as `at`, or NULL: then `at` has been added.  In
 * *added what was added, or NULL without memory. */
struct compare_place *compare_seen_or_add(struct compare_seen *seen,
    struct compare_place at, struct compare_place **added);
/* The place with this key, or NULL. */
struct compare_place *compare_seen_find(
    const struct compare_seen *seen, struct compare_key key);
void compare_seen_free(struct compare_seen *seen);

/* ----------------------------------------------------------------- hold.c */

/* An arena for puzzles that are held to the end.  A large one continues in an
 * unlinked temporary file, whose parts keep their addresses but leave memory
 * until they are accessed again; without room for the file it continues in
 * memory. */
struct compare_hold;
struct compare_hold *compare_hold_open(void); /* NULL on ENOMEM */
void compare_hold_close(struct compare_hold *hold);
/* Call this before each use for a puzzle, and before reading what is held:
 * releases memory now and then.  The arena; NULL with errno if there is no
 * memory, or if a part of the file cannot be mapped. */
struct sok_arena *compare_hold_arena(struct compare_hold *hold);
/* Hold a copy of a header, which is to outlive its puzzles.  NULL with errno,
 * as compare_hold_arena(). */
struct sok_header *compare_hold_header(
    struct compare_hold *hold, const struct sok_header *from);
/* Hold a copy of a puzzle, which refers to the held copy of its header and has
 * no rows and sources, as only findings about its lines need them.  NULL with
 * errno, as compare_hold_arena(). */
struct sok_puzzle *compare_hold_puzzle(struct compare_hold *hold,
    const struct sok_puzzle *from, const struct sok_header *header);

/* -------------------------------------------------------------- unicode.c */

/* Convert the text of a puzzle, whose lines and games are then copies in the
 * arena, to UTF-8 as sok_charset_utf8() does. */
int compare_unicode(struct sok_puzzle *puzzle, struct sok_arena *arena);
/* The same for a header. */
int compare_unicode_header(struct sok_header *header, struct sok_arena *arena);

/* ------------------------------------------------------------ collection.c */

/* A puzzle of a collection, 48 bytes. */
struct compare_item {
	struct compare_key key;
	uint64_t title; /* a digest; 0: it has none */
	uint64_t whole; /* a digest of everything, with the author */
	const struct sok_puzzle *puzzle; /* held */
	uint64_t games; /* a digest of all moves; 0: no games */
};

/* Puzzles in their order.  Initialize with {0}. */
struct compare_list {
	struct compare_item *item;
	size_t n, cap;
};

/* Add a puzzle, which must stay where it is as long as the list.  EOVERFLOW:
 * more than 2^32 - 2 puzzles. */
int compare_add(struct compare_list *list, const struct sok_puzzle *puzzle,
    struct compare_key key);
void compare_list_free(struct compare_list *list);

/* ---------------------------------------------------------------- alike.c */

/* How alike the pictures of two boards are, where they fit best: with their
 * corners at the top left, top right, bottom left or bottom right together.
 * Squares of one board that are outside the other one differ.  The grids may
 * differ, because the same picture may become another game. */
struct compare_alike {
	size_t equal, all; /* squares of the rectangle around both */
	int dx, dy;        /* where the second board begins on the first */
};

struct compare_alike compare_boards(
    const struct sok_board *first, const struct sok_board *second);
/* Whether at least three quarters are equal. */
static inline bool
compare_are_alike(struct compare_alike alike)
{
	return alike.all > 0 && alike.equal >= alike.all - alike.all / 4;
}

/* ---------------------------------------------------------------- pairs.c */

/* By what two puzzles belong together. */
enum compare_how {
	COMPARE_ALONE,
	COMPARE_BY_ID,
	COMPARE_BY_TITLE, /* of which each list has only one */
	COMPARE_BY_PLACE  /* and likeness */
};

/* Which puzzles of two lists, an old and a new one, belong together. */
struct compare_pairs {
	uint32_t *to_new;   /* by index in old: 1 + the index in new, or 0 */
	uint32_t *to_old;   /* by index in new: 1 + the index in old, or 0 */
	unsigned char *how; /* by index in new: enum compare_how */
	/* By index in new: it stands elsewhere among the others.  The puzzles
	 * that do not are the longest run that is in both lists in order. */
	bool *moved;
};

/*
 * Match two lists.  Each puzzle gets at most one partner:
 * 1. by id, first those that are equal in all, then those with an equal title
 *    too, with an equal exact id, and with an equal id alone.  Of several that
 *    are equal, those beside partners come first, then those in order;
 * 2. by title, if it is not empty, and no other puzzle of either list has it;
 * 3. by place and likeness: of the puzzles between the same two partners that
 *    did not move, the pair with the most equal squares first, if at least
 *    three quarters are equal (compare_boards()).
 * The time grows with n log n: of a gap of more than COMPARE_GAP pairs, only
 * puzzles that share a row at the same distance from an edge, or that have
 * nearly the same place, are compared.  Results are in the arena; held puzzles
 * are read only for step 3, after compare_hold_arena() of hold, which may be
 * NULL.
 */
#define COMPARE_GAP 65536
int compare_match(const struct compare_list *old_list,
    const struct compare_list *new_list, struct compare_hold *hold,
    struct compare_pairs *pairs, struct sok_arena *arena);

/* ---------------------------------------------------------------- texts.c */

/* What differs in the text of a puzzle and of the games that both have, apart
 * from titles, authors, blank lines and the marks of comment blocks. */
struct compare_text {
	size_t gone, added;                     /* lines */
	struct sok_str first_gone, first_added; /* of these */
	bool moved;       /* the same lines in another order */
	size_t snapshots; /* games that only the old one has, and that do not
	                     claim to be solutions */
};

/* Whether a line counts. */
bool compare_says(struct sok_str line);
/* Compare the texts of two puzzles. */
int compare_texts(const struct sok_puzzle *was, const struct sok_puzzle *is,
    struct compare_text *text, struct sok_arena *scratch);

/* -------------------------------------------------------------- changes.c */

/* Reports what changed from one collection to another, all puzzles of which
 * have a header; initialize with the members before `headers`. */
struct compare_report {
	const struct compare_list *old_list, *new_list;
	const struct compare_pairs *pairs;
	struct compare_hold *hold; /* of both */
	struct sok_sink *sink;
	struct compare_seen headers; /* pairs of headers that were compared */
	struct sok_arena scratch;
};

/* Report what is new or different in new puzzle j, about its held copy.  Like
 * the next two it is -1 also if a part of the file of `hold` cannot be mapped.
 */
int compare_report_new(struct compare_report *report, size_t j);
/* Report that old puzzle i is missing, unless it has a partner. */
int compare_report_missing(struct compare_report *report, size_t i);
/* Report what differs in headers. */
int compare_report_headers(struct compare_report *report);
void compare_report_free(struct compare_report *report);

#endif
