/* foreign.h - text from other formats that must not be read as anything else,
 * and boards between its lines. */
#ifndef SOK_FOREIGN_H
#define SOK_FOREIGN_H

#include "sok.h"

/* Take the next line of *rest, without trailing blanks.  LF, CRLF, CR and NUL
 * end a line. */
struct sok_str foreign_take_line(struct sok_str *rest);
/* The lines of a text without blank lines at its ends; -1 on ENOMEM. */
int foreign_lines(
    struct sok_text *lines, struct sok_str text, struct sok_arena *arena);
/* Append a paragraph to text like text_append(), as a comment block if one of
 * its lines would be read as a row, moves, a key, a macro or a mark; -1 on
 * ENOMEM. */
int foreign_put(struct sok_text *text, size_t *room,
    const struct sok_text *lines, struct sok_arena *arena);

/* Whether a line of text below a board of this grid consists of letters that
 * are moves there; false for squares. */
bool foreign_misleads(const struct sok_text *text, enum sok_grid grid);
/* Convert such lines to comment blocks; 0, -1 on ENOMEM. */
int foreign_shield(
    struct sok_text *text, enum sok_grid grid, struct sok_arena *arena);

/* Indent a line of a comment block that would end it, open another one or be
 * read as blank; s == NULL on ENOMEM. */
struct sok_str foreign_harmless(struct sok_str line, struct sok_arena *arena);
/* A line as a remark, `:: line`, which every reader takes as text; s == NULL on
 * ENOMEM. */
struct sok_str foreign_remark(struct sok_str line, struct sok_arena *arena);
/* A copy with blanks in place of line ends and NULs; s == NULL on ENOMEM. */
struct sok_str foreign_flat(struct sok_str s, struct sok_arena *arena);

/* What the first bytes of a file are: no JSON; records, where a line begins an
 * object that has our members at its own top level; or other JSON. */
enum foreign_json { FOREIGN_NO_JSON, FOREIGN_RECORDS, FOREIGN_JSON };
/* Where other JSON has its first rows of a board. */
struct foreign_rows {
	struct sok_str key; /* of this member; empty: of none */
	size_t arrays;      /* inside so many arrays of it */
};
/* What a file that begins like this is.  *rows: for FOREIGN_JSON the first
 * rows, if there are any. */
enum foreign_json foreign_json(struct sok_str head, struct foreign_rows *rows);

/* Open and close a reader whose state, of so many bytes, begins with struct
 * lines: 0, -1 with errno. */
int foreign_open(struct sok_reader *reader, size_t state);
void foreign_close(struct sok_reader *reader);

/* Make n rows, from line first on, reader->puzzle.board, as by reader_board();
 * false if they exceed a limit (reported). */
bool foreign_board(struct sok_reader *reader, const struct sok_str *row,
    size_t first, size_t n);
/* The text of a puzzle: keys and comment blocks unchanged, other paragraphs as
 * by sok_text_foreign(), without repeated blank lines and without blank lines
 * at its ends. */
void foreign_tags(struct sok_reader *reader, struct sok_text *text,
    const struct sok_text *from);

#endif
