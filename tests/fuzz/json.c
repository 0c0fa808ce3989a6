/*
 * json.c - any bytes as JSON lines: reading is safe, and the puzzles found can
 * be written as text that reads back the same.
 */
#include "../unit/foreign.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sok_str bytes = {(const char *)data, size};

	if (!foreign_survives(bytes, "jsonl", "sok"))
		abort();
	return 0;
}
