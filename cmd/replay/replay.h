/* replay.h - sokreplay's state, shared by its files. */
#ifndef REPLAY_H
#define REPLAY_H

#include "compare/compare.h"
#include "inplace/inplace.h"
#include "play/play.h"
#include "rejects/rejects.h"
#include "report/report.h"
#include "text/text.h"

/* How games of -m and -M find their puzzles. */
enum supplied_by {
	SUPPLIED_BY_DEFAULT, /* by id if they have a board, else in order */
	SUPPLIED_BY_ORDER,
	SUPPLIED_BY_ID,
	SUPPLIED_BY_TITLE,
	SUPPLIED_BY_TRY
};

/* Games that belong together: one of several that are in order, or those of a
 * puzzle of -M. */
struct supply {
	const struct sok_game *game;
	size_t n;      /* 0: the place of a puzzle without games */
	bool used;     /* a puzzle got them */
	uint32_t next; /* 1 + the index of the next one with the same key */
	struct sok_pos pos;
	const struct sok_puzzle *board; /* the puzzle that has it, or NULL */
	struct compare_key key;
};

struct supply_list {
	struct supply *supply;
	size_t n, cap;
};

/* The games of -m and -M. */
struct supplied {
	/* In order.  Bare moves are paragraphs in the first list and lines in
	 * the second one. */
	struct supply_list paragraph, line;
	bool no_lines;        /* the second list is incomplete */
	struct sok_str fault; /* why the first list is, or empty */
	/* By id or title; seen has 1 + the index of the first of each key. */
	struct supply_list found;
	struct compare_seen seen;
	/* What was decided when the number of puzzles was known. */
	bool decided, by_lines, single;
	size_t assigned; /* puzzles so far */
	/* To be tried. */
	struct sok_game *game;
	size_t n;
	bool *solves; /* a puzzle */
	struct sok_match *match;
};

struct replay_work {
	struct report run;
	struct inplace inplace;
	struct rejects rejects;
	struct mender *mender; /* of the file that is mended, or NULL */
	/* From the options. */
	struct sok_replay_options options;
	const char *moves;
	struct names moves_files;
	enum supplied_by by;
	unsigned best; /* the solutions that are kept, see sok_best_is() */
	bool given;    /* -m or -M */
	bool match, rewrite, to_forward, final;
	bool require, yasc, rebuild, failures, heading, strict_case;
	bool text, json; /* its format */
	/* State of the run. */
	struct supplied supplied;
	struct sok_arena life;     /* for these games */
	struct compare_hold *hold; /* for games with a board, and what waits */
	struct sok_arena scratch;  /* for one game */
	struct sok_buf line;       /* its result */
	bool waiting;              /* puzzles and what was read since: */
	struct deferred *deferred, *last;
	struct sok_header *kept_header; /* the last copy of a header */
	size_t puzzles;                 /* that get games in order */
	/* State of the operand, the puzzle and the game. */
	size_t games, boards;
	size_t among; /* boards and games of this directory or archive */
	bool solved;  /* by one of its games */
	bool failed;  /* an error in the game */
	bool found;   /* a printed finding */
};

/* sokreplay.c: the function of the sink; ctx is the struct. */
void replay_finding(void *ctx, const struct sok_finding *finding);
/* Report findings about the whole puzzle, and write the puzzle.  0, -1 with
 * errno. */
int replay_finish(struct replay_work *work, struct sok_puzzle *puzzle);
/* Process a puzzle with its own games or, with --match, the supplied ones.  0,
 * -1 with errno. */
int replay_own(struct replay_work *work, struct sok_puzzle *puzzle,
    struct sok_arena *arena);

/* replay_games.c: replay the games of a puzzle and print the results.  The
 * first `own` games are its own, the others are supplied.  With -p, games that
 * fail are removed. */
void replay_games(struct replay_work *work, struct sok_puzzle *puzzle,
    size_t own, struct sok_arena *arena);
/* Replay the puzzle's own games in any thread, if no games are supplied. */
cli_prepare_fn replay_prepare;

/* replay_files.c: reject wrong combinations of -p, -c, -l, -d and -w. */
void replay_file_options(const struct replay_work *work, struct cli *cli);
/* For struct inplace: write an operand with its games mended.  0, also if it
 * cannot be mended, which is reported; -1 with errno. */
int replay_rewrite(
    struct cli *cli, const struct cli_operand *in, struct sok_output *out);
/* For each file of -c, -l, -d and -w. */
cli_file_fn replay_file;
/* Whether a finding makes its game fail. */
bool replay_fails(
    const struct replay_work *work, const struct sok_finding *finding);
/* With work->mender: a header was read.  0, -1 with errno. */
int replay_mend_header(
    struct replay_work *work, const struct sok_header *header);
/* With work->mender: all games of a puzzle are mended.  0, -1 with errno. */
int replay_mend_puzzle(struct replay_work *work, struct sok_puzzle *puzzle);

/* replay_rejects.c: write the puzzle to --rejects with those of n games that
 * are left out, whose texts end in the reasons; the array of games is
 * changed. */
void replay_leave_out(struct replay_work *work, const struct sok_puzzle *puzzle,
    struct sok_game *game, const bool *left, size_t n, struct sok_arena *arena);

/* replay_result.c: set the columns of the report. */
void replay_columns(struct replay_work *work);
/* Print the result of a game. */
void replay_result(struct replay_work *work, const struct sok_puzzle *puzzle,
    const struct sok_game *game, const struct sok_replay *played);
/* Print a board. */
void replay_draw(
    struct sok_output *out, const struct sok_board *board, bool trimmed);

/* replay_supplied.c: read -m and -M; a usage error, or status 2, if they are
 * not moves. */
void supplied_read(struct replay_work *work);
/* Whether puzzles get games from there in any way but by trying them all. */
bool supplied_assigns(const struct replay_work *work);
void supplied_free(struct replay_work *work);
/* replay_assign.c: assign the supplied games that solve a puzzle to it, and
 * finish it.  0, -1 with errno. */
int assign_matching(struct replay_work *work, struct sok_puzzle *puzzle,
    struct sok_arena *arena);
/* Assign the supplied games that the place, the id or the title of a puzzle
 * finds to it, and finish it.  If its place does not decide yet, the puzzle
 * waits.  0, -1 with errno. */
int assign_puzzle(struct replay_work *work, struct sok_puzzle *puzzle,
    struct sok_arena *arena);
/* At the end of the run: process what had to wait, and report the games that
 * solve nothing or have no puzzle. */
void assign_end(struct cli *cli);

/* replay_waiting.c: while puzzles wait (work->waiting), keep what is read. */
void defer_finding(struct replay_work *work, const struct sok_finding *finding);
void defer_header(struct replay_work *work, const struct sok_header *header);
/* gets: it gets supplied games. */
void defer_puzzle(
    struct replay_work *work, const struct sok_puzzle *puzzle, bool gets);
void defer_file_end(struct replay_work *work, const char *file);

#endif
