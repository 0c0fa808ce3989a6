/* pusher.c - any bytes as a pusher map: reading is safe, round trips agree. */
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	again_check("pusher", data, size);
	return 0;
}
