/* replay_supplied.c - reads the games of --moves and --moves-file, one in each
 * paragraph, and assigns them to puzzles: one game to each puzzle, all games to
 * a single puzzle, or with --match each game to the puzzles that it solves.
 * The first puzzle waits, because a single puzzle gets all games; findings,
 * headers, games without a board and ends of operands are deferred
 * meanwhile. */
#include <errno.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "play/play.h"
#include "replay/replay.h"
#include "text/text.h"

/* ---- reading */

/* A paragraph that is being read. */
struct paragraph {
	const char *name; /* of the file, or NULL */
	struct sok_source *line;
	size_t n, cap;
	struct sok_buf text; /* its lines with line ends */
};

/* Report a fault in the moves and exit: later games would be assigned to the
 * wrong puzzles. */
CLI_NORETURN static void
moves_error(struct replay_work *k, const struct paragraph *p,
    const struct sok_rle_error *e)
{
	const struct sok_source *line = p->line;
	size_t at = e->at;

	cli_enough(k->run.c, e->message != NULL);
	for (; at > line->text.len; line++)
		at -= line->text.len + 1;
	if (p->name == NULL)
		cli_usage(k->run.c, "--moves: byte %zu: %s", line->col + at,
		    e->message);
	cli_error(k->run.c,
	    "%s:%zu:%zu: %s; only lines that begin with `;` are ignored",
	    p->name, line->line, line->col + at, e->message);
	exit(cli_finish(k->run.c));
}

static struct sok_game *
new_game(struct replay_work *k)
{
	struct supplied *v = &k->supplied;

	v->game = cli_must(
	    k->run.c, sok_grow(v->game, v->n, &v->cap, sizeof(*v->game)));
	v->game[v->n] = (struct sok_game){.letters_only = true};
	return &v->game[v->n++];
}

/* Decode a paragraph.  Games of the command line have no position. */
static void
end_paragraph(struct replay_work *k, struct paragraph *p)
{
	struct sok_rle_error e = {
	    .message = "a number and a blank precede these moves"};
	struct sok_buf moves = {0};
	size_t size = sizeof(*p->line), at = 0;
	bool count = false;
	struct sok_str s;

	if (p->n == 0)
		return;
	cli_enough(k->run.c, !p->text.failed);

	/* A number at the start of a line may be a count or the number of a
	 * list.  A count may continue in the next line. */
	for (size_t i = 0; i < p->n; at += p->line[i++].text.len + 1) {
		s = sok_str_trim(p->line[i].text);
		e.at = at + (size_t)(s.s - p->line[i].text.s);
		if (!count && sok_moves_listed(s))
			moves_error(k, p, &e);
		count = sok_is_digit(s.s[s.len - 1]);
	}
	if (sok_rle_decode(&moves, sok_buf_str(&p->text), SOK_RLE_VARIANT_MOVES,
	        &k->run.c->limits, &e) != 0)
		moves_error(k, p, &e);

	struct sok_game *g = new_game(k);
	g->moves = sok_str_dup(&k->life, sok_buf_str(&moves));
	cli_enough(k->run.c, g->moves.s != NULL);
	g->letters_only = sok_moves_plain(g->moves);
	if (p->name != NULL) {
		g->pos = (struct sok_pos){p->name, p->line->line, p->line->col};
		g->source =
		    cli_must(k->run.c, sok_arena_alloc(&k->life, p->n, size));
		memcpy(g->source, p->line, p->n * size);
		g->nsource = p->n;
	}
	sok_buf_free(&moves);
	p->n = p->text.len = 0;
}

static void
read_games(struct replay_work *k, struct sok_str text, const char *name)
{
	struct sok_str line, bare, trimmed, bom = SOK_STR("\xef\xbb\xbf");
	struct paragraph p = {.name = name};

	for (size_t number = 1; text.len > 0; number++) {
		line = bare = sok_str_line(&text);
		/* Concatenated files may contain byte-order marks anywhere. */
		if (sok_str_starts(bare, bom))
			bare = sok_str_from(bare, bom.len);
		bare = sok_str_unquote(bare);
		/* Moves continue with or without a backslash at the end. */
		trimmed = sok_str_rtrim(bare);
		if (trimmed.len > 0 && trimmed.s[trimmed.len - 1] == '\\')
			bare = sok_str_sub(trimmed, 0, trimmed.len - 1);

		trimmed = sok_str_trim(bare);
		if (trimmed.len == 0) {
			end_paragraph(k, &p);
			continue;
		}
		if (trimmed.s[0] == ';') /* a comment */
			continue;
		p.line = cli_must(
		    k->run.c, sok_grow(p.line, p.n, &p.cap, sizeof(*p.line)));
		p.line[p.n++] = (struct sok_source){
		    bare, number, (size_t)(bare.s - line.s) + 1};
		sok_buf_add(&p.text, bare);
		sok_buf_addc(&p.text, '\n');
	}
	end_paragraph(k, &p);
	free(p.line);
	sok_buf_free(&p.text);
}

void
supplied_read(struct replay_work *k)
{
	struct supplied *v = &k->supplied;
	struct cli *c = k->run.c;
	const char *path = k->moves_path, *name = path;
	size_t size;

	if (k->moves != NULL) {
		read_games(k, sok_str(k->moves), NULL);
		if (v->n == 0)
			(void)new_game(k);
	}
	if (path != NULL) {
		cli_reads(c, path, "-M", NULL);
		v->file = cli_slurp(c, path, true, &size);
		if (strcmp(path, "-") == 0)
			name = c->stdin_name;
		read_games(k, (struct sok_str){v->file, size}, name);
		if (v->n == 0 && !k->match)
			cli_usage(c, "--moves-file: no games in `%s`", path);
		if (v->n == 0)
			cli_remark(c, "--moves-file: no games in `%s`", path);
	}
	v->solves = cli_must(c, sok_arena_zalloc(&k->life, v->n, sizeof(bool)));
	if (k->match)
		v->match = cli_must(c, sok_match_open(v->game, v->n, &k->life));
}

/* ---- what is read while the first puzzle waits */

/* One of these is set. */
struct deferred {
	struct deferred *next;
	const struct sok_finding *finding;
	struct sok_header header;          /* a copy */
	const struct sok_header *original; /* of the header, or NULL */
	struct sok_puzzle *puzzle;
	const char *file; /* the end of an operand */
};

/* Memory for an object, zeroed, for the rest of the run. */
static void *
lasting(struct replay_work *k, size_t size)
{
	return cli_must(k->run.c, sok_arena_zalloc(&k->life, 1, size));
}

/* A new entry for the caller to fill in. */
static struct deferred *
defer(struct replay_work *k)
{
	struct deferred *v = lasting(k, sizeof(*v));

	if (k->deferred == NULL)
		k->deferred = v;
	else
		k->last->next = v;
	return k->last = v;
}

/* A header for the rest of the run, with what the given one says; its reader
 * may be closed before what is deferred is processed. */
static const struct sok_header *
header_to_keep(struct replay_work *k, const struct sok_header *from)
{
	struct sok_header *h = k->kept_header;
	bool same = h != NULL && h->variant == from->variant &&
	    h->text.n == from->text.n;

	for (size_t i = 0; same && i < from->text.n; i++)
		same = sok_str_eq(h->text.line[i], from->text.line[i]);
	if (same)
		return h;
	h = lasting(k, sizeof(*h));
	cli_enough(k->run.c, sok_header_copy(h, from, &k->life) == 0);
	k->kept_header = h;
	return h;
}

void
defer_finding(struct replay_work *k, const struct sok_finding *f)
{
	const struct deferred *last = k->last;
	const struct sok_puzzle *from = f->puzzle, *before = NULL;
	struct sok_finding *own = lasting(k, sizeof(*own));
	bool enough = finding_copy(own, f, &k->life) == 0;
	struct sok_puzzle *p;
	struct sok_game *g;

	defer(k)->finding = own;

	/* The puzzle is usually that of the previous finding. */
	if (last != NULL && last->finding != NULL)
		before = last->finding->puzzle;
	if (from != NULL && before != NULL && before->number == from->number &&
	    strcmp(before->pos.file, from->pos.file) == 0 &&
	    before->pos.line == from->pos.line &&
	    before->pos.col == from->pos.col) {
		own->puzzle = before;
	} else if (from != NULL) {
		own->puzzle = p = lasting(k, sizeof(*p));
		enough &= sok_puzzle_copy(p, from, &k->life) == 0;
		if (from->header != NULL)
			p->header = header_to_keep(k, from->header);
	}
	cli_enough(k->run.c, enough);

	/* The game is in the copy of its puzzle, or gets a separate one. */
	if (f->game == NULL)
		return;
	for (size_t i = 0; from != NULL && i < own->puzzle->ngames; i++)
		if (&from->game[i] == f->game) {
			own->game = &own->puzzle->game[i];
			return;
		}
	own->game = g = lasting(k, sizeof(*g));
	cli_enough(k->run.c, sok_game_copy(g, f->game, &k->life) == 0);
}

void
defer_header(struct replay_work *k, const struct sok_header *h)
{
	struct deferred *v = defer(k);

	cli_enough(k->run.c, sok_header_copy(&v->header, h, &k->life) == 0);
	v->original = h;
}

/* A copy for the rest of the run, including what the puzzle inherits from a
 * header that may no longer exist then. */
static struct sok_puzzle *
copy_to_keep(struct replay_work *k, const struct sok_puzzle *p)
{
	const struct sok_header *from = p->header;
	struct sok_puzzle *q = lasting(k, sizeof(*q));
	struct sok_header *h = lasting(k, sizeof(*h));
	struct cli *c = k->run.c;

	cli_enough(c, sok_puzzle_copy(q, p, &k->life) == 0);
	if (k->run.pass && from->merged)
		cli_enough(
		    c, sok_inherit(q, from, NULL, cli_sink(c), &k->life) == 0);
	h->variant = from->variant;
	h->text = header_to_keep(k, from)->text;
	q->header = h;
	return q;
}

/* Findings while the puzzle is copied come after it. */
void
defer_puzzle(struct replay_work *k, const struct sok_puzzle *p)
{
	struct deferred *v = defer(k);

	v->puzzle = copy_to_keep(k, p);
}

void
defer_file_end(struct replay_work *k, const char *file)
{
	defer(k)->file = file;
}

/* ---- games for a puzzle */

/* Replay n supplied games and finish the puzzle.  They replace the puzzle's
 * own; with -p they follow them. */
static int
join_games(struct replay_work *k, struct sok_puzzle *p,
    const struct sok_game *from, size_t n, struct sok_arena *a)
{
	size_t own = k->run.pass ? p->ngames : 0;
	struct sok_game *game =
	    cli_must(k->run.c, sok_arena_alloc(a, own + n, sizeof(*game)));

	if (own > 0)
		memcpy(game, p->game, own * sizeof(*game));
	if (n > 0)
		memcpy(game + own, from, n * sizeof(*game));
	/* Games from the command line have no position. */
	for (size_t i = own; i < own + n; i++)
		if (game[i].source == NULL)
			game[i].pos = p->pos;
	p->game = game;
	p->ngames = own + n;
	replay_games(k, p, own, a);
	return replay_finish(k, p);
}

int
assign_matching(
    struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	size_t own = k->run.pass ? p->ngames : 0, n = 0;
	struct cli *c = k->run.c;
	struct sok_position *s = cli_must(c, sok_position_open(p, a));
	const struct sok_found *found;
	ptrdiff_t possible = sok_match_find(k->supplied.match, s,
	    k->options.reachable_only, &k->scratch, &found);

	cli_enough(c, possible >= 0);
	struct sok_game *game =
	    cli_must(c, sok_arena_alloc(a, (size_t)possible, sizeof(*game)));
	/* If one game changes players, they take turns in all games.  Numbers
	 * are the same as if all games were replayed. */
	for (ptrdiff_t i = 0; i < possible; i++) {
		if (found[i].verdict != SOK_SOLVED && p->board.players < 2)
			continue;
		game[n] = k->supplied.game[found[i].game];
		game[n++].number = own + found[i].game + 1;
	}
	return join_games(k, p, game, n, a);
}

/* Assign games to a puzzle that waits, then process what was deferred.  now:
 * the header of the next puzzle, which still exists, or NULL. */
static int
release_first(struct replay_work *k, size_t games, const struct sok_header *now)
{
	struct sok_puzzle *p = k->held;
	int r = 0;

	k->held = NULL;
	if (p == NULL)
		return 0;
	if (join_games(k, p, k->supplied.game, games, &k->life) != 0)
		return -1;
	for (struct deferred *v = k->deferred; v != NULL && r >= 0; v = v->next)
		if (v->finding != NULL)
			replay_finding(k, v->finding);
		else if (v->original != NULL)
			r = sok_write_header(k->run.writer,
			    v->original == now ? now : &v->header);
		else if (v->puzzle != NULL)
			r = replay_own(k, v->puzzle, &k->life);
		else if (v->file != NULL)
			report_input_end(&k->run, v->file);
	return r < 0 ? -1 : 0;
}

int
assign_puzzle(struct replay_work *k, struct sok_puzzle *p, struct sok_arena *a)
{
	const struct supplied *v = &k->supplied;
	size_t i = k->puzzles++;

	if (i == 0 && v->n > 1) {
		k->held = copy_to_keep(k, p);
		return 0;
	}
	if (release_first(k, 1, p->header) != 0)
		return -1;
	return i < v->n ? join_games(k, p, &v->game[i], 1, a)
	                : join_games(k, p, NULL, 0, a);
}

void
assign_end(struct cli *c)
{
	struct replay_work *k = c->ctx;
	const struct supplied *v = &k->supplied;

	if (release_first(k, v->n, NULL) != 0 && !cli_output_failed(c))
		cli_die(c, NULL, errno);
	if (!k->match && v->n > 0 && k->puzzles != 1 && k->puzzles != v->n)
		cli_error(c,
		    "%zu game%s for %zu puzzles: give one for each, or choose "
		    "one puzzle with --select, or try all with --match",
		    v->n, v->n == 1 ? "" : "s", k->puzzles);
	for (size_t i = 0; k->match && i < v->n; i++) {
		const struct sok_game *g = &v->game[i];

		if (v->solves[i])
			continue;
		cli_raise(c, CLI_NO);
		if (g->source != NULL)
			cli_remark(c, "%s:%zu: solves none of the puzzles",
			    g->pos.file, g->pos.line);
		else
			cli_remark(c,
			    "game %zu of --moves solves none of the puzzles",
			    i + 1);
	}
}
