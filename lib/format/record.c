/* record.c - what readers of records and of JSON Lines share. */
#include <string.h>

#include "base/base.h"
#include "format/record.h"
#include "play/play.h"
#include "text/text.h"

/* The state of the reader. */
struct records {
	struct lines l;
	const struct record_format *f;
	struct record_map map;
	size_t used; /* lines of the record at the front of the window */
	bool any;    /* a record was read */
	bool lent;   /* a puzzle was returned: the header cannot change */
	/* A later header, in its own arena, for the puzzles that follow. */
	struct sok_arena arena;
	struct sok_header later;
	size_t bytes;      /* headers since the last puzzle */
	bool states_games; /* see struct record; of the header in effect */
};

int
record_open(struct sok_reader *r, const struct record_format *f)
{
	if (foreign_open(r, sizeof(struct records)) == -1)
		return -1;
	((struct records *)r->state)->f = f;
	return 0;
}

void
record_close(struct sok_reader *r)
{
	struct records *s = r->state;

	foreign_close(r);
	if (s != NULL)
		sok_arena_free(&s->arena);
}

struct record_map *
record_map(struct sok_reader *r)
{
	return &((struct records *)r->state)->map;
}

/* The next line that is not blank, with trailing blanks (empty fields): 1, 0 at
 * the end of the input, -1.  All parts of a line over the limit are skipped. */
static int
next_line(struct sok_reader *r, struct records *state, struct sok_str *line)
{
	struct lines *l = &state->l;
	bool goes_on = false;
	int got;

	while ((got = lines_want(l, 0)) == 1) {
		bool cut = l->v[0].has & HAS_CUT;

		if (!cut && !goes_on && !lines_blank(l, 0))
			break;
		if (cut && !goes_on) {
			reader_report(r, SOK_LIMIT_RULE, lines_number(l, 0), 1,
			    "a line of more than %zu bytes, the limit `line`, "
			    "was dropped",
			    l->limit);
			/* It belongs to no puzzle. */
			(void)pending_flush(
			    &r->found, r->sink, r->o.name, NULL);
		}
		goes_on = cut;
		lines_drop(l, 1);
	}
	if (got != 1)
		return got;
	state->used = 1;
	if (state->f->next != NULL)
		return state->f->next(r, l, line, &state->used);
	struct sok_str s = lines_raw(l, 0, 1);
	while (s.len > 0 && memchr("\r\n", s.s[s.len - 1], 2) != NULL)
		s.len--;
	*line = sok_str_from(s, l->v[0].off - l->v[0].raw);
	return 1;
}

/* The next record, whose lines are at the front of the window: 1, 0 at the end
 * of the input, -1. */
static int
next_record(struct sok_reader *r, struct records *s, struct sok_str *line)
{
	for (;;) {
		size_t before = lines_number(&s->l, 0);
		int got = next_line(r, s, line);

		if (got != 0 || lines_want(&s->l, 0) != 1)
			return got;
		/* What is at the front is not a record, which was reported. */
		lines_drop(&s->l, s->used);
		if (lines_number(&s->l, 0) == before)
			return 0;
	}
}

void
record_source(
    struct sok_reader *r, struct record *rec, struct sok_str file, size_t line)
{
	enum { LONGEST = 4096 };

	/* `-` and `<stdin>` do not name the source any more. */
	if (file.len == 0 || file.len > LONGEST || line == 0 ||
	    line > UINT32_MAX || file.s[0] == '<' ||
	    sok_str_eq(file, SOK_STR("-")) ||
	    memchr(file.s, '\0', file.len) != NULL)
		return;
	const char *name = str_terminated(&r->arena, file);
	if (!reader_fails(r, name == NULL))
		rec->source = (struct sok_pos){name, line, 1};
}

/* ---- headers */

/* Remove the lines that name a game from the text of a header. */
static void
drop_game_keys(struct sok_text *t)
{
	static const struct sok_str keys[] = {SOK_STR_INIT("Game"),
	    SOK_STR_INIT("Puzzle Type"), SOK_STR_INIT("Variant")};
	struct sok_str value;
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++) {
		bool names = false;

		for (size_t k = 0; k < SOK_COUNT(keys); k++)
			names |= key_is(t->line[i], keys[k], &value);
		if (!names)
			t->line[n++] = t->line[i];
	}
	t->n = n;
}

/* The first header is the reader's own.  Later ones are kept for the puzzles
 * that follow, and their lines are appended to t, the reader's header or the
 * text of a puzzle, as comments.  *room as in text_append(). */
static void
take_header(struct sok_reader *r, struct records *s, const struct record *rec,
    struct sok_text *t, size_t *room)
{
	struct sok_arena *a = t == &r->header.text ? &r->life : &r->arena;
	struct sok_header later = {0};
	struct sok_text *lines = &later.text;
	bool failed = false;

	s->bytes += rec->text.len;
	if (s->bytes > r->o.limits->v[SOK_LIMIT_TEXT]) {
		reader_report(r, SOK_LIMIT_RULE, rec->line, 1,
		    "a header over the limit `text` was dropped");
		return;
	}
	if (!s->any) {
		record_text(r, &r->header.text,
		    reader_made(r, sok_str_dup(&r->life, rec->text)),
		    RECORD_OF_HEADER);
		record_author(r, rec, &r->header.text, SOK_STR(""), &r->life);
		return;
	}
	record_text(r, lines, rec->text, RECORD_OF_PUZZLE);
	record_author(r, rec, lines, SOK_STR(""), &r->arena);
	if (lines->n > 0 && t->n > 0)
		failed = text_append(t, room, SOK_STR(""), a) == -1;
	for (size_t i = 0; i < lines->n; i++)
		failed |= text_append(t, room,
		              foreign_remark(lines->line[i], a), a) == -1;
	if (rec->states_games)
		drop_game_keys(lines);
	sok_arena_reset(&s->arena);
	if (reader_fails(r,
	        failed || sok_header_copy(&s->later, &later, &s->arena) == -1))
		s->later.text.n = 0;
}

static void
report_later(struct sok_reader *r, const struct record *rec)
{
	if (reader_once(r, RECORD_HEADER))
		reader_report(r, SOK_LOSSY_RULE, rec->line, 1,
		    "a later header was written as `::` lines");
}

/* Take the headers above the next puzzle, into t: *rec is its record; 1, 0 at
 * the end, -1.  below: only those directly below the last puzzle. */
static int
take_headers(struct sok_reader *r, struct records *s, struct record *rec,
    struct sok_text *t, bool below)
{
	size_t room = 0, had = t->n;
	struct sok_str line;
	int got;

	while ((got = next_record(r, s, &line)) == 1 &&
	    (!below || s->f->header(r, line))) {
		*rec = (struct record){
		    .line = lines_number(&s->l, 0), .play = SOK_STR("")};
		bool good = s->f->parse(r, line, rec);
		lines_drop(&s->l, s->used);
		if (good && !below && !rec->header)
			break;
		if (good) {
			if (s->any && !s->lent && rec->text.len > 0)
				report_later(r, rec);
			take_header(r, s, rec, t, &room);
			s->any = true;
			s->states_games = rec->states_games;
		} else if (!below) {
			/* There may be many such lines and no puzzle. */
			(void)pending_flush(
			    &r->found, r->sink, r->o.name, NULL);
			if (!s->lent || t->n == 0)
				sok_arena_reset(&r->arena);
		}
		if (below && t->n > had)
			report_later(r, rec);
	}
	return got;
}

/* Delay a finding about a puzzle without a number like all others. */
static void
queue(void *ctx, const struct sok_finding *f)
{
	struct pending *finding = reader_report(ctx, f->rule, f->pos.line,
	    f->pos.col, "%.*s", (int)f->message.len, f->message.s);

	if (finding != NULL)
		finding->file = f->pos.file;
}

int
record_read(struct sok_reader *r)
{
	struct sok_sink sink = {.fn = queue, .ctx = r};
	struct records *s = r->state;
	struct sok_puzzle *p = &r->puzzle;
	struct sok_text late = {NULL, 0}, *head = &r->header.text;
	struct record rec;

	/* The header cannot change once a puzzle was returned. */
	s->bytes = 0;
	int got = take_headers(r, s, &rec, s->lent ? &late : head, false);
	if (got == 0 && late.n > 0)
		reader_report(r, SOK_LOSSY_RULE, lines_number(&s->l, 0), 1,
		    "a header below the last puzzle was dropped");
	if (got != 1)
		return got;
	s->any = s->lent = true;
	if (s->later.text.n > 0)
		head = &s->later.text;
	rec.states_games = s->states_games;
	record_puzzle(r, &rec, head);
	/* Only the puzzle after the damaged line is left for the header. */
	if (late.n > 0)
		report_later(r, &rec);
	reader_fails(r, text_join(&p->text, &late, &r->arena) == -1);
	if (head == &s->later.text)
		reader_fails(
		    r, sok_inherit(p, &s->later, NULL, &sink, &r->arena) == -1);

	/* Headers of concatenated collections go to the puzzle above. */
	struct sok_text *last =
	    p->ngames > 0 ? &p->game[p->ngames - 1].text : &p->text;
	return take_headers(r, s, &rec, last, true) == -1 ? -1 : 1;
}
