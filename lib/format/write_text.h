/* write_text.h - boards, moves and text as lines, and text in XML, for the
 * writers of text formats. */
#ifndef SOK_WRITE_TEXT_H
#define SOK_WRITE_TEXT_H

#include "text/writer.h"

/* Whether the rectangle matters: the player can leave the board, so rows and
 * columns of floor at its edges are part of it. */
bool write_is_open(const struct sok_puzzle *p, struct sok_arena *a);
/* Whether the text reader finds its rows to be one board again. */
bool write_readable(struct sok_writer *w, const struct sok_puzzle *p);
/* The same of these lines: whether it finds the board and nothing else; how
 * large it may be is no matter here. */
bool write_reads_back(struct sok_writer *w, const struct sok_board *b,
    const struct sok_buf *text);
/* Squares of a row up to the last one that is not floor. */
size_t write_row_width(const struct sok_board *b, int y);
/* The first n squares of a row. */
void write_squares(struct sok_output *o, const struct sok_board *b, int y,
    size_t n, const char glyph[SOK_NSQUARES]);
/*
 * The rows: trailing floor dropped, empty rows "-".  open: edge rows of floor
 * are '-' at full width, and the widest row keeps its width.
 */
void write_board(struct sok_output *o, const struct sok_board *b,
    enum sok_floor floor, bool open);
/* Moves cut into lines of wrap letters (0: never), longer where a line would
 * hold no direction letter. */
void write_moves(struct sok_output *o, struct sok_str moves, int wrap);
void write_line(struct sok_output *o, struct sok_str line);
void write_text(struct sok_output *o, const struct sok_text *t);
/* For the replay of a puzzle's games: NULL without a board, games or memory. */
struct sok_position *write_position(
    struct sok_writer *w, const struct sok_puzzle *p);
/* 16 hexadecimal digits. */
void write_id(struct sok_output *o, uint64_t id);

/*
 * Write text of the input between two tags of ours, as character data or as the
 * inside of a quoted attribute.  Characters that XML, or a page, cannot hold
 * become U+FFFD and are counted; invisible and direction-turning ones are
 * written by number.
 */
void xml_text(
    struct sok_writer *w, const char *start, struct sok_str s, const char *end);

#endif
