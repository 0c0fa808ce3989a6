/* block_private.h - what the two files of this module in C share. */
#ifndef BLOCK_PRIVATE_H
#define BLOCK_PRIVATE_H

#include <sok.h>

#include "block.h"

struct block_reader {
	struct sok_reader *sok;
	struct sok_sink sink;
	struct sok_arena scratch;
	struct block *block;     /* that findings go to, or NULL */
	const char *header_file; /* of the last header of the block */
};

/* NULL with ENOMEM. */
struct block *block_new(void);
/* A sink whose context is a pointer to a pointer to a block. */
void block_add_finding(void *ctx, const struct sok_finding *from);

#endif
