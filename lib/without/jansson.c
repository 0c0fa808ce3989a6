/* jansson.c - what reads and writes jsonl in a build without jansson: it says
 * so. */
#include <errno.h>

#include "text/reader.h"
#include "text/writer.h"

static int
fail(struct sok_reader *r)
{
	(void)r;
	errno = ENOSYS;
	return -1;
}

static void
nothing(struct sok_reader *r)
{
	(void)r;
}

static int
fail_to_write(struct sok_writer *w)
{
	(void)w;
	errno = ENOSYS;
	return -1;
}

const struct sok_read_ops read_json_ops = {fail, fail, nothing, NULL};
const struct sok_write_ops write_json_ops = {.begin = fail_to_write};
