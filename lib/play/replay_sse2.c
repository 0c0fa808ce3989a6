/*
 * replay_sse2.c - fast_play() of replay_fast.c, sixteen letters at a time.
 * Where letters lead is a running sum of their steps, so it is known before a
 * cell is looked at.  A letter then looks at one cell: that which a walk leads
 * to, or a push its box.  That a box was there to be pushed is asked once, when
 * all is over: each push of none leaves one box more.
 */
#include "play/replay.h"

#ifdef __SSE2__
#include "base/bits.h"
#include "base/sse2.h"

enum {
	BLOCK = 64, /* letters, a bit for each */
	MANY = 256  /* pushes that are noted before they are compared */
};

/* Of each letter: its cell; that of the box it pushes, which for a walk is the
 * same; FAST_BOX or 0; a bit for a push. */
struct block {
	uint16_t at[BLOCK], to[BLOCK];
	unsigned char box[BLOCK];
	uint64_t pushes;
};

/* The cells of n pushes, behind those of the one before them. */
struct noted {
	uint16_t at[1 + MANY + STEP], to[1 + MANY + STEP];
	size_t n;
};

/* What holds for a whole game; where its letters have led. */
struct course {
	__m128i stride; /* in each byte */
	__m128i last;   /* cell of all, in each word */
	__m128i at;     /* the same of the letter before */
};

/* ---- where letters lead */

static inline __m128i
words(const uint16_t *from)
{
	return at((const char *)from);
}

static inline void
store_words(uint16_t *to, __m128i v)
{
	store((char *)to, v);
}

static inline __m128i
last_of(__m128i v)
{
	return _mm_shuffle_epi32(_mm_unpackhi_epi16(v, v), 0xff);
}

/* Eight sums of steps from there on. */
static inline __m128i
sums(__m128i at, __m128i step)
{
	step = _mm_add_epi16(step, _mm_slli_si128(step, 2));
	step = _mm_add_epi16(step, _mm_slli_si128(step, 4));
	step = _mm_add_epi16(step, _mm_slli_si128(step, 8));
	return _mm_add_epi16(at, step);
}

/* Cells of eight letters from i on, given the step of each and what of it a
 * box takes; what lies beyond the last cell. */
static inline __m128i
lead_eight(
    struct course *c, struct block *b, size_t i, __m128i step, __m128i push)
{
	__m128i at = sums(c->at, step), to = _mm_add_epi16(at, push);

	c->at = last_of(at);
	store_words(b->at + i, at);
	store_words(b->to + i, to);
	return _mm_subs_epu16(to, c->last);
}

static inline __m128i
low_words(__m128i v)
{
	return _mm_srai_epi16(_mm_unpacklo_epi8(v, v), 8);
}

static inline __m128i
high_words(__m128i v)
{
	return _mm_srai_epi16(_mm_unpackhi_epi8(v, v), 8);
}

/* The same of sixteen letters; behind a game's nothing moves. */
static inline __m128i
lead_group(struct course *c, struct block *b, size_t i, __m128i letters)
{
	__m128i small = either(letters, every(FAST_BOX));
	__m128i across = less(is(small, 'l'), is(small, 'r'));
	__m128i down = less(
	    both(is(small, 'd'), c->stride), both(is(small, 'u'), c->stride));
	__m128i step = _mm_add_epi8(across, down);
	__m128i big =
	    both(_mm_cmplt_epi8(letters, every('a')), above_0(letters));
	__m128i push = both(step, big), beyond;

	store((char *)b->box + i, both(big, every(FAST_BOX)));
	b->pushes |= (uint64_t)bits(big) << i;
	beyond = lead_eight(c, b, i, low_words(step), low_words(push));
	return either(beyond,
	    lead_eight(c, b, i + 8, high_words(step), high_words(push)));
}

/* The same of n letters of a whole block. */
static inline __m128i
lead(struct course *c, struct block *b, const char *m, size_t n)
{
	__m128i beyond = every(0);

	b->pushes = 0;
	for (size_t i = 0; i < n; i += STEP)
		beyond = either(beyond, lead_group(c, b, i, at(m + i)));
	return beyond;
}

/* The first block's bytes, NUL where there are no more letters. */
static inline const char *
block_of(struct sok_str left, char tail[BLOCK])
{
	if (left.len >= BLOCK)
		return left.s;
	memset(tail, 0, BLOCK);
	memcpy(tail, left.s, left.len);
	return tail;
}

/* ---- what stands there */

static inline bool
play_letter(unsigned char *cell, const struct block *b, size_t i)
{
	size_t at = b->at[i], to = b->to[i];
	unsigned char box = b->box[i];

	if (cell[to] != FAST_FREE)
		return false;
	cell[at] = FAST_FREE;
	cell[to] = box;
	return true;
}

static inline bool
play_four(unsigned char *cell, const struct block *b, size_t i)
{
	return play_letter(cell, b, i) && play_letter(cell, b, i + 1) &&
	    play_letter(cell, b, i + 2) && play_letter(cell, b, i + 3);
}

/* n letters, and what stands for none behind them. */
static bool
play(unsigned char *cell, const struct block *b, size_t n)
{
	for (size_t i = 0; i < n; i += 8)
		if (!play_four(cell, b, i) || !play_four(cell, b, i + 4))
			return false;
	return true;
}

/* ---- what the pushes mean */

/* Boxes off goal; when no more than enough are, how many letters had been
 * played before that. */
struct goals {
	const unsigned char *goal;
	ptrdiff_t off, enough;
	size_t solved_at;
};

/* Note the pushes of a block whose first letter is letter `first`. */
static void
note(struct noted *o, struct goals *g, const struct block *b, size_t first)
{
	const unsigned char *goal = g->goal;
	ptrdiff_t off = g->off, enough = g->enough;
	size_t k = o->n, letter, at, to;

	for (uint64_t left = b->pushes; left != 0; left &= left - 1) {
		letter = (unsigned)bits_low(left);
		at = b->at[letter];
		to = b->to[letter];
		k++;
		o->at[k] = (uint16_t)at;
		o->to[k] = (uint16_t)to;
		off += goal[at];
		off -= goal[to];
		if (off <= enough) {
			g->solved_at = first + letter;
			enough = -1;
		}
	}
	o->n = k;
	g->off = off;
	g->enough = enough;
}

/* How many pushes there were; those of the box pushed last, and those of them
 * that go on in its line, a count in each double word. */
struct alike {
	size_t pushes;
	__m128i box, line;
};

static inline __m128i
line_of(const struct noted *o, size_t i)
{
	return _mm_sub_epi16(words(o->to + i), words(o->at + i));
}

static inline __m128i
add_true(__m128i counts, __m128i words)
{
	return _mm_add_epi32(counts, _mm_madd_epi16(words, _mm_set1_epi16(-1)));
}

/* Compare what is noted, and go on behind the last push. */
static void
compare(struct alike *a, struct noted *o)
{
	__m128i box, line;

	store_words(o->at + o->n + 1, _mm_set1_epi16(-1));
	store_words(o->to + o->n + 1, every(0));
	for (size_t i = 0; i < o->n; i += 8) {
		box = _mm_cmpeq_epi16(words(o->to + i), words(o->at + i + 1));
		line = _mm_cmpeq_epi16(line_of(o, i), line_of(o, i + 1));
		a->box = add_true(a->box, box);
		a->line = add_true(a->line, both(box, line));
	}
	a->pushes += o->n;
	o->at[0] = o->at[o->n];
	o->to[0] = o->to[o->n];
	o->n = 0;
}

static size_t
sum(__m128i counts)
{
	uint32_t count[4];

	store((char *)count, counts);
	return (size_t)count[0] + count[1] + count[2] + count[3];
}

/* Boxes that stand there. */
static size_t
boxes(const struct fast *f)
{
	const char *cell = (const char *)f->cell;
	size_t n = 0;

	for (size_t i = 0; i < f->size; i += STEP)
		n += total(
		    both(is(load_ahead(cell + i, f->size - i, STEP), FAST_BOX),
		        every(1)));
	return n;
}

bool
fast_play_sse2(const struct fast *f, struct fast_game *g)
{
	struct course c = {every((char)f->stride),
	    _mm_set1_epi16((short)(f->size - 1)), _mm_set1_epi16((short)g->at)};
	struct goals goals = {.goal = f->goal,
	    .off = (ptrdiff_t)g->off,
	    .enough = (ptrdiff_t)g->enough};
	struct alike alike = {0, every(0), every(0)};
	struct sok_str left = g->moves;
	char tail[BLOCK];
	size_t n;
	__m128i beyond;
	struct noted noted;
	struct block b;

	noted.n = noted.at[0] = noted.to[0] = 0;
	for (; left.len > 0; left.s += n, left.len -= n) {
		n = left.len < BLOCK ? left.len : BLOCK;
		beyond = lead(&c, &b, block_of(left, tail), n);
		if (bits(is(beyond, 0)) != EVERY_BIT || !play(f->cell, &b, n))
			return false;
		note(&noted, &goals, &b, g->moves.len - left.len + 1);
		if (noted.n > MANY - BLOCK)
			compare(&alike, &noted);
	}
	compare(&alike, &noted);
	g->at = _mm_cvtsi128_si32(c.at) & 0xffff;
	g->off = (size_t)goals.off;
	g->solved_at = goals.solved_at;
	g->changes = alike.pushes - sum(alike.box);
	g->yasc_lines = alike.pushes - sum(alike.line);
	return boxes(f) == f->boxes;
}
#endif
