/* output.h - an output inside the library, and the file behind one that
 * replaces a file as a whole. */
#ifndef SOK_OUTPUT_H
#define SOK_OUTPUT_H

#include <sys/types.h>

#include "sok.h"

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
/* The next bytes; 0, -1 with errno. */
int compare_put(struct compare *c, struct sok_str s);
/* Whether they were all of the file: 1, 0, -1 with errno. */
int compare_end(struct compare *c);

/* ----------------------------------------------------------- output_file.c */

struct replace;

/*
 * Begin to replace the regular file at path, which need not be there yet
 * unless it is to be rewritten: then replace_original() is open on it.
 * NULL with errno.
 */
struct replace *replace_open(
    const char *path, bool rewrite, const char *backup);
/* A new file where nothing has that name: EEXIST. */
struct replace *replace_new(const char *path);
/* The temporary file, for writing. */
int replace_fd(const struct replace *r);
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
