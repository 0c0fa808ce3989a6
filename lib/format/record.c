/* record.c - what readers of records and of JSON Lines share. */
#include <string.h>

#include "base/base.h"
#include "format/record.h"
#include "play/play.h"
#include "text/text.h"

/* The state of the reader. */
struct records {
	struct lines lines;
	const struct record_format *format;
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
record_open(struct sok_reader *reader, const struct record_format *format)
{
	if (foreign_open(reader, sizeof(struct records)) == -1)
		return -1;
	((struct records *)reader->state)->format = format;
	return 0;
}

void
record_close(struct sok_reader *reader)
{
	struct records *records = reader->state;

	foreign_close(reader);
	if (records != NULL)
		sok_arena_free(&records->arena);
}

struct record_map *
record_map(struct sok_reader *reader)
{
	return &((struct records *)reader->state)->map;
}

/* The next line that is not blank, with trailing blanks (empty fields): 1, 0 at
 * the end of the input, -1.  All parts of a line over the limit are skipped. */
static int
next_line(
    struct sok_reader *reader, struct records *state, struct sok_str *line)
{
	struct lines *lines = &state->lines;
	bool goes_on = false;
	int got;

	while ((got = lines_want(lines, 0)) == 1) {
		bool cut = lines->line[0].has & HAS_CUT;

		if (!cut && !goes_on && !lines_blank(lines, 0))
			break;
		if (cut && !goes_on) {
			reader_report(reader, SOK_LIMIT_RULE,
			    lines_number(lines, 0), 1,
			    "a line of more than %zu bytes, the limit `line`, "
			    "was dropped",
			    lines->limit);
			/* It belongs to no puzzle. */
			(void)pending_flush(&reader->found, reader->sink,
			    reader->options.name, NULL);
		}
		goes_on = cut;
		lines_drop(lines, 1);
	}
	if (got != 1)
		return got;
	state->used = 1;
	if (state->format->next != NULL)
		return state->format->next(reader, lines, line, &state->used);
	struct sok_str s = lines_raw(lines, 0, 1);
	while (s.len > 0 && memchr("\r\n", s.s[s.len - 1], 2) != NULL)
		s.len--;
	*line = sok_str_from(s, lines->line[0].mark);
	return 1;
}

/* The next record, whose lines are at the front of the window: 1, 0 at the end
 * of the input, -1. */
static int
next_record(
    struct sok_reader *reader, struct records *records, struct sok_str *line)
{
	for (;;) {
		size_t before = lines_number(&records->lines, 0);
		int got = next_line(reader, records, line);

		if (got != 0 || lines_want(&records->lines, 0) != 1)
			return got;
		/* What is at the front is not a record, which was reported. */
		lines_drop(&records->lines, records->used);
		if (lines_number(&records->lines, 0) == before)
			return 0;
	}
}

void
record_source(struct sok_reader *reader, struct record *rec,
    struct sok_str file, size_t line)
{
	enum { LONGEST = 4096 };

	/* `-` and `<stdin>` do not name the source any more. */
	if (file.len == 0 || file.len > LONGEST || line == 0 ||
	    line > UINT32_MAX || file.s[0] == '<' ||
	    sok_str_eq(file, SOK_STR("-")) ||
	    memchr(file.s, '\0', file.len) != NULL)
		return;
	const char *name = str_terminated(&reader->arena, file);
	if (!reader_fails(reader, name == NULL))
		rec->source = (struct sok_pos){name, line, 1};
}

/* ---- headers */

/* Remove the lines that name a game from the text of a header. */
static void
drop_game_keys(struct sok_text *text)
{
	static const struct sok_str keys[] = {SOK_STR_INIT("Game"),
	    SOK_STR_INIT("Puzzle Type"), SOK_STR_INIT("Variant")};
	struct sok_str value;
	size_t n = 0;

	for (size_t i = 0; i < text->n; i++) {
		bool names = false;

		for (size_t k = 0; k < SOK_COUNT(keys); k++)
			names |= key_is(text->line[i], keys[k], &value);
		if (!names)
			text->line[n++] = text->line[i];
	}
	text->n = n;
}

/* The first header is the reader's own.  Later ones are kept for the puzzles
 * that follow, and their lines are appended to text, the reader's header or the
 * text of a puzzle, as comments.  *room as in text_append(). */
static void
take_header(struct sok_reader *reader, struct records *records,
    const struct record *rec, struct sok_text *text, size_t *room)
{
	struct sok_arena *arena =
	    text == &reader->header.text ? &reader->life : &reader->arena;
	struct sok_header later = {0};
	struct sok_text *lines = &later.text;
	bool failed = false;

	records->bytes += rec->text.len;
	if (records->bytes > reader->options.limits->v[SOK_LIMIT_TEXT]) {
		reader_report(reader, SOK_LIMIT_RULE, rec->line, 1,
		    "a header over the limit `text` was dropped");
		return;
	}
	if (!records->any) {
		record_text(reader, &reader->header.text,
		    reader_made(reader, sok_str_dup(&reader->life, rec->text)),
		    RECORD_OF_HEADER);
		record_author(reader, rec, &reader->header.text, SOK_STR(""),
		    &reader->life);
		return;
	}
	record_text(reader, lines, rec->text, RECORD_OF_PUZZLE);
	record_author(reader, rec, lines, SOK_STR(""), &reader->arena);
	if (lines->n > 0 && text->n > 0)
		failed = text_append(text, room, SOK_STR(""), arena) == -1;
	for (size_t i = 0; i < lines->n; i++)
		failed |=
		    text_append(text, room,
		        foreign_remark(lines->line[i], arena), arena) == -1;
	if (rec->states_games)
		drop_game_keys(lines);
	sok_arena_reset(&records->arena);
	if (reader_fails(reader,
	        failed ||
	            sok_header_copy(&records->later, &later, &records->arena) ==
	                -1))
		records->later.text.n = 0;
}

static void
report_later(struct sok_reader *reader, const struct record *rec)
{
	if (reader_once(reader, ONCE_HEADER))
		reader_report(reader, SOK_LOSSY_RULE, rec->line, 1,
		    "a later header was written as `::` lines");
}

/* Take the headers above the next puzzle, into text: *rec is its record; 1, 0
 * at the end, -1.  below: only those directly below the last puzzle. */
static int
take_headers(struct sok_reader *reader, struct records *records,
    struct record *rec, struct sok_text *text, bool below)
{
	size_t room = 0, had = text->n;
	struct sok_str line;
	int got;

	while ((got = next_record(reader, records, &line)) == 1 &&
	    (!below || records->format->header(reader, line))) {
		*rec = (struct record){.line = lines_number(&records->lines, 0),
		    .play = SOK_STR("")};
		bool good = records->format->parse(reader, line, rec);
		lines_drop(&records->lines, records->used);
		if (good && !below && !rec->header)
			break;
		if (good) {
			if (records->any && !records->lent && rec->text.len > 0)
				report_later(reader, rec);
			take_header(reader, records, rec, text, &room);
			records->any = true;
			records->states_games = rec->states_games;
		} else if (!below) {
			/* There may be many such lines and no puzzle. */
			(void)pending_flush(&reader->found, reader->sink,
			    reader->options.name, NULL);
			if (!records->lent || text->n == 0)
				sok_arena_reset(&reader->arena);
		}
		if (below && text->n > had)
			report_later(reader, rec);
	}
	return got;
}

/* Delay a finding about a puzzle without a number like all others. */
static void
queue(void *ctx, const struct sok_finding *reported)
{
	struct pending *finding = reader_report(ctx, reported->rule,
	    reported->pos.line, reported->pos.col, "%.*s",
	    (int)reported->message.len, reported->message.s);

	if (finding != NULL)
		finding->file = reported->pos.file;
}

int
record_read(struct sok_reader *reader)
{
	struct sok_sink sink = {.fn = queue, .ctx = reader};
	struct records *records = reader->state;
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_text late = {NULL, 0}, *head = &reader->header.text;
	struct record rec;

	/* The header cannot change once a puzzle was returned. */
	records->bytes = 0;
	int got = take_headers(
	    reader, records, &rec, records->lent ? &late : head, false);
	if (got == 0 && late.n > 0)
		reader_report(reader, SOK_LOSSY_RULE,
		    lines_number(&records->lines, 0), 1,
		    "a header below the last puzzle was dropped");
	if (got != 1)
		return got;
	records->any = records->lent = true;
	if (records->later.text.n > 0)
		head = &records->later.text;
	rec.states_games = records->states_games;
	record_puzzle(reader, &rec, head);
	/* Only the puzzle after the damaged line is left for the header. */
	if (late.n > 0)
		report_later(reader, &rec);
	reader_fails(
	    reader, text_join(&puzzle->text, &late, &reader->arena) == -1);
	if (head == &records->later.text)
		reader_fails(reader,
		    sok_inherit(puzzle, &records->later, NULL, &sink,
		        &reader->arena) == -1);

	/* Headers of concatenated collections go to the puzzle above. */
	struct sok_text *last = puzzle->ngames > 0
	    ? &puzzle->game[puzzle->ngames - 1].text
	    : &puzzle->text;
	return take_headers(reader, records, &rec, last, true) == -1 ? -1 : 1;
}
