/*
 * report_run.h - what the programs that report have in common: the options of
 * their reports, what a baseline accepts, and what a run adds up to.
 */
#ifndef REPORT_RUN_H
#define REPORT_RUN_H

#include "report/report.h"
#include "report/stats.h"

/* Where the rules of sokcheck, and those of sokreplay come from. */
#define RULES_CHECK "rscw"
#define RULES_REPLAY "rscpw"

struct report_run {
	struct cli *c;
	/* From the options. */
	struct report_options form;
	const char *known_path, *made_path; /* of baselines, or NULL */
	const char *explain;                /* a rule */
	bool list;                          /* --list-rules */
	bool pass, summary;
	bool off[SOK_NRULES];
	/* Of the run. */
	struct report *report;
	struct baseline *known;    /* to accept, or NULL */
	struct baseline *made;     /* to fill, or NULL */
	struct sok_writer *writer; /* with -p, or NULL */
	size_t files, puzzles, games;
	size_t found[SOK_NRULES][3]; /* by severity */
	struct stats stats;
};

/* Options of both; a program's own begin at REPORT_OWN. */
enum {
	REPORT_FORMAT = CLI_OWN,
	REPORT_DISABLE,
	REPORT_ENABLE,
	REPORT_SEVERITY,
	REPORT_STRICT,
	REPORT_EXIT_ZERO,
	REPORT_BASELINE,
	REPORT_WRITE_BASELINE,
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
	{"strict", 0, NULL, REPORT_STRICT, "treat warnings as errors"}, \
	{"exit-zero", 0, NULL, REPORT_EXIT_ZERO, "findings do not affect the status"}, \
	{"baseline", 0, "FILE", REPORT_BASELINE, \
	    "accept the findings listed in FILE"}, \
	{"write-baseline", 0, "FILE", REPORT_WRITE_BASELINE, \
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
	{"header", 0, NULL, CLI_STORE(type, run.form.header), \
	    "-F tsv or csv: begin with a line of column names"}
/* clang-format on */

/* Take one of these options. */
void report_take(struct report_run *k, struct cli *c, int id, const char *arg);
/* Whether the options asked about rules, which were printed, and for no run. */
bool report_told_rules(const struct report_run *k, struct cli *c);
/* Whether a baseline goes to standard output. */
bool report_run_lists(const struct report_run *k);
/* Open what the run needs; false when there is no use in going on. */
bool report_run_begin(struct report_run *k, struct cli *c);
/* Count a finding; true if a baseline takes it, so that it counts for nothing
 * and nobody else is told. */
bool report_run_takes(struct report_run *k, const struct sok_finding *f);
/* Whether the identity of a puzzle with findings is needed. */
bool report_run_identifies(const struct report_run *k);
/* Complete and close all of it. */
void report_run_end(struct report_run *k);

#endif
