/* unit.h - the checks of all unit tests, which continue after a failure, and
 * the exit status. */
#ifndef UNIT_H
#define UNIT_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sok.h"

static int unit_failures;

/* Check a condition; if it fails, print the position. */
#define CHECK(cond) unit_check((cond), #cond, __FILE__, __LINE__)
/* Check that slices or C strings are equal; if not, print both. */
#define CHECK_STR(got, want) unit_str((got), (want), __FILE__, __LINE__)
/* The same for numbers. */
#define CHECK_NUM(got, want) \
	unit_num((long long)(got), (long long)(want), #got, __FILE__, __LINE__)

static inline bool
unit_check(bool ok, const char *what, const char *file, int line)
{
	if (!ok) {
		fprintf(stderr, "%s:%d: failed: %s\n", file, line, what);
		unit_failures++;
	}
	return ok;
}

static inline bool
unit_str(struct sok_str got, const char *want, const char *file, int line)
{
	if (sok_str_eq(got, sok_str(want)))
		return true;
	fprintf(stderr, "%s:%d: got \"%.*s\", want \"%s\"\n", file, line,
	    (int)got.len, got.s == NULL ? "" : got.s, want);
	unit_failures++;
	return false;
}

static inline bool
unit_num(
    long long got, long long want, const char *what, const char *file, int line)
{
	if (got == want)
		return true;
	fprintf(stderr, "%s:%d: %s is %lld, want %lld\n", file, line, what, got,
	    want);
	unit_failures++;
	return false;
}

/* Random numbers, the same on every machine: splitmix64. */
static inline uint64_t
unit_random(uint64_t *seed)
{
	uint64_t z = *seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* The exit status of the test. */
static inline int
unit_done(void)
{
	return unit_failures > 0;
}

#endif
