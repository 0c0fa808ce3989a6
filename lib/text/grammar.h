/* grammar.h - what begins at a line: a board, moves, or text. */
#ifndef SOK_GRAMMAR_H
#define SOK_GRAMMAR_H

#include "text/lines.h"
#include "base/pending.h"
#include "tools.h"

/* Some rows or lines: from to to (exclusive). */
struct range {
	size_t from, to;
};

/* A row of a candidate board. */
struct row {
	struct sok_str s;
	uint32_t col; /* run-length: bytes of the line before it */
	uint32_t at;  /* its line in the window */
	bool rle;     /* one of the rows of a run-length line */
	bool own; /* the only one of its line, with the blanks in front of it */
	uint32_t filled; /* by this candidate, see below */
	/* Once it is asked for, see rows_look(): */
	bool known;
	bool edge;            /* begins with a wall or a box on a goal */
	uint32_t left, right; /* of what is not floor; right 0: nothing */
};

/* A run-length line as rows between bars. */
struct decoded {
	size_t at;       /* its line in the window */
	size_t from, to; /* bytes of what was decoded */
};

/* Adjoining lines that could be rows of one board. */
struct run {
	size_t from, to; /* lines */
	size_t plain;    /* the first line behind from that needs letters */
	bool apart;      /* another board begins right below */
};

struct blocks {
	struct lines l;
	const struct sok_limits *limits;
	size_t tabs;
	bool eager; /* report limits wherever run-length text could stand */
	struct sok_arena *ahead;   /* for boards: may outlive the puzzle */
	struct sok_arena *now;     /* for moves and findings in text */
	struct pending_list found; /* in text */
	size_t text_until;         /* lines before it are known to be text */
	size_t letters_until;      /* no board of letters begins before it */
	size_t board_end;          /* the line behind the last board */
	size_t lost_until;         /* of rows before it suspect_lost() spoke */
	enum sok_grid grid; /* whose letters the moves below are made of; */
	char game_key; /* a key that begins with a lower letter names another */
	size_t decoded; /* moves since the last board, which are all held */
	bool skip; /* text up to the next blank line, but comments: a limit was
	             met */
	struct row *row; /* of the candidate */
	size_t nrow, caprow;
	size_t first_row; /* its first line */
	bool letters;     /* it is read with letters */
	bool countable;   /* each line is a row, in plain characters, none too
	                     long: their bits can be counted */
	bool straight;    /* each row is all of its line, none too long */
	uint32_t filled;  /* how many candidates there were */
	size_t wide;      /* the longest row of one that is straight */
	size_t bytes;     /* of all rows of one */
	struct range sum_of; /* the rows that were counted last, */
	struct bytes_count sum;
	struct decoded *decoded_line; /* of the run that was gathered last */
	size_t ndecoded, capdecoded;
	struct sok_buf run_text; /* and a bar behind each */
	struct sok_arena cells;  /* of rows that are not as they stand */
	struct sok_buf rle;      /* the line decoded last */
	struct sok_buf joined;   /* moves of several lines */
	struct sok_buf in_udlr;  /* a line whose letters are u, d, l and r */
};

struct block {
	enum sok_block_kind kind;
	size_t from, to; /* lines of the window */
	bool quoted;
	bool plain; /* the lines are what would be written for the board */
	bool apart; /* boards on lines of their own: another one below */
	struct sok_board board;    /* not cropped; in the arena ahead */
	struct pending_list found; /* about the board, in the same arena */
	struct sok_str moves; /* in the arena now; s == NULL: the line itself */
	bool letters_only;
};

/* All of a block but its board, if it is none; nothing is known of it yet. */
static inline void
block_begin(struct block *k, enum sok_block_kind kind, size_t from, size_t to)
{
	k->kind = kind;
	k->from = from;
	k->to = to;
	k->quoted = k->plain = k->apart = k->letters_only = false;
	k->found = (struct pending_list){.first = NULL};
	k->moves = (struct sok_str){NULL, 0};
}

/* Said once, because they stand in long lists. */
#define BLOCK_APART \
	"another board begins here without a blank line; they were read as " \
	"two, and so are others like them"

void blocks_open(
    struct blocks *b, struct sok_input *in, const struct sok_read_options *o);
void blocks_close(struct blocks *b);
void blocks_drop(struct blocks *b, size_t lines);
/*
 * What begins at line i: 1 and *k (a line of text, a whole comment block, a
 * board, moves), 0 at the end, -1 with errno.  Lines must be asked for in
 * order; what was said of a line holds when it is asked again.
 */
int block_find(struct blocks *b, size_t i, struct block *k);
static inline int
block_at(struct blocks *b, size_t i, struct block *k)
{
	const unsigned not_blank = HAS_INK | HAS_CUT;

	if (i >= b->l.n || (b->l.v[i].has & not_blank) ||
	    (b->l.v[i].can & CUT_OFF))
		return block_find(b, i, k);
	block_begin(k, SOK_BLOCK_TEXT, i, i + 1);
	b->skip = false;
	return 1;
}

/* grammar_decide.c: whether the rows cut last, line i and what follows up to
 * what is no row, are a board without a doubt; k is filled then.  1, 0, -1. */
int block_plain(struct blocks *b, size_t i, struct block *k);
/* grammar_boards.c: as block_at(), 0 if no board begins here. */
int block_board(struct blocks *b, size_t i, struct block *k);
/* Whether the lines right below line i begin with a board; -1. */
int block_board_below(struct blocks *b, size_t i);

/* The game of the board or moves that come next; whether it is given, whatever
 * keys say. */
void block_begin_game(struct blocks *b, enum sok_variant v, bool given);
/* Line i of the text between a board and its first game: if it is a key that
 * names the variant, it says which letters the moves below have.  Of several
 * the one decides that key_game() looks for first. */
void block_note_game(struct blocks *b, size_t i);

/* grammar_moves.c: as lines_want(), with the letters of b->grid. */
int block_letters(struct blocks *b, size_t i);
static inline int
block_want(struct blocks *b, size_t i)
{
	int r = lines_want(&b->l, i);

	return r == 1 && b->grid != SOK_SQUARES ? block_letters(b, i) : r;
}
/* As block_at(), 0 if no moves begin here. */
int block_moves(struct blocks *b, size_t i, struct block *k);
/* A line of moves without quotes and continuation, with its place. */
struct sok_source block_source(const struct blocks *b, size_t i);
/* grammar.c: the game that a block of moves is, in a file; its slices hold as
 * long as the lines.  0, -1 on ENOMEM. */
int block_game(const struct blocks *b, const struct block *k, const char *file,
    struct sok_game *g, struct sok_arena *a);

/*
 * suspects.c: line i holds run-length characters and is no row.  It was
 * meant as one if it has a wall and a bar, adjoins a board or stands alone;
 * then its fault is reported.  It is text either way: 0, or -1.
 */
int suspect_rle(struct blocks *b, size_t i);
/* Say of the lines beside a board what makes them no rows of it; 0, -1. */
int suspect_beside(struct blocks *b, struct block *k);
/* Say of text that was meant as a board what makes line i, where none begins,
 * no row; 0, -1. */
int suspect_lost(struct blocks *b, size_t i);

/*
 * suspects_rows.c: whether a line, without blanks around it, seems to be a row
 * but for something; *at is its first byte.
 *
 * suspect_square: it goes from wall to wall, or has another character right
 *   behind one, or begins with one, has two more and no word behind them, and
 *   holds, among four characters, one that is no square at most; or bars and
 *   other kinds of blanks; or a letter before a row, a blank as mail writes it
 *   behind one, `#####=20`, or a sign of suspect_fill() around one for what is
 *   outside, as in `:###::`.
 * suspect_squares: it goes from wall to wall, or begins with one and is squares
 *   for the most part, and holds no word: with rows around it it may be one,
 *   however many of its characters are no squares.
 * suspect_by_words: words stand behind a row with walls, apart from it by two
 *   blanks or a sign, as in `#@$.#  <- you`.
 * suspect_end: walls touch a tag, a quote or what may not be seen, as in
 *   `<pre>#####` above a board and `#####</pre>` below one, or the quote of a
 *   string with nothing but floor and walls between, as where the first row is
 *   indented.
 * suspect_label: a number stands in front of a row from wall to wall, as in
 *   `3|#@$.#` and ` 3 #@$.#`.
 * suspect_table: each square stands between bars and blanks, as in the row of a
 *   table `| # | @ | $ |`.
 */
bool suspect_square(struct sok_str s, size_t *at);
bool suspect_squares(struct sok_str s, size_t *at);
bool suspect_by_words(struct sok_str s, size_t *at);
bool suspect_end(struct sok_str s, bool above, size_t *at);
bool suspect_label(struct sok_str s, size_t *number);
bool suspect_table(struct sok_str s);

/* Whether a row may have this sign for what is outside. */
static inline bool
suspect_fill(char c)
{
	return c == ':' || c == '~' || c == '!' || c == 'X' || c == 'x';
}

/* grammar_rows.c: boards written with letters are small, longer runs are not
 * tried. */
#define LETTER_ROWS 128

/* The squares of line i as they are written, behind its mail quotes. */
struct sok_str rows_line(const struct blocks *b, size_t i);
/* Whether a number stands by itself in a line, as in `## 12` and `### 12 ###`,
 * or behind one wall, as in `#12.`: then it is no row. */
bool rows_numbered(struct sok_str s);
/* Decode the run-length line i behind what b->rle holds: 1 it is one, 0 it is
 * not, -1 ENOMEM. */
int rows_decode(struct blocks *b, size_t i, struct sok_rle_error *e);
static inline bool
rows_is_rle(const struct line *e)
{
	return e->has & HAS_COUNT;
}
/* Whether line i holds a wall, of either kind. */
bool rows_has_wall(const struct blocks *b, size_t i);
/* A row of the candidate that line i holds; NULL on ENOMEM. */
struct row *rows_add(struct blocks *b, struct sok_str s, size_t line, bool rle);
/* The columns of blanks in front of a row. */
size_t rows_columns(const struct blocks *b, struct sok_str blanks);
/*
 * grammar_rle.c: decode line i of a run that begins at line from: how many rows
 * it has, 0 if it is none of them, -1.  Numbers and words are not meant as
 * rows: without a wall only those that look like them.
 */
int rows_gather_rle(struct blocks *b, size_t from, size_t i);
/* Add the rows of line i as it was decoded when its run was gathered, *next
 * says where, or as it is decoded now; 0, -1. */
int rows_fill_rle(struct blocks *b, size_t i, size_t *next);
/* The lines from i on that could be rows of one board; 0, -1. */
int rows_gather(struct blocks *b, size_t i, struct run *run);
/* Make b->row the rows of lines from to to, surveyed; those before are gone.
 * 0, -1. */
int rows_fill(struct blocks *b, size_t from, size_t to, bool letters);
/* A row of the candidate, and with all that is known of it. */
const struct row *rows_get(struct blocks *b, size_t i);
const struct row *rows_look(struct blocks *b, size_t i);
/* Its line. */
static inline size_t
rows_at(const struct blocks *b, size_t i)
{
	return b->straight ? b->first_row + i : b->row[i].at;
}

/* Whether a row holds a wall. */
bool rows_wall(struct blocks *b, size_t i);
/* grammar_decide.c: what the rows r hold. */
void rows_add_up(struct blocks *b, struct range r, struct sok_board *to);
/* How wide they are as a board, at least 1; their squares.  `quote` characters
 * in front of those that have a line of their own are none. */
size_t rows_width(struct blocks *b, struct range r, size_t quote);
/* to->sq has room for BYTES_PAD more. */
void rows_put(
    const struct blocks *b, struct range r, size_t quote, struct sok_board *to);
/* Where they stand, where each is all of its line, from line i on. */
void rows_place(const struct blocks *b, size_t i, struct sok_board *to);
/* A board of that size, whose squares are to be put there; -1 on ENOMEM. */
int rows_board(
    struct sok_board *to, size_t width, size_t height, struct sok_arena *a);
/* The rows of r that are a board, or an empty range; whether it is sound by
 * itself.  A rule of floor characters right above a board belongs to it. */
struct range rows_decide(struct blocks *b, struct range r, bool *sound);
/* Whether lines from to to are a closed board, with as many boxes as goals;
 * nothing is said of it.  1, 0, -1; the candidate is lost. */
int rows_whole(struct blocks *b, size_t from, size_t to);
/* Whether line i begins another board than the line above it, which needs no
 * blank line between them: both have bars and a player, and one of them is a
 * closed board by itself, with as many boxes as goals; 1, 0, -1.  The candidate
 * is lost. */
int rows_apart(struct blocks *b, size_t i);
/* The byte at of line i as a column in characters. */
size_t block_column(const struct blocks *b, size_t i, const char *at);

#endif
