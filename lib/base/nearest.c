/* nearest.c - the edit distance of words, for suggestions. */
#include "base/base.h"

enum { LONGEST = 40, COLUMNS = LONGEST + 1 };

static size_t
least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* The edit distance of words of at most LONGEST letters. */
static size_t
distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	size_t d[COLUMNS][COLUMNS]; /* of the first i and j letters */

	for (size_t i = 0; i <= a_len; i++)
		for (size_t j = 0; j <= b_len; j++) {
			d[i][j] = i + j;
			if (i == 0 || j == 0)
				continue;
			d[i][j] = least(least(d[i - 1][j], d[i][j - 1]) + 1,
			    d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
		}
	return d[a_len][b_len];
}

size_t
sok_distance(struct sok_str word, struct sok_str s, bool any_case)
{
	char a[LONGEST], b[LONGEST];

	if (word.len > LONGEST || s.len > LONGEST)
		return SIZE_MAX;
	for (size_t i = 0; i < word.len; i++)
		a[i] = (char)(any_case ? sok_lower(word.s[i]) : word.s[i]);
	for (size_t i = 0; i < s.len; i++)
		b[i] = (char)(any_case ? sok_lower(s.s[i]) : s.s[i]);
	return distance(a, word.len, b, s.len);
}

void
sok_nearest_try(struct sok_nearest *n, struct sok_str word, const char *name)
{
	struct sok_str s = sok_str(name);
	size_t longer = s.len > word.len ? s.len : word.len;
	size_t d = sok_distance(word, s, n->any_case);

	/* Suggest a name only if most letters agree. */
	if (d == 0 || d > longer / 3 || (n->name != NULL && d >= n->distance))
		return;
	n->name = name;
	n->distance = d;
}
