/* html.c - any bytes as our page: reading is safe, and round trips agree. */
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	again_check("html", data, size);
	return 0;
}
