/* supplied.h - the games of -m and -M, which replay_moves.c and
 * replay_supplied.c read, and replay_assign.c assigns to puzzles, some of which
 * wait in replay_waiting.c.  Functions that return int return 0, or -1 with
 * errno. */
#ifndef REPLAY_SUPPLIED_H
#define REPLAY_SUPPLIED_H

#include "replay/replay.h"

/* What is wrong with moves, and where in their text. */
struct moves_fault {
	const char *message; /* NULL: nothing */
	size_t line, col;
};

/* Bare moves: a game for each paragraph and, for the case that there are as
 * many lines as puzzles, a game or a place without one for each line. */
struct bare_moves {
	struct supply_list paragraph, line;
	bool no_lines;            /* not every line is a game */
	struct moves_fault fault; /* the first one in a paragraph */
};

/* replay_moves.c: read bare moves.  name: of the file; NULL for the command
 * line, whose games have no position.  The caller frees the lists. */
void moves_read(struct replay_work *work, struct sok_str text, const char *name,
    struct bare_moves *to);

/* replay_supplied.c: an entry for n games. */
struct supply *supply_add(struct replay_work *work, struct supply_list *list,
    const struct sok_game *game, size_t n);
/* The key by which a title is found; of kind COMPARE_NOTHING if it is empty. */
struct compare_key supplied_title_key(struct sok_str title);

/* replay_waiting.c: process, in its order, what was deferred.  now: the header
 * of the next puzzle, which still exists, or NULL. */
int defer_release(struct replay_work *work, const struct sok_header *now);

/* replay_assign.c: replay the games that are for the next puzzle. */
int assign_now(struct replay_work *work, struct sok_puzzle *puzzle,
    struct sok_arena *arena);

#endif
