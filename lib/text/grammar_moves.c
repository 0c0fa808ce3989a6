/* grammar_moves.c - the lines of a game: where moves begin and end (sok(5),
 * "Games").  Reports lines that are almost moves, and moves that may be
 * words. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/grammar.h"
#include "text/text.h"
#include "text/title.h"

/* Line i without mail quotes, blanks and continuation sign. */
static struct sok_str
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

static struct sok_str
with_u(struct blocks *b, struct sok_str s, size_t from)
{
	b->in_udlr.len = 0;
	sok_buf_add(&b->in_udlr, sok_str_sub(s, 0, from));
	for (size_t at = from; at < s.len; at++)
		sok_buf_addc(&b->in_udlr,
		    (char)(steps_letter(b->grid, s.s[at]) < 0 ? s.s[at] : 'u'));
	return b->in_udlr.failed ? s : sok_buf_str(&b->in_udlr);
}

/* A line with the variant's letters from a position on replaced by u; unchanged
 * if there is no memory, which the block reports. */
static inline struct sok_str
in_udlr(struct blocks *b, struct sok_str s, size_t from)
{
	return b->grid == SOK_SQUARES ? s : with_u(b, s, from);
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
	struct sok_str s = in_udlr(b, lines_str(&b->l, i), 0);
	if (b->in_udlr.failed)
		return -1;
	lines_classify(s, &can, &has);
	if (can & CAN_MOVES) {
		e->can |= CAN_MOVES;
		e->has |= has;
	}
	return 1;
}

/* Whether line i belongs to a list and so does not begin a game. */
static bool
is_listed(struct blocks *b, size_t i)
{
	return (b->l.v[i].can & CAN_MOVES) && (b->l.v[i].has & HAS_COUNT) &&
	    sok_moves_listed(in_udlr(b, moves_line(b, i), 0));
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

/* Whether line i can be a line of a block of moves. */
static bool
is_moves(const struct blocks *b, size_t i)
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

	if (!is_moves(b, i))
		return false;
	if (b->l.v[i].has & HAS_MOVE)
		return !is_listed(b, i) ||
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

static bool
is_plain_text(const struct blocks *b, size_t i)
{
	return (b->l.v[i].has & HAS_INK) && b->l.v[i].can == 0;
}

/* The first byte of line i that is not a move. */
static const char *
stray(const struct blocks *b, size_t i)
{
	struct sok_str s = moves_line(b, i);
	size_t at = 0;

	while (at < s.len && steps_letter(b->grid, s.s[at]) >= 0)
		at++;
	return s.s + at;
}

/* Report a line next to moves that would be moves without a few bytes. */
static void
note_almost(struct blocks *b, size_t i, const char *where)
{
	if (lines_blank(&b->l, i) || (b->l.v[i].can & CAN_MOVES) ||
	    (b->l.v[i].has & HAS_COMMENT) ||
	    !lines_almost_moves(in_udlr(b, moves_line(b, i), 0), false))
		return;
	block_report(b, NULL, SOK_AMBIGUOUS_MOVES_RULE, i, stray(b, i),
	    "this is not a move, so this line is text and does not continue "
	    "the moves %s it",
	    where);
}

/* Take a block of moves.  Report a word that may not be a game, and lines above
 * and below that are almost moves; sokrle's scan does not need those. */
static int
take_moves(struct blocks *b, struct block *k)
{
	size_t i = k->from;
	int below = block_want(b, k->to), doubt = 0;

	k->kind = SOK_BLOCK_MOVES;
	if (below == -1)
		return -1;
	/* A short word between two lines of text or directly above a board,
	 * such as DULL, may not be a game, unless the line above announces a
	 * game or the line below is a key of a game. */
	if (below == 1 && k->to == i + 1 && b->l.v[i].len < 8) {
		const char *where = "between two lines of text";

		doubt = i > 0 && is_plain_text(b, i - 1) &&
		    is_plain_text(b, i + 1) &&
		    !(title_names_game(lines_str(&b->l, i - 1)) &&
		        sok_key_known(lines_str(&b->l, i + 1)));
		if (doubt == 0 && !b->eager &&
		    (b->l.v[i + 1].can & CAN_PLAIN)) {
			where = "right above a board";
			doubt = block_board_below(b, i);
		}
		if (doubt == 1)
			block_report(b, NULL, SOK_AMBIGUOUS_MOVES_RULE, i, NULL,
			    "`%.*s` %s is read as moves", (int)b->l.v[i].len,
			    lines_str(&b->l, i).s, where);
	}
	if (doubt == -1 || b->eager)
		return doubt == -1 ? -1 : 1;
	/* A line between two games is reported once, with the first one. */
	if (i == 1 || (i > 1 && !is_moves(b, i - 2)))
		note_almost(b, i - 1, "below");
	if (below == 1)
		note_almost(b, k->to, "above");
	return 1;
}

/* Whether the line above i, or the one above a blank line, announces a game. */
static bool
is_headed(const struct blocks *b, size_t i)
{
	if (i > 1 && lines_blank(&b->l, i - 1))
		i--;
	return i > 0 && title_names_game(lines_str(&b->l, i - 1));
}

/* Shorter lines are rarely games, unlike words such as `D2` and `07D01L`. */
enum { GAME_LEAST = 8 };

/* Whether a single line with a count that cannot be one was meant as moves:
 * below the heading of a game, or as the whole input of sokrle.  Others are
 * words, such as `07D01L`, unless they are long in sokrle's scan.  1, 0, -1. */
static int
is_count_meant(struct blocks *b, size_t i)
{
	struct sok_str s = moves_line(b, i);
	size_t letters = 0;

	if (is_headed(b, i))
		return 1;
	if (!b->eager)
		return 0;
	for (size_t k = 0; k < s.len; k++)
		letters += steps_letter(b->grid, s.s[k]) >= 0;
	if (letters >= GAME_LEAST)
		return 1;
	return rows_alone(b, i);
}

/* The lines have the characters of moves but are not moves.  A single line that
 * ends in a count, such as `D2` or `L20261231`, is a word; below the heading of
 * a game it is reported, except in sokrle's scan. */
static int
not_moves(struct blocks *b, struct block *k, const struct sok_rle_error *e)
{
	struct sok_str rest = sok_str_from(sok_buf_str(&b->joined), e->at), s;
	size_t i = k->from, at = e->at, n;
	int meant = 1;
	bool word = k->to == i + 1 &&
	    (e->rule == SOK_RLE_COUNT_RULE || e->rule == SOK_LIMIT_RULE);

	if (e->message == NULL)
		return -1;
	sok_str_digits(&rest, &n);
	word = word && rest.len == 0;
	b->text_until = k->to;
	b->skip = e->rule == SOK_LIMIT_RULE && !word;
	if (!word && k->to == i + 1 && e->rule == SOK_RLE_COUNT_RULE)
		meant = is_count_meant(b, i);
	if (meant == -1)
		return -1;
	/* The fault is at a byte of the joined lines. */
	s = moves_line(b, i);
	while (at >= s.len && i + 1 < k->to) {
		at -= s.len;
		s = moves_line(b, ++i);
	}
	if (!word && meant == 1)
		block_report(b, NULL, e->rule, i, s.s + at,
		    "%s; these moves were kept as text", e->message);
	else if (!b->eager &&
	    (is_headed(b, i) || (!word && s.len >= GAME_LEAST)))
		lines_remember(
		    &b->l, LINES_LOST, i, block_column(b, i, s.s + at));
	k->to = k->from + 1;
	return 1;
}

static int
moves_at(struct blocks *b, size_t i, struct block *k)
{
	size_t most = b->limits->v[SOK_LIMIT_TEXT], alone = 0;
	struct sok_rle_error e = {.message = NULL};
	unsigned has = 0;
	bool more;
	int r;

	k->to = i;
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
		k->to = i + 1;
		return 1;
	}
	k->letters_only = !(has & (HAS_MARK | HAS_COUNT));
	k->quoted = b->l.v[i].has & HAS_QUOTE;
	if (k->letters_only && k->to == i + 1 &&
	    b->l.v[i].len <= b->limits->v[SOK_LIMIT_MOVES])
		return take_moves(b, k);
	b->joined.len = b->rle.len = 0;
	for (; i < k->to; i++)
		sok_buf_add(&b->joined, moves_line(b, i));
	if (b->joined.failed)
		return -1;
	enum sok_rle_kind kind = SOK_RLE_VARIANT_MOVES;
	if (b->grid == SOK_SQUARES)
		kind = SOK_RLE_MOVES;
	/* sokrle's scan keeps only one game in memory. */
	if (rle_decode_game(&b->rle, sok_buf_str(&b->joined), kind, b->limits,
	        b->eager ? &alone : &b->decoded, &e) == -1)
		return not_moves(b, k, &e);
	k->moves = sok_str_dup(b->now, sok_buf_str(&b->rle));
	return k->moves.s == NULL ? -1 : take_moves(b, k);
}

int
block_moves(struct blocks *b, size_t i, struct block *k)
{
	bool moves = b->l.v[i].has & HAS_MOVE, listed;
	size_t at = 0;

	listed = is_listed(b, i);
	if (i >= b->text_until && moves && !listed && is_moves(b, i) &&
	    !is_tags(b, i))
		return moves_at(b, i, k);

	/* Moves that are text because of the text before or around them are
	 * reported: of a list its first line, of others the first one in the
	 * file. */
	if (listed && (i == 0 || !is_listed(b, i - 1))) {
		block_report(b, NULL, SOK_AMBIGUOUS_MOVES_RULE, i, NULL,
		    "a number and a blank precede these moves; they were kept "
		    "as text");
		return 0;
	}
	if (b->eager)
		return 0;
	/* On other grids than squares, the letters of a label are not moves. */
	struct sok_str s = lines_str(&b->l, i);
	while (b->grid != SOK_SQUARES && at < s.len && !strchr(":=", s.s[at]))
		at++;
	if (lines_labelled_moves(in_udlr(b, s, at))) {
		lines_remember(&b->l, LINES_LABEL, i, 1);
		return 0;
	}
	if ((b->l.v[i].can & CAN_MOVES) || (b->l.v[i].has & HAS_COMMENT))
		return 0;
	/* Next to moves, note_almost() reports the line. */
	if (lines_almost_moves(in_udlr(b, moves_line(b, i), 0), true)) {
		if ((i == 0 || !is_moves(b, i - 1)) &&
		    (block_want(b, i + 1) != 1 || !is_moves(b, i + 1)))
			lines_remember(&b->l, LINES_LOST, i,
			    block_column(b, i, stray(b, i)));
		return 0;
	}
	struct sok_str u = in_udlr(b, s, 0);
	at = lines_moves_run(u);
	if (at < s.len)
		lines_remember(&b->l, LINES_AMONG, i, lines_column(s, at));
	else if (is_headed(b, i) && lines_mostly_moves(u))
		lines_remember(
		    &b->l, LINES_LOST, i, block_column(b, i, stray(b, i)));
	return 0;
}
