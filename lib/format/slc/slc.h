/* slc.h - what the parser of SokobanLevels XML collects and the reader makes
 * puzzles of. */
#ifndef SOK_SLC_H
#define SOK_SLC_H

#include <expat.h>

#include "text/reader.h"

enum slc_element {
	SLC_OTHER,
	SLC_TITLE,
	SLC_EMAIL,
	SLC_URL,
	SLC_COPYRIGHT, /* an attribute; a line of the header all the same */
	SLC_DESCRIPTION,
	SLC_ROW,
	SLC_ROOT,
	SLC_COLLECTION,
	SLC_LEVEL
};

#define SLC_FIELDS SLC_DESCRIPTION /* those before are lines of the header */

/* What is said once, in a file or in a level. */
enum {
	SLC_SAID_C1 = 1,
	SLC_SAID_UNKNOWN = 2,
	SLC_PER_FILE = SLC_SAID_C1 | SLC_SAID_UNKNOWN,
	SLC_SAID_ENTITY = 4,
	SLC_SAID_CUT = 8,
	SLC_SAID_TAB = 16
};

/* Memory one parser may hold at a time, whatever is in the file: names,
 * declarations, a tag or a comment that does not end. */
struct slc_budget {
	size_t used, most;
	bool exceeded;
};

struct slc_row {
	struct sok_str text;
	size_t line, col;
};

/* What grows while a file is parsed. */
#define SLC_BUFFERS(X) \
	X(charset)   /* as declared, if that counts */ \
	X(open)      /* the elements that are open, a byte each */ \
	X(name)      /* of the one whose text is collected, if unknown */ \
	X(text)      /* of that one */ \
	X(value)     /* of an attribute */ \
	X(about)     /* description and notes of the header */ \
	X(late)      /* copyright of a later LevelCollection */ \
	X(id)        /* of the level, */ \
	X(copyright) /* of the level, */ \
	X(notes)     /* of the level, or above it */

struct slc {
	struct sok_reader *r;
	struct slc_budget budget;
	XML_Parser xml;
	bool bom;     /* it is UTF-8, whatever the declaration says */
	bool western; /* bytes 80 to 9F are windows-1252 */
	bool stopped; /* nothing can be read any more; the reason was said */
	bool fed;     /* to the end of the input */
	unsigned said;
	size_t given; /* bytes at the input's start that the parser has */
#define SLC_BUFFER(name) struct sok_buf name;
	SLC_BUFFERS(SLC_BUFFER)
#undef SLC_BUFFER

	size_t owner;          /* how deep the one is whose text is collected */
	enum slc_element kind; /* of that one */
	bool cut;              /* text is over its limit */
	bool split;            /* it was a row, and others came before it */
	size_t tag_at;         /* how long it was at the last tag in it */
	bool tag_start;        /* that one was a start tag */

	struct sok_buf field[SLC_FIELDS];
	struct sok_buf *loose;      /* notes, while text of theirs goes on */
	size_t late_line, late_col; /* of late; 0 when a level needed it */
	bool header_done;           /* nothing can be added */
	bool header_made;

	/* The level. */
	bool in_level, level_done;
	size_t line, col;
	struct slc_row *row;
	size_t nrows, cap;
	size_t row_line, row_col;   /* of the one that is read */
	size_t note_line, note_col; /* where the notes begin */
	size_t first_line, indent;  /* where its first line begins */
	bool too_big;               /* rows were left out */
};

/* A parser that rests (XML_STATUS_SUSPENDED, level_done) at the end of every
 * level; -1 on ENOMEM. */
int slc_parser(struct slc *c);
/* The place of the event. */
size_t slc_line(const struct slc *c);
size_t slc_col(const struct slc *c);
/* reader_report() there. */
#define SLC_REPORT(c, rule, ...) \
	reader_report((c)->r, rule, slc_line(c), slc_col(c), __VA_ARGS__)

size_t slc_limit(const struct slc *c, enum sok_limit l);
/* Say why a limit is reached, which ends all. */
void slc_refuse(struct slc *c, const char *why);
/* Say that text is cut at that limit. */
void slc_report_cut(struct slc *c, enum sok_limit l);
/* Whether a text has reached its limit, which ends all: pieces are limited, but
 * there is no end of pieces. */
bool slc_is_full(struct slc *c, const struct sok_buf *b);
/* Text that the format has no element for: `name: text`, or the name on a line
 * of its own above longer text. */
void slc_note_named(struct slc *c, struct sok_str name, struct sok_str text);
/* The attributes of an element that begins: names and values, NULL behind. */
void slc_attributes(
    struct slc *c, enum slc_element e, const XML_Char *const *a);

/* The text of an element is complete. */
void slc_end_text(struct slc *c);

/* Whether this is the first time. */
bool slc_say_once(struct slc *c, unsigned what);
/* Text as expat gives it, with C1 controls as the characters they were meant
 * to be. */
void slc_add_text(struct slc *c, struct sok_buf *b, struct sok_str s);
/*
 * A parser that gets its memory out of the budget, which outlives it.  The
 * budget must be current in this thread whenever the parser is called; a
 * parser out of budget reports XML_ERROR_NO_MEMORY and exceeded is set.
 */
XML_Parser slc_expat(struct slc_budget *budget);
void slc_budget(struct slc_budget *budget);
/* The parser's handlers for character sets. */
void slc_charset(struct slc *c);

/* Forget the late copyright; say so if it was of no use. */
void slc_drop_late(struct slc *c);

#endif
