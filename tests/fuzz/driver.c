/*
 * driver.c - a main() for the fuzz targets without libFuzzer: runs the target
 * on each named file, after decoding .hex files.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t *
read_file(const char *name, size_t *size)
{
	FILE *f = fopen(name, "rb");
	uint8_t *data = NULL;
	size_t cap = 0, n;

	*size = 0;
	if (f == NULL)
		return NULL;
	do {
		cap = 2 * cap + 4096;
		data = realloc(data, cap);
		if (data == NULL)
			abort();
		n = fread(data + *size, 1, cap - *size, f);
		*size += n;
	} while (n > 0);
	fclose(f);
	return data;
}

static unsigned
digit(uint8_t c)
{
	return isdigit(c) ? c - (unsigned)'0'
	                  : (unsigned)(tolower(c) - 'a' + 10) & 15;
}

/* Decode in place: pairs of hexadecimal digits; '#' begins a comment. */
static size_t
decode_hex(uint8_t *data, size_t size)
{
	size_t i, n = 0;

	for (i = 0; i < size; i++) {
		if (data[i] == '#') {
			while (i < size && data[i] != '\n')
				i++;
		} else if (isxdigit(data[i])) {
			data[n / 2] = (uint8_t)(n % 2 == 0
			        ? digit(data[i]) << 4
			        : data[n / 2] | digit(data[i]));
			n++;
		}
	}
	return n / 2;
}

/* Use a buffer of exactly that size, so that ASan detects reading beyond it. */
static void
run(const uint8_t *data, size_t size)
{
	uint8_t *copy = malloc(size > 0 ? size : 1);

	if (copy == NULL)
		abort();
	memcpy(copy, data, size);
	LLVMFuzzerTestOneInput(copy, size);
	free(copy);
}

int
main(int argc, char **argv)
{
	int i, bad = 0;

	for (i = 1; i < argc; i++) {
		const char *dot = strrchr(argv[i], '.');
		size_t size;
		uint8_t *data = read_file(argv[i], &size);

		if (data == NULL) {
			perror(argv[i]);
			bad = 1;
			continue;
		}
		if (dot != NULL && strcmp(dot, ".hex") == 0)
			size = decode_hex(data, size);
		run(data, size);
		free(data);
	}
	return bad;
}
