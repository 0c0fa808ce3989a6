/* html.h - web pages: what the parts of the writer share. */
#ifndef SOK_HTML_H
#define SOK_HTML_H

#include "format/picture/picture.h"
#include "text/text.h"

/* What a page says in its head about the program that made it. */
#define HTML_GENERATOR "<meta name=\"generator\" content=\"soktools"
/* What begins each part of the .sok text that a page has. */
#define HTML_SOURCE "<pre class=\"sok\""

/* The .sok text of a page: what sokfmt would write, part by part. */
struct html_source {
	struct sok_writer *writer;
	struct sok_output *out;
	struct sok_buf bytes; /* not on the page yet */
};

/* Of a page that is being written. */
struct page {
	bool topped;
	struct sok_header header; /* until the top is written */
	size_t before;            /* puzzles of the operands before this one */
	size_t id;                /* of the last puzzle */
	struct html_source source;
};

/* ---- html_source.c */

/* Begin the text of a page, unless it is an index page; false with errno. */
bool html_source_begin(struct sok_writer *writer);
void html_source_header(
    struct sok_writer *writer, const struct sok_header *header);
void html_source_puzzle(
    struct sok_writer *writer, const struct sok_puzzle *puzzle);
/* Write the part that was not written yet, if there is one.  later: it belongs
 * to the heading of a later collection. */
void html_source_put(struct sok_writer *writer, bool later);
void html_source_close(struct sok_writer *writer);

/* ---- html_summary.c */

/* The names of the page, and what those see who are sent a link to it.  puzzle:
 * the title of its only puzzle, or empty. */
void html_summary(struct sok_writer *writer, struct sok_str puzzle,
    struct sok_str collection, struct sok_str author);

/* ---- html_puzzle.c */

/* The lines of a text, if there are any, with single blank lines and without
 * remarks for readers of the file, definitions of macros (header: it can have
 * some), marks of comment blocks, and keys with the values first and second,
 * which are shown elsewhere. */
void html_notes(struct sok_writer *writer, const struct sok_text *text,
    bool header, struct sok_str first, struct sok_str second);
/* Count the remarks for readers of the file, which are not shown. */
void html_lost_remarks(struct sok_writer *writer, const struct sok_text *text);
void html_author(struct sok_writer *writer, struct sok_str name);
/* The name of a page as an address, and the start tag of a link to it. */
void html_address(struct sok_output *out, struct sok_str name);
void html_link(struct sok_writer *writer, struct sok_str name);
void html_article(struct sok_writer *writer, const struct sok_puzzle *puzzle);

#endif
