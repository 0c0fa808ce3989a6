/*
 * check_rows.c - whether boards of up to 32 columns are plainly in order; those
 * of up to 64 are in check_broad.c.
 */
#include "cpu.h"

#define WORD uint32_t
#include "check_rows.h"

bool
check_rows_plain(const struct check_text *t)
{
	return rows_in_order(t);
}

CPU_AVX2 static bool
in_order_avx2(const struct check_text *t)
{
	return rows_in_order(t);
}

bool
check_rows(const struct check_text *t)
{
	return cpu_has_avx2() ? in_order_avx2(t) : check_rows_plain(t);
}
