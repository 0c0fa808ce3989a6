/*
 * rle_fast.c - run-length text by sixteen bytes at a time, for texts without
 * groups; beside the plain ways of rle.c and rle_encode.c, which take every
 * text and give the same.
 */
#include <string.h>

#include "base/bits.h"
#include "board/rle.h"

#if defined(__SSE2__) && defined(__GNUC__)

#include "base/sse2.h"

#define BLOCK ((size_t)64)
#define TAIL (2 * (BLOCK + STEP))

/* Bytes from first to first + n. */
static inline __m128i
within(__m128i v, char first, char n)
{
	__m128i d = _mm_sub_epi8(v, _mm_set1_epi8(first));

	return _mm_cmpeq_epi8(_mm_min_epu8(d, _mm_set1_epi8(n)), d);
}

static inline __m128i
is_digit(__m128i v)
{
	return within(v, '0', 9);
}

/* "#$", "*+", "-.", "@", "_", " " and the bar. */
static inline __m128i
is_square(__m128i v)
{
	__m128i pairs = either(
	    within(v, '#', 1), either(within(v, '*', 1), within(v, '-', 1)));
	__m128i floor = either(is(v, ' '), is(v, '_'));

	return either(pairs, either(floor, either(is(v, '@'), is(v, '|'))));
}

static inline __m128i
is_letter(__m128i v)
{
	__m128i low = either(v, _mm_set1_epi8(' '));

	return either(either(is(low, 'u'), is(low, 'd')),
	    either(is(low, 'l'), is(low, 'r')));
}

/* A letter of any variant: moves hold no others. */
static inline __m128i
is_atom(__m128i v)
{
	return within(either(v, _mm_set1_epi8(' ')), 'a', 25);
}

/*
 * What each byte adds to the size, and 1: an atom 2, a last digit its value
 * (for it takes the atom's place), a digit before another ten times its value
 * and 1.
 */
static inline __m128i
weigh(__m128i v, __m128i atom, __m128i digit, __m128i next_digit)
{
	__m128i one = _mm_and_si128(digit, _mm_sub_epi8(v, _mm_set1_epi8('0')));
	__m128i two = _mm_add_epi8(one, one), four = _mm_add_epi8(two, two);
	__m128i nine = _mm_add_epi8(one, _mm_add_epi8(four, four));
	__m128i tens = _mm_and_si128(_mm_and_si128(digit, next_digit),
	    _mm_add_epi8(nine, _mm_set1_epi8(1)));

	return _mm_add_epi8(
	    _mm_add_epi8(one, tens), _mm_and_si128(atom, _mm_set1_epi8(2)));
}

bool
rle_fast_letters(struct sok_str text)
{
	size_t i;

	for (i = 0; i + STEP <= text.len; i += STEP)
		if (bits(is_letter(at(text.s + i))) != EVERY_BIT)
			return false;
	return i == text.len ||
	    bits(is_letter(load_sixteen(text.s + i, text.len - i))) ==
	    present(text.len - i);
}

bool
rle_fast_size(
    struct sok_str text, size_t readable, enum sok_rle_kind kind, size_t *size)
{
	__m128i sum = _mm_setzero_si128();
	unsigned before = 0; /* whether the two bytes before are digits */
	size_t lanes[2];

	for (size_t i = 0; i < text.len; i += STEP) {
		size_t left = text.len - i, more = readable - i;
		__m128i v = load_ahead(text.s + i, left, more);
		__m128i digit = is_digit(v);
		__m128i next =
		    is_digit(load_ahead(text.s + i + 1, left - 1, more - 1));
		__m128i atom =
		    kind == SOK_RLE_BOARD ? is_square(v) : is_letter(v);
		unsigned digits = bits(digit) << 2 | before;
		unsigned zeros = bits(is(v, '0')) << 2 & ~(digits << 1);
		unsigned idle = bits(is(v, '|')) << 2 & digits << 1;
		unsigned long_count = digits << 2 & digits << 1 & digits;

		if (zeros | idle | (long_count >> 2) |
		    (bits(either(atom, digit)) ^ present(left)))
			return false;
		before = digits >> STEP & 3;
		sum = _mm_add_epi64(sum,
		    _mm_sad_epu8(
		        weigh(v, atom, digit, next), _mm_setzero_si128()));
	}
	if (rle_ends_in_digit(text))
		return false;
	_mm_storeu_si128((__m128i *)(void *)lanes, sum);
	*size = lanes[0] + lanes[1] - text.len;
	return true;
}

/*
 * The text in blocks, of which at least BLOCK + STEP bytes can be read: the
 * last ones are copies.  A block says how much of it was dealt with.
 */
struct block {
	const char *s, *end; /* end of the text, or of its copy */
	size_t n;            /* BLOCK, or fewer at the end */
	enum sok_rle_kind kind;
	size_t min_run;
	char *o;
};

/* By vectors, for the compiler's own ways are slow to start. */
static inline void
copy_tail(char *tail, const char *s, size_t n)
{
	size_t i = 0;

	for (; i + STEP <= n; i += STEP)
		store(tail + i, at(s + i));
	store(tail + i, load_sixteen(s + i, n - i));
	for (i += STEP; i < TAIL; i += STEP)
		store(tail + i, _mm_setzero_si128());
}

typedef size_t block_fn(struct block *b);

static inline char *
in_blocks(char *o, struct sok_str text, size_t readable, enum sok_rle_kind kind,
    size_t min_run, block_fn *work)
{
	struct block b = {.s = text.s, .n = BLOCK};
	char tail[TAIL];
	size_t left = text.len;

	if (left == 0)
		return o;
	b.end = text.s + text.len;
	b.kind = kind;
	b.min_run = min_run;
	b.o = o;
	for (size_t n; left > BLOCK + STEP; left -= n) {
		n = work(&b);
		b.s += n;
	}
	if (left > 0 && readable < text.len + BLOCK + STEP) {
		copy_tail(tail, b.s, left);
		b.s = tail;
		b.end = tail + left;
	}
	for (size_t n; left > 0; left -= n) {
		b.n = left < BLOCK ? left : BLOCK;
		n = work(&b);
		b.s += n;
	}
	return b.o;
}

static inline uint64_t
low_bits(size_t n)
{
	return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/* n bytes that stand for themselves. */
static inline char *
copy(char *o, const char *s, size_t n)
{
	for (;;) {
		store(o, at(s));
		if (n <= STEP)
			return o + n;
		o += STEP;
		s += STEP;
		n -= STEP;
	}
}

static inline char *
fill_run(char *o, char c, size_t n)
{
	__m128i v = _mm_set1_epi8(c);

	store(o, v);
	store(o + STEP, v);
	for (size_t i = 2 * STEP; i < n; i += STEP)
		store(o + i, v);
	return o + n;
}

static uint64_t
digit_bits(const char *s)
{
	uint64_t m = 0;

	for (size_t i = 0; i < BLOCK; i += STEP)
		m |= (uint64_t)bits(is_digit(at(s + i))) << i;
	return m;
}

static size_t
expand_block(struct block *b)
{
	const char *s = b->s;
	uint64_t m = digit_bits(s) & low_bits(b->n);
	size_t done = 0;
	char *o = b->o;

	for (m &= ~(m << 1); m; m &= m - 1) {
		size_t k = (size_t)bits_low(m), n = (size_t)(s[k] - '0');
		unsigned next = (unsigned)(s[k + 1] - '0');
		bool two = next < 10;

		o = copy(o, s + done, k - done);
		n += two * (9 * n + next);
		o = fill_run(o, s[k + 1 + two], n);
		done = k + 2 + two;
	}
	if (done < b->n) {
		o = copy(o, s + done, b->n - done);
		done = b->n;
	}
	b->o = o;
	return done;
}

char *
rle_fast_expand(char *o, struct sok_str text, size_t readable)
{
	return in_blocks(o, text, readable, SOK_RLE_BOARD, 0, expand_block);
}

/* Where a byte and the next are the same atom. */
static inline uint64_t
same_bits(const struct block *b)
{
	uint64_t m = 0;

	for (size_t i = 0; i < BLOCK; i += STEP) {
		__m128i v = at(b->s + i);
		__m128i same = _mm_cmpeq_epi8(v, at(b->s + i + 1));

		if (b->kind == SOK_RLE_BOARD)
			same = _mm_andnot_si128(is(v, '|'), same);
		else
			same = _mm_and_si128(is_atom(v), same);
		m |= (uint64_t)bits(same) << i;
	}
	return b->s + BLOCK < b->end ? m : m & low_bits(b->n - 1);
}

static inline size_t
run_length(uint64_t same)
{
	return 1 + (~same ? (size_t)bits_low(~same) : BLOCK);
}

static size_t
encode_block(struct block *b)
{
	const char *s = b->s;
	uint64_t same = same_bits(b), m = same;
	size_t done = 0, sure = b->n;
	char *o = b->o;

	for (size_t i = 2; i < b->min_run; i++)
		m &= m >> 1;
	if (s + BLOCK < b->end)
		sure = BLOCK + 2 - b->min_run;
	for (m &= ~(m << 1); m; m &= m - 1) {
		size_t k = (size_t)bits_low(m), n = run_length(same >> k);

		o = copy(o, s + done, k - done);
		while (k + n > BLOCK && s + k + n < b->end && s[k + n] == s[k])
			n++;
		if (n < 10) {
			o[0] = (char)('0' + n);
			o[1] = s[k];
			o += 2;
		} else if (n < 100) {
			o[0] = (char)('0' + n / 10);
			o[1] = (char)('0' + n % 10);
			o[2] = s[k];
			o += 3;
		} else {
			o = rle_run(o, s[k], n, b->min_run);
		}
		done = k + n;
	}
	if (done < sure) {
		o = copy(o, s + done, sure - done);
		done = sure;
	}
	b->o = o;
	return done;
}

char *
rle_fast_encode(char *o, struct sok_str text, size_t readable,
    enum sok_rle_kind kind, size_t min_run)
{
	if (min_run > text.len && text.len > 0) {
		memcpy(o, text.s, text.len);
		return o + text.len;
	}
	if (min_run < 2 || min_run > STEP)
		return rle_plain(o, text, kind, min_run);
	return in_blocks(o, text, readable, kind, min_run, encode_block);
}

#else

bool
rle_fast_letters(struct sok_str text)
{
	(void)text;
	return false;
}

bool
rle_fast_size(
    struct sok_str text, size_t readable, enum sok_rle_kind kind, size_t *size)
{
	(void)text, (void)readable, (void)kind, (void)size;
	return false;
}

char *
rle_fast_expand(char *o, struct sok_str text, size_t readable)
{
	(void)text, (void)readable;
	return o;
}

char *
rle_fast_encode(char *o, struct sok_str text, size_t readable,
    enum sok_rle_kind kind, size_t min_run)
{
	(void)readable;
	return rle_plain(o, text, kind, min_run);
}

#endif
