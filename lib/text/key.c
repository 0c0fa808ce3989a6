/* key.c - `Key: value` lines and comment blocks in the text of headers, puzzles
 * and games. */
#include "base/base.h"
#include "board/board.h"
#include "text/key.h"
#include "text/text.h"

#define KEY(name) SOK_STR_INIT(name)

/* Keys of .sok, YASC, JSoko, sokoenginepy and collections, in lower case, by
 * their first letter. */
enum { KEYS_OF_LETTER = 6, LETTERS = 26 };
#define OF(letter) [(letter) - 'a']
/* clang-format off */
static const struct sok_str known[LETTERS][KEYS_OF_LETTER] = {
    OF('a') = {KEY("also"), KEY("author"), KEY("author comment"),
        KEY("authormail"), KEY("authorpage")},
    OF('b') = {KEY("boxorder")},
    OF('c') = {KEY("collection"), KEY("comment"), KEY("comment-end"),
        KEY("copyright")},
    OF('d') = {KEY("date"), KEY("date created"), KEY("date of last change"),
        KEY("description"), KEY("difficulty")},
    OF('e') = {KEY("e-mail"), KEY("email")},
    OF('f') = {KEY("file format")},
    OF('g') = {KEY("game"), KEY("goalorder")},
    OF('h') = {KEY("homepage")},
    OF('i') = {KEY("id")},
    OF('l') = {KEY("limit")},
    OF('o') = {KEY("optimizer"), KEY("own solution")},
    OF('p') = {KEY("puzzle type")},
    OF('s') = {KEY("set"), KEY("solution comment"), KEY("solution comment end"),
        KEY("solution name"), KEY("solver"), KEY("source")},
    OF('t') = {KEY("time"), KEY("title")},
    OF('u') = {KEY("url")},
    OF('v') = {KEY("variant"), KEY("view")},
    OF('w') = {KEY("website")}};
/* clang-format on */

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
key_is(struct sok_str line, struct sok_str key, struct sok_str *value)
{
	/* The first letter rules out most lines. */
	if (line.len <= key.len || ((line.s[0] ^ key.s[0]) & ~32) != 0 ||
	    !sok_str_casestarts(line, key))
		return false;
	const char *at = line.s + key.len;
	const char *end = line.s + line.len;
	while (at < end && sok_is_blank(*at))
		at++;
	if (at == end || (*at != ':' && *at != '='))
		return false;
	at++;
	while (at < end && sok_is_blank(*at))
		at++;
	while (end > at && sok_is_blank(end[-1]))
		end--;
	*value = (struct sok_str){at, (size_t)(end - at)};
	return true;
}

bool
sok_key_known(struct sok_str line)
{
	struct sok_str key, value;

	if (line.len == 0 || !sok_is_letter(line.s[0]))
		return false;
	const struct sok_str *one = known[(line.s[0] | 32) - 'a'];
	for (size_t i = 0; i < KEYS_OF_LETTER && one[i].s != NULL; i++)
		if (key_is(line, one[i], &value))
			return true;
	return sok_str_casestarts(line, SOK_STR("selected")) &&
	    sok_key_split(line, &key, &value);
}

enum comment_mark
comment_mark_of(struct sok_str line, int *kind)
{
	static const struct sok_str mark[] = {KEY("comment"),
	    KEY("comment-end"), KEY("solution comment"),
	    KEY("solution comment end")};
	struct sok_str value;

	for (int i = 0; i < (int)SOK_COUNT(mark); i++)
		if (key_is(line, mark[i], &value) && value.len == 0) {
			if (kind != NULL)
				*kind = i / 2;
			return i % 2 == 0 ? COMMENT_OPEN : COMMENT_CLOSE;
		}
	return COMMENT_NONE;
}

size_t
sok_text_block(const struct sok_text *text, size_t i)
{
	int kind, other;
	enum comment_mark mark;

	if (comment_mark(text->line[i], &kind) != COMMENT_OPEN)
		return 0;
	while (++i < text->n) {
		mark = comment_mark(text->line[i], &other);
		if (mark == COMMENT_OPEN)
			return 0;
		if (mark == COMMENT_CLOSE && other == kind)
			return i;
	}
	return 0;
}

size_t
key_outside(const struct sok_text *text, size_t i)
{
	while (i < text->n) {
		size_t end = sok_text_block(text, i);

		if (end == 0)
			return i;
		i = end + 1;
	}
	return text->n;
}

size_t
key_find(const struct sok_text *text, size_t i, struct sok_str key,
    struct sok_str *value)
{
	for (; (i = key_outside(text, i)) < text->n; i++)
		if (key_is(text->line[i], key, value) && value->len > 0)
			return i;
	*value = (struct sok_str){NULL, 0};
	return text->n;
}

struct sok_str
sok_text_get(const struct sok_text *text, struct sok_str key)
{
	struct sok_str value;

	(void)key_find(text, 0, key, &value);
	return value;
}

/* The value of the first of three keys that has one. */
static struct sok_str
get_first(const struct sok_text *text, const char *first, const char *second,
    const char *third)
{
	struct sok_str value = sok_text_get(text, sok_str(first));

	if (value.s == NULL)
		value = sok_text_get(text, sok_str(second));
	return value.s != NULL ? value : sok_text_get(text, sok_str(third));
}

/* The keys that name games, the most important first. */
static const struct {
	struct sok_str key;
	enum naming_key kind;
} game_keys[] = {{KEY("game"), NAMING_GAME}, {KEY("puzzle type"), NAMING_GAME},
    {KEY("variant"), NAMING_VARIANT}};

bool
key_begins_game(const struct sok_text *text)
{
	/* The first letter shows it of most lines. */
	for (size_t i = 0; i < text->n; i++) {
		struct sok_str line = text->line[i];
		int c = line.len > 0 ? line.s[0] | 32 : 0;

		if (c != 'g' && c != 'p' && c != 'v')
			continue;
		for (size_t j = 0; j < SOK_COUNT(game_keys); j++)
			if (sok_str_casestarts(line, game_keys[j].key))
				return true;
	}
	return false;
}

struct naming
key_naming_of(const struct sok_text *text)
{
	struct naming naming = {.grid = false};
	struct sok_str value;

	for (size_t j = 0; j < SOK_COUNT(game_keys); j++) {
		size_t i = 0;

		while ((i = key_find(text, i, game_keys[j].key, &value)) <
		    text->n) {
			naming = naming_beside(
			    naming, naming_of(value, game_keys[j].kind));
			i++;
		}
	}
	return naming;
}

bool
key_unknown_game(const struct sok_text *text, size_t *i, struct sok_str *value)
{
	bool unknown = false;

	for (; !unknown && (*i = key_outside(text, *i)) < text->n; (*i)++)
		for (size_t j = 0; j < SOK_COUNT(game_keys) && !unknown; j++) {
			enum naming_key kind = game_keys[j].kind;

			if (!key_is(text->line[*i], game_keys[j].key, value) ||
			    value->len == 0)
				continue;
			struct naming naming = naming_of(*value, kind);
			/* A note about a variant is text. */
			unknown = !naming_any(&naming) &&
			    (kind == NAMING_GAME || naming_holds(*value));
		}
	return unknown;
}

struct sok_str
key_collection(const struct sok_text *header)
{
	return get_first(header, "collection", "title", "set");
}

int
key_add(struct sok_text *text, struct sok_str key, struct sok_str value,
    struct sok_arena *arena)
{
	return value.s == NULL || sok_text_get(text, key).s != NULL
	    ? 0
	    : key_insert(text, key, value, arena);
}

int
key_insert(struct sok_text *text, struct sok_str key, struct sok_str value,
    struct sok_arena *arena)
{
	if (text->n > 0 && !sok_key_known(text->line[0]) &&
	    text->line[0].len > 0 &&
	    sok_text_insert(text, 0, SOK_STR(""), arena) == -1)
		return -1;
	return sok_text_insert(text, 0,
	    sok_str_fmt(arena, "%.*s: %.*s", (int)key.len, key.s,
	        (int)value.len, value.s),
	    arena);
}

struct sok_str
sok_puzzle_author(const struct sok_puzzle *puzzle)
{
	struct sok_str author = sok_text_get(&puzzle->text, SOK_STR("Author"));

	if (author.s == NULL && puzzle->header != NULL)
		author = puzzle->header->author;
	return author;
}
