/* identity.h - the pictures behind the published level identity. */
#ifndef SOK_IDENTITY_H
#define SOK_IDENTITY_H

#include "sok.h"

struct identity {
	uint64_t unique[SOK_NSYMMETRIES]; /* of every image */
};

/* Whether sok_digest() is what level ids are made of; false in a build without
 * libmd, where no board has an id. */
extern const bool digest_is_md5;

/* Hash a board's images.  1; 0 none is defined (open, not one player); -1
 * ENOMEM. */
int identity_board(
    const struct sok_board *b, struct identity *id, struct sok_arena *scratch);

#endif
