/* writer.h - the interface between the writers of all formats and their
 * caller. */
#ifndef SOK_WRITER_H
#define SOK_WRITER_H

#include "board/board.h"

#define WRITER_KINDS 24

struct sok_writer {
	const struct sok_format *format;
	struct sok_output *out;
	struct sok_write_options options;
	struct sok_sink *sink;
	struct sok_arena arena;          /* reset before each puzzle */
	const struct sok_header *merged; /* the header of merged collections,
	                                    whose keys the puzzles get */
	struct naming top; /* what the header of the output names */
	bool orders;       /* the header of the output has orders */
	bool lasting;      /* a later header is in effect */
	size_t written;    /* number of puzzles so far */
	bool begun;        /* the file is not empty */
	bool bare;         /* the last puzzle was written without its game */
	size_t replaced;   /* characters missing in the charset */
	size_t marked;     /* characters impossible in the format, now U+FFFD */
	bool guessed;      /* text was taken as windows-1252, */
	struct sok_pos guess;   /* here first */
	struct sok_pos at;      /* the place of what is being written */
	const char *operand;    /* its file, whose name outlives the puzzle */
	struct sok_arena names; /* copies of names that do not */
	bool failed;            /* there was no memory for something */
	const char *headless;   /* operand whose header was not written */
	bool warned;            /* the warning for all files was given */
	bool refused; /* a puzzle was refused, or the output was warned of:
	                 with --strict it is not written */
	struct writer_loss {
		const char *one, *many; /* "snapshot", "snapshots" */
		size_t n;
		struct sok_pos pos; /* the first puzzle that lost one */
	} lost[WRITER_KINDS];
	size_t nlost;
	/* Of the format; zeroed for each file, NULL after its end. */
	void *state;
	/* Two versions of some text: the state before both, then that after the
	 * first one; NULL outside of them. */
	void *other;
};

/* begin: before anything else, false with errno.  header: the text before the
 * first puzzle; not called if it is empty, unless it is a later header.
 * puzzle: returns false if the format cannot represent the puzzle, reported
 * with writer_refuse().  end: after the last puzzle.  close: free what the
 * state contains.  NULL means nothing to do.  The output remembers write
 * errors, and the writer a lack of memory (writer_fails), so nobody else has to
 * test for them. */
struct sok_write_ops {
	size_t state; /* size in bytes */
	bool (*begin)(struct sok_writer *writer);
	void (*header)(
	    struct sok_writer *writer, const struct sok_header *header);
	bool (*puzzle)(
	    struct sok_writer *writer, const struct sok_puzzle *puzzle);
	void (*end)(struct sok_writer *writer);
	void (*close)(struct sok_writer *writer);
	/* Two versions of some text were written, of which readers will choose
	 * one: change the state after the second one so that what follows is
	 * right after either; other is the state after the first one. */
	void (*join)(void *state, const void *other);
	/* A board without a title follows: write now what keeps the text above
	 * from becoming its title. */
	void (*guard)(struct sok_writer *writer);
	/* The author in the header is written with each puzzle. */
	bool author;
	/* Lines over a limit are written unchanged. */
	bool raw;
	/* A picture or bare boards: nobody expects games or a header in it, so
	 * one note reports all such losses. */
	bool bare;
	/* A later header, even an empty one, lasts until the next one. */
	bool lasts;
	/* The lines of a later header are written as remarks. */
	bool remarks;
	/* The header, with its macros, is written above the puzzles that use
	 * them; in other formats macros are expanded. */
	bool defines;
	/* A puzzle may be taken from the output without the header, as lines
	 * are: what decides its verdict is written with it. */
	bool alone;
};

/* Count n things of a kind in puzzle that the format cannot represent; the
 * strings are literals.  Reported at the end: "3 snapshots dropped: xsb cannot
 * hold them". */
void writer_lost(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    const char *one, const char *many, size_t n);
/* Record a lack of memory: the writer fails in the end. */
static inline bool
writer_fails(struct sok_writer *writer, bool failed)
{
	writer->failed |= failed;
	return failed;
}
/* Convert text to UTF-8.  If it was taken as windows-1252, this is reported at
 * the end. */
struct sok_str writer_utf8(struct sok_writer *writer, struct sok_str s);
/* A slice that was made in an arena, or an empty one if there was no memory. */
static inline struct sok_str
writer_made(struct sok_writer *writer, struct sok_str s)
{
	return writer_fails(writer, s.s == NULL) ? (struct sok_str){"", 0} : s;
}
/* The number of lines that are not blank. */
size_t writer_lines(const struct sok_text *text);
/* Report that a puzzle cannot be represented; returns false. */
bool writer_refuse(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    const char *fmt, ...) SOK_PRINTF(3, 4) SOK_SELDOM;
/* Warn about puzzle (or NULL), which is written; with --strict it is an
 * error. */
void writer_warn(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    enum sok_rule rule, const char *fmt, ...) SOK_PRINTF(4, 5) SOK_SELDOM;

#endif
