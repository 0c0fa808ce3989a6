/* outdir.c - sokconv --outdir: writes one output for each input file, below the
 * folders of the operand.  All names are checked before the first file is
 * written, except those of members of archives, which are read later. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/base.h"
#include "conv/conv.h"
#include "io/io.h"
#include "text/text.h"

struct outdir {
	struct id_table taken;  /* digests of the names of outputs */
	struct id_table inputs; /* their input files */
	bool archives;          /* some names are only known while reading */
	bool refused;           /* an output must not be written */
	bool indexed; /* the page of some file would be named like the index */
};

/* ---- names */

/* Append a name; '-' stands for a character that would control a terminal or
 * change the order of what it shows.  Bytes that are not UTF-8 remain. */
static void
add_name(struct sok_buf *buf, struct sok_str name)
{
	uint32_t c;
	size_t n;

	for (; name.len > 0; name = sok_str_from(name, n)) {
		n = sok_str_char(name, &c);
		bool unsafe = n > 0 && escape_needed(c);

		n = n > 0 ? n : 1;
		sok_buf_add(
		    buf, unsafe ? SOK_STR("-") : sok_str_sub(name, 0, n));
	}
}

/* Append the folders of a path. */
static void
add_names(struct sok_buf *buf, struct sok_str path)
{
	size_t n;

	for (; path.len > 0; path = sok_str_from(path, n + 1)) {
		n = sok_str_find(path, SOK_STR("/"));
		if (n == 0 || (n <= 2 && memcmp(path.s, "..", n) == 0))
			continue;
		sok_buf_addc(buf, '/');
		add_name(buf, sok_str_sub(path, 0, n));
	}
}

/* The name of the output for an operand, from malloc(); exits on ENOMEM. */
static char *
output_path(struct cli *cli, const struct cli_operand *op)
{
	const struct conv *conv = cli->ctx;
	const char *below = op->is_stdin ? "stdin" : op->below;
	struct sok_str path = sok_str(below);
	struct sok_buf buf = {0};
	size_t inside = 0; /* where the path in the archive begins */

	/* Remove the suffixes of compression and format. */
	if (op->packed != NULL)
		path = sok_packed_stem(path);
	path.len = choose_stem(below, path.len);

	sok_buf_add(&buf, sok_str(conv->outdir));
	/* Members of an archive go to a folder named after the archive. */
	if (op->member != NULL && below < op->member) {
		inside = (size_t)(op->member - below);
		add_names(&buf, sok_str_sub(path, 0, inside - 1));
	}
	add_names(&buf, sok_str_from(path, inside));
	if (buf.len == strlen(conv->outdir))
		sok_buf_add(&buf, SOK_STR("/unnamed"));
	sok_buf_add(&buf, sok_str(conv->to->suffix));
	sok_buf_addc(&buf, '\0');
	cli_enough(cli, !buf.failed);
	return buf.s;
}

/* ---- what may be written */

/* Remember that a file is an input: 0. */
static int
mark_input(struct cli *cli, const struct cli_operand *op)
{
	struct outdir *outdir = ((struct conv *)cli->ctx)->dir;
	struct id_slot *slot;
	struct stat st;

	outdir->archives |= op->holds;
	if (op->fd != -1 && fstat(op->fd, &st) == 0 && S_ISREG(st.st_mode)) {
		slot = cli_must(
		    cli, id_table_find(&outdir->inputs, claims_identity(&st)));
		slot->n = 1;
	}
	return 0;
}

/* Reserve the name of an output; false if it must not be used (reported). */
static bool
reserve(struct cli *cli, const char *input, const char *path)
{
	const struct conv *conv = cli->ctx;
	struct outdir *outdir = conv->dir;
	struct id_slot *slot = cli_must(
	    cli, id_table_find(&outdir->taken, sok_digest(sok_str(path))));
	struct stat st;

	outdir->indexed |=
	    strcmp(path + strlen(conv->outdir), "/index.html") == 0;
	if (slot->n++ > 0)
		cli_error(cli, "%s: %s is the output of an earlier input",
		    input, path);
	else if (stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    id_table_get(&outdir->inputs, claims_identity(&st)) > 0)
		cli_error(cli, "%s: %s is an input", input, path);
	else
		return true;
	outdir->refused = true;
	return false;
}

/* Reserve the outputs for an input: its path and, with --url, the picture. */
static bool
reserve_page(struct cli *cli, const char *input, const char *path)
{
	const struct conv *conv = cli->ctx;
	bool free_to_use = reserve(cli, input, path);

	if (conv->url == NULL || !free_to_use)
		return free_to_use;
	struct sok_arena arena = {0};
	struct sok_str picture = sok_preview_name(sok_str(path), &arena);
	cli_enough(cli, picture.s != NULL);
	free_to_use = reserve(cli, input, picture.s);
	sok_arena_free(&arena);
	return free_to_use;
}

/* Reserve the output of a file; members are named while the archive is read. */
static int
reserve_output(struct cli *cli, const struct cli_operand *op)
{
	if (!op->holds) {
		char *path = output_path(cli, op);

		(void)reserve_page(cli, op->name, path);
		free(path);
	}
	return 0;
}

/* ---- writing */

/* Convert an operand to a file: 1, 0 if it is not kept after an error, -1 with
 * errno. */
static int
convert(struct cli *cli, const struct cli_operand *op, char *path)
{
	struct conv *conv = cli->ctx;
	char *at = path + strlen(conv->outdir);
	struct sok_pos pos = {op->name, 1, 1};
	bool made = true, keep, conflict = cli_conflict(cli);
	int got = -1;

	conv->options.name = path;
	conv->options.title = op->is_stdin ? NULL : conv_title(conv, path);
	while (made && (at = strchr(at, '/')) != NULL) {
		*at = '\0';
		made = mkdir(path, 0777) == 0 || errno == EEXIST;
		*at++ = '/';
	}
	struct sok_output *out = made ? sok_output_file(path) : NULL;
	if (out == NULL) {
		cli_trouble(cli, path, errno);
		return 0;
	}

	cli->sink.conflict = cli->gate.conflict = false;
	preview_begin(cli, &conv->preview, path, &conv->options);
	conv->writer =
	    sok_writer_open(conv->to, out, &conv->options, cli_sink(cli));
	if (conv->writer != NULL) {
		conv->puzzles = 0;
		conv->errors = cli->sink.count[SOK_ERROR];
		got = cli_puzzles(cli, op);
	}
	/* Nothing is lost by an output that is not written. */
	bool none = got == 0 && cli->last == 0,
	     off = cli->sink.off[SOK_LOSSY_RULE];
	cli->sink.off[SOK_LOSSY_RULE] |= none;
	if (sok_writer_close(conv->writer) != 0 && got == 0 && !none)
		got = 1;
	cli->sink.off[SOK_LOSSY_RULE] = off;
	conv->writer = NULL;
	bool whole = got == 0 && cli_status(cli) < CLI_TROUBLE;
	/* Of two versions in one file neither is the right one. */
	keep = whole && !none && !cli_conflict(cli);
	cli->sink.conflict |= conflict;
	keep = preview_end(cli, &conv->preview, keep) && keep;
	if (sok_output_close(out, keep) == -1) {
		cli_trouble(cli, path, errno);
		keep = false;
	} else if (whole && none && !cli->sink.passed) {
		sok_report_as(&cli->sink, SOK_NOTE, SOK_NO_PUZZLE_RULE, pos,
		    NULL, NULL,
		    "no puzzle was read in this file; %s was not written",
		    path);
	} else if (!keep) {
		cli_remark(cli, "%s: not written", path);
	}
	return got == -1 ? -1 : keep;
}

/* Every file has its own status, which decides whether its output is kept.  0,
 * -1 with errno. */
static int
convert_file(struct cli *cli, const struct cli_operand *op)
{
	const struct conv *conv = cli->ctx;
	char *path = output_path(cli, op);
	int got = 0;

	if (!conv->dir->archives || reserve_page(cli, op->name, path)) {
		cli->headed = false;
		index_page(cli, path);
		got = convert(cli, op, path);
		index_page_end(cli, got == 1);
	}
	free(path);
	return got == -1 ? -1 : 0;
}

void
outdir_run(struct cli *cli)
{
	struct conv *conv = cli->ctx;
	struct outdir outdir = {.refused = false};
	struct id_slot *slot;
	struct stat st;

	conv->dir = &outdir;
	index_begin(cli);
	cli->avoid = conv->outdir;
	cli->syncs = true;
	if (cli->names_from != NULL && stat(cli->names_from, &st) == 0) {
		slot = id_table_find(&outdir.inputs, claims_identity(&st));
		cli_enough(cli, slot != NULL);
		slot->n = 1;
	}
	cli_find_files(cli);
	/* All inputs must be known before the first name is reserved. */
	cli->shut = true;
	cli_each(cli, true, mark_input);
	cli_each(cli, true, reserve_output);
	cli->shut = false;
	cli->parallel = !outdir.archives;
	/* With archives, names are reserved again while the files are read. */
	if (outdir.archives)
		id_table_free(&outdir.taken);
	if (!outdir.refused && mkdir(conv->outdir, 0777) == -1 &&
	    errno != EEXIST) {
		cli_trouble(cli, conv->outdir, errno);
	} else if (!outdir.refused) {
		cli_add_name(cli, &cli->outputs, conv->outdir);
		cli_confine(cli, conv->index != NULL ? CLI_SPOOLS : 0);
		cli_each(cli, true, convert_file);
	}
	index_end(cli, !outdir.indexed);
	id_table_free(&outdir.taken);
	id_table_free(&outdir.inputs);
}
