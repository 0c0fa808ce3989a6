/* check_work.h - processes each operand and each puzzle for sokcheck. */
#ifndef CHECK_WORK_H
#define CHECK_WORK_H

#include "check/duplicates.h"
#include "report/report.h"

struct check_work {
	struct report run;
	struct sok_check_options options;
	struct duplicates *seen;
	size_t boards; /* of this operand */
	size_t held;   /* boards of this directory or archive */
	size_t errors; /* of this puzzle */
};

/* For cli.sink, with the struct as context. */
void check_work_finding(void *ctx, const struct sok_finding *f);

/* For cli_run(), with the struct as cli.ctx. */
extern const struct cli_work check_work;

#endif
