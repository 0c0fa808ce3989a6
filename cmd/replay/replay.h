/* replay.h - sokreplay's state, shared by its files. */
#ifndef REPLAY_H
#define REPLAY_H

#include "report/report.h"
#include "tools.h"

/* Games of the command line and of a file, in their order. */
struct supplied {
	struct sok_game *game;
	size_t n, cap;
	bool *solves; /* a puzzle */
	struct sok_match *match;
};

struct replay_work {
	struct report run;
	/* From the options. */
	struct sok_replay_options options;
	const char *moves, *moves_path;
	bool match, rewrite, to_forward, best, best_pushes, final;
	bool require, yasc, rebuild, failures, heading;
	bool text, json; /* what run.format is */
	/* Of the run. */
	struct supplied supplied;
	struct sok_arena life;            /* for them, and the waiting puzzle */
	struct sok_arena scratch;         /* for one game */
	struct sok_buf line;              /* its result */
	struct sok_puzzle *held;          /* the first one, while it waits */
	struct deferred *deferred, *last; /* what was read meanwhile */
	size_t puzzles;                   /* selected so far */
	/* Of the operand, the puzzle, the game. */
	size_t games, boards;
	size_t among;        /* boards and games of this folder or archive */
	const size_t *index; /* its supplied games, after its own */
	bool solved;         /* by one of its games */
	bool failed;         /* an error in the game */
	bool found;          /* any finding that is printed */
};

/* replay_puzzle.c: for cli.sink and cli_run(), with the struct as context. */
void replay_finding(void *ctx, const struct sok_finding *f);
extern const struct cli_work replay_work;
/* What belongs to a puzzle as a whole, and the puzzle itself. */
int replay_finish(struct replay_work *k, struct sok_puzzle *p);
/* A puzzle with its own games, with --match the supplied ones. */
int replay_own(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a);

/*
 * replay_games.c: replay the puzzle's games and print the results; the first
 * `own` are its own, the others are supplied: k->index.  With -p only the games
 * that pass are left in the puzzle.  0, -1 with errno.
 */
int replay_games(struct replay_work *k, struct sok_puzzle *p, size_t own,
    struct sok_arena *a);

/*
 * replay_assign.c: the supplied games on a puzzle: with --match those that can
 * solve it; without, one on each puzzle, the first of which waits until another
 * one comes.  0, -1 with errno.
 */
int assign_matching(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a);
int assign_puzzle(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a);
/* At the end of the run: what had to wait for it. */
void assign_end(struct cli *c);

/*
 * replay_deferred.c: while a puzzle waits, keep a finding, a header, games
 * without a board, the end of an operand; then report and write them.  now: the
 * header of the next puzzle, which is still valid, or NULL.  0, -1 with errno.
 */
int defer_finding(struct replay_work *k, const struct sok_finding *f);
/* A copy for the rest of the run, with what the puzzle has from a header that
 * may be gone by then; NULL with errno. */
struct sok_puzzle *copy_to_keep(
    struct replay_work *k, const struct sok_puzzle *p);
int defer_header(struct replay_work *k, const struct sok_header *h);
int defer_puzzle(struct replay_work *k, const struct sok_puzzle *p);
int defer_file_end(struct replay_work *k, const char *file);
int release_deferred(struct replay_work *k, const struct sok_header *now);

/* replay_result.c: columns of -F tsv; the result of a game; a board. */
extern const struct report_column replay_column[];
size_t replay_ncolumns(const struct replay_work *k);
void replay_result(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r);
void replay_draw(struct sok_output *o, const struct sok_board *b, bool trimmed);

/* replay_supplied.c: read -m and -M; a usage error or status 2 if they are not
 * moves.  Report the games that solve nothing. */
void supplied_read(struct replay_work *k);
void supplied_unsolved(struct replay_work *k);

/*
 * replay_filter.c: which games of a puzzle pass with -p.  filter_game() gets
 * each game after its replay, filter_end() drops those that do not pass, and
 * those supplied games that filter_game() did not get.
 */
struct filter {
	bool *drop, *solves; /* by game */
	size_t own;          /* games before the supplied ones */
	size_t best;         /* of those that solve */
	struct sok_metrics best_at;
};

int filter_begin(struct filter *e, const struct sok_puzzle *p, size_t own,
    struct sok_arena *a);
int filter_game(struct replay_work *k, struct filter *e, struct sok_puzzle *p,
    size_t i, const struct sok_replay *r, struct sok_arena *a);
int filter_end(struct replay_work *k, struct filter *e, struct sok_puzzle *p,
    struct sok_arena *a);

/* replay_games.c, for cli_work: the games of a puzzle, if none were supplied,
 * in any thread. */
int replay_prepare(const struct cli *c, struct sok_puzzle *p,
    struct cli_ready *ready, struct record *found, struct sok_arena *a,
    struct sok_arena *scratch);

#endif
