/* cli_hint.c - suggests the correct name for a mistyped one. */
#include <stdio.h>

#include "cli/cli_private.h"

enum { LONGEST = 40, COLUMNS = LONGEST + 1 };

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* How many letters are to be put in, left out, changed or swapped with the one
 * beside them to make b of a. */
static size_t
distance(struct sok_str a, struct sok_str b)
{
	size_t row[3][COLUMNS]; /* of this letter of a and the two above it */
	size_t *above = row[0], *now = row[1], *two = row[2], *next;

	for (size_t j = 0; j <= b.len; j++)
		above[j] = two[j] = j;
	for (size_t i = 1; i <= a.len; i++) {
		now[0] = i;
		for (size_t j = 1; j <= b.len; j++) {
			now[j] = least(least(above[j], now[j - 1]) + 1,
			    above[j - 1] + (a.s[i - 1] != b.s[j - 1]));
			if (i > 1 && j > 1 && a.s[i - 1] == b.s[j - 2] &&
			    a.s[i - 2] == b.s[j - 1])
				now[j] = least(now[j], two[j - 2] + 1);
		}
		next = two;
		two = above;
		above = now;
		now = next;
	}
	return above[b.len];
}

void
cli_hint_try(struct cli_hint *h, struct sok_str word, const char *name)
{
	struct sok_str s = sok_str(name);
	size_t longer = s.len > word.len ? s.len : word.len, d;

	if (longer > LONGEST)
		return;
	d = distance(word, s);
	/* Of short names few letters are left. */
	if (d == 0 || 3 * d > longer || (h->name != NULL && d >= h->distance))
		return;
	h->name = name;
	h->distance = d;
}

const char *
cli_hint(struct cli_hint *h)
{
	if (h->name == NULL)
		return "";
	(void)snprintf(h->text, sizeof(h->text), "; did you mean %s%s?",
	    h->dashes, h->name);
	return h->text;
}
