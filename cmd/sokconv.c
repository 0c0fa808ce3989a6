/* sokconv - converts collections between formats and reports losses.  This file
 * has the options and writes a single output. */
#include <errno.h>
#include <unistd.h>

#include "board/board.h"
#include "conv/conv.h"
#include "format/format.h"
#include "io/io.h"
#include "jobs/jobs.h"
#include "text/text.h"

#define AT(member) CLI_STORE(struct conv, member)

static const struct cli_option options[] = {
    {"to", 't', "FORMAT", OPTION_TO,
        "output format, default that of -o FILE, or sok"},
    {"split", 0, "DIR", AT(split), "write one file per puzzle into DIR"},
    {"name", 0, "TEMPLATE", AT(name),
        "name those files with %n number, %4n padded, %s slug, %i id"},
    {"strict", 0, NULL, AT(options.strict),
        "treat any loss as an error and write nothing"},
    {"container", 0, "KIND", OPTION_CONTAINER,
        "sokoban3d in rsrc, appledouble or macbinary"},
    {"floor", 0, "KIND", OPTION_FLOOR, "floor is space, dash or underscore"},
    {"outdir", 0, "DIR", AT(outdir),
        "write one file into DIR for each input file"},
    {"sheet", 0, "COLUMNS", OPTION_SHEET, "svg: all puzzles in one picture"},
    {"caption", 0, NULL, AT(options.caption),
        "svg: write title and author below"},
    {"columns", 0, "LIST", AT(options.fields),
        "csv: these columns, such as title,author,width,height,moves"},
    {"no-header", 0, NULL, AT(options.no_names),
        "csv: without the line of column names"},
    {"url", 0, "URL", AT(url),
        "html: the address of the page or, with / at its end, of its folder; "
        "writes a picture for links to it"},
    {"list-formats", 0, NULL, OPTION_LIST_FORMATS, "print all formats"},
    {NULL, 0, NULL, 0, NULL},
};

static const char *const containers[] = {"rsrc", "appledouble", "macbinary"};

static bool
conv_option(struct cli *cli, int id, const char *arg)
{
	struct cli_hint hint = {.name = NULL};
	struct conv *conv = cli->ctx;

	switch (id) {
	case OPTION_TO:
		conv->chosen = true;
		conv->to = sok_format_find(sok_str(arg));
		if (conv->to != NULL && conv->to->writer != NULL)
			break;
		for (size_t i = 0; i < sok_nformats; i++)
			if (sok_formats[i].writer != NULL)
				cli_hint_try(
				    &hint, sok_str(arg), sok_formats[i].name);
		cli_usage(cli,
		    "--to=%s: not a format that can be written (see "
		    "--list-formats)%s",
		    arg, cli_hint(&hint, ""));
	case OPTION_LIST_FORMATS:
		cli->no_input = true;
		break;
	case OPTION_CONTAINER:
		conv->options.container =
		    containers[CLI_CHOICE(cli, "container", arg, containers)];
		break;
	case OPTION_FLOOR:
		conv->options.floor = cli_floor(cli, arg);
		break;
	case OPTION_SHEET:
		conv->options.columns =
		    (int)cli_number(cli, "sheet", arg, 1, 1000);
		break;
	default:
		return false;
	}
	return true;
}

static void
check_columns(struct cli *cli, const char *list)
{
	unsigned char column[SOK_CSV_COLUMNS];
	struct sok_str unknown;
	size_t n;

	if (list == NULL || csv_columns(list, column, &n, &unknown))
		return;
	if (unknown.len == 0)
		cli_usage(cli, "--columns needs names of columns");
	const char *const *names = csv_names(&n);
	(void)cli_choice(cli, "columns", unknown, names, n, "");
	cli_usage(cli, "--columns has more than %d names", SOK_CSV_COLUMNS);
}

static void
check(struct cli *cli)
{
	const struct conv *conv = cli->ctx;

	if (conv->split != NULL && cli->output != NULL)
		cli_usage(cli, "--split and -o exclude each other");
	if (conv->outdir != NULL &&
	    (conv->split != NULL || cli->output != NULL))
		cli_usage(cli, "--outdir excludes --split and -o");
	if (cli->output != NULL && !conv->chosen)
		conv_take_suffix(cli);
	if (conv->name != NULL && conv->split == NULL)
		cli_usage(cli, "--name needs --split");
	if (conv->name != NULL)
		split_check_name(cli);
	if (conv->options.container != NULL && !conv_is_to(conv, "sokoban3d"))
		cli_usage(cli, "--container needs --to=sokoban3d");
	if ((conv->options.columns > 0 || conv->options.caption) &&
	    !conv_is_to(conv, "svg"))
		cli_usage(cli, "--sheet and --caption need --to=svg");
	if ((conv->options.fields != NULL || conv->options.no_names) &&
	    !conv_is_to(conv, "csv"))
		cli_usage(cli, "--columns and --no-header need --to=csv");
	check_columns(cli, conv->options.fields);
	if (conv->options.columns > 0 && conv->split != NULL)
		cli_usage(cli, "--sheet and --split exclude each other");
	if (conv->options.floor != SOK_FLOOR_SPACE &&
	    !(conv->to->flags & SOK_ANY_FLOOR))
		cli_usage(cli, "--floor needs --to=sok, xsb or boxoban");
	preview_check(cli);
	cli->no_output = conv->split != NULL;
}

static void
list_formats(struct cli *cli)
{
	struct sok_output *out = cli_output(cli);

	for (size_t i = 0; i < sok_nformats; i++) {
		const struct sok_format *format = &sok_formats[i];
		const char *reads = "-", *writes = "-", *suffix = "-";

		if (format->reader != NULL && sok_format_lacks(format) == NULL)
			reads = "read";
		if (format->writer != NULL)
			writes = "write";
		if (format->suffix[0] != '\0')
			suffix = format->suffix;
		sok_outf(out, "%-10s %-4s %-5s %-6s %s\n", format->name, reads,
		    writes, suffix, format->summary);
	}
}

/* ---- what is done with an operand */

static int
put_header(struct cli *cli, struct sok_header *header)
{
	struct conv *conv = cli->ctx;

	conv->words = header->text.n > 0;
	if (index_header(cli, header) == -1)
		return -1;
	return conv->split != NULL ? 0 : sok_write_header(conv->writer, header);
}

static int
end_operand(struct cli *cli, const struct cli_operand *op)
{
	struct conv *conv = cli->ctx;

	/* outdir.c reports files without a puzzle, which it does not write. */
	if (cli->last == 0 && conv->words && conv->outdir == NULL &&
	    cli->sink.count[SOK_ERROR] == conv->errors)
		(void)cli_report_nothing(cli, op, SOK_NO_PUZZLE_RULE,
		    choose_may_be_text(op) ? SOK_NOTE : SOK_WARNING,
		    "no board was recognised");
	conv->words = false;
	conv->errors = cli->sink.count[SOK_ERROR];
	/* Numbering of files continues, also if -s skips puzzles. */
	conv->before += cli->last;
	return 0;
}

/* Find the identity of a puzzle if the target format needs it. */
static int
prepare(const struct cli *cli, struct sok_puzzle *puzzle, struct prepared *to)
{
	const struct conv *conv = cli->ctx;

	if (!(conv->to->flags & SOK_HAS_IDS))
		return 0;
	return sok_identify(
	    puzzle, conv_is_to(conv, "jsonl"), to->arena, &to->scratch);
}

/* Whether a file holds one puzzle. */
static bool
is_single(const struct conv *conv)
{
	return conv->to->flags & SOK_ONE_PUZZLE && conv->options.columns == 0;
}

static int
put_puzzle(struct cli *cli, struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct conv *conv = cli->ctx;

	(void)arena;

	if (conv->stopped)
		return 0;
	if (index_puzzle(conv, puzzle) == -1 ||
	    (conv->split == NULL &&
	        preview_puzzle(&conv->preview, puzzle) == -1))
		return -1;
	if (conv->puzzles > 0 && conv->split == NULL && is_single(conv)) {
		if (conv->puzzles++ == 1)
			cli_error(cli,
			    "%s files hold one puzzle: use %s--split or "
			    "--select",
			    conv->to->name,
			    conv_is_to(conv, "svg") ? "--sheet, " : "");
		return 0;
	}
	conv->puzzles++;
	if (conv->split != NULL)
		return split_puzzle(cli, puzzle);
	return sok_write(conv->writer, puzzle) == -1 ? -1 : 0;
}

static const struct cli_program program = {
    .name = "sokconv",
    .summary = "convert Sokoban collections",
    .examples =
        {"sokconv -t slc -o a.slc a.sok      # convert to another format",
            "sokconv -t html -o a.html a.sok    # a page that plays the games",
            "sokconv --split=out a.sok          # one file for each puzzle"},
    .options = options,
    .take = conv_option,
    .check = check,
    .state = sizeof(struct conv),
    .header = put_header,
    .puzzle = put_puzzle,
    .prepare = prepare,
    .end = end_operand,
};

/* Terminal escapes in pictures are written on purpose. */
static struct sok_output *
plain_output(struct cli *cli)
{
	return conv_is_to(cli->ctx, "ansi") ? cli_output(cli)
	                                    : cli_text_output(cli);
}

/* Write the picture of a page before the page takes its place, if that is
 * kept. */
static void
finish_page(struct cli *cli, bool keep)
{
	struct conv *conv = cli->ctx;

	if (conv->url == NULL)
		return;
	keep = keep && !cli_conflict(cli);
	if (keep) {
		(void)sok_output_flush(cli_output(cli));
		keep = !cli_output_failed(cli);
	}
	(void)preview_end(cli, &conv->preview, keep);
}

static void
convert(struct cli *cli)
{
	static const char temporary[] = "temporary file in TMPDIR";
	struct conv *conv = cli->ctx;
	/* Then nothing may be written before the whole input was read. */
	bool spools = conv->options.strict || is_single(conv);
	struct sok_output *out =
	    spools ? sok_output_spool() : plain_output(cli);

	if (out == NULL)
		cli_die(cli, temporary, errno);
	if (conv->url != NULL) {
		preview_begin(cli, &conv->preview, cli->output, &conv->options);
		cli_writes(cli, conv->preview.path.s, "--url");
	}
	conv->writer =
	    sok_writer_open(conv->to, out, &conv->options, cli_sink(cli));
	if (conv->writer == NULL)
		cli_die(cli, conv->to->name, errno);
	cli_confine(cli, 0);
	cli_run(cli);
	int got = sok_writer_close(conv->writer);
	if (got == -1)
		cli_die(cli, conv->to->name, errno);
	cli_withhold(cli);
	bool keep = got == 0 && cli_status(cli) < CLI_TROUBLE;
	if (!spools) {
		finish_page(cli, keep);
		return;
	}
	if (keep) {
		struct sok_output *to = plain_output(cli);
		int fd = sok_output_reopen(out);

		if (fd == -1 || sok_output_copy(to, fd) == -1)
			cli_die(cli, temporary, errno);
		close(fd);
	} else {
		cli_remark(cli, "%s: not written", conv->options.name);
	}
	finish_page(cli, keep);
	if (sok_output_close(out, false) == -1)
		cli_die(cli, temporary, errno);
}

const char *
conv_title(struct conv *conv, const char *path)
{
	const char *name = choose_name(path), *dot = strrchr(name, '.');
	size_t n =
	    dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);

	if (n >= sizeof(conv->title) || strcmp(name, "-") == 0)
		return NULL;
	memcpy(conv->title, name, n);
	conv->title[n] = '\0';
	return conv->title;
}

int
main(int argc, char **argv)
{
	struct conv conv = {
	    .to = sok_format_find(SOK_STR("sok")), .options.wrap = SOK_WRAP};
	struct cli cli;
	size_t i = 0;

	cli_init(&cli, &program, &conv, argc, argv);
	/* A set needs a name: that of the first existing operand. */
	while (i < cli.operands.n && strcmp(cli.operands.name[i], "-") != 0 &&
	    access(cli.operands.name[i], R_OK) != 0)
		i++;
	conv.options.title =
	    conv_title(&conv, i < cli.operands.n ? cli.operands.name[i] : "-");
	conv.options.charset = cli.to_charset;
	conv.options.name = conv.split ? conv.split : cli_output_name(&cli);
	if (cli.no_input)
		list_formats(&cli);
	else if (conv.split != NULL)
		split_run(&cli);
	else if (conv.outdir != NULL)
		outdir_run(&cli);
	else
		convert(&cli);
	return cli_finish(&cli);
}
