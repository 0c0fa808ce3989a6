/* html.h - what a page embeds. */
#ifndef SOK_HTML_H
#define SOK_HTML_H

#include "sok.h"

/* page.css and player.js, and their hashes as a policy names them. */
extern const struct sok_str html_style, html_style_hash;
extern const struct sok_str html_script, html_script_hash;

#endif
