/* expat.c - what reads .slc in a build without expat: it says so. */
#include <errno.h>

#include "text/reader.h"

static int
fail(struct sok_reader *r)
{
	(void)r;
	errno = ENOSYS;
	return -1;
}

const struct sok_read_ops read_slc_ops = {
    .open = fail, .read = fail, .lacks = "expat"};
