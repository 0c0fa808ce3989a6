/* replay_moves.c - reads bare moves of -m and -M: a game for each paragraph
 * and, in case that there are as many lines as puzzles, a game for each line.
 */
#include <stdlib.h>

#include "base/base.h"
#include "replay/supplied.h"
#include "text/text.h"

/* The paragraph that is being read. */
struct paragraph {
	struct replay_work *k;
	const char *name; /* of the file, or NULL */
	struct sok_source *line;
	size_t n, cap;
	struct sok_buf text; /* its lines with line ends */
	bool joined;         /* a line of it goes on in the next one */
	struct bare_moves *to;
};

/* Decode n lines, whose text this is, to a game; NULL with a fault. */
static struct sok_game *
decode(const struct paragraph *p, const struct sok_source *line, size_t n,
    struct sok_str text, struct moves_fault *fault)
{
	struct sok_rle_error e = {
	    .message = "a number and a blank precede these moves"};
	struct replay_work *k = p->k;
	struct sok_buf moves = {0};
	size_t size = sizeof(*line), at = 0;
	bool count = false, wrong = false;
	struct sok_str s;

	/* A number at the start of a line may be a count or the number of a
	 * list.  A count may continue in the next line. */
	for (size_t i = 0; i < n && !wrong; at += line[i++].text.len + 1) {
		s = sok_str_trim(line[i].text);
		e.at = at + (size_t)(s.s - line[i].text.s);
		wrong = !count && sok_moves_listed(s);
		count = sok_is_digit(s.s[s.len - 1]);
	}
	if (wrong ||
	    sok_rle_decode(&moves, text, SOK_RLE_VARIANT_MOVES,
	        &k->run.c->limits, &e) != 0) {
		cli_enough(k->run.c, e.message != NULL);
		for (at = e.at; at > line->text.len; line++)
			at -= line->text.len + 1;
		*fault =
		    (struct moves_fault){e.message, line->line, line->col + at};
		sok_buf_free(&moves);
		return NULL;
	}

	struct sok_game *g =
	    cli_must(k->run.c, sok_arena_zalloc(&k->life, 1, sizeof(*g)));
	g->moves = sok_str_dup(&k->life, sok_buf_str(&moves));
	cli_enough(k->run.c, g->moves.s != NULL);
	g->letters_only = sok_moves_plain(g->moves);
	if (p->name != NULL) {
		g->pos = (struct sok_pos){p->name, line->line, line->col};
		g->source =
		    cli_must(k->run.c, sok_arena_alloc(&k->life, n, size));
		memcpy(g->source, line, n * size);
		g->nsource = n;
	}
	sok_buf_free(&moves);
	return g;
}

/* Take the lines of a paragraph as games; whole: the game that it is, or
 * NULL. */
static void
add_lines(struct paragraph *p, const struct sok_game *whole)
{
	struct moves_fault fault = {NULL, 0, 0};

	p->to->no_lines |= p->joined;
	for (size_t i = 0; i < p->n && !p->to->no_lines; i++) {
		struct sok_str s = p->line[i].text;
		const struct sok_game *g = p->n == 1 ? whole : NULL;
		bool holds = sok_str_eq(sok_str_trim(s), SOK_STR("-"));

		if (g == NULL && !holds)
			g = decode(p, &p->line[i], 1, s, &fault);
		p->to->no_lines = g == NULL && !holds;
		supply_add(p->k, &p->to->line, g, g != NULL);
	}
}

static void
end_paragraph(struct paragraph *p)
{
	const struct sok_game *g = NULL;

	if (p->n == 0)
		return;
	cli_enough(p->k->run.c, !p->text.failed);
	if (p->to->fault.message == NULL)
		g = decode(
		    p, p->line, p->n, sok_buf_str(&p->text), &p->to->fault);
	if (g != NULL)
		supply_add(p->k, &p->to->paragraph, g, 1);
	add_lines(p, g);
	p->n = p->text.len = 0;
	p->joined = false;
}

static void
read_lines(struct paragraph *p, struct sok_str text)
{
	struct sok_str line, bare, trimmed, bom = SOK_STR("\xef\xbb\xbf");
	struct replay_work *k = p->k;

	for (size_t number = 1; text.len > 0; number++) {
		line = bare = sok_str_line(&text);
		/* Concatenated files may contain byte-order marks anywhere. */
		if (sok_str_starts(bare, bom))
			bare = sok_str_from(bare, bom.len);
		bare = sok_str_unquote(bare);
		/* Moves continue with or without a backslash at the end. */
		trimmed = sok_str_rtrim(bare);
		if (trimmed.len > 0 && trimmed.s[trimmed.len - 1] == '\\') {
			bare = sok_str_sub(trimmed, 0, trimmed.len - 1);
			p->joined = true;
		}

		trimmed = sok_str_trim(bare);
		if (trimmed.len == 0) {
			end_paragraph(p);
			supply_add(k, &p->to->line, NULL, 0);
			continue;
		}
		if (trimmed.s[0] == ';') /* a comment */
			continue;
		p->line = cli_must(k->run.c,
		    sok_grow(p->line, p->n, &p->cap, sizeof(*p->line)));
		p->line[p->n++] = (struct sok_source){
		    bare, number, (size_t)(bare.s - line.s) + 1};
		sok_buf_add(&p->text, bare);
		sok_buf_addc(&p->text, '\n');
	}
	end_paragraph(p);
}

void
moves_read(struct replay_work *k, struct sok_str text, const char *name,
    struct bare_moves *to)
{
	struct paragraph p = {.k = k, .name = name, .to = to};

	*to = (struct bare_moves){.no_lines = false};
	read_lines(&p, text);
	free(p.line);
	sok_buf_free(&p.text);
}
