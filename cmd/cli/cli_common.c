/* cli_common.c - the options that all programs share. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/cli_private.h"

enum {
	FROM = 1,
	OUTPUT,
	SELECT,
	VERBOSE,
	JOBS,
	CHARSET,
	COLOUR,
	TO_CHARSET,
	TABS,
	GAME,
	FILES_FROM,
	FILES0_FROM,
	INCLUDE,
	EXCLUDE,
	LIMIT,
	HELP,
	VERSION,
	PRINT_OPTIONS
};

const struct cli_option cli_common[] = {
    {"from", 'f', "FORMAT", FROM, "input format, default auto: detect it"},
    {"output", 'o', "FILE", OUTPUT,
        "write to FILE, which is replaced at the end"},
    {"select", 's', "LIST", SELECT,
        "only these puzzles: 3,7-9,12-,@1674E2D1AC70B61C"},
    {"quiet", 'q', NULL, CLI_SELF(quiet), "less on standard error"},
    {"verbose", 'v', NULL, VERBOSE, "more on standard error"},
    {"jobs", 'j', "N", JOBS, "use N processors, 0 for all, default 1"},
    {"charset", 0, "NAME", CHARSET, "decode inputs from this character set"},
    {"color", 0, "WHEN", COLOUR,
        "colour severities: auto (on a terminal), always or never"},
    {"to-charset", 0, "NAME", TO_CHARSET,
        "encode text output to this character set"},
    {"tabs", 0, "N", TABS, "columns of a TAB inside a board, default 8"},
    {"game", 0, "NAME", GAME,
        "read puzzles as sokoban, multiban, sokoban+, hexoban, trioban or "
        "octoban"},
    {"files-from", 0, "FILE", FILES_FROM,
        "read names of operands from FILE, one per line"},
    {"files0-from", 0, "FILE", FILES0_FROM,
        "read names of operands from FILE, NUL-separated"},
    {"stdin-name", 0, "NAME", CLI_SELF(stdin_name),
        "the name of standard input in messages"},
    {"include", 0, "GLOB", INCLUDE,
        "in folders and archives, read only files whose names match"},
    {"exclude", 0, "GLOB", EXCLUDE, "skip files and folders whose names match"},
    {"limit", 0, "NAME=N", LIMIT, "set a safety limit, see sok(5)"},
    {"help", 'h', NULL, HELP, "print this help"},
    {"version", 'V', NULL, VERSION,
        "print the version and the libraries built in"},
    /* For completions and the tests of the manual; not in the help. */
    {"print-options", 0, NULL, PRINT_OPTIONS, NULL},
    {NULL, 0, NULL, 0, NULL},
};

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
	sok_out(o, sok_str(end));
}

static void
add_pattern(struct cli *c, struct patterns *p, const char *arg)
{
	p->v = cli_must(c, sok_grow(p->v, p->n, &p->cap, sizeof(*p->v)));
	p->v[p->n++] = arg;
}

#define FORMATS 64 /* at most */

/* NULL: detect the format. */
static const struct sok_format *
format(struct cli *c, const char *arg)
{
	const char *names[FORMATS] = {"auto"};
	size_t n = 1;

	for (size_t i = 0; i < sok_nformats && n < FORMATS; i++)
		if (sok_formats[i].flags & SOK_CAN_READ)
			names[n++] = sok_formats[i].name;
	return sok_format_find(
	    sok_str(names[cli_choice(c, "from", arg, names, n)]));
}

static const char *
charset(struct cli *c, const char *option, const char *arg)
{
	if (!sok_charset_known(arg))
		cli_usage(c,
		    "--%s: unknown character set `%s` (iconv -l lists them)",
		    option, arg);
	return arg;
}

static int
processors(struct cli *c, const char *arg)
{
	size_t n = cli_number(c, "jobs", arg, 0, 1024);
	long all = n == 0 ? sysconf(_SC_NPROCESSORS_ONLN) : 1;

	return n > 0 ? (int)n : all > 0 ? (int)all : 1;
}

static void
set_limit(struct cli *c, const char *arg)
{
	size_t n = strcspn(arg, "="), i;
	char *name, option[32];

	if (arg[n] == '\0')
		cli_usage(c, "--limit: `%s` is not NAME=N", arg);
	name = cli_must(c, strndup(arg, n));
	i = CLI_CHOICE(c, "limit", name, sok_limit_name);
	free(name);
	(void)snprintf(option, sizeof(option), "limit=%s", sok_limit_name[i]);
	c->limits.v[i] =
	    cli_number(c, option, arg + n + 1, 1, sok_highest_limits.v[i]);
}

void
cli_take_common(struct cli *c, int id, const char *arg)
{
	static const char *const colours[] = {[COLOUR_AUTO] = "auto",
	    [COLOUR_ALWAYS] = "always",
	    [COLOUR_NEVER] = "never"};

	switch (id) {
	case FROM:
		c->read.format = format(c, arg);
		break;
	case OUTPUT:
		c->output = strcmp(arg, "-") == 0 ? NULL : arg;
		break;
	case SELECT:
		cli_parse_select(c, arg);
		break;
	case VERBOSE:
		c->verbose++;
		break;
	case JOBS:
		c->jobs = processors(c, arg);
		break;
	case CHARSET:
		c->read.charset = charset(c, "charset", arg);
		break;
	case COLOUR:
		c->colour = (int)CLI_CHOICE(c, "color", arg, colours);
		break;
	case TO_CHARSET:
		c->to_charset = charset(c, "to-charset", arg);
		break;
	case TABS:
		c->read.tabs = (int)cli_number(c, "tabs", arg, 1, 100);
		break;
	case GAME:
		if (sok_variant_find(sok_str(arg)) == SOK_UNSUPPORTED)
			cli_usage(c,
			    "--game: unknown game `%s` (sokoban, multiban, "
			    "sokoban+, hexoban, trioban or octoban)",
			    arg);
		c->read.game = arg;
		break;
	case FILES_FROM:
	case FILES0_FROM:
		if (c->names_from != NULL)
			cli_usage(c, "only one list of names can be read");
		c->names_from = arg;
		c->names_end = id == FILES_FROM ? '\n' : '\0';
		break;
	case INCLUDE:
		add_pattern(c, &c->choice.include, arg);
		break;
	case EXCLUDE:
		add_pattern(c, &c->choice.exclude, arg);
		break;
	case LIMIT:
		set_limit(c, arg);
		break;
	case HELP:
		cli_print_help(c);
		break;
	case VERSION:
		print_version(c);
		break;
	default:
		cli_print_options(c);
	}
	if (id >= HELP)
		exit(cli_finish(c));
}
