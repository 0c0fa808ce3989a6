/*
 * hir_game.c - the tokens of a trace as a game: moves in a row, each operation
 * of the mouse a group, and remarks as lines that say where they stood.
 */
#include <string.h>

#include "hir.h"
#include "hir_game.h"

struct trace {
	struct sok_reader *r;
	struct sok_game *g;
	char *moves; /* of g, with room for all there can be */
	size_t n;    /* letters so far */
	struct hir_remark *remark;
	size_t nremark, room;
	size_t settled; /* remarks whose place is known */
	bool grouped;   /* there is more than one operation */
	bool open;      /* the operation at hand has moves */
};

static struct hir_lexer
lexer(const struct sok_reader *r, struct sok_str trace, size_t line)
{
	return (struct hir_lexer){.rest = trace,
	    .line = line,
	    .col = 1,
	    .nesting = r->o.limits->v[SOK_LIMIT_NESTING]};
}

/* Look ahead: how much memory the game needs and whether a blank line stands
 * between moves. */
static int
prepare(struct trace *t, struct sok_str trace, size_t line)
{
	struct hir_lexer x = lexer(t->r, trace, line);
	size_t letters = 0, words = 0, blanks = 0;
	struct hir_token k;
	bool blank = false;

	while ((k = hir_token(&x)).kind != HIR_END) {
		blank = blank || (k.kind == HIR_BOUNDARY && words > 0);
		blanks += k.kind == HIR_BOUNDARY;
		if (k.kind != HIR_MOVES)
			continue;
		t->grouped = t->grouped || blank;
		letters += k.text.len;
		words++;
	}
	t->moves = sok_arena_alloc(&t->r->arena, letters + 2 * blanks + 2, 1);
	t->g->source = sok_arena_alloc(
	    &t->r->arena, words + 2 * blanks + 2, sizeof(*t->g->source));
	return t->moves == NULL || t->g->source == NULL ? -1 : 0;
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

/* The remarks since the last moves stand there. */
static void
settle(struct trace *t, enum hir_place place)
{
	for (; t->settled < t->nremark; t->settled++) {
		t->remark[t->settled].place = place;
		t->remark[t->settled].moves = t->n;
	}
}

static void
take_moves(struct trace *t, const struct hir_token *k)
{
	settle(t, HIR_BEFORE);
	if (t->n == 0)
		t->g->pos = (struct sok_pos){t->r->o.name, k->line, k->col};
	if (t->grouped && !t->open)
		add_moves(t, SOK_STR("("), k);
	t->open = true;
	add_moves(t, k->text, k);
	t->n += k->text.len;
}

static void
take_boundary(struct trace *t, const struct hir_token *k)
{
	settle(t, t->open ? HIR_AFTER : HIR_BETWEEN);
	if (t->grouped && t->open)
		add_moves(t, SOK_STR(")"), k);
	t->open = false;
}

static int
add_remark(struct trace *t, struct sok_str text)
{
	struct hir_remark *v = t->remark;

	if (t->nremark == t->room) {
		t->room = t->room ? 2 * t->room : 16;
		v = sok_arena_alloc(&t->r->arena, t->room, sizeof(*v));
		if (v == NULL)
			return -1;
		if (t->nremark > 0)
			memcpy(v, t->remark, t->nremark * sizeof(*v));
		t->remark = v;
	}
	v[t->nremark++] = (struct hir_remark){.text = text};
	return 0;
}

/* The comments that were cut out of an expression, one on a line. */
static int
add_comments(struct trace *t, struct sok_str s)
{
	while (s.len > 0) {
		const char *end = memchr(s.s, '\n', s.len);
		size_t n = end ? (size_t)(end - s.s) : s.len;

		if (add_remark(t, sok_str_sub(s, 0, n)) == -1)
			return -1;
		s = sok_str_from(s, end ? n + 1 : n);
	}
	return 0;
}

static int
take_expression(struct trace *t, struct sok_str text)
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
	if (s.s == NULL || c.s == NULL || add_remark(t, s) == -1)
		return -1;
	return add_comments(t, c);
}

static int
take_remark(struct trace *t, struct sok_str text)
{
	if (text.s[0] == ';')
		return add_remark(t, sok_str_rtrim(text));
	return take_expression(t, text);
}

static void
report_wrong(struct trace *t, const struct hir_token *k)
{
	size_t n = k->text.len < 20 ? k->text.len : 20;

	reader_report(t->r, SOK_SYNTAX_RULE, k->line, k->col,
	    "`%.*s%s` is %s: left out", (int)n, k->text.s,
	    n < k->text.len ? "..." : "", k->wrong);
}

static int
fill(struct trace *t, struct hir_lexer *x)
{
	size_t most = t->r->o.limits->v[SOK_LIMIT_MOVES];
	struct hir_token k;
	int r = 0;

	while (r == 0 && (k = hir_token(x)).kind != HIR_END) {
		if (k.kind == HIR_MOVES && k.text.len > most - t->n) {
			reader_report(t->r, SOK_LIMIT_RULE, k.line, k.col,
			    "more than %zu moves: the rest is left out", most);
			break;
		}
		if (k.kind == HIR_MOVES)
			take_moves(t, &k);
		else if (k.kind == HIR_BOUNDARY)
			take_boundary(t, &k);
		else if (k.kind == HIR_REMARK)
			r = take_remark(t, k.text);
		else
			report_wrong(t, &k);
	}
	k.line = x->line;
	k.col = x->col;
	take_boundary(t, &k);
	return r;
}

static int
make_lines(struct trace *t, struct sok_text *lines)
{
	struct sok_arena *a = &t->r->arena;

	lines->n = t->nremark;
	lines->line = sok_arena_alloc(a, lines->n, sizeof(*lines->line));
	if (lines->line == NULL)
		return -1;
	for (size_t i = 0; i < t->nremark; i++) {
		lines->line[i] = hir_remark_line(&t->remark[i], a);
		if (lines->line[i].s == NULL)
			return -1;
	}
	return 0;
}

int
hir_game(struct sok_reader *r, struct sok_game *g, struct sok_text *remarks,
    struct sok_str trace, size_t line)
{
	struct trace t = {.r = r, .g = g};
	struct hir_lexer x = lexer(r, trace, line);

	if (prepare(&t, trace, line) == -1)
		return -1;
	g->moves = (struct sok_str){t.moves, 0};
	g->nsource = 0;
	if (fill(&t, &x) == -1)
		return -1;
	g->letters_only = !t.grouped;
	return make_lines(&t, remarks);
}
