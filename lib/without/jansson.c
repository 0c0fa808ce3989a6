/* jansson.c - the reader of jsonl in a build without jansson: it fails with
 * ENOSYS. */
#include <errno.h>

#include "text/reader.h"

static int
fail(struct sok_reader *r)
{
	(void)r;
	errno = ENOSYS;
	return -1;
}

const struct sok_read_ops read_json_ops = {
    .open = fail, .read = fail, .lacks = "jansson"};
