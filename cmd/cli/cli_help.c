/*
 * cli_help.c - prints --help and --print-options from the option tables that
 * the parser uses.
 */
#include <string.h>

#include "cli/cli_private.h"
#include "tools.h"

#define HELP_COLUMN 28
#define HELP_WIDTH 79

/* "  -o, --output=FILE" */
static void
put_option(struct sok_buf *b, const struct cli_option *opt)
{
	if (opt->letter != 0)
		sok_buf_fmt(b, "  -%c, --%s", opt->letter, opt->name);
	else
		sok_buf_fmt(b, "      --%s", opt->name);
	if (opt->arg != NULL && opt->arg[0] == '[')
		sok_buf_fmt(b, "[=%s", opt->arg + 1);
	else if (opt->arg != NULL)
		sok_buf_fmt(b, "=%s", opt->arg);
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
		b.len = 0;
		put_option(&b, opt);
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
