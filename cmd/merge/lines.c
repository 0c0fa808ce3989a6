/* lines.c - merges lines of text. */
#include <stdlib.h>
#include <string.h>

#include "merge/merge.h"
#include "text/text.h"

int
merge_string(const struct sok_str version[MERGE_NSIDES], struct sok_str *to)
{
	struct sok_str ours = version[MERGE_OURS];
	struct sok_str theirs = version[MERGE_THEIRS];

	*to = ours;
	if (sok_str_eq(ours, theirs) || sok_str_eq(theirs, version[MERGE_BASE]))
		return 1;
	*to = theirs;
	return sok_str_eq(ours, version[MERGE_BASE]) ? 1 : 0;
}

/* ---- runs of lines */

/* Whether two runs of lines are the same. */
static bool
same_lines(const struct sok_str *first, size_t first_n,
    const struct sok_str *second, size_t second_n)
{
	bool same = first_n == second_n;

	for (size_t i = 0; same && i < first_n; i++)
		same = sok_str_eq(first[i], second[i]);
	return same;
}

bool
merge_same_text(const struct sok_text *first, const struct sok_text *second)
{
	return same_lines(first->line, first->n, second->line, second->n);
}

/* At most so many pairs of lines are compared; if there are more, the lines do
 * not match. */
enum { MOST_PAIRS = 1 << 24 };

/* Find the longest common subsequence of the lines of two texts: set to[i], for
 * each line of the base, to 1 + the index of the equal line of the other text;
 * the entries of the others stay 0.  0, -1 on ENOMEM. */
static int
match_lines(const struct sok_text *base, const struct sok_text *other,
    uint32_t *to, struct sok_arena *arena)
{
	size_t n = base->n, other_n = other->n, begin = 0;

	while (begin < n && begin < other_n &&
	    sok_str_eq(base->line[begin], other->line[begin])) {
		to[begin] = (uint32_t)begin + 1;
		begin++;
	}
	while (n > begin && other_n > begin &&
	    sok_str_eq(base->line[n - 1], other->line[other_n - 1])) {
		n--;
		other_n--;
		to[n] = (uint32_t)other_n + 1;
	}
	size_t rows = n - begin, columns = other_n - begin;
	if (rows == 0 || columns == 0 || rows > MOST_PAIRS / columns)
		return 0;

	/* longest[i][j]: the number of lines from there that match. */
	size_t width = columns + 1;
	uint32_t *longest =
	    sok_arena_zalloc(arena, (rows + 1) * width, sizeof(*longest));
	if (longest == NULL)
		return -1;
	for (size_t i = rows; i-- > 0;)
		for (size_t j = columns; j-- > 0;) {
			uint32_t *at = &longest[i * width + j];

			*at = at[1] > at[width] ? at[1] : at[width];
			if (sok_str_eq(
			        base->line[begin + i], other->line[begin + j]))
				*at = at[width + 1] + 1;
		}
	for (size_t i = 0, j = 0; i < rows && j < columns;) {
		const uint32_t *at = &longest[i * width + j];

		if (sok_str_eq(base->line[begin + i], other->line[begin + j]))
			to[begin + i++] = (uint32_t)(begin + j++) + 1;
		else if (at[1] > at[width])
			j++;
		else
			i++;
	}
	return 0;
}

/* Blank lines at the ends are not text. */
static void
trim_ends(struct sok_text *text)
{
	while (text->n > 0 && text->line[text->n - 1].len == 0)
		text->n--;
	while (text->n > 0 && text->line[0].len == 0) {
		text->line++;
		text->n--;
	}
}

static void
add_lines(struct sok_text *text, const struct sok_str *line, size_t n)
{
	if (n > 0)
		memcpy(text->line + text->n, line, n * sizeof(*line));
	text->n += n;
}

/* Merge texts by their runs of lines between lines that all versions have.  1,
 * 0 if both sides changed a run differently, -1 on ENOMEM. */
static int
merge_runs(const struct sok_text *const version[MERGE_NSIDES],
    struct sok_text *to, struct sok_arena *arena)
{
	const struct sok_text *base = version[MERGE_BASE];
	const struct sok_text *ours = version[MERGE_OURS];
	const struct sok_text *theirs = version[MERGE_THEIRS];
	uint32_t *in_ours = sok_arena_zalloc(arena, base->n, sizeof(*in_ours));
	uint32_t *in_theirs =
	    sok_arena_zalloc(arena, base->n, sizeof(*in_theirs));
	size_t begin = 0, i = 0, j = 0;

	*to = (struct sok_text){NULL, 0};
	to->line = sok_arena_alloc(
	    arena, base->n + ours->n + theirs->n, sizeof(*to->line));
	if (in_ours == NULL || in_theirs == NULL || to->line == NULL ||
	    match_lines(base, ours, in_ours, arena) == -1 ||
	    match_lines(base, theirs, in_theirs, arena) == -1)
		return -1;
	for (size_t end = 0; end <= base->n; end++) {
		bool last = end == base->n;

		if (!last && (in_ours[end] == 0 || in_theirs[end] == 0))
			continue;
		size_t i_end = last ? ours->n : in_ours[end] - 1;
		size_t j_end = last ? theirs->n : in_theirs[end] - 1;
		const struct sok_str *was = base->line + begin;
		const struct sok_str *our = ours->line + i;
		const struct sok_str *their = theirs->line + j;
		size_t n = end - begin, ni = i_end - i, nj = j_end - j;

		if (same_lines(our, ni, was, n))
			add_lines(to, their, nj);
		else if (same_lines(their, nj, was, n) ||
		    same_lines(our, ni, their, nj))
			add_lines(to, our, ni);
		else
			return 0;
		if (!last)
			add_lines(to, &base->line[end], 1);
		begin = end + 1;
		i = i_end + 1;
		j = j_end + 1;
	}
	trim_ends(to);
	return 1;
}

/* ---- keys */

/* A line `Key: value`, outside of comment blocks. */
struct key {
	size_t line;    /* its index in the text */
	uint32_t other; /* 1 + the index of the key it belongs to, or 0 */
};

/* The text of a version, taken apart. */
struct parts {
	const struct sok_text *text;
	struct key *key;
	size_t nkeys;
	struct sok_text rest; /* without the keys */
};

/* The line of a key. */
static struct sok_str
line_of(const struct parts *parts, size_t key)
{
	return parts->text->line[parts->key[key].line];
}

/* Whether two lines have the same key, in any case of letters; false if one of
 * them is not a key. */
static bool
same_key(struct sok_str first, struct sok_str second)
{
	struct sok_str key, other, value;

	return sok_key_split(first, &key, &value) &&
	    sok_key_split(second, &other, &value) && sok_str_caseeq(key, other);
}

/* Divide a text into its keys, outside comment blocks, and all other lines: 0,
 * -1 on ENOMEM. */
static int
take_apart(
    struct parts *parts, const struct sok_text *text, struct sok_arena *arena)
{
	bool *keep = sok_arena_alloc(arena, text->n, sizeof(*keep));

	*parts = (struct parts){.text = text};
	parts->key = sok_arena_alloc(arena, text->n, sizeof(*parts->key));
	parts->rest.line =
	    sok_arena_alloc(arena, text->n, sizeof(*parts->rest.line));
	if (keep == NULL || parts->key == NULL || parts->rest.line == NULL)
		return -1;
	add_lines(&parts->rest, text->line, text->n);
	for (size_t i = 0, block; i < text->n; i++) {
		keep[i] = true;
		for (block = sok_text_block(text, i); i < block;)
			keep[++i] = true;
		if (block != 0 || !sok_key_known(text->line[i]))
			continue;
		keep[i] = false;
		parts->key[parts->nkeys++] =
		    (struct key){.line = i, .other = 0};
	}
	sok_text_filter(&parts->rest, keep);
	return 0;
}

/* Find the partners of keys in another version: equal lines, then the same
 * keys.  In `back`, 1 + the index of the partner of each other key.  NULL on
 * ENOMEM. */
static uint32_t *
pair_keys(
    struct parts *parts, const struct parts *other, struct sok_arena *arena)
{
	uint32_t *back = sok_arena_zalloc(arena, other->nkeys, sizeof(*back));

	for (int equal = 1; back != NULL && equal >= 0; equal--)
		for (size_t i = 0; i < parts->nkeys; i++)
			for (size_t j = 0;
			     j < other->nkeys && parts->key[i].other == 0;
			     j++) {
				struct sok_str first = line_of(parts, i);
				struct sok_str second = line_of(other, j);

				if (back[j] != 0 || !same_key(first, second) ||
				    (equal && !sok_str_eq(first, second)))
					continue;
				parts->key[i].other = (uint32_t)j + 1;
				back[j] = (uint32_t)i + 1;
			}
	return back;
}

/* Add a key of theirs: below the line of ours that is its neighbour above, or
 * at the top.  0, -1 on ENOMEM. */
static int
add_key(struct sok_text *text, const struct parts *theirs, size_t i,
    struct sok_arena *arena)
{
	struct sok_str line = line_of(theirs, i), above;
	size_t at = 0;

	if (i > 0) {
		above = line_of(theirs, i - 1);
		while (at < text->n && !sok_str_eq(text->line[at], above))
			at++;
		at = at < text->n ? at + 1 : 0;
	}
	bool apart = at == 0 && text->n > 0 && !sok_key_known(text->line[0]);
	if (apart && sok_text_insert(text, 0, SOK_STR(""), arena) == -1)
		return -1;
	return sok_text_insert(text, at, line, arena);
}

/* Whether a puzzle may have several lines with this key. */
static bool
may_repeat(struct sok_str line)
{
	return same_key(line, SOK_STR("Also:"));
}

/* Put the keys that the second side changed, removed and added into a text of
 * the first side.  1, 0 if both sides changed a key differently, -1 on ENOMEM.
 */
static int
merge_keys(const struct parts *base, struct parts *first, struct parts *second,
    struct sok_text *to, struct sok_arena *arena)
{
	uint32_t *in_first = pair_keys(first, base, arena);
	uint32_t *in_second = pair_keys(second, base, arena);
	const struct sok_text *text = first->text;
	bool *keep = sok_arena_alloc(arena, text->n, sizeof(*keep));
	bool removed = false;

	*to = (struct sok_text){NULL, 0};
	to->line = sok_arena_alloc(arena, text->n, sizeof(*to->line));
	if (in_first == NULL || in_second == NULL || keep == NULL ||
	    to->line == NULL)
		return -1;
	add_lines(to, text->line, text->n);
	for (size_t i = 0; i < text->n; i++)
		keep[i] = true;
	for (size_t i = 0; i < base->nkeys; i++) {
		struct sok_str none = {NULL, 0}, line;
		uint32_t one = in_first[i], two = in_second[i];
		struct sok_str version[] = {line_of(base, i), none, none};

		if (one > 0)
			version[1] = line_of(first, one - 1);
		if (two > 0)
			version[2] = line_of(second, two - 1);
		if (merge_string(version, &line) == 0)
			return 0;
		if (one == 0)
			continue;
		size_t at = first->key[one - 1].line;
		to->line[at] = line;
		keep[at] = line.len > 0;
		removed |= line.len == 0;
	}
	if (removed)
		sok_text_filter(to, keep);
	for (size_t j = 0; j < second->nkeys; j++) {
		struct sok_str line = line_of(second, j);
		bool known = second->key[j].other != 0;

		/* What both added. */
		for (size_t i = 0; i < first->nkeys && !known; i++) {
			struct sok_str own = line_of(first, i);

			if (first->key[i].other != 0 || !same_key(own, line))
				continue;
			known = sok_str_eq(own, line);
			if (!known && !may_repeat(line))
				return 0;
		}
		if (!known && add_key(to, second, j, arena) == -1)
			return -1;
	}
	return 1;
}

/* Put the keys of a text, a blank line and the rest together: 1, -1 on ENOMEM.
 */
static int
put_together(const struct sok_text *keyed, const struct sok_text *rest,
    struct sok_text *to, struct sok_arena *arena)
{
	struct parts parts;

	to->n = 0;
	to->line =
	    sok_arena_alloc(arena, keyed->n + rest->n + 1, sizeof(*to->line));
	if (to->line == NULL || take_apart(&parts, keyed, arena) == -1)
		return -1;
	for (size_t i = 0; i < parts.nkeys; i++)
		to->line[to->n++] = line_of(&parts, i);
	if (to->n > 0 && rest->n > 0)
		to->line[to->n++] = SOK_STR("");
	add_lines(to, rest->line, rest->n);
	return 1;
}

/* Whether two texts have the same keys, in any order.  1, 0, -1 on ENOMEM. */
static int
same_keys(const struct sok_text *first, const struct sok_text *second,
    struct sok_arena *arena)
{
	struct parts first_parts, second_parts;

	if (take_apart(&first_parts, first, arena) == -1 ||
	    take_apart(&second_parts, second, arena) == -1 ||
	    pair_keys(&first_parts, &second_parts, arena) == NULL)
		return -1;
	bool same = first_parts.nkeys == second_parts.nkeys;
	for (size_t i = 0; same && i < first_parts.nkeys; i++)
		same = first_parts.key[i].other != 0 &&
		    sok_str_eq(line_of(&first_parts, i),
		        line_of(&second_parts, first_parts.key[i].other - 1));
	return same;
}

/* Merge the rest of the lines as well. */
static int
merge_rest(const struct sok_text *const version[MERGE_NSIDES],
    const struct parts *parts, const struct sok_text *keyed,
    struct sok_text *to, struct sok_arena *arena)
{
	const struct sok_text *rest[] = {&parts[MERGE_BASE].rest,
	    &parts[MERGE_OURS].rest, &parts[MERGE_THEIRS].rest};
	struct sok_text merged;
	int got = merge_runs(version, to, arena);

	if (got == 1)
		got = same_keys(to, keyed, arena);
	if (got != 0)
		return got;
	got = merge_runs(rest, &merged, arena);
	return got == 1 ? put_together(keyed, &merged, to, arena) : got;
}

int
merge_text(const struct sok_text *const version[MERGE_NSIDES],
    struct sok_text *to, struct sok_arena *arena)
{
	const struct sok_text *ours = version[MERGE_OURS];
	const struct sok_text *theirs = version[MERGE_THEIRS];
	struct parts parts[MERGE_NSIDES];
	struct sok_text keyed;

	*to = *ours;
	if (merge_same_text(ours, theirs) ||
	    merge_same_text(theirs, version[MERGE_BASE]))
		return 1;
	*to = *theirs;
	if (merge_same_text(ours, version[MERGE_BASE]))
		return 1;

	for (int i = 0; i < MERGE_NSIDES; i++)
		if (take_apart(&parts[i], version[i], arena) == -1)
			return -1;
	struct parts *base = &parts[MERGE_BASE], *our = &parts[MERGE_OURS];
	struct parts *their = &parts[MERGE_THEIRS];
	/* If only one side changed the rest, its text gets the other keys. */
	if (merge_same_text(&their->rest, &base->rest))
		return merge_keys(base, our, their, to, arena);
	int got = merge_same_text(&our->rest, &base->rest)
	    ? merge_keys(base, their, our, to, arena)
	    : merge_keys(base, our, their, &keyed, arena);
	if (got != 1 || merge_same_text(&our->rest, &base->rest))
		return got;
	return merge_rest(version, parts, &keyed, to, arena);
}
