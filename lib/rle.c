/*
 * rle.c - run-length text of boards and moves into squares and letters, for
 * the text reader and sokrle; rle_encode.c is the way back.
 *
 * Decoding reads the text twice: measure() finds every fault and the exact
 * size, expand() then fills memory of that size and checks nothing.
 */
#include <errno.h>
#include <string.h>

#include "rle.h"

#define MAX_NESTING 255 /* whatever the limit says */

/* What a byte of run-length text is. */
enum class {
	STRAY,
	ATOM,
	DIGIT,
	OPEN,
	CLOSE,
	BAR,
	BLANK,
	JUMP, /* opens a jump or a pusher change */
	LAND, /* closes it */
	STAR,
	NCLASSES
};

#define FOUR(class, a, b, c, d) \
	[a] = class, [b] = class, [c] = class, [d] = class
#define COMMON \
	FOUR(DIGIT, '0', '1', '2', '3'), FOUR(DIGIT, '4', '5', '6', '7'), \
	    ['8'] = DIGIT, ['9'] = DIGIT, ['('] = OPEN, [')'] = CLOSE

/* The old letters of squares pass as they stand: whoever reads them decides
 * what they are. */
static const unsigned char classes[2][256] = {
    [SOK_RLE_BOARD] = {COMMON, FOUR(ATOM, '#', '@', '+', '$'),
        FOUR(ATOM, '*', '.', '-', '_'), FOUR(ATOM, 'p', 'P', 'm', 'M'),
        FOUR(ATOM, 'b', 'B', 'o', 'W'), [' '] = ATOM, ['|'] = BAR},
    [SOK_RLE_MOVES] = {COMMON, FOUR(ATOM, 'u', 'd', 'l', 'r'),
        FOUR(ATOM, 'U', 'D', 'L', 'R'),
        FOUR(BLANK, ' ', '\t', '\r', '\n'), ['['] = JUMP, ['<'] = JUMP,
        ['{'] = JUMP, [']'] = LAND, ['>'] = LAND, ['}'] = LAND, ['*'] = STAR},
};

/* A group, jump or pusher change that is open; the first is the text. */
struct frame {
	size_t count; /* 0: none was written */
	size_t size;  /* of one time, so far */
	size_t at;    /* of the count, else of the opening */
	char close;   /* what ends it */
};

struct measure {
	struct sok_str text;
	enum sok_rle_kind kind;
	const struct sok_limits *limits;
	struct sok_rle_error *e;
	size_t at;
	size_t count, count_at; /* count 0: none waits for its atom */
	size_t digits;          /* of the count */
	size_t max;             /* of one row, of all moves */
	size_t total, bars;     /* of the rows before */
	size_t depth;           /* of the stack */
	size_t nesting;         /* groups in it ... */
	size_t counted;         /* ... and those with a count */
	bool jump;              /* inside a jump or pusher change */
	struct frame stack[MAX_NESTING + 2];
};

static bool
fail(struct measure *m, enum sok_rule rule, size_t at, const char *message)
{
	*m->e = (struct sok_rle_error){rule, at, message};
	return false;
}

static bool
idle_count(struct measure *m)
{
	return fail(m, SOK_RLE_COUNT_RULE, m->count_at,
	    "this count has nothing to repeat");
}

static bool
too_large(struct measure *m, size_t at)
{
	if (m->kind == SOK_RLE_MOVES)
		return fail(m, SOK_LIMIT_RULE, at, "more moves than the limit");
	if (m->max == m->limits->v[SOK_LIMIT_SIDE])
		return fail(m, SOK_LIMIT_RULE, at,
		    "more squares in a row than the limit");
	return fail(m, SOK_LIMIT_RULE, at, "more squares than the limit");
}

static bool
grow(struct measure *m, size_t n, size_t at)
{
	struct frame *f = &m->stack[m->depth];

	if (n > m->max - f->size)
		return too_large(m, at);
	f->size += n;
	return true;
}

static bool
take_stray(struct measure *m)
{
	return fail(m, SOK_SYNTAX_RULE, m->at,
	    m->kind == SOK_RLE_BOARD ? "this is no square" : "this is no move");
}

static bool
take_atom(struct measure *m)
{
	size_t n = m->count ? m->count : 1;

	m->count = 0;
	return grow(m, n, n > 1 ? m->count_at : m->at);
}

/* One digit: a wrapped game may break a count anywhere. */
static bool
take_digit(struct measure *m)
{
	size_t digit = (size_t)(m->text.s[m->at] - '0');

	if (m->count == 0) {
		if (digit == 0)
			return fail(m, SOK_RLE_COUNT_RULE, m->at,
			    "a count cannot begin with 0");
		m->count_at = m->at;
		m->digits = 0;
	}
	if (++m->digits > m->limits->v[SOK_LIMIT_DIGITS])
		return fail(m, SOK_LIMIT_RULE, m->count_at,
		    "more digits in a count than the limit");
	if (m->count > (SIZE_MAX - digit) / 10)
		return too_large(m, m->count_at);
	m->count = m->count * 10 + digit;
	return true;
}

static void
push(struct measure *m, char close)
{
	m->stack[++m->depth] = (struct frame){.count = m->count,
	    .at = m->count ? m->count_at : m->at,
	    .close = close};
	m->count = 0;
}

/* A group without a count stands in moves as it is, so it has a size. */
static bool
take_open(struct measure *m)
{
	size_t limit = m->limits->v[SOK_LIMIT_NESTING];
	bool bare = m->count == 0;

	if (m->nesting >= limit || m->nesting >= MAX_NESTING)
		return fail(m, SOK_LIMIT_RULE, m->at,
		    "groups nested deeper than the limit");
	m->nesting++;
	m->counted += !bare;
	push(m, ')');
	return m->kind == SOK_RLE_BOARD || !bare || grow(m, 1, m->at);
}

static bool
take_close(struct measure *m)
{
	struct frame *f = &m->stack[m->depth];
	size_t n = f->count ? f->count : 1;
	bool bare = f->count == 0;

	if (m->count)
		return idle_count(m);
	if (f->close != ')')
		return fail(m, SOK_RLE_NESTING_RULE, m->at,
		    "this parenthesis closes nothing");
	m->depth--;
	m->nesting--;
	m->counted -= !bare;
	if (!bare && f->size == 0)
		return fail(m, SOK_RLE_COUNT_RULE, f->at,
		    "this count has nothing to repeat");
	if (f->size > 0 && n > m->max / f->size)
		return too_large(m, f->at);
	return grow(m, n * f->size, f->at) &&
	    (m->kind == SOK_RLE_BOARD || !bare || grow(m, 1, m->at));
}

/* A row ends. */
static bool
take_bar(struct measure *m)
{
	size_t side = m->limits->v[SOK_LIMIT_SIDE];
	size_t squares = m->limits->v[SOK_LIMIT_SQUARES];

	if (m->count)
		return idle_count(m);
	if (m->depth > 0)
		return fail(m, SOK_RLE_GROUP_RULE, m->stack[m->depth].at,
		    "this group goes beyond its row");
	m->bars++;
	m->total += m->stack[0].size;
	m->stack[0].size = 0;
	m->max = side < squares - m->total ? side : squares - m->total;
	return true;
}

static bool
take_blank(struct measure *m)
{
	(void)m;
	return true;
}

static bool
take_jump(struct measure *m)
{
	char c = m->text.s[m->at];

	if (m->count)
		return fail(m, SOK_RLE_GROUP_RULE, m->count_at,
		    "a jump cannot be repeated without a group");
	if (m->jump)
		return fail(
		    m, SOK_RLE_NESTING_RULE, m->at, "a jump inside a jump");
	m->jump = true;
	push(m, c == '{' ? '}' : ']');
	return grow(m, 1, m->at);
}

static bool
take_land(struct measure *m)
{
	struct frame *f = &m->stack[m->depth];
	char close = m->text.s[m->at] == '}' ? '}' : ']';

	if (m->count)
		return idle_count(m);
	if (f->close != close)
		return fail(m, SOK_RLE_NESTING_RULE, m->at,
		    "this bracket closes nothing");
	m->jump = false;
	m->depth--;
	return grow(m, f->size + 1, m->at);
}

static bool
take_star(struct measure *m)
{
	if (m->count)
		return idle_count(m);
	if (m->counted || m->jump)
		return fail(m, SOK_RLE_GROUP_RULE, m->at,
		    m->jump ? "a position mark inside a jump"
		            : "a position mark inside a repeated group");
	return grow(m, 1, m->at);
}

typedef bool take_fn(struct measure *m);

static take_fn *const take[NCLASSES] = {
    [STRAY] = take_stray,
    [ATOM] = take_atom,
    [DIGIT] = take_digit,
    [OPEN] = take_open,
    [CLOSE] = take_close,
    [BAR] = take_bar,
    [BLANK] = take_blank,
    [JUMP] = take_jump,
    [LAND] = take_land,
    [STAR] = take_star,
};

/* The whole text into m->total, or the first fault into m->e. */
static bool
measure(struct measure *m)
{
	const unsigned char *class = classes[m->kind];

	for (; m->at < m->text.len; m->at++)
		if (!take[class[(unsigned char)m->text.s[m->at]]](m))
			return false;
	if (m->count)
		return idle_count(m);
	if (m->depth > 0)
		return fail(m, SOK_RLE_NESTING_RULE, m->stack[m->depth].at,
		    m->stack[m->depth].close == ')' ? "this group does not end"
		                                    : "this jump does not end");
	m->total += m->stack[0].size;
	return true;
}

/* n times what stands between start and o. */
static char *
repeat(char *start, char *o, size_t n)
{
	size_t have = (size_t)(o - start), all = have * n;

	for (size_t more; have < all; have += more) {
		more = have < all - have ? have : all - have;
		memcpy(start + have, start, more);
	}
	return start + all;
}

/* Position marks go before the group they stand in. */
static void
hoist(char *start, char *o)
{
	char *to = o;

	while (o > start)
		if (*--o != '*')
			*--to = *o;
	memset(start, '*', (size_t)(to - start));
}

struct expand {
	char *o;
	enum sok_rle_kind kind;
	size_t depth, stars;
	struct {
		size_t count; /* 0: none was written */
		char *start;
	} stack[MAX_NESTING + 1];
};

static void
open_group(struct expand *x, size_t count)
{
	x->stack[x->depth].count = count;
	x->stack[x->depth].start = x->o;
	if (x->depth++ == 0)
		x->stars = 0;
	if (count == 0 && x->kind == SOK_RLE_MOVES)
		*x->o++ = '(';
}

static void
close_group(struct expand *x)
{
	char *start = x->stack[--x->depth].start;
	size_t count = x->stack[x->depth].count;

	if (count > 0) {
		x->o = repeat(start, x->o, count);
		return;
	}
	if (x->kind == SOK_RLE_MOVES)
		*x->o++ = ')';
	if (x->depth == 0 && x->stars)
		hoist(start, x->o);
}

static void
put(struct expand *x, char c, size_t n)
{
	memset(x->o, c, RLE_PAD);
	if (n > RLE_PAD)
		memset(x->o, c, n);
	x->o += n;
}

/* What measure() found good, into memory of that size and RLE_PAD. */
static char *
expand(char *o, struct sok_str text, enum sok_rle_kind kind)
{
	const unsigned char *class = classes[kind];
	struct expand x = {.o = o, .kind = kind};
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		char c = text.s[i];

		switch (class[(unsigned char)c]) {
		case DIGIT:
			n = n * 10 + (size_t)(c - '0');
			continue;
		case BLANK:
			continue;
		case ATOM:
			put(&x, c, n ? n : 1);
			break;
		case OPEN:
			open_group(&x, n);
			break;
		case CLOSE:
			close_group(&x);
			break;
		default:
			x.stars += c == '*';
			*x.o++ = c == '<' ? '[' : c == '>' ? ']' : c;
		}
		n = 0;
	}
	return x.o;
}

static int
no_memory(struct sok_rle_error *e)
{
	*e = (struct sok_rle_error){.message = NULL};
	errno = ENOMEM;
	return -1;
}

int
rle_decode_plain(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, const struct sok_limits *limits,
    struct sok_rle_error *e)
{
	size_t side = limits->v[SOK_LIMIT_SIDE];
	size_t squares = limits->v[SOK_LIMIT_SQUARES];
	struct measure m;

	m.text = text;
	m.kind = kind;
	m.limits = limits;
	m.e = e;
	m.at = m.count = m.total = m.depth = m.nesting = m.counted = 0;
	m.bars = 0;
	m.jump = false;
	m.max = side < squares ? side : squares;
	if (kind == SOK_RLE_MOVES)
		m.max = limits->v[SOK_LIMIT_MOVES];
	m.stack[0] = (struct frame){0};
	if (!measure(&m))
		return -1;
	if (!sok_buf_room(out, m.total + m.bars + RLE_PAD))
		return no_memory(e);
	out->len = (size_t)(expand(out->s + out->len, text, kind) - out->s);
	return 0;
}

int
sok_rle_decode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    const struct sok_limits *limits, struct sok_rle_error *e)
{
	size_t side = limits->v[SOK_LIMIT_SIDE];
	size_t squares = limits->v[SOK_LIMIT_SQUARES];
	size_t max = side < squares ? side : squares, size;

	/* A size no row is allowed to have may be that of many rows. */
	if (kind == SOK_RLE_MOVES)
		max = limits->v[SOK_LIMIT_MOVES];
	if (limits->v[SOK_LIMIT_DIGITS] < 2 ||
	    !rle_fast_size(text, kind, &size) || size > max)
		return rle_decode_plain(out, text, kind, limits, e);
	if (!sok_buf_room(out, size + RLE_PAD))
		return no_memory(e);
	out->len = (size_t)(rle_fast_expand(out->s + out->len, text) - out->s);
	return 0;
}

bool
rle_is_atom(enum sok_rle_kind kind, char c)
{
	return classes[kind][(unsigned char)c] == ATOM;
}
