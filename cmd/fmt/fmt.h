/* fmt.h - sokfmt's state, shared by its files: sokfmt.c (options, the plain
 * run), fmt_edit.c (what is done to each puzzle), fmt_files.c (comparing
 * and rewriting files), fmt_diff.c (two files), fmt_prove.c (what was written)
 * and fmt_hold.c (puzzles that wait). */
#ifndef FMT_H
#define FMT_H

#include "cli/cli.h"

struct fmt_hold;

struct fmt {
	bool check, list, diff, write;
	const char *backup;
	enum sok_floor floor;
	bool simplify, macros;
	int symmetry; /* enum sok_symmetry, FMT_CANONICAL, FMT_NONE */
	int unique;   /* FMT_PICTURE ..., FMT_NONE */
	unsigned drop;
	int title; /* enum sok_title_place, FMT_NONE */
	int wrap;
	bool edits; /* any of them that changes a puzzle */
	/* Of the run. */
	struct sok_writer *writer;
	struct fmt_hold *hold; /* puzzles that wait for the end, or NULL */
	uint64_t digest;       /* of all that was written */
	bool refused;          /* a puzzle could not be written */
	bool undecoded;        /* bytes were wrong in their character set */
	bool temporary;        /* it was a temporary file that failed */
};

enum { FMT_NONE = -1, FMT_CANONICAL = SOK_NSYMMETRIES };
/* In the order of their names. */
enum { FMT_PICTURE, FMT_EXACT, FMT_UNIQUE };

/* Change a puzzle as the options ask, where any of them does.  0, -1 with
 * errno. */
int fmt_edit(const struct cli *c, struct sok_puzzle *p, struct sok_sink *sink,
    struct sok_arena *a);
/* Write what was edited; it counts into the digest. */
int fmt_write_header(struct cli *c, struct sok_header *h);
int fmt_write_puzzle(struct cli *c, const struct sok_puzzle *p);
/* A writer for .sok into out, which is called name, with an empty digest.  0,
 * -1 with errno. */
int fmt_open(struct cli *c, struct sok_output *out, const char *name);
/* What was held back is written, the writer closed. */
int fmt_close(struct cli *c);
extern const struct cli_work fmt_work;
/* What -j may do side by side. */
extern const struct cli_parallel fmt_parallel;

/* fmt_files.c: -c, -l, -d and -w for one operand. */
int fmt_file(struct cli *c, const struct cli_operand *op, const void *arg);

/*
 * fmt_diff.c: a descriptor that can be read twice, with the bytes of an operand
 * (-1, *temporary if that was no fault of the operand); print a unified diff of
 * two, the name escaped as in messages (0, -1).
 */
int fmt_rewindable(const struct cli_operand *op, bool *temporary);
int fmt_show_diff(struct cli *c, int old, int new, const char *name);

/*
 * fmt_prove.c: what is found and what is written count, with -w; 0, -1.  Then
 * whether the new file may replace the old one: it is complete, no byte was
 * lost, and it is proved to hold what was written: 1, 0 (said), -1.
 */
void fmt_finding(void *ctx, const struct sok_finding *f);
int fmt_count(struct cli *c, const struct sok_puzzle *p);
int fmt_count_header(struct cli *c, const struct sok_header *h);
int fmt_prove(struct cli *c, const struct cli_operand *op, int new);

/*
 * fmt_hold.c: puzzles that must wait until all were read, because duplicates
 * add to them or because macros of the header above them are dropped once
 * they were used.
 */
int fmt_hold_open(struct fmt *f);
int fmt_hold_header(struct cli *c, struct sok_header *h);
int fmt_hold(struct cli *c, struct sok_puzzle *p, struct sok_arena *a);
/* Write what waits, in its order, and forget it. */
int fmt_release(struct cli *c);

#endif
