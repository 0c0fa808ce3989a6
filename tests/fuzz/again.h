/*
 * again.h - for fuzz targets of formats: any puzzle that is read can be
 * written, and the output reads back as the same boards and does not change
 * when it is written again.
 */
#ifndef AGAIN_H
#define AGAIN_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/base.h"

/* Remember whether a page shows a board that it cannot represent. */
static void
again_note(void *ctx, const struct sok_finding *f)
{
	bool *left_out = ctx;

	if (f->rule == SOK_LOSSY_RULE &&
	    sok_str_starts(f->message, SOK_STR("its text is left out")))
		*left_out = true;
}

/* Two lists of boards: equal, or both empty. */
static bool
again_same(const struct sok_buf *a, const struct sok_buf *b)
{
	return sok_str_eq(sok_buf_str(a), sok_buf_str(b));
}

/* Read bytes of a format and write every puzzle that it can represent, or only
 * the first if a file contains one; boards are written as text to *boards. */
static void
again_convert(const struct sok_format *f, struct sok_str bytes,
    struct sok_buf *to, struct sok_buf *boards, bool *left_out)
{
	struct sok_sink sink = {.fn = again_note, .ctx = left_out};
	struct sok_limits limits = sok_default_limits;
	struct sok_read_options ro = {
	    .name = "in", .format = f, .limits = &limits};
	struct sok_write_options wo = {.wrap = 70, .name = "out"};
	struct sok_reader *r = sok_reader_open_memory(bytes, &ro, &sink);
	struct sok_output *out = sok_output_memory(to);
	struct sok_writer *w = sok_writer_open(f, out, &wo, &sink);
	struct sok_puzzle *p;
	int got, kept;

	/* Nested groups may expand to the limit, which takes a while. */
	limits.v[SOK_LIMIT_MOVES] = 1 << 18;
	to->len = boards->len = 0;
	if (r == NULL || w == NULL)
		abort();
	while ((got = sok_read(r, &p)) == 1) {
		if (p->ngames > 1)
			p->ngames = 1;
		kept = sok_write(w, p);
		if (kept == -1)
			abort();
		if (kept == 1)
			sok_rle_board(boards, &p->board, true, 3, false);
		sok_buf_addc(boards, '\n');
		if (f->flags & SOK_ONE_PUZZLE)
			break;
		if (kept == 0)
			boards->len--;
	}
	if (got == -1 || sok_writer_close(w) == -1 ||
	    sok_output_close(out, true) == -1 || boards->failed)
		abort();
	sok_reader_close(r);
}

static void
again_check(const char *format, const uint8_t *data, size_t size)
{
	const struct sok_format *f = sok_format_find(sok_str(format));
	struct sok_str in = {(const char *)data, size};
	struct sok_buf b[3] = {{0}}, boards[3] = {{0}};
	bool left_out = false, again = false;

	again_convert(f, in, &b[0], &boards[0], &left_out);
	again_convert(f, sok_buf_str(&b[0]), &b[1], &boards[1], &again);
	again_convert(f, sok_buf_str(&b[1]), &b[2], &boards[2], &again);
	if (again || !again_same(&b[1], &b[2]) ||
	    (b[0].len > 0 && !left_out &&
	        !again_same(&boards[0], &boards[1]))) {
		for (int i = 0; i < 3; i++) {
			fprintf(stderr, "-- %d\n", i);
			fwrite(b[i].s, 1, b[i].len, stderr);
			fprintf(stderr, "-- boards\n");
			fwrite(boards[i].s, 1, boards[i].len, stderr);
		}
		abort();
	}
	for (int i = 0; i < 3; i++) {
		sok_buf_free(&b[i]);
		sok_buf_free(&boards[i]);
	}
}

#endif
