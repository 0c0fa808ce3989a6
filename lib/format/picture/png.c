/* png.c - writes PNG files (ISO/IEC 15948) with a palette and four bits a
 * pixel.  Each row is stored as its difference from the row above, which is
 * mostly zeros in a drawing, so that runs of one byte are the only repetition
 * which the compression (RFC 1951, with the fixed codes) has to look for. */
#include <errno.h>

#include "base/base.h"
#include "format/picture/png.h"
#include "io/io.h"

/* ---- checksums */

static uint32_t
crc32_of(struct sok_str s)
{
	uint32_t crc = UINT32_MAX;

	for (size_t i = 0; i < s.len; i++) {
		crc ^= (unsigned char)s.s[i];
		for (int bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (0xedb88320 & (0 - (crc & 1)));
	}
	return ~crc;
}

static uint32_t
adler32_of(struct sok_str s)
{
	uint32_t low = 1, high = 0;

	for (size_t i = 0; i < s.len; i++) {
		low = (low + (unsigned char)s.s[i]) % 65521;
		high = (high + low) % 65521;
	}
	return high << 16 | low;
}

/* ---- compression */

enum { RUN_LEAST = 3, RUN_MOST = 258 };

/* Bits are put into bytes from the lowest on. */
struct bits {
	struct sok_buf *to;
	uint32_t waiting;
	int n;
};

static void
put_bits(struct bits *bits, uint32_t value, int n)
{
	bits->waiting |= value << bits->n;
	bits->n += n;
	for (; bits->n >= 8; bits->n -= 8) {
		sok_buf_addc(bits->to, (char)(bits->waiting & 255));
		bits->waiting >>= 8;
	}
}

/* A code, whose highest bit comes first. */
static void
put_code(struct bits *bits, uint32_t code, int n)
{
	while (n-- > 0)
		put_bits(bits, code >> n & 1, 1);
}

/* A byte (below 256), the end (256), or a class of lengths of a run. */
static void
put_symbol(struct bits *bits, uint32_t symbol)
{
	if (symbol < 144)
		put_code(bits, 0x30 + symbol, 8);
	else if (symbol < 256)
		put_code(bits, 0x190 + symbol - 144, 9);
	else if (symbol < 280)
		put_code(bits, symbol - 256, 7);
	else
		put_code(bits, 0xc0 + symbol - 280, 8);
}

/* Repeat the last byte n times. */
static void
put_run(struct bits *bits, uint32_t n)
{
	int extra = 0;

	if (n == RUN_MOST) {
		put_symbol(bits, 285);
	} else {
		n -= RUN_LEAST;
		while (n >> extra >= 8)
			extra++;
		put_symbol(bits, 257 + 4 * (uint32_t)extra + (n >> extra));
		put_bits(bits, n & ((1U << extra) - 1), extra);
	}
	put_code(bits, 0, 5); /* the distance is 1 */
}

static void
add_number(struct sok_buf *to, uint32_t n)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		sok_buf_addc(to, (char)(n >> shift & 255));
}

/* Append a zlib stream (RFC 1950). */
static void
compress(struct sok_buf *to, struct sok_str s)
{
	struct bits bits = {to, 0, 0};
	size_t run;

	sok_buf_add(to, SOK_STR("\x78\x01"));
	put_bits(&bits, 1, 1); /* the last block, */
	put_bits(&bits, 1, 2); /* with the fixed codes */
	for (size_t i = 0; i < s.len; i += run) {
		run = 0;
		while (i > 0 && i + run < s.len && run < RUN_MOST &&
		    s.s[i + run] == s.s[i - 1])
			run++;
		if (run >= RUN_LEAST) {
			put_run(&bits, (uint32_t)run);
			continue;
		}
		put_symbol(&bits, (unsigned char)s.s[i]);
		run = 1;
	}
	put_symbol(&bits, 256);
	put_bits(&bits, 0, 7); /* up to the end of a byte */
	add_number(to, adler32_of(s));
}

/* ---- the file */

/* The rows, each after the number of its filter. */
static void
add_rows(struct sok_buf *to, const struct png_image *image)
{
	const unsigned char *at = image->pixel, *above = NULL;

	for (uint32_t y = 0; y < image->height; y++) {
		sok_buf_addc(to, 2); /* "Up" */
		for (uint32_t x = 0; x < image->width; x += 2) {
			int byte = at[x] << 4 | at[x + 1];

			if (above != NULL)
				byte -= above[x] << 4 | above[x + 1];
			sok_buf_addc(to, (char)byte);
		}
		above = at;
		at += image->width;
	}
}

/* Write a chunk; its bytes begin with the name. */
static void
put_chunk(struct sok_output *out, struct sok_str name, struct sok_str bytes,
    struct sok_buf *chunk)
{
	chunk->len = 0;
	add_number(chunk, (uint32_t)bytes.len);
	sok_buf_add(chunk, name);
	sok_buf_add(chunk, bytes);
	add_number(chunk, crc32_of(sok_str_from(sok_buf_str(chunk), 4)));
	if (!chunk->failed)
		sok_out(out, sok_buf_str(chunk));
}

int
png_write(struct sok_output *out, const struct png_image *image)
{
	struct sok_buf rows = {0}, bytes = {0}, chunk = {0};

	sok_out(out, SOK_STR("\x89PNG\r\n\x1a\n"));
	add_number(&bytes, image->width);
	add_number(&bytes, image->height);
	/* Four bits a pixel, a palette, no interlacing. */
	sok_buf_add(&bytes, SOK_STR("\x04\x03\x00\x00\x00"));
	put_chunk(out, SOK_STR("IHDR"), sok_buf_str(&bytes), &chunk);
	put_chunk(out, SOK_STR("PLTE"),
	    (struct sok_str){(const char *)image->colour, 3 * image->ncolours},
	    &chunk);
	add_rows(&rows, image);
	bytes.len = 0;
	compress(&bytes, sok_buf_str(&rows));
	put_chunk(out, SOK_STR("IDAT"), sok_buf_str(&bytes), &chunk);
	put_chunk(out, SOK_STR("IEND"), SOK_STR(""), &chunk);
	bool failed = rows.failed || bytes.failed || chunk.failed;
	sok_buf_free(&rows);
	sok_buf_free(&bytes);
	sok_buf_free(&chunk);
	if (!failed)
		return sok_output_failed(out) ? -1 : 0;
	errno = ENOMEM;
	return -1;
}
