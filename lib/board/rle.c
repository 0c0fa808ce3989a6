/* rle.c - decodes run-length text of boards and moves. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/alphabet.h"
#include "board/rle.h"

#define MAX_NESTING 255 /* whatever the limit says */

/* What a byte of run-length text is. */
enum { STRAY, BLANK, ATOM, DIGIT, MARK };

#define IS(kind) (1u << ALPHABET_##kind)
#define IS_BLANK (IS(LE) | IS(CR) | IS(TA) | IS(SP))
/* The old letters of squares pass: whoever reads them decides what they are. */
#define IS_SQUARE \
	(IS(SP) | IS(FL) | IS(WA) | IS(BX) | IS(GO) | IS(BG) | IS(PL) | \
	    IS(PG) | IS(OP) | IS(OQ) | IS(OB) | IS(OC) | IS(OG) | IS(OW))
#define CLASS(kind, atoms, blanks, marks) \
	(IS(kind) & (atoms)           ? ATOM \
	        : IS(kind) & (blanks) ? BLANK \
	        : IS(kind) & (marks)  ? MARK \
	        : IS(kind) & IS(DI)   ? DIGIT \
	                              : STRAY)
#define ON_BOARDS(kind) CLASS(kind, IS_SQUARE, 0, IS(GR) | IS(BA))
#define OF_MOVES(kind, letters) \
	CLASS(kind, letters, IS_BLANK, IS(GR) | IS(JU) | IS(BG))
#define IN_MOVES(kind) OF_MOVES(kind, IS(MV))
#define IN_VARIANTS(kind) OF_MOVES(kind, IS(MV) | IS(VM) | IS(OW))
static const unsigned char classes[][256] = {
    [SOK_RLE_BOARD] = {ALPHABET(ON_BOARDS)},
    [SOK_RLE_MOVES] = {ALPHABET(IN_MOVES)},
    [SOK_RLE_VARIANT_MOVES] = {ALPHABET(IN_VARIANTS)},
};

static inline int
class_of(enum sok_rle_kind kind, char c)
{
	return classes[kind][(unsigned char)c];
}

/* An open group, jump or pusher change; the first is the row, or all moves. */
struct frame {
	size_t count;  /* 0: none was written */
	size_t size;   /* of one time, so far */
	size_t at;     /* of the count, else of the opening */
	size_t start;  /* of its expansion in the output */
	char close;    /* what ends it */
	bool repeated; /* it has a count, or a group around it */
};

struct decode {
	struct sok_buf *out;
	struct sok_str text;
	enum sok_rle_kind kind;
	const size_t *limit; /* by enum sok_limit */
	struct sok_rle_error *e;
	size_t at;
	size_t count, count_at; /* count 0: none waits for its atom */
	size_t max;             /* of one row, of all moves */
	size_t total;           /* of the rows before */
	size_t depth;           /* of the stack */
	bool dry;   /* there is too little room; what is written is of no use */
	bool jump;  /* inside a jump or pusher change */
	bool stars; /* in the outermost group */
	struct frame stack[MAX_NESTING + 2];
};

static const char idle[] = "this count has nothing to repeat";

static bool
refuse(struct decode *d, enum sok_rule rule, size_t at, const char *message)
{
	*d->e = (struct sok_rle_error){rule, at, message};
	return false;
}

static bool
too_large(struct decode *d, size_t at)
{
	const char *what = "more squares than the limit `squares`";

	if (d->max == d->limit[SOK_LIMIT_SIDE])
		what = "more squares in a row than the limit `side`";
	if (d->kind != SOK_RLE_BOARD)
		what = "more moves than the limit `moves`";
	return refuse(d, SOK_LIMIT_RULE, at, what);
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

static inline size_t
room(const struct decode *d)
{
	return d->out->cap - d->out->len - RLE_PAD;
}

/* Write a byte that counts as an atom, unless it is a bar. */
static bool
put(struct decode *d, char c)
{
	if (room(d) > 0)
		d->out->s[d->out->len++] = c;
	else
		d->dry = true;
	return c == '|' || grow(d, 1, d->at);
}

/* Begin a row, or all moves. */
static void
begin_row(struct decode *d)
{
	d->total += d->stack[0].size;
	d->stack[0].size = 0;
	size_t left = d->limit[SOK_LIMIT_SQUARES] - d->total;
	d->max =
	    d->limit[SOK_LIMIT_SIDE] < left ? d->limit[SOK_LIMIT_SIDE] : left;
	if (d->kind != SOK_RLE_BOARD)
		d->max = d->limit[SOK_LIMIT_MOVES];
}

/* Parse a count from its digit s on into *count; a wrapped game may break it
 * anywhere.  Returns what follows it, NULL if it is refused. */
static inline const char *
take_count(struct decode *d, const char *s, size_t *count)
{
	const char *from = s, *end = d->text.s + d->text.len;
	size_t n = *count, digits = 0;

	if (n == 0) {
		d->count_at = (size_t)(s - d->text.s);
		if (*s == '0') {
			refuse(d, SOK_RLE_COUNT_RULE, d->count_at,
			    "a count cannot begin with 0");
			return NULL;
		}
	}
	for (size_t before = n; before > 0; before /= 10)
		digits++;
	do
		n = n * 10 + (size_t)(*s++ - '0');
	while (s < end && sok_is_digit(*s));
	digits += (size_t)(s - from);
	if (digits > d->limit[SOK_LIMIT_DIGITS]) {
		refuse(d, SOK_LIMIT_RULE, d->count_at,
		    "more digits in a count than the limit `digits`");
		return NULL;
	}
	*count = n;
	return s;
}

/* Take atoms and counts, most of every text, as long as there is room.  board:
 * d->kind is SOK_RLE_BOARD.  Always inlined: boards have their own loop. */
__attribute__((always_inline)) static inline bool
take_atoms(struct decode *d, bool board)
{
	enum sok_rle_kind kind = board ? SOK_RLE_BOARD : d->kind;
	const char *s = d->text.s + d->at, *end = d->text.s + d->text.len;
	size_t *size = &d->stack[d->depth].size, left = d->max - *size, n;
	size_t most = left < room(d) ? left : room(d), count = d->count;
	char *from = d->out->s + d->out->len, *o = from;
	const char *last = o + most;

	for (; s < end; s++) {
		int what = class_of(kind, *s);

		if (what == ATOM && count == 0 && o < last) {
			*o++ = *s;
			if (board || end - s < 17 || last - o < 16)
				continue;
			n = simd_moves(s + 1);
			memcpy(o, s + 1, 16);
			o += n;
			s += n;
			continue;
		}
		if (what == DIGIT) {
			s = take_count(d, s, &count);
			if (s == NULL)
				return false;
			if (s == end)
				break;
			what = class_of(kind, *s);
		}
		if (what != ATOM || count == 0 || count > (size_t)(last - o))
			break;
		if (count > RLE_PAD)
			memset(o, *s, count);
		else
			memset(o, *s, RLE_PAD);
		o += count;
		count = 0;
	}
	d->at = (size_t)(s - d->text.s);
	d->count = count;
	*size += (size_t)(o - from);
	d->out->len += (size_t)(o - from);
	return true;
}

static void
push(struct decode *d, char close)
{
	const struct frame *f = &d->stack[d->depth];

	d->stack[++d->depth] = (struct frame){.count = d->count,
	    .at = d->count ? d->count_at : d->at,
	    .close = close,
	    .repeated = f->repeated || d->count > 0,
	    .start = d->out->len};
	d->count = 0;
}

/* The end of a group.  Without a count its parentheses stay in moves. */
static bool
close_group(struct decode *d)
{
	struct frame *f = &d->stack[d->depth];
	bool bare = f->count == 0;
	size_t n = f->count + bare;

	if (f->close != ')')
		return refuse(d, SOK_RLE_NESTING_RULE, d->at,
		    "this parenthesis closes nothing");
	d->depth--;
	if (!bare && f->size == 0)
		return refuse(d, SOK_RLE_COUNT_RULE, f->at, idle);
	if (f->size > 0 && n > d->max / f->size)
		return too_large(d, f->at);
	if (!grow(d, n * f->size, f->at))
		return false;
	if (!bare && !d->dry) {
		size_t have = d->out->len - f->start, all = have * n;
		char *o = d->out->s + f->start;

		d->dry = all - have > room(d);
		if (d->dry)
			return true;
		d->out->len += all - have;
		for (size_t more; have < all; have += more) {
			more = have < all - have ? have : all - have;
			memcpy(o + have, o, more);
		}
	}
	if (!bare || d->kind == SOK_RLE_BOARD)
		return true;
	if (!put(d, ')'))
		return false;
	if (d->depth == 0 && d->stars && !d->dry) {
		/* Position marks go before the group they stand in. */
		char *start = d->out->s + f->start;
		char *s = d->out->s + d->out->len, *to = s;

		while (s > start)
			if (*--s != '*')
				*--to = *s;
		memset(start, '*', (size_t)(to - start));
	}
	return true;
}

/* A bracket of a jump or pusher change. */
static bool
take_jump(struct decode *d, char c)
{
	bool change = c == '{' || c == '}';
	struct frame *f = &d->stack[d->depth];
	char open = change ? '{' : '[';
	char close = change ? '}' : ']';

	if (c != '{' && c != '[' && c != '<') {
		if (f->close != close)
			return refuse(d, SOK_UNMATCHED_BRACKET_RULE, d->at,
			    "this bracket closes nothing");
		d->jump = false;
		d->depth--;
		return put(d, close) && grow(d, f->size, d->at);
	}
	if (d->count)
		return refuse(d, SOK_RLE_GROUP_RULE, d->count_at,
		    "a jump cannot be repeated without a group");
	if (d->jump)
		return refuse(d, SOK_UNMATCHED_BRACKET_RULE, d->at,
		    change ? "a pusher change inside another bracket"
		           : "a jump inside another bracket");
	d->jump = true;
	push(d, close);
	return put(d, open);
}

static bool
take_mark(struct decode *d, char c)
{
	const struct frame *f = &d->stack[d->depth];
	bool bare = d->count == 0;
	size_t nesting = d->depth - d->jump; /* groups that are open */

	if (!bare && strchr("([<{", c) == NULL)
		return refuse(d, SOK_RLE_COUNT_RULE, d->count_at, idle);
	switch (c) {
	case '(':
		if (nesting >= d->limit[SOK_LIMIT_NESTING] ||
		    nesting >= MAX_NESTING)
			return refuse(d, SOK_LIMIT_RULE, d->at,
			    "groups nested deeper than the limit `nesting`");
		push(d, ')');
		if (d->depth == 1)
			d->stars = false;
		return d->kind == SOK_RLE_BOARD || !bare || put(d, '(');
	case ')':
		return close_group(d);
	case '*':
		if (f->repeated || d->jump)
			return refuse(d, SOK_RLE_GROUP_RULE, d->at,
			    d->jump
			        ? "a position mark inside a jump"
			        : "a position mark inside a repeated group");
		d->stars = true;
		return put(d, '*');
	case '|':
		if (d->depth > 0)
			return refuse(d, SOK_RLE_GROUP_RULE, f->at,
			    "this group extends beyond its row");
		begin_row(d);
		return put(d, '|');
	default:
		return take_jump(d, c);
	}
}

/* Decode the whole text, or put the first fault into d->e. */
static bool
decode(struct decode *d)
{
	bool board = d->kind == SOK_RLE_BOARD;

	d->at = d->count = d->total = d->depth = 0;
	d->dry = d->jump = d->stars = false;
	d->stack[0] = (struct frame){.close = '\0'};
	begin_row(d);
	while (board ? take_atoms(d, true) : take_atoms(d, false)) {
		const struct frame *f = &d->stack[d->depth];

		if (d->at == d->text.len) {
			if (d->count)
				return refuse(
				    d, SOK_RLE_COUNT_RULE, d->count_at, idle);
			if (d->depth == 0)
				return true;
			if (f->close == ')')
				return refuse(d, SOK_RLE_NESTING_RULE, f->at,
				    "this group is not closed");
			return refuse(d, SOK_UNMATCHED_BRACKET_RULE, f->at,
			    f->close == '}' ? "this pusher change is not closed"
			                    : "this jump is not closed");
		}
		char c = d->text.s[d->at];
		int what = class_of(d->kind, c);
		if (what == STRAY)
			return refuse(d, SOK_SYNTAX_RULE, d->at,
			    board ? "this is not a square"
			          : "this is not a move");
		if (what == ATOM) {
			/* There is too little room: only count. */
			size_t n = d->count > 0 ? d->count : 1;

			if (!grow(d, n, d->count > 0 ? d->count_at : d->at))
				return false;
			d->dry = true;
			d->count = 0;
		}
		if (what == MARK && !take_mark(d, c))
			return false;
		d->at++;
	}
	return false;
}

int
sok_rle_decode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    const struct sok_limits *limits, struct sok_rle_error *e)
{
	size_t had = out->len, most = text.len + RLE_PAD;
	bool empty = out->s == NULL;
	bool enough = most <= out->cap - had || sok_buf_room(out, most);
	struct decode d;

	d.out = out;
	d.text = text.len > 0 ? text : SOK_STR("");
	d.kind = kind;
	d.limit = limits->v;
	d.e = e;
	while (enough && decode(&d)) {
		if (!d.dry)
			return 0;
		/* Now the size is known. */
		out->len = had;
		enough = sok_buf_room(out, d.total + d.stack[0].size + most);
	}
	if (!enough) {
		e->message = NULL;
		errno = ENOMEM;
	}
	out->len = had;
	if (empty) {
		free(out->s);
		out->s = NULL;
		out->cap = 0;
	}
	return -1;
}
