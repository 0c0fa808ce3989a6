/* check_grid16.c - what check_rows.c says, of boards of up to 16 columns. */
#ifdef __x86_64__
#define WORD uint16_t
#include "check_grid.h"

FAST bool
check_grid16(const struct check_text *t)
{
	return grid_in_order(t);
}
#endif
