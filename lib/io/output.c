/*
 * output.c - the buffer between the writers and a descriptor, memory or a file
 * that output_file.c replaces; encodes if necessary. output_compare.c discards
 * output that equals another file.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/charset.h"
#include "io/input.h"
#include "io/output.h"
#include "tools.h"

static int
write_some(int fd, const char *s, size_t size, size_t *done)
{
	struct pollfd ready = {.fd = fd, .events = POLLOUT};
	ssize_t n = write(fd, s, size < SSIZE_MAX ? size : SSIZE_MAX);

	if (n > 0) {
		*done += (size_t)n;
		return 0;
	}
	if (n == 0)
		errno = EIO;
	else if (errno == EINTR)
		return 0;
	else if (errno == EAGAIN || errno == EWOULDBLOCK)
		return poll(&ready, 1, -1) < 0 && errno != EINTR ? -1 : 0;
	return -1;
}

static void
keep(struct sok_output *o, struct sok_str s)
{
	s = sok_str_sub(s, 0, o->wanted);
	o->wanted -= s.len;
	sok_buf_add(&o->head, s);
	if (o->head.failed)
		o->error = ENOMEM;
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
	size_t done = 0;

	if (!o->widened && s.len >= OUTPUT_BUFFER)
		input_widen(o->fd);
	o->widened |= s.len >= OUTPUT_BUFFER;
	while (done < s.len && o->error == 0)
		if (write_some(o->fd, s.s + done, s.len - done, &done) < 0)
			o->error = errno;
}

/* The file that they go to, with what was alike in it. */
static void
start_file(struct sok_output *o)
{
	struct sok_str s;
	off_t at = 0;
	int more;

	o->fd = o->file != NULL ? replace_begin(o->file) : temp_spool();
	o->owned = o->fd >= 0 && o->file == NULL;
	more = o->fd < 0 ? -1 : compare_alike(o->other, &at, &s);
	for (; more > 0; more = compare_alike(o->other, &at, &s))
		put_fd(o, s);
	if (more < 0)
		output_fail(o, errno);
}

static void
put_other(struct sok_output *o, struct sok_str s)
{
	if (compare_put(o->other, &s) < 0) {
		o->error = errno;
		return;
	}
	if (s.len > 0 && !o->nowhere) {
		start_file(o);
		put_fd(o, s);
	}
}

/* Whether what is put is not what was written. */
static bool
changes(const struct sok_output *o)
{
	return o->encode != NULL || o->shown;
}

/* The last step, to where the bytes stay. */
static void
put_final(struct sok_output *o, struct sok_str s)
{
	if (o->wanted > 0 && !changes(o))
		keep(o, s);
	if (o->error != 0 || s.len == 0)
		return;
	if (o->memory != NULL)
		put_memory(o, s);
	else if (o->other != NULL && o->fd < 0)
		put_other(o, s);
	else
		put_fd(o, s);
}

static void
put_coded(struct sok_output *o)
{
	put_final(o, (struct sok_str){o->coded, o->ncoded});
	o->ncoded = 0;
}

/* last: nothing follows, so a shift state ends. */
static void
encode(struct sok_output *o, struct sok_str s, bool last)
{
	size_t left, n;

	do {
		if (OUTPUT_BUFFER - o->ncoded < CHARSET_ROOM)
			put_coded(o);
		left = s.len;
		n = charset_convert(o->encode, &s, o->coded + o->ncoded,
		    OUTPUT_BUFFER - o->ncoded, last);
		o->ncoded += n;
	} while (s.len > 0 && (n > 0 || s.len < left));
}

/* What of a text is between TABs and line ends can control a terminal. */
static struct sok_str
escape_lines(struct sok_output *o, struct sok_str s)
{
	struct sok_buf *b = &o->escaped;
	size_t n;

	b->len = 0;
	for (; s.len > 0; s = sok_str_from(s, n)) {
		n = 0;
		while (n < s.len && s.s[n] != '\n' && s.s[n] != '\t')
			n++;
		if (n > 0)
			sok_escape(b, sok_str_sub(s, 0, n));
		else
			sok_buf_addc(b, s.s[n++]);
	}
	if (b->failed)
		o->error = ENOMEM;
	return sok_buf_str(b);
}

static void
change_lines(struct sok_output *o, struct sok_str s)
{
	struct sok_str text = charset_guess(&o->arena, s, &o->guessed);

	if (text.s == NULL && s.len > 0)
		o->error = ENOMEM;
	else if (o->shown)
		text = escape_lines(o, text);
	if (o->encode != NULL)
		encode(o, text, false);
	else
		put_final(o, text);
	sok_arena_reset(&o->arena);
}

/* Whole lines; or, where there is none, whole characters. */
static size_t
complete(const char *s, size_t n)
{
	size_t i = n;

	while (i > 0 && s[i - 1] != '\n')
		i--;
	if (i > 0)
		return i;
	for (i = n; i > 0 && n - i < 3 && (s[i - 1] & 0xc0) == 0x80; i--)
		;
	return i > 1 && (s[i - 1] & 0xc0) == 0xc0 ? i - 1 : n;
}

/* Empty the buffer; all: also a line that has no end yet. */
static void
drain(struct sok_output *o, bool all)
{
	size_t n;

	if (o->len == 0)
		return;
	if (!changes(o)) {
		put_final(o, (struct sok_str){o->buf, o->len});
		o->len = 0;
		return;
	}
	n = all ? o->len : complete(o->buf, o->len);
	keep(o, (struct sok_str){o->buf, n});
	change_lines(o, (struct sok_str){o->buf, n});
	memmove(o->buf, o->buf + n, o->len - n);
	o->len -= n;
}

/* Everything to its place, and the encoder to its end. */
static int
finish(struct sok_output *o)
{
	drain(o, true);
	if (o->encode != NULL) {
		encode(o, (struct sok_str){NULL, 0}, true);
		put_coded(o);
	}
	return sok_output_failed(o) ? -1 : 0;
}

int
sok_output_equal(struct sok_output *o)
{
	int equal = finish(o) < 0 ? -1 : o->fd < 0 ? compare_end(o->other) : 0;

	if (equal < 0)
		output_fail(o, errno);
	return equal;
}

/* The same, and in its file also if it is but the beginning of the other. */
static int
settle_output(struct sok_output *o)
{
	if (finish(o) == 0 && o->other != NULL && o->fd < 0 && !o->nowhere)
		start_file(o);
	return sok_output_failed(o) ? -1 : 0;
}

int
sok_output_reopen(struct sok_output *o)
{
	if (settle_output(o) < 0 || lseek(o->fd, 0, SEEK_SET) < 0)
		return -1;
	return fcntl(o->fd, F_DUPFD_CLOEXEC, 0);
}

int
sok_output_charset(struct sok_output *o, const char *name)
{
	struct charset *encoder = charset_encoder(name);

	if (encoder == NULL)
		return -1;
	drain(o, true);
	if (!output_buffer(o) || (o->coded = malloc(OUTPUT_BUFFER)) == NULL) {
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
	o->shown = output_buffer(o);
}

void
output_keep(struct sok_output *o, size_t n)
{
	drain(o, true);
	o->head.len = 0;
	o->wanted = n;
}

struct sok_str
output_head(struct sok_output *o)
{
	keep(o, (struct sok_str){o->buf, o->len});
	o->wanted = 0;
	return sok_buf_str(&o->head);
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

/* Through the buffer; what would fill it alone goes past it. */
void
sok_out(struct sok_output *o, struct sok_str s)
{
	size_t n;

	if (o->buf != NULL && s.len > 0 && s.len < OUTPUT_BUFFER - o->len) {
		memcpy(o->buf + o->len, s.s, s.len);
		o->len += s.len;
		return;
	}
	while (s.len > 0) {
		if (o->buf == NULL || (!changes(o) && s.len >= OUTPUT_BUFFER)) {
			drain(o, true);
			put_final(o, s);
			return;
		}
		n = s.len < OUTPUT_BUFFER - o->len ? s.len
		                                   : OUTPUT_BUFFER - o->len;
		memcpy(o->buf + o->len, s.s, n);
		o->len += n;
		s = sok_str_from(s, n);
		if (o->len == OUTPUT_BUFFER)
			drain(o, false);
	}
}

void
sok_outc(struct sok_output *o, char c)
{
	if (o->buf == NULL) {
		put_final(o, (struct sok_str){&c, 1});
		return;
	}
	o->buf[o->len++] = c;
	if (o->len == OUTPUT_BUFFER)
		drain(o, false);
}

void
output_fail(struct sok_output *o, int error)
{
	if (o->error == 0)
		o->error = error;
}

int
sok_output_flush(struct sok_output *o)
{
	drain(o, true);
	if (o->encode != NULL)
		put_coded(o);
	return sok_output_failed(o) ? -1 : 0;
}

bool
sok_output_failed(struct sok_output *o)
{
	if (o->error != 0)
		errno = o->error;
	return o->error != 0;
}

static void
free_output(struct sok_output *o)
{
	if (o->owned)
		close(o->fd);
	replace_close(o->file);
	free(o->other);
	charset_free(o->encode);
	sok_arena_free(&o->arena);
	sok_buf_free(&o->head);
	sok_buf_free(&o->escaped);
	free(o->coded);
	free(o->buf);
	free(o);
}

int
sok_output_commit(struct sok_output *o)
{
	if (o->other != NULL && sok_output_equal(o) == 1)
		return 0;
	if (settle_output(o) < 0)
		return -1;
	if (o->file == NULL || replace_commit(o->file) == 0)
		return 0;
	o->error = errno;
	return -1;
}

const char *
sok_output_culprit(const struct sok_output *o)
{
	return o->file == NULL ? NULL : replace_culprit(o->file);
}

int
sok_output_close(struct sok_output *o, bool commit)
{
	int before = errno, error;

	if (o == NULL)
		return 0;
	if (commit)
		(void)sok_output_commit(o);
	if (o->owned) {
		if (close(o->fd) < 0 && errno != EINTR && o->error == 0)
			o->error = errno;
		o->owned = false;
	}
	error = o->error;
	free_output(o);
	errno = error == 0 ? before : error;
	return error == 0 ? 0 : -1;
}
