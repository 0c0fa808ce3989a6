/* grammar_picture.c - a picture is read whole or kept whole: decides whether
 * adjoining lines, of which some are rows and others nearly rows, are text
 * (sok(5), "What is kept whole").  If the nearly-row is mended, all of them
 * are one board again, so they must not be divided before. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "text/grammar.h"

/* The most lines that are examined together. */
enum { PICTURE_LINES = 8192 };

/* How much a line that is not a row looks like one.  A weak one has no walls
 * beside its foreign square, as most short words. */
enum nearness { NO_ROW, WEAK, STRONG };

/* What a line consists of, counted in characters. */
struct contents {
	size_t walls;
	size_t squares; /* other than floor */
	size_t foreign; /* neither squares nor signs of run-length rows */
	size_t word;    /* the longest run of foreign characters */
	size_t letters; /* the longest run of foreign letters, in which equal
	                   neighbours, such as boxes, count once */
	size_t at;      /* the first byte that is not a square */
};

/* walls: the line may have walls.  Without them a line with two foreign
 * characters is not a nearly-row, so counting ends there. */
static struct contents
count_contents(struct sok_str s, bool walls)
{
	struct contents contents = {.at = s.len};
	size_t word = 0, letters = 0, len;
	uint32_t code, last = 0; /* last: of the letter before */

	for (size_t i = 0; i < s.len && (walls || contents.foreign < 2);
	     i += len) {
		unsigned char c = (unsigned char)s.s[i], square = sok_square[c];

		code = c;
		len = c < 0x80 ? 1 : sok_str_char(sok_str_from(s, i), &code);
		len = len == 0 ? 1 : len;
		if (square != 0xff) {
			contents.squares += square != SOK_FLOOR;
			contents.walls += square == SOK_WALL;
			word = letters = 0;
			continue;
		}
		contents.at = contents.at == s.len ? i : contents.at;
		if (sok_is_digit((char)c) || c == '(' || c == ')' || c == '|')
			continue;
		contents.foreign++;
		word++;
		contents.word = word > contents.word ? word : contents.word;
		if (c < 0x80 && !sok_is_letter((char)c)) {
			letters = 0;
			continue;
		}
		letters += letters == 0 || code != last;
		last = code;
		contents.letters =
		    letters > contents.letters ? letters : contents.letters;
	}
	return contents;
}

/* Whether a wall begins and another one ends the line. */
static bool
is_walled(struct sok_str s, const struct contents *contents)
{
	return s.s[0] == '#' && s.s[s.len - 1] == '#' && contents->walls > 1;
}

/* `#1. A` begins like a heading. */
static bool
is_heading(struct sok_str s, const struct contents *contents)
{
	return !is_walled(s, contents) && s.len > 1 && s.s[0] == '#' &&
	    sok_is_digit(s.s[1]);
}

/* Whether line i is as wide, in characters, as the row above or below it. */
static bool
is_as_wide(const struct blocks *blocks, size_t i)
{
	struct sok_str s = lines_row(&blocks->lines, i);
	size_t width = lines_column(s, s.len);

	return (i > 0 && (blocks->lines.line[i - 1].can & CAN_PLAIN) &&
	           blocks->lines.line[i - 1].len + 1 == width) ||
	    (i + 1 < blocks->lines.n &&
	        (blocks->lines.line[i + 1].can & CAN_PLAIN) &&
	        blocks->lines.line[i + 1].len + 1 == width);
}

/* Whether a trimmed line, which is not empty, is a strong nearly-row whatever
 * the lines beside it are; if so, *at is the byte that is not a square. */
static bool
is_strong(struct sok_str s, const struct contents *contents, size_t *at)
{
	bool walled = is_walled(s, contents);

	*at = contents->at;
	if (contents->at == s.len)
		return false;
	if (contents->foreign == 0)
		return walled || (contents->walls > 1 && !numbered_row(s));
	if (is_heading(s, contents))
		return false;
	/* From wall to wall any signs are squares, but not a word. */
	if (walled && contents->letters < 3)
		return true;
	bool few = (contents->foreign == 1 && contents->squares > 1) ||
	    3 * contents->foreign <= contents->foreign + contents->squares;
	return contents->walls > 0 &&
	    ((few && contents->word < 3) || row_like(s, at));
}

bool
rows_nearly(struct sok_str line, size_t beside)
{
	struct sok_str s = sok_str_trim(line);
	struct contents contents;
	uint16_t can, has;
	size_t at;

	/* A `;` begins a title or a comment. */
	if (s.len == 0 || s.s[0] == ';' || memchr(s.s, '#', s.len) == NULL)
		return false;
	lines_classify(s, &can, &has);
	if (can & CAN_LETTER)
		return false;
	contents = count_contents(s, true);
	return is_strong(s, &contents, &at) ||
	    (contents.foreign == 1 && contents.walls > 0 &&
	        !is_heading(s, &contents) &&
	        lines_column(line, line.len) == beside + 1);
}

/* How much line i, which is not a row, looks like one; *at is the byte of its
 * trimmed text that is not a square. */
static enum nearness
nearness_of(const struct blocks *blocks, size_t i, size_t *at)
{
	const struct line *line = &blocks->lines.line[i];

	if (picture_ends(&blocks->lines, i) ||
	    (line->has & (HAS_CUT | HAS_COMMENT)) || (line->can & CUT_OFF))
		return NO_ROW;
	struct sok_str s = rows_trimmed(blocks, i);
	struct contents contents = count_contents(s, line->has & HAS_WALL);

	/* A title or a comment. */
	if (s.s[0] == ';' && contents.walls == 0)
		return NO_ROW;
	if (is_strong(s, &contents, at))
		return STRONG;
	*at = contents.at;
	if (contents.at == s.len || contents.foreign != 1 ||
	    is_heading(s, &contents))
		return NO_ROW;
	if (contents.walls > 0 && is_as_wide(blocks, i))
		return STRONG;
	return line->can & CAN_MOVES ? NO_ROW : WEAK;
}

/* Whether rows from to to, which were gathered, are all of a closed board with
 * one player: 1, 0, -1 with errno.  Sets *any if some of them are a board of
 * any kind. */
static int
is_closed(struct blocks *blocks, size_t from, size_t to, bool *any)
{
	struct sok_board board;
	size_t width;
	bool sound;
	int x, y;

	if (rows_fill(blocks, from, to, false) == -1)
		return -1;
	struct range core = rows_decide(blocks, blocks->nrow, &sound);
	*any |= core.to > core.from;
	if (core.from > 0 || core.to < blocks->nrow || core.to == 0)
		return 0;
	int got = rows_board(blocks, core, 0, &width, &board, &blocks->cells);
	if (got != 1 || board.players != 1)
		return got == -1 ? -1 : 0;
	return sok_board_closed(&board, &x, &y, &blocks->cells);
}

/* Whether a line has a player, a box or a goal. */
static bool
has_piece(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (memchr("@+$*", s.s[i], 4) != NULL)
			return true;
	return false;
}

/* What is known about adjoining lines. */
struct picture {
	size_t to;   /* the line below them */
	size_t near; /* the first strong nearly-row, or else the first weak one
	              */
	enum nearness nearest; /* what that is */
	bool piece;            /* they have a player, a box or a goal */
	bool board;   /* some of the rows would be a board of their own */
	bool divided; /* rows beside a nearly-row are not a board */
	int above;    /* is_closed() of the rows above; -1: there are none */
	enum nearness between; /* of the nearly-rows below them */
};

/* Add rows from to to, none if the picture ends: 0, -1. */
static int
add_rows(struct blocks *blocks, struct picture *picture, size_t from, size_t to)
{
	int closed =
	    from < to ? is_closed(blocks, from, to, &picture->board) : -1;

	if (from < to && closed == -1)
		return -1;
	/* A strong nearly-row belongs to rows that are not a board, also as the
	 * first or last row; a weak one only if those above and below are not.
	 */
	picture->divided |= picture->between == STRONG
	    ? picture->above == 0 || closed == 0
	    : picture->between == WEAK && picture->above == 0 && closed == 0;
	for (size_t i = from; i < to && !picture->piece; i++)
		picture->piece = has_piece(lines_row(&blocks->lines, i));
	picture->above = closed;
	picture->between = NO_ROW;
	return 0;
}

/* Examine the lines from i on that adjoin: 0, -1. */
static int
examine(struct blocks *blocks, size_t i, struct picture *picture)
{
	struct run run;
	size_t at, weak = i; /* weak: the first of the lines between */
	int more = 1;

	while (more == 1 && picture->to - i < PICTURE_LINES) {
		bool only_weak = picture->between == WEAK;

		if (rows_gather(blocks, picture->to, &run) == -1 ||
		    add_rows(blocks, picture, picture->to, run.letters_from) ==
		        -1)
			return -1;
		/* A weak nearly-row beside a closed board separates it. */
		if (only_weak && picture->above == 1) {
			picture->to = weak;
			return 0;
		}
		picture->to = run.letters_from;
		/* The row there is not nearly one: another board begins. */
		if (run.apart && run.letters_from == run.to &&
		    run.to > run.from)
			continue;
		do {
			more = lines_want(&blocks->lines, picture->to);
			enum nearness near = NO_ROW;

			if (more == 1 &&
			    lines_want(&blocks->lines, picture->to + 1) == -1)
				more = -1;
			if (more == 1)
				near = nearness_of(blocks, picture->to, &at);
			/* The same below it, where the picture ends. */
			if (near == WEAK && picture->between == NO_ROW) {
				weak = picture->to;
				if (picture->above == 1)
					near = NO_ROW;
			}
			if (near == NO_ROW)
				return more == -1
				    ? -1
				    : add_rows(blocks, picture, picture->to,
				          picture->to);
			picture->piece |=
			    has_piece(rows_trimmed(blocks, picture->to));
			picture->between =
			    near > picture->between ? near : picture->between;
			if (near > picture->nearest) {
				picture->near = picture->to;
				picture->nearest = near;
			}
			picture->to++;
			more = lines_want(&blocks->lines, picture->to);
		} while (more == 1 &&
		    !(blocks->lines.line[picture->to].can & CAN_RLE));
	}
	return more == -1 ? -1
	                  : add_rows(blocks, picture, picture->to, picture->to);
}

/* Whether line i, which may be a row, may also be a nearly-row: it needs
 * legacy letters, has a number or a parenthesis, or cannot be decoded.  A line
 * with bars that cannot is reported as run-length text with a fault.  1, 0, -1
 * on ENOMEM. */
static int
may_be_near(struct blocks *blocks, size_t i)
{
	const struct line *line = &blocks->lines.line[i];

	if (!(line->can & CAN_RLE))
		return 1;
	if (!rows_is_rle(line))
		return (line->has & HAS_HIGH) != 0;
	struct sok_str s = rows_trimmed(blocks, i);
	if (numbered_row(s) || memchr(s.s, '(', s.len) != NULL ||
	    memchr(s.s, ')', s.len) != NULL)
		return 1;
	int spelled = rows_spelled(blocks, i);
	if (spelled != 0 || (blocks->lines.line[i].has & HAS_BAR))
		return spelled;
	int decodes = rows_decodes(blocks, i);
	return decodes == -1 ? -1 : !decodes;
}

/* Move *below, which is a row of those from i on, down over rows that plainly
 * are not nearly-rows, to line `most` at most.  There may be more of them.  0,
 * -1 with errno. */
static int
skip_rows(struct blocks *blocks, size_t i, size_t most, size_t *below)
{
	const struct lines *lines = &blocks->lines;
	struct run run;

	/* What was gathered was decoded, so without bars it is not numbered. */
	if (rows_is_rle(&lines->line[i]) && lines->squares == NULL) {
		if (rows_gather(blocks, i, &run) == -1)
			return -1;
		if (run.grouped || (run.has & (HAS_BAR | HAS_HIGH)))
			return 0;
		*below = run.letters_from < most ? run.letters_from : most;
		return 0;
	}
	while (*below < most && *below < lines->n &&
	    rows_is_plain(&lines->line[*below]))
		++*below;
	return 0;
}

/* Whether there may be nearly-rows among the lines from i on that adjoin: 1, 0,
 * -1 with errno.  *to: the first line that is not a row, or was not looked at.
 */
static int
may_be_picture(struct blocks *blocks, size_t i, size_t *to)
{
	size_t at, j = blocks->lines.rows.from == i ? blocks->lines.rows.to : i;
	bool near = false;
	int more = 0;

	if (skip_rows(blocks, i, i + PICTURE_LINES, &j) == -1)
		return -1;
	for (; !lines_ends_rows(&blocks->lines, j) && j - i < PICTURE_LINES;
	     j++) {
		more = lines_want(&blocks->lines, j);
		if (more != 1 || lines_blank(&blocks->lines, j) ||
		    !(blocks->lines.line[j].can & CAN_LETTER))
			break;
		/* Beside plain rows a count may not be meant as one. */
		near = near ||
		    (rows_is_rle(&blocks->lines.line[j]) && j > i &&
		        !rows_is_rle(&blocks->lines.line[i]) &&
		        !(blocks->lines.line[j].has & HAS_BAR));
		if (!near) {
			int may = may_be_near(blocks, j);
			if (may == -1)
				return -1;
			near = may == 1;
		}
	}
	*to = j;
	if (more == -1)
		return -1;
	return near ||
	    (j < blocks->lines.n && !(blocks->lines.line[j].can & CAN_LETTER) &&
	        nearness_of(blocks, j, &at) != NO_ROW);
}

int
block_picture(struct blocks *blocks, size_t i, struct block *block)
{
	struct picture picture = {.to = i, .above = -1};
	const struct line *line = &blocks->lines.line[i];
	size_t at, below;
	int got = 1;

	/* A line that is neither a row nor nearly one begins no picture. */
	blocks->picture_until = lines_count(&blocks->lines, i + 1);
	if (!(line->can & CAN_RLE)) {
		if (lines_want(&blocks->lines, i + 1) == -1)
			return -1;
		if (nearness_of(blocks, i, &at) == NO_ROW)
			return 0;
	}
	/* Lines that were looked at once are not looked at again. */
	if (lines_count(&blocks->lines, i) >= blocks->picture_seen) {
		got = may_be_picture(blocks, i, &picture.to);
		blocks->picture_seen = lines_count(&blocks->lines, picture.to);
		if (got == 0)
			blocks->picture_until = lines_count(&blocks->lines,
			    picture.to > i ? picture.to : i + 1);
	}
	if (got != 1)
		return got;
	/* In a board with legacy letters, if nothing else adjoins it, nothing
	 * is foreign.  This is what most lines are that get here. */
	if (picture.to >= blocks->lines.n ||
	    lines_blank(&blocks->lines, picture.to)) {
		got = block_board_of_letters(blocks, i, picture.to, block);
		if (got == 1)
			blocks->picture_seen = blocks->picture_until =
			    lines_count(&blocks->lines, picture.to);
		if (got != 0)
			return got;
	}
	picture.to = i;
	if (examine(blocks, i, &picture) == -1)
		return -1;
	block->end = picture.to > i ? picture.to : i + 1;
	blocks->picture_until = lines_count(&blocks->lines, block->end);
	if (!picture.divided || !(picture.piece || picture.board) ||
	    picture.to - i < 3)
		return 0;
	/* Legacy letters may be squares of a board.  What is below it may be a
	 * picture all the same, and is looked at anew. */
	got = block_letters_board(blocks, i, &below);
	if (got == 1)
		blocks->picture_seen = blocks->picture_until =
		    lines_count(&blocks->lines, below);
	if (got != 0)
		return got == -1 ? -1 : 0;
	blocks->text_until = lines_count(&blocks->lines, picture.to);
	block_text(block, i);
	block->reason = TEXT_PICTURE;
	block->near = picture.near;
	(void)nearness_of(blocks, picture.near, &block->near_at);
	return 1;
}
