/* input.c - reads bytes and decodes them.  What is then changed in the text of
 * lines is in input_lines.c. */
#if defined(__linux__)
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#endif
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "io/charset.h"
#include "io/input.h"

#define CHUNK ((size_t)256 << 10)
#define PIPE_SIZE (1 << 20)

int
input_options(struct sok_read_options *to, const struct sok_read_options *from)
{
	*to = *from;
	if (to->tabs == 0)
		to->tabs = 8;
	if (to->limits == NULL)
		to->limits = &sok_default_limits;
	bool possible = to->tabs > 0;
	for (size_t i = 0; i < SOK_NLIMITS; i++)
		possible &= to->limits->v[i] > 0 &&
		    to->limits->v[i] <= sok_highest_limits.v[i];
	if (possible)
		return 0;
	errno = EINVAL;
	return -1;
}

int
input_open(struct sok_input *in, struct input_source from,
    const struct sok_read_options *options)
{
	*in = (struct sok_input){.fd = from.fd,
	    .chunk = options->chunk == 0 ? CHUNK : options->chunk,
	    .memory = from.memory,
	    .from = from.stream,
	    .idle = options->idle,
	    .idle_ctx = options->idle_ctx};
	if (from.fd < 0 && from.memory.s == NULL && from.stream == NULL) {
		errno = EBADF;
		return -1;
	}
	if (options->charset != NULL)
		in->decode = charset_open(CHARSET_DECODE, options->charset);
	return options->charset != NULL && in->decode == NULL ? -1 : 0;
}

void
input_widen(int fd)
{
	int error = errno;

	(void)fd;
#if defined(F_SETPIPE_SZ)
	(void)fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
#endif
	errno = error;
}

ssize_t
input_read_fd(int fd, char *buf, size_t size)
{
	struct pollfd ready = {.fd = fd, .events = POLLIN};

	for (;;) {
		ssize_t n = read(fd, buf, size);

		if (n >= 0)
			return n;
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			(void)poll(&ready, 1, -1);
		else if (errno != EINTR)
			return -1;
	}
}

ssize_t
sok_read_at(int fd, void *to, size_t size, off_t at)
{
	ssize_t n;

	do
		n = pread(fd, to, size, at);
	while (n == -1 && errno == EINTR);
	return n;
}

/* Whether reading a descriptor would not have to wait. */
static bool
is_ready(int fd)
{
	struct pollfd ready = {.fd = fd, .events = POLLIN};

	return poll(&ready, 1, 0) != 0;
}

/* Read up to size bytes from the source: how many, 0 at its end, -1 with errno.
 */
static ptrdiff_t
read_source(struct sok_input *in, char *buf, size_t size)
{
	struct sok_str s = sok_str_sub(in->memory, 0, size);
	ptrdiff_t n = (ptrdiff_t)s.len;

	if (in->ended)
		return 0;
	int fd = in->from != NULL ? in->from->waits_for - 1 : in->fd;
	if (in->idle != NULL && fd >= 0 && !is_ready(fd))
		in->idle(in->idle_ctx);
	if (in->from != NULL)
		n = in->from->read(in->from, buf, size);
	else if (in->fd >= 0)
		n = input_read_fd(in->fd, buf, size);
	else if (s.len > 0)
		memcpy(buf, s.s, s.len);
	in->memory = sok_str_from(in->memory, s.len);
	in->ended = n == 0;
	return n;
}

/* Make room for need bytes after end.  Data is moved only if as much was
 * consumed before it, and the buffer doubles, so the total time is linear.  0,
 * -1 on ENOMEM. */
static int
make_room(struct sok_input *in, size_t need)
{
	size_t live = in->end - in->start, least = live + need + INPUT_PAD;
	char *buf = in->buf;

	if (in->cap >= INPUT_PAD && in->cap - INPUT_PAD - in->end >= need)
		return 0;
	if (in->start < live || in->cap < least) {
		least = in->cap * 2 > least ? in->cap * 2 : least;
		buf = malloc(least);
		if (buf == NULL)
			return -1;
		in->cap = least;
	}
	if (live > 0)
		memmove(buf, in->buf + in->start, live);
	if (buf != in->buf)
		free(in->buf);
	in->buf = buf;
	in->base += in->start;
	in->start = 0;
	in->end = live;
	return 0;
}

/* Without a decoder, read the source directly into the buffer.  1, 0 at the
 * end, -1 with errno. */
static int
more_plain(struct sok_input *in)
{
	/* Half a chunk is enough: no incomplete line grows the buffer. */
	if (make_room(in, in->cap == 0 ? in->chunk : in->chunk / 2 + 1) < 0)
		return -1;
	size_t room = in->cap - INPUT_PAD - in->end;
	ptrdiff_t n = read_source(
	    in, in->buf + in->end, room < in->chunk ? room : in->chunk);
	if (n < 0)
		return -1;
	in->end += (size_t)n;
	in->eof = n == 0;
	return n > 0;
}

/* With a decoder, read until there is a character after end: 1, 0 at the end,
 * -1 with errno. */
static int
more_decoded(struct sok_input *in)
{
	struct sok_buf *raw = &in->raw;
	struct sok_str left;
	ptrdiff_t got;
	size_t n;

	do {
		/* An incomplete character may be left. */
		if (raw->len < CHARSET_ROOM) {
			if (!sok_buf_room(raw, in->chunk))
				return -1;
			got = read_source(in, raw->s + raw->len, in->chunk);
			if (got < 0)
				return -1;
			raw->len += (size_t)got;
		}
		if (make_room(in, in->chunk / 2 + CHARSET_ROOM) < 0)
			return -1;
		left = sok_buf_str(raw);
		n = charset_convert(in->decode, &left, in->buf + in->end,
		    in->cap - INPUT_PAD - in->end, in->ended);
		if (left.len > 0)
			memmove(raw->s, left.s, left.len);
		raw->len = left.len;
		in->end += n;
	} while (n == 0 && !(in->ended && raw->len == 0));
	in->eof = n == 0;
	return n > 0;
}

/* Read, before it is known whether there is a decoder, until there are n bytes
 * or the source ends: 0, -1 with errno. */
static int
want_first(struct sok_input *in, size_t n)
{
	while (in->end < n && !in->eof)
		if (more_plain(in) < 0)
			return -1;
	return 0;
}

/* The bytes that show UTF-16 without a mark, in ASCII and other alphabets. */
enum { SAMPLE = 256, WIDE_SAMPLE = 4096 };

/* Whether each pair of the first bytes has one NUL, as its first or second. */
static bool
is_padded(struct sok_str s, bool big)
{
	s = sok_str_sub(s, 0, SAMPLE);
	for (size_t i = 0; i + 1 < s.len; i += 2)
		if ((s.s[i] == '\0') != big || (s.s[i + 1] == '\0') == big)
			return false;
	return s.len >= 8;
}

/* Whether the text has walls of two bytes, with NUL first or second, as UTF-16
 * in any alphabet has; not in files that begin like those of a Macintosh. */
static bool
has_wide_walls(struct sok_str s, bool big)
{
	static const char walls[] = "\0#\0#\0#\0#";
	const char *wide = big ? walls : walls + 1;

	if (s.len > 1 && s.s[0] == '\0' && (unsigned char)s.s[1] < ' ')
		return false;
	for (size_t i = 0; i + 6 <= s.len; i += 2)
		if (memcmp(s.s + i, wide, 6) == 0)
			return true;
	return false;
}

/* The first read.  UTF-16 and UTF-32 are always decoded, according to a mark of
 * some bytes or to their look; what was read so far is decoded again.  1, 0 at
 * the end, -1 with errno. */
static int
more_first(struct sok_input *in)
{
	enum charset_kind kind = CHARSET_LE;
	const char *name = NULL;
	size_t mark = 2;

	if (want_first(in, 4) < 0)
		return -1;
	struct sok_str s = input_bytes(in);
	if (sok_str_starts(s, SOK_STR("\xff\xfe\0\0"))) {
		name = "UTF-32LE";
	} else if (sok_str_starts(s, SOK_STR("\0\0\xfe\xff"))) {
		name = "UTF-32BE";
	} else if (sok_str_starts(s, SOK_STR("\xfe\xff"))) {
		kind = CHARSET_BE;
	} else if (!sok_str_starts(s, SOK_STR("\xff\xfe"))) {
		mark = 0;
		if (want_first(in, WIDE_SAMPLE) < 0)
			return -1;
		s = sok_str_sub(input_bytes(in), 0, WIDE_SAMPLE);
		if (memchr(s.s, '\0', s.len) == NULL)
			return in->end > 0;
		if (!is_padded(s, false)) {
			if (is_padded(s, true) || has_wide_walls(s, true))
				kind = CHARSET_BE;
			else if (!has_wide_walls(s, false))
				return in->end > 0;
		}
	}
	if (name != NULL) {
		kind = CHARSET_DECODE;
		mark = 4;
	}
	in->decode = charset_open(kind, name);
	if (in->decode == NULL)
		return -1;
	sok_buf_add(&in->raw, sok_str_from(input_bytes(in), mark));
	if (in->raw.failed)
		return -1;
	in->end = 0;
	in->eof = false;
	return more_decoded(in);
}

int
input_more(struct sok_input *in)
{
	size_t had = in->end - in->start;

	if (in->eof)
		return 0;
	in->reads++;
	if (in->reads == 2 && in->fd >= 0)
		input_widen(in->fd);
	int got;
	if (in->decode != NULL)
		got = more_decoded(in);
	else if (in->reads == 1)
		got = more_first(in);
	else
		got = more_plain(in);
	if (got == 1)
		input_change_lines(in, had);
	return got;
}

int
input_want(struct sok_input *in, size_t n)
{
	int more = 1;

	while (more > 0 && in->end - in->start < n)
		more = input_more(in);
	return more < 0 ? -1 : 0;
}

void
input_consume(struct sok_input *in, size_t n)
{
	in->start += n;
	if (in->start < in->end)
		return;
	in->base += in->start;
	in->start = in->end = 0;
}

void
input_close(struct sok_input *in)
{
	charset_free(in->decode);
	sok_buf_free(&in->raw);
	free(in->buf);
	*in = (struct sok_input){.fd = -1};
}
