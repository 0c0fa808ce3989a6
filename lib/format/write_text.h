/* write_text.h - boards, moves and text as lines, text in XML, and the account
 * of losses, for the writers of all formats. */
#ifndef SOK_WRITE_TEXT_H
#define SOK_WRITE_TEXT_H

#include "base/base.h"
#include "text/text.h"

/* Whether the rectangle matters because the player can leave the board: rows
 * and columns of floor at its edges are then part of it. */
bool write_is_open(const struct sok_puzzle *puzzle, struct sok_arena *arena);
/* Whether the text reader reads the rows of a puzzle as one board again, as it
 * does if they are unchanged. */
bool write_readable(struct sok_writer *writer, const struct sok_puzzle *puzzle);
/* Whether it reads this text as the board and nothing else, whatever the limits
 * of boards are. */
bool write_reads_back(struct sok_writer *writer, const struct sok_board *board,
    const struct sok_buf *text);
/* The number of squares of a row up to the last one that is not floor. */
size_t write_row_width(const struct sok_board *board, int y);
/* The first n squares of a row. */
void write_squares(struct sok_output *out, const struct sok_board *board, int y,
    size_t n, const char glyph[SOK_NSQUARES]);
/* Write the rows without trailing floor, and empty rows as "-"; rows that need
 * no change as they are.  open: rows of floor at the edges are written as '-'
 * at full width, and the widest row keeps its width. */
void write_board(struct sok_output *out, const struct sok_board *board,
    enum sok_floor floor, bool open);
/* printf into the writer's arena; empty, and the writer fails, on ENOMEM. */
#define WRITER_FMT(w, ...) writer_made(w, sok_str_fmt(&(w)->arena, __VA_ARGS__))
void write_line(struct sok_output *out, struct sok_str line);
/* A line that begins with a tag, such as `Title: `. */
void write_tag(struct sok_output *out, const char *tag, struct sok_str value);
/* A position for games; NULL without a board, games or memory. */
struct sok_position *write_position(
    struct sok_writer *writer, const struct sok_puzzle *puzzle);
/* What is written as the title of a collection that has none. */
static inline struct sok_str
writer_title(const struct sok_writer *writer)
{
	return sok_str(
	    writer->options.title != NULL ? writer->options.title : "Sokoban");
}
/* The name of the game of a puzzle, empty if it is Sokoban; of an unsupported
 * one the name in its text or its header. */
struct sok_str write_game(const struct sok_puzzle *puzzle);
/* 16 hexadecimal digits. */
void write_id(struct sok_output *out, uint64_t id);

/* Write text between two tags, as character data or inside a quoted attribute.
 * Characters that XML, or a page, cannot contain become U+FFFD and are counted;
 * invisible and bidi characters are written as numbers. */
void xml_text(struct sok_writer *writer, const char *start, struct sok_str s,
    const char *end);

/* ---- what a format can represent, and what it loses */

/* Refuse a puzzle without a board or with a board that the text reader would
 * not read back.  True, and *open as by write_is_open(), if it was not
 * refused. */
bool writer_board(
    struct sok_writer *writer, const struct sok_puzzle *puzzle, bool *open);
/* Refuse a board that cannot be written with blanks as the only floor; true if
 * it was not refused. */
bool writer_blanks(
    struct sok_writer *writer, const struct sok_puzzle *puzzle, bool open);
/* Whether a line can be written below a board unchanged. */
typedef bool writer_held_fn(struct sok_str line);
/* Write text as tags: lines for which held() is true and comment blocks
 * unchanged, all other lines in Comment: ... Comment-End:. */
void writer_text(
    struct sok_output *out, const struct sok_text *text, writer_held_fn *held);

/* For write_adjoins_below(), of a puzzle whose text may adjoin its board. */
bool write_below_row(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct sok_text *text);
/* The text below a board, in *text.  Whether its first line is nearly a row of
 * the board, and stays directly below it; keys that were added above that line
 * come after it.  False on ENOMEM, which the writer remembers. */
static inline bool
write_adjoins_below(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct sok_text *text)
{
	*text = puzzle->text;
	return puzzle->adjoins_below && puzzle->has_board &&
	    write_below_row(writer, puzzle, text);
}
/* Whether the last line of the text that was written above a board, if it may
 * adjoin one, is nearly a row of the board and stays directly above it; `of` is
 * the number of the puzzle whose text that is, 0 for the header. */
bool write_adjoins_above(const struct sok_puzzle *puzzle, size_t of);
/* Whether a line may be nearly a row: it has a wall and is not a key, as keys
 * that were added since the puzzle was read may be the last lines. */
bool write_may_adjoin(struct sok_str line);
/* Where such lines adjoin the board, as one-line formats say it: `above`,
 * `below`, `both` or an empty string. */
const char *write_adjoins(const struct sok_puzzle *puzzle);

/* Count all lines of a puzzle's text as lost, except the key with the title, an
 * author that is written, and the key whose value this part of the text is. */
void writer_lost_text(struct sok_writer *writer,
    const struct sok_puzzle *puzzle, struct sok_str written);
/* Count a title line that is not the title because of a key. */
void writer_lost_title_line(
    struct sok_writer *writer, const struct sok_puzzle *puzzle);
void writer_lost_games(
    struct sok_writer *writer, const struct sok_puzzle *puzzle);
/* Count all this for the parts of a puzzle other than its board and title. */
void writer_lost_rest(
    struct sok_writer *writer, const struct sok_puzzle *puzzle);

/* format_table.c declares the others. */
extern const struct sok_write_ops write_sok_ops, write_html_ops;

/* Make text a copy without what players are not meant to read: lines of `::`,
 * and in a header the definitions of macros.  They count as lost. */
void writer_for_players(
    struct sok_writer *writer, struct sok_text *text, bool header);

#endif
