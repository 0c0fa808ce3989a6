/* conv.h - sokconv's state, shared by its files: sokconv.c (options, one
 * output), split.c (a file per puzzle), names.c (what those are called). */
#ifndef CONV_H
#define CONV_H

#include <string.h>

#include "cli/cli.h"

struct id_table;
struct outdir;
struct split;
struct index;
struct page;

struct conv {
	const struct sok_format *to;
	struct sok_write_options o;
	const char *split;  /* the folder of --split */
	const char *name;   /* the template of --name */
	const char *outdir; /* the folder of --outdir */
	bool list;
	/* Of the run. */
	struct sok_writer *writer;
	struct sok_output *spool; /* what may have to be thrown away */
	size_t puzzles;           /* that came by */
	size_t here;              /* ... of this operand */
	size_t errors;            /* found before it */
	bool words;               /* its header says something */
	size_t before;            /* puzzles of the operands before this one */
	size_t number;            /* of the last one */
	struct split *files;
	struct outdir *dir;
	struct index *index;
	struct page *page; /* what the index shows of this file, or NULL */
};

/* Whether the target is the format of that name. */
static inline bool
conv_is_to(const struct conv *v, const char *format)
{
	return strcmp(v->to->name, format) == 0;
}

/* Whether a file holds one puzzle. */
static inline bool
conv_single(const struct conv *v)
{
	return v->to->flags & SOK_ONE_PUZZLE && v->o.columns == 0;
}

/* An operand begins; its header; it ends, which is said if there was nothing
 * but words in it. */
int conv_begin(struct cli *c, const struct cli_operand *op);
int conv_header(struct cli *c, struct sok_header *h);
int conv_end(struct cli *c, const struct cli_operand *op);
/* Prepare a puzzle for the target: what its header had for it. */
int conv_edit(struct cli *c, struct sok_puzzle *p, struct sok_arena *a);

/* For cli_work: the identity of a puzzle, if the target has it. */
int conv_prepare(const struct cli *c, struct sok_puzzle *p,
    struct cli_ready *ready, struct record *found, struct sok_arena *a,
    struct sok_arena *scratch);

/* sokconv.c: what is done with an operand that becomes one output; the title of
 * a set that is called after a file, or NULL. */
extern const struct cli_work conv_work;
const char *conv_title(const char *path, char *buffer, size_t size);

/* split.c: the whole run with --split; outdir.c: with --outdir. */
void split_run(struct cli *c);
void outdir_run(struct cli *c);
extern const struct cli_parallel conv_parallel;

/*
 * index.c: with -t html, the page of a folder of pages.  Begin it; with --split
 * its header; a puzzle, where its page is below the folder, and how many
 * puzzles that has; end it, or discard it.  0, -1 with errno; another format
 * has none.
 */
int index_begin(struct cli *c);
int index_header(struct cli *c, const struct sok_header *h);
int index_add(struct cli *c, const struct sok_puzzle *p, struct sok_str name,
    size_t count);
int index_end(struct cli *c, bool commit);

/*
 * pages.c: what the index of --outdir lists.  Open the list, NULL with another
 * format or ENOMEM; a page begins at a path (v->page, v->o.up), with its header
 * and each of its puzzles; it is added, with a title if it names none; the
 * index is written.  0, -1 with errno.
 */
struct page {
	struct sok_arena arena;
	struct sok_str link, title, author;
	struct sok_puzzle first;
	size_t count;
};
struct pages;
struct pages *pages_open(const struct conv *v);
int page_begin(struct conv *v, struct page *page, const char *path);
int page_header(struct page *page, const struct sok_header *h);
int page_puzzle(struct page *page, const struct sok_puzzle *p);
int pages_add(struct pages *all, struct page *page, const char *title);
int pages_write(struct cli *c, struct pages *all);
void pages_close(struct pages *all);

/* names.c */

/* Take a name: 1 it is ours now, 0 it was taken, -1. */
int names_claim(
    struct id_table *given, struct sok_str name, struct sok_arena *a);

/* NULL, or what is wrong with a template. */
const char *name_fault(const char *template);
/* Whether a template has %i. */
bool name_has_id(const char *template);
/*
 * The name of the file for a game (from 1, 0: none) of a puzzle, in the
 * arena: from what we count and a slug, with a number where its digest is among
 * those that were given.  s == NULL on ENOMEM.
 */
struct sok_str names_make(struct id_table *given, const struct conv *v,
    const struct sok_puzzle *p, size_t game, struct sok_arena *a);

#endif
