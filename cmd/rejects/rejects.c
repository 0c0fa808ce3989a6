/* rejects.c - the second collection of a filter. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "io/io.h"
#include "rejects/rejects.h"
#include "text/text.h"

/* ---- the file */

void
rejects_open(struct cli *cli, struct rejects *rejects)
{
	struct sok_write_options options = {
	    .wrap = SOK_WRAP, .name = rejects->path};

	if (rejects->path == NULL)
		return;
	options.charset = cli->to_charset;
	if (strcmp(rejects->path, "-") == 0)
		cli_usage(cli, "--rejects needs the name of a file");
	cli_writes(cli, rejects->path, "--rejects");
	cli_check_claims(cli);
	rejects->out = sok_output_file(rejects->path);
	if (rejects->out != NULL)
		rejects->writer =
		    sok_writer_open(sok_format_find(SOK_STR("sok")),
		        rejects->out, &options, &cli->sink);
	if (rejects->writer == NULL)
		cli_die(cli, rejects->path, errno);
}

void
rejects_close(struct cli *cli, struct rejects *rejects)
{
	if (rejects->path == NULL)
		return;
	int closed = sok_writer_close(rejects->writer);
	/* The file of -o is then not replaced either: both of them together are
	 * the input, or none of them is new. */
	bool keep =
	    cli_status(cli) < CLI_TROUBLE && !cli->withheld && closed != -1;
	if (sok_output_close(rejects->out, keep) == -1 || closed == -1)
		cli_trouble(cli, rejects->path, errno);
	else if (!keep)
		cli_remark(cli, "%s: not written", rejects->path);
	free(rejects->notes.line);
	sok_arena_free(&rejects->arena);
	*rejects = (struct rejects){.path = NULL};
}

/* ---- reasons */

/* Add a line of text; the buffer is freed. */
static void
add_note(struct cli *cli, struct rejects *rejects, struct sok_buf *buf)
{
	struct sok_text *text = &rejects->notes;

	text->line = cli_must(cli,
	    sok_grow(text->line, text->n, &rejects->cap, sizeof(*text->line)));
	text->line[text->n] = sok_str_dup(&rejects->arena, sok_buf_str(buf));
	cli_enough(cli, !buf->failed && text->line[text->n].s != NULL);
	text->n++;
	sok_buf_free(buf);
}

void
rejects_finding(
    struct cli *cli, struct rejects *rejects, const struct sok_finding *finding)
{
	struct sok_buf buf = {0};

	if (rejects->path == NULL)
		return;
	sok_buf_add(&buf, SOK_STR(":: "));
	if (finding->pos.file != NULL) {
		cli_add_text(cli, &buf, sok_str(finding->pos.file), SIZE_MAX);
		cli_add_place(&buf, finding->pos, ":", ":");
		sok_buf_add(&buf, SOK_STR(": "));
	}
	sok_buf_fmt(&buf, "%s: ", sok_severity_name[finding->severity]);
	cli_add_text(cli, &buf, finding->message, SIZE_MAX);
	sok_buf_fmt(&buf, " [%s]", sok_rules[finding->rule].name);
	add_note(cli, rejects, &buf);
}

void
rejects_note(struct cli *cli, struct rejects *rejects, struct sok_str text)
{
	struct sok_buf buf = {0};

	if (rejects->path == NULL)
		return;
	sok_buf_add(&buf, SOK_STR(":: "));
	cli_add_text(cli, &buf, text, SIZE_MAX);
	add_note(cli, rejects, &buf);
}

void
rejects_clear(struct rejects *rejects)
{
	rejects->notes.n = 0;
	sok_arena_reset(&rejects->arena);
}

void
rejects_explain(struct cli *cli, struct rejects *rejects, struct sok_text *text,
    struct sok_arena *arena)
{
	struct sok_text old = *text;
	size_t n = old.n + rejects->notes.n, size = sizeof(*text->line);

	if (rejects->notes.n == 0)
		return;
	text->line = cli_must(cli, sok_arena_alloc(arena, n, size));
	if (old.n > 0)
		memcpy(text->line, old.line, old.n * size);
	for (size_t i = 0; i < rejects->notes.n; i++) {
		struct sok_str *to = &text->line[old.n + i];

		*to = sok_str_dup(arena, rejects->notes.line[i]);
		cli_enough(cli, to->s != NULL);
	}
	text->n = n;
	rejects_forget(rejects);
}

/* ---- puzzles */

int
rejects_write(struct cli *cli, struct rejects *rejects,
    const struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct sok_puzzle own = *puzzle;

	if (rejects->path == NULL)
		return 0;
	/* As in the output: what the collections of several files declare goes
	 * to their puzzles. */
	if (puzzle->header != NULL && puzzle->header->merged &&
	    sok_inherit(&own, puzzle->header, NULL, cli_sink(cli), arena) == -1)
		return -1;
	return sok_write(rejects->writer, &own) == -1 ? -1 : 0;
}
