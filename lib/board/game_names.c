/* game_names.c - the names of games: what a name says about the grid and about
 * the number of players, which are two properties (sok(5), "VARIANTS"). */
#include "base/base.h"
#include "board/game_names.h"

static const struct {
	const char *one, *several; /* as they are written */
	enum sok_grid grid;
} games[SOK_UNSUPPORTED] = {
    [SOK_SOKOBAN] = {"Sokoban", "Multiban", SOK_SQUARES},
    [SOK_SOKOBAN_PLUS] = {"Sokoban+", "Sokoban+ Multiban", SOK_SQUARES},
    [SOK_HEXOBAN] = {"Hexoban", "Hexoban Multiban", SOK_HEXAGONS},
    [SOK_TRIOBAN] = {"Trioban", "Trioban Multiban", SOK_TRIANGLES},
    [SOK_OCTOBAN] = {"Octoban", "Octoban Multiban", SOK_OCTAGONS}};

/* Where a word names its game. */
enum place {
	ANYWHERE,
	ALONE,   /* only if all words of the value are names */
	SYNONYM, /* in `Variant:`, which is often a note, only as ALONE */
};

/* The words that name games, in small letters.  Unsupported games are those
 * that sok(5) lists: all that the encyclopedia's article on Sokoban
 * (Wikipedia, "Variants") names as games with other rules and that have a
 * name of one word; Sokomind Plus puts letters into the picture (formats of
 * Sokofan and Sokomind), xsok is a program with elements of its own. */
static const struct {
	const char *word;
	enum sok_variant variant;
	enum place place;
} words[] = {{"sokoban", SOK_SOKOBAN, ANYWHERE},
    {"sokoban+", SOK_SOKOBAN_PLUS, ANYWHERE},
    {"sokobanplus", SOK_SOKOBAN_PLUS, ANYWHERE},
    {"multiban", SOK_MULTIBAN, ANYWHERE}, {"hexoban", SOK_HEXOBAN, ANYWHERE},
    {"trioban", SOK_TRIOBAN, ANYWHERE}, {"octoban", SOK_OCTOBAN, ANYWHERE},
    {"hex", SOK_HEXOBAN, ALONE}, {"tri", SOK_TRIOBAN, ALONE},
    {"oct", SOK_OCTOBAN, ALONE}, {"normal", SOK_SOKOBAN, SYNONYM},
    {"standard", SOK_SOKOBAN, SYNONYM}, {"classic", SOK_SOKOBAN, SYNONYM},
    {"beanstalk", SOK_UNSUPPORTED, ALONE},
    {"cyberbox", SOK_UNSUPPORTED, ANYWHERE},
    {"interlock", SOK_UNSUPPORTED, ALONE},
    {"pukoban", SOK_UNSUPPORTED, ANYWHERE},
    {"sokolor", SOK_UNSUPPORTED, ANYWHERE},
    {"sokomind", SOK_UNSUPPORTED, ANYWHERE},
    {"xsok", SOK_UNSUPPORTED, ANYWHERE}};

const char *
sok_variant_name(enum sok_variant variant)
{
	enum sok_variant base = sok_variant_base(variant);

	if (base >= SOK_UNSUPPORTED)
		return NULL;
	return variant & SOK_MULTIBAN ? games[base].several : games[base].one;
}

enum sok_grid
sok_variant_grid(enum sok_variant variant)
{
	enum sok_variant base = sok_variant_base(variant);

	return base < SOK_UNSUPPORTED ? games[base].grid : SOK_SQUARES;
}

/* Whether a byte is part of a word: an ASCII letter, `+`, or not ASCII. */
static bool
is_word_byte(char c)
{
	return sok_is_letter(c) || c == '+' || (unsigned char)c >= 0x80;
}

/* Take the next word; false at the end. */
static bool
next_word(struct sok_str *s, struct sok_str *word)
{
	size_t from = 0, to;

	while (from < s->len && !is_word_byte(s->s[from]))
		from++;
	for (to = from; to < s->len && is_word_byte(s->s[to]);)
		to++;
	*word = sok_str_sub(*s, from, to);
	*s = sok_str_from(*s, to);
	return word->len > 0;
}

/* The index of a word in words[], or -1. */
static int
find_word(struct sok_str word)
{
	for (size_t i = 0; i < SOK_COUNT(words); i++)
		if (sok_str_caseeq(word, sok_str(words[i].word)))
			return (int)i;
	return -1;
}

/* `Sokoban plus` is the same as `Sokoban+`. */
static bool
is_plus(struct sok_str word)
{
	return sok_str_caseeq(word, SOK_STR("plus")) ||
	    sok_str_eq(word, SOK_STR("+"));
}

/* Whether all words are names: `Oct 2004` is a date. */
static bool
is_all_names(struct sok_str name)
{
	struct sok_str word;

	for (size_t i = 0; i < name.len; i++)
		if (sok_is_digit(name.s[i]))
			return false;
	while (next_word(&name, &word))
		if (find_word(word) < 0 && !is_plus(word))
			return false;
	return true;
}

struct naming
naming_of(struct sok_str name, enum naming_key key)
{
	struct naming naming = {.name = name};
	struct sok_str rest = name, word;
	bool all = is_all_names(name), first = true;

	while (next_word(&rest, &word)) {
		int i = find_word(word);
		enum place place = i < 0 ? ALONE : words[i].place;
		bool weak = !naming.grid ||
		    sok_variant_base(naming.variant) == SOK_SOKOBAN;

		/* Elsewhere in a note, or in a value of --game, no word is a
		 * name. */
		if (first && i < 0 && key != NAMING_GAME)
			return naming;
		first = false;
		if (weak && naming.grid && is_plus(word))
			naming.variant |= SOK_SOKOBAN_PLUS;
		if (i < 0 || (place == ALONE && !all) ||
		    (place == SYNONYM && !all && key != NAMING_GAME))
			continue;
		if (words[i].variant == SOK_MULTIBAN) {
			naming.players = true;
			naming.variant |= SOK_MULTIBAN;
		} else if (weak) {
			naming.grid = true;
			naming.variant =
			    (naming.variant & SOK_MULTIBAN) | words[i].variant;
		}
	}
	/* `Sokoban` is the game with one player, and so is what is not known
	 * to have several. */
	if (naming.grid && sok_variant_base(naming.variant) == SOK_UNSUPPORTED)
		naming.variant = SOK_UNSUPPORTED;
	if (naming.grid &&
	    (naming.variant == SOK_SOKOBAN ||
	        naming.variant == SOK_UNSUPPORTED))
		naming.players = true;
	return naming;
}

struct naming
naming_over(struct naming first, struct naming second)
{
	struct naming naming = first;
	enum sok_variant base =
	    sok_variant_base(first.grid ? first.variant : second.variant);
	enum sok_variant players =
	    first.players ? first.variant : second.variant;

	/* A game that is not supported is replaced, never extended. */
	if (!first.grid && first.players && base == SOK_UNSUPPORTED)
		base = SOK_SOKOBAN;
	naming.variant =
	    base == SOK_UNSUPPORTED ? base : base | (players & SOK_MULTIBAN);
	if (!naming_any(&first))
		naming.name = second.name;
	naming.grid = first.grid || second.grid;
	naming.players = first.players || second.players;
	return naming;
}

struct naming
naming_beside(struct naming first, struct naming second)
{
	bool other =
	    second.grid && sok_variant_base(second.variant) != SOK_SOKOBAN;

	if (first.grid && other &&
	    sok_variant_base(first.variant) == SOK_SOKOBAN) {
		struct naming grid = naming_over(second, first);

		grid.variant |= first.variant & SOK_MULTIBAN;
		return grid;
	}
	struct naming naming = naming_over(first, second);
	/* Sokoban says nothing against several players. */
	if (second.players && (second.variant & SOK_MULTIBAN) &&
	    sok_variant_base(naming.variant) != SOK_UNSUPPORTED)
		naming.variant |= SOK_MULTIBAN;
	return naming;
}

bool
naming_holds(struct sok_str value)
{
	struct sok_str word;
	bool holds = false;

	while (!holds && next_word(&value, &word)) {
		int i = find_word(word);

		holds = i >= 0 && words[i].place == ANYWHERE &&
		    words[i].variant != SOK_SOKOBAN;
	}
	return holds;
}

const char *
naming_nearest(struct sok_str name)
{
	struct sok_nearest nearest = {.name = NULL};
	struct sok_str rest = name, word;
	bool more = true;

	/* The whole, without its other characters, and each word. */
	nearest.any_case = true;
	for (word = name; more; more = next_word(&rest, &word))
		for (int variant = 0; variant < SOK_UNSUPPORTED; variant++) {
			sok_nearest_try(&nearest, word, games[variant].one);
			if (variant == SOK_SOKOBAN)
				sok_nearest_try(
				    &nearest, word, games[variant].several);
		}
	return nearest.name;
}

enum sok_variant
sok_variant_find(struct sok_str name)
{
	struct naming naming = naming_of(name, NAMING_ARGUMENT);

	return naming_any(&naming) ? naming.variant : SOK_NO_GAME;
}
