/*
 * cli.h - what the five programs share: options, operands, messages, output
 * and exit status.  A program is
 *
 *	int
 *	main(int argc, char **argv)
 *	{
 *		struct fmt fmt = {...};
 *		struct cli cli;
 *
 *		cli_init(&cli, &program, &fmt, argc, argv);
 *		cli_run(&cli);
 *		return cli_finish(&cli);
 *	}
 *
 * Everything here may print and exit.  Usage errors, --help and --version
 * exit inside cli_init(); running out of memory exits with 2 anywhere.
 */
#ifndef CLI_H
#define CLI_H

#include <string.h>

#include "base/base.h"
#include "cli/options.h"
#include "format/format.h"
#include "io/io.h"
#include "text/text.h"

#define CLI_NORETURN __attribute__((noreturn))

enum { CLI_OK = 0, CLI_NO = 1, CLI_TROUBLE = 2 };

/* The name of standard input, unless --stdin-name gives it another one. */
#define CLI_STDIN "<stdin>"

struct cli;
struct cli_operand;
struct prepared;

/* Functions of a program that process operands return 0, or -1 with errno,
 * which ends the run with a message and status 2.  Findings are not errors. */
typedef int cli_file_fn(struct cli *cli, const struct cli_operand *op);
/* With -j, called in any thread before the turn of a puzzle: do what depends
 * only on the options and the puzzle.  Its findings are reported before
 * puzzle(), which has its result as cli->ready. */
typedef int cli_prepare_fn(
    const struct cli *cli, struct sok_puzzle *puzzle, struct prepared *to);

/* ---------------------------------------- cli_args.c and cli_values.c */

/* An option, for the command line, --help, --print-options, completions and
 * the comparison with the manual.  An entry without a name ends a table. */
struct cli_option {
	const char *name; /* long, matched exactly */
	char letter;      /* 0: none */
	const char *arg;  /* "FILE", "[WHAT]" if optional, or NULL */
	int id;           /* enum option_id, CLI_STORE() or CLI_SELF() */
	const char *help; /* one sentence, no full stop */
};

/* The id of an option that only sets a member of the program's state, or of
 * struct cli: a bool or, if the option has an argument, a const char *. */
#define CLI_STORE(type, member) (CLI_STORED + (int)offsetof(type, member))
#define CLI_SELF(member) (CLI_STORED_SELF + (int)offsetof(struct cli, member))

struct cli_program {
	const char *name;
	const char *summary;     /* first line of --help */
	const char *examples[3]; /* commands, and what they do */
	const char *select;      /* what -s does here, or NULL: as usual */
	const struct cli_option *options; /* ends with {0} */
	/* Take one of the program's own options; arg is NULL if an optional
	 * argument was omitted.  cli->ctx is the program's state.  False if the
	 * option is not one of these. */
	bool (*take)(struct cli *cli, int id, const char *arg);
	/* Check the combination of options after all were taken; or NULL. */
	void (*check)(struct cli *cli);
	size_t state; /* bytes of the program's state, for cli->parallel */

	/* What it does with collections.  Once for each operand, before its
	 * first puzzle, also without puzzles; header->later is set from the
	 * second header of the run on. */
	int (*header)(struct cli *cli, struct sok_header *header);
	/* Each selected puzzle, with an arena for temporary data. */
	int (*puzzle)(struct cli *cli, struct sok_puzzle *puzzle,
	    struct sok_arena *arena);
	cli_prepare_fn *prepare;
	/* Whether prepare() has so little to do with the options that handing
	 * puzzles from thread to thread takes longer than it saves, so that -j
	 * does not read ahead; or NULL: never. */
	bool (*light)(const struct cli *cli);
	/* After an operand, also if reading it failed; or NULL. */
	cli_file_fn *end;
	/* After the last file of a directory or an archive: whether it was
	 * reported that nothing was read in it; or NULL. */
	bool (*whole)(struct cli *cli, const struct cli_operand *op);
};

/* Arguments of options.  Invalid ones are usage errors. */

/* A number from min to max. */
size_t cli_number(struct cli *cli, const char *option, const char *arg,
    size_t min, size_t max);
/* The index of a word in n names; `more` ends their list in the message. */
size_t cli_choice(struct cli *cli, const char *option, struct sok_str word,
    const char *const *names, size_t n, const char *more);
/* Parse a comma-separated list of names: bit i for name i; "all" for all. */
unsigned cli_set(struct cli *cli, const char *option, const char *arg,
    const char *const *names, size_t n);
/* The same for an array of names. */
#define CLI_CHOICE(c, option, arg, names) \
	cli_choice(c, option, sok_str(arg), names, SOK_COUNT(names), "")
#define CLI_SET(c, option, arg, names) \
	cli_set(c, option, arg, names, SOK_COUNT(names))
/* The floor that the argument of --floor names. */
enum sok_floor cli_floor(struct cli *cli, const char *arg);
/* Take the next word of a comma-separated list; false at its end. */
bool cli_word(struct sok_str *list, struct sok_str *word);
/* Read a small file that an option names, with a NUL after it; if dash, "-" is
 * standard input.  The result is from malloc().  Exits on errors. */
char *cli_slurp(struct cli *cli, const char *path, bool dash, size_t *size);

/* The known name that is most similar to an unknown word; begins with 0. */
struct cli_hint {
	const char *name;
	size_t distance;
	char text[80];
};
void cli_hint_try(struct cli_hint *hint, struct sok_str word, const char *name);
/* "; did you mean NAME?", with dashes before it, or "" without such a name. */
const char *cli_hint(struct cli_hint *hint, const char *dashes);

/* -------------------------------------------------------- id_table.c */

/* A hash table from ids or digests to numbers. */
struct id_slot {
	uint64_t id;
	size_t n; /* 0: empty */
};

/* Initialize with 0.  size is a power of two; at least half of the slots are
 * empty, so that a search ends soon. */
struct id_table {
	struct id_slot *slot;
	size_t size, used;
};

/* The slot of an id.  If its n is 0, the id is new, and the caller sets n.
 * Valid until the next call.  NULL on ENOMEM. */
struct id_slot *id_table_find(struct id_table *table, uint64_t id);
/* The number of an id, 0 if it has none. */
size_t id_table_get(const struct id_table *table, uint64_t id);
void id_table_free(struct id_table *table);

/* ------------------------------------------------------------- cli.c */

/* A list of names, which are not copied.  Initialize with 0, free name. */
struct names {
	const char **name;
	size_t n, cap;
};

void cli_add_name(struct cli *cli, struct names *to, const char *name);

/* What happened to the files of an operand that is a folder or an archive. */
struct account {
	size_t read;          /* files that were read */
	size_t left;          /* files with puzzles that were not read */
	struct sok_buf names; /* the first of these, for a message */
};

/* A folder whose files are operands of their own. */
struct tree {
	const char *name;
	size_t begin, end; /* its files among the operands */
	struct account account;
};

/* What reads or writes a file: an option, or NULL for operands. */
struct claim {
	bool writes;
	const char *option;
	const char *replaced; /* the option that may replace this input */
};

/* The files that the run reads and writes.  Initialize with 0. */
struct claims {
	struct id_table files; /* numbers in claim, from 1 */
	struct claim claim[16];
	size_t n;
	bool writes;   /* an output is a regular file, or will be */
	bool checked;  /* the options of all programs are in it */
	bool complete; /* so are the operands */
};

struct cli {
	const struct cli_program *program;
	void *ctx; /* the program's state */

	/* From the options. */
	struct sok_read_options read; /* format, charset, tabs, limits */
	struct sok_limits limits;
	const char *output;     /* -o, NULL: standard output */
	const char *to_charset; /* NULL: text as it is */
	const char *stdin_name;
	bool quiet, verbose;
	bool strict;               /* warnings raise the status to 1 */
	bool exit_zero;            /* findings do not raise the status */
	bool line_buffered;        /* flush the output after each puzzle */
	int jobs;                  /* at least 1 */
	struct cli_select *select; /* NULL: everything */
	struct names operands;
	struct names include, exclude; /* patterns for folders and archives */
	const char *avoid;             /* a folder to skip, or NULL */
	bool shut;      /* only names are wanted: nothing is read or reported */
	bool no_input;  /* set in take(): without operands nothing is read */
	bool no_output; /* set in take(): standard output is not used */
	/* Set: no file depends on earlier ones, so that cli_each() may process
	 * several at the same time, each with a copy of the program's state. */
	bool parallel;
	bool syncs;    /* set: each operand is synchronized to disk */
	bool splits;   /* set: cli_member_path() will be called, not in tasks */
	bool counts;   /* set: `last` is needed whatever -s leaves out */
	size_t last;   /* number of the last puzzle of the operand */
	bool reading;  /* findings now come from the reader */
	bool selected; /* whether -s selects the puzzle read last */
	const void *ready; /* -j: the result of prepare(), or NULL */

	/* The receiver of findings.  cli_init() makes it cli_print_finding(),
	 * which prints warnings and errors, except those about style, on
	 * standard error (-q: errors, -v: all).  A program may set its own
	 * function and context, and off[] and level[], before cli_run(). */
	struct sok_sink sink;

	/* Private. */
	int status;
	struct sok_output *out, *err;
	struct sok_sink gate; /* see cli_sink() */
	struct sok_arena scratch;
	bool headed;   /* a header was passed on */
	bool withheld; /* see cli_withhold() */
	bool err_tty;
	bool dead;     /* the output has failed, which was reported */
	bool no_fd[3]; /* descriptors 0 to 2 that were closed at the start */
	int colour;    /* enum cli_colour */
	bool colour_out, colour_err; /* severities are coloured there */
	struct cli_progress *progress;
	struct jobs *ahead;  /* -j: operands that other threads read, or NULL */
	struct files *files; /* -j: files that other threads process, or NULL */
	bool task; /* this run does a part of the work of another one */
	struct sok_packed *standard_input; /* if its first bytes were read */
	struct sok_unpacker *unpacker;     /* of archives */
	const char *names_from;            /* --files-from */
	char names_end;
	char *names; /* the contents of the file */
	/* During cli_each(): what is done with each file, open or not. */
	cli_file_fn *each;
	bool opens;
	size_t nread;                /* number of files and members so far */
	struct sok_arena names_kept; /* of these files; also the list of -s */
	/* For files found by cli_find_files(): the position in the name where
	 * the part inside the operand begins. */
	struct id_table inside;
	struct id_table archives; /* digests of the names of those read */
	struct claims claims;
	const char *stdin_is; /* what standard input was claimed as, or NULL */
	struct names outputs; /* the files and folders of cli_writes() */
	struct account account; /* of the operand that is read */
	struct tree *tree;      /* of cli_find_files(), in order */
	size_t ntrees, trees_cap;
};

/* Prepare the process (descriptors, signals) and read the command line.  All
 * members of read but name are set.  Without operands "-" is read; if that is a
 * terminal: usage, exit 2. */
void cli_init(struct cli *cli, const struct cli_program *program, void *ctx,
    int argc, char **argv);
/* The exit status so far: the highest one raised, 2 for an exceeded limit, 1
 * for findings of severity error.  It decides what is still done and written,
 * so an option that only changes what the shell sees belongs to cli_finish().
 */
int cli_status(const struct cli *cli);
void cli_raise(struct cli *cli, int status);
/* Standard output or the file of -o, opened by the first call; exits on errors.
 * --to-charset is left to the writer, which knows what is text. */
struct sok_output *cli_output(struct cli *cli);
/* The same for text of the input, which must not control a terminal. */
struct sok_output *cli_text_output(struct cli *cli);
/* Whether the markers of a conflict were read. */
static inline bool
cli_conflict(const struct cli *cli)
{
	return cli->sink.conflict || cli->gate.conflict;
}
/* When all puzzles are written: if the markers of a conflict were read, the
 * file of -o is not replaced, and the status is CLI_NO at least.  Of two
 * versions in one file neither is the right one. */
void cli_withhold(struct cli *cli);
/* Its name for findings. */
const char *cli_output_name(const struct cli *cli);
/* Whether writing has failed, which is then reported once, with status 2. */
bool cli_output_failed(struct cli *cli);
/* Close the output (the file of -o is only replaced if the status is below 2),
 * report errors, and release everything.  Returns the exit status, which is
 * final. */
int cli_finish(struct cli *cli);

/* -------------------- cli_run.c, source.c, select.c, cli_operands.c */

/* A file that is read.  An operand may be several: the files in a folder, the
 * members of an archive. */
struct cli_operand {
	const char *path;   /* "-" is standard input, NULL for a member */
	const char *name;   /* for messages; valid during the run */
	const char *member; /* its path in the archive, the end of name */
	const char *below;  /* the end of name, beginning with the operand */
	int fd;             /* open for reading; -1 if it is not to be read */
	struct sok_stream *stream; /* read in place of fd, or NULL */
	const char *packed;        /* its compression, or NULL */
	size_t index;              /* in the order of reading, from 0 */
	bool is_stdin;
	bool regular; /* fd is a regular file: reading it never waits */
	bool last;    /* no file is read after it */
	bool met;     /* found in a directory or an archive */
	bool holds;   /* it is a directory or an archive */
};

/* Call fn for each operand in order, open for reading or not.  Meanwhile the
 * status is that of the file.  Operands that cannot be opened are reported and
 * skipped. */
void cli_each(struct cli *cli, bool open, cli_file_fn *fn);
/* Pass the puzzles of an open operand to the program; 0, -1 as it did.  A read
 * error is reported, and is not -1. */
cli_file_fn cli_puzzles;
/* The whole run: cli_puzzles() for each operand. */
void cli_run(struct cli *cli);
/* At the end of an operand, or of a folder or archive: report that it has
 * nothing of a kind, such as "no board was recognised".  False if it may have
 * some, because -s left puzzles out or because not all was read. */
bool cli_report_nothing(struct cli *cli, const struct cli_operand *op,
    enum sok_rule rule, enum sok_severity severity, const char *what);
/* cli_others.c: pass the puzzles of other operands, which an option names, to
 * the functions of another program, whose name and options are not used.  Their
 * format is detected, -s does not apply to them, and only errors and what was
 * not read are printed, to standard error.  Returns the status of this run:
 * CLI_NO after an error in a file, CLI_TROUBLE if not all was read; the
 * program's own is unchanged.  Files keep their names as long as the run, as
 * those of operands do. */
int cli_read_others(struct cli *cli, const struct names *operands,
    const struct cli_program *with, void *ctx);
/* The same for the files as such: call a function for each of them, open for
 * reading, with ctx as cli->ctx. */
int cli_each_other(struct cli *cli, const struct names *operands,
    cli_file_fn *each, void *ctx);
/* Whether -s selects the puzzle; scratch is used for its id.  For NULL or a
 * puzzle without a number: the answer of the previous call. */
bool cli_selected(struct cli *cli, const struct sok_puzzle *puzzle,
    struct sok_arena *scratch);
/* Whether -s needs more of a puzzle than its board and its number. */
bool cli_select_reads(const struct cli *cli);
/* If so, a program that does not read puzzles calls this before an operand,
 * whose bytes fd has from its start: then the number is enough.  0, -1 with
 * errno. */
int cli_select_ahead(struct cli *cli, const struct cli_operand *op, int fd);
/* Report the numbers of -s beyond the end of an operand. */
void cli_select_missed(struct cli *cli, const char *name, size_t puzzles);
/* Replace directories by the files in them before cli_each(), so that each file
 * is processed by itself, with -j at the same time. */
void cli_find_files(struct cli *cli);
/* As cli_trouble(), for an operand that could not be read, in a format if it is
 * known, else NULL. */
void cli_read_trouble(struct cli *cli, const struct cli_operand *op,
    const struct sok_format *format, int errnum);
/* The member in the name of a file, NULL if it is not in an archive.
 * cli->splits must be set before the file is read. */
const char *cli_member_path(const struct cli *cli, const char *name);
/* A reader of an open operand, NULL with errno. */
struct sok_reader *cli_reader(
    const struct cli *cli, const struct cli_operand *op, struct sok_sink *sink);
/* The sink for readers: it drops findings about puzzles that -s leaves out. */
struct sok_sink *cli_sink(struct cli *cli);
/* To be called during long work: n more puzzles were processed, and so many
 * bytes of this operand were read.  Shows the progress on a terminal. */
void cli_progress(
    struct cli *cli, const struct cli_operand *op, size_t n, size_t read);

/* ---------------------------------------------------------- claims.c */

/* Each option that names a file says so before the run begins.  If a file is an
 * output as well as an input or another output, by any of its names, the
 * program ends with 2, before anything is written.  replaced: the option whose
 * output may replace this input, or NULL. */
void cli_reads(struct cli *cli, const char *path, const char *option,
    const char *replaced);
void cli_writes(struct cli *cli, const char *path, const char *option);
/* Do the same for the operands, the output and the list of names.  cli_each()
 * calls it; before, if something is created earlier. */
void cli_check_claims(struct cli *cli);
/* Standard input is read as `what`, such as `--in`: a usage error if it is an
 * operand as well, or was claimed before. */
void cli_claim_stdin(struct cli *cli, const char *what);
/* What a run needs in addition to its outputs. */
enum {
	CLI_REPLACES = 1, /* operands are outputs */
	CLI_SPOOLS = 2    /* there are temporary files in $TMPDIR */
};
/* Take away from the rest of the run what it does not need, as far as the
 * system can: writing elsewhere than in the outputs and their folders, the
 * network, and other programs.  To be called when all outputs are known, and
 * before there are threads. */
void cli_confine(struct cli *cli, unsigned needs);
struct stat;
/* What identifies a file in tables of inputs and outputs. */
uint64_t claims_identity(const struct stat *st);

/* ---------------------------------------------------------- choose.c */

/* The last component of a path. */
const char *choose_name(const char *path);
/* For qsort(): elements that begin with a pointer to their name. */
int choose_order(const void *one, const void *other);
/* The length of a name without the suffix of a format. */
size_t choose_stem(const char *name, size_t n);
/* Whether it was found in a folder or archive, and its name does not promise a
 * board: .txt, .sol, and names like answer.1. */
bool choose_may_be_text(const struct cli_operand *op);

/* --------------------------------------------------------- cli_message.c */

/* Print "sokfmt: name: reason" for an errno, or "sokfmt: reason" if name is
 * NULL; the status becomes 2. */
void cli_trouble(struct cli *cli, const char *name, int errnum);
/* Print "sokfmt: message"; status 2. */
void cli_error(struct cli *cli, const char *fmt, ...)
    SOK_PRINTF(2, 3) SOK_SELDOM;
/* A remark does not change the status, and is not printed with -q. */
void cli_remark(struct cli *cli, const char *fmt, ...)
    SOK_PRINTF(2, 3) SOK_SELDOM;
/* Print "sokfmt: message" and the usage, and exit with 2. */
CLI_NORETURN void cli_usage(struct cli *cli, const char *fmt, ...)
    SOK_PRINTF(2, 3) SOK_SELDOM;
/* Exit because there was no memory, unless enough is true. */
void cli_enough(struct cli *cli, bool enough);
/* memory; exits if it is NULL because there was no memory. */
void *cli_must(struct cli *cli, void *memory);
/* cli_trouble(), then exit with 2; temporary files are removed. */
CLI_NORETURN void cli_die(struct cli *cli, const char *name, int errnum);
/* Print words in lines of this width, indented to a column, at which the first
 * line already is.  '\n' separates paragraphs, which get a blank line between
 * them. */
void cli_wrap(
    struct sok_output *out, const char *text, size_t indent, size_t width);
/* Whether text is printable ASCII without brackets that might need escapes, as
 * most text is: cli_escape() would print it unchanged. */
bool cli_plain(struct sok_str s);
/* Print text of the input so that it cannot control a terminal or forge a line:
 * control, C1, bidi and separator characters and invalid UTF-8 become \x1b or
 * \u{202e}, and so does the bracket of `##[error]`, which build services obey
 * (sok_escape()).  False if there was no memory; everything outside ASCII is
 * then printed as question marks. */
bool cli_escape(struct sok_output *out, struct sok_str s);
/* What precedes a file name at the start of a line: `./` if the name begins
 * with two colons, like commands in the logs of build services; otherwise
 * nothing. */
struct sok_str cli_name_guard(const char *name);
/* Standard error, buffered; call cli_flush() after a line that somebody waits
 * for.  cli_finish() flushes it as well. */
struct sok_output *cli_err(struct cli *cli);
void cli_flush(struct cli *cli);
/* Flush standard output, so that it precedes the next message if both go to the
 * same place. */
void cli_flush_output(struct cli *cli);

/*
 * Print a finding as one line on standard error,
 *
 *	file:line:col: severity: message [rule] (puzzle 12 "Foo")
 *
 * Text that is not UTF-8 is taken as windows-1252.
 */
void cli_finding(struct cli *cli, const struct sok_finding *finding);
/* The same as -q and -v ask for it: warnings and errors, except those about
 * style (-q: errors; -v: all).  This is the function of the sink that a program
 * starts with; ctx is the struct cli. */
void cli_print_finding(void *ctx, const struct sok_finding *finding);
/* Append the line to buf, in the colours of the output that it goes to. */
void cli_add_finding(struct cli *cli, struct sok_buf *buf,
    const struct sok_finding *finding, const struct sok_output *out);
/* Append parts of it to buf: text, cut after so many bytes; `puzzle 12 "Foo"`
 * or, with a game, `puzzle 12 "Foo", "Solution"`; line and column if they are
 * known; a number. */
void cli_add_text(
    struct cli *cli, struct sok_buf *buf, struct sok_str s, size_t most);
void cli_add_whose(struct cli *cli, struct sok_buf *buf,
    const struct sok_puzzle *puzzle, const struct sok_game *game, size_t most);
void cli_add_place(struct sok_buf *buf, struct sok_pos pos,
    const char *before_line, const char *before_column);
void cli_add_number(struct sok_buf *buf, size_t n);

#endif
