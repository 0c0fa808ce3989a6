/* caption.c - text in pictures. */
#include "format/picture/picture.h"
#include "tools.h"

/* Bytes that fit into so many columns, which become those that are left. */
static size_t
fitting(struct sok_str s, size_t *columns)
{
	size_t i = 0;

	while (i < s.len) {
		uint32_t c = 0;
		size_t n = sok_str_char(sok_str_from(s, i), &c);
		size_t wide = c >= 0x1100 ? 2 : 1;

		if (wide > *columns)
			break;
		*columns -= wide;
		i += n > 0 ? n : 1;
	}
	return i;
}

size_t
picture_columns(struct sok_writer *w, struct sok_str s)
{
	size_t left = SIZE_MAX;

	(void)fitting(writer_utf8(w, s), &left);
	return SIZE_MAX - left;
}

struct sok_str
picture_clip(struct sok_writer *w, struct sok_str s, size_t columns)
{
	size_t left = columns, n;

	s = writer_utf8(w, s);
	if (fitting(s, &left) == s.len)
		return s;
	left = columns - 1;
	n = fitting(s, &left);
	return writer_made(
	    w, sok_str_fmt(&w->arena, "%.*s\xe2\x80\xa6", (int)n, s.s));
}
