/* output.c - the buffer between writers and a descriptor, memory or a file. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "io/charset.h"
#include "io/input.h"
#include "io/io.h"
#include "io/output.h"

/* ---- opening */

/* Direct the output to the buffer from now on; false on ENOMEM. */
static bool
use_buffer(struct sok_output *o)
{
	if (o->buf.s == NULL && !sok_buf_room(&o->buf, OUTPUT_BUFFER))
		return false;
	o->to = &o->buf;
	return true;
}

/* An output to fd or, if that is -1, to memory of at most so many bytes. */
static struct sok_output *
new_output(int fd, struct sok_buf *memory, size_t most)
{
	struct sok_output *o = calloc(1, sizeof(*o));

	if (o == NULL)
		return NULL;
	o->fd = fd;
	o->to = o->memory = memory;
	o->most = most;
	/* Unlimited memory needs no other buffer. */
	if ((memory != NULL && most == SIZE_MAX) || use_buffer(o))
		return o;
	free(o);
	return NULL;
}

struct sok_output *
sok_output_fd(int fd)
{
	return new_output(fd, NULL, 0);
}

struct sok_output *
sok_output_memory(struct sok_buf *b)
{
	return new_output(-1, b, SIZE_MAX);
}

struct sok_output *
sok_output_bounded(struct sok_buf *b, size_t most)
{
	return new_output(-1, b, most);
}

/* ---- destinations */

/* Remember an error if it is the first one. */
static void
output_fail(struct sok_output *o, int error)
{
	if (o->error == 0)
		o->error = error;
}

static void
put_memory(struct sok_output *o, struct sok_str s)
{
	struct sok_buf *b = o->memory;

	if (b->len > o->most || s.len > o->most - b->len) {
		o->error = EFBIG;
		return;
	}
	sok_buf_add(b, s);
	if (b->failed)
		o->error = ENOMEM;
}

static void
put_fd(struct sok_output *o, struct sok_str s)
{
	struct pollfd ready = {.fd = o->fd, .events = POLLOUT};
	ssize_t n;

	if (!o->widened && s.len >= OUTPUT_BUFFER)
		input_widen(o->fd);
	o->widened |= s.len >= OUTPUT_BUFFER;
	while (s.len > 0 && o->error == 0) {
		n = write(o->fd, s.s, s.len < SSIZE_MAX ? s.len : SSIZE_MAX);
		if (n > 0)
			s = sok_str_from(s, (size_t)n);
		else if (n == 0)
			o->error = EIO;
		else if (errno == EAGAIN || errno == EWOULDBLOCK)
			n = poll(&ready, 1, -1);
		if (n < 0 && errno != EINTR)
			o->error = errno;
	}
}

/* Write to the temporary file, after copying what was equal. */
static void
start_file(struct sok_output *o)
{
	struct sok_str s;
	off_t at = 0;

	o->fd = o->file != NULL ? replace_begin(o->file) : temp_spool();
	o->owned = o->fd >= 0 && o->file == NULL;
	int more = o->fd < 0 ? -1 : compare_alike(o->other, &at, &s);
	for (; more > 0; more = compare_alike(o->other, &at, &s))
		put_fd(o, s);
	if (more < 0)
		output_fail(o, errno);
}

static void
put_final(struct sok_output *o, struct sok_str s)
{
	if (o->error != 0 || s.len == 0)
		return;
	if (o->memory != NULL) {
		put_memory(o, s);
		return;
	}
	if (o->other != NULL && o->fd < 0) {
		if (compare_put(o->other, &s) < 0)
			o->error = errno;
		if (o->error != 0 || s.len == 0 || o->nowhere)
			return;
		start_file(o);
	}
	put_fd(o, s);
}

/* ---- conversion */

static void
put_coded(struct sok_output *o)
{
	put_final(o, sok_buf_str(&o->coded));
	o->coded.len = 0;
}

/* Encode; last: nothing follows, so the shift state is reset. */
static void
encode(struct sok_output *o, struct sok_str s, bool last)
{
	struct sok_buf *b = &o->coded;
	size_t left, n;

	do {
		if (b->cap - b->len < CHARSET_ROOM)
			put_coded(o);
		left = s.len;
		n = charset_convert(
		    o->encode, &s, b->s + b->len, b->cap - b->len, last);
		b->len += n;
	} while (s.len > 0 && (n > 0 || s.len < left));
}

static bool
changes(const struct sok_output *o)
{
	return o->encode != NULL || o->shown;
}

static void
pass(struct sok_output *o, struct sok_str s)
{
	struct sok_str first = sok_str_sub(s, 0, o->wanted), text = s;
	struct sok_buf *b = &o->escaped;
	size_t n;

	o->wanted -= first.len;
	sok_buf_add(&o->head, first);
	if (changes(o))
		text = charset_guess(&o->arena, s, &o->guessed);

	if (o->head.failed || (text.s == NULL && s.len > 0)) {
		o->error = ENOMEM;
	} else if (o->shown) {
		/* TABs and line ends are not escaped. */
		b->len = 0;
		for (s = text; s.len > 0; s = sok_str_from(s, n + 1)) {
			n = 0;
			while (n < s.len && s.s[n] != '\n' && s.s[n] != '\t')
				n++;
			sok_escape(b, sok_str_sub(s, 0, n));
			sok_buf_add(b, sok_str_sub(s, n, n + 1));
		}
		if (b->failed)
			o->error = ENOMEM;
		text = sok_buf_str(b);
	}

	if (o->encode != NULL)
		encode(o, text, false);
	else
		put_final(o, text);
	sok_arena_reset(&o->arena);
}

/* ---- the buffer */

/* Empty the buffer; all: including an incomplete line. */
static void
drain(struct sok_output *o, bool all)
{
	struct sok_buf *b = &o->buf;
	size_t n = b->len, i = n;

	if (!all && changes(o) && n > 0) {
		/* Whole lines; without any, whole characters. */
		while (i > 0 && b->s[i - 1] != '\n')
			i--;
		if (i == 0) {
			i = n - 1;
			while (i > 0 && n - i < 4 && (b->s[i] & 0xc0) == 0x80)
				i--;
			i = (b->s[i] & 0xc0) == 0xc0 ? i : n;
		}
		n = i > 0 ? i : n;
	}
	if (n == 0)
		return;
	pass(o, (struct sok_str){b->s, n});
	b->len -= n;
	memmove(b->s, b->s + n, b->len);
}

/* Write what does not fit into the buffer, directly if it is as large. */
static void
out_slowly(struct sok_output *o, struct sok_str s)
{
	struct sok_buf *b = o->to;
	struct sok_str part;

	if (b != &o->buf) {
		put_memory(o, s);
		return;
	}
	if (!changes(o) && s.len >= OUTPUT_BUFFER) {
		drain(o, true);
		pass(o, s);
		return;
	}
	for (; s.len > 0; s = sok_str_from(s, part.len)) {
		if (b->len == b->cap)
			drain(o, false);
		part = sok_str_sub(s, 0, b->cap - b->len);
		sok_buf_add(b, part);
	}
}

void
sok_out(struct sok_output *o, struct sok_str s)
{
	struct sok_buf *b = o->to;

	if (s.len > b->cap - b->len) {
		out_slowly(o, s);
	} else if (s.len > 0) {
		memcpy(b->s + b->len, s.s, s.len);
		b->len += s.len;
	}
}

void
sok_outc(struct sok_output *o, char c)
{
	struct sok_buf *b = o->to;

	if (b->len < b->cap)
		b->s[b->len++] = c;
	else
		out_slowly(o, (struct sok_str){&c, 1});
}

void
sok_out_fill(struct sok_output *o, char c, size_t n)
{
	struct sok_buf *b = o->to;

	for (; n > b->cap - b->len; n--)
		out_slowly(o, (struct sok_str){&c, 1});
	if (n > 0)
		memset(b->s + b->len, c, n);
	b->len += n;
}

void
sok_out_number(struct sok_output *o, size_t n)
{
	struct sok_buf *b = o->to;
	char digit[SOK_DIGITS];

	if (b->cap - b->len >= SOK_DIGITS)
		b->len += sok_digits(b->s + b->len, n);
	else
		sok_out(o, (struct sok_str){digit, sok_digits(digit, n)});
}

void
sok_outf(struct sok_output *o, const char *fmt, ...)
{
	char text[256], *longer;
	va_list ap;

	va_start(ap, fmt);
	struct sok_str s = str_vfmt(text, sizeof(text), &longer, fmt, ap);
	va_end(ap);
	if (s.s != NULL)
		sok_out(o, s);
	else
		output_fail(o, errno);
	free(longer);
}

void
output_keep(struct sok_output *o, size_t n)
{
	drain(o, true);
	o->head.len = 0;
	o->wanted = n;
	o->from = o->to->len;
}

struct sok_str
output_head(struct sok_output *o)
{
	size_t n = o->wanted;

	o->wanted = 0;
	if (o->to == o->memory)
		return sok_str_sub(sok_buf_str(o->to), o->from, o->from + n);
	sok_buf_add(&o->head, sok_str_sub(sok_buf_str(&o->buf), 0, n));
	return sok_buf_str(&o->head);
}

int
sok_output_charset(struct sok_output *o, const char *name)
{
	struct charset *encoder = charset_open(CHARSET_ENCODE, name);

	if (encoder == NULL)
		return -1;
	drain(o, true);
	if (!use_buffer(o) || !sok_buf_room(&o->coded, OUTPUT_BUFFER)) {
		charset_free(encoder);
		return -1;
	}
	o->encode = encoder;
	return 0;
}

void
sok_output_shown(struct sok_output *o)
{
	drain(o, true);
	o->shown = use_buffer(o);
}

size_t
sok_output_replaced(const struct sok_output *o)
{
	return o->encode == NULL ? 0 : charset_bad(o->encode);
}

bool
sok_output_guessed(const struct sok_output *o)
{
	return o->guessed;
}

/* ---- the end */

bool
sok_output_failed(struct sok_output *o)
{
	if (o->error != 0)
		errno = o->error;
	return o->error != 0;
}

int
sok_output_flush(struct sok_output *o)
{
	drain(o, true);
	put_coded(o);
	return sok_output_failed(o) ? -1 : 0;
}

/* Write everything, and end the conversion; create: also the file if the output
 * is only the start of the old one.  0, -1 with errno. */
static int
finish(struct sok_output *o, bool create)
{
	drain(o, true);
	if (o->encode != NULL)
		encode(o, (struct sok_str){NULL, 0}, true);
	if (sok_output_flush(o) == 0 && create && o->other != NULL &&
	    o->fd < 0 && !o->nowhere)
		start_file(o);
	return sok_output_failed(o) ? -1 : 0;
}

int
sok_output_equal(struct sok_output *o)
{
	int equal = finish(o, false);

	if (equal == 0 && o->fd < 0)
		equal = compare_end(o->other);
	if (equal < 0)
		output_fail(o, errno);
	return equal;
}

int
sok_output_reopen(struct sok_output *o)
{
	if (finish(o, true) < 0 || lseek(o->fd, 0, SEEK_SET) < 0)
		return -1;
	return fcntl(o->fd, F_DUPFD_CLOEXEC, 0);
}

int
sok_output_commit(struct sok_output *o)
{
	if (o->other != NULL && sok_output_equal(o) == 1)
		return 0;
	if (finish(o, true) < 0)
		return -1;
	if (o->file == NULL || replace_commit(o->file) == 0)
		return 0;
	o->error = errno;
	return -1;
}

int
sok_output_close(struct sok_output *o, bool commit)
{
	int before = errno, error;

	if (o == NULL)
		return 0;
	if (commit)
		(void)sok_output_commit(o);
	if (o->owned && close(o->fd) < 0 && errno != EINTR)
		output_fail(o, errno);
	error = o->error;
	int left = replace_close(o->file);
	error = error == 0 ? left : error;
	free(o->other);
	charset_free(o->encode);
	sok_arena_free(&o->arena);
	sok_buf_free(&o->head);
	sok_buf_free(&o->escaped);
	sok_buf_free(&o->coded);
	sok_buf_free(&o->buf);
	free(o);
	errno = error == 0 ? before : error;
	return error == 0 ? 0 : -1;
}
