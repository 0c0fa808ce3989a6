/* left_marks.h - what programs that merge and compare files leave in a text. */
#ifndef SOK_LEFT_MARKS_H
#define SOK_LEFT_MARKS_H

#include "sok.h"

/* What is known from the lines above; all zero at the start of a file. */
struct left_marks {
	bool conflict; /* between two markers of git */
	bool patch;    /* below a line with `+++` */
};

/* Look at the next line of text, which is not empty.  If it is a marker, the
 * message, and *rule, SOK_CONFLICT_MARKER_RULE or SOK_PATCH_TEXT_RULE; else
 * NULL. */
const char *left_mark(
    struct left_marks *marks, struct sok_str line, enum sok_rule *rule);

#endif
