/* titles.c - why other programs may disagree about a title, or what may be
 * meant as one although the rule (title.c) has refused it. */
#include "base/base.h"
#include "board/board.h"
#include "text/doubts/parts.h"
#include "text/key.h"
#include "text/title_parts.h"

/* Only the last line. */
static struct title_place
alone(const struct title_place *place)
{
	struct title_place last = *place;

	last.line += place->n - 1;
	last.n = 1;
	return last;
}

/* Whether the last line would be a title if it had no colon. */
static bool
is_coloned(const struct title_place *place)
{
	struct sok_str last = title_last(place);

	return title_could_be_key(place) &&
	    !sok_str_starts(last, SOK_STR("::")) &&
	    (place->n == 1 || title_is_apart(place)) && title_is_unlike(last);
}

/* Whether the text ends in a possible title and a line that is invisible, or is
 * drawn and touches the board or is as long: an underlined heading, or one
 * above a board in a frame, whose other half may be above. */
static bool
is_ruled(const struct title_place *place)
{
	struct sok_str last = title_last(place);
	bool rule = title_is_frame(last);
	bool quotes = rule && (last.s[0] == '`' || !title_is_drawn(last));
	struct title_place above = *place;
	struct title title;

	/* Blank lines may separate the heading from marks around the board. */
	do
		above.n--;
	while (quotes && place->close && above.n > 0 &&
	    title_last(&above).len == 0);
	if (above.n == 0 || title_last(&above).len == 0 ||
	    (!rule && !title_is_invisible(last)) ||
	    (rule && !place->close && title_last(&above).len != last.len))
		return false;
	if (above.n > 1 && !title_is_frame(above.line[above.n - 2]))
		return title_find_pair(&above, &title);
	above = alone(&above);
	return title_find(&above, &title) || is_coloned(&above);
}

/* Whether the last paragraph has a comment such as `; Title: One`. */
static bool
has_comment_title(const struct title_place *place)
{
	struct sok_str value;

	for (size_t n = place->n; n > 0 && place->line[n - 1].len > 0; n--)
		if (place->line[n - 1].s[0] == ';' &&
		    key_is(title_bare(place->line[n - 1]), SOK_STR("title"),
		        &value))
			return true;
	return false;
}

/* How other programs may read the last paragraph, which touches the board, or
 * NULL: it consists of known keys, one of them a title; or it has several
 * lines, among them notes but no title of the board.  In the header, above the
 * first board, only if the last line is a number or one line is a title. */
static const char *
doubt_touching(const struct title_place *place)
{
	static const char *const doubt =
	    "text directly above a board belongs to the text or board above "
	    "it; only a separate line is a title";
	bool several = place->n > 1 && place->line[place->n - 2].len > 0;
	bool titled = false, keys = true, notes = false;
	size_t n = place->n;

	if (place->first)
		return several &&
		        (title_counts(title_last(place)) ||
		            has_comment_title(place))
		    ? doubt
		    : NULL;
	for (; n > 0 && place->line[n - 1].len > 0; n--) {
		struct sok_str line = place->line[n - 1];
		bool key = sok_key_known(line);

		if (comment_mark(line, NULL) != COMMENT_NONE)
			return NULL;
		titled |= sok_str_casestarts(line, SOK_STR("Title"));
		keys &= key;
		notes |= !key && !title_is_frame(line);
	}
	if (keys && titled && (n > 0 || place->apart))
		return "keys belong to the board above them; programs that "
		       "split at blank lines give these to the board below";
	return several && notes ? doubt : NULL;
}

/* Whether the last line, which does not touch the board, would be a title below
 * a blank line: the line above is drawn, the last line counts on, or a comment
 * has a title. */
static bool
is_joined(const struct title_place *place)
{
	struct title_place last = alone(place);
	struct title title;

	if (place->n < 2 || place->close ||
	    place->line[place->n - 2].len == 0 || !title_find(&last, &title))
		return false;
	if (title_is_frame(place->line[place->n - 2]))
		return true;
	return place->first
	    ? title_counts(title_last(place))
	    : title_next(place->above, title.line) || has_comment_title(place);
}

const char *
title_doubt(const struct title_place *place, bool found)
{
	const char *doubt = NULL;

	if (place->n == 0 || title_last(place).len == 0)
		return NULL;
	struct sok_str last = title_last(place);
	if (found && place->under && place->n == 1)
		return "read as the title of the board below, although it "
		       "directly follows the board above, which has no title";
	if (found)
		return (last.s[0] == ';' && title_has_colon(last)) ||
		        (place->n > 1 && place->line[place->n - 2].len > 0 &&
		            title_is_quoted(title_bare(last)))
		    ? "read as the title of the board below; YASC reads it as "
		      "a note"
		    : NULL;
	if (is_ruled(place))
		return "a line without words is not a title; it was kept as a "
		       "note with the line above it, which may be meant as the "
		       "title of the board below";
	if (place->close)
		doubt = doubt_touching(place);
	if (doubt != NULL)
		return doubt;
	if (is_joined(place))
		return "kept as a note with the line above it; only a separate "
		       "line is the title of the board below";
	return is_coloned(place)
	    ? "kept as a note; the .sok specification reads "
	      "it as the title of the board below"
	    : NULL;
}
