/*
 * simple_sse2.c - what simple_rows.c does byte by byte, sixteen at a time.
 */
#include "simple_rows.h"

#ifdef __SSE2__
#include "sse2.h"

/* What the rows hold, in bytes: every one of them is added to 252 times at
 * most. */
struct sums {
	__m128i players, boxes, goals;
};

/* Which bytes are walls, boxes, players and goals. */
struct kinds {
	__m128i wall, box, player, goal;
};

static inline struct kinds
kinds_of(__m128i v)
{
	__m128i both = is(v, '*'), on_goal = is(v, '+');

	return (struct kinds){is(v, '#'), either(is(v, '$'), both),
	    either(is(v, '@'), on_goal),
	    either(is(v, '.'), either(both, on_goal))};
}

static inline void
count(struct sums *sum, const struct kinds *k)
{
	sum->players = _mm_sub_epi8(sum->players, k->player);
	sum->boxes = _mm_sub_epi8(sum->boxes, k->box);
	sum->goals = _mm_sub_epi8(sum->goals, k->goal);
}

static inline __m128i
any_of(const struct kinds *k)
{
	return either(either(k->wall, k->box), either(k->player, k->goal));
}

static inline __m128i
square(__m128i where, int kind)
{
	return _mm_and_si128(where, _mm_set1_epi8((char)kind));
}

/* The bytes of v as squares; a bit for each that is one and no floor. */
static inline unsigned
take_squares(__m128i v, unsigned char *sq, struct sums *sum)
{
	struct kinds k = kinds_of(v);
	void *to = sq;

	_mm_storeu_si128(to,
	    either(either(square(k.wall, SOK_WALL), square(k.box, SOK_BOX)),
	        either(
	            square(k.player, SOK_PLAYER), square(k.goal, SOK_GOAL))));
	count(sum, &k);
	return bits(any_of(&k));
}

static size_t
total(__m128i sum)
{
	__m128i two = _mm_sad_epu8(sum, _mm_setzero_si128());

	return (size_t)_mm_cvtsi128_si32(two) +
	    (size_t)_mm_cvtsi128_si32(_mm_srli_si128(two, 8));
}

/* Rows end at these of the bytes from i on; how many there are then. */
static inline size_t
take_ends(struct simple_rows *r, size_t height, size_t i, unsigned ends)
{
	for (; ends != 0; ends &= ends - 1)
		r->end[height++] =
		    (uint16_t)(i + (unsigned)__builtin_ctz(ends));
	return height;
}

/* Whether rows that seem to end before byte i might go on there. */
static inline bool
go_on(const struct simple_rows *r, const char *p, size_t i)
{
	return r->height == 0 || r->end[r->height - 1] + 1U != i ||
	    rows_floor(p[i]);
}

const char *
rows_bytes(const char *p, const char *end, struct simple_rows *r)
{
	__m128i none = _mm_setzero_si128(), v = none;
	struct sums sum = {none, none, none}, more;
	size_t most = (size_t)(end - p), height = 0, i;
	unsigned ends = 1U << (STEP - 1), ink = 0, begins, before, stop = 0;
	unsigned open = 0, opens = 0; /* rows that begin or end with floor */
	uint16_t to;

	most = most < ROWS_BYTES ? most : ROWS_BYTES;
	for (i = 0; i + STEP <= most && height <= ROWS_MOST; i += STEP) {
		v = at(p + i);
		more = sum;
		begins = ends >> (STEP - 1);
		before = ink >> (STEP - 1);
		ink = take_squares(v, r->sq + i, &more);
		to = (uint16_t)ink;
		memcpy((char *)r->ink + i / 8, &to, sizeof(to));
		ends = bits(is(v, '\n'));
		begins |= ends << 1;
		before |= ink << 1;
		open = ((begins & ~ink) | (ends & ~before)) & 0xffff;
		/* A blank line, or a byte that is neither. */
		stop = (ends & begins) |
		    ((ink | bits(is(v, ' ')) | ends) ^ 0xffff);
		if (stop != 0)
			break;
		opens |= open;
		height = take_ends(r, height, i, ends);
		sum = more;
	}
	if (stop == 0)
		return NULL;
	most = (size_t)__builtin_ctz(stop);
	take_squares(first(v, most), r->sq + i, &sum);
	opens |= open & ((1U << most) - 1);
	r->height = take_ends(r, height, i, ends & ((1U << most) - 1));
	if (r->height > ROWS_MOST || go_on(r, p, i + most))
		return NULL;
	r->players = total(sum.players);
	r->boxes = total(sum.boxes);
	r->goals = total(sum.goals);
	r->width = 0; /* to be measured, as blanks are the only floor */
	r->plain = true;
	r->full = opens == 0;
	return p + i + most;
}

/* A wall or a box on a goal is the first that is not blank. */
static bool
is_edge(const char *row)
{
	while (*row == ' ')
		row++;
	return *row == '#' || *row == '*';
}

/* Whether the first row and the one that ends before `end` are edges. */
static bool
has_edges(const char *p, const char *end)
{
	const char *last = end - 1;

	while (last > p && last[-1] != '\n')
		last--;
	return is_edge(p) && is_edge(last);
}

/* What there is to know of rows when they end. */
struct seen {
	struct sums sum;
	__m128i lines;
	unsigned flush; /* not 0: a row has no blank in front */
	unsigned wide;  /* not 0: a row has three squares */
};

static inline void
see(struct seen *s, __m128i v, const struct kinds *k, unsigned begins)
{
	__m128i line = is(v, '\n');
	unsigned ink = bits(either(is(v, 0), line)) ^ 0xffff;

	s->lines = _mm_sub_epi8(s->lines, line);
	s->flush |= begins & ink & ~bits(is(v, ' '));
	s->wide |= ink & ink >> 1 & ink >> 2;
	count(&s->sum, k);
}

static bool
is_whole(const struct seen *s, const char *p, const char *end, size_t height)
{
	size_t boxes = total(s->sum.boxes);

	return height >= 3 && height <= ROWS_MOST && s->flush != 0 &&
	    s->wide != 0 && boxes > 0 && boxes == total(s->sum.goals) &&
	    total(s->sum.players) == 1 && has_edges(p, end);
}

const char *
rows_as_written(const char *p, const char *end, size_t *height)
{
	__m128i none = _mm_setzero_si128(), v;
	struct seen s = {{none, none, none}, none, 0, 0};
	size_t most = (size_t)(end - p), i = 0, within = 0;
	unsigned lines = 1U << (STEP - 1), blanks = 0, begins = 0, behind, stop;
	struct kinds k;

	most = most < ROWS_BYTES ? most : ROWS_BYTES;
	for (;; i += STEP) {
		if (i + STEP > most || within == 3)
			return NULL;
		v = at(p + i);
		k = kinds_of(v);
		begins = lines >> (STEP - 1);
		behind = blanks >> (STEP - 1);
		lines = bits(is(v, '\n'));
		blanks = bits(is(v, ' '));
		begins |= lines << 1;
		behind |= blanks << 1;
		/* A blank line, a blank that ends a row, or another byte. */
		stop = (lines & (begins | behind)) |
		    ((bits(any_of(&k)) | lines | blanks) ^ 0xffff);
		if (stop != 0)
			break;
		see(&s, v, &k, begins);
		within = lines != 0 ? 0 : within + 1;
	}
	most = (size_t)__builtin_ctz(stop);
	if (!((lines & begins) >> most & 1))
		return NULL;
	v = first(v, most);
	k = kinds_of(v);
	see(&s, v, &k, begins);
	*height = total(s.lines);
	return is_whole(&s, p, p + i + most, *height) ? p + i + most : NULL;
}

const char *
rows_letters(const char *p)
{
	for (;; p += STEP) {
		__m128i v = either(at(p), _mm_set1_epi8(32));
		__m128i up_down = either(is(v, 'u'), is(v, 'd'));
		__m128i sideways = either(is(v, 'l'), is(v, 'r'));
		unsigned other = bits(either(up_down, sideways)) ^ 0xffff;

		if (other != 0)
			return p + __builtin_ctz(other);
	}
}
#endif
