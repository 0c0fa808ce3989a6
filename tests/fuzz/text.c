/*
 * text.c - any bytes as a collection: the text reader is safe, and the
 * formatter keeps its promise.
 */
#include "../unit/model.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!model_promise((struct sok_str){(const char *)data, size}))
		abort();
	return 0;
}
