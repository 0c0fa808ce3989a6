/* binary.h - what is not text. */
#ifndef SOK_BINARY_H
#define SOK_BINARY_H

#include "sok.h"

/* So many first bytes are looked at. */
#define BINARY_HEAD ((size_t)4096)

/* Whether the first bytes of an input, decoded, are not text. */
bool binary_is(struct sok_str head);
/* What they seem to be, or NULL. */
const char *binary_name(struct sok_str head);

#endif
