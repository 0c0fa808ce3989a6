/*
 * record_text.c - makes the lines of a header or a puzzle from a string; the
 * lines are unchanged if a text reader would read them back as text.
 */
#include "text/foreign.h"
#include "text/key.h"
#include "format/record.h"
#include "text/text.h"
#include "tools.h"

/* Whether a line could be read as anything but text.  This is quick and says
 * yes too often; the reader has the last word. */
static bool
is_suspicious(struct sok_str s)
{
	uint16_t can, has;
	int kind;

	if (s.len == 0)
		return false;
	if (comment_mark(s, &kind) != COMMENT_NONE)
		return true;
	s = sok_str_trim(sok_str_unquote(s));
	lines_classify(s, &can, &has);
	return s.len == 0 || (can & (CAN_LETTER | CAN_MOVES)) != 0;
}

static bool
is_plain_text(const struct sok_text *t)
{
	bool blank = false;

	for (size_t i = 0; i < t->n; i++) {
		if (is_suspicious(t->line[i]) ||
		    (blank && t->line[i].len == 0)) /* they become one */
			return false;
		blank = t->line[i].len == 0;
	}
	return true;
}

static void
put_lines(struct sok_buf *b, const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++) {
		sok_buf_add(b, t->line[i]);
		sok_buf_addc(b, '\n');
	}
}

/* Whether a collection of one puzzle has this text and nothing else. */
static int
reads_back(const struct sok_text *t, struct sok_str collection, bool header,
    const struct sok_limits *limits, const char *game)
{
	struct sok_read_options o = {
	    .name = "", .limits = limits, .game = game};
	struct sok_sink sink = {.fn = NULL};
	struct sok_reader *r;
	struct sok_puzzle *p;
	bool same = false;
	int got;

	o.format = sok_format_find(SOK_STR("sok"));
	r = sok_reader_open_memory(collection, &o, &sink);
	got = r == NULL ? -1 : sok_read(r, &p);
	if (got == 1)
		same = p->has_board && p->ngames == 0 &&
		    text_equal(
		        t, header ? &sok_reader_header(r)->text : &p->text);
	if (same)
		got = sok_read(r, &p);
	sok_reader_close(r);
	return got == -1 ? -1 : same && got == 0;
}

/* The text of a game obeys the rules of text below a board, so a board will
 * do for both. */
static int
stands(const struct sok_text *t, bool header, const struct sok_limits *limits,
    const char *game)
{
	const struct sok_str board = SOK_STR("#####\n#@$.#\n#####\n");
	struct sok_buf b = {0};
	int same = -1;

	if (header) {
		put_lines(&b, t);
		sok_buf_add(&b, SOK_STR("\nTitle\n\n"));
	}
	sok_buf_add(&b, board);
	if (!header) {
		sok_buf_addc(&b, '\n');
		put_lines(&b, t);
	}
	if (!b.failed)
		same = reads_back(t, sok_buf_str(&b), header, limits, game);
	sok_buf_free(&b);
	return same;
}

int
record_stands(
    const struct sok_text *t, const char *game, const struct sok_limits *limits)
{
	return stands(t, false, limits, game);
}

void
record_text(struct sok_reader *r, struct sok_text *t, struct sok_str text,
    enum record_owner owner)
{
	bool header = owner == RECORD_OF_HEADER;
	/* Keys of games name no game. */
	const char *game =
	    owner == RECORD_OF_GAME ? sok_variant_name(SOK_SOKOBAN) : NULL;
	struct sok_arena *a = header ? &r->life : &r->arena;
	int same;

	if (reader_fails(r, foreign_lines(t, text, a) == -1) ||
	    is_plain_text(t))
		return;
	same = stands(t, header, r->o.limits, game);
	reader_fails(
	    r, same == -1 || (same == 0 && sok_text_foreign(t, text, a) == -1));
}
