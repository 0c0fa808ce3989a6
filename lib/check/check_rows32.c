/* check_rows32.c - check_rows.h for boards of up to 32 columns. */
#include <stdint.h>

#define WORD uint32_t
#define CHECK check_rows32
#define CHECK_PLAIN check_rows32_plain
#include "check/check_rows.h"
