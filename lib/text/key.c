/*
 * key.c - `Key: value` lines and comment blocks in the text of a header, a
 * puzzle or a game: between the readers and whoever asks for an author or
 * drops notes.
 */
#include <string.h>

#include "text/key.h"
#include "text/text.h"
#include "tools.h"

#define KEY(name) \
	{ \
		name, sizeof(name) - 1 \
	}

/* Keys of the .sok specification, YASC, JSoko, sokoenginepy and of the
 * collections in the field, in lower case. */
static const struct sok_str known[] = {KEY("author"), KEY("author comment"),
    KEY("authormail"), KEY("authorpage"), KEY("boxorder"), KEY("collection"),
    KEY("comment"), KEY("comment-end"), KEY("copyright"), KEY("date"),
    KEY("date created"), KEY("date of last change"), KEY("description"),
    KEY("difficulty"), KEY("e-mail"), KEY("email"), KEY("file format"),
    KEY("game"), KEY("goalorder"), KEY("homepage"), KEY("id"), KEY("limit"),
    KEY("optimizer"), KEY("own solution"), KEY("puzzle type"), KEY("set"),
    KEY("solution comment"), KEY("solution comment end"), KEY("solution name"),
    KEY("solver"), KEY("time"), KEY("title"), KEY("url"), KEY("variant"),
    KEY("view"), KEY("website")};

bool
sok_key_split(struct sok_str line, struct sok_str *key, struct sok_str *value)
{
	size_t i = 0;

	while (i < line.len && line.s[i] != ':' && line.s[i] != '=')
		i++;
	if (i == line.len)
		return false;
	*key = sok_str_trim(sok_str_sub(line, 0, i));
	*value = sok_str_trim(sok_str_from(line, i + 1));
	return key->len > 0;
}

bool
key_split(struct sok_str line, struct sok_str *key, struct sok_str *value)
{
	return line.len > 0 && line.s[0] != ' ' && line.s[0] != '\t' &&
	    sok_key_split(line, key, value);
}

bool
sok_key_known(struct sok_str line)
{
	struct sok_str key, value;

	if (!key_split(line, &key, &value))
		return false;
	for (size_t i = 0; i < SOK_COUNT(known); i++)
		if (key.len == known[i].len &&
		    (key.s[0] | 32) == known[i].s[0] &&
		    sok_str_caseeq(key, known[i]))
			return true;
	return sok_str_casestarts(key, SOK_STR("selected"));
}

struct sok_str
key_of_pair(struct sok_str line)
{
	const char *colon = line.len > 0 ? memchr(line.s, ':', line.len) : NULL;

	if (colon == NULL || !sok_is_letter(line.s[0]))
		return SOK_STR("");
	return sok_str_sub(line, 0, (size_t)(colon - line.s));
}

bool
key_has_pair(const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (key_of_pair(t->line[i]).len > 0)
			return true;
	return false;
}

enum comment_mark
comment_mark_of(struct sok_str line, int *kind)
{
	struct sok_str key, value;

	if (!key_split(line, &key, &value) || value.len > 0)
		return COMMENT_NONE;
	*kind = key.s[0] == 's' || key.s[0] == 'S';
	if (sok_str_caseeq(key, SOK_STR("comment")) ||
	    sok_str_caseeq(key, SOK_STR("solution comment")))
		return COMMENT_OPEN;
	if (sok_str_caseeq(key, SOK_STR("comment-end")) ||
	    sok_str_caseeq(key, SOK_STR("solution comment end")))
		return COMMENT_CLOSE;
	return COMMENT_NONE;
}

size_t
sok_text_block(const struct sok_text *t, size_t i)
{
	int kind, other;

	if (comment_mark(t->line[i], &kind) != COMMENT_OPEN)
		return 0;
	for (size_t k = i + 1; k < t->n; k++) {
		enum comment_mark m = comment_mark(t->line[k], &other);

		if (m == COMMENT_OPEN)
			return 0;
		if (m == COMMENT_CLOSE && other == kind)
			return k;
	}
	return 0;
}

/* The value of a line that has this key and one; most are told apart from it by
 * their first letter. */
static void
take_value(struct sok_str line, struct sok_str key, struct sok_str *value)
{
	if (line.len <= key.len || ((line.s[0] ^ key.s[0]) & ~32) != 0 ||
	    !sok_str_casestarts(line, key))
		return;
	line = sok_str_ltrim(sok_str_from(line, key.len));
	if (line.len == 0 || (line.s[0] != ':' && line.s[0] != '='))
		return;
	line = sok_str_trim(sok_str_from(line, 1));
	if (line.len > 0)
		*value = line;
}

/* The value of the first line with this key, or of the last. */
static struct sok_str
look_up(const struct sok_text *t, struct sok_str key, bool last)
{
	struct sok_str found = {NULL, 0};

	for (size_t i = 0; i < t->n && (last || found.s == NULL); i++) {
		size_t end = sok_text_block(t, i);

		if (end > 0)
			i = end;
		else
			take_value(t->line[i], key, &found);
	}
	return found;
}

struct sok_str
sok_text_get(const struct sok_text *t, struct sok_str key)
{
	return look_up(t, key, false);
}

struct sok_str
key_last(const struct sok_text *t, struct sok_str key)
{
	return look_up(t, key, true);
}

struct sok_str
key_game(const struct sok_text *t)
{
	static const char *const keys[] = {"Game", "Puzzle Type", "Variant"};
	const uint32_t first =
	    TEXT_LETTER('g') | TEXT_LETTER('p') | TEXT_LETTER('v');
	struct sok_str name = {NULL, 0};

	if (!text_may_begin(t, first))
		return name;
	for (size_t i = 0; i < SOK_COUNT(keys) && name.s == NULL; i++)
		name = sok_text_get(t, sok_str(keys[i]));
	return name;
}

enum sok_variant
sok_text_variant(const struct sok_text *t, enum sok_variant fallback)
{
	struct sok_str name = key_game(t);

	return name.s == NULL ? fallback : sok_variant_find(name);
}

int
sok_header_settle(struct sok_header *h, struct sok_arena *a)
{
	h->variant = sok_text_variant(&h->text, SOK_SOKOBAN);
	h->author = sok_text_get(&h->text, SOK_STR("Author"));
	h->copyright = sok_text_get(&h->text, SOK_STR("Copyright"));
	h->game = key_game(&h->text);
	h->boxorder = sok_text_get(&h->text, SOK_STR("boxorder"));
	h->goalorder = sok_text_get(&h->text, SOK_STR("goalorder"));
	h->macros = macros_of(&h->text, a);
	return h->macros == NULL ? -1 : 0;
}

int
key_add(struct sok_text *t, struct sok_str key, struct sok_str value,
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

struct sok_str
sok_puzzle_author(const struct sok_puzzle *p)
{
	struct sok_str author = sok_text_get(&p->text, SOK_STR("Author"));

	if (author.s == NULL && p->header != NULL)
		author = p->header->author;
	return author;
}

struct sok_str
key_collection(const struct sok_text *header)
{
	static const char *const key[] = {"Collection", "Title", "Set"};
	struct sok_str s = SOK_STR("");

	for (size_t i = 0; i < SOK_COUNT(key) && s.len == 0; i++)
		s = sok_text_get(header, sok_str(key[i]));
	return s;
}
