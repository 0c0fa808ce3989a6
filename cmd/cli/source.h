/* source.h - the files of a run, one after another. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/cli_private.h"

/* ------------------------------------------------------------- walk.c */

/* The folders on the way to the file that was found last; the names of a folder
 * are kept until all of them were visited. */
struct walk {
	struct cli *cli;
	struct sok_buf path; /* of what is visited, terminated */
	size_t own;          /* where the part inside the operand begins */
	struct walk_folder *folder;
	size_t depth, cap; /* number of open folders; 0: at the end */
	int fd;            /* the file that was found, or -1 */
};

/* Walk through an open folder, which the walk closes.  Initializes the walk. */
void walk_open(struct walk *walk, struct cli *cli, int fd, const char *path);
/* Find the next file that is to be read: false at the end.  It is open until
 * the next call, and its name lives as long as the run.  Hidden files and links
 * to folders are skipped.  Errors are reported, and the walk goes on. */
bool walk_next(struct walk *walk, struct cli_operand *found);
/* Close what is open; to be called also after the end.  Nothing is done to a
 * walk that was closed, or that is all 0. */
void walk_close(struct walk *walk);

/* ----------------------------------------------------------- source.c */

/* Where a run is: in which operand, folder and archive. */
struct source {
	struct cli *cli;
	size_t next, end; /* the operands that follow */
	size_t tree;      /* the first of cli->tree that has not ended */
	struct cli_operand operand; /* the one that is read */
	bool entered;               /* it is open */
	int outer_status;           /* what the status was before it */
	struct walk walk;           /* in the operand, if it is a folder */
	struct cli_operand found;   /* the last file of the walk */
	/* The operand or what was found, while it or its members are read; else
	 * NULL. */
	struct cli_operand *file;
	struct sok_packed *packed; /* what is in it; NULL: read it as it is */
	bool in_archive;           /* its members are read */
	size_t read_before; /* files in the account when the archive began */
	struct account_stream again; /* of a member that was looked at */
	int file_status; /* what the status was before the file that is read */
};

/* Begin with the operands from `begin` up to but without `end`. */
void source_open(
    struct source *source, struct cli *cli, size_t begin, size_t end);
/* Go on to the next file that is read, open if cli->opens, and give it a status
 * of its own: false at the end, and if the output has failed.  What cannot be
 * read is reported and skipped, folders and archives have their account
 * reported when they end, and operands that other threads have processed are
 * skipped. */
bool source_next(struct source *source, struct cli_operand *op);
/* To be called after each file with what cli->each returned, and its errno.
 * Reports -1 and a bad end of the file, and returns the argument. */
int source_done(struct source *source, const struct cli_operand *op, int done);
/* Close what is open.  After files are left, no account is reported. */
void source_close(struct source *source);

#endif
