/* xml.h - what the reader of .slc and the writers of XML share. */
#ifndef SOK_XML_H
#define SOK_XML_H

#include <expat.h>

#include "sok.h"

/* Memory one parser may hold at a time, whatever is in the file: names,
 * declarations, a tag or a comment that does not end. */
struct xml_budget {
	size_t used, most;
	bool exceeded;
};

/*
 * A parser that gets its memory out of the budget, which outlives it.  The
 * budget must be current in this thread whenever the parser is called; a
 * parser out of budget reports XML_ERROR_NO_MEMORY and exceeded is set.
 */
XML_Parser xml_parser(struct xml_budget *budget);
void xml_current(struct xml_budget *budget);

/*
 * Write UTF-8 as character data or the inside of a quoted attribute; the
 * result is how many characters XML cannot hold (they become U+FFFD).
 * Invisible and direction-turning characters are written by number.
 */
size_t xml_out(struct sok_output *o, struct sok_str s);

#endif
