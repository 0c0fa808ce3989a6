/*
 * rle.c - decodes run-length text of boards and moves, for the text reader and
 * sokrle; rle_encode.c encodes.  If there is too little room, the same code
 * goes on without writing, to find all faults and the size, and starts again.
 */
#include <errno.h>
#include <string.h>

#include "board/alphabet.h"
#include "board/rle.h"

#define MAX_NESTING 255 /* whatever the limit says */

/* What a byte of run-length text is; GROUP opens or closes a group, JUMP a jump
 * or a pusher change. */
enum class { STRAY, BLANK, ATOM, DIGIT, BAR, GROUP, JUMP, STAR };

/* Of each kind of character: on boards, in moves, in moves of any variant.  The
 * old letters of squares pass as they stand: whoever reads them decides what
 * they are. */
static const unsigned char classes[ALPHABET_KINDS][4] = {
    [ALPHABET_LE] = {STRAY, BLANK, BLANK},
    [ALPHABET_CR] = {STRAY, BLANK, BLANK},
    [ALPHABET_TA] = {STRAY, BLANK, BLANK},
    [ALPHABET_SP] = {ATOM, BLANK, BLANK},
    [ALPHABET_FL] = {ATOM, STRAY, STRAY},
    [ALPHABET_WA] = {ATOM, STRAY, STRAY},
    [ALPHABET_BX] = {ATOM, STRAY, STRAY},
    [ALPHABET_GO] = {ATOM, STRAY, STRAY},
    [ALPHABET_BG] = {ATOM, STAR, STAR},
    [ALPHABET_PL] = {ATOM, STRAY, STRAY},
    [ALPHABET_PG] = {ATOM, STRAY, STRAY},
    [ALPHABET_DI] = {DIGIT, DIGIT, DIGIT},
    [ALPHABET_GR] = {GROUP, GROUP, GROUP},
    [ALPHABET_BA] = {BAR, STRAY, STRAY},
    [ALPHABET_MV] = {STRAY, ATOM, ATOM},
    [ALPHABET_VM] = {STRAY, STRAY, ATOM},
    [ALPHABET_JU] = {STRAY, JUMP, JUMP},
    [ALPHABET_OP] = {ATOM, STRAY, STRAY},
    [ALPHABET_OQ] = {ATOM, STRAY, STRAY},
    [ALPHABET_OB] = {ATOM, STRAY, STRAY},
    [ALPHABET_OC] = {ATOM, STRAY, STRAY},
    [ALPHABET_OG] = {ATOM, STRAY, STRAY},
    [ALPHABET_OW] = {ATOM, STRAY, ATOM},
};

static inline enum class class_of(enum sok_rle_kind kind, char c) {
	return (enum class)classes[alphabet_kind(c)][kind];
}

/* A group, jump or pusher change that is open; the first is the row, or all
 * moves. */
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
	size_t stars;           /* in the outermost group */
	char *o, *end; /* of the output; end of the room without RLE_PAD */
	bool dry;      /* no room: o is end, and nothing is written */
	char spare[RLE_PAD];
	struct frame stack[MAX_NESTING + 2];
};

static bool
refuse_text(
    struct decode *d, enum sok_rule rule, size_t at, const char *message)
{
	*d->e = (struct sok_rle_error){rule, at, message};
	return false;
}

static bool
idle_count(struct decode *d, size_t at)
{
	return refuse_text(
	    d, SOK_RLE_COUNT_RULE, at, "this count has nothing to repeat");
}

static bool
too_large(struct decode *d, size_t at)
{
	bool row = d->max == d->limits->v[SOK_LIMIT_SIDE];

	return refuse_text(d, SOK_LIMIT_RULE, at,
	    d->kind != SOK_RLE_BOARD ? "more moves than the limit `moves`"
	        : row ? "more squares in a row than the limit `side`"
	              : "more squares than the limit `squares`");
}

/* Add n atoms to what is open. */
static bool
grow(struct decode *d, size_t n, size_t at)
{
	struct frame *f = &d->stack[d->depth];

	if (n > d->max - f->size)
		return too_large(d, at);
	f->size += n;
	return true;
}

/* Write a byte that counts as an atom. */
static bool
put(struct decode *d, char c)
{
	d->dry |= d->o == d->end;
	if (!d->dry)
		*d->o++ = c;
	return c == '|' || grow(d, 1, d->at);
}

/* Parse a count from its digit s on into *count; a wrapped game may break it
 * anywhere.  Returns what follows it, NULL if it is refused. */
static inline const char *
take_count(struct decode *d, const char *s, size_t *count)
{
	const char *text = d->text.s, *end = text + d->text.len;
	size_t n = *count, digits = n > 0 ? d->digits : 0;

	if (n == 0) {
		d->count_at = (size_t)(s - text);
		if (*s == '0') {
			refuse_text(d, SOK_RLE_COUNT_RULE, d->count_at,
			    "a count cannot begin with 0");
			return NULL;
		}
	}
	do {
		if (++digits > d->limits->v[SOK_LIMIT_DIGITS]) {
			refuse_text(d, SOK_LIMIT_RULE, d->count_at,
			    "more digits in a count than the limit `digits`");
			return NULL;
		}
		n = n * 10 + (size_t)(*s++ - '0');
	} while (s < end && sok_is_digit(*s));
	d->digits = digits;
	*count = n;
	return s;
}

/* Of this row, or of all moves. */
static size_t
most(const struct decode *d)
{
	size_t side = d->limits->v[SOK_LIMIT_SIDE];
	size_t left = d->limits->v[SOK_LIMIT_SQUARES] - d->total;

	if (d->kind != SOK_RLE_BOARD)
		return d->limits->v[SOK_LIMIT_MOVES];
	return side < left ? side : left;
}

/* The number of atoms without counts from s on, or of some of them. */
static inline size_t
find_span(const struct decode *d, const char *s, const char *end)
{
	size_t n = 0, more;

	while (d->kind != SOK_RLE_BOARD && end - s >= (ptrdiff_t)n + 16) {
		more = alphabet_moves(s + n);
		if (more < 16)
			return n + more > 0 ? n + more : 1;
		n += 16; /* not more, for which the processor would wait */
	}
	while (s + n < end && class_of(d->kind, s[n]) == ATOM)
		n++;
	return n;
}

/* Write the span, or its only atom so often, and up to RLE_PAD bytes more. */
static inline void
put_atoms(char *o, const char *s, const char *end, size_t span, size_t count)
{
	if (count > RLE_PAD)
		memset(o, *s, count);
	else if (count > 0)
		memset(o, *s, RLE_PAD);
	else if (span <= RLE_PAD && end - s >= RLE_PAD)
		memcpy(o, s, RLE_PAD);
	else
		memcpy(o, s, span);
}

/* Take atoms and counts, which are most of every text. */
static bool
take_atoms(struct decode *d)
{
	size_t *size = &d->stack[d->depth].size, left = d->max - *size;
	const char *text = d->text.s, *end = text + d->text.len;
	const char *s = text + d->at;
	char *o = d->o, *last = d->end;
	size_t count = d->count, span, n;
	enum class what;

	for (; s < end; s += span) {
		what = class_of(d->kind, *s);
		if (what == DIGIT) {
			s = take_count(d, s, &count);
			if (s == NULL)
				return false;
			if (s == end)
				break;
			what = class_of(d->kind, *s);
		}
		if (what != ATOM)
			break;
		span = count > 0 ? 1 : find_span(d, s, end);
		n = count > 0 ? count : span;
		if (n > left)
			return too_large(d,
			    n == span ? (size_t)(s - text) + left
			              : d->count_at);
		left -= n;
		if (n > (size_t)(last - o)) {
			d->dry = true; /* and nothing from here on */
			o = last;
		} else {
			put_atoms(o, s, end, span, count);
			o += n;
		}
		count = 0;
	}
	d->at = (size_t)(s - text);
	d->count = count;
	*size = d->max - left;
	d->o = o;
	return true;
}

static void
push(struct decode *d, char close)
{
	d->stack[++d->depth] = (struct frame){.count = d->count,
	    .at = d->count ? d->count_at : d->at,
	    .close = close,
	    .start = d->o};
	d->count = 0;
}

/* A group without a count stands in moves as it is, so it has a size. */
static bool
take_open(struct decode *d)
{
	size_t limit = d->limits->v[SOK_LIMIT_NESTING];
	bool bare = d->count == 0;

	if (d->nesting >= limit || d->nesting >= MAX_NESTING)
		return refuse_text(d, SOK_LIMIT_RULE, d->at,
		    "groups nested deeper than the limit `nesting`");
	d->nesting++;
	d->counted += !bare;
	push(d, ')');
	if (d->depth == 1)
		d->stars = 0;
	return d->kind == SOK_RLE_BOARD || !bare || put(d, '(');
}

/* n times what stands between start and the end. */
static void
repeat(struct decode *d, const char *start, size_t n)
{
	size_t have = (size_t)(d->o - start), all = have * n;

	d->dry |= all - have > (size_t)(d->end - d->o);
	if (d->dry) {
		d->o = d->end;
		return;
	}
	for (size_t more; have < all; have += more) {
		more = have < all - have ? have : all - have;
		memcpy(d->o, start, more);
		d->o += more;
	}
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

static bool
take_close(struct decode *d)
{
	struct frame *f = &d->stack[d->depth];
	bool bare = f->count == 0;
	size_t n = f->count + bare;

	if (f->close != ')')
		return refuse_text(d, SOK_RLE_NESTING_RULE, d->at,
		    "this parenthesis closes nothing");
	d->depth--;
	d->nesting--;
	d->counted -= !bare;
	if (!bare && f->size == 0)
		return idle_count(d, f->at);
	if (f->size > 0 && n > d->max / f->size)
		return too_large(d, f->at);
	if (!grow(d, n * f->size, f->at))
		return false;
	if (!bare && !d->dry)
		repeat(d, f->start, n);
	if (!bare || d->kind == SOK_RLE_BOARD)
		return true;
	if (!put(d, ')'))
		return false;
	if (d->depth == 0 && d->stars && !d->dry)
		hoist(f->start, d->o);
	return true;
}

/* A bracket of a jump or pusher change. */
static bool
take_jump(struct decode *d, char c)
{
	bool change = c == '{' || c == '}';
	struct frame *f = &d->stack[d->depth];
	char open = change ? '{' : '[', close = change ? '}' : ']';

	if (c != '{' && c != '[' && c != '<') {
		if (f->close != close)
			return refuse_text(d, SOK_UNMATCHED_BRACKET_RULE, d->at,
			    "this bracket closes nothing");
		d->jump = false;
		d->depth--;
		return put(d, close) && grow(d, f->size, d->at);
	}
	if (d->count)
		return refuse_text(d, SOK_RLE_GROUP_RULE, d->count_at,
		    "a jump cannot be repeated without a group");
	if (d->jump)
		return refuse_text(d, SOK_UNMATCHED_BRACKET_RULE, d->at,
		    change ? "a pusher change inside another bracket"
		           : "a jump inside another bracket");
	d->jump = true;
	push(d, close);
	return put(d, open);
}

static bool
take_mark(struct decode *d, enum class what, char c)
{
	bool opens = c == '(' || c == '[' || c == '<' || c == '{';

	if (d->count > 0 && !opens)
		return idle_count(d, d->count_at);
	if (what == GROUP)
		return opens ? take_open(d) : take_close(d);
	if (what == JUMP)
		return take_jump(d, c);
	if (what == STAR) {
		if (d->counted || d->jump)
			return refuse_text(d, SOK_RLE_GROUP_RULE, d->at,
			    d->jump
			        ? "a position mark inside a jump"
			        : "a position mark inside a repeated group");
		d->stars++;
		return put(d, '*');
	}
	/* A row ends. */
	if (d->depth > 0)
		return refuse_text(d, SOK_RLE_GROUP_RULE, d->stack[d->depth].at,
		    "this group extends beyond its row");
	d->bars++;
	d->total += d->stack[0].size;
	d->stack[0].size = 0;
	d->max = most(d);
	return put(d, '|');
}

/* The whole text, or the first fault into d->e. */
static bool
decode(struct decode *d)
{
	const struct frame *f;

	d->at = d->count = d->count_at = d->digits = d->total = d->bars = 0;
	d->depth = d->nesting = d->counted = d->stars = 0;
	d->jump = d->dry = false;
	d->max = most(d);
	d->stack[0] = (struct frame){.close = '\0'};
	while (d->at < d->text.len) {
		char c = d->text.s[d->at];
		enum class what = class_of(d->kind, c);

		if (what == STRAY)
			return refuse_text(d, SOK_SYNTAX_RULE, d->at,
			    d->kind == SOK_RLE_BOARD ? "this is not a square"
			                             : "this is not a move");
		if (what == ATOM || what == DIGIT) {
			if (!take_atoms(d))
				return false;
			continue;
		}
		if (what != BLANK && !take_mark(d, what, c))
			return false;
		d->at++;
	}
	if (d->count)
		return idle_count(d, d->count_at);
	f = &d->stack[d->depth];
	d->total += f->size;
	if (d->depth == 0)
		return true;
	return refuse_text(d,
	    f->close == ')' ? SOK_RLE_NESTING_RULE : SOK_UNMATCHED_BRACKET_RULE,
	    f->at,
	    f->close == ')'       ? "this group is not closed"
	        : f->close == '}' ? "this pusher change is not closed"
	                          : "this jump is not closed");
}

int
sok_rle_decode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    const struct sok_limits *limits, struct sok_rle_error *e)
{
	size_t room = out->cap - out->len;
	struct decode d;

	d.text = text;
	d.kind = kind;
	d.limits = limits;
	d.e = e;
	d.o = d.end = d.spare;
	if (room > RLE_PAD) {
		d.o = out->s + out->len;
		d.end = d.o + room - RLE_PAD;
	}
	if (!decode(&d))
		return -1;
	if (d.dry || d.end == d.spare) {
		room = d.total + d.bars;
		if (!sok_buf_room(out, room + RLE_PAD)) {
			e->message = NULL;
			errno = ENOMEM;
			return -1;
		}
		d.o = out->s + out->len;
		d.end = d.o + room;
		decode(&d);
	}
	out->len = (size_t)(d.o - out->s);
	return 0;
}
