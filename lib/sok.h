/*
 * sok.h - the public interface of libsok, documented in sok(3).  The line above
 * a section names the files that implement it.
 *
 * Functions that return int return 0, or the values in their comment, or -1
 * with errno; those that return a pointer or a slice return NULL, or a slice of
 * NULL, on errors.  A function with an arena fails only with ENOMEM, unless its
 * comment says otherwise; its results are in that arena, but never in one that
 * is called scratch.  Errors in the input are findings and go to a sink.  NULL
 * is accepted as a sink, by functions that close or free, for zero bytes, and
 * where a comment says so.
 */
#ifndef SOK_H
#define SOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What this header declares is what libsok.so exports, and nothing else. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define SOK_VERSION "1.0.0"

#if defined(__GNUC__)
#define SOK_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define SOK_PRINTF(fmt, args)
#endif

/* ----------------------------------------------------------------- arena.c */

/* Memory with one lifetime.  Initialize with {0}. */
struct sok_arena {
	struct sok_chunk *head;
	char *p, *end;
};

/* Allocate n objects of size bytes, aligned to 16 bytes, uninitialized or
 * zeroed.  n may be 0, and the result is not NULL then; if n * size overflows,
 * the error is ENOMEM. */
void *sok_arena_alloc(struct sok_arena *a, size_t n, size_t size);
void *sok_arena_zalloc(struct sok_arena *a, size_t n, size_t size);
/* Free everything but one chunk, which is kept for the next puzzle. */
void sok_arena_reset(struct sok_arena *a);
void sok_arena_free(struct sok_arena *a);

/* ------------------------------------------------------------------- str.c */

/* A slice: len bytes at s without a terminating NUL; it does not own them. */
struct sok_str {
	const char *s;
	size_t len;
};

#define SOK_STR(literal) ((struct sok_str){"" literal, sizeof(literal) - 1})

/* The bytes of a string, without its terminating NUL. */
struct sok_str sok_str(const char *cstring);
struct sok_str sok_str_dup(struct sok_arena *a, struct sok_str s); /* a copy */
/* Compare bytes. */
bool sok_str_eq(struct sok_str a, struct sok_str b);
bool sok_str_starts(struct sok_str s, struct sok_str prefix);
/* Compare ASCII letters without case. */
bool sok_str_caseeq(struct sok_str a, struct sok_str b);
bool sok_str_casestarts(struct sok_str s, struct sok_str prefix);
/* Whether s is valid UTF-8, without overlong forms, surrogates or values above
 * 10FFFF. */
bool sok_str_utf8(struct sok_str s);

/* A growing string.  Initialize with {0}.  After an error (ENOMEM) failed is
 * set and all calls do nothing, so one test at the end is enough. */
struct sok_buf {
	char *s;
	size_t len, cap;
	bool failed;
};

void sok_buf_add(struct sok_buf *b, struct sok_str s);
void sok_buf_addc(struct sok_buf *b, char c);
void sok_buf_fill(struct sok_buf *b, char c, size_t n);
void sok_buf_fmt(struct sok_buf *b, const char *fmt, ...) SOK_PRINTF(2, 3);
/* Reserve n more bytes at b->s + b->len; false on ENOMEM. */
bool sok_buf_room(struct sok_buf *b, size_t n);
struct sok_str sok_buf_str(const struct sok_buf *b);
void sok_buf_free(struct sok_buf *b);

/* ----------------------------------------------------------------- rules.c */

enum sok_severity { SOK_NOTE, SOK_WARNING, SOK_ERROR };

/*
 * The rules with their permanent numbers.  A new rule gets the next number, at
 * any place in the list, and SOK_NRULES becomes one more than it.  Numbers are
 * never reused.  Arrays by rule have room for rules to come, so that a program
 * works with a later library.  sok_rules[] describes the rules.
 */
#define SOK_NRULES 80
#define SOK_RULES_ROOM 160
enum sok_rule {
	SOK_NO_PLAYER_RULE = 0,
	SOK_MANY_PLAYERS_RULE = 1,
	SOK_NO_BOXES_RULE = 2,
	SOK_BOX_GOAL_COUNT_RULE = 3,
	SOK_NOT_CLOSED_RULE = 4,
	SOK_OUTSIDE_ELEMENTS_RULE = 5,
	SOK_OUTSIDE_BOX_OFF_GOAL_RULE = 6,
	SOK_OUTSIDE_COUNT_RULE = 7,
	SOK_CIRCULAR_RULE = 8,
	SOK_DEAD_BOX_RULE = 9,
	SOK_FROZEN_BOX_RULE = 10,
	SOK_UNREACHABLE_GOAL_RULE = 11,
	SOK_ROW_EDGE_RULE = 12,
	SOK_INTERIOR_EMPTY_ROW_RULE = 13,
	SOK_SIZE_LIMIT_RULE = 14,
	SOK_DUPLICATE_PUZZLE_RULE = 15,
	SOK_DUPLICATE_TITLE_RULE = 16,
	SOK_MISSING_PUZZLE_RULE = 64,
	SOK_NEW_PUZZLE_RULE = 65,
	SOK_MOVED_PUZZLE_RULE = 66,
	SOK_RENAMED_PUZZLE_RULE = 67,
	SOK_REDRAWN_PUZZLE_RULE = 68,
	SOK_CHANGED_PUZZLE_RULE = 69,
	SOK_CHANGED_TEXT_RULE = 70,
	SOK_CHANGED_AUTHOR_RULE = 71,
	SOK_LOST_TEXT_RULE = 72,
	SOK_LOST_SOLUTION_RULE = 73,
	SOK_WORSE_SOLUTION_RULE = 74,
	SOK_BETTER_SOLUTION_RULE = 75,
	SOK_UNUSED_IGNORE_RULE = 76,
	SOK_STALE_BASELINE_RULE = 77,
	SOK_UNSUPPORTED_VARIANT_RULE = 17,
	SOK_ASSUMED_VARIANT_RULE = 56,
	SOK_BAD_CELL_RULE = 57,
	SOK_BAD_ORDER_RULE = 58,
	SOK_NO_PUZZLE_RULE = 18,
	SOK_NOT_READ_RULE = 60,
	SOK_LEGACY_LETTER_RULE = 19,
	SOK_TAB_IN_BOARD_RULE = 20,
	SOK_RAGGED_MAIL_QUOTE_RULE = 21,
	SOK_GLUED_BOARDS_RULE = 22,
	SOK_UNKNOWN_SQUARE_RULE = 23,
	SOK_RLE_COUNT_RULE = 24,
	SOK_RLE_NESTING_RULE = 25,
	SOK_RLE_GROUP_RULE = 26,
	SOK_RLE_EMPTY_ROW_RULE = 27,
	SOK_BAD_UTF8_RULE = 28,
	SOK_CONTROL_CHAR_RULE = 29,
	SOK_MIXED_LINE_ENDS_RULE = 30,
	SOK_BOM_RULE = 31,
	SOK_AMBIGUOUS_TITLE_RULE = 32,
	SOK_SHIFTED_TITLES_RULE = 33,
	SOK_AMBIGUOUS_MOVES_RULE = 34,
	SOK_UNMATCHED_BRACKET_RULE = 55,
	SOK_MOVES_WITHOUT_BOARD_RULE = 35,
	SOK_UNCLOSED_COMMENT_RULE = 36,
	SOK_UNDEFINED_MACRO_RULE = 37,
	SOK_CHARSET_RULE = 38,
	SOK_LIMIT_RULE = 39,
	SOK_BINARY_RULE = 59,
	SOK_CONFLICT_MARKER_RULE = 62,
	SOK_PATCH_TEXT_RULE = 63,
	SOK_JSON_TEXT_RULE = 78,
	SOK_SYNTAX_RULE = 40,
	SOK_SAVED_IMAGE_MISMATCH_RULE = 41,
	SOK_CANNOT_HOLD_RULE = 42,
	SOK_LOSSY_RULE = 43,
	SOK_ILLEGAL_MOVE_RULE = 44,
	SOK_NOT_SOLVED_RULE = 45,
	SOK_SOLVED_EARLY_RULE = 46,
	SOK_WRONG_COUNT_RULE = 47,
	SOK_WRONG_CASE_RULE = 48,
	SOK_JUMP_AFTER_PULL_RULE = 49,
	SOK_NO_LEADING_JUMP_RULE = 50,
	SOK_OVER_LIMIT_RULE = 51,
	SOK_REDO_MOVES_RULE = 52,
	SOK_NO_SOLUTION_RULE = 53,
	SOK_NO_GAMES_RULE = 54,
	SOK_UNKNOWN_GAME_RULE = 61,
	SOK_UNKNOWN_ALPHABET_RULE = 79,
	/* What names a rule, such as a replay's problem, names none. */
	SOK_NO_RULE = SOK_RULES_ROOM
};

struct sok_rule_info {
	const char *name; /* never changes */
	enum sok_severity severity;
	/* r reader, s reader (style), c sokcheck, p replay, w writer */
	char origin;
	const char *summary;    /* one line */
	const char *text;       /* paragraphs without line breaks */
	const char *bad, *good; /* examples; lines end in \n; may be empty */
};

/* name is NULL from SOK_NRULES on. */
extern const struct sok_rule_info sok_rules[SOK_RULES_ROOM];
extern const char *const sok_severity_name[3]; /* note warning error */

/* The rule of this name, SOK_NO_RULE if there is none. */
enum sok_rule sok_rule_find(struct sok_str name);

/* A place in a file; line and column count from 1, 0: unknown. */
struct sok_pos {
	const char *file; /* as given by the user, or NULL; in a record, the
	                     file it names, valid as long as the puzzle */
	size_t line, col; /* col in characters */
};

struct sok_puzzle;
struct sok_game;

/* The message may contain unescaped bytes of the input. */
struct sok_finding {
	enum sok_rule rule;
	enum sok_severity severity;
	struct sok_pos pos;
	struct sok_str message;
	const struct sok_puzzle *puzzle; /* or NULL */
	const struct sok_game *game;     /* or NULL */
};

typedef void sok_sink_fn(void *ctx, const struct sok_finding *f);

struct sok_sink {
	sok_sink_fn *fn;
	void *ctx;
	size_t count[3]; /* by severity */
	bool conflict;   /* SOK_CONFLICT_MARKER_RULE was reported, off or not */
	bool limit_hit;  /* SOK_LIMIT_RULE or SOK_BINARY_RULE was an error */
	bool passed;     /* the same, but level[] made it less */
	bool off[SOK_RULES_ROOM];            /* rules that are disabled */
	unsigned char level[SOK_RULES_ROOM]; /* 1 + another severity, or 0 */
};

/* ---------------------------------------------------------------- limits.c */

enum sok_limit {
	SOK_LIMIT_SIDE,    /* rows or columns of a board: 4096 */
	SOK_LIMIT_SQUARES, /* of a board: 1,000,000 */
	SOK_LIMIT_LINE,    /* bytes of a line: 64 MiB */
	SOK_LIMIT_TEXT,    /* bytes of a puzzle, at least 32 a line: 64 MiB */
	SOK_LIMIT_TITLE,   /* bytes of a title or key: 64 KiB */
	SOK_LIMIT_COMMENT, /* bytes of a Comment block: 1 MiB */
	SOK_LIMIT_MOVES,   /* of a game: 16 Mi */
	SOK_LIMIT_DIGITS,  /* of a run count: 7 */
	SOK_LIMIT_NESTING, /* of groups: 16 */
	SOK_LIMIT_DEPTH,   /* of XML elements: 16 */
	SOK_LIMIT_ATTRIBUTES, /* of an XML element: 64 */
	SOK_LIMIT_FORK,       /* bytes of a Macintosh file: 64 MiB */
	SOK_LIMIT_EXPAND,     /* bytes that an archive expands to: 4 GiB */
};
/* There is room for limits to come, as for rules. */
#define SOK_NLIMITS 13
#define SOK_LIMITS_ROOM 32

struct sok_limits {
	size_t v[SOK_LIMITS_ROOM];
};

extern const struct sok_limits sok_default_limits;
extern const struct sok_limits sok_highest_limits;
extern const char *const sok_limit_name[SOK_LIMITS_ROOM]; /* side ... expand */

/* ---------------------------- board.c, game_names.c, steps.c, flood_area.c */

/* The contents of a square; floor is 0. */
enum {
	SOK_FLOOR = 0,
	SOK_WALL = 1,
	SOK_GOAL = 2,
	SOK_BOX = 4,
	SOK_PLAYER = 8,
	SOK_NSQUARES = 16
};

extern const char sok_xsb[SOK_NSQUARES];    /* characters: ' ' is floor */
extern const unsigned char sok_square[256]; /* of "#@+$*. -_"; others: 0xff */

/* The variant of a puzzle (sok(5), "VARIANTS"): one of these and, if several
 * players take turns, SOK_MULTIBAN, a bit.  SOK_MULTIBAN alone is Sokoban with
 * several players. */
enum sok_variant {
	SOK_SOKOBAN,
	SOK_SOKOBAN_PLUS,
	SOK_HEXOBAN,
	SOK_TRIOBAN,
	SOK_OCTOBAN,
	SOK_UNSUPPORTED, /* a known game that is not supported, without the bit
	                  */
	SOK_NO_GAME,     /* only of names: not the name of a game */
	SOK_MULTIBAN = 16
};

/* The variant without the number of players. */
static inline enum sok_variant
sok_variant_base(enum sok_variant v)
{
	return (enum sok_variant)((unsigned)v & ~(unsigned)SOK_MULTIBAN);
}

/* The grid of a board.  In a picture of hexagons every second character is a
 * cell: those whose x + y has the same parity as the player's. */
enum sok_grid {
	SOK_SQUARES,
	SOK_HEXAGONS,
	SOK_TRIANGLES,
	SOK_OCTAGONS,
	SOK_NGRIDS
};

/* The name, such as `Hexoban Multiban`, NULL for SOK_UNSUPPORTED. */
const char *sok_variant_name(enum sok_variant v);
/* The variant of a name in any case; SOK_NO_GAME if it is not one. */
enum sok_variant sok_variant_find(struct sok_str name);
/* The grid that a variant is played on. */
enum sok_grid sok_variant_grid(enum sok_variant v);

/* Where a row of the board was in the input. */
struct sok_row {
	size_t line, col; /* of square 0; or of the row's first byte, if */
	bool rle, tab;    /* it is run-length text, or contains a TAB */
	bool apart;       /* a blank separates its squares: col + 2 * x */
};

/* A board is a rectangle, stored by rows: square (x, y) is sq[y * width + x].
 * Missing squares at the ends of rows are floor.  Everything outside the
 * rectangle blocks players, and is outside when closure is tested.  Closed
 * boards are cropped to their bounding box, open boards are not. */
struct sok_board {
	int width, height;
	enum sok_grid grid; /* the kind of cells and their neighbours */
	unsigned char *sq;
	size_t players, boxes, goals; /* of the whole rectangle */
	struct sok_row *row;          /* height entries, or NULL */
	struct sok_str xsb; /* the lines of the input if they are exactly this
	                       board, or empty */
};

/* The square at (x, y), a wall outside the board. */
static inline unsigned char
sok_board_at(const struct sok_board *b, int x, int y)
{
	if (x < 0 || y < 0 || x >= b->width || y >= b->height)
		return SOK_WALL;
	return b->sq[(size_t)y * (size_t)b->width + (size_t)x];
}

/* The number of squares. */
static inline size_t
sok_board_size(const struct sok_board *b)
{
	return (size_t)b->width * (size_t)b->height;
}

/* Make a board of floor (EINVAL: negative size). */
int sok_board_new(
    struct sok_board *b, int width, int height, struct sok_arena *a);
void sok_board_count(struct sok_board *b); /* count players, boxes and goals */
long sok_board_player(const struct sok_board *b); /* the first, or -1 */
/* Whether no player can reach the edge of the rectangle; boxes do not block.  1
 * if none can or there are no players; 0 if one can: *x, *y is the first such
 * square in reading order. */
int sok_board_closed(
    const struct sok_board *b, int *x, int *y, struct sok_arena *scratch);
/* Crop b to the bounding box of all squares that are not floor, and adjust row;
 * an empty board becomes 0 x 0.  In grids of triangles or octagons one empty
 * column is kept or added on the left if cells would change their kind
 * otherwise.  Squares and hexagons need no memory. */
int sok_board_crop(struct sok_board *b, struct sok_arena *a);

/* --------------------------------------------------------------- the model */

/* Lines of text without line ends and trailing blanks.  Neither the first nor
 * the last line is blank. */
struct sok_text {
	struct sok_str *line;
	size_t n;
};

/* A part of a game as it was in the input, to find positions. */
struct sok_source {
	struct sok_str text;
	size_t line, col;
};

/* A game: a solution, a snapshot or a savegame.  moves contains udlrUDLR,
 * groups ( ) without counts, jumps [ ], pusher changes { } and the position
 * mark *.  Counts are expanded, and there are no blanks. */
struct sok_game {
	struct sok_str title_line, title; /* as in a puzzle */
	struct sok_str moves;
	bool letters_only; /* moves contains only udlrUDLR */
	struct sok_text text;
	struct sok_pos pos;        /* of the first move */
	struct sok_source *source; /* the lines of moves, or NULL */
	size_t nsource;
	size_t number; /* 0: its place in the puzzle */
};

/* The text before the first puzzle. */
struct sok_header {
	struct sok_text text;
	enum sok_variant variant; /* from Game:, Puzzle Type: and Variant: */
	/* Inherited by puzzles; set from the text by readers. */
	struct sok_str author, copyright, game, boxorder, goalorder;
	const struct sok_macros *macros; /* NULL: found when needed */
	bool later;                      /* of an operand after the first */
	bool merged; /* several headers, whose text is also in the first one
	                written */
	bool chosen; /* an option names the game, whatever keys say */
	const char *file;
};

struct sok_puzzle {
	size_t number;             /* in its input, from 1 */
	struct sok_pos pos;        /* of the first row, else of the moves */
	struct sok_str title_line; /* the line above the board, or empty */
	struct sok_str title; /* first Title: key of text, else title_line */
	bool has_board;
	struct sok_board board;
	struct sok_text text; /* keys and notes in order */
	struct sok_game *game;
	size_t ngames;
	enum sok_variant variant;
	const struct sok_header *header;
	const struct sok_identified *identified; /* or NULL */
	struct sok_str raw; /* lines over a limit, with LF, to be copied */
	bool raw_goes_on;   /* raw continues the raw of the puzzle before */
	/* A line of text that is nearly a row is directly above the first row,
	 * or below the last one: text keeps it there. */
	bool adjoins_above, adjoins_below;
};

/* ------------------------ text.c, key.c, title_set.c, foreign.c, headers.c */

/* The value of the first line with this key, outside comment blocks and not
 * empty, else an empty slice (s == NULL). */
struct sok_str sok_text_get(const struct sok_text *t, struct sok_str key);
/* The author of the puzzle, or else of the collection; may be empty. */
struct sok_str sok_puzzle_author(const struct sok_puzzle *p);
/* Insert a line before line `at`, in an array of its own.  -1 also if the line
 * is NULL. */
int sok_text_insert(
    struct sok_text *t, size_t at, struct sok_str line, struct sok_arena *a);
/* Convert any text to lines that are read back as text: paragraphs that look
 * like a board, moves, a title or a key become comments. */
int sok_text_foreign(
    struct sok_text *t, struct sok_str text, struct sok_arena *a);
/* Set a title as a title line or, if such a line cannot represent it, as a
 * Title: key of the text. */
int sok_title_set(struct sok_str *title_line, struct sok_text *text,
    struct sok_str title, struct sok_arena *a);
/* Set p->title and the titles of all games from keys and title lines. */
void sok_puzzle_retitle(struct sok_puzzle *p);

/* -------------------------------------------- moves.c, rle.c, rle_encode.c */

/* The alphabet of run-length text. */
enum sok_rle_kind {
	SOK_RLE_BOARD,
	SOK_RLE_MOVES,        /* for encoding: moves of all variants */
	SOK_RLE_VARIANT_MOVES /* for decoding: moves with n, s, e and w */
};

struct sok_rle_error {
	enum sok_rule rule;  /* SOK_SYNTAX_RULE: a byte outside the alphabet */
	size_t at;           /* its byte in the text */
	const char *message; /* NULL: ENOMEM */
};

/* Decode run-length text (sok(5)) and append it to out: squares and '|', or
 * moves without blanks, with groups that have no count.  -1 with *e; out is
 * then unchanged. */
int sok_rle_decode(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, const struct sok_limits *limits,
    struct sok_rle_error *e);
/* Encode squares ('|' separates rows) or moves.  min_run: the shortest run that
 * gets a count.  groups: use groups for the shortest encoding, exact for up to
 * 256 atoms, else in windows of 256. */
void sok_rle_encode(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, size_t min_run, bool groups);
/* Encode a board as one line, with '-' as floor.  Rows lose trailing floor, but
 * not all of it, unless full is set, as for open boards. */
void sok_rle_board(struct sok_buf *out, const struct sok_board *b, bool full,
    size_t min_run, bool groups);
/* The place in the file of byte `at` of g->moves, whatever its wrapping and
 * groups; g->pos if it is unknown. */
struct sok_pos sok_game_pos(const struct sok_game *g, size_t at);
bool sok_is_move(char c); /* a direction letter of either case */

/* -------------------------------------------------------- input.c, format.c */

struct sok_read_options {
	const char *name;                /* for messages */
	const struct sok_format *format; /* NULL: detect */
	const char *charset;             /* NULL: no conversion */
	const char *game; /* the name of a variant; NULL: the one that the input
	                     names */
	bool bare_moves;  /* accept letters of this variant as moves before the
	                     first board */
	int tabs;         /* 0: 8; EINVAL: negative */
	const char *squares; /* text only: the squares of characters in boards
	                        (sok(5), "Other alphabets"), or NULL; EINVAL:
	                        not like this */
	bool squares_apart;  /* text only: boards may have a blank between their
	                        squares */
	/* NULL: defaults; EINVAL: a limit is 0 or over its maximum */
	const struct sok_limits *limits;
	size_t chunk; /* bytes per read(2), 0: default; for tests */
	/* Called before a descriptor is read that has no bytes for now, so that
	 * output can be flushed; or NULL. */
	void (*idle)(void *ctx);
	void *idle_ctx;
};

struct sok_reader;
struct sok_writer;
struct sok_output;

enum {
	SOK_CAN_READ = 1,
	SOK_CAN_WRITE = 2,
	SOK_ONE_PUZZLE = 4,
	SOK_BINARY = 8,
	SOK_UNICODE = 16,   /* declares its encoding as UTF-8 */
	SOK_ANY_FLOOR = 32, /* uses the option floor */
	SOK_HAS_IDS = 64,   /* contains the identity of each puzzle */
	SOK_PARTS = 128     /* each line stands alone; a part may be empty */
};

struct sok_format {
	const char *name, *suffix, *summary;
	unsigned flags;
	/* How certain it is that a file begins like this: from 0, it does not,
	 * to 100.  The highest answer wins, and of equal ones the first in
	 * sok_formats[].  eof: this is the whole file. */
	int (*bid)(struct sok_str head, bool eof);
	const struct sok_read_ops *reader;  /* reader.h; NULL: cannot be read */
	const struct sok_write_ops *writer; /* writer.h; NULL: never written */
};

extern const struct sok_format sok_formats[];
extern const size_t sok_nformats;
/* The format of this name, or NULL. */
const struct sok_format *sok_format_find(struct sok_str name);
#define SOK_FORMAT_HEAD 16384
/* The format of a file that begins with these bytes; only SOK_FORMAT_HEAD of
 * them count, and if there are fewer, they are the whole file.  Never NULL,
 * because anything can be text. */
const struct sok_format *sok_format_detect(struct sok_str head);
const char *sok_version(void); /* of the linked library */

/* ------------------------------------------------------ reader.c, format.c */

/* Read a collection from a descriptor, which is not closed (EBADF: negative),
 * or from memory.  The memory and the strings of the options must outlive the
 * reader.  The options must not be NULL: those of all zeros are the defaults.
 * Without a sink findings are discarded. */
struct sok_reader *sok_reader_open(
    int fd, const struct sok_read_options *o, struct sok_sink *sink);
struct sok_reader *sok_reader_open_memory(struct sok_str bytes,
    const struct sok_read_options *o, struct sok_sink *sink);
/* Read everything below a path: a file, which may be compressed, the members of
 * an archive, or the files of a folder and of its folders, in natural order; of
 * members and of files in folders those whose names are those of collections
 * (sok(7)), not those that must be looked into (.lvl, .lev, .map, .ban).
 * Archives are unpacked in this process.  The name in the options is not used.
 * Numbers of puzzles begin in each file. */
struct sok_reader *sok_reader_open_path(
    const char *path, const struct sok_read_options *o, struct sok_sink *sink);
/* Read the next puzzle: 1 and *p, valid until the next call; 0 at the end; -1
 * (ENOTSUP: the format cannot be read), which all further calls repeat, but
 * below a path they go on with the next file.  Findings about a puzzle are
 * reported before it is returned. */
int sok_read(struct sok_reader *r, struct sok_puzzle **p);
/* The name of the file that is read, or could not be; valid until the next
 * sok_read(). */
const char *sok_reader_name(const struct sok_reader *r);
/* Why sok_read() has failed below a path, if errno does not tell it, or NULL;
 * valid until the next sok_read(). */
const char *sok_reader_fault(const struct sok_reader *r);
/* The header of the collection, which lives as long as the reader, below a path
 * until the next file is opened.  Available after the first sok_read(). */
struct sok_header *sok_reader_header(struct sok_reader *r);
/* Its format, also after the first sok_read(). */
const struct sok_format *sok_reader_format(const struct sok_reader *r);
/* The arena of the current puzzle, for changes to it. */
struct sok_arena *sok_reader_arena(struct sok_reader *r);
size_t sok_reader_bytes(const struct sok_reader *r); /* consumed so far */
void sok_reader_close(struct sok_reader *r);

/* -------------------------------------------- text.c, steps.c, transform.c */

/* Simplify the puzzle (sok(5), "IDENTITY") and rewrite the jumps and pusher
 * changes of its games: 1; 0 if it is open or unsupported, or has no board or
 * no player. */
int sok_simplify(struct sok_puzzle *p, struct sok_arena *a);
/* The copy shares the header with the original. */
int sok_game_copy(
    struct sok_game *to, const struct sok_game *from, struct sok_arena *a);
int sok_puzzle_copy(
    struct sok_puzzle *to, const struct sok_puzzle *from, struct sok_arena *a);

enum sok_symmetry {
	SOK_IDENTITY,
	SOK_ROTATE90,
	SOK_ROTATE180,
	SOK_ROTATE270,
	SOK_FLIP_H,
	SOK_FLIP_V,
	SOK_TRANSPOSE,
	SOK_ANTI_TRANSPOSE,
	SOK_NSQUARE_SYMMETRIES, /* for squares and octagons */
	/* For hexagons and triangles, with SOK_IDENTITY, SOK_ROTATE180,
	 * SOK_FLIP_H and SOK_FLIP_V. */
	SOK_ROTATE60 = SOK_NSQUARE_SYMMETRIES,
	SOK_ROTATE120,
	SOK_ROTATE240,
	SOK_ROTATE300,
	SOK_FLIP_ROTATE60, /* flips horizontally first */
	SOK_FLIP_ROTATE120,
	SOK_FLIP_ROTATE240,
	SOK_FLIP_ROTATE300,
	SOK_NSYMMETRIES
};

extern const char *const sok_symmetry_name[SOK_NSYMMETRIES];
/* Transform a puzzle and its games; rotate90 is clockwise.  They are unchanged
 * without a board, if the variant is unsupported, if the grid lacks the
 * symmetry, or if a board that is not of squares is open or has squares that
 * are not cells. */
int sok_transform(
    struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *a);

/* -------------------------------------------------------- identity.c, md5.c */

/* The published level identity (sok(5)): the first 64 bits of an MD5. */
struct sok_id {
	uint64_t exact, unique;
	enum sok_symmetry symmetry; /* whose picture has the hash unique */
	size_t player; /* its square in the picture of exact, row by row */
};

/* Compute the identity: 1; 0 if none is defined (open board, not exactly one
 * player, no board, a variant). */
int sok_identity(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch);

/* The first 64 bits, big endian, of the MD5. */
uint64_t sok_digest(struct sok_str bytes);
/* A digest of the board, titles, text and games of a puzzle.  It may change
 * with every version, so it must not be stored. */
uint64_t sok_puzzle_digest(const struct sok_puzzle *p);

/* ----------------------------------- position.c, replay.c, replay_report.c */

enum sok_verdict { SOK_SOLVED, SOK_UNSOLVED, SOK_ILLEGAL, SOK_NOT_SUPPORTED };
enum sok_mode { SOK_FORWARD, SOK_REVERSE };

extern const char *const sok_verdict_name[4];
extern const char *const sok_mode_name[2];

/* The metrics of a game, in the order of columns and of --best; counted in
 * play/tally.c.  A new one is the last, so that the others keep their columns.
 */
#define SOK_METRICS(X) \
	X(moves) X(pushes) X(lines) X(changes) X(sessions) X(player_lines)
struct sok_metrics {
#define SOK_METRIC_MEMBER(name) size_t name;
	SOK_METRICS(SOK_METRIC_MEMBER)
#undef SOK_METRIC_MEMBER
	size_t yasc_lines; /* lines as YASC defines them */
};

struct sok_replay {
	enum sok_verdict verdict;
	enum sok_mode mode;
	struct sok_metrics at; /* up to the *, the end or the illegal move */
	size_t total_moves, total_pushes; /* including the redo moves */
	enum sok_rule problem;            /* SOK_NO_RULE: none */
	size_t fail_at;     /* byte in moves; so are all positions below */
	size_t fail_move;   /* number of the move, from 1 */
	const char *reason; /* "pushes into a wall", ...; not supported: why */
	bool wrong_case;
	size_t wrong_case_at;
	size_t solved_at;  /* the first move that solves, 0: none */
	bool out_of_order; /* Sokoban+: boxes are on goals of other numbers */
	size_t boxes_off;  /* reachable boxes off goal at the end */
	size_t boxes_off_outside; /* unreachable boxes off goal */
	bool has_star, redo_illegal, many_stars;
	size_t star_at, redo_fail_at; /* the first * */
	size_t limit;                 /* of moves by Limit:, or SIZE_MAX */
	struct sok_board final;       /* the board at the end */
};

/* A puzzle prepared for several games; it must not change meanwhile. */
struct sok_position;
struct sok_position *sok_position_open(
    const struct sok_puzzle *p, struct sok_arena *a);

struct sok_replay_options {
	bool reachable_only; /* ignore unreachable boxes */
	bool no_final;       /* do not make the final board: final.sq is NULL */
	struct sok_position *position; /* of this puzzle; NULL: make one */
};

/* Replay one game; o NULL: default options. */
int sok_replay(const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay_options *o, struct sok_replay *r,
    struct sok_arena *a);
/* Replay a game and report all findings (sok(5), "Games"). */
int sok_replay_report(const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay_options *o, struct sok_replay *r,
    struct sok_sink *sink, struct sok_arena *a);
bool sok_game_claims(const struct sok_game *g); /* to be a solution (sok(5)) */

/* Convert a valid reverse solution to the equivalent forward solution: 1; 0 if
 * it is not valid or there are several players. */
int sok_to_forward(const struct sok_puzzle *p, const struct sok_game *g,
    struct sok_str *moves, struct sok_arena *a);

/* -------------------------------------------------------- merge.c, match.c */

/* Collects the games of duplicates in a puzzle.  The games and the memory
 * needed are in the arena, which must live as long as they do.  The puzzle must
 * not be changed or moved by others meanwhile.  Nothing needs to be closed. */
struct sok_merge;
struct sok_merge *sok_merge_open(struct sok_puzzle *to, struct sok_arena *a);
/* What was done with games. */
struct sok_merged {
	size_t taken, known, left; /* games; known: equal moves exist */
};
/* Take copies of the games of a puzzle with the same identity.  Moves are
 * transformed by the symmetry between the puzzles, and begin with a walk if the
 * player starts elsewhere.  Only games that keep their verdict or solve the
 * puzzle are taken. */
int sok_merge_games(struct sok_merge *m, const struct sok_puzzle *from,
    struct sok_merged *n, struct sok_arena *scratch);

/* Games, to find those that may solve a puzzle without trying all of them.  It
 * refers to the games. */
struct sok_match;
struct sok_match *sok_match_open(
    const struct sok_game *game, size_t n, struct sok_arena *a);
/* A game, by its index, and its verdict. */
struct sok_found {
	size_t game;
	enum sok_verdict verdict;
};
/* Find the games that may be possible on a position, in ascending order, valid
 * until the next call.  Returns their number, -1.  All other games are illegal,
 * or illegal after their position mark.  scratch is reset. */
ptrdiff_t sok_match_find(struct sok_match *m, struct sok_position *s,
    bool reachable_only, struct sok_arena *scratch,
    const struct sok_found **found);

/* ------------------------------------------------------------------ check.c */

enum {
	SOK_TARGET_YASC = 1,
	SOK_TARGET_JSOKO = 2,
	SOK_TARGET_KSOKOBAN = 4,
	SOK_TARGET_XSOKOBAN = 8,
	SOK_TARGET_SOKOBAN3D = 16,
	SOK_TARGET_SIMPLESOKOBAN = 32
};
extern const char *const sok_target_name[6];

struct sok_check_options {
	unsigned targets; /* SOK_TARGET_* */
};
/* Check one puzzle and report all findings; o NULL: no targets. */
int sok_check(const struct sok_puzzle *p, const struct sok_check_options *o,
    struct sok_sink *sink, struct sok_arena *scratch);

/* ------------------------------------ output.c, output_file.c, temporary.c */

/* An output: a descriptor, which is not closed, memory, or a file that is
 * replaced as a whole.  Errors are remembered and returned by
 * sok_output_close(). */
struct sok_output *sok_output_fd(int fd);
struct sok_output *sok_output_memory(struct sok_buf *b);
/* Write a temporary file next to path; sok_output_close() renames it and keeps
 * owner, mode, access control list and attributes of the old file (EPROTO:
 * impossible; EACCES: not writable).  If path is a symbolic link, its target is
 * replaced; a device or pipe is written directly. */
struct sok_output *sok_output_file(const char *path);
/* The same for a new file, not synchronized to disk: EEXIST, now or in
 * sok_output_close(), if path exists. */
struct sok_output *sok_output_new(const char *path);
/* Convert everything from now on to a character set of iconv (EINVAL: unknown).
 * Lines are interpreted as in sok_charset_utf8(); characters that the set lacks
 * become '?'. */
int sok_output_charset(struct sok_output *o, const char *name);
/* Write the buffer; does not call fsync. */
int sok_output_flush(struct sok_output *o);
/* Whether an error has occurred; sets errno to the first one. */
bool sok_output_failed(struct sok_output *o);
/* If commit is false, or after an error, the old file remains, the temporary
 * file is removed, and a descriptor does not get the rest of the buffer.  -1
 * with errno of the first error, such as a temporary file that remains. */
int sok_output_close(struct sok_output *o, bool commit);
/* Remove all temporary files; async-signal-safe. */
void sok_output_cleanup(void);

/* -------------------------------------------------------- charset.c, str.c */

/* Convert a slice to UTF-8; may return s itself.  Each line is taken as UTF-8
 * if it is valid, as ISO-2022-JP if it has an escape sequence, else as
 * windows-1252. */
struct sok_str sok_charset_utf8(struct sok_arena *a, struct sok_str s);

/* Escape text for a terminal or a log: control, C1 and bidi characters, invalid
 * UTF-8 and the bracket of `##[error]` become \x1b or \u{202e}. */
void sok_escape(struct sok_buf *b, struct sok_str s);

/* ---------------------------------------------------------------- writer.c */

#define SOK_WRAP 70 /* letters per line of moves, the usual width */

enum sok_floor { SOK_FLOOR_SPACE, SOK_FLOOR_DASH, SOK_FLOOR_UNDERSCORE };

struct sok_write_options {
	enum sok_floor floor;
	int wrap;              /* letters per line of moves; 0: one line */
	const char *charset;   /* of text; NULL: as the output does */
	const char *container; /* sokoban3d: rsrc, appledouble, macbinary */
	bool strict;       /* anything that cannot be represented is an error */
	bool same_game;    /* do not add keys that name the variant */
	const char *name;  /* for messages */
	const char *title; /* of a collection without one, for sokoban3d */
	int columns;       /* svg: columns of a sheet; 0: one puzzle */
	bool caption;      /* svg: print title and author below the board */
	/* html, for a folder of pages: the index page, and whether each page
	 * has one puzzle, then the page before (empty: none).  For the index
	 * page: the page of the next puzzle and, if that has several, their
	 * number.  What these point to is set before each puzzle. */
	const char *up;
	bool single;
	const struct sok_str *before;
	const struct sok_str *link;
	const size_t *count;
	const char *fields; /* csv: names of columns (EINVAL: unknown), or
	                       NULL */
	bool no_names;      /* csv: without a line of names */
	/* html, for previews of links: the address of the page or, with a slash
	 * at its end, of its folder, or NULL; and the name of the page's file
	 * below that folder, set before each page. */
	const char *url;
	const struct sok_str *page;
};

/* Open a writer; NULL with errno (EINVAL: f is NULL or cannot be written, or
 * unknown charset or container; out is NULL: errno is unchanged).  Closing the
 * writer does not close the output. */
struct sok_writer *sok_writer_open(const struct sok_format *f,
    struct sok_output *out, const struct sok_write_options *o,
    struct sok_sink *sink);
/* Write the header of the first operand before all puzzles, those of later
 * operands (h->later) between puzzles. */
int sok_write_header(struct sok_writer *w, const struct sok_header *h);
/* 1; 0 if the format cannot represent the puzzle, which is reported. */
int sok_write(struct sok_writer *w, const struct sok_puzzle *p);
/* End the file and report what was lost, one finding for each kind.  1 if
 * strict is set and the output is incomplete; it must not be used then. */
int sok_writer_close(struct sok_writer *w);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
