/*
 * plain.h - for tests: large collections of puzzles in the common layout, with
 * a few exceptions, within comments and other text.
 */
#ifndef PLAIN_H
#define PLAIN_H

#include "../soup/soup.h"

/* One puzzle, rarely in another layout; most have a solving game or no game. */
static inline void
plain_add(struct soup *o, unsigned odd, bool game)
{
	static const char *const title[] = {
	    "; 1\n\n", "Level 1\n\n", "", "Two words\n\n"};
	static const char *const below[] = {
	    "Author: Bob\n", "\nA note.\n", "\nSolution\nR\n"};
	static const char *const strange[] = {("Comment:\nTwo\n\nlines\n"
	                                       "Comment-End:\n"),
	    "; caf\xe9\n", "5#|#@$.#|5#\n", "\x01\n", "One\r\nTwo\r\n",
	    "\xef\xbb\xbf; 1\n", ":: x\n"};

	if (soup_below(o, odd) == 0)
		soup_item(o);
	soup_puts(o, SOUP_PICK(o, title));
	soup_puts(o, "#####\n#");
	for (unsigned n = soup_below(o, 9); n > 0; n--)
		soup_puts(o, soup_below(o, odd) ? "   #\n#" : "#\n#");
	soup_puts(o, "@$.#\n#####\n");
	if (game && soup_below(o, odd) > 0)
		soup_puts(o, "\nSolution\nududududR\n");
	else if (soup_below(o, odd) < 20)
		soup_puts(o, SOUP_PICK(o, below));
	if (soup_below(o, odd) == 0)
		soup_puts(o, SOUP_PICK(o, strange));
	soup_puts(o, "\n");
}

static inline void
plain_make(struct soup *o, uint64_t seed, size_t least)
{
	unsigned odd;

	soup_make(o, seed, true);
	odd = 20 + soup_below(o, 2000);
	while (o->len < least) {
		unsigned n = soup_below(o, 400);

		/* The text of a comment block must not be split. */
		if (n < 300)
			soup_puts(o, "Comment:\n");
		for (unsigned i = 0; i < n; i++)
			plain_add(o, odd, seed % 2 == 0);
		if (n < 300)
			soup_puts(o, "Comment-End:\n\n");
	}
}

#endif
