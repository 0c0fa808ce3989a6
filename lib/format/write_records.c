/*
 * write_records.c - one puzzle per line in columns separated by TABs, with
 * everything that a reader finds in it; and the same columns as CSV (RFC 4180),
 * where a field may have several lines.
 */
#include "format/write_text.h"
#include "tools.h"

struct dialect {
	char next;              /* between fields */
	bool quotes;            /* around a field, and doubled in it */
	const char *line, *end; /* between lines in a field, and of a record */
	/* What stands behind a backslash for what a field cannot hold. */
	char letter[256];
};

static const struct dialect csv = {',', true, "\n", "\r\n", {0}};
static const struct dialect tsv = {'\t', false, "\\n", "\n",
    {['\\'] = '\\', ['\t'] = 't', ['\n'] = 'n', ['\r'] = 'r'}};

/* The same inside a part of a game, of both. */
static const char part_letter[256] = {['\\'] = '\\',
    ['\t'] = 't',
    ['\n'] = 'n',
    ['\r'] = 'r',
    ['='] = '=',
    [';'] = ';'};

static const struct dialect *
dialect(const struct sok_writer *w)
{
	return w->format->writer == &write_csv_ops ? &csv : &tsv;
}

static void
put_escaped(struct sok_writer *w, struct sok_str s, const char *letters)
{
	bool quotes = dialect(w)->quotes;
	size_t from = 0;

	for (size_t i = 0; i < s.len; i++) {
		char letter = letters[(unsigned char)s.s[i]];
		bool quote = quotes && s.s[i] == '"';

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
put_quote(struct sok_writer *w)
{
	sok_out_fill(w->out, '"', dialect(w)->quotes);
}

static void
next_field(struct sok_writer *w, size_t n)
{
	sok_out_fill(w->out, dialect(w)->next, n);
}

static void
put_text(struct sok_writer *w, const struct sok_text *t)
{
	const struct dialect *d = dialect(w);

	if (t->n == 0)
		return;
	put_quote(w);
	for (size_t i = 0; i < t->n; i++) {
		if (i > 0)
			sok_out(w->out, sok_str(d->line));
		put_escaped(w, t->line[i], d->letter);
	}
	put_quote(w);
}

static void
put_field(struct sok_writer *w, struct sok_str s)
{
	put_text(w, &(struct sok_text){&s, s.len > 0});
}

static void
put_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	if (p->ngames == 0)
		return;
	put_quote(w);
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		if (i > 0)
			sok_outc(w->out, ';');
		put_escaped(w, g->title_line, part_letter);
		sok_outc(w->out, '=');
		sok_out(w->out, g->moves);
		sok_outc(w->out, '=');
		for (size_t k = 0; k < g->text.n; k++) {
			if (k > 0)
				sok_out(w->out, SOK_STR("\\n"));
			put_escaped(w, g->text.line[k], part_letter);
		}
	}
	put_quote(w);
}

/* Nothing in it needs to be escaped. */
static void
put_board(struct sok_writer *w, const struct sok_board *b, bool open)
{
	struct sok_buf rle = {0};

	put_quote(w);
	sok_rle_board(&rle, b, open, 3, false);
	sok_out(w->out, sok_buf_str(&rle));
	put_quote(w);
	writer_fails(w, rle.failed);
	sok_buf_free(&rle);
}

static void
put_source(struct sok_writer *w, const char *file, size_t line)
{
	put_quote(w);
	put_escaped(w, sok_str(file != NULL ? file : "-"), dialect(w)->letter);
	sok_outc(w->out, ':');
	sok_out_number(w->out, line);
	put_quote(w);
}

static void
records_header(struct sok_writer *w, const struct sok_header *h)
{
	next_field(w, 2);
	put_field(w, sok_text_get(&h->text, SOK_STR("Author")));
	next_field(w, 3);
	put_text(w, &h->text);
	next_field(w, 1);
	put_source(w, h->file, 1);
	if (dialect(w) == &csv)
		next_field(w, 1);
	sok_out(w->out, sok_str(dialect(w)->end));
}

/* The title line where the title is another, and an empty one where nothing
 * else would tell the record from that of a header.  All rows of CSV have as
 * many fields. */
static void
put_title_line(struct sok_writer *w, const struct sok_puzzle *p)
{
	bool displaced = p->title_line.len > 0 &&
	    sok_text_get(&p->text, SOK_STR("Title")).s != NULL;
	bool shown =
	    displaced || (!p->has_board && p->ngames + p->title.len == 0);

	if (shown || dialect(w) == &csv)
		next_field(w, 1);
	if (shown)
		put_field(w, p->title_line);
}

static bool
records_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_id id;
	int has_id = sok_unique_id(p, &id, &w->arena);

	if (writer_fails(w, has_id == -1))
		return false;
	if (has_id == 1)
		write_id(w->out, id.unique);
	next_field(w, 1);
	put_field(w, p->title);
	next_field(w, 1);
	put_field(w, sok_puzzle_author(p));
	next_field(w, 1);
	/* What has an id is closed. */
	if (p->has_board)
		put_board(w, &p->board, !has_id && write_is_open(p, &w->arena));
	next_field(w, 1);
	put_games(w, p);
	next_field(w, 1);
	put_text(w, &p->text);
	next_field(w, 1);
	put_source(w, p->pos.file, p->pos.line);
	put_title_line(w, p);
	sok_out(w->out, sok_str(dialect(w)->end));
	return true;
}

const struct sok_write_ops write_csv_ops = {.begin = writer_begin_ids,
    .header = records_header,
    .puzzle = records_puzzle,
    .lasts = true};

const struct sok_write_ops write_records_ops = {.begin = writer_begin_ids,
    .header = records_header,
    .puzzle = records_puzzle,
    .lasts = true};
