/* escape.h - which characters a terminal, a log or a picture must not get as
 * they are: one answer for messages, XML and JSON. */
#ifndef SOK_ESCAPE_H
#define SOK_ESCAPE_H

#include "sok.h"

/* Controls, C1, line separators and what turns the direction of text. */
bool escape_needed(uint32_t c);

#endif
