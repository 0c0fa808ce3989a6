/*
 * cli_args.c - parses the command line with the options of the program and the
 * common options, and prints --help and --print-options from the same tables.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli_private.h"

#define MAX_OPTIONS 64
#define LONG_VALUE 0x10000 /* above all letters */
#define HELP_COLUMN 28
#define HELP_WIDTH 79

/* Both option tables, as getopt_long() needs them. */
struct table {
	const struct cli_option *option[MAX_OPTIONS];
	struct option longs[MAX_OPTIONS + 1];
	char letters[3 * MAX_OPTIONS + 3];
	size_t n;
};

static void
add_options(struct table *t, const struct cli_option *o)
{
	static const char *const colons[] = {[no_argument] = "",
	    [required_argument] = ":",
	    [optional_argument] = "::"};

	for (; o->name != NULL && t->n < MAX_OPTIONS; o++) {
		size_t n = strlen(t->letters);
		int has_arg = o->arg == NULL ? no_argument
		    : o->arg[0] == '['       ? optional_argument
		                             : required_argument;

		if (o->letter != 0)
			(void)snprintf(t->letters + n, sizeof(t->letters) - n,
			    "%c%s", o->letter, colons[has_arg]);
		t->longs[t->n] = (struct option){.name = o->name,
		    .has_arg = has_arg,
		    .val = LONG_VALUE + (int)t->n};
		t->option[t->n++] = o;
	}
}

/* The option for a value that getopt_long() returned. */
static const struct cli_option *
find_option(const struct table *t, int value)
{
	if (value >= LONG_VALUE)
		return t->option[value - LONG_VALUE];
	for (size_t i = 0; i < t->n; i++)
		if (value != 0 && t->option[i]->letter == value)
			return t->option[i];
	return NULL;
}

void
cli_print_usage(struct cli *c, struct sok_output *o, const char *then)
{
	const char *operands = c->program->operands;

	sok_outf(o, "usage: %s [options] %s%s\n", c->program->name,
	    operands == NULL ? "[file ...]" : operands, then);
}

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

static void
put_options(
    struct sok_output *o, const char *heading, const struct cli_option *opt)
{
	struct sok_buf b = {0};

	sok_outf(o, "\n%s:\n", heading);
	for (; opt->name != NULL; opt++) {
		if (opt->help == NULL)
			continue;
		/* "  -o, --output=FILE" */
		b.len = 0;
		if (opt->letter != 0)
			sok_buf_fmt(&b, "  -%c, --%s", opt->letter, opt->name);
		else
			sok_buf_fmt(&b, "      --%s", opt->name);
		if (opt->arg != NULL && opt->arg[0] == '[')
			sok_buf_fmt(&b, "[=%s", opt->arg + 1);
		else if (opt->arg != NULL)
			sok_buf_fmt(&b, "=%s", opt->arg);
		sok_out(o, sok_buf_str(&b));
		if (b.len + 2 > HELP_COLUMN) {
			sok_outc(o, '\n');
			b.len = 0;
		}
		sok_out_fill(o, ' ', HELP_COLUMN - b.len);
		cli_wrap(o, opt->help, HELP_COLUMN, HELP_WIDTH);
	}
	sok_buf_free(&b);
}

void
cli_print_help(struct cli *c)
{
	struct sok_output *o = cli_output(c);

	cli_print_usage(c, o, "");
	sok_outf(o, "%s: %s\n", c->program->name, c->program->summary);
	put_options(o, "Options of this program", c->program->options);
	put_options(o, "Options of all soktools", cli_common);
	sok_out(o,
	    SOK_STR("\nExit status: 0 success, 1 findings or differences, 2 "
	            "error.\n"));
}

static void
list_options(struct sok_output *o, const struct cli_option *opt)
{
	for (; opt->name != NULL; opt++)
		if (opt->help != NULL)
			sok_outf(o, "%s\t%.1s\t%s\t%s\n", opt->name,
			    &opt->letter, opt->arg == NULL ? "" : opt->arg,
			    opt->help);
}

void
cli_print_options(struct cli *c)
{
	list_options(cli_output(c), c->program->options);
	list_options(cli_output(c), cli_common);
}

/* getopt_long() accepts unambiguous abbreviations.  Here only the full name is
 * valid, so that a new option cannot break a script. */
static void
check_exact(struct cli *c, const struct table *t, const struct cli_option *o,
    const char *typed)
{
	struct sok_str name = {typed + 2, strcspn(typed + 2, "=")};
	struct cli_hint hint = CLI_HINT("--");

	if (o != NULL && sok_str_eq(name, sok_str(o->name)))
		return;
	for (size_t i = 0; i < t->n; i++)
		if (t->option[i]->help != NULL)
			cli_hint_try(&hint, name, t->option[i]->name);
	cli_usage(c, "unknown option --%.*s%s", (int)name.len, name.s,
	    cli_hint(&hint));
}

CLI_NORETURN static void
reject_option(
    struct cli *c, const struct table *t, int value, const char *typed)
{
	const struct cli_option *o = find_option(t, optopt);
	bool is_long = strncmp(typed, "--", 2) == 0;

	if (is_long) {
		check_exact(c, t, o, typed);
		if (value == ':')
			cli_usage(
			    c, "--%s needs an argument: %s", o->name, o->arg);
		cli_usage(c, "--%s takes no argument", o->name);
	}
	if (value == ':')
		cli_usage(c, "-%c needs an argument", optopt);
	cli_usage(c, "unknown option -%c", optopt);
}

static void
take_option(struct cli *c, const struct cli_option *o, const char *arg)
{
	char *base = o->id < CLI_STORED_SELF ? c->ctx : (char *)c;
	char *at = base + o->id % CLI_STORED;

	if (o->id < CLI_OWN)
		cli_take_common(c, o->id, arg);
	else if (o->id < CLI_STORED)
		c->program->take(c, o->id, arg);
	else if (o->arg == NULL)
		*(bool *)at = true;
	else
		*(const char **)at = arg;
}

/* The leading '-' makes getopt_long() return operands in place, even with
 * POSIXLY_CORRECT; ':' turns off its messages. */
static void
parse_options(struct cli *c, struct table *t, int argc, char **argv)
{
	const struct cli_option *o;
	const char *typed;
	int value;

	add_options(t, c->program->options);
	add_options(t, cli_common);
	while (optind < argc) {
		typed = argv[optind];
		value = getopt_long(argc, argv, t->letters, t->longs, NULL);
		if (value == -1)
			break;
		if (value == 1) {
			cli_add_operand(c, optarg);
			continue;
		}
		if (value == '?' || value == ':')
			reject_option(c, t, value, typed);
		o = find_option(t, value);
		if (o == NULL)
			continue;
		if (value >= LONG_VALUE)
			check_exact(c, t, o, typed);
		take_option(c, o, optarg);
	}
	while (optind < argc)
		cli_add_operand(c, argv[optind++]);
}

void
cli_add_operand(struct cli *c, char *name)
{
	c->operand = cli_must(c,
	    sok_grow(c->operand, c->noperands, &c->cap, sizeof(*c->operand)));
	c->operand[c->noperands++] = name;
}

void
cli_claim_stdin(struct cli *c, const char *what)
{
	for (size_t i = 0; i < c->noperands; i++)
		if (strcmp(c->operand[i], "-") == 0)
			cli_usage(c,
			    "standard input cannot be both an operand and %s",
			    what);
}

/* Read names of operands from a file, separated by `end`.  Empty lines are
 * ignored. */
static void
read_names(struct cli *c, const char *path, char end)
{
	size_t size, n;
	char *s, *stop;

	c->names = s = cli_slurp(c, path, &size);
	for (size_t i = 0; i < size; i += n + 1) {
		stop = memchr(s + i, end, size - i);
		n = stop == NULL ? size - i : (size_t)(stop - (s + i));
		s[i + n] = '\0';
		if (strlen(s + i) < n)
			cli_usage(c,
			    "a name in --files-from contains a NUL; "
			    "--files0-from reads such lists");
		if (n > 0)
			cli_add_operand(c, s + i);
	}
	if (strcmp(path, "-") == 0)
		cli_claim_stdin(c, "the names of operands");
}

void
cli_parse(struct cli *c, int argc, char **argv)
{
	static char standard_input[] = "-";
	struct table t = {.letters = "-:"};

	parse_options(c, &t, argc, argv);
	if (c->names_from != NULL)
		read_names(c, c->names_from, c->names_end);
	if (c->noperands > 0 || c->names_from != NULL || c->no_input)
		return;
	if (!c->no_fd[STDIN_FILENO] && isatty(STDIN_FILENO)) {
		cli_print_usage(c, cli_err(c), CLI_SEE_HELP);
		cli_flush(c);
		exit(CLI_TROUBLE);
	}
	cli_add_operand(c, standard_input);
}
