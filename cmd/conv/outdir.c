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
 * change the order of what it shows.  Bytes that are no UTF-8 remain. */
static void
add_name(struct sok_buf *b, struct sok_str name)
{
	uint32_t c;
	size_t n;

	for (; name.len > 0; name = sok_str_from(name, n)) {
		n = sok_str_char(name, &c);
		bool unsafe = n > 0 && escape_needed(c);

		n = n > 0 ? n : 1;
		sok_buf_add(b, unsafe ? SOK_STR("-") : sok_str_sub(name, 0, n));
	}
}

/* Append the folders of a path. */
static void
add_names(struct sok_buf *b, struct sok_str path)
{
	size_t n;

	for (; path.len > 0; path = sok_str_from(path, n + 1)) {
		n = sok_str_find(path, SOK_STR("/"));
		if (n == 0 || (n <= 2 && memcmp(path.s, "..", n) == 0))
			continue;
		sok_buf_addc(b, '/');
		add_name(b, sok_str_sub(path, 0, n));
	}
}

/* The name of the output for an operand, from malloc(). */
static char *
output_path(struct cli *c, const struct cli_operand *op)
{
	const struct conv *v = c->ctx;
	const char *below = op->is_stdin ? "stdin" : op->below;
	struct sok_str path = sok_str(below);
	struct sok_buf b = {0};
	size_t inside = 0; /* where the path in the archive begins */

	/* Remove the suffixes of compression and format. */
	if (op->packed != NULL)
		path = sok_packed_stem(path);
	path.len = choose_stem(below, path.len);

	sok_buf_add(&b, sok_str(v->outdir));
	/* Members of an archive go to a folder named after the archive. */
	if (op->member != NULL && below < op->member) {
		inside = (size_t)(op->member - below);
		add_names(&b, sok_str_sub(path, 0, inside - 1));
	}
	add_names(&b, sok_str_from(path, inside));
	if (b.len == strlen(v->outdir))
		sok_buf_add(&b, SOK_STR("/unnamed"));
	sok_buf_add(&b, sok_str(v->to->suffix));
	sok_buf_addc(&b, '\0');
	cli_enough(c, !b.failed);
	return b.s;
}

/* ---- what may be written */

/* Remember that a file is an input. */
static int
mark_input(struct cli *c, const struct cli_operand *op)
{
	struct outdir *d = ((struct conv *)c->ctx)->dir;
	struct id_slot *slot;
	struct stat st;

	d->archives |= op->holds;
	if (op->fd != -1 && fstat(op->fd, &st) == 0 && S_ISREG(st.st_mode)) {
		slot = cli_must(
		    c, id_table_find(&d->inputs, claims_identity(&st)));
		slot->n = 1;
	}
	return 0;
}

/* Reserve the name of an output; false if it must not be used (reported). */
static bool
reserve(struct cli *c, const char *input, const char *path)
{
	const struct conv *v = c->ctx;
	struct outdir *d = v->dir;
	struct id_slot *slot =
	    cli_must(c, id_table_find(&d->taken, sok_digest(sok_str(path))));
	struct stat st;

	d->indexed |= strcmp(path + strlen(v->outdir), "/index.html") == 0;
	if (slot->n++ > 0)
		cli_error(
		    c, "%s: %s is the output of an earlier input", input, path);
	else if (stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    id_table_get(&d->inputs, claims_identity(&st)) > 0)
		cli_error(c, "%s: %s is an input", input, path);
	else
		return true;
	d->refused = true;
	return false;
}

/* Reserve the outputs for an input: its path and, with --url, the picture. */
static bool
reserve_page(struct cli *c, const char *input, const char *path)
{
	const struct conv *v = c->ctx;
	bool free_to_use = reserve(c, input, path);

	if (v->url == NULL || !free_to_use)
		return free_to_use;
	struct sok_arena a = {0};
	struct sok_str picture = sok_preview_name(sok_str(path), &a);
	cli_enough(c, picture.s != NULL);
	free_to_use = reserve(c, input, picture.s);
	sok_arena_free(&a);
	return free_to_use;
}

/* Reserve the output of a file; members are named while the archive is read. */
static int
reserve_output(struct cli *c, const struct cli_operand *op)
{
	if (!op->holds) {
		char *path = output_path(c, op);

		(void)reserve_page(c, op->name, path);
		free(path);
	}
	return 0;
}

/* ---- writing */

/* Convert an operand to a file: 1, 0 if it is not kept after an error, -1. */
static int
convert(struct cli *c, const struct cli_operand *op, char *path)
{
	struct conv *v = c->ctx;
	char *p = path + strlen(v->outdir);
	struct sok_pos pos = {op->name, 1, 1};
	bool made = true, keep, conflict = cli_conflict(c);
	int r = -1;

	v->o.name = path;
	v->o.title = op->is_stdin ? NULL : conv_title(v, path);
	while (made && (p = strchr(p, '/')) != NULL) {
		*p = '\0';
		made = mkdir(path, 0777) == 0 || errno == EEXIST;
		*p++ = '/';
	}
	struct sok_output *out = made ? sok_output_file(path) : NULL;
	if (out == NULL) {
		cli_trouble(c, path, errno);
		return 0;
	}

	c->sink.conflict = c->gate.conflict = false;
	preview_begin(c, &v->preview, path, &v->o);
	v->writer = sok_writer_open(v->to, out, &v->o, cli_sink(c));
	if (v->writer != NULL) {
		v->puzzles = 0;
		v->errors = c->sink.count[SOK_ERROR];
		r = cli_puzzles(c, op);
	}
	/* Nothing is lost by an output that is not written. */
	bool none = r == 0 && c->last == 0, off = c->sink.off[SOK_LOSSY_RULE];
	c->sink.off[SOK_LOSSY_RULE] |= none;
	if (sok_writer_close(v->writer) != 0 && r == 0 && !none)
		r = 1;
	c->sink.off[SOK_LOSSY_RULE] = off;
	v->writer = NULL;
	bool whole = r == 0 && cli_status(c) < CLI_TROUBLE;
	/* Of two versions in one file neither is the right one. */
	keep = whole && !none && !cli_conflict(c);
	c->sink.conflict |= conflict;
	keep = preview_end(c, &v->preview, keep) && keep;
	if (sok_output_close(out, keep) == -1) {
		cli_trouble(c, path, errno);
		keep = false;
	} else if (whole && none && !c->sink.passed) {
		sok_report_as(&c->sink, SOK_NOTE, SOK_NO_PUZZLE_RULE, pos, NULL,
		    NULL, "no puzzle was read in this file; %s was not written",
		    path);
	} else if (!keep) {
		cli_remark(c, "%s: not written", path);
	}
	return r == -1 ? -1 : keep;
}

/* Every file has its own status, which decides whether its output is kept. */
static int
convert_file(struct cli *c, const struct cli_operand *op)
{
	const struct conv *v = c->ctx;
	char *path = output_path(c, op);
	int r = 0;

	if (!v->dir->archives || reserve_page(c, op->name, path)) {
		c->headed = false;
		index_page(c, path);
		r = convert(c, op, path);
		index_page_end(c, r == 1);
	}
	free(path);
	return r == -1 ? -1 : 0;
}

void
outdir_run(struct cli *c)
{
	struct conv *v = c->ctx;
	struct outdir d = {.refused = false};
	struct id_slot *slot;
	struct stat st;

	v->dir = &d;
	index_begin(c);
	c->avoid = v->outdir;
	c->syncs = true;
	if (c->names_from != NULL && stat(c->names_from, &st) == 0) {
		slot = id_table_find(&d.inputs, claims_identity(&st));
		cli_enough(c, slot != NULL);
		slot->n = 1;
	}
	cli_find_files(c);
	/* All inputs must be known before the first name is reserved. */
	c->shut = true;
	cli_each(c, true, mark_input);
	cli_each(c, true, reserve_output);
	c->shut = false;
	c->parallel = !d.archives;
	/* With archives, names are reserved again while the files are read. */
	if (d.archives)
		id_table_free(&d.taken);
	if (!d.refused && mkdir(v->outdir, 0777) == -1 && errno != EEXIST) {
		cli_trouble(c, v->outdir, errno);
	} else if (!d.refused) {
		cli_add_name(c, &c->outputs, v->outdir);
		cli_confine(c, v->index != NULL ? CLI_SPOOLS : 0);
		cli_each(c, true, convert_file);
	}
	index_end(c, !d.indexed);
	id_table_free(&d.taken);
	id_table_free(&d.inputs);
}
