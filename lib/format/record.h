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

/* A notation of records.  header: a quick test whether a line is the header of
 * a collection.  parse: fill in the fields of a line; false (reported) if it is
 * invalid. */
struct record_format {
	bool (*header)(struct sok_reader *r, struct sok_str line);
	bool (*parse)(
	    struct sok_reader *r, struct sok_str line, struct record *rec);
};

/* The functions of a reader, without the format. */
int record_open(struct sok_reader *r, const struct record_format *f);
int record_read(struct sok_reader *r);
void record_close(struct sok_reader *r);

/* Set the source of a record, unless the name cannot be that of a file, which
 * is not reported. */
void record_source(
    struct sok_reader *r, struct record *rec, struct sok_str file, size_t line);

/* The kinds of findings that are reported once; see reader_once(). */
enum {
	RECORD_DROPS = 1,
	RECORD_LINES = 2,
	RECORD_TWICE = 4,
	RECORD_GAME = 8,
	RECORD_HEADER = 16,
	RECORD_AUTHOR = 32,
	RECORD_TITLE = 64
};

/* Add the author to a text that has none, unless it is `other`. */
void record_author(struct sok_reader *r, const struct record *rec,
    struct sok_text *t, struct sok_str other, struct sok_arena *a);
/* Make a record that is not a header r->puzzle.  header: the text of the header
 * that applies to it. */
void record_puzzle(
    struct sok_reader *r, struct record *rec, const struct sok_text *header);

/* Whether a collection of one puzzle has exactly this text, as its header or
 * below the board; -1 on ENOMEM.  game: the variant, NULL: as the text says. */
int record_stands(const struct sok_text *t, bool header, const char *game,
    const struct sok_limits *limits);

enum record_owner { RECORD_OF_HEADER, RECORD_OF_PUZZLE, RECORD_OF_GAME };
/* Convert text to lines: unchanged if a text reader would read them as text
 * below a board (for a header: above one), else by sok_text_foreign().  text
 * must live as long as the result: the puzzle, or the reader for a header. */
void record_text(struct sok_reader *r, struct sok_text *t, struct sok_str text,
    enum record_owner owner);

#endif
