/* check_grid16.c - check_grid.h for boards of up to 16 columns. */
#include <stdint.h>

#define WORD uint16_t
#define CHECK check_grid16
#include "check/check_grid.h"
