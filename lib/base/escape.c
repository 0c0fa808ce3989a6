/*
 * escape.c - escapes text from the input before it is written to a terminal, a
 * log, a message or a picture.
 */
#include "tools.h"

bool
escape_needed(uint32_t c)
{
	static const uint32_t range[][2] = {
	    {0x00, 0x1f},     /* control characters */
	    {0x7f, 0x9f},     /* DEL and C1 */
	    {0x61c, 0x61c},   /* Arabic letter mark */
	    {0x200e, 0x200f}, /* direction marks */
	    {0x2028, 0x202e}, /* separators, embeddings, overrides */
	    {0x2066, 0x2069}, /* isolates */
	    {0xfeff, 0xfeff}, /* byte-order mark */
	    {0xfff9, 0xfffb}, /* annotations */
	    {0xfffe, 0xffff}, /* not characters, also not in XML */
	};

	if (c - 0x20 < 0x5f)
		return false;
	for (size_t i = 0; i < SOK_COUNT(range); i++)
		if (c >= range[i][0] && c <= range[i][1])
			return true;
	return false;
}

/* Whether byte i is the bracket that completes a command in the logs of build
 * services: `##[error]`, `##vso[task.complete]`. */
static bool
is_command(struct sok_str s, size_t i)
{
	if (s.s[i] != '[')
		return false;
	while (i > 0 && s.s[i - 1] >= 'a' && s.s[i - 1] <= 'z')
		i--;
	return i >= 2 && s.s[i - 1] == '#' && s.s[i - 2] == '#';
}

void
sok_escape(struct sok_buf *b, struct sok_str s)
{
	size_t i = 0, from, n;
	uint32_t c;

	while (i < s.len) {
		from = i;
		while (i < s.len && s.s[i] >= 0x20 && s.s[i] < 0x7f &&
		    !is_command(s, i))
			i++;
		sok_buf_add(b, sok_str_sub(s, from, i));
		if (i == s.len)
			break;

		/* A bracket, a control character, or no ASCII. */
		n = sok_str_char(sok_str_from(s, i), &c);
		if (n <= 1)
			sok_buf_fmt(b, "\\x%02x", (unsigned char)s.s[i]);
		else if (escape_needed(c))
			sok_buf_fmt(b, "\\u{%x}", (unsigned)c);
		else
			sok_buf_add(b, sok_str_sub(s, i, i + n));
		i += n > 0 ? n : 1;
	}
}
