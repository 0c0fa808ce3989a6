/*
 * escape.c - any bytes as text of a message: the output is one line of UTF-8
 * without characters that control a terminal or a log, and without commands to
 * a build log; harmless text is unchanged.
 */
#include "sok.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool holds)
{
	if (!holds)
		abort();
}

/* The character at s, of valid UTF-8, and its length. */
static uint32_t
character(const char *s, size_t *len)
{
	unsigned char c = (unsigned char)*s;
	uint32_t value;
	size_t i;

	*len = c < 0x80 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	value = *len == 1 ? c : c & (0x7fU >> *len);
	for (i = 1; i < *len; i++)
		value = value << 6 | ((unsigned char)s[i] & 0x3f);
	return value;
}

static bool
harmless(uint32_t c)
{
	return c >= 0x20 && (c < 0x7f || c > 0x9f) && c != 0x61c &&
	    (c < 0x200e || c > 0x200f) && (c < 0x2028 || c > 0x202e) &&
	    (c < 0x2066 || c > 0x2069) && c != 0xfeff &&
	    (c < 0xfff9 || c > 0xfffb) && (c < 0xfffe || c > 0xffff);
}

static bool
all_harmless(struct sok_str s)
{
	size_t i, len;

	for (i = 0; i < s.len; i += len)
		if (!harmless(character(s.s + i, &len)))
			return false;
	return true;
}

/* Whether a build log would find a command: `##[error]`, `##vso[x]`. */
static bool
has_command(struct sok_str s)
{
	size_t i, signs = 0;

	for (i = 0; i < s.len; i++) {
		if (s.s[i] == '[' && signs > 1)
			return true;
		if (s.s[i] == '#')
			signs = i > 0 && s.s[i - 1] == '#' ? 2 : 1;
		else if (s.s[i] < 'a' || s.s[i] > 'z')
			signs = 0;
	}
	return false;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sok_str s = {(const char *)data, size};
	struct sok_buf b = {0};

	sok_escape(&b, s);
	must(!b.failed && sok_str_utf8(sok_buf_str(&b)));
	must(all_harmless(sok_buf_str(&b)) && !has_command(sok_buf_str(&b)));
	if (sok_str_utf8(s) && all_harmless(s) && !has_command(s))
		must(sok_str_eq(s, sok_buf_str(&b)));
	sok_buf_free(&b);
	return 0;
}
