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

/* Whether the puzzle would be read as another variant.  1, 0, -1 on ENOMEM. */
static int
lacks_game(
    struct sok_writer *w, const struct sok_puzzle *p, struct sok_arena *a)
{
	int hexoban;
	bool lacks = true;

	/* Most puzzles are obviously Sokoban. */
	if (p->variant == SOK_SOKOBAN && !w->top_game &&
	    variant_has_corner(&p->board))
		return 0;
	if (w->o.same_game || w->format->reader == NULL || !p->has_board ||
	    p->variant == SOK_UNSUPPORTED)
		return 0;
	/* Braces in a game mark Multiban. */
	if (p->variant == SOK_MULTIBAN && w->top_variant == SOK_SOKOBAN &&
	    multiban_first(p) != NULL)
		return 0;
	if (w->top_game) {
		lacks = w->top_variant != p->variant;
	} else if (p->variant != SOK_SOKOBAN_PLUS &&
	    p->board.grid != SOK_TRIANGLES && p->board.grid != SOK_OCTAGONS) {
		hexoban = variant_is_hexoban(&p->board, a);
		if (hexoban == -1)
			return -1;
		lacks = hexoban != (p->variant == SOK_HEXOBAN);
	}
	return lacks && key_game(&p->text).s == NULL;
}

int
headers_name_game(
    struct sok_writer *w, const struct sok_puzzle **p, struct sok_puzzle *own)
{
	int lacks = lacks_game(w, *p, &w->arena);

	if (lacks != 1)
		return lacks;
	*own = **p;
	*p = own;
	return key_add(&own->text, SOK_STR("Game"),
	    sok_str(sok_variant_name(own->variant)), &w->arena);
}

/* Convert the lines of a header that puzzles inherit, or all lines, to remarks;
 * -1 on ENOMEM. */
static int
make_remarks(struct sok_writer *w, const struct sok_header *h, bool all,
    struct sok_text *t)
{
	static const char *const inherited[] = {"Author", "Copyright", "Game",
	    "Puzzle Type", "Variant", "boxorder", "goalorder"};
	struct sok_str value;

	*t = h->text;
	if (text_own(t, &w->arena) == -1)
		return -1;
	for (size_t i = 0; i < t->n; i++) {
		size_t end = all ? 0 : sok_text_block(t, i);
		bool remark = all;

		for (size_t k = 0; k < SOK_COUNT(inherited) && !remark; k++)
			remark =
			    key_is(t->line[i], sok_str(inherited[k]), &value) &&
			    value.len > 0;
		if (end > 0)
			i = end;
		else if (remark)
			t->line[i] = foreign_remark(t->line[i], &w->arena);
		if (t->line[i].s == NULL)
			return -1;
	}
	return 0;
}

int
headers_top(
    struct sok_writer *w, const struct sok_header *h, struct sok_text *t)
{
	return make_remarks(w, h, false, t);
}

int
headers_remarks(
    struct sok_writer *w, const struct sok_header *h, struct sok_text *t)
{
	sok_report(w->sink, SOK_LOSSY_RULE, (struct sok_pos){.file = h->file},
	    NULL, NULL, "a later header was written as `::` lines");
	return make_remarks(w, h, true, t);
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
