/* title_parts.h - what the rule about titles asks of lines.  The doubts ask the
 * same, so that they know what the rule has refused, and why. */
#ifndef SOK_TITLE_PARTS_H
#define SOK_TITLE_PARTS_H

#include "text/title.h"

/* The last line of a place, which has lines. */
static inline struct sok_str
title_last(const struct title_place *place)
{
	return place->line[place->n - 1];
}

/* A line after its `;` and blanks, without blanks at its end. */
struct sok_str title_bare(struct sok_str line);
/* Whether a line has a colon. */
bool title_has_colon(struct sok_str line);
/* Whether a line is in quotation marks of either kind. */
bool title_is_quoted(struct sok_str line);
/* Whether a line consists of blanks of any kind, such as those of web pages. */
bool title_is_invisible(struct sok_str line);
/* Whether a line consists of characters that draw lines, such as `-----`. */
bool title_is_drawn(struct sok_str line);
/* Whether a line is drawn, or has a mark around pictures of pages or wikis: one
 * at its start or end and otherwise only characters that are drawn, as in
 * `<pre>`, `[code]#####` and `#####"""`, or one that begins it. */
bool title_is_frame(struct sok_str line);
/* Whether a line that is not made of words is a title all the same.  What
 * title_find() refuses in every place, title_fits_line() refuses too, as the
 * writer asks that one: else a title would be written that is not read back. */
bool title_is_unlike(struct sok_str line);

/* Two lines, a number and 'text', above a board, as in David Skinner's
 * collections.  Only a bare `;`, which closes the header, precedes them.  There
 * must be two lines. */
bool title_find_pair(const struct title_place *place, struct title *title);
/* Whether the last line is separate from the lines above it.  The line above
 * has only invisible characters; or the last line touches moves and names them;
 * or only the line above is a comment and the last line a name in quotes, as in
 * Jacques Duthen's collections; or only the last line is a comment; or both are
 * comments and at least two of these hold: the last line is a number, the line
 * above is a bare `;`, the last line touches the board. */
bool title_is_apart(const struct title_place *place);
/* Whether the last line could be a key: for YASC a line with a colon, or before
 * the first puzzle with `=`, is therefore not a title.  The heading of a game
 * is not a title either. */
bool title_could_be_key(const struct title_place *place);

#endif
