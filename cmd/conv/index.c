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
lock_index(struct index *index)
{
	pthread_mutex_lock(&index->lock);
	return compare_hold_arena(index->hold);
}

/* Open the index.  --split does not overwrite an existing page. */
static void
open_index(struct cli *cli, struct sok_write_options options)
{
	struct conv *conv = cli->ctx;
	struct index *index = conv->index;
	const char *folder = conv->split != NULL ? conv->split : conv->outdir;
	struct sok_str path =
	    sok_str_fmt(&cli->scratch, "%s/index.html", folder);

	cli_enough(cli, path.s != NULL);
	index->out =
	    conv->split ? sok_output_new(path.s) : sok_output_file(path.s);
	options.link = &index->link;
	preview_begin(cli, &index->preview, path.s, &options);
	/* Losses are reported with the pages, not here. */
	index->writer = sok_writer_open(conv->to, index->out, &options, NULL);
	if (index->writer == NULL)
		cli_die(cli, path.s, errno);
}

void
index_begin(struct cli *cli)
{
	struct conv *conv = cli->ctx;

	if (!conv_is_to(conv, "html"))
		return;
	conv->index = cli_must(cli, calloc(1, sizeof(*conv->index)));
	pthread_mutex_init(&conv->index->lock, NULL);
	if (conv->split == NULL) {
		conv->index->hold = cli_must(cli, compare_hold_open());
		return;
	}
	open_index(cli, conv->options);
	conv->options.up = "index.html";
	conv->options.single = true;
}

int
index_header(struct cli *cli, const struct sok_header *header)
{
	struct conv *conv = cli->ctx;
	struct page *page = &conv->page;
	int got = -1;

	if (conv->index != NULL && conv->split != NULL)
		return sok_write_header(conv->index->writer, header);
	if (page->link.s == NULL)
		return 0;
	struct sok_arena *arena = lock_index(conv->index);
	if (arena != NULL)
		page->title = sok_str_dup(arena, key_collection(&header->text));
	if (page->title.s != NULL)
		got = 0;
	if (got == 0 && header->author.len > 0)
		got = key_add(
		    &page->author, SOK_STR("Author"), header->author, arena);
	pthread_mutex_unlock(&conv->index->lock);
	return got;
}

int
index_add(struct cli *cli, const struct sok_puzzle *puzzle, struct sok_str name)
{
	struct index *index = ((struct conv *)cli->ctx)->index;

	if (index == NULL)
		return 0;
	index->link = name;
	if (preview_puzzle(&index->preview, puzzle) == -1)
		return -1;
	return sok_write(index->writer, puzzle) == -1 ? -1 : 0;
}

/* ---- pages of --outdir */

void
index_page(struct cli *cli, const char *path)
{
	struct conv *conv = cli->ctx;
	const char *below = path + strlen(conv->outdir) + 1, *at = below;
	struct page *page = &conv->page;

	if (conv->index == NULL || strcmp(below, "index.html") == 0)
		return;
	for (; (at = strchr(at, '/')) != NULL; at++)
		sok_buf_add(&page->up, SOK_STR("../"));
	sok_buf_add(&page->up, SOK_STR("index.html"));
	sok_buf_addc(&page->up, '\0');
	cli_enough(cli, !page->up.failed);
	conv->options.up = page->up.s;
	struct sok_arena *arena = lock_index(conv->index);
	/* Terminated for choose_order(). */
	char *link =
	    arena == NULL ? NULL : str_terminated(arena, sok_str(below));
	pthread_mutex_unlock(&conv->index->lock);
	page->link = sok_str(cli_must(cli, link));
}

/* Hold a puzzle as that of a page, with the title and author of the page.  0,
 * -1 with errno. */
static int
show_puzzle(struct conv *conv, struct sok_puzzle shown)
{
	static const struct sok_header none = {.later = false};
	struct page *page = &conv->page;

	shown.header = &none;
	shown.text = page->author;
	shown.ngames = 0;
	pthread_mutex_lock(&conv->index->lock);
	page->first = compare_hold_puzzle(conv->index->hold, &shown, &none);
	pthread_mutex_unlock(&conv->index->lock);
	return page->first == NULL ? -1 : 0;
}

int
index_puzzle(struct conv *conv, const struct sok_puzzle *puzzle)
{
	if (conv->page.link.s == NULL || conv->page.count++ > 0)
		return 0;
	return show_puzzle(conv, *puzzle);
}

/* Add the page of this thread to the index. */
static void
list_page(struct cli *cli)
{
	static const struct sok_puzzle nothing = {.number = 1};
	struct conv *conv = cli->ctx;
	const char *title =
	    conv->options.title != NULL ? conv->options.title : "Sokoban";
	struct page *page = &conv->page;
	struct index *index = conv->index;

	if (page->first == NULL)
		cli_enough(cli, show_puzzle(conv, nothing) == 0);
	struct sok_arena *arena = lock_index(index);
	if (page->title.len == 0)
		page->title = arena == NULL
		    ? (struct sok_str){NULL, 0}
		    : sok_str_dup(arena, sok_str(title));
	page->first->title = page->title;
	struct page *all =
	    sok_grow(index->page, index->n, &index->room, sizeof(*page));
	if (all != NULL) {
		index->page = all;
		index->page[index->n++] = *page;
	}
	pthread_mutex_unlock(&index->lock);
	cli_enough(cli, all != NULL && page->title.s != NULL);
}

void
index_page_end(struct cli *cli, bool list)
{
	struct conv *conv = cli->ctx;

	if (list && conv->page.link.s != NULL)
		list_page(cli);
	sok_buf_free(&conv->page.up);
	conv->page = (struct page){.count = 0};
	conv->options.up = NULL;
}

void
index_end(struct cli *cli, bool commit)
{
	struct conv *conv = cli->ctx;
	struct index *index = conv->index;
	struct sok_write_options options = conv->options;
	int got = 0;

	if (index == NULL)
		return;
	/* --outdir: all pages are known now. */
	if (commit && index->n > 0) {
		options.count = &index->count;
		options.title = conv_title(conv, conv->outdir);
		if (options.title != NULL &&
		    strspn(options.title, ".") == strlen(options.title))
			options.title = NULL;
		open_index(cli, options);
		qsort(
		    index->page, index->n, sizeof(*index->page), choose_order);
		for (size_t i = 0; i < index->n && got == 0; i++) {
			index->count = index->page[i].count;
			if (compare_hold_arena(index->hold) == NULL)
				got = -1;
			else
				got = index_add(cli, index->page[i].first,
				    index->page[i].link);
		}
	}
	if (sok_writer_close(index->writer) == -1)
		got = -1;
	commit = commit && got == 0 && index->link.s != NULL;
	commit = preview_end(cli, &index->preview, commit) && commit;
	if (sok_output_close(index->out, commit) == -1)
		got = -1;
	compare_hold_close(index->hold);
	pthread_mutex_destroy(&index->lock);
	free(index->page);
	free(index);
	conv->index = NULL;
	if (got == -1)
		cli_trouble(cli, "index.html", errno);
}
