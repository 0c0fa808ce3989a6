/* read_html.c - reads our own pages: the .sok text on them, as sokfmt would
 * have written it, with the reader of text.  Lines are counted in that text. */
#include <errno.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "format/html/html.h"
#include "io/io.h"
#include "text/text.h"

/* No tag of ours, and no character reference, is longer. */
#define LOOK_AHEAD ((size_t)64)

/* The room that is always enough for the next character. */
enum { LEAST = 8 };

enum place {
	OUTSIDE,      /* of the elements with text */
	AT_START,     /* in the tag that begins one */
	FIRST,        /* right after it: a line end there is not text */
	INSIDE,       /* in the text */
	AT_TAG_INSIDE /* in another tag, which is not text */
};

/* The input of the text reader: the page without all but its text. */
struct unpage {
	struct sok_stream stream; /* the first member */
	struct sok_input page;
	enum place place;
	bool bytes; /* text that stands for bytes of windows-1252 */
	/* What was made while less room was wanted than a character takes. */
	char spare[LEAST];
	size_t nspare;
};

int
bid_html(struct sok_str head, bool eof)
{
	size_t i = 0;

	(void)eof;
	while (i < head.len && memchr(" \t\r\n", head.s[i], 4) != NULL)
		i++;
	head = sok_str_from(head, i);
	return sok_str_casestarts(head, SOK_STR("<!doctype html")) &&
	        sok_str_find(head, SOK_STR(HTML_GENERATOR)) < head.len
	    ? 95
	    : 0;
}

/* The bytes of the page from here on: as many as any tag has, unless it ends;
 * s NULL with errno. */
static struct sok_str
look(struct unpage *u)
{
	if (input_want(&u->page, LOOK_AHEAD) == -1)
		return (struct sok_str){NULL, 0};
	return input_bytes(&u->page);
}

/* Skip to the first byte c and over it, or all there is; whether it was there.
 */
static bool
skip_to(struct unpage *u, struct sok_str s, char c)
{
	const char *found = memchr(s.s, c, s.len);
	size_t n = found != NULL ? (size_t)(found - s.s) + 1 : s.len;

	input_consume(&u->page, n);
	return found != NULL;
}

/* Skip a byte, and then to the next tag. */
static void
skip_tag(struct unpage *u, struct sok_str s)
{
	const char *next = memchr(s.s + 1, '<', s.len - 1);

	input_consume(&u->page, next != NULL ? (size_t)(next - s.s) : s.len);
}

/* The character that a reference stands for, such as &lt; or &#x202E;, and its
 * length in *n; 0, and *n 1, if it is none that a page of ours can have. */
static uint32_t
reference(struct sok_str s, size_t *n)
{
	static const struct {
		struct sok_str name;
		uint32_t c;
	} names[] = {{SOK_STR_INIT("&amp;"), '&'}, {SOK_STR_INIT("&lt;"), '<'},
	    {SOK_STR_INIT("&gt;"), '>'}, {SOK_STR_INIT("&quot;"), '"'},
	    {SOK_STR_INIT("&nbsp;"), 0xa0}};
	uint32_t c = 0;
	size_t i = 3;

	*n = 1;
	for (size_t k = 0; k < SOK_COUNT(names); k++) {
		if (sok_str_starts(s, names[k].name)) {
			*n = names[k].name.len;
			return names[k].c;
		}
	}
	if (!sok_str_starts(s, SOK_STR("&#x")))
		return 0;
	for (; i < s.len && i < 9; i++) {
		char d = sok_lower(s.s[i]);

		if (sok_is_digit(d))
			c = c * 16 + (uint32_t)(d - '0');
		else if (d >= 'a' && d <= 'f')
			c = c * 16 + (uint32_t)(d - 'a') + 10;
		else
			break;
	}
	if (i == 3 || i >= s.len || s.s[i] != ';')
		return 0;
	*n = i + 1;
	return c;
}

/* Write a character, or the byte that it stands for; how many bytes. */
static size_t
put_character(const struct unpage *u, uint32_t c, char *to)
{
	if (u->bytes && c >= 0x80)
		for (unsigned byte = 0x80; byte < 0x100; byte++)
			if (charset_windows1252((unsigned char)byte) == c) {
				*to = (char)byte;
				return 1;
			}
	return charset_put(to, c);
}

/* Take a tag inside the text. */
static void
take_tag(struct unpage *u, struct sok_str s)
{
	u->place = AT_TAG_INSIDE;
	if (sok_str_casestarts(s, SOK_STR("</pre")))
		u->place = OUTSIDE;
	else if (sok_str_casestarts(s, SOK_STR("<i>")))
		u->bytes = true;
	else if (sok_str_casestarts(s, SOK_STR("</i>")))
		u->bytes = false;
	input_consume(&u->page, 1);
}

/* Take text up to the next tag, and write at most `size` bytes of it, which
 * is at least LEAST; how many. */
static size_t
take_text(struct unpage *u, struct sok_str s, char *to, size_t size)
{
	size_t n = 0, i = 0, length;

	while (i < s.len && s.s[i] != '<' && n + 4 <= size) {
		bool whole = s.len - i >= LOOK_AHEAD || u->page.eof;
		uint32_t c = 0;

		if (s.s[i] == '&') {
			if (!whole)
				break;
			c = reference(sok_str_from(s, i), &length);
			if (length > 1)
				n += put_character(u, c, to + n);
			else
				to[n++] = '&';
			i += length;
		} else if (u->bytes && (unsigned char)s.s[i] >= 0x80) {
			if (!whole)
				break;
			length = sok_str_char(sok_str_from(s, i), &c);
			if (length > 0)
				n += put_character(u, c, to + n);
			i += length > 0 ? length : 1;
		} else {
			to[n++] = s.s[i++];
		}
	}
	input_consume(&u->page, i);
	return n;
}

/* Write the next bytes of text; 0 at the end of the page, -1 with errno. */
static ptrdiff_t
take(struct unpage *u, char *buf, size_t size)
{
	size_t n = 0;

	while (n + LEAST <= size) {
		struct sok_str s = look(u);

		if (s.s == NULL)
			return -1;
		if (s.len == 0)
			break;
		switch (u->place) {
		case OUTSIDE:
			if (sok_str_casestarts(s, SOK_STR(HTML_SOURCE)))
				u->place = AT_START;
			else
				skip_tag(u, s);
			break;
		case AT_START:
			if (skip_to(u, s, '>'))
				u->place = FIRST;
			break;
		case FIRST:
			input_consume(
			    &u->page, s.s[0] == '\r' || s.s[0] == '\n');
			if (s.s[0] != '\r')
				u->place = INSIDE;
			break;
		case INSIDE:
			if (s.s[0] == '<')
				take_tag(u, s);
			else
				n += take_text(u, s, buf + n, size - n);
			break;
		case AT_TAG_INSIDE:
			if (skip_to(u, s, '>'))
				u->place = INSIDE;
			break;
		}
	}
	return (ptrdiff_t)n;
}

/* Read text of the page as read(2) reads a file. */
static ptrdiff_t
unpage_read(struct sok_stream *stream, char *buf, size_t size)
{
	struct unpage *u = (struct unpage *)stream;

	if (u->nspare == 0 && size < LEAST) {
		ptrdiff_t n = take(u, u->spare, LEAST);

		if (n <= 0)
			return n;
		u->nspare = (size_t)n;
	}
	if (u->nspare == 0)
		return take(u, buf, size);
	size = size < u->nspare ? size : u->nspare;
	memcpy(buf, u->spare, size);
	u->nspare -= size;
	memmove(u->spare, u->spare + size, u->nspare);
	return (ptrdiff_t)size;
}

static int
html_open(struct sok_reader *r)
{
	struct unpage *u = sok_arena_zalloc(&r->life, 1, sizeof(*u));
	struct sok_read_options o = r->o;

	if (u == NULL)
		return -1;
	u->stream.read = unpage_read;
	u->page = r->in;
	/* What the page is in was decoded already. */
	o.charset = NULL;
	struct input_source from = {.fd = -1, .stream = &u->stream};
	if (input_open(&r->in, from, &o) == -1) {
		input_close(&u->page);
		return -1;
	}
	return read_text_ops.open(r);
}

static int
html_read(struct sok_reader *r)
{
	return read_text_ops.read(r);
}

static void
html_close(struct sok_reader *r)
{
	struct unpage *u = (struct unpage *)r->in.from;

	if (read_text_ops.close != NULL)
		read_text_ops.close(r);
	if (u != NULL)
		input_close(&u->page);
}

const struct sok_read_ops read_html_ops = {
    .open = html_open, .read = html_read, .close = html_close, .text = true};
