/* diff_script.c - what a comparison has found, before it is printed: the head
 * of a hunk says how long the hunk is. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "diff/diff_private.h"

/* ---- writing */

static void
put_number(struct sok_buf *b, size_t n)
{
	for (; n > 0x7f; n >>= 7)
		sok_buf_addc(b, (char)((n & 0x7f) | 0x80));
	sok_buf_addc(b, (char)n);
}

/* Move what is in memory to a file. */
static void
spill(struct diff_script *s)
{
	if (s->spool == NULL)
		s->spool = sok_output_spool();
	if (s->spool == NULL) {
		s->error = errno;
		return;
	}
	sok_out(s->spool, sok_buf_str(&s->bytes));
	s->bytes.len = 0;
}

static void
put_last(struct diff_script *s)
{
	put_number(&s->bytes, s->last.equal);
	put_number(&s->bytes, s->last.removed);
	put_number(&s->bytes, s->last.added);
	if (s->bytes.len > s->most)
		spill(s);
	s->last = (struct diff_run){0, 0, 0};
}

void
diff_script_add(struct diff_script *s, struct diff_run run)
{
	if (s->error != 0)
		return;
	s->changes |= run.removed + run.added > 0;
	if (run.equal > 0 && s->last.removed + s->last.added > 0)
		put_last(s);
	s->last.equal += run.equal;
	s->last.removed += run.removed;
	s->last.added += run.added;
}

int
diff_script_end(struct diff_script *s)
{
	put_last(s);
	if (s->bytes.failed)
		errno = ENOMEM;
	if (s->spool != NULL && s->error == 0) {
		spill(s);
		s->fd = sok_output_reopen(s->spool);
		if (s->fd == -1)
			s->error = errno;
	}
	if (s->error != 0)
		errno = s->error;
	return s->bytes.failed || s->error != 0 ? -1 : 0;
}

void
diff_script_free(struct diff_script *s)
{
	sok_buf_free(&s->bytes);
	(void)sok_output_close(s->spool, false);
	if (s->fd != -1)
		close(s->fd);
}

/* ---- reading */

/* Read on: 1, 0 at the end, -1 with errno. */
static int
read_script(struct diff_reader *r)
{
	const struct diff_script *s = r->script;
	ssize_t got;

	if (s->fd == -1) {
		struct sok_str rest =
		    sok_str_from(sok_buf_str(&s->bytes), (size_t)r->at);

		rest = sok_str_sub(rest, 0, sizeof(r->bytes));
		if (rest.len > 0)
			memcpy(r->bytes, rest.s, rest.len);
		got = (ssize_t)rest.len;
	} else {
		got = sok_read_at(s->fd, r->bytes, sizeof(r->bytes), r->at);
	}
	if (got == -1)
		return -1;
	r->at += got;
	r->next = 0;
	r->len = (size_t)got;
	return got > 0;
}

/* The next number: 1, 0 at the end, -1 with errno. */
static int
take_number(struct diff_reader *r, size_t *n)
{
	unsigned shift = 0;

	*n = 0;
	for (;;) {
		int more = r->next < r->len ? 1 : read_script(r);
		if (more != 1)
			return more;
		unsigned byte = r->bytes[r->next++];

		*n |= (size_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return 1;
		shift += 7;
	}
}

int
diff_script_next(struct diff_reader *r, struct diff_run *run)
{
	int more = take_number(r, &run->equal);

	if (more == 1)
		more = take_number(r, &run->removed);
	if (more == 1)
		more = take_number(r, &run->added);
	return more;
}
