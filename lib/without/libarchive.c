/* libarchive.c - what unpacks in a build without libarchive: it says so. */
#include "io/packed.h"
#include "tools.h"

const bool unpack_is_built = false;

int
unpack_open(struct sok_packed *p)
{
	return packed_fail(p,
	    "is %s, which this build without libarchive cannot read", p->name);
}

int
unpack_next(struct sok_packed *p, struct sok_member *m)
{
	(void)p;
	(void)m;
	return 0;
}

ssize_t
unpack_read(struct sok_packed *p, char *buf, size_t size)
{
	(void)p;
	(void)buf;
	(void)size;
	return -1;
}

void
unpack_close(struct sok_packed *p)
{
	(void)p;
}
