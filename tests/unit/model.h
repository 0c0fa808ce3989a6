/*
 * model.h - for tests: everything a reader finds in some bytes, as text that
 * can be compared, and a check of the formatter's promise.
 */
#ifndef MODEL_H
#define MODEL_H

#include "text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct model {
	struct sok_buf found;    /* titles, boards, text, games */
	struct sok_buf findings; /* what was reported while reading */
	size_t puzzles;
};

static inline void
model_str(struct sok_buf *b, const char *name, struct sok_str s)
{
	if (s.len == 0)
		return;
	sok_buf_fmt(b, "  %s: ", name);
	sok_buf_add(b, s);
	sok_buf_addc(b, '\n');
}

static inline void
model_text(struct sok_buf *b, const char *name, const struct sok_text *t)
{
	size_t i;

	for (i = 0; i < t->n; i++) {
		sok_buf_fmt(b, "  %s %zu: ", name, i);
		sok_buf_add(b, t->line[i]);
		sok_buf_addc(b, '\n');
	}
}

static inline void
model_board(struct sok_buf *b, const struct sok_board *board)
{
	int x, y;

	for (y = 0; y < board->height; y++) {
		sok_buf_addc(b, '\t');
		for (x = 0; x < board->width; x++)
			sok_buf_addc(b, sok_xsb[sok_board_at(board, x, y)]);
		sok_buf_addc(b, '\n');
	}
}

static inline void
model_puzzle(struct sok_buf *b, const struct sok_puzzle *p)
{
	const struct sok_game *g;
	size_t i;

	sok_buf_fmt(b, "puzzle, variant %d%s\n", (int)p->variant,
	    p->has_board ? "" : ", no board");
	model_str(b, "title line", p->title_line);
	model_str(b, "title", p->title);
	if (p->has_board)
		model_board(b, &p->board);
	model_text(b, "text", &p->text);
	model_str(b, "raw", p->raw);
	for (i = 0; i < p->ngames; i++) {
		g = &p->game[i];
		sok_buf_fmt(b, " game\n");
		model_str(b, "title line", g->title_line);
		model_str(b, "title", g->title);
		model_str(b, "moves", g->moves);
		model_text(b, "text", &g->text);
	}
}

static inline void
model_finding(void *ctx, const struct sok_finding *f)
{
	struct model *m = ctx;

	sok_buf_fmt(&m->findings, "%zu:%zu: %s\n", f->pos.line, f->pos.col,
	    sok_rules[f->rule].name);
}

static inline void
model_ignore(void *ctx, const struct sok_finding *f)
{
	(void)ctx;
	(void)f;
}

static inline void
model_free(struct model *m)
{
	sok_buf_free(&m->found);
	sok_buf_free(&m->findings);
	*m = (struct model){0};
}

/* Read to the end; write every puzzle, if there is a writer.  A puzzle that the
 * writer refuses is ignored.  0, -1 with errno. */
static inline int
model_drain(struct model *m, struct sok_reader *r, struct sok_writer *w)
{
	struct sok_puzzle *p;
	int got, kept;

	while ((got = sok_read(r, &p)) > 0) {
		if (m->puzzles == 0 && w != NULL &&
		    sok_write_header(w, sok_reader_header(r)) == -1)
			return -1;
		kept = w != NULL ? sok_write(w, p) : 1;
		if (kept == -1)
			return -1;
		if (kept)
			model_puzzle(&m->found, p);
		m->puzzles++;
	}
	if (got == 0 && m->puzzles == 0 && w != NULL &&
	    sok_write_header(w, sok_reader_header(r)) == -1)
		return -1;
	model_text(&m->found, "header", &sok_reader_header(r)->text);
	return got;
}

/* The model of bytes in memory; out, if not NULL, gets the canonical text. */
static inline int
model_memory(struct model *m, struct sok_str bytes, struct sok_buf *out)
{
	struct sok_sink sink = {.fn = model_finding, .ctx = m};
	struct sok_sink none = {.fn = model_ignore};
	struct sok_read_options ro = {
	    .name = "-", .format = sok_format_find(SOK_STR("sok"))};
	struct sok_write_options wo = {.wrap = 70, .name = "-"};
	struct sok_reader *r = sok_reader_open_memory(bytes, &ro, &sink);
	struct sok_output *o = NULL;
	struct sok_writer *w = NULL;
	int bad;

	*m = (struct model){0};
	if (out != NULL) {
		o = sok_output_memory(out);
		w = sok_writer_open(ro.format, o, &wo, &none);
	}
	bad = r == NULL || model_drain(m, r, w) == -1;
	bad |= w != NULL && sok_writer_close(w) == -1;
	bad |= o != NULL && sok_output_close(o, true) == -1;
	sok_reader_close(r);
	return bad ? -1 : 0;
}

/* The model of the same bytes through a descriptor, chunk bytes at a time. */
static inline int
model_chunks(struct model *m, int fd, struct sok_str bytes, size_t chunk)
{
	struct sok_sink sink = {.fn = model_finding, .ctx = m};
	struct sok_read_options ro = {.name = "-",
	    .format = sok_format_find(SOK_STR("sok")),
	    .chunk = chunk};
	struct sok_reader *r;
	int bad;

	*m = (struct model){0};
	if (ftruncate(fd, 0) == -1 ||
	    pwrite(fd, bytes.s, bytes.len, 0) != (ssize_t)bytes.len ||
	    lseek(fd, 0, SEEK_SET) == -1)
		return -1;
	r = sok_reader_open(fd, &ro, &sink);
	bad = r == NULL || model_drain(m, r, NULL) == -1;
	sok_reader_close(r);
	return bad ? -1 : 0;
}

static inline bool
model_equal(const struct sok_buf *a, const struct sok_buf *b)
{
	return sok_str_eq(sok_buf_str(a), sok_buf_str(b));
}

/* Whether some lines occur among all lines, in their order. */
static inline bool
model_is_part(const struct sok_buf *some, const struct sok_buf *all)
{
	struct sok_str a = sok_buf_str(some), b = sok_buf_str(all);

	while (a.len > 0 && b.len > 0) {
		const char *x = memchr(a.s, '\n', a.len);
		const char *y = memchr(b.s, '\n', b.len);
		struct sok_str one = {a.s, (size_t)(x + 1 - a.s)};
		struct sok_str other = {b.s, (size_t)(y + 1 - b.s)};

		if (sok_str_eq(one, other))
			a = sok_str_from(a, one.len);
		b = sok_str_from(b, other.len);
	}
	return a.len == 0;
}

static inline void
model_print(const char *what, struct sok_str s)
{
	fprintf(stderr, "-- %s\n", what);
	fwrite(s.s, 1, s.len, stderr);
	fputc('\n', stderr);
}

/* Whether two ways gave the same result for the input; if not, print both. */
static inline bool
model_alike(struct sok_str input, const char *one, const struct model *a,
    const char *other, const struct model *b)
{
	bool same = model_equal(&a->found, &b->found) &&
	    model_equal(&a->findings, &b->findings);

	if (!same) {
		model_print("input", input);
		model_print(one, sok_buf_str(&a->found));
		model_print("finds", sok_buf_str(&a->findings));
		model_print(other, sok_buf_str(&b->found));
		model_print("finds", sok_buf_str(&b->findings));
	}
	return same;
}

/*
 * The formatter's promise for these bytes: parse(fmt(x)) = parse(x) and
 * fmt(fmt(x)) = fmt(x).  If it does not hold, print everything and return
 * false.  Text with only quoted lines is read as mail, and the writer warns
 * about it.
 */
static inline bool
model_promise(struct sok_str bytes)
{
	struct model a, b = {0};
	struct sok_buf once = {0}, twice = {0};
	int bad = model_memory(&a, bytes, &once);
	bool held;

	bad |= model_memory(&b, sok_buf_str(&once), &twice);
	held = bad == 0 &&
	    ((model_equal(&a.found, &b.found) && model_equal(&once, &twice)) ||
	        input_reads_as_quoted(sok_buf_str(&once)));
	if (!held) {
		if (bad)
			perror("read or write");
		model_print("input", bytes);
		model_print("its model", sok_buf_str(&a.found));
		model_print("formatted", sok_buf_str(&once));
		model_print("its model", sok_buf_str(&b.found));
		if (!model_equal(&once, &twice))
			model_print("formatted again", sok_buf_str(&twice));
	}
	sok_buf_free(&once);
	sok_buf_free(&twice);
	model_free(&a);
	model_free(&b);
	return held;
}

#endif
