/*
 * soup.c - reader and writer on line soup (tests/soup/soup.h): the formatter's
 * promise, and the same result however the bytes arrive and lines end.
 *
 *     soup [N [SEED]]     N soups (20,000) from SEED (0) on
 */
#include "model.h"
#include "unit.h"

#include "../soup/soup.h"

/* All bytes at once, and 1, 7 and 4096 at a time. */
static bool
chunks_alike(struct sok_str input, int fd)
{
	static const size_t chunk[] = {1, 7, 4096};
	struct model want, got;
	bool same = true;
	size_t i;

	if (model_memory(&want, input, NULL) == -1)
		return false;
	for (i = 0; i < 3 && same; i++) {
		same = model_chunks(&got, fd, input, chunk[i]) == 0 &&
		    model_alike(input, "at once", &want, "in chunks", &got);
		model_free(&got);
	}
	model_free(&want);
	return same;
}

static void
replace_ends(struct sok_buf *to, struct sok_str from, struct sok_str end)
{
	size_t i;

	to->len = 0;
	for (i = 0; i < from.len; i++) {
		if (from.s[i] == '\n')
			sok_buf_add(to, end);
		else
			sok_buf_addc(to, from.s[i]);
	}
}

/* UTF-16 begins with a byte-order mark, and its line ends have wide
 * characters. */
static bool
is_utf16(struct sok_str s)
{
	return sok_str_starts(s, SOK_STR("\xff\xfe")) ||
	    sok_str_starts(s, SOK_STR("\xfe\xff"));
}

/* LF, CRLF and CR, the last two in small chunks as well; the input has only
 * LF. */
static bool
ends_alike(struct sok_str input, int fd)
{
	const struct sok_str end[] = {SOK_STR("\r\n"), SOK_STR("\r")};
	struct sok_buf other = {0};
	struct model want, got;
	bool same = true;
	size_t i;

	if (model_memory(&want, input, NULL) == -1)
		return false;
	for (i = 0; i < 4 && same; i++) {
		replace_ends(&other, input, end[i / 2]);
		same = (i % 2 ? model_memory(&got, sok_buf_str(&other), NULL)
		              : model_chunks(&got, fd, sok_buf_str(&other),
		                    1 + input.len % 9)) == 0 &&
		    model_alike(
		        input, "LF", &want, i < 2 ? "CRLF" : "CR", &got);
		model_free(&got);
	}
	sok_buf_free(&other);
	model_free(&want);
	return same;
}

/* Line ends of all kinds, in turn. */
static bool
mixture_alike(struct sok_str input, int fd, unsigned long long seed)
{
	static const char *const end[] = {
	    "\n", "\r\n", "\r\n", "\r", "\r\r\n", "\n"};
	struct sok_buf other = {0};
	uint64_t random = seed;
	bool same;

	for (size_t i = 0; i < input.len; i++)
		if (input.s[i] == '\n')
			sok_buf_add(
			    &other, sok_str(end[unit_random(&random) % 6]));
		else
			sok_buf_addc(&other, input.s[i]);
	same = chunks_alike(sok_buf_str(&other), fd);
	sok_buf_free(&other);
	return same;
}

int
main(int argc, char **argv)
{
	unsigned long long n = argc > 1 ? strtoull(argv[1], NULL, 10) : 20000;
	unsigned long long seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	unsigned long long i, bad = 0;
	struct soup soup = {0};
	FILE *file = tmpfile();

	CHECK(file != NULL);
	for (i = seed; file != NULL && i < seed + n && bad < 3; i++) {
		struct sok_str input;
		bool good;

		soup_make(&soup, i, i % 4 == 0);
		input = (struct sok_str){soup.s, soup.len};
		good = model_promise(input);
		if (good && i % 4 == 0 && !is_utf16(input))
			good = ends_alike(input, fileno(file));
		if (good && i % 8 == 1)
			good = chunks_alike(input, fileno(file));
		if (good && i % 8 == 5 && !is_utf16(input))
			good = mixture_alike(input, fileno(file), i);
		if (!good)
			fprintf(stderr, "soup %llu is not well\n", i);
		bad += !good;
	}
	CHECK(bad == 0);
	if (file != NULL)
		fclose(file);
	free(soup.s);
	return unit_done();
}
