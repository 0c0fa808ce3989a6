/*
 * later.c - puzzles that lose their header because another one stands at the
 * top of the output: what they had from it goes into their own text.
 */
#include "sok.h"

static int
inherit(struct sok_text *t, struct sok_str key, struct sok_str value,
    struct sok_arena *a)
{
	struct sok_str line;

	if (value.s == NULL || sok_text_get(t, key).s != NULL)
		return 0;
	if (t->n > 0 && !sok_key_known(t->line[0]) && t->line[0].len > 0 &&
	    sok_text_insert(t, 0, SOK_STR(""), a) == -1)
		return -1;
	line = sok_str_fmt(
	    a, "%.*s: %.*s", (int)key.len, key.s, (int)value.len, value.s);
	if (line.s == NULL)
		return -1;
	return sok_text_insert(t, 0, line, a);
}

static bool
has_macro(struct sok_str s)
{
	for (size_t i = 0; i + 1 < s.len; i++)
		if (s.s[i] == '<' && s.s[i + 1] == '#')
			return true;
	return false;
}

static bool
uses_macros(const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (has_macro(t->line[i]))
			return true;
	return false;
}

static bool
any_uses_macros(const struct sok_puzzle *p)
{
	for (size_t i = 0; i < p->ngames; i++)
		if (uses_macros(&p->game[i].text))
			return true;
	return uses_macros(&p->text);
}

int
sok_inherit(struct sok_puzzle *p, const struct sok_header *h,
    struct sok_sink *sink, struct sok_arena *a)
{
	struct sok_text *t = &p->text;
	bool *used;

	/* Each goes to the top: the last line first. */
	if (inherit(t, SOK_STR("Game"), h->game, a) == -1 ||
	    inherit(t, SOK_STR("Copyright"), h->copyright, a) == -1 ||
	    inherit(t, SOK_STR("Author"), h->author, a) == -1)
		return -1;
	if (!any_uses_macros(p))
		return 0;
	used = sok_arena_zalloc(a, h->text.n, sizeof(*used));
	if (used == NULL)
		return -1;
	return sok_expand_macros(p, h, used, sink, a);
}
