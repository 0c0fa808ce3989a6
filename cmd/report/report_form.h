/* report_form.h - shared by the formats of a report. */
#ifndef REPORT_FORM_H
#define REPORT_FORM_H

#include <errno.h>

#include "report/report.h"

/*
 * NULL is nothing to say.  What is said goes into b; what a case says of its
 * findings was put into p.
 */
struct report_format {
	const char *name;
	bool flat;  /* prints findings and cases and nothing else */
	bool tests; /* each finding is in a case, if need be the puzzle */
	bool apart; /* names an archive and its member apart */
	bool ids;   /* tells the identity of a puzzle */
	const char *head, *foot;
	void (*begin)(struct report *r, struct sok_buf *b);
	/* A finding that is printed: p->text is, at once where no tests are. */
	void (*finding)(struct report *r, struct report_pending *p,
	    const struct sok_finding *f);
	/* A case that is complete; without a puzzle an operand, for findings
	 * that are in none of its cases. */
	void (*test)(struct report *r, struct sok_buf *b,
	    const struct report_pending *p, const struct report_case *c);
	void (*file_end)(struct report *r, struct sok_buf *b, const char *file);
	void (*end)(struct report *r, struct sok_buf *b);
};

extern const struct report_format report_tsv, report_csv, report_unread;

/* Whether nothing is to be told of it: what fails is, even below the lowest
 * severity, since the exit status says so. */
static inline bool
report_empty(const struct report_pending *p)
{
	return p->text.len + p->rest.len == 0 && !p->failed;
}

/* Give up for want of memory unless there was enough. */
static inline void
report_need(struct report *r, bool enough)
{
	if (!enough)
		cli_die(r->c, NULL, ENOMEM);
}

/* What stands for each byte that a form cannot take as it is. */
typedef const char *const report_escapes[256];

/* Text for every form: UTF-8 with nothing in it that controls anything; good
 * until the next call. */
struct sok_str report_clean(struct report *r, struct sok_str s);
/* The same at the end of b, with these escapes. */
void report_add(
    struct report *r, struct sok_buf *b, struct sok_str s, report_escapes as);
/* `puzzle 12 "Foo", "Solution"`: clean, good until the next call. */
struct sok_str report_whose(
    struct report *r, const struct sok_puzzle *p, const struct sok_game *g);
/* The published id of a puzzle in hexadecimal, "" where there is none. */
const char *report_id(struct report *r, const struct sok_puzzle *p);
/* A string in quotes, for JSON and YAML, after what introduces it. */
void report_quote(
    struct report *r, struct sok_buf *b, const char *before, struct sok_str s);

/*
 * What a finding is known by besides its rule, wherever it stands: the level's
 * id in sixteen hexadecimal digits, the picture's where it has none, the
 * operand where there is no board.  Good until the next call.
 */
struct sok_str report_key(struct report *r, const struct sok_finding *f);

/* The file that a finding is about; the member of the archive that it is, or
 * empty. */
struct sok_str report_file(const struct report *r, const char *name);
struct sok_str report_archived(const struct report *r, const char *name);

/* baseline.c: accepted findings, how many of each rule and puzzle, anywhere in
 * the input.  What a file holds; the program ends when it cannot be read. */
struct baseline *baseline_new(struct cli *c);
struct baseline *baseline_read(struct cli *c, const char *path);
/* One more finding; key is as above. */
void baseline_add(struct baseline *b, enum sok_rule rule, struct sok_str key);
/* Take one finding off; false if it is not known or was known fewer times. */
bool baseline_take(struct baseline *b, enum sok_rule rule, struct sok_str key);
/* Write it, `-` to the output; what goes wrong is said on standard error.
 * After trouble, which may have hidden findings, a file stays as it was. */
void baseline_write(struct baseline *b, const char *path);
void baseline_free(struct baseline *b);

#endif
