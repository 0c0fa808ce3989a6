/* identity.h - the pictures behind the published level identity. */
#ifndef SOK_IDENTITY_H
#define SOK_IDENTITY_H

#include "sok.h"

/* Whether sok_digest() is what level ids are made of; false in a build without
 * libmd, where no board has an id. */
extern const bool digest_is_md5;

/* The digest of each of a board's images.  1; 0 none is defined (open, not one
 * player); -1 ENOMEM. */
int identity_board(const struct sok_board *b,
    uint64_t digest[SOK_NSQUARE_SYMMETRIES], struct sok_arena *scratch);

#endif
