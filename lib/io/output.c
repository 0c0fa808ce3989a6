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
use_buffer(struct sok_output *out)
{
	if (out->buf.s == NULL && !sok_buf_room(&out->buf, OUTPUT_BUFFER))
		return false;
	out->to = &out->buf;
	return true;
}

/* An output to fd or, if that is -1, to memory of at most so many bytes.  NULL
 * on ENOMEM. */
static struct sok_output *
new_output(int fd, struct sok_buf *memory, size_t most)
{
	struct sok_output *out = calloc(1, sizeof(*out));

	if (out == NULL)
		return NULL;
	out->fd = fd;
	out->to = out->memory = memory;
	out->most = most;
	/* Unlimited memory needs no other buffer. */
	if ((memory != NULL && most == SIZE_MAX) || use_buffer(out))
		return out;
	free(out);
	return NULL;
}

struct sok_output *
sok_output_fd(int fd)
{
	return new_output(fd, NULL, 0);
}

struct sok_output *
sok_output_memory(struct sok_buf *buf)
{
	return new_output(-1, buf, SIZE_MAX);
}

struct sok_output *
sok_output_bounded(struct sok_buf *buf, size_t most)
{
	return new_output(-1, buf, most);
}

/* ---- destinations */

/* Remember an error if it is the first one. */
static void
output_fail(struct sok_output *out, int error)
{
	if (out->error == 0)
		out->error = error;
}

static void
put_memory(struct sok_output *out, struct sok_str s)
{
	struct sok_buf *buf = out->memory;

	if (buf->len > out->most || s.len > out->most - buf->len) {
		out->error = EFBIG;
		return;
	}
	sok_buf_add(buf, s);
	if (buf->failed)
		out->error = ENOMEM;
}

static void
put_fd(struct sok_output *out, struct sok_str s)
{
	struct pollfd ready = {.fd = out->fd, .events = POLLOUT};
	ssize_t n;

	if (!out->widened && s.len >= OUTPUT_BUFFER)
		input_widen(out->fd);
	out->widened |= s.len >= OUTPUT_BUFFER;
	while (s.len > 0 && out->error == 0) {
		n = write(out->fd, s.s, s.len < SSIZE_MAX ? s.len : SSIZE_MAX);
		if (n > 0)
			s = sok_str_from(s, (size_t)n);
		else if (n == 0)
			out->error = EIO;
		else if (errno == EAGAIN || errno == EWOULDBLOCK)
			n = poll(&ready, 1, -1);
		if (n < 0 && errno != EINTR)
			out->error = errno;
	}
}

/* Write to the temporary file, after copying what was equal. */
static void
start_file(struct sok_output *out)
{
	struct sok_str s;
	off_t at = 0;

	out->fd = out->file != NULL ? replace_begin(out->file) : temp_spool();
	out->owned = out->fd >= 0 && out->file == NULL;
	int more = out->fd < 0 ? -1 : compare_alike(out->other, &at, &s);
	for (; more > 0; more = compare_alike(out->other, &at, &s))
		put_fd(out, s);
	if (more < 0)
		output_fail(out, errno);
}

static void
put_final(struct sok_output *out, struct sok_str s)
{
	if (out->error != 0 || s.len == 0)
		return;
	if (out->memory != NULL) {
		put_memory(out, s);
		return;
	}
	if (out->other != NULL && out->fd < 0) {
		if (compare_put(out->other, &s) < 0)
			out->error = errno;
		if (out->error != 0 || s.len == 0 || out->nowhere)
			return;
		start_file(out);
	}
	put_fd(out, s);
}

/* ---- conversion */

static void
put_coded(struct sok_output *out)
{
	put_final(out, sok_buf_str(&out->coded));
	out->coded.len = 0;
}

/* Encode; last: nothing follows, so the shift state is reset. */
static void
encode(struct sok_output *out, struct sok_str s, bool last)
{
	struct sok_buf *buf = &out->coded;
	size_t left, n;

	do {
		if (buf->cap - buf->len < CHARSET_ROOM)
			put_coded(out);
		left = s.len;
		n = charset_convert(out->encode, &s, buf->s + buf->len,
		    buf->cap - buf->len, last);
		buf->len += n;
	} while (s.len > 0 && (n > 0 || s.len < left));
}

static bool
changes(const struct sok_output *out)
{
	return out->encode != NULL || out->shown;
}

static void
pass(struct sok_output *out, struct sok_str s)
{
	struct sok_str first = sok_str_sub(s, 0, out->wanted), text = s;
	struct sok_buf *buf = &out->escaped;
	size_t n;

	out->wanted -= first.len;
	sok_buf_add(&out->head, first);
	if (changes(out))
		text = charset_guess(&out->arena, s, &out->guessed);

	if (out->head.failed || (text.s == NULL && s.len > 0)) {
		out->error = ENOMEM;
	} else if (out->shown) {
		/* TABs and line ends are not escaped. */
		buf->len = 0;
		for (s = text; s.len > 0; s = sok_str_from(s, n + 1)) {
			n = 0;
			while (n < s.len && s.s[n] != '\n' && s.s[n] != '\t')
				n++;
			sok_escape(buf, sok_str_sub(s, 0, n));
			sok_buf_add(buf, sok_str_sub(s, n, n + 1));
		}
		if (buf->failed)
			out->error = ENOMEM;
		text = sok_buf_str(buf);
	}

	if (out->encode != NULL)
		encode(out, text, false);
	else
		put_final(out, text);
	sok_arena_reset(&out->arena);
}

/* ---- the buffer */

/* Empty the buffer; all: including an incomplete line. */
static void
drain(struct sok_output *out, bool all)
{
	struct sok_buf *buf = &out->buf;
	size_t n = buf->len, i = n;

	if (!all && changes(out) && n > 0) {
		/* Whole lines; without any, whole characters. */
		while (i > 0 && buf->s[i - 1] != '\n')
			i--;
		if (i == 0) {
			i = n - 1;
			while (i > 0 && n - i < 4 && (buf->s[i] & 0xc0) == 0x80)
				i--;
			i = (buf->s[i] & 0xc0) == 0xc0 ? i : n;
		}
		n = i > 0 ? i : n;
	}
	if (n == 0)
		return;
	pass(out, (struct sok_str){buf->s, n});
	buf->len -= n;
	memmove(buf->s, buf->s + n, buf->len);
}

/* Write what does not fit into the buffer, directly if it is as large. */
static void
out_slowly(struct sok_output *out, struct sok_str s)
{
	struct sok_buf *buf = out->to;
	struct sok_str part;

	if (buf != &out->buf) {
		put_memory(out, s);
		return;
	}
	if (!changes(out) && s.len >= OUTPUT_BUFFER) {
		drain(out, true);
		pass(out, s);
		return;
	}
	for (; s.len > 0; s = sok_str_from(s, part.len)) {
		if (buf->len == buf->cap)
			drain(out, false);
		part = sok_str_sub(s, 0, buf->cap - buf->len);
		sok_buf_add(buf, part);
	}
}

void
sok_out(struct sok_output *out, struct sok_str s)
{
	struct sok_buf *buf = out->to;

	if (s.len > buf->cap - buf->len) {
		out_slowly(out, s);
	} else if (s.len > 0) {
		memcpy(buf->s + buf->len, s.s, s.len);
		buf->len += s.len;
	}
}

void
sok_outc(struct sok_output *out, char c)
{
	struct sok_buf *buf = out->to;

	if (buf->len < buf->cap)
		buf->s[buf->len++] = c;
	else
		out_slowly(out, (struct sok_str){&c, 1});
}

void
sok_out_fill(struct sok_output *out, char c, size_t n)
{
	struct sok_buf *buf = out->to;

	for (; n > buf->cap - buf->len; n--)
		out_slowly(out, (struct sok_str){&c, 1});
	if (n > 0)
		memset(buf->s + buf->len, c, n);
	buf->len += n;
}

void
sok_out_number(struct sok_output *out, size_t n)
{
	struct sok_buf *buf = out->to;
	char digit[SOK_DIGITS];

	if (buf->cap - buf->len >= SOK_DIGITS)
		buf->len += sok_digits(buf->s + buf->len, n);
	else
		sok_out(out, (struct sok_str){digit, sok_digits(digit, n)});
}

void
sok_outf(struct sok_output *out, const char *fmt, ...)
{
	char text[256], *longer;
	va_list ap;

	va_start(ap, fmt);
	struct sok_str s = str_vfmt(text, sizeof(text), &longer, fmt, ap);
	va_end(ap);
	if (s.s != NULL)
		sok_out(out, s);
	else
		output_fail(out, errno);
	free(longer);
}

void
output_keep(struct sok_output *out, size_t n)
{
	drain(out, true);
	out->head.len = 0;
	out->wanted = n;
	out->from = out->to->len;
}

struct sok_str
output_head(struct sok_output *out)
{
	size_t n = out->wanted;

	out->wanted = 0;
	if (out->to == out->memory)
		return sok_str_sub(
		    sok_buf_str(out->to), out->from, out->from + n);
	sok_buf_add(&out->head, sok_str_sub(sok_buf_str(&out->buf), 0, n));
	return sok_buf_str(&out->head);
}

int
sok_output_charset(struct sok_output *out, const char *name)
{
	struct charset *encoder = charset_open(CHARSET_ENCODE, name);

	if (encoder == NULL)
		return -1;
	drain(out, true);
	if (!use_buffer(out) || !sok_buf_room(&out->coded, OUTPUT_BUFFER)) {
		charset_free(encoder);
		return -1;
	}
	out->encode = encoder;
	return 0;
}

void
sok_output_shown(struct sok_output *out)
{
	drain(out, true);
	out->shown = use_buffer(out);
}

size_t
sok_output_replaced(const struct sok_output *out)
{
	return out->encode == NULL ? 0 : charset_bad(out->encode);
}

bool
sok_output_guessed(const struct sok_output *out)
{
	return out->guessed;
}

/* ---- the end */

bool
sok_output_failed(struct sok_output *out)
{
	if (out->error != 0)
		errno = out->error;
	return out->error != 0;
}

int
sok_output_flush(struct sok_output *out)
{
	drain(out, true);
	put_coded(out);
	return sok_output_failed(out) ? -1 : 0;
}

/* Write everything, and end the conversion; create: also the file if the output
 * is only the start of the old one.  0, -1 with errno. */
static int
finish(struct sok_output *out, bool create)
{
	drain(out, true);
	if (out->encode != NULL)
		encode(out, (struct sok_str){NULL, 0}, true);
	if (sok_output_flush(out) == 0 && create && out->other != NULL &&
	    out->fd < 0 && !out->nowhere)
		start_file(out);
	return sok_output_failed(out) ? -1 : 0;
}

int
sok_output_equal(struct sok_output *out)
{
	int equal = finish(out, false);

	if (equal == 0 && out->fd < 0)
		equal = compare_end(out->other);
	if (equal < 0)
		output_fail(out, errno);
	return equal;
}

int
sok_output_reopen(struct sok_output *out)
{
	if (finish(out, true) < 0 || lseek(out->fd, 0, SEEK_SET) < 0)
		return -1;
	return fcntl(out->fd, F_DUPFD_CLOEXEC, 0);
}

int
sok_output_commit(struct sok_output *out)
{
	if (out->other != NULL && sok_output_equal(out) == 1)
		return 0;
	if (finish(out, true) < 0)
		return -1;
	if (out->file == NULL || replace_commit(out->file) == 0)
		return 0;
	out->error = errno;
	return -1;
}

int
sok_output_close(struct sok_output *out, bool commit)
{
	int before = errno, error;

	if (out == NULL)
		return 0;
	if (commit)
		(void)sok_output_commit(out);
	if (out->owned && close(out->fd) < 0 && errno != EINTR)
		output_fail(out, errno);
	error = out->error;
	int left = replace_close(out->file);
	error = error == 0 ? left : error;
	free(out->other);
	charset_free(out->encode);
	sok_arena_free(&out->arena);
	sok_buf_free(&out->head);
	sok_buf_free(&out->escaped);
	sok_buf_free(&out->coded);
	sok_buf_free(&out->buf);
	free(out);
	errno = error == 0 ? before : error;
	return error == 0 ? 0 : -1;
}
