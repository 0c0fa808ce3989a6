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

static const struct cli_option common[] = {
    {"from", 'f', "FORMAT", OPTION_FROM,
        "input format, default auto: detect it"},
    {"output", 'o', "FILE", OPTION_OUTPUT,
        "write to FILE, which is replaced at the end"},
    {"select", 's', "LIST", OPTION_SELECT,
        "only these puzzles: 3,7-9,12-,@1674E2D1AC70B61C,title:GLOB, "
        "author:GLOB,unsolved; a leading ! selects all others"},
    {"quiet", 'q', NULL, CLI_SELF(quiet), "less on standard error"},
    {"verbose", 'v', NULL, CLI_SELF(verbose), "more on standard error"},
    {"jobs", 'j', "N", OPTION_JOBS, "use N processors, 0 for all, default 1"},
    {"line-buffered", 0, NULL, CLI_SELF(line_buffered),
        "write out each puzzle or finding at once"},
    {"charset", 0, "NAME", OPTION_CHARSET,
        "decode inputs from this character set"},
    {"color", 0, "WHEN", OPTION_COLOR,
        "colour severities: auto (on a terminal), always or never"},
    {"to-charset", 0, "NAME", OPTION_TO_CHARSET,
        "encode text output to this character set"},
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
    {"help", 'h', NULL, OPTION_HELP, "print this help"},
    {"version", 'V', NULL, OPTION_VERSION,
        "print the version and the libraries built in"},
    /* For completions and the tests of the manual; not in the help. */
    {"print-options", 0, NULL, OPTION_PRINT_OPTIONS, NULL},
    {NULL, 0, NULL, 0, NULL},
};

/* Both option tables, as getopt_long() needs them. */
struct table {
	const struct cli_option *option[MAX_OPTIONS];
	struct option longs[MAX_OPTIONS + 1];
	char letters[3 * MAX_OPTIONS + 3];
	size_t n, own; /* number of options, and of those of the program */
};

static void
add_options(struct table *t, const struct cli_option *o)
{
	char *end = t->letters + strlen(t->letters);

	for (; o->name != NULL && t->n < MAX_OPTIONS; o++) {
		/* One colon means an argument, two an optional one. */
		int colons = o->arg == NULL ? 0 : 1 + (o->arg[0] == '[');

		if (o->letter != 0)
			*end++ = o->letter;
		for (int i = 0; i < colons && o->letter != 0; i++)
			*end++ = ':';
		t->longs[t->n] = (struct option){
		    o->name, colons, NULL, LONG_VALUE + (int)t->n};
		t->option[t->n++] = o;
	}
}

/* ---- what is printed on request */

void
cli_wrap(struct sok_output *o, const char *text, size_t indent, size_t width)
{
	size_t col = indent, n;

	for (; *text != '\0'; text += n + (text[n] == ' ')) {
		if (*text == '\n') {
			sok_out(o, SOK_STR("\n\n"));
			col = indent;
			text++;
		}
		n = strcspn(text, " \n");
		if (col > indent && col + 1 + n > width) {
			sok_outc(o, '\n');
			sok_out_fill(o, ' ', indent);
			col = indent;
		}
		if (col > indent)
			sok_outc(o, ' ');
		col += n + (col > indent);
		sok_out(o, (struct sok_str){text, n});
	}
	sok_outc(o, '\n');
}

/* The common options are printed in three groups. */
enum group { GROUP_OWN, GROUP_READ, GROUP_WRITE, GROUP_RUN };

static enum group
group_of(const struct table *t, size_t i)
{
	static const char *const written[] = {"output", "to-charset"};
	static const char *const run[] = {"quiet", "verbose", "jobs", "color",
	    "line-buffered", "help", "version"};
	const char *name = t->option[i]->name;

	if (i < t->own)
		return GROUP_OWN;
	for (size_t k = 0; k < SOK_COUNT(written); k++)
		if (strcmp(written[k], name) == 0)
			return GROUP_WRITE;
	for (size_t k = 0; k < SOK_COUNT(run); k++)
		if (strcmp(run[k], name) == 0)
			return GROUP_RUN;
	return GROUP_READ;
}

/* What an option does in this program; NULL: it is not to be shown. */
static const char *
help_of(const struct cli *c, const struct cli_option *o)
{
	return o->id == OPTION_SELECT && c->program->select != NULL
	    ? c->program->select
	    : o->help;
}

/* Print `  -o, --output=FILE` and what the option does. */
static void
print_option(struct cli *c, const struct cli_option *opt)
{
	struct sok_output *o = cli_output(c);
	const char *arg = opt->arg == NULL ? "" : opt->arg;
	struct sok_buf b = {0};

	if (opt->letter != 0)
		sok_buf_fmt(&b, "  -%c, --%s", opt->letter, opt->name);
	else
		sok_buf_fmt(&b, "      --%s", opt->name);
	if (arg[0] == '[')
		sok_buf_fmt(&b, "[=%s", arg + 1);
	else if (arg[0] != '\0')
		sok_buf_fmt(&b, "=%s", arg);
	sok_out(o, sok_buf_str(&b));
	if (b.len + 2 > HELP_COLUMN) {
		sok_outc(o, '\n');
		b.len = 0;
	}
	sok_out_fill(o, ' ', HELP_COLUMN - b.len);
	cli_wrap(o, help_of(c, opt), HELP_COLUMN, HELP_WIDTH);
	sok_buf_free(&b);
}

static void
print_group(
    struct cli *c, const struct table *t, enum group group, const char *title)
{
	sok_outf(cli_output(c), "\n%s:\n", title);
	for (size_t i = 0; i < t->n; i++)
		if (group_of(t, i) == group && t->option[i]->help != NULL)
			print_option(c, t->option[i]);
}

static void
print_help(struct cli *c, const struct table *t)
{
	struct sok_output *o = cli_output(c);
	const char *name = c->program->name;

	sok_outf(o, "usage: %s [options] [file ...]\n%s: %s\n", name, name,
	    c->program->summary);
	for (size_t i = 0; i < SOK_COUNT(c->program->examples); i++)
		sok_outf(o, "%s  %s\n", i == 0 ? "\nExamples:\n" : "",
		    c->program->examples[i]);
	print_group(c, t, GROUP_OWN, "Options of this program");
	print_group(c, t, GROUP_READ, "What is read");
	print_group(c, t, GROUP_WRITE, "What is written");
	print_group(c, t, GROUP_RUN, "How it runs");
	sok_outf(o,
	    "\nExit status: 0 success, 1 findings or differences, 2 error.\n");
}

static void
print_version(struct cli *c)
{
	struct sok_output *o = cli_output(c);
	const char *end = " none\n";

	sok_outf(
	    o, "%s (soktools) %s\nlibraries:", c->program->name, SOK_VERSION);
	for (int l = 0; l < SOK_NLIBRARIES; l++)
		if (sok_has_library((enum sok_library)l)) {
			sok_outf(o, " %s", sok_library_name[l]);
			end = "\n";
		}
	sok_outf(o, "%s", end);
}

/* Print what --help, --version or --print-options asks for, and exit. */
CLI_NORETURN static void
print_and_exit(struct cli *c, const struct table *t, int id)
{
	if (id == OPTION_HELP)
		print_help(c, t);
	if (id == OPTION_VERSION)
		print_version(c);
	for (size_t i = 0; i < t->n && id == OPTION_PRINT_OPTIONS; i++) {
		const struct cli_option *p = t->option[i];

		if (p->help != NULL)
			sok_outf(cli_output(c), "%s\t%.1s\t%s\t%s\n", p->name,
			    &p->letter, p->arg == NULL ? "" : p->arg,
			    help_of(c, p));
	}
	exit(cli_finish(c));
}

/* ---- the options that all programs share */

/* NULL: detect the format. */
static const struct sok_format *
format(struct cli *c, const char *arg)
{
	const char *names[64] = {"auto"};
	size_t n = 1;

	for (size_t i = 0; i < sok_nformats && n < SOK_COUNT(names); i++)
		if (sok_formats[i].flags & SOK_CAN_READ)
			names[n++] = sok_formats[i].name;
	n = cli_choice(c, "from", sok_str(arg), names, n, "");
	return sok_format_find(sok_str(names[n]));
}

static void
set_limit(struct cli *c, const char *arg)
{
	struct sok_str key = {arg, strcspn(arg, "=")};
	char option[32];

	if (arg[key.len] == '\0')
		cli_usage(c, "--limit: `%s` is not NAME=N", arg);
	size_t i = cli_choice(c, "limit", key, sok_limit_name, SOK_NLIMITS, "");
	(void)snprintf(option, sizeof(option), "limit=%s", sok_limit_name[i]);
	arg += key.len + 1;
	c->limits.v[i] = cli_number(c, option, arg, 1, sok_highest_limits.v[i]);
}

/* Take an option that all programs have; false if it is not one of these. */
static bool
take_common(struct cli *c, const struct table *t, int id, const char *arg)
{
	static const char *const colours[] = {"auto", "always", "never"};

	switch (id) {
	case OPTION_FROM:
		c->read.format = format(c, arg);
		break;
	case OPTION_OUTPUT:
		c->output = strcmp(arg, "-") == 0 ? NULL : arg;
		break;
	case OPTION_SELECT:
		cli_parse_select(c, arg);
		break;
	case OPTION_JOBS:
		c->jobs = (int)cli_number(c, "jobs", arg, 0, 1024);
		if (c->jobs == 0)
			c->jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
		if (c->jobs < 1)
			c->jobs = 1;
		break;
	case OPTION_CHARSET:
	case OPTION_TO_CHARSET:
		if (!sok_charset_known(arg))
			cli_usage(c,
			    "--%s: unknown character set `%s` (iconv -l lists "
			    "them)",
			    id == OPTION_CHARSET ? "charset" : "to-charset",
			    arg);
		*(id == OPTION_CHARSET ? &c->read.charset : &c->to_charset) =
		    arg;
		break;
	case OPTION_COLOR:
		c->colour = (int)CLI_CHOICE(c, "color", arg, colours);
		break;
	case OPTION_TABS:
		c->read.tabs = (int)cli_number(c, "tabs", arg, 1, 100);
		break;
	case OPTION_SQUARES:
		if (sok_squares_fault(arg) != NULL)
			cli_usage(c,
			    "--squares: `%s`: %s; a map is pairs like "
			    "'+=# P=@ X=. -= ': a character, `=`, and one of "
			    "#@+$*. or a blank, with one blank between pairs",
			    arg, sok_squares_fault(arg));
		c->read.squares = arg;
		break;
	case OPTION_GAME:
		if (sok_variant_name(sok_variant_find(sok_str(arg))) == NULL)
			cli_usage(c,
			    "--game: unknown game `%s` (sokoban, multiban, "
			    "sokoban+, hexoban, trioban, octoban, or one of "
			    "the last four and multiban)",
			    arg);
		c->read.game = arg;
		break;
	case OPTION_FILES_FROM:
	case OPTION_FILES0_FROM:
		if (c->names_from != NULL)
			cli_usage(c, "only one list of names can be read");
		c->names_from = arg;
		c->names_end = id == OPTION_FILES_FROM ? '\n' : '\0';
		break;
	case OPTION_INCLUDE:
	case OPTION_EXCLUDE:
		cli_add_name(
		    c, id == OPTION_INCLUDE ? &c->include : &c->exclude, arg);
		break;
	case OPTION_LIMIT:
		set_limit(c, arg);
		break;
	case OPTION_HELP:
	case OPTION_PRINT_OPTIONS:
	case OPTION_VERSION:
		print_and_exit(c, t, id);
	default:
		return false;
	}
	return true;
}

/* ---- the command line */

/* Exit with a suggestion if the option is a word of other tools, or a format
 * of this program. */
static void
propose_other(struct cli *c, const struct table *t, struct sok_str name)
{
	const char *other = synonym_option(t->option, t->n, name);
	const struct sok_format *f = sok_format_find(name);
	bool writes = f != NULL && (f->flags & SOK_CAN_WRITE) != 0;

	if (other != NULL)
		cli_usage(c, "unknown option --%.*s; did you mean %s?",
		    (int)name.len, name.s, other);
	for (size_t i = 0; writes && i < t->n; i++)
		if (strcmp(t->option[i]->name, "to") == 0)
			cli_usage(c, "unknown option --%s; did you mean -t %s?",
			    f->name, f->name);
}

/* The option for a value that getopt_long() returned.  getopt_long() accepts
 * unambiguous abbreviations; here only the full name is valid, so that a new
 * option cannot break a script. */
static const struct cli_option *
find_option(struct cli *c, const struct table *t, int value, const char *typed)
{
	int wanted = value == '?' || value == ':' ? optopt : value;
	struct cli_hint hint = {.name = NULL};
	const struct cli_option *o = NULL;

	for (size_t i = 0; i < t->n && o == NULL; i++)
		if (wanted == t->longs[i].val ||
		    (wanted != 0 && wanted == t->option[i]->letter))
			o = t->option[i];
	if (strncmp(typed, "--", 2) != 0) {
		char letter = (char)optopt;

		hint.name = synonym_option(
		    t->option, t->n, (struct sok_str){&letter, 1});
		if (o == NULL)
			cli_usage(c, "unknown option -%c%s", optopt,
			    cli_hint(&hint, ""));
		if (value == ':')
			cli_usage(c, "-%c needs an argument", optopt);
		return o;
	}
	struct sok_str name = {typed + 2, strcspn(typed + 2, "=")};
	if (o == NULL || !sok_str_eq(name, sok_str(o->name))) {
		propose_other(c, t, name);
		for (size_t i = 0; i < t->n; i++)
			if (t->option[i]->help != NULL)
				cli_hint_try(&hint, name, t->option[i]->name);
		cli_usage(c, "unknown option --%.*s%s", (int)name.len, name.s,
		    cli_hint(&hint, "--"));
	}
	if (value == ':')
		cli_usage(c, "--%s needs an argument: %s", o->name, o->arg);
	if (value == '?')
		cli_usage(c, "--%s takes no argument", o->name);
	return o;
}

void
cli_add_name(struct cli *c, struct names *to, const char *name)
{
	to->v = cli_must(c, sok_grow(to->v, to->n, &to->cap, sizeof(*to->v)));
	to->v[to->n++] = name;
}

/* Read the names of --files-from or --files0-from; empty ones are ignored. */
static void
read_names(struct cli *c)
{
	size_t size;
	char *s = cli_slurp(c, c->names_from, true, &size), *all = s + size;

	c->names = s;
	for (char *end; s < all; s = end + 1) {
		end = memchr(s, c->names_end, (size_t)(all - s));
		if (end == NULL)
			end = all;
		*end = '\0';
		if (s + strlen(s) < end)
			cli_usage(c,
			    "a name in --files-from contains a NUL; "
			    "--files0-from reads such lists");
		if (s < end)
			cli_add_name(c, &c->operands, s);
	}
	if (strcmp(c->names_from, "-") == 0)
		cli_claim_stdin(c, "the names of operands");
}

void
cli_parse(struct cli *c, int argc, char **argv)
{
	/* The leading '-' makes getopt_long() return operands in place, even
	 * with POSIXLY_CORRECT; ':' turns off its messages. */
	struct table t = {.letters = "-:"};

	add_options(&t, c->program->options);
	t.own = t.n;
	add_options(&t, common);
	while (optind < argc) {
		const char *typed = argv[optind];
		int value = getopt_long(argc, argv, t.letters, t.longs, NULL);

		if (value == -1)
			break;
		if (value == 1) {
			cli_add_name(c, &c->operands, optarg);
			continue;
		}
		const struct cli_option *o = find_option(c, &t, value, typed);
		cli_refuse_empty(c, o, optarg);
		char *base = o->id < CLI_STORED_SELF ? c->ctx : (char *)c;
		if (o->id >= CLI_STORED && o->arg == NULL)
			*(bool *)(base + o->id % CLI_STORED) = true;
		else if (o->id >= CLI_STORED)
			*(const char **)(base + o->id % CLI_STORED) = optarg;
		else if (!take_common(c, &t, o->id, optarg) &&
		    !c->program->take(c, o->id, optarg))
			cli_usage(c, "nothing takes the option --%s", o->name);
	}
	while (optind < argc)
		cli_add_name(c, &c->operands, argv[optind++]);
	if (c->names_from != NULL)
		read_names(c);
	if (c->operands.n > 0 || c->names_from != NULL || c->no_input)
		return;
	if (!c->no_fd[STDIN_FILENO] && isatty(STDIN_FILENO))
		cli_show_usage(c);
	cli_add_name(c, &c->operands, "-");
}
