/* check_rows64.c - check_rows.h for boards of up to 64 columns. */
#include <stdint.h>

#define WORD uint64_t
#define CHECK check_rows64
#define CHECK_PLAIN check_rows64_plain
#include "check/check_rows.h"
