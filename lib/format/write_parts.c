/*
 * write_parts.c - shared by the writers of simple formats: tests whether a
 * format can represent a board, writes tags and comments below a board, and
 * reports losses.
 */
#include "text/key.h"
#include "text/text.h"
#include "format/write_text.h"
#include "tools.h"

/* ---- boards */

bool
writer_board(struct sok_writer *w, const struct sok_puzzle *p, bool *open)
{
	if (!p->has_board)
		return writer_refuse(w, p, "moves without a board");
	if (!write_readable(w, p))
		return writer_refuse(
		    w, p, "a board that would not be read back as one");
	*open = write_is_open(p, &w->arena);
	return true;
}

const char *
writer_blanks(const struct sok_board *b, bool open)
{
	size_t width = (size_t)b->width, longest = 0;

	for (int y = 0; y < b->height; y++) {
		size_t n = write_row_width(b, y);

		if (n == 0)
			return "an empty row";
		longest = n > longest ? n : longest;
	}
	return open && longest < width ? "floor at the end of all rows" : NULL;
}

/* ---- tags */

/* The comment block that begins at line i, if it can stay one. */
static size_t
block_at_line(const struct sok_text *t, size_t i)
{
	struct sok_str s = t->line[i];

	return s.len > 0 && (s.s[0] | 32) == 'c' ? sok_text_block(t, i) : 0;
}

static bool
is_mark(struct sok_str line)
{
	int kind;

	return comment_mark(line, &kind) != COMMENT_NONE;
}

/* Lines from to to of t, without blank ones at the end, as a comment. */
static void
put_comment(
    struct sok_output *out, const struct sok_text *t, size_t from, size_t to)
{
	while (to > from && t->line[to - 1].len == 0)
		to--;
	if (to == from)
		return;
	write_line(out, SOK_STR("Comment:"));
	for (size_t i = from; i < to; i++) {
		/* It would open or close a block inside this one. */
		if (is_mark(t->line[i]))
			sok_outc(out, ' ');
		write_line(out, t->line[i]);
	}
	write_line(out, SOK_STR("Comment-End:"));
}

/* The end of the lines from i on that belong in a comment. */
static size_t
notes_end(const struct sok_text *t, size_t i, writer_held_fn *held)
{
	size_t size = 0;

	for (; i < t->n && size < COMMENT_BYTES; i++) {
		if (block_at_line(t, i) > 0 ||
		    (held(t->line[i]) && !is_mark(t->line[i])))
			break;
		size += t->line[i].len + 2;
	}
	return i;
}

void
writer_text(
    struct sok_output *out, const struct sok_text *t, writer_held_fn *held)
{
	for (size_t i = 0, end; i < t->n; i = end) {
		end = notes_end(t, i, held);
		if (end > i) {
			while (i < end && t->line[i].len == 0)
				i++;
			put_comment(out, t, i, end);
			continue;
		}
		end = block_at_line(t, i) > 0 ? block_at_line(t, i) + 1 : i + 1;
		for (; i < end; i++)
			write_line(out, t->line[i]);
	}
}

/* ---- what is lost */

void
writer_lost_text(
    struct sok_writer *w, const struct sok_puzzle *p, const struct sok_text *t)
{
	bool author = w->format->writer->author, title = true;
	size_t keys = 0, notes = 0;

	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i], key, value;
		size_t end = sok_text_block(t, i);

		if (end > 0) { /* its marks are no keys, nor what is inside */
			while (++i < end)
				notes += t->line[i].len > 0;
			continue;
		}
		if (s.len == 0)
			continue;
		if (!sok_key_known(s) || !sok_key_split(s, &key, &value))
			notes++;
		else if (author && sok_str_caseeq(key, SOK_STR("author")))
			author = false;
		else if (title && value.len > 0 &&
		    sok_str_caseeq(key, SOK_STR("title")))
			title = false;
		else
			keys++;
	}
	writer_lost(w, p, "key", "keys", keys);
	writer_lost(w, p, "line of notes", "lines of notes", notes);
}

void
writer_lost_title_line(struct sok_writer *w, const struct sok_puzzle *p)
{
	writer_lost(w, p, "title line", "title lines",
	    p->title_line.len > 0 && !sok_str_eq(p->title, p->title_line));
}

void
writer_lost_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	size_t solutions = 0;

	for (size_t i = 0; i < p->ngames; i++)
		solutions += sok_game_claims(&p->game[i]);
	writer_lost(w, p, "solution", "solutions", solutions);
	writer_lost(w, p, "snapshot", "snapshots", p->ngames - solutions);
}

void
writer_lost_rest(struct sok_writer *w, const struct sok_puzzle *p)
{
	writer_lost_text(w, p, &p->text);
	writer_lost_title_line(w, p);
	writer_lost_games(w, p);
}
