/* html.h - shared by the files that write web pages. */
#ifndef SOK_HTML_H
#define SOK_HTML_H

#include "text/writer.h"

/* page.css and player.js, and their hashes as a policy names them. */
extern const struct sok_str html_style, html_style_hash;
extern const struct sok_str html_script, html_script_hash;

/* The lines of a text, if there are any, but `::` remarks, the marks of
 * comments, and the keys whose values are a and b. */
void html_notes(struct sok_writer *w, const struct sok_text *t,
    struct sok_str a, struct sok_str b);
void html_author(struct sok_writer *w, struct sok_str author);
/* The tag of a link to a page beside this one. */
void html_link(struct sok_writer *w, struct sok_str name);
/* An article. */
void html_puzzle(struct sok_writer *w, const struct sok_puzzle *p);

#endif
