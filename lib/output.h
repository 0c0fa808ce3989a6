/* output.h - the file behind an output that replaces one as a whole. */
#ifndef SOK_OUTPUT_H
#define SOK_OUTPUT_H

#include "sok.h"

struct replace;

/*
 * Begin to replace the regular file at path, which need not be there yet
 * unless it is to be rewritten: then replace_original() is open on it.
 * NULL with errno.
 */
struct replace *replace_open(
    const char *path, bool rewrite, const char *backup);
/* The temporary file, for writing. */
int replace_fd(const struct replace *r);
int replace_original(const struct replace *r);
/*
 * Put the temporary file in its place: owner, mode, fsync, close, backup,
 * rename, fsync of the folder.  0, or -1 with errno: the old file is there
 * (unless only the last step failed).
 */
int replace_commit(struct replace *r);
/* Release; what was not committed is removed. */
void replace_close(struct replace *r);

/* A temporary file without a name; a descriptor or -1. */
int replace_spool(void);

#endif
