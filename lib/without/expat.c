/* expat.c - the reader of .slc in a build without expat. */
#include "text/text.h"

const struct sok_read_ops read_slc_ops = {.lacks = "expat"};
