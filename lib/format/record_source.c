/*
 * record_source.c - the file and line that a record names as its source.
 */
#include <string.h>

#include "format/record.h"
#include "tools.h"

enum { LONGEST = 4096 }; /* bytes of a name */

int
record_source(
    struct sok_arena *a, struct record *rec, struct sok_str file, size_t line)
{
	const char *name;

	/* What `-` and `<stdin>` named is gone. */
	if (file.len == 0 || file.len > LONGEST || line == 0 ||
	    line > UINT32_MAX || file.s[0] == '<' ||
	    sok_str_eq(file, SOK_STR("-")) ||
	    memchr(file.s, '\0', file.len) != NULL)
		return 0;
	name = str_terminated(a, file);
	if (name == NULL)
		return -1;
	rec->source = (struct sok_pos){name, line, 1};
	return 0;
}
