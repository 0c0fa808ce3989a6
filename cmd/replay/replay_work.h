/*
 * replay_work.h - sokreplay's state, shared by its files: sokreplay.c
 * (options), replay_work.c (operands, puzzles), replay_play.c (games),
 * replay_tell.c (what is said of a game), replay_given.c, replay_deal.c and
 * replay_later.c (games of -m and -M), replay_keep.c (what -p lets through).
 */
#ifndef REPLAY_WORK_H
#define REPLAY_WORK_H

#include "report/report.h"

/* Games of the command line and of a file, in their order. */
struct given {
	struct sok_game *game;
	size_t n;
	bool *home; /* it solved a puzzle */
};

struct replay_work {
	struct cli *c;
	/* From the options. */
	struct report_options form;
	struct sok_replay_options options;
	const char *moves, *moves_path;
	bool match, pass, rewrite, to_forward, best, best_pushes, final;
	bool require, yasc, rebuild;
	bool text, json; /* what form.format is */
	/* Of the run. */
	struct report *report;
	struct sok_writer *writer; /* with -p */
	struct given given;
	struct sok_arena life;    /* for them, and the puzzle held */
	struct sok_arena scratch; /* for one game */
	struct sok_buf line;      /* what is said of it */
	struct sok_puzzle *held;  /* the first, until it is known to be alone */
	struct later *later, *last; /* what was read since */
	size_t puzzles;             /* selected so far */
	/* Of the operand, the puzzle, the game. */
	size_t games, boards;
	size_t among; /* boards and games of this folder or archive */
	bool solved;  /* one of its games */
	bool failed;  /* an error in it */
};

/* replay_work.c: for cli.sink and cli_run(), with the struct as context. */
void replay_finding(void *ctx, const struct sok_finding *f);
extern const struct cli_work replay_work;
extern const struct cli_parts replay_parts;
/* What belongs to a puzzle as a whole, and the puzzle itself. */
int replay_finish(struct replay_work *k, struct sok_puzzle *p);
/* A puzzle and its own games, with --match those that were given. */
int replay_own(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a);

/*
 * replay_play.c: replay the puzzle's games and tell of them; the first are its
 * own, the others were given, and home is set for those that solve.  With -p
 * only what stays is left in the puzzle.  0, -1 with errno.
 */
int replay_games(struct replay_work *k, struct sok_puzzle *p, size_t own,
    bool *home, struct sok_arena *a);

/*
 * replay_deal.c: n given games, from one on, on a puzzle; one on each puzzle,
 * the first of which is held until it is known not to be alone.  0, -1 with
 * errno.
 */
int deal_games(struct replay_work *k, struct sok_puzzle *p, size_t from,
    size_t n, struct sok_arena *a);
int deal_puzzle(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a);
/* After the run: what had to wait for its end. */
void deal_rest(struct cli *c);

/*
 * replay_later.c: with a puzzle held, keep a finding, a header, games without a
 * board, the end of an operand; then report and write them.  now: the header of
 * the puzzle that has come, which is itself still there, or NULL.  0, -1 with
 * errno.
 */
int later_finding(struct replay_work *k, const struct sok_finding *f);
/* A copy for the rest of the run, with what the puzzle has from a header that
 * may be gone by then; NULL with errno. */
struct sok_puzzle *later_copy(
    struct replay_work *k, const struct sok_puzzle *p);
int later_header(struct replay_work *k, const struct sok_header *h);
int later_puzzle(struct replay_work *k, const struct sok_puzzle *p);
int later_end(struct replay_work *k, const char *file);
int later_release(struct replay_work *k, const struct sok_header *now);

/* replay_tell.c: columns of -F tsv; the case; boards after it. */
extern const struct report_column replay_column[];
size_t replay_ncolumns(const struct replay_work *k);
void replay_tell(struct replay_work *k, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r);
void replay_draw(struct sok_output *o, const struct sok_board *b);

/* replay_given.c: read -m and -M; a usage error or status 2 if they are no
 * moves.  Games that solved nothing. */
void given_read(struct replay_work *k);
void given_homeless(struct replay_work *k);

/*
 * replay_keep.c: what -p does with the games of a puzzle.  keep_game() takes
 * each game after its replay, keep_rest() then drops what does not stay: of
 * those that were given, what keep_game() did not take.
 */
struct keep {
	bool *drop;
	size_t own;       /* games before those that were given */
	size_t *solution; /* indices of games that solve */
	size_t n;
	size_t best;
	struct sok_metrics best_at;
};

int keep_begin(struct keep *e, const struct sok_puzzle *p, size_t own,
    struct sok_arena *a);
int keep_game(struct replay_work *k, struct keep *e, struct sok_puzzle *p,
    size_t i, const struct sok_replay *r, struct sok_arena *a);
int keep_rest(struct replay_work *k, struct keep *e, struct sok_puzzle *p,
    struct sok_arena *a);

#endif
