/* grammar_moves.c - the lines of a game: where moves begin and end (sok(5),
 * "Games"). */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/grammar.h"
#include "text/text.h"
#include "text/title.h"

struct sok_str
moves_line(const struct blocks *b, size_t i)
{
	struct sok_str s = lines_str(&b->l, i);

	s = sok_str_trim(b->l.v[i].has & HAS_QUOTE ? sok_str_unquote(s) : s);
	if (s.len > 0 && s.s[s.len - 1] == '\\')
		s = sok_str_rtrim(sok_str_sub(s, 0, s.len - 1));
	return s;
}

int
block_game(const struct blocks *b, const struct block *k, const char *file,
    struct sok_game *g, struct sok_arena *a)
{
	struct sok_source *line;

	g->letters_only = k->letters_only;
	g->nsource = k->to - k->from;
	line = g->source = sok_arena_alloc(a, g->nsource, sizeof(*line));
	if (line == NULL)
		return -1;
	for (size_t i = k->from; i < k->to; i++, line++) {
		struct sok_str s = moves_line(b, i);
		size_t before = (size_t)(s.s - lines_str(&b->l, i).s);

		*line =
		    (struct sok_source){s, lines_number(&b->l, i), before + 1};
	}
	g->moves = k->moves.s != NULL ? k->moves : g->source[0].text;
	g->pos = (struct sok_pos){file, g->source[0].line, g->source[0].col};
	return 0;
}

struct sok_str
moves_with_u(struct blocks *b, struct sok_str s, size_t from)
{
	b->in_udlr.len = 0;
	sok_buf_add(&b->in_udlr, sok_str_sub(s, 0, from));
	for (size_t at = from; at < s.len; at++)
		sok_buf_addc(&b->in_udlr,
		    (char)(steps_letter(b->grid, s.s[at]) < 0 ? s.s[at] : 'u'));
	return b->in_udlr.failed ? s : sok_buf_str(&b->in_udlr);
}

/* Lines are classified before the variant is known.  If line i consists of the
 * variant's letters, add that it can be moves. */
int
block_letters(struct blocks *b, size_t i)
{
	struct line *e = &b->l.v[i];
	uint16_t can, has;

	if ((e->has & HAS_CUT) || (e->can & (CAN_MOVES | CUT_OFF)))
		return 1;
	struct sok_str s = moves_in_udlr(b, lines_str(&b->l, i), 0);
	if (b->in_udlr.failed)
		return -1;
	lines_classify(s, &can, &has);
	if (can & CAN_MOVES) {
		e->can |= CAN_MOVES;
		e->has |= has;
	}
	return 1;
}

bool
moves_in_list(struct blocks *b, size_t i)
{
	return (b->l.v[i].can & CAN_MOVES) && (b->l.v[i].has & HAS_COUNT) &&
	    sok_moves_listed(moves_in_udlr(b, moves_line(b, i), 0));
}

/* `<ul>` or `<dl><dd>` alone are tags of a web page and not jumps. */
static bool
is_tags(const struct blocks *b, size_t i)
{
	const char *end;

	if (!(b->l.v[i].has & HAS_MARK))
		return false;
	struct sok_str s = moves_line(b, i);
	do {
		end = s.len > 0 ? memchr(s.s, '>', s.len) : NULL;
		if (end == NULL || s.s[0] != '<' || end == s.s + 1)
			return false;
		s = sok_str_ltrim(sok_str_from(s, (size_t)(end + 1 - s.s)));
	} while (s.len > 0);
	return true;
}

/* `<> D <>` is a drawing.  Only the first jump of a game may be empty. */
static bool
is_drawn(struct sok_str s)
{
	const char *sign = s.s, *end = s.s + s.len;

	for (; sign < end; sign++) {
		sign = memchr(sign, '<', (size_t)(end - sign));
		if (sign == NULL)
			return false;
		struct sok_str in =
		    sok_str_ltrim(sok_str_from(s, (size_t)(sign + 1 - s.s)));
		if (sok_str_starts(in, SOK_STR(">")) &&
		    (sign > s.s || in.len == 1))
			return true;
	}
	return false;
}

bool
moves_can_be(const struct blocks *b, size_t i)
{
	const struct line *e = &b->l.v[i];

	if (!(e->can & CAN_MOVES) || !(e->has & HAS_INK))
		return false;
	if ((e->has & HAS_MARK) && is_drawn(moves_line(b, i)))
		return false;
	if (!(e->has & HAS_BACKSLASH))
		return true;
	struct sok_str s = moves_line(b, i);
	return s.len > 0 && memchr(s.s, '\\', s.len) == NULL;
}

/* `2`, `2)`, `(2)` or `[2]` numbers what follows, and `97 31` counts the moves
 * above.  Digits alone may also continue a count at the end of the line above.
 */
static bool
is_numbering(struct sok_str s, struct sok_str above)
{
	bool opened = s.len > 0 && (s.s[0] == '(' || s.s[0] == '[');
	size_t from = opened, n = from;

	while (n < s.len &&
	    (sok_is_digit(s.s[n]) || (n > from && sok_is_blank(s.s[n]))))
		n++;
	if (n == from)
		return false;
	if (n < s.len)
		return n + 1 == s.len && (s.s[n] == ')' || s.s[n] == ']');
	return !opened && !rle_ends_in_digit(above);
}

/* Whether line i continues the moves above it. */
static bool
goes_on(struct blocks *b, size_t i)
{
	size_t stars = 0, blanks = 0;

	if (!moves_can_be(b, i))
		return false;
	if (b->l.v[i].has & HAS_MOVE)
		return !moves_in_list(b, i) ||
		    rle_ends_in_digit(moves_line(b, i - 1));
	struct sok_str s = moves_line(b, i);
	struct sok_str above = moves_line(b, i - 1);
	for (size_t at = 0; at < s.len; at++) {
		stars += s.s[at] == '*';
		blanks += s.s[at] == ' ';
	}
	/* A line of stars divides two parts of the file. */
	return (stars < 2 || stars + blanks < s.len) && above.len > 0 &&
	    !is_numbering(s, above);
}

bool
moves_announced(const struct blocks *b, size_t i)
{
	if (i > 1 && lines_blank(&b->l, i - 1))
		i--;
	return i > 0 && title_names_game(lines_str(&b->l, i - 1));
}

/* The lines of a block have the characters of moves but are not moves: its
 * first line becomes text, and the others are not tried again.  A single line
 * that ends in a count, such as `D2` or `L20261231`, is a word. */
static int
not_moves(struct blocks *b, struct block *k)
{
	const struct sok_rle_error *e = &k->fault;
	struct sok_str rest = sok_str_from(sok_buf_str(&b->joined), e->at);
	size_t n;

	if (e->message == NULL)
		return -1;
	sok_str_digits(&rest, &n);
	k->kind = SOK_BLOCK_TEXT;
	k->reason = TEXT_BROKEN;
	k->word = k->to == k->from + 1 && rest.len == 0 &&
	    (e->rule == SOK_RLE_COUNT_RULE || e->rule == SOK_LIMIT_RULE);
	k->end = k->to;
	b->text_until = lines_count(&b->l, k->to);
	b->skip = e->rule == SOK_LIMIT_RULE && !k->word;
	k->to = k->from + 1;
	return 1;
}

static int
moves_at(struct blocks *b, size_t i, struct block *k)
{
	size_t most = b->limits->v[SOK_LIMIT_TEXT], alone = 0;
	unsigned has = 0;
	bool more;
	int r;

	block_begin(k, SOK_BLOCK_MOVES, i, i);
	do {
		has |= b->l.v[k->to++].has;
		r = block_want(b, k->to);
		more = r == 1 && goes_on(b, k->to);
	} while (more && b->l.v[k->to].raw - b->l.v[i].raw <= most);
	if (r == -1)
		return -1;
	if (more) {
		block_report(b, NULL, SOK_LIMIT_RULE, i, NULL,
		    "more bytes of moves than the limit `text`; they were kept "
		    "as text");
		b->skip = true;
		block_text(k, i);
		return 1;
	}
	k->letters_only = !(has & (HAS_MARK | HAS_COUNT));
	k->quoted = b->l.v[i].has & HAS_QUOTE;
	if (k->letters_only && k->to == i + 1 &&
	    b->l.v[i].len <= b->limits->v[SOK_LIMIT_MOVES])
		return 1;
	b->joined.len = b->rle.len = 0;
	for (; i < k->to; i++)
		sok_buf_add(&b->joined, moves_line(b, i));
	if (b->joined.failed)
		return -1;
	enum sok_rle_kind kind = SOK_RLE_VARIANT_MOVES;
	if (b->grid == SOK_SQUARES)
		kind = SOK_RLE_MOVES;
	k->fault.message = NULL;
	/* sokrle's scan keeps only one game in memory. */
	if (rle_decode_game(&b->rle, sok_buf_str(&b->joined), kind, b->limits,
	        b->eager ? &alone : &b->decoded, &k->fault) == -1)
		return not_moves(b, k);
	k->moves = sok_str_dup(b->now, sok_buf_str(&b->rle));
	return k->moves.s == NULL ? -1 : 1;
}

int
block_moves(struct blocks *b, size_t i, struct block *k)
{
	if (lines_count(&b->l, i) < b->text_until ||
	    !(b->l.v[i].has & HAS_MOVE) || moves_in_list(b, i) ||
	    !moves_can_be(b, i) || is_tags(b, i))
		return 0;
	return moves_at(b, i, k);
}
