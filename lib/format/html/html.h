/* html.h - shared by the files that write web pages. */
#ifndef SOK_HTML_H
#define SOK_HTML_H

#include "text/writer.h"

/* page.css and player.js, and their hashes as a policy names them. */
extern const struct sok_str html_style, html_style_hash;
extern const struct sok_str html_script, html_script_hash;

/* Text of the input between two tags of ours; counts the characters that a
 * page cannot hold.  -1 on ENOMEM. */
int html_text(
    struct sok_writer *w, const char *start, struct sok_str s, const char *end);
/* The lines of a text, if there are any, but `::` remarks, the marks of
 * comments, and the keys whose values are a and b.  -1 on ENOMEM. */
int html_notes(struct sok_writer *w, const struct sok_text *t, struct sok_str a,
    struct sok_str b);
/* An address of a page beside this one, as an attribute. */
void html_link(struct sok_writer *w, struct sok_str name);
/* An article.  0, -1 with errno. */
int html_puzzle(struct sok_writer *w, const struct sok_puzzle *p);

#endif
