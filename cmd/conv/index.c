/* index.c - the index page for a folder of web pages.  With --split it shows
 * all puzzles, and is written while they are read.  With --outdir it shows the
 * first puzzle of each page, with the name, author and number of puzzles of the
 * collection; these pages may be made in any order and are sorted at the
 * end. */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "base/base.h"
#include "compare/compare.h"
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
	/* What the pages point to.  A folder may have many files, so this
	 * continues in a temporary file. */
	struct compare_hold *hold;
};

/* The lock of the index, with the arena of its pages, or NULL without memory;
 * to be unlocked in any case. */
static struct sok_arena *
lock_index(struct index *x)
{
	pthread_mutex_lock(&x->lock);
	return compare_hold_arena(x->hold);
}

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
	if (v->split == NULL) {
		v->index->hold = cli_must(c, compare_hold_open());
		return;
	}
	open_index(c, v->o);
	v->o.up = "index.html";
	v->o.single = true;
}

int
index_header(struct cli *c, const struct sok_header *h)
{
	struct conv *v = c->ctx;
	struct page *page = &v->page;
	int r = -1;

	if (v->index != NULL && v->split != NULL)
		return sok_write_header(v->index->writer, h);
	if (page->link.s == NULL)
		return 0;
	struct sok_arena *a = lock_index(v->index);
	if (a != NULL)
		page->title = sok_str_dup(a, key_collection(&h->text));
	if (page->title.s != NULL)
		r = 0;
	if (r == 0 && h->author.len > 0)
		r = key_add(&page->author, SOK_STR("Author"), h->author, a);
	pthread_mutex_unlock(&v->index->lock);
	return r;
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
	struct page *page = &v->page;

	if (v->index == NULL || strcmp(below, "index.html") == 0)
		return;
	for (; (p = strchr(p, '/')) != NULL; p++)
		sok_buf_add(&page->up, SOK_STR("../"));
	sok_buf_add(&page->up, SOK_STR("index.html"));
	sok_buf_addc(&page->up, '\0');
	cli_enough(c, !page->up.failed);
	v->o.up = page->up.s;
	struct sok_arena *a = lock_index(v->index);
	/* Terminated for choose_order(). */
	char *link = a == NULL ? NULL : str_terminated(a, sok_str(below));
	pthread_mutex_unlock(&v->index->lock);
	page->link = sok_str(cli_must(c, link));
}

/* Hold a puzzle as that of a page, with the title and author of the page. */
static int
show_puzzle(struct conv *v, struct sok_puzzle shown)
{
	static const struct sok_header none = {.later = false};
	struct page *page = &v->page;

	shown.header = &none;
	shown.text = page->author;
	shown.ngames = 0;
	pthread_mutex_lock(&v->index->lock);
	page->first = compare_hold_puzzle(v->index->hold, &shown, &none);
	pthread_mutex_unlock(&v->index->lock);
	return page->first == NULL ? -1 : 0;
}

int
index_puzzle(struct conv *v, const struct sok_puzzle *p)
{
	if (v->page.link.s == NULL || v->page.count++ > 0)
		return 0;
	return show_puzzle(v, *p);
}

/* Add the page of this thread to the index. */
static void
list_page(struct cli *c)
{
	static const struct sok_puzzle nothing = {.number = 1};
	struct conv *v = c->ctx;
	const char *title = v->o.title != NULL ? v->o.title : "Sokoban";
	struct page *page = &v->page;
	struct index *x = v->index;

	if (page->first == NULL)
		cli_enough(c, show_puzzle(v, nothing) == 0);
	struct sok_arena *a = lock_index(x);
	if (page->title.len == 0)
		page->title = a == NULL ? (struct sok_str){NULL, 0}
		                        : sok_str_dup(a, sok_str(title));
	page->first->title = page->title;
	struct page *all = sok_grow(x->page, x->n, &x->room, sizeof(*page));
	if (all != NULL) {
		x->page = all;
		x->page[x->n++] = *page;
	}
	pthread_mutex_unlock(&x->lock);
	cli_enough(c, all != NULL && page->title.s != NULL);
}

void
index_page_end(struct cli *c, bool list)
{
	struct conv *v = c->ctx;

	if (list && v->page.link.s != NULL)
		list_page(c);
	sok_buf_free(&v->page.up);
	v->page = (struct page){.count = 0};
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
			if (compare_hold_arena(x->hold) == NULL)
				r = -1;
			else
				r = index_add(
				    c, x->page[i].first, x->page[i].link);
		}
	}
	if (sok_writer_close(x->writer) == -1)
		r = -1;
	commit = commit && r == 0 && x->link.s != NULL;
	commit = preview_end(c, &x->preview, commit) && commit;
	if (sok_output_close(x->out, commit) == -1)
		r = -1;
	compare_hold_close(x->hold);
	pthread_mutex_destroy(&x->lock);
	free(x->page);
	free(x);
	v->index = NULL;
	if (r == -1)
		cli_trouble(c, "index.html", errno);
}
