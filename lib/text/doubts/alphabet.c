/* alphabet.c - recognizes and reports pictures of boards in characters
 * of their own, which --squares could read.  They remain text.  What a
 * character stands for cannot be known, but a board has one player and as many
 * boxes as goals, and a character frames it. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/doubts/doubts.h"
#include "text/doubts/parts.h"

enum {
	PICTURE_LINES = 4096, /* the most lines of a picture */
	KINDS = 8,            /* the most kinds of characters */
	WORD = 3              /* so many different letters are a word */
};

/* The characters of a picture, in the order of their first places. */
struct census {
	struct {
		uint32_t code;
		struct sok_str s;
		size_t n;
	} kind[KINDS];
	size_t kinds;
	bool apart; /* each second character is a blank, and not counted */
};

/* The trimmed line i without mail quotes, as it is in the file; empty if it
 * cannot be a part of a picture. */
static struct sok_str
picture_line(const struct blocks *blocks, size_t i)
{
	const struct line *line = &blocks->lines.line[i];
	struct sok_str s = lines_str(&blocks->lines, i);

	if (lines_blank(&blocks->lines, i) ||
	    (line->has & (HAS_CUT | HAS_COMMENT)) || (line->can & CUT_OFF))
		return SOK_STR("");
	return sok_str_trim(line->has & HAS_QUOTE ? sok_str_unquote(s) : s);
}

/* The character that a line consists of, besides blanks, at least three times;
 * empty if there is none. */
static struct sok_str
only_character(struct sok_str s)
{
	uint32_t code;
	size_t n = sok_str_char(s, &code), times = 0;
	struct sok_str character = sok_str_sub(s, 0, n);

	for (; s.len > 0; s = sok_str_from(s, s.s[0] == ' ' ? 1 : n)) {
		if (n == 0 || (s.s[0] != ' ' && !sok_str_starts(s, character)))
			return SOK_STR("");
		times += s.s[0] != ' ';
	}
	return times < 3 ? SOK_STR("") : character;
}

/* Whether a trimmed line begins and ends with the character. */
static bool
is_framed(struct sok_str s, struct sok_str frame)
{
	return s.len >= 2 * frame.len && sok_str_starts(s, frame) &&
	    memcmp(s.s + s.len - frame.len, frame.s, frame.len) == 0;
}

/* Whether a character may be a wall in another alphabet.  Many texts have lines
 * of the others around words. */
static inline bool
is_wall(struct sok_str frame)
{
	if (frame.len != 1)
		return frame.len > 1;
	switch (frame.s[0]) {
	case '-':
	case '/':
	case '~':
	case '_':
	case '\'':
	case '"':
	case '`':
	case '^':
	case '|':
	case ':':
	case ';':
	case ',':
	case '.':
	case '<':
	case '>':
	case '\\':
		return false;
	default:
		return true;
	}
}

/* Whether a line has four different letters with a blank between each two, as
 * in a heading that is spaced out. */
static bool
is_spaced(struct sok_str s, struct sok_str frame)
{
	uint32_t seen = 0;
	unsigned different = 0;

	for (size_t i = 0; i < s.len && different <= WORD; i++) {
		uint32_t bit = (uint32_t)1 << (s.s[i] & 31);
		bool letter = sok_is_letter(s.s[i]) && s.s[i] != frame.s[0];

		if (letter && i > 0 && s.s[i - 1] == ' ') {
			different += (seen & bit) == 0;
			seen |= bit;
		} else if (s.s[i] != ' ' || s.s[i - (i > 0)] == ' ') {
			seen = 0;
			different = 0;
		}
	}
	return different > WORD;
}

/* Whether a line has words: at least three different letters between blanks, or
 * four anywhere. */
static bool
has_words(struct sok_str s, struct sok_str frame)
{
	for (size_t i = 0, to; i < s.len; i = to + 1) {
		uint32_t seen = 0;
		unsigned different = 0;

		for (to = i; to < s.len && sok_is_letter(s.s[to]) &&
		     s.s[to] != frame.s[0];
		     to++) {
			uint32_t bit = (uint32_t)1 << (s.s[to] & 31);

			different += (seen & bit) == 0;
			seen |= bit;
		}
		bool between =
		    i > 0 && to < s.len && s.s[i - 1] == ' ' && s.s[to] == ' ';
		if (different > WORD || (different == WORD && between))
			return true;
	}
	return false;
}

/* Count a line's characters from the one at column `from` on, each one or each
 * second one; false if there are too many kinds, or it is not UTF-8. */
static bool
count_line(struct census *census, struct sok_str s)
{
	uint32_t code;

	for (size_t column = 0, n; s.len > 0; s = sok_str_from(s, n)) {
		size_t i = 0;

		n = sok_str_char(s, &code);
		if (n == 0 || code < ' ')
			return false;
		/* The selector of a picture in colour. */
		if (code == 0xfe0f || (census->apart && column++ % 2 == 1))
			continue;
		while (i < census->kinds && census->kind[i].code != code)
			i++;
		if (i == KINDS)
			return false;
		if (i == census->kinds) {
			census->kind[i].s = sok_str_sub(s, 0, n);
			census->kind[i].code = code;
			census->kind[i].n = 0;
			census->kinds++;
		}
		census->kind[i].n++;
	}
	return true;
}

/* Whether each second character of the lines is a blank. */
static bool
are_apart(const struct blocks *blocks, size_t from, size_t to)
{
	uint32_t code;
	bool apart = true;

	for (size_t i = from; i < to && apart; i++) {
		struct sok_str s = picture_line(blocks, i);
		size_t n = 0;

		for (size_t column = 0; s.len > 0 && apart; column++) {
			n = sok_str_char(s, &code);
			n = n == 0 ? 1 : n;
			apart = column % 2 == 0 || s.s[0] == ' ';
			s = sok_str_from(s, n);
		}
	}
	return apart;
}

/* Whether the pieces are those of a board: a player, and two kinds equally
 * often.  piece[i]: whether kind i is neither wall nor floor. */
static bool
is_balanced(const struct census *census, const bool *piece)
{
	for (size_t kind = 0; kind < census->kinds; kind++)
		for (size_t i = 0;
		     i < census->kinds && census->kind[kind].n == 1; i++)
			for (size_t j = 0; j < i; j++)
				if (piece[kind] && piece[i] && piece[j] &&
				    kind != i && kind != j &&
				    census->kind[i].n == census->kind[j].n)
					return true;
	return false;
}

/* Alphabets that are known: the pieces, and what they stand for. */
struct known_alphabet {
	char wall; /* 0: any */
	const char *pieces, *squares;
};
static const struct known_alphabet known[] = {
    {0, "@+$*.", "@+$*."},    /* XSB within other walls */
    {'X', "@+*&.", "@+$*."},  /* sok(5), "pusher" */
    {'+', "*%@$X", "@+$*."}}; /* the puzzles of reasoning-gym */

/* The square of a piece in a known alphabet, or 0. */
static char
known_square(const struct known_alphabet *alphabet, struct sok_str piece)
{
	const char *at =
	    piece.len == 1 ? strchr(alphabet->pieces, piece.s[0]) : NULL;

	return at != NULL ? alphabet->squares[at - alphabet->pieces] : '\0';
}

/* Whether the picture is a board in this alphabet. */
static bool
is_known(const struct census *census, const bool *piece,
    const struct known_alphabet *alphabet)
{
	size_t players = 0, boxes = 0, goals = 0;

	if (alphabet->wall != 0 && census->kind[0].s.s[0] != alphabet->wall)
		return false;
	for (size_t i = 0; i < census->kinds; i++) {
		char ch = known_square(alphabet, census->kind[i].s);

		if (!piece[i])
			continue;
		if (ch == '\0')
			return false;
		players += ch == '@' || ch == '+' ? census->kind[i].n : 0;
		boxes += ch == '$' || ch == '*' ? census->kind[i].n : 0;
		goals += ch != '@' && ch != '$' ? census->kind[i].n : 0;
	}
	return players == 1 && boxes == goals && boxes > 0;
}

static bool
has_kind(const struct census *census, char ch)
{
	bool any = false;

	for (size_t i = 0; i < census->kinds; i++)
		any |=
		    census->kind[i].s.len == 1 && census->kind[i].s.s[0] == ch;
	return any;
}

/* Add the pair of a character to a map that is quoted for a shell. */
static void
add_pair(struct sok_buf *to, struct sok_str character, char square)
{
	if (sok_str_eq(character, SOK_STR("'")))
		character = SOK_STR("'\\''");
	sok_buf_fmt(to, "%s%.*s=%c", to->len > 0 ? " " : "", (int)character.len,
	    character.s, square);
}

/* Report the picture from line i on: 1, -1 on ENOMEM. */
static int
report(struct blocks *blocks, size_t i, const struct census *census,
    const bool *piece, size_t floor)
{
	struct sok_buf list = {0}, map = {0};
	const struct known_alphabet *in = NULL;
	size_t single = 0, left = 0;

	for (size_t kind = 0; kind < SOK_COUNT(known) && in == NULL; kind++)
		in =
		    is_known(census, piece, &known[kind]) ? &known[kind] : NULL;

	for (size_t kind = 0; kind < census->kinds; kind++) {
		struct sok_str s = census->kind[kind].s;
		bool player = piece[kind] && census->kind[kind].n == 1;

		single += player;
		left += s.s[0] != ' ';
		/* Signs of floor are read as such. */
		if (kind == floor && !row_floor(s.s[0]))
			add_pair(&map, s, ' ');
		if (kind == 0 && s.s[0] != '#')
			add_pair(&map, s, '#');
	}
	for (size_t kind = 0; kind < census->kinds; kind++) {
		struct sok_str s = census->kind[kind].s;
		char square =
		    single == 1 && census->kind[kind].n == 1 ? '@' : '?';

		if (in != NULL)
			square = known_square(in, s);
		/* A character that keeps its meaning is not named. */
		if (piece[kind] && s.s[0] != square)
			add_pair(&map, s, square);
		if (s.s[0] == ' ')
			continue;
		left--;
		sok_buf_fmt(
		    &list, "%zu `%.*s`", census->kind[kind].n, (int)s.len, s.s);
		if (left > 1)
			sok_buf_add(&list, SOK_STR(", "));
		else if (left == 1)
			sok_buf_add(&list, SOK_STR(" and "));
	}
	const char *apart = census->apart ? " --squares-apart" : "";
	const char *unless =
	    in != NULL ? "" : " if each `?` is replaced by its square";
	if (!list.failed && !map.failed)
		block_report(blocks, NULL, SOK_UNKNOWN_ALPHABET_RULE, i, NULL,
		    "these lines seem to be a board in another alphabet, with "
		    "%.*s; they were kept as text; --squares='%.*s'%s reads "
		    "them%s",
		    (int)list.len, list.s, (int)map.len, map.s, apart, unless);
	bool failed = list.failed || map.failed;
	sok_buf_free(&list);
	sok_buf_free(&map);
	return failed ? -1 : 1;
}

/* Examine lines i to `to`, of which the first and the last are walls: 1 if they
 * are a picture, which is reported, 0, -1. */
static int
examine(struct doubts *doubts, struct blocks *blocks, size_t i, size_t to)
{
	struct census census = {.apart = are_apart(blocks, i, to)};
	bool piece[KINDS] = {false};
	size_t floor = KINDS, pieces = 0;

	for (size_t j = i; j < to; j++)
		if (!count_line(&census, picture_line(blocks, j)))
			return 0;
	struct sok_str frame = census.kind[0].s;
	for (size_t j = i; j < to; j++)
		if (has_words(picture_line(blocks, j), frame) ||
		    (!census.apart &&
		        is_spaced(picture_line(blocks, j), frame)))
			return 0;
	for (size_t kind = 1; kind < census.kinds; kind++) {
		piece[kind] = census.kind[kind].code != ' ';
		floor = piece[kind] ? floor : kind;
		pieces += piece[kind];
	}
	/* Without blanks the most frequent of four kinds is the floor. */
	for (size_t kind = 1;
	     kind < census.kinds && floor == KINDS && pieces > 3; kind++) {
		bool most = true;

		for (size_t j = 1; j < census.kinds; j++)
			most &=
			    j == kind || census.kind[j].n < census.kind[kind].n;
		if (most) {
			floor = kind;
			piece[kind] = false;
		}
	}
	/* Among walls, players and boxes of XSB others are foreign squares. */
	if (!is_balanced(&census, piece) ||
	    (frame.s[0] == '#' &&
	        (is_known(&census, piece, &known[0]) ||
	            (has_kind(&census, '@') && has_kind(&census, '$')))))
		return 0;
	size_t until = lines_count(&blocks->lines, to);
	doubts->lost_until =
	    until > doubts->lost_until ? until : doubts->lost_until;
	return report(blocks, i, &census, piece, floor);
}

int
suspect_alphabet_of(struct doubts *doubts, struct blocks *blocks, size_t i)
{
	size_t end = i + 1, to = i + 1;
	int more = 1;

	if (blocks->for_scan ||
	    lines_count(&blocks->lines, i) < doubts->alphabet_until)
		return 0;
	struct sok_str line = picture_line(blocks, i);
	if (!is_wall(sok_str_sub(line, 0, 1)))
		return 0;
	struct sok_str frame = only_character(line);
	if (!is_wall(frame))
		return 0;
	while (to - i < PICTURE_LINES) {
		more = lines_want(&blocks->lines, to);
		/* The window may have moved, and the line with it; it is not
		 * examined again, as it may be long. */
		frame = sok_str_sub(picture_line(blocks, i), 0, frame.len);
		struct sok_str s =
		    more == 1 ? picture_line(blocks, to) : SOK_STR("");
		if (!is_framed(s, frame))
			break;
		to++;
		if (only_character(s).len > 0)
			end = to;
	}
	doubts->alphabet_until = lines_count(&blocks->lines, to);
	if (more == -1 || end - i < 3)
		return more == -1 ? -1 : 0;
	return examine(doubts, blocks, i, end);
}
