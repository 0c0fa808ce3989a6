/* tools.h - what the programs and the library use in addition to sok.h, with
 * sections and results as described there.  It is not installed, an installed
 * library does not export it, and it may change with every version. */
#ifndef TOOLS_H
#define TOOLS_H

#include "base/str.h"
#include "sok.h"

/* The number of elements of an array. */
#define SOK_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --------------------- arena.c, str.c, rules.c, limits.c, diag.c, nearest.c */

/* Make room for one more object after the n objects of a malloc()ed array with
 * room for *cap.  Returns the array, which may have moved, or NULL on ENOMEM;
 * it is then unchanged.  Start with NULL and 0. */
void *arena_grow_array(void *array, size_t *cap, size_t size);
static inline void *
sok_grow(void *array, size_t n, size_t *cap, size_t size)
{
	return n < *cap ? array : arena_grow_array(array, cap, size);
}

/* Whether a character must be escaped in terminals, XML and JSON: controls, C1,
 * line separators, bidi controls, U+FFFE and U+FFFF. */
bool escape_needed(uint32_t c);
/* Whether a finding of this rule means that input was not read.  It is always
 * reported, and the exit status is 2. */
bool sok_rule_unread(enum sok_rule rule);
/* The name of the limit that a board of this size exceeds, or NULL; width > 0.
 */
const char *sok_limit_board(
    const struct sok_limits *l, size_t width, size_t height);
/* Whether a spreadsheet would run a field as a formula: it begins, possibly
 * after apostrophes, with `=`, `+`, `-`, `@`, TAB or CR.  In CSV an apostrophe
 * precedes it, which a reader of CSV removes from such a field. */
bool str_is_formula(struct sok_str s);
/* The edit distance of two words: the number of letters to insert, delete,
 * replace or swap with a neighbour; SIZE_MAX if one is long. */
size_t sok_distance(struct sok_str a, struct sok_str b, bool any_case);
/* The known name that is most like a word.  Initialize with {0}, and with
 * any_case if the case of letters does not matter. */
struct sok_nearest {
	const char *name; /* the nearest so far, or NULL */
	size_t distance;
	bool any_case;
};
/* Try another name.  It is taken if most letters agree, and if fewer differ
 * than of the nearest so far. */
void sok_nearest_try(
    struct sok_nearest *n, struct sok_str word, const char *name);
/* Report a finding with a severity that is not the rule's own.  The message
 * says what is wrong and what was done about it, without a final full stop. */
void sok_report_as(struct sok_sink *sink, enum sok_severity severity,
    enum sok_rule rule, struct sok_pos pos, const struct sok_puzzle *p,
    const struct sok_game *g, const char *fmt, ...) SOK_PRINTF(7, 8);
/* The same with the rule's own severity; evaluates rule twice. */
#define sok_report(sink, rule, ...) \
	sok_report_as(sink, sok_rules[rule].severity, rule, __VA_ARGS__)
/* Report a finding that was made before; applies off[] and level[]. */
void sok_report_finding(struct sok_sink *sink, const struct sok_finding *f);

/* ------------------------------------------ board.c, flood_area.c, steps.c */

int sok_board_copy(
    struct sok_board *to, const struct sok_board *from, struct sok_arena *a);
bool sok_board_equal(const struct sok_board *a, const struct sok_board *b);

/* A set of squares of a board: square (x, y) is bit x % 64 of word y * stride +
 * x / 64. */
struct sok_area {
	int width, height, stride;
	uint64_t *bits;
};

static inline bool
sok_area_has(const struct sok_area *a, int x, int y)
{
	return a->bits[y * a->stride + x / 64] >> (x % 64) & 1;
}

/* The area that the players can reach if boxes do not block, or, with boxes, if
 * they do; empty without a player.
 * Obstacles never belong to it, not even where a player stands on one. */
int sok_board_flood(const struct sok_board *b, bool boxes,
    struct sok_area *area, struct sok_arena *a);
/* Simplify a board (sok(5), "IDENTITY"): squares that the player cannot reach
 * become walls if they are next to a reached square, and floor otherwise.  The
 * result is cropped by *dx columns and *dy rows: 1; 0 if the board is open or
 * has no player. */
int sok_board_simplify(const struct sok_board *b, struct sok_board *to, int *dx,
    int *dy, struct sok_arena *a);
/* The place of a square in the file. */
struct sok_pos sok_board_pos(const struct sok_puzzle *p, int x, int y);
/* Where a letter, in either case, leads from cell (x, y); false, and 0, 0, if
 * it leads nowhere. */
bool sok_step(enum sok_grid grid, char c, int x, int y, int *dx, int *dy);
enum sok_symmetry sok_symmetry_inverse(enum sok_symmetry t);
/* A letter, in either case, after a symmetry of the grid; others remain. */
char sok_symmetry_move(enum sok_grid grid, enum sok_symmetry t, char move);
bool sok_grid_has_symmetry(enum sok_grid grid, enum sok_symmetry t);
int sok_board_transform(const struct sok_board *from, struct sok_board *to,
    enum sok_symmetry t, struct sok_arena *a);

/* ------------------------------------------------------------ text.c, key.c */

/* Whether a line begins with a known key (sok(5), "Keys"), in any case,
 * followed by optional blanks and ':' or '='. */
bool sok_key_known(struct sok_str line);
/* Split a line at its first ':' or '=' and trim both parts; false if there is
 * none or the first part is empty. */
bool sok_key_split(
    struct sok_str line, struct sok_str *key, struct sok_str *value);
/* Add a line `Key: value` at the top of a text without this key; if value.s is
 * NULL, do nothing. */
int key_add(struct sok_text *t, struct sok_str key, struct sok_str value,
    struct sok_arena *a);
/* The index, from i on and outside comment blocks, of the first line with this
 * key and a value, or t->n. */
size_t key_find(const struct sok_text *t, size_t i, struct sok_str key,
    struct sok_str *value);
/* If line i of t opens a comment block that is closed in t, the index of the
 * closing line, else 0. */
size_t sok_text_block(const struct sok_text *t, size_t i);
/* Remove the lines whose entry of keep (t->n entries; NULL: keep all) is 0.  A
 * removed line leaves a blank line.  Outside comment blocks runs of blank lines
 * become one, and none remain at the ends. */
void sok_text_filter(struct sok_text *t, const bool *keep);
/* Whether the name of the puzzle's file lives only as long as the puzzle: a
 * record may name any file. */
static inline bool
puzzle_owns_file(const struct sok_puzzle *p)
{
	return p->header == NULL || p->header->file != p->pos.file;
}

/* Replace the name of a file, if it is not NULL, by a copy. */
int pos_copy(struct sok_pos *pos, struct sok_arena *a);
/* Copy a finding so that it outlives its sink.  puzzle and game are not
 * copied. */
int finding_copy(struct sok_finding *to, const struct sok_finding *from,
    struct sok_arena *a);
/* Copy a header.  The name of its file is not copied. */
int sok_header_copy(
    struct sok_header *to, const struct sok_header *from, struct sok_arena *a);
/* The number of a game in the puzzle, from 1. */
static inline size_t
sok_game_number(const struct sok_puzzle *p, const struct sok_game *g)
{
	return g->number > 0 ? g->number : (size_t)(g - p->game) + 1;
}

/* ---------------------------------------------------- moves.c, rle_encode.c */

/* The number of bytes up to and including the first direction letter; more than
 * moves.len if there is none. */
size_t sok_moves_first(struct sok_str moves);
/* The length of the next line of moves, which may be encoded, that are wrapped
 * at a column; 0: never.  It does not end in a digit, and it and the rest have
 * a letter, because a line of stars would end the game. */
size_t sok_moves_wrap(struct sok_str moves, size_t wrap);
/* Whether moves consists of letters. */
bool sok_moves_plain(struct sok_str moves);
/* `12 rR`: a line of a list, in which a number and a blank precede several
 * moves.  `3 r` and `3 (rR)` are counts. */
bool sok_moves_listed(struct sok_str line);

/* Encode squares ('|' separates rows) or moves.  min_run: the shortest run that
 * gets a count.  groups: use groups for the shortest encoding, exact for up to
 * 256 atoms, else in windows of 256. */
void sok_rle_encode(struct sok_buf *out, struct sok_str text,
    enum sok_rle_kind kind, size_t min_run, bool groups);
/* Encode a board as one line, with '-' as floor.  Rows lose trailing floor, but
 * not all of it, unless full is set, as for open boards. */
void sok_rle_board(struct sok_buf *out, const struct sok_board *b, bool full,
    size_t min_run, bool groups);

/* ------------------------------------------------------ packed.c, unpacker.c */

struct sok_unpacker;

/* A source of bytes for a reader other than a descriptor: decompressed bytes,
 * or a member of an archive. */
struct sok_stream {
	/* Read up to size bytes: returns how many, 0 at the end, -1 with
	 * errno. */
	ptrdiff_t (*read)(struct sok_stream *s, char *buf, size_t size);
	const char *fault; /* the reason for -1 if errno does not tell it */
};

enum sok_packing { SOK_PLAIN, SOK_COMPRESSED, SOK_ARCHIVE };

struct sok_member {
	struct sok_str path; /* as in the archive, terminated */
	const char *skip;    /* why it cannot be read, or NULL */
	/* Set by sok_packed_enter(). */
	const char *packed; /* its compression or archive format, or NULL */
	bool holds;         /* it is an archive, which is not opened */
};

/* Unpacks in processes of its own, which a damaged archive cannot leave.  They
 * start with the first archive, from the thread that has opened the unpacker;
 * then all other threads must hold no lock: pause(ctx, true) is called before,
 * pause(ctx, false) after; or NULL.  NULL on ENOMEM. */
struct sok_unpacker *sok_unpacker_open(
    void (*pause)(void *ctx, bool pause), void *ctx);
/* Only after everything that it unpacks was closed. */
void sok_unpacker_close(struct sok_unpacker *u);

/* Open a descriptor, which is not closed, and detect compression and archives,
 * which may expand to SOK_LIMIT_EXPAND bytes.  They are unpacked by u or, if it
 * is NULL, in this process. */
struct sok_packed *sok_packed_open(
    int fd, const struct sok_limits *limits, struct sok_unpacker *u);
/* The same for a stream, in this process. */
struct sok_packed *sok_packed_open_stream(
    struct sok_stream *from, const struct sok_limits *limits);
/* Whether a seekable file is packed, and how: 1, 0, -1 on ENOMEM. */
int sok_packed_detect(int fd, const char **name);
enum sok_packing sok_packed_kind(const struct sok_packed *p);
/* A file name without the suffix of compressed files. */
struct sok_str sok_packed_stem(struct sok_str name);
/* The format, such as `zip` or `gzip`; NULL if there is none. */
const char *sok_packed_name(const struct sok_packed *p);
/* The bytes unpacked, or of the open member.  NULL: read the descriptor. */
struct sok_stream *sok_packed_stream(struct sok_packed *p);
/* The next member of an archive: 1, with a path that is valid until the next
 * call; 0 at the end; -1 with a fault. */
int sok_packed_next(struct sok_packed *p, struct sok_member *m);
/* Open the member for reading; 0, -1 with a fault. */
int sok_packed_enter(struct sok_packed *p, struct sok_member *m);
/* After all bytes of the stream were read: -1 with a fault for each thing that
 * is wrong with their end, such as bytes that follow it; then 0. */
int sok_packed_end(struct sok_packed *p);
/* Whether it could not be opened, for the reason that is its fault. */
bool sok_packed_broken(const struct sok_packed *p);
/* The reason for -1, or NULL. */
const char *sok_packed_fault(const struct sok_packed *p);
void sok_packed_close(struct sok_packed *p);

/* -------------------------------------------- charset.c, format.c, reader.c */

/* Whether iconv can convert from and to this character set. */
bool sok_charset_known(const char *name);
/* Libraries that a build may lack. */
enum sok_library {
	SOK_EXPAT,
	SOK_JANSSON,
	SOK_LIBARCHIVE,
	SOK_NLIBRARIES
};
extern const char *const sok_library_name[SOK_NLIBRARIES];
bool sok_has_library(enum sok_library l);
/* The missing library that this format would need, or NULL. */
const char *sok_format_lacks(const struct sok_format *f);
/* Whether the format is one that the text reader reads. */
bool sok_format_is_text(const struct sok_format *f);
/* The same as sok_reader_open(). */
struct sok_reader *sok_reader_open_stream(struct sok_stream *from,
    const struct sok_read_options *o, struct sok_sink *sink);

/* ------------------------------------------------------------------ scan.c */

/* Finds boards and moves in any text, block by block, for filters that leave
 * all other text unchanged. */
enum sok_block_kind { SOK_BLOCK_TEXT, SOK_BLOCK_BOARD, SOK_BLOCK_MOVES };

struct sok_block {
	enum sok_block_kind kind;
	struct sok_str raw; /* with line ends, byte for byte */
	struct sok_pos pos;
	struct sok_board board;
	bool open;            /* not cropped, rows at full width */
	bool variant;         /* a board only in a variant */
	bool quoted;          /* lines begin with '>' */
	struct sok_game game; /* moves, source */
	size_t wrap;     /* the longest wrapped line of moves, 0: one line */
	const char *eol; /* the line end: LF, CRLF, CR or CR CR LF */
	bool ended;      /* raw ends with a line end */
};

struct sok_scan;
/* Open a descriptor or, if it is -1, a stream. */
struct sok_scan *sok_scan_open(int fd, struct sok_stream *from,
    const struct sok_read_options *o, struct sok_sink *sink);
struct sok_scan *sok_scan_open_memory(struct sok_str bytes,
    const struct sok_read_options *o, struct sok_sink *sink);
/* The first bytes of the input, up to SOK_FORMAT_HEAD.  To be called before the
 * first block is read. */
int sok_scan_head(struct sok_scan *s, struct sok_str *head);
/* Accept boards of any variant. */
void sok_scan_variant(struct sok_scan *s);
/* The next block: 1 and *b, valid until the next call; 0 at the end. */
int sok_scan_next(struct sok_scan *s, struct sok_block *b);
void sok_scan_close(struct sok_scan *s);

/* ------------------------------------- normalize.c, transform.c, headers.c */

enum {
	SOK_DROP_COMMENTS = 1,
	SOK_DROP_NOTES = 2,
	SOK_DROP_KEYS = 4,
	SOK_DROP_SOLUTIONS = 8,
	SOK_DROP_SNAPSHOTS = 16,
	SOK_DROP_TITLES = 32
};

/* Whether a puzzle can be transformed: its grid has the symmetry and, unless it
 * is of squares, the board is closed and all its squares are cells: 1, 0. */
int sok_can_transform(
    const struct sok_puzzle *p, enum sok_symmetry t, struct sok_arena *scratch);
/* The symmetry of --transform=canonical (sok(5)). */
int sok_canonical(const struct sok_puzzle *p, enum sok_symmetry *t,
    struct sok_arena *scratch);
/* Drop parts (SOK_DROP_*) of a puzzle or of a header. */
int sok_drop_puzzle(struct sok_puzzle *p, unsigned what, struct sok_arena *a);
void sok_drop_header(struct sok_header *h, unsigned what);
/* Drop the games that are marked.  If only these show that there are several
 * players, so that the puzzle is Multiban, the first remaining game does so
 * from now on. */
int sok_drop_games(struct sok_puzzle *p, const bool *drop, struct sok_arena *a);
/* Convert the title of the puzzle to a key, also the titles of its games, or
 * all titles to title lines if a line can represent them. */
enum sok_title_place { SOK_TITLE_KEY, SOK_TITLE_ALL_KEYS, SOK_TITLE_LINE };
int sok_move_titles(
    struct sok_puzzle *p, enum sok_title_place to, struct sok_arena *a);
/* Set all other members of a header from its text, in an arena that lives as
 * long as the header. */
int sok_header_keys(struct sok_header *h, struct sok_arena *a);
/* Whether the text of a puzzle contains <#. */
bool sok_uses_macros(const struct sok_puzzle *p);
/* Replace <#Key#/> in the text of a puzzle by its definition in the header, and
 * report undefined keys, and keys that would add more than SOK_MACROS_MOST
 * bytes.  use[] (an entry for each line of the header, or NULL) collects which
 * definitions were used, and which keys the text or the header still name. */
#define SOK_MACROS_MOST 1048576
enum { SOK_MACRO_USED = 1, SOK_MACRO_NAMED = 2 };
int sok_expand_macros(struct sok_puzzle *p, const struct sok_header *h,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *a);
/* Whether a line of a header only defines a macro, `Key=Value`. */
bool sok_defines_macro(struct sok_str line);
/* Prepare a puzzle for an output with the header of an earlier operand: Author,
 * Copyright, Game and orders of its own header go to the puzzle if it lacks
 * them, and macros are expanded; use as in sok_expand_macros(). */
int sok_inherit(struct sok_puzzle *p, const struct sok_header *h,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *a);

/* ----------------------------------------------- identity.c, merge.c, md5.c */

/* Collects the games of duplicates in a puzzle.  The games and the memory
 * needed are in the arena, which must live as long as they do.  The puzzle must
 * not be changed or moved by others meanwhile.  Nothing needs to be closed. */
struct sok_merge;
struct sok_merge *sok_merge_open(struct sok_puzzle *to, struct sok_arena *a);
/* Take copies of the games of a puzzle with the same identity.  Moves are
 * transformed by the symmetry between the puzzles, and begin with a walk if the
 * player starts elsewhere.  Only games that keep their verdict are taken. */
struct sok_merged {
	size_t taken, known, left; /* games; known: equal moves exist */
};
int sok_merge_games(struct sok_merge *m, const struct sok_puzzle *from,
    struct sok_merged *n, struct sok_arena *scratch);
/* As sok_identity() without exact, which takes longer: puzzles with the same
 * unique, symmetry and player have the same exact. */
int sok_unique_id(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch);
/* The identity by which duplicates are found: unique or, for variants on other
 * grids, a similar digest, which may change with every version; exact is 0.  1,
 * 0 as in sok_identity(). */
int sok_duplicate_id(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch);
/* Compute the identities once for all later calls, until the board or variant
 * changes; they are in the arena.  exact: sok_identity() will be called, not
 * only sok_duplicate_id(). */
int sok_identify(struct sok_puzzle *p, bool exact, struct sok_arena *a,
    struct sok_arena *scratch);
/* The first 64 bits of the MD5 of the cropped picture, for puzzles without an
 * identity.  1; 0 without a board. */
int sok_picture_id(
    const struct sok_puzzle *p, uint64_t *id, struct sok_arena *scratch);
/* The first 64 bits, big endian, of the MD5. */
uint64_t sok_digest(struct sok_str bytes);
/* A digest of the board, titles, text and games of a puzzle.  It may change
 * with every version, so it must not be stored. */
uint64_t sok_puzzle_digest(const struct sok_puzzle *p);
/* Continue such a digest with a string, quickly. */
uint64_t sok_mix(uint64_t h, struct sok_str s);

/* ---------------------------- replay.c, replay_report.c, best.c, rebuild.c, match.c */

/* Correct the case of the letters of a forward game, up to an illegal move.
 * Other games are unchanged. */
int sok_game_recase(
    const struct sok_puzzle *p, struct sok_game *g, struct sok_arena *a);
/* Correct the counts in the title and in lines of `moves:` and `pushes:`
 * according to a replay, unless the game is illegal or was not replayed; call
 * sok_puzzle_retitle() afterwards. */
int sok_game_recount(
    struct sok_game *g, const struct sok_replay *r, struct sok_arena *a);
/* Compare metrics as --best does: by moves, then pushes (pushes: the other way
 * round), then the others in the order of SOK_METRICS; <0, 0, >0. */
int sok_metrics_compare(
    const struct sok_metrics *a, const struct sok_metrics *b, bool pushes);
/* best.c: the metrics by which --best ranks a game, of which r is the replay:
 * those of the forward solution if it is a reverse one. */
int sok_game_rank(const struct sok_puzzle *p, const struct sok_game *g,
    const struct sok_replay *r, const struct sok_replay_options *o,
    struct sok_metrics *rank, struct sok_arena *scratch);
/* The best of the solutions of a puzzle, by their index.  Initialize with {0}.
 * Of equal ones the first is the best. */
enum { SOK_BEST_MOVES, SOK_BEST_PUSHES, SOK_NBEST };
struct sok_best {
	bool any; /* there is a solution */
	size_t game[SOK_NBEST];
	struct sok_metrics at[SOK_NBEST];
};
/* Take a solution into account. */
void sok_best_see(
    struct sok_best *b, size_t game, const struct sok_metrics *rank);
/* Whether a game is one of the wanted best ones: bits 1 << SOK_BEST_MOVES. */
bool sok_best_is(const struct sok_best *b, size_t game, unsigned wanted);
/* Find the best solutions of a puzzle by replaying its games. */
int sok_best_find(
    const struct sok_puzzle *p, struct sok_best *b, struct sok_arena *scratch);
/* Why no board can be derived from a game. */
struct sok_no_board {
	const char *reason;
	bool contradicts; /* of the letter at fault; the moves before it */
	size_t at;        /* its byte in moves */
};
/* Derive the smallest board on which a game can be played: 1; 0 if there is
 * none or it exceeds the default limits. */
int sok_board_from_moves(struct sok_board *b, enum sok_variant v,
    const struct sok_game *g, struct sok_no_board *why, struct sok_arena *a);
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

/* ---------------------------------------- output.c, output_file.c, writer.c */

/* An output to memory that fails with EFBIG if it would need more than so many
 * bytes, including those in b.  The bytes are in b after sok_output_flush(). */
struct sok_output *sok_output_bounded(struct sok_buf *b, size_t most);
/* The same as sok_output_file() for an existing file.  Fails also with EMLINK
 * if it has other hard links, and ENOTSUP if it is not a regular file; closing
 * fails with ESTALE if the file was changed meanwhile.  No file is written as
 * long as the output equals the old content.  backup: the suffix of the old
 * file, which is kept and replaces an older backup, or NULL. */
struct sok_output *sok_output_replace(const char *path, const char *backup);
/* A descriptor of the old file at its start; owned by o. */
int sok_output_original(struct sok_output *o);
/* An unlinked temporary file in $TMPDIR; read it with sok_output_reopen(). */
struct sok_output *sok_output_spool(void);
/* A descriptor of what was written to a temporary file, at its start, which the
 * caller closes.  Nothing may be written afterwards. */
int sok_output_reopen(struct sok_output *o);
/* Compare the output with the bytes of a file, which the caller closes later.
 * After the first difference the output is dropped (nowhere) or put into a
 * temporary file as by sok_output_spool(), from its start. */
struct sok_output *sok_output_compare(int fd, bool nowhere);
/* Whether the output equals the file, here or in sok_output_replace(): 1, 0.
 * Nothing may be written afterwards. */
int sok_output_equal(struct sok_output *o);
/* Escape everything from now on with sok_escape() for a terminal.  Lines are
 * interpreted as in sok_charset_utf8(). */
void sok_output_shown(struct sok_output *o);
/* The number of characters that became '?', and whether lines were taken as
 * windows-1252.  Final after sok_output_flush(). */
size_t sok_output_replaced(const struct sok_output *o);
bool sok_output_guessed(const struct sok_output *o);
/* Write the rest of a descriptor, until the output fails: 0, -1 with errno if
 * it cannot be read. */
int sok_output_copy(struct sok_output *o, int fd);
void sok_out(struct sok_output *o, struct sok_str s);
void sok_outc(struct sok_output *o, char c);
void sok_out_fill(struct sok_output *o, char c, size_t n);
void sok_out_number(struct sok_output *o, size_t n);
void sok_outf(struct sok_output *o, const char *fmt, ...) SOK_PRINTF(2, 3);
/* Complete the output before o is closed with commit false, which then undoes
 * nothing.  sok_output_culprit(): the name of the backup if it caused the
 * error, else NULL. */
int sok_output_commit(struct sok_output *o);
const char *sok_output_culprit(const struct sok_output *o);
/* Whether the last game could not be written because the format cannot
 * represent it (counted as lost). */
bool sok_writer_bare(const struct sok_writer *w);
/* Add a link to the page after to a page of one puzzle (-t html); -1: ENOMEM. */
int sok_page_link_next(struct sok_buf *page, struct sok_str name);
/* For one file per puzzle: end the file; begin the next one in out.  Losses add
 * up. */
int sok_writer_end(struct sok_writer *w);
int sok_writer_next(struct sok_writer *w, struct sok_output *out);
/* Report how many characters of an output became '?', if any did; that text was
 * taken as windows-1252. */
void sok_output_report_replaced(size_t n, const char *charset, const char *name,
    enum sok_severity severity, struct sok_sink *sink);
void sok_output_report_guessed(
    struct sok_pos pos, enum sok_severity severity, struct sok_sink *sink);

#endif
