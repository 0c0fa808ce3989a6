/* once.c - says of each file once what is unusual about its bytes and lines,
 * where the lines remember it. */
#include "text/doubts/doubts.h"
#include "text/reader.h"

static const struct {
	enum sok_rule rule;
	const char *what;
} once[FIRST_KINDS] = {[FIRST_MIXED] = {SOK_MIXED_LINE_ENDS_RULE,
                           "this line ends differently from the lines above"},
    [FIRST_BOM] = {SOK_BOM_RULE, "a byte-order mark was removed"},
    [FIRST_WIDE] = {SOK_CHARSET_RULE,
        "a byte-order mark of UTF-16 was removed; the text after it is not "
        "decoded: puzzles may be lost; split the file here"},
    [FIRST_CONTROL] = {SOK_CONTROL_CHAR_RULE, "a control character"},
    [FIRST_UTF8] = {SOK_BAD_UTF8_RULE,
        "this line is not UTF-8; it is read as windows-1252 where that "
        "matters"},
    [FIRST_LABEL] = {SOK_AMBIGUOUS_MOVES_RULE,
        "a word precedes these moves; they are kept as text, and so are others "
        "like them"},
    [FIRST_LOST] = {SOK_AMBIGUOUS_MOVES_RULE,
        "this is not a move, so this line is kept as text, and so are others "
        "like it"},
    [FIRST_AMONG] = {SOK_AMBIGUOUS_MOVES_RULE,
        "these moves are in the middle of other text; they are kept as text, "
        "and so are others like them"},
    [FIRST_APART] = {SOK_GLUED_BOARDS_RULE, BLOCK_APART}};

void
doubts_bytes_found(
    struct sok_reader *reader, struct lines *lines, size_t start, bool end)
{
	bool wait = false;

	for (int i = 0; i < FIRST_KINDS; i++) {
		struct lines_first *first = &lines->first[i];
		bool found = first->line != 0 && first->line != SIZE_MAX;
		bool due =
		    found && (end || first->line < lines_number(lines, start));

		wait |= found && !due;
		if (!due)
			continue;
		if (i == FIRST_UTF8 && lines->japanese != NULL)
			reader_report(reader, once[i].rule, first->line,
			    first->col, "%s; --charset=%s may decode it",
			    once[i].what, lines->japanese);
		else
			reader_report(reader, once[i].rule, first->line,
			    first->col, "%s", once[i].what);
		first->line = SIZE_MAX;
	}
	lines->any_first = wait;
}
