/* mend_lines.h - the lines of a file that is copied with changes to some of
 * them: a window of lines is read, changed and written. */
#ifndef MEND_LINES_H
#define MEND_LINES_H

#include "base/base.h"
#include "io/io.h"

/* A line of the file, in the window. */
struct mend_line {
	size_t at, len, end;  /* its place, its length and that of its end */
	struct sok_str text;  /* what replaces it without its end, if changed */
	struct sok_str above; /* whole lines to insert before it */
	bool changed, gone;
};

struct mend_change {
	struct sok_str was, now;
	size_t skip; /* equal lines of the same text before it */
};

struct mend_lines {
	int fd;
	off_t next; /* the first byte that is not in the window */
	bool ended;
	struct sok_buf window;  /* from the first line not yet written */
	size_t cut;             /* the bytes of the window that are lines */
	size_t number;          /* of the window's first line, from 1 */
	struct mend_line *line; /* the lines of the window */
	size_t n, cap;
	char eol[3]; /* the first line end of the file, neol bytes */
	size_t neol;
	struct sok_output *out;
	struct sok_arena arena; /* for what replaces lines */
};

/* Cut the next line, as the reader of text does: 1, 0 at the end, -1 with
 * errno. */
int mend_lines_cut(struct mend_lines *lines);
/* Write the lines of the window and forget them. */
void mend_lines_put(struct mend_lines *lines);
/* Write all lines before this one: 0, -1 with errno. */
int mend_lines_copy(struct mend_lines *lines, size_t number);
/* The line with this number in the window, or NULL. */
struct mend_line *mend_lines_at(const struct mend_lines *lines, size_t number);
/* What is in the file, without the line end. */
struct sok_str mend_lines_bytes(
    const struct mend_lines *lines, const struct mend_line *line);
/* The same without quotes and blanks around it. */
struct sok_str mend_lines_ink(
    const struct mend_lines *lines, const struct mend_line *line);
/* The line end that new lines get: that of the file's first line. */
struct sok_str mend_lines_end(const struct mend_lines *lines);
/* Replace a line by the text in buf, which is emptied: 0, -1 on ENOMEM. */
int mend_lines_change(
    struct mend_lines *lines, struct mend_line *line, struct sok_buf *buf);
/* Change the only place where a line has these bytes: 1; 0 if the line has none
 * or several; -1 on ENOMEM. */
int mend_lines_replace(struct mend_lines *lines, struct mend_line *line,
    const struct mend_change *change);

#endif
