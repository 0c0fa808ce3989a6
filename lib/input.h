/* input.h - bytes in, for the readers of this library. */
#ifndef SOK_INPUT_H
#define SOK_INPUT_H

#include "sok.h"

/*
 * buf[start, end) is what was read and not yet consumed.  There are always
 * INPUT_PAD readable bytes (of any value) behind end.  input_more() may move
 * the buffer, so keep offsets from start across it, never pointers.
 */
#define INPUT_PAD 64

struct sok_input {
	int fd; /* -1: memory */
	char *buf;
	size_t start, end, cap;
	size_t chunk;    /* bytes asked of one read(2) */
	size_t consumed; /* bytes before start */
	bool eof;
	bool owned;             /* buf is ours */
	struct charset *decode; /* NULL: bytes pass as they are */
};

/* charset: name to decode from, or NULL: only UTF-16 with a BOM is decoded.
 * -1 with errno (EINVAL: unknown charset). */
int input_open_fd(
    struct sok_input *in, int fd, const char *charset, size_t chunk);
/* bytes outlive the input and are not changed. */
int input_open_memory(
    struct sok_input *in, struct sok_str bytes, const char *charset);
/* Read more behind end: 1, 0 at the end of the input, -1 with errno. */
int input_more(struct sok_input *in);
/* At least n bytes unless the input ends before; 0, -1 with errno. */
int input_want(struct sok_input *in, size_t n);
void input_consume(struct sok_input *in, size_t n);
void input_close(struct sok_input *in);

static inline struct sok_str
input_bytes(const struct sok_input *in)
{
	return (struct sok_str){in->buf + in->start, in->end - in->start};
}

#endif
