/*
 * input.c - reads bytes from a descriptor or from memory, decodes them if
 * necessary, and provides them to the readers in a buffer.
 */
#if defined(__linux__)
#define _GNU_SOURCE /* F_SETPIPE_SZ */
#endif
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/charset.h"
#include "io/input.h"
#include "tools.h"

#define CHUNK ((size_t)256 << 10)
#define PIPE_SIZE (1 << 20)

/* Limits that --limit could set. */
static bool
are_possible(const struct sok_limits *l)
{
	for (size_t i = 0; i < SOK_NLIMITS; i++)
		if (l->v[i] == 0 || l->v[i] > sok_highest_limits.v[i])
			return false;
	return true;
}

int
input_options(struct sok_read_options *to, const struct sok_read_options *from)
{
	*to = *from;
	if (to->tabs == 0)
		to->tabs = 8;
	if (to->limits == NULL)
		to->limits = &sok_default_limits;
	if (to->tabs > 0 && are_possible(to->limits))
		return 0;
	errno = EINVAL;
	return -1;
}

static int
open_charset(struct sok_input *in, const char *name)
{
	if (name == NULL)
		return 0;
	in->decode = charset_decoder(name);
	return in->decode == NULL ? -1 : 0;
}

int
input_open(struct sok_input *in, struct input_source from,
    const struct sok_read_options *o)
{
	*in = (struct sok_input){.fd = from.fd,
	    .chunk = o->chunk == 0 ? CHUNK : o->chunk,
	    .memory = from.memory,
	    .from = from.stream};
	if (from.fd < 0 && from.memory.s == NULL && from.stream == NULL) {
		errno = EBADF;
		return -1;
	}
	return open_charset(in, o->charset);
}

void
input_widen(int fd)
{
#if defined(F_SETPIPE_SZ)
	int error = errno;

	(void)fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
	errno = error;
#else
	(void)fd;
#endif
}

ssize_t
input_read_fd(int fd, char *buf, size_t size)
{
	struct pollfd ready = {.fd = fd, .events = POLLIN};
	ssize_t n;

	for (;;) {
		n = read(fd, buf, size);
		if (n >= 0)
			return n;
		if (errno == EAGAIN || errno == EWOULDBLOCK)
			(void)poll(&ready, 1, -1);
		else if (errno != EINTR)
			return -1;
	}
}

static size_t
read_memory(struct sok_input *in, char *buf, size_t size)
{
	struct sok_str s = sok_str_sub(in->memory, 0, size);

	if (s.len > 0)
		memcpy(buf, s.s, s.len);
	in->memory = sok_str_from(in->memory, s.len);
	return s.len;
}

/* Up to size bytes of the source; 0 at its end. */
static ssize_t
read_source(struct sok_input *in, char *buf, size_t size)
{
	ssize_t n;

	if (in->ended)
		return 0;
	if (in->from != NULL)
		n = in->from->read(in->from, buf, size);
	else if (in->fd < 0)
		n = (ssize_t)read_memory(in, buf, size);
	else
		n = input_read_fd(in->fd, buf, size);
	in->ended = n == 0;
	return n;
}

/* Room for need bytes behind end.  Data moves only when at least as much was
 * consumed before it, and the buffer doubles, so all copying is linear. */
static int
make_room(struct sok_input *in, size_t need)
{
	size_t live = in->end - in->start, cap;
	char *buf;

	if (in->cap >= INPUT_PAD && in->cap - INPUT_PAD - in->end >= need)
		return 0;
	if (in->start >= live && in->cap >= live + need + INPUT_PAD) {
		memmove(in->buf, in->buf + in->start, live);
		in->start = 0;
		in->end = live;
		return 0;
	}
	cap = in->cap * 2;
	if (cap < live + need + INPUT_PAD)
		cap = live + need + INPUT_PAD;
	buf = malloc(cap);
	if (buf == NULL)
		return -1;
	if (live > 0)
		memcpy(buf, in->buf + in->start, live);
	free(in->buf);
	in->buf = buf;
	in->cap = cap;
	in->start = 0;
	in->end = live;
	return 0;
}

/* Without a decoder the source is read to its place. */
static int
more_plain(struct sok_input *in)
{
	size_t room;
	ssize_t n;

	/* Half a chunk of room will do: then a rest that is carried over does
	 * not make the buffer grow. */
	if (make_room(in, in->cap == 0 ? in->chunk : in->chunk / 2 + 1) < 0)
		return -1;
	room = in->cap - INPUT_PAD - in->end;
	n = read_source(
	    in, in->buf + in->end, room < in->chunk ? room : in->chunk);
	if (n < 0)
		return -1;
	in->end += (size_t)n;
	in->eof = n == 0;
	return n > 0;
}

/* Read behind what waits to be decoded: a chunk, beside the beginning of a
 * character that is not complete. */
static int
more_raw(struct sok_input *in)
{
	size_t size = in->chunk + CHARSET_ROOM, room;
	ssize_t n;

	if (in->raw == NULL)
		in->raw = malloc(size);
	if (in->raw == NULL)
		return -1;
	if (in->raw_len >= size)
		return 0;
	room = size - in->raw_len;
	n = read_source(
	    in, in->raw + in->raw_len, room < in->chunk ? room : in->chunk);
	if (n < 0)
		return -1;
	in->raw_len += (size_t)n;
	return 0;
}

static int
more_decoded(struct sok_input *in)
{
	size_t room, n;
	struct sok_str left;

	do {
		if (more_raw(in) < 0 ||
		    make_room(in, in->chunk / 2 + CHARSET_ROOM) < 0)
			return -1;
		room = in->cap - INPUT_PAD - in->end;
		left = (struct sok_str){in->raw, in->raw_len};
		n = charset_convert(
		    in->decode, &left, in->buf + in->end, room, in->ended);
		if (left.len > 0)
			memmove(in->raw, left.s, left.len);
		in->raw_len = left.len;
		in->end += n;
	} while (n == 0 && !(in->ended && in->raw_len == 0));
	in->eof = n == 0;
	return n > 0;
}

static int
want_first(struct sok_input *in, size_t n)
{
	while (in->end < n && !in->eof)
		if (more_plain(in) < 0)
			return -1;
	return 0;
}

/* Whether of each two bytes this one is NUL, and the other is not. */
static bool
is_padded(const char *p, size_t n, bool first)
{
	for (size_t i = 0; i + 1 < n; i += 2)
		if ((p[i] == '\0') != first || (p[i + 1] == '\0') == first)
			return false;
	return n > 1;
}

/* Whether walls stand there as two bytes each, with NUL as the first or the
 * second: so they do whatever alphabet is around them.  What begins like a
 * Macintosh file is none that text could be. */
static bool
has_wide_walls(const char *p, size_t n, bool big)
{
	static const char walls[] = "\0#\0#\0#\0#";
	const char *wide = big ? walls : walls + 1;

	if (n > 1 && p[0] == '\0' && (unsigned char)p[1] < ' ')
		return false;
	for (size_t i = 0; i + 6 <= n; i += 2)
		if (memcmp(p + i, wide, 6) == 0)
			return true;
	return false;
}

/* Bytes that tell UTF-16 without its mark, in ASCII and in other alphabets. */
enum { SAMPLE = 256, WIDE_SAMPLE = 4096 };

static int
open_utf16(struct sok_input *in, bool big)
{
	in->decode = charset_utf16(big);
	return in->decode == NULL ? -1 : 0;
}

/* What tells that it is UTF-16 or UTF-32 opens a decoder: a mark of so many
 * bytes, or how the text looks.  Its first bytes are there. */
static int
look_for_wide(struct sok_input *in, size_t *mark)
{
	struct sok_str s = input_bytes(in);
	size_t n;

	*mark = 4;
	if (sok_str_starts(s, SOK_STR("\xff\xfe\0\0")))
		return open_charset(in, "UTF-32LE");
	if (sok_str_starts(s, SOK_STR("\0\0\xfe\xff")))
		return open_charset(in, "UTF-32BE");
	*mark = 2;
	if (sok_str_starts(s, SOK_STR("\xff\xfe")))
		return open_utf16(in, false);
	if (sok_str_starts(s, SOK_STR("\xfe\xff")))
		return open_utf16(in, true);
	*mark = 0;
	if (want_first(in, WIDE_SAMPLE) < 0)
		return -1;
	n = in->end < SAMPLE ? in->end : SAMPLE;
	if (n >= 8 && is_padded(in->buf, n, true))
		return open_utf16(in, true);
	if (n >= 8 && is_padded(in->buf, n, false))
		return open_utf16(in, false);
	n = in->end < WIDE_SAMPLE ? in->end : WIDE_SAMPLE;
	if (memchr(in->buf, '\0', n) == NULL)
		return 0;
	if (has_wide_walls(in->buf, n, true))
		return open_utf16(in, true);
	return has_wide_walls(in->buf, n, false) ? open_utf16(in, false) : 0;
}

/* UTF-16 and UTF-32 are decoded unasked.  What was read so far becomes raw
 * again, which the buffer is large enough to be. */
static int
find_wide(struct sok_input *in)
{
	size_t mark;

	if (want_first(in, 4) < 0 || look_for_wide(in, &mark) < 0)
		return -1;
	if (in->decode == NULL)
		return in->end > 0;
	in->raw = malloc(in->end + in->chunk + CHARSET_ROOM);
	if (in->raw == NULL)
		return -1;
	in->raw_len = in->end - mark;
	memcpy(in->raw, in->buf + mark, in->raw_len);
	in->end = 0;
	in->eof = false;
	return more_decoded(in);
}

static int
more(struct sok_input *in)
{
	bool first = !in->begun;

	if (in->eof)
		return 0;
	in->begun = true;
	if (in->decode != NULL)
		return more_decoded(in);
	if (first)
		return find_wide(in);
	if (!in->widened && in->fd >= 0)
		input_widen(in->fd);
	in->widened = true;
	return more_plain(in);
}

/* ---- line ends */

/* Drop the CR of each CRLF among n bytes, up to another line end; *done: how
 * many are left before that.  How many are left at all. */
static size_t
drop_cr(char *s, size_t n, size_t *done)
{
	size_t i = 0, out = 0;
	char last = '\0';

	for (; i < n && (s[i] == '\n') == (last == '\r'); i++) {
		last = s[i];
		s[out] = last;
		out += last != '\r';
	}
	if (last == '\r')
		i--; /* alone, or nobody knows yet */
	memmove(s + out, s + i, n - i);
	*done = out;
	return out + n - i;
}

/* The same of all of them, but where another CR stands before it, which ends a
 * line by itself.  before: what stands in front of s. */
static size_t
drop_each_cr(char *s, size_t n, char before)
{
	char *from = s, *to = s, *cr;
	const char *end = s + n;
	size_t len;

	while ((cr = memchr(from, '\r', (size_t)(end - from))) != NULL) {
		len = (size_t)(cr - from);
		if (cr + 1 == end || cr[1] != '\n' ||
		    (cr == s ? before : cr[-1]) == '\r')
			len++; /* alone, or nobody knows yet */
		if (to != from)
			memmove(to, from, len);
		to += len;
		from = cr + 1;
	}
	len = (size_t)(end - from);
	if (to != from)
		memmove(to, from, len);
	return (size_t)(to - s) + len;
}

/* The bytes from start + at on are new. */
static void
unify(struct sok_input *in, size_t at)
{
	char *s = in->buf + in->start, before;
	size_t n, done;

	if (at > 0 && s[at - 1] == '\r')
		at--;
	before = at > 0 ? s[at - 1] : '\0';
	n = in->end - in->start - at;
	s += at;
	in->end -= n;
	in->dropped += n;
	done = 0;
	n = in->mixed ? drop_each_cr(s, n, before) : drop_cr(s, n, &done);
	in->end += n;
	in->dropped -= n;
	if (in->mixed)
		return;
	in->unify = done == n || (done + 1 == n && s[done] == '\r');
	while (done > 0 && s[done - 1] != '\n')
		done--;
	if (done > 0)
		in->crlf_until = in->consumed + at + done;
}

void
input_unify(struct sok_input *in)
{
	in->unify = in->unifies = true;
	if (in->end > in->start)
		unify(in, 0);
}

void
input_mixed(struct sok_input *in)
{
	in->mixed = in->unifies;
}

int
input_more(struct sok_input *in)
{
	size_t had = in->end - in->start;
	int got = more(in);

	if (in->quotes != QUOTES_NONE && got == 1)
		input_drop_quotes(in, had);
	if ((in->unify || in->mixed) && got == 1)
		unify(in, had);
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
	in->consumed += n;
	if (in->start == in->end)
		in->start = in->end = 0;
}

const char *
input_fault(const struct sok_input *in)
{
	return in->decode == NULL ? NULL : charset_fault(in->decode);
}

void
input_close(struct sok_input *in)
{
	charset_free(in->decode);
	free(in->raw);
	free(in->buf);
	*in = (struct sok_input){.fd = -1};
}
