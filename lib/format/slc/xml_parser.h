/* xml_parser.h - what the files of .slc know of expat beside its calls. */
#ifndef SOK_XML_PARSER_H
#define SOK_XML_PARSER_H

#include <expat.h>
#include <stdbool.h>

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

#endif
