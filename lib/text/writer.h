/* writer.h - what every writer of a format is given and must do. */
#ifndef SOK_WRITER_H
#define SOK_WRITER_H

#include "sok.h"

#define WRITER_KINDS 24

struct sok_writer {
	const struct sok_format *format;
	struct sok_output *out;
	struct sok_write_options o;
	struct sok_sink *sink;
	struct sok_arena arena;          /* reset before every puzzle */
	const struct sok_header *merged; /* of the puzzles that get its keys */
	bool top_game;                   /* a header in it names the game */
	enum sok_variant top_variant;
	bool lasting;           /* a later header holds here */
	size_t written;         /* puzzles so far */
	bool begun;             /* something stands in the file */
	bool ended;             /* the file is complete */
	bool bare;              /* the last puzzle is there without its game */
	size_t replaced;        /* characters that the charset lacks */
	size_t marked;          /* ... that the format lacks: U+FFFD now */
	bool guessed;           /* text was taken for windows-1252, */
	struct sok_pos guess;   /* there first */
	struct sok_pos at;      /* of what is being written */
	const char *operand;    /* its file, whose name lives on */
	struct sok_arena names; /* of others that are kept */
	bool failed;            /* there was no memory for something */
	const char *headless;   /* operand whose header could not be held */
	bool warned;            /* what is said once for all files was said */
	bool refused;           /* a puzzle was, or --strict objects to it */
	struct {
		const char *one, *many; /* "snapshot", "snapshots" */
		size_t n;
		struct sok_pos pos; /* of the first puzzle that lost one */
	} lost[WRITER_KINDS];
	size_t nlost;
	void *state; /* of the format: its bytes, zero, for every file */
};

/*
 * begin: before anything, false with errno; header: text before the first
 * puzzle (not called when it is empty and not later); puzzle: whether it is
 * written or the format cannot hold it (said with writer_refuse); end: after
 * the last; close: free what the state has.  NULL means nothing to do.  Write
 * errors are remembered by the output, a lack of memory by the writer
 * (writer_fails), so that nobody need look.
 */
struct sok_write_ops {
	size_t state; /* bytes */
	bool (*begin)(struct sok_writer *w);
	void (*header)(struct sok_writer *w, const struct sok_header *h);
	bool (*puzzle)(struct sok_writer *w, const struct sok_puzzle *p);
	void (*end)(struct sok_writer *w);
	void (*close)(struct sok_writer *w);
	/* What the header says of the author is written with the puzzles. */
	bool author;
	/* Lines over a limit are written as they are. */
	bool raw;
	/* Nobody expects notes or games in it: one note tells of them. */
	bool picture;
	/* A later header holds up to the next one, which may be empty. */
	bool lasts;
};

/* Count n things of a kind that p has and the format cannot hold; strings are
 * literals.  Reported at the end: "3 snapshots dropped: xsb cannot hold them".
 */
void writer_lost(struct sok_writer *w, const struct sok_puzzle *p,
    const char *one, const char *many, size_t n);
/* Whether there was no memory for something: all fails then, in the end. */
static inline bool
writer_fails(struct sok_writer *w, bool failed)
{
	w->failed |= failed;
	return failed;
}
/* Text for a format that is Unicode.  That a character set was guessed is
 * reported at the end. */
struct sok_str writer_utf8(struct sok_writer *w, struct sok_str s);
/* What was made in an arena, or empty where there was no memory for it. */
static inline struct sok_str
writer_made(struct sok_writer *w, struct sok_str s)
{
	return writer_fails(w, s.s == NULL) ? (struct sok_str){"", 0} : s;
}
/* Lines of a text that are not blank. */
size_t writer_lines(const struct sok_text *t);
/* For begin, of formats that hold ids: say once that this build has none. */
bool writer_begin_ids(struct sok_writer *w);
/* Report cannot-hold; false for the caller to return. */
bool writer_refuse(struct sok_writer *w, const struct sok_puzzle *p,
    const char *fmt, ...) SOK_PRINTF(3, 4);

/* later.c */

/* The text of a header at the top of merged collections: the keys that its
 * puzzles get become remarks, as they would hold for all others, too.  -1 on
 * ENOMEM. */
int later_top(
    struct sok_writer *w, const struct sok_header *h, struct sok_text *t);
/* The lines of a later header as remarks on the puzzle above, which is said.
 * -1 on ENOMEM. */
int later_remarks(
    struct sok_writer *w, const struct sok_header *h, struct sok_text *t);
/* A puzzle that would be read as one of another game becomes a copy, *own, with
 * a key that names its game.  -1 on ENOMEM. */
int later_name_game(
    struct sok_writer *w, const struct sok_puzzle **p, struct sok_puzzle *own);

/* write_parts.c */

/*
 * Refuse a puzzle without a board, or with one that the text reader would not
 * read back; *open as write_is_open() has it.  Whether it was not refused.
 */
bool writer_board(struct sok_writer *w, const struct sok_puzzle *p, bool *open);
/* Why a board cannot be drawn with nothing but blanks for floor, or NULL. */
const char *writer_blanks(const struct sok_board *b, bool open);
/* Whether a line may stand below a board as it is. */
typedef bool writer_held_fn(struct sok_str line);
/* Text as tags: lines that are held and comment blocks as they stand, the
 * rest as Comment: ... Comment-End:. */
void writer_text(
    struct sok_output *out, const struct sok_text *t, writer_held_fn *held);

/* Count all lines of a text but the key that is the title and an author that is
 * written. */
void writer_lost_text(
    struct sok_writer *w, const struct sok_puzzle *p, const struct sok_text *t);
/* Count a title line that is not the title, because a key displaced it. */
void writer_lost_title_line(struct sok_writer *w, const struct sok_puzzle *p);
void writer_lost_games(struct sok_writer *w, const struct sok_puzzle *p);
/* All of these: what is left of a puzzle beside its board and title. */
void writer_lost_rest(struct sok_writer *w, const struct sok_puzzle *p);

/* format.c declares the others. */
extern const struct sok_write_ops write_sok_ops, write_csv_ops, write_html_ops;

#endif
