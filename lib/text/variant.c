/*
 * variant.c - which game a puzzle is for: what the option, the keys, the name
 * of the file and the shape of the board say, in this order.
 */
#include "board/steps.h"
#include "text/key.h"
#include "text/variant.h"

static const struct {
	const char *suffix;
	enum sok_variant variant;
} suffixes[] = {
    {".hsb", SOK_HEXOBAN}, {".tsb", SOK_TRIOBAN}, {".osb", SOK_OCTOBAN}};

static bool
ends_with(struct sok_str s, struct sok_str end)
{
	return s.len > end.len &&
	    sok_str_caseeq(sok_str_from(s, s.len - end.len), end);
}

static bool
has_suffix(const char *name, enum sok_variant *v)
{
	for (size_t i = 0; name != NULL && i < SOK_COUNT(suffixes); i++)
		if (ends_with(sok_str(name), sok_str(suffixes[i].suffix))) {
			*v = suffixes[i].variant;
			return true;
		}
	return false;
}

void
variant_of_collection(struct sok_reader *r)
{
	struct sok_str name = key_game(&r->header.text);
	enum sok_variant v = SOK_SOKOBAN;

	r->declared = true;
	if (r->o.game != NULL)
		v = sok_variant_find(sok_str(r->o.game));
	else if (name.s != NULL)
		v = sok_variant_find(name);
	else
		r->declared = has_suffix(r->o.name, &v);
	r->header.variant = v;
}

enum sok_variant
variant_declared(const struct sok_reader *r, const struct sok_text *t)
{
	if (r->o.game != NULL)
		return sok_variant_find(sok_str(r->o.game));
	return sok_text_variant(t, r->header.variant);
}

/* All that is not floor stands where x + y has the same parity. */
static bool
has_one_parity(const struct sok_board *b)
{
	const unsigned char *sq = b->sq;
	int parity = -1;

	for (int y = 0; y < b->height; y++)
		for (int x = 0; x < b->width; x++, sq++) {
			if (*sq == SOK_FLOOR)
				continue;
			if (parity == -1)
				parity = steps_kind(x, y);
			if (steps_kind(x, y) != parity)
				return false;
		}
	return parity != -1;
}

int
variant_is_hexoban(const struct sok_board *b, struct sok_arena *scratch)
{
	struct sok_board squares = *b, hexagons = *b;
	int x, y, closed;

	if (b->players == 0 || !has_one_parity(b))
		return 0;
	squares.grid = SOK_SQUARES;
	closed = sok_board_closed(&squares, &x, &y, scratch);
	if (closed != 0)
		return closed == -1 ? -1 : 0;
	hexagons.grid = SOK_HEXAGONS;
	return sok_board_closed(&hexagons, &x, &y, scratch);
}

int
variant_of_puzzle(struct sok_reader *r, struct sok_puzzle *p)
{
	int hexoban;

	p->variant = variant_declared(r, &p->text);
	if (!r->declared && p->has_board && key_game(&p->text).s == NULL) {
		hexoban = variant_is_hexoban(&p->board, &r->arena);
		if (hexoban == -1)
			return -1;
		if (hexoban == 1) {
			p->variant = SOK_HEXOBAN;
			reader_report(r, SOK_ASSUMED_VARIANT_RULE, p->pos.line,
			    1,
			    "read as Hexoban: squares would leave the board "
			    "open, and every second one is empty");
		}
	}
	p->board.grid = sok_variant_grid(p->variant);
	return 0;
}
