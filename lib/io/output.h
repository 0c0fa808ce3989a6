/*
 * output.h - an output inside the library, and the temporary file of an output
 * that replaces a file as a whole.
 */
#ifndef SOK_OUTPUT_H
#define SOK_OUTPUT_H

#include <sys/stat.h>

#include "sok.h"

#define OUTPUT_BUFFER ((size_t)128 << 10)

struct sok_output {
	struct sok_buf *to; /* what is written is put there: buf, or memory */
	struct sok_buf buf; /* OUTPUT_BUFFER bytes, until they are passed on */
	int fd;             /* -1: none */
	bool owned;         /* fd is ours to close */
	bool widened;       /* a pipe was asked to hold more */
	int error;          /* errno of the first failure, or 0 */
	struct sok_buf *memory; /* instead of fd */
	size_t most;            /* bytes in it */
	struct replace *file;   /* whose temporary file fd is, or NULL */
	struct compare *other;  /* as long as they are its, they go nowhere */
	bool nowhere;           /* nor from then on */
	struct charset *encode;
	struct sok_buf coded;   /* the end of encode's way */
	bool guessed;           /* some lines were taken for windows-1252 */
	bool shown;             /* on a terminal: lines are escaped */
	struct sok_buf escaped; /* some of them */
	struct sok_arena arena; /* for lines that are not UTF-8 */
	struct sok_buf head;    /* the first bytes, not encoded */
	size_t wanted;          /* more of them */
	size_t from;            /* their place in memory, if they go there */
};

/* Put what is written into buf from now on; false on ENOMEM. */
bool output_buffer(struct sok_output *o);
/* Remember an error, unless there was one. */
void output_fail(struct sok_output *o, int error);
/* Keep a copy of the first n bytes from now on, as they are before they are
 * encoded; and what was kept, which ends that. */
void output_keep(struct sok_output *o, size_t n);
struct sok_str output_head(struct sok_output *o);

/* -------------------------------------------------------- output_compare.c */

struct compare;

/* Compare with the bytes of fd, a file, from its first on, wherever it stands;
 * NULL on ENOMEM; to be freed. */
struct compare *compare_open(int fd);
/* The next bytes; *s is then what is left of them from where they differ, or
 * from soon before.  0, -1 with errno. */
int compare_put(struct compare *c, struct sok_str *s);
/* Whether there were no others, and they are all of the file; 1, 0, -1. */
int compare_end(struct compare *c);
/* The bytes in front of those left over, some at a time, from *at on, which
 * moves on: 1, 0 if there are no more, -1 with errno. */
int compare_alike(struct compare *c, off_t *at, struct sok_str *s);

/* ----------------------------------------------------------- output_file.c */

/* A new file takes what has its name, or nothing may have it, or it takes a
 * file that is there and may be read until then. */
enum replacing { REPLACE_ANY, REPLACE_NOTHING, REPLACE_FILE };

struct replace {
	char *path;   /* links resolved */
	char *backup; /* name for the old file, or NULL */
	char *temp;
	int fd;
	int original; /* open for reading, or -1 */
	enum replacing what;
	bool exists; /* then old describes it */
	struct stat old;
	const char *culprit; /* the backup, if that is what failed */
};

/* Look at what is at path; NULL with errno, EEXIST where nothing may be. */
struct replace *replace_open(
    const char *path, enum replacing what, const char *backup);
/* Begin to replace it: the temporary file, for writing, or -1 with errno. */
int replace_begin(struct replace *r);
/*
 * Put the temporary file in its place: owner, mode, fsync, close, backup,
 * rename, fsync of the folder.  0, or -1 with errno: the old file is there
 * (unless only the last step failed).  Where nothing was, it is only closed and
 * named, and the path is of no more use.
 */
int replace_commit(struct replace *r);
/* Release; what was not committed is removed. */
void replace_close(struct replace *r);

/* ----------------------------------------------------------- attributes.c */

/* Give the file to the access control list and the attributes of another, by
 * descriptor or, if that is -1, by path, and no others; 0, -1 with errno,
 * EPROTO where that cannot be done. */
int attributes_copy(int from, const char *path, int to);

/* ---------------------------------------------------------------- temp.c */

/* A temporary file beside path (or a link to old), which a signal removes; its
 * name in *name.  A descriptor (or 0), -1 with errno. */
int temp_make(char **name, const char *path, const char *old, mode_t mode);
/* Remove it; or forget it, removed or renamed before.  The name is freed. */
void temp_remove(char *name);
void temp_drop(char *name);
/* One without a name; a descriptor or -1. */
int temp_spool(void);
/* The bytes of path before its last component, with the slash. */
size_t temp_folder(const char *path);

#endif
