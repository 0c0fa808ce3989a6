/* input.h - input bytes for the readers of this library. */
#ifndef SOK_INPUT_H
#define SOK_INPUT_H

#include <sys/types.h>

#include "io/io.h"

/* buf[start, end) was read and not yet consumed.  There are always INPUT_PAD
 * readable bytes of any value after end.  input_more() may move the buffer, so
 * keep offsets from start, never pointers. */
#define INPUT_PAD 96

/* The position in a line while mail quotes are removed. */
enum input_quotes { QUOTES_NONE, QUOTES_BEFORE, QUOTES_AFTER, QUOTES_INSIDE };
/* Which line ends become LF, see input_unify(). */
enum input_ends {
	ENDS_KEPT,  /* none: nobody has asked */
	ENDS_CRLF,  /* CRLF; none of another kind was met, or none at all */
	ENDS_CR,    /* CR; none of another kind was met */
	ENDS_OTHER, /* none from here on, because another kind was met */
	ENDS_EACH   /* CRLF, among others: see input_mixed() */
};

struct sok_input {
	int fd; /* -1: memory */
	char *buf;
	size_t start, end, cap;
	size_t chunk; /* requested from each read(2) */
	/* The position of buf[0].  Positions count the bytes that readers get,
	 * which are decoded and without what was removed; they may wrap. */
	size_t base;
	bool eof;
	/* Each LF before this position was CRLF or, if of_cr is set, CR; up to
	 * where line ends of another kind were met. */
	size_t unified;
	bool of_cr;
	/* Private. */
	enum input_ends ends;
	enum input_quotes quotes; /* NONE: they are kept */
	bool quote_blank;      /* and the blank after each of them is removed */
	size_t dropped;        /* number of CRs and quotes removed */
	size_t reads;          /* number of calls of input_more() */
	bool ended;            /* the source has ended */
	struct sok_str memory; /* the unread part of it */
	struct sok_stream *from; /* read in place of fd and memory */
	struct charset *decode;  /* NULL: no conversion */
	struct sok_buf raw;      /* read but not decoded yet */
	void (*idle)(void *ctx); /* see struct sok_read_options */
	void *idle_ctx;
};

/* Fill in defaults of options; -1 with EINVAL if one is invalid. */
int input_options(
    struct sok_read_options *to, const struct sok_read_options *from);
/* One of three: a descriptor or, if it is -1, memory or a stream. */
struct input_source {
	int fd;
	struct sok_str memory;
	struct sok_stream *stream;
};
/* Open a source, which must outlive the input and is not changed.  0, -1 with
 * errno (EINVAL: unknown charset; EBADF: none of the three, as after a failed
 * open()). */
int input_open(struct sok_input *in, struct input_source from,
    const struct sok_read_options *options);
/* Call read(2) until there are bytes or the end: how many, 0 at the end, -1
 * with errno. */
ssize_t input_read_fd(int fd, char *buf, size_t size);
/* Read more after end: 1, 0 at the end of the input, -1 with errno. */
int input_more(struct sok_input *in);
/* Read until there are n bytes or the input ends; 0, -1 with errno. */
int input_want(struct sok_input *in, size_t n);
/* Forget the first n bytes. */
void input_consume(struct sok_input *in, size_t n);
void input_close(struct sok_input *in);
/* The length of the byte-order mark at the start of s, 0 without one: that of
 * UTF-8, and inside of a text those of UTF-16 as well. */
size_t input_mark(struct sok_str s, bool inside);
/* Change the bytes from start + at on, which were just read, as the functions
 * below have asked. */
void input_change_lines(struct sok_input *in, size_t at);
/* For readers of lines: if the first line end from the first unconsumed byte on
 * is CRLF or CR, convert it and those that follow to LF, until one of another
 * kind is found.  One or two CRs at the end of the buffer wait for what follows
 * them. */
void input_unify(struct sok_input *in);
/* Another kind of line end was found, and ends before position `at`: after
 * input_unify() each CRLF from there on becomes LF, because its kind does not
 * matter any more.  What was read already is changed as well, so that positions
 * do not depend on how much that is. */
void input_mixed(struct sok_input *in, size_t at);
/* If every line of the first bytes that is not blank begins with `>`, as in
 * mail, remove one `>` from every line that has it, and the blank after it if
 * all have one.  To be called first; 0, -1 with errno. */
int input_unquote(struct sok_input *in);
/* Increase the capacity of a pipe if the system can. */
void input_widen(int fd);

/* The bytes that were read and not yet consumed. */
static inline struct sok_str
input_bytes(const struct sok_input *in)
{
	return (struct sok_str){in->buf + in->start, in->end - in->start};
}

/* The number of bytes before start. */
static inline size_t
input_consumed(const struct sok_input *in)
{
	return in->base + in->start;
}

#endif
