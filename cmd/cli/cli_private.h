/* cli_private.h - declarations that the files of cli.h share. */
#ifndef CLI_PRIVATE_H
#define CLI_PRIVATE_H

#include "cli/cli.h"

/* cli_args.c: read the command line into c; exits on errors. */
void cli_parse(struct cli *c, int argc, char **argv);
/* cli_message.c: print the usage, and exit with 2. */
CLI_NORETURN void cli_show_usage(struct cli *c);

/* cli_operands.c: process one operand with c->each.  0, -1 as it did; errors
 * were reported. */
int cli_operand(struct cli *c, size_t i);
/* cli_operands.c: operand i, not open. */
struct cli_operand cli_operand_at(const struct cli *c, size_t i);
/* Open an operand if files are to be read, and a folder in any case
 * (op->holds); false with errno. */
bool cli_open(const struct cli *c, struct cli_operand *op);

/* choose.c: whether a folder with this path, relative to the operand, is
 * entered: it is not hidden or excluded. */
bool choose_folder(const struct cli *c, const char *path);
/* Whether a file is selected: so are its folders, it is not hidden or excluded,
 * and its suffix is known or its name is included. */
bool choose_file(struct cli *c, const char *path);

/* The values of --color, in this order. */
enum cli_colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* cli_run.c: read the list of -s. */
void cli_parse_select(struct cli *c, const char *list);
/* Whether reading an operand may stop before its end. */
bool cli_select_ends(const struct cli_select *s);
/* Report the ids that no operand had. */
void cli_select_unseen(struct cli *c);

/* cli_progress.c: c->progress stays NULL if no line is to be shown. */
void cli_progress_open(struct cli *c);
/* Remove the progress line from the terminal. */
void cli_progress_clear(struct cli *c);

#endif
