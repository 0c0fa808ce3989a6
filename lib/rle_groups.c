/*
 * rle_groups.c - the shortest run-length text there is, with groups, for
 * rle_encode.c.
 *
 * An encoding is a row of items: an atom, a run of one atom, a group.  Every
 * part [i, j) of a window of text has its best price: that of a first item
 * [i, k) and the best of [k, j), whichever k makes the sum smallest.  Prices
 * are found from the last i to the first; then the items are read off.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rle.h"

#define WINDOW 256
#define LANES 8 /* prices are added so many at a time, a few beyond the end */
#define ROW (WINDOW + LANES)

/* A price is bytes and, to decide between equal ones, groups.  There are
 * fewer groups than a BYTE is worth: each of them takes five bytes. */
#define BYTE 64
#define NONE INT16_MAX

/* A group holds two times the group inside it and more, so none in a window
 * is deeper than 6.  Together with the bare groups of a game that may not
 * pass the default limit of a reader, which is 16. */
#define DEPTH 8

struct window {
	const char *s;
	size_t n, min_run;
	enum sok_rle_kind kind;
	bool brackets;         /* or position marks: not all can be repeated */
	int depth[WINDOW + 1]; /* brackets open before a byte */
	size_t run;            /* of the atom at i; 1 for other bytes */
	size_t inside;         /* bytes from i on that one group can hold */
	int16_t match[ROW];    /* bytes from j on that are as from i on */
	int16_t item[ROW];     /* best single item [i, j) */
	int16_t best[WINDOW + 1][ROW];
};

static int
bracket(char c)
{
	if (c == '(' || c == '[' || c == '{')
		return 1;
	return c == ')' || c == ']' || c == '}' ? -1 : 0;
}

static void
open_window(struct window *w, const char *s, size_t n)
{
	w->s = s;
	w->n = n;
	w->depth[0] = 0;
	w->best[n][n] = 0;
	memset(w->match, 0, sizeof(w->match));
	w->brackets = false;
	for (size_t i = 0; i < n; i++) {
		w->depth[i + 1] = w->depth[i] + bracket(s[i]);
		w->brackets |= !rle_is_atom(w->kind, s[i]);
	}
}

static void
look_from(struct window *w, size_t i)
{
	size_t j = i + 1;

	while (j < w->n && w->s[j] == w->s[i])
		j++;
	w->run = rle_is_atom(w->kind, w->s[i]) ? j - i : 1;
	w->inside = w->n - i;
	if (!w->brackets)
		return;
	for (j = i; j < w->n; j++)
		if (w->depth[j] < w->depth[i] || w->s[j] == '*')
			break;
	w->inside = j - i;
}

/* Whether p bytes from i on can be a group.  A run is none, even where it is
 * too short for a count. */
static bool
can_group(const struct window *w, size_t i, size_t p)
{
	return w->run < p && p <= w->inside && w->depth[i + p] == w->depth[i];
}

/* Of a count and an atom. */
static int16_t
run_price(size_t n)
{
	return BYTE * (n < 10 ? 2 : n < 100 ? 3 : 4);
}

static int16_t
group_price(size_t n, int16_t inner)
{
	return (int16_t)(run_price(n) + BYTE + 1 + inner);
}

/* match[] of the byte after i becomes that of i. */
static void
step_back(struct window *w, size_t i)
{
	const char *s = w->s;

	for (size_t j = i + 1; j < w->n; j++)
		w->match[j] = s[j] == s[i] ? (int16_t)(w->match[j + 1] + 1) : 0;
}

/* The prices from i to j by way of k. */
static void
offer_way(struct window *w, size_t i, size_t k, int16_t price)
{
	int16_t *restrict to = w->best[i];
	const int16_t *restrict from = w->best[k];

	for (size_t j = k; j <= w->n; j += LANES)
		for (size_t l = j; l < j + LANES; l++) {
			int16_t sum = (int16_t)(price + from[l]);

			to[l] = sum < to[l] ? sum : to[l];
		}
}

/* The groups of p bytes from i on, whose own price is known. */
static void
offer_groups(struct window *w, size_t i, size_t p)
{
	size_t most = (size_t)w->match[i + p] / p + 1;

	for (size_t n = 2; n <= most; n++) {
		int16_t price = group_price(n, w->best[i][i + p]);
		int16_t *item = &w->item[i + p * n];

		*item = price < *item ? price : *item;
	}
}

/* Prices of [i, j) for every j. */
static void
find_prices(struct window *w, size_t i)
{
	int16_t *best = w->best[i];

	step_back(w, i);
	look_from(w, i);
	best[i] = 0;
	for (size_t j = i + 1; j < w->n + LANES; j++) {
		best[j] = (int16_t)(BYTE + w->best[i + 1][j]);
		w->item[j] = NONE;
	}
	for (size_t n = w->min_run; n <= w->run; n++)
		w->item[i + n] = run_price(n);
	for (size_t k = i + 2; k <= w->n; k++) {
		if (w->item[k] < best[k])
			offer_way(w, i, k, w->item[k]);
		if ((size_t)w->match[k] >= k - i && can_group(w, i, k - i))
			offer_groups(w, i, k - i);
	}
}

/* An item: n times p bytes. */
struct item {
	size_t p, n;
};

/* The longer count wins, then the longer text. */
static void
prefer(struct item *it, size_t p, size_t n)
{
	if (n > it->n || (n == it->n && p > it->p))
		*it = (struct item){p, n};
}

/* The first item of the best encoding of [i, j). */
static struct item
first_item(struct window *w, size_t i, size_t j)
{
	const char *s = w->s + i;
	const int16_t best = w->best[i][j];
	struct item it = {1, 1};

	look_from(w, i);
	for (size_t n = w->min_run; n <= w->run && n <= j - i; n++)
		if (run_price(n) + w->best[i + n][j] == best)
			prefer(&it, 1, n);
	for (size_t p = 2; p <= (j - i) / 2; p++) {
		int16_t inner = w->best[i][i + p];
		size_t end = j - i - p, n = 1;

		if (s[0] != s[p] || !can_group(w, i, p))
			continue;
		while (n * p <= end && memcmp(s, s + n * p, p) == 0)
			if (++n,
			    group_price(n, inner) + w->best[i + p * n][j] ==
			        best)
				prefer(&it, p, n);
	}
	return it;
}

/* Write the best encoding of the window. */
static char *
put_window(char *o, struct window *w)
{
	struct {
		size_t i, j; /* what comes after the group */
	} stack[DEPTH];
	size_t i = 0, j = w->n, depth = 0;

	while (i < j || depth > 0) {
		struct item it;

		if (i == j) {
			*o++ = ')';
			i = stack[--depth].i;
			j = stack[depth].j;
			continue;
		}
		it = first_item(w, i, j);
		if (it.n > 1)
			o = rle_count(o, it.n);
		if (it.p == 1) {
			*o++ = w->s[i];
			i += it.n;
			continue;
		}
		*o++ = '(';
		assert(depth < DEPTH);
		stack[depth].i = i + it.p * it.n;
		stack[depth++].j = j;
		j = i + it.p;
	}
	return o;
}

/*
 * Where the window from at on ends: with its row, and never inside a run.  A
 * run that is longer than a window is none: at.
 */
static size_t
window_end(struct sok_str text, size_t at, enum sok_rle_kind kind)
{
	size_t left = text.len - at, n = left < WINDOW ? left : WINDOW;
	const char *s = text.s + at;
	const char *bar = kind == SOK_RLE_BOARD ? memchr(s, '|', n) : NULL;

	if (bar != NULL)
		return (size_t)(bar - text.s);
	if (n < left)
		while (n > 0 && s[n - 1] == s[WINDOW])
			n--;
	return at + n;
}

static bool
too_deep(struct sok_str text)
{
	int depth = 0, max = 0;

	for (size_t i = 0; i < text.len; i++) {
		depth += bracket(text.s[i]);
		if (depth > max)
			max = depth;
	}
	return max > DEPTH;
}

char *
rle_groups(char *o, struct sok_str text, enum sok_rle_kind kind, size_t min_run)
{
	struct window *w;
	size_t end;

	if (kind == SOK_RLE_MOVES && too_deep(text))
		return rle_fast_encode(o, text, kind, min_run);
	if ((w = malloc(sizeof(*w))) == NULL)
		return NULL;
	w->kind = kind;
	w->min_run = min_run < 2 ? 2 : min_run;
	for (size_t at = 0; at < text.len; at = end) {
		end = window_end(text, at, kind);
		if (end > at) {
			open_window(w, text.s + at, end - at);
			for (size_t i = w->n; i-- > 0;)
				find_prices(w, i);
			o = put_window(o, w);
			continue;
		}
		while (end < text.len && text.s[end] == text.s[at])
			end++;
		o = rle_plain(o, sok_str_sub(text, at, end), kind, min_run);
	}
	free(w);
	return o;
}
