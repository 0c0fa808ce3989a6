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
skip_blanks(struct scan *j)
{
	while (j->rest.len > 0 &&
	    (sok_is_blank(j->rest.s[0]) ||
	        memchr("\r\n", j->rest.s[0], 2) != NULL))
		j->rest = sok_str_from(j->rest, 1);
}

/* The inside of the string that begins here, up to the end of the input if it
 * is not closed. */
static struct sok_str
take_string(struct scan *j)
{
	struct sok_str s = sok_str_from(j->rest, 1);
	size_t n = 0;

	while (n < s.len && s.s[n] != '"')
		n += s.s[n] == '\\' ? 2 : 1;
	n = n < s.len ? n : s.len;
	j->rest = sok_str_from(s, n + 1);
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
is_ours(const struct scan *j)
{
	if (!j->object || j->depth != 1)
		return false;
	if (sok_str_eq(j->key, SOK_STR("header")))
		return sok_str_starts(j->rest, SOK_STR("true")) ||
		    sok_str_starts(j->rest, SOK_STR("false"));
	return sok_str_eq(j->key, SOK_STR("board")) && j->rest.len > 0 &&
	    memchr("[\"", j->rest.s[0], 2) != NULL;
}

/* Skip a number or a word of JSON; false if it is none. */
static bool
skip_literal(struct scan *j)
{
	static const char *const words[] = {"true", "false", "null"};
	size_t n = 0;

	for (size_t i = 0; i < SOK_COUNT(words) && n == 0; i++)
		if (sok_str_starts(j->rest, sok_str(words[i])))
			n = strlen(words[i]);
	while (n < j->rest.len && memchr("+-.eE0123456789", j->rest.s[n], 15))
		n++;
	j->rest = sok_str_from(j->rest, n);
	return n > 0;
}

enum foreign_json
foreign_json(struct sok_str head, struct foreign_rows *rows)
{
	struct scan j = {.rest = head, .key = SOK_STR("")};
	bool json = false, found = false;

	*rows = (struct foreign_rows){SOK_STR(""), 0};
	skip_blanks(&j);
	j.object = j.rest.len > 0 && j.rest.s[0] == '{';
	if (!j.object && (j.rest.len == 0 || j.rest.s[0] != '['))
		return FOREIGN_NO_JSON;
	for (; j.rest.len > 0; skip_blanks(&j)) {
		char c = j.rest.s[0];

		if (c == '"') {
			struct sok_str s = take_string(&j);

			json = true;
			skip_blanks(&j);
			if (j.rest.len > 0 && j.rest.s[0] == ':') {
				j.rest = sok_str_from(j.rest, 1);
				skip_blanks(&j);
				j.key = s;
				j.key_depth = j.depth;
				if (is_ours(&j))
					return FOREIGN_RECORDS;
			} else if (!found && has_rows(s) &&
			    j.depth >= j.key_depth) {
				found = true;
				rows->key = j.key;
				rows->arrays = j.depth - j.key_depth;
			}
			continue;
		}
		j.depth += c == '{' || c == '[';
		json |= j.depth > 1;
		j.depth -= j.depth > 0 && (c == '}' || c == ']');
		if (memchr("{}[],", c, 5) != NULL)
			j.rest = sok_str_from(j.rest, 1);
		else if (!skip_literal(&j) && j.rest.len > 4)
			return FOREIGN_NO_JSON;
		else if (j.rest.len <= 4)
			break; /* a word may be cut here */
		/* What follows an object is another one, which is no more ours
		 * than this one. */
		if (j.depth == 0)
			break;
	}
	return json ? FOREIGN_JSON : FOREIGN_NO_JSON;
}
