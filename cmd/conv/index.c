/* index.c - the index page for a folder of web pages.  With --split it shows
 * all puzzles, and is written while they are read.  With --outdir it shows the
 * first puzzle of each page, with the name, author and number of puzzles of the
 * collection; these pages may be made in any order and are sorted at the
 * end. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/base.h"
#include "conv/conv.h"
#include "format/format.h"
#include "text/text.h"

struct index {
	struct sok_output *out;
	struct sok_writer *writer;
	struct preview preview;
	struct sok_str link; /* to the page of the last puzzle */
	size_t count;        /* of puzzles on that page */
	/* For --outdir. */
	pthread_mutex_t lock;
	struct page *page;
	size_t n, room;
};

/* Open the index.  --split does not overwrite an existing page. */
static void
open_index(struct cli *c, struct sok_write_options o)
{
	struct conv *v = c->ctx;
	struct index *x = v->index;
	const char *folder = v->split != NULL ? v->split : v->outdir;
	struct sok_str path = sok_str_fmt(&c->scratch, "%s/index.html", folder);

	cli_enough(c, path.s != NULL);
	x->out = v->split ? sok_output_new(path.s) : sok_output_file(path.s);
	o.link = &x->link;
	preview_begin(c, &x->preview, path.s, &o);
	/* Losses are reported with the pages, not here. */
	x->writer = sok_writer_open(v->to, x->out, &o, NULL);
	if (x->writer == NULL)
		cli_die(c, path.s, errno);
}

void
index_begin(struct cli *c)
{
	struct conv *v = c->ctx;

	if (!conv_is_to(v, "html"))
		return;
	v->index = cli_must(c, calloc(1, sizeof(*v->index)));
	pthread_mutex_init(&v->index->lock, NULL);
	if (v->split == NULL)
		return;
	open_index(c, v->o);
	v->o.up = "index.html";
	v->o.single = true;
}

int
index_header(struct cli *c, const struct sok_header *h)
{
	struct conv *v = c->ctx;
	struct page *page = &v->page;

	if (v->index != NULL && v->split != NULL)
		return sok_write_header(v->index->writer, h);
	if (page->link.s == NULL)
		return 0;
	page->title = sok_str_dup(&page->arena, key_collection(&h->text));
	if (page->title.s == NULL)
		return -1;
	if (h->author.len == 0)
		return 0;
	return key_add(
	    &page->first.text, SOK_STR("Author"), h->author, &page->arena);
}

int
index_add(struct cli *c, const struct sok_puzzle *p, struct sok_str name)
{
	struct index *x = ((struct conv *)c->ctx)->index;

	if (x == NULL)
		return 0;
	x->link = name;
	if (preview_puzzle(&x->preview, p) == -1)
		return -1;
	return sok_write(x->writer, p) == -1 ? -1 : 0;
}

/* ---- pages of --outdir */

void
index_page(struct cli *c, const char *path)
{
	struct conv *v = c->ctx;
	const char *below = path + strlen(v->outdir) + 1, *p = below;
	struct sok_str up = SOK_STR("index.html");
	struct page *page = &v->page;

	if (v->index == NULL || strcmp(below, "index.html") == 0)
		return;
	for (; up.s != NULL && (p = strchr(p, '/')) != NULL; p++)
		up = sok_str_fmt(&page->arena, "../%s", up.s);
	v->o.up = up.s;
	page->first.number = 1;
	cli_enough(c, up.s != NULL);
	/* Terminated for choose_order(). */
	page->link =
	    sok_str(cli_must(c, str_terminated(&page->arena, sok_str(below))));
}

int
index_puzzle(struct conv *v, const struct sok_puzzle *p)
{
	static const struct sok_header none = {.later = false};
	struct sok_puzzle shown = *p;

	if (v->page.link.s == NULL || v->page.count++ > 0)
		return 0;
	/* It is shown with the title and author of the page. */
	shown.header = &none;
	shown.text = v->page.first.text;
	shown.ngames = 0;
	return sok_puzzle_copy(&v->page.first, &shown, &v->page.arena);
}

void
index_page_end(struct cli *c, bool list)
{
	struct conv *v = c->ctx;
	const char *title = v->o.title != NULL ? v->o.title : "Sokoban";
	struct page *page = &v->page;
	struct index *x = v->index;

	if (list && page->link.s != NULL) {
		if (page->title.len == 0)
			page->title = sok_str_dup(&page->arena, sok_str(title));
		cli_enough(c, page->title.s != NULL);
		page->first.title = page->title;
		pthread_mutex_lock(&x->lock);
		x->page = cli_must(
		    c, sok_grow(x->page, x->n, &x->room, sizeof(*page)));
		x->page[x->n++] = *page;
		pthread_mutex_unlock(&x->lock);
	} else {
		sok_arena_free(&page->arena);
	}
	*page = (struct page){.count = 0};
	v->o.up = NULL;
}

void
index_end(struct cli *c, bool commit)
{
	struct conv *v = c->ctx;
	struct index *x = v->index;
	struct sok_write_options o = v->o;
	int r = 0;

	if (x == NULL)
		return;
	/* --outdir: all pages are known now. */
	if (commit && x->n > 0) {
		o.count = &x->count;
		o.title = conv_title(v, v->outdir);
		if (o.title != NULL && strspn(o.title, ".") == strlen(o.title))
			o.title = NULL;
		open_index(c, o);
		qsort(x->page, x->n, sizeof(*x->page), choose_order);
		for (size_t i = 0; i < x->n && r == 0; i++) {
			x->count = x->page[i].count;
			r = index_add(c, &x->page[i].first, x->page[i].link);
		}
	}
	if (sok_writer_close(x->writer) == -1)
		r = -1;
	commit = commit && r == 0 && x->link.s != NULL;
	commit = preview_end(c, &x->preview, commit) && commit;
	if (sok_output_close(x->out, commit) == -1)
		r = -1;
	for (size_t i = 0; i < x->n; i++)
		sok_arena_free(&x->page[i].arena);
	pthread_mutex_destroy(&x->lock);
	free(x->page);
	free(x);
	v->index = NULL;
	if (r == -1)
		cli_trouble(c, "index.html", errno);
}
