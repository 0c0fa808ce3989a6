/* text.h - the door of the room text: lines, keys, titles and headers, blocks
 * in any text, and writers, in addition to sok.h, with results as described
 * there. */
#ifndef SOK_TEXT_DOOR_H
#define SOK_TEXT_DOOR_H

#include "sok.h"

struct sok_stream;

/* Whether a line begins with a known key (sok(5), "Keys"), in any case,
 * followed by optional blanks and ':' or '='. */
bool sok_key_known(struct sok_str line);
/* Split a line at its first ':' or '=' and trim both parts; false if there is
 * none or the first part is empty. */
bool sok_key_split(
    struct sok_str line, struct sok_str *key, struct sok_str *value);
/* Add a line `Key: value` at the top of a text without this key; if value.s is
 * NULL, do nothing. */
int key_add(struct sok_text *text, struct sok_str key, struct sok_str value,
    struct sok_arena *arena);
/* The index, from i on and outside comment blocks, of the first line with this
 * key and a value, or text->n. */
size_t key_find(const struct sok_text *text, size_t i, struct sok_str key,
    struct sok_str *value);
/* If line i of text opens a comment block that is closed in text, the index of
 * the closing line, else 0. */
size_t sok_text_block(const struct sok_text *text, size_t i);
/* Remove the lines whose entry of keep (text->n entries; NULL: keep all) is 0.
 * A removed line leaves a blank line.  Outside comment blocks runs of blank
 * lines become one, and none remain at the ends. */
void sok_text_filter(struct sok_text *text, const bool *keep);
/* Whether the name of the puzzle's file lives only as long as the puzzle: a
 * record may name any file. */
static inline bool
puzzle_owns_file(const struct sok_puzzle *puzzle)
{
	return puzzle->header == NULL ||
	    puzzle->header->file != puzzle->pos.file;
}

/* Replace the name of a file, if it is not NULL, by a copy. */
int pos_copy(struct sok_pos *pos, struct sok_arena *arena);
/* Copy a finding so that it outlives its sink.  puzzle and game are not
 * copied. */
int finding_copy(struct sok_finding *to, const struct sok_finding *from,
    struct sok_arena *arena);
/* Copy a header.  The name of its file is not copied. */
int sok_header_copy(struct sok_header *to, const struct sok_header *from,
    struct sok_arena *arena);
/* The number of a game in the puzzle, from 1. */
static inline size_t
sok_game_number(const struct sok_puzzle *puzzle, const struct sok_game *game)
{
	return game->number > 0 ? game->number
	                        : (size_t)(game - puzzle->game) + 1;
}

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
/* What is wrong with a map of characters to squares ("+=# *=@"), or NULL. */
const char *sok_squares_fault(const char *map);
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
	bool part;            /* rows that are the whole input, but no board */
	bool quoted;          /* lines begin with '>' */
	struct sok_game game; /* moves, source */
	size_t wrap;     /* the longest wrapped line of moves, 0: one line */
	const char *eol; /* the line end: LF, CRLF, CR or CR CR LF */
	bool ended;      /* raw ends with a line end */
};

struct sok_scan;
/* Open a descriptor or, if it is -1, a stream. */
struct sok_scan *sok_scan_open(int fd, struct sok_stream *from,
    const struct sok_read_options *options, struct sok_sink *sink);
struct sok_scan *sok_scan_open_memory(struct sok_str bytes,
    const struct sok_read_options *options, struct sok_sink *sink);
/* The first bytes of the input, up to SOK_FORMAT_HEAD.  To be called before the
 * first block is read. */
int sok_scan_head(struct sok_scan *scan, struct sok_str *head);
/* Accept boards of any variant. */
void sok_scan_variant(struct sok_scan *scan);
/* The next block: 1 and *block, valid until the next call; 0 at the end. */
int sok_scan_next(struct sok_scan *scan, struct sok_block *block);
void sok_scan_close(struct sok_scan *scan);
/* Set all other members of a header from its text, in an arena that lives as
 * long as the header. */
int sok_header_keys(struct sok_header *header, struct sok_arena *arena);
/* Whether the text of a puzzle contains <#. */
bool sok_uses_macros(const struct sok_puzzle *puzzle);
/* So many bytes may be added to a puzzle. */
#define SOK_MACROS_MOST 1048576
/* What is known of a line of a header: its definition was used; the text or the
 * header still names its key. */
enum { SOK_MACRO_USED = 1, SOK_MACRO_NAMED = 2 };
/* Replace <#Key#/> in the text of a puzzle by its definition in the header, and
 * report undefined keys, and keys that would add more than SOK_MACROS_MOST
 * bytes.  use[] (an entry for each line of the header, or NULL) collects
 * SOK_MACRO_* bits. */
int sok_expand_macros(struct sok_puzzle *puzzle,
    const struct sok_header *header, unsigned char *use, struct sok_sink *sink,
    struct sok_arena *arena);
/* Whether a line of a header only defines a macro, `Key=Value`. */
bool sok_defines_macro(struct sok_str line);
/* Whether it does nothing else, as its key is one word and not a key of
 * puzzles: such a line tells players nothing, unlike `All with size = 10`. */
bool sok_is_macro_alone(struct sok_str line);
/* Prepare a puzzle for an output with the header of an earlier operand: Author,
 * Copyright, Game and orders of its own header go to the puzzle if it lacks
 * them, and macros are expanded; use as in sok_expand_macros(). */
int sok_inherit(struct sok_puzzle *puzzle, const struct sok_header *header,
    unsigned char *use, struct sok_sink *sink, struct sok_arena *arena);
/* Whether the last game could not be written because the format cannot
 * represent it (counted as lost). */
bool sok_writer_bare(const struct sok_writer *writer);
/* For one file per puzzle: end the file; begin the next one in out.  Losses add
 * up. */
int sok_writer_end(struct sok_writer *writer);
int sok_writer_next(struct sok_writer *writer, struct sok_output *out);
/* Report how many characters of an output became '?', if any did; that text was
 * taken as windows-1252. */
void sok_output_report_replaced(size_t n, const char *charset, const char *name,
    enum sok_severity severity, struct sok_sink *sink);
void sok_output_report_guessed(
    struct sok_pos pos, enum sok_severity severity, struct sok_sink *sink);

/* Whether a line of text directly above or below a board is nearly a row of it:
 * it has walls and a few characters that are not squares.  beside: how many
 * characters the row has that adjoins the line. */
bool rows_nearly(struct sok_str line, size_t beside);

/* ---- lines of a text; a lack of memory is -1 */

/* Comment blocks that are written end before they become too long for a
 * reader. */
#define COMMENT_BYTES ((size_t)1 << 19)

/* Append a line.  *room is the capacity of text->line, 0 if the array belongs
 * to somebody else.  -1 on ENOMEM, also if the line is NULL because of it, and
 * from then on: only the last result needs to be tested. */
int text_append(struct sok_text *text, size_t *room, struct sok_str line,
    struct sok_arena *arena);
/* Append all lines of more.  0, -1 as text_append(). */
int text_append_all(struct sok_text *text, size_t *room,
    const struct sok_text *more, struct sok_arena *arena);
/* Replace the list by a copy, whose lines can be replaced; -1 on ENOMEM. */
int text_own(struct sok_text *text, struct sok_arena *arena);
/* The same with the bytes of the lines. */
int text_copy(struct sok_text *text, struct sok_arena *arena);
/* Append the lines of more after a blank line, in a new array, as text may
 * belong to somebody else.  -1 on ENOMEM. */
int text_join(struct sok_text *text, const struct sok_text *more,
    struct sok_arena *arena);
/* Whether two texts have the same lines. */
bool text_equal(const struct sok_text *first, const struct sok_text *second);

/* The small headers of this room that other rooms use. */
#include "text/bytes.h"
#include "text/foreign.h"
#include "text/key.h"
#include "text/lines.h"
#include "text/reader.h"
#include "text/title.h"
#include "text/variant.h"
#include "text/writer.h"

#endif
