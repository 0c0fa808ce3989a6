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

/* suspects.c: report why the lines above and below a board are not its rows; 0,
 * -1. */
int suspect_beside(
    struct doubts *doubts, struct blocks *blocks, struct block *block);
/* Report why line i of a paragraph meant as a board is not a row; 0, -1. */
int suspect_lost(struct doubts *doubts, struct blocks *blocks, size_t i);
/* Report that byte `at` of line i is not a square, to the block or to the text
 * if it is NULL.  advice: what to do, or empty; so: the consequence. */
struct pending *suspect_report(struct blocks *blocks, struct block *block,
    size_t i, size_t at, const char *advice, const char *so);
/* Report line block->from, which has the characters of run-length rows and
 * cannot be decoded, if it was meant as rows: it has a bar, adjoins a board or
 * stands alone.  0, -1. */
int report_fault(
    struct doubts *doubts, struct blocks *blocks, const struct block *block);
/* Report the lines from block->from on, which were kept whole as a picture; 0,
 * -1. */
int report_picture(
    struct doubts *doubts, struct blocks *blocks, const struct block *block);
/* boards.c: report what is special about the rows of a board. */
void note_board(struct blocks *blocks, struct block *block);
/* alphabet.c: if a picture in another alphabet begins at line i, report it: 1,
 * 0, -1.  Such lines are text. */
int suspect_alphabet_of(struct doubts *doubts, struct blocks *blocks, size_t i);
static inline int
suspect_alphabet(struct doubts *doubts, struct blocks *blocks, size_t i)
{
	if (!may_be_alphabet(lines_str(&blocks->lines, i)))
		return 0;
	return suspect_alphabet_of(doubts, blocks, i);
}

/* moves.c: report a word that may not be a game, and lines above and below
 * moves that are almost moves; 0, -1. */
int doubts_moves(struct blocks *blocks, const struct block *block);
/* Report lines of moves that could not be decoded, if they were meant as moves;
 * 0, -1.  A word is only reported below the heading of a game, and not in
 * sokrle's scan. */
int report_broken(struct blocks *blocks, const struct block *block);
/* Report or remember line i of text, if it has moves. */
void suspect_moves(struct blocks *blocks, size_t i);
/* like_moves.c: whether a line looks like moves although it is not: it is
 * moves except for a few bytes, or moves with a remark after them.  A line that
 * stands alone, without moves above or below, must be longer than a word. */
bool moves_almost(struct sok_str s, bool alone);
/* Whether all letters of a line are moves, as in `"rrR"`, or two thirds of its
 * characters, as in `rRx`.  Below the heading of a game these may be meant as
 * moves, however few. */
bool moves_mostly(struct sok_str s);
/* `Solution: rR`: moves after a word on the same line, which no program reads
 * as a game. */
bool moves_labelled(struct sok_str line);
/* The position of sixteen consecutive direction letters, which no word has; the
 * end of the line if there are none. */
size_t moves_run(struct sok_str line);

/* left_marks.c: look at the next line of text.  If it is a marker, the message,
 * and *rule, SOK_CONFLICT_MARKER_RULE or SOK_PATCH_TEXT_RULE; else NULL. */
const char *left_mark_of(
    struct left_marks *marks, struct sok_str line, enum sok_rule *rule);
static inline const char *
left_mark(struct left_marks *marks, struct sok_str line, enum sok_rule *rule)
{
	return may_be_left_mark(line) ? left_mark_of(marks, line, rule) : NULL;
}

/* later_header.c: where the file has a header, look for keys of a second one in
 * the text below puzzle reader->puzzle; last: no block follows.  At the end,
 * report the first one if the file does not use these keys for its boards. */
void find_later_header(struct sok_reader *reader, const struct gap_text *gap,
    bool last, struct titles_seen *seen);
void report_later_header(
    struct sok_reader *reader, const struct titles_seen *seen);

#endif
