/* record_puzzle.c - makes a puzzle from the checked fields of a record.  Lines
 * of text are unchanged if a text reader would read them as text. */
#include "base/base.h"
#include "board/board.h"
#include "format/record.h"
#include "play/play.h"
#include "text/text.h"

/* Whether a text reader obviously reads all lines as text, the first of which
 * is not blank.  A quick test that says no too often; the reader decides. */
static bool
is_plain_text(const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i];
		uint16_t can, has;

		if (s.len == 0 && t->line[i - 1].len > 0)
			continue;
		/* Several blank lines become one. */
		if (s.len == 0 || comment_mark(s, NULL) != COMMENT_NONE)
			return false;
		s = sok_str_trim(sok_str_unquote(s));
		lines_classify(s, &can, &has);
		if (s.len == 0 || (can & (CAN_LETTER | CAN_MOVES)) != 0)
			return false;
	}
	return true;
}

#define BOARD "#####\n#@$.#\n#####\n"

/* Text of a game follows the rules of text below a board. */
int
record_stands(const struct sok_text *t, bool header, const char *game,
    const struct sok_limits *limits)
{
	struct sok_read_options o = {.name = "",
	    .limits = limits,
	    .game = game,
	    .format = sok_format_find(SOK_STR("sok"))};
	struct sok_sink sink = {.fn = NULL};
	struct sok_reader *r = NULL;
	struct sok_puzzle *p;
	struct sok_buf b = {0};
	bool same = false;

	if (!header)
		sok_buf_add(&b, SOK_STR(BOARD "\n"));
	for (size_t i = 0; i < t->n; i++) {
		sok_buf_add(&b, t->line[i]);
		sok_buf_addc(&b, '\n');
	}
	if (header)
		sok_buf_add(&b, SOK_STR("\nTitle\n\n" BOARD));
	if (!b.failed)
		r = sok_reader_open_memory(sok_buf_str(&b), &o, &sink);
	int got = r == NULL ? -1 : sok_read(r, &p);
	if (got == 1 && p->has_board && p->ngames == 0)
		same = text_equal(
		    t, header ? &sok_reader_header(r)->text : &p->text);
	if (same)
		got = sok_read(r, &p);
	sok_reader_close(r);
	sok_buf_free(&b);
	return got == -1 ? -1 : same && got == 0;
}

void
record_text(struct sok_reader *r, struct sok_text *t, struct sok_str text,
    enum record_owner owner)
{
	bool header = owner == RECORD_OF_HEADER;
	/* Keys of games do not name variants. */
	const char *game = owner == RECORD_OF_GAME ? "Sokoban" : NULL;
	struct sok_arena *a = header ? &r->life : &r->arena;

	if (reader_fails(r, foreign_lines(t, text, a) == -1) ||
	    is_plain_text(t))
		return;
	int same = record_stands(t, header, game, r->o.limits);
	if (same == 0)
		same = sok_text_foreign(t, text, a);
	reader_fails(r, same == -1);
}

/* ---- a puzzle */

/* A title or author, cut at the limit of titles. */
static struct sok_str
limited(struct sok_reader *r, const struct record *rec, const char *what,
    struct sok_str s)
{
	size_t most = r->o.limits->v[SOK_LIMIT_TITLE];

	if (s.len > most)
		reader_report(r, SOK_LIMIT_RULE, rec->line, 1,
		    "%s of %zu bytes is cut at %zu, the limit `title`", what,
		    s.len, most);
	return sok_str_clip(s, most);
}

/* A title on one line. */
static struct sok_str
flat(struct sok_reader *r, struct sok_str s)
{
	s = sok_str_trim(s);
	if (title_fits_line(s) || s.len == 0)
		return s;
	return sok_str_trim(reader_made(r, foreign_flat(s, &r->arena)));
}

/* Set a title as a line, else as a new key, else as a comment. */
static void
set_title(struct sok_reader *r, struct sok_str title, struct sok_str *line,
    struct sok_text *text)
{
	*line = SOK_STR("");
	title = sok_str_trim(title);
	if (title_fits_line(title) ||
	    sok_text_get(text, SOK_STR("Title")).s == NULL) {
		reader_fails(
		    r, sok_title_set(line, text, title, &r->arena) == -1);
		return;
	}
	title = flat(r, title);
	if (title.len > 0)
		reader_comment(r, text, &(struct sok_text){&title, 1});
}

#define SHOWN 65536 /* most bytes of it in a message */

/* Report that a field is dropped because it contradicts another one. */
static void
compare_stated(struct sok_reader *r, const struct record *rec, unsigned once,
    const char *what, struct sok_str value, const char *as,
    struct sok_str other)
{
	if (value.len == 0 || sok_str_eq(value, other) || !reader_once(r, once))
		return;
	value = sok_str_clip(value, SHOWN);
	other = sok_str_clip(other, SHOWN);
	reader_report(r, SOK_LOSSY_RULE, rec->line, 1,
	    "the %s `%.*s` is dropped, because %s `%.*s`", what, (int)value.len,
	    value.s, as, (int)other.len, other.s);
}

void
record_author(struct sok_reader *r, const struct record *rec,
    struct sok_text *t, struct sok_str other, struct sok_arena *a)
{
	const struct sok_str name = SOK_STR("Author");
	struct sok_str own = sok_text_get(t, name);
	struct sok_str author = flat(r, rec->author);

	if (own.s != NULL)
		compare_stated(r, rec, RECORD_AUTHOR, "author", author,
		    "the text says", own);
	else if (author.len > 0 && !sok_str_eq(author, other)) {
		author = limited(r, rec, "an author", author);
		reader_fails(r, key_add(t, name, author, a) == -1);
	}
}

/* Set the variant: of the text, else of the record, else of the header. */
static void
set_game(struct sok_reader *r, const struct record *rec,
    const struct sok_text *header)
{
	struct sok_text *t = &r->puzzle.text;
	struct naming own = key_naming(t), all = key_naming(header);
	struct sok_str game = flat(r, rec->play);
	struct naming stated = naming_of(game, NAMING_GAME);
	bool known = naming_any(stated);

	if (rec->states_games) {
		all = (struct naming){.grid = false};
		stated.grid |= game.len == 0;
	}

	if (naming_any(own) &&
	    naming_over(own, stated).variant !=
	        naming_over(stated, own).variant)
		compare_stated(r, rec, RECORD_GAME, "game", game,
		    "the text says", own.name);
	/* The game of a record is complete, unlike that of a header. */
	stated.players |= stated.grid;
	r->stated = naming_over(stated, all);
	if (game.len == 0 || own.grid || (stated.variant & SOK_MULTIBAN) ||
	    !r->puzzle.has_board || sok_str_eq(game, all.name))
		return;
	if (!known || stated.variant == SOK_UNSUPPORTED ||
	    (naming_any(all) && all.variant != stated.variant))
		reader_fails(
		    r, key_add(t, SOK_STR("Game"), game, &r->arena) == -1);
}

static struct sok_pos
place_of(const struct sok_reader *r, const struct record *rec, size_t col)
{
	return rec->source.line > 0
	    ? rec->source
	    : (struct sok_pos){r->o.name, rec->line, col > 0 ? col : 1};
}

/* Decode the moves; false (reported) if they are not moves. */
static bool
make_moves(struct sok_reader *r, struct record *rec,
    const struct record_game *from, struct sok_game *g)
{
	struct sok_rle_error e = {.rule = SOK_SYNTAX_RULE, .at = 0};
	struct sok_buf b = {0};
	struct sok_arena *a = &r->arena;
	size_t col = from->col;
	int got = rle_decode_game(
	    &b, from->moves, rec->letters, r->o.limits, &rec->decoded, &e);

	if (got == 0)
		g->moves = reader_made(r, sok_str_dup(a, sok_buf_str(&b)));
	sok_buf_free(&b);
	if (got == -1 && !reader_fails(r, e.message == NULL))
		reader_report(r, e.rule, rec->line, col ? col + e.at : 0,
		    "%s; the moves were kept as a comment", e.message);
	if (got == -1)
		return false;
	g->letters_only = sok_moves_plain(g->moves);
	if (sok_moves_first(g->moves) > g->moves.len) {
		reader_report(r, SOK_SYNTAX_RULE, rec->line, col,
		    "a game without moves was kept as a comment");
		return false;
	}

	g->pos = place_of(r, rec, col);
	if (col == 0 || rec->source.line > 0)
		return true;
	g->source = sok_arena_alloc(a, 1, sizeof(*g->source));
	if (reader_fails(r, g->source == NULL))
		return true;
	*g->source = (struct sok_source){from->moves, rec->line, col};
	g->nsource = 1;
	return true;
}

static void
make_games(struct sok_reader *r, struct record *rec)
{
	struct sok_puzzle *p = &r->puzzle;
	struct sok_text inside = {NULL, 0};
	struct sok_buf kept = {0};
	enum sok_variant v = SOK_SOKOBAN;

	reader_fails(r, variant_find(r, &p->text, &p->board, &v) == -1);
	bool is_squares = sok_variant_grid(v) == SOK_SQUARES;
	rec->letters = is_squares ? SOK_RLE_MOVES : SOK_RLE_VARIANT_MOVES;
	p->game = sok_arena_zalloc(&r->arena, rec->ngames, sizeof(*p->game));
	if (reader_fails(r, p->game == NULL))
		return;
	for (size_t i = 0; i < rec->ngames; i++) {
		const struct record_game *from = &rec->game[i];
		const struct sok_str part[] = {
		    from->name, from->moves, from->text};
		struct sok_game *g = &p->game[p->ngames];

		if (make_moves(r, rec, from, g)) {
			p->ngames++;
			record_text(r, &g->text, from->text, RECORD_OF_GAME);
			set_title(r, limited(r, rec, "a title", from->name),
			    &g->title_line, &g->text);
			continue;
		}
		for (size_t k = 0; k < SOK_COUNT(part); k++) {
			sok_buf_add(&kept, part[k]);
			if (part[k].len > 0)
				sok_buf_addc(&kept, '\n');
		}
	}
	/* Fields that are not games become one comment. */
	int got = foreign_lines(&inside, sok_buf_str(&kept), &r->arena);
	reader_fails(r, kept.failed || got == -1);
	if (inside.n > 0)
		reader_comment(r, &p->text, &inside);
	sok_buf_free(&kept);
}

/* Make a board of the rows, if they are one (else reported). */
static void
make_board(struct sok_reader *r, const struct record *rec)
{
	struct sok_pos at = r->puzzle.pos;
	const struct sok_row place = {at.line, at.col, .rle = true};
	size_t n = rec->nrows, y, x = 0;

	while (n > 0 && rec->row[n - 1].len == 0)
		n--;
	if (n == 0 || rec->broken)
		return;
	if (reader_board(r, rec->row, at.line, n, &y, &x)) {
		for (size_t i = 0; i < n; i++)
			r->puzzle.board.row[i] = place;
	} else if (y < n) {
		reader_report(r, SOK_SYNTAX_RULE, rec->line, rec->col,
		    "column %zu of row %zu is not a square; the board was kept "
		    "as a comment",
		    x + 1, y + 1);
	}
}

/* Set the title of the puzzle, and the title line that a key hides; or keep
 * rows that are not a board, with the title unless the text has it. */
static void
set_titles(struct sok_reader *r, const struct record *rec)
{
	struct sok_puzzle *p = &r->puzzle;
	struct sok_str key = sok_text_get(&p->text, SOK_STR("Title"));
	struct sok_str title = sok_str_trim(rec->title);
	struct sok_str line = sok_str_trim(rec->title_line);
	bool needed = p->has_board ? key.s == NULL : !sok_str_eq(title, key);

	if (title.len > 0 && needed) {
		compare_stated(r, rec, RECORD_TITLE, "title line", line,
		    "the title is", title);
		line = title;
	} else if (p->has_board && !sok_str_eq(title, line)) {
		compare_stated(
		    r, rec, RECORD_TITLE, "title", title, "the text says", key);
	}
	line = limited(r, rec, "a title", line);
	if (p->has_board)
		set_title(r, line, &p->title_line, &p->text);
	else if (rec->nrows + line.len > 0)
		reader_keep(r, line, rec->row, rec->nrows);
}

void
record_puzzle(
    struct sok_reader *r, struct record *rec, const struct sok_text *header)
{
	struct sok_puzzle *p = &r->puzzle;
	const struct sok_str name = SOK_STR("Author");

	p->pos = place_of(r, rec, rec->col);
	record_text(r, &p->text, rec->text, RECORD_OF_PUZZLE);
	make_board(r, rec);
	set_titles(r, rec);

	/* Set an author whom neither the text nor the current header names; the
	 * puzzle came from below another header.  Without a board the text may
	 * be written below another puzzle, which has its own author. */
	struct sok_str all = sok_text_get(header, name);
	struct sok_str author = sok_str_trim(rec->author);
	if (p->has_board)
		record_author(r, rec, &p->text, all, &r->arena);
	else if (author.len > 0 && !sok_str_eq(author, all) &&
	    !sok_str_eq(author, sok_text_get(&p->text, name)) &&
	    reader_once(r, RECORD_AUTHOR))
		reader_report(r, SOK_LOSSY_RULE, rec->line, 1,
		    "the author `%.*s` is dropped, because there is no board",
		    (int)author.len, author.s);

	set_game(r, rec, header);
	if (rec->ngames > 0)
		make_games(r, rec);
	if (!p->has_board && p->ngames > 0)
		reader_report(r, SOK_MOVES_WITHOUT_BOARD_RULE, rec->line,
		    rec->game[0].col > 0 ? rec->game[0].col : 1,
		    "there is no board above these moves");
}
