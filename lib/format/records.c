/* records.c - reads and writes a puzzle per line, in columns separated by TABs;
 * and writes CSV (RFC 4180), where a field may have several lines. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/record.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

/* The letters of escapes in fields, and in the parts of games. */
#define ESCAPES ['\\'] = '\\', ['\t'] = 't', ['\n'] = 'n', ['\r'] = 'r'
static const char field_letter[256] = {ESCAPES};
static const char part_letter[256] = {ESCAPES, ['='] = '=', [';'] = ';'};

/* ---- reading */

enum { ID, TITLE, AUTHOR, BOARD, GAMES, TEXT, SOURCE, TITLE_LINE, COLUMNS };

/* The number of columns without which a line is not a record. */
#define LEAST TITLE_LINE

/* Split a line at its TABs.  Returns the number of all columns. */
static size_t
split(struct sok_str line, struct sok_str column[COLUMNS])
{
	for (size_t i = 0; i < COLUMNS; i++)
		column[i] = (struct sok_str){line.s, 0};
	for (size_t n = 0;; n++) {
		size_t len = sok_str_find(line, SOK_STR("\t"));

		if (n < COLUMNS)
			column[n] = sok_str_sub(line, 0, len);
		if (len == line.len)
			return n + 1;
		line = sok_str_from(line, len + 1);
	}
}

/* `file:line`: the length of the part before the colon, or 0. */
static size_t
source_name(struct sok_str s)
{
	size_t n = s.len;

	while (n > 0 && sok_is_digit(s.s[n - 1]))
		n--;
	return n > 0 && n < s.len && s.s[n - 1] == ':' ? n - 1 : 0;
}

int
bid_records(struct sok_str head, bool eof)
{
	struct sok_str column[COLUMNS], id;

	while (head.len > 0 && memchr("\r\n", head.s[0], 2) != NULL)
		head = sok_str_from(head, 1);
	size_t n = split(sok_str_line(&head), column);
	id = column[ID];
	if (n < 2 || (id.len != 0 && id.len != 16))
		return 0;
	for (size_t i = 0; i < id.len; i++)
		if (memchr("0123456789ABCDEFabcdef", id.s[i], 22) == NULL)
			return 0;
	/* A long line has an id or is a header. */
	if (!eof && head.len == 0)
		return id.len > 0 || n > TEXT ? 80 : 0;
	return n >= LEAST && source_name(column[SOURCE]) > 0 ? 90 : 0;
}

/* The field without escapes. */
static struct sok_str
unescape(struct sok_reader *r, struct sok_str s)
{
	char *to = sok_arena_alloc(&r->arena, s.len, 1);
	size_t n = 0;

	if (reader_fails(r, to == NULL))
		return SOK_STR("");
	for (size_t i = 0; i < s.len; i++) {
		const char *meant = NULL;

		if (s.s[i] == '\\' && i + 1 < s.len && s.s[i + 1] != '\0')
			meant = memchr(part_letter, s.s[i + 1], 256);
		to[n++] = meant != NULL ? (char)(meant - part_letter) : s.s[i];
		i += meant != NULL;
	}
	return (struct sok_str){to, n};
}

/* Take the part before the next c without an escape. */
static struct sok_str
take_part(struct sok_str *s, char c)
{
	size_t i = 0;

	while (i < s->len && s->s[i] != c)
		i += s->s[i] == '\\' ? 2 : 1;
	struct sok_str part = sok_str_sub(*s, 0, i);
	*s = sok_str_from(*s, i + 1);
	return part;
}

/* The number of characters between two places in a line. */
static size_t
characters(const char *from, const char *to)
{
	size_t n = 0;

	for (; from < to; from++)
		n += ((unsigned char)*from & 0xc0) != 0x80;
	return n;
}

/* Each game is `name=moves=text`, or only moves. */
static void
parse_games(
    struct sok_reader *r, const struct sok_str *field, struct record *rec)
{
	struct sok_str all = field[GAMES], rest = all;
	const char *at = field[BOARD].s;
	size_t col = rec->col, n = 0;

	for (; rest.len > 0; n++)
		take_part(&rest, ';');
	rec->game = sok_arena_alloc(&r->arena, n, sizeof(*rec->game));
	if (reader_fails(r, rec->game == NULL))
		return;
	while (all.len > 0) {
		struct sok_str s = take_part(&all, ';');

		if (s.len == 0)
			continue;
		struct sok_str name = take_part(&s, '=');
		struct sok_str moves = take_part(&s, '=');
		if (moves.s == name.s + name.len) { /* there is no `=` */
			moves = name;
			name.len = 0;
		}
		col += characters(at, moves.s);
		at = moves.s;
		rec->game[rec->ngames++] = (struct record_game){.col = col,
		    .name = unescape(r, name),
		    .moves = unescape(r, moves),
		    .text = unescape(r, s)};
	}
}

/* The rows of a board, or the field itself as one row if it is not a board. */
static void
parse_board(struct sok_reader *r, struct sok_str s, struct record *rec)
{
	struct sok_rle_error e = {.rule = SOK_SYNTAX_RULE, .at = 0};
	struct sok_buf b = {0};
	size_t n = 1;

	rec->broken =
	    sok_rle_decode(&b, s, SOK_RLE_BOARD, r->o.limits, &e) == -1;
	if (rec->broken && !reader_fails(r, e.message == NULL))
		reader_report(r, e.rule, rec->line, rec->col + e.at,
		    "%s; the board was kept as a comment", e.message);
	if (!rec->broken)
		s = sok_buf_str(&b);
	s = reader_made(r, sok_str_dup(&r->arena, s));
	sok_buf_free(&b);
	for (size_t i = 0; i < s.len; i++)
		n += s.s[i] == '|';
	rec->row = sok_arena_alloc(&r->arena, n, sizeof(*rec->row));
	if (reader_fails(r, rec->row == NULL))
		return;
	for (size_t width; s.len > 0; s = sok_str_from(s, width + 1)) {
		width = rec->broken ? s.len : sok_str_find(s, SOK_STR("|"));
		rec->row[rec->nrows++] = sok_str_sub(s, 0, width);
	}
}

/* Only a header has text as its only field, and no title line. */
static bool
is_header(const struct sok_str column[COLUMNS], size_t n)
{
	return n == LEAST && column[ID].len + column[TITLE].len == 0 &&
	    column[BOARD].len + column[GAMES].len == 0;
}

static bool
parse_record(struct sok_reader *r, struct sok_str line, struct record *rec)
{
	struct sok_str column[COLUMNS];
	size_t n = split(line, column), number;

	if (n < LEAST) {
		reader_report(r, SOK_SYNTAX_RULE, rec->line, 1,
		    "a record has at least %d columns: this line of %zu was "
		    "dropped",
		    LEAST, n);
		return false;
	}
	rec->header = is_header(column, n);
	rec->col = 1 + characters(line.s, column[BOARD].s);
	rec->title = unescape(r, column[TITLE]);
	rec->title_line = unescape(r, column[TITLE_LINE]);
	rec->author = unescape(r, column[AUTHOR]);
	rec->text = unescape(r, column[TEXT]);
	struct sok_str file = column[SOURCE];
	size_t named = source_name(file);
	if (named > 0 && sok_str_number(sok_str_from(file, named + 1), &number))
		record_source(
		    r, rec, unescape(r, sok_str_sub(file, 0, named)), number);
	parse_games(r, column, rec);
	parse_board(r, column[BOARD], rec);
	return true;
}

static bool
could_be_header(struct sok_reader *r, struct sok_str line)
{
	struct sok_str column[COLUMNS];

	(void)r;
	return sok_str_starts(line, SOK_STR("\t\t")) &&
	    is_header(column, split(line, column));
}

static int
open_records(struct sok_reader *r)
{
	static const struct record_format format = {
	    could_be_header, parse_record};

	return record_open(r, &format);
}

const struct sok_read_ops read_records_ops = {
    .open = open_records, .read = record_read, .close = record_close};

/* ---- writing */

struct dialect {
	char next;              /* between fields */
	const char *line, *end; /* between lines of a field; after a record */
	const char *letters;    /* of escapes; NULL: quotes around a field */
};

static const struct dialect csv = {',', "\n", "\r\n", NULL};
static const struct dialect tsv = {'\t', "\\n", "\n", field_letter};

static const struct dialect *
dialect(const struct sok_writer *w)
{
	return w->format->reader == NULL ? &csv : &tsv; /* no CSV is read */
}

static void
put_escaped(struct sok_writer *w, struct sok_str s, const char *letters)
{
	bool quotes = dialect(w)->letters == NULL;
	size_t from = 0;

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.s[i];
		char letter = letters != NULL ? letters[c] : '\0';
		bool quote = quotes && c == '"';

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
put_lines(struct sok_writer *w, const struct sok_text *t, const char *between,
    const char *letters)
{
	for (size_t i = 0; i < t->n; i++) {
		if (i > 0)
			sok_out(w->out, sok_str(between));
		put_escaped(w, t->line[i], letters);
	}
}

/* The quotes of a field, unless it is empty. */
static void
put_quote(struct sok_writer *w, bool any)
{
	sok_out_fill(w->out, '"', any && dialect(w)->letters == NULL);
}

/* Begin the next field, whose first line this is; s NULL: it has none. */
static void
next_field(struct sok_writer *w, struct sok_str first)
{
	sok_outc(w->out, dialect(w)->next);
	put_quote(w, first.s != NULL);
	if (dialect(w) == &csv && str_is_formula(first))
		sok_outc(w->out, '\'');
}

static void
put_text(struct sok_writer *w, const struct sok_text *t)
{
	const struct dialect *d = dialect(w);

	next_field(w, t->n > 0 ? t->line[0] : (struct sok_str){NULL, 0});
	put_lines(w, t, d->line, d->letters);
	put_quote(w, t->n > 0);
}

static void
put_field(struct sok_writer *w, struct sok_str s)
{
	put_text(w, &(struct sok_text){&s, s.len > 0});
}

static void
put_games(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str first = {NULL, 0};

	if (p->ngames > 0)
		first = p->game[0].title_line.len > 0 ? p->game[0].title_line
		                                      : SOK_STR("=");
	next_field(w, first);
	for (size_t i = 0; i < p->ngames; i++) {
		const struct sok_game *g = &p->game[i];

		if (i > 0)
			sok_outc(w->out, ';');
		put_escaped(w, g->title_line, part_letter);
		sok_outc(w->out, '=');
		sok_out(w->out, g->moves);
		sok_outc(w->out, '=');
		put_lines(w, &g->text, "\\n", part_letter);
	}
	put_quote(w, p->ngames > 0);
}

static bool
put_record(struct sok_writer *w, const struct sok_puzzle *p, bool header)
{
	const struct dialect *d = dialect(w);
	/* Written if a key hides it, or this would look like a header. */
	bool displaced = p->title_line.len > 0 &&
	    sok_text_get(&p->text, SOK_STR("Title")).s != NULL;
	bool bare = !p->has_board && p->ngames + p->title.len == 0;
	const char *file = p->pos.file != NULL ? p->pos.file : "-";
	struct sok_buf rle = {0};
	struct sok_id id;
	int has_id = sok_unique_id(p, &id, &w->arena);

	if (writer_fails(w, has_id == -1))
		return false;
	if (has_id == 1)
		write_id(w->out, id.unique);
	put_field(w, p->title);
	put_field(w, sok_puzzle_author(p));

	/* Run-length text needs no escapes.  A board with an id is closed. */
	if (p->has_board) {
		bool open = !has_id && write_is_open(p, &w->arena);

		sok_rle_board(&rle, &p->board, open, 3, false);
	}
	next_field(
	    w, p->has_board ? sok_buf_str(&rle) : (struct sok_str){NULL, 0});
	sok_out(w->out, sok_buf_str(&rle));
	writer_fails(w, rle.failed);
	sok_buf_free(&rle);
	put_quote(w, p->has_board);
	put_games(w, p);
	put_text(w, &p->text);

	next_field(w, sok_str(file));
	put_escaped(w, sok_str(file), d->letters);
	sok_outc(w->out, ':');
	sok_out_number(w->out, p->pos.line);
	put_quote(w, true);

	/* All records of CSV have the same number of fields. */
	if (displaced || (bare && !header))
		put_field(w, p->title_line);
	else if (d == &csv)
		sok_outc(w->out, d->next);
	sok_out(w->out, sok_str(d->end));
	return true;
}

static void
records_header(struct sok_writer *w, const struct sok_header *h)
{
	const struct sok_puzzle p = {
	    .text = h->text, .pos = {.file = h->file, .line = 1}};

	put_record(w, &p, true);
}

static bool
records_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	return put_record(w, p, false);
}

const struct sok_write_ops write_records_ops = {
    .header = records_header, .puzzle = records_puzzle, .lasts = true};
