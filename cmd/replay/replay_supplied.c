/* replay_supplied.c - reads the games of --moves and --moves-file, which are
 * bare moves or collections in any format, and enters them where the puzzles
 * that get them find them: in order, by id, by title, or to be tried. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "play/play.h"
#include "replay/supplied.h"
#include "text/text.h"

/* ---- entries */

struct supply *
supply_add(struct replay_work *k, struct supply_list *l,
    const struct sok_game *game, size_t n)
{
	l->v = cli_must(k->run.c, sok_grow(l->v, l->n, &l->cap, sizeof(*l->v)));
	l->v[l->n] = (struct supply){.game = game, .n = n};
	if (n > 0)
		l->v[l->n].pos = game->pos;
	return &l->v[l->n++];
}

static void
append(struct replay_work *k, struct supply_list *to,
    const struct supply_list *from)
{
	for (size_t i = 0; i < from->n; i++)
		supply_add(k, to, from->v[i].game, from->v[i].n);
}

/* Titles are in a table of their own, so any kind of key will do. */
struct compare_key
supplied_title_key(struct sok_str title)
{
	struct compare_key key = {.kind = COMPARE_NOTHING};

	if (title.len > 0)
		key.kind = COMPARE_GAMES;
	key.id = sok_digest(title);
	return key;
}

/* Enter games that are found by a key, or by none. */
static void
add_found(struct replay_work *k, struct compare_key key, struct sok_pos pos,
    const struct sok_puzzle *board, const struct sok_game *game, size_t n)
{
	struct supplied *v = &k->supplied;
	struct supply *s = supply_add(k, &v->found, game, n);
	struct compare_place *known, *added;

	s->key = key;
	s->pos = pos;
	s->board = board;
	if (key.kind == COMPARE_NOTHING)
		return;
	if (v->found.n > UINT32_MAX)
		cli_die(k->run.c, NULL, EOVERFLOW);
	uint32_t number = (uint32_t)v->found.n;
	known = compare_seen_or_add(&v->seen,
	    (struct compare_place){.key = key, .number = number}, &added);
	cli_enough(k->run.c, known != NULL || added != NULL);
	/* Games of several puzzles with this key stay in their order; `line` is
	 * the last of them. */
	if (known != NULL)
		v->found.v[known->line - 1].next = number;
	(known != NULL ? known : added)->line = number;
}

/* ---- collections */

/* A copy for the rest of the run, without the puzzle's own text. */
static const struct sok_puzzle *
keep_puzzle(struct replay_work *k, const struct sok_puzzle *p)
{
	struct cli *c = k->run.c;
	struct sok_arena *a = cli_must(c, compare_hold_arena(k->hold));
	struct sok_puzzle bare = *p, *q;

	bare.board.row = NULL;
	bare.text = (struct sok_text){NULL, 0};
	bare.raw.s = NULL;
	q = cli_must(c, sok_arena_alloc(a, 1, sizeof(*q)));
	cli_enough(c, sok_puzzle_copy(q, &bare, a) == 0);
	q->header = NULL;
	return q;
}

/* Enter the games of a puzzle in order: together if it has a board, else each
 * by itself. */
static void
add_ordered(struct replay_work *k, const struct sok_puzzle *p)
{
	struct supplied *v = &k->supplied;
	size_t step = p->has_board ? p->ngames : 1;

	if (p->has_board && p->ngames == 0) {
		supply_add(k, &v->paragraph, NULL, 0);
		supply_add(k, &v->line, NULL, 0);
	}
	for (size_t i = 0; i < p->ngames; i += step) {
		supply_add(k, &v->paragraph, &p->game[i], step);
		supply_add(k, &v->line, &p->game[i], step);
	}
}

static int
add_puzzle(struct replay_work *k, const struct sok_puzzle *p,
    struct sok_arena *scratch)
{
	struct compare_key key = supplied_title_key(p->title);
	enum supplied_by by = k->by;

	if (by == SUPPLIED_BY_DEFAULT)
		by = p->has_board ? SUPPLIED_BY_ID : SUPPLIED_BY_ORDER;
	if (p->ngames == 0 && by != SUPPLIED_BY_ORDER)
		return 0;
	if (by == SUPPLIED_BY_ID && compare_identify(p, &key, scratch) == -1)
		return -1;
	/* Moves alone identify no other puzzle. */
	if (by == SUPPLIED_BY_ID && !p->has_board)
		key.kind = COMPARE_NOTHING;
	const struct sok_puzzle *q = keep_puzzle(k, p);
	if (by == SUPPLIED_BY_ORDER || by == SUPPLIED_BY_TRY) {
		add_ordered(k, q);
	} else if (q->has_board) {
		add_found(k, key, q->pos, q, q->game, q->ngames);
	} else {
		for (size_t i = 0; i < q->ngames; i++) {
			const struct sok_game *g = &q->game[i];

			/* The games of several puzzles may come together. */
			if (by == SUPPLIED_BY_TITLE && p->title.len == 0)
				key = supplied_title_key(g->title);
			add_found(k, key, g->pos, NULL, g, 1);
		}
	}
	return 0;
}

/* A stream of bytes in memory. */
struct memory {
	struct sok_stream stream;
	struct sok_str rest;
};

static ptrdiff_t
memory_read(struct sok_stream *s, char *buf, size_t size)
{
	struct memory *m = (struct memory *)s;

	if (size > m->rest.len)
		size = m->rest.len;
	if (size > 0)
		memcpy(buf, m->rest.s, size);
	m->rest = sok_str_from(m->rest, size);
	return (ptrdiff_t)size;
}

/* Whether a line is not moves with a wrong letter: half of its letters are not
 * letters of moves. */
static bool
has_words(struct sok_str line)
{
	size_t moves = 0, letters = 0;

	for (size_t i = 0; i < line.len; i++) {
		char c = sok_lower(line.s[i]);
		bool move = c == 'u' || c == 'd' || c == 'l' || c == 'r';

		letters += (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
		moves += move;
	}
	return letters > 1 && 2 * moves < letters;
}

/* Whether the line with a number, from 1, has words. */
static bool
line_has_words(struct sok_str text, size_t number)
{
	struct sok_str line = SOK_STR("");

	for (size_t i = 0; i < number; i++)
		line = sok_str_line(&text);
	return has_words(line);
}

/* Whether a puzzle shows that its file is more than bare moves; titled: so does
 * a title. */
static bool
shows_collection(const struct sok_puzzle *p, bool titled)
{
	bool shows = p->has_board;

	for (size_t i = 0; titled && i < p->ngames && !shows; i++)
		shows = p->game[i].title.len > 0;
	return shows;
}

/* Read a text as a collection and, if `add`, enter its games.  Returns whether
 * it is one, and not bare moves with a fault; titled: titles show it. */
static bool
read_collection(struct replay_work *k, const struct cli_operand *op,
    struct sok_str text, bool titled, bool add)
{
	struct memory m = {.stream.read = memory_read, .rest = text};
	struct sok_sink none = {.fn = NULL};
	struct cli_operand own = *op;
	struct cli *c = k->run.c;
	struct sok_puzzle *p;
	bool is = false;
	int got;

	own.stream = &m.stream;
	struct sok_reader *r =
	    cli_must(c, cli_reader(c, &own, add ? cli_sink(c) : &none));
	while ((got = sok_read(r, &p)) > 0 && (add || !is)) {
		is = is || shows_collection(p, titled);
		if (add && add_puzzle(k, p, sok_reader_arena(r)) == -1)
			cli_die(c, NULL, errno);
	}
	const struct sok_format *f = sok_reader_format(r);
	if (got < 0 && add)
		cli_read_trouble(c, op, f, errno);
	is = is || (f != NULL && f != sok_format_find(SOK_STR("sok")));
	sok_reader_close(r);
	return is;
}

/* ---- files */

/* Report a fault in the moves and exit: later games would be assigned to the
 * wrong puzzles. */
CLI_NORETURN static void
moves_error(
    struct replay_work *k, const struct moves_fault *fault, const char *name)
{
	if (name == NULL)
		cli_usage(k->run.c, "--moves: byte %zu: %s", fault->col,
		    fault->message);
	cli_error(k->run.c,
	    "%s:%zu:%zu: %s; only lines that begin with `;` are ignored", name,
	    fault->line, fault->col, fault->message);
	exit(cli_finish(k->run.c));
}

/* Enter bare moves, of which either the paragraphs or the lines may have a
 * fault. */
static void
add_moves(struct replay_work *k, const struct bare_moves *m, const char *name)
{
	struct supplied *v = &k->supplied;
	const struct moves_fault *fault = &m->fault;
	const struct compare_key none = {.kind = COMPARE_NOTHING};

	bool finds = k->by == SUPPLIED_BY_ID || k->by == SUPPLIED_BY_TITLE;

	if (fault->message != NULL && (m->no_lines || finds))
		moves_error(k, fault, name);
	for (size_t i = 0; finds && i < m->paragraph.n; i++) {
		const struct sok_game *g = m->paragraph.v[i].game;

		add_found(k, none, g->pos, NULL, g, 1);
	}
	if (finds)
		return;
	if (k->match) {
		append(k, &v->paragraph,
		    fault->message != NULL ? &m->line : &m->paragraph);
		return;
	}
	v->no_lines |= m->no_lines;
	if (fault->message != NULL && v->fault.len == 0) {
		v->fault = sok_str_fmt(&k->life,
		    "%s:%zu:%zu: %s; only lines that begin with `;` are "
		    "ignored",
		    name == NULL ? "--moves" : name, fault->line, fault->col,
		    fault->message);
		cli_enough(k->run.c, v->fault.s != NULL);
	}
	if (fault->message == NULL && m->paragraph.n == 0)
		return;
	append(k, &v->paragraph, &m->paragraph);
	append(k, &v->line, &m->line);
}

/* All bytes of a file; false: it could not be read, which was reported. */
static bool
read_all(struct cli *c, const struct cli_operand *op, struct sok_buf *to)
{
	struct sok_output *o = cli_must(c, sok_output_memory(to));
	int copied = sok_output_copy_stream(o, op->stream, op->fd);

	if (copied == -1)
		cli_read_trouble(c, op, NULL, errno);
	cli_enough(c, sok_output_close(o, true) == 0);
	return copied == 0;
}

static int
read_file(struct cli *c, const struct cli_operand *op)
{
	struct replay_work *k = c->ctx;
	struct sok_buf bytes = {0};
	struct bare_moves m;

	if (!read_all(c, op, &bytes)) {
		sok_buf_free(&bytes);
		return 0;
	}
	/* The positions of games refer to it. */
	struct sok_str text = SOK_STR("");
	if (bytes.len > 0)
		text = sok_str_dup(&k->life, sok_buf_str(&bytes));
	cli_enough(c, text.s != NULL);
	sok_buf_free(&bytes);

	moves_read(k, text, op->name, &m);
	bool wrong = m.fault.message != NULL && m.no_lines;
	bool titled = wrong && line_has_words(text, m.fault.line);
	if (wrong && read_collection(k, op, text, titled, false))
		(void)read_collection(k, op, text, titled, true);
	else
		add_moves(k, &m, op->name);
	free(m.paragraph.v);
	free(m.line.v);
	return 0;
}

/* ---- all */

/* A number that grows with each game. */
static size_t
entries(const struct supplied *v)
{
	return v->paragraph.n + v->line.n + v->found.n;
}

static void
read_files(struct replay_work *k)
{
	struct cli *c = k->run.c;

	for (size_t i = 0; i < k->moves_files.n; i++) {
		const char *path = k->moves_files.v[i];
		struct names one = {&k->moves_files.v[i], 1, 1};
		size_t before = entries(&k->supplied);

		/* Others would be assigned to the wrong puzzles. */
		if (cli_each_other(c, &one, read_file, k) == CLI_TROUBLE) {
			cli_raise(c, CLI_TROUBLE);
			exit(cli_finish(c));
		}
		if (entries(&k->supplied) > before)
			continue;
		if (!k->match)
			cli_usage(c, "--moves-file: no games in `%s`", path);
		cli_remark(c, "--moves-file: no games in `%s`", path);
	}
}

static void
read_option(struct replay_work *k)
{
	struct bare_moves m;

	moves_read(k, sok_str(k->moves), NULL, &m);
	add_moves(k, &m, NULL);
	if (m.paragraph.n == 0 && m.fault.message == NULL) {
		struct sok_game *g = cli_must(
		    k->run.c, sok_arena_zalloc(&k->life, 1, sizeof(*g)));

		g->letters_only = true;
		supply_add(k, &k->supplied.paragraph, g, 1);
		supply_add(k, &k->supplied.line, g, 1);
	}
	free(m.paragraph.v);
	free(m.line.v);
}

/* The games that are tried, as sok_match_open() takes them. */
static void
open_match(struct replay_work *k)
{
	struct supplied *v = &k->supplied;
	struct cli *c = k->run.c;

	for (size_t i = 0; i < v->paragraph.n; i++)
		v->n += v->paragraph.v[i].n;
	v->game =
	    cli_must(c, sok_arena_alloc(&k->life, v->n, sizeof(*v->game)));
	v->n = 0;
	for (size_t i = 0; i < v->paragraph.n; i++)
		for (size_t j = 0; j < v->paragraph.v[i].n; j++)
			v->game[v->n++] = v->paragraph.v[i].game[j];
	v->solves = cli_must(c, sok_arena_zalloc(&k->life, v->n, sizeof(bool)));
	v->match = cli_must(c, sok_match_open(v->game, v->n, &k->life));
}

void
supplied_read(struct replay_work *k)
{
	if (!k->given)
		return;
	k->hold = cli_must(k->run.c, compare_hold_open());
	if (k->moves != NULL)
		read_option(k);
	read_files(k);
	if (k->match)
		open_match(k);
}

bool
supplied_assigns(const struct replay_work *k)
{
	return k->given && !k->match;
}

void
supplied_free(struct replay_work *k)
{
	free(k->supplied.paragraph.v);
	free(k->supplied.line.v);
	free(k->supplied.found.v);
	compare_seen_free(&k->supplied.seen);
	compare_hold_close(k->hold);
	free(k->moves_files.v);
}
