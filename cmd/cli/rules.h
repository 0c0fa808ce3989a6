/* rules.h - the table of rules as users read and name it. */
#ifndef RULES_H
#define RULES_H

#include "cli/cli.h"

/* "rcw": where the rules of sokcheck come from. */
extern const char rules_origins[];

/* Set off[] for each rule in a comma-separated list; "all" is all of them,
 * an unknown name a usage error. */
void rules_switch(struct cli *c, const char *option, const char *list,
    bool off[SOK_NRULES], bool value);
/* One line per rule: name, severity, summary. */
void rules_list(struct cli *c);
/* What the rule of that name means, with its examples. */
void rules_explain(struct cli *c, const char *name);

#endif
