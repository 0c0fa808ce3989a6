/* magic.h - the kind of data, according to its first bytes. */
#ifndef SOK_MAGIC_H
#define SOK_MAGIC_H

#include "tools.h"

/* How many bytes decide whether data is text. */
#define BINARY_HEAD ((size_t)4096)

/* The name of a compression or an archive format, or NULL and SOK_PLAIN. */
const char *magic_find(struct sok_str head, enum sok_packing *kind);
/* Whether these decoded bytes are not text; the kind of data that they look
 * like, or NULL. */
bool binary_is(struct sok_str head);
const char *binary_name(struct sok_str head);

#endif
