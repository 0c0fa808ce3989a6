/*
 * simple_bytes.h - what simple_rows.c does byte by byte, many at a time: as
 * many as the file that includes this has said, with sse2.h or avx2.h.  That
 * also has squares_of(): what bytes are as squares, 0 if they are floor or no
 * squares, and whether they are known: squares or line feeds.
 */
#include "base/bits.h"

/* What the rows hold, in bytes: every one of them is added to 252 times at
 * most. */
struct sums {
	BYTES players, boxes, goals;
};

/* One for each square that is of a kind. */
FAST static inline BYTES
tell(BYTES sum, BYTES sq, char kind)
{
	return less(sum, is(both(sq, every(kind)), kind));
}

FAST static inline void
count(struct sums *sum, BYTES sq)
{
	sum->players = tell(sum->players, sq, SOK_PLAYER);
	sum->boxes = tell(sum->boxes, sq, SOK_BOX);
	sum->goals = tell(sum->goals, sq, SOK_GOAL);
}

/* Rows end at these of the bytes from i on; how many there are then.  The first
 * three are taken where there are none as well, as that is not to be guessed.
 */
FAST static inline size_t
take_ends(struct simple_rows *r, size_t height, size_t i, unsigned ends)
{
	const unsigned last = 1U << (STEP - 1);

	for (int n = 0; n < 3; n++) {
		r->end[height] = (uint16_t)(i + (size_t)bits_low(ends | last));
		height += ends != 0;
		ends &= ends - 1;
	}
	for (; ends != 0; ends &= ends - 1)
		r->end[height++] = (uint16_t)(i + (size_t)bits_low(ends));
	return height;
}

/* Whether rows that seem to end before byte i might go on there. */
FAST static inline bool
go_on(const struct simple_rows *r, const char *p, size_t i)
{
	return r->height == 0 || r->end[r->height - 1] + 1U != i ||
	    rows_floor(p[i]);
}

/* A bit for each byte of a step. */
struct marks {
	unsigned ink, ends; /* no floor; line feeds */
	unsigned indent;    /* floor that begins a row */
	unsigned flush;     /* what else begins one */
	unsigned trail;     /* the end behind floor */
	unsigned dash;      /* floor that is no blank */
	unsigned stop;      /* a blank line, or nothing of a board */
};

FAST static inline struct marks
marks_of(BYTES v, BYTES sq, BYTES known, const struct marks *last)
{
	struct marks m = {.ink = bits(above_0(sq)), .ends = bits(is(v, '\n'))};
	unsigned begins = m.ends << 1 | last->ends >> (STEP - 1);
	unsigned before = m.ink << 1 | last->ink >> (STEP - 1);

	m.dash = bits(either(is(v, '-'), is(v, '_')));
	m.indent = begins & ~m.ink & EVERY_BIT;
	m.flush = begins & m.ink;
	m.trail = m.ends & ~before;
	m.stop = (begins & m.ends) | (bits(known) ^ EVERY_BIT);
	return m;
}

/* The longest row without the blanks at its end. */
FAST static size_t
dashed_width(const char *p, const struct simple_rows *r)
{
	size_t width = 0, from = 0, n;

	for (size_t y = 0; y < r->height; from = r->end[y++] + 1U) {
		n = r->end[y] - from;
		while (n > 0 && p[from + n - 1] == ' ')
			n--;
		width = n > width ? n : width;
	}
	return width;
}

FAST const char *
rows_bytes_fast(const char *p, const char *end, struct simple_rows *r)
{
	BYTES none = every(0), v, sq, known;
	struct sums sum = {none, none, none};
	struct marks m = {.ends = 1U << (STEP - 1)};
	size_t most = (size_t)(end - p), height = 0, i;
	unsigned indent = 0, flush = 0, trail = 0, dash = 0, here;

	most = most < ROWS_BYTES ? most : ROWS_BYTES;
	for (i = 0; i + STEP <= most && height <= ROWS_MOST; i += STEP) {
		v = at(p + i);
		sq = squares_of(v, &known);
		m = marks_of(v, sq, known, &m);
		store((char *)r->sq + i, sq);
		memcpy((char *)r->ink + i / 8, &m.ink, STEP / 8);
		if (m.stop != 0)
			break;
		indent |= m.indent;
		flush |= m.flush;
		trail |= m.trail;
		dash |= m.dash;
		height = take_ends(r, height, i, m.ends);
		count(&sum, sq);
	}
	if (m.stop == 0)
		return NULL;
	most = (size_t)bits_low(m.stop);
	here = (1U << most) - 1;
	sq = first(sq, most);
	store((char *)r->sq + i, sq);
	count(&sum, sq);
	r->height = take_ends(r, height, i, m.ends & here);
	if (r->height > ROWS_MOST || go_on(r, p, i + most))
		return NULL;
	r->players = total(sum.players);
	r->boxes = total(sum.boxes);
	r->goals = total(sum.goals);
	trail |= m.trail & here;
	r->tight = trail == 0 && ((m.flush & here) | flush) != 0;
	r->full = trail == 0 && ((m.indent & here) | indent) == 0;
	r->plain = ((m.dash & here) | dash) == 0;
	r->width = r->plain ? 0 : dashed_width(p, r); /* 0: to be measured */
	return p + i + most;
}

/* n squares, and more up to a whole step. */
FAST static inline void
copy(unsigned char *to, const unsigned char *from, size_t n)
{
	for (size_t x = 0; x < n; x += STEP)
		store((char *)to + x, at((const char *)from + x));
}

/* The n squares that are there, and floor behind them. */
FAST static inline void
copy_short(unsigned char *to, size_t width, const unsigned char *from, size_t n)
{
	BYTES v;

	for (size_t x = 0; x < width; x += STEP) {
		v = at((const char *)from + x);
		store((char *)to + x, first(v, n < STEP ? n : STEP));
		n -= n < STEP ? n : STEP;
	}
}

/* The next row goes over what is too much of one. */
FAST void
rows_fill_board_fast(const struct simple_rows *r, unsigned char *sq)
{
	size_t from = 0;

	for (size_t y = 0; y < r->height; y++, sq += r->width) {
		if (r->even)
			copy(sq, r->sq + from, r->width);
		else
			copy_short(
			    sq, r->width, r->sq + from, r->end[y] - from);
		from = r->end[y] + 1U;
	}
}

/* A wall or a box on a goal is the first that is not blank. */
FAST static bool
is_edge(const char *row)
{
	while (*row == ' ')
		row++;
	return *row == '#' || *row == '*';
}

/* Whether the first row and the one that ends before `end` are edges. */
FAST static bool
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
	BYTES lines;
	unsigned flush; /* not 0: a row has no blank in front */
	unsigned wide;  /* not 0: a row has three squares */
};

FAST static inline void
see(struct seen *s, BYTES v, BYTES sq, unsigned begins)
{
	BYTES line = is(v, '\n');
	unsigned ink = bits(either(is(v, 0), line)) ^ EVERY_BIT;

	s->lines = less(s->lines, line);
	s->flush |= begins & ink & ~bits(is(v, ' '));
	s->wide |= ink & ink >> 1 & ink >> 2;
	count(&s->sum, sq);
}

FAST static bool
is_whole(const struct seen *s, const char *p, const char *end, size_t height)
{
	size_t boxes = total(s->sum.boxes);

	return height >= 3 && height <= ROWS_MOST && s->flush != 0 &&
	    s->wide != 0 && boxes > 0 && boxes == total(s->sum.goals) &&
	    total(s->sum.players) == 1 && has_edges(p, end);
}

/* Whether a row gets too long, which has so many bytes before these lines. */
FAST static inline bool
is_long(unsigned lines, size_t *within)
{
	size_t n = *within;

	n += lines == 0 ? STEP : (size_t)bits_low(lines);
	*within = lines == 0 ? n : STEP - 1 - (size_t)bits_high(lines);
	return n > ROWS_MOST;
}

FAST const char *
rows_as_written_fast(const char *p, const char *end, size_t *height)
{
	BYTES none = every(0), v, sq, known;
	struct seen s = {{none, none, none}, none, 0, 0};
	size_t most = (size_t)(end - p), i = 0, within = 0;
	unsigned lines = 1U << (STEP - 1), blanks = 0, begins = 0, behind, stop;

	most = most < ROWS_BYTES ? most : ROWS_BYTES;
	for (;; i += STEP) {
		if (i + STEP > most)
			return NULL;
		v = at(p + i);
		sq = squares_of(v, &known);
		begins = lines >> (STEP - 1);
		behind = blanks >> (STEP - 1);
		lines = bits(is(v, '\n'));
		blanks = bits(is(v, ' '));
		begins |= lines << 1;
		behind |= blanks << 1;
		/* A blank line, a blank that ends a row, or another byte. */
		stop = (lines & (begins | behind)) |
		    ((bits(above_0(sq)) | lines | blanks) ^ EVERY_BIT);
		if (is_long(lines, &within))
			return NULL;
		if (stop != 0)
			break;
		see(&s, v, sq, begins);
	}
	most = (size_t)bits_low(stop);
	if (!(begins >> most & 1) || rows_floor(p[i + most]))
		return NULL;
	see(&s, first(v, most), first(sq, most), begins);
	*height = total(s.lines);
	return is_whole(&s, p, p + i + most, *height) ? p + i + most : NULL;
}

FAST const char *
rows_letters_fast(const char *p)
{
	unsigned other;

	for (;; p += STEP) {
		BYTES small = either(at(p), every(32));
		BYTES up_down = either(is(small, 'u'), is(small, 'd'));
		BYTES sideways = either(is(small, 'l'), is(small, 'r'));

		other = bits(either(up_down, sideways)) ^ EVERY_BIT;
		if (other != 0)
			return p + __builtin_ctz(other);
	}
}
