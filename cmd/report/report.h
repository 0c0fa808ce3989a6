/*
 * report.h - the reports of sokcheck and sokreplay: their options, findings and
 * results in all report formats, baselines, and totals.
 *
 * The calls determine the order of the output: report_begin(); for each operand
 * its findings and cases, and report_file_end(); report_end().  Running out of
 * memory ends the program with status 2.
 */
#ifndef REPORT_H
#define REPORT_H

#include "cli/cli.h"
#include "text/text.h"

struct report_format;

/* A value that a program adds to each case: a column of -F tsv, before the
 * finding or last, and a member of -F json. */
enum { REPORT_NUMBER = 1, REPORT_JSON_ONLY = 2, REPORT_LAST = 4 };

struct report_column {
	const char *name; /* lower case, '_' between words */
	unsigned flags;
};

/* The origins of the rules of sokcheck, and of sokreplay. */
#define RULES_CHECK "rscw"
#define RULES_REPLAY "rscpw"

extern const struct report_format report_text, report_json;

/* The findings of a case in the report format, until the case is complete; rest
 * is for what follows them. */
struct report_found {
	struct sok_buf text, rest;
	bool failed;
};

/* What --stats counts: the lines of its table, and names of members.  Numbers
 * of parts of a collection add up, except of names that begin with `min` and
 * `max`, of which the least and the greatest one is that of the whole, and
 * `different`, which only the whole has.  Names never change, and new ones come
 * last. */
/* clang-format off */
#define STATS(X) \
	X(files) X(puzzles) X(boards) X(boards_up_to_10) X(boards_up_to_20) \
	X(boards_up_to_32) X(boards_up_to_50) X(boards_larger) \
	X(min_width) X(max_width) X(min_height) X(max_height) \
	X(boxes) X(min_boxes) X(max_boxes) \
	X(different_titles) X(puzzles_without_title) \
	X(different_authors) X(puzzles_without_author) \
	X(games) X(solutions) X(puzzles_with_solution)
/* clang-format on */

#define STATS_ENUM(name) STATS_##name,
enum { STATS(STATS_ENUM) STATS_N };

struct stats {
	bool wanted;
	bool by_file;                       /* a row for each file */
	size_t rows;                        /* so far */
	size_t before;                      /* puzzles of the files before */
	const struct report_format *format; /* of the table */
	size_t count[STATS_N];
	struct id_table titles, authors; /* digests of those met */
	/* The puzzle whose solution was counted last. */
	const char *file;
	size_t number;
};

/* The findings of --write-baseline. */
struct baseline {
	const char **accepted; /* `rule TAB level` */
	size_t n, cap;
	struct id_table count; /* of each */
	struct sok_arena names;
};

/* A line of --baseline. */
struct known_line {
	const char *what; /* `rule TAB level` */
	size_t number;
};

/* The rules that a text asks to ignore, and those of them that were found. */
struct ignored {
	bool any;
	bool asked[SOK_NRULES], found[SOK_NRULES];
};

/* What lines `:: sok: ignore` suppress. */
struct ignore {
	/* This header and this puzzle, or NULL, and its number. */
	const struct sok_header *header;
	const struct sok_puzzle *puzzle;
	size_t number;
	struct ignored by_header, by_puzzle;
	bool after; /* what has no effect was reported before */
};

struct report {
	/* Set by the program and its options. */
	struct cli *cli;
	const char *origins; /* of the rules that the program can report */
	const struct report_format *format;
	enum sok_severity lowest; /* findings below it are not printed, */
	bool always[SOK_NRULES];  /* except of these rules, */
	bool severity_given;      /* unless --severity or -q was given */
	bool header;              /* print the names of the columns (-F tsv) */
	/* ncolumns 0: -F tsv prints a line for each finding, else for each
	 * case. */
	const struct report_column *column;
	size_t ncolumns;
	const char *known_path, *made_path; /* of baselines, or NULL */
	const char *explain;                /* a rule */
	bool pass, summary;
	bool show;  /* print the place of each finding below it (-F text) */
	bool apart; /* something else goes to the output: findings to stderr */
	bool off[SOK_NRULES];
	bool unsought[SOK_NRULES]; /* not looked for in this run, though on */
	bool no_ignore;            /* --no-ignore */
	/* Counted during the run. */
	struct sok_writer *writer; /* with -p, or NULL */
	size_t files, puzzles, games;
	struct stats stats;

	/* Private. */
	struct id_table known;      /* number of each accepted finding, + 1 */
	struct known_line *line_of; /* what they are */
	size_t nlines, line_cap;
	struct baseline made;
	struct ignore ignore;
	size_t found[SOK_NRULES][3]; /* number of findings, by severity */
	struct sok_output *out;
	enum sok_severity shown; /* the lowest severity printed there */
	struct sok_buf line;     /* output of the format, not yet written */
	/* The findings about the current case, about a puzzle whose games are
	 * cases, and about the operand. */
	struct report_found now, whole, file;
	size_t cases, failures; /* of this operand */
	size_t total;
	/* For tsv and csv, the worst finding of the case; rule empty: none. */
	struct {
		struct sok_str rule;
		enum sok_severity severity;
		struct sok_buf message;
	} worst;
	/* The identity of the last puzzle for which it was needed: its number,
	 * whether it has an id, its id or that of its picture, or "". */
	size_t identified;
	bool has_id;
	char level[17];
	struct sok_buf clean, whose; /* valid until the next call */
	struct id_table prints;      /* number of findings with a fingerprint */
	struct sok_arena arena;      /* for one call */
};

/* A checked puzzle or a replayed game. */
struct report_case {
	const struct sok_puzzle *puzzle;
	const struct sok_game *game; /* NULL: the puzzle is the case */
	struct sok_pos pos;
	/* What follows the place in -F text, where an empty one prints nothing,
	 * and the message in -F json. */
	struct sok_str line;
	const struct sok_str *value; /* one for each column */
	bool quiet;                  /* only for formats with test cases */
};

/* The rows of an option table, for programs whose state, of this type, has a
 * member `run`.  Each program adds -p itself. */
/* clang-format off */
#define REPORT_ROWS(type) \
	{"format", 'F', "FORMAT", OPTION_FORMAT, \
	    "text, json, sarif, github, junit, tap, tsv or csv"}, \
	{"disable", 0, "RULES", OPTION_DISABLE, "disable these rules, or all"}, \
	{"enable", 0, "RULES", OPTION_ENABLE, "enable these rules, or all"}, \
	{"severity", 0, "LEVEL", OPTION_SEVERITY, \
	    "lowest severity printed: note, warning or error"}, \
	{"strict", 0, NULL, CLI_SELF(strict), "treat warnings as errors"}, \
	{"exit-zero", 0, NULL, CLI_SELF(exit_zero), \
	    "findings do not affect the status"}, \
	{"baseline", 0, "FILE", CLI_STORE(type, run.known_path), \
	    "accept the findings listed in FILE"}, \
	{"no-ignore", 0, NULL, CLI_STORE(type, run.no_ignore), \
	    "report what lines `:: sok: ignore RULE` suppress"}, \
	{"write-baseline", 0, "FILE", CLI_STORE(type, run.made_path), \
	    "write the findings to FILE as a baseline"}, \
	{"show", 0, NULL, CLI_STORE(type, run.show), \
	    "-F text: print the rows or moves around each finding, marked"}, \
	{"explain", 0, "RULE", OPTION_EXPLAIN, "explain a rule with examples"}, \
	{"list-rules", 0, NULL, CLI_SELF(no_input), "print all rules"}, \
	{"summary", 0, NULL, CLI_STORE(type, run.summary), \
	    "print a table of counts on stderr"}, \
	{"stats", 0, "[files]", OPTION_STATS, \
	    "print numbers of puzzles, boards, boxes, titles, authors and " \
	    "solutions instead of findings, in all or of each file"}, \
	{"header", 0, NULL, CLI_STORE(type, run.header), \
	    "-F tsv or csv: begin with a line of column names"}
/* clang-format on */

/* Take an option of both programs; false if it is not one. */
bool report_take(struct report *report, int id, const char *arg);
/* Whether options have printed rules, so that nothing is to be run. */
bool report_print_rules(const struct report *report);
/* Whether a baseline is written to standard output. */
bool report_lists(const struct report *report);
void report_begin(struct report *report);
/* Reject an option that looks for findings if it is given and neither --stats
 * nor --summary would count what it finds. */
void report_needs_findings(
    const struct report *report, bool given, const char *option);
/* The header of an operand, before its puzzles; it lives until
 * report_file_end().
 */
void report_header(struct report *report, const struct sok_header *header);
/* Count a puzzle; for --stats a game, and whether it solves the puzzle. */
void report_puzzle(struct report *report, const struct sok_puzzle *puzzle);
void stats_game(
    struct stats *stats, const struct sok_puzzle *puzzle, bool solves);
/* Whether a finding makes its case fail. */
static inline bool
report_fails(const struct cli *cli, const struct sok_finding *finding)
{
	return finding->severity >= (cli->strict ? SOK_WARNING : SOK_ERROR);
}

/* Whether the ids of puzzles with findings are needed. */
bool report_identifies(const struct report *report);
/* Report one finding.  It belongs to the case of finding->puzzle, the next
 * report_case(), or to the operand if that is NULL or text between puzzles.
 * Findings below the lowest severity are dropped.  False if the baseline
 * accepts it, or the input ignores it. */
bool report_finding(struct report *report, const struct sok_finding *finding);
/* A case is complete, with all its findings.  Text between puzzles is not a
 * case. */
void report_case(struct report *report, const struct report_case *result);
/* A puzzle whose games are cases is complete.  Findings about no single game
 * are reported for the puzzle. */
void report_puzzle_end(struct report *report, const struct sok_puzzle *puzzle);
void report_file_end(struct report *report, const char *file);
/* Print the row of a file that was read, for --stats=files. */
void stats_file(struct report *report, const char *file);
/* Both at the end of a file that was read. */
void report_input_end(struct report *report, const char *file);
void report_end(struct report *report);

/* Cases that are completed at the end of the run, with the findings about them
 * so far. */
struct report_kept {
	struct sok_str text, rest;
	bool failed;
};

/* Whether the format has test cases, so that all findings about a puzzle must
 * come together. */
bool report_has_cases(const struct report *report);
/* Instead of report_case() and report_file_end(): keep the findings, in the
 * arena.  All puzzles and files of a run are kept, or none. */
void report_keep_case(struct report *report, const struct sok_puzzle *puzzle,
    struct report_kept *to, struct sok_arena *arena);
void report_keep_file(struct report *report, const char *file,
    struct report_kept *to, struct sok_arena *arena);
/* Go on with a puzzle, or with the end of a file: what is reported next belongs
 * to it. */
void report_resume(
    struct report *report, const struct report_kept *kept, bool is_file);

#endif
