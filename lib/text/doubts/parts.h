/* parts.h - what the files of the doubts ask each other. */
#ifndef SOK_DOUBTS_PARTS_H
#define SOK_DOUBTS_PARTS_H

#include "text/doubts/doubts.h"

/* titles.c: why other programs may disagree about the title above a board, or
 * NULL.  For YASC a line with a colon is a note, for the specification it is a
 * title, and a pair has two lines.  A program that divides text at blank lines
 * takes keys and notes that touch the board below as its own.  A line may be
 * drawn above or below a title, a title that counts on may lack the blank line
 * above it, and a title may be below its board.  found: the result of
 * title_find(). */
const char *title_doubt(const struct title_place *place, bool found);

/* left_marks.c: look at the next line of text.  If it is a marker, the message,
 * and *rule, SOK_CONFLICT_MARKER_RULE or SOK_PATCH_TEXT_RULE; else NULL. */
const char *left_mark_of(
    struct left_marks *marks, struct sok_str line, enum sok_rule *rule);
static inline const char *
left_mark(struct left_marks *marks, struct sok_str line, enum sok_rule *rule)
{
	char c = line.len > 0 ? line.s[0] : '\0';

	/* Most lines begin otherwise. */
	if (c == '<' || c == '=' || c == '>' || c == '|' || c == '@' ||
	    c == '+')
		return left_mark_of(marks, line, rule);
	return NULL;
}

/* later_header.c: look for keys of a second header in the text below puzzle
 * r->puzzle; last: no block follows.  At the end, report the first one if the
 * file does not use these keys for its boards. */
void find_later_header(struct sok_reader *r, const struct gap_text *gap,
    bool last, struct titles_seen *seen);
void report_later_header(struct sok_reader *r, const struct titles_seen *seen);

#endif
