/* rejects.c - the second collection of a filter. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "rejects/rejects.h"
#include "text/text.h"

/* ---- the file */

void
rejects_open(struct cli *c, struct rejects *r)
{
	struct sok_write_options o = {.wrap = SOK_WRAP, .name = r->path};

	if (r->path == NULL)
		return;
	o.charset = c->to_charset;
	if (strcmp(r->path, "-") == 0)
		cli_usage(c, "--rejects needs the name of a file");
	cli_writes(c, r->path, "--rejects");
	cli_check_claims(c);
	r->out = sok_output_file(r->path);
	if (r->out != NULL)
		r->writer = sok_writer_open(
		    sok_format_find(SOK_STR("sok")), r->out, &o, &c->sink);
	if (r->writer == NULL)
		cli_die(c, r->path, errno);
}

void
rejects_close(struct cli *c, struct rejects *r)
{
	if (r->path == NULL)
		return;
	int closed = sok_writer_close(r->writer);
	/* The file of -o is then not replaced either: both of them together are
	 * the input, or none of them is new. */
	bool keep = cli_status(c) < CLI_TROUBLE && !c->withheld && closed != -1;
	if (sok_output_close(r->out, keep) == -1 || closed == -1)
		cli_trouble(c, r->path, errno);
	else if (!keep)
		cli_remark(c, "%s: not written", r->path);
	free(r->notes.line);
	sok_arena_free(&r->a);
	*r = (struct rejects){.path = NULL};
}

/* ---- reasons */

/* Add a line of text; the buffer is freed. */
static void
add_note(struct cli *c, struct rejects *r, struct sok_buf *b)
{
	struct sok_text *t = &r->notes;

	t->line =
	    cli_must(c, sok_grow(t->line, t->n, &r->cap, sizeof(*t->line)));
	t->line[t->n] = sok_str_dup(&r->a, sok_buf_str(b));
	cli_enough(c, !b->failed && t->line[t->n].s != NULL);
	t->n++;
	sok_buf_free(b);
}

void
rejects_finding(struct cli *c, struct rejects *r, const struct sok_finding *f)
{
	struct sok_buf b = {0};

	if (r->path == NULL)
		return;
	sok_buf_add(&b, SOK_STR(":: "));
	if (f->pos.file != NULL) {
		cli_add_text(c, &b, sok_str(f->pos.file), SIZE_MAX);
		cli_add_place(&b, f->pos, ":", ":");
		sok_buf_add(&b, SOK_STR(": "));
	}
	sok_buf_fmt(&b, "%s: ", sok_severity_name[f->severity]);
	cli_add_text(c, &b, f->message, SIZE_MAX);
	sok_buf_fmt(&b, " [%s]", sok_rules[f->rule].name);
	add_note(c, r, &b);
}

void
rejects_note(struct cli *c, struct rejects *r, struct sok_str text)
{
	struct sok_buf b = {0};

	if (r->path == NULL)
		return;
	sok_buf_add(&b, SOK_STR(":: "));
	cli_add_text(c, &b, text, SIZE_MAX);
	add_note(c, r, &b);
}

void
rejects_forget(struct rejects *r)
{
	r->notes.n = 0;
	sok_arena_reset(&r->a);
}

void
rejects_explain(struct cli *c, struct rejects *r, struct sok_text *text,
    struct sok_arena *a)
{
	struct sok_text old = *text;
	size_t n = old.n + r->notes.n, size = sizeof(*text->line);

	if (r->notes.n == 0)
		return;
	text->line = cli_must(c, sok_arena_alloc(a, n, size));
	if (old.n > 0)
		memcpy(text->line, old.line, old.n * size);
	for (size_t i = 0; i < r->notes.n; i++) {
		struct sok_str *to = &text->line[old.n + i];

		*to = sok_str_dup(a, r->notes.line[i]);
		cli_enough(c, to->s != NULL);
	}
	text->n = n;
	rejects_forget(r);
}

/* ---- puzzles */

int
rejects_write(struct cli *c, struct rejects *r, const struct sok_puzzle *p,
    struct sok_arena *a)
{
	struct sok_puzzle own = *p;

	if (r->path == NULL)
		return 0;
	/* As in the output: what the collections of several files declare goes
	 * to their puzzles. */
	if (p->header != NULL && p->header->merged &&
	    sok_inherit(&own, p->header, NULL, cli_sink(c), a) == -1)
		return -1;
	return sok_write(r->writer, &own) == -1 ? -1 : 0;
}
