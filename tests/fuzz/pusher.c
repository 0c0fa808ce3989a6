/* pusher.c - any bytes as a pusher map: never breaks, and comes back. */
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	again_check("pusher", data, size);
	return 0;
}
