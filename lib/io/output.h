/*
 * output.h - an output inside the library, and the temporary file of an output
 * that replaces a file as a whole.
 */
#ifndef SOK_OUTPUT_H
#define SOK_OUTPUT_H

#include <sys/types.h>

#include "sok.h"

#define OUTPUT_BUFFER ((size_t)128 << 10)

struct sok_output {
	int fd;                 /* -1: none */
	bool owned;             /* fd is ours to close */
	bool widened;           /* a pipe was asked to hold more */
	int error;              /* errno of the first failure, or 0 */
	struct sok_buf *memory; /* instead of fd */
	size_t most;            /* bytes in it */
	struct replace *file;   /* whose temporary file fd is, or NULL */
	struct compare *other;  /* as long as they are its, they go nowhere */
	bool nowhere;           /* nor from then on */
	char *buf;              /* NULL: all goes straight through */
	size_t len;
	struct charset *encode;
	char *coded; /* the end of encode's way, OUTPUT_BUFFER bytes */
	size_t ncoded;
	bool guessed;           /* some lines were taken for windows-1252 */
	bool shown;             /* on a terminal: lines are escaped */
	struct sok_buf escaped; /* some of them */
	struct sok_arena arena; /* for lines that are not UTF-8 */
	struct sok_buf head;    /* the first bytes, not encoded */
	size_t wanted;          /* more of them */
};

/* output_open.c: a buffer, unless there is one; false on ENOMEM. */
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

struct replace;

/*
 * Look at the regular file at path, which need not be there yet unless it is
 * to be rewritten: then replace_original() is open on it.  NULL with errno.
 */
struct replace *replace_open(
    const char *path, bool rewrite, const char *backup);
/* The same where nothing may have that name: EEXIST. */
struct replace *replace_new(const char *path);
/* Begin to replace it: the temporary file, for writing, or -1 with errno. */
int replace_begin(struct replace *r);
int replace_original(const struct replace *r);
/*
 * Put the temporary file in its place: owner, mode, fsync, close, backup,
 * rename, fsync of the folder.  0, or -1 with errno: the old file is there
 * (unless only the last step failed).  A new file is only closed and named.
 */
int replace_commit(struct replace *r);
/* The name of the backup if that is what failed, or NULL. */
const char *replace_culprit(const struct replace *r);
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
