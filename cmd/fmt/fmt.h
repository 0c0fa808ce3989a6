/*
 * fmt.h - sokfmt's state, shared by its files in the order in which a puzzle
 * passes them: among.c (--in, --not-in), sokfmt.c (options; what is done to
 * each puzzle), hold.c (puzzles that wait until the end), copies.c (--unique:
 * which of several copies is kept, and what it gets from the others), order.c
 * (--sort), naming.c (--number, --source, --title=file).
 */
#ifndef FMT_H
#define FMT_H

#include "inplace/inplace.h"
#include "rejects/rejects.h"
#include "text/text.h"

struct fmt_hold;
struct fmt_among;
struct merge;

/* What makes a copy better than another one (--prefer). */
enum fmt_merit {
	FMT_PLAYABLE, /* no error, and no box that stays off its goal */
	FMT_SOLVED,   /* one of its games solves it */
	FMT_TITLED,
	FMT_AUTHORED,
	FMT_BEST,  /* its best solution is better */
	FMT_FIRST, /* it was read before the other one */
	FMT_NMERITS
};

/* What puzzles are sorted by (--sort). */
enum fmt_key {
	FMT_BY_TITLE,
	FMT_BY_AUTHOR,
	FMT_BY_BOXES,
	FMT_BY_GOALS,
	FMT_BY_AREA, /* squares that the player can reach */
	FMT_BY_MOVES,
	FMT_BY_PUSHES,
	FMT_BY_ID,
	FMT_BY_FILE,
	FMT_NKEYS
};

struct fmt_order {
	enum fmt_key key;
	bool reverse;
};

struct fmt {
	struct inplace inplace; /* -c, -l, -d and -w */
	enum sok_floor floor;
	bool simplify, macros;
	int symmetry; /* enum sok_symmetry, FMT_CANONICAL, FMT_NONE */
	int unique;   /* FMT_PICTURE ..., FMT_NONE */
	unsigned drop;
	int title;          /* enum sok_title_place, FMT_NONE */
	bool title_file;    /* --title=file */
	bool source;        /* add a key that names the source */
	const char *number; /* the template of new titles, or NULL */
	int wrap;
	enum fmt_merit prefer[FMT_NMERITS]; /* the most important one first */
	size_t nprefer;
	bool prefers;                     /* --prefer was given */
	struct fmt_order sort[FMT_NKEYS]; /* the most important one first */
	size_t nsort;
	struct rejects rejects; /* of --unique */
	struct names in, not_in;
	bool merges;        /* --merge */
	size_t marker_size; /* of its markers, or 0 */
	unsigned best; /* which solutions are kept, see sok_best_is(); 0: all */
	/* Of the run. */
	struct sok_writer *writer;
	struct fmt_among *among; /* what --in and --not-in name, or NULL */
	struct merge *merge;     /* the versions that are merged, or NULL */
	struct fmt_hold *hold;   /* puzzles that wait until the end, or NULL */
	size_t numbered; /* how many puzzles have a number from --number */
	size_t retitled; /* how many of them lost a title by that */
};

enum { FMT_NONE = -1, FMT_CANONICAL = SOK_NSYMMETRIES };
enum { FMT_PICTURE, FMT_EXACT, FMT_UNIQUE };

/* ---- among.c */

/* Read the collections of --in and --not-in; exits if one cannot be read. */
void fmt_among_open(struct cli *cli);
void fmt_among_close(struct fmt *fmt);
/* Whether a puzzle is wanted, if fmt->among is not NULL: 1, 0, -1 on ENOMEM.
 * Any thread may ask. */
int fmt_is_among(const struct fmt *fmt, const struct sok_puzzle *puzzle,
    struct sok_arena *scratch);

/* ---- sokfmt.c */

/* Change a puzzle as the options demand.  0, -1 with errno. */
int fmt_edit(const struct cli *cli, struct sok_puzzle *puzzle,
    struct sok_sink *sink, struct sok_arena *arena);
/* The same for its board and games alone: --simplify and --transform.  0, -1 on
 * ENOMEM. */
int fmt_edit_board(const struct cli *cli, struct sok_puzzle *puzzle,
    struct sok_sink *sink, struct sok_arena *arena);
/* Write a header.  0, -1 with errno. */
int fmt_write_header(struct cli *cli, struct sok_header *header);
/* Write a puzzle after fmt_edit().  0, also if the format cannot represent it,
 * which is reported; -1 with errno. */
int fmt_write_puzzle(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_arena *arena);
/* Open a writer for .sok to out, called name; 0, -1 with errno. */
int fmt_open(struct cli *cli, struct sok_output *out, const char *name);
/* Write the puzzles that wait and close the writer, also after an error.  0, -1
 * with errno. */
int fmt_close(struct cli *cli);

/* ---- hold.c: headers and puzzles that wait until the input ends */

/* A header or, without one, a puzzle, in the order of reading. */
struct fmt_item {
	struct sok_header *header;
	unsigned char *use; /* SOK_MACRO_* of the lines of the header */
	struct sok_puzzle *puzzle;
	/* Of a header: the number of the last puzzle of its operand.  Of a
	 * puzzle: the index of the next copy of it, or 0. */
	size_t next;
	bool is_copy; /* of an earlier item, which is written for all */
};

/* Whether puzzles wait for the end, which the options decide.  fmt->hold is
 * then never NULL; otherwise it is not NULL while all headers of several inputs
 * are the same, and puzzles wait for one that differs. */
static inline bool
fmt_holds(const struct fmt *fmt)
{
	return fmt->unique != FMT_NONE || fmt->macros || fmt->nsort > 0 ||
	    fmt->title_file;
}
/* To read and write puzzles as they are takes less time than to copy them for
 * another thread, to turn or simplify boards and to compare them takes more. */
static inline bool
fmt_is_light(const struct cli *cli)
{
	const struct fmt *fmt = cli->ctx;

	return !fmt->simplify && fmt->symmetry == FMT_NONE && !fmt_holds(fmt);
}
/* Begin to hold puzzles if fmt_holds().  0, -1 on ENOMEM. */
int fmt_hold_open(struct fmt *fmt);
/* Hold a copy of a header: 1; 0 if it need not wait, and everything before it
 * has been written; -1 with errno. */
int fmt_hold_header(struct cli *cli, struct sok_header *from);
/* Hold a copy of a puzzle; 0, -1 with errno. */
int fmt_hold(struct cli *cli, const struct sok_puzzle *puzzle,
    struct sok_arena *scratch);
/* The operand has ended. */
void fmt_hold_end(struct cli *cli);
/* Write what waits, in order, and forget it, also after an error.  0, also if
 * nothing is held; -1 with errno. */
int fmt_release(struct cli *cli);

/* ---- copies.c */

/* The order of --prefer without that option. */
void fmt_prefer_default(struct fmt *fmt);

/* The copies of one puzzle, in the order of reading. */
struct fmt_copies {
	struct sok_puzzle **puzzle;
	bool *stays; /* it has a game that does not fit the one that is kept */
	size_t n;
};

/* Find the copy that is kept, give it the titles, the author and the games that
 * only other copies have, and report the other copies: as dropped, or as
 * staying (stays[]) if a game of theirs does not fit the kept copy.  The kept
 * copy, changed in the arena `keep`, and the first copy change places.  0, -1
 * with errno. */
int fmt_keep_one(struct cli *cli, struct fmt_copies *copies,
    struct sok_arena *keep, struct sok_arena *scratch);

/* Drop the solutions of a puzzle that are not the best by fmt->best, and report
 * them.  0, -1 on ENOMEM. */
int fmt_keep_best(
    struct cli *cli, struct sok_puzzle *puzzle, struct sok_arena *arena);

/* ---- order.c */

/* Sort n puzzles by fmt->sort; equal ones keep their order.  0, -1 on
 * ENOMEM. */
int fmt_sort(const struct fmt *fmt, struct sok_puzzle **puzzle, size_t n,
    struct sok_arena *scratch);

/* ---- naming.c */

/* The title of a puzzle that has none, from the name of its file: the last
 * component without its suffix.  name is what messages call the file, member
 * its path in an archive or NULL.  0, -1 on ENOMEM. */
int fmt_title_from_file(struct sok_puzzle *puzzle, const char *name,
    const char *member, struct sok_arena *arena);
/* Add the key Source: with the file and line of a puzzle, unless it has one. 0,
 * -1 on ENOMEM. */
int fmt_add_source(struct sok_puzzle *puzzle, struct sok_arena *arena);
/* Whether a template of --number is valid: `%n` or `%4n`, `%t` and `%%`. */
bool fmt_number_valid(const char *pattern);
/* Set the title of the next puzzle that is written by fmt->number.  0, -1 on
 * ENOMEM. */
int fmt_number(
    struct fmt *fmt, struct sok_puzzle *puzzle, struct sok_arena *arena);
/* Report once how many titles --number replaced. */
void fmt_number_report(struct cli *cli);

#endif
