/* identity.h - the pictures whose digests are the published ids. */
#ifndef SOK_IDENTITY_H
#define SOK_IDENTITY_H

#include "sok.h"

/* The digest of each of a board's images.  1; 0 none is defined (open, not one
 * player); -1 ENOMEM. */
int identity_board(const struct sok_board *b,
    uint64_t digest[SOK_NSQUARE_SYMMETRIES], struct sok_arena *scratch);

#endif
