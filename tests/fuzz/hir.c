/* hir.c - any bytes as a file of hir: reading is safe, and round trips
 * agree. */
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	again_check("hir", data, size);
	return 0;
}
