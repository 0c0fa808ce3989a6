/* report_form.h - shared by the formats of a report. */
#ifndef REPORT_FORM_H
#define REPORT_FORM_H

#include <errno.h>

#include "base/base.h"
#include "report/report.h"
#include "text/text.h"

/* A report format.  Functions but finding() may be NULL.  They append their
 * output to buf, which is written at once or, if there is file_end(), after
 * that. */
struct report_format {
	const char *name;
	/* Of a table: what separates its fields.  A table has a first line with
	 * names (--header), and numbers as fields (--stats); else NUL. */
	char separator;
	bool ids;   /* prints the ids of puzzles */
	bool sorts; /* failures precede the other findings of a case */
	const char *head, *foot; /* both NULL: its lines can stand alone */
	void (*begin)(struct report *report, struct sok_buf *buf);
	void (*finding)(struct report *report, struct sok_buf *buf,
	    const struct sok_finding *finding);
	/* A case of a program with columns, unless it is quiet. */
	void (*line)(struct report *report, struct sok_buf *buf,
	    const struct report_case *result);
	/* Any case, and what finding() wrote for it.  Without a puzzle it is an
	 * operand, with findings that belong to none of its cases. */
	void (*test)(struct report *report, struct sok_buf *buf,
	    const struct report_found *found, const struct report_case *result);
	void (*file_end)(
	    struct report *report, struct sok_buf *buf, const char *file);
	void (*end)(struct report *report, struct sok_buf *buf);
};

/* Whether the program can report the rule. */
static inline bool
report_can(const struct report *report, size_t rule)
{
	return strchr(report->origins, sok_rules[rule].origin) != NULL;
}

/* For report_flush(), if there is something to write. */
void report_write(struct report *report);
/* Write what is in report->line. */
static inline void
report_flush(struct report *report)
{
	if (report->line.len > 0 || report->line.failed)
		report_write(report);
}
/* Whether a finding is severe enough to be printed. */
bool report_shows(
    const struct report *report, const struct sok_finding *finding);

/* Whether there is nothing to report.  A failed case is reported even if all of
 * its findings are below the lowest severity, because it decides the exit
 * status. */
static inline bool
report_empty(const struct report_found *found)
{
	return found->text.len + found->rest.len == 0 && !found->failed;
}

/* Replacements, of two bytes to ESCAPED, for bytes that a format cannot have;
 * NULL: the byte itself. */
#define ESCAPED 6
typedef const char *const escapes[256];
/* Text with these replacements and a terminating NUL, in report->arena. */
struct sok_str report_replace(
    struct report *report, struct sok_str s, escapes as);

/* report_text.c: add a field of a table: escaped in TSV; in CSV quoted if need
 * be, and with an apostrophe if a spreadsheet would take it for a formula. */
void report_add_field(
    struct report *report, struct sok_buf *buf, struct sok_str s, char sep);

/* Text for all formats: UTF-8 without control characters, with replacements and
 * a terminating NUL; valid during the call of a format. */
const char *report_escape(struct report *report, struct sok_str s, escapes as);
/* The same for a string of JSON or YAML, without its quotes. */
const char *report_json_text(struct report *report, struct sok_str s);
/* `puzzle 12 "Foo", "Solution"`, as clean text; valid until the next call. */
struct sok_str report_whose(struct report *report,
    const struct sok_puzzle *puzzle, const struct sok_game *game);
/* The published id of a puzzle in hexadecimal, "" if it has none. */
struct sok_str report_id(
    struct report *report, const struct sok_puzzle *puzzle);
/* What identifies a finding, wherever it is in the file: its rule, and after
 * the separator the id of its puzzle in sixteen hexadecimal digits, else the id
 * of the picture, or the operand if there is no board.  Terminated, in
 * report->arena. */
struct sok_str report_key(
    struct report *report, const struct sok_finding *finding, char separator);
/* The file of a finding, and its member of an archive, or an empty slice. */
struct sok_str report_file(
    const struct report *report, const char *name, struct sok_str *member);

/* baseline.c: read --baseline; exits on errors. */
void baseline_read(struct report *report);
/* Count a finding for --write-baseline, or remove it from the accepted ones;
 * false if it is to be reported. */
bool baseline_accepts(struct report *report, const struct sok_finding *finding);
/* Report lines that accept more than was found. */
void baseline_stale(struct report *report);
/* Write a baseline to a file, or for `-` to the output; errors are reported,
 * and after errors that may have hidden findings, the file remains unchanged.
 */
void baseline_write(struct report *report);

/* ignore.c: whether a finding is one that the input ignores. */
bool ignore_accepts(struct report *report, const struct sok_finding *finding);
/* Find what a header ignores. */
void ignore_header(struct report *report, const struct sok_header *header);
/* At the end of a puzzle, and of a file, report lines that had no effect, to
 * the sink. */
void ignore_puzzle_end(struct report *report, const struct sok_puzzle *puzzle);
void ignore_file_end(struct report *report, const char *file);

/* report_show.c: add the lines around the place of a finding, with a mark below
 * its column. */
void report_show(struct report *report, struct sok_buf *buf,
    const struct sok_finding *finding);

/* stats.c: check the options of --stats, with which only findings about unread
 * input are printed; print the table in the form of the report. */
void stats_begin(struct report *report);
void stats_end(struct report *report);

/* Print the number of findings of each rule that has some, as lines of a name,
 * a TAB and a number. */
void report_rules(const struct report *report, struct sok_output *out);

#endif
