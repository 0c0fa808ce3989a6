/*
 * variant.c - finds the variant of a puzzle from the option, the keys, the file
 * name and the shape of the board, in this order; and recognizes games that
 * change players.
 */
#include <string.h>

#include "board/symmetry.h"
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
variant_of_options(const struct sok_read_options *o, enum sok_variant *v)
{
	struct sok_str stem = sok_packed_stem(sok_str(o->name ? o->name : ""));

	*v = o->game != NULL ? sok_variant_find(sok_str(o->game)) : SOK_SOKOBAN;
	if (o->game != NULL)
		return true;
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
		name = key_game(&r->header.text);
		r->variant_known = true;
		r->declared = variant_of_options(&r->o, &r->header.variant);
		if (r->o.game == NULL && name.s != NULL) {
			r->declared = true;
			r->header.variant = sok_variant_find(name);
		}
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

int
variant_has_hexagons(const struct sok_board *b, struct sok_arena *scratch)
{
	struct sok_board squares, hexagons;
	int x, y, closed;

	if (!board_one_parity(b))
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
