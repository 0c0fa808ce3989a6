/*
 * record.h - puzzles on one line as fields; shared by the readers of records
 * and of JSON lines.
 */
#ifndef SOK_RECORD_H
#define SOK_RECORD_H

#include "text/lines.h"
#include "text/reader.h"

struct record_game {
	struct sok_str name, moves, text;
	size_t col; /* of the moves, 0 unknown */
};

/* One line; strings and arrays are in the arena of the puzzle. */
struct record {
	size_t line;
	bool header; /* text is that of a collection */
	/* title is the title line unless the text has a Title: key; then it is
	 * title_line. */
	struct sok_str title, title_line;
	struct sok_str author; /* of the puzzle, or of a header */
	struct sok_str play;   /* the name of its game */
	struct sok_str text;
	struct sok_str *row;
	size_t nrows;
	bool broken; /* the rows are no board; that was reported */
	size_t col;  /* of the board, 0 unknown */
	struct record_game *game;
	size_t ngames;
	enum sok_rle_kind letters; /* of its moves */
	size_t decoded; /* moves of games so far, which are all held */
	/* Where the puzzle was before, or line 0: findings about it name that
	 * place, unlike those about the record. */
	struct sok_pos source;
};

/*
 * A way to write records.  header: whether a line is the header of a
 * collection, quickly.  parse: the line's fields; false (reported) for a line
 * that cannot be read.
 */
struct record_format {
	bool (*header)(struct sok_reader *r, struct sok_str line);
	bool (*parse)(
	    struct sok_reader *r, struct sok_str line, struct record *rec);
};

/* The state of their reader. */
struct records {
	struct lines l;
	const struct record_format *f;
	bool any;      /* a record was read */
	unsigned said; /* of record_say_once() */
	bool lent;     /* so was a puzzle: the header cannot change any more */
	/* A later header, of collections that were put together, in its own
	 * arena: the puzzles that follow inherit from it. */
	struct sok_arena arena;
	struct sok_header later;
	size_t bytes; /* of headers since the last puzzle */
};

/* The calls of a reader, but the format. */
int record_open(struct sok_reader *r, const struct record_format *f);
int record_read(struct sok_reader *r);
void record_close(struct sok_reader *r);

/* Set the source of a record, unless the name is not that of a file: this is
 * not reported. */
void record_source(
    struct sok_reader *r, struct record *rec, struct sok_str file, size_t line);

/* Whether this is to be said now: it is the first time. */
enum record_said {
	RECORD_DROPS = 1,
	RECORD_LINES = 2,
	RECORD_HEADER = 4,
	RECORD_AUTHOR = 8,
	RECORD_TITLE = 16,
	RECORD_TWICE = 32,
	RECORD_GAME = 64
};
bool record_say_once(struct sok_reader *r, enum record_said what);
/* It may be said once more. */
void record_say_again(struct sok_reader *r, enum record_said what);

/* The text of the header that the next puzzle stands below. */
const struct sok_text *record_header(const struct sok_reader *r);
/* An author whom the text does not have, and who is not the other, goes there.
 */
void record_author(struct sok_reader *r, const struct record *rec,
    struct sok_text *t, struct sok_str other, struct sok_arena *a);
/* A record that is no header as r->puzzle. */
void record_puzzle(struct sok_reader *r, struct record *rec);

/* Whether a text is read as it is below a board of the game with this name,
 * NULL: as it says; -1 on ENOMEM. */
int record_stands(const struct sok_text *t, const char *game,
    const struct sok_limits *limits);

enum record_owner { RECORD_OF_HEADER, RECORD_OF_PUZZLE, RECORD_OF_GAME };
/*
 * Text that stands for itself: its lines as they are, or as
 * sok_text_foreign() gives them where a text reader would find something else
 * below a board (or, of a header, above one).  text lives as long as what is
 * made of it: the puzzle, the reader if of a header.
 */
void record_text(struct sok_reader *r, struct sok_text *t, struct sok_str text,
    enum record_owner owner);

#endif
