/* report_form.h - shared by the formats of a report. */
#ifndef REPORT_FORM_H
#define REPORT_FORM_H

#include <errno.h>

#include "base/base.h"
#include "report/report.h"
#include "text/text.h"

/* A report format.  Functions may be NULL.  They append their output to b,
 * which is written at once or, if there is file_end(), after that. */
struct report_format {
	const char *name;
	char separator; /* of the fields of a table, ',' for csv; else NUL */
	bool ids;       /* prints the ids of puzzles */
	bool sorts;     /* failures precede the other findings of a case */
	const char *head, *foot; /* both NULL: its lines can stand alone */
	void (*begin)(struct report *r, struct sok_buf *b);
	void (*finding)(
	    struct report *r, struct sok_buf *b, const struct sok_finding *f);
	/* A case of a program with columns, unless it is quiet. */
	void (*line)(
	    struct report *r, struct sok_buf *b, const struct report_case *c);
	/* Any case, and what finding() wrote for it.  Without a puzzle it is an
	 * operand, with findings that belong to none of its cases. */
	void (*test)(struct report *r, struct sok_buf *b,
	    const struct report_found *p, const struct report_case *c);
	void (*file_end)(struct report *r, struct sok_buf *b, const char *file);
	void (*end)(struct report *r, struct sok_buf *b);
};

/* Whether the program can report the rule. */
static inline bool
report_can(const struct report *r, size_t rule)
{
	return strchr(r->origins, sok_rules[rule].origin) != NULL;
}

/* Whether a finding is severe enough to be printed. */
bool report_shows(const struct report *r, const struct sok_finding *f);

/* Whether there is nothing to report.  A failed case is reported even if all of
 * its findings are below the lowest severity, because it decides the exit
 * status. */
static inline bool
report_empty(const struct report_found *p)
{
	return p->text.len + p->rest.len == 0 && !p->failed;
}

/* Replacements, of two bytes to ESCAPED, for bytes that a format cannot have;
 * NULL: the byte itself. */
#define ESCAPED 6
typedef const char *const escapes[256];
struct sok_str report_replace(struct report *r, struct sok_str s, escapes as);

/* Text for all formats: UTF-8 without control characters, with replacements and
 * a terminating NUL; valid during the call of a format. */
const char *report_escape(struct report *r, struct sok_str s, escapes as);
/* The same for a string of JSON or YAML, without its quotes. */
const char *report_json_text(struct report *r, struct sok_str s);
/* `puzzle 12 "Foo", "Solution"`, as clean text; valid until the next call. */
struct sok_str report_whose(
    struct report *r, const struct sok_puzzle *p, const struct sok_game *g);
/* The published id of a puzzle in hexadecimal, "" if it has none. */
struct sok_str report_id(struct report *r, const struct sok_puzzle *p);
/* What identifies a finding, wherever it is in the file: its rule, and after
 * the separator the id of its puzzle in sixteen hexadecimal digits, else the id
 * of the picture, or the operand if there is no board.  Terminated, in r->a. */
struct sok_str report_key(
    struct report *r, const struct sok_finding *f, char separator);
/* The file of a finding, and its member of an archive, or an empty slice. */
struct sok_str report_file(
    const struct report *r, const char *name, struct sok_str *member);

/* baseline.c: read --baseline, which exits on errors.  Count a finding for
 * --write-baseline, or remove it from the accepted ones; false if it is to be
 * reported.  Write a baseline to a file, or for `-` to the output; errors are
 * reported, and after errors that may have hidden findings, the file remains
 * unchanged. */
void baseline_read(struct report *r);
bool baseline_accepts(struct report *r, const struct sok_finding *f);
/* Report lines that accept more than was found. */
void baseline_stale(struct report *r);
void baseline_write(struct report *r);

/* ignore.c: whether a finding is one that the input ignores.  Find what a
 * header ignores.  At the end of a puzzle, and of a file, report lines that had
 * no effect, to the sink. */
bool ignore_accepts(struct report *r, const struct sok_finding *f);
void ignore_header(struct report *r, const struct sok_header *h);
void ignore_puzzle_end(struct report *r, const struct sok_puzzle *p);
void ignore_file_end(struct report *r, const char *file);

/* report_show.c: add the lines around the place of a finding, with a mark below
 * its column. */
void report_show(
    struct report *r, struct sok_buf *b, const struct sok_finding *f);

/* stats.c: check the options of --stats, with which only findings about unread
 * input are printed; print the table in the form of the report. */
void stats_begin(struct report *r);
/* Print the row of a file, for --stats=files. */
void stats_file(struct report *r, const char *file);
void stats_end(struct report *r);

/* Print the number of findings of each rule that has some, as lines of a name,
 * a TAB and a number. */
void report_rules(const struct report *r, struct sok_output *o);

#endif
