/* gap_text.h - the text between two blocks and the titles at its ends. */
#ifndef SOK_GAP_TEXT_H
#define SOK_GAP_TEXT_H

#include "text/grammar.h"
#include "text/reader.h"
#include "text/title.h"

/* A run of text between two blocks. */
struct gap_text {
	struct sok_text text;
	bool direct; /* its first line has no blank line above */
	bool gap;    /* a blank line ends it */
	size_t last; /* window's line of the last one that is not blank */
	size_t line; /* and its number in the file */
	size_t head; /* that of the first one, 0: it was taken */
	enum sok_grid grid; /* whose letters are moves in it */
};

/* Lines from to to (exclusive) as text in the puzzle's arena: runs of blank
 * lines are one, but not inside comment blocks.  0, -1 on ENOMEM. */
int gap_take(struct sok_reader *r, const struct blocks *b, size_t from,
    size_t to, struct gap_text *p);
/*
 * A `;` line right below a board is the board's title if a blank line or the
 * end of the file follows: *named.  With one already there it is text, and no
 * title of what is next (NULL: the end) either, unless that is a board and it
 * counts on: *kept.
 */
struct sok_str gap_title_below(struct gap_text *p, struct sok_str title,
    const struct block *next, bool *named, bool *kept);
/* Take the title of what follows off the end of a text: how many lines it
 * had, 0 without one.  A `::` that guards is taken off as well.  A doubt is
 * about what follows; its memory is a's. */
size_t gap_title_above(struct sok_reader *r, struct gap_text *p,
    struct block *next, bool first, struct title *title, struct sok_arena *a);
/* Report doubts about the text below a board without a title: a title key with
 * blanks or mail quotes before it, and several comment lines directly below the
 * board.  touches: there is no blank line between the text and what follows. */
void gap_below(struct sok_reader *r, const struct gap_text *p, bool touches);
/*
 * Where keys stand above their boards, or lines apart below them, all titles
 * are off by one.  Whether the header and the text below the first board end in
 * paragraphs, with titles or with several keys that are the same, which may be
 * meant for the boards below them, which is said at once of those that begin
 * alike and have no keys; whether the first puzzle has no title, and no text
 * but that of the next, p without it, which touches both boards or none; and
 * the doubt once the last board has no key, or a line as well.
 */
enum shift { SHIFT_NONE, SHIFT_KEYS, SHIFT_PAIRS, SHIFT_LINES };
enum shift gap_shift(struct sok_reader *r, const struct gap_text *p);
bool gap_captioned(const struct sok_puzzle *z, const struct gap_text *p);
/* Report doubts about the header above an untitled first board: it has a title
 * and other keys, or its last line and the next title are consecutive. */
void gap_started(struct sok_reader *r, struct sok_str next);
void gap_last(struct sok_reader *r, enum shift shifts);
/* Where names of boards stand. */
struct titles_seen {
	bool first; /* no puzzle came before */
	bool below; /* a line below this board names it, if none above does */
	bool close; /* text touches it from below */
	bool lower; /* the board before has its name there and not above it,
	               unlike this one */
};

/*
 * A title above a board, on that line, that has its name below it, where the
 * board before has no other: it may be a note; or where it is the first and its
 * name is close, the next board has no title above: it may be of the header.
 * above: it has one; next: so has the board that follows, or there is none.
 * What is known of names goes on to that one.
 */
void gap_named(struct sok_reader *r, struct titles_seen *n, size_t line,
    bool above, bool next);
/* Above a board without a title, where the one above has one: a doubt if the
 * last game is a word that solves nothing, so that it may be it.  0, -1 on
 * ENOMEM. */
int gap_word(struct sok_reader *r, const struct gap_text *p);
/* A title as one line; s == NULL on ENOMEM. */
struct sok_str gap_title(struct sok_reader *r, const struct title *t);

#endif
