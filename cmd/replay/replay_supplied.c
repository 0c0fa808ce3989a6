/*
 * replay_supplied.c - reads the games of --moves and --moves-file, one in each
 * paragraph.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "replay/replay.h"
#include "tools.h"

/* A paragraph that is being read. */
struct paragraph {
	struct sok_source *line;
	size_t n, cap;
	struct sok_buf text; /* its lines with line ends */
};

static void
require_memory(struct replay_work *k, bool enough)
{
	if (!enough)
		cli_die(k->run.c, NULL, ENOMEM);
}

static void
add_line(struct replay_work *k, struct paragraph *p, struct sok_str s,
    size_t number, size_t col)
{
	p->line = cli_must(
	    k->run.c, sok_grow(p->line, p->n, &p->cap, sizeof(*p->line)));
	p->line[p->n++] = (struct sok_source){s, number, col};
	sok_buf_add(&p->text, s);
	sok_buf_addc(&p->text, '\n');
}

/* Report a fault in the paragraph's moves at this byte and exit.  Otherwise all
 * later games would be assigned to the wrong puzzles. */
CLI_NORETURN static void
moves_error(struct replay_work *k, const struct paragraph *p, const char *name,
    const struct sok_rle_error *e)
{
	const struct sok_source *line = p->line;
	size_t at = e->at;

	require_memory(k, e->message != NULL);
	for (; at > line->text.len; line++)
		at -= line->text.len + 1;
	if (name == NULL)
		cli_usage(k->run.c, "--moves: byte %zu: %s", line->col + at,
		    e->message);
	cli_error(k->run.c,
	    "%s:%zu:%zu: %s; only lines that begin with `;` are ignored", name,
	    line->line, line->col + at, e->message);
	exit(cli_finish(k->run.c));
}

static struct sok_game *
new_game(struct replay_work *k)
{
	struct supplied *v = &k->supplied;

	v->game = cli_must(
	    k->run.c, sok_grow(v->game, v->n, &v->cap, sizeof(*v->game)));
	v->game[v->n] = (struct sok_game){.moves = {NULL, 0}};
	return &v->game[v->n++];
}

/* The position of a game in its file; on the command line it has none. */
static void
set_place(struct replay_work *k, struct sok_game *g, const struct paragraph *p,
    const char *name)
{
	size_t size = sizeof(*g->source);

	if (name == NULL)
		return;
	g->pos = (struct sok_pos){name, p->line->line, p->line->col};
	g->source = cli_must(k->run.c, sok_arena_alloc(&k->life, p->n, size));
	memcpy(g->source, p->line, p->n * size);
	g->nsource = p->n;
}

/* A number at the start of a line may be a count or the number of a list. */
static void
refuse_list(struct replay_work *k, struct paragraph *p, const char *name)
{
	struct sok_rle_error e = {.rule = SOK_RLE_COUNT_RULE,
	    .message = "a number and a blank precede these moves"};
	bool count = false;
	struct sok_str s;
	size_t i, at = 0;

	for (i = 0; i < p->n; at += p->line[i++].text.len + 1) {
		s = sok_str_trim(p->line[i].text);
		e.at = at + (size_t)(s.s - p->line[i].text.s);
		if (!count && sok_moves_listed(s))
			moves_error(k, p, name, &e);
		/* The count may continue in the next line. */
		count = sok_is_digit(s.s[s.len - 1]);
	}
}

static void
end_paragraph(struct replay_work *k, struct paragraph *p, const char *name)
{
	struct sok_buf moves = {0};
	struct sok_rle_error e;
	struct sok_game *g;

	require_memory(k, !p->text.failed);
	refuse_list(k, p, name);
	if (p->n > 0 &&
	    sok_rle_decode(&moves, sok_buf_str(&p->text), SOK_RLE_VARIANT_MOVES,
	        &k->run.c->limits, &e) != 0) {
		moves_error(k, p, name, &e);
	} else if (p->n > 0) {
		g = new_game(k);
		g->moves = sok_str_dup(&k->life, sok_buf_str(&moves));
		require_memory(k, g->moves.s != NULL);
		g->letters_only = sok_moves_plain(g->moves);
		set_place(k, g, p, name);
	}
	sok_buf_free(&moves);
	p->n = p->text.len = 0;
}

/* A backslash at the end of a line is a continuation sign; moves continue
 * anyway. */
static struct sok_str
without_backslash(struct sok_str s)
{
	struct sok_str bare = sok_str_rtrim(s);

	if (bare.len == 0 || bare.s[bare.len - 1] != '\\')
		return s;
	return sok_str_sub(bare, 0, bare.len - 1);
}

/* Concatenated files may contain byte-order marks anywhere. */
static struct sok_str
without_mark(struct sok_str s)
{
	static const struct sok_str bom = SOK_STR_INIT("\xef\xbb\xbf");

	return sok_str_starts(s, bom) ? sok_str_from(s, bom.len) : s;
}

/* Lines that begin with ';' are comments. */
static void
read_games(struct replay_work *k, struct sok_str text, const char *name)
{
	struct paragraph p = {0};
	struct sok_str line, bare;
	size_t number;

	for (number = 1; text.len > 0; number++) {
		line = sok_str_line(&text);
		bare = without_backslash(sok_str_unquote(without_mark(line)));
		if (sok_str_trim(bare).len == 0)
			end_paragraph(k, &p, name);
		else if (sok_str_trim(bare).s[0] != ';')
			add_line(k, &p, bare, number, line.len - bare.len + 1);
	}
	end_paragraph(k, &p, name);
	free(p.line);
	sok_buf_free(&p.text);
}

void
supplied_read(struct replay_work *k)
{
	struct supplied *v = &k->supplied;
	size_t size;
	struct sok_str text;
	char *file;

	if (k->moves != NULL)
		read_games(k, sok_str(k->moves), NULL);
	if (k->moves != NULL && v->n == 0)
		new_game(k)->letters_only = true;
	if (k->moves_path != NULL) {
		file = cli_slurp(k->run.c, k->moves_path, &size);
		/* Positions refer to the text until the program ends. */
		text = sok_str_dup(&k->life, (struct sok_str){file, size});
		require_memory(k, text.s != NULL);
		free(file);
		read_games(k, text,
		    strcmp(k->moves_path, "-") == 0 ? k->run.c->stdin_name
		                                    : k->moves_path);
		if (v->n == 0 && !k->match)
			cli_usage(k->run.c, "--moves-file: no games in `%s`",
			    k->moves_path);
		if (v->n == 0)
			cli_remark(k->run.c, "--moves-file: no games in `%s`",
			    k->moves_path);
	}
	v->solves = cli_must(
	    k->run.c, sok_arena_zalloc(&k->life, v->n, sizeof(*v->solves)));
	if (k->match)
		v->match =
		    cli_must(k->run.c, sok_match_open(v->game, v->n, &k->life));
}

void
supplied_unsolved(struct replay_work *k)
{
	const struct sok_game *g = k->supplied.game;
	size_t i;

	for (i = 0; i < k->supplied.n; i++, g++) {
		if (k->supplied.solves[i])
			continue;
		cli_raise(k->run.c, CLI_NO);
		if (g->source != NULL)
			cli_remark(k->run.c,
			    "%s:%zu: solves none of the puzzles", g->pos.file,
			    g->pos.line);
		else
			cli_remark(k->run.c,
			    "game %zu of --moves solves none of the puzzles",
			    i + 1);
	}
}
