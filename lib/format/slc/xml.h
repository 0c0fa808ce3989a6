/* xml.h - shared by the writers of XML. */
#ifndef SOK_XML_H
#define SOK_XML_H

#include "sok.h"

/*
 * Write UTF-8 as character data or the inside of a quoted attribute; the
 * result is how many characters XML cannot hold (they become U+FFFD).
 * Invisible and direction-turning characters are written by number.
 */
size_t xml_out(struct sok_output *o, struct sok_str s);

#endif
