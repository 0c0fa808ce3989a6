/* hir_write.h - the trace of a trace file, for its writer. */
#ifndef SOK_HIR_WRITE_H
#define SOK_HIR_WRITE_H

#include "format/hir/hir.h"
#include "text/writer.h"

/* `key: value` with something before the colon. */
bool hir_is_tag(struct sok_str line);
/* A tag, and no remark of the trace. */
bool hir_is_information(struct sok_str line);
/* Whether there is a move that was not taken back: without one a trace would be
 * read as no game. */
bool hir_has_moves(const struct sok_game *g);
/* The moves up to `*`, operations parted by blank lines, with the remarks of
 * the game's text and its other lines as comments. */
void hir_put_trace(
    struct sok_writer *w, const struct sok_puzzle *p, const struct sok_game *g);

#endif
