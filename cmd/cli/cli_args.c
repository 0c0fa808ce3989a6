/*
 * cli_args.c - parses the command line with the options of the program and the
 * common options, and prints --help and --print-options from the same tables.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli_private.h"
#include "tools.h"

#define HELP_COLUMN 28
#define HELP_WIDTH 79

/* The option with this name or, if that is empty, with this letter; NULL if
 * there is none. */
static const struct cli_option *
find_option(const struct cli *c, struct sok_str name, char letter)
{
	const struct cli_option *table[] = {c->program->options, cli_common};

	for (size_t i = 0; i < SOK_COUNT(table); i++)
		for (const struct cli_option *o = table[i]; o->name; o++)
			if (name.len > 0 ? sok_str_eq(name, sok_str(o->name))
			                 : letter != 0 && o->letter == letter)
				return o;
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

CLI_NORETURN static void
reject_name(struct cli *c, struct sok_str name)
{
	const struct cli_option *table[] = {c->program->options, cli_common};
	struct cli_hint hint = CLI_HINT("--");

	for (size_t i = 0; i < SOK_COUNT(table); i++)
		for (const struct cli_option *o = table[i]; o->name; o++)
			if (o->help != NULL)
				cli_hint_try(&hint, name, o->name);
	cli_usage(c, "unknown option --%.*s%s", (int)name.len, name.s,
	    cli_hint(&hint));
}

/* Whether an option has an argument that cannot be omitted. */
static bool
needs_arg(const struct cli_option *o)
{
	return o->arg != NULL && o->arg[0] != '[';
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

/* Take `--name`, `--name=arg` or, if the argument is required, `--name arg`
 * with the argument in next, which may be NULL.  Names are not abbreviated, so
 * that a new option cannot break a script.  Returns whether next was used. */
static bool
take_long(struct cli *c, const char *s, const char *next)
{
	struct sok_str name = {s, strcspn(s, "=")};
	const char *arg = s[name.len] == '=' ? s + name.len + 1 : NULL;
	const struct cli_option *o = find_option(c, name, 0);
	bool uses_next;

	if (o == NULL)
		reject_name(c, name);
	if (o->arg == NULL && arg != NULL)
		cli_usage(c, "--%s takes no argument", o->name);
	uses_next = needs_arg(o) && arg == NULL;
	if (uses_next && next == NULL)
		cli_usage(c, "--%s needs an argument: %s", o->name, o->arg);
	take_option(c, o, uses_next ? next : arg);
	return uses_next;
}

/* Take the letters of `-abc`; the rest after one with an argument is that
 * argument.  Returns whether next was used. */
static bool
take_letters(struct cli *c, const char *s, const char *next)
{
	const struct cli_option *o;

	while (*s != '\0') {
		o = find_option(c, (struct sok_str){NULL, 0}, *s);
		if (o == NULL)
			cli_usage(c, "unknown option -%c", *s);
		s++;
		if (o->arg == NULL) {
			take_option(c, o, NULL);
			continue;
		}
		if (*s != '\0' || !needs_arg(o)) {
			take_option(c, o, *s != '\0' ? s : NULL);
			return false;
		}
		if (next == NULL)
			cli_usage(c, "-%c needs an argument", o->letter);
		take_option(c, o, next);
		return true;
	}
	return false;
}

void
cli_add_operand(struct cli *c, char *name)
{
	c->operand = cli_must(c,
	    sok_grow(c->operand, c->noperands, &c->cap, sizeof(*c->operand)));
	c->operand[c->noperands++] = name;
}

/* Read names of operands from a file, separated by `end`.  Empty lines are
 * ignored. */
static void
read_names(struct cli *c, const char *path, char end)
{
	bool is_stdin = strcmp(path, "-") == 0;
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
	for (size_t i = 0; is_stdin && i < c->noperands; i++)
		if (strcmp(c->operand[i], "-") == 0)
			cli_usage(c,
			    "standard input cannot be both an operand and "
			    "the names of operands");
}

void
cli_parse(struct cli *c, int argc, char **argv)
{
	static char standard_input[] = "-";
	bool options = true;

	for (int i = 1; i < argc; i++) {
		char *s = argv[i], *next = i + 1 < argc ? argv[i + 1] : NULL;

		if (!options || s[0] != '-' || s[1] == '\0')
			cli_add_operand(c, s);
		else if (strcmp(s, "--") == 0)
			options = false;
		else if (s[1] == '-')
			i += take_long(c, s + 2, next);
		else
			i += take_letters(c, s + 1, next);
	}
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
