/* report_form.h - shared by the formats of a report. */
#ifndef REPORT_FORM_H
#define REPORT_FORM_H

#include <errno.h>

#include "cli/id_table.h"
#include "report/report.h"

struct report {
	struct cli *c;
	struct report_options o;
	struct sok_output *out;
	/* The case in the making, the findings of the puzzle whose games are
	 * cases, and the operand's own, as far as a form has to keep them. */
	struct report_pending {
		struct sok_buf text, rest;
		size_t n;
		bool failed;
	} now, whole, file;
	struct sok_buf suite;   /* cases of this operand, for junit */
	size_t cases, failures; /* of this operand */
	size_t total;
	bool any; /* something stands in the list that is open */
	/* The worst finding of the case. */
	struct {
		bool found;
		enum sok_severity severity;
		enum sok_rule rule;
		struct sok_buf message;
	} worst;
	/* What was found out about the puzzle last asked for. */
	size_t known; /* its number */
	char id[17], level[17];
	struct id_table prints; /* how often each fingerprint was met */
	struct sok_arena a;     /* for one call */
};

/*
 * NULL is nothing to do.  finding: a finding that is printed; test: a case
 * that is complete; file_end: the operand is, whose findings without a case
 * are in r->file.
 */
struct report_format {
	const char *name;
	bool flat;  /* prints findings and cases and nothing else */
	bool tests; /* each finding is in a case, if need be the puzzle */
	bool apart; /* names an archive and its member apart */
	void (*begin)(struct report *r);
	void (*finding)(struct report *r, const struct sok_finding *f);
	void (*test)(struct report *r, const struct report_case *c);
	void (*file_end)(struct report *r, const char *file);
	void (*end)(struct report *r);
};

extern const struct report_format report_tsv, report_csv;

/* The puzzle that a finding is about; NULL if it is text between puzzles, which
 * has no number. */
const struct sok_puzzle *report_puzzle(const struct sok_finding *f);
/* Where a finding is kept. */
struct report_pending *report_place(
    struct report *r, const struct sok_finding *f);
/* Whether nothing is to be told of it: what fails is, even below the lowest
 * severity, since the exit status says so. */
static inline bool
report_empty(const struct report_pending *p)
{
	return p->n == 0 && !p->failed;
}

/* Give up for want of memory unless there was enough. */
static inline void
report_need(struct report *r, bool enough)
{
	if (!enough)
		cli_die(r->c, NULL, ENOMEM);
}

/* Text for every form: UTF-8 with nothing in it that controls anything; good
 * until the arena is reset. */
struct sok_str report_clean(struct report *r, struct sok_str s);
/* `puzzle 12 "Foo"`, with a game `puzzle 12 "Foo", "Solution"`: clean. */
struct sok_str report_whose(
    struct report *r, const struct sok_puzzle *p, const struct sok_game *g);
/* The published id of a puzzle in hexadecimal, "" where there is none. */
const char *report_id(struct report *r, const struct sok_puzzle *p);
/* A clean string in quotes, for JSON and YAML. */
void report_quote(struct sok_buf *b, struct sok_str s);
/* `before` and a member of a JSON object. */
void report_member(
    struct report *r, const char *before, const char *key, struct sok_str s);
/* Write what stands in the buffer and empty it. */
void report_flush(struct report *r, struct sok_buf *b);

/* The file that a finding is about; the member of the archive that it is, or
 * empty. */
struct sok_str report_file(const struct report *r, const char *name);
struct sok_str report_archived(const struct report *r, const char *name);

#endif
