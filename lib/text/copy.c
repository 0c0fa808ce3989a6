/*
 * copy.c - copies puzzles, games and headers so that they outlive their reader.
 */
#include "text/text.h"
#include "tools.h"

static bool
copy_str(struct sok_str *s, struct sok_arena *a)
{
	if (s->len == 0)
		*s = SOK_STR("");
	else
		*s = sok_str_dup(a, *s);
	return s->s != NULL;
}

int
text_copy(struct sok_text *t, struct sok_arena *a)
{
	if (text_own(t, a) == -1)
		return -1;
	for (size_t i = 0; i < t->n; i++)
		if (!copy_str(&t->line[i], a))
			return -1;
	return 0;
}

/* Replace the strings of a game by copies. */
static bool
copy_game(struct sok_game *g, struct sok_arena *a)
{
	struct sok_source *v;

	if (!copy_str(&g->title_line, a) || !copy_str(&g->title, a) ||
	    !copy_str(&g->moves, a) || text_copy(&g->text, a) == -1)
		return false;
	if (g->source == NULL)
		return true;
	v = sok_arena_alloc(a, g->nsource, sizeof(*v));
	if (v == NULL)
		return false;
	for (size_t i = 0; i < g->nsource; i++) {
		v[i] = g->source[i];
		if (!copy_str(&v[i].text, a))
			return false;
	}
	g->source = v;
	return true;
}

int
pos_copy(struct sok_pos *pos, struct sok_arena *a)
{
	if (pos->file == NULL)
		return 0;
	pos->file = str_terminated(a, sok_str(pos->file));
	return pos->file == NULL ? -1 : 0;
}

int
finding_copy(
    struct sok_finding *to, const struct sok_finding *from, struct sok_arena *a)
{
	*to = *from;
	to->message = sok_str_dup(a, from->message);
	return to->message.s == NULL ? -1 : pos_copy(&to->pos, a);
}

int
sok_game_copy(
    struct sok_game *to, const struct sok_game *from, struct sok_arena *a)
{
	*to = *from;
	return copy_game(to, a) ? pos_copy(&to->pos, a) : -1;
}

int
sok_puzzle_copy(
    struct sok_puzzle *to, const struct sok_puzzle *from, struct sok_arena *a)
{
	*to = *from;
	to->identified = NULL;
	to->game = sok_arena_alloc(a, from->ngames, sizeof(*to->game));
	if (to->game == NULL || !copy_str(&to->title_line, a) ||
	    text_copy(&to->text, a) == -1 ||
	    (from->raw.s != NULL && !copy_str(&to->raw, a)))
		return -1;
	if (from->has_board &&
	    sok_board_copy(&to->board, &from->board, a) == -1)
		return -1;
	if (puzzle_owns_file(from) && pos_copy(&to->pos, a) == -1)
		return -1;
	to->board.xsb = from->board.xsb; /* the same squares */
	if (from->has_board && !copy_str(&to->board.xsb, a))
		return -1;
	for (size_t i = 0; i < from->ngames; i++) {
		to->game[i] = from->game[i];
		if (from->game[i].pos.file == from->pos.file)
			to->game[i].pos.file = to->pos.file;
		if (!copy_game(&to->game[i], a))
			return -1;
	}
	sok_puzzle_retitle(to);
	return 0;
}

int
sok_header_copy(
    struct sok_header *to, const struct sok_header *from, struct sok_arena *a)
{
	*to = *from;
	return text_copy(&to->text, a) == -1 ? -1 : sok_header_keys(to, a);
}
