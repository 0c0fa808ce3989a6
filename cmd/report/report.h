/*
 * report.h - what the programs that report have in common: the options of
 * their reports, findings and verdicts in the forms people and programs read,
 * what a baseline accepts, and what a run adds up to.
 *
 * The order of calls is the order of the output: report_begin(), then for every
 * operand its findings and cases and report_file_end(), report_end().  Running
 * out of memory ends the program with status 2.
 */
#ifndef REPORT_H
#define REPORT_H

#include "cli/cli.h"
#include "report/stats.h"

struct report_format;

/* What a program tells of each case beside its place: columns of -F tsv, in
 * front of the finding or last, members of -F json. */
enum { REPORT_NUMBER = 1, REPORT_JSON_ONLY = 2, REPORT_LAST = 4 };

struct report_column {
	const char *name; /* lower case, '_' between words */
	unsigned flags;
};

/* Where the rules of sokcheck, and those of sokreplay come from. */
#define RULES_CHECK "rscw"
#define RULES_REPLAY "rscpw"

extern const struct report_format report_text, report_json;

/* What a form says of findings, until it is known which case they belong to. */
struct report_pending {
	struct sok_buf text, rest;
	bool failed;
};

struct report {
	struct cli *c;
	/* From the program and its options. */
	const char *origins; /* of the rules it can report */
	const struct report_format *format;
	enum sok_severity lowest; /* what is below is not printed */
	bool header;              /* -F tsv begins with the columns' names */
	/* ncolumns 0: -F tsv has a line per finding, else one per case. */
	const struct report_column *column;
	size_t ncolumns;
	const char *known_path, *made_path; /* of baselines, or NULL */
	const char *explain;                /* a rule */
	bool list;                          /* --list-rules */
	bool pass, summary;
	bool off[SOK_NRULES];
	/* Of the run. */
	struct sok_writer *writer; /* with -p, or NULL */
	size_t files, puzzles, games;
	struct stats stats;

	/* Private. */
	struct baseline *known, *made; /* to accept, to fill, or NULL */
	size_t found[SOK_NRULES][3];   /* by severity */
	struct sok_output *out;
	enum sok_severity shown; /* the lowest on this output */
	struct sok_buf line;     /* what a form says, written after each call */
	/* The case in the making, the findings of the puzzle whose games are
	 * cases, and the operand's own. */
	struct report_pending now, whole, file;
	struct sok_buf suite;   /* cases of this operand, for junit */
	size_t cases, failures; /* of this operand */
	size_t total;
	bool any; /* something stands in the list that is open */
	/* The worst finding of the case; rule NULL: there is none. */
	struct {
		const char *rule;
		enum sok_severity severity;
		struct sok_buf message;
	} worst;
	/* What was found out about the puzzle last asked for. */
	size_t identified; /* its number */
	char id[17], level[17];
	struct sok_buf clean, whose; /* for one call */
	struct id_table prints;      /* how often each fingerprint was met */
	struct sok_arena a;          /* for one call */
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

/* Options of both; a program's own begin at REPORT_OWN. */
enum {
	REPORT_FORMAT = CLI_OWN,
	REPORT_DISABLE,
	REPORT_ENABLE,
	REPORT_SEVERITY,
	REPORT_EXPLAIN,
	REPORT_LIST_RULES,
	REPORT_OWN
};

/* Rows of a table of options of a program whose state has a `run`; what -p
 * prints each program says itself. */
/* clang-format off */
#define REPORT_ROWS(type) \
	{"format", 'F', "FORMAT", REPORT_FORMAT, \
	    "text, json, sarif, github, junit, tap, tsv or csv"}, \
	{"disable", 0, "RULES", REPORT_DISABLE, \
	    "disable these rules, or all"}, \
	{"enable", 0, "RULES", REPORT_ENABLE, \
	    "enable these rules, or all"}, \
	{"severity", 0, "LEVEL", REPORT_SEVERITY, \
	    "lowest severity printed: note, warning or error"}, \
	{"strict", 0, NULL, CLI_SELF(strict), "treat warnings as errors"}, \
	{"exit-zero", 0, NULL, CLI_SELF(exit_zero), \
	    "findings do not affect the status"}, \
	{"baseline", 0, "FILE", CLI_STORE(type, run.known_path), \
	    "accept the findings listed in FILE"}, \
	{"write-baseline", 0, "FILE", CLI_STORE(type, run.made_path), \
	    "write the findings to FILE as a baseline"}, \
	{"explain", 0, "RULE", REPORT_EXPLAIN, \
	    "explain a rule with examples"}, \
	{"list-rules", 0, NULL, REPORT_LIST_RULES, \
	    "print all rules"}, \
	{"summary", 0, NULL, CLI_STORE(type, run.summary), \
	    "print a table of counts on stderr"}, \
	{"stats", 0, NULL, CLI_STORE(type, run.stats.wanted), \
	    "print numbers of puzzles, boards, boxes, titles, authors and " \
	    "solutions instead of findings"}, \
	{"header", 0, NULL, CLI_STORE(type, run.header), \
	    "-F tsv or csv: begin with a line of column names"}
/* clang-format on */

/* Take one of these options. */
void report_take(struct report *r, struct cli *c, int id, const char *arg);
/* Whether the options asked about rules, which were printed, and for no run. */
bool report_told_rules(const struct report *r, struct cli *c);
/* Whether a baseline goes to standard output. */
bool report_lists(const struct report *r);
/* Open what the run needs. */
void report_begin(struct report *r, struct cli *c);
/* Whether a finding makes its case fail. */
static inline bool
report_fails(const struct cli *c, const struct sok_finding *f)
{
	return f->severity >= (c->strict ? SOK_WARNING : SOK_ERROR);
}

/* Whether the identity of a puzzle with findings is needed. */
bool report_identifies(const struct report *r);
/*
 * One finding; those below the lowest severity are dropped.  f->puzzle tells
 * which case it belongs to: the next report_case(), or the operand if NULL or
 * text that is no puzzle.  False if a baseline takes it, so that it counts for
 * nothing.
 */
bool report_finding(struct report *r, const struct sok_finding *f);
/* The case is complete: all of its findings were given.  Text that is no puzzle
 * is none. */
void report_case(struct report *r, const struct report_case *c);
/* The puzzle whose games are cases is: what was found in it and in no game is
 * told of it as a whole, and nothing is the next one's. */
void report_puzzle_end(struct report *r, const struct sok_puzzle *p);
/* The operand is complete. */
void report_file_end(struct report *r, const char *file);
/* Complete and close all of it. */
void report_end(struct report *r);

#endif
