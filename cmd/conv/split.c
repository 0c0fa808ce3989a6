/*
 * split.c - sokconv --split: writes one file for each puzzle, or for each game
 * if the format has one game in a file.  Existing files are never changed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conv/conv.h"
#include "cli/id_table.h"
#include "tools.h"

struct path {
	struct path *next;
	char name[];
};

struct split {
	struct id_table names;
	struct sok_arena arena; /* of one file */
	struct sok_buf bytes;   /* of one file */
	struct path *made;      /* with --strict: to be taken back */
	bool stopped; /* a file could not be written, which was said */
};

/* Remember a file that has to go if --strict objects later. */
static int
remember(struct split *s, struct sok_str name)
{
	struct path *p = malloc(sizeof(*p) + name.len + 1);

	if (p == NULL)
		return -1;
	memcpy(p->name, name.s, name.len);
	p->name[name.len] = '\0';
	p->next = s->made;
	s->made = p;
	return 0;
}

static void
forget(struct split *s, bool take_back)
{
	struct path *p;

	while ((p = s->made) != NULL) {
		s->made = p->next;
		if (take_back)
			(void)unlink(p->name);
		free(p);
	}
}

/* All of the file or nothing: 0, -1 with errno. */
static int
save(const struct split *s, const char *path)
{
	struct sok_output *out = sok_output_new(path);

	if (out == NULL)
		return -1;
	sok_out(out, sok_buf_str(&s->bytes));
	return sok_output_close(out, true);
}

/* What was written to memory becomes a file. */
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
	if (index_add(c, p, name, 1) == -1)
		return -1;
	return v->o.strict ? remember(s, path) : 0;
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

/* A whole file in memory: 1, 0 the format cannot hold it (reported), -1. */
static int
fill_buffer(struct cli *c, const struct sok_puzzle *p, struct sok_output *out)
{
	struct conv *v = c->ctx;
	struct sok_header h = *p->header;
	int r;

	/* In a file of its own every header is the first. */
	h.later = h.merged = false;
	if (begin_file(c, out) == -1 || sok_write_header(v->writer, &h) == -1)
		return -1;
	r = sok_write(v->writer, p);
	if (sok_writer_end(v->writer) == -1)
		return -1;
	return r;
}

/* A whole file into s->bytes: 1, 0 the format cannot hold it (reported), -1. */
static int
make_file(struct cli *c, const struct sok_puzzle *p)
{
	struct conv *v = c->ctx;
	struct split *s = v->files;
	struct sok_output *out;
	int r;

	sok_arena_reset(&s->arena);
	s->bytes.len = 0;
	out = sok_output_memory(&s->bytes);
	if (out == NULL)
		return -1;
	r = fill_buffer(c, p, out);
	if (sok_output_close(out, true) == -1)
		r = -1;
	return r;
}

static int
put_file(struct cli *c, const struct sok_puzzle *p)
{
	int r = make_file(c, p);

	return r == 1 ? name_and_save(c, p, 0) : r;
}

/* Where a file holds one game, each has its own.  A game that is left out
 * leaves the puzzle, which has a file only if no game has one. */
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

	v->here++;
	if (v->files->stopped)
		return 0;
	if (conv_edit(c, p, a) == -1)
		return -1;
	if (conv_is_to(v, "hir") && p->ngames > 0)
		return put_game_files(c, p);
	return put_file(c, p);
}

/* Numbers go on from one operand to the next, whatever -s leaves out. */
static int
end_operand(struct cli *c, const struct cli_operand *op)
{
	struct conv *v = c->ctx;

	v->before += c->last;
	return conv_end(c, op);
}

static const struct cli_work work = {.begin = conv_begin,
    .end = end_operand,
    .header = conv_header,
    .puzzle = put_puzzle,
    .prepare = conv_prepare};

void
split_run(struct cli *c)
{
	struct conv *v = c->ctx;
	struct split s = {.stopped = false};
	bool take_back, ours;
	int r = 0;

	v->files = &s;
	c->counts = true;
	ours = mkdir(v->split, 0777) == 0;
	if (!ours && errno != EEXIST)
		cli_die(c, v->split, errno);
	if (names_claim(&s.names, SOK_STR("index.html"), &s.arena) == -1 ||
	    index_begin(c) == -1)
		cli_die(c, v->split, errno);
	cli_run(c, &work);
	if (v->writer != NULL)
		r = sok_writer_close(v->writer);
	take_back = v->o.strict && (r != 0 || cli_status(c) == CLI_TROUBLE);
	if (index_end(c, !take_back) == -1)
		cli_trouble(c, "index.html", errno);
	forget(&s, take_back);
	if (take_back && ours)
		(void)rmdir(v->split);
	if (take_back)
		cli_remark(c, "%s: not written", v->split);
	id_table_free(&s.names);
	sok_arena_free(&s.arena);
	sok_buf_free(&s.bytes);
	if (r == -1)
		cli_die(c, v->to->name, errno);
}
