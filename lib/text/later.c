/*
 * later.c - puzzles that lose their header because another one stands at the
 * top of the output: what they had from it goes into their own text, its lines
 * below the puzzle above.
 */
#include "text/foreign.h"
#include "text/key.h"
#include "text/writer.h"

int
later_name_game(struct sok_puzzle *p, struct sok_arena *a)
{
	if (p->variant == SOK_UNSUPPORTED || key_game(&p->text).s != NULL)
		return 0;
	return key_add(&p->text, SOK_STR("Game"), SOK_STR("Sokoban"), a);
}

int
later_remarks(
    struct sok_writer *w, const struct sok_header *h, struct sok_text *t)
{
	sok_report(w->sink, SOK_LOSSY_RULE, (struct sok_pos){.file = h->file},
	    NULL, NULL, "a later header was written as `::` lines");
	t->n = h->text.n;
	t->line = sok_arena_alloc(&w->arena, t->n, sizeof(*t->line));
	for (size_t i = 0; t->line != NULL && i < t->n; i++) {
		t->line[i] = foreign_remark(h->text.line[i], &w->arena);
		if (t->line[i].s == NULL)
			return -1;
	}
	return t->line == NULL ? -1 : 0;
}

/* The game that the header names, and the orders that make it another one, for
 * a puzzle that names none. */
static int
inherit_game(
    struct sok_text *t, const struct sok_header *h, struct sok_arena *a)
{
	if (key_game(t).s != NULL)
		return 0;
	if (key_add(t, SOK_STR("goalorder"), h->goalorder, a) == -1 ||
	    key_add(t, SOK_STR("boxorder"), h->boxorder, a) == -1)
		return -1;
	return key_add(t, SOK_STR("Game"), h->game, a);
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
	if (inherit_game(t, h, a) == -1 ||
	    key_add(t, SOK_STR("Copyright"), h->copyright, a) == -1 ||
	    key_add(t, SOK_STR("Author"), h->author, a) == -1)
		return -1;
	return sok_expand_macros(p, h, use, sink, a);
}
