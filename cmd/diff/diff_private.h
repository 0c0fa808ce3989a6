/* diff_private.h - the parts of a comparison: windows of lines, the keys that
 * equal lines share, the longest sequence of lines that both windows have,
 * anchors that bring two windows together again, and the script of changes. */
#ifndef DIFF_PRIVATE_H
#define DIFF_PRIVATE_H

#include <sys/types.h>

#include "base/base.h"
#include "diff/diff.h"

/* How much is looked at at the same time. */
struct diff_sizes {
	size_t bytes, lines; /* of a window; a longer line makes it larger */
	size_t samples;      /* lines that may become anchors, of each file */
	size_t script;       /* bytes of the script in memory */
	int edits;           /* that are tried from both ends, at least 1 */
};

/* As diff_print(), which has sizes of its own. */
int diff_print_sized(struct sok_output *out, int old, int new,
    struct sok_str label, const struct diff_sizes *sizes, bool *temporary);

/* ---- diff_window.c: some lines of a file */

struct diff_window {
	int fd;
	off_t at;  /* the place in the file of the first byte */
	off_t end; /* of the file, or DIFF_TO_END as long as it was not
	              reached */
	char *bytes;
	size_t len, cap;
	size_t n, most; /* number of whole lines; they end with LF, except
	                   the last line of the file */
	size_t *start;  /* where each begins, and where the last one ends */
	uint32_t *key;  /* of each, by diff_common() */
	bool *changed;  /* whether it is in only one of the files */
};

#define DIFF_TO_END ((off_t)INT64_MAX)

/* Open a window at the start of a file; 0, -1 with errno.  To be closed in both
 * cases. */
int diff_window_open(
    struct diff_window *window, int fd, const struct diff_sizes *sizes);
void diff_window_close(struct diff_window *window);
/* Read as many lines as there is room for, at least one if the file has any
 * more: 0, -1 with errno. */
int diff_window_load(struct diff_window *window);
/* Whether the file is known to end with the window. */
bool diff_window_last(const struct diff_window *window);
/* Go on after the first n lines. */
void diff_window_drop(struct diff_window *window, size_t n);
/* Line i of a window, with its LF if it has one. */
static inline struct sok_str
diff_line(const struct diff_window *window, size_t i)
{
	return (struct sok_str){window->bytes + window->start[i],
	    window->start[i + 1] - window->start[i]};
}

/* The hash of a line; another seed makes it another function. */
uint64_t diff_hash(struct sok_str line, uint64_t seed);

/* ---- diff_common.c: which lines two windows have in common */

/* The key of a new line that no old line equals. */
#define DIFF_NO_KEY UINT32_MAX

/* Memory for a comparison, which is used again.  Initialize with {0}. */
struct diff_memory {
	void *block;
	size_t size;
};

void diff_memory_free(struct diff_memory *memory);
/* Give equal lines of both windows the same key, and mark as changed all lines
 * but those of a long common sequence.  It is the longest one unless finding
 * that would take long.  0, -1 on ENOMEM. */
int diff_common(struct diff_window *old, struct diff_window *new,
    const struct diff_sizes *sizes, struct diff_memory *memory);

/* ---- diff_sequence.c: the same for sequences of numbers */

struct diff_sequence {
	const uint32_t *old, *new; /* below nold */
	size_t nold, nnew;
	int most_edits; /* that are tried from both ends, at least 1 */
	bool *old_kept, *new_kept; /* the results, false before */
	/* Room for the work: (nold + nnew + 3) each; nold each. */
	int32_t *forward, *backward;
	uint32_t *pair;
	struct diff_place {
		uint32_t old, new; /* 1 + the only place, 0: nowhere */
	} * place;
};

void diff_sequence(const struct diff_sequence *sequence);

/* ---- diff_anchors.c: lines that both files have once */

struct diff_anchor {
	off_t old, new; /* where the line begins */
};

struct diff_anchors {
	bool made;
	struct diff_anchor *list; /* in the order of both files */
	size_t n, next;
};

/* Find lines that are only once in each file, or some of them if there are
 * many, in the same order in both; the last anchor is the end of both files.
 * 0, -1 with errno. */
int diff_anchors_find(struct diff_anchors *anchors, int old, int new,
    const struct diff_sizes *sizes);

/* ---- diff_script.c: what was found */

/* So many equal lines, after which lines are removed and others added. */
struct diff_run {
	size_t equal, removed, added;
};

/* Runs, in memory or, if there are many, in a temporary file. */
struct diff_script {
	struct diff_run last; /* which may still become longer */
	struct sok_buf bytes;
	size_t most;              /* bytes in memory */
	struct sok_output *spool; /* or NULL */
	int fd;                   /* of what is in spool, or -1 */
	int error;                /* why there is no temporary file, or 0 */
	bool changes;             /* lines were removed or added */
};

/* Initialize with {.fd = -1, .most = ...}.  Errors are kept for
 * diff_script_end(). */
void diff_script_add(struct diff_script *script, struct diff_run run);
/* Complete a script: 0, -1 with errno, also for an error before. */
int diff_script_end(struct diff_script *script);
void diff_script_free(struct diff_script *script);

struct diff_reader {
	const struct diff_script *script;
	off_t at;
	size_t next, len;
	unsigned char bytes[4096];
};

/* The next run, from the start of a complete script: 1; 0 at the end; -1 with
 * errno.  Initialize with a script. */
int diff_script_next(struct diff_reader *reader, struct diff_run *run);

/* ---- diff_find.c: the script for two files */

/* 0, -1 with errno. */
int diff_find(struct diff_script *script, int old, int new,
    const struct diff_sizes *sizes);

#endif
