/* input.h - input bytes for the readers of this library. */
#ifndef SOK_INPUT_H
#define SOK_INPUT_H

#include <sys/types.h>

#include "tools.h"

/*
 * buf[start, end) is what was read and not yet consumed.  There are always
 * INPUT_PAD readable bytes (of any value) behind end.  input_more() may move
 * the buffer, so keep offsets from start across it, never pointers.
 */
#define INPUT_PAD 96

/* Where in a line the bytes end that quotes were taken off. */
enum input_quotes { QUOTES_NONE, QUOTES_BEFORE, QUOTES_BEHIND, QUOTES_INSIDE };

struct sok_input {
	int fd; /* -1: memory */
	char *buf;
	size_t start, end, cap;
	size_t chunk;    /* bytes asked of one read(2) */
	size_t consumed; /* bytes before start */
	bool eof;
	bool unify;        /* all line ends so far were CRLF, and are LF here */
	size_t crlf_until; /* where the last one was, counted as consumed */
	/* Private. */
	bool unifies;             /* input_unify() was asked for */
	bool mixed;               /* and more kinds were met */
	enum input_quotes quotes; /* NONE: they stay */
	bool quote_blank;         /* and the blank behind them goes */
	size_t dropped;           /* how many CRs and quotes that took */
	bool begun, widened;      /* the first, a second read was done */
	bool ended;               /* the source has no more */
	struct sok_str memory;    /* what of it was not read yet */
	struct sok_stream *from;  /* read instead of fd and memory */
	struct charset *decode;   /* NULL: bytes pass as they are */
	struct sok_buf raw;       /* read and not yet decoded */
};

/* Options with defaults filled in; -1 with EINVAL if one cannot be. */
int input_options(
    struct sok_read_options *to, const struct sok_read_options *from);
/* One of three: a descriptor, or with -1 for it memory or a stream, which
 * outlive the input and are not changed.  -1 with errno (EINVAL: unknown
 * charset, EBADF: none of the three, as after an open() that failed). */
struct input_source {
	int fd;
	struct sok_str memory;
	struct sok_stream *stream;
};
int input_open(struct sok_input *in, struct input_source from,
    const struct sok_read_options *o);
/* read(2) until there are bytes or the end. */
ssize_t input_read_fd(int fd, char *buf, size_t size);
/* Read more behind end: 1, 0 at the end of the input, -1 with errno. */
int input_more(struct sok_input *in);
/* At least n bytes unless the input ends before; 0, -1 with errno. */
int input_want(struct sok_input *in, size_t n);
void input_consume(struct sok_input *in, size_t n);
void input_close(struct sok_input *in);
/* Make CRLF one line feed, from the first byte that is not consumed on, until
 * a line ends otherwise: for readers of lines.  A CR at the end of what was
 * read waits there for the next byte. */
void input_unify(struct sok_input *in);
/* More kinds of line end were met; if they were to be one, each CRLF of what is
 * read from now on is, as nobody asks any more what it was. */
void input_mixed(struct sok_input *in);
/* Where every line of the first bytes that is not blank begins with `>`, as in
 * mail, take one `>` off every line that has it, and one blank behind it if all
 * of those have that.  Before any other call; 0, -1 with errno. */
int input_unquote(struct sok_input *in);
/* What is wrong with what was decoded so far, NULL if nothing is: sequences of
 * bytes that became U+FFFD, files of several character sets that were put
 * together.  For the rule `charset`. */
const char *input_fault(const struct sok_input *in);
/* Let a pipe hold more than 64 KiB where the system can; else nothing. */
void input_widen(int fd);

/* quotes.c: the bytes from start + at on are new. */
void input_drop_quotes(struct sok_input *in, size_t at);

static inline struct sok_str
input_bytes(const struct sok_input *in)
{
	return (struct sok_str){in->buf + in->start, in->end - in->start};
}

/* Whether the line feed at byte at, from start on, was a CRLF. */
static inline bool
input_was_crlf(const struct sok_input *in, size_t at)
{
	return in->consumed + at < in->crlf_until;
}

#endif
