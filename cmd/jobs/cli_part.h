/* cli_part.h - a run that does a part of another one's work (-j). */
#ifndef CLI_PART_H
#define CLI_PART_H

#include "cli/cli.h"

struct cli_part {
	struct cli c;                 /* first, so that it is one */
	struct sok_output *out, *err; /* into these */
	struct sok_buf out_bytes, err_bytes;
	bool open;
};

/*
 * Begin a part of c's run: p->c works as c would later, but prints into
 * memory.  false when the program's options do not allow it, or for want of
 * memory.  p was cleared to zero, or used before.
 */
bool part_open(struct cli_part *p, struct cli *c);
/*
 * When everything before it was done: let c have done what the part did.
 * False, and nothing has happened, if c would have done something else.
 */
bool part_join(struct cli_part *p, struct cli *c);
/* Forget what was done; p can be opened again. */
void part_drop(struct cli_part *p);
void part_free(struct cli_part *p);
/* End the program from within a part, with what the part has to say. */
CLI_NORETURN void part_give_up(struct cli *part);

#endif
