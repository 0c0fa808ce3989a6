/* rle.h - the parts of run-length coding. */
#ifndef RLE_H
#define RLE_H

#include "base/base.h"
#include "sok.h"

/* sok_rle_decode() leaves room for so many bytes after the result. */
#define RLE_PAD 32

/* Whether text ends in a digit, which a digit after it would continue. */
static inline bool
rle_ends_in_digit(struct sok_str s)
{
	return s.len > 0 && sok_is_digit(s.s[s.len - 1]);
}

/* Whether a count may precede c in squares or moves. */
static inline bool
rle_is_atom(enum sok_rle_kind kind, char c)
{
	return kind == SOK_RLE_BOARD ? c != '|' : sok_is_letter(c);
}

/* Decode the moves of a game like sok_rle_decode().  The limit applies to all
 * games of a puzzle together, *decoded moves so far, because a few bytes can
 * expand to as much.  0, -1 with *fault. */
static inline int
rle_decode_game(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, const struct sok_limits *limit, size_t *decoded,
    struct sok_rle_error *fault)
{
	struct sok_limits left = *limit;
	size_t *most = &left.v[SOK_LIMIT_MOVES], had = out->len;

	*most -= *decoded < *most ? *decoded : *most;
	if (sok_rle_decode(out, text, kind, &left, fault) == -1)
		return -1;
	*decoded += out->len - had;
	return 0;
}

#endif
