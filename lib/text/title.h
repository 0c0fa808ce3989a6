/* title.h - decides which line of a text is a title.  The reader and the writer
 * share this rule, so that no writer makes a title by accident. */
#ifndef SOK_TITLE_H
#define SOK_TITLE_H

#include "sok.h"

struct title {
	size_t from; /* index of its first line; it ends with the last line */
	struct sok_str line;   /* a slice of that line, without ';', blanks and
	                          protecting quotes */
	struct sok_str number; /* of a pair `; N`, 'text': N; otherwise empty */
	/* Only words, so that it can be written as a line.  A title that does
	 * not fit a line is written as a key. */
	bool plain;
};

/* Lines that may end in a title, and what surrounds them.  The first and the
 * last line are not blank. */
struct title_place {
	const struct sok_str *line;
	size_t n;
	bool board; /* above a board, not above moves */
	bool first; /* no board or game precedes it in the file */
	bool apart; /* a blank line precedes the text */
	bool close; /* no blank line follows it */
	bool under; /* directly below an untitled board; a blank line follows */
	enum sok_grid grid;   /* the grid whose letters are moves there */
	struct sok_str above; /* the title of the board above, or empty */
};

/* The title at the end of the lines: true and *title.  This is the rule of YASC
 * (the last line, without `:`, after a blank line or nothing) with the
 * differences listed in sok(5). */
bool title_find(const struct title_place *place, struct title *title);
/* Whether the lines would end in a title without the `::` lines at their end: a
 * `::` then guards the next block. */
bool title_guarded(const struct title_place *place);
/* Whether a line begins like the heading of a game. */
bool title_names_game(struct sok_str s);
/* False only if it does not: of most lines, by the first letter. */
static inline bool
title_may_name_game(struct sok_str s)
{
	char first = s.len > 0 ? s.s[0] | 32 : '\0';

	return first == 's' || first == 'b' || first == 'r';
}
/* Whether a line is a number, such as `44`, `; 44` or `Level 44`. */
bool title_counts(struct sok_str s);
/* Whether the second title counts on from the first one, as `Level 8` from
 * `Level 7`. */
bool title_next(struct sok_str title, struct sok_str next);
/* The title in a line: without the `;`, blanks and quotes around it, wherever
 * the line stands; may be empty. */
struct sok_str title_strip(struct sok_str line, enum sok_grid grid);
/* Whether a line would be read as a title and nothing else when it is alone
 * above a board or game; see sok(5), "Text and titles". */
bool title_fits_line(struct sok_str title);
/* The index, from i on and outside comment blocks, of the first title key with
 * a value, or text->n. */
size_t title_key(const struct sok_text *text, size_t i);
/* Add a title as a key: as the first line, or after a key that takes
 * precedence; -1 on ENOMEM. */
int title_add_key(
    struct sok_text *text, struct sok_str title, struct sok_arena *arena);
/* Whether a line reads as moves of this grid. */
bool title_reads_as_moves(struct sok_str title, enum sok_grid grid);
/* Whether a title line needs quotes there: it would read as moves, or has
 * quotes that would be removed. */
bool title_needs_quotes(struct sok_str title, enum sok_grid grid);

#endif
