/* baseline.h - accepted findings: how many of each rule and puzzle, anywhere
 * in the input.  Running out of memory ends the program. */
#ifndef BASELINE_H
#define BASELINE_H

#include "cli/cli.h"

struct baseline;

struct baseline *baseline_new(struct cli *c);
/* What a file holds; NULL when it cannot be read, which was said on standard
 * error. */
struct baseline *baseline_read(struct cli *c, const char *path);
/* One more finding; key is a level's id or the name of an operand. */
void baseline_add(struct baseline *b, enum sok_rule rule, struct sok_str key);
/* Take one finding off; false if it is not known or was known fewer times. */
bool baseline_take(struct baseline *b, enum sok_rule rule, struct sok_str key);
/* Write it, `-` to the output; what goes wrong is said on standard error.
 * After trouble, which may have hidden findings, a file stays as it was. */
void baseline_write(struct baseline *b, const char *path);
void baseline_free(struct baseline *b);

#endif
