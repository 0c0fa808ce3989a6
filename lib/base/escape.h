/* escape.h - which characters a terminal, a log or a picture must not get as
 * they are: one answer for messages, XML and JSON. */
#ifndef SOK_ESCAPE_H
#define SOK_ESCAPE_H

#include "sok.h"

/* Controls, C1, line separators, what turns the direction of text, U+FFFE and
 * U+FFFF. */
bool escape_needed(uint32_t c);

#endif
