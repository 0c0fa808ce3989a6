/* check_grid32.c - check_grid.h for boards of up to 32 columns. */
#include <stdint.h>

#define WORD uint32_t
#define CHECK check_grid32
#include "check/check_grid.h"
