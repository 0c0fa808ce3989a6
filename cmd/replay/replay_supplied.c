/*
 * replay_supplied.c - reads the games of --moves and --moves-file, one in each
 * paragraph.
 */
#include <stdlib.h>

#include "replay/replay.h"

/* A paragraph that is being read. */
struct paragraph {
	struct sok_source *line;
	size_t n, cap;
	struct sok_buf text; /* its lines with line ends */
};

/* Report a fault in the paragraph's moves at this byte and exit.  Otherwise all
 * later games would be assigned to the wrong puzzles. */
CLI_NORETURN static void
moves_error(struct replay_work *k, const struct paragraph *p, const char *name,
    const struct sok_rle_error *e)
{
	const struct sok_source *line = p->line;
	size_t at = e->at;

	cli_enough(k->run.c, e->message != NULL);
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

static struct sok_game *
new_game(struct replay_work *k)
{
	struct supplied *v = &k->supplied;

	v->game = cli_must(
	    k->run.c, sok_grow(v->game, v->n, &v->cap, sizeof(*v->game)));
	v->game[v->n] = (struct sok_game){.letters_only = true};
	return &v->game[v->n++];
}

/* Decode a paragraph.  The game gets the position in its file; on the command
 * line it has none. */
static void
end_paragraph(struct replay_work *k, struct paragraph *p, const char *name)
{
	const struct sok_limits *limits = &k->run.c->limits;
	size_t size = sizeof(*p->line);
	struct sok_buf moves = {0};
	struct sok_rle_error e;
	struct sok_game *g;

	if (p->n == 0)
		return;
	cli_enough(k->run.c, !p->text.failed);
	refuse_list(k, p, name);
	if (sok_rle_decode(&moves, sok_buf_str(&p->text), SOK_RLE_VARIANT_MOVES,
	        limits, &e) != 0)
		moves_error(k, p, name, &e);
	g = new_game(k);
	g->moves = sok_str_dup(&k->life, sok_buf_str(&moves));
	cli_enough(k->run.c, g->moves.s != NULL);
	g->letters_only = sok_moves_plain(g->moves);
	if (name != NULL) {
		g->pos = (struct sok_pos){name, p->line->line, p->line->col};
		g->source =
		    cli_must(k->run.c, sok_arena_alloc(&k->life, p->n, size));
		memcpy(g->source, p->line, p->n * size);
		g->nsource = p->n;
	}
	sok_buf_free(&moves);
	p->n = p->text.len = 0;
}

/* A line without mail quotes and what surrounds the moves.  Concatenated files
 * may contain byte-order marks anywhere.  A backslash at the end is a
 * continuation sign; moves continue anyway. */
static struct sok_str
strip(struct sok_str line)
{
	static const struct sok_str bom = SOK_STR_INIT("\xef\xbb\xbf");
	struct sok_str trimmed;

	if (sok_str_starts(line, bom))
		line = sok_str_from(line, bom.len);
	line = sok_str_unquote(line);
	trimmed = sok_str_rtrim(line);
	if (trimmed.len == 0 || trimmed.s[trimmed.len - 1] != '\\')
		return line;
	return sok_str_sub(trimmed, 0, trimmed.len - 1);
}

/* Read games, one in each paragraph.  Lines that begin with ';' are comments.
 */
static void
read_games(struct replay_work *k, struct sok_str text, const char *name)
{
	struct paragraph p = {0};
	struct sok_str line, bare;
	size_t number;

	for (number = 1; text.len > 0; number++) {
		line = sok_str_line(&text);
		bare = strip(line);
		if (sok_str_trim(bare).len == 0) {
			end_paragraph(k, &p, name);
			continue;
		}
		if (sok_str_trim(bare).s[0] == ';')
			continue;
		p.line = cli_must(
		    k->run.c, sok_grow(p.line, p.n, &p.cap, sizeof(*p.line)));
		p.line[p.n++] = (struct sok_source){
		    bare, number, (size_t)(bare.s - line.s) + 1};
		sok_buf_add(&p.text, bare);
		sok_buf_addc(&p.text, '\n');
	}
	end_paragraph(k, &p, name);
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
		v->file = cli_slurp(c, path, true, &size);
		if (strcmp(path, "-") == 0)
			name = c->stdin_name;
		read_games(k, (struct sok_str){v->file, size}, name);
		if (v->n == 0 && !k->match)
			cli_usage(c, "--moves-file: no games in `%s`", path);
		if (v->n == 0)
			cli_remark(c, "--moves-file: no games in `%s`", path);
	}
	v->solves =
	    cli_must(c, sok_arena_zalloc(&k->life, v->n, sizeof(*v->solves)));
	if (k->match)
		v->match = cli_must(c, sok_match_open(v->game, v->n, &k->life));
}

void
supplied_unsolved(struct replay_work *k)
{
	struct cli *c = k->run.c;

	for (size_t i = 0; i < k->supplied.n; i++) {
		const struct sok_game *g = &k->supplied.game[i];

		if (k->supplied.solves[i])
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
