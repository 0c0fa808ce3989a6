/* hir_file.h - for tests: read and write trace files and other bytes, with the
 * findings. */
#ifndef HIR_FILE_H
#define HIR_FILE_H

#include "unit.h"

#define ROOM "########\n#@     #\n#   $. #\n#      #\n########\n"
#define TRACE ROOM "---trace-data---\n"

struct found {
	size_t n[SOK_NRULES];
	char last[200];
};

static inline void
note(void *ctx, const struct sok_finding *f)
{
	struct found *found = ctx;

	found->n[f->rule]++;
	snprintf(found->last, sizeof(found->last), "%zu:%zu: %.*s", f->pos.line,
	    f->pos.col, (int)f->message.len, f->message.s);
}

static inline struct sok_reader *
open_reader(struct sok_str bytes, struct found *found, struct sok_sink *sink)
{
	struct sok_read_options o = {.name = "in"};

	memset(found, 0, sizeof(*found));
	*sink = (struct sok_sink){.fn = note, .ctx = found};
	return sok_reader_open_memory(bytes, &o, sink);
}

/* Convert one puzzle from bytes in any format to bytes in another. */
static inline void
convert(struct sok_buf *to, struct sok_str bytes, const char *format, int wrap)
{
	struct found found;
	struct sok_sink sink;
	struct sok_reader *r = open_reader(bytes, &found, &sink);
	struct sok_write_options o = {.wrap = wrap, .name = "out"};
	struct sok_output *out = sok_output_memory(to);
	struct sok_writer *w =
	    sok_writer_open(sok_format_find(sok_str(format)), out, &o, &sink);
	struct sok_puzzle *p;

	to->len = 0;
	if (CHECK(r != NULL && w != NULL && sok_read(r, &p) == 1))
		CHECK(sok_write(w, p) == 1);
	CHECK(sok_read(r, &p) == 0);
	CHECK(sok_writer_close(w) == 0);
	CHECK(sok_output_close(out, true) == 0);
	CHECK_NUM(found.n[SOK_LOSSY_RULE], 0);
	sok_reader_close(r);
}

/* The lines that a writer adds to every trace. */
static inline bool
is_added(struct sok_str line)
{
	return line.len == 0 || sok_str_starts(line, SOK_STR("status:")) ||
	    sok_str_starts(line, SOK_STR("moves:")) ||
	    sok_str_starts(line, SOK_STR("pushes:"));
}

/* The model of a trace: moves, then each line of text behind '/'. */
static inline void
model(struct sok_buf *got, const struct sok_puzzle *p)
{
	const struct sok_text *t = &p->text;

	got->len = 0;
	if (p->ngames > 0) {
		sok_buf_add(got, p->game[0].moves);
		t = &p->game[0].text;
	}
	for (size_t i = 0; i < t->n; i++) {
		if (is_added(t->line[i]))
			continue;
		sok_buf_addc(got, '/');
		sok_buf_add(got, t->line[i]);
	}
}

/* The result of reading a file, and the findings. */
static inline void
read_model(struct sok_buf *got, struct sok_str file, struct found *found)
{
	struct sok_sink sink;
	struct sok_reader *r = open_reader(file, found, &sink);
	struct sok_puzzle *p;

	if (CHECK(r != NULL && sok_read(r, &p) == 1))
		model(got, p);
	sok_reader_close(r);
}

#endif
