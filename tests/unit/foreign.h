/*
 * foreign.h - for tests: convert bytes between any two formats, with the
 * findings of both sides.
 */
#ifndef FOREIGN_H
#define FOREIGN_H

#include "model.h"

#include "text/variant.h"
#include "text/writer.h"

/* Text without a puzzle, or a puzzle without a board: in .sok it joins the text
 * above. */
static bool foreign_loose;

/* The model of a puzzle as it was written: a puzzle that is written alone
 * contains the keys inherited from its header.  0, -1 on ENOMEM. */
static int
foreign_model(struct model *m, const struct sok_puzzle *p, bool alone)
{
	struct sok_sink sink = {.fn = model_ignore};
	struct sok_arena arena = {0};
	struct sok_puzzle own = *p;
	int bad = 0;

	if (alone)
		bad = sok_expand_macros(
		          &own, own.header, NULL, &sink, &arena) == -1 ||
		    orders_own(&own, own.header, &arena) == -1;
	if (bad == 0)
		model_puzzle(&m->found, &own);
	sok_arena_free(&arena);
	return bad ? -1 : 0;
}

static int
foreign_drain(struct model *m, struct sok_reader *r, struct sok_writer *w)
{
	struct sok_puzzle *p;
	bool headed = false;
	int got, kept = 1;

	do {
		got = sok_read(r, &p);
		if (got == -1)
			return -1;
		if (!headed && sok_write_header(w, sok_reader_header(r)) == -1)
			return -1;
		headed = true;
		if (got == 1)
			kept = sok_write(w, p);
		if (kept == -1)
			return -1;
		if (got == 1 && kept == 1 &&
		    foreign_model(m, p, w->format->writer->alone) == -1)
			return -1;
		if (got == 1 && !p->has_board)
			foreign_loose = true;
		m->puzzles += got == 1;
	} while (got == 1);
	model_text(&m->found, "header", &sok_reader_header(r)->text);
	return 0;
}

/*
 * Convert bytes; from may be NULL to detect the format.  The model contains the
 * puzzles that were read and could be written, and the findings of both sides.
 */
static int
foreign_convert(struct model *m, struct sok_str bytes, const char *from,
    const char *to, struct sok_buf *out)
{
	struct sok_sink sink = {.fn = model_finding, .ctx = m};
	struct sok_read_options ro = {.name = "in"};
	struct sok_write_options wo = {.wrap = 70, .name = "out"};
	struct sok_output *o = sok_output_memory(out);
	struct sok_reader *r;
	struct sok_writer *w;
	int bad;

	*m = (struct model){0};
	foreign_loose = false;
	if (from != NULL)
		ro.format = sok_format_find(sok_str(from));
	r = sok_reader_open_memory(bytes, &ro, &sink);
	w = sok_writer_open(sok_format_find(sok_str(to)), o, &wo, &sink);
	if (o == NULL || r == NULL || w == NULL)
		return -1;
	bad = foreign_drain(m, r, w) == -1;
	bad |= sok_writer_close(w) == -1;
	bad |= sok_output_close(o, true) == -1;
	sok_reader_close(r);
	return bad ? -1 : 0;
}

static inline bool
foreign_tell(bool held, struct sok_str bytes, const struct model *a,
    const struct sok_buf *out, const struct model *b)
{
	if (held)
		return true;
	model_print("input", bytes);
	model_print("its model", sok_buf_str(&a->found));
	model_print("written", sok_buf_str(out));
	model_print("its model", sok_buf_str(&b->found));
	return false;
}

/* The reader of another format finds the same in the converted file. */
static inline bool
foreign_survives(struct sok_str bytes, const char *from, const char *to)
{
	struct model a, b = {0};
	struct sok_buf out = {0}, text = {0};
	int bad = foreign_convert(&a, bytes, from, to, &out);
	bool loose = foreign_loose, held;

	bad |= foreign_convert(&b, sok_buf_str(&out), to, to, &text);
	held = bad == 0 &&
	    (model_equal(&a.found, &b.found) ||
	        (loose && strcmp(to, "sok") == 0));
	foreign_tell(held, bytes, &a, &out, &b);
	sok_buf_free(&out);
	sok_buf_free(&text);
	model_free(&a);
	model_free(&b);
	return held;
}

#endif
