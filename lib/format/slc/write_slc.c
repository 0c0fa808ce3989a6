/*
 * write_slc.c - puzzles as SokobanLevels XML in UTF-8: the header's keys and
 * text first, then a <Level> for every board.
 */
#include <stdlib.h>

#include "format/write_text.h"
#include "format/slc/xml.h"
#include "tools.h"

struct slc {
	bool begun; /* the file has its beginning */
};

/* Elements of the header, and keys of a collection that mean the same, the
 * first that is there. */
enum { TITLE, EMAIL, URL, COPYRIGHT, NFIELDS };

static const char *const meaning[NFIELDS][4] = {
    [TITLE] = {"Collection", "Title", "Set"},
    [EMAIL] = {"Email", "E-mail", "AuthorMail"},
    [URL] = {"Url", "Homepage", "Website"},
    [COPYRIGHT] = {"Copyright", "Author"},
};

struct field {
	struct sok_str value;
	const char *key; /* NULL: there is none */
};

static struct field
find_field(const struct sok_text *t, const char *const *key)
{
	struct sok_str value;

	for (; *key != NULL; key++) {
		value = sok_text_get(t, sok_str(*key));
		if (value.s != NULL)
			return (struct field){value, *key};
	}
	return (struct field){SOK_STR(""), NULL};
}

/* Whether the line is the one that the field was taken from. */
static bool
is_field(struct sok_str line, const struct field *f)
{
	struct sok_str key, value;

	return f->key != NULL && sok_key_split(line, &key, &value) &&
	    value.s == f->value.s && sok_str_caseeq(key, sok_str(f->key));
}

static bool
is_any_field(struct sok_str line, const struct field f[NFIELDS])
{
	for (size_t i = 0; i < NFIELDS; i++)
		if (is_field(line, &f[i]))
			return true;
	return false;
}

/* Text as UTF-8 and escaped; -1 on ENOMEM. */
static int
put_escaped(struct sok_writer *w, struct sok_str s)
{
	s = writer_utf8(w, s);
	if (s.s == NULL)
		return -1;
	w->marked += xml_out(w->out, s);
	return 0;
}

static int
put_element(struct sok_writer *w, const char *name, struct sok_str value)
{
	sok_outf(w->out, "  <%s>", name);
	if (value.len > 0 && put_escaped(w, value) == -1)
		return -1;
	sok_outf(w->out, "</%s>\n", name);
	return 0;
}

static int
put_attribute(struct sok_writer *w, const char *name, struct sok_str value)
{
	sok_outf(w->out, " %s=\"", name);
	if (value.len > 0 && put_escaped(w, value) == -1)
		return -1;
	sok_outc(w->out, '"');
	return 0;
}

struct paragraphs {
	bool any;   /* a line was written */
	bool blank; /* a blank one is due */
};

static int
put_line(struct sok_writer *w, struct sok_str line, struct paragraphs *p)
{
	if (line.len == 0) {
		p->blank = p->any;
		return 0;
	}
	sok_out(w->out, p->blank ? SOK_STR("\n\n") : SOK_STR("\n"));
	*p = (struct paragraphs){.any = true};
	return put_escaped(w, line);
}

/* The lines of the header that have no element of their own.  The marks of
 * comment blocks go: there is nothing here that text could be taken for. */
static int
put_description(struct sok_writer *w, const struct sok_text *t,
    const struct field f[NFIELDS])
{
	struct paragraphs p = {false, false};

	sok_out(w->out, SOK_STR("  <Description>"));
	for (size_t i = 0; i < t->n; i++) {
		size_t end = sok_text_block(t, i);

		for (i += end > 0; i < end; i++)
			if (put_line(w, t->line[i], &p) == -1)
				return -1;
		if (end == 0 && !is_any_field(t->line[i], f) &&
		    put_line(w, t->line[i], &p) == -1)
			return -1;
	}
	if (p.any)
		sok_out(w->out, SOK_STR("\n  "));
	sok_out(w->out, SOK_STR("</Description>\n"));
	return 0;
}

/* Everything before the first level. */
static int
put_preamble(struct sok_writer *w, const struct sok_text *t)
{
	struct slc *x = w->state;
	struct field f[NFIELDS] = {{.key = NULL}};

	x->begun = true;
	/* It is in the description, but only a person reads it there. */
	writer_lost(w, NULL, "game type of the header",
	    "game types of the header",
	    sok_text_variant(t, SOK_SOKOBAN) != SOK_SOKOBAN);
	for (size_t i = 0; i < NFIELDS; i++)
		f[i] = find_field(t, meaning[i]);
	sok_out(w->out,
	    SOK_STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	            "<SokobanLevels>\n"));
	if (put_element(w, "Title", f[TITLE].value) == -1 ||
	    put_description(w, t, f) == -1)
		return -1;
	if (f[EMAIL].key != NULL &&
	    put_element(w, "Email", f[EMAIL].value) == -1)
		return -1;
	if (f[URL].key != NULL && put_element(w, "Url", f[URL].value) == -1)
		return -1;
	sok_out(w->out, SOK_STR("  <LevelCollection"));
	if (put_attribute(w, "Copyright", f[COPYRIGHT].value) == -1)
		return -1;
	sok_out(w->out, SOK_STR(">\n"));
	return 0;
}

static int
slc_begin(struct sok_writer *w)
{
	w->state = calloc(1, sizeof(struct slc));
	return w->state == NULL ? -1 : 0;
}

static int
slc_header(struct sok_writer *w, const struct sok_header *h)
{
	struct slc *x = w->state;

	if (!x->begun && !h->later)
		return put_preamble(w, &h->text);
	writer_lost(w, NULL, "line of a later header", "lines of later headers",
	    writer_lines(&h->text));
	return 0;
}

/* ---- levels */

/* Count what a level has no place for. */
static int
lost(struct sok_writer *w, const struct sok_puzzle *p,
    const struct field *copyright)
{
	struct sok_text rest = {NULL, 0};

	rest.line = sok_arena_alloc(&w->arena, p->text.n, sizeof(*rest.line));
	if (rest.line == NULL)
		return -1;
	for (size_t i = 0; i < p->text.n; i++)
		if (!is_field(p->text.line[i], copyright))
			rest.line[rest.n++] = p->text.line[i];
	writer_lost_text(w, p, &rest);
	writer_lost_games(w, p);
	writer_lost_title_line(w, p);
	return 0;
}

static void
put_level_rows(
    struct sok_writer *w, const struct sok_board *b, bool full, char *row)
{
	const unsigned char *sq = b->sq;
	size_t width = (size_t)b->width, n;

	for (int y = 0; y < b->height; y++, sq += width) {
		n = full ? width : write_row_width(sq, width);
		for (size_t x = 0; x < n; x++)
			row[x] = sok_xsb[sq[x]];
		sok_out(w->out, SOK_STR("      <L>"));
		sok_out(w->out, (struct sok_str){row, n});
		sok_out(w->out, SOK_STR("</L>\n"));
	}
}

static int
put_level(struct sok_writer *w, const struct sok_puzzle *p, bool full)
{
	const struct sok_board *b = &p->board;
	struct field copyright = find_field(&p->text, meaning[COPYRIGHT]);
	char *row = sok_arena_alloc(&w->arena, (size_t)b->width, 1);

	if (row == NULL)
		return -1;
	sok_out(w->out, SOK_STR("    <Level"));
	if (put_attribute(w, "Id", p->title) == -1)
		return -1;
	sok_outf(w->out, " Width=\"%d\" Height=\"%d\"", b->width, b->height);
	if (copyright.value.len > 0 &&
	    put_attribute(w, "Copyright", copyright.value) == -1)
		return -1;
	sok_out(w->out, SOK_STR(">\n"));
	put_level_rows(w, b, full, row);
	sok_out(w->out, SOK_STR("    </Level>\n"));
	return lost(w, p, &copyright);
}

static int
slc_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct slc *x = w->state;

	if (!p->has_board)
		return writer_refuse(w, p, "a puzzle without a board");
	if (!x->begun && put_preamble(w, &(struct sok_text){NULL, 0}) == -1)
		return -1;
	return put_level(w, p, write_is_open(p, &w->arena)) == -1 ? -1 : 1;
}

static int
slc_end(struct sok_writer *w)
{
	struct slc *x = w->state;

	if (!x->begun && put_preamble(w, &(struct sok_text){NULL, 0}) == -1)
		return -1;
	sok_out(w->out, SOK_STR("  </LevelCollection>\n</SokobanLevels>\n"));
	return 0;
}

static void
slc_close(struct sok_writer *w)
{
	free(w->state);
}

const struct sok_write_ops write_slc_ops = {.begin = slc_begin,
    .header = slc_header,
    .puzzle = slc_puzzle,
    .end = slc_end,
    .close = slc_close};
