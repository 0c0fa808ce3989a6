/* check_broad.c - what check_rows.c says, of boards of up to 64 columns. */
#include "cpu.h"

#define WORD uint64_t
#include "check_rows.h"

bool
check_broad_plain(const struct check_text *t)
{
	return rows_in_order(t);
}

CPU_AVX2 static bool
in_order_avx2(const struct check_text *t)
{
	return rows_in_order(t);
}

bool
check_broad(const struct check_text *t)
{
	return cpu_has_avx2() ? in_order_avx2(t) : check_broad_plain(t);
}
