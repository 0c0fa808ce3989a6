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
give_up(struct slc *c)
{
	size_t at;
	struct sok_str context = slc_context(c->xml, &at);
	const char *bytes = context.s;
	enum XML_Error e = XML_GetErrorCode(c->xml);
	bool exceeded = c->budget.exceeded;
	enum sok_rule rule = exceeded ? SOK_LIMIT_RULE : SOK_SYNTAX_RULE;
	const char *why = XML_ErrorString(e), *hint = "";
	struct sok_str id = sok_buf_str(&c->id);
	uint32_t u;

	if (reader_fails(c->r, e == XML_ERROR_NO_MEMORY && !exceeded) ||
	    (c->stopped && !c->in_level))
		return;
	if (c->stopped)
		why = "reading stopped";
	else if (exceeded)
		why = "a tag, a comment or names that do not end";
	else if (e == XML_ERROR_NO_ELEMENTS || e == XML_ERROR_UNCLOSED_TOKEN ||
	    e == XML_ERROR_PARTIAL_CHAR ||
	    e == XML_ERROR_UNCLOSED_CDATA_SECTION)
		why = "the file ends in the middle";
	if (e == XML_ERROR_INCORRECT_ENCODING) {
		hint = "; --charset=UTF-8 may decode it";
	} else if (e == XML_ERROR_INVALID_TOKEN && at < context.len) {
		struct sok_str rest = sok_str_from(context, at);

		/* Go back to the start of a reference. */
		while (at > 0 &&
		    (sok_is_letter(bytes[at - 1]) ||
		        sok_is_digit(bytes[at - 1]) || bytes[at - 1] == '#'))
			at--;
		if (sok_str_char(rest, &u) == 0)
			hint = "; --charset=windows-1252 may decode it";
		else if (at > 0 && bytes[at - 1] == '&')
			hint = "; `&` is written `&amp;`";
	}

	if (c->in_level)
		SLC_REPORT(c, rule,
		    "%s: level \"%.*s\" is incomplete and was dropped; nothing "
		    "after it is read%s",
		    why, (int)id.len, id.s, hint);
	else
		SLC_REPORT(
		    c, rule, "%s: nothing after this is read%s", why, hint);
}

/* Parse to the end of the next level: 1; 0 at the end or an error; -1 errno. */
static int
parse_level(struct slc *c)
{
	struct sok_input *in = &c->r->in;
	enum XML_Status s = XML_STATUS_OK;
	XML_ParsingStatus now;

	slc_budget(&c->budget);
	XML_GetParsingStatus(c->xml, &now);
	if (now.parsing == XML_SUSPENDED) {
		c->notes.len = 0;
		s = XML_ResumeParser(c->xml);
	}
	while (s == XML_STATUS_OK && !c->fed) {
		input_consume(in, c->sent);
		while (input_bytes(in).len == 0 && !in->eof)
			if (input_more(in) == -1)
				return -1;
		struct sok_str bytes = sok_str_sub(input_bytes(in), 0, PIECE);
		c->sent = bytes.len;
		c->fed = bytes.len == 0;
		s = XML_Parse(c->xml, bytes.s, (int)bytes.len, c->fed);
	}
	if (s == XML_STATUS_ERROR && c->owner != 0 && !c->in_level)
		slc_end_text(c); /* a part of the level may be kept */
	for (size_t i = 0; i < SLC_BUFFERS; i++)
		reader_fails(c->r, c->buffer[i].failed);
	if (s == XML_STATUS_ERROR)
		give_up(c);
	return s == XML_STATUS_SUSPENDED;
}

/* ---- the header and notes */

static struct sok_str
one_line(struct sok_buf *b)
{
	struct sok_str s = sok_buf_str(b);
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.s[i] != '\n' && s.s[i] != '\r') {
			b->s[n++] = s.s[i];
			continue;
		}
		while (n > 0 && sok_is_blank(b->s[n - 1]))
			n--;
		while (i + 1 < s.len && memchr(" \t\r\n", s.s[i + 1], 4))
			i++;
		b->s[n++] = ' ';
	}
	b->len = n;
	return sok_str_trim(sok_buf_str(b));
}

static void
add_key(struct sok_reader *r, struct sok_text *t, const char *key,
    struct sok_str value, struct sok_arena *a)
{
	if (value.len > 0)
		reader_fails(r, key_add(t, sok_str(key), value, a) == -1);
}

static void
add_notes(struct sok_reader *r, struct sok_text *t, const struct sok_buf *b,
    struct sok_arena *a)
{
	struct sok_str notes = reader_made(r, sok_str_dup(a, sok_buf_str(b)));
	struct sok_text more;

	reader_fails(r,
	    sok_text_foreign(&more, notes, a) == -1 ||
	        text_join(t, &more, a) == -1);
}

/* Drop notes, for which no level follows. */
static void
drop_notes(struct slc *c)
{
	struct sok_str text = sok_buf_str(&c->notes), line, first = {NULL, 0};
	size_t n = 0;

	while (text.len > 0) {
		line = sok_str_trim(sok_str_line(&text));
		n += line.len > 0;
		first = first.len > 0 ? first : line;
	}
	c->notes.len = 0;
	if (n == 0 || c->in_level)
		return;
	if (n == 1)
		SLC_REPORT_AT(c, SOK_LOSSY_RULE, c->note_at,
		    "text after the last level is dropped: \"%.*s\"",
		    (int)first.len, first.s);
	else
		SLC_REPORT_AT(c, SOK_LOSSY_RULE, c->note_at,
		    "%zu lines of text after the last level are dropped, from "
		    "\"%.*s\" on",
		    n, (int)first.len, first.s);
}

void
slc_drop_late(struct slc *c)
{
	struct sok_str s = one_line(&c->late);

	if (c->late_at.line > 0 && s.len > 0)
		SLC_REPORT_AT(c, SOK_LOSSY_RULE, c->late_at,
		    "the copyright of a later collection, which no level "
		    "needs, is dropped: \"%.*s\"",
		    (int)s.len, s.s);
	c->late.len = c->late_at.line = 0;
}

/* ---- a level */

/* TABs are expanded as in boards of text. */
static struct sok_str
expand_tabs(struct slc *c, const struct slc_row *row)
{
	size_t tabs = (size_t)c->r->o.tabs, n = 0;
	size_t side = c->limit[SOK_LIMIT_SIDE] + 1;
	struct sok_str s = row->text;

	if (s.len == 0 || memchr(s.s, '\t', s.len) == NULL)
		return s;
	char *to = sok_arena_alloc(&c->r->arena, s.len + side + tabs, 1);
	if (reader_fails(c->r, to == NULL))
		return SOK_STR("");
	if (reader_once(c->r, SLC_ONCE_TAB))
		SLC_REPORT_AT(c, SOK_TAB_IN_BOARD_RULE, row->at,
		    "a TAB is read as floor up to the next multiple of %zu",
		    tabs);
	for (size_t i = 0; i < s.len; i++) {
		size_t fill = s.s[i] == '\t' && n < side ? tabs - n % tabs : 1;

		memset(to + n, s.s[i] == '\t' ? ' ' : s.s[i], fill);
		n += fill;
	}
	return (struct sok_str){to, n};
}

/* Make the rows r->puzzle.board, or report why not and keep them. */
static void
make_board(struct slc *c)
{
	struct sok_reader *r = c->r;
	struct sok_puzzle *p = &r->puzzle;
	struct sok_str name = sok_buf_str(&c->id);
	size_t n = c->nrows, x = 0;

	while (n > 0 && c->row[n - 1].text.len == 0)
		n--;
	struct sok_str *rows = sok_arena_alloc(&r->arena, n, sizeof(*rows));
	if (reader_fails(r, rows == NULL))
		return;
	for (size_t i = 0; i < n; i++)
		rows[i] = expand_tabs(c, &c->row[i]);
	size_t y = n;
	p->pos = c->at;
	if (!c->too_big && n > 0 &&
	    reader_board(r, rows, c->row[0].at.line, n, &y, &x)) {
		p->pos = c->row[0].at;
		for (size_t i = 0; i < n; i++) {
			p->board.row[i].line = c->row[i].at.line;
			p->board.row[i].col = c->row[i].at.col;
		}
		return;
	}

	if (c->too_big)
		SLC_REPORT_AT(c, SOK_LIMIT_RULE, c->at,
		    "level \"%.*s\": a board of more than %zu rows or columns, "
		    "the limit `side`, was dropped",
		    (int)name.len, name.s, c->limit[SOK_LIMIT_SIDE]);
	else if (n == 0)
		SLC_REPORT_AT(c, SOK_SYNTAX_RULE, c->at,
		    "level \"%.*s\" has no rows", (int)name.len, name.s);
	else if (y < n)
		reader_report(r, SOK_SYNTAX_RULE, c->row[y].at.line,
		    c->row[y].at.col + x,
		    "level \"%.*s\": column %zu of row %zu is not a square; "
		    "the rows were kept as a comment",
		    (int)name.len, name.s, x + 1, y + 1);
	reader_keep(r, one_line(&c->id), rows, y < n ? n : 0);
}

/* ---- the calls of the reader */

static int
slc_open(struct sok_reader *r)
{
	struct slc *c = sok_arena_zalloc(&r->life, 1, sizeof(*c));
	size_t line = 0, from = 0, to = 0;

	if (c == NULL)
		return -1;
	c->r = r;
	c->limit = r->o.limits->v;
	c->first_line = 1;
	r->state = c;
	/* The first bytes tell whether the input is decoded. */
	if (input_want(&r->in, 3 + SLC_FRONT) == -1)
		return -1;
	/* The parser would count it as a column, and obey a declaration. */
	c->bom = sok_str_starts(input_bytes(&r->in), SOK_STR("\xef\xbb\xbf"));
	input_consume(&r->in, c->bom ? 3 : 0);

	/* Nothing may precede `<?xml`, but in hand-made files blank lines do,
	 * and in downloaded files a line of a program, which is kept. */
	struct sok_str bytes = input_bytes(&r->in);
	size_t n = slc_front(bytes);
	for (size_t i = 0; i < n; i++) {
		const char *s = bytes.s + i;

		/* A CR before an LF does not end a line. */
		if (s[0] == '\n' || (s[0] == '\r' && s[1] != '\n')) {
			c->first_line++;
			line = i + 1;
		}
		if ((unsigned char)*s <= ' ')
			continue;
		if (to == 0) {
			from = i;
			reader_report(r, SOK_LOSSY_RULE, c->first_line,
			    i - line + 1,
			    "text before the XML is kept as a note");
		}
		to = i + 1;
	}
	c->indent = n - line;
	sok_buf_add(&c->about, sok_str_sub(bytes, from, to));
	input_consume(&r->in, n);
	return slc_parser(c);
}

static int
slc_read(struct sok_reader *r)
{
	/* The last one comes first. */
	static const enum slc_element fields[] = {
	    SLC_URL, SLC_EMAIL, SLC_COPYRIGHT, SLC_TITLE};
	static const char keys[][16] = {
	    "Url", "Email", "Copyright", "Collection"};
	struct slc *c = r->state;
	struct sok_puzzle *p = &r->puzzle;
	int got = parse_level(c);

	if (got == -1)
		return -1;
	if (!c->header_made) {
		c->header_made = true;
		for (size_t i = 0; i < SOK_COUNT(keys); i++)
			add_key(r, &r->header.text, keys[i],
			    one_line(&c->field[fields[i]]), &r->life);
		add_notes(r, &r->header.text, &c->about, &r->life);
		sok_buf_free(&c->about);
	}
	if (got == 0) {
		drop_notes(c);
		slc_drop_late(c);
		return 0;
	}

	/* Its own copyright, or that of a collection after the header. */
	struct sok_str value = one_line(&c->copyright);
	if (value.len == 0) {
		value = one_line(&c->late);
		c->late_at.line = 0;
	}
	add_key(r, &p->text, "Copyright", value, &r->arena);
	add_notes(r, &p->text, &c->notes, &r->arena);
	make_board(c);
	if (p->has_board) {
		value = sok_str_dup(&r->arena, one_line(&c->id));
		reader_fails(r,
		    sok_title_set(&p->title_line, &p->text,
		        reader_made(r, value), &r->arena) == -1);
	}
	return 1;
}

static void
slc_close(struct sok_reader *r)
{
	struct slc *c = r->state;

	if (c == NULL)
		return;
	slc_budget(&c->budget);
	if (c->xml != NULL)
		XML_ParserFree(c->xml);
	for (size_t i = 0; i < SLC_BUFFERS; i++)
		sok_buf_free(&c->buffer[i]);
	free(c->row);
}

const struct sok_read_ops read_slc_ops = {
    .open = slc_open, .read = slc_read, .close = slc_close};
