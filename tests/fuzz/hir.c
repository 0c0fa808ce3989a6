/* hir.c - any bytes as a file of hir's: never breaks, and comes back. */
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	again_check("hir", data, size);
	return 0;
}
