/*
 * split_index.c - writes the page of sokconv --split that shows all puzzles
 * with links to their pages.
 */
#include <errno.h>
#include <stdlib.h>

#include "conv/conv.h"

struct split_index {
	struct sok_output *out;
	struct sok_writer *writer;
	struct sok_str link; /* to the puzzle that comes next */
	size_t n;
};

/* The file, or the end of the program: nothing is written beside a page that
 * is there. */
static struct sok_output *
open_file(struct cli *c, const char *folder)
{
	struct sok_buf path = {0};
	struct sok_output *out;

	sok_buf_fmt(&path, "%s/index.html", folder);
	sok_buf_addc(&path, '\0');
	if (path.failed)
		cli_die(c, folder, ENOMEM);
	out = sok_output_new(path.s);
	if (out == NULL)
		cli_die(c, path.s, errno);
	sok_buf_free(&path);
	return out;
}

int
split_index_begin(struct cli *c)
{
	struct conv *v = c->ctx;
	struct sok_write_options o = v->o;
	struct split_index *x;

	if (!conv_is_to(v, "html"))
		return 0;
	x = calloc(1, sizeof(*x));
	if (x == NULL)
		return -1;
	v->index = x;
	v->o.up = "index.html";
	o.link = &x->link;
	x->out = open_file(c, v->split);
	/* The pages report what no page can hold. */
	x->writer = sok_writer_open(v->to, x->out, &o, NULL);
	return x->writer == NULL ? -1 : 0;
}

int
split_index_header(struct cli *c, const struct sok_header *h)
{
	struct conv *v = c->ctx;

	return v->index == NULL ? 0 : sok_write_header(v->index->writer, h);
}

int
split_index_add(struct cli *c, const struct sok_puzzle *p, struct sok_str name)
{
	struct conv *v = c->ctx;

	if (v->index == NULL)
		return 0;
	v->index->n++;
	v->index->link = name;
	return sok_write(v->index->writer, p) == -1 ? -1 : 0;
}

int
split_index_end(struct cli *c, bool commit)
{
	struct conv *v = c->ctx;
	struct split_index *x = v->index;
	int r;

	if (x == NULL)
		return 0;
	v->index = NULL;
	r = sok_writer_close(x->writer);
	commit = commit && r != -1 && x->n > 0;
	if (sok_output_close(x->out, commit) == -1)
		r = -1;
	free(x);
	return r == -1 ? -1 : 0;
}
