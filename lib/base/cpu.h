/* cpu.h - features that only some processors have. */
#ifndef SOK_CPU_H
#define SOK_CPU_H

#include <stdbool.h>

/* A function that is compiled with all it calls for processors with AVX2, to
 * run on them only; elsewhere it is as any other. */
#ifdef __x86_64__
#define CPU_AVX2 __attribute__((target("avx2"), flatten))
#else
#define CPU_AVX2
#endif

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
