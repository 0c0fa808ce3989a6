/*
 * bytes.c - the classes of bytes as bits, 64 bytes at a time: between the input
 * and the lines.  Only here does the reader depend on the features of the
 * processor.
 */
#include "text/bytes.h"

#include "base/bits.h"
#include "board/alphabet.h"
#include "sok.h"

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
	CLASS_FL = ROW_ | B(NO_MOVE) | B(DASH),
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

/* Bit k of each of eight bytes, as eight adjacent bits. */
static inline uint64_t
plane(uint64_t v, int k)
{
	return (v >> k & 0x0101010101010101u) * 0x0102040810204080u >> 56;
}

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
				to->of[k] |= plane(a, k) << i;
				to->of[k + 8] |= plane(b, k) << i;
			}
		}
	}
}

/* ---- counting */

static inline struct bytes_count
count(const struct bytes *v, size_t from, size_t to)
{
	const struct bytes *p = v + from / 64, *last = v + (to - 1) / 64;
	uint64_t in = ~(uint64_t)0 << from % 64, dash = 0;
	struct bytes_count n = {0, 0, 0, false};

	for (; p <= last; p++, in = ~(uint64_t)0) {
		if (p == last)
			in &= ~(uint64_t)0 >> (63 - (to - 1) % 64);
		n.players +=
		    (size_t)__builtin_popcountll(p->of[BYTES_PLAYER] & in);
		n.boxes += (size_t)__builtin_popcountll(p->of[BYTES_BOX] & in);
		n.goals += (size_t)__builtin_popcountll(p->of[BYTES_GOAL] & in);
		dash |= p->of[BYTES_DASH] & in;
	}
	n.dash = dash != 0;
	return n;
}

#ifdef __SSE2__

#include <immintrin.h>

__attribute__((target("popcnt"))) static struct bytes_count
count_fast(const struct bytes *v, size_t from, size_t to)
{
	return count(v, from, to);
}

/* ---- 32 bytes at a time with AVX2 */

#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i
sixteen_classes(const unsigned char *table)
{
	const void *p = table;

	return _mm256_broadcastsi128_si256(_mm_loadu_si128(p));
}

/* The index of each byte into the sixteen table entries from 16 * i on.  A
 * shuffle gives 0 where the highest bit is set, as it is for bytes of other
 * entries. */
AVX2 static inline __m256i
places(__m256i v, int i)
{
	return _mm256_adds_epu8(
	    _mm256_xor_si256(v, _mm256_set1_epi8((char)(i << 4))),
	    _mm256_set1_epi8(0x70));
}

#define LOOK_UP(table, v, i) \
	_mm256_shuffle_epi8(sixteen_classes((table) + 16 * (i)), places(v, i))

/* Only sixteen control characters and three groups of sixteen ASCII characters
 * differ from text. */
AVX2 static inline __m256i
look_up_first(__m256i v)
{
	__m256i a = _mm256_or_si256(
	    LOOK_UP(first_eight, v, 0), LOOK_UP(first_eight, v, 2));
	__m256i b = _mm256_or_si256(
	    LOOK_UP(first_eight, v, 4), LOOK_UP(first_eight, v, 5));

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
		a = _mm256_or_si256(a, LOOK_UP(second_eight, v, i));
	return a;
}

/* Bit k of each of 64 bytes. */
#define PLANE(v, w, k) \
	((unsigned)_mm256_movemask_epi8(_mm256_slli_epi16(v, 7 - (k))) | \
	    (uint64_t)(unsigned)_mm256_movemask_epi8( \
	        _mm256_slli_epi16(w, 7 - (k))) \
	        << 32)

/* Classes 8 to 15 of 64 bytes that are all characters of rows. */
static inline void
make_rows(struct bytes *to)
{
	for (int k = BYTES_NO_RLE; k < BYTES_CLASSES; k++)
		to->of[k] = 0;
	to->of[BYTES_NO_MOVE] =
	    to->of[BYTES_INK] & ~(to->of[BYTES_BOX] & to->of[BYTES_GOAL]);
	to->of[BYTES_MARK] = ~(to->of[BYTES_NO_MOVE] | to->of[BYTES_END]);
}

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
		if (to->of[BYTES_NO_ROW] == 0) {
			make_rows(to);
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

#endif

struct bytes_count
bytes_count(const struct bytes *v, size_t from, size_t to)
{
#ifdef __SSE2__
	if (__builtin_cpu_supports("popcnt"))
		return count_fast(v, from, to);
#endif
	return count(v, from, to);
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
	if (way == BYTES_AVX512) {
		by_avx512(to, s, n);
		return;
	}
	if (way == BYTES_AVX2) {
		by_avx2(to, s, n);
		return;
	}
#endif
	(void)way;
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
