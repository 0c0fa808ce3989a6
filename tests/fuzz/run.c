/*
 * run.c - any bytes, with plain puzzles behind them: those that pass as they
 * stand are what they are one by one.
 */
#include "../unit/runs.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sok_buf b = {0};
	size_t passed = 0;

	sok_buf_add(&b, (struct sok_str){(const char *)data, size});
	for (int i = 0; i < 400; i++)
		sok_buf_add(&b, SOK_STR("\n\nOne\n\n#####\n#@$.#\n#####\n"));
	if (b.failed || !runs_alike(sok_buf_str(&b), false, &passed) ||
	    !runs_alike(sok_buf_str(&b), true, &passed))
		abort();
	sok_buf_free(&b);
	return 0;
}
