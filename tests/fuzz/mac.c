/* mac.c - any bytes as a Macintosh file: reading is safe, round trips agree. */
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	again_check("sokoban3d", data, size);
	return 0;
}
