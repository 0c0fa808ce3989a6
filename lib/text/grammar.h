/* grammar.h - divides lines into blocks: boards, moves and text.  Functions
 * that return -1 set errno. */
#ifndef SOK_GRAMMAR_H
#define SOK_GRAMMAR_H

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/lines.h"
#include "text/text.h"

/* Some rows or lines, from `from` to `to` (exclusive). */
struct range {
	size_t from, to;
};

/* A row of a candidate board. */
struct row {
	struct sok_str s;
	uint32_t col; /* bytes of a run-length line before the row */
	uint32_t at;  /* index of its line in the window */
	bool rle;     /* one of the rows of a run-length line */
	bool own; /* the only row of its line; blanks before it are squares */
	/* Set by rows_look(): */
	bool known;
	bool edge;            /* begins with a wall or a box on a goal */
	uint32_t left, right; /* the columns that are not floor; right 0: all of
	                         it is floor */
};

/* Adjacent lines that could be the rows of one board. */
struct run {
	size_t from, to;     /* lines */
	size_t letters_from; /* the first of them that needs legacy letters, or
	                        `to` */
	bool apart;          /* another board begins directly below */
	unsigned has; /* what its lines may have that are not plain rows */
	bool grouped; /* it has a parenthesis, without --squares */
};

/* No line of a window. */
#define NO_RUN SIZE_MAX

/* The keys that name games. */
enum { NAMED_BY_GAME, NAMED_BY_TYPE, NAMED_BY_VARIANT, NAMED_KEYS };

struct blocks {
	struct lines lines;
	const struct sok_limits *limits;
	size_t tabs;
	bool for_scan; /* sokrle decodes what looks like run-length text
	                  anywhere, and keeps all other bytes: every exceeded
	                  limit is reported, and few doubts are */
	bool quiet;    /* lines are only asked about: nothing is reported, or
	                  skipped from now on */
	struct sok_arena *ahead; /* for boards, which may outlive the puzzle */
	struct sok_arena *now;   /* for moves, and findings about text */
	struct pending_list found; /* about text */

	/* What is known about the lines that follow, as counts of lines
	 * (lines_count()): */
	size_t text_until;    /* no board begins above this line */
	size_t letters_until; /* no board with letters begins above it */
	size_t picture_until; /* block_picture() has examined lines above it */
	size_t picture_seen;  /* there may be nearly-rows above it */
	bool skip; /* the rest of the paragraph is text, except comments: a
	              limit was exceeded */
	enum sok_grid grid; /* the grid of their moves */
	bool chosen;        /* a user has chosen it: keys do not change it */
	/* What the keys between the board and its first game name so far. */
	struct naming named[NAMED_KEYS];
	size_t decoded; /* decoded moves since the last board, all of them in
	                   memory */

	/* The run that was gathered last, from line NO_RUN if none is valid: */
	struct run run;
	struct decoded *decoded_row; /* of its run-length lines */
	size_t ndecoded, capdecoded;
	struct sok_buf run_text; /* their rows, with a bar after each line */

	/* The candidate, which consists of lines of that run: */
	struct row *row;
	size_t nrow, caprow;
	struct sok_arena cells; /* rows that differ from their lines */
	bool letters;           /* legacy letters are squares */
	unsigned has;           /* what its lines have */
	struct range sum_of;    /* the rows that were counted last, */
	struct bytes_count sum;

	struct sok_buf rle;     /* a line or moves that were decoded last */
	struct sok_buf joined;  /* the moves of several lines */
	struct sok_buf in_udlr; /* see moves_in_udlr() */
};

/* How a line came to be text. */
enum text_reason {
	TEXT_SETTLED, /* blank, or a part of something that is text as a whole
	               */
	TEXT_TRIED,   /* among lines that were tried as a board before */
	TEXT_PICTURE, /* it begins lines that are kept whole (grammar_picture.c)
	               */
	TEXT_BROKEN,  /* it begins lines of moves that cannot be decoded */
	TEXT_OTHER    /* neither a board nor moves begin here */
};

struct block {
	enum sok_block_kind kind;
	size_t from, to; /* lines of the window */

	/* Of text: */
	enum text_reason reason;
	/* What is wrong with run-length rows or moves, with TEXT_OTHER if its
	 * message is not NULL, and with TEXT_BROKEN. */
	struct sok_rle_error fault;
	bool word; /* TEXT_BROKEN: it is rather a word, such as `D2` */
	/* The line below the lines that were examined, with TEXT_PICTURE and
	 * TEXT_BROKEN. */
	size_t end;
	/* TEXT_PICTURE: the first nearly-row, and the byte of its trimmed text
	 * that is not a square. */
	size_t near, near_at;

	/* Of boards and moves: */
	/* These three are together because board_is_clear() asks for all of
	 * them: a processor that loads them at once waits for each store to one
	 * of the bytes loaded. */
	bool quoted;
	bool letters; /* the board has legacy letters */
	bool
	    apart; /* it is one line, and another board begins directly below */
	bool letters_only; /* the moves are letters */
	bool part;         /* the board is the only line of sokrle's input */
	bool plain;   /* the lines are what would be written for the board */
	unsigned has; /* what its lines have, if its rows differ from them */
	/* The line of another board that was glued to it, 0 if none; both are
	 * one board if this line is one of its own. */
	size_t glued;
	struct sok_board board;    /* not cropped; in the arena ahead */
	struct pending_list found; /* about the board; in the arena ahead */
	struct sok_str moves; /* in the arena now; s == NULL: the line itself */
};

/* One line of text. */
static inline void
block_text(struct block *block, size_t i)
{
	block->kind = SOK_BLOCK_TEXT;
	block->reason = TEXT_SETTLED;
	block->from = i;
	block->to = i + 1;
}
/* Begin a board or moves.  Everything but the board is set. */
static inline void
block_begin(
    struct block *block, enum sok_block_kind kind, size_t from, size_t to)
{
	block->kind = kind;
	block->from = from;
	block->to = to;
	block->quoted = block->plain = block->letters_only = block->part =
	    false;
	block->letters = block->apart = false;
	block->has = 0;
	block->glued = 0;
	block->found.first = block->found.last = NULL;
	block->found.n = block->found.more = 0;
	block->found.failed = false;
	block->moves = (struct sok_str){NULL, 0};
}

/* So many glued boards are separated; each examines the rows that remain. */
#define GLUED_MOST 64
/* One message for both places that report this. */
#define BLOCK_APART \
	"another board begins here without a blank line; they were read as " \
	"two, and so are others like them"

/* 0, -1 with errno (EINVAL: the option squares is not a map). */
int blocks_open(struct blocks *blocks, struct sok_input *in,
    const struct sok_read_options *options);
void blocks_close(struct blocks *blocks);
/* Forget the first lines of the window. */
void blocks_drop(struct blocks *blocks, size_t lines);
/* Find the block that begins at line i: 1 and *block (one line of text, a whole
 * comment block, a board or moves), 0 at the end, -1 with errno.  Callers must
 * go through the lines in order; asking again about a line gives the same
 * answer. */
int block_find(struct blocks *blocks, size_t i, struct block *block);
/* The same.  Many lines are blank. */
static inline int
block_at(struct blocks *blocks, size_t i, struct block *block)
{
	const unsigned not_blank = HAS_INK | HAS_CUT;

	if (i >= blocks->lines.n || (blocks->lines.line[i].has & not_blank) ||
	    (blocks->lines.line[i].can & CUT_OFF))
		return block_find(blocks, i, block);
	block_text(block, i);
	blocks->skip = false;
	return 1;
}

/* A block of moves as a game.  The slices are valid as long as the lines.  0,
 * -1 on ENOMEM. */
int block_game(const struct blocks *blocks, const struct block *block,
    const char *file, struct sok_game *game, struct sok_arena *arena);

/* Set the variant of the board or moves that follow; chosen: a user has chosen
 * it, so no key changes it. */
void block_begin_game(
    struct blocks *blocks, enum sok_variant variant, bool chosen);
/* Line i is text between a board and its first game.  If it is a key that names
 * the variant, the letters of that variant are moves from here on.  Several
 * keys name what key_naming() says. */
void block_name_game(struct blocks *blocks, size_t i, int first);
static inline void
block_note_game(struct blocks *blocks, size_t i)
{
	const struct line *line = &blocks->lines.line[i];
	int c = line->len > 0 ? *lines_str(&blocks->lines, i).s | 32 : 0;

	if ((c == 'g' || c == 'p' || c == 'v') && !blocks->chosen &&
	    !(line->has & HAS_COMMENT))
		block_name_game(blocks, i, c);
}

/* ---- grammar.c, and only for the files that find blocks */

/* The column of a byte of line i, in characters. */
size_t block_column(const struct blocks *blocks, size_t i, const char *at);
/* Add a finding about a byte of line i, or its first one if `at` is NULL: to
 * those of a board, or of the text if block is NULL.  NULL if only counted. */
struct pending *block_report(struct blocks *blocks, struct block *block,
    enum sok_rule rule, size_t i, const char *at, const char *fmt, ...)
    SOK_PRINTF(6, 7) SOK_SELDOM;

/* ---- grammar_boards.c, grammar_moves.c */

/* The same as block_at(), but 0 if no board begins at line i. */
int block_board(struct blocks *blocks, size_t i, struct block *block);
/* The same, but 0 if no moves begin there. */
int block_moves(struct blocks *blocks, size_t i, struct block *block);
/* Whether a board begins directly below line i: 1, 0, -1 with errno.  Reports
 * and decides nothing. */
int block_board_below(struct blocks *blocks, size_t i);
/* Whether the rows from line i on are, or begin with, a board in which legacy
 * letters are squares: 1 and the line below it, 0, -1. */
int block_letters_board(struct blocks *blocks, size_t i, size_t *below);
/* The same as block_board() if lines i to `to` (exclusive) are a board in which
 * legacy letters are squares: 1 and *block, 0, -1 with errno.  With 0, nothing
 * but *block has changed. */
int block_board_of_letters(
    struct blocks *blocks, size_t i, size_t to, struct block *block);
/* For block_want(): if line i of the window consists of the letters of
 * blocks->grid, note that it can be moves.  1, -1 on ENOMEM. */
int block_letters(struct blocks *blocks, size_t i);
/* The same as lines_want(), but with the letters of blocks->grid as moves. */
static inline int
block_want(struct blocks *blocks, size_t i)
{
	int got = lines_want(&blocks->lines, i);

	return got == 1 && blocks->grid != SOK_SQUARES
	    ? block_letters(blocks, i)
	    : got;
}

/* ---- grammar_moves.c, for the doubts as well */

/* Line i without mail quotes, blanks and continuation sign. */
struct sok_str moves_line(const struct blocks *blocks, size_t i);
/* Whether line i can be a line of a block of moves. */
bool moves_can_be(const struct blocks *blocks, size_t i);
/* Whether it can be the first one. */
bool moves_begin(struct blocks *blocks, size_t i);
/* Whether line i belongs to a list and so does not begin a game. */
bool moves_in_list(struct blocks *blocks, size_t i);
/* Whether the line above i, or the one above a blank line, announces a game. */
bool moves_announced(const struct blocks *blocks, size_t i);
/* For moves_in_udlr() on a grid that is not one of squares. */
struct sok_str moves_with_u(
    struct blocks *blocks, struct sok_str s, size_t from);
/* A line with the variant's letters from a position on replaced by `u`;
 * unchanged if there is no memory, which the block reports.  Valid until the
 * next call. */
static inline struct sok_str
moves_in_udlr(struct blocks *blocks, struct sok_str s, size_t from)
{
	return blocks->grid == SOK_SQUARES ? s : moves_with_u(blocks, s, from);
}

/* ---- grammar_rows.c */

/* Boards with letters are small; runs of more rows are not tried. */
#define LETTER_ROWS 128
/* What a line has if its rows differ from it. */
#define ROWS_CHANGED ((unsigned)HAS_COUNT | HAS_QUOTE | HAS_HIGH | HAS_TAB)

/* Line i as a row, after its mail quotes. */
static inline struct sok_str
rows_line(const struct blocks *blocks, size_t i)
{
	struct sok_str s = lines_row(&blocks->lines, i);

	return blocks->lines.line[i].has & HAS_QUOTE ? sok_str_unquote(s) : s;
}
/* The same without blanks at its ends. */
static inline struct sok_str
rows_trimmed(const struct blocks *blocks, size_t i)
{
	return sok_str_trim(rows_line(blocks, i));
}
/* Whether a line, as a row, has counts, groups or bars. */
static inline bool
rows_is_rle(const struct line *line)
{
	return line->has & HAS_COUNT;
}
/* Whether a line is a row in XSB characters, as it is. */
static inline bool
rows_is_plain(const struct line *line)
{
	return (line->can & CAN_PLAIN) &&
	    (line->has & (HAS_INK | HAS_HIGH)) == HAS_INK;
}
/* Whether line i has a wall of either kind. */
bool rows_has_wall(const struct blocks *blocks, size_t i);
/* Whether line i has digits or bars that are not run-length text, but foreign
 * squares of a picture that is spelled out.  1, 0, -1 with errno. */
int rows_spelled(struct blocks *blocks, size_t i);
/* Line i has run-length characters but is not a row: what is wrong with it, if
 * it has a wall and cannot be decoded; else fault->message is NULL.  With a bar
 * it was meant as rows, and over a limit the rest of the paragraph is skipped.
 * 0, -1. */
int rows_fault(struct blocks *blocks, size_t i, struct sok_rle_error *fault);
/* Whether line i, which has run-length characters, can be decoded as rows: 1,
 * 0, -1 on ENOMEM. */
int rows_decodes(struct blocks *blocks, size_t i);
/* Whether all other lines of the input are blank, up to 64 after line i: 1, 0,
 * -1. */
int rows_alone(struct blocks *blocks, size_t i);
/* Find the lines from i on that could be rows of one board; 0, -1. */
int rows_gather(struct blocks *blocks, size_t i, struct run *run);
/* Make gathered lines from to to the rows of a new candidate; 0, -1. */
int rows_fill(struct blocks *blocks, size_t from, size_t to, bool letters);
/* A row of the candidate with all of its fields. */
const struct row *rows_look(struct blocks *blocks, size_t i);

/* ---- grammar_decide.c */

/* Make the board of a range of rows and set *width, its width: 1; 0 if it is
 * over a limit; -1 on ENOMEM.  In rows that are a line of their own the first
 * `quote` characters are not squares. */
int rows_board(struct blocks *blocks, struct range range, size_t quote,
    size_t *width, struct sok_board *to, struct sok_arena *arena);
/* The part of the first n rows that is a board, or an empty range.  *sound: it
 * has one player and as many boxes as goals.  A line of floor characters
 * directly above a board belongs to it. */
struct range rows_decide(struct blocks *blocks, size_t n, bool *sound);
/* Whether lines from to to have a player, not as a legacy letter. */
bool rows_has_player(const struct blocks *blocks, size_t from, size_t to);
/* Whether lines from to to are a closed board with as many boxes as goals;
 * reports nothing.  1, 0, -1.  Replaces the candidate. */
int rows_whole(struct blocks *blocks, size_t from, size_t to);
/* Whether line i, which has bars, begins another board although no blank line
 * separates it from the line above: both have a player, and one of them is a
 * closed board with as many boxes as goals.  1, 0, -1.  Replaces the candidate.
 */
int rows_apart(struct blocks *blocks, size_t i);
/* The short way for most boards: if the rows that were cut last begin at line
 * i, and rows_decide() would take all of them at once, they need not be
 * gathered: 1 and *block, 0, -1. */
int rows_cut_board(struct blocks *blocks, size_t i, struct block *block);

/* ---- grammar_picture.c */

/* Examine line i, which begins lines that adjoin: rows, and lines that are
 * nearly rows.  If the rows above or below a nearly-row are not a closed board
 * with one player by themselves, all of these lines are text: 1 and *block.
 * Lines that are a board with legacy letters, all of them, are that board: 1
 * and *block.  Else 0, or -1 with errno. */
int block_picture(struct blocks *blocks, size_t i, struct block *block);
/* Whether a line that is not a row is plainly not a nearly-row either: it has
 * no wall, and is moves or begins with two letters, which are squares only with
 * --squares. */
static inline bool
picture_ends(const struct lines *lines, size_t i)
{
	struct sok_str s = lines_str(lines, i);

	if (lines_blank(lines, i))
		return true;
	if (lines->line[i].has & HAS_WALL)
		return false;
	return (lines->line[i].can & CAN_MOVES) ||
	    (lines->squares == NULL && s.len > 1 && sok_is_letter(s.s[0]) &&
	        sok_is_letter(s.s[1]));
}
/* Whether line i is the first of the rows that were cut last, and no line
 * adjoins them that could be nearly a row. */
static inline bool
picture_impossible(const struct blocks *blocks, size_t i)
{
	const struct lines *lines = &blocks->lines;
	size_t to = lines->rows.to;

	return lines->rows.from == i && to > i && lines_ends_rows(lines, to) &&
	    (to >= lines->n || picture_ends(lines, to));
}

/* ---- grammar_like.c, about a trimmed line */

/* Whether a character is a square of plain rows. */
static inline bool
row_square(char c)
{
	return sok_square[(unsigned char)c] != 0xff;
}
/* Whether a character is floor. */
static inline bool
row_floor(char c)
{
	return sok_square[(unsigned char)c] == SOK_FLOOR;
}
/* Whether a line consists of squares, and of this sign. */
bool row_squares(struct sok_str s, char sign);
/* A row that goes from wall to wall: squares, and at least three of them. */
bool walled_row(struct sok_str s);
/* Whether a line has a number as a word, as in `## 12` and `### 12 ###`, or
 * after one wall, as in `#12.`.  Such a line is not a row. */
bool numbered_row(struct sok_str s);
/* A number precedes such a row, as in `3|#@$.#` and ` 3 #@$.#`; *number: it. */
bool labelled_row(struct sok_str s, size_t *number);
/* Bars and blanks separate the squares, as in a row of a table,
 * `| # | @ | $ |`. */
bool table_row(struct sok_str s);
/* A row of which byte *at is not a square; bars and other kinds of blanks, and
 * signs for the outside, are not squares either. */
bool near_row(struct sok_str s, size_t *at);
/* A row with words after it, from byte *at on, as in `#@$.#  <- you`. */
bool worded_row(struct sok_str s, size_t *at);
/* Any of these: the line was meant as a row but has a fault, or words, at byte
 * *at. */
bool row_like(struct sok_str s, size_t *at);

#endif
