/* play.h - the door of the room play: changed puzzles, merged games, replays
 * and games of unknown puzzles, in addition to sok.h, with results as described
 * there. */
#ifndef SOK_PLAY_DOOR_H
#define SOK_PLAY_DOOR_H

#include "sok.h"

enum {
	SOK_DROP_COMMENTS = 1,
	SOK_DROP_NOTES = 2,
	SOK_DROP_KEYS = 4,
	SOK_DROP_SOLUTIONS = 8,
	SOK_DROP_SNAPSHOTS = 16,
	SOK_DROP_TITLES = 32
};

/* Whether a puzzle can be transformed: its grid has the symmetry and, unless it
 * is of squares, the board is closed and all its squares are cells: 1, 0, -1 on
 * ENOMEM. */
int sok_can_transform(const struct sok_puzzle *puzzle,
    enum sok_symmetry symmetry, struct sok_arena *scratch);
/* The symmetry of --transform=canonical (sok(5)). */
int sok_canonical(const struct sok_puzzle *puzzle, enum sok_symmetry *symmetry,
    struct sok_arena *scratch);
/* Where the title of a puzzle goes: to a key; also those of its games; all to
 * title lines. */
enum sok_title_place { SOK_TITLE_KEY, SOK_TITLE_ALL_KEYS, SOK_TITLE_LINE };
/* Convert titles to keys, or to title lines if a line can represent them. */
int sok_move_titles(struct sok_puzzle *puzzle, enum sok_title_place to,
    struct sok_arena *arena);
/* Drop parts (SOK_DROP_*) of a puzzle or of a header. */
int sok_drop_puzzle(
    struct sok_puzzle *puzzle, unsigned what, struct sok_arena *arena);
void sok_drop_header(struct sok_header *header, unsigned what);
/* Drop the games that are marked; those that remain are in an array of their
 * own, as copies of the puzzle may share the old one.  If only these show that
 * there are several players, so that the puzzle is Multiban, the first
 * remaining game does so from now on. */
int sok_drop_games(
    struct sok_puzzle *puzzle, const bool *drop, struct sok_arena *arena);
/* The identity by which duplicates are found: unique or, for variants on other
 * grids and for Sokoban+ with numbers, a similar digest, which may change with
 * every version; exact is 0.  1, 0 as in sok_identity(). */
int sok_duplicate_id(const struct sok_puzzle *puzzle, struct sok_id *id,
    struct sok_arena *scratch);
/* Transform as sok_transform() does, but also an open board of cells, if it is
 * known that the picture after the symmetry is that of another puzzle.  All
 * squares must be cells, and the grid must have the symmetry. */
int sok_turn_picture(struct sok_puzzle *puzzle, enum sok_symmetry symmetry,
    struct sok_arena *arena);
/* fit.c: the games of a puzzle as they are played on another one that has the
 * same board and the same numbers of Sokoban+, if both have some, or one that a
 * symmetry turns into it: turned, and after a walk if a single player starts
 * elsewhere in its area.  Open boards are the same if their cropped pictures
 * are.  All texts but the moves are shared.  1; 0 if the boards do not fit. */
int sok_games_fit(const struct sok_puzzle *to, const struct sok_puzzle *from,
    struct sok_game **game, struct sok_arena *arena);
/* merge.c: as sok_merge_games(); in *lost how many of the games that are left
 * were legal where they are. */
int sok_merge_or_lose(struct sok_merge *merge, const struct sok_puzzle *from,
    struct sok_merged *merged, size_t *lost, struct sok_arena *scratch);
/* Whether a game holds on another puzzle, where it has other moves. */
enum sok_holds {
	SOK_HOLDS,      /* the same verdict, or it solves the puzzle there */
	SOK_IS_LOST,    /* another verdict */
	SOK_WAS_ILLEGAL /* it was illegal and does not solve the puzzle */
};
/* In *holds, what game says on `to` of a game of `from`, which is `as` there:
 * 0, -1 on ENOMEM. */
int sok_game_holds(const struct sok_puzzle *to, const struct sok_game *game,
    const struct sok_puzzle *from, const struct sok_game *as,
    enum sok_holds *holds, struct sok_arena *scratch);
/* Correct the case of the letters of a forward game, up to an illegal move.
 * Other games are unchanged. */
int sok_game_recase(const struct sok_puzzle *puzzle, struct sok_game *game,
    struct sok_arena *arena);
/* Correct the counts in the title and in lines of `moves:` and `pushes:`
 * according to a replay, unless the game is illegal or was not replayed; call
 * sok_puzzle_retitle() afterwards. */
int sok_game_recount(struct sok_game *game, const struct sok_replay *played,
    struct sok_arena *arena);
/* Compare metrics as --best does: by moves, then pushes (pushes: the other way
 * round), then the others in the order of SOK_METRICS; <0, 0, >0. */
int sok_metrics_compare(const struct sok_metrics *first,
    const struct sok_metrics *second, bool pushes);
/* best.c: the metrics by which --best ranks a game, of which played is the
 * replay: those of the forward solution if it is a reverse one. */
int sok_game_rank(const struct sok_puzzle *puzzle, const struct sok_game *game,
    const struct sok_replay *played, const struct sok_replay_options *options,
    struct sok_metrics *rank, struct sok_arena *scratch);
/* What a solution may be the best in, and the words of --best for it. */
enum { SOK_BEST_MOVES, SOK_BEST_PUSHES, SOK_NBEST };
extern const char *const sok_best_name[SOK_NBEST];
/* The best of the solutions of a puzzle, by their index.  Initialize with {0}.
 * Of equal ones the first is the best. */
struct sok_best {
	bool any; /* there is a solution */
	size_t game[SOK_NBEST];
	struct sok_metrics at[SOK_NBEST];
};
/* Take a solution into account. */
void sok_best_see(
    struct sok_best *best, size_t game, const struct sok_metrics *rank);
/* Whether a game is one of the wanted best ones: bits 1 << SOK_BEST_MOVES. */
bool sok_best_is(const struct sok_best *best, size_t game, unsigned wanted);
/* Find the best solutions of a puzzle by replaying its games. */
int sok_best_find(const struct sok_puzzle *puzzle, struct sok_best *best,
    struct sok_arena *scratch);
/* Why no board can be derived from a game. */
struct sok_no_board {
	const char *reason;
	bool contradicts; /* of the letter at fault; the moves before it */
	size_t at;        /* its byte in moves */
};

/* Derive the smallest board on which a game can be played: 1; 0 if there is
 * none or it exceeds the default limits. */
int sok_board_from_moves(struct sok_board *board, enum sok_variant variant,
    const struct sok_game *game, struct sok_no_board *why,
    struct sok_arena *arena);

/* The small headers of this room that other rooms use. */
#include "play/position.h"

#endif
