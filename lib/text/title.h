/* title.h - which line of a text is a title: one rule for the text reader and
 * for the writer that must not make one by accident. */
#ifndef SOK_TITLE_H
#define SOK_TITLE_H

#include "sok.h"

struct title {
	size_t from;           /* its first line; it reaches to the last one */
	struct sok_str line;   /* without ';', blanks and protecting quotes */
	struct sok_str number; /* of a pair `; N`, 'text': N, else empty */
	bool plain;            /* nothing but words, so that it fits a line */
};

/* Lines that may end in a title, none of the first and the last one blank, and
 * where they stand. */
struct title_place {
	const struct sok_str *line;
	size_t n;
	bool board; /* above a board, not above moves */
	bool first; /* neither was met before in the file */
	bool apart; /* a blank line is above the text */
	bool close; /* none is below it */
	bool under; /* a board without a title touches it from above, only */
	enum sok_grid grid;          /* whose letters are moves there */
	const struct sok_str *above; /* the title of the board above, or NULL */
};

/*
 * The title at the end: true and *t.  YASC's rule (the last line, without `:`,
 * with a blank line or nothing before it) with the differences that sok(5)
 * lists.
 */
bool title_find(const struct title_place *p, struct title *t);
/*
 * Why programs differ about that above a board, or NULL: a colon makes a line a
 * note to YASC and a title to the specification, and a pair has two lines; keys
 * and notes that touch the board below are its own to who cuts at blank lines;
 * a rule may be drawn under a title or above it, one that counts on may lack
 * the blank line above it, and a title may stand under its board.  found: what
 * title_find() says.
 */
const char *title_doubt(const struct title_place *p, bool found);
/* Whether these lines would give a title if the `::` lines at their end were
 * not there: then a `::` guards what follows. */
bool title_guarded(const struct title_place *p);
/* Whether a paragraph is a title, as a key or on a line above, and other keys.
 */
bool title_heads(const struct sok_text *paragraph);
/* Whether a line begins as the heading of a game does. */
bool title_names_game(struct sok_str s);
/* Whether a line is a number, as `44`, `; 44` and `Level 44`. */
bool title_counts(struct sok_str s);
/* Whether one counts on from the other: `Level 7` and `Level 8`. */
bool title_next(struct sok_str title, struct sok_str next);
/* A line that begins with ';' as a title; empty if nothing is left. */
struct sok_str title_strip(struct sok_str line, enum sok_grid grid);
/* Whether a line would be read as a title and nothing else when it stands alone
 * above a board or game: the rules of sok(5), "Text and titles". */
bool title_fits_line(struct sok_str title);
/* Whether a line is a title key, with a value or an empty one. */
bool title_is_key(struct sok_str line, struct sok_str *value);
/* The line from i on, which is in no block, of the first title key with a
 * value, or t->n. */
size_t title_key(const struct sok_text *t, size_t i);
/* A title becomes a key: the first line, or behind the key that beats it; -1 on
 * ENOMEM. */
int title_add_key(
    struct sok_text *t, struct sok_str title, struct sok_arena *a);
/* Titles that no line can hold become keys, once all text is there: the first
 * line, or behind the key that beats the line; 0, -1 on ENOMEM. */
int title_settle(struct sok_puzzle *p, struct sok_arena *a);
/* Whether a line reads as moves where those of the grid are read. */
bool title_reads_as_moves(struct sok_str title, enum sok_grid grid);
/* Whether a title line must be quoted there: because of that, or because the
 * quotes that it has would be taken off. */
bool title_needs_quotes(struct sok_str title, enum sok_grid grid);

#endif
