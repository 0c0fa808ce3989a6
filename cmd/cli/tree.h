/* tree.h - the files below a folder. */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <sys/stat.h>

#include "sok.h"

struct tree {
	void *ctx;
	/* Whether a file or a folder is of interest; path ends with its name.
	 */
	bool (*wanted)(void *ctx, const char *path, const struct stat *folder);
	/* A regular file, open for reading; -1 ends the walk. */
	int (*file)(void *ctx, const char *path, int fd);
	/* path is NULL for want of memory. */
	void (*trouble)(void *ctx, const char *path, int errnum);
};

/*
 * Hand out the files below the folder that fd is open on, which is closed, in
 * the order of their names: those of a folder stand where its name does.
 * Names that begin with a full stop are left out, links to folders are not
 * followed.  path is its name.  What is wrong with one is told, the rest is
 * done.  0, or what file gave.
 */
int tree_walk(const struct tree *t, int fd, const char *path);

#endif
