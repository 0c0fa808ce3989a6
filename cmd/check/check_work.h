/* check_work.h - processes each operand and each puzzle for sokcheck. */
#ifndef CHECK_WORK_H
#define CHECK_WORK_H

#include "report/baseline.h"
#include "check/duplicates.h"
#include "report/report.h"

struct check_work {
	struct cli *c;
	struct report_options form;
	struct report *report;
	struct sok_check_options options;
	bool off[SOK_NRULES];
	struct baseline *known; /* to accept, or NULL */
	struct baseline *made;  /* to fill, or NULL */
	struct duplicates *seen;
	struct sok_writer *writer; /* of the puzzles without errors, or NULL */
	size_t boards;             /* of this operand */
	size_t held;               /* boards of this folder or archive */
	size_t errors;             /* of this puzzle */
	size_t files, puzzles;
	size_t found[SOK_NRULES][3]; /* by severity */
};

/* For cli.sink, with the struct as context. */
void check_work_finding(void *ctx, const struct sok_finding *f);

/* For cli_run(), with the struct as cli.ctx. */
extern const struct cli_work check_work;

#endif
