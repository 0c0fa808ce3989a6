/* output.h - an output inside the library, temporary files, and the replacement
 * of a file as a whole. */
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

/* Keep a copy of the next n bytes before conversion. */
void output_keep(struct sok_output *out, size_t n);
/* End this, and return the copy. */
struct sok_str output_head(struct sok_output *out);

/* ----------------------------------------------------------- output_file.c */

struct compare;

/* Compare the next bytes; *s becomes the rest from the first difference on, or
 * from shortly before.  0, -1 with errno. */
int compare_put(struct compare *compare, struct sok_str *s);
/* Whether all bytes were equal and the file has no others; 1, 0, -1 with errno.
 */
int compare_end(struct compare *compare);
/* The bytes before the rest, a part at a time, from *at on, which advances: 1,
 * 0 if there are no more, -1 with errno. */
int compare_alike(struct compare *compare, off_t *at, struct sok_str *s);

/* ------------------------------------------------------------ temporary.c */

/* A temporary file with a name, `.sok` and sixteen digits. */
struct temp_file {
	char *name; /* NULL: there is none */
	int lock;   /* a descriptor that keeps it locked, or -1 */
};

extern const struct temp_file temp_none;

/* Create a file without a name in the folder of path, so that nothing is left
 * of it whatever ends the program.  A descriptor, or -1 if the system cannot do
 * that, or cannot name the file later. */
int temp_nameless(const char *path, mode_t mode);
/* Create a temporary file next to path, which a signal handler removes, and
 * lock it until it is dropped: a descriptor, -1 with errno. */
int temp_make(struct temp_file *temp, const char *path, mode_t mode);
/* The same for a link to an open file, whose name is `old`, or NULL if it has
 * none: 0, -1 with errno, EWOULDBLOCK if somebody else has locked it. */
int temp_link(
    struct temp_file *temp, const char *path, int fd, const char *old);
/* Unlock a file, of which a link has got its final name. */
void temp_unlock(int fd);
/* Give an open file, whose name is `old`, or NULL, a further name. */
int temp_link_as(int fd, const char *old, const char *name);
/* Forget a file after it was removed or renamed. */
void temp_drop(struct temp_file *temp);
/* Remove a temporary file, if there is one: 0, or the error if it remains.
 * errno is kept. */
int temp_remove(struct temp_file *temp);
/* Remove the temporary files that processes which were killed have left in the
 * folder of path, at its first use. */
void temp_remove_left(const char *path);
/* The length of path up to and including its last slash. */
size_t temp_folder(const char *path);
/* A temporary file in $TMPDIR without a name: a descriptor, -1 with errno. */
int temp_spool(void);

/* -------------------------------------------------------------- replace.c */

/* What the new file may replace: any file, nothing, a file that is read. */
enum replacing { REPLACE_ANY, REPLACE_NOTHING, REPLACE_FILE };

struct replace {
	char *path;   /* with links resolved */
	char *backup; /* the name for the old file, or NULL */
	struct temp_file temp;
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
int replace_begin(struct replace *replace);
/* Put the temporary file in place: owner, mode, fsync, close, backup, rename,
 * fsync of the directory.  0, or -1 with errno; the old file is then unchanged,
 * unless only the last step failed.  A new file is only closed and named, and
 * replace->path is not used again. */
int replace_commit(struct replace *replace);
/* Release it and remove the temporary file, if it still has a name of its own:
 * 0, or the error if that file remains.  Keeps errno. */
int replace_close(struct replace *replace);

/* ----------------------------------------------------------- attributes.c */

/* Give a file exactly the access control list and attributes of another, by
 * descriptor or, if that is -1, path; 0, -1 with errno (EPROTO: impossible). */
int attributes_copy(int from, const char *path, int to);

#endif
