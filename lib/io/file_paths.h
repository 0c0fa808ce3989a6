/* file_paths.h - the files below a path. */
#ifndef SOK_FILE_PATHS_H
#define SOK_FILE_PATHS_H

#include "base/base.h"
#include "io/io.h"

struct file_paths;

/* A file to be read.  The name is valid until the second next one is opened. */
struct file_found {
	const char *name;        /* `path`, or `archive:member` */
	int fd;                  /* -1: read the stream */
	struct sok_stream *from; /* NULL: read the descriptor */
};

/* Open a file, a compressed file, an archive, or a folder with all files in it
 * and in its folders whose names are those of puzzles.  NULL with errno. */
struct file_paths *file_paths_open(
    const char *path, const struct sok_limits *limits);
/* The next file: 1; 0 at the end; -1 with errno and, if that does not tell it,
 * a fault, if a file could not be opened or what was read ended badly: further
 * calls go on. */
int file_paths_next(struct file_paths *paths, struct file_found *found);
/* Why something could not be read, valid until the next call, or NULL. */
const char *file_paths_fault(const struct file_paths *paths);
/* The name of what the fault is about. */
const char *file_paths_name(const struct file_paths *paths);
void file_paths_close(struct file_paths *paths);

#endif
