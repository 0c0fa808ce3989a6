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

/* What a character is, by the kind of text that is decoded. */
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
	struct sok_rle_error *fault;
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

/* Set the fault; false, for tail calls. */
static bool
refuse(struct decode *state, enum sok_rule rule, size_t at, const char *message)
{
	*state->fault = (struct sok_rle_error){rule, at, message};
	return false;
}

/* Refuse what has more squares or moves than a limit allows: false. */
static bool
too_large(struct decode *state, size_t at)
{
	const char *what = "more squares than the limit `squares`";

	if (state->max == state->limit[SOK_LIMIT_SIDE])
		what = "more squares in a row than the limit `side`";
	if (state->kind != SOK_RLE_BOARD)
		what = "more moves than the limit `moves`";
	return refuse(state, SOK_LIMIT_RULE, at, what);
}

/* Add n atoms to what is open.  False, and a fault, if they exceed a limit. */
static bool
grow(struct decode *state, size_t n, size_t at)
{
	struct frame *frame = &state->stack[state->depth];

	if (n > state->max - frame->size)
		return too_large(state, at);
	frame->size += n;
	return true;
}

/* How many bytes there is room for. */
static inline size_t
room(const struct decode *state)
{
	return state->out->cap - state->out->len - RLE_PAD;
}

/* Write a byte that counts as an atom, unless it is a bar.  False, and a fault,
 * if it exceeds a limit. */
static bool
put(struct decode *state, char c)
{
	if (room(state) > 0)
		state->out->s[state->out->len++] = c;
	else
		state->dry = true;
	return c == '|' || grow(state, 1, state->at);
}

/* Begin a row, or all moves. */
static void
begin_row(struct decode *state)
{
	state->total += state->stack[0].size;
	state->stack[0].size = 0;
	size_t left = state->limit[SOK_LIMIT_SQUARES] - state->total;
	state->max = state->limit[SOK_LIMIT_SIDE] < left
	    ? state->limit[SOK_LIMIT_SIDE]
	    : left;
	if (state->kind != SOK_RLE_BOARD)
		state->max = state->limit[SOK_LIMIT_MOVES];
}

/* Parse a count from its digit s on into *count; a wrapped game may break it
 * anywhere.  Returns what follows it, NULL if it is refused. */
static inline const char *
take_count(struct decode *state, const char *s, size_t *count)
{
	const char *from = s, *end = state->text.s + state->text.len;
	size_t n = *count, digits = 0;

	if (n == 0) {
		state->count_at = (size_t)(s - state->text.s);
		if (*s == '0') {
			refuse(state, SOK_RLE_COUNT_RULE, state->count_at,
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
	if (digits > state->limit[SOK_LIMIT_DIGITS]) {
		refuse(state, SOK_LIMIT_RULE, state->count_at,
		    "more digits in a count than the limit `digits`");
		return NULL;
	}
	*count = n;
	return s;
}

/* Take atoms and counts, most of every text, as long as there is room.  board:
 * state->kind is SOK_RLE_BOARD.  False, and a fault, if a count has too many
 * digits.  Always inlined: boards have their own loop. */
__attribute__((always_inline)) static inline bool
take_atoms(struct decode *state, bool board)
{
	enum sok_rle_kind kind = board ? SOK_RLE_BOARD : state->kind;
	const char *s = state->text.s + state->at,
	           *end = state->text.s + state->text.len;
	size_t *size = &state->stack[state->depth].size,
	       left = state->max - *size, n;
	size_t most = left < room(state) ? left : room(state),
	       count = state->count;
	char *from = state->out->s + state->out->len, *to = from;
	const char *last = to + most;

	for (; s < end; s++) {
		int what = class_of(kind, *s);

		if (what == ATOM && count == 0 && to < last) {
			*to++ = *s;
			if (board || end - s < 17 || last - to < 16)
				continue;
			n = simd_moves(s + 1);
			memcpy(to, s + 1, 16);
			to += n;
			s += n;
			continue;
		}
		if (what == DIGIT) {
			s = take_count(state, s, &count);
			if (s == NULL)
				return false;
			if (s == end)
				break;
			what = class_of(kind, *s);
		}
		if (what != ATOM || count == 0 || count > (size_t)(last - to))
			break;
		if (count > RLE_PAD)
			memset(to, *s, count);
		else
			memset(to, *s, RLE_PAD);
		to += count;
		count = 0;
	}
	state->at = (size_t)(s - state->text.s);
	state->count = count;
	*size += (size_t)(to - from);
	state->out->len += (size_t)(to - from);
	return true;
}

/* Open a bracket, which has the current count. */
static void
push(struct decode *state, char close)
{
	const struct frame *frame = &state->stack[state->depth];

	state->stack[++state->depth] = (struct frame){.count = state->count,
	    .at = state->count ? state->count_at : state->at,
	    .close = close,
	    .repeated = frame->repeated || state->count > 0,
	    .start = state->out->len};
	state->count = 0;
}

/* The end of a group.  Without a count its parentheses stay in moves.  False,
 * and a fault, if none is open here, its count has nothing to repeat, or it
 * exceeds a limit. */
static bool
close_group(struct decode *state)
{
	struct frame *frame = &state->stack[state->depth];
	bool bare = frame->count == 0;
	size_t n = frame->count + bare;

	if (frame->close != ')')
		return refuse(state, SOK_RLE_NESTING_RULE, state->at,
		    "this parenthesis closes nothing");
	state->depth--;
	if (!bare && frame->size == 0)
		return refuse(state, SOK_RLE_COUNT_RULE, frame->at, idle);
	if (frame->size > 0 && n > state->max / frame->size)
		return too_large(state, frame->at);
	if (!grow(state, n * frame->size, frame->at))
		return false;
	if (!bare && !state->dry) {
		size_t have = state->out->len - frame->start, all = have * n;
		char *begin = state->out->s + frame->start;

		state->dry = all - have > room(state);
		if (state->dry)
			return true;
		state->out->len += all - have;
		for (size_t more; have < all; have += more) {
			more = have < all - have ? have : all - have;
			memcpy(begin + have, begin, more);
		}
	}
	if (!bare || state->kind == SOK_RLE_BOARD)
		return true;
	if (!put(state, ')'))
		return false;
	if (state->depth == 0 && state->stars && !state->dry) {
		/* Position marks go before the group that has them. */
		char *start = state->out->s + frame->start;
		char *s = state->out->s + state->out->len, *to = s;

		while (s > start)
			if (*--s != '*')
				*--to = *s;
		memset(start, '*', (size_t)(to - start));
	}
	return true;
}

/* A bracket of a jump or pusher change. */
static bool
take_jump(struct decode *state, char c)
{
	bool change = c == '{' || c == '}';
	struct frame *frame = &state->stack[state->depth];
	char open = change ? '{' : '[';
	char close = change ? '}' : ']';

	if (c != '{' && c != '[' && c != '<') {
		if (frame->close != close)
			return refuse(state, SOK_UNMATCHED_BRACKET_RULE,
			    state->at, "this bracket closes nothing");
		state->jump = false;
		state->depth--;
		return put(state, close) && grow(state, frame->size, state->at);
	}
	if (state->count)
		return refuse(state, SOK_RLE_GROUP_RULE, state->count_at,
		    "a jump cannot be repeated without a group");
	if (state->jump)
		return refuse(state, SOK_UNMATCHED_BRACKET_RULE, state->at,
		    change ? "a pusher change inside another bracket"
		           : "a jump inside another bracket");
	state->jump = true;
	push(state, close);
	return put(state, open);
}

/* Take a bracket or another sign that is not an atom; false with the fault if
 * it may not stand here. */
static bool
take_mark(struct decode *state, char c)
{
	const struct frame *frame = &state->stack[state->depth];
	bool bare = state->count == 0;
	size_t nesting = state->depth - state->jump; /* groups that are open */

	if (!bare && strchr("([<{", c) == NULL)
		return refuse(state, SOK_RLE_COUNT_RULE, state->count_at, idle);
	switch (c) {
	case '(':
		if (nesting >= state->limit[SOK_LIMIT_NESTING] ||
		    nesting >= MAX_NESTING)
			return refuse(state, SOK_LIMIT_RULE, state->at,
			    "groups nested deeper than the limit `nesting`");
		push(state, ')');
		if (state->depth == 1)
			state->stars = false;
		return state->kind == SOK_RLE_BOARD || !bare || put(state, '(');
	case ')':
		return close_group(state);
	case '*':
		if (frame->repeated || state->jump)
			return refuse(state, SOK_RLE_GROUP_RULE, state->at,
			    state->jump
			        ? "a position mark inside a jump"
			        : "a position mark inside a repeated group");
		state->stars = true;
		return put(state, '*');
	case '|':
		if (state->depth > 0)
			return refuse(state, SOK_RLE_GROUP_RULE, frame->at,
			    "this group extends beyond its row");
		begin_row(state);
		return put(state, '|');
	default:
		return take_jump(state, c);
	}
}

/* Decode the whole text, or put the first fault into state->fault. */
static bool
decode(struct decode *state)
{
	bool board = state->kind == SOK_RLE_BOARD;

	state->at = state->count = state->total = state->depth = 0;
	state->dry = state->jump = state->stars = false;
	state->stack[0] = (struct frame){.close = '\0'};
	begin_row(state);
	while (board ? take_atoms(state, true) : take_atoms(state, false)) {
		const struct frame *frame = &state->stack[state->depth];

		if (state->at == state->text.len) {
			if (state->count)
				return refuse(state, SOK_RLE_COUNT_RULE,
				    state->count_at, idle);
			if (state->depth == 0)
				return true;
			if (frame->close == ')')
				return refuse(state, SOK_RLE_NESTING_RULE,
				    frame->at, "this group is not closed");
			return refuse(state, SOK_UNMATCHED_BRACKET_RULE,
			    frame->at,
			    frame->close == '}'
			        ? "this pusher change is not closed"
			        : "this jump is not closed");
		}
		char c = state->text.s[state->at];
		int what = class_of(state->kind, c);
		if (what == STRAY)
			return refuse(state, SOK_SYNTAX_RULE, state->at,
			    board ? "this is not a square"
			          : "this is not a move");
		if (what == ATOM) {
			/* There is too little room: only count. */
			size_t n = state->count > 0 ? state->count : 1;

			if (!grow(state, n,
			        state->count > 0 ? state->count_at : state->at))
				return false;
			state->dry = true;
			state->count = 0;
		}
		if (what == MARK && !take_mark(state, c))
			return false;
		state->at++;
	}
	return false;
}

int
sok_rle_decode(struct sok_buf *out, struct sok_str text, enum sok_rle_kind kind,
    const struct sok_limits *limits, struct sok_rle_error *fault)
{
	size_t had = out->len, most = text.len + RLE_PAD;
	bool empty = out->s == NULL;
	bool enough = most <= out->cap - had || sok_buf_room(out, most);
	struct decode state;

	state.out = out;
	state.text = text.len > 0 ? text : SOK_STR("");
	state.kind = kind;
	state.limit = limits->v;
	state.fault = fault;
	while (enough && decode(&state)) {
		if (!state.dry)
			return 0;
		/* Now the size is known. */
		out->len = had;
		enough =
		    sok_buf_room(out, state.total + state.stack[0].size + most);
	}
	if (!enough) {
		fault->message = NULL;
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
