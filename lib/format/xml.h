/* xml.h - text in XML and HTML. */
#ifndef SOK_XML_H
#define SOK_XML_H

#include "text/writer.h"

/*
 * Write text of the input between two tags of ours, as character data or as the
 * inside of a quoted attribute.  Characters that XML, or a page, cannot hold
 * become U+FFFD and are counted; invisible and direction-turning ones are
 * written by number.
 */
void xml_text(
    struct sok_writer *w, const char *start, struct sok_str s, const char *end);

#endif
