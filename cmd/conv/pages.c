/*
 * pages.c - what the index of sokconv --outdir -t html shows of each page: the
 * name of the collection, its author, its first puzzle and how many it has.
 * Files are converted in any order; the index is sorted by their paths.
 */
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "conv/conv.h"
#include "text/key.h"
#include "tools.h"

struct pages {
	pthread_mutex_t lock;
	struct page *page;
	size_t n, room;
};

struct pages *
pages_open(const struct conv *v)
{
	struct pages *all =
	    conv_is_to(v, "html") ? calloc(1, sizeof(*all)) : NULL;

	if (all != NULL)
		pthread_mutex_init(&all->lock, NULL);
	return all;
}

int
page_begin(struct conv *v, struct page *page, const char *path)
{
	const char *below = path + strlen(v->outdir) + 1, *p = below;
	struct sok_buf up = {0};

	*page = (struct page){.first.number = 1};
	while ((p = strchr(p, '/')) != NULL) {
		sok_buf_add(&up, SOK_STR("../"));
		p++;
	}
	sok_buf_add(&up, SOK_STR("index.html"));
	sok_buf_addc(&up, '\0');
	page->link = sok_str_dup(&page->arena, sok_str(below));
	v->o.up = sok_str_dup(&page->arena, sok_buf_str(&up)).s;
	v->page = page;
	sok_buf_free(&up);
	return up.failed || page->link.s == NULL || v->o.up == NULL ? -1 : 0;
}

int
page_header(struct page *page, const struct sok_header *h)
{
	page->title = sok_str_dup(&page->arena, key_collection(&h->text));
	page->author = sok_str_dup(&page->arena, h->author);
	return page->title.s == NULL || page->author.s == NULL ? -1 : 0;
}

int
page_puzzle(struct page *page, const struct sok_puzzle *p)
{
	static const struct sok_header none = {.later = false};
	struct sok_puzzle shown = *p;

	if (page->count++ > 0)
		return 0;
	shown.header = &none;
	shown.text.n = shown.ngames = 0;
	return sok_puzzle_copy(&page->first, &shown, &page->arena);
}

/* The title and the author of the page are those of its first puzzle. */
static int
name_first(struct page *page, const char *title)
{
	struct sok_puzzle *p = &page->first;

	if (page->title.len == 0)
		page->title = sok_str_dup(
		    &page->arena, sok_str(title != NULL ? title : "Sokoban"));
	p->title = page->title;
	if (page->title.s == NULL)
		return -1;
	return page->author.len == 0
	    ? 0
	    : key_add(&p->text, SOK_STR("Author"), page->author, &page->arena);
}

int
pages_add(struct pages *all, struct page *page, const char *title)
{
	struct page *v = NULL;

	if (name_first(page, title) == -1)
		return -1;
	pthread_mutex_lock(&all->lock);
	v = sok_grow(all->page, all->n, &all->room, sizeof(*v));
	if (v != NULL) {
		all->page = v;
		all->page[all->n++] = *page;
		page->arena = (struct sok_arena){.head = NULL};
	}
	pthread_mutex_unlock(&all->lock);
	return v == NULL ? -1 : 0;
}

static int
by_link(const void *a, const void *b)
{
	const struct page *x = a, *y = b;

	return strcmp(x->link.s, y->link.s);
}

int
pages_write(struct cli *c, struct pages *all)
{
	int r;

	if (all->n == 0)
		return 0;
	r = index_begin(c);
	qsort(all->page, all->n, sizeof(*all->page), by_link);
	for (size_t i = 0; i < all->n && r == 0; i++) {
		const struct page *page = &all->page[i];

		r = index_add(c, &page->first, page->link, page->count);
	}
	return index_end(c, r == 0) == -1 ? -1 : r;
}

void
pages_close(struct pages *all)
{
	if (all == NULL)
		return;
	for (size_t i = 0; i < all->n; i++)
		sok_arena_free(&all->page[i].arena);
	pthread_mutex_destroy(&all->lock);
	free(all->page);
	free(all);
}
