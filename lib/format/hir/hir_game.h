/* hir_game.h - the trace of a trace file as a game. */
#ifndef SOK_HIR_GAME_H
#define SOK_HIR_GAME_H

#include "text/reader.h"

/*
 * Read the trace, which begins at that line of the file, into moves (with
 * operations as groups), source and place of the game; remarks as lines.
 * Without a move moves is empty.
 */
void hir_game(struct sok_reader *r, struct sok_game *g,
    struct sok_text *remarks, struct sok_str trace, size_t line);

#endif
