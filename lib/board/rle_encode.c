/* rle_encode.c - encodes run-length text with counts and groups. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "board/rle.h"

/* Functions that return a pointer write to memory that is large enough, with
 * RLE_PAD bytes after it, and return the end of what they wrote. */

#define MAX_COUNT (size_t)9999999 /* seven digits: readable by default */

/* ---- counts only, 64 bytes at a time */

#define BLOCK ((size_t)64)
#define STEP ((size_t)16)

/* Copy n bytes, and up to STEP more. */
static inline char *
copy(char *o, const char *s, size_t n)
{
	for (; n > STEP; o += STEP, s += STEP, n -= STEP)
		memcpy(o, s, STEP);
	memcpy(o, s, STEP);
	return o + n;
}

/* Encode a block of the left bytes at s; *n: its length.  Reads STEP more. */
static char *
encode_block(char *o, const char *s, size_t left, enum sok_rle_kind kind,
    size_t min_run, size_t *n)
{
	size_t least = min_run < STEP ? min_run : STEP, done = 0;
	size_t sure = left > BLOCK ? BLOCK + 2 - least : left;
	const unsigned char *p = (const unsigned char *)s;
	uint64_t same = 0, m;

	/* The bits of bytes that equal the next one. */
	for (size_t i = 0; i < BLOCK; i += 8) {
		uint64_t v = bits_load(p + i) ^ bits_load(p + i + 1);

		same |= bits_pack(bits_equal(v, '\0') >> 7) << i;
	}
	if (left <= BLOCK)
		same &= bits_first(left) >> 1;
	m = same;
	for (size_t i = 2; i < least; i++)
		m &= m >> 1;
	for (m &= ~(m << 1); m; m &= m - 1) {
		size_t k = (size_t)bits_low(m), run = 1;
		uint64_t differ = ~(same >> k);

		run += differ ? (size_t)bits_low(differ) : BLOCK;
		while (k + run > BLOCK && k + run < left && s[k + run] == s[k])
			run++;
		if (run < min_run || !rle_is_atom(kind, s[k]))
			continue;
		o = copy(o, s + done, k - done);
		done = k + run;
		if (run < 10) {
			*o++ = (char)('0' + run);
			*o++ = s[k];
			continue;
		}
		for (; run > MAX_COUNT && run >= min_run; run -= MAX_COUNT) {
			o += sok_digits(o, MAX_COUNT);
			*o++ = s[k];
		}
		if (run < min_run) {
			memset(o, s[k], run);
			o += run;
			continue;
		}
		o += sok_digits(o, run);
		*o++ = s[k];
	}
	*n = done > sure ? done : sure;
	return *n > done ? copy(o, s + done, *n - done) : o;
}

/* Encode runs only: at most 2 * text.len bytes. */
static char *
put_runs(char *o, struct sok_str text, enum sok_rle_kind kind, size_t min_run)
{
	char tail[BLOCK + STEP];
	size_t n;

	for (; text.len > 0; text = sok_str_from(text, n)) {
		const char *s = text.s;

		if (text.len < sizeof(tail)) {
			memset(tail, 0, sizeof(tail));
			s = memcpy(tail, text.s, text.len);
		}
		o = encode_block(o, s, text.len, kind, min_run, &n);
	}
	return o;
}

/* ---- groups */

#define WINDOW 256
#define WORDS (WINDOW / 2 / 64)

/* An encoding is a row of items: an atom, a run of one atom, a group.  The best
 * price of a part [i, j) of the text is that of a first item [i, k) and the
 * best of [k, j), for the k with the smallest sum.  The parts that matter are
 * those that occur twice in a row, which can be the inside of a group, their
 * ends, and the ends of the whole; there are few of them.  A price is bytes
 * and, to decide between equal ones, groups.  There are fewer groups than a
 * BYTE is worth: each of them takes five bytes. */
#define BYTE 64
#define GROUP (BYTE + 1) /* beside the count, its inside and one byte */

/* A group holds two times the group inside it and more, so none in a window is
 * deeper than 6.  With the bare groups around them, groups must not be deeper
 * than a reader accepts by default, which is 16. */
#define DEPTH 8

struct window {
	const char *s;
	size_t n, min_run;
	enum sok_rle_kind kind;
	bool atoms;               /* nothing else: all of it can be repeated */
	size_t run[WINDOW + 1];   /* of the atom at i; 1 for other bytes */
	size_t first[WINDOW + 1]; /* the first i for which [i, j) matters */
	/* Whether, and how often, p - 1 bytes stand at i. */
	uint64_t group[WINDOW][WORDS];
	unsigned char times[WINDOW][WINDOW / 2];
	uint16_t price[WINDOW + 1][WINDOW + 1]; /* [j][i]: of [i, j) */
};

static int
bracket(char c)
{
	if (c == '(' || c == '[' || c == '{')
		return 1;
	return c == ')' || c == ']' || c == '}' ? -1 : 0;
}

/* Whether p bytes from i on can be a group: no run, even one without a count;
 * brackets that are opened in it are closed in it; no position mark. */
static bool
can_group(const struct window *w, size_t i, size_t p)
{
	int depth = 0;

	if (w->run[i] >= p)
		return false;
	if (w->atoms)
		return true;
	for (size_t j = i; j < i + p; j++) {
		depth += bracket(w->s[j]);
		if (depth < 0 || (w->kind == SOK_RLE_MOVES && w->s[j] == '*'))
			return false;
	}
	return depth == 0;
}

/* Find the groups of p bytes.  If p bytes occur twice in a row, one of them is
 * at a multiple of p. */
static void
find_groups(struct window *w, size_t p)
{
	const char *s = w->s;

	assert(p > 0);
	for (size_t at = 0, a, b; at + p < w->n; at = (b / p + 1) * p) {
		/* Bytes a to b - 1 equal those p bytes later. */
		a = b = at;
		while (b + p < w->n && s[b] == s[b + p])
			b++;
		if (a == b)
			continue;
		while (a > 0 && s[a - 1] == s[a - 1 + p])
			a--;
		for (size_t i = a; i + p <= b; i++) {
			if (!can_group(w, i, p))
				continue;
			w->group[i][(p - 1) / 64] |= (uint64_t)1
			    << (p - 1) % 64;
			w->times[i][p - 1] = (unsigned char)((b - i) / p + 1);
			if (w->first[i + p] > i)
				w->first[i + p] = i;
		}
	}
}

/* Of a count and an atom. */
static unsigned
run_price(size_t n)
{
	return BYTE * (2 + (unsigned)(n >= 10) + (unsigned)(n >= 100));
}

/* The next p > last of a group from i on; 0 if there is none. */
static size_t
next_size(const struct window *w, size_t i, size_t last)
{
	for (size_t k = last / 64; k < WORDS; k++) {
		uint64_t m = w->group[i][k];

		if (k == last / 64)
			m &= ~(uint64_t)0 << last % 64;
		if (m)
			return k * 64 + (size_t)__builtin_ctzll(m) + 1;
	}
	return 0;
}

/* The best price of n to most times p bytes, one of which costs price besides
 * the count and one byte; to[k]: the price of what follows k bytes. */
static unsigned
best_count(const uint16_t *to, size_t p, size_t n, size_t most, unsigned price)
{
	unsigned best = UINT_MAX;

	while (n <= most) {
		size_t last = n < 10 ? 9 : 99;
		unsigned rest = UINT16_MAX, first = price + run_price(n);

		/* Counts of as many digits have the same price. */
		if (n >= 100 || last > most)
			last = most;
		for (; n <= last; n++)
			rest = to[p * n] < rest ? to[p * n] : rest;
		best = first + rest < best ? first + rest : best;
	}
	return best;
}

/* Forget the groups of [i, j) if those of a part of it, of which it is a
 * multiple, are never dearer: theirs is the longer count. */
static void
drop_multiple(struct window *w, size_t i, size_t j)
{
	size_t p = j - i, bit = p - 1;

	if (p > WINDOW / 2 || !(w->group[i][bit / 64] >> bit % 64 & 1))
		return;
	for (size_t q = 0; (q = next_size(w, i, q)) && q <= p / 2;)
		/* NOLINTNEXTLINE(clang-analyzer-core.Undefined*) */
		if (p % q == 0 && w->times[i][q - 1] * q >= 2 * p &&
		    w->price[i + q][i] + 2 * BYTE <= w->price[j][i])
			w->group[i][bit / 64] &= ~((uint64_t)1 << bit % 64);
}

/* Find the best prices of the parts of the n bytes at s. */
static void
find_prices(struct window *w, const char *s, size_t n)
{
	w->s = s;
	w->n = n;
	w->atoms = true;
	for (size_t i = n; i-- > 0;) {
		bool atom = rle_is_atom(w->kind, s[i]);

		w->run[i] = 1;
		if (atom && i + 1 < n && s[i] == s[i + 1])
			w->run[i] += w->run[i + 1];
		w->atoms &= atom;
		w->first[i + 1] = i + 1;
		memset(w->group[i], 0, sizeof(w->group[i]));
	}
	w->first[n] = 0;
	for (size_t p = 2; p <= n / 2; p++)
		find_groups(w, p);

	for (size_t j = 1; j <= n; j++) {
		w->price[j][j] = 0;
		for (size_t i = j; i-- > w->first[j];) {
			/* The prices of [k, j) with k > i are known. */
			const uint16_t *to = w->price[j] + i;
			size_t len = j - i, most = w->run[i], p;
			unsigned best = BYTE + to[1], price;

			most = most < len ? most : len;
			price = best_count(to, 1, w->min_run, most, 0);
			best = price < best ? price : best;
			for (p = 0; (p = next_size(w, i, p)) && 2 * p <= len;) {
				most = w->times[i][p - 1];
				most = most < len / p ? most : len / p;
				price = best_count(
				    to, p, 2, most, GROUP + w->price[i + p][i]);
				best = price < best ? price : best;
			}
			w->price[j][i] = (uint16_t)best;
			drop_multiple(w, i, j);
		}
	}
}

/* Write the best encoding of the window: of the best items at i, the one with
 * the longest count, then the longest text. */
static char *
put_window(char *o, const struct window *w)
{
	struct {
		size_t i, j; /* what comes after the group */
	} stack[DEPTH] = {{0, 0}};
	size_t i = 0, j = w->n, depth = 0;

	while (i < j || depth > 0) {
		const uint16_t *to = w->price[j];
		size_t n = 1, size = 1, most, p; /* n times size bytes */

		if (i == j) {
			*o++ = ')';
			i = stack[--depth].i;
			j = stack[depth].j;
			continue;
		}
		for (size_t k = w->min_run; k <= w->run[i] && i + k <= j; k++)
			if (run_price(k) + to[i + k] == to[i])
				n = k;
		for (p = 0; (p = next_size(w, i, p)) && i + 2 * p <= j;) {
			unsigned inner = GROUP + w->price[i + p][i];

			most = w->times[i][p - 1];
			for (size_t k = n > 2 ? n : 2;
			     k <= most && i + p * k <= j; k++)
				if (run_price(k) + inner + to[i + p * k] ==
				    to[i]) {
					n = k;
					size = p;
				}
		}
		if (n > 1)
			o += sok_digits(o, n);
		if (size == 1) {
			*o++ = w->s[i];
			i += n;
			continue;
		}
		*o++ = '(';
		assert(depth < DEPTH);
		stack[depth].i = i + size * n;
		stack[depth++].j = j;
		j = i + size;
	}
	return o;
}

/* Find the shortest encoding; NULL on ENOMEM.  Not inlined, so that counts
 * alone stay cheap. */
__attribute__((noinline)) static char *
put_groups(char *o, struct sok_str text, enum sok_rle_kind kind, size_t min_run)
{
	int depth = 0, deepest = 0;
	size_t end;

	for (size_t i = 0; kind == SOK_RLE_MOVES && i < text.len; i++) {
		depth += bracket(text.s[i]);
		deepest = depth > deepest ? depth : deepest;
	}
	if (deepest > DEPTH)
		return put_runs(o, text, kind, min_run);
	struct window *w = malloc(sizeof(*w));
	if (w == NULL)
		return NULL;
	w->kind = kind;
	w->min_run = min_run;
	for (size_t at = 0; at < text.len; at = end) {
		size_t left = text.len - at, n = left < WINDOW ? left : WINDOW;
		const char *s = text.s + at, *bar = NULL;

		/* A window ends with its row, and never inside a run. */
		if (kind == SOK_RLE_BOARD)
			bar = memchr(s, '|', n);
		if (bar != NULL)
			n = (size_t)(bar - s);
		else if (n < left)
			while (n > 0 && s[n - 1] == s[WINDOW])
				n--;
		end = at + n;
		if (n > 0) {
			find_prices(w, s, n);
			o = put_window(o, w);
			continue;
		}
		/* A run that is longer than a window, or a bar. */
		while (end < text.len && text.s[end] == text.s[at])
			end++;
		o = put_runs(o, sok_str_sub(text, at, end), kind, min_run);
	}
	free(w);
	return o;
}

/* ---- both */

/* Encode text at the end of out, which has the room that is needed. */
static void
encode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    size_t min_run, bool groups)
{
	char *o = out->s + out->len;

	min_run = min_run < 2 ? 2 : min_run;
	o = groups ? put_groups(o, text, kind, min_run)
	           : put_runs(o, text, kind, min_run);
	if (o == NULL)
		out->failed = true;
	else
		out->len = (size_t)(o - out->s);
}

void
sok_rle_encode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    size_t min_run, bool groups)
{
	if (sok_buf_room(out, 2 * text.len + RLE_PAD))
		encode(out, text, kind, min_run, groups);
}

/* Write rows that are lines already, with dashes and bars. */
static char *
put_lines(char *o, struct sok_str xsb)
{
	size_t n = xsb.len - 1, i = 0;
	uint64_t v;

	for (; i + 8 <= n; i += 8) {
		memcpy(&v, xsb.s + i, 8);
		v ^= (bits_equal(v, ' ') >> 7) * (' ' ^ '-') ^
		    (bits_equal(v, '\n') >> 7) * ('\n' ^ '|');
		memcpy(o + i, &v, 8);
	}
	for (; i < n; i++)
		switch (xsb.s[i]) {
		case ' ':
			o[i] = '-';
			break;
		case '\n':
			o[i] = '|';
			break;
		default:
			o[i] = xsb.s[i];
		}
	return o + n;
}

void
sok_rle_board(struct sok_buf *out, const struct sok_board *b, bool full,
    size_t min_run, bool groups)
{
	size_t width = (size_t)b->width, height = (size_t)b->height;
	size_t room = (width + 1) * height;
	bool lines = b->xsb.len > 0 && b->xsb.len <= room && !full;
	const unsigned char *sq = b->sq;
	char glyph[SOK_NSQUARES];
	struct sok_str s;
	char *o;

	if (height > 0 && width + 1 > SIZE_MAX / 8 / height) {
		out->failed = true;
		return;
	}
	/* The board is written where its encoding never arrives. */
	if (!sok_buf_room(out, 3 * room + 2 * RLE_PAD))
		return;
	s.s = o = out->s + out->len + 2 * room + RLE_PAD;
	if (lines)
		o = put_lines(o, b->xsb);
	memcpy(glyph, sok_xsb, sizeof(glyph));
	glyph[SOK_FLOOR] = '-';
	for (size_t y = 0; y < height && !lines; y++, sq += width) {
		size_t n = width;

		if (y > 0)
			*o++ = '|';
		for (size_t x = 0; x < n; x++)
			o[x] = glyph[sq[x]];
		while (!full && n > 1 && o[n - 1] == '-')
			n--;
		o += n;
	}
	s.len = (size_t)(o - s.s);
	encode(out, s, SOK_RLE_BOARD, min_run, groups);
}
