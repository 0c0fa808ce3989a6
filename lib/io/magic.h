/* magic.h - what data is, by its first bytes. */
#ifndef SOK_MAGIC_H
#define SOK_MAGIC_H

#include "tools.h"

/* So many of them are looked at to tell text from other data. */
#define BINARY_HEAD ((size_t)4096)

/* Something compressed or an archive, by the name, or NULL and SOK_PLAIN. */
const char *magic_find(struct sok_str head, enum sok_packing *kind);
/* Whether these, decoded, are not text; what they then seem to be, or NULL. */
bool binary_is(struct sok_str head);
const char *binary_name(struct sok_str head);

#endif
