/* left_marks.c - knows the markers that git leaves in a file where versions
 * conflict, and the lines of a patch. */
#include "base/base.h"
#include "text/doubts/parts.h"

/* Whether a line is seven of c, and then the end or a blank. */
static bool
is_marker(struct sok_str s, char c)
{
	size_t n = 0;

	while (n < s.len && s.s[n] == c)
		n++;
	return n == 7 && (s.len == n || s.s[n] == ' ');
}

/* The message about a marker. */
static const char *
marker_message(char c)
{
#define LEFT(marker) \
	"git left `" marker "` here: choose one of the versions and remove " \
	"the markers"
	switch (c) {
	case '<':
		return LEFT("<<<<<<<");
	case '|':
		return LEFT("|||||||");
	case '=':
		return LEFT("=======");
	default:
		return LEFT(">>>>>>>");
	}
#undef LEFT
}

const char *
left_mark_of(struct left_marks *marks, struct sok_str line, enum sok_rule *rule)
{
	char c = line.s[0];

	if (line.len < 4)
		return NULL;
	if (c == '+') {
		marks->patch |= sok_str_starts(line, SOK_STR("+++ "));
		return NULL;
	}
	if (c == '@') {
		if (!marks->patch || !sok_str_starts(line, SOK_STR("@@ -")) ||
		    sok_str_find(line, SOK_STR(" @@")) == line.len)
			return NULL;
		marks->patch = false;
		*rule = SOK_PATCH_TEXT_RULE;
		return "this is a patch: apply it and read the result; its "
		       "rows are not read as they are meant";
	}
	/* A line of `=` alone underlines a heading. */
	if (!is_marker(line, c) || (c == '=' && !marks->conflict))
		return NULL;
	marks->conflict = c != '>';
	*rule = SOK_CONFLICT_MARKER_RULE;
	return marker_message(c);
}
