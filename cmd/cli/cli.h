/*
 * cli.h - what the five programs share: options, operands, messages, output
 * and exit status.  A program is
 *
 *	int
 *	main(int argc, char **argv)
 *	{
 *		struct fmt fmt = {...};
 *		struct cli c;
 *
 *		cli_init(&c, &program, &fmt, argc, argv);
 *		cli_run(&c, &work);
 *		return cli_finish(&c);
 *	}
 *
 * Everything here may print and exit.  Usage errors, --help and --version
 * exit inside cli_init(); running out of memory exits with 2 anywhere.
 */
#ifndef CLI_H
#define CLI_H

#include <string.h>

#include "cli/choose.h"
#include "cli/id_table.h"
#include "tools.h"

#define CLI_NORETURN __attribute__((noreturn))

enum { CLI_OK = 0, CLI_NO = 1, CLI_TROUBLE = 2 };

struct cli;
struct cli_each;
struct cli_parallel;
struct cli_select;
struct files;
struct record;
struct recorded;

/* ---------------------------------------- cli_args.c and cli_values.c */

/*
 * An option: everything that getopt, --help, --print-options, completions and
 * the comparison with the manual need.
 */
struct cli_option {
	const char *name; /* long, matched exactly */
	char letter;      /* or 0 */
	const char *arg;  /* "FILE", "[WHAT]" when optional, or NULL */
	int id;           /* from CLI_OWN on; NULL name ends the table */
	const char *help; /* one sentence, no full stop */
};

/* Identifiers below are taken by the common options. */
#define CLI_OWN 1000
/* The id of an option that only sets a member of the program's state, or of
 * struct cli: a bool, or, where it has an argument, a const char * that becomes
 * it. */
#define CLI_STORE(type, member) (CLI_STORED + (int)offsetof(type, member))
#define CLI_SELF(member) (CLI_STORED_SELF + (int)offsetof(struct cli, member))
#define CLI_STORED 0x10000
#define CLI_STORED_SELF (2 * CLI_STORED)

struct cli_program {
	const char *name;
	const char *summary;              /* first line of --help */
	const char *operands;             /* NULL: "[file ...]" */
	const struct cli_option *options; /* ends with {0} */
	/* Take one of the program's own options; arg is NULL when an
	 * optional argument was left out.  c->ctx is the program's state. */
	void (*take)(struct cli *c, int id, const char *arg);
	/* When all were taken: what does not go together is refused; or NULL.
	 */
	void (*check)(struct cli *c);
	const struct cli_parallel
	    *parallel; /* for cli_each() with -j, or NULL */
};

/*
 * How several files are worked on at the same time: each with a copy of the
 * program's state, size bytes, as its ctx; allowed tells whether the options do
 * not need all that came before.
 */
struct cli_parallel {
	size_t size;
	bool (*allowed)(const struct cli *c);
};

/* Arguments of options.  What is wrong with one is a usage error. */

/* A decimal number from min to max. */
size_t cli_number(
    struct cli *c, const char *option, const char *arg, size_t min, size_t max);
/* The index of arg in n names. */
size_t cli_choice(struct cli *c, const char *option, const char *arg,
    const char *const *names, size_t n);
/* A comma-separated list of names: bit i for name i, "all" for all. */
unsigned cli_set(struct cli *c, const char *option, const char *arg,
    const char *const *names, size_t n);
/* The same of all names of an array. */
#define CLI_CHOICE(c, option, arg, names) \
	cli_choice(c, option, arg, names, SOK_COUNT(names))
#define CLI_SET(c, option, arg, names) \
	cli_set(c, option, arg, names, SOK_COUNT(names))
/* The argument of --floor. */
enum sok_floor cli_floor(struct cli *c, const char *arg);
/* Cut the next comma-separated word off a list; false at its end. */
bool cli_word(struct sok_str *list, struct sok_str *word);
/* A whole file into memory, or all that is left to read into an output; false
 * with errno. */
bool cli_read_file(const char *path, struct sok_buf *to);
bool cli_copy_fd(int fd, struct sok_output *to);
/* All of a small file that an option names, with a NUL behind it, from
 * malloc(); "-" is standard input.  Exits when it cannot be read. */
char *cli_slurp(struct cli *c, const char *path, size_t *size);

/* The name nearest to a word that is none; dashes stand in front of it. */
struct cli_hint {
	const char *dashes, *name;
	size_t distance;
	char text[80];
};
#define CLI_HINT(what) ((struct cli_hint){.dashes = (what)})
/* Whether this one is nearer than those before. */
void cli_hint_try(struct cli_hint *h, struct sok_str word, const char *name);
/* "; did you mean NAME?", or "" if none is near. */
const char *cli_hint(struct cli_hint *h);

/* ------------------------------------------------------------- cli.c */

struct cli {
	const struct cli_program *program;
	void *ctx; /* the program's state */

	/* From the options. */
	struct sok_read_options read; /* format, charset, tabs, limits */
	struct sok_limits limits;
	const char *output;     /* -o, NULL: standard output */
	const char *to_charset; /* NULL: text as it is */
	const char *stdin_name;
	bool quiet;
	int verbose;
	int jobs;                  /* at least 1 */
	struct cli_select *select; /* NULL: everything */
	char **operand;
	size_t noperands;
	struct choice choice; /* of files of folders and archives */
	const char *avoid;    /* a folder that is not walked, or NULL */
	bool shut;      /* look at names alone: nothing is read or reported */
	bool no_input;  /* set in take(): no operand means nothing to read */
	bool no_output; /* set in take(): standard output gets nothing */
	bool syncs;     /* set: each operand waits for the disk */
	bool splits;    /* set: cli_member_path() is wanted */
	bool counts;    /* set: last is wanted whatever -s leaves out */
	size_t last;    /* number of the last puzzle of the operand */
	bool reading;   /* what is found now is found by its reader */
	/* -j: what a thread found out about the puzzle, or NULL. */
	const struct cli_ready *ready;

	/*
	 * Where findings go.  cli_init() makes it print warnings and errors
	 * but those about style on standard error (-q: errors, -v: all); a
	 * program may put its own function and context here, and set off[]
	 * and level[], before cli_run().
	 */
	struct sok_sink sink;
	bool strict;    /* warnings give status 1 */
	bool exit_zero; /* findings do not change the status */

	/* Private. */
	int status;
	struct sok_output *out, *err;
	struct sok_sink gate; /* in front of sink: drops what -s left out */
	struct sok_arena scratch;
	bool headed; /* a header was handed out */
	bool merges; /* there are others for the same output */
	bool err_tty;
	bool dead;                   /* the output failed, which was said */
	bool no_fd[3];               /* 0 to 2 were closed at start */
	int colour;                  /* enum cli_colour */
	bool colour_out, colour_err; /* severities are coloured there */
	struct cli_progress *progress;
	struct jobs *ahead;  /* -j: operands that others read, or NULL */
	struct files *files; /* -j: files that others work on, or NULL */
	bool task;           /* this run does some of another one's work */
	struct sok_packed *standard_input; /* where it was looked at */
	const char *names_from;            /* --files-from */
	char names_end;
	char *names; /* its content */
	size_t cap;
	const struct cli_each *each; /* what is done with operands, or NULL */
	size_t nread;                /* files and members so far */
	struct sok_arena names_kept; /* of those */
	/* Of files that cli_find_files() found and of members: where in the
	 * name the part inside the operand begins. */
	struct id_table inside;
};

/*
 * Prepare the process (descriptors, signals) and read the command line.  The
 * options of read are complete but name.  No operand means "-"; with a
 * terminal there: usage, exit 2.
 */
void cli_init(struct cli *c, const struct cli_program *p, void *ctx, int argc,
    char **argv);
/*
 * The one exit status: what was raised, 2 for a limit, 1 for findings of
 * severity error.
 */
int cli_status(const struct cli *c);
void cli_raise(struct cli *c, int status);
/* What follows has a status of its own, from 0; then the run has the higher of
 * both. */
struct cli_outcome {
	int status;
	bool limit_hit;
};
struct cli_outcome cli_outcome_begin(struct cli *c);
void cli_outcome_end(struct cli *c, struct cli_outcome before);
/*
 * Standard output or the file of -o, opened by the first call; exits when it
 * cannot be.  --to-charset is for the writer, which knows what is text.
 */
struct sok_output *cli_output(struct cli *c);
/* The same for text of the input, which must not control a terminal. */
struct sok_output *cli_text_output(struct cli *c);
/* Its name in findings. */
const char *cli_output_name(const struct cli *c);
/* Whether writing it failed, which is then said, once, and status 2. */
bool cli_output_failed(struct cli *c);
/*
 * Close the output (the file of -o is replaced only if the status is below
 * 2), say what went wrong, release everything; the exit status.
 */
int cli_finish(struct cli *c);

/* --------------------------------------- cli_run.c, cli_operands.c */

/* A file that is read; one of the command line may be several: those below a
 * folder, the members of an archive. */
struct cli_operand {
	const char *path;   /* "-" is standard input, NULL a member */
	const char *name;   /* in messages, lives as long as the run */
	const char *member; /* its path in the archive: the end of name */
	const char *below;  /* the end of name, from the operand on */
	int fd;             /* open for reading; -1 in cli_each(c, false, ..) */
	struct sok_stream *stream; /* read instead of fd, or NULL */
	const char *packed;        /* how it is compressed, or NULL */
	size_t index;              /* from 0, in the order of reading */
	bool is_stdin;
	bool last;  /* none is read after it */
	bool met;   /* in a folder or an archive, not named itself */
	bool holds; /* it is a folder or an archive */
};

/* What prepare() found out about a puzzle. */
struct cli_ready {
	int error;              /* errno, or 0 */
	struct recorded *found; /* for cli_report_recorded() */
	void *result;           /* the program's, or NULL */
};

/*
 * With -j, in any thread and before its turn: do with a puzzle what depends on
 * the options and the puzzle alone.  The record takes what is found; the
 * result, in the arena, is for c->ready when puzzle() is called.  0, -1 with
 * errno.
 */
typedef int cli_prepare_fn(const struct cli *c, struct sok_puzzle *p,
    struct cli_ready *ready, struct record *found, struct sok_arena *a,
    struct sok_arena *scratch);

/*
 * What to do with a collection; NULL is nothing.  Each gives 0 to go on or -1
 * with errno, which ends the run with a message and status 2.  Findings are
 * no reason for -1.
 */
struct cli_work {
	/* Before an operand was read, and after it (also when reading it
	 * failed). */
	int (*begin)(struct cli *c, const struct cli_operand *op);
	int (*end)(struct cli *c, const struct cli_operand *op);
	/* After the last file of an operand that is a folder or an archive. */
	void (*whole)(struct cli *c, const struct cli_operand *op);
	/* Once per operand, before its first puzzle, also without puzzles;
	 * h->later is set from the second header of the run on. */
	int (*header)(struct cli *c, struct sok_header *h);
	/* Every selected puzzle, with an arena for work on it. */
	int (*puzzle)(struct cli *c, struct sok_puzzle *p, struct sok_arena *a);
	cli_prepare_fn *prepare;
};

/*
 * Call fn for every operand in the order given, open for reading or not.
 * What cannot be opened is reported and passed over.  fn as in cli_work.
 */
void cli_each(struct cli *c, bool open,
    int (*fn)(struct cli *c, const struct cli_operand *op, const void *arg),
    const void *arg);
/* Read the puzzles of one open operand; 0 or -1 as in cli_work.  An error of
 * reading is reported and gives 0. */
int cli_puzzles(
    struct cli *c, const struct cli_operand *op, const struct cli_work *w);
/* The whole run: cli_puzzles() for each operand. */
void cli_run(struct cli *c, const struct cli_work *w);
/* At the end of an operand: whether what was not found there is not in it, as
 * it was read to its end. */
bool cli_read_whole(const struct cli *c);
/* Whether the puzzle is selected by -s; scratch is for its id.  NULL, or what
 * has no number: whether the one asked for last was. */
bool cli_selected(
    struct cli *c, const struct sok_puzzle *p, struct sok_arena *scratch);
/* Say which numbers are beyond the end of an operand. */
void cli_select_missed(struct cli *c, const char *name, size_t puzzles);
/* Replace folders by the files in them, before cli_each(): then each is worked
 * on by itself, at the same time with -j. */
void cli_find_files(struct cli *c);
/* As cli_trouble(): an operand could not be read. */
void cli_read_trouble(struct cli *c, const struct cli_operand *op, int errnum);
/* The member in the name of a file, or NULL if it is in no archive; c->splits
 * was set before it was read. */
const char *cli_member_path(const struct cli *c, const char *name);
/* Report what prepare() recorded about the puzzle. */
void cli_report_recorded(
    struct cli *c, const struct recorded *first, const struct sok_puzzle *p);
/* Read options with the operand's name, for readers of the program's own. */
struct sok_read_options cli_read_options(
    const struct cli *c, const struct cli_operand *op);
/* The sink for readers of the program's own: findings about puzzles that are
 * not selected end here. */
struct sok_sink *cli_sink(struct cli *c);
/* For long work: n puzzles more, so many bytes of this operand read so far.
 * Shows progress on a terminal. */
void cli_progress(
    struct cli *c, const struct cli_operand *op, size_t n, size_t bytes);

/* --------------------------------------------------------- cli_message.c */

/* "sokfmt: name: reason" for an errno, name NULL: "sokfmt: reason"; status 2.
 */
void cli_trouble(struct cli *c, const char *name, int errnum);
/* "sokfmt: message"; status 2. */
void cli_error(struct cli *c, const char *fmt, ...) SOK_PRINTF(2, 3);
/* The same as a remark that changes no status; silent with -q. */
void cli_remark(struct cli *c, const char *fmt, ...) SOK_PRINTF(2, 3);
/* "sokfmt: message", usage, exit 2. */
CLI_NORETURN void cli_usage(struct cli *c, const char *fmt, ...)
    SOK_PRINTF(2, 3);
/* Exit 2 with a message unless this build has the library that what is asked
 * for, as `--duplicates`, needs. */
void cli_need(struct cli *c, const char *what, enum sok_library l);
/* p, or the end of the program if it is NULL for want of memory. */
void *cli_must(struct cli *c, void *p);
/* cli_trouble() and exit 2, temporary files removed. */
CLI_NORETURN void cli_die(struct cli *c, const char *name, int errnum);
/* cli_help.c: words in lines of that width, from the column indent on, where
 * the first of them begins; between paragraphs, which '\n' parts, a blank line.
 */
void cli_wrap(
    struct sok_output *o, const char *text, size_t indent, size_t width);
/* Whether text is printable ASCII and nothing else, as most of it is, without
 * a bracket that might need a closer look. */
bool cli_plain(struct sok_str s);
/*
 * Print text of the input so that it cannot control a terminal or forge a
 * line: control, C1, bidi and separator characters and bytes that are not
 * UTF-8 become \x1b, \u{202e}, and of `##[error]`, which the logs of builds
 * obey, the bracket does; the rest is printed as it is.
 * Without memory, false, all but ASCII becomes a question mark.
 */
bool cli_escape(struct sok_output *o, struct sok_str s);
/* What goes before a file's name that begins a line: `./` if it begins with two
 * colons, as the commands that such logs obey do, else nothing. */
struct sok_str cli_name_guard(const char *name);
/* Standard error, buffered; cli_flush() after a line that is waited for. */
struct sok_output *cli_err(struct cli *c);
void cli_flush(struct cli *c);
/* What was printed on standard output stands above what is said next, where
 * both go to one place. */
void cli_flush_output(struct cli *c);

/* ----------------------------------------------------- cli_finding.c */

/*
 * A finding as one line
 *
 *	file:line:col: severity: message [rule] (puzzle 12 "Foo")
 *
 * on any output; text that is not UTF-8 is taken for windows-1252.
 */
void cli_finding(
    struct cli *c, struct sok_output *o, const struct sok_finding *f);
/* The same at the end of b, in the colours of that output. */
void cli_add_finding(struct cli *c, struct sok_buf *b,
    const struct sok_finding *f, const struct sok_output *o);
/*
 * Parts of it, at the end of b: text as above, cut after so many bytes;
 * `puzzle 12 "Foo"`, with a game `puzzle 12 "Foo", "Solution"`; line and
 * column, as far as they are known.
 */
void cli_add_text(
    struct cli *c, struct sok_buf *b, struct sok_str s, size_t most);
void cli_add_whose(struct cli *c, struct sok_buf *b, const struct sok_puzzle *p,
    const struct sok_game *g, size_t most);
void cli_add_place(struct sok_buf *b, struct sok_pos pos,
    const char *before_line, const char *before_column);
void cli_add_number(struct sok_buf *b, size_t n);
/* The same on standard error as -q and -v ask: the function of the sink that a
 * program starts with; ctx is c. */
void cli_print_finding(void *ctx, const struct sok_finding *f);

#endif
