/* output.h - an output inside the library, and the temporary file of an output
 * that replaces a file as a whole. */
#ifndef SOK_OUTPUT_H
#define SOK_OUTPUT_H

#include <sys/stat.h>

#include "sok.h"

#define OUTPUT_BUFFER ((size_t)128 << 10)

struct sok_output {
	struct sok_buf *to;     /* the current destination: buf, or memory */
	struct sok_buf buf;     /* OUTPUT_BUFFER bytes */
	int fd;                 /* -1: none */
	bool owned;             /* fd is closed with the output */
	bool widened;           /* the capacity of a pipe was increased */
	int error;              /* errno of the first error, or 0 */
	struct sok_buf *memory; /* destination other than fd */
	size_t most;            /* the bytes that it may take */
	struct replace *file;   /* fd is its temporary file, or NULL */
	struct compare *other;  /* a file that was equal so far, or NULL */
	bool nowhere;           /* what differs from it is dropped */
	struct charset *encode;
	struct sok_buf coded;   /* converted by encode */
	bool guessed;           /* some lines were taken as windows-1252 */
	bool shown;             /* for a terminal: lines are escaped */
	struct sok_buf escaped; /* memory for that */
	struct sok_arena arena; /* for lines that are not UTF-8 */
	struct sok_buf head;    /* a copy of the first bytes, not converted */
	size_t wanted;          /* how many are still to be copied */
	size_t from;            /* their position in memory, if they go there */
};

/* Keep a copy of the next n bytes before conversion; return the copy and end
 * this. */
void output_keep(struct sok_output *o, size_t n);
struct sok_str output_head(struct sok_output *o);

/* ----------------------------------------------------------- output_file.c */

struct compare;

/* Compare the next bytes; *s becomes the rest from the first difference on, or
 * from shortly before.  0, -1 with errno. */
int compare_put(struct compare *c, struct sok_str *s);
/* Whether all bytes were equal and the file has no others; 1, 0, -1. */
int compare_end(struct compare *c);
/* The bytes before the rest, a part at a time, from *at on, which advances: 1,
 * 0 if there are no more, -1 with errno. */
int compare_alike(struct compare *c, off_t *at, struct sok_str *s);

/* -------------------------------------------------------------- replace.c */

/* What the new file may replace: any file, nothing, a file that is read. */
enum replacing { REPLACE_ANY, REPLACE_NOTHING, REPLACE_FILE };

struct replace {
	char *path;   /* with links resolved */
	char *backup; /* the name for the old file, or NULL */
	char *temp;
	int fd;
	int original; /* open for reading, or -1 */
	enum replacing what;
	bool exists; /* if so, old describes it */
	struct stat old;
	const char *culprit; /* the backup, if that failed */
};

/* Examine path; NULL with errno, EEXIST if a file exists but must not. */
struct replace *replace_open(
    const char *path, enum replacing what, const char *suffix);
/* Create the temporary file: a descriptor for writing, -1 with errno. */
int replace_begin(struct replace *r);
/* Put the temporary file in place: owner, mode, fsync, close, backup, rename,
 * fsync of the directory.  0, or -1 with errno; the old file is then unchanged,
 * unless only the last step failed.  A new file is only closed and named, and
 * r->path is not used again. */
int replace_commit(struct replace *r);
/* Release it and remove the temporary file, if it still has a name of its own:
 * 0, or the error if that file remains.  Keeps errno. */
int replace_close(struct replace *r);
/* A temporary file without a name; a descriptor or -1. */
int temp_spool(void);

/* ----------------------------------------------------------- attributes.c */

/* Give a file exactly the access control list and attributes of another, by
 * descriptor or, if that is -1, path; 0, -1 with errno (EPROTO: impossible). */
int attributes_copy(int from, const char *path, int to);

#endif
