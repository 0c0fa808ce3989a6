/* write_slc.c - writes SokobanLevels XML in UTF-8, a <Level> for each board. */
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

struct slc {
	bool begun; /* the start of the file is written */
};

/* Elements of the header, and the keys for them; the first one counts. */
enum { TITLE, EMAIL, URL, COPYRIGHT, NFIELDS };

static const char *const meaning[NFIELDS][4] = {
    [TITLE] = {"Collection", "Title", "Set"},
    [EMAIL] = {"Email", "E-mail", "AuthorMail"},
    [URL] = {"Url", "Homepage", "Website"},
    [COPYRIGHT] = {"Copyright", "Author"},
};

/* The value of a field, s == NULL if there is none. */
static struct sok_str
find_field(const struct sok_text *t, const char *const *key)
{
	struct sok_str value = {NULL, 0};

	for (; value.s == NULL && *key != NULL; key++)
		value = sok_text_get(t, sok_str(*key));
	return value;
}

static void
put_preamble(struct sok_writer *w, const struct sok_text *t)
{
	struct slc *x = w->state;
	struct sok_str f[NFIELDS];
	bool any = false, blank = false;
	size_t after = 0; /* the line after the last comment block */

	if (x->begun)
		return;
	x->begun = true;
	/* The description has it, but only for people. */
	writer_lost(w, NULL, "game type of the header",
	    "game types of the header", key_naming(t).variant != SOK_SOKOBAN);
	for (size_t i = 0; i < NFIELDS; i++)
		f[i] = find_field(t, meaning[i]);
	sok_out(w->out,
	    SOK_STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	            "<SokobanLevels>\n"));
	xml_text(w, "  <Title>", f[TITLE], "</Title>\n");

	/* Lines without an element, without marks of comment blocks. */
	sok_out(w->out, SOK_STR("  <Description>"));
	for (size_t i = 0; i < t->n; i++) {
		struct sok_str line = t->line[i], key, value;
		size_t end = i < after ? 0 : sok_text_block(t, i);
		bool skip = end > 0 || i + 1 == after;

		after = end > 0 ? end + 1 : after;
		if (sok_key_split(line, &key, &value))
			for (size_t k = 0; k < NFIELDS; k++)
				skip |= value.s == f[k].s;
		if (!skip && line.len == 0)
			blank = any;
		if (skip || line.len == 0)
			continue;
		xml_text(w, blank ? "\n\n" : "\n", line, "");
		any = true;
		blank = false;
	}
	if (any)
		sok_out(w->out, SOK_STR("\n  "));
	sok_out(w->out, SOK_STR("</Description>\n"));

	if (f[EMAIL].s != NULL)
		xml_text(w, "  <Email>", f[EMAIL], "</Email>\n");
	if (f[URL].s != NULL)
		xml_text(w, "  <Url>", f[URL], "</Url>\n");
	xml_text(w, "  <LevelCollection Copyright=\"", f[COPYRIGHT], "\">\n");
}

static void
slc_header(struct sok_writer *w, const struct sok_header *h)
{
	const struct slc *x = w->state;

	if (x->begun || h->later)
		writer_lost(w, NULL, "line of a later header",
		    "lines of later headers", writer_lines(&h->text));
	else {
		struct sok_text text = h->text;

		writer_for_players(w, &text, true);
		put_preamble(w, &text);
	}
}

static bool
slc_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str copyright = find_field(&p->text, meaning[COPYRIGHT]);
	const struct sok_board *b = &p->board;
	bool full = p->has_board && write_is_open(p, &w->arena);

	if (!p->has_board)
		return writer_refuse(w, p, "a puzzle without a board");
	put_preamble(w, &(struct sok_text){NULL, 0});
	xml_text(w, "    <Level Id=\"", p->title, "\"");
	sok_outf(w->out, " Width=\"%d\" Height=\"%d\"", b->width, b->height);
	if (copyright.len > 0)
		xml_text(w, " Copyright=\"", copyright, "\"");
	sok_out(w->out, SOK_STR(">\n"));
	for (int y = 0; y < b->height; y++) {
		sok_out(w->out, SOK_STR("      <L>"));
		write_squares(w->out, b, y,
		    full ? (size_t)b->width : write_row_width(b, y), sok_xsb);
		sok_out(w->out, SOK_STR("</L>\n"));
	}
	sok_out(w->out, SOK_STR("    </Level>\n"));
	writer_lost_text(w, p, copyright);
	writer_lost_games(w, p);
	writer_lost_title_line(w, p);
	return true;
}

static void
slc_end(struct sok_writer *w)
{
	put_preamble(w, &(struct sok_text){NULL, 0});
	sok_out(w->out, SOK_STR("  </LevelCollection>\n</SokobanLevels>\n"));
}

const struct sok_write_ops write_slc_ops = {.state = sizeof(struct slc),
    .header = slc_header,
    .puzzle = slc_puzzle,
    .end = slc_end};
