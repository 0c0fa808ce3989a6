/*
 * rle.c - any bytes as run-length text: decoding is safe and within its limits,
 * and the decoded text survives encoding, with and without groups.  The first
 * byte chooses boards or moves.
 */
#include "base/base.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIMIT = 50000 };

static void
must(bool holds)
{
	if (!holds)
		abort();
}

/* The length of the encoding, which decodes to the same text. */
static size_t
encode(struct sok_str flat, enum sok_rle_kind kind, bool groups,
    const struct sok_limits *limits)
{
	struct sok_buf rle = {0}, back = {0};
	struct sok_rle_error e;
	size_t len;

	sok_rle_encode(&rle, flat, kind, groups ? 2 : 3, groups);
	must(sok_rle_decode(&back, sok_buf_str(&rle), kind, limits, &e) == 0);
	must(sok_str_eq(flat, sok_buf_str(&back)));
	len = rle.len;
	sok_buf_free(&rle);
	sok_buf_free(&back);
	return len;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sok_limits limits = sok_default_limits;
	struct sok_rle_error e = {0};
	struct sok_buf flat = {0};
	struct sok_str text;
	enum sok_rle_kind kind;
	size_t plain, grouped;

	if (size == 0)
		return 0;
	limits.v[SOK_LIMIT_SQUARES] = limits.v[SOK_LIMIT_MOVES] = LIMIT;
	kind = data[0] & 1 ? SOK_RLE_MOVES : SOK_RLE_BOARD;
	text = (struct sok_str){(const char *)data + 1, size - 1};
	if (sok_rle_decode(&flat, text, kind, &limits, &e) == -1) {
		must(flat.len == 0 && e.message != NULL && e.at <= text.len);
	} else {
		plain = encode(sok_buf_str(&flat), kind, false, &limits);
		grouped = encode(sok_buf_str(&flat), kind, true, &limits);
		must(flat.len > 256 || grouped <= plain);
	}
	sok_buf_free(&flat);
	return 0;
}
