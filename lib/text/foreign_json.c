/* foreign_json.c - recognizes JSON by its first bytes: records of our own, one
 * object on each line, and JSON of other programs, which is read as text. */
#include <string.h>

#include "base/base.h"
#include "text/foreign.h"

/* Where a scan of JSON is. */
struct scan {
	struct sok_str rest;
	size_t depth;       /* of arrays and objects */
	bool object;        /* the outermost value is an object */
	struct sok_str key; /* the last member's name, */
	size_t key_depth;   /* and its depth */
};

static void
skip_blanks(struct scan *scan)
{
	while (scan->rest.len > 0 &&
	    (sok_is_blank(scan->rest.s[0]) ||
	        memchr("\r\n", scan->rest.s[0], 2) != NULL))
		scan->rest = sok_str_from(scan->rest, 1);
}

/* The inside of the string that begins here, up to the end of the input if it
 * is not closed. */
static struct sok_str
take_string(struct scan *scan)
{
	struct sok_str s = sok_str_from(scan->rest, 1);
	size_t n = 0;

	while (n < s.len && s.s[n] != '"')
		n += s.s[n] == '\\' ? 2 : 1;
	n = n < s.len ? n : s.len;
	scan->rest = sok_str_from(s, n + 1);
	return sok_str_sub(s, 0, n);
}

/* Whether a string may be a row, or rows with escaped line ends: it has only
 * squares, and a wall. */
static bool
has_rows(struct sok_str s)
{
	size_t walls = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] == '\\' && i + 1 < s.len &&
		    memchr("nr", s.s[i + 1], 2) != NULL) {
			i++;
			continue;
		}
		if (sok_square[(unsigned char)s.s[i]] == 0xff)
			return false;
		walls += s.s[i] == '#';
	}
	return walls > 0;
}

/* Whether a member of the outermost object, whose value begins here, makes it a
 * record. */
static bool
is_ours(const struct scan *scan)
{
	if (!scan->object || scan->depth != 1)
		return false;
	if (sok_str_eq(scan->key, SOK_STR("header")))
		return sok_str_starts(scan->rest, SOK_STR("true")) ||
		    sok_str_starts(scan->rest, SOK_STR("false"));
	return sok_str_eq(scan->key, SOK_STR("board")) && scan->rest.len > 0 &&
	    memchr("[\"", scan->rest.s[0], 2) != NULL;
}

/* Skip a number or a word of JSON; false if the rest begins with neither. */
static bool
skip_literal(struct scan *scan)
{
	static const char *const words[] = {"true", "false", "null"};
	size_t n = 0;

	for (size_t i = 0; i < SOK_COUNT(words) && n == 0; i++)
		if (sok_str_starts(scan->rest, sok_str(words[i])))
			n = strlen(words[i]);
	while (n < scan->rest.len &&
	    memchr("+-.eE0123456789", scan->rest.s[n], 15))
		n++;
	scan->rest = sok_str_from(scan->rest, n);
	return n > 0;
}

enum foreign_json
foreign_json(struct sok_str head, struct foreign_rows *rows)
{
	struct scan scan = {.rest = head, .key = SOK_STR("")};
	bool json = false, found = false;

	*rows = (struct foreign_rows){SOK_STR(""), 0};
	skip_blanks(&scan);
	scan.object = scan.rest.len > 0 && scan.rest.s[0] == '{';
	if (!scan.object && (scan.rest.len == 0 || scan.rest.s[0] != '['))
		return FOREIGN_NO_JSON;
	for (; scan.rest.len > 0; skip_blanks(&scan)) {
		char c = scan.rest.s[0];

		if (c == '"') {
			struct sok_str s = take_string(&scan);

			json = true;
			skip_blanks(&scan);
			if (scan.rest.len > 0 && scan.rest.s[0] == ':') {
				scan.rest = sok_str_from(scan.rest, 1);
				skip_blanks(&scan);
				scan.key = s;
				scan.key_depth = scan.depth;
				if (is_ours(&scan))
					return FOREIGN_RECORDS;
			} else if (!found && has_rows(s) &&
			    scan.depth >= scan.key_depth) {
				found = true;
				rows->key = scan.key;
				rows->arrays = scan.depth - scan.key_depth;
			}
			continue;
		}
		scan.depth += c == '{' || c == '[';
		json |= scan.depth > 1;
		scan.depth -= scan.depth > 0 && (c == '}' || c == ']');
		if (memchr("{}[],", c, 5) != NULL)
			scan.rest = sok_str_from(scan.rest, 1);
		else if (!skip_literal(&scan) && scan.rest.len > 4)
			return FOREIGN_NO_JSON;
		else if (scan.rest.len <= 4)
			break; /* a word may be cut here */
		/* What follows an object is another one, which is no more ours
		 * than this one. */
		if (scan.depth == 0)
			break;
	}
	return json ? FOREIGN_JSON : FOREIGN_NO_JSON;
}
