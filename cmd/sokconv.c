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
    {"strict", 0, NULL, AT(o.strict),
        "treat any loss as an error and write nothing"},
    {"container", 0, "KIND", OPTION_CONTAINER,
        "sokoban3d in rsrc, appledouble or macbinary"},
    {"floor", 0, "KIND", OPTION_FLOOR, "floor is space, dash or underscore"},
    {"outdir", 0, "DIR", AT(outdir),
        "write one file into DIR for each input file"},
    {"sheet", 0, "COLUMNS", OPTION_SHEET, "svg: all puzzles in one picture"},
    {"caption", 0, NULL, AT(o.caption), "svg: write title and author below"},
    {"columns", 0, "LIST", AT(o.fields),
        "csv: these columns, such as title,author,width,height,moves"},
    {"no-header", 0, NULL, AT(o.no_names),
        "csv: without the line of column names"},
    {"url", 0, "URL", AT(url),
        "html: the address of the page or, with / at its end, of its folder; "
        "writes a picture for links to it"},
    {"list-formats", 0, NULL, OPTION_LIST_FORMATS, "print all formats"},
    {NULL, 0, NULL, 0, NULL},
};

static const char *const containers[] = {"rsrc", "appledouble", "macbinary"};

static bool
conv_option(struct cli *c, int id, const char *arg)
{
	struct cli_hint hint = {.name = NULL};
	struct conv *v = c->ctx;

	switch (id) {
	case OPTION_TO:
		v->chosen = true;
		v->to = sok_format_find(sok_str(arg));
		if (v->to != NULL && v->to->writer != NULL)
			break;
		for (size_t i = 0; i < sok_nformats; i++)
			if (sok_formats[i].writer != NULL)
				cli_hint_try(
				    &hint, sok_str(arg), sok_formats[i].name);
		cli_usage(c,
		    "--to=%s: not a format that can be written (see "
		    "--list-formats)%s",
		    arg, cli_hint(&hint, ""));
	case OPTION_LIST_FORMATS:
		c->no_input = true;
		break;
	case OPTION_CONTAINER:
		v->o.container =
		    containers[CLI_CHOICE(c, "container", arg, containers)];
		break;
	case OPTION_FLOOR:
		v->o.floor = cli_floor(c, arg);
		break;
	case OPTION_SHEET:
		v->o.columns = (int)cli_number(c, "sheet", arg, 1, 1000);
		break;
	default:
		return false;
	}
	return true;
}

static void
check_columns(struct cli *c, const char *list)
{
	unsigned char column[SOK_CSV_COLUMNS];
	struct sok_str unknown;
	size_t n;

	if (list == NULL || csv_columns(list, column, &n, &unknown))
		return;
	if (unknown.len == 0)
		cli_usage(c, "--columns needs names of columns");
	cli_usage(c,
	    "--columns: `%.*s` is not one of id, title, author, board, games, "
	    "text, source, title_line, game, width, height, boxes, goals, "
	    "floor, moves, pushes, mode, verdict",
	    (int)unknown.len, unknown.s);
}

static void
check(struct cli *c)
{
	const struct conv *v = c->ctx;

	if (v->split != NULL && c->output != NULL)
		cli_usage(c, "--split and -o exclude each other");
	if (v->outdir != NULL && (v->split != NULL || c->output != NULL))
		cli_usage(c, "--outdir excludes --split and -o");
	if (c->output != NULL && !v->chosen)
		conv_take_suffix(c);
	if (v->name != NULL && v->split == NULL)
		cli_usage(c, "--name needs --split");
	if (v->name != NULL)
		split_check_name(c);
	if (v->o.container != NULL && !conv_is_to(v, "sokoban3d"))
		cli_usage(c, "--container needs --to=sokoban3d");
	if ((v->o.columns > 0 || v->o.caption) && !conv_is_to(v, "svg"))
		cli_usage(c, "--sheet and --caption need --to=svg");
	if ((v->o.fields != NULL || v->o.no_names) && !conv_is_to(v, "csv"))
		cli_usage(c, "--columns and --no-header need --to=csv");
	check_columns(c, v->o.fields);
	if (v->o.columns > 0 && v->split != NULL)
		cli_usage(c, "--sheet and --split exclude each other");
	if (v->o.floor != SOK_FLOOR_SPACE && !(v->to->flags & SOK_ANY_FLOOR))
		cli_usage(c, "--floor needs --to=sok, xsb or boxoban");
	preview_check(c);
	c->no_output = v->split != NULL;
}

static void
list_formats(struct cli *c)
{
	struct sok_output *out = cli_output(c);

	for (size_t i = 0; i < sok_nformats; i++) {
		const struct sok_format *f = &sok_formats[i];
		const char *reads = "-", *writes = "-", *suffix = "-";

		if (f->reader != NULL && sok_format_lacks(f) == NULL)
			reads = "read";
		if (f->writer != NULL)
			writes = "write";
		if (f->suffix[0] != '\0')
			suffix = f->suffix;
		sok_outf(out, "%-10s %-4s %-5s %-6s %s\n", f->name, reads,
		    writes, suffix, f->summary);
	}
}

/* ---- what is done with an operand */

static int
put_header(struct cli *c, struct sok_header *h)
{
	struct conv *v = c->ctx;

	v->words = h->text.n > 0;
	if (index_header(c, h) == -1)
		return -1;
	return v->split != NULL ? 0 : sok_write_header(v->writer, h);
}

static int
end_operand(struct cli *c, const struct cli_operand *op)
{
	struct conv *v = c->ctx;

	/* outdir.c reports files without a puzzle, which it does not write. */
	if (c->last == 0 && v->words && v->outdir == NULL &&
	    c->sink.count[SOK_ERROR] == v->errors)
		(void)cli_report_nothing(c, op, SOK_NO_PUZZLE_RULE,
		    choose_may_be_text(op) ? SOK_NOTE : SOK_WARNING,
		    "no board was recognised");
	v->words = false;
	v->errors = c->sink.count[SOK_ERROR];
	/* Numbering of files continues, also if -s skips puzzles. */
	v->before += c->last;
	return 0;
}

/* Find the identity of a puzzle if the target format needs it. */
static int
prepare(const struct cli *c, struct sok_puzzle *p, struct prepared *to)
{
	const struct conv *v = c->ctx;

	if (!(v->to->flags & SOK_HAS_IDS))
		return 0;
	return sok_identify(p, conv_is_to(v, "jsonl"), to->a, &to->scratch);
}

/* Whether a file holds one puzzle. */
static bool
is_single(const struct conv *v)
{
	return v->to->flags & SOK_ONE_PUZZLE && v->o.columns == 0;
}

static int
put_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct conv *v = c->ctx;

	if (v->stopped)
		return 0;
	if (index_puzzle(v, p) == -1 ||
	    (v->split == NULL && preview_puzzle(&v->preview, p) == -1))
		return -1;
	if (v->puzzles > 0 && v->split == NULL && is_single(v)) {
		if (v->puzzles++ == 1)
			cli_error(c,
			    "%s files hold one puzzle: use %s--split or "
			    "--select",
			    v->to->name,
			    conv_is_to(v, "svg") ? "--sheet, " : "");
		return 0;
	}
	v->puzzles++;
	/* These formats write a header unchanged, and pages have its text; in
	 * others, a puzzle inherits from its header. */
	bool expands = !conv_is_to(v, "sok") && !conv_is_to(v, "records") &&
	    !conv_is_to(v, "jsonl") && !conv_is_to(v, "html");
	if (expands && sok_uses_macros(p) &&
	    sok_expand_macros(p, p->header, NULL, cli_sink(c), a) == -1)
		return -1;
	if (v->split != NULL)
		return split_puzzle(c, p);
	return sok_write(v->writer, p) == -1 ? -1 : 0;
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
plain_output(struct cli *c)
{
	return conv_is_to(c->ctx, "ansi") ? cli_output(c) : cli_text_output(c);
}

/* Write the picture of a page before the page takes its place, if that is kept.
 */
static void
finish_page(struct cli *c, bool keep)
{
	struct conv *v = c->ctx;

	if (v->url == NULL)
		return;
	keep = keep && !cli_conflict(c);
	if (keep) {
		(void)sok_output_flush(cli_output(c));
		keep = !cli_output_failed(c);
	}
	(void)preview_end(c, &v->preview, keep);
}

static void
convert(struct cli *c)
{
	static const char temporary[] = "temporary file in TMPDIR";
	struct conv *v = c->ctx;
	/* Then nothing may be written before the whole input was read. */
	bool spools = v->o.strict || is_single(v);
	struct sok_output *out = spools ? sok_output_spool() : plain_output(c);

	if (out == NULL)
		cli_die(c, temporary, errno);
	if (v->url != NULL) {
		preview_begin(c, &v->preview, c->output, &v->o);
		cli_writes(c, v->preview.path.s, "--url");
	}
	v->writer = sok_writer_open(v->to, out, &v->o, cli_sink(c));
	if (v->writer == NULL)
		cli_die(c, v->to->name, errno);
	cli_confine(c, 0);
	cli_run(c);
	int r = sok_writer_close(v->writer);
	if (r == -1)
		cli_die(c, v->to->name, errno);
	cli_withhold(c);
	bool keep = r == 0 && cli_status(c) < CLI_TROUBLE;
	if (!spools) {
		finish_page(c, keep);
		return;
	}
	if (keep) {
		struct sok_output *to = plain_output(c);
		int fd = sok_output_reopen(out);

		if (fd == -1 || sok_output_copy(to, fd) == -1)
			cli_die(c, temporary, errno);
		close(fd);
	} else {
		cli_remark(c, "%s: not written", v->o.name);
	}
	finish_page(c, keep);
	if (sok_output_close(out, false) == -1)
		cli_die(c, temporary, errno);
}

const char *
conv_title(struct conv *v, const char *path)
{
	const char *name = choose_name(path), *dot = strrchr(name, '.');
	size_t n =
	    dot != NULL && dot > name ? (size_t)(dot - name) : strlen(name);

	if (n >= sizeof(v->title) || strcmp(name, "-") == 0)
		return NULL;
	memcpy(v->title, name, n);
	v->title[n] = '\0';
	return v->title;
}

int
main(int argc, char **argv)
{
	struct conv conv = {
	    .to = sok_format_find(SOK_STR("sok")), .o.wrap = SOK_WRAP};
	struct cli c;
	size_t i = 0;

	cli_init(&c, &program, &conv, argc, argv);
	/* A set needs a name: that of the first existing operand. */
	while (i < c.operands.n && strcmp(c.operands.v[i], "-") != 0 &&
	    access(c.operands.v[i], R_OK) != 0)
		i++;
	conv.o.title =
	    conv_title(&conv, i < c.operands.n ? c.operands.v[i] : "-");
	conv.o.charset = c.to_charset;
	conv.o.name = conv.split ? conv.split : cli_output_name(&c);
	if (c.no_input)
		list_formats(&c);
	else if (conv.split != NULL)
		split_run(&c);
	else if (conv.outdir != NULL)
		outdir_run(&c);
	else
		convert(&c);
	return cli_finish(&c);
}
