/* cli_args.c - parses the command line with the options of the program and of
 * all programs, and prints --help and --print-options from the same tables. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "format/format.h"
#include "io/io.h"
#include "text/text.h"

#define MAX_OPTIONS 64
#define LONG_VALUE 0x10000 /* above all letters */
#define HELP_COLUMN 28
#define HELP_WIDTH 79

/* The options of all programs, by the headings of --help. */
static const struct cli_option what_is_read[] = {
    {"from", 'f', "FORMAT", OPTION_FROM,
        "input format, default auto: detect it"},
    {"select", 's', "LIST", OPTION_SELECT,
        "only these puzzles: 3,7-9,12-,@1674E2D1AC70B61C,title:GLOB, "
        "author:GLOB,unsolved; a leading ! selects all others"},
    {"charset", 0, "NAME", OPTION_CHARSET,
        "decode inputs from this character set"},
    {"tabs", 0, "N", OPTION_TABS, "columns of a TAB inside a board, default 8"},
    {"squares", 0, "MAP", OPTION_SQUARES,
        "squares of other characters in boards of text, as in '+=# P=@ X=. "
        "-= '"},
    {"squares-apart", 0, NULL, CLI_SELF(read.squares_apart),
        "boards of text may have one blank between their squares"},
    {"game", 0, "NAME", OPTION_GAME,
        "read puzzles as sokoban, multiban, sokoban+, hexoban, trioban or "
        "octoban"},
    {"files-from", 0, "FILE", OPTION_FILES_FROM,
        "read names of operands from FILE, one per line"},
    {"files0-from", 0, "FILE", OPTION_FILES0_FROM,
        "read names of operands from FILE, NUL-separated"},
    {"stdin-name", 0, "NAME", CLI_SELF(stdin_name),
        "the name of standard input in messages"},
    {"include", 0, "GLOB", OPTION_INCLUDE,
        "in folders and archives, read only files whose names match"},
    {"exclude", 0, "GLOB", OPTION_EXCLUDE,
        "skip files and folders whose names match"},
    {"limit", 0, "NAME=N", OPTION_LIMIT, "set a safety limit, see sok(5)"},
    {NULL, 0, NULL, 0, NULL},
};
static const struct cli_option what_is_written[] = {
    {"output", 'o', "FILE", OPTION_OUTPUT,
        "write to FILE, which is replaced at the end"},
    {"to-charset", 0, "NAME", OPTION_TO_CHARSET,
        "encode text output to this character set"},
    {NULL, 0, NULL, 0, NULL},
};
static const struct cli_option how_it_runs[] = {
    {"quiet", 'q', NULL, CLI_SELF(quiet), "less on standard error"},
    {"verbose", 'v', NULL, CLI_SELF(verbose), "more on standard error"},
    {"jobs", 'j', "N", OPTION_JOBS, "use N processors, 0 for all, default 1"},
    {"line-buffered", 0, NULL, CLI_SELF(line_buffered),
        "write out each puzzle or finding at once"},
    {"color", 0, "WHEN", OPTION_COLOR,
        "colour severities: auto (on a terminal), always or never"},
    {"help", 'h', NULL, OPTION_HELP, "print this help"},
    {"version", 'V', NULL, OPTION_VERSION,
        "print the version and the libraries built in"},
    /* For completions and the tests of the manual; not in the help. */
    {"print-options", 0, NULL, OPTION_PRINT_OPTIONS, NULL},
    {NULL, 0, NULL, 0, NULL},
};

/* The headings of --help: an option is one of the program or of a table above.
 */
enum group { GROUP_OWN, GROUP_READ, GROUP_WRITTEN, GROUP_RUN };

/* All option tables, as getopt_long() needs them. */
struct table {
	const struct cli_option *option[MAX_OPTIONS];
	enum group group[MAX_OPTIONS];
	struct option longs[MAX_OPTIONS + 1];
	char letters[3 * MAX_OPTIONS + 3];
	size_t n; /* number of options */
};

static void
add_options(
    struct table *table, const struct cli_option *option, enum group group)
{
	char *end = table->letters + strlen(table->letters);

	for (; option->name != NULL; option++) {
		/* Each run adds all options, so a missing one is seen at once.
		 */
		if (table->n == MAX_OPTIONS)
			abort();
		/* One colon means an argument, two an optional one. */
		int colons =
		    option->arg == NULL ? 0 : 1 + (option->arg[0] == '[');

		if (option->letter != 0)
			*end++ = option->letter;
		for (int i = 0; i < colons && option->letter != 0; i++)
			*end++ = ':';
		table->longs[table->n] = (struct option){
		    option->name, colons, NULL, LONG_VALUE + (int)table->n};
		table->group[table->n] = group;
		table->option[table->n++] = option;
	}
}

/* ---- what is printed on request */

/* What an option does in this program; NULL: it is not to be shown. */
static const char *
help_of(const struct cli *cli, const struct cli_option *option)
{
	return option->id == OPTION_SELECT && cli->program->select != NULL
	    ? cli->program->select
	    : option->help;
}

/* Print `  -o, --output=FILE` and what the option does. */
static void
print_option(struct cli *cli, const struct cli_option *opt)
{
	struct sok_output *out = cli_output(cli);
	const char *arg = opt->arg == NULL ? "" : opt->arg;
	struct sok_buf buf = {0};

	if (opt->letter != 0)
		sok_buf_fmt(&buf, "  -%c, --%s", opt->letter, opt->name);
	else
		sok_buf_fmt(&buf, "      --%s", opt->name);
	if (arg[0] == '[')
		sok_buf_fmt(&buf, "[=%s", arg + 1);
	else if (arg[0] != '\0')
		sok_buf_fmt(&buf, "=%s", arg);
	sok_out(out, sok_buf_str(&buf));
	if (buf.len + 2 > HELP_COLUMN) {
		sok_outc(out, '\n');
		buf.len = 0;
	}
	sok_out_fill(out, ' ', HELP_COLUMN - buf.len);
	cli_wrap(out, help_of(cli, opt), HELP_COLUMN, HELP_WIDTH);
	sok_buf_free(&buf);
}

static void
print_group(struct cli *cli, const struct table *table, enum group group,
    const char *title)
{
	sok_outf(cli_output(cli), "\n%s:\n", title);
	for (size_t i = 0; i < table->n; i++)
		if (table->group[i] == group && table->option[i]->help != NULL)
			print_option(cli, table->option[i]);
}

static void
print_help(struct cli *cli, const struct table *table)
{
	struct sok_output *out = cli_output(cli);
	const char *name = cli->program->name;

	sok_outf(out, "usage: %s [options] [file ...]\n%s: %s\n", name, name,
	    cli->program->summary);
	for (size_t i = 0; i < SOK_COUNT(cli->program->examples); i++)
		sok_outf(out, "%s  %s\n", i == 0 ? "\nExamples:\n" : "",
		    cli->program->examples[i]);
	print_group(cli, table, GROUP_OWN, "Options of this program");
	print_group(cli, table, GROUP_READ, "What is read");
	print_group(cli, table, GROUP_WRITTEN, "What is written");
	print_group(cli, table, GROUP_RUN, "How it runs");
	sok_outf(out,
	    "\nExit status: 0 success, 1 findings or differences, 2 error.\n");
}

static void
print_version(struct cli *cli)
{
	struct sok_output *out = cli_output(cli);
	const char *end = " none\n";

	sok_outf(out, "%s (soktools) %s\nlibraries:", cli->program->name,
	    SOK_VERSION);
	for (int library = 0; library < SOK_NLIBRARIES; library++)
		if (sok_has_library((enum sok_library)library)) {
			sok_outf(out, " %s", sok_library_name[library]);
			end = "\n";
		}
	sok_outf(out, "%s", end);
}

/* Print what --help, --version or --print-options asks for, and exit. */
CLI_NORETURN static void
print_and_exit(struct cli *cli, const struct table *table, int id)
{
	if (id == OPTION_HELP)
		print_help(cli, table);
	if (id == OPTION_VERSION)
		print_version(cli);
	for (size_t i = 0; i < table->n && id == OPTION_PRINT_OPTIONS; i++) {
		const struct cli_option *option = table->option[i];

		if (option->help != NULL)
			sok_outf(cli_output(cli), "%s\t%.1s\t%s\t%s\n",
			    option->name, &option->letter,
			    option->arg == NULL ? "" : option->arg,
			    help_of(cli, option));
	}
	exit(cli_finish(cli));
}

/* ---- the options that all programs share */

/* NULL: detect the format. */
static const struct sok_format *
format(struct cli *cli, const char *arg)
{
	const char *names[64] = {"auto"};
	size_t n = 1;

	for (size_t i = 0; i < sok_nformats && n < SOK_COUNT(names); i++)
		if (sok_formats[i].flags & SOK_CAN_READ)
			names[n++] = sok_formats[i].name;
	n = cli_choice(cli, "from", sok_str(arg), names, n, "");
	return sok_format_find(sok_str(names[n]));
}

static void
set_limit(struct cli *cli, const char *arg)
{
	struct sok_str key = {arg, strcspn(arg, "=")};
	char option[32];

	if (arg[key.len] == '\0')
		cli_usage(cli, "--limit: `%s` is not NAME=N", arg);
	size_t i =
	    cli_choice(cli, "limit", key, sok_limit_name, SOK_NLIMITS, "");
	(void)snprintf(option, sizeof(option), "limit=%s", sok_limit_name[i]);
	arg += key.len + 1;
	cli->limits.v[i] =
	    cli_number(cli, option, arg, 1, sok_highest_limits.v[i]);
}

/* Take an option that all programs have; false if it is not one of these. */
static bool
take_common(struct cli *cli, const struct table *table, int id, const char *arg)
{
	static const char *const colours[] = {[COLOUR_AUTO] = "auto",
	    [COLOUR_ALWAYS] = "always",
	    [COLOUR_NEVER] = "never"};

	switch (id) {
	case OPTION_FROM:
		cli->read.format = format(cli, arg);
		break;
	case OPTION_OUTPUT:
		cli->output = strcmp(arg, "-") == 0 ? NULL : arg;
		break;
	case OPTION_SELECT:
		cli_parse_select(cli, arg);
		break;
	case OPTION_JOBS:
		cli->jobs = (int)cli_number(cli, "jobs", arg, 0, 1024);
		if (cli->jobs == 0)
			cli->jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
		if (cli->jobs < 1)
			cli->jobs = 1;
		break;
	case OPTION_CHARSET:
	case OPTION_TO_CHARSET:
		if (!sok_charset_known(arg))
			cli_usage(cli,
			    "--%s: unknown character set `%s` (iconv -l lists "
			    "them)",
			    id == OPTION_CHARSET ? "charset" : "to-charset",
			    arg);
		*(id == OPTION_CHARSET ? &cli->read.charset
		                       : &cli->to_charset) = arg;
		break;
	case OPTION_COLOR:
		cli->colour = (int)CLI_CHOICE(cli, "color", arg, colours);
		break;
	case OPTION_TABS:
		cli->read.tabs = (int)cli_number(cli, "tabs", arg, 1, 100);
		break;
	case OPTION_SQUARES:
		if (sok_squares_fault(arg) != NULL)
			cli_usage(cli,
			    "--squares: `%s`: %s; a map is pairs like "
			    "'+=# P=@ X=. -= ': a character, `=`, and one of "
			    "#@+$*. or a blank, with one blank between pairs",
			    arg, sok_squares_fault(arg));
		cli->read.squares = arg;
		break;
	case OPTION_GAME:
		if (sok_variant_name(sok_variant_find(sok_str(arg))) == NULL)
			cli_usage(cli,
			    "--game: unknown game `%s` (sokoban, multiban, "
			    "sokoban+, hexoban, trioban, octoban, or one of "
			    "the last four and multiban)",
			    arg);
		cli->read.game = arg;
		break;
	case OPTION_FILES_FROM:
	case OPTION_FILES0_FROM:
		if (cli->names_from != NULL)
			cli_usage(cli, "only one list of names can be read");
		cli->names_from = arg;
		cli->names_end = id == OPTION_FILES_FROM ? '\n' : '\0';
		break;
	case OPTION_INCLUDE:
	case OPTION_EXCLUDE:
		cli_add_name(cli,
		    id == OPTION_INCLUDE ? &cli->include : &cli->exclude, arg);
		break;
	case OPTION_LIMIT:
		set_limit(cli, arg);
		break;
	case OPTION_HELP:
	case OPTION_PRINT_OPTIONS:
	case OPTION_VERSION:
		print_and_exit(cli, table, id);
	default:
		return false;
	}
	return true;
}

/* ---- the command line */

/* Exit with a suggestion if the option is a word of other tools, or a format
 * of this program. */
static void
propose_other(struct cli *cli, const struct table *table, struct sok_str name)
{
	const char *other = synonym_option(table->option, table->n, name);
	const struct sok_format *format = sok_format_find(name);
	bool writes = format != NULL && (format->flags & SOK_CAN_WRITE) != 0;

	if (other != NULL)
		cli_usage(cli, "unknown option --%.*s; did you mean %s?",
		    (int)name.len, name.s, other);
	for (size_t i = 0; writes && i < table->n; i++)
		if (strcmp(table->option[i]->name, "to") == 0)
			cli_usage(cli,
			    "unknown option --%s; did you mean -t %s?",
			    format->name, format->name);
}

/* The option for a value that getopt_long() returned.  getopt_long() accepts
 * unambiguous abbreviations; here only the full name is valid, so that a new
 * option cannot break a script. */
static const struct cli_option *
find_option(
    struct cli *cli, const struct table *table, int value, const char *typed)
{
	int wanted = value == '?' || value == ':' ? optopt : value;
	struct cli_hint hint = {.name = NULL};
	const struct cli_option *option = NULL;

	for (size_t i = 0; i < table->n && option == NULL; i++)
		if (wanted == table->longs[i].val ||
		    (wanted != 0 && wanted == table->option[i]->letter))
			option = table->option[i];
	if (strncmp(typed, "--", 2) != 0) {
		char letter = (char)optopt;

		hint.name = synonym_option(
		    table->option, table->n, (struct sok_str){&letter, 1});
		if (option == NULL)
			cli_usage(cli, "unknown option -%c%s", optopt,
			    cli_hint(&hint, ""));
		if (value == ':')
			cli_usage(cli, "-%c needs an argument", optopt);
		return option;
	}
	struct sok_str name = {typed + 2, strcspn(typed + 2, "=")};
	if (option == NULL || !sok_str_eq(name, sok_str(option->name))) {
		propose_other(cli, table, name);
		for (size_t i = 0; i < table->n; i++)
			if (table->option[i]->help != NULL)
				cli_hint_try(
				    &hint, name, table->option[i]->name);
		cli_usage(cli, "unknown option --%.*s%s", (int)name.len, name.s,
		    cli_hint(&hint, "--"));
	}
	if (value == ':')
		cli_usage(cli, "--%s needs an argument: %s", option->name,
		    option->arg);
	if (value == '?')
		cli_usage(cli, "--%s takes no argument", option->name);
	return option;
}

void
cli_add_name(struct cli *cli, struct names *to, const char *name)
{
	to->name = cli_must(
	    cli, sok_grow(to->name, to->n, &to->cap, sizeof(*to->name)));
	to->name[to->n++] = name;
}

/* Read the names of --files-from or --files0-from; empty ones are ignored. */
static void
read_names(struct cli *cli)
{
	size_t size;
	char *s = cli_slurp(cli, cli->names_from, true, &size), *all = s + size;

	cli->names = s;
	for (char *end; s < all; s = end + 1) {
		end = memchr(s, cli->names_end, (size_t)(all - s));
		if (end == NULL)
			end = all;
		*end = '\0';
		if (s + strlen(s) < end)
			cli_usage(cli,
			    "a name in --files-from contains a NUL; "
			    "--files0-from reads such lists");
		if (s < end)
			cli_add_name(cli, &cli->operands, s);
	}
	if (strcmp(cli->names_from, "-") == 0)
		cli_claim_stdin(cli, "the names of operands");
}

void
cli_parse(struct cli *cli, int argc, char **argv)
{
	/* The leading '-' makes getopt_long() return operands in place, even
	 * with POSIXLY_CORRECT; ':' turns off its messages. */
	struct table table = {.letters = "-:"};

	add_options(&table, cli->program->options, GROUP_OWN);
	add_options(&table, what_is_read, GROUP_READ);
	add_options(&table, what_is_written, GROUP_WRITTEN);
	add_options(&table, how_it_runs, GROUP_RUN);
	while (optind < argc) {
		const char *typed = argv[optind];
		int value =
		    getopt_long(argc, argv, table.letters, table.longs, NULL);

		if (value == -1)
			break;
		if (value == 1) {
			cli_add_name(cli, &cli->operands, optarg);
			continue;
		}
		const struct cli_option *option =
		    find_option(cli, &table, value, typed);
		cli_refuse_empty(cli, option, optarg);
		char *base =
		    option->id < CLI_STORED_SELF ? cli->ctx : (char *)cli;
		if (option->id >= CLI_STORED && option->arg == NULL)
			*(bool *)(base + option->id % CLI_STORED) = true;
		else if (option->id >= CLI_STORED)
			*(const char **)(base + option->id % CLI_STORED) =
			    optarg;
		else if (!take_common(cli, &table, option->id, optarg) &&
		    !cli->program->take(cli, option->id, optarg))
			cli_usage(
			    cli, "nothing takes the option --%s", option->name);
	}
	while (optind < argc)
		cli_add_name(cli, &cli->operands, argv[optind++]);
	if (cli->names_from != NULL)
		read_names(cli);
	if (cli->operands.n > 0 || cli->names_from != NULL || cli->no_input)
		return;
	if (!cli->no_fd[STDIN_FILENO] && isatty(STDIN_FILENO))
		cli_show_usage(cli);
	cli_add_name(cli, &cli->operands, "-");
}
