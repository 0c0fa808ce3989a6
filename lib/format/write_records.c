/*
 * write_records.c - one puzzle per line in columns separated by TABs, with
 * everything that a reader finds in it.
 */
#include "text/write_text.h"

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

static void
put(struct sok_output *o, struct sok_str s, const char *letters)
{
	size_t from = 0;

	for (size_t i = 0; i < s.len; i++) {
		char letter = letters[(unsigned char)s.s[i]];

		if (letter == '\0')
			continue;
		sok_out(o, sok_str_sub(s, from, i));
		sok_outc(o, '\\');
		sok_outc(o, letter);
		from = i + 1;
	}
	sok_out(o, sok_str_from(s, from));
}

static void
put_text(struct sok_output *o, const struct sok_text *t, const char *letters)
{
	for (size_t i = 0; i < t->n; i++) {
		if (i > 0)
			sok_out(o, SOK_STR("\\n"));
		put(o, t->line[i], letters);
	}
}

/* A field and the TAB behind it. */
static void
put_field(struct sok_output *o, struct sok_str s)
{
	put(o, s, field);
	sok_outc(o, '\t');
}

static void
put_games(struct sok_output *o, const struct sok_puzzle *p)
{
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		if (i > 0)
			sok_outc(o, ';');
		put(o, g->title_line, part);
		sok_outc(o, '=');
		sok_out(o, g->moves);
		sok_outc(o, '=');
		put_text(o, &g->text, part);
	}
	sok_outc(o, '\t');
}

static int
put_board(struct sok_writer *w, const struct sok_puzzle *p, bool open)
{
	struct sok_buf b = {0};
	bool failed;

	if (p->has_board)
		sok_rle_board(&b, &p->board, open, 3, false);
	sok_out(w->out, sok_buf_str(&b));
	sok_outc(w->out, '\t');
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
put_source(struct sok_output *o, const char *file, size_t line)
{
	put(o, sok_str(file != NULL ? file : "-"), field);
	sok_outc(o, ':');
	sok_out_number(o, line);
}

static int
header(struct sok_writer *w, const struct sok_header *h)
{
	sok_out(w->out, SOK_STR("\t\t"));
	put_field(w->out, sok_text_get(&h->text, SOK_STR("Author")));
	sok_out(w->out, SOK_STR("\t\t"));
	put_text(w->out, &h->text, field);
	sok_outc(w->out, '\t');
	put_source(w->out, h->file, 1);
	sok_outc(w->out, '\n');
	return 0;
}

/* The title line where the title is another, and an empty one where nothing
 * else would tell the record from that of a header. */
static void
put_title_line(struct sok_output *o, const struct sok_puzzle *p)
{
	bool displaced = p->title_line.len > 0 &&
	    sok_text_get(&p->text, SOK_STR("Title")).s != NULL;

	if (!displaced && (p->has_board || p->ngames || p->title.len))
		return;
	sok_outc(o, '\t');
	put(o, p->title_line, field);
}

static int
puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_id id;
	int has_id = sok_unique_id(p, &id, &w->arena);
	bool open;

	if (has_id == -1)
		return -1;
	if (has_id == 1)
		put_id(w->out, id.unique);
	sok_outc(w->out, '\t');
	put_field(w->out, p->title);
	put_field(w->out, sok_puzzle_author(p));
	/* What has an id is closed. */
	open = p->has_board && !has_id && write_is_open(p, &w->arena);
	if (put_board(w, p, open) == -1)
		return -1;
	put_games(w->out, p);
	put_text(w->out, &p->text, field);
	sok_outc(w->out, '\t');
	put_source(w->out, p->pos.file, p->pos.line);
	put_title_line(w->out, p);
	sok_outc(w->out, '\n');
	return 1;
}

const struct sok_write_ops write_records_ops = {
    .header = header, .puzzle = puzzle, .lasts = true};
