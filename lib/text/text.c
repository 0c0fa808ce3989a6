/* text.c - the lines of a header, a puzzle or a game as a list: appending,
 * removing and inserting lines; and copies of these that outlive their
 * reader. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/text.h"

#define ROOM_FAILED SIZE_MAX

int
text_append(
    struct sok_text *t, size_t *room, struct sok_str line, struct sok_arena *a)
{
	size_t more = 2 * t->n + 16;
	struct sok_str *v = t->line;

	if (t->n >= *room) {
		v = sok_arena_alloc(a, more, sizeof(*v));
		if (v != NULL && t->n > 0)
			memcpy(v, t->line, t->n * sizeof(*v));
		*room = more;
	}
	if (v == NULL || line.s == NULL || *room == ROOM_FAILED) {
		*room = ROOM_FAILED;
		return -1;
	}
	t->line = v;
	t->line[t->n++] = line;
	return 0;
}

int
text_append_all(struct sok_text *t, size_t *room, const struct sok_text *more,
    struct sok_arena *a)
{
	for (size_t i = 0; i < more->n; i++)
		text_append(t, room, more->line[i], a);
	return *room == ROOM_FAILED ? -1 : 0;
}

int
text_own(struct sok_text *t, struct sok_arena *a)
{
	struct sok_str *v = sok_arena_alloc(a, t->n, sizeof(*v));

	if (v != NULL && t->n > 0)
		memcpy(v, t->line, t->n * sizeof(*v));
	t->line = v != NULL ? v : t->line;
	return v != NULL ? 0 : -1;
}

int
text_join(struct sok_text *t, const struct sok_text *more, struct sok_arena *a)
{
	size_t room = 0;

	if (t->n > 0 && more->n > 0)
		text_append(t, &room, SOK_STR(""), a);
	return text_append_all(t, &room, more, a);
}

bool
text_equal(const struct sok_text *a, const struct sok_text *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!sok_str_eq(a->line[i], b->line[i]))
			return false;
	return true;
}

int
sok_text_insert(
    struct sok_text *t, size_t at, struct sok_str line, struct sok_arena *a)
{
	struct sok_str *v = sok_arena_alloc(a, t->n + 1, sizeof(*v));

	if (v == NULL || line.s == NULL)
		return -1;
	if (at > 0)
		memcpy(v, t->line, at * sizeof(*v));
	v[at] = line;
	if (t->n > at)
		memcpy(v + at + 1, t->line + at, (t->n - at) * sizeof(*v));
	*t = (struct sok_text){v, t->n + 1};
	return 0;
}

void
sok_text_filter(struct sok_text *t, const bool *keep)
{
	size_t n = 0, until = 0; /* the lines before it are in a block */

	for (size_t i = 0; i < t->n; i++) {
		bool kept = keep == NULL || keep[i];
		struct sok_str s = kept ? t->line[i] : SOK_STR("");

		if (i >= until && kept)
			until = sok_text_block(t, i);
		if (s.len > 0 || (i < until && kept) ||
		    (n > 0 && t->line[n - 1].len > 0))
			t->line[n++] = s;
	}
	while (n > 0 && t->line[n - 1].len == 0)
		n--;
	t->n = n;
}

/* ---- copies */

static bool
copy_str(struct sok_str *s, struct sok_arena *a)
{
	*s = s->len == 0 ? SOK_STR("") : sok_str_dup(a, *s);
	return s->s != NULL;
}

int
text_copy(struct sok_text *t, struct sok_arena *a)
{
	if (t->n > 0 && text_own(t, a) == -1)
		return -1;
	for (size_t i = 0; i < t->n; i++)
		if (!copy_str(&t->line[i], a))
			return -1;
	return 0;
}

static bool
copy_game(struct sok_game *g, struct sok_arena *a)
{
	size_t n = g->source != NULL ? g->nsource : 0;
	struct sok_source *v = sok_arena_alloc(a, n, sizeof(*v));
	bool made = v != NULL && copy_str(&g->title_line, a) &&
	    copy_str(&g->title, a) && copy_str(&g->moves, a) &&
	    text_copy(&g->text, a) == 0;

	for (size_t i = 0; i < n && made; i++) {
		v[i] = g->source[i];
		made = copy_str(&v[i].text, a);
	}
	g->source = n > 0 ? v : NULL;
	return made;
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
	    (from->raw.s != NULL && !copy_str(&to->raw, a)) ||
	    (puzzle_owns_file(from) && pos_copy(&to->pos, a) == -1) ||
	    (from->has_board &&
	        sok_board_copy(&to->board, &from->board, a) == -1))
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
	to->title = to->title_line;
	if (to->text.n > 0 || to->ngames > 0)
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
