/* bytes.c - the classes of bytes as bits, 64 bytes at a time: between the input
 * and the lines; and the characters of rows as squares and back.  Only here
 * does the reader depend on the features of the processor. */
#include "text/bytes.h"

#include "base/bits.h"
#include "board/alphabet.h"
#include "sok.h"

#define INLINE __attribute__((always_inline)) static inline

#define B(class) (1u << BYTES_##class)

/* The classes of each kind of character. */
#define ROW_ B(INK)
#define TEXT_ (B(INK) | B(NO_ROW) | B(NO_RLE) | B(NO_OLD) | B(NO_MOVE))
#define OLD_ (B(INK) | B(NO_ROW) | B(NO_RLE) | B(NO_MOVE))
#define CLASS(kind) CLASS_##kind
enum {
	CLASS_NU = B(END) | B(RETURN),
	CLASS_LE = B(END),
	CLASS_CR = CLASS_NU,
	CLASS_CO = TEXT_ | B(RARE),
	CLASS_TA = B(NO_ROW) | B(MARK) | B(RARE),
	CLASS_SP = B(MARK),
	CLASS_FL = ROW_ | B(NO_MOVE) | B(ALIAS),
	CLASS_WA = ROW_ | B(NO_MOVE),
	CLASS_BX = ROW_ | B(NO_MOVE) | B(BOX),
	CLASS_GO = ROW_ | B(NO_MOVE) | B(GOAL),
	CLASS_BG = ROW_ | B(BOX) | B(GOAL) | B(MARK),
	CLASS_PL = ROW_ | B(NO_MOVE) | B(PLAYER),
	CLASS_PG = ROW_ | B(NO_MOVE) | B(PLAYER) | B(GOAL),
	CLASS_DI = B(INK) | B(NO_ROW) | B(COUNT) | B(MARK),
	CLASS_GR = CLASS_DI,
	CLASS_BA = B(INK) | B(NO_ROW) | B(NO_MOVE) | B(COUNT) | B(BAR),
	CLASS_MV = B(INK) | B(NO_ROW) | B(NO_RLE) | B(NO_OLD) | B(MOVE),
	CLASS_VM = TEXT_,
	CLASS_JU = B(INK) | B(NO_ROW) | B(NO_RLE) | B(NO_OLD) | B(MARK),
	CLASS_BS = CLASS_JU | B(RARE),
	CLASS_OP = OLD_,
	CLASS_OQ = OLD_,
	CLASS_OB = OLD_,
	CLASS_OC = OLD_,
	CLASS_OG = OLD_,
	CLASS_OW = OLD_,
	CLASS_TX = TEXT_,
	CLASS_HI = TEXT_ | B(RARE),
	CLASS_NB = TEXT_ | B(RARE)
};

/* Two tables have eight classes each for every byte.  The first one holds the
 * difference from the classes of plain text. */
#define FIRST(kind) (unsigned char)((CLASS_##kind ^ TEXT_) & 0xff)
#define SECOND(kind) (unsigned char)(CLASS_##kind >> 8)
static const unsigned char first_eight[256] = {ALPHABET(FIRST)};
static const unsigned char second_eight[256] = {ALPHABET(SECOND)};

/* ---- table lookup */

static void
by_table(struct bytes *to, const char *s, size_t n)
{
	for (; n > 0; n--, to++, s += 64) {
		*to = (struct bytes){{0}};
		for (int i = 0; i < 64; i += 8) {
			uint64_t a = 0, b = 0;

			for (int j = 0; j < 8; j++) {
				unsigned char c = (unsigned char)s[i + j];

				a |= (uint64_t)(first_eight[c] ^ (TEXT_ & 0xff))
				    << 8 * j;
				b |= (uint64_t)second_eight[c] << 8 * j;
			}
			for (int k = 0; k < 8; k++) {
				to->of[k] |= bits_pack(a >> k) << i;
				to->of[k + 8] |= bits_pack(b >> k) << i;
			}
		}
	}
}

/* ---- counting */

INLINE void
count(struct bytes_count *to, const struct bytes *v, size_t from, size_t end)
{
	size_t players = 0, boxes = 0, goals = 0;
	uint64_t alias = 0;

	for (; from < end; from = (from | 63) + 1) {
		const uint64_t *of = v[from / 64].of, in = bytes_in(from, end);

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

static void
count_slow(
    struct bytes_count *to, const struct bytes *v, size_t from, size_t end)
{
	count(to, v, from, end);
}

#ifdef __SSE2__

#include <immintrin.h>

__attribute__((target("popcnt"))) static void
count_fast(
    struct bytes_count *to, const struct bytes *v, size_t from, size_t end)
{
	count(to, v, from, end);
}

/* ---- 32 bytes at a time with AVX2 */

#define AVX2 __attribute__((target("avx2")))

/* The classes of bytes by the sixteen table entries from 16 * i on.  A shuffle
 * gives 0 where the highest bit is set, as it is for bytes of other entries. */
AVX2 static inline __m256i
look_up(const unsigned char *table, __m256i v, int i)
{
	const void *p = table + 16 * i;
	__m256i place = _mm256_adds_epu8(
	    _mm256_xor_si256(v, _mm256_set1_epi8((char)(i << 4))),
	    _mm256_set1_epi8(0x70));

	return _mm256_shuffle_epi8(
	    _mm256_broadcastsi128_si256(_mm_loadu_si128(p)), place);
}

/* Only sixteen control characters and three groups of sixteen ASCII characters
 * differ from text. */
AVX2 static inline __m256i
look_up_first(__m256i v)
{
	__m256i a = _mm256_or_si256(
	    look_up(first_eight, v, 0), look_up(first_eight, v, 2));
	__m256i b = _mm256_or_si256(
	    look_up(first_eight, v, 4), look_up(first_eight, v, 5));

	return _mm256_xor_si256(
	    _mm256_or_si256(a, b), _mm256_set1_epi8((char)(TEXT_ & 0xff)));
}

AVX2 static inline __m256i
look_up_second(__m256i v)
{
	/* All bytes above 127 have the same classes. */
	__m256i a =
	    _mm256_and_si256(_mm256_cmpgt_epi8(_mm256_setzero_si256(), v),
	        _mm256_set1_epi8((char)second_eight[0x80]));

#pragma GCC unroll 8
	for (int i = 0; i < 8; i++)
		a = _mm256_or_si256(a, look_up(second_eight, v, i));
	return a;
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
		const void *p = s, *q = s + 32;
		__m256i v = _mm256_loadu_si256(p), w = _mm256_loadu_si256(q);
		__m256i a = look_up_first(v), b = look_up_first(w);

#pragma GCC unroll 8
		for (int k = 0; k < 8; k++)
			to->of[k] = PLANE(a, b, k);
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
		a = look_up_second(v);
		b = look_up_second(w);
#pragma GCC unroll 8
		for (int k = 0; k < 8; k++)
			to->of[k + 8] = PLANE(a, b, k);
	}
}

/* ---- 64 bytes at a time with AVX-512: half of a table is one register */

#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi")))

AVX512 static void
by_avx512(struct bytes *to, const char *s, size_t n)
{
	const __m512i first = _mm512_loadu_si512(first_eight),
	              first_rest = _mm512_loadu_si512(first_eight + 64),
	              second = _mm512_loadu_si512(second_eight),
	              second_rest = _mm512_loadu_si512(second_eight + 64),
	              text = _mm512_set1_epi8((char)(TEXT_ & 0xff)),
	              high = _mm512_set1_epi8((char)second_eight[0x80]);

	for (; n > 0; n--, to++, s += 64) {
		__m512i v = _mm512_loadu_si512(s), a, b;
		__mmask64 ascii = ~_mm512_movepi8_mask(v);

		a = _mm512_maskz_permutex2var_epi8(ascii, first, v, first_rest);
		a = _mm512_xor_si512(a, text);
		b = _mm512_permutex2var_epi8(second, v, second_rest);
		b = _mm512_mask_mov_epi8(high, ascii, b);
#pragma GCC unroll 8
		for (int k = 0; k < 8; k++) {
			__m512i bit = _mm512_set1_epi8((char)(1 << k));

			to->of[k] = _mm512_test_epi8_mask(a, bit);
			to->of[k + 8] = _mm512_test_epi8_mask(b, bit);
		}
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
some_letters(__m128i v, int i)
{
	v = _mm_xor_si128(v, _mm_set1_epi8((char)(i << 4)));
	return _mm_shuffle_epi8(load(alphabet_letters + 16 * i),
	    _mm_adds_epu8(v, _mm_set1_epi8(0x70)));
}

FAST_INLINE __m128i
squares(__m128i v, bool letters)
{
	/* Only letters have squares in other groups of sixteen. */
	__m128i sq = _mm_or_si128(some_letters(v, 2), some_letters(v, 4));

	for (int i = 5; i < 8 && letters; i++)
		sq = _mm_or_si128(sq, some_letters(v, i));
	return sq;
}

FAST_INLINE void
put_grid(unsigned char *to, const char *s, size_t step, size_t n, size_t width,
    size_t height, bool letters)
{
	/* The 16 bytes from byte 16 - n on have their first n bytes set. */
	static const char keep[32] = {
	    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

	/* In rows of full width, the next row overwrites the excess of one. */
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
		__m128i sq = squares(load(s + i), letters);
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
bytes_count(
    struct bytes_count *to, const struct bytes *v, size_t from, size_t end)
{
	void (*by)(struct bytes_count *, const struct bytes *, size_t, size_t) =
	    count_slow;

#ifdef __SSE2__
	if (__builtin_cpu_supports("popcnt"))
		by = count_fast;
#endif
	by(to, v, from, end);
}

int
bytes_can(enum bytes_way way)
{
#ifdef __SSE2__
	if (way == BYTES_AVX512)
		return __builtin_cpu_supports("avx512bw") &&
		    __builtin_cpu_supports("avx512vbmi");
	if (way == BYTES_AVX2)
		return CPU_HAS("avx2");
#endif
	return way == BYTES_TABLE;
}

void
bytes_classify_by(enum bytes_way way, struct bytes *to, const char *s, size_t n)
{
#ifdef __SSE2__
	if (way == BYTES_AVX512)
		by_avx512(to, s, n);
	if (way == BYTES_AVX2)
		by_avx2(to, s, n);
#endif
	if (way == BYTES_TABLE)
		by_table(to, s, n);
}

void
bytes_classify(struct bytes *to, const char *s, size_t n)
{
	enum bytes_way way = BYTES_WAYS - 1;

	while (!bytes_can(way))
		way--;
	bytes_classify_by(way, to, s, n);
}

void
bytes_grid(unsigned char *to, const char *s, size_t step, size_t n,
    size_t width, size_t height, bool letters)
{
	(void)letters; /* without vectors, here and below */
#ifdef __SSE2__
	if (is_fast()) {
		grid_fast(to, s, step, n, width, height, letters);
		return;
	}
#endif
	for (; height > 0; height--, to += width, s += step)
		for (size_t i = 0; i < width; i++)
			to[i] = i < n ? alphabet_letters[(unsigned char)s[i]]
			              : SOK_FLOOR;
}

void
bytes_add(struct bytes_count *to, const char *s, size_t n, bool letters)
{
	(void)letters;
#ifdef __SSE2__
	if (is_fast()) {
		add_fast(to, s, n, letters);
		return;
	}
#endif
	for (size_t i = 0; i < n; i++) {
		unsigned sq = alphabet_letters[(unsigned char)s[i]];

		to->players += (sq & SOK_PLAYER) != 0;
		to->boxes += (sq & SOK_BOX) != 0;
		to->goals += (sq & SOK_GOAL) != 0;
	}
}

void
bytes_glyphs(char *to, const unsigned char *sq, size_t n, size_t readable,
    const char glyph[16])
{
	size_t i = 0;

	(void)readable;
#ifdef __SSE2__
	if (is_fast())
		i = glyphs_fast(to, sq, n, readable, glyph);
#endif
	for (; i < n; i++)
		to[i] = glyph[sq[i] & 15];
}
