/*
 * index.c - writes the page of a folder of pages: with --split it shows all
 * puzzles with links to their pages, with --outdir the first puzzle of every
 * page.
 */
#include <errno.h>
#include <stdlib.h>

#include "conv/conv.h"

struct index {
	struct sok_output *out;
	struct sok_writer *writer;
	struct sok_str link; /* to the page that comes next */
	size_t count;        /* of puzzles on that page */
	char title[256];
	size_t n;
};

/* The file, or the end of the program: --split writes nothing beside a page
 * that is there, --outdir replaces it. */
static struct sok_output *
open_file(struct cli *c, const char *folder)
{
	const struct conv *v = c->ctx;
	struct sok_buf path = {0};
	struct sok_output *out;

	sok_buf_fmt(&path, "%s/index.html", folder);
	sok_buf_addc(&path, '\0');
	if (path.failed)
		cli_die(c, folder, ENOMEM);
	out =
	    v->split != NULL ? sok_output_new(path.s) : sok_output_file(path.s);
	if (out == NULL)
		cli_die(c, path.s, errno);
	sok_buf_free(&path);
	return out;
}

int
index_begin(struct cli *c)
{
	struct conv *v = c->ctx;
	struct sok_write_options o = v->o;
	struct index *x;

	if (!conv_is_to(v, "html"))
		return 0;
	x = calloc(1, sizeof(*x));
	if (x == NULL)
		return -1;
	v->index = x;
	o.link = &x->link;
	if (v->split != NULL) {
		v->o.up = "index.html";
		v->o.single = true;
	} else {
		o.title = conv_title(v->outdir, x->title, sizeof(x->title));
		if (o.title != NULL && strspn(o.title, ".") == strlen(o.title))
			o.title = NULL;
		o.count = &x->count;
	}
	x->out = open_file(c, v->split != NULL ? v->split : v->outdir);
	/* The pages report what no page can hold. */
	x->writer = sok_writer_open(v->to, x->out, &o, NULL);
	return x->writer == NULL ? -1 : 0;
}

int
index_header(struct cli *c, const struct sok_header *h)
{
	struct conv *v = c->ctx;

	return v->index == NULL ? 0 : sok_write_header(v->index->writer, h);
}

int
index_add(struct cli *c, const struct sok_puzzle *p, struct sok_str name,
    size_t count)
{
	struct conv *v = c->ctx;

	if (v->index == NULL)
		return 0;
	v->index->n++;
	v->index->link = name;
	v->index->count = count;
	return sok_write(v->index->writer, p) == -1 ? -1 : 0;
}

int
index_end(struct cli *c, bool commit)
{
	struct conv *v = c->ctx;
	struct index *x = v->index;
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
