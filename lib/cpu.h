/* cpu.h - what only some processors can do. */
#ifndef SOK_CPU_H
#define SOK_CPU_H

#include <stdbool.h>

static inline bool
cpu_has_avx2(void)
{
#ifdef __x86_64__
	return __builtin_cpu_supports("avx2");
#else
	return false;
#endif
}

#endif
