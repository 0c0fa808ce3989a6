/* baseline.h - accepted findings, by rule and puzzle. */
#ifndef BASELINE_H
#define BASELINE_H

#include "cli/cli.h"

struct baseline {
	struct cli *c;
	struct baseline_entry {
		const char *rule;
		struct sok_str key; /* a level's id, an operand's name */
		size_t n;
	} * v;
	size_t n, cap;
	struct sok_arena keys;
};

/* ------------------------------------------------------------ baseline.c */

/* An empty one; running out of memory ends the program. */
struct baseline *baseline_new(struct cli *c);
/* n more findings; key is a level's id or the name of an operand. */
void baseline_add(
    struct baseline *b, enum sok_rule rule, struct sok_str key, size_t n);
/* Sort, and make one entry of those for the same rule and key. */
void baseline_settle(struct baseline *b);
/* Take one finding off a settled baseline; false if it is not known or was
 * known fewer times. */
bool baseline_take(struct baseline *b, enum sok_rule rule, struct sok_str key);
void baseline_free(struct baseline *b);

/* ------------------------------------------------------- baseline_file.c */

/* What a file holds, settled; NULL when it cannot be read, which was said on
 * standard error. */
struct baseline *baseline_read(struct cli *c, const char *path);
/* Settle and write, `-` to the output; what goes wrong is said on standard
 * error.  After trouble, which may have hidden findings, a file stays as it
 * was. */
void baseline_write(struct baseline *b, const char *path);

#endif
