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
distance(const char *first, size_t a_len, const char *second, size_t b_len)
{
	size_t table[COLUMNS][COLUMNS]; /* of the first i and j letters */

	for (size_t i = 0; i <= a_len; i++)
		for (size_t j = 0; j <= b_len; j++) {
			table[i][j] = i + j;
			if (i == 0 || j == 0)
				continue;
			table[i][j] =
			    least(least(table[i - 1][j], table[i][j - 1]) + 1,
			        table[i - 1][j - 1] +
			            (first[i - 1] != second[j - 1]));
			if (i > 1 && j > 1 && first[i - 1] == second[j - 2] &&
			    first[i - 2] == second[j - 1])
				table[i][j] =
				    least(table[i][j], table[i - 2][j - 2] + 1);
		}
	return table[a_len][b_len];
}

size_t
sok_distance(struct sok_str word, struct sok_str s, bool any_case)
{
	char first[LONGEST], second[LONGEST];

	if (word.len > LONGEST || s.len > LONGEST)
		return SIZE_MAX;
	for (size_t i = 0; i < word.len; i++)
		first[i] = (char)(any_case ? sok_lower(word.s[i]) : word.s[i]);
	for (size_t i = 0; i < s.len; i++)
		second[i] = (char)(any_case ? sok_lower(s.s[i]) : s.s[i]);
	return distance(first, word.len, second, s.len);
}

void
sok_nearest_try(
    struct sok_nearest *nearest, struct sok_str word, const char *name)
{
	struct sok_str s = sok_str(name);
	size_t longer = s.len > word.len ? s.len : word.len;
	size_t distance = sok_distance(word, s, nearest->any_case);

	/* Suggest a name only if most letters agree. */
	if (distance == 0 || distance > longer / 3 ||
	    (nearest->name != NULL && distance >= nearest->distance))
		return;
	nearest->name = name;
	nearest->distance = distance;
}
