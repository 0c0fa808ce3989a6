/* diff_window.c - lines of a file, as many as there is room for. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diff/diff_private.h"

int
diff_window_open(
    struct diff_window *window, int fd, const struct diff_sizes *sizes)
{
	struct stat st;

	*window = (struct diff_window){.fd = fd,
	    .end = DIFF_TO_END,
	    .cap = sizes->bytes,
	    .most = sizes->lines};
	if (fstat(fd, &st) == -1)
		return -1;
	/* A small file needs less. */
	if (st.st_size > 0 && st.st_size < (off_t)window->most)
		window->cap = window->most = (size_t)st.st_size + 1;
	window->bytes = malloc(window->cap);
	window->start = calloc(window->most + 1, sizeof(*window->start));
	window->key = calloc(window->most, sizeof(*window->key));
	window->changed = calloc(window->most, sizeof(*window->changed));
	return window->bytes == NULL || window->start == NULL ||
	        window->key == NULL || window->changed == NULL
	    ? -1
	    : 0;
}

void
diff_window_close(struct diff_window *window)
{
	free(window->bytes);
	free(window->start);
	free(window->key);
	free(window->changed);
}

/* Fill the buffer: 0, -1 with errno. */
static int
fill_window(struct diff_window *window)
{
	while (window->len < window->cap &&
	    window->at + (off_t)window->len < window->end) {
		off_t at = window->at + (off_t)window->len;
		ssize_t got = sok_read_at(window->fd,
		    window->bytes + window->len, window->cap - window->len, at);

		if (got == -1)
			return -1;
		if (got == 0)
			window->end = at;
		window->len += (size_t)got;
	}
	return 0;
}

/* Find the lines in the buffer. */
static void
cut_lines(struct diff_window *window)
{
	bool ends = window->at + (off_t)window->len == window->end;
	size_t at = 0;

	window->n = 0;
	while (at < window->len && window->n < window->most) {
		const char *lf =
		    memchr(window->bytes + at, '\n', window->len - at);

		if (lf == NULL && !ends)
			break;
		at =
		    lf == NULL ? window->len : (size_t)(lf - window->bytes) + 1;
		window->start[++window->n] = at;
	}
}

int
diff_window_load(struct diff_window *window)
{
	for (;;) {
		if (fill_window(window) == -1)
			return -1;
		cut_lines(window);
		if (window->n > 0 || window->len == 0)
			return 0;

		/* One line is longer than the buffer. */
		char *more = window->cap > SIZE_MAX / 2
		    ? NULL
		    : realloc(window->bytes, 2 * window->cap);
		if (more == NULL) {
			errno = ENOMEM;
			return -1;
		}
		window->bytes = more;
		window->cap *= 2;
	}
}

bool
diff_window_last(const struct diff_window *window)
{
	return window->at + (off_t)window->start[window->n] == window->end;
}

void
diff_window_drop(struct diff_window *window, size_t n)
{
	size_t bytes = window->start[n];

	window->at += (off_t)bytes;
	window->len -= bytes;
	memmove(window->bytes, window->bytes + bytes, window->len);
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
