/* changes.c - findings about what changed from one collection to another. */
#include <stdio.h>

#include "base/base.h"
#include "board/board.h"
#include "compare/compare.h"
#include "io/io.h"
#include "play/play.h"
#include "text/text.h"

/* The bytes of a title or a line, and the squares, that a message names. */
enum { SHOWN_BYTES = 60, SHOWN_SQUARES = 6 };

#define PLURAL(n) ((n) == 1 ? "" : "s")

/* Two puzzles that belong together. */
struct change {
	struct compare_report *r;
	const struct compare_item *was, *is;
	const struct sok_puzzle *p, *q; /* the held old and new puzzle */
};

static struct sok_pos
place_of(const struct sok_puzzle *p)
{
	return (struct sok_pos){p->pos.file, p->pos.line, 1};
}

/* About the new puzzle. */
#define REPORT(c, rule, ...) \
	sok_report( \
	    (c)->r->sink, rule, place_of((c)->q), (c)->q, NULL, __VA_ARGS__)

/* The arguments of "%.*s" for a shortened text. */
#define SHOWN(text) \
	(int)sok_str_clip(text, SHOWN_BYTES).len, \
	    ((text).len > 0 ? (text).s : "")

/* ---- the board */

/* The contents of a square; those beside the board are floor. */
static unsigned char
square_at(const struct sok_board *b, int x, int y)
{
	if (x < 0 || y < 0 || x >= b->width || y >= b->height)
		return SOK_FLOOR;
	return sok_board_at(b, x, y);
}

static int
most(int a, int b)
{
	return a > b ? a : b;
}

/* Count the squares that differ, and name the first ones of the new board. */
static size_t
name_squares(
    struct sok_buf *b, const struct change *c, const struct compare_alike *at)
{
	const struct sok_board *was = &c->p->board, *is = &c->q->board;
	int bottom = most(was->height - at->dy, is->height);
	int right = most(was->width - at->dx, is->width);
	unsigned char new_square, old_square;
	size_t n = 0, named = 0;

	for (int y = -most(at->dy, 0); y < bottom; y++)
		for (int x = -most(at->dx, 0); x < right; x++) {
			new_square = square_at(is, x, y);
			old_square = square_at(was, x + at->dx, y + at->dy);
			if (new_square == old_square)
				continue;
			n++;
			if (named == SHOWN_SQUARES || x < 0 || y < 0 ||
			    x >= is->width || y >= is->height)
				continue;
			sok_buf_fmt(b, "%srow %d, column %d is `%c`, was `%c`",
			    named++ > 0 ? "; " : ": ", y + 1, x + 1,
			    sok_xsb[new_square], sok_xsb[old_square]);
		}
	if (named > 0 && n > named)
		sok_buf_fmt(b, "; and %zu more", n - named);
	return n;
}

static int
report_board(const struct change *c)
{
	const struct sok_board *was = &c->p->board, *is = &c->q->board;
	struct compare_alike at = compare_boards(was, is);
	struct sok_buf squares = {NULL, 0, 0, false};
	char size[80] = "";
	size_t n = 0;

	if (at.all > 0)
		n = name_squares(&squares, c, &at);
	if (was->width != is->width || was->height != is->height)
		snprintf(size, sizeof(size), "the size is %dx%d, was %dx%d; ",
		    is->width, is->height, was->width, was->height);
	struct sok_str list = SOK_STR("");
	if (squares.len > 0)
		list = sok_buf_str(&squares);
	if (n == 0)
		REPORT(c, SOK_CHANGED_PUZZLE_RULE,
		    "played by other rules than at %s:%zu", c->p->pos.file,
		    c->p->pos.line);
	else if (!squares.failed)
		REPORT(c, SOK_CHANGED_PUZZLE_RULE,
		    "changed since %s:%zu: %s%zu square%s%.*s", c->p->pos.file,
		    c->p->pos.line, size, n, n == 1 ? " differs" : "s differ",
		    (int)list.len, list.s);
	int r = squares.failed ? -1 : 0;
	sok_buf_free(&squares);
	return r;
}

/* The same puzzle with another picture. */
static void
report_redrawn(const struct change *c)
{
	const char *how = "the squares outside its walls differ", *name = "";
	enum sok_symmetry t;

	if (c->was->key.more != c->is->key.more) {
		how = "the player stands elsewhere in its area";
		t = compare_turn(c->q->board.grid, c->was->key, c->is->key);
		if (t != SOK_IDENTITY) {
			how = "turned by ";
			name = sok_symmetry_name[t];
		}
	}
	REPORT(c, SOK_REDRAWN_PUZZLE_RULE,
	    "the same puzzle as at %s:%zu, drawn differently: %s%s",
	    c->p->pos.file, c->p->pos.line, how, name);
}

/* Whether the same puzzles have the same board, square for square. */
static bool
same_picture(const struct change *c)
{
	if (c->was->key.kind == COMPARE_ID)
		return sok_board_equal(&c->p->board, &c->q->board);
	return c->was->key.more == c->is->key.more;
}

static int
report_picture(const struct change *c)
{
	if (compare_same(c->was->key, c->is->key)) {
		if (!same_picture(c))
			report_redrawn(c);
		return 0;
	}
	if (c->p->has_board && c->q->has_board)
		return report_board(c);
	REPORT(c, SOK_CHANGED_PUZZLE_RULE,
	    "other moves without a board than at %s:%zu", c->p->pos.file,
	    c->p->pos.line);
	return 0;
}

/* ---- titles, authors, text */

static void
report_title(const struct change *c)
{
	struct sok_str was = c->p->title, is = c->q->title;

	if (sok_str_eq(was, is))
		return;
	if (is.len == 0)
		REPORT(c, SOK_LOST_TEXT_RULE,
		    "the title `%.*s`, at %s:%zu, is gone", SHOWN(was),
		    c->p->pos.file, c->p->pos.line);
	else if (was.len == 0)
		REPORT(c, SOK_RENAMED_PUZZLE_RULE,
		    "named `%.*s`, had no title at %s:%zu", SHOWN(is),
		    c->p->pos.file, c->p->pos.line);
	else
		REPORT(c, SOK_RENAMED_PUZZLE_RULE,
		    "renamed to `%.*s`, was `%.*s` at %s:%zu", SHOWN(is),
		    SHOWN(was), c->p->pos.file, c->p->pos.line);
}

/* Whether this pair of headers is met for the first time: 1, 0, -1. */
static int
meet_headers(struct compare_report *r, const struct sok_header *was,
    const struct sok_header *is)
{
	const uint64_t pair[2] = {(uintptr_t)was, (uintptr_t)is};
	struct sok_str bytes = {(const char *)pair, sizeof(pair)};
	struct compare_place at = {
	    .key = {.id = sok_mix(1, bytes), .kind = COMPARE_PICTURE}};
	struct compare_place *added;

	if (compare_seen_or_add(&r->headers, at, &added) != NULL)
		return 0;
	return added != NULL ? 1 : -1;
}

static int
report_author(const struct change *c)
{
	const struct sok_str key = SOK_STR("Author");
	struct sok_str was = sok_puzzle_author(c->p);
	struct sok_str is = sok_puzzle_author(c->q);
	int wanted = 1;

	if (sok_str_eq(was, is))
		return 0;
	/* What all puzzles inherit is reported once. */
	if (sok_text_get(&c->p->text, key).s == NULL &&
	    sok_text_get(&c->q->text, key).s == NULL)
		wanted = meet_headers(c->r, c->p->header, c->q->header);
	if (wanted != 1)
		return wanted;
	if (is.len == 0)
		REPORT(c, SOK_LOST_TEXT_RULE,
		    "the author `%.*s`, of %s:%zu, is gone", SHOWN(was),
		    c->p->pos.file, c->p->pos.line);
	else if (was.len == 0)
		REPORT(c, SOK_CHANGED_AUTHOR_RULE,
		    "the author is `%.*s`, none was named at %s:%zu", SHOWN(is),
		    c->p->pos.file, c->p->pos.line);
	else
		REPORT(c, SOK_CHANGED_AUTHOR_RULE,
		    "the author is `%.*s`, was `%.*s` at %s:%zu", SHOWN(is),
		    SHOWN(was), c->p->pos.file, c->p->pos.line);
	return 0;
}

static void
report_lines(const struct change *c, const struct compare_text *t)
{
	if (t->moved)
		REPORT(c, SOK_CHANGED_TEXT_RULE,
		    "the lines of text are in another order");
	else if (t->gone > t->added)
		REPORT(c, SOK_LOST_TEXT_RULE,
		    "lines of text at %s:%zu are gone: %zu, new: %zu; the "
		    "first is `%.*s`",
		    c->p->pos.file, c->p->pos.line, t->gone, t->added,
		    SHOWN(t->first_gone));
	else if (t->gone > 0)
		REPORT(c, SOK_CHANGED_TEXT_RULE,
		    "%zu line%s of text changed; the first is `%.*s`, was "
		    "`%.*s`",
		    t->added, PLURAL(t->added), SHOWN(t->first_added),
		    SHOWN(t->first_gone));
	else if (t->added > 0)
		REPORT(c, SOK_CHANGED_TEXT_RULE,
		    "%zu line%s of text added; the first is `%.*s`", t->added,
		    PLURAL(t->added), SHOWN(t->first_added));
}

static int
report_text(const struct change *c, bool redrawn)
{
	struct compare_text t;

	if (compare_texts(c->p, c->q, &t, &c->r->scratch) == -1)
		return -1;
	report_lines(c, &t);
	/* On another board the moves are others. */
	if (t.snapshots > 0 && !redrawn)
		REPORT(c, SOK_LOST_TEXT_RULE,
		    "%zu snapshot%s of %s:%zu %s gone", t.snapshots,
		    PLURAL(t.snapshots), c->p->pos.file, c->p->pos.line,
		    t.snapshots == 1 ? "is" : "are");
	return 0;
}

/* ---- solutions */

/* By moves or by pushes, whatever the other number is. */
static void
report_best(const struct change *c, const struct sok_metrics *was,
    const struct sok_metrics *is, bool by_pushes)
{
	size_t before = by_pushes ? was->pushes : was->moves;
	size_t now = by_pushes ? is->pushes : is->moves;
	const char *by = by_pushes ? "pushes" : "moves";

	if (now > before)
		REPORT(c, SOK_WORSE_SOLUTION_RULE,
		    "the best solution by %s has %zu/%zu moves/pushes, at "
		    "%s:%zu it has %zu/%zu",
		    by, is->moves, is->pushes, c->p->pos.file, c->p->pos.line,
		    was->moves, was->pushes);
	else if (now < before)
		REPORT(c, SOK_BETTER_SOLUTION_RULE,
		    "the best solution by %s has %zu/%zu moves/pushes, at "
		    "%s:%zu it has %zu/%zu",
		    by, is->moves, is->pushes, c->p->pos.file, c->p->pos.line,
		    was->moves, was->pushes);
}

static int
report_solutions(const struct change *c)
{
	struct sok_best was, is;

	if (sok_best_find(c->p, &was, &c->r->scratch) == -1 ||
	    sok_best_find(c->q, &is, &c->r->scratch) == -1)
		return -1;
	if (was.any && !is.any)
		REPORT(c, SOK_LOST_SOLUTION_RULE,
		    "no game solves this puzzle; at %s:%zu one does, in "
		    "%zu/%zu moves/pushes",
		    c->p->pos.file, c->p->pos.line,
		    was.at[SOK_BEST_MOVES].moves,
		    was.at[SOK_BEST_MOVES].pushes);
	else if (!was.any && is.any)
		REPORT(c, SOK_BETTER_SOLUTION_RULE,
		    "a first solution, in %zu/%zu moves/pushes",
		    is.at[SOK_BEST_MOVES].moves, is.at[SOK_BEST_MOVES].pushes);
	for (int i = 0; i < SOK_NBEST && was.any && is.any; i++)
		report_best(c, &was.at[i], &is.at[i], i == SOK_BEST_PUSHES);
	return 0;
}

/* ---- puzzles */

int
compare_report_new(struct compare_report *r, size_t j)
{
	struct change c = {.r = r, .is = &r->new_list->v[j]};
	uint32_t partner = r->pairs->to_old[j];

	sok_arena_reset(&r->scratch);
	if (compare_hold_arena(r->hold) == NULL)
		return -1;
	c.q = c.is->puzzle;
	if (partner == 0) {
		REPORT(&c, SOK_NEW_PUZZLE_RULE, "this puzzle is new");
		return 0;
	}
	c.was = &r->old_list->v[partner - 1];
	c.p = c.was->puzzle;
	if (r->pairs->moved[j])
		REPORT(&c, SOK_MOVED_PUZZLE_RULE,
		    "moved: it was puzzle %zu, at %s:%zu", c.p->number,
		    c.p->pos.file, c.p->pos.line);
	if (c.was->whole == c.is->whole)
		return 0;

	bool drawn_alike =
	    compare_same(c.was->key, c.is->key) && same_picture(&c);
	report_title(&c);
	if (report_picture(&c) == -1 || report_author(&c) == -1 ||
	    report_text(&c, !drawn_alike) == -1)
		return -1;
	if (drawn_alike && c.was->games == c.is->games)
		return 0;
	return report_solutions(&c);
}

int
compare_report_missing(struct compare_report *r, size_t i)
{
	const struct sok_puzzle *p = r->old_list->v[i].puzzle;

	if (r->pairs->to_new[i] != 0)
		return 0;
	if (compare_hold_arena(r->hold) == NULL)
		return -1;
	sok_report(r->sink, SOK_MISSING_PUZZLE_RULE, place_of(p), p, NULL,
	    "this puzzle is missing from the new collection");
	return 0;
}

void
compare_report_free(struct compare_report *r)
{
	compare_seen_free(&r->headers);
	sok_arena_free(&r->scratch);
}
