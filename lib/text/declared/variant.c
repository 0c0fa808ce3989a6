/*
 * variant.c - finds the variant of a puzzle from the option, the keys, the file
 * name and the shape of the board, in this order; and recognizes games that
 * change players.
 */
#include <string.h>

#include "board/steps.h"
#include "text/key.h"
#include "text/declared/variant.h"
#include "tools.h"

#define SUFFIX 4 /* the length of each suffix */

static const struct {
	const char *suffix;
	enum sok_variant variant;
} suffixes[] = {
    {".hsb", SOK_HEXOBAN}, {".tsb", SOK_TRIOBAN}, {".osb", SOK_OCTOBAN}};

bool
variant_of_file(const char *name, enum sok_variant *v)
{
	struct sok_str stem = sok_packed_stem(sok_str(name ? name : ""));

	if (stem.len <= SUFFIX)
		return false;
	stem = sok_str_from(stem, stem.len - SUFFIX);
	for (size_t i = 0; i < SOK_COUNT(suffixes); i++)
		if (sok_str_caseeq(stem, sok_str(suffixes[i].suffix))) {
			*v = suffixes[i].variant;
			return true;
		}
	return false;
}

bool
variant_named(
    struct sok_reader *r, const struct sok_text *t, enum sok_variant *v)
{
	struct sok_str name;

	/* The option, the header and the file name apply to all puzzles. */
	if (!r->variant_known) {
		*v = SOK_SOKOBAN;
		name = key_game(&r->header.text);
		r->variant_known = r->declared = true;
		if (r->o.game != NULL)
			*v = sok_variant_find(sok_str(r->o.game));
		else if (name.s != NULL)
			*v = sok_variant_find(name);
		else
			r->declared = variant_of_file(r->o.name, v);
		r->header.variant = *v;
	}
	*v = r->header.variant;
	if (r->o.game != NULL)
		return true;
	name = key_game(t);
	if (name.s == NULL && r->game_name.len > 0)
		name = r->game_name;
	if (name.s != NULL)
		*v = sok_variant_find(name);
	return r->declared || name.s != NULL;
}

/* Whether x + y has the same parity for all squares that are not floor. */
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
variant_has_hexagons(const struct sok_board *b, struct sok_arena *scratch)
{
	struct sok_board squares, hexagons;
	int x, y, closed;

	if (!has_one_parity(b))
		return 0;
	squares = hexagons = *b;
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
	int assumed = variant_find(r, &p->text, &p->board, &p->variant);

	if (assumed == 1)
		reader_report(r, SOK_ASSUMED_VARIANT_RULE, p->pos.line, 1,
		    "read as Hexoban: as squares the board would be open, and "
		    "every second square is empty");
	p->board.grid = sok_variant_grid(p->variant);
	return assumed == -1 ? -1 : 0;
}

bool
multiban_game(const struct sok_game *g)
{
	return !g->letters_only && g->moves.len > 0 &&
	    memchr(g->moves.s, '{', g->moves.len) != NULL;
}

struct sok_game *
multiban_first(const struct sok_puzzle *p)
{
	for (size_t i = 0; i < p->ngames; i++)
		if (multiban_game(&p->game[i]))
			return &p->game[i];
	return NULL;
}

bool
multiban_puzzle(const struct sok_puzzle *p)
{
	return p->variant == SOK_MULTIBAN || multiban_first(p) != NULL;
}
