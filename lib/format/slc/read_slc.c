/* read_slc.c - reads SokobanLevels XML: feeds the parser, and makes puzzles of
 * what slc_parse.c collects: a board of rows, a title of the id, else text. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/slc/slc.h"
#include "io/io.h"
#include "text/text.h"

/* Bytes sent to the parser at once; it copies what follows a level. */
#define PIECE ((size_t)128 << 10)

/* Report the parser's error.  If the bytes are not in the declared charset, or
 * in UTF-8 if none is declared, or if there is a bare `&`, give a hint. */
static void
give_up(struct slc *slc)
{
	size_t at;
	struct sok_str context = slc_context(slc->xml, &at);
	const char *bytes = context.s;
	enum XML_Error error = XML_GetErrorCode(slc->xml);
	bool exceeded = slc->budget.exceeded;
	enum sok_rule rule = exceeded ? SOK_LIMIT_RULE : SOK_SYNTAX_RULE;
	const char *why = XML_ErrorString(error), *hint = "";
	struct sok_str id = sok_buf_str(&slc->id);
	uint32_t code;

	if (reader_fails(
	        slc->reader, error == XML_ERROR_NO_MEMORY && !exceeded) ||
	    (slc->stopped && !slc->in_level))
		return;
	if (slc->stopped)
		why = "reading stopped";
	else if (exceeded)
		why = "a tag, a comment or names that do not end";
	else if (error == XML_ERROR_NO_ELEMENTS ||
	    error == XML_ERROR_UNCLOSED_TOKEN ||
	    error == XML_ERROR_PARTIAL_CHAR ||
	    error == XML_ERROR_UNCLOSED_CDATA_SECTION)
		why = "the file ends in the middle";
	if (error == XML_ERROR_INCORRECT_ENCODING) {
		hint = "; --charset=UTF-8 may decode it";
	} else if (error == XML_ERROR_INVALID_TOKEN && at < context.len) {
		struct sok_str rest = sok_str_from(context, at);

		/* Go back to the start of a reference. */
		while (at > 0 &&
		    (sok_is_letter(bytes[at - 1]) ||
		        sok_is_digit(bytes[at - 1]) || bytes[at - 1] == '#'))
			at--;
		if (sok_str_char(rest, &code) == 0)
			hint = "; --charset=windows-1252 may decode it";
		else if (at > 0 && bytes[at - 1] == '&')
			hint = "; `&` is written `&amp;`";
	}

	if (slc->in_level)
		SLC_REPORT(slc, rule,
		    "%s: level \"%.*s\" is incomplete and was dropped; nothing "
		    "after it is read%s",
		    why, (int)id.len, id.s, hint);
	else
		SLC_REPORT(
		    slc, rule, "%s: nothing after this is read%s", why, hint);
}

/* Parse to the end of the next level: 1; 0 at the end or an error; -1 errno. */
static int
parse_level(struct slc *slc)
{
	struct sok_input *in = &slc->reader->in;
	enum XML_Status XML_Status = XML_STATUS_OK;
	XML_ParsingStatus now;

	slc_budget(&slc->budget);
	XML_GetParsingStatus(slc->xml, &now);
	if (now.parsing == XML_SUSPENDED) {
		slc->notes.len = 0;
		XML_Status = XML_ResumeParser(slc->xml);
	}
	while (XML_Status == XML_STATUS_OK && !slc->fed) {
		input_consume(in, slc->sent);
		while (input_bytes(in).len == 0 && !in->eof)
			if (input_more(in) == -1)
				return -1;
		struct sok_str bytes = sok_str_sub(input_bytes(in), 0, PIECE);
		slc->sent = bytes.len;
		slc->fed = bytes.len == 0;
		XML_Status =
		    XML_Parse(slc->xml, bytes.s, (int)bytes.len, slc->fed);
	}
	if (XML_Status == XML_STATUS_ERROR && slc->owner != 0 && !slc->in_level)
		slc_end_text(slc); /* a part of the level may be kept */
	for (size_t i = 0; i < SLC_BUFFERS; i++)
		reader_fails(slc->reader, slc->buffer[i].failed);
	if (XML_Status == XML_STATUS_ERROR)
		give_up(slc);
	return XML_Status == XML_STATUS_SUSPENDED;
}

/* ---- the header and notes */

static struct sok_str
one_line(struct sok_buf *buf)
{
	struct sok_str s = sok_buf_str(buf);
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] != '\n' && s.s[i] != '\r') {
			buf->s[n++] = s.s[i];
			continue;
		}
		while (n > 0 && sok_is_blank(buf->s[n - 1]))
			n--;
		while (i + 1 < s.len && memchr(" \t\r\n", s.s[i + 1], 4))
			i++;
		buf->s[n++] = ' ';
	}
	buf->len = n;
	return sok_str_trim(sok_buf_str(buf));
}

static void
add_key(struct sok_reader *reader, struct sok_text *text, const char *key,
    struct sok_str value, struct sok_arena *arena)
{
	if (value.len > 0)
		reader_fails(
		    reader, key_add(text, sok_str(key), value, arena) == -1);
}

static void
add_notes(struct sok_reader *reader, struct sok_text *text,
    const struct sok_buf *buf, struct sok_arena *arena)
{
	struct sok_str notes =
	    reader_made(reader, sok_str_dup(arena, sok_buf_str(buf)));
	struct sok_text more;

	reader_fails(reader,
	    sok_text_foreign(&more, notes, arena) == -1 ||
	        text_join(text, &more, arena) == -1);
}

/* Drop notes, for which no level follows. */
static void
drop_notes(struct slc *slc)
{
	struct sok_str text = sok_buf_str(&slc->notes), line, first = {NULL, 0};
	size_t n = 0;

	while (text.len > 0) {
		line = sok_str_trim(sok_str_line(&text));
		n += line.len > 0;
		first = first.len > 0 ? first : line;
	}
	slc->notes.len = 0;
	if (n == 0 || slc->in_level)
		return;
	if (n == 1)
		SLC_REPORT_AT(slc, SOK_LOSSY_RULE, slc->note_at,
		    "text after the last level is dropped: \"%.*s\"",
		    (int)first.len, first.s);
	else
		SLC_REPORT_AT(slc, SOK_LOSSY_RULE, slc->note_at,
		    "%zu lines of text after the last level are dropped, from "
		    "\"%.*s\" on",
		    n, (int)first.len, first.s);
}

void
slc_drop_late(struct slc *slc)
{
	struct sok_str s = one_line(&slc->late);

	if (slc->late_at.line > 0 && s.len > 0)
		SLC_REPORT_AT(slc, SOK_LOSSY_RULE, slc->late_at,
		    "the copyright of a later collection, which no level "
		    "needs, is dropped: \"%.*s\"",
		    (int)s.len, s.s);
	slc->late.len = slc->late_at.line = 0;
}

/* ---- a level */

/* TABs are expanded as in boards of text.  Empty on ENOMEM, which the reader
 * remembers. */
static struct sok_str
expand_tabs(struct slc *slc, const struct slc_row *row)
{
	size_t tabs = (size_t)slc->reader->options.tabs, n = 0;
	size_t side = slc->limit[SOK_LIMIT_SIDE] + 1;
	struct sok_str s = row->text;

	if (s.len == 0 || memchr(s.s, '\t', s.len) == NULL)
		return s;
	char *to = sok_arena_alloc(&slc->reader->arena, s.len + side + tabs, 1);
	if (reader_fails(slc->reader, to == NULL))
		return SOK_STR("");
	if (reader_once(slc->reader, SLC_ONCE_TAB))
		SLC_REPORT_AT(slc, SOK_TAB_IN_BOARD_RULE, row->at,
		    "a TAB is read as floor up to the next multiple of %zu",
		    tabs);
	for (size_t i = 0; i < s.len; i++) {
		size_t fill = s.s[i] == '\t' && n < side ? tabs - n % tabs : 1;

		memset(to + n, s.s[i] == '\t' ? ' ' : s.s[i], fill);
		n += fill;
	}
	return (struct sok_str){to, n};
}

/* Make the rows reader->puzzle.board, or report why not and keep them. */
static void
make_board(struct slc *slc)
{
	struct sok_reader *reader = slc->reader;
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_str name = sok_buf_str(&slc->id);
	size_t n = slc->nrows, x = 0;

	while (n > 0 && slc->row[n - 1].text.len == 0)
		n--;
	struct sok_str *rows =
	    sok_arena_alloc(&reader->arena, n, sizeof(*rows));
	if (reader_fails(reader, rows == NULL))
		return;
	for (size_t i = 0; i < n; i++)
		rows[i] = expand_tabs(slc, &slc->row[i]);
	size_t y = n;
	puzzle->pos = slc->at;
	if (!slc->too_big && n > 0 &&
	    reader_board(reader, rows, slc->row[0].at.line, n, &y, &x)) {
		puzzle->pos = slc->row[0].at;
		for (size_t i = 0; i < n; i++) {
			puzzle->board.row[i].line = slc->row[i].at.line;
			puzzle->board.row[i].col = slc->row[i].at.col;
		}
		return;
	}

	if (slc->too_big)
		SLC_REPORT_AT(slc, SOK_LIMIT_RULE, slc->at,
		    "level \"%.*s\": a board of more than %zu rows or columns, "
		    "the limit `side`, was dropped",
		    (int)name.len, name.s, slc->limit[SOK_LIMIT_SIDE]);
	else if (n == 0)
		SLC_REPORT_AT(slc, SOK_SYNTAX_RULE, slc->at,
		    "level \"%.*s\" has no rows", (int)name.len, name.s);
	else if (y < n)
		reader_report(reader, SOK_SYNTAX_RULE, slc->row[y].at.line,
		    slc->row[y].at.col + x,
		    "level \"%.*s\": column %zu of row %zu is not a square; "
		    "the rows were kept as a comment",
		    (int)name.len, name.s, x + 1, y + 1);
	reader_keep(reader, one_line(&slc->id), rows, y < n ? n : 0);
}

/* ---- the calls of the reader */

static int
slc_open(struct sok_reader *reader)
{
	struct slc *slc = sok_arena_zalloc(&reader->life, 1, sizeof(*slc));
	size_t line = 0, from = 0, to = 0;

	if (slc == NULL)
		return -1;
	slc->reader = reader;
	slc->limit = reader->options.limits->v;
	slc->first_line = 1;
	reader->state = slc;
	/* The first bytes tell whether the input is decoded. */
	if (input_want(&reader->in, 3 + SLC_FRONT) == -1)
		return -1;
	/* The parser would count it as a column, and obey a declaration. */
	slc->bom = sok_str_starts(input_bytes(&reader->in), SOK_UTF8_MARK);
	input_consume(&reader->in, slc->bom ? 3 : 0);

	/* Nothing may precede `<?xml`, but in hand-made files blank lines do,
	 * and in downloaded files a line of a program, which is kept. */
	struct sok_str bytes = input_bytes(&reader->in);
	size_t n = slc_front(bytes);
	for (size_t i = 0; i < n; i++) {
		const char *s = bytes.s + i;

		/* A CR before an LF does not end a line. */
		if (s[0] == '\n' || (s[0] == '\r' && s[1] != '\n')) {
			slc->first_line++;
			line = i + 1;
		}
		if ((unsigned char)*s <= ' ')
			continue;
		if (to == 0) {
			from = i;
			reader_report(reader, SOK_LOSSY_RULE, slc->first_line,
			    i - line + 1,
			    "text before the XML is kept as a note");
		}
		to = i + 1;
	}
	slc->indent = n - line;
	sok_buf_add(&slc->about, sok_str_sub(bytes, from, to));
	input_consume(&reader->in, n);
	return slc_parser(slc);
}

static int
slc_read(struct sok_reader *reader)
{
	/* The last one comes first. */
	static const enum slc_element fields[] = {
	    SLC_URL, SLC_EMAIL, SLC_COPYRIGHT, SLC_TITLE};
	static const char keys[][16] = {
	    "Url", "Email", "Copyright", "Collection"};
	struct slc *slc = reader->state;
	struct sok_puzzle *puzzle = &reader->puzzle;
	int got = parse_level(slc);

	if (got == -1)
		return -1;
	if (!slc->header_made) {
		slc->header_made = true;
		for (size_t i = 0; i < SOK_COUNT(keys); i++)
			add_key(reader, &reader->header.text, keys[i],
			    one_line(&slc->field[fields[i]]), &reader->life);
		add_notes(
		    reader, &reader->header.text, &slc->about, &reader->life);
		sok_buf_free(&slc->about);
	}
	if (got == 0) {
		drop_notes(slc);
		slc_drop_late(slc);
		return 0;
	}

	/* Its own copyright, or that of a collection after the header. */
	struct sok_str value = one_line(&slc->copyright);
	if (value.len == 0) {
		value = one_line(&slc->late);
		slc->late_at.line = 0;
	}
	add_key(reader, &puzzle->text, "Copyright", value, &reader->arena);
	add_notes(reader, &puzzle->text, &slc->notes, &reader->arena);
	make_board(slc);
	if (puzzle->has_board) {
		value = sok_str_dup(&reader->arena, one_line(&slc->id));
		reader_fails(reader,
		    sok_title_set(&puzzle->title_line, &puzzle->text,
		        reader_made(reader, value), &reader->arena) == -1);
	}
	return 1;
}

static void
slc_close(struct sok_reader *reader)
{
	struct slc *slc = reader->state;

	if (slc == NULL)
		return;
	slc_budget(&slc->budget);
	if (slc->xml != NULL)
		XML_ParserFree(slc->xml);
	for (size_t i = 0; i < SLC_BUFFERS; i++)
		sok_buf_free(&slc->buffer[i]);
	free(slc->row);
}

const struct sok_read_ops read_slc_ops = {
    .open = slc_open, .read = slc_read, .close = slc_close};
