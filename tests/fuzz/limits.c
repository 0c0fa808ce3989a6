/*
 * limits.c - any bytes with a limit that they soon reach: the first byte
 * chooses the limit, the second its value.  Every reader terminates, and its
 * puzzles can be copied, inherit keys and be written.
 */
#include <stdint.h>
#include <stdlib.h>

#include "text/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
note(void *ctx, const struct sok_finding *f)
{
	(void)ctx;
	(void)f;
}

static void
use(struct sok_writer *w, const struct sok_puzzle *p, struct sok_sink *sink)
{
	struct sok_arena a = {0};
	struct sok_puzzle own;

	if (sok_puzzle_copy(&own, p, &a) == -1 ||
	    sok_inherit(&own, p->header, NULL, sink, &a) == -1 ||
	    sok_write(w, &own) == -1)
		abort();
	sok_arena_free(&a);
}

static void
set_limit(struct sok_limits *l, size_t which, size_t n)
{
	size_t most = sok_highest_limits.v[which];

	l->v[which] = n < most ? n : most;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sok_sink sink = {.fn = note};
	struct sok_limits limits = sok_default_limits;
	struct sok_read_options o = {.name = "in", .limits = &limits};
	struct sok_write_options to = {.wrap = 70, .name = "out"};
	struct sok_buf bytes = {0};
	struct sok_puzzle *p;
	struct sok_reader *r;
	struct sok_writer *w;
	struct sok_output *out;
	size_t n = 0;

	if (size < 2)
		return 0;
	set_limit(&limits, data[0] % SOK_NLIMITS, 1U + data[1] % 64);
	r = sok_reader_open_memory(
	    (struct sok_str){(const char *)data + 2, size - 2}, &o, &sink);
	out = sok_output_memory(&bytes);
	w = sok_writer_open(sok_format_find(SOK_STR("sok")), out, &to, &sink);
	if (r == NULL || w == NULL)
		abort();
	/* Each puzzle takes at least one byte. */
	while (sok_read(r, &p) == 1 && n++ <= size)
		use(w, p, &sink);
	if (n > size + 1)
		abort();
	sok_reader_close(r);
	sok_writer_close(w);
	sok_output_close(out, true);
	sok_buf_free(&bytes);
	return 0;
}
