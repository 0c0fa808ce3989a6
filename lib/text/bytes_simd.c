/* bytes_simd.c - the classes of bytes as bits, 64 bytes at a time, between the
 * input and the lines; and the characters of rows as squares and back.  Only
 * here does the reader depend on the features of the processor; bytes.c says
 * what each function computes. */
#include "base/base.h"
#include "board/board.h"
#include "sok.h"
#include "text/bytes.h"

#ifdef __SSE2__

/* ---- counting */

INLINE void
count_bits(
    struct bytes_count *to, const struct bytes *bits, size_t from, size_t end)
{
	size_t players = 0, boxes = 0, goals = 0;
	uint64_t alias = 0;

	for (; from < end; from = (from | 63) + 1) {
		const uint64_t *of = bits[from / 64].of,
		               in = bytes_in(from, end);

		players += (size_t)__builtin_popcountll(of[BYTES_PLAYER] & in);
		boxes += (size_t)__builtin_popcountll(of[BYTES_BOX] & in);
		goals += (size_t)__builtin_popcountll(of[BYTES_GOAL] & in);
		alias |= of[BYTES_ALIAS] & in;
	}
	to->players += players;
	to->boxes += boxes;
	to->goals += goals;
	to->alias |= alias != 0;
}

__attribute__((target("popcnt"))) static void
count_fast(
    struct bytes_count *to, const struct bytes *bits, size_t from, size_t end)
{
	count_bits(to, bits, from, end);
}

/* ---- 32 bytes at a time with AVX2 */

#define AVX2 __attribute__((target("avx2")))

/* The classes of bytes by the sixteen table entries from 16 * i on.  A shuffle
 * gives 0 where the highest bit is set, as it is for bytes of other entries. */
AVX2 static inline __m256i
look_up(const unsigned char *table, __m256i bytes, int i)
{
	const void *at = table + 16 * i;
	__m256i place = _mm256_adds_epu8(
	    _mm256_xor_si256(bytes, _mm256_set1_epi8((char)(i << 4))),
	    _mm256_set1_epi8(0x70));

	return _mm256_shuffle_epi8(
	    _mm256_broadcastsi128_si256(_mm_loadu_si128(at)), place);
}

/* Only sixteen control characters and three groups of sixteen ASCII characters
 * differ from text. */
AVX2 static inline __m256i
look_up_first(__m256i bytes)
{
	__m256i first = _mm256_or_si256(look_up(bytes_first_eight, bytes, 0),
	    look_up(bytes_first_eight, bytes, 2));
	__m256i second = _mm256_or_si256(look_up(bytes_first_eight, bytes, 4),
	    look_up(bytes_first_eight, bytes, 5));

	return _mm256_xor_si256(
	    _mm256_or_si256(first, second), _mm256_set1_epi8((char)bytes_text));
}

AVX2 static inline __m256i
look_up_second(__m256i bytes)
{
	/* All bytes above 127 have the same classes. */
	__m256i found =
	    _mm256_and_si256(_mm256_cmpgt_epi8(_mm256_setzero_si256(), bytes),
	        _mm256_set1_epi8((char)bytes_second_eight[0x80]));

#pragma GCC unroll 8
	for (int i = 0; i < 8; i++)
		found = _mm256_or_si256(
		    found, look_up(bytes_second_eight, bytes, i));
	return found;
}

/* Bit k of each of 64 bytes. */
#define PLANE(v, w, k) \
	((unsigned)_mm256_movemask_epi8(_mm256_slli_epi16(v, 7 - (k))) | \
	    (uint64_t)(unsigned)_mm256_movemask_epi8( \
	        _mm256_slli_epi16(w, 7 - (k))) \
	        << 32)

AVX2 static void
by_avx2(struct bytes *to, const char *s, size_t n)
{
	for (; n > 0; n--, to++, s += 64) {
		const void *from = s, *then = s + 32;
		__m256i low = _mm256_loadu_si256(from),
		        high = _mm256_loadu_si256(then);
		__m256i low_classes = look_up_first(low),
		        high_classes = look_up_first(high);

#pragma GCC unroll 8
		for (int k = 0; k < 8; k++)
			to->of[k] = PLANE(low_classes, high_classes, k);
		/* Classes 8 to 15 of characters of rows follow from these. */
		if (to->of[BYTES_NO_ROW] == 0) {
			for (int k = 8; k < BYTES_CLASSES; k++)
				to->of[k] = 0;
			to->of[BYTES_NO_MOVE] = to->of[BYTES_INK] &
			    ~(to->of[BYTES_BOX] & to->of[BYTES_GOAL]);
			to->of[BYTES_MARK] =
			    ~(to->of[BYTES_NO_MOVE] | to->of[BYTES_END]);
			continue;
		}
		low_classes = look_up_second(low);
		high_classes = look_up_second(high);
#pragma GCC unroll 8
		for (int k = 0; k < 8; k++)
			to->of[k + 8] = PLANE(low_classes, high_classes, k);
	}
}

/* ---- rows as squares, 16 bytes at a time */

#define FAST __attribute__((target("ssse3,popcnt")))
#define FAST_INLINE FAST INLINE

static bool
is_fast(void)
{
	return __builtin_cpu_supports("ssse3") &&
	    __builtin_cpu_supports("popcnt");
}

FAST_INLINE __m128i
load(const void *p)
{
	return _mm_loadu_si128(p);
}

FAST_INLINE void
store(void *p, __m128i v)
{
	_mm_storeu_si128(p, v);
}

/* Squares by the sixteen table entries from 16 * i on.  A shuffle gives 0 where
 * the highest bit is set. */
FAST_INLINE __m128i
some_letters(__m128i bytes, int i)
{
	bytes = _mm_xor_si128(bytes, _mm_set1_epi8((char)(i << 4)));
	return _mm_shuffle_epi8(load(alphabet_letters + 16 * i),
	    _mm_adds_epu8(bytes, _mm_set1_epi8(0x70)));
}

/* The squares of characters of rows with legacy letters. */
FAST_INLINE __m128i
letter_squares(__m128i bytes)
{
	__m128i sq = some_letters(bytes, 2);

	for (int i = 4; i < 8; i++)
		sq = _mm_or_si128(sq, some_letters(bytes, i));
	return sq;
}

/* The squares of characters of plain rows and of what separates them. */
FAST_INLINE __m128i
separate_squares(__m128i bytes)
{
	return _mm_or_si128(some_letters(bytes, 2), some_letters(bytes, 4));
}

/* The squares of characters of plain rows, by a shuffle of the group from 0x20
 * on, which looks at the low four bits alone.  Two of these characters are in
 * other groups: `_` becomes what `/` is in the table, floor, as it should; `@`
 * becomes what a blank is, so the player is added.  A further one must have the
 * square of the character of that group with the same low bits, or be added as
 * well. */
FAST_INLINE __m128i
plain_squares(__m128i bytes)
{
	__m128i player =
	    _mm_and_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('@')),
	        _mm_set1_epi8(SOK_PLAYER));

	return _mm_or_si128(
	    _mm_shuffle_epi8(load(alphabet_letters + 16 * 2), bytes), player);
}

FAST_INLINE __m128i
squares(__m128i bytes, bool letters)
{
	return letters ? letter_squares(bytes) : plain_squares(bytes);
}

FAST_INLINE void
put_grid(unsigned char *to, const char *s, size_t step, size_t n, size_t width,
    size_t height, bool letters)
{
	/* The 16 bytes from byte 16 - n on have their first n bytes set. */
	static const char keep[32] = {
	    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

	/* In rows of full width, the next row overwrites the excess of one. */
	if (n == width && n <= 16) {
		for (; height > 0; height--, to += width, s += step)
			store(to, squares(load(s), letters));
		return;
	}
	for (; n == width && height > 0; height--, to += width, s += step)
		for (size_t i = 0; i < n; i += 16)
			store(to + i, squares(load(s + i), letters));
	for (; height > 0; height--, to += width, s += step) {
		size_t i = 0;

		for (; n - i >= 16; i += 16)
			store(to + i, squares(load(s + i), letters));
		store(to + i,
		    _mm_and_si128(squares(load(s + i), letters),
		        load(keep + 16 - (n - i))));
		for (i += 16; i < width; i += 16)
			store(to + i, _mm_setzero_si128());
	}
}

FAST static void
grid_fast(unsigned char *to, const char *s, size_t step, size_t n, size_t width,
    size_t height, bool letters)
{
	if (letters)
		put_grid(to, s, step, n, width, height, true);
	else
		put_grid(to, s, step, n, width, height, false);
}

FAST static void
add_fast(struct bytes_count *to, const char *s, size_t n, bool letters)
{
	for (size_t i = 0; i < n; i += 16) {
		__m128i bytes = load(s + i);
		__m128i sq =
		    letters ? letter_squares(bytes) : separate_squares(bytes);
		unsigned in = n - i < 16 ? (1u << (n - i)) - 1 : 0xffff;
		unsigned players =
		             (unsigned)_mm_movemask_epi8(_mm_slli_epi16(sq, 4)),
		         boxes =
		             (unsigned)_mm_movemask_epi8(_mm_slli_epi16(sq, 5)),
		         goals =
		             (unsigned)_mm_movemask_epi8(_mm_slli_epi16(sq, 6));

		to->players += (size_t)__builtin_popcount(players & in);
		to->boxes += (size_t)__builtin_popcount(boxes & in);
		to->goals += (size_t)__builtin_popcount(goals & in);
	}
}

/* Writes most of n characters; returns how many. */
FAST static size_t
glyphs_fast(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char *glyph)
{
	const __m128i all = load(glyph), kind = _mm_set1_epi8(15);
	size_t i = 0;

	for (; i < n && i + 16 <= readable; i += 16)
		store(to + i,
		    _mm_shuffle_epi8(all, _mm_and_si128(load(sq + i), kind)));
	return i;
}

#endif

void
bytes_classify(struct bytes *to, const char *s, size_t n)
{
#ifdef __SSE2__
	if (CPU_HAS("avx2")) {
		by_avx2(to, s, n);
		return;
	}
#endif
	bytes_classify_plain(to, s, n);
}

void
bytes_count(
    struct bytes_count *to, const struct bytes *bits, size_t from, size_t end)
{
#ifdef __SSE2__
	if (__builtin_cpu_supports("popcnt")) {
		count_fast(to, bits, from, end);
		return;
	}
#endif
	bytes_count_plain(to, bits, from, end);
}

void
bytes_add(struct bytes_count *to, const char *s, size_t n, bool letters)
{
	(void)letters; /* without vectors, here and below */
#ifdef __SSE2__
	if (is_fast()) {
		add_fast(to, s, n, letters);
		return;
	}
#endif
	bytes_add_plain(to, s, n);
}

void
bytes_grid(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height, bool letters)
{
	(void)letters;
#ifdef __SSE2__
	if (is_fast()) {
		grid_fast(to, s, step, n, width, height, letters);
		return;
	}
#endif
	bytes_grid_plain(to, s, step, n, width, height);
}

void
bytes_glyphs(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char glyph[16])
{
	size_t done = 0;

	(void)readable;
#ifdef __SSE2__
	if (is_fast())
		done = glyphs_fast(to, sq, n, readable, glyph);
#endif
	if (done < n)
		bytes_glyphs_plain(to + done, sq + done, n - done, glyph);
}
