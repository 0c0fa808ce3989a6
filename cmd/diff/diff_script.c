/* diff_script.c - what a comparison has found, before it is printed: the head
 * of a hunk says how long the hunk is. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "diff/diff_private.h"

/* ---- writing */

static void
put_number(struct sok_buf *buf, size_t n)
{
	for (; n > 0x7f; n >>= 7)
		sok_buf_addc(buf, (char)((n & 0x7f) | 0x80));
	sok_buf_addc(buf, (char)n);
}

/* Move what is in memory to a file. */
static void
spill(struct diff_script *script)
{
	if (script->spool == NULL)
		script->spool = sok_output_spool();
	if (script->spool == NULL) {
		script->error = errno;
		return;
	}
	sok_out(script->spool, sok_buf_str(&script->bytes));
	script->bytes.len = 0;
}

static void
put_last(struct diff_script *script)
{
	put_number(&script->bytes, script->last.equal);
	put_number(&script->bytes, script->last.removed);
	put_number(&script->bytes, script->last.added);
	if (script->bytes.len > script->most)
		spill(script);
	script->last = (struct diff_run){0, 0, 0};
}

void
diff_script_add(struct diff_script *script, struct diff_run run)
{
	if (script->error != 0)
		return;
	script->changes |= run.removed + run.added > 0;
	if (run.equal > 0 && script->last.removed + script->last.added > 0)
		put_last(script);
	script->last.equal += run.equal;
	script->last.removed += run.removed;
	script->last.added += run.added;
}

int
diff_script_end(struct diff_script *script)
{
	put_last(script);
	if (script->bytes.failed)
		errno = ENOMEM;
	if (script->spool != NULL && script->error == 0) {
		spill(script);
		script->fd = sok_output_reopen(script->spool);
		if (script->fd == -1)
			script->error = errno;
	}
	if (script->error != 0)
		errno = script->error;
	return script->bytes.failed || script->error != 0 ? -1 : 0;
}

void
diff_script_free(struct diff_script *script)
{
	sok_buf_free(&script->bytes);
	(void)sok_output_close(script->spool, false);
	if (script->fd != -1)
		close(script->fd);
}

/* ---- reading */

/* Read on: 1, 0 at the end, -1 with errno. */
static int
read_script(struct diff_reader *reader)
{
	const struct diff_script *script = reader->script;
	ssize_t got;

	if (script->fd == -1) {
		struct sok_str rest = sok_str_from(
		    sok_buf_str(&script->bytes), (size_t)reader->at);

		rest = sok_str_sub(rest, 0, sizeof(reader->bytes));
		if (rest.len > 0)
			memcpy(reader->bytes, rest.s, rest.len);
		got = (ssize_t)rest.len;
	} else {
		got = sok_read_at(script->fd, reader->bytes,
		    sizeof(reader->bytes), reader->at);
	}
	if (got == -1)
		return -1;
	reader->at += got;
	reader->next = 0;
	reader->len = (size_t)got;
	return got > 0;
}

/* The next number: 1, 0 at the end, -1 with errno. */
static int
take_number(struct diff_reader *reader, size_t *n)
{
	unsigned shift = 0;

	*n = 0;
	for (;;) {
		int more = reader->next < reader->len ? 1 : read_script(reader);
		if (more != 1)
			return more;
		unsigned byte = reader->bytes[reader->next++];

		*n |= (size_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return 1;
		shift += 7;
	}
}

int
diff_script_next(struct diff_reader *reader, struct diff_run *run)
{
	int more = take_number(reader, &run->equal);

	if (more == 1)
		more = take_number(reader, &run->removed);
	if (more == 1)
		more = take_number(reader, &run->added);
	return more;
}
