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
copy(char *to, const char *s, size_t n)
{
	for (; n > STEP; to += STEP, s += STEP, n -= STEP)
		memcpy(to, s, STEP);
	memcpy(to, s, STEP);
	return to + n;
}

/* Encode a block of the left bytes at s; *n: its length.  Reads STEP more. */
static char *
encode_block(char *to, const char *s, size_t left, enum sok_rle_kind kind,
    size_t min_run, size_t *n)
{
	size_t least = min_run < STEP ? min_run : STEP, done = 0;
	size_t sure = left > BLOCK ? BLOCK + 2 - least : left;
	const unsigned char *at = (const unsigned char *)s;
	uint64_t same = 0, starts;

	/* The bits of bytes that equal the next one. */
	for (size_t i = 0; i < BLOCK; i += 8) {
		uint64_t different = bits_load(at + i) ^ bits_load(at + i + 1);

		same |= bits_pack(bits_equal(different, '\0') >> 7) << i;
	}
	if (left <= BLOCK)
		same &= bits_first(left) >> 1;
	starts = same;
	for (size_t i = 2; i < least; i++)
		starts &= starts >> 1;
	for (starts &= ~(starts << 1); starts; starts &= starts - 1) {
		size_t start = bits_low(starts), run = 1;
		uint64_t differ = ~(same >> start);

		run += differ ? bits_low(differ) : BLOCK;
		while (start + run > BLOCK && start + run < left &&
		    s[start + run] == s[start])
			run++;
		if (run < min_run || !rle_is_atom(kind, s[start]))
			continue;
		to = copy(to, s + done, start - done);
		done = start + run;
		if (run < 10) {
			*to++ = (char)('0' + run);
			*to++ = s[start];
			continue;
		}
		for (; run > MAX_COUNT && run >= min_run; run -= MAX_COUNT) {
			to += sok_digits(to, MAX_COUNT);
			*to++ = s[start];
		}
		if (run < min_run) {
			memset(to, s[start], run);
			to += run;
			continue;
		}
		to += sok_digits(to, run);
		*to++ = s[start];
	}
	*n = done > sure ? done : sure;
	return *n > done ? copy(to, s + done, *n - done) : to;
}

/* Encode runs only: at most 2 * text.len bytes. */
static char *
put_runs(char *to, struct sok_str text, enum sok_rle_kind kind, size_t min_run)
{
	char tail[BLOCK + STEP];
	size_t n;

	for (; text.len > 0; text = sok_str_from(text, n)) {
		const char *s = text.s;

		if (text.len < sizeof(tail)) {
			memset(tail, 0, sizeof(tail));
			s = memcpy(tail, text.s, text.len);
		}
		to = encode_block(to, s, text.len, kind, min_run, &n);
	}
	return to;
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
	/* Bit size - 1: the `size` bytes from i on can be a group, and occur
	 * times[i][size - 1] times in a row. */
	uint64_t group[WINDOW][WORDS];
	unsigned char times[WINDOW][WINDOW / 2];
	uint16_t price[WINDOW + 1][WINDOW + 1]; /* [j][i]: of [i, j) */
};

/* 1 if the character opens a group, jump or pusher change, -1 if it closes one,
 * else 0. */
static int
bracket(char c)
{
	if (c == '(' || c == '[' || c == '{')
		return 1;
	return c == ')' || c == ']' || c == '}' ? -1 : 0;
}

/* Whether size bytes from i on can be a group: no run, even one without a
 * count; brackets that are opened in it are closed in it; no position mark. */
static bool
can_group(const struct window *window, size_t i, size_t size)
{
	int depth = 0;

	if (window->run[i] >= size)
		return false;
	if (window->atoms)
		return true;
	for (size_t j = i; j < i + size; j++) {
		depth += bracket(window->s[j]);
		if (depth < 0 ||
		    (window->kind == SOK_RLE_MOVES && window->s[j] == '*'))
			return false;
	}
	return depth == 0;
}

/* Find the groups of size bytes.  If size bytes occur twice in a row, one of
 * them is at a multiple of size. */
static void
find_groups(struct window *window, size_t size)
{
	const char *s = window->s;

	assert(size > 0);
	for (size_t at = 0, first, end; at + size < window->n;
	     at = (end / size + 1) * size) {
		/* Bytes first to end - 1 equal those size bytes later. */
		first = end = at;
		while (end + size < window->n && s[end] == s[end + size])
			end++;
		if (first == end)
			continue;
		while (first > 0 && s[first - 1] == s[first - 1 + size])
			first--;
		for (size_t i = first; i + size <= end; i++) {
			if (!can_group(window, i, size))
				continue;
			window->group[i][(size - 1) / 64] |= (uint64_t)1
			    << (size - 1) % 64;
			window->times[i][size - 1] =
			    (unsigned char)((end - i) / size + 1);
			if (window->first[i + size] > i)
				window->first[i + size] = i;
		}
	}
}

/* Of a count and an atom. */
static unsigned
run_price(size_t n)
{
	return BYTE * (2 + (unsigned)(n >= 10) + (unsigned)(n >= 100));
}

/* The next size > last of a group from i on; 0 if there is none. */
static size_t
next_size(const struct window *window, size_t i, size_t last)
{
	for (size_t j = last / 64; j < WORDS; j++) {
		uint64_t sizes = window->group[i][j];

		if (j == last / 64)
			sizes &= ~(uint64_t)0 << last % 64;
		if (sizes)
			return j * 64 + (size_t)__builtin_ctzll(sizes) + 1;
	}
	return 0;
}

/* The best price of n to most times size bytes, one of which costs price
 * besides the count and one byte; to[k]: the price of what follows k bytes. */
static unsigned
best_count(
    const uint16_t *to, size_t size, size_t n, size_t most, unsigned price)
{
	unsigned best = UINT_MAX;

	while (n <= most) {
		size_t last = n < 10 ? 9 : 99;
		unsigned rest = UINT16_MAX, first = price + run_price(n);

		/* Counts of as many digits have the same price. */
		if (n >= 100 || last > most)
			last = most;
		for (; n <= last; n++)
			rest = to[size * n] < rest ? to[size * n] : rest;
		best = first + rest < best ? first + rest : best;
	}
	return best;
}

/* Forget the groups of [i, j) if those of a part of it, of which it is a
 * multiple, are never dearer: theirs is the longer count. */
static void
drop_multiple(struct window *window, size_t i, size_t j)
{
	size_t size = j - i, bit = size - 1;

	if (size > WINDOW / 2 || !(window->group[i][bit / 64] >> bit % 64 & 1))
		return;
	for (size_t part = 0;
	     (part = next_size(window, i, part)) && part <= size / 2;)
		if (size % part == 0 &&
		    /* NOLINTNEXTLINE(clang-analyzer-core.Undefined*) */
		    window->times[i][part - 1] * part >= 2 * size &&
		    window->price[i + part][i] + 2 * BYTE <=
		        window->price[j][i])
			window->group[i][bit / 64] &=
			    ~((uint64_t)1 << bit % 64);
}

/* Find the best prices of the parts of the n bytes at s. */
static void
find_prices(struct window *window, const char *s, size_t n)
{
	window->s = s;
	window->n = n;
	window->atoms = true;
	for (size_t i = n; i-- > 0;) {
		bool atom = rle_is_atom(window->kind, s[i]);

		window->run[i] = 1;
		if (atom && i + 1 < n && s[i] == s[i + 1])
			window->run[i] += window->run[i + 1];
		window->atoms &= atom;
		window->first[i + 1] = i + 1;
		memset(window->group[i], 0, sizeof(window->group[i]));
	}
	window->first[n] = 0;
	for (size_t size = 2; size <= n / 2; size++)
		find_groups(window, size);

	for (size_t j = 1; j <= n; j++) {
		window->price[j][j] = 0;
		for (size_t i = j; i-- > window->first[j];) {
			/* The prices of [k, j) with k > i are known. */
			const uint16_t *to = window->price[j] + i;
			size_t len = j - i, most = window->run[i], size;
			unsigned best = BYTE + to[1], price;

			most = most < len ? most : len;
			price = best_count(to, 1, window->min_run, most, 0);
			best = price < best ? price : best;
			for (size = 0; (size = next_size(window, i, size)) &&
			     2 * size <= len;) {
				most = window->times[i][size - 1];
				most = most < len / size ? most : len / size;
				price = best_count(to, size, 2, most,
				    GROUP + window->price[i + size][i]);
				best = price < best ? price : best;
			}
			window->price[j][i] = (uint16_t)best;
			drop_multiple(window, i, j);
		}
	}
}

/* Write the best encoding of the window: of the best items at i, the one with
 * the longest count, then the longest text. */
static char *
put_window(char *out, const struct window *window)
{
	struct {
		size_t i, j; /* what comes after the group */
	} stack[DEPTH] = {{0, 0}};
	size_t i = 0, j = window->n, depth = 0;

	while (i < j || depth > 0) {
		const uint16_t *to = window->price[j];
		size_t n = 1, size = 1, most, repeated; /* n times size bytes */

		if (i == j) {
			*out++ = ')';
			i = stack[--depth].i;
			j = stack[depth].j;
			continue;
		}
		for (size_t count = window->min_run;
		     count <= window->run[i] && i + count <= j; count++)
			if (run_price(count) + to[i + count] == to[i])
				n = count;
		for (repeated = 0;
		     (repeated = next_size(window, i, repeated)) &&
		     i + 2 * repeated <= j;) {
			unsigned inner = GROUP + window->price[i + repeated][i];

			most = window->times[i][repeated - 1];
			for (size_t count = n > 2 ? n : 2;
			     count <= most && i + repeated * count <= j;
			     count++)
				if (run_price(count) + inner +
				        to[i + repeated * count] ==
				    to[i]) {
					n = count;
					size = repeated;
				}
		}
		if (n > 1)
			out += sok_digits(out, n);
		if (size == 1) {
			*out++ = window->s[i];
			i += n;
			continue;
		}
		*out++ = '(';
		assert(depth < DEPTH);
		stack[depth].i = i + size * n;
		stack[depth++].j = j;
		j = i + size;
	}
	return out;
}

/* Find the shortest encoding; NULL on ENOMEM.  Not inlined, so that counts
 * alone stay cheap. */
static char *SOK_APART
put_groups(
    char *to, struct sok_str text, enum sok_rle_kind kind, size_t min_run)
{
	int depth = 0, deepest = 0;
	size_t end;

	for (size_t i = 0; kind == SOK_RLE_MOVES && i < text.len; i++) {
		depth += bracket(text.s[i]);
		deepest = depth > deepest ? depth : deepest;
	}
	if (deepest > DEPTH)
		return put_runs(to, text, kind, min_run);
	struct window *window = malloc(sizeof(*window));
	if (window == NULL)
		return NULL;
	window->kind = kind;
	window->min_run = min_run;
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
			find_prices(window, s, n);
			to = put_window(to, window);
			continue;
		}
		/* A run that is longer than a window, or a bar. */
		while (end < text.len && text.s[end] == text.s[at])
			end++;
		to = put_runs(to, sok_str_sub(text, at, end), kind, min_run);
	}
	free(window);
	return to;
}

/* ---- both */

/* Encode text at the end of out, which has the room that is needed. */
static void
encode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    size_t min_run, bool groups)
{
	char *to = out->s + out->len;

	min_run = min_run < 2 ? 2 : min_run;
	to = groups ? put_groups(to, text, kind, min_run)
	            : put_runs(to, text, kind, min_run);
	if (to == NULL)
		out->failed = true;
	else
		out->len = (size_t)(to - out->s);
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
put_lines(char *to, struct sok_str xsb)
{
	size_t n = xsb.len - 1, i = 0;
	uint64_t word;

	for (; i + 8 <= n; i += 8) {
		memcpy(&word, xsb.s + i, 8);
		word ^= (bits_equal(word, ' ') >> 7) * (' ' ^ '-') ^
		    (bits_equal(word, '\n') >> 7) * ('\n' ^ '|');
		memcpy(to + i, &word, 8);
	}
	for (; i < n; i++)
		switch (xsb.s[i]) {
		case ' ':
			to[i] = '-';
			break;
		case '\n':
			to[i] = '|';
			break;
		default:
			to[i] = xsb.s[i];
		}
	return to + n;
}

void
sok_rle_board(struct sok_buf *out, const struct sok_board *board, bool full,
    size_t min_run, bool groups)
{
	size_t width = (size_t)board->width, height = (size_t)board->height;
	size_t room = (width + 1) * height;
	bool lines = board->xsb.len > 0 && board->xsb.len <= room && !full;
	const unsigned char *sq = board->sq;
	char glyph[SOK_NSQUARES];
	struct sok_str s;
	char *to;

	if (height > 0 && width + 1 > SIZE_MAX / 8 / height) {
		out->failed = true;
		return;
	}
	/* The board is written where its encoding never arrives. */
	if (!sok_buf_room(out, 3 * room + 2 * RLE_PAD))
		return;
	s.s = to = out->s + out->len + 2 * room + RLE_PAD;
	if (lines)
		to = put_lines(to, board->xsb);
	memcpy(glyph, sok_xsb, sizeof(glyph));
	glyph[SOK_FLOOR] = '-';
	for (size_t y = 0; y < height && !lines; y++, sq += width) {
		size_t n = width;

		if (y > 0)
			*to++ = '|';
		for (size_t x = 0; x < n; x++)
			to[x] = glyph[sq[x]];
		while (!full && n > 1 && to[n - 1] == '-')
			n--;
		to += n;
	}
	s.len = (size_t)(to - s.s);
	encode(out, s, SOK_RLE_BOARD, min_run, groups);
}
