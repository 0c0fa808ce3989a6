/* mend.h - changes games in the text of a file and copies everything else byte
 * for byte: layout, line ends, quotes, boards and text stay as they are.  The
 * file is read a second time, one puzzle later than by the reader. */
#ifndef MEND_H
#define MEND_H

#include "sok.h"

struct mender;

/* Mend a file that starts at the beginning of fd, which the caller closes; NULL
 * with errno. */
struct mender *mender_open(int fd, struct sok_output *out);
/* A puzzle was read, in the order of the file. */
void mender_puzzle(struct mender *mender, const struct sok_puzzle *puzzle);
/* Game i of that puzzle, as it was read, becomes `now`.  A new title of a game
 * that had none is written above its moves. */
void mender_game(struct mender *mender, const struct sok_puzzle *puzzle,
    size_t i, const struct sok_game *was, const struct sok_game *now);
/* The file ends: 0; the number of a line, if the file cannot be mended because
 * a line that is to change does not have the bytes that were read; -1 with
 * errno, also for errors before. */
ptrdiff_t mender_end(struct mender *mender);
void mender_close(struct mender *mender);

#endif
