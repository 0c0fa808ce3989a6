/* diff.h - unified diffs of two files of any size.  They are compared one
 * window after the other, so memory does not grow with them. */
#ifndef DIFF_H
#define DIFF_H

#include "io/io.h"

/* Print what changes the file `old` into the file `new`, which can be read from
 * any place, as a unified diff with three lines of context, which patch(1)
 * accepts; label is in both of its first lines.  Equal files print nothing.  0
 * also if the output failed, -1 with errno if a file cannot be read or there is
 * no memory; then *temporary says whether a temporary file was the reason. */
int diff_print(struct sok_output *out, int old, int new, struct sok_str label,
    bool *temporary);

#endif
