/*
 * cli_args.c - parses the command line with the options of the program and the
 * common options.  getopt_long() takes any beginning of a name that is not
 * ambiguous; here a name is a promise, so only the whole one will do.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "tools.h"

void
cli_print_usage(struct cli *c, struct sok_output *o, const char *then)
{
	const char *operands = c->program->operands;

	sok_outf(o, "usage: %s [options] %s%s\n", c->program->name,
	    operands == NULL ? "[file ...]" : operands, then);
}

/* The option of that name in a table, or of that letter if it is not 0; NULL if
 * there is none. */
static const struct cli_option *
find(const struct cli_option *o, struct sok_str name, char letter)
{
	for (; o->name != NULL; o++)
		if (letter != 0 ? o->letter == letter
		                : sok_str_eq(name, sok_str(o->name)))
			return o;
	return NULL;
}

static const struct cli_option *
find_option(const struct cli *c, struct sok_str name, char letter)
{
	const struct cli_option *o = find(c->program->options, name, letter);

	return o != NULL ? o : find(cli_common, name, letter);
}

static void
try_names(struct cli_hint *h, struct sok_str name, const struct cli_option *o)
{
	for (; o->name != NULL; o++)
		if (o->help != NULL)
			cli_hint_try(h, name, o->name);
}

CLI_NORETURN static void
reject_name(struct cli *c, struct sok_str name)
{
	struct cli_hint hint = CLI_HINT("--");

	try_names(&hint, name, c->program->options);
	try_names(&hint, name, cli_common);
	cli_usage(c, "unknown option --%.*s%s", (int)name.len, name.s,
	    cli_hint(&hint));
}

static void
take_option(struct cli *c, const struct cli_option *o, const char *arg)
{
	int from = o->id < CLI_STORED ? 0 : o->id - CLI_STORED;
	char *at = (char *)c->ctx + from;

	if (o->id < CLI_OWN)
		cli_take_common(c, o->id, arg);
	else if (o->id < CLI_STORED)
		c->program->take(c, o->id, arg);
	else if (o->arg == NULL)
		*(bool *)at = true;
	else
		*(const char **)at = arg;
}

/* Whether the argument is the next word where none is attached. */
static bool
needs_next(const struct cli_option *o, const char *arg)
{
	return o->arg != NULL && o->arg[0] != '[' && arg == NULL;
}

/* The words of the command line from this one on, up to a NULL: behind what
 * was taken. */
static char **
take_long(struct cli *c, char **word)
{
	const char *typed = *word++ + 2;
	struct sok_str name = {typed, strcspn(typed, "=")};
	const char *arg = typed[name.len] == '=' ? typed + name.len + 1 : NULL;
	const struct cli_option *o = find_option(c, name, 0);

	if (o == NULL)
		reject_name(c, name);
	if (o->arg == NULL && arg != NULL)
		cli_usage(c, "--%s takes no argument", o->name);
	if (needs_next(o, arg) && (arg = *word++) == NULL)
		cli_usage(c, "--%s needs an argument: %s", o->name, o->arg);
	take_option(c, o, arg);
	return word;
}

/* The same of `-vj2`: letters up to one that has an argument. */
static char **
take_letters(struct cli *c, char **word)
{
	const char *arg = NULL;

	for (const char *s = *word++ + 1; *s != '\0' && arg == NULL; s++) {
		const struct cli_option *o = find_option(c, SOK_STR(""), *s);

		if (o == NULL)
			cli_usage(c, "unknown option -%c", *s);
		if (o->arg != NULL && s[1] != '\0')
			arg = s + 1;
		if (needs_next(o, arg) && (arg = *word++) == NULL)
			cli_usage(c, "-%c needs an argument", *s);
		take_option(c, o, arg);
	}
	return word;
}

void
cli_parse(struct cli *c, int argc, char **argv)
{
	static char standard_input[] = "-";
	char **word = argv + (argc > 0);

	/* Operands may stand between options. */
	while (*word != NULL && strcmp(*word, "--") != 0)
		if (strncmp(*word, "--", 2) == 0)
			word = take_long(c, word);
		else if ((*word)[0] == '-' && (*word)[1] != '\0')
			word = take_letters(c, word);
		else
			cli_add_operand(c, *word++);
	while (*word != NULL && *++word != NULL)
		cli_add_operand(c, *word);
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
