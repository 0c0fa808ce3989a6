/*
 * later.c - puzzles that lose their header because another one stands at the
 * top of the output: what they had from it goes into their own text.
 */
#include "sok.h"

static int
inherit(struct sok_text *t, const struct sok_header *h, const char *key,
    struct sok_arena *a)
{
	struct sok_str value = sok_text_get(&h->text, sok_str(key)), line;

	if (value.s == NULL || sok_text_get(t, sok_str(key)).s != NULL)
		return 0;
	if (t->n > 0 && !sok_key_known(t->line[0]) && t->line[0].len > 0 &&
	    sok_text_insert(t, 0, SOK_STR(""), a) == -1)
		return -1;
	line = sok_str_fmt(a, "%s: %.*s", key, (int)value.len, value.s);
	if (line.s == NULL)
		return -1;
	return sok_text_insert(t, 0, line, a);
}

int
sok_inherit(struct sok_puzzle *p, const struct sok_header *h,
    struct sok_sink *sink, struct sok_arena *a)
{
	/* In the order of the lines from the last to the first. */
	static const char *const keys[] = {"Game", "Copyright", "Author"};
	bool *used = sok_arena_zalloc(a, h->text.n, sizeof(*used));

	if (used == NULL)
		return -1;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (inherit(&p->text, h, keys[i], a) == -1)
			return -1;
	return sok_expand_macros(p, h, used, sink, a);
}
