/* mend.c - the second pass over a file whose games change: finds the lines of a
 * changed game by their numbers and contents, and replaces as few bytes of them
 * as possible. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "replay/mend.h"
#include "replay/mend_lines.h"
#include "text/text.h"

/* A game that changes. */
struct mend {
	struct mend *next;
	size_t above;  /* the last line that belongs to what precedes it */
	size_t guards; /* `::` lines that end the text above it */
	struct mend_change moves; /* now.s == NULL: unchanged */
	struct sok_source *source;
	size_t nsource;
	struct mend_change title; /* was.len == 0: a heading is added */
	struct mend_change *text; /* lines below the moves */
	size_t ntext;
};

struct mender {
	struct mend_lines file;
	size_t bad; /* a line that cannot be changed; 0: none so far */
	int error;  /* the first one, or 0 */

	size_t last; /* the last line of the board or game read last */
	struct mend *first, *newest;
};

/* ---- changes of one game */

static size_t
first_line(const struct mend *mend)
{
	return mend->source[0].line;
}

static size_t
last_line(const struct mend *mend)
{
	return mend->source[mend->nsource - 1].line;
}

/* Change the title, the nearest line above the moves that has it: 1, 0 if there
 * is none, -1 on ENOMEM. */
static int
mend_title(struct mender *mender, const struct mend *mend,
    const struct mend_change *title)
{
	int got = 0;

	for (size_t i = first_line(mend); got == 0 && --i > mend->above;) {
		struct mend_line *line = mend_lines_at(&mender->file, i);

		if (line != NULL)
			got = mend_lines_replace(&mender->file, line, title);
	}
	return got;
}

/* Write a heading above the moves of a game without a title; a guard against
 * one becomes a blank line.  1, 0 if the line of the moves is not there, -1 on
 * ENOMEM. */
static int
add_heading(struct mender *mender, const struct mend *mend)
{
	struct mend_line *line = mend_lines_at(&mender->file, first_line(mend)),
	                 *guard = NULL, *before;
	struct sok_str eol = mend_lines_end(&mender->file), quote;
	struct sok_buf buf = {0};
	size_t guards = 0, i = first_line(mend) - 1;

	if (line == NULL)
		return 0;
	quote = mend_lines_bytes(&mender->file, line);
	quote =
	    sok_str_sub(quote, 0, sok_str_find(quote, mend->source[0].text));
	/* The lines above that are blank or guards. */
	for (; (before = mend_lines_at(&mender->file, i)) != NULL; i--) {
		struct sok_str ink = mend_lines_ink(&mender->file, before);

		if (sok_str_eq(ink, SOK_STR("::"))) {
			guard = guards++ == 0 ? before : guard;
		} else if (ink.len > 0) {
			break;
		}
	}
	if (guard != NULL && guards > mend->guards)
		guard->gone = true;
	/* A blank line separates the heading from what is above it. */
	before = mend_lines_at(&mender->file, first_line(mend) - 1);
	bool close =
	    first_line(mend) - 1 == mend->above && first_line(mend) > 1;
	if (before != NULL)
		close = before->gone ||
		    mend_lines_ink(&mender->file, before).len > 0;
	if (close) {
		sok_buf_add(&buf, sok_str_rtrim(quote));
		sok_buf_add(&buf, eol);
	}
	sok_buf_add(&buf, quote);
	sok_buf_add(&buf, mend->title.now);
	sok_buf_add(&buf, eol);
	line->above = sok_str_dup(&mender->file.arena, sok_buf_str(&buf));
	bool enough = !buf.failed && line->above.s != NULL;
	sok_buf_free(&buf);
	return enough ? 1 : -1;
}

/* Change a line below the moves: 1, 0 if there is none, -1 on ENOMEM. */
static int
mend_text(struct mender *mender, const struct mend *mend,
    const struct mend_change *text)
{
	struct sok_str title = SOK_STR("Title: "),
	               was = sok_str_trim(text->was);
	struct mend_change value = *text;
	size_t skip = text->skip;
	struct mend_line *line;
	int got = 0;

	for (size_t i = last_line(mend) + 1;
	     (line = mend_lines_at(&mender->file, i)) != NULL; i++)
		if (sok_str_eq(mend_lines_ink(&mender->file, line), was) &&
		    skip-- == 0)
			return mend_lines_replace(&mender->file, line, text);
	/* In another character set, bytes beside ASCII differ. */
	for (size_t i = last_line(mend) + 1;
	     got == 0 && (line = mend_lines_at(&mender->file, i)) != NULL; i++)
		got = mend_lines_replace(&mender->file, line, text);
	/* The reader makes a key of a title that fits no line. */
	if (got != 0 || !sok_str_starts(value.was, title) ||
	    !sok_str_starts(value.now, title))
		return got;
	value.was = sok_str_from(value.was, title.len);
	value.now = sok_str_from(value.now, title.len);
	return mend_title(mender, mend, &value);
}

/* Whether each byte of the lines that is not blank is a letter or a sign of the
 * moves, so that counts and groups need not be made anew. */
static bool
is_spelled(const struct mend *mend)
{
	struct sok_str s = mend->moves.was;
	size_t at = 0;

	if (s.len != mend->moves.now.len)
		return false;
	for (size_t i = 0; i < mend->nsource; i++)
		for (size_t j = 0; j < mend->source[i].text.len; j++) {
			char c = mend->source[i].text.s[j];

			if (sok_is_blank(c))
				continue;
			if (at == s.len || s.s[at++] != c)
				return false;
		}
	return at == s.len;
}

/* The line of source i, and what is before and after its moves; NULL if it has
 * other bytes. */
static struct mend_line *
moves_line(const struct mender *mender, const struct mend *mend, size_t i,
    struct sok_str *before, struct sok_str *after)
{
	struct mend_line *line =
	    mend_lines_at(&mender->file, mend->source[i].line);
	struct sok_str text = mend->source[i].text;

	if (line == NULL)
		return NULL;
	struct sok_str s = mend_lines_bytes(&mender->file, line);
	size_t at = sok_str_find(s, text);
	if (at + text.len > s.len)
		return NULL;
	*before = sok_str_sub(s, 0, at);
	*after = sok_str_from(s, at + text.len);
	return line;
}

/* Change the letters of moves where they are: 1, 0 if a line was not found, -1
 * on ENOMEM. */
static int
respell(struct mender *mender, const struct mend *mend)
{
	struct sok_buf buf = {0};
	const char *letter = mend->moves.now.s;
	struct sok_str before, after;
	int got = 1;

	for (size_t i = 0; i < mend->nsource && got == 1; i++) {
		struct sok_str text = mend->source[i].text;
		struct mend_line *line =
		    moves_line(mender, mend, i, &before, &after);

		if (line == NULL) {
			got = 0;
			break;
		}
		sok_buf_add(&buf, before);
		for (size_t k = 0; k < text.len; k++)
			sok_buf_addc(&buf,
			    sok_is_blank(text.s[k]) ? text.s[k] : *letter++);
		sok_buf_add(&buf, after);
		if (mend_lines_change(&mender->file, line, &buf) == -1)
			got = -1;
	}
	sok_buf_free(&buf);
	return got;
}

/* Whether the moves are written with counts. */
static bool
has_counts(const struct mend *mend)
{
	for (size_t i = 0; i < mend->nsource; i++)
		for (size_t k = 0; k < mend->source[i].text.len; k++)
			if (sok_is_digit(mend->source[i].text.s[k]))
				return true;
	return false;
}

/* Write other moves in place of all lines: encoded if the old ones were, as
 * wide as they were, 70 letters if they were not wrapped.  1, 0 if a line was
 * not found, -1 on ENOMEM. */
static int
rewrite_moves(struct mender *mender, const struct mend *mend)
{
	struct sok_buf buf = {0}, coded = {0};
	struct sok_str eol = mend_lines_end(&mender->file), s = mend->moves.now,
	               before, after, rest;
	size_t wrap = SOK_WRAP;
	struct mend_line *first = moves_line(mender, mend, 0, &before, &after),
	                 *line;

	for (size_t i = 0; i + 1 < mend->nsource; i++)
		if (i == 0 || mend->source[i].text.len > wrap)
			wrap = mend->source[i].text.len;
	if (has_counts(mend)) {
		sok_rle_encode(&coded, s, SOK_RLE_MOVES, 3, false);
		s = sok_buf_str(&coded);
	}
	for (size_t i = 1; i < mend->nsource && first != NULL; i++) {
		line = moves_line(mender, mend, i, &rest, &after);
		if (line == NULL)
			first = NULL;
		else
			line->gone = true;
	}
	int got = first != NULL;
	while (got == 1 && s.len > 0) {
		size_t n = sok_moves_wrap(s, wrap);

		sok_buf_add(&buf, before);
		sok_buf_add(&buf, sok_str_sub(s, 0, n));
		s = sok_str_from(s, n);
		sok_buf_add(&buf, s.len > 0 ? eol : after);
	}
	/* The last of the lines ends as it did. */
	line = mend_lines_at(&mender->file, last_line(mend));
	if (got == 1 && line != first) {
		line->gone = false;
		first->gone = true;
		got =
		    mend_lines_change(&mender->file, line, &buf) == -1 ? -1 : 1;
		line->above = first->above;
		first->above = SOK_STR("");
	} else if (got == 1) {
		got =
		    mend_lines_change(&mender->file, line, &buf) == -1 ? -1 : 1;
	}
	sok_buf_free(&buf);
	sok_buf_free(&coded);
	return got;
}

/* All changes of a game: 1, 0 if a line was not found, -1 on ENOMEM. */
static int
mend_game(struct mender *mender, const struct mend *mend)
{
	int got = 1;

	if (mend->title.now.s != NULL && mend->title.was.len == 0)
		got = add_heading(mender, mend);
	else if (mend->title.now.s != NULL)
		got = mend_title(mender, mend, &mend->title);
	for (size_t i = 0; i < mend->ntext && got == 1; i++)
		got = mend_text(mender, mend, &mend->text[i]);
	if (got == 1 && mend->moves.now.s != NULL)
		got = is_spelled(mend) ? respell(mender, mend)
		                       : rewrite_moves(mender, mend);
	return got;
}

/* Write the puzzle read last, whose lines end before `number` or, if that is 0,
 * at the end of the file.  0, -1 with errno. */
static int
mend_puzzle(struct mender *mender, size_t number)
{
	int got = 1, result = 1;

	if (mender->first == NULL) {
		sok_arena_reset(&mender->file.arena);
		return 0;
	}
	if (mend_lines_copy(&mender->file, mender->first->above + 1) == -1)
		return -1;
	while (got == 1 &&
	    (number == 0 || mender->file.number + mender->file.n < number))
		got = mend_lines_cut(&mender->file);
	for (const struct mend *mend = mender->first;
	     mend != NULL && result == 1; mend = mend->next) {
		result = mend_game(mender, mend);
		if (result == 0 && mender->bad == 0)
			mender->bad = first_line(mend);
	}
	mend_lines_put(&mender->file);
	mender->first = mender->newest = NULL;
	sok_arena_reset(&mender->file.arena);
	return got == -1 || result == -1 ? -1 : 0;
}

/* ---- what was read */

struct mender *
mender_open(int fd, struct sok_output *out)
{
	struct mender *mender = calloc(1, sizeof(*mender));

	if (mender == NULL)
		return NULL;
	mender->file.fd = fd;
	mender->file.number = 1;
	mender->file.out = out;
	return mender;
}

/* The last line of the board or, without one, of what was read before. */
static size_t
last_row(const struct mender *mender, const struct sok_puzzle *puzzle)
{
	const struct sok_board *board = &puzzle->board;

	if (!puzzle->has_board)
		return mender->last;
	return board->row == NULL ? puzzle->pos.line
	                          : board->row[board->height - 1].line;
}

/* Remember the first error. */
static void
note_error(struct mender *mender, int result)
{
	if (result == -1 && mender->error == 0)
		mender->error = errno;
}

void
mender_puzzle(struct mender *mender, const struct sok_puzzle *puzzle)
{
	if (puzzle->number > 0 && mender->error == 0)
		note_error(mender, mend_puzzle(mender, puzzle->pos.line));
	mender->last = last_row(mender, puzzle);
}

/* How many `::` lines end a text. */
static size_t
count_guards(const struct sok_text *text)
{
	size_t n = 0;

	while (n < text->n &&
	    sok_str_eq(
	        sok_str_trim(text->line[text->n - 1 - n]), SOK_STR("::")))
		n++;
	return n;
}

/* Copy a change, if it is one: 0, -1 on ENOMEM. */
static int
keep_change(struct mender *mender, struct mend_change *change,
    struct sok_str was, struct sok_str now)
{
	if (sok_str_eq(was, now))
		return 0;
	change->was = sok_str_dup(&mender->file.arena, was);
	change->now = sok_str_dup(&mender->file.arena, now);
	return change->was.s == NULL || change->now.s == NULL ? -1 : 0;
}

/* Keep the lines of a game's text that were changed: 0, -1 on ENOMEM. */
static int
keep_text(struct mender *mender, struct mend *mend, const struct sok_text *was,
    const struct sok_text *now)
{
	mend->text =
	    sok_arena_zalloc(&mender->file.arena, was->n, sizeof(*mend->text));
	if (mend->text == NULL)
		return -1;
	for (size_t i = 0; i < was->n; i++) {
		struct mend_change *change = &mend->text[mend->ntext];

		if (keep_change(mender, change, was->line[i], now->line[i]) ==
		    -1)
			return -1;
		if (change->now.s == NULL)
			continue;
		for (size_t k = 0; k < i; k++)
			change->skip += sok_str_eq(sok_str_trim(was->line[k]),
			    sok_str_trim(was->line[i]));
		mend->ntext++;
	}
	return 0;
}

/* Keep what was changed in game i of a puzzle; 0, also if that is nothing, -1
 * on ENOMEM. */
static int
keep_game(struct mender *mender, const struct sok_puzzle *puzzle, size_t i,
    const struct sok_game *was, const struct sok_game *now)
{
	const struct sok_text *before =
	    i > 0 ? &puzzle->game[i - 1].text : &puzzle->text;
	struct mend *mend =
	    sok_arena_zalloc(&mender->file.arena, 1, sizeof(*mend));
	size_t n = was->nsource, size = sizeof(*mend->source);

	if (mend == NULL || n == 0)
		return mend == NULL ? -1 : 0;
	mend->above = mender->last;
	mender->last = was->source[n - 1].line;
	mend->guards = count_guards(before);
	mend->source = sok_arena_alloc(&mender->file.arena, n, size);
	if (mend->source == NULL ||
	    keep_change(
	        mender, &mend->title, was->title_line, now->title_line) == -1 ||
	    keep_change(mender, &mend->moves, was->moves, now->moves) == -1 ||
	    keep_text(mender, mend, &was->text, &now->text) == -1)
		return -1;
	if (mend->title.now.s == NULL && mend->moves.now.s == NULL &&
	    mend->ntext == 0)
		return 0;
	memcpy(mend->source, was->source, n * size);
	for (mend->nsource = 0; mend->nsource < n; mend->nsource++) {
		struct sok_str *text = &mend->source[mend->nsource].text;

		*text = sok_str_dup(&mender->file.arena, *text);
		if (text->s == NULL)
			return -1;
	}
	if (mender->first == NULL)
		mender->first = mend;
	else
		mender->newest->next = mend;
	mender->newest = mend;
	return 0;
}

void
mender_game(struct mender *mender, const struct sok_puzzle *puzzle, size_t i,
    const struct sok_game *was, const struct sok_game *now)
{
	if (mender->error == 0)
		note_error(mender, keep_game(mender, puzzle, i, was, now));
}

ptrdiff_t
mender_end(struct mender *mender)
{
	if (mender->error == 0 &&
	    (mend_puzzle(mender, 0) == -1 ||
	        mend_lines_copy(&mender->file, SIZE_MAX) == -1))
		mender->error = errno;
	errno = mender->error;
	if (mender->error != 0)
		return -1;
	return (ptrdiff_t)mender->bad;
}

void
mender_close(struct mender *mender)
{
	if (mender == NULL)
		return;
	int error = errno;
	sok_buf_free(&mender->file.window);
	sok_arena_free(&mender->file.arena);
	free(mender->file.line);
	free(mender);
	errno = error;
}
