/* jansson.c - the reader of jsonl in a build without jansson. */
#include "text/text.h"

const struct sok_read_ops read_json_ops = {.lacks = "jansson"};
