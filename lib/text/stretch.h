/* stretch.h - what the reader of a format must do for its input to be read in
 * stretches. */
#ifndef SOK_STRETCH_H
#define SOK_STRETCH_H

#include "text/lines.h"
#include "text/passage.h"
#include "text/reader.h"
#include "text/simple.h"

/* Where a reader stands between two puzzles. */
struct place {
	size_t at, line; /* bytes from the start of the buffer, and lines */
	size_t number, n;
	bool last; /* there is no puzzle behind it */
	/* Of text: what was found ahead, and what comes once per file. */
	struct simple_head ahead;
	struct lines_met met[LINES_NONCE];
	unsigned ends;
	enum shift shifts;
	/* Of the others: the same. */
	unsigned said;
	struct sok_str charset; /* of all the file */
};

struct stretch_ops {
	/* Where it stands, if it carries nothing over but what a place holds;
	 * number and n are left alone. */
	bool (*find)(const struct sok_reader *r, struct place *p);
	/* Whether a puzzle seems to begin in the buffer behind p->at, which
	 * moves there; what is ahead of it goes to memory of a. */
	bool (*guess)(
	    const struct sok_input *in, struct place *p, struct sok_arena *a);
	/* A reader that was just opened stands there, and need not go beyond
	 * byte stop.  Memory for what it finds ahead is a's until it leaves. */
	void (*enter)(struct sok_reader *r, const struct place *p, size_t stop,
	    struct sok_arena *a);
	/* NULL: it found none. */
	void (*leave)(struct sok_reader *r, struct sok_arena *a);
	bool (*same)(const struct place *a, const struct place *b);
	/* It goes on there with its next puzzle, `line` lines further down
	 * than p says.  The input is not touched before. */
	void (*pass)(struct sok_reader *r, const struct place *p, size_t line);
};

/* Whether the same was said once per file before both. */
bool stretch_same_said(const struct place *a, const struct place *b);

extern const struct stretch_ops stretch_text_ops, stretch_record_ops,
    stretch_slc_ops;

#endif
