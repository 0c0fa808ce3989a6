/*
 * later.c - puzzles that lose their header because another one stands at the
 * top of the output: what they had from it goes into their own text.
 */
#include "key.h"
#include "writer.h"

static bool
names_game(const struct sok_text *t)
{
	return sok_text_get(t, SOK_STR("Game")).s != NULL ||
	    sok_text_get(t, SOK_STR("Puzzle Type")).s != NULL;
}

int
later_name_game(struct sok_puzzle *p, struct sok_arena *a)
{
	if (p->variant == SOK_UNSUPPORTED || names_game(&p->text))
		return 0;
	return key_add(&p->text, SOK_STR("Game"), SOK_STR("Sokoban"), a);
}

int
sok_inherit(struct sok_puzzle *p, const struct sok_header *h,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *a)
{
	struct sok_text *t = &p->text;

	/* Without a board it goes below another puzzle, which has its own. */
	if (!p->has_board)
		return sok_expand_macros(p, h, use, sink, a);
	/* Each goes to the top: the last line first. */
	if ((!names_game(t) && key_add(t, SOK_STR("Game"), h->game, a) == -1) ||
	    key_add(t, SOK_STR("Copyright"), h->copyright, a) == -1 ||
	    key_add(t, SOK_STR("Author"), h->author, a) == -1)
		return -1;
	return sok_expand_macros(p, h, use, sink, a);
}
