/*
 * split.c - sokconv --split: writes one file for each puzzle, or for each game
 * if the format has one game in a file.  Existing files are never changed.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conv/conv.h"
#include "cli/id_table.h"
#include "tools.h"

struct split {
	struct id_table names;
	struct sok_arena arena; /* of one file */
	struct sok_buf bytes;   /* of one file */
	/* With --strict: paths of the files that are removed if a later puzzle
	 * cannot be written, each followed by a NUL. */
	struct sok_buf made;
	bool stopped; /* a file could not be written (reported) */
};

static void
take_back(const struct split *s)
{
	const char *path = s->made.s;

	for (; path < s->made.s + s->made.len; path += strlen(path) + 1)
		(void)unlink(path);
}

/* Write a complete file or none: 0, -1 with errno. */
static int
save(const struct split *s, const char *path)
{
	struct sok_output *out = sok_output_new(path);

	if (out == NULL)
		return -1;
	sok_out(out, sok_buf_str(&s->bytes));
	return sok_output_close(out, true);
}

/* Write the bytes in memory to a new file. */
static int
name_and_save(struct cli *c, const struct sok_puzzle *p, size_t game)
{
	struct conv *v = c->ctx;
	struct split *s = v->files;
	struct sok_str name, path;

	name = names_make(&s->names, v, p, game, &s->arena);
	if (name.s == NULL)
		return -1;
	path =
	    sok_str_fmt(&s->arena, "%s/%.*s", v->split, (int)name.len, name.s);
	if (path.s == NULL)
		return -1;
	if (save(s, path.s) == -1) {
		cli_trouble(c, path.s, errno);
		s->stopped = true;
		return 0;
	}
	if (v->o.strict) {
		sok_buf_add(&s->made, path);
		sok_buf_addc(&s->made, '\0');
	}
	return s->made.failed ? -1 : index_add(c, p, name);
}

static int
begin_file(struct cli *c, struct sok_output *out)
{
	struct conv *v = c->ctx;

	if (v->writer != NULL)
		return sok_writer_next(v->writer, out);
	v->writer = sok_writer_open(v->to, out, &v->o, cli_sink(c));
	return v->writer == NULL ? -1 : 0;
}

/* Convert a puzzle to the bytes of a file: 1, 0 if the format cannot represent
 * it (reported), -1. */
static int
make_file(struct cli *c, const struct sok_puzzle *p)
{
	struct conv *v = c->ctx;
	struct split *s = v->files;
	struct sok_header h = *p->header;
	struct sok_output *out;
	int r = -1;

	/* Every header is the first one of its file. */
	h.later = h.merged = false;
	sok_arena_reset(&s->arena);
	s->bytes.len = 0;
	out = sok_output_memory(&s->bytes);
	if (out == NULL)
		return -1;
	if (begin_file(c, out) == 0 && sok_write_header(v->writer, &h) == 0)
		r = sok_write(v->writer, p);
	if (v->writer != NULL && sok_writer_end(v->writer) == -1)
		r = -1;
	return sok_output_close(out, true) == -1 ? -1 : r;
}

/* If the format has one game in a file, write a file for each game.  A game
 * that cannot be written leaves the puzzle, which gets a file only if no game
 * has one. */
static int
put_game_files(struct cli *c, const struct sok_puzzle *p)
{
	struct conv *v = c->ctx;
	struct sok_puzzle one = *p;
	bool any = false;
	int r = 0;

	one.ngames = 1;
	for (size_t i = 0; i < p->ngames && !v->files->stopped; i++) {
		one.game = &p->game[i];
		r = make_file(c, &one);
		if (r == 1 && !sok_writer_bare(v->writer)) {
			any = true;
			r = name_and_save(c, &one, i + 1);
		}
		if (r == -1)
			return -1;
	}
	return any || r != 1 ? 0 : name_and_save(c, &one, 0);
}

static int
put_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *a)
{
	struct conv *v = c->ctx;
	int r;

	if (v->files->stopped)
		return 0;
	if (conv_edit(c, p, a) == -1)
		return -1;
	if (conv_is_to(v, "hir") && p->ngames > 0)
		return put_game_files(c, p);
	r = make_file(c, p);
	return r == 1 ? name_and_save(c, p, 0) : r;
}

/* Numbering continues with the next operand, also if -s skips puzzles. */
static int
end_operand(struct cli *c, const struct cli_operand *op)
{
	struct conv *v = c->ctx;

	v->before += c->last;
	return conv_end(c, op);
}

void
split_run(struct cli *c)
{
	struct cli_work work = conv_work;
	struct conv *v = c->ctx;
	struct split s = {.stopped = false};
	bool failed, ours;
	int r;

	work.end = end_operand;
	work.puzzle = put_puzzle;
	v->files = &s;
	c->counts = true;
	ours = mkdir(v->split, 0777) == 0;
	if (!ours && errno != EEXIST)
		cli_die(c, v->split, errno);
	if (names_reserve(&s.names, SOK_STR("index.html"), &s.arena) == -1 ||
	    index_begin(c) == -1)
		cli_die(c, v->split, errno);
	cli_run(c, &work);
	r = sok_writer_close(v->writer);
	failed = v->o.strict && (r != 0 || cli_status(c) == CLI_TROUBLE);
	if (index_end(c, !failed) == -1)
		cli_trouble(c, "index.html", errno);
	if (failed) {
		take_back(&s);
		if (ours)
			(void)rmdir(v->split);
		cli_remark(c, "%s: not written", v->split);
	}
	id_table_free(&s.names);
	sok_arena_free(&s.arena);
	sok_buf_free(&s.bytes);
	sok_buf_free(&s.made);
	if (r == -1)
		cli_die(c, v->to->name, errno);
}
