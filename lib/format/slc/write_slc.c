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
find_field(const struct sok_text *text, const char *const *key)
{
	struct sok_str value = {NULL, 0};

	for (; value.s == NULL && *key != NULL; key++)
		value = sok_text_get(text, sok_str(*key));
	return value;
}

static void
put_preamble(struct sok_writer *writer, const struct sok_text *text)
{
	struct slc *slc = writer->state;
	struct sok_str field[NFIELDS];
	bool any = false, blank = false;
	size_t after = 0; /* the line after the last comment block */

	if (slc->begun)
		return;
	slc->begun = true;
	/* The description has it, but only for people. */
	writer_lost(writer, NULL, "game type of the header",
	    "game types of the header",
	    key_naming(text).variant != SOK_SOKOBAN);
	for (size_t i = 0; i < NFIELDS; i++)
		field[i] = find_field(text, meaning[i]);
	sok_out(writer->out,
	    SOK_STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
	            "<SokobanLevels>\n"));
	xml_text(writer, "  <Title>", field[TITLE], "</Title>\n");

	/* Lines without an element, without marks of comment blocks. */
	sok_out(writer->out, SOK_STR("  <Description>"));
	for (size_t i = 0; i < text->n; i++) {
		struct sok_str line = text->line[i], key, value;
		size_t end = i < after ? 0 : sok_text_block(text, i);
		bool skip = end > 0 || i + 1 == after;

		after = end > 0 ? end + 1 : after;
		if (sok_key_split(line, &key, &value))
			for (size_t k = 0; k < NFIELDS; k++)
				skip |= value.s == field[k].s;
		if (!skip && line.len == 0)
			blank = any;
		if (skip || line.len == 0)
			continue;
		xml_text(writer, blank ? "\n\n" : "\n", line, "");
		any = true;
		blank = false;
	}
	if (any)
		sok_out(writer->out, SOK_STR("\n  "));
	sok_out(writer->out, SOK_STR("</Description>\n"));

	if (field[EMAIL].s != NULL)
		xml_text(writer, "  <Email>", field[EMAIL], "</Email>\n");
	if (field[URL].s != NULL)
		xml_text(writer, "  <Url>", field[URL], "</Url>\n");
	xml_text(writer, "  <LevelCollection Copyright=\"", field[COPYRIGHT],
	    "\">\n");
}

static void
slc_header(struct sok_writer *writer, const struct sok_header *header)
{
	const struct slc *slc = writer->state;

	if (slc->begun || header->later)
		writer_lost(writer, NULL, "line of a later header",
		    "lines of later headers", writer_lines(&header->text));
	else {
		struct sok_text text = header->text;

		writer_for_players(writer, &text, true);
		put_preamble(writer, &text);
	}
}

static bool
slc_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok_str copyright =
	    find_field(&puzzle->text, meaning[COPYRIGHT]);
	const struct sok_board *board = &puzzle->board;
	bool full = puzzle->has_board && write_is_open(puzzle, &writer->arena);

	if (!puzzle->has_board)
		return writer_refuse(
		    writer, puzzle, "a puzzle without a board");
	put_preamble(writer, &(struct sok_text){NULL, 0});
	xml_text(writer, "    <Level Id=\"", puzzle->title, "\"");
	sok_outf(writer->out, " Width=\"%d\" Height=\"%d\"", board->width,
	    board->height);
	if (copyright.len > 0)
		xml_text(writer, " Copyright=\"", copyright, "\"");
	sok_out(writer->out, SOK_STR(">\n"));
	for (int y = 0; y < board->height; y++) {
		sok_out(writer->out, SOK_STR("      <L>"));
		write_squares(writer->out, board, y,
		    full ? (size_t)board->width : write_row_width(board, y),
		    sok_xsb);
		sok_out(writer->out, SOK_STR("</L>\n"));
	}
	sok_out(writer->out, SOK_STR("    </Level>\n"));
	writer_lost_text(writer, puzzle, copyright);
	writer_lost_games(writer, puzzle);
	writer_lost_title_line(writer, puzzle);
	return true;
}

static void
slc_end(struct sok_writer *writer)
{
	put_preamble(writer, &(struct sok_text){NULL, 0});
	sok_out(
	    writer->out, SOK_STR("  </LevelCollection>\n</SokobanLevels>\n"));
}

const struct sok_write_ops write_slc_ops = {.state = sizeof(struct slc),
    .header = slc_header,
    .puzzle = slc_puzzle,
    .end = slc_end};
