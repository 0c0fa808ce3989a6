/* conv.h - sokconv's state, shared by its files: sokconv.c (options, one
 * output), split.c (a file for each puzzle), outdir.c (a file for each input),
 * index.c (the index of web pages), preview.c (their pictures for links). */
#ifndef CONV_H
#define CONV_H

#include "cli/cli.h"
#include "text/text.h"

/* A page in the index of --outdir; all that it points to is in the memory of
 * the index, except `up`. */
struct page {
	struct sok_str link; /* its name below the folder; s NULL: not listed */
	struct sok_str title;
	struct sok_text author;   /* the lines below the title, or none */
	struct sok_puzzle *first; /* NULL: none was written so far */
	size_t count;             /* of puzzles */
	struct sok_buf up;        /* the way to the index, terminated */
};

/* The picture for links to a page (--url).  Initialize with 0; see
 * preview_begin(). */
struct preview {
	struct sok_str page; /* its file below the folder */
	struct sok_str path; /* of the picture, terminated */
	struct sok_arena arena;
	struct sok_puzzle first; /* a copy: the first that plays, or that has a
	                            board */
	bool shows, plays;       /* what first is */
};

struct conv {
	const struct sok_format *to;
	bool chosen; /* by -t */
	struct sok_write_options options;
	const char *split;  /* the folder of --split */
	const char *name;   /* the template of --name */
	const char *outdir; /* the folder of --outdir */
	const char *url;    /* of the page or the folder */
	/* State of the run. */
	struct sok_writer *writer;
	size_t puzzles; /* converted */
	size_t errors;  /* found before the operand */
	bool words;     /* its header contains text */
	size_t before;  /* puzzles of the operands before this one */
	struct split *files;
	bool stopped; /* --split: a file could not be written (reported) */
	struct outdir *dir;
	struct index *index;
	struct page page;
	struct preview preview; /* of the page that is written */
	char title[256];        /* see conv_title() */
};

/* Whether the output has the format of this name. */
static inline bool
conv_is_to(const struct conv *conv, const char *format)
{
	return strcmp(conv->to->name, format) == 0;
}

/* sokconv.c: the title of a collection without one, made from the file name,
 * valid until the next call, or NULL. */
const char *conv_title(struct conv *conv, const char *path);

/* suffix.c: without -t, the suffix of -o decides the format.  A usage error if
 * it is that of another kind of file, or nearly that of a format. */
void conv_take_suffix(struct cli *cli);

/* split.c and outdir.c: the whole run with --split or --outdir. */
void split_run(struct cli *cli);
void outdir_run(struct cli *cli);
/* Write a puzzle into a file of its own, with some formats a file for each of
 * its games: 0, also if a file cannot be written (conv->stopped), -1 with
 * errno. */
int split_puzzle(struct cli *cli, const struct sok_puzzle *puzzle);
/* A usage error if the template of --name is wrong. */
void split_check_name(struct cli *cli);

/* index.c: with -t html, the index of a folder of pages; nothing with other
 * formats.  Functions that return int return 0, or -1 with errno. */
void index_begin(struct cli *cli);
/* End it, or discard it, and report errors. */
void index_end(struct cli *cli, bool commit);
int index_header(struct cli *cli, const struct sok_header *header);
/* --split: add a puzzle whose page has this name below the folder. */
int index_add(
    struct cli *cli, const struct sok_puzzle *puzzle, struct sok_str name);
/* --outdir: a page begins at a path. */
void index_page(struct cli *cli, const char *path);
/* A puzzle is written to it. */
int index_puzzle(struct conv *conv, const struct sok_puzzle *puzzle);
/* It ends, and is listed or not, with the title of the output if it has none.
 */
void index_page_end(struct cli *cli, bool list);

/* preview.c: with --url, the picture beside each page; nothing without.  A
 * usage error if the option cannot be obeyed. */
void preview_check(struct cli *cli);
/* A page begins at a path, below the folder of --split or --outdir: sets the
 * options of its writer. */
void preview_begin(struct cli *cli, struct preview *preview, const char *path,
    struct sok_write_options *options);
/* Note a puzzle of the page: 0, -1 on ENOMEM. */
int preview_puzzle(struct preview *preview, const struct sok_puzzle *puzzle);
/* The page ends: write the picture, if the page is kept.  False if that failed
 * (reported); then the page is not to be kept. */
bool preview_end(struct cli *cli, struct preview *preview, bool keep);
/* --split: append the picture of the page's puzzle to a buffer: 0, -1 with
 * errno. */
int preview_draw(struct preview *preview, struct sok_buf *to);

#endif
