/* unicode.c - text as UTF-8, so that it is the same in every encoding. */
#include "compare/compare.h"

static int
convert_text(struct sok_text *t, struct sok_arena *a)
{
	struct sok_str *line = sok_arena_alloc(a, t->n, sizeof(*line));

	if (line == NULL)
		return -1;
	for (size_t i = 0; i < t->n; i++) {
		line[i] = sok_charset_utf8(a, t->line[i]);
		if (line[i].s == NULL && t->line[i].len > 0)
			return -1;
	}
	t->line = line;
	return 0;
}

static int
convert_line(struct sok_str *s, struct sok_arena *a)
{
	struct sok_str utf8 = sok_charset_utf8(a, *s);

	if (utf8.s == NULL && s->len > 0)
		return -1;
	*s = utf8;
	return 0;
}

int
compare_unicode(struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_game *game = sok_arena_alloc(a, p->ngames, sizeof(*game));

	if (game == NULL || convert_line(&p->title_line, a) == -1 ||
	    convert_text(&p->text, a) == -1)
		return -1;
	for (size_t i = 0; i < p->ngames; i++) {
		game[i] = p->game[i];
		if (convert_line(&game[i].title_line, a) == -1 ||
		    convert_text(&game[i].text, a) == -1)
			return -1;
	}
	p->game = game;
	sok_puzzle_retitle(p);
	return 0;
}

int
compare_unicode_header(struct sok_header *h, struct sok_arena *a)
{
	if (convert_text(&h->text, a) == -1)
		return -1;
	return sok_header_keys(h, a);
}
