/*
 * headers.c - merges collections: puzzles get what they inherit from their
 * header as text of their own, the lines of the first header are written at the
 * top, and those of later headers below the puzzle above.
 */
#include "text/foreign.h"
#include "text/key.h"
#include "text/text.h"
#include "text/declared/variant.h"
#include "text/writer.h"
#include "tools.h"

int
headers_name_game(
    struct sok_writer *w, const struct sok_puzzle **p, struct sok_puzzle *own)
{
	enum sok_variant v = (*p)->variant;
	const struct sok_board *b = &(*p)->board;
	int hexoban;

	/* Most puzzles are obviously Sokoban. */
	if (v == SOK_SOKOBAN && !w->top_game && variant_has_corner(b))
		return 0;
	if (w->o.same_game || w->format->reader == NULL || !(*p)->has_board ||
	    v == SOK_UNSUPPORTED)
		return 0;
	/* Braces in a game mark Multiban. */
	if (v == SOK_MULTIBAN && w->top_variant == SOK_SOKOBAN &&
	    multiban_first(*p) != NULL)
		return 0;
	if (w->top_game && w->top_variant == v)
		return 0;
	if (!w->top_game && v != SOK_SOKOBAN_PLUS && b->grid != SOK_TRIANGLES &&
	    b->grid != SOK_OCTAGONS) {
		hexoban = variant_is_hexoban(b, &w->arena);
		if (hexoban == -1)
			return -1;
		if (hexoban == (v == SOK_HEXOBAN))
			return 0;
	}
	if (key_game(&(*p)->text).s != NULL)
		return 0;
	*own = **p;
	*p = own;
	return key_add(&own->text, SOK_STR("Game"),
	    sok_str(sok_variant_name(v)), &w->arena);
}

int
headers_remarks(struct sok_writer *w, const struct sok_header *h, bool later,
    struct sok_text *t)
{
	static const char *const inherited[] = {"Author", "Copyright", "Game",
	    "Puzzle Type", "Variant", "boxorder", "goalorder"};
	struct sok_str value;

	if (later)
		sok_report(w->sink, SOK_LOSSY_RULE,
		    (struct sok_pos){.file = h->file}, NULL, NULL,
		    "a later header was written as `::` lines");
	*t = h->text;
	if (text_own(t, &w->arena) == -1)
		return -1;
	for (size_t i = 0; (i = later ? i : key_outside(t, i)) < t->n; i++) {
		bool remark = later;

		for (size_t k = 0; k < SOK_COUNT(inherited) && !remark; k++)
			remark =
			    key_is(t->line[i], sok_str(inherited[k]), &value) &&
			    value.len > 0;
		if (remark)
			t->line[i] = foreign_remark(t->line[i], &w->arena);
		if (t->line[i].s == NULL)
			return -1;
	}
	return 0;
}

int
sok_inherit(struct sok_puzzle *p, const struct sok_header *h,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *a)
{
	const struct {
		struct sok_str key, value;
	} own[] = {{SOK_STR("goalorder"), h->goalorder},
	    {SOK_STR("boxorder"), h->boxorder}, {SOK_STR("Game"), h->game},
	    {SOK_STR("Copyright"), h->copyright},
	    {SOK_STR("Author"), h->author}};
	/* The variant and its orders are not inherited if it names a variant.
	 */
	size_t first = key_game(&p->text).s != NULL ? 3 : 0;

	/* Without a board it is written below another puzzle, which has its own
	 * keys.  Each key is inserted at the top, so the last line comes first.
	 */
	for (size_t i = first; p->has_board && i < SOK_COUNT(own); i++)
		if (key_add(&p->text, own[i].key, own[i].value, a) == -1)
			return -1;
	return sok_expand_macros(p, h, use, sink, a);
}
