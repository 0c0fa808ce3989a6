/*
 * report.h - findings and verdicts in the forms people and programs read.
 * The order of calls is the order of the output: report_open(), then for every
 * operand its findings and cases and report_file_end(), report_close().
 * Running out of memory ends the program with status 2.
 */
#ifndef REPORT_H
#define REPORT_H

#include "cli/cli.h"

struct report;
struct report_format;

/* What a program tells of each case beside its place: columns of -F tsv, in
 * front of the finding or last, members of -F json. */
enum { REPORT_NUMBER = 1, REPORT_JSON_ONLY = 2, REPORT_LAST = 4 };

struct report_column {
	const char *name; /* lower case, '_' between words */
	unsigned flags;
};

extern const struct report_format report_text, report_json;

struct report_options {
	const char *origins; /* of the rules it can report: "rc", "rp" */
	const struct report_format *format;
	enum sok_severity lowest; /* what is below is not printed */
	enum sok_severity fails;  /* from here on a case fails */
	bool header;              /* -F tsv begins with the columns' names */
	/* ncolumns 0: -F tsv has a line per finding, else one per case. */
	const struct report_column *column;
	size_t ncolumns;
};

/* A puzzle that was checked or a game that was replayed. */
struct report_case {
	const struct sok_puzzle *puzzle;
	const struct sok_game *game; /* NULL: the case is the puzzle */
	struct sok_pos pos;
	/* What follows the place in -F text (nothing is printed if it is
	 * empty), the message in -F json. */
	struct sok_str line;
	const struct sok_str *value; /* one for each column */
	bool quiet; /* only forms with a test for each case have it */
};

/* The format of that name; anything else is a usage error. */
const struct report_format *report_format_find(struct cli *c, const char *name);

/* The output stays the caller's. */
struct report *report_open(
    struct cli *c, const struct report_options *o, struct sok_output *out);
/*
 * One finding; those below the lowest severity are dropped.  f->puzzle tells
 * which case it belongs to: the next report_case(), or the operand if NULL or
 * text that is no puzzle.
 */
void report_finding(struct report *r, const struct sok_finding *f);
/* The case is complete: all of its findings were given.  Text that is no puzzle
 * is none. */
void report_case(struct report *r, const struct report_case *c);
/* The puzzle whose games are cases is: what was found in it and in no game is
 * told of it as a whole, and nothing is the next one's. */
void report_puzzle_end(struct report *r, const struct sok_puzzle *p);
/* The operand is complete. */
void report_file_end(struct report *r, const char *file);
void report_close(struct report *r);

#endif
