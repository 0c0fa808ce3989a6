/*
 * hir_game.c - the tokens of a trace as a game: moves in a row, each operation
 * of the mouse a group, and remarks as lines that say where they stood.
 */
#include <string.h>

#include "format/hir/hir.h"
#include "text/text.h"
#include "tools.h"

/* Faults that are reported one by one. */
#define MOST_WRONG 20

struct trace {
	struct sok_reader *r;
	struct sok_game *g;
	struct sok_buf moves;
	size_t nsource_room;
	size_t n;      /* letters so far */
	size_t groups; /* operations */
	bool open;     /* the last one may go on */
	struct sok_text *remarks;
	size_t remarks_room;
	size_t settled; /* remarks whose place is known: finished lines */
	size_t wrong;   /* words that are left out */
};

/* Moves, or the bracket of an operation, that stand at a token. */
static void
add_moves(struct trace *t, struct sok_str s, const struct hir_token *at)
{
	struct sok_game *g = t->g;
	size_t room = 2 * g->nsource + 16;
	struct sok_source *more;

	if (g->nsource == t->nsource_room) {
		more = sok_arena_alloc(&t->r->arena, room, sizeof(*more));
		if (reader_fails(t->r, more == NULL))
			return;
		t->nsource_room = room;
		if (g->nsource > 0)
			memcpy(more, g->source, g->nsource * sizeof(*more));
		g->source = more;
	}
	g->source[g->nsource++] =
	    (struct sok_source){.text = s, .line = at->line, .col = at->col};
	sok_buf_add(&t->moves, s);
}

/* The remarks since the last moves stand there. */
static void
place_remarks(struct trace *t, enum hir_place place)
{
	for (; t->settled < t->remarks->n; t->settled++) {
		struct sok_str *s = &t->remarks->line[t->settled];

		*s = reader_made(
		    t->r, hir_remark_line(place, t->n, *s, &t->r->arena));
	}
}

static void
take_moves(struct trace *t, const struct hir_token *k)
{
	place_remarks(t, HIR_BEFORE);
	if (t->n == 0)
		t->g->pos = (struct sok_pos){t->r->o.name, k->line, k->col};
	if (!t->open) {
		t->groups++;
		add_moves(t, SOK_STR("("), k);
	}
	t->open = true;
	add_moves(t, k->text, k);
	t->n += k->text.len;
}

static void
take_boundary(struct trace *t, const struct hir_token *k)
{
	place_remarks(t, t->open ? HIR_AFTER : HIR_BETWEEN);
	if (t->open)
		add_moves(t, SOK_STR(")"), k);
	t->open = false;
}

static void
add_remark(struct trace *t, struct sok_str text)
{
	reader_fails(t->r,
	    text_append(t->remarks, &t->remarks_room, text, &t->r->arena) ==
	        -1);
}

/* A message or expression of several lines becomes one; the comments that were
 * cut out of it follow. */
static void
take_lines(struct trace *t, struct sok_str text)
{
	struct sok_buf flat = {0}, comments = {0};
	struct sok_arena *a = &t->r->arena;
	struct sok_str s;

	hir_flatten(&flat, &comments, text);
	reader_fails(t->r, flat.failed || comments.failed);
	add_remark(t, sok_str_dup(a, sok_str_rtrim(sok_buf_str(&flat))));
	s = reader_made(t->r, sok_str_dup(a, sok_buf_str(&comments)));
	while (s.len > 0)
		add_remark(t, sok_str_line(&s));
	sok_buf_free(&flat);
	sok_buf_free(&comments);
}

static void
take_remark(struct trace *t, struct sok_str text)
{
	for (size_t i = 0; i < text.len; i++)
		if (hir_is_line_end(text.s[i])) {
			take_lines(t, text);
			return;
		}
	add_remark(t, sok_str_rtrim(text));
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

static void
take_token(struct trace *t, const struct hir_token *k)
{
	switch (k->kind) {
	case HIR_MOVES:
		take_moves(t, k);
		break;
	case HIR_BOUNDARY:
	case HIR_END:
		take_boundary(t, k);
		break;
	case HIR_REMARK:
		take_remark(t, k->text);
		break;
	case HIR_WRONG:
		report_wrong(t, k);
		break;
	}
}

static void
take_tokens(struct trace *t, struct hir_lexer *x)
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
			t->groups += !t->open;
			k.kind = HIR_END;
		}
		take_token(t, &k);
	} while (k.kind != HIR_END);
	report_more(t, &k);
}

void
hir_game(struct sok_reader *r, struct sok_game *g, struct sok_text *remarks,
    struct sok_str trace, size_t line)
{
	struct trace t = {.r = r, .g = g, .remarks = remarks};
	struct hir_lexer x = {.rest = trace,
	    .line = line,
	    .col = 1,
	    .nesting = r->o.limits->v[SOK_LIMIT_NESTING]};

	*remarks = (struct sok_text){NULL, 0};
	take_tokens(&t, &x);
	reader_fails(r, t.moves.failed);
	g->moves =
	    reader_made(r, sok_str_dup(&r->arena, sok_buf_str(&t.moves)));
	sok_buf_free(&t.moves);
	g->letters_only = t.groups <= 1;
	/* A single operation needs no brackets. */
	if (t.groups == 1 && g->nsource > 2) {
		g->moves = sok_str_sub(g->moves, 1, g->moves.len - 1);
		g->source++;
		g->nsource -= 2;
	}
}
