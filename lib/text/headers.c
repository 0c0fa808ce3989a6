/* headers.c - what a header means for its puzzles: its keys, what a puzzle
 * inherits, and the macros of .sok 0.14, Key=Value in the header and <#Key#/>
 * in the text of puzzles and games.  Values are not expanded again. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/foreign.h"
#include "text/key.h"
#include "text/text.h"

static const struct sok_str opening = SOK_STR_INIT("<#");
static const struct sok_str closing = SOK_STR_INIT("#/>");

/* A key of the header and the line that defines it. */
struct definition {
	struct sok_str key, value;
	size_t line;
	unsigned char use; /* what it adds to use[] if it is expanded */
};

struct sok_macros {
	struct definition *key; /* sorted, each key once */
	size_t n;
	struct naming named; /* what the keys of the header name */
};

struct expansion {
	const struct sok_puzzle *puzzle;
	unsigned char *use; /* of header lines, or NULL */
	struct sok_sink *sink;
	struct sok_arena *arena;
	const struct sok_macros *macros;
	size_t left; /* how many bytes values may still add */
	bool full;   /* that was exceeded */
};

/* Compare keys in any case. */
static int
compare_keys(const void *one, const void *other)
{
	struct sok_str first = ((const struct definition *)one)->key;
	struct sok_str second = ((const struct definition *)other)->key;
	int order = 0;

	for (size_t i = 0; i < first.len && i < second.len && order == 0; i++)
		order = sok_lower(first.s[i]) - sok_lower(second.s[i]);
	return order != 0 ? order
	                  : (first.len > second.len) - (first.len < second.len);
}

/* Of equal keys the first definition comes first. */
static int
compare_definitions(const void *one, const void *other)
{
	const struct definition *first = one, *second = other;
	int order = compare_keys(first, second);

	return order != 0
	    ? order
	    : (first->line > second->line) - (first->line < second->line);
}

bool
sok_defines_macro(struct sok_str s)
{
	return sok_str_find(s, SOK_STR("=")) < sok_str_find(s, SOK_STR(":"));
}

bool
sok_is_macro_alone(struct sok_str s)
{
	struct sok_str key =
	    sok_str_trim(sok_str_sub(s, 0, sok_str_find(s, SOK_STR("="))));

	return sok_defines_macro(s) && !sok_key_known(s) &&
	    sok_str_find(key, SOK_STR(" ")) == key.len;
}

/* The definition of a key, which may have blanks around it, or NULL. */
static struct definition *
find_definition(const struct sok_macros *macros, struct sok_str name)
{
	struct definition wanted = {.key = sok_str_trim(name)};

	return bsearch(
	    &wanted, macros->key, macros->n, sizeof(wanted), compare_keys);
}

/* Take the next macro of a line, and the text before it. */
static bool
next_macro(struct sok_str *s, struct sok_str *before, struct sok_str *name)
{
	size_t from = sok_str_find(*s, opening);
	struct sok_str rest = sok_str_from(*s, from + opening.len);
	size_t n = sok_str_find(rest, closing);

	if (from == s->len || n == rest.len)
		return false;
	*before = sok_str_sub(*s, 0, from);
	*name = sok_str_sub(rest, 0, n);
	*s = sok_str_from(rest, n + closing.len);
	return true;
}

/* The definition of the next defined macro in the line, or NULL. */
static struct definition *
next_named(const struct sok_macros *macros, struct sok_str *s)
{
	struct definition *definition = NULL;
	struct sok_str before, name;

	while (definition == NULL && next_macro(s, &before, &name))
		definition = find_definition(macros, name);
	return definition;
}

/* The macros that a header defines; NULL on ENOMEM. */
static struct sok_macros *
macros_of(const struct sok_text *header, struct sok_arena *arena)
{
	struct sok_macros *macros = sok_arena_zalloc(arena, 1, sizeof(*macros));
	struct definition *definition =
	    sok_arena_alloc(arena, header->n, sizeof(*definition));
	size_t n = 0;

	if (macros == NULL || definition == NULL)
		return NULL;
	for (size_t i = 0; (i = key_outside(header, i)) < header->n; i++) {
		struct sok_str key, value;

		if (!sok_key_split(header->line[i], &key, &value))
			continue;
		if (value.len > 1 && value.s[0] == '"' &&
		    value.s[value.len - 1] == '"')
			value = sok_str_sub(value, 1, value.len - 1);
		definition[n++] =
		    (struct definition){key, value, i, SOK_MACRO_USED};
	}
	qsort(definition, n, sizeof(*definition), compare_definitions);
	macros->key = definition;
	for (size_t i = 0; i < n; i++)
		if (macros->n == 0 ||
		    compare_keys(&definition[macros->n - 1], &definition[i]) !=
		        0)
			definition[macros->n++] = definition[i];
	/* Lines that define nothing remain, with the macros they use. */
	for (size_t i = 0; i < header->n; i++) {
		struct sok_str s = header->line[i];

		while (!sok_defines_macro(header->line[i]) &&
		    (definition = next_named(macros, &s)) != NULL)
			definition->use |= SOK_MACRO_NAMED;
	}
	return macros;
}

int
sok_header_keys(struct sok_header *header, struct sok_arena *arena)
{
	header->author = sok_text_get(&header->text, SOK_STR("Author"));
	header->copyright = sok_text_get(&header->text, SOK_STR("Copyright"));
	struct naming naming = key_naming(&header->text);
	header->game = naming.name;
	header->variant = naming.variant;
	header->boxorder = sok_text_get(&header->text, SOK_STR("boxorder"));
	header->goalorder = sok_text_get(&header->text, SOK_STR("goalorder"));
	struct sok_macros *macros = macros_of(&header->text, arena);
	header->macros = macros;
	if (macros == NULL)
		return -1;
	macros->named = naming;
	return 0;
}

struct naming
header_naming(const struct sok_header *header)
{
	return header->macros != NULL ? header->macros->named
	                              : key_naming(&header->text);
}

int
header_remarks(struct sok_text *text, bool all, struct sok_arena *arena)
{
	static const char *const inherited[] = {"Author", "Copyright", "Game",
	    "Puzzle Type", "Variant", "boxorder", "goalorder"};
	struct sok_str value;

	if (text_own(text, arena) == -1)
		return -1;
	for (size_t i = 0; (i = all ? i : key_outside(text, i)) < text->n;
	     i++) {
		bool remark = all;

		for (size_t k = 0; k < SOK_COUNT(inherited) && !remark; k++)
			remark = key_is(text->line[i], sok_str(inherited[k]),
			             &value) &&
			    value.len > 0;
		if (remark)
			text->line[i] = foreign_remark(text->line[i], arena);
		if (text->line[i].s == NULL)
			return -1;
	}
	return 0;
}

/* ---- expansion */

/* Append the value of a macro, with line breaks for its \n; false if none. */
static bool
put_macro(struct expansion *expansion, struct sok_str name, struct sok_buf *buf)
{
	const struct definition *definition =
	    find_definition(expansion->macros, name);
	struct sok_str br = SOK_STR("\\n");
	size_t at;

	if (definition == NULL) {
		sok_report(expansion->sink, SOK_UNDEFINED_MACRO_RULE,
		    expansion->puzzle->pos, expansion->puzzle, NULL,
		    "the macro `%.*s` is not defined; left as it is",
		    (int)name.len, name.s);
		return false;
	}
	struct sok_str value = definition->value;
	if (value.len > expansion->left && !expansion->full)
		sok_report(expansion->sink, SOK_LIMIT_RULE,
		    expansion->puzzle->pos, expansion->puzzle, NULL,
		    "the macros of a puzzle add more than %d bytes; they were "
		    "left as they are from `%.*s` on",
		    SOK_MACROS_MOST, (int)name.len, name.s);
	expansion->full |= value.len > expansion->left;
	if (expansion->full)
		return false;
	expansion->left -= value.len;
	if (expansion->use != NULL)
		expansion->use[definition->line] |= definition->use;
	while ((at = sok_str_find(value, br)) < value.len) {
		sok_buf_add(buf, sok_str_sub(value, 0, at));
		sok_buf_addc(buf, '\n');
		value = sok_str_from(value, at + br.len);
	}
	sok_buf_add(buf, value);
	return true;
}

/* Whether a line that was a key is still the same key, on one line. */
static bool
stays_key(struct sok_str was, struct sok_str is)
{
	struct sok_str key, value, other;

	return sok_key_known(was) && memchr(is.s, '\n', is.len) == NULL &&
	    sok_key_split(was, &key, &value) &&
	    sok_key_split(is, &other, &value) && sok_str_eq(key, other);
}

/* Expand a line that contains <#.  0, -1 on ENOMEM. */
static int
expand_line(struct expansion *expansion, struct sok_str s, bool in_block,
    struct sok_text *to, size_t *room)
{
	struct sok_str rest = s, out, before, name;
	struct sok_text lines = {NULL, 0};
	const struct definition *definition;
	struct sok_buf buf = {0};
	size_t n = 0;
	bool any = false, more;
	int got;

	while (next_macro(&rest, &before, &name)) {
		sok_buf_add(&buf, before);
		if (put_macro(expansion, name, &buf))
			any = true;
		else
			sok_buf_fmt(&buf, "<#%.*s#/>", (int)name.len, name.s);
	}
	sok_buf_add(&buf, rest);
	out = rest = sok_buf_str(&buf);
	/* Macros in the values remain in use. */
	while (expansion->use != NULL &&
	    (definition = next_named(expansion->macros, &rest)) != NULL)
		expansion->use[definition->line] |= SOK_MACRO_NAMED;
	out = any ? sok_str_dup(expansion->arena, out) : s;
	out.s = buf.failed ? NULL : out.s;
	sok_buf_free(&buf);
	if (out.s == NULL)
		return -1;
	if (!any || (!in_block && stays_key(s, out)))
		return text_append(to, room, out, expansion->arena);
	do {
		more = memchr(out.s, '\n', out.len) != NULL;
		got = text_append(
		    &lines, &n, foreign_take_line(&out), expansion->arena);
	} while (more);
	if (got == -1)
		return -1;
	return in_block ? text_append_all(to, room, &lines, expansion->arena)
	                : foreign_put(to, room, &lines, expansion->arena);
}

/* Expand the macros in all lines of a text: 0, -1 on ENOMEM. */
static int
expand_text(struct expansion *expansion, struct sok_text *text)
{
	struct sok_text to = {NULL, 0};
	size_t room = 0, until = 0; /* the lines before it are in a block */
	int got = 0;

	for (size_t i = 0; i < text->n && got == 0; i++) {
		struct sok_str s = text->line[i];

		if (i >= until)
			until = sok_text_block(text, i);
		got = sok_str_find(s, opening) == s.len
		    ? text_append(&to, &room, s, expansion->arena)
		    : expand_line(expansion, s, i < until, &to, &room);
	}
	if (got == -1)
		return -1;
	/* As after reading: lines have no trailing blanks, and those that
	 * became empty are blank lines. */
	for (size_t i = 0; i < to.n; i++)
		to.line[i] = sok_str_rtrim(to.line[i]);
	sok_text_filter(&to, NULL);
	*text = to;
	return foreign_shield(
	    text, expansion->puzzle->board.grid, expansion->arena);
}

/* Whether a text contains <#. */
static bool
has_macro(const struct sok_text *text)
{
	for (size_t i = 0; i < text->n; i++)
		if (sok_str_find(text->line[i], opening) < text->line[i].len)
			return true;
	return false;
}

bool
sok_uses_macros(const struct sok_puzzle *puzzle)
{
	bool found = has_macro(&puzzle->text);

	for (size_t i = 0; i < puzzle->ngames && !found; i++)
		found = has_macro(&puzzle->game[i].text);
	return found;
}

int
sok_expand_macros(struct sok_puzzle *puzzle, const struct sok_header *header,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *arena)
{
	struct expansion expansion = {
	    puzzle, use, sink, arena, header->macros, SOK_MACROS_MOST, false};

	if (!sok_uses_macros(puzzle))
		return 0;
	if (expansion.macros == NULL)
		expansion.macros = macros_of(&header->text, arena);
	if (expansion.macros == NULL ||
	    expand_text(&expansion, &puzzle->text) == -1)
		return -1;
	/* The games may be those of a puzzle that stays as it is. */
	size_t games = puzzle->ngames;
	struct sok_game *own = sok_arena_alloc(arena, games, sizeof(*own));
	if (own == NULL)
		return -1;
	if (games > 0)
		memcpy(own, puzzle->game, games * sizeof(*own));
	puzzle->game = own;
	for (size_t i = 0; i < games; i++)
		if (expand_text(&expansion, &own[i].text) == -1)
			return -1;
	sok_puzzle_retitle(puzzle);
	return 0;
}

int
sok_inherit(struct sok_puzzle *puzzle, const struct sok_header *header,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *arena)
{
	struct naming naming = key_naming(&puzzle->text),
	              all = header_naming(header);

	/* Before a key names the variant, which would end the inheritance. */
	if (orders_own(puzzle, header, arena) == -1)
		return -1;
	/* A puzzle that names one property inherits the other one. */
	if (puzzle->has_board && naming_any(&naming) && naming_any(&all)) {
		struct naming both = naming_over(naming, all);
		const char *name = sok_variant_name(both.variant);

		if (both.variant != naming.variant && name != NULL &&
		    key_insert(&puzzle->text, SOK_STR("Game"), sok_str(name),
		        arena) < 0)
			return -1;
	}
	const struct {
		struct sok_str key, value;
	} own[] = {{SOK_STR("Game"), header->game},
	    {SOK_STR("Copyright"), header->copyright},
	    {SOK_STR("Author"), header->author}};
	/* A puzzle that names its variant inherits none. */
	size_t first = naming.grid ? 1 : 0;

	/* Without a board it is written below another puzzle, which has its own
	 * keys.  Each key is inserted at the top. */
	for (size_t i = first; puzzle->has_board && i < SOK_COUNT(own); i++)
		if (key_add(&puzzle->text, own[i].key, own[i].value, arena) ==
		    -1)
			return -1;
	return sok_expand_macros(puzzle, header, use, sink, arena);
}
