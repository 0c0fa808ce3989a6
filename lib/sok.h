/*
 * sok.h - the public interface of libsok, described in sok(3).  The line above
 * a section names the files that implement it.
 *
 * Functions that return int return 0, or what a comment says, or -1 with errno
 * set on errors of the system; those that return a pointer or a slice, NULL or
 * a slice of NULL.  Where there is an arena, that is ENOMEM, and results are in
 * it; scratch holds none.  Errors in the input are findings, which go to a
 * sink.  A pointer may be NULL where a comment says so; also a sink, the
 * argument of a function that closes or frees, and bytes of which there are
 * none.
 */
#ifndef SOK_H
#define SOK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SOK_VERSION "1.0.0"

#if defined(__GNUC__)
#define SOK_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define SOK_PRINTF(fmt, args)
#endif

/* ----------------------------------------------------------------- arena.c */

/* Memory with one lifetime, which begins as {0}. */
struct sok_arena {
	struct sok_chunk *head;
	char *p, *end;
};

/* n objects of size bytes, 16-byte aligned, not cleared, cleared to zero; n may
 * be 0, and n * size overflow (ENOMEM). */
void *sok_arena_alloc(struct sok_arena *a, size_t n, size_t size);
void *sok_arena_zalloc(struct sok_arena *a, size_t n, size_t size);
/* Forget everything allocated, keep one chunk for the next puzzle. */
void sok_arena_reset(struct sok_arena *a);
void sok_arena_free(struct sok_arena *a);

/* ------------------------------------------------------------------- str.c */

/* A slice: len bytes at s, not terminated, owned by somebody else. */
struct sok_str {
	const char *s;
	size_t len;
};

#define SOK_STR(literal) ((struct sok_str){"" literal, sizeof(literal) - 1})

struct sok_str sok_str(const char *cstring);
struct sok_str sok_str_dup(struct sok_arena *a, struct sok_str s); /* a copy */
bool sok_str_eq(struct sok_str a, struct sok_str b);
bool sok_str_starts(struct sok_str s, struct sok_str prefix);
/* ASCII letters compare without case, all other bytes as they are. */
bool sok_str_caseeq(struct sok_str a, struct sok_str b);
bool sok_str_casestarts(struct sok_str s, struct sok_str prefix);
/* Whether s is UTF-8: no overlong forms, surrogates or values > 10FFFF. */
bool sok_str_utf8(struct sok_str s);

/* A growing string, which begins as {0}.  An error is remembered in failed
 * (ENOMEM) and every later call does nothing: one test at the end is enough. */
struct sok_buf {
	char *s;
	size_t len, cap;
	bool failed;
};

void sok_buf_add(struct sok_buf *b, struct sok_str s);
void sok_buf_addc(struct sok_buf *b, char c);
void sok_buf_fill(struct sok_buf *b, char c, size_t n);
void sok_buf_fmt(struct sok_buf *b, const char *fmt, ...) SOK_PRINTF(2, 3);
/* Room for n more bytes at b->s + b->len, or false. */
bool sok_buf_room(struct sok_buf *b, size_t n);
struct sok_str sok_buf_str(const struct sok_buf *b);
void sok_buf_free(struct sok_buf *b);

/* ----------------------------------------------------------------- rules.c */

enum sok_severity { SOK_NOTE, SOK_WARNING, SOK_ERROR };

/*
 * Every rule, with its permanent number.  A new rule gets the next number,
 * wherever it is in the list, and SOK_NRULES, the size of arrays by rule,
 * grows; no number is used again.  sok_rules[] describes the rules.
 */
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
	SOK_UNSUPPORTED_VARIANT_RULE = 17,
	SOK_ASSUMED_VARIANT_RULE = 56,
	SOK_BAD_CELL_RULE = 57,
	SOK_BAD_ORDER_RULE = 58,
	SOK_NO_PUZZLE_RULE = 18,
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
	SOK_NRULES = 60
};

struct sok_rule_info {
	const char *name; /* permanent */
	enum sok_severity severity;
	/* r reader, s reader, about style, c sokcheck, p replay, w writer */
	char origin;
	const char *summary;    /* one line */
	const char *text;       /* paragraphs, no line breaks inside one */
	const char *bad, *good; /* examples, lines end with \n, or empty */
};

extern const struct sok_rule_info sok_rules[SOK_NRULES];
extern const char *const sok_severity_name[3]; /* note warning error */

/* SOK_NRULES if there is no rule of that name. */
enum sok_rule sok_rule_find(struct sok_str name);

/* A place in a file; line and column count from 1, 0 is unknown. */
struct sok_pos {
	const char *file; /* as the user named it, or NULL; of a record, what it
	                   * names, which lives as long as the puzzle */
	size_t line, col; /* col in characters */
};

struct sok_puzzle;
struct sok_game;

/* The message may hold bytes of the input that are not escaped. */
struct sok_finding {
	enum sok_rule rule;
	enum sok_severity severity;
	struct sok_pos pos;
	struct sok_str message;
	const struct sok_puzzle *puzzle; /* or NULL */
	const struct sok_game *game;     /* or NULL */
};

typedef void sok_sink_fn(void *ctx, const struct sok_finding *f);

/* Where findings go. */
struct sok_sink {
	sok_sink_fn *fn;
	void *ctx;
	size_t count[3]; /* by severity */
	bool limit_hit;  /* a SOK_LIMIT_RULE or SOK_BINARY_RULE was reported */
	bool off[SOK_NRULES];            /* rules that are silent */
	unsigned char level[SOK_NRULES]; /* 1 + another severity, or 0 */
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
	SOK_NLIMITS
};

struct sok_limits {
	size_t v[SOK_NLIMITS];
};

extern const struct sok_limits sok_default_limits;
extern const struct sok_limits sok_highest_limits;
extern const char *const sok_limit_name[SOK_NLIMITS]; /* side ... expand */

/* ----------------------------------------------------- alphabet.c, steps.c */

/* What stands on a square; floor is 0. */
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

/* The game that a puzzle is for (sok(5), "VARIANTS"). */
enum sok_variant {
	SOK_SOKOBAN,
	SOK_MULTIBAN,
	SOK_SOKOBAN_PLUS,
	SOK_HEXOBAN,
	SOK_TRIOBAN,
	SOK_OCTOBAN,
	SOK_UNSUPPORTED /* a game with another name */
};

/* What the characters of a board are.  Hexagons are every second character,
 * those where x + y has the parity of the player. */
enum sok_grid {
	SOK_SQUARES,
	SOK_HEXAGONS,
	SOK_TRIANGLES,
	SOK_OCTAGONS,
	SOK_NGRIDS
};

/* `Hexoban`, NULL of SOK_UNSUPPORTED; in any case; what it is played on. */
const char *sok_variant_name(enum sok_variant v);
enum sok_variant sok_variant_find(struct sok_str name);
enum sok_grid sok_variant_grid(enum sok_variant v);
/* Where a letter of either case leads from cell (x, y); false, and 0, 0, if it
 * leads nowhere from there. */
bool sok_step(enum sok_grid grid, char c, int x, int y, int *dx, int *dy);

/* ---------------------------------------------------- board.c, flood_area.c */

/* Where a row of the board stood in the input. */
struct sok_row {
	size_t line, col; /* of square 0; or of the row's first byte, if */
	bool rle, tab;    /* it is run-length text, or a TAB stands in it */
};

/*
 * A board is a rectangle, row-major, without gaps: square (x, y) is
 * sq[y * width + x].  Missing squares of short rows are floor; everything
 * outside the rectangle is wall for a player, and "outside" for closure.
 * Closed boards are cropped to their bounding box, open ones are not.
 */
struct sok_board {
	int width, height;
	enum sok_grid grid; /* what a character is, and its neighbours */
	unsigned char *sq;
	size_t players, boxes, goals; /* of the whole picture */
	struct sok_row *row;          /* height entries, or NULL */
	struct sok_str xsb; /* lines that are just this board, or empty */
};

static inline unsigned char
sok_board_at(const struct sok_board *b, int x, int y)
{
	if (x < 0 || y < 0 || x >= b->width || y >= b->height)
		return SOK_WALL;
	return b->sq[(size_t)y * (size_t)b->width + (size_t)x];
}

static inline size_t
sok_board_size(const struct sok_board *b)
{
	return (size_t)b->width * (size_t)b->height;
}

/* A board of that size, all floor (EINVAL: less than nothing); a copy. */
int sok_board_new(
    struct sok_board *b, int width, int height, struct sok_arena *a);
int sok_board_copy(
    struct sok_board *to, const struct sok_board *from, struct sok_arena *a);
void sok_board_count(struct sok_board *b); /* set players, boxes, goals */
long sok_board_player(const struct sok_board *b); /* first in sq, or -1 */
bool sok_board_equal(const struct sok_board *a, const struct sok_board *b);
/* 1 if no player reaches the edge of the rectangle (boxes do not block), as
 * without players; 0 if one does, first in reading order at *x, *y. */
int sok_board_closed(
    const struct sok_board *b, int *x, int *y, struct sok_arena *scratch);
/* Cut b to the bounding box of what is not floor, adjusting rows; an empty
 * board becomes 0 x 0.  Where triangles or octagons would change places with
 * their neighbours, an empty column is left or put on the left.  Squares and
 * hexagons need no memory. */
int sok_board_crop(struct sok_board *b, struct sok_arena *a);

/* --------------------------------------------------------------- the model */

/* Lines of text, without line ends and trailing blanks; an empty line is a
 * blank one.  Neither the first nor the last is blank. */
struct sok_text {
	struct sok_str *line;
	size_t n;
};

/* A piece of a game as it stood in the input, for positions. */
struct sok_source {
	struct sok_str text;
	size_t line, col;
};

/*
 * A game: a solution, a snapshot, a savegame.  moves holds udlrUDLR, bare
 * groups ( ), jumps [ ], pusher changes { } and the position mark *; counts
 * are expanded and there are no blanks.
 */
struct sok_game {
	struct sok_str title_line, title; /* as those of a puzzle */
	struct sok_str moves;
	bool letters_only; /* moves holds udlrUDLR and nothing else */
	struct sok_text text;
	struct sok_pos pos;        /* of the first move */
	struct sok_source *source; /* the lines of moves, or NULL */
	size_t nsource;
	size_t number; /* 0: by its place in the puzzle */
};

/* The text before the first puzzle. */
struct sok_header {
	struct sok_text text;
	enum sok_variant variant; /* from Game: or Puzzle Type: */
	/* What puzzles inherit, found once: sok_header_settle(). */
	struct sok_str author, copyright, game, boxorder, goalorder;
	const struct sok_macros *macros; /* NULL: whenever they are needed */
	bool later;                      /* of a later operand */
	bool merged; /* there are others, also set in the first one written */
	const char *file;
};

struct sok_puzzle {
	size_t number;      /* in its input, from 1 */
	struct sok_pos pos; /* of the first row; of the moves without a board */
	struct sok_str title_line; /* as a line above the board, or empty */
	struct sok_str title; /* first Title: key of text, else title_line */
	bool has_board;
	struct sok_board board;
	struct sok_text text; /* keys and notes in their order */
	struct sok_game *game;
	size_t ngames;
	enum sok_variant variant;
	const struct sok_header *header;
	const struct sok_identified *identified; /* sok_identify(), or NULL */
	struct sok_str raw; /* lines over a limit, in LF, to be copied */
	bool raw_goes_on;   /* raw follows the last one without a break */
};

/* The number of a game of the puzzle, from 1. */
static inline size_t
sok_game_number(const struct sok_puzzle *p, const struct sok_game *g)
{
	return g->number > 0 ? g->number : (size_t)(g - p->game) + 1;
}

/* ----------------------------------- text.c, key.c, title_set.c, foreign.c */

/* The value of the first line with that key and a value outside comment
 * blocks, else empty (s == NULL). */
struct sok_str sok_text_get(const struct sok_text *t, struct sok_str key);
/* The author, of the collection if the puzzle names none; may be empty. */
struct sok_str sok_puzzle_author(const struct sok_puzzle *p);
int sok_text_insert(
    struct sok_text *t, size_t at, struct sok_str line, struct sok_arena *a);
/* Any text as lines that read back as text: paragraphs that would read as a
 * board, moves, a title or a key become comments. */
int sok_text_foreign(
    struct sok_text *t, struct sok_str text, struct sok_arena *a);
/* Set a title as a title line or, where that cannot hold it, as a Title: key of
 * the text. */
int sok_title_set(struct sok_str *title_line, struct sok_text *text,
    struct sok_str title, struct sok_arena *a);
/* Set p->title and every game's title from keys and title lines. */
void sok_puzzle_retitle(struct sok_puzzle *p);
/* Set everything in a header that follows from its text, in an arena that lives
 * as long as the header. */
int sok_header_settle(struct sok_header *h, struct sok_arena *a);

/* -------------------------------------------- moves.c, rle.c, rle_encode.c */

/* Which alphabet run-length text is in. */
enum sok_rle_kind {
	SOK_RLE_BOARD,
	SOK_RLE_MOVES,        /* encoding: of all variants */
	SOK_RLE_VARIANT_MOVES /* decoding: with n, s, e and w */
};

struct sok_rle_error {
	enum sok_rule rule;  /* syntax: a byte that is not of the alphabet */
	size_t at;           /* byte in the text */
	const char *message; /* NULL: ENOMEM */
};

/* Decode run-length text (sok(5)) into out: squares and '|', or moves without
 * blanks, in which groups without a count stay.  0; -1 with *e, and out
 * unchanged. */
int sok_rle_decode(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, const struct sok_limits *limits,
    struct sok_rle_error *e);
/* Encode squares ('|' separates rows) or moves.  min_run: the shortest run
 * written with a count.  groups: the shortest encoding, exact up to 256 atoms
 * and in windows of 256 beyond. */
void sok_rle_encode(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, size_t min_run, bool groups);
/* A board as one line: '-' floor, trailing floor of rows dropped, empty rows
 * '-'; full: nothing dropped (open boards). */
void sok_rle_board(struct sok_buf *out, const struct sok_board *b, bool full,
    size_t min_run, bool groups);

/* The place in the file of byte `at` of g->moves (through wrapping and
 * groups); g->pos if it is not known. */
struct sok_pos sok_game_pos(const struct sok_game *g, size_t at);
bool sok_is_move(char c); /* a direction letter of either case */

/* ----------------------------------------------------------------- input.c */

struct sok_read_options {
	const char *name;                /* of the input in messages */
	const struct sok_format *format; /* NULL: detect */
	const char *charset;             /* NULL: as it stands */
	const char *game; /* a variant's name; NULL: as it says */
	bool bare_moves;  /* its letters are moves above all boards, too */
	int tabs;         /* 0: 8; EINVAL: less */
	/* NULL: defaults; EINVAL: one is 0 or over its highest */
	const struct sok_limits *limits;
	size_t chunk; /* bytes per read(2), 0: default; for tests */
};

/* ----------------------------------------------------- format.c, library.c */

struct sok_reader;
struct sok_writer;
struct sok_output;

enum {
	SOK_CAN_READ = 1,
	SOK_CAN_WRITE = 2,
	SOK_ONE_PUZZLE = 4,
	SOK_BINARY = 8,
	SOK_UNICODE = 16,   /* says itself that it is UTF-8 */
	SOK_ANY_FLOOR = 32, /* written as the option floor says */
	SOK_HAS_IDS = 64    /* what is written names each puzzle's identity */
};

struct sok_format {
	const char *name, *suffix, *summary;
	unsigned flags;
	/* How sure these bytes are of it, 0 no; eof: there are no more. */
	int (*bid)(struct sok_str head, bool eof);
	const struct sok_read_ops *reader;  /* reader.h, NULL: cannot read */
	const struct sok_write_ops *writer; /* writer.h, NULL: cannot write */
};

extern const struct sok_format sok_formats[];
extern const size_t sok_nformats;
const struct sok_format *sok_format_find(struct sok_str name);
/* The format of a file that begins so; of more bytes than these, only the first
 * count, and of fewer it is the whole file.  Never NULL: all can be text. */
#define SOK_FORMAT_HEAD 16384
const struct sok_format *sok_format_detect(struct sok_str head);

const char *sok_version(void); /* of the library that is linked */
/* What a build may have been made without. */
enum sok_library {
	SOK_EXPAT,
	SOK_JANSSON,
	SOK_LIBMD,
	SOK_LIBARCHIVE,
	SOK_NLIBRARIES
};
extern const char *const sok_library_name[SOK_NLIBRARIES];
bool sok_has_library(enum sok_library l);
/* What this build would need to read the format, or NULL. */
const char *sok_format_lacks(const struct sok_format *f);

/* -------------------------------------------------------- reader.c, open.c */

/* Read a collection from a descriptor (EBADF: it is negative), which is not
 * closed here, or from memory that, as the options' strings, outlives the
 * reader. */
struct sok_reader *sok_reader_open(
    int fd, const struct sok_read_options *o, struct sok_sink *sink);
struct sok_reader *sok_reader_open_memory(struct sok_str bytes,
    const struct sok_read_options *o, struct sok_sink *sink);
/* The next puzzle: 1 and *p, lent until the next call; 0 at the end; -1
 * (ENOTSUP: the format cannot be read), and then again whenever it is called.
 * Findings about a puzzle are reported before it is returned. */
int sok_read(struct sok_reader *r, struct sok_puzzle **p);
/* The collection's header, which lives as long as the reader, and its format:
 * known after the first sok_read(). */
struct sok_header *sok_reader_header(struct sok_reader *r);
const struct sok_format *sok_reader_format(const struct sok_reader *r);
/* The arena of the puzzle last lent, for work on it. */
struct sok_arena *sok_reader_arena(struct sok_reader *r);
size_t sok_reader_bytes(const struct sok_reader *r); /* consumed so far */
void sok_reader_close(struct sok_reader *r);

/* -------------------- copy.c, simplify.c, steps.c, symmetry.c, transform.c */

/* The simplified puzzle with its games' jumps and pusher changes rewritten: 1;
 * 0 if it cannot be (open, no player, no board, another variant). */
int sok_simplify(struct sok_puzzle *p, struct sok_arena *a);

/* A copy's header stays the reader's. */
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
	SOK_NSQUARE_SYMMETRIES, /* those of squares and octagons */
	/* Hexagons and triangles have these, and SOK_IDENTITY, SOK_ROTATE180,
	 * SOK_FLIP_H and SOK_FLIP_V. */
	SOK_ROTATE60 = SOK_NSQUARE_SYMMETRIES,
	SOK_ROTATE120,
	SOK_ROTATE240,
	SOK_ROTATE300,
	SOK_FLIP_ROTATE60, /* first flip-h */
	SOK_FLIP_ROTATE120,
	SOK_FLIP_ROTATE240,
	SOK_FLIP_ROTATE300,
	SOK_NSYMMETRIES
};

extern const char *const sok_symmetry_name[SOK_NSYMMETRIES];
int sok_board_transform(const struct sok_board *from, struct sok_board *to,
    enum sok_symmetry t, struct sok_arena *a);
/* Whether a puzzle can be turned so: its grid has the symmetry and, of any grid
 * but squares, the board is closed and its squares are cells: 1, 0. */
int sok_can_transform(
    const struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *scratch);
/* The whole puzzle with its games, in place; rotate90 is clockwise; as it was
 * where that cannot be. */
int sok_transform(
    struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *a);
/* The symmetry that --transform=canonical applies (sok(5)). */
int sok_canonical(const struct sok_puzzle *p, enum sok_symmetry *t,
    struct sok_arena *scratch);

/* --------------------------------------------------------------- identity.c */

/* The published level identity (sok(5)): first 64 bits of MD5. */
struct sok_id {
	uint64_t exact, unique;
	enum sok_symmetry symmetry; /* the one whose picture gave unique */
	size_t player; /* its square in the picture of exact, row by row */
};

/* 1; 0 where no id is defined (open, not one player, no board, a variant) or in
 * a build without libmd.  The same without exact, which takes longer: puzzles
 * that agree in unique, symmetry and player have the same exact. */
int sok_identity(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch);
int sok_unique_id(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch);

/* ------- position.c, replay.c, replay_report.c, reverse.c, stated_counts.c */

enum sok_verdict { SOK_SOLVED, SOK_UNSOLVED, SOK_ILLEGAL, SOK_NOT_SUPPORTED };
enum sok_mode { SOK_FORWARD, SOK_REVERSE };

extern const char *const sok_verdict_name[4];
extern const char *const sok_mode_name[2];

/* What is counted of a game; play/metrics.c counts it. */
#define SOK_METRICS(X) \
	X(moves) X(pushes) X(lines) X(changes) X(sessions) X(player_lines)

struct sok_metrics {
#define SOK_METRIC_MEMBER(name) size_t name;
	SOK_METRICS(SOK_METRIC_MEMBER)
#undef SOK_METRIC_MEMBER
	size_t yasc_lines; /* lines by YASC's definition */
};

struct sok_replay {
	enum sok_verdict verdict;
	enum sok_mode mode;
	struct sok_metrics at; /* up to * or the end or the illegal move */
	size_t total_moves, total_pushes; /* with the redo moves */
	enum sok_rule problem;            /* SOK_NRULES: none */
	size_t fail_at;     /* its byte in moves, as all of these */
	size_t fail_move;   /* the number of its move, from 1 */
	const char *reason; /* "pushes into a wall", ...; not supported: why */
	bool wrong_case;
	size_t wrong_case_at;
	size_t solved_at;  /* first move after which all was solved, 0 never */
	bool out_of_order; /* Sokoban+: boxes on goals of other numbers */
	size_t boxes_off;  /* reachable boxes off goal at the end */
	size_t boxes_off_outside; /* those out of reach */
	bool has_star, redo_illegal, many_stars;
	size_t star_at, redo_fail_at; /* the first * */
	struct sok_board final;       /* the board at the end */
};

/* A puzzle set up for many games; it must not change while this is used. */
struct sok_position;
struct sok_position *sok_position_open(
    const struct sok_puzzle *p, struct sok_arena *a);

struct sok_replay_options {
	bool reachable_only; /* boxes out of reach do not count */
	bool no_final;       /* leave out the final board: final.sq NULL */
	struct sok_position *position; /* of this puzzle; NULL: just now */
};

/* Replay one game; o NULL: nothing of the kind. */
int sok_replay(const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay_options *o, struct sok_replay *r,
    struct sok_arena *a);
/* Replay and report every finding (sok(5), "Games") to the sink. */
int sok_replay_report(const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay_options *o, struct sok_replay *r,
    struct sok_sink *sink, struct sok_arena *a);
bool sok_game_claims(const struct sok_game *g); /* to be a solution (sok(5)) */

/* The forward solution that a valid reverse solution proves: 1; 0 if it is not
 * one or there are several players. */
int sok_to_forward(const struct sok_puzzle *p, const struct sok_game *g,
    struct sok_str *moves, struct sok_arena *a);

/* ------------------------------------------------------- check.c, targets.c */

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
/* Check one puzzle; findings go to the sink; o NULL: no targets. */
int sok_check(const struct sok_puzzle *p, const struct sok_check_options *o,
    struct sok_sink *sink, struct sok_arena *scratch);

/* ------------------------------------------ output.c, output_open.c, temp.c */

/* Where bytes go: a descriptor (not closed here), memory, or a file that is
 * replaced as a whole.  Errors are remembered; sok_output_close() returns them.
 */
struct sok_output *sok_output_fd(int fd);
struct sok_output *sok_output_memory(struct sok_buf *b);
/* A temporary file beside path, renamed over it by sok_output_close() with the
 * owner, mode, access control list and attributes of the old file (EPROTO: they
 * cannot be kept; EACCES: it is not writable).  Of a symbolic link the target
 * is replaced; a device or pipe is written directly. */
struct sok_output *sok_output_file(const char *path);
/* A temporary file beside path that gets its name in the end, where nothing has
 * it: EEXIST, now or when closed.  It is not waited for until it is on disk. */
struct sok_output *sok_output_new(const char *path);
/* Encode from now on, with iconv's names (EINVAL: there is none): lines are as
 * sok_charset_utf8() takes them, and what the charset lacks becomes '?'. */
int sok_output_charset(struct sok_output *o, const char *name);
/* Everything written so far has reached its place (fsync not included). */
int sok_output_flush(struct sok_output *o);
/* Whether a write failed; errno is set to why. */
bool sok_output_failed(struct sok_output *o);
/* commit false, or an earlier error: the file stays as it was, its temporary
 * one is removed, and on a descriptor what still waits in the buffer is not
 * written.  -1 with errno of the first error. */
int sok_output_close(struct sok_output *o, bool commit);
/* Remove all temporary files; may be called from a signal handler. */
void sok_output_cleanup(void);

/* ----------------------------------------------------- charset.c, escape.c */

/* A slice as UTF-8 for what needs Unicode, maybe s itself: each line is UTF-8
 * if valid, ISO-2022-JP with an escape, else windows-1252. */
struct sok_str sok_charset_utf8(struct sok_arena *a, struct sok_str s);

/* Text for a terminal or a log: control, C1 and bidi characters, bytes that are
 * not UTF-8 and the bracket of `##[error]` become \x1b, \u{202e}. */
void sok_escape(struct sok_buf *b, struct sok_str s);

/* ---------------------------------------------------------------- writer.c */

#define SOK_WRAP 70 /* letters of moves in a line, as is usual */

enum sok_floor { SOK_FLOOR_SPACE, SOK_FLOOR_DASH, SOK_FLOOR_UNDERSCORE };

struct sok_write_options {
	enum sok_floor floor;
	int wrap; /* letters of moves in a line; 0: there is but one */
	const char *charset;   /* of text; NULL: as it is, or as the output's */
	const char *container; /* sokoban3d: rsrc, appledouble, macbinary */
	bool strict;           /* what cannot be held is an error */
	bool same_game;        /* no puzzle gets a key that names its game */
	const char *name;      /* of the output in messages */
	const char *title; /* of a collection that has none, for sokoban3d */
	int columns;       /* svg: a sheet of so many; 0: one puzzle */
	bool caption;      /* svg: title and author below the board */
	/* html, of a folder of pages: the page that lists them, and whether
	 * each has one puzzle; for that page, where the page of the next puzzle
	 * is, and if that has several, how many, set before each. */
	const char *up;
	bool single;
	const struct sok_str *link;
	const size_t *count;
};

/* NULL with errno (EINVAL: f is NULL or cannot be written, or no such charset
 * or container; out is NULL: as it was).  The output is not closed here. */
struct sok_writer *sok_writer_open(const struct sok_format *f,
    struct sok_output *out, const struct sok_write_options *o,
    struct sok_sink *sink);
/* The header of the first operand, before any puzzle; of later operands
 * between puzzles (h->later). */
int sok_write_header(struct sok_writer *w, const struct sok_header *h);
/* 1 written, 0 not written because the format cannot hold it (reported). */
int sok_write(struct sok_writer *w, const struct sok_puzzle *p);
/* Ends the file and reports once per kind, with a count, what was lost.  1 if
 * strict was asked for and the output does not hold everything, so that it must
 * not be used. */
int sok_writer_close(struct sok_writer *w);

#ifdef __cplusplus
}
#endif

#endif
