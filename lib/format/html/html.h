/* html.h - the style sheet and script of a page. */
#ifndef SOK_HTML_H
#define SOK_HTML_H

#include "sok.h"

/* page.css and player.js, and their hashes for the page's policy. */
extern const struct sok_str html_style, html_style_hash;
extern const struct sok_str html_script, html_script_hash;

#endif
