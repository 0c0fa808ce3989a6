/* fmt.h - sokfmt's state, shared by its files: sokfmt.c (options, what is done
 * to a puzzle, the plain run) and fmt_hold.c (puzzles that wait until the end).
 */
#ifndef FMT_H
#define FMT_H

#include "inplace/inplace.h"

struct fmt_hold;

struct fmt {
	struct inplace inplace; /* -c, -l, -d and -w */
	enum sok_floor floor;
	bool simplify, macros;
	int symmetry; /* enum sok_symmetry, FMT_CANONICAL, FMT_NONE */
	int unique;   /* FMT_PICTURE ..., FMT_NONE */
	unsigned drop;
	int title; /* enum sok_title_place, FMT_NONE */
	int wrap;
	/* Of the run. */
	struct sok_writer *writer;
	struct fmt_hold *hold; /* puzzles that wait until the end, or NULL */
};

enum { FMT_NONE = -1, FMT_CANONICAL = SOK_NSYMMETRIES };
enum { FMT_PICTURE, FMT_EXACT, FMT_UNIQUE };

/* sokfmt.c: change a puzzle as the options demand.  0, -1 with errno. */
int fmt_edit(const struct cli *c, struct sok_puzzle *p, struct sok_sink *sink,
    struct sok_arena *a);
/* Write a header, or hold it back; write a changed puzzle. */
int fmt_header(struct cli *c, struct sok_header *h);
int fmt_write_puzzle(struct cli *c, const struct sok_puzzle *p);
/* Open a writer for .sok to out, called name; 0, -1 with errno. */
int fmt_open(struct cli *c, struct sok_output *out, const char *name);
/* Write the puzzles that wait and close the writer. */
int fmt_close(struct cli *c);

/* fmt_hold.c: puzzles that wait, for --unique and --expand-macros. */
int fmt_hold_open(struct fmt *f);
int fmt_hold_header(struct cli *c, struct sok_header *h);
int fmt_hold(struct cli *c, struct sok_puzzle *p, struct sok_arena *a);
/* Write these puzzles in order and forget them. */
int fmt_release(struct cli *c);

#endif
