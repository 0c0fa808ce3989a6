/* diff_window.c - lines of a file, as many as there is room for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diff/diff_private.h"

int
diff_window_open(struct diff_window *w, int fd, const struct diff_sizes *sizes)
{
	struct stat st;

	*w = (struct diff_window){.fd = fd,
	    .end = DIFF_TO_END,
	    .cap = sizes->bytes,
	    .most = sizes->lines};
	if (fstat(fd, &st) == -1)
		return -1;
	/* A small file needs less. */
	if (st.st_size > 0 && st.st_size < (off_t)w->most)
		w->cap = w->most = (size_t)st.st_size + 1;
	w->bytes = malloc(w->cap);
	w->start = calloc(w->most + 1, sizeof(*w->start));
	w->key = calloc(w->most, sizeof(*w->key));
	w->changed = calloc(w->most, sizeof(*w->changed));
	return w->bytes == NULL || w->start == NULL || w->key == NULL ||
	        w->changed == NULL
	    ? -1
	    : 0;
}

void
diff_window_close(struct diff_window *w)
{
	free(w->bytes);
	free(w->start);
	free(w->key);
	free(w->changed);
}

/* Fill the buffer: 0, -1 with errno. */
static int
fill_window(struct diff_window *w)
{
	while (w->len < w->cap && w->at + (off_t)w->len < w->end) {
		off_t at = w->at + (off_t)w->len;
		ssize_t got =
		    sok_read_at(w->fd, w->bytes + w->len, w->cap - w->len, at);

		if (got == -1)
			return -1;
		if (got == 0)
			w->end = at;
		w->len += (size_t)got;
	}
	return 0;
}

/* Find the lines in the buffer. */
static void
cut_lines(struct diff_window *w)
{
	bool ends = w->at + (off_t)w->len == w->end;
	size_t at = 0;

	w->n = 0;
	while (at < w->len && w->n < w->most) {
		const char *lf = memchr(w->bytes + at, '\n', w->len - at);

		if (lf == NULL && !ends)
			break;
		at = lf == NULL ? w->len : (size_t)(lf - w->bytes) + 1;
		w->start[++w->n] = at;
	}
}

int
diff_window_load(struct diff_window *w)
{
	for (;;) {
		if (fill_window(w) == -1)
			return -1;
		cut_lines(w);
		if (w->n > 0 || w->len == 0)
			return 0;

		/* One line is longer than the buffer. */
		char *more = w->cap > SIZE_MAX / 2
		    ? NULL
		    : realloc(w->bytes, 2 * w->cap);
		if (more == NULL) {
			errno = ENOMEM;
			return -1;
		}
		w->bytes = more;
		w->cap *= 2;
	}
}

bool
diff_window_last(const struct diff_window *w)
{
	return w->at + (off_t)w->start[w->n] == w->end;
}

void
diff_window_drop(struct diff_window *w, size_t n)
{
	size_t bytes = w->start[n];

	w->at += (off_t)bytes;
	w->len -= bytes;
	memmove(w->bytes, w->bytes + bytes, w->len);
}

uint64_t
diff_hash(struct sok_str line, uint64_t seed)
{
	const uint64_t odd = 0x9e3779b97f4a7c15U;
	uint64_t hash = (seed ^ line.len) * odd, word;
	size_t i = 0;

	for (; line.len - i >= sizeof(word); i += sizeof(word)) {
		memcpy(&word, line.s + i, sizeof(word));
		hash = (hash ^ word) * odd;
		hash ^= hash >> 32;
	}
	word = 0;
	memcpy(&word, line.s + i, line.len - i);
	hash = (hash ^ word) * odd;
	hash ^= hash >> 32;
	return hash * odd;
}
