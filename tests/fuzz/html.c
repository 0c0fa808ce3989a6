/* html.c - any bytes as a page of ours: never breaks, and comes back. */
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	again_check("html", data, size);
	return 0;
}
