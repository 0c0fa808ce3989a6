/*
 * write_records.c - one puzzle per line in columns separated by TABs, with
 * everything that a reader finds in it; and the same columns as CSV (RFC 4180),
 * where a field may have several lines.
 */
#include "format/write_text.h"
#include "tools.h"

/* What stands behind a backslash for what a field cannot hold. */
static const char field[256] = {
    ['\\'] = '\\', ['\t'] = 't', ['\n'] = 'n', ['\r'] = 'r'};
/* The same inside a part of a game. */
static const char part[256] = {['\\'] = '\\',
    ['\t'] = 't',
    ['\n'] = 'n',
    ['\r'] = 'r',
    ['='] = '=',
    [';'] = ';'};

/* A field of CSV is in quotes, so that only these are special. */
static const char quoted[256] = {0};

static bool
is_csv(const struct sok_writer *w)
{
	return w->format->writer == &write_csv_ops;
}

static void
put_escaped(struct sok_writer *w, struct sok_str s, const char *letters)
{
	bool csv = is_csv(w);
	size_t from = 0;

	for (size_t i = 0; i < s.len; i++) {
		char letter = letters[(unsigned char)s.s[i]];
		bool quote = csv && s.s[i] == '"';

		if (letter == '\0' && !quote)
			continue;
		sok_out(w->out, sok_str_sub(s, from, i));
		sok_outc(w->out, quote ? '"' : '\\');
		sok_outc(w->out, quote ? '"' : letter);
		from = i + 1;
	}
	sok_out(w->out, sok_str_from(s, from));
}

static void
put_notes(struct sok_writer *w, const struct sok_text *t, const char *letters)
{
	for (size_t i = 0; i < t->n; i++) {
		if (i > 0)
			sok_out(w->out,
			    letters == quoted ? SOK_STR("\n") : SOK_STR("\\n"));
		put_escaped(w, t->line[i], letters);
	}
}

/* ---- fields */

/* Letters that a field of the format escapes. */
static const char *
of_field(const struct sok_writer *w)
{
	return is_csv(w) ? quoted : field;
}

static void
begin_field(struct sok_writer *w)
{
	if (is_csv(w))
		sok_outc(w->out, '"');
}

static void
end_field(struct sok_writer *w)
{
	if (is_csv(w))
		sok_outc(w->out, '"');
}

static void
next_field(struct sok_writer *w)
{
	sok_outc(w->out, is_csv(w) ? ',' : '\t');
}

static void
end_record(struct sok_writer *w)
{
	sok_out(w->out, is_csv(w) ? SOK_STR("\r\n") : SOK_STR("\n"));
}

static void
put_field(struct sok_writer *w, struct sok_str s)
{
	if (s.len == 0)
		return;
	begin_field(w);
	put_escaped(w, s, of_field(w));
	end_field(w);
}

static void
put_text_field(struct sok_writer *w, const struct sok_text *t)
{
	if (t->n == 0)
		return;
	begin_field(w);
	put_notes(w, t, of_field(w));
	end_field(w);
}

static void
put_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	if (p->ngames == 0)
		return;
	begin_field(w);
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		if (i > 0)
			sok_outc(w->out, ';');
		put_escaped(w, g->title_line, part);
		sok_outc(w->out, '=');
		sok_out(w->out, g->moves);
		sok_outc(w->out, '=');
		put_notes(w, &g->text, part);
	}
	end_field(w);
}

static int
put_board(struct sok_writer *w, const struct sok_puzzle *p, bool open)
{
	struct sok_buf b = {0};
	bool failed;

	if (p->has_board)
		sok_rle_board(&b, &p->board, open, 3, false);
	put_field(w, sok_buf_str(&b));
	failed = b.failed;
	sok_buf_free(&b);
	return failed ? -1 : 0;
}

static void
put_id(struct sok_output *o, uint64_t id)
{
	char text[16];

	for (size_t i = sizeof(text); i > 0; id >>= 4)
		text[--i] = "0123456789ABCDEF"[id & 15];
	sok_out(o, (struct sok_str){text, sizeof(text)});
}

static void
put_source(struct sok_writer *w, const char *file, size_t line)
{
	begin_field(w);
	put_escaped(w, sok_str(file != NULL ? file : "-"), of_field(w));
	sok_outc(w->out, ':');
	sok_out_number(w->out, line);
	end_field(w);
}

static int
records_header(struct sok_writer *w, const struct sok_header *h)
{
	next_field(w);
	next_field(w);
	put_field(w, sok_text_get(&h->text, SOK_STR("Author")));
	next_field(w);
	next_field(w);
	next_field(w);
	put_text_field(w, &h->text);
	next_field(w);
	put_source(w, h->file, 1);
	if (is_csv(w))
		next_field(w);
	end_record(w);
	return 0;
}

/* The title line where the title is another, and an empty one where nothing
 * else would tell the record from that of a header.  All rows of CSV have as
 * many fields. */
static void
put_title_line(struct sok_writer *w, const struct sok_puzzle *p)
{
	bool displaced = p->title_line.len > 0 &&
	    sok_text_get(&p->text, SOK_STR("Title")).s != NULL;

	if (!displaced && (p->has_board || p->ngames || p->title.len)) {
		if (is_csv(w))
			next_field(w);
		return;
	}
	next_field(w);
	put_field(w, p->title_line);
}

static int
records_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_id id;
	int has_id = sok_unique_id(p, &id, &w->arena);
	bool open;

	if (has_id == -1)
		return -1;
	if (has_id == 1)
		put_id(w->out, id.unique);
	next_field(w);
	put_field(w, p->title);
	next_field(w);
	put_field(w, sok_puzzle_author(p));
	next_field(w);
	/* What has an id is closed. */
	open = p->has_board && !has_id && write_is_open(p, &w->arena);
	if (put_board(w, p, open) == -1)
		return -1;
	next_field(w);
	put_games(w, p);
	next_field(w);
	put_text_field(w, &p->text);
	next_field(w);
	put_source(w, p->pos.file, p->pos.line);
	put_title_line(w, p);
	end_record(w);
	return 1;
}

const struct sok_write_ops write_csv_ops = {.begin = writer_begin_ids,
    .header = records_header,
    .puzzle = records_puzzle,
    .lasts = true};

const struct sok_write_ops write_records_ops = {.begin = writer_begin_ids,
    .header = records_header,
    .puzzle = records_puzzle,
    .lasts = true};
