/*
 * tools.h - the rest of libsok: what the programs and the library itself use
 * besides sok.h, with a section for each stage and results as there.  It is not
 * installed, its functions are not seen in an installed library, and it may
 * change with every version.
 */
#ifndef TOOLS_H
#define TOOLS_H

#include <stdarg.h>

#include "sok.h"

/* How many elements an array has. */
#define SOK_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* ----------------------------------------------------------------- arena.c */

/* Room for one object more behind n in an array that the caller frees, where
 * *cap fit: the array, which may have moved, or with NULL is as it was.  Start
 * with NULL and 0. */
void *arena_grow_array(void *array, size_t *cap, size_t size);
static inline void *
sok_grow(void *array, size_t n, size_t *cap, size_t size)
{
	return n < *cap ? array : arena_grow_array(array, cap, size);
}

/* ------------------------------------------------------------------- str.c */

/* SOK_STR() for what is static. */
#define SOK_STR_INIT(literal) \
	{ \
		"" literal, sizeof(literal) - 1 \
	}
/* A copy with a NUL behind it. */
char *str_terminated(struct sok_arena *a, struct sok_str s);
/* Where `what`, one byte at least, stands in s first; s.len if nowhere. */
size_t sok_str_find(struct sok_str s, struct sok_str what);
/* A decimal digit, an ASCII letter, a blank or TAB, and a capital letter as a
 * small one, all other bytes as they are: whatever the locale. */
static inline bool
sok_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static inline bool
sok_is_letter(char c)
{
	return (c | 32) >= 'a' && (c | 32) <= 'z';
}

static inline bool
sok_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static inline char
sok_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* What is behind so many bytes; bytes from to to (exclusive).  Beyond the end
 * is the end. */
static inline struct sok_str
sok_str_from(struct sok_str s, size_t skip)
{
	skip = skip < s.len ? skip : s.len;
	return skip > 0 ? (struct sok_str){s.s + skip, s.len - skip} : s;
}

static inline struct sok_str
sok_str_sub(struct sok_str s, size_t from, size_t to)
{
	s.len = to < s.len ? to : s.len;
	return sok_str_from(s, from);
}

/* Without blanks and TABs at the end; at the start; at both. */
static inline struct sok_str
sok_str_rtrim(struct sok_str s)
{
	while (s.len > 0 && sok_is_blank(s.s[s.len - 1]))
		s.len--;
	return s;
}

static inline struct sok_str
sok_str_ltrim(struct sok_str s)
{
	size_t skip = 0;

	while (skip < s.len && sok_is_blank(s.s[skip]))
		skip++;
	return sok_str_from(s, skip);
}

static inline struct sok_str
sok_str_trim(struct sok_str s)
{
	return sok_str_rtrim(sok_str_ltrim(s));
}

/* The first bytes, at most so many, without a part of a UTF-8 character. */
struct sok_str sok_str_clip(struct sok_str s, size_t most);
/* Take the first line off: up to LF, CR, CRLF or the end, which goes, too. */
struct sok_str sok_str_line(struct sok_str *rest);
/* A line behind its mail quotes: any '>' and blanks before another. */
struct sok_str sok_str_unquote(struct sok_str s);
/* Take the decimal digits off the front: how many there were, and their number
 * in *n; one that is larger than SIZE_MAX becomes that. */
size_t sok_str_digits(struct sok_str *rest, size_t *n);
/* Whether s is such digits, at least one, and nothing else. */
bool sok_str_number(struct sok_str s, size_t *n);
/* printf into the arena, with a NUL behind it. */
struct sok_str sok_str_fmt(struct sok_arena *a, const char *fmt, ...)
    SOK_PRINTF(2, 3);
struct sok_str sok_str_vfmt(struct sok_arena *a, const char *fmt, va_list ap)
    SOK_PRINTF(2, 0);
/* The same into size bytes of text, cut there, or, where these do not do, into
 * *longer, which the caller frees. */
struct sok_str str_vfmt(char *text, size_t size, char **longer, const char *fmt,
    va_list ap) SOK_PRINTF(4, 0);
/* Bytes of the UTF-8 character that s begins with, and its code point in *c; 0,
 * and *c as it was, if there is none. */
size_t sok_str_char(struct sok_str s, uint32_t *c);
/* The digits of n at to, which has room for SOK_DIGITS; how many. */
#define SOK_DIGITS 20
size_t sok_digits(char *to, size_t n);

/* ----------------------------------------------------------------- escape.c */

/* Whether a character must be escaped in terminals, XML and JSON: controls, C1,
 * line separators, what turns the direction of text, U+FFFE and U+FFFF. */
bool escape_needed(uint32_t c);

/* ------------------------------------------------------------------ rules.c */

/* Whether a finding of this rule means that input was not read: it is always
 * reported, and the exit status is 2. */
bool sok_rule_unread(enum sok_rule rule);

/* ------------------------------------------------------------------- diag.c */

/* Report with the rule's own severity.  The message names what is wrong and,
 * where something was changed or dropped, that it was; no final full stop. */
void sok_report(struct sok_sink *sink, enum sok_rule rule, struct sok_pos pos,
    const struct sok_puzzle *p, const struct sok_game *g, const char *fmt, ...)
    SOK_PRINTF(6, 7);
/* The same with a severity of this case (solved-early may be a note). */
void sok_report_as(struct sok_sink *sink, enum sok_severity severity,
    enum sok_rule rule, struct sok_pos pos, const struct sok_puzzle *p,
    const struct sok_game *g, const char *fmt, ...) SOK_PRINTF(7, 8);
/* Hand on a finding made elsewhere (applies off[] and level[]). */
void sok_report_finding(struct sok_sink *sink, const struct sok_finding *f);

/* ---------------------------------------------------------------- limits.c */

/* The name of the limit that a board of this size is over, or NULL; the width
 * is not 0. */
const char *sok_limit_board(
    const struct sok_limits *l, size_t width, size_t height);

/* --------------------------------------- board.c, flood_area.c, simplify.c */

/* A set of squares of one board, a bit each: bit x % 64 of word
 * y * stride + x / 64. */
struct sok_area {
	int width, height, stride;
	uint64_t *bits;
};

static inline bool
sok_area_has(const struct sok_area *a, int x, int y)
{
	return a->bits[y * a->stride + x / 64] >> (x % 64) & 1;
}

/* The squares all players reach when boxes do not block (boxes true: boxes
 * block, the area walked without a push).  Without a player the area is empty.
 * An obstacle is never in it, not even where the flood begins. */
int sok_board_flood(const struct sok_board *b, bool boxes,
    struct sok_area *area, struct sok_arena *a);
/* Simplify (sok(5), "IDENTITY"): squares the player cannot reach become floor,
 * their neighbours of reached squares wall; cropped, by *dx and *dy on the left
 * and at the top: 1; 0 with an open board or no player. */
int sok_board_simplify(const struct sok_board *b, struct sok_board *to, int *dx,
    int *dy, struct sok_arena *a);
/* The position in the file of a square. */
struct sok_pos sok_board_pos(const struct sok_puzzle *p, int x, int y);

/* ------------------------------------------------------------ text.c, key.c */

/* The keys the field knows (sok(5), "Keys"): the line begins with the key, any
 * case, optional blanks, then ':' or '='. */
bool sok_key_known(struct sok_str line);
/* Split a line at its first ':' or '='; false if there is none or the part
 * before it is empty.  Both parts are trimmed. */
bool sok_key_split(
    struct sok_str line, struct sok_str *key, struct sok_str *value);
/* Line i of t opens a comment block (its closer follows in t): the index of
 * the closer, else 0. */
size_t sok_text_block(const struct sok_text *t, size_t i);
/* Keep what `keep` says (n entries; NULL: all): a dropped line leaves a blank
 * line, runs of blank lines outside comment blocks become one, none first or
 * last. */
void sok_text_filter(struct sok_text *t, const bool *keep);
/* The game named in text by Game:, Puzzle Type: or Variant:, else fallback. */
enum sok_variant sok_text_variant(
    const struct sok_text *t, enum sok_variant fallback);

/* -------------------------------------------------- moves.c, lines_moves.c */

/* dx, dy of a direction letter of either case; false for other bytes. */
bool sok_move_delta(char c, int *dx, int *dy);
/* Bytes up to the first direction letter and with it; more than there are if
 * there is none. */
size_t sok_moves_first(struct sok_str moves);
/* Whether they are letters and nothing else. */
bool sok_moves_plain(struct sok_str moves);
/* `12 rR`: a number and a blank stand before several moves, as in a list.  No
 * count stands so, but in `3 r` and `3 (rR)`. */
bool sok_moves_listed(struct sok_str line);

/* ----------------------------------------------------------------- packed.c */

/* Bytes for a reader that are not those of a descriptor: decompressed ones, or
 * a member of an archive. */
struct sok_stream {
	/* Up to size bytes: how many, 0 at the end, -1 with errno. */
	ptrdiff_t (*read)(struct sok_stream *s, char *buf, size_t size);
	const char *fault; /* why it was -1, where errno does not say it */
};

enum sok_packing { SOK_PLAIN, SOK_COMPRESSED, SOK_ARCHIVE };

struct sok_member {
	struct sok_str path; /* as it stands in the archive, terminated */
	const char *skip;    /* why there is nothing to read, or NULL */
};

/* Look at the first bytes of a descriptor, or, where it is -1, of a stream;
 * neither is closed here.  They may become limits->v[SOK_LIMIT_EXPAND] bytes.
 */
struct sok_packed *sok_packed_open(
    int fd, struct sok_stream *from, const struct sok_limits *limits);
enum sok_packing sok_packed_kind(const struct sok_packed *p);
/* The name of a file without the suffix of a compressed one. */
struct sok_str sok_packed_stem(struct sok_str name);
/* What it is, as in `zip` or `gzip`; NULL if it is plain. */
const char *sok_packed_name(const struct sok_packed *p);
/* What to read: plain or decompressed bytes, or those of the last member.  NULL
 * if that is the descriptor itself. */
struct sok_stream *sok_packed_stream(struct sok_packed *p);
/* The next member of an archive, whose path is lent until the next call: 1; 0
 * at the end; -1, and sok_packed_fault() if that tells more than errno. */
int sok_packed_next(struct sok_packed *p, struct sok_member *m);
const char *sok_packed_fault(const struct sok_packed *p);
void sok_packed_close(struct sok_packed *p);

/* ------------------------------------ charset.c, format.c, reader.c, open.c */

/* Whether iconv can decode from and encode to that charset. */
bool sok_charset_known(const char *name);
/* Whether the one reader of text reads it. */
bool sok_format_is_text(const struct sok_format *f);
/* As sok_reader_open(). */
struct sok_reader *sok_reader_open_stream(struct sok_stream *from,
    const struct sok_read_options *o, struct sok_sink *sink);

/* ------------------------------------------------------------------ scan.c */

/* Sokoban in any text, block by block, for filters that leave the rest as it
 * is. */
enum sok_block_kind { SOK_BLOCK_TEXT, SOK_BLOCK_BOARD, SOK_BLOCK_MOVES };

struct sok_block {
	enum sok_block_kind kind;
	struct sok_str raw; /* with its line ends, byte for byte */
	struct sok_pos pos;
	struct sok_board board;
	bool open;            /* board: not cropped, rows at full width */
	bool variant;         /* and that only because it may be of a variant */
	bool quoted;          /* lines begin with '>' */
	struct sok_game game; /* moves, source */
	size_t wrap;     /* moves: longest line that was wrapped, 0 one line */
	const char *eol; /* as in raw: LF, CRLF, CR or CR CR LF */
	bool ended;      /* raw ends with a line end */
};

struct sok_scan;
struct sok_scan *sok_scan_open(
    int fd, const struct sok_read_options *o, struct sok_sink *sink);
struct sok_scan *sok_scan_open_memory(struct sok_str bytes,
    const struct sok_read_options *o, struct sok_sink *sink);
struct sok_scan *sok_scan_open_stream(struct sok_stream *from,
    const struct sok_read_options *o, struct sok_sink *sink);
/* The first bytes, SOK_FORMAT_HEAD of them if there are as many, before any
 * block is lent. */
int sok_scan_head(struct sok_scan *s, struct sok_str *head);
/* Take every board for one of a variant. */
void sok_scan_variant(struct sok_scan *s);
/* 1 and *b lent until the next call, 0 at the end. */
int sok_scan_next(struct sok_scan *s, struct sok_block *b);
void sok_scan_close(struct sok_scan *s);

/* -------------------------------- normalize.c, multiban.c, macro.c, later.c */

enum {
	SOK_DROP_COMMENTS = 1,
	SOK_DROP_NOTES = 2,
	SOK_DROP_KEYS = 4,
	SOK_DROP_SOLUTIONS = 8,
	SOK_DROP_SNAPSHOTS = 16,
	SOK_DROP_TITLES = 32
};

/* Drop parts (SOK_DROP_*) of a puzzle, of a header. */
int sok_drop_puzzle(struct sok_puzzle *p, unsigned what, struct sok_arena *a);
int sok_drop_header(struct sok_header *h, unsigned what, struct sok_arena *a);
/* Drop the games that are marked; if only these told of several players, the
 * first of the others does so from now on. */
int sok_drop_games(struct sok_puzzle *p, const bool *drop, struct sok_arena *a);
/* Move the title of the puzzle to a key, those of its games, too, or all to
 * title lines where a line can hold them. */
enum sok_title_place { SOK_TITLE_KEY, SOK_TITLE_ALL_KEYS, SOK_TITLE_LINE };
int sok_move_titles(
    struct sok_puzzle *p, enum sok_title_place to, struct sok_arena *a);
/* Whether there is a <# in the text of a puzzle. */
bool sok_uses_macros(const struct sok_puzzle *p);
/* Replace <#Key#/> in the text of a puzzle by its header's definitions and
 * report undefined ones, and where they would add more than so many bytes;
 * use[] (of header lines; or NULL) collects which were used, and which of
 * them the text or the header name all the same. */
#define SOK_MACROS_MOST 1048576
enum { SOK_MACRO_USED = 1, SOK_MACRO_NAMED = 2 };
int sok_expand_macros(struct sok_puzzle *p, const struct sok_header *h,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *a);
/* Whether a line of a header does no more than define one, `Key=Value`. */
bool sok_defines_macro(struct sok_str line);
/* A puzzle whose header will not stand above it, because the output has that of
 * an earlier operand: its header's Author, Copyright, Game and orders go to it
 * where it lacks them, macros are expanded, with use as there. */
int sok_inherit(struct sok_puzzle *p, const struct sok_header *h,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *a);

/* ------------------------------------------------------------------ copy.c */

/* Whether the name of the puzzle's file lives no longer than the puzzle: a
 * record names another file than the one that is read. */
static inline bool
puzzle_owns_file(const struct sok_puzzle *p)
{
	return p->header == NULL || p->header->file != p->pos.file;
}

/* Make the name of a file, or NULL, a copy. */
int pos_copy(struct sok_pos *pos, struct sok_arena *a);
/* A finding that outlives its sink, but for puzzle and game, which stay. */
int finding_copy(struct sok_finding *to, const struct sok_finding *from,
    struct sok_arena *a);
/* The same of a header, settled anew; its file stays the name that it is. */
int sok_header_copy(
    struct sok_header *to, const struct sok_header *from, struct sok_arena *a);

/* ----------------------------------------------------------------- merge.c */

/* A puzzle that takes the games of duplicates, of one or of many.  What that
 * needs, and the games with all that they point to, is in the arena, which must
 * live as long as they; while games are taken, nobody else changes the puzzle
 * or moves it.  Nothing needs to be closed. */
struct sok_merge;
struct sok_merge *sok_merge_open(struct sok_puzzle *to, struct sok_arena *a);
/* Give it the games of a puzzle with the same identity: their moves are turned
 * by the symmetry between the two, and begin with a walk where the player
 * stands elsewhere.  A game is taken if it then has the same verdict, as a
 * copy. */
struct sok_merged {
	size_t taken, known, left; /* games; known: it has the same moves */
};
int sok_merge_games(struct sok_merge *m, const struct sok_puzzle *from,
    struct sok_merged *n, struct sok_arena *scratch);

/* ------------------------------------------------------------------ steps.c */

enum sok_symmetry sok_symmetry_inverse(enum sok_symmetry t);
/* The direction letter after a symmetry of the grid, case kept; other bytes
 * stay. */
char sok_symmetry_move(enum sok_grid grid, enum sok_symmetry t, char move);
/* Whether it turns the grid into itself. */
bool sok_grid_has_symmetry(enum sok_grid grid, enum sok_symmetry t);

/* ------------------------------ identity.c, likeness.c, md5.c, digest.c */

/* What duplicates have in common: unique, or, of a variant that is not played
 * on squares, a digest of the same kind, which may change with every version;
 * exact is 0.  1, 0 as sok_identity(). */
int sok_duplicate_id(
    const struct sok_puzzle *p, struct sok_id *id, struct sok_arena *scratch);
/* Find these once, for all who ask later: they are in the arena, and hold until
 * the puzzle has another board or is of another variant.  exact: sok_identity()
 * is asked for, not only the other. */
int sok_identify(struct sok_puzzle *p, bool exact, struct sok_arena *a,
    struct sok_arena *scratch);
/* First 64 bits of the MD5 of the cropped picture: for what has no id.  1; 0
 * without a board. */
int sok_picture_id(
    const struct sok_puzzle *p, uint64_t *id, struct sok_arena *scratch);
/* First 64 bits, big endian, of the MD5 of any bytes; of another hash in a
 * build without libmd. */
uint64_t sok_digest(struct sok_str bytes);
/* A digest of all that a reader would find in a puzzle, its board, titles, text
 * and games.  Never store one: they may change with every version. */
uint64_t sok_puzzle_digest(const struct sok_puzzle *p);

/* ------------------------------------------------ replay.c, stated_counts.c */

/* Write the moves with the letter case that the replay finds, up to where it is
 * possible; all but forward games stay. */
int sok_game_recase(
    const struct sok_puzzle *p, struct sok_game *g, struct sok_arena *a);
/* Write the counts of its title and of `moves:` and `pushes:` lines, where
 * there are any, as the replay found them (then sok_puzzle_retitle()). */
int sok_game_recount(
    struct sok_game *g, const struct sok_replay *r, struct sok_arena *a);

/* -------------------------------------------- metrics.c, rebuild.c, match.c */

/* Which is better, as --best has it: by moves, then pushes (pushes: the other
 * way round), then lines, changes, sessions, player lines; <0, 0, >0. */
int sok_metrics_compare(
    const struct sok_metrics *a, const struct sok_metrics *b, bool pushes);
/* Why a game proves no board. */
struct sok_no_board {
	const char *reason;
	bool contradicts; /* a letter, the moves before it: */
	size_t at;        /* its byte in moves */
};

/* The smallest board a game without a board proves: 1; 0 if there is none or it
 * is over the default limits. */
int sok_board_from_moves(struct sok_board *b, enum sok_variant v,
    const struct sok_game *g, struct sok_no_board *why, struct sok_arena *a);
/* Games by their first moves, to find out which of many can solve a puzzle
 * without trying them all.  The games are kept by reference. */
struct sok_match;
struct sok_match *sok_match_open(
    const struct sok_game *game, size_t n, struct sok_arena *a);
/* The indices of those that may be possible on a position, in ascending order,
 * lent until the next call, and how many; any other would be illegal, or
 * illegal behind its position mark. */
ptrdiff_t sok_match_find(
    struct sok_match *m, struct sok_position *s, const size_t **index);

/* -------------------------------------------------- output.c, output_open.c */

/* Memory, with an error, EFBIG, when so many bytes do not do, with those that b
 * holds before; they are there after sok_output_flush(). */
struct sok_output *sok_output_bounded(struct sok_buf *b, size_t most);
/* As sok_output_file(), to rewrite a file that is there.  Besides: EMLINK when
 * it has other hard links, ENOTSUP when it is not a regular file, and closing
 * fails with ESTALE when somebody changed it meanwhile.  It is left alone, and
 * nothing is made beside it, as long as what is written is what it holds.
 * backup: suffix of the name that keeps the old file (an older backup is
 * replaced), or NULL. */
struct sok_output *sok_output_replace(const char *path, const char *backup);
/* The old file of sok_output_replace(), from its start; owned by o. */
int sok_output_original(struct sok_output *o);
/* An unlinked temporary file in $TMPDIR, to be read with the next. */
struct sok_output *sok_output_spool(void);
/* What was written so far to a temporary file, from its start: a descriptor
 * that the caller closes.  Nothing may be written after this. */
int sok_output_reopen(struct sok_output *o);
/* What is written is compared with the bytes of fd, a file, which the caller
 * closes after it.  From where they differ on they go nowhere, or, with what
 * was before them, to a temporary file as of sok_output_spool(). */
struct sok_output *sok_output_compare(int fd, bool nowhere);
/* Whether they are the same, here or in sok_output_replace(): 1, 0.  Nothing
 * may be written after this. */
int sok_output_equal(struct sok_output *o);
/* What is written from now on is shown on a terminal: each line is taken for
 * what sok_output_charset() takes it for, and escaped with sok_escape(). */
void sok_output_shown(struct sok_output *o);
/* Characters that became '?', and whether lines were taken for windows-1252;
 * final after sok_output_flush(). */
size_t sok_output_replaced(const struct sok_output *o);
bool sok_output_guessed(const struct sok_output *o);
void sok_out(struct sok_output *o, struct sok_str s);
void sok_outc(struct sok_output *o, char c);
void sok_out_fill(struct sok_output *o, char c, size_t n);
void sok_out_number(struct sok_output *o, size_t n);
void sok_outf(struct sok_output *o, const char *fmt, ...) SOK_PRINTF(2, 3);
/* Everything to its place, before o is closed with commit false, which then
 * takes nothing back.  After that the name of the backup if it is to blame,
 * else NULL. */
int sok_output_commit(struct sok_output *o);
const char *sok_output_culprit(const struct sok_output *o);

/* ---------------------------------------------------------------- writer.c */

/* Whether what was written last lacks its game, which the format cannot hold
 * (counted as lost). */
bool sok_writer_bare(const struct sok_writer *w);
/* For one file per puzzle: end the file, begin the next in out.  What was lost
 * adds up. */
int sok_writer_end(struct sok_writer *w);
int sok_writer_next(struct sok_writer *w, struct sok_output *out);
/* Say how many characters became '?', if any did, in an output of that name. */
void sok_output_say_replaced(size_t n, const char *charset, const char *name,
    enum sok_severity severity, struct sok_sink *sink);
/* Say that text there was taken for windows-1252. */
void sok_output_say_guessed(
    struct sok_pos pos, enum sok_severity severity, struct sok_sink *sink);

#endif
