/*
 * outdir.c - sokconv --outdir: an output for each file that is read, in the
 * folders that it has below its operand.  The names of all files are looked at
 * before the first is written; those of members as they come.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/id_table.h"
#include "conv/conv.h"
#include "tools.h"

struct path {
	struct path *next;
	const char *input;
	char name[];
};

struct outdir {
	struct id_table given;  /* digests of the names of outputs */
	struct id_table inputs; /* files that are read */
	struct path *path;      /* outputs, before anything is written */
	struct sok_arena names; /* for these */
	bool archives;          /* have names that come as they are read */
	bool refused;
	struct pages *pages; /* for the index, or NULL */
	bool indexed;        /* the page of a file has its name */
};

/* ---- names */

/* The bytes of a name before the suffix of a format or of a compression. */
static size_t
stem(const struct cli_operand *op, const char *name, size_t n)
{
	size_t rest = op->packed != NULL ? choose_unpacked(name, n) : n, end;

	end = choose_stem(name, rest);
	for (size_t i = 0; end == rest && i < sok_nformats; i++) {
		struct sok_str suffix = sok_str(sok_formats[i].suffix);
		struct sok_str s = {name, rest};

		if (suffix.len > 0 && suffix.len < rest &&
		    sok_str_caseeq(sok_str_from(s, rest - suffix.len), suffix))
			end = rest - suffix.len;
	}
	return end;
}

/* Add the names of a path that lead down. */
static void
add_names(struct sok_buf *b, struct sok_str path)
{
	size_t n;

	for (; path.len > 0; path = sok_str_from(path, n + 1)) {
		for (n = 0; n < path.len && path.s[n] != '/'; n++)
			;
		if (n == 0 || (n <= 2 && memcmp(path.s, "..", n) == 0))
			continue;
		sok_buf_addc(b, '/');
		sok_buf_add(b, sok_str_sub(path, 0, n));
	}
}

/* The file for an operand, from malloc(); NULL on ENOMEM. */
static char *
output_path(const struct conv *v, const struct cli_operand *op)
{
	const char *below = op->is_stdin ? "stdin" : op->below;
	struct sok_str path = sok_str(below);
	struct sok_buf b = {0};
	size_t folder = strlen(v->outdir);

	path.len = stem(op, below, path.len);
	sok_buf_add(&b, sok_str(v->outdir));
	/* Of an archive in a folder, its members lie in a folder. */
	if (op->member != NULL && below < op->member) {
		add_names(
		    &b, sok_str_sub(path, 0, (size_t)(op->member - below) - 1));
		path = sok_str_from(path, (size_t)(op->member - below));
	}
	add_names(&b, path);
	if (b.len == folder)
		sok_buf_add(&b, SOK_STR("/unnamed"));
	sok_buf_add(&b, sok_str(v->to->suffix));
	sok_buf_addc(&b, '\0');
	if (b.failed)
		sok_buf_free(&b);
	return b.s;
}

/* ---- what may be written */

static uint64_t
identity(const struct stat *st)
{
	const uint64_t id[] = {(uint64_t)st->st_dev, (uint64_t)st->st_ino};

	return sok_digest((struct sok_str){(const char *)id, sizeof(id)});
}

/* Mark what an operand is read from. */
static int
mark_input(struct outdir *d, const struct cli_operand *op)
{
	struct id_slot *slot;
	struct stat st;

	if (op->fd == -1 || fstat(op->fd, &st) == -1 || !S_ISREG(st.st_mode))
		return 0;
	slot = id_table_find(&d->inputs, identity(&st));
	if (slot == NULL)
		return -1;
	slot->n = 1;
	return 0;
}

static bool
is_input(struct outdir *d, const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    id_table_get(&d->inputs, identity(&st)) > 0;
}

/* Whether a path below the folder is that of the index. */
static bool
is_index(const struct conv *v, const char *path)
{
	return strcmp(path + strlen(v->outdir), "/index.html") == 0;
}

/* Take a name: 1, 0 if it may not be (said), -1. */
static int
claim(struct cli *c, const char *input, const char *path)
{
	const struct conv *v = c->ctx;
	struct outdir *d = v->dir;
	struct id_slot *slot =
	    id_table_find(&d->given, sok_digest(sok_str(path)));

	if (slot == NULL)
		return -1;
	d->indexed |= is_index(v, path);
	if (slot->n++ > 0)
		cli_error(
		    c, "%s: %s is the output of an earlier input", input, path);
	else if (is_input(d, path))
		cli_error(c, "%s: %s is an input", input, path);
	else
		return 1;
	d->refused = true;
	return 0;
}

/* Note the output of a file, before anything is written. */
static int
plan(struct cli *c, const struct cli_operand *op, const void *arg)
{
	struct conv *v = c->ctx;
	struct outdir *d = v->dir;
	char *name;
	struct path *p;

	(void)arg;
	if (mark_input(d, op) == -1)
		return -1;
	d->archives |= op->holds;
	if (op->holds)
		return 0;
	name = output_path(v, op);
	if (name == NULL)
		return -1;
	p = sok_arena_alloc(&d->names, 1, sizeof(*p) + strlen(name) + 1);
	if (p != NULL) {
		strcpy(p->name, name);
		p->input = op->name;
		p->next = d->path;
		d->path = p;
	}
	free(name);
	return p == NULL ? -1 : 0;
}

/* In the order of the inputs. */
static void
claim_all(struct cli *c)
{
	struct outdir *d = ((struct conv *)c->ctx)->dir;
	struct path *p = d->path, *all = NULL, *next;

	for (; p != NULL; p = next) {
		next = p->next;
		p->next = all;
		all = p;
	}
	for (p = all; p != NULL; p = p->next)
		if (claim(c, p->input, p->name) == -1)
			cli_die(c, p->input, errno);
	id_table_free(&d->given);
	d->given = (struct id_table){.slot = NULL};
}

/* ---- writing */

/* The folders that lead to a file; false with errno. */
static bool
make_folders(const struct conv *v, char *path)
{
	bool made = true;

	for (char *p = path + strlen(v->outdir);
	     made && (p = strchr(p, '/')) != NULL; p++) {
		*p = '\0';
		made = mkdir(path, 0777) == 0 || errno == EEXIST;
		*p = '/';
	}
	return made;
}

static int
take_header(struct cli *c, struct sok_header *h)
{
	const struct conv *v = c->ctx;

	return v->page != NULL && page_header(v->page, h) == -1
	    ? -1
	    : conv_work.header(c, h);
}

static int
take_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	const struct conv *v = c->ctx;

	return v->page != NULL && page_puzzle(v->page, p) == -1
	    ? -1
	    : conv_work.puzzle(c, p, a);
}

/* Read the operand and write all of it: 0, 1 if it may not be kept, -1. */
static int
fill_file(struct cli *c, const struct cli_operand *op, struct sok_output *out)
{
	struct cli_work work = conv_work;
	struct conv *v = c->ctx;
	int r;

	v->writer = sok_writer_open(v->to, out, &v->o, cli_sink(c));
	if (v->writer == NULL)
		return -1;
	work.header = take_header;
	work.puzzle = take_puzzle;
	v->puzzles = 0;
	(void)conv_begin(c, op);
	r = cli_puzzles(c, op, &work);
	if (r == 0)
		r = conv_end(c, op);
	if (sok_writer_close(v->writer) != 0 && r == 0)
		r = 1;
	v->writer = NULL;
	return r;
}

static int
convert(struct cli *c, const struct cli_operand *op, char *path)
{
	struct conv *v = c->ctx;
	char title[256];
	struct sok_output *out;
	bool keep;
	int r;

	v->o.name = path;
	v->o.title =
	    op->is_stdin ? NULL : conv_title(path, title, sizeof(title));
	if (!make_folders(v, path) || (out = sok_output_file(path)) == NULL) {
		cli_trouble(c, path, errno);
		return 0;
	}
	r = fill_file(c, op, out);
	keep = r == 0 && cli_status(c) < CLI_TROUBLE;
	if (sok_output_close(out, keep) == -1)
		cli_trouble(c, path, errno);
	else if (!keep)
		cli_remark(c, "%s: not written", path);
	else if (v->page != NULL)
		r = pages_add(v->dir->pages, v->page, v->o.title);
	return r == -1 ? -1 : 0;
}

/* The same, and take down what the index shows of it. */
static int
convert_page(struct cli *c, const struct cli_operand *op, char *path)
{
	struct conv *v = c->ctx;
	struct page page;
	int r;

	if (v->dir->pages == NULL || is_index(v, path))
		return convert(c, op, path);
	r = page_begin(v, &page, path);
	if (r == 0)
		r = convert(c, op, path);
	sok_arena_free(&page.arena);
	v->page = NULL;
	v->o.up = NULL;
	return r;
}

/* Every file has its own status, which decides whether it is written. */
static int
convert_file(struct cli *c, const struct cli_operand *op, const void *arg)
{
	struct conv *v = c->ctx;
	char *path = output_path(v, op);
	struct cli_outcome before = cli_outcome_begin(c);
	int r = path == NULL ? -1 : 1;

	(void)arg;
	if (r == 1 && v->dir->archives)
		r = claim(c, op->name, path);
	if (r == 1) {
		c->headed = false;
		r = convert_page(c, op, path);
	}
	cli_outcome_end(c, before);
	free(path);
	return r == -1 ? -1 : 0;
}

/* Once all names are known. */
static bool
is_parallel(const struct cli *c)
{
	const struct conv *v = c->ctx;

	return v->dir != NULL && !v->dir->archives;
}

const struct cli_parallel conv_parallel = {sizeof(struct conv), is_parallel};

void
outdir_run(struct cli *c)
{
	struct conv *v = c->ctx;
	struct outdir d = {.refused = false};

	v->dir = &d;
	errno = 0;
	d.pages = pages_open(v);
	if (errno != 0)
		cli_die(c, v->outdir, errno);
	c->avoid = v->outdir;
	c->syncs = true;
	cli_find_files(c);
	c->shut = true;
	cli_each(c, true, plan, NULL);
	c->shut = false;
	claim_all(c);
	if (!d.refused && mkdir(v->outdir, 0777) == -1 && errno != EEXIST)
		cli_trouble(c, v->outdir, errno);
	else if (!d.refused)
		cli_each(c, true, convert_file, NULL);
	if (d.pages != NULL && !d.indexed && pages_write(c, d.pages) == -1)
		cli_trouble(c, "index.html", errno);
	id_table_free(&d.given);
	id_table_free(&d.inputs);
	sok_arena_free(&d.names);
	pages_close(d.pages);
	v->dir = NULL;
}
