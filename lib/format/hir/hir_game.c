/*
 * hir_game.c - the tokens of a trace as a game: moves in a row, each operation
 * of the mouse a group, and remarks as lines that say where they stood.
 */
#include <string.h>

#include "format/hir/hir.h"
#include "format/hir/hir_game.h"
#include "tools.h"

/* Bytes of a piece of the arena that lines share. */
#define PIECE ((size_t)16384)
/* Faults that are reported one by one. */
#define MOST_WRONG 20

struct trace {
	struct sok_reader *r;
	struct sok_game *g;
	char *moves; /* of g, with room for all there can be */
	size_t n;    /* letters so far */
	struct sok_text *remarks;
	size_t settled; /* remarks whose place is known: finished lines */
	char *p;        /* room for lines */
	size_t left;
	size_t wrong; /* words that are left out */
	bool grouped; /* there is more than one operation */
	bool open;    /* the operation at hand has moves */
};

static struct hir_lexer
lexer(const struct sok_reader *r, struct sok_str trace, size_t line)
{
	return (struct hir_lexer){.rest = trace,
	    .line = line,
	    .col = 1,
	    .nesting = r->o.limits->v[SOK_LIMIT_NESTING]};
}

/* Remarks that a token can become: comments in an expression are their own. */
static size_t
count_remarks(const struct hir_token *k)
{
	size_t n = 1;

	if (k->kind != HIR_REMARK)
		return 0;
	if (k->text.s[0] != ';' && k->text.s[0] != '"')
		for (size_t i = 0; i < k->text.len; i++)
			n += k->text.s[i] == ';';
	return n;
}

/* Look ahead: how much memory the game needs and whether a blank line stands
 * between moves. */
static int
prepare_trace(struct trace *t, struct sok_str trace, size_t line)
{
	struct hir_lexer x = lexer(t->r, trace, line);
	size_t letters = 0, words = 0, blanks = 0, remarks = 0;
	struct sok_arena *a = &t->r->arena;
	struct hir_token k;
	bool blank = false;

	while ((k = hir_token(&x)).kind != HIR_END) {
		blank = blank || (k.kind == HIR_BOUNDARY && words > 0);
		blanks += k.kind == HIR_BOUNDARY;
		remarks += count_remarks(&k);
		if (k.kind != HIR_MOVES)
			continue;
		t->grouped = t->grouped || blank;
		letters += k.text.len;
		words++;
	}
	t->moves = sok_arena_alloc(a, letters + 2 * blanks + 2, 1);
	t->g->source =
	    sok_arena_alloc(a, words + 2 * blanks + 2, sizeof(*t->g->source));
	t->remarks->line =
	    sok_arena_alloc(a, remarks, sizeof(*t->remarks->line));
	if (t->moves == NULL || t->g->source == NULL ||
	    t->remarks->line == NULL)
		return -1;
	return 0;
}

static void
add_moves(struct trace *t, struct sok_str s, const struct hir_token *at)
{
	struct sok_game *g = t->g;

	memcpy(t->moves + g->moves.len, s.s, s.len);
	g->moves.len += s.len;
	g->source[g->nsource++] =
	    (struct sok_source){.text = s, .line = at->line, .col = at->col};
}

/* Room for a line: many are short, so they share pieces of the arena. */
static char *
room(struct trace *t, size_t n)
{
	size_t most = n > PIECE ? n : PIECE;
	char *p;

	if (t->left < n) {
		t->p = sok_arena_alloc(&t->r->arena, most, 1);
		t->left = most;
	}
	if (t->p == NULL)
		return NULL;
	p = t->p;
	t->p += n;
	t->left -= n;
	return p;
}

/* The remarks since the last moves stand there; -1 on ENOMEM. */
static int
place_remarks(struct trace *t, enum hir_place place)
{
	char head[HIR_HEAD];
	size_t n = hir_remark_head(head, place, t->n);

	for (; t->settled < t->remarks->n; t->settled++) {
		struct sok_str *s = &t->remarks->line[t->settled];
		char *p = room(t, n + s->len);

		if (p == NULL)
			return -1;
		memcpy(p, head, n);
		memcpy(p + n, s->s, s->len);
		*s = (struct sok_str){p, n + s->len};
	}
	return 0;
}

static int
take_moves(struct trace *t, const struct hir_token *k)
{
	if (place_remarks(t, HIR_BEFORE) == -1)
		return -1;
	if (t->n == 0)
		t->g->pos = (struct sok_pos){t->r->o.name, k->line, k->col};
	if (t->grouped && !t->open)
		add_moves(t, SOK_STR("("), k);
	t->open = true;
	add_moves(t, k->text, k);
	t->n += k->text.len;
	return 0;
}

static int
take_boundary(struct trace *t, const struct hir_token *k)
{
	if (place_remarks(t, t->open ? HIR_AFTER : HIR_BETWEEN) == -1)
		return -1;
	if (t->grouped && t->open)
		add_moves(t, SOK_STR(")"), k);
	t->open = false;
	return 0;
}

static void
add_remark(struct trace *t, struct sok_str text)
{
	t->remarks->line[t->remarks->n++] = text;
}

/* The comments that were cut out of an expression, one on a line. */
static void
add_comments(struct trace *t, struct sok_str s)
{
	while (s.len > 0)
		add_remark(t, sok_str_line(&s));
}

/* A message or expression of several lines. */
static int
take_lines(struct trace *t, struct sok_str text)
{
	struct sok_buf flat = {0}, comments = {0};
	struct sok_str s = {NULL, 0}, c = {NULL, 0};

	if (hir_flatten(&flat, &comments, text) == 0) {
		s = sok_str_dup(
		    &t->r->arena, sok_str_rtrim(sok_buf_str(&flat)));
		c = sok_str_dup(&t->r->arena, sok_buf_str(&comments));
	}
	sok_buf_free(&flat);
	sok_buf_free(&comments);
	if (s.s == NULL || c.s == NULL)
		return -1;
	add_remark(t, s);
	add_comments(t, c);
	return 0;
}

static int
take_remark(struct trace *t, struct sok_str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (hir_is_line_end(text.s[i]))
			return take_lines(t, text);
	add_remark(t, sok_str_rtrim(text));
	return 0;
}

/* A file that is no trace at all is not worth a line for each word. */
static void
report_wrong(struct trace *t, const struct hir_token *k)
{
	size_t n = k->text.len < 20 ? k->text.len : 20;

	if (t->wrong++ < MOST_WRONG)
		reader_report(t->r, SOK_SYNTAX_RULE, k->line, k->col,
		    "`%.*s%s` is %s: left out", (int)n, k->text.s,
		    n < k->text.len ? "..." : "", k->wrong);
}

static void
report_more(struct trace *t, const struct hir_token *end)
{
	if (t->wrong > MOST_WRONG)
		reader_report(t->r, SOK_SYNTAX_RULE, end->line, end->col,
		    "%zu more words that are no moves: left out",
		    t->wrong - MOST_WRONG);
}

/* One token; -1 on ENOMEM. */
static int
take_token(struct trace *t, const struct hir_token *k)
{
	switch (k->kind) {
	case HIR_MOVES:
		return take_moves(t, k);
	case HIR_BOUNDARY:
	case HIR_END:
		return take_boundary(t, k);
	case HIR_REMARK:
		return take_remark(t, k->text);
	case HIR_WRONG:
		report_wrong(t, k);
	}
	return 0;
}

static int
fill_trace(struct trace *t, struct hir_lexer *x)
{
	size_t most = t->r->o.limits->v[SOK_LIMIT_MOVES];
	struct hir_token k;

	do {
		k = hir_token(x);
		if (k.kind == HIR_MOVES && k.text.len > most - t->n) {
			reader_report(t->r, SOK_LIMIT_RULE, k.line, k.col,
			    "more than %zu moves, the limit `moves`: the rest "
			    "is left out",
			    most);
			k.kind = HIR_END;
		}
		if (take_token(t, &k) == -1)
			return -1;
	} while (k.kind != HIR_END);
	report_more(t, &k);
	return 0;
}

int
hir_game(struct sok_reader *r, struct sok_game *g, struct sok_text *remarks,
    struct sok_str trace, size_t line)
{
	struct trace t = {.r = r, .g = g, .remarks = remarks};
	struct hir_lexer x = lexer(r, trace, line);

	*remarks = (struct sok_text){NULL, 0};
	if (prepare_trace(&t, trace, line) == -1)
		return -1;
	g->moves = (struct sok_str){t.moves, 0};
	g->nsource = 0;
	if (fill_trace(&t, &x) == -1)
		return -1;
	g->letters_only = !t.grouped;
	return 0;
}
