/* rle.h - the pieces of run-length coding.  Those that return a pointer write
 * to memory that is large enough, with RLE_PAD bytes behind, and return the
 * end of what they wrote. */
#ifndef RLE_H
#define RLE_H

#include "tools.h"

#define RLE_PAD 32
#define RLE_AHEAD 80

static inline bool
rle_ends_in_digit(struct sok_str s)
{
	return s.len > 0 && sok_is_digit(s.s[s.len - 1]);
}

/* Whether a count may stand before c. */
bool rle_is_atom(enum sok_rle_kind kind, char c);
/* What sok_rle_decode() does where as many bytes can be read from the text's
 * first on. */
int rle_decode(struct sok_buf *out, struct sok_str text, size_t readable,
    enum sok_rle_kind kind, const struct sok_limits *limits,
    struct sok_rle_error *e);
/* The same, for every text. */
int rle_decode_plain(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, const struct sok_limits *limits,
    struct sok_rle_error *e);

/* What sok_rle_decode() does with the moves of a game.  All games of a puzzle,
 * of which *decoded moves are held, have the limit of one together, as a few
 * bytes can be as long. */
int rle_decode_game(struct sok_buf *out, struct sok_str moves,
    enum sok_rle_kind kind, const struct sok_limits *limits, size_t *decoded,
    struct sok_rle_error *e);

/* n times c: as they are if n < min_run. */
char *rle_run(char *o, char c, size_t n, size_t min_run);
/* Runs alone: at most 2 * text.len bytes. */
char *rle_plain(
    char *o, struct sok_str text, enum sok_rle_kind kind, size_t min_run);

/* The shortest (rle_groups.c); NULL on ENOMEM. */
char *rle_groups(
    char *o, struct sok_str text, enum sok_rle_kind kind, size_t min_run);

/* rle_fast.c */

/*
 * As many bytes as are readable can be read from the text's first on: with
 * RLE_AHEAD more than the text has, all of this is faster.
 */
/* Whether a text is nothing but letters of squares, each a move. */
bool rle_fast_letters(struct sok_str text);
/* The expanded size of a text of nothing but atoms, bars and counts of one
 * or two digits; false for any other text and wherever there is a fault. */
bool rle_fast_size(
    struct sok_str text, size_t readable, enum sok_rle_kind kind, size_t *size);
/* Expand what rle_fast_size() took. */
char *rle_fast_expand(char *o, struct sok_str text, size_t readable);
/* The same as rle_plain(). */
char *rle_fast_encode(char *o, struct sok_str text, size_t readable,
    enum sok_rle_kind kind, size_t min_run);

/* rle_rows.c */

/* n squares, of some that can be read, as characters, floor as '-'. */
void rle_fast_squares(
    char *o, const unsigned char *sq, size_t n, size_t readable);
/* Lines of XSB as rows between bars, floor as '-'. */
void rle_fast_bars(char *o, const char *lines, size_t n);

#endif
