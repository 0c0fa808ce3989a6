/*
 * escape.h - the characters that must be escaped in terminals, logs and
 * pictures; the same for messages, XML and JSON.
 */
#ifndef SOK_ESCAPE_H
#define SOK_ESCAPE_H

#include "sok.h"

/* Controls, C1, line separators, what turns the direction of text, U+FFFE and
 * U+FFFF. */
bool escape_needed(uint32_t c);

#endif
