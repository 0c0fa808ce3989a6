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
look(struct unpage *unpage)
{
	if (input_want(&unpage->page, LOOK_AHEAD) == -1)
		return (struct sok_str){NULL, 0};
	return input_bytes(&unpage->page);
}

/* Skip to the first byte c and over it, or all there is; whether it was there.
 */
static bool
skip_to(struct unpage *unpage, struct sok_str s, char c)
{
	const char *found = memchr(s.s, c, s.len);
	size_t n = found != NULL ? (size_t)(found - s.s) + 1 : s.len;

	input_consume(&unpage->page, n);
	return found != NULL;
}

/* Skip a byte, and then to the next tag. */
static void
skip_tag(struct unpage *unpage, struct sok_str s)
{
	const char *next = memchr(s.s + 1, '<', s.len - 1);

	input_consume(
	    &unpage->page, next != NULL ? (size_t)(next - s.s) : s.len);
}

/* The character that a reference stands for, such as &lt; or &#x202E;, and its
 * length in *n; 0, and *n 1, if a page of ours cannot have it. */
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
	for (size_t j = 0; j < SOK_COUNT(names); j++) {
		if (sok_str_starts(s, names[j].name)) {
			*n = names[j].name.len;
			return names[j].c;
		}
	}
	if (!sok_str_starts(s, SOK_STR("&#x")))
		return 0;
	for (; i < s.len && i < 9; i++) {
		char digit = sok_lower(s.s[i]);

		if (sok_is_digit(digit))
			c = c * 16 + (uint32_t)(digit - '0');
		else if (digit >= 'a' && digit <= 'f')
			c = c * 16 + (uint32_t)(digit - 'a') + 10;
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
put_character(const struct unpage *unpage, uint32_t c, char *to)
{
	if (unpage->bytes && c >= 0x80)
		for (unsigned byte = 0x80; byte < 0x100; byte++)
			if (charset_windows1252((unsigned char)byte) == c) {
				*to = (char)byte;
				return 1;
			}
	return charset_put(to, c);
}

/* Take a tag inside the text. */
static void
take_tag(struct unpage *unpage, struct sok_str s)
{
	unpage->place = AT_TAG_INSIDE;
	if (sok_str_casestarts(s, SOK_STR("</pre")))
		unpage->place = OUTSIDE;
	else if (sok_str_casestarts(s, SOK_STR("<i>")))
		unpage->bytes = true;
	else if (sok_str_casestarts(s, SOK_STR("</i>")))
		unpage->bytes = false;
	input_consume(&unpage->page, 1);
}

/* Take text up to the next tag, and write at most `size` bytes of it, which
 * is at least LEAST; how many. */
static size_t
take_text(struct unpage *unpage, struct sok_str s, char *to, size_t size)
{
	size_t n = 0, i = 0, length;

	while (i < s.len && s.s[i] != '<' && n + 4 <= size) {
		bool whole = s.len - i >= LOOK_AHEAD || unpage->page.eof;
		uint32_t c = 0;

		if (s.s[i] == '&') {
			if (!whole)
				break;
			c = reference(sok_str_from(s, i), &length);
			if (length > 1)
				n += put_character(unpage, c, to + n);
			else
				to[n++] = '&';
			i += length;
		} else if (unpage->bytes && (unsigned char)s.s[i] >= 0x80) {
			if (!whole)
				break;
			length = sok_str_char(sok_str_from(s, i), &c);
			if (length > 0)
				n += put_character(unpage, c, to + n);
			i += length > 0 ? length : 1;
		} else {
			to[n++] = s.s[i++];
		}
	}
	input_consume(&unpage->page, i);
	return n;
}

/* Write the next bytes of text; 0 at the end of the page, -1 with errno. */
static ptrdiff_t
take(struct unpage *unpage, char *buf, size_t size)
{
	size_t n = 0;

	while (n + LEAST <= size) {
		struct sok_str s = look(unpage);

		if (s.s == NULL)
			return -1;
		if (s.len == 0)
			break;
		switch (unpage->place) {
		case OUTSIDE:
			if (sok_str_casestarts(s, SOK_STR(HTML_SOURCE)))
				unpage->place = AT_START;
			else
				skip_tag(unpage, s);
			break;
		case AT_START:
			if (skip_to(unpage, s, '>'))
				unpage->place = FIRST;
			break;
		case FIRST:
			input_consume(
			    &unpage->page, s.s[0] == '\r' || s.s[0] == '\n');
			if (s.s[0] != '\r')
				unpage->place = INSIDE;
			break;
		case INSIDE:
			if (s.s[0] == '<')
				take_tag(unpage, s);
			else
				n += take_text(unpage, s, buf + n, size - n);
			break;
		case AT_TAG_INSIDE:
			if (skip_to(unpage, s, '>'))
				unpage->place = INSIDE;
			break;
		}
	}
	return (ptrdiff_t)n;
}

/* Read text of the page as read(2) reads a file. */
static ptrdiff_t
unpage_read(struct sok_stream *stream, char *buf, size_t size)
{
	struct unpage *unpage = (struct unpage *)stream;

	if (unpage->nspare == 0 && size < LEAST) {
		ptrdiff_t n = take(unpage, unpage->spare, LEAST);

		if (n <= 0)
			return n;
		unpage->nspare = (size_t)n;
	}
	if (unpage->nspare == 0)
		return take(unpage, buf, size);
	size = size < unpage->nspare ? size : unpage->nspare;
	memcpy(buf, unpage->spare, size);
	unpage->nspare -= size;
	memmove(unpage->spare, unpage->spare + size, unpage->nspare);
	return (ptrdiff_t)size;
}

static int
html_open(struct sok_reader *reader)
{
	struct unpage *unpage =
	    sok_arena_zalloc(&reader->life, 1, sizeof(*unpage));
	struct sok_read_options options = reader->options;

	if (unpage == NULL)
		return -1;
	unpage->stream.read = unpage_read;
	unpage->page = reader->in;
	/* What the page is in was decoded already. */
	options.charset = NULL;
	struct input_source from = {.fd = -1, .stream = &unpage->stream};
	if (input_open(&reader->in, from, &options) == -1) {
		input_close(&unpage->page);
		return -1;
	}
	return read_text_ops.open(reader);
}

static int
html_read(struct sok_reader *reader)
{
	return read_text_ops.read(reader);
}

static void
html_close(struct sok_reader *reader)
{
	struct unpage *unpage = (struct unpage *)reader->in.from;

	if (read_text_ops.close != NULL)
		read_text_ops.close(reader);
	if (unpage != NULL)
		input_close(&unpage->page);
}

const struct sok_read_ops read_html_ops = {
    .open = html_open, .read = html_read, .close = html_close, .text = true};
