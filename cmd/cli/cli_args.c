/*
 * cli_args.c - parses the command line with the options of the program and the
 * common options.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "tools.h"

#define MAX_OPTIONS 64
#define LONG_VALUE 0x10000 /* above all letters */

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
cli_parse(struct cli *c, int argc, char **argv)
{
	static char standard_input[] = "-";
	struct table t = {.letters = "-:"};

	parse_options(c, &t, argc, argv);
	if (c->names_from != NULL)
		cli_read_names(c, c->names_from, c->names_end);
	if (c->noperands > 0 || c->names_from != NULL || c->no_input)
		return;
	if (!c->no_fd[STDIN_FILENO] && isatty(STDIN_FILENO)) {
		cli_print_usage(c, cli_err(c), CLI_SEE_HELP);
		cli_flush(c);
		exit(CLI_TROUBLE);
	}
	cli_add_operand(c, standard_input);
}
