/* title_set.c - stores titles as a line or else as a key; recognizes titles
 * that count on, headings of games, and titles that a `::` guards. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/foreign.h"
#include "text/key.h"
#include "text/text.h"
#include "text/title.h"

size_t
title_key(const struct sok_text *text, size_t i)
{
	struct sok_str value;

	return key_find(text, i, SOK_STR("title"), &value);
}

int
title_add_key(
    struct sok_text *text, struct sok_str title, struct sok_arena *arena)
{
	size_t at = title_key(text, 0);

	title = sok_str_fmt(arena, "Title: %.*s", (int)title.len, title.s);
	return sok_text_insert(text, at < text->n ? at + 1 : 0, title, arena);
}

int
sok_title_set(struct sok_str *title_line, struct sok_text *text,
    struct sok_str title, struct sok_arena *arena)
{
	title = sok_str_trim(title);
	bool fits = title.len > 0 && title_fits_line(title);
	*title_line = fits ? title : SOK_STR("");
	if (title.len == 0 || fits)
		return 0;
	title = sok_str_rtrim(foreign_flat(title, arena));
	if (title.s == NULL)
		return -1;
	return title.len > 0 ? title_add_key(text, title, arena) : 0;
}

/* The title of a text: the value of its first title key, else the title line.
 */
static struct sok_str
effective(const struct sok_text *text, struct sok_str title_line)
{
	struct sok_str key = {NULL, 0};

	if (text->n > 0)
		key = sok_text_get(text, SOK_STR("title"));
	return key.s != NULL ? key : title_line;
}

void
sok_puzzle_retitle(struct sok_puzzle *puzzle)
{
	puzzle->title = effective(&puzzle->text, puzzle->title_line);
	for (size_t i = 0; i < puzzle->ngames; i++)
		puzzle->game[i].title = effective(
		    &puzzle->game[i].text, puzzle->game[i].title_line);
}

/* Remove the number at the end of a title; false if none can count on. */
static bool
take_number(struct sok_str *s, size_t *n)
{
	size_t from = s->len;

	while (from > 0 && sok_is_digit(s->s[from - 1]))
		from--;
	struct sok_str number = sok_str_from(*s, from);
	s->len = from;
	return sok_str_number(number, n) && *n < SIZE_MAX;
}

/* A title without the name after its number: `44` for `44 'Duh!'` and `44:
 * Duh`, but not `100` for `100 Boxes`. */
static struct sok_str
without_name(struct sok_str s)
{
	static const char signs[] = "'\":.,()-/";
	size_t i = 0;

	while (i < s.len && !sok_is_digit(s.s[i]))
		i++;
	while (i < s.len && sok_is_digit(s.s[i]))
		i++;
	struct sok_str name = sok_str_ltrim(sok_str_from(s, i));
	return name.len > 0 && memchr(signs, name.s[0], sizeof(signs) - 1)
	    ? sok_str_sub(s, 0, i)
	    : s;
}

bool
title_next(struct sok_str title, struct sok_str next)
{
	size_t first, second;

	for (int i = 0; i < 2; i++) {
		struct sok_str before = i == 0 ? title : without_name(title);
		struct sok_str after = i == 0 ? next : without_name(next);

		if (take_number(&before, &first) &&
		    take_number(&after, &second) && second == first + 1 &&
		    sok_str_caseeq(before, after))
			return true;
	}
	return false;
}

/* Headings of games in YASC and JSoko; those of JSoko end in or contain a
 * colon: `Solution:`, `Snapshot 2`, `Best solution: 97/31`. */
bool
title_names_game(struct sok_str s)
{
	static const char *const name[] = {"Solution", "Best Solution",
	    "Snapshot", "SaveGame", "Reverse Mode Snapshot"};

	if (!title_may_name_game(s))
		return false;
	for (size_t i = 0; i < SOK_COUNT(name); i++) {
		struct sok_str word = sok_str(name[i]);

		if (sok_str_casestarts(s, word))
			return (s.len == word.len ||
			           !sok_is_letter(s.s[word.len])) &&
			    !sok_key_known(s);
	}
	return false;
}

bool
title_reads_as_moves(struct sok_str title, enum sok_grid grid)
{
	/* Other characters of moves: counts, blanks, groups, jumps and `*`. */
	unsigned among = 1u << ALPHABET_DI | 1u << ALPHABET_SP |
	    1u << ALPHABET_TA | 1u << ALPHABET_GR | 1u << ALPHABET_JU |
	    1u << ALPHABET_BG;
	bool letter = false;

	if (title.len > 0 && title.s[title.len - 1] == '\\')
		title.len--; /* counts and the like inside moves */
	for (size_t i = 0; i < title.len; i++)
		if (among >> alphabet_kind(title.s[i]) & 1)
			continue;
		else if (steps_letter(grid, title.s[i]) < 0)
			return false;
		else
			letter = true;
	return letter;
}

bool
title_guarded(const struct title_place *place)
{
	struct title_place before = *place;
	struct title title;

	for (; before.n > 0; before.n--) {
		struct sok_str last = place->line[before.n - 1];

		if (last.len > 0 &&
		    (last.len > 2 || !sok_str_eq(last, SOK_STR("::"))))
			break;
	}
	return title_find(&before, &title);
}
