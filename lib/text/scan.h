/* scan.h - a scan of text, for the files that make one. */
#ifndef SOK_SCAN_H
#define SOK_SCAN_H

#include "text/block.h"

struct sok_scan {
	struct sok_read_options o;
	struct sok_sink *sink;
	struct sok_input in;
	struct sok_arena now, ahead;
	struct blocks b;
	size_t start; /* first line that was not handed out */
	bool open;    /* no blank line since a board or moves */
	bool apart;   /* that boards on lines of their own adjoin was said */
	/* Of the short way. */
	bool simple;         /* it can be asked */
	size_t taken, lines; /* bytes of the window handed out, and lines */
	unsigned wait, nos;  /* blocks until it is asked, times it said no */
	bool piece;          /* of another's bytes */
	size_t passed;       /* lines, of a piece */
	bool said_bad;       /* that the input was not what it was said to be */
	/* What a board with a margin is asked for. */
	bool begun;             /* the text above the first block is over */
	bool variant;           /* it names one, or boards are not asked */
	struct sok_scan *probe; /* of the text below; NULL: not yet needed */
	struct sok_sink quiet;  /* its own */
};

/* Without an input, and what it needs beside that; NULL on ENOMEM. */
struct sok_scan *scan_create(
    const struct sok_read_options *o, struct sok_sink *sink);
/* The same that is ready to go through its input, which is open. */
struct sok_scan *scan_begin(struct sok_scan *s);

#endif
