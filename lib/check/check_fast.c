/*
 * check_fast.c - most puzzles are in order; here that is seen at once, by what
 * looks at many squares at a time.  What is not plainly in order goes the way
 * of check.c.
 */
#include <string.h>

#include "check/check.h"
#include "base/cpu.h"

/* Rows of up to half of CHECK_MOST columns. */
static bool
check_narrow(const struct check_text *t)
{
#ifdef __x86_64__
	if (t->height <= CHECK_GRID && cpu_has_avx2())
		return t->width <= 16 ? check_grid16(t) : check_grid32(t);
#endif
	return check_rows32(t);
}

bool
check_text(const struct check_text *t)
{
	if (t->height > CHECK_MOST || t->width > CHECK_MOST)
		return false;
	return t->width > CHECK_MOST / 2 ? check_rows64(t) : check_narrow(t);
}

bool
check_board(const struct sok_board *b)
{
	unsigned char sq[CHECK_MOST * CHECK_MOST + CHECK_PAD];
	struct check_text t = {sq, NULL, b->width, b->height};
	int tiny = -1;

	if (b->players != 1 || b->boxes != b->goals || b->width > CHECK_MOST ||
	    b->height > CHECK_MOST)
		return false;
	if (check_is_tiny(b->width, b->height))
		tiny = check_tiny(b->sq, b->width, b->height, b->width);
	if (tiny != -1)
		return tiny;
	memcpy(sq, b->sq, (size_t)b->width * (size_t)b->height);
	return check_text(&t);
}
