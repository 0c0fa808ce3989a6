/* rules.h - the rules on the command line. */
#ifndef RULES_H
#define RULES_H

#include "cli/cli.h"

/* Where the rules of sokcheck, and those of sokreplay come from. */
#define RULES_CHECK "rscw"
#define RULES_REPLAY "rscpw"

/* Set off[] for each rule in a comma-separated list; "all" is all of them,
 * an unknown name a usage error. */
void rules_switch(struct cli *c, const char *option, const char *list,
    bool off[SOK_NRULES], bool value);
/* One line per rule of these origins: name, severity, summary. */
void rules_list(struct cli *c, const char *origins);
/* What the rule of that name means, with its examples. */
void rules_explain(struct cli *c, const char *name);

#endif
