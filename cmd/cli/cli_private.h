/* cli_private.h - declarations that the files of cli.h share. */
#ifndef CLI_PRIVATE_H
#define CLI_PRIVATE_H

#include "cli/cli.h"
#include "format/format.h"
#include "io/io.h"
#include "text/text.h"

/* cli_args.c: read the command line into cli; exits on errors. */
void cli_parse(struct cli *cli, int argc, char **argv);
/* cli_values.c: reject an empty name or pattern, which a variable that is not
 * set leaves.  Other arguments are judged by what takes them. */
void cli_refuse_empty(
    struct cli *cli, const struct cli_option *option, const char *arg);
/* cli_message.c: the text for an errno, clearer than strerror(). */
const char *cli_reason(int errnum);
/* Remove temporary files, and exit with 2. */
CLI_NORETURN void cli_give_up(struct cli *cli);
/* Print the usage, and exit with 2. */
CLI_NORETURN void cli_show_usage(struct cli *cli);

/* cli_operands.c: store where the part of a name begins that is inside the
 * operand, for cli_member_path(). */
void cli_note_inside(struct cli *cli, const char *name, size_t at);
/* The same for all members of an archive, whose names begin with its name and a
 * colon. */
void cli_note_archive(struct cli *cli, const char *name);
/* Operand i, not open. */
struct cli_operand cli_operand_at(const struct cli *cli, size_t i);
/* Open an operand if files are to be read, and a folder in any case
 * (op->holds); false with errno. */
bool cli_open(const struct cli *cli, struct cli_operand *op);

/* choose.c: what is done with a file or folder that was found. */
enum choice {
	CHOICE_READ,         /* it is read, or the folder is entered */
	CHOICE_IF_FOUND,     /* it is read if account_looks() */
	CHOICE_LOOK,         /* it is not read; named if account_looks() */
	CHOICE_HIDDEN,       /* so is this and all that follow */
	CHOICE_EXCLUDED,     /* by --exclude */
	CHOICE_NOT_INCLUDED, /* by --include */
};

/* What is done with a folder with this path, relative to the operand. */
enum choice choose_folder(const struct cli *cli, const char *path);
/* The same of a file, whose folders must be entered. */
enum choice choose_file(struct cli *cli, const char *path);
/* Why it is not read, for messages; not of CHOICE_READ. */
const char *choose_reason(enum choice choice);

/* Why a file with puzzles is not read. */
#define CHOOSE_LEFT \
	"puzzles are in it, but its name is not among those that are read"

/* claims.c: whether an open file is an output of the run. */
bool cli_is_output(const struct cli *cli, int fd);

/* account.c: so many bytes of a file show whether it holds puzzles. */
#define CLI_LOOK 16384
/* Whether a file that would not be read holds puzzles: it is a closed board
 * with one player and as many boxes as goals, at least one, or another format,
 * also compressed or in an archive.  fd: its position is lost; -1: a stream. */
bool account_looks(struct cli *cli, int fd);
/* A member of an archive that can be read again from its start. */
struct account_stream {
	struct sok_stream stream; /* must be first */
	struct sok_stream *rest;
	size_t n, at;
	char head[CLI_LOOK];
};
/* The same as account_looks() for a member of an archive, which is then read
 * from `again`; true also if it cannot be read. */
bool account_looks_ahead(
    struct cli *cli, struct sok_stream *from, struct account_stream *again);
/* A file is not read: with -v, say why. */
void account_passed(struct cli *cli, const char *name, const char *reason);
/* The same, and it holds puzzles; below: its path inside the operand. */
void account_left(
    struct cli *cli, const char *name, const char *below, const char *reason);
/* A file or folder that was found cannot be read, which is a warning. */
void account_unread(struct cli *cli, const char *name, int errnum);
/* Report that none of the files in an archive or a folder was read. */
void account_nothing(struct cli *cli, const char *name);
/* Move an account to that of its folder. */
void account_add(struct cli *cli, struct account *to, struct account *from);
/* The operand, a folder or an archive, ends: report its account. */
void account_end(
    struct cli *cli, struct account *account, const struct cli_operand *op);

/* The values of --color, in this order. */
enum cli_colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* select.c: read the list of -s. */
void cli_parse_select(struct cli *cli, const char *list);
/* Whether no puzzle after this number is selected, in any operand. */
bool cli_select_past(const struct cli_select *select, size_t number);
/* Whether reading an operand may stop before its end. */
bool cli_select_ends(const struct cli_select *select);
/* Report the ids that no operand had. */
void cli_select_unseen(struct cli *cli);
void cli_select_close(struct cli *cli);

/* cli_progress.c: cli->progress stays NULL if no line is to be shown. */
void cli_progress_open(struct cli *cli);
/* Remove the progress line from the terminal. */
void cli_progress_clear(struct cli *cli);

/* synonyms.c: what this program has for an option of other programs, such as
 * `-w` for `in-place` or `i`; NULL: nothing is known. */
const char *synonym_option(
    const struct cli_option *const *has, size_t n, struct sok_str word);
/* The same for an argument of an option. */
const char *synonym_value(const char *option, struct sok_str word);

#endif
