/* slc.h - what the parser of SokobanLevels XML collects for the reader. */
#ifndef SOK_SLC_H
#define SOK_SLC_H

#include <expat.h>

#include "text/text.h"

/* expat 2.9 has other names for these, with 64 bits, and warns of the old. */
#if XML_MAJOR_VERSION > 2 || (XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION >= 9)
#define SLC_LINE(xml) XML_GetCurrentLineNumber64(xml)
#define SLC_COLUMN(xml) XML_GetCurrentColumnNumber64(xml)
#define SLC_COUNT(xml) XML_GetCurrentByteCount64(xml)
#define SLC_CONTEXT(xml, at, size) XML_GetInputContext64(xml, at, size)
typedef int64_t slc_at;
typedef uint64_t slc_size;
#else
#define SLC_LINE(xml) XML_GetCurrentLineNumber(xml)
#define SLC_COLUMN(xml) XML_GetCurrentColumnNumber(xml)
#define SLC_COUNT(xml) XML_GetCurrentByteCount(xml)
#define SLC_CONTEXT(xml, at, size) XML_GetInputContext(xml, at, size)
typedef int slc_at, slc_size;
#endif

/* The bytes that the parser has, and which of them the current event begins
 * with; s == NULL if there are none. */
static inline struct sok_str
slc_context(XML_Parser xml, size_t *at)
{
	slc_at from = 0;
	slc_size size = 0;
	const char *s = SLC_CONTEXT(xml, &from, &size);

	*at = from > 0 ? (size_t)from : 0;
	return (struct sok_str){s, s != NULL ? (size_t)size : 0};
}

enum slc_element {
	SLC_OTHER,
	SLC_TITLE,
	SLC_EMAIL,
	SLC_URL,
	SLC_COPYRIGHT, /* an attribute, but also a line of the header */
	SLC_FIELDS,    /* the elements before this one are such lines */
	SLC_DESCRIPTION = SLC_FIELDS,
	SLC_ROW,
	SLC_ROOT,
	SLC_COLLECTION,
	SLC_LEVEL
};

/* What is reported once in a file or in a level. */
enum {
	SLC_ONCE_C1 = 1,
	SLC_ONCE_UNKNOWN = 2,
	SLC_PER_FILE = SLC_ONCE_C1 | SLC_ONCE_UNKNOWN,
	SLC_ONCE_ENTITY = 4,
	SLC_ONCE_CUT = 8,
	SLC_ONCE_TAB = 16
};

/* The memory that a parser may use at a time: for names, declarations, and tags
 * or comments that do not end. */
struct slc_budget {
	size_t used, most;
	bool exceeded;
};

struct slc_row {
	struct sok_str text;
	struct sok_pos at;
};

#define SLC_BUFFERS (SLC_FIELDS + 8)

struct slc {
	struct sok_reader *reader;
	const size_t *limit; /* r's limits */
	struct slc_budget budget;
	XML_Parser xml;
	bool bom;     /* it is UTF-8, whatever is declared */
	bool western; /* bytes 80 to 9F are windows-1252 */
	bool stopped; /* the rest cannot be read; the reason was reported */
	bool fed;     /* the parser has the whole input */
	size_t sent;  /* bytes of the start of the input that the parser has */
	/* The buffers that grow while a file is parsed. */
	union {
		struct sok_buf buffer[SLC_BUFFERS];
		struct {
			struct sok_buf field[SLC_FIELDS];
			struct sok_buf open;       /* elements, one byte each */
			struct sok_buf name, text; /* of the owner */
			struct sok_buf about;      /* text of the header */
			struct sok_buf late; /* copyright after the header */
			/* The level; its notes may be above it. */
			struct sok_buf id, copyright, notes;
		};
	};

	size_t owner; /* depth of the element whose text is collected */
	enum slc_element kind; /* its kind */
	enum sok_limit most;   /* the limit of its text */
	bool cut;              /* its text exceeds the limit */
	bool split;            /* it was a row that was split into several */
	size_t tag_at;  /* length of its text at the last tag inside it */
	bool tag_start; /* that tag was a start tag */

	struct sok_buf *loose;  /* the notes to which text is being added */
	struct sok_pos late_at; /* of late; line 0 once a level has used it */
	bool header_done;       /* nothing can be added any more */
	bool header_made;

	/* The level. */
	bool in_level;
	struct sok_pos at;
	struct slc_row *row;
	size_t nrows, cap;
	struct sok_pos row_at;     /* of the row being read */
	struct sok_pos note_at;    /* of the notes */
	size_t first_line, indent; /* the place of the first row */
	bool too_big;              /* rows were dropped */
};

_Static_assert(offsetof(struct slc, notes) ==
        offsetof(struct slc, buffer[SLC_BUFFERS - 1]),
    "SLC_BUFFERS counts the buffers");

/* Create a parser that is suspended at the end of each level; -1 on ENOMEM. */
int slc_parser(struct slc *slc);
/* The place of the current event. */
struct sok_pos slc_pos(const struct slc *slc);
/* Call reader_report() with a place, or with that one. */
#define SLC_REPORT_AT(slc, rule, at, ...) \
	reader_report((slc)->reader, rule, (at).line, (at).col, __VA_ARGS__)
#define SLC_REPORT(slc, rule, ...) \
	SLC_REPORT_AT(slc, rule, slc_pos(slc), __VA_ARGS__)

/* The text of an element is complete. */
void slc_end_text(struct slc *slc);

/* Create slc->xml, which takes its memory from slc->budget, with the handlers
 * for character sets; -1 on ENOMEM.  The budget must be current (slc_budget) in
 * the thread that calls the parser or frees it.  A parser out of budget reports
 * XML_ERROR_NO_MEMORY, and exceeded is set. */
int slc_expat(struct slc *slc);
void slc_budget(struct slc_budget *budget);

/* Drop the late copyright; report it if no level has used it. */
void slc_drop_late(struct slc *slc);

#endif
