/*
 * run.c - any bytes, with plain puzzles behind them: those that pass as they
 * stand are what they are one by one.
 */
#include "../unit/runs.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
try(struct sok_str bytes, struct sok_str plain, enum runs_mode mode)
{
	struct sok_buf b = {0};
	size_t passed = 0;

	sok_buf_add(&b, bytes);
	for (int i = 0; i < 400; i++)
		sok_buf_add(&b, plain);
	if (b.failed || !runs_alike(sok_buf_str(&b), mode, &passed))
		abort();
	sok_buf_free(&b);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct sok_str bytes = {(const char *)data, size};
	const struct sok_str plain =
	    SOK_STR("\n\nOne\n\n#####\n#@$.#\n#####\n");

	try(bytes, plain, RUNS_FORM);
	try(bytes, plain, RUNS_CHECK);
	try(bytes,
	    SOK_STR("\n\nOne\n\n#############\n#@$        .#\n"
	            "#############\n\nSolution\nRRRRRRRRR\n"),
	    RUNS_REPLAY);
	return 0;
}
