/* cli_private.h - declarations that the files of cli.h share. */
#ifndef CLI_PRIVATE_H
#define CLI_PRIVATE_H

#include "cli/cli.h"

/* cli_args.c: read the command line into c; exits where it is wrong. */
void cli_parse(struct cli *c, int argc, char **argv);
/* "usage: sokfmt [options] [file ...]", one line that ends with then. */
#define CLI_SEE_HELP " (-h lists the options)"
void cli_print_usage(struct cli *c, struct sok_output *o, const char *then);

/* cli_common.c: the options that all share; take one of them. */
extern const struct cli_option cli_common[];
void cli_take_common(struct cli *c, int id, const char *arg);

/* cli_help.c: what --help and --print-options print; own, then common. */
void cli_print_help(struct cli *c);
void cli_print_options(struct cli *c);

/* cli_files.c: operands named in a file, separated by end; exits where it
 * cannot be read. */
void cli_read_names(struct cli *c, const char *path, char end);
void cli_add_operand(struct cli *c, char *name);

/* cli_operands.c: one operand.  0, -1 as in cli_work: what is wrong was said.
 */
int cli_operand(struct cli *c, size_t i, const struct cli_each *e);
/* cli_operands.c: operand i, not open. */
struct cli_operand cli_operand_at(const struct cli *c, size_t i);
/* Open one that is plain bytes; -1 with errno. */
int cli_open(const struct cli *c, const struct cli_operand *op);
/* Whether all operands are, so that threads can read them. */
bool cli_can_read_ahead(struct cli *c);

/* cli_operands.c: a file below a folder, open, with so many bytes of its path
 * before what is relative to it; -1 ends the walk. */
int cli_found(struct cli *c, const char *path, size_t own, int fd);

/*
 * tree.c: hand out the files below the folder of that name, which fd is open on
 * and which is closed, in the order of their names: those of a folder stand
 * where its name does.  Names that begin with a full stop are left out, links
 * to folders are not followed.  What is wrong with one is told, the rest is
 * done.  0, or what cli_found() gave.
 */
int cli_walk(struct cli *c, int fd, const char *path);

/* choose.c: whether a file of that path, relative to the operand, is taken:
 * none of its folders and not itself hidden or excluded, its name with a suffix
 * that is known, or included. */
bool choose_file(struct cli *c, const char *path);

/* cli_finding.c: the values of --color, and where it means colours. */
enum cli_colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };
void cli_settle_colour(struct cli *c);

/* cli_select.c: the list of -s. */
void cli_parse_select(struct cli *c, const char *list);
/* An operand begins. */
void cli_select_begin(struct cli_select *s);
/* Whether no puzzle of this operand behind that number can be selected. */
bool cli_select_past(const struct cli_select *s, size_t number);
/* Whether an operand may not be read to its end. */
bool cli_select_ends(const struct cli_select *s);
/* Say which ids were in no operand. */
void cli_select_unseen(struct cli *c);
void cli_select_free(struct cli_select *s);

/* cli_progress.c */
void cli_progress_open(struct cli *c);
/* Take the line of progress off the terminal. */
void cli_progress_clear(struct cli *c);
void cli_progress_close(struct cli *c);

#endif
