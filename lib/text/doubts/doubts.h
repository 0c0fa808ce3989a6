/* doubts.h - what only says something about lines that were nearly a board.
 * Such lines remain text, whatever is said. */
#ifndef SOK_DOUBTS_H
#define SOK_DOUBTS_H

#include "text/grammar.h"

/* Report why the lines above and below a board are not its rows; 0, -1. */
int suspect_beside(struct blocks *b, struct block *k);
/* Report why line i of a paragraph meant as a board is not a row; 0, -1. */
int suspect_lost(struct blocks *b, size_t i);
/* alphabet.c: if a picture in another alphabet begins at line i, report
 * it: 1, 0, -1.  Such lines are text. */
int suspect_alphabet(struct blocks *b, size_t i);
/* Report that byte `at` of line i is not a square, to block k or to the text if
 * it is NULL.  advice: what to do, or empty; so: the consequence. */
struct pending *suspect_report(struct blocks *b, struct block *k, size_t i,
    size_t at, const char *advice, const char *so);

#endif
