/* grammar.c - divides lines into blocks in the order of the .sok specification:
 * first boards, then moves; the rest is text.  For the text reader and sokrle's
 * scan. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/grammar.h"
#include "text/key.h"
#include "text/text.h"

int
blocks_open(
    struct blocks *b, struct sok_input *in, const struct sok_read_options *o)
{
	*b = (struct blocks){.limits = o->limits, .tabs = (size_t)o->tabs};
	lines_open(&b->l, in, o->limits->v[SOK_LIMIT_LINE]);
	if (o->squares != NULL && sok_squares_fault(o->squares) != NULL) {
		errno = EINVAL;
		return -1;
	}
	return squares_open(o, &b->l.squares) && b->l.squares == NULL ? -1 : 0;
}

void
blocks_close(struct blocks *b)
{
	lines_close(&b->l);
	free(b->row);
	free(b->decoded_row);
	sok_arena_free(&b->cells);
	sok_buf_free(&b->run_text);
	sok_buf_free(&b->rle);
	sok_buf_free(&b->joined);
	sok_buf_free(&b->in_udlr);
}

void
blocks_drop(struct blocks *b, size_t lines)
{
	lines_drop(&b->l, lines);
	b->ndecoded = 0;
}

size_t
block_column(const struct blocks *b, size_t i, const char *at)
{
	struct sok_str s = lines_str(&b->l, i), row = lines_row(&b->l, i);

	/* The byte may be in the line or in its row. */
	if (b->l.squares == NULL || at < row.s || at > row.s + row.len)
		return lines_column(s, (size_t)(at - s.s));
	return squares_column(
	    b->l.squares, i, lines_column(row, (size_t)(at - row.s)));
}

struct pending *
block_report(struct blocks *b, struct block *k, enum sok_rule rule, size_t i,
    const char *at, const char *fmt, ...)
{
	struct pending_list *to = k != NULL ? &k->found : &b->found;
	struct sok_arena *a = k != NULL ? b->ahead : b->now;
	size_t col = at != NULL ? block_column(b, i, at) : 1;
	struct pending *finding;
	va_list ap;

	va_start(ap, fmt);
	finding =
	    pending_vadd(to, a, rule, lines_number(&b->l, i), col, fmt, ap);
	va_end(ap);
	return finding;
}

/* Whether a comment block begins at line i: its closing line must come before
 * the next opening line and within the limit.  1, 0, -1. */
static int
comment_at(struct blocks *b, size_t i, struct block *k)
{
	const char *what =
	    "no comment block is open here; the line was indented";
	size_t most = b->limits->v[SOK_LIMIT_COMMENT];
	bool over = false;
	int kind, other, r = 0;

	enum comment_mark mark = comment_mark(lines_str(&b->l, i), &kind);
	if (mark == COMMENT_NONE)
		return 0;
	for (size_t j = i + 1; mark == COMMENT_OPEN; j++) {
		r = lines_want(&b->l, j);
		if (r != 1)
			break;
		enum comment_mark m = comment_mark(lines_str(&b->l, j), &other);
		if (m == COMMENT_CLOSE && other == kind) {
			for (k->to = j + 1; i <= j; i++)
				b->l.v[i].has |= HAS_COMMENT;
			return 1;
		}
		over = (b->l.v[j].has & HAS_CUT) ||
		    b->l.v[j].raw - b->l.v[i].raw > most ||
		    b->l.v[j].num - b->l.v[i].num > most;
		if (m == COMMENT_OPEN || over)
			break;
	}
	if (r == -1)
		return -1;
	/* Most unclosed comments are mistakes. */
	if (mark == COMMENT_OPEN)
		what = over ? "this comment block is not closed within the "
		              "limit; the line was kept as a key"
		            : "this comment block is never closed; the line "
		              "was kept as a key";
	block_report(b, NULL, SOK_UNCLOSED_COMMENT_RULE, i, NULL, "%s", what);
	return 1;
}

void
block_begin_game(struct blocks *b, enum sok_variant v, bool chosen)
{
	b->grid = sok_variant_grid(v);
	b->chosen = chosen;
	for (size_t i = 0; i < SOK_COUNT(b->named); i++)
		b->named[i] = (struct naming){.grid = false};
}

void
block_name_game(struct blocks *b, size_t i, int first)
{
	struct sok_str line = lines_str(&b->l, i);
	struct sok_text text = {&line, 1};
	struct naming n = key_naming(&text), *own;

	if (!n.grid)
		return;
	own = &b->named[NAMED_BY_VARIANT];
	if (first == 'g')
		own = &b->named[NAMED_BY_GAME];
	else if (first == 'p')
		own = &b->named[NAMED_BY_TYPE];
	*own = naming_beside(*own, n);
	n = naming_beside(b->named[NAMED_BY_TYPE], b->named[NAMED_BY_VARIANT]);
	n = naming_beside(b->named[NAMED_BY_GAME], n);
	b->grid = sok_variant_grid(n.variant);
}

int
block_find(struct blocks *b, size_t i, struct block *k)
{
	int r = block_want(b, i);

	if (r != 1)
		return r;
	const struct line *e = &b->l.v[i];
	block_text(k, i);
	if ((e->has & HAS_CUT) || (e->can & CUT_OFF)) {
		/* The text reader reports it. */
		if (b->eager && !(e->can & CUT_OFF))
			block_report(b, NULL, SOK_LIMIT_RULE, i, NULL,
			    "more bytes in this line than the limit `line`; it "
			    "was kept as text");
		return 1;
	}
	if (!(e->has & HAS_INK)) {
		b->skip = false;
		return 1;
	}
	if (b->skip) {
		r = comment_at(b, i, k);
		return r == -1 ? -1 : 1;
	}
	if (lines_count(&b->l, i) < b->text_until) {
		k->reason = TEXT_TRIED;
		return 1;
	}

	if (lines_count(&b->l, i) >= b->picture_until &&
	    ((e->can & CAN_LETTER) || lines_wall(&b->l, i))) {
		r = block_picture(b, i, k);
		if (r != 0)
			return r;
	}
	k->fault.message = NULL;
	if (b->l.v[i].can & CAN_LETTER) {
		r = block_board(b, i, k);
		if (r != 0)
			return r;
	}
	if ((b->l.v[i].has & HAS_MOVE) || b->grid != SOK_SQUARES) {
		r = block_moves(b, i, k);
		if (r != 0)
			return r;
	}
	block_text(k, i);
	k->reason = TEXT_OTHER;
	/* The mark of a comment ends in a colon. */
	struct sok_str s = lines_str(&b->l, i);
	r = s.s[s.len - 1] == ':' ? comment_at(b, i, k) : 0;
	if (r == 1)
		k->reason = TEXT_SETTLED;
	return r == -1 ? -1 : 1;
}
