/*
 * rle.c - run-length text of boards and moves into squares and letters, for
 * the text reader and sokrle; rle_encode.c is the way back.
 *
 * Decoding reads the text twice: measure() finds every fault and the exact
 * size, expand() then fills memory of that size and checks nothing.
 */
#include <errno.h>
#include <string.h>

#include "board/rle.h"

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
#define MOVES \
	FOUR(ATOM, 'u', 'd', 'l', 'r'), FOUR(ATOM, 'U', 'D', 'L', 'R'), \
	    FOUR(BLANK, ' ', '\t', '\r', '\n'), \
	    ['['] = JUMP, ['<'] = JUMP, ['{'] = JUMP, [']'] = LAND, \
	    ['>'] = LAND, ['}'] = LAND, ['*'] = STAR

/* The old letters of squares pass as they stand: whoever reads them decides
 * what they are. */
static const unsigned char classes[3][256] = {
    [SOK_RLE_BOARD] = {COMMON, FOUR(ATOM, '#', '@', '+', '$'),
        FOUR(ATOM, '*', '.', '-', '_'), FOUR(ATOM, 'p', 'P', 'm', 'M'),
        FOUR(ATOM, 'b', 'B', 'o', 'W'), [' '] = ATOM, ['|'] = BAR},
    [SOK_RLE_MOVES] = {COMMON, MOVES},
    [SOK_RLE_VARIANT_MOVES] = {COMMON, MOVES, FOUR(ATOM, 'n', 's', 'e', 'w'),
        FOUR(ATOM, 'N', 'S', 'E', 'W')},
};

/* A group, jump or pusher change that is open; the first is the text. */
struct frame {
	size_t count; /* 0: none was written */
	size_t size;  /* of one time, so far */
	size_t at;    /* of the count, else of the opening */
	char close;   /* what ends it */
	char *start;  /* of its expansion */
};

struct decode {
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
	char *o;                /* end of the expansion */
	size_t stars;           /* in the outermost group */
	struct frame stack[MAX_NESTING + 2];
};

static bool
fail_at(struct decode *d, enum sok_rule rule, size_t at, const char *message)
{
	*d->e = (struct sok_rle_error){rule, at, message};
	return false;
}

static bool
idle_count(struct decode *d)
{
	return fail_at(d, SOK_RLE_COUNT_RULE, d->count_at,
	    "this count has nothing to repeat");
}

static bool
too_large(struct decode *d, size_t at)
{
	if (d->kind != SOK_RLE_BOARD)
		return fail_at(
		    d, SOK_LIMIT_RULE, at, "more moves than the limit `moves`");
	if (d->max == d->limits->v[SOK_LIMIT_SIDE])
		return fail_at(d, SOK_LIMIT_RULE, at,
		    "more squares in a row than the limit `side`");
	return fail_at(
	    d, SOK_LIMIT_RULE, at, "more squares than the limit `squares`");
}

static bool
grow(struct decode *d, size_t n, size_t at)
{
	struct frame *f = &d->stack[d->depth];

	if (n > d->max - f->size)
		return too_large(d, at);
	f->size += n;
	return true;
}

static bool
take_stray(struct decode *d)
{
	return fail_at(d, SOK_SYNTAX_RULE, d->at,
	    d->kind == SOK_RLE_BOARD ? "this is no square" : "this is no move");
}

static bool
take_atom(struct decode *d)
{
	size_t n = d->count ? d->count : 1;

	d->count = 0;
	return grow(d, n, n > 1 ? d->count_at : d->at);
}

/* One digit: a wrapped game may break a count anywhere. */
static bool
take_digit(struct decode *d)
{
	size_t digit = (size_t)(d->text.s[d->at] - '0');

	if (d->count == 0) {
		if (digit == 0)
			return fail_at(d, SOK_RLE_COUNT_RULE, d->at,
			    "a count cannot begin with 0");
		d->count_at = d->at;
		d->digits = 0;
	}
	if (++d->digits > d->limits->v[SOK_LIMIT_DIGITS])
		return fail_at(d, SOK_LIMIT_RULE, d->count_at,
		    "more digits in a count than the limit `digits`");
	if (d->count > (SIZE_MAX - digit) / 10)
		return too_large(d, d->count_at);
	d->count = d->count * 10 + digit;
	return true;
}

static void
push(struct decode *d, char close)
{
	d->stack[++d->depth] = (struct frame){.count = d->count,
	    .at = d->count ? d->count_at : d->at,
	    .close = close};
	d->count = 0;
}

/* A group without a count stands in moves as it is, so it has a size. */
static bool
take_open(struct decode *d)
{
	size_t limit = d->limits->v[SOK_LIMIT_NESTING];
	bool bare = d->count == 0;

	if (d->nesting >= limit || d->nesting >= MAX_NESTING)
		return fail_at(d, SOK_LIMIT_RULE, d->at,
		    "groups nested deeper than the limit `nesting`");
	d->nesting++;
	d->counted += !bare;
	push(d, ')');
	return d->kind == SOK_RLE_BOARD || !bare || grow(d, 1, d->at);
}

static bool
take_close(struct decode *d)
{
	struct frame *f = &d->stack[d->depth];
	size_t n = f->count ? f->count : 1;
	bool bare = f->count == 0;

	if (d->count)
		return idle_count(d);
	if (f->close != ')')
		return fail_at(d, SOK_RLE_NESTING_RULE, d->at,
		    "this parenthesis closes nothing");
	d->depth--;
	d->nesting--;
	d->counted -= !bare;
	if (!bare && f->size == 0)
		return fail_at(d, SOK_RLE_COUNT_RULE, f->at,
		    "this count has nothing to repeat");
	if (f->size > 0 && n > d->max / f->size)
		return too_large(d, f->at);
	return grow(d, n * f->size, f->at) &&
	    (d->kind == SOK_RLE_BOARD || !bare || grow(d, 1, d->at));
}

/* A row ends. */
static bool
take_bar(struct decode *d)
{
	size_t side = d->limits->v[SOK_LIMIT_SIDE];
	size_t squares = d->limits->v[SOK_LIMIT_SQUARES];

	if (d->count)
		return idle_count(d);
	if (d->depth > 0)
		return fail_at(d, SOK_RLE_GROUP_RULE, d->stack[d->depth].at,
		    "this group goes beyond its row");
	d->bars++;
	d->total += d->stack[0].size;
	d->stack[0].size = 0;
	d->max = side < squares - d->total ? side : squares - d->total;
	return true;
}

static bool
take_blank(struct decode *d)
{
	(void)d;
	return true;
}

static bool
take_jump(struct decode *d)
{
	char c = d->text.s[d->at];

	if (d->count)
		return fail_at(d, SOK_RLE_GROUP_RULE, d->count_at,
		    "a jump cannot be repeated without a group");
	if (d->jump)
		return fail_at(d, SOK_UNMATCHED_BRACKET_RULE, d->at,
		    c == '{' ? "a pusher change inside another bracket"
		             : "a jump inside another bracket");
	d->jump = true;
	push(d, c == '{' ? '}' : ']');
	return grow(d, 1, d->at);
}

static bool
take_land(struct decode *d)
{
	struct frame *f = &d->stack[d->depth];
	char close = d->text.s[d->at] == '}' ? '}' : ']';

	if (d->count)
		return idle_count(d);
	if (f->close != close)
		return fail_at(d, SOK_UNMATCHED_BRACKET_RULE, d->at,
		    "this bracket closes nothing");
	d->jump = false;
	d->depth--;
	return grow(d, f->size + 1, d->at);
}

static bool
take_star(struct decode *d)
{
	if (d->count)
		return idle_count(d);
	if (d->counted || d->jump)
		return fail_at(d, SOK_RLE_GROUP_RULE, d->at,
		    d->jump ? "a position mark inside a jump"
		            : "a position mark inside a repeated group");
	return grow(d, 1, d->at);
}

typedef bool take_fn(struct decode *d);

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

static bool
not_closed(struct decode *d, const struct frame *f)
{
	if (f->close == ')')
		return fail_at(
		    d, SOK_RLE_NESTING_RULE, f->at, "this group does not end");
	return fail_at(d, SOK_UNMATCHED_BRACKET_RULE, f->at,
	    f->close == '}' ? "this pusher change does not end"
	                    : "this jump does not end");
}

/* The whole text into d->total, or the first fault into d->e. */
static bool
measure(struct decode *d)
{
	const unsigned char *class = classes[d->kind];

	for (; d->at < d->text.len; d->at++)
		if (!take[class[(unsigned char)d->text.s[d->at]]](d))
			return false;
	if (d->count)
		return idle_count(d);
	if (d->depth > 0)
		return not_closed(d, &d->stack[d->depth]);
	d->total += d->stack[0].size;
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

static void
open_group(struct decode *d, size_t count)
{
	struct frame *f = &d->stack[d->depth++];

	f->count = count;
	f->start = d->o;
	if (d->depth == 1)
		d->stars = 0;
	if (count == 0 && d->kind != SOK_RLE_BOARD)
		*d->o++ = '(';
}

static void
close_group(struct decode *d)
{
	struct frame *f = &d->stack[--d->depth];

	if (f->count > 0) {
		d->o = repeat(f->start, d->o, f->count);
		return;
	}
	if (d->kind != SOK_RLE_BOARD)
		*d->o++ = ')';
	if (d->depth == 0 && d->stars)
		hoist(f->start, d->o);
}

static void
put_squares(struct decode *d, char c, size_t n)
{
	memset(d->o, c, RLE_PAD);
	if (n > RLE_PAD)
		memset(d->o, c, n);
	d->o += n;
}

/* What measure() found good, to d->o: memory of that size and RLE_PAD. */
static void
expand(struct decode *d)
{
	const unsigned char *class = classes[d->kind];
	size_t n = 0;

	d->depth = 0;
	for (size_t i = 0; i < d->text.len; i++) {
		char c = d->text.s[i];

		switch (class[(unsigned char)c]) {
		case DIGIT:
			n = n * 10 + (size_t)(c - '0');
			continue;
		case BLANK:
			continue;
		case ATOM:
			put_squares(d, c, n ? n : 1);
			break;
		case OPEN:
			open_group(d, n);
			break;
		case CLOSE:
			close_group(d);
			break;
		default:
			d->stars += c == '*';
			*d->o++ = c == '<' ? '[' : c == '>' ? ']' : c;
		}
		n = 0;
	}
}

static int
no_memory(struct sok_rle_error *e)
{
	*e = (struct sok_rle_error){.message = NULL};
	errno = ENOMEM;
	return -1;
}

/* Of a row, or of all moves. */
static size_t
most(enum sok_rle_kind kind, const struct sok_limits *l)
{
	size_t side = l->v[SOK_LIMIT_SIDE], squares = l->v[SOK_LIMIT_SQUARES];

	if (kind != SOK_RLE_BOARD)
		return l->v[SOK_LIMIT_MOVES];
	return side < squares ? side : squares;
}

int
rle_decode_plain(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, const struct sok_limits *limits,
    struct sok_rle_error *e)
{
	struct decode d = {.text = text,
	    .kind = kind,
	    .limits = limits,
	    .e = e,
	    .max = most(kind, limits)};

	if (!measure(&d))
		return -1;
	if (!sok_buf_room(out, d.total + d.bars + RLE_PAD))
		return no_memory(e);
	d.o = out->s + out->len;
	expand(&d);
	out->len = (size_t)(d.o - out->s);
	return 0;
}

int
rle_decode(struct sok_buf *out, struct sok_str text, size_t readable,
    enum sok_rle_kind kind, const struct sok_limits *limits,
    struct sok_rle_error *e)
{
	size_t size;

	if (kind != SOK_RLE_BOARD && text.len <= most(kind, limits) &&
	    rle_fast_letters(text)) {
		sok_buf_add(out, text);
		return out->failed ? no_memory(e) : 0;
	}
	/* A size no row is allowed to have may be that of many rows. */
	if (limits->v[SOK_LIMIT_DIGITS] < 2 || kind == SOK_RLE_VARIANT_MOVES ||
	    !rle_fast_size(text, readable, kind, &size) ||
	    size > most(kind, limits))
		return rle_decode_plain(out, text, kind, limits, e);
	if (!sok_buf_room(out, size + RLE_PAD))
		return no_memory(e);
	out->len = (size_t)(rle_fast_expand(out->s + out->len, text, readable) -
	    out->s);
	return 0;
}

int
sok_rle_decode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    const struct sok_limits *limits, struct sok_rle_error *e)
{
	return rle_decode(out, text, text.len, kind, limits, e);
}

int
rle_decode_game(struct sok_buf *out, struct sok_str moves,
    enum sok_rle_kind kind, const struct sok_limits *limits, size_t *decoded,
    struct sok_rle_error *e)
{
	struct sok_limits left = *limits;
	size_t *most = &left.v[SOK_LIMIT_MOVES], had = out->len;

	*most -= *decoded < *most ? *decoded : *most;
	if (sok_rle_decode(out, moves, kind, &left, e) == -1)
		return -1;
	*decoded += out->len - had;
	return 0;
}

bool
rle_is_atom(enum sok_rle_kind kind, char c)
{
	kind = kind == SOK_RLE_MOVES ? SOK_RLE_VARIANT_MOVES : kind;
	return classes[kind][(unsigned char)c] == ATOM;
}
