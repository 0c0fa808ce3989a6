/* record.h - puzzles on single lines as fields; shared by the readers of
 * records and of JSON Lines. */
#ifndef SOK_RECORD_H
#define SOK_RECORD_H

#include "play/play.h"
#include "text/text.h"

struct record_game {
	struct sok_str name, moves, text;
	size_t col; /* of the moves, 0 unknown */
};

/* A record.  Strings and arrays are in the arena of the puzzle. */
struct record {
	size_t line;
	bool header; /* text is that of a collection */
	/* title is the title line, unless text has a Title: key: then
	 * title_line is. */
	struct sok_str title, title_line;
	struct sok_str author; /* of the puzzle, or of a header */
	struct sok_str play;   /* the name of its variant */
	/* Where text that is nearly a row adjoins the board: `above`, `below`,
	 * `both`, or anything else for nowhere. */
	struct sok_str adjoins;
	/* Of a header: the puzzles below state their games, so that one which
	 * states none is Sokoban, whatever the header says.  Of a puzzle: this
	 * holds for the header above. */
	bool states_games;
	struct sok_str text;
	struct sok_str *row;
	size_t nrows;
	bool broken;  /* the rows are not a board; reported */
	bool damaged; /* a field is of the wrong type; reported */
	size_t col;   /* of the board, 0: unknown */
	struct record_game *game;
	size_t ngames;
	enum sok_rle_kind letters; /* of its moves */
	size_t decoded; /* moves of the games so far, all of them in memory */
	/* Where the puzzle was before, line 0: unknown.  Findings about the
	 * puzzle name that place, findings about the record do not. */
	struct sok_pos source;
};

/* The columns of records. */
enum record_column {
	COLUMN_ID,
	COLUMN_TITLE,
	COLUMN_AUTHOR,
	COLUMN_BOARD,
	COLUMN_GAMES,
	COLUMN_TEXT,
	COLUMN_SOURCE,
	COLUMN_TITLE_LINE,
	COLUMN_GAME,
	COLUMN_ADJOINS,
	RECORD_COLUMNS
};

/* A notation of records.  next: find the end of the record that begins in the
 * first line of the window: 1 with its text and the number of its lines, 0 if
 * these lines are not a record, -1 with errno; NULL: each line is a record.
 * header: a quick test whether a line is the header of
 * a collection.  parse: fill in the fields of a line; false (reported) if it is
 * invalid. */
struct record_format {
	int (*next)(struct sok_reader *reader, struct lines *window,
	    struct sok_str *text, size_t *lines);
	bool (*header)(struct sok_reader *reader, struct sok_str line);
	bool (*parse)(
	    struct sok_reader *reader, struct sok_str line, struct record *rec);
};

/* The functions of a reader, without the format. */
int record_open(struct sok_reader *reader, const struct record_format *format);
int record_read(struct sok_reader *reader);
void record_close(struct sok_reader *reader);

/* What a format keeps between records, for its functions. */
struct record_map {
	/* By the column of a file: 1 + that of records, or 0. */
	unsigned char column[64];
	size_t n; /* columns of the file; 0: its first line was not read */
	/* What is wrong with the record that was found last, which may be found
	 * twice, but is parsed once. */
	bool more; /* it has more fields than columns */
	bool tail; /* text follows the closing quote of a field */
};
struct record_map *record_map(struct sok_reader *reader);

/* records.c: parse a line of records. */
bool record_parse(
    struct sok_reader *reader, struct sok_str line, struct record *rec);
/* Write a TAB and a field of records. */
void record_put_field(struct sok_output *out, struct sok_str s);
/* Write games as `title=moves=text;...`. */
void record_put_games(struct sok_output *out, const struct sok_puzzle *puzzle);
/* Append the board as run-length text; the writer fails on ENOMEM. */
void record_put_board(struct sok_writer *writer, struct sok_buf *to,
    const struct sok_puzzle *puzzle);
/* Whether a Title: key hides the title line, which is then a column. */
bool record_title_displaced(const struct sok_puzzle *puzzle);

/* Set the source of a record, unless the name cannot be that of a file, which
 * is not reported. */
void record_source(struct sok_reader *reader, struct record *rec,
    struct sok_str file, size_t line);

/* The kinds of findings that are reported once; see reader_once(). */
enum {
	ONCE_DROPS = 1,
	ONCE_LINES = 2,
	ONCE_TWICE = 4,
	ONCE_GAME = 8,
	ONCE_HEADER = 16,
	ONCE_AUTHOR = 32,
	ONCE_TITLE = 64
};

/* Add the author to a text that has none, unless it is `other`. */
void record_author(struct sok_reader *reader, const struct record *rec,
    struct sok_text *text, struct sok_str other, struct sok_arena *arena);
/* Make a record that is not a header reader->puzzle.  header: the text of the
 * header that applies to it. */
void record_puzzle(struct sok_reader *reader, struct record *rec,
    const struct sok_text *header);

/* Whether a collection of one puzzle has exactly this text, as its header or
 * below the board; -1 on ENOMEM.  game: the variant, NULL: as the text says. */
int record_stands(const struct sok_text *text, bool header, const char *game,
    const struct sok_limits *limits);

enum record_owner { RECORD_OF_HEADER, RECORD_OF_PUZZLE, RECORD_OF_GAME };
/* Convert text to lines: unchanged if a text reader would read them as text
 * below a board (for a header: above one), else by sok_text_foreign().  text
 * must live as long as the result: the puzzle, or the reader for a header. */
void record_text(struct sok_reader *reader, struct sok_text *lines,
    struct sok_str text, enum record_owner owner);

#endif
