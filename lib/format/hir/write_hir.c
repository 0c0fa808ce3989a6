/* write_hir.c - writes a puzzle as hir's screen data or, with its game, as a
 * trace file, whose saved image, counts and status come from a replay. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/hir/hir.h"
#include "format/write_text.h"
#include "io/io.h"
#include "text/text.h"

struct remark {
	size_t moves; /* the number of moves before it */
	enum hir_place place;
	struct sok_str text;
	size_t order; /* among the remarks, for sorting */
};

/* Take such a word from the start; false if there is none. */
static bool
take_word(struct sok_str *s, struct sok_str what)
{
	if (!sok_str_starts(*s, what))
		return false;
	*s = sok_str_from(*s, what.len);
	return true;
}

/* A number of moves; a number larger than any game makes the line text. */
static bool
take_number(struct sok_str *s, size_t *n)
{
	return sok_str_digits(s, n) > 0 && *n <= 999999999;
}

static bool
parse_remark(struct sok_str line, struct remark *m)
{
	static const struct sok_str word[] = {
	    [HIR_AFTER] = SOK_STR_INIT("After "),
	    [HIR_BETWEEN] = SOK_STR_INIT("Between "),
	    [HIR_BEFORE] = SOK_STR_INIT("Before ")};
	size_t next = 0;

	for (m->place = HIR_AFTER; !take_word(&line, word[m->place]);)
		if (m->place++ == HIR_BEFORE)
			return false;
	if (!take_number(&line, &m->moves))
		return false;
	if (m->place == HIR_BETWEEN &&
	    (!take_word(&line, SOK_STR(" and ")) ||
	        !take_number(&line, &next) || next != m->moves + 1))
		return false;
	if (m->place == HIR_BEFORE && m->moves-- == 0)
		return false;
	m->text = sok_str_from(line, 2);
	return take_word(&line, SOK_STR(": ")) && hir_is_remark(m->text);
}

/* Whether a line is `key: value` with a nonempty key. */
static bool
has_colon(struct sok_str line)
{
	struct sok_str key, value;

	return sok_key_split(line, &key, &value) &&
	    sok_str_find(line, SOK_STR(":")) <
	    sok_str_find(line, SOK_STR("=")) &&
	    comment_mark(line, NULL) == COMMENT_NONE;
}

static int
by_place(const void *a, const void *b)
{
	const struct remark *x = a, *y = b;

	if (x->moves != y->moves)
		return x->moves < y->moves ? -1 : 1;
	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* The lines of a game's text. */
struct parts {
	struct sok_text facts; /* tags, and the blank lines between them */
	struct remark *remark; /* all other lines, sorted by place */
	size_t n;
};

/* Sort the lines; -1 on ENOMEM.  Other text becomes comments above moves. */
static int
sort_lines(const struct sok_text *t, struct parts *to, struct sok_arena *a)
{
	size_t after = 0; /* the line after the last comment block */

	*to = (struct parts){.n = 0};
	to->facts.line = sok_arena_alloc(a, t->n, sizeof(*t->line));
	to->remark = sok_arena_alloc(a, t->n, sizeof(*to->remark));
	if (to->facts.line == NULL || to->remark == NULL)
		return -1;
	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i];
		struct remark *m = &to->remark[to->n];
		bool note = i < after, placed = !note && parse_remark(s, m);
		size_t end = note ? 0 : sok_text_block(t, i);

		after = end > 0 ? end + 1 : after;
		if (end > 0 || i + 1 == after || (note && s.len == 0))
			continue;
		if (!note && !placed && (s.len == 0 || has_colon(s))) {
			to->facts.line[to->facts.n++] = s;
			continue;
		}
		if (!placed)
			*m = (struct remark){.place = HIR_BEFORE, .text = s};
		if (!placed && s.s[0] != ';')
			m->text = sok_str_fmt(a, "; %.*s", (int)s.len, s.s);
		if (m->text.s == NULL)
			return -1;
		m->order = to->n++;
	}
	qsort(to->remark, to->n, sizeof(*to->remark), by_place);
	return 0;
}

/* Write the moves up to `*`, and remarks; blank lines separate operations. */
static void
put_trace(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, const struct parts *text)
{
	size_t end = sok_str_find(g->moves, SOK_STR("*")), redo = 0, n = 0;
	const struct remark *m = text->remark, *stop = m + text->n;
	bool begun = false, boundary = false; /* of two operations */
	int col = 0, gap = 0; /* line ends before what follows */

	/* Moves after `*` were taken back. */
	for (size_t i = end; i < g->moves.len; i++)
		redo += sok_is_letter(g->moves.s[i]);
	writer_lost(w, p, "undone move", "undone moves", redo);

	for (size_t i = 0; i <= end; i++) {
		bool last = i == end, due, own = false;

		if (!last && (g->moves.s[i] == '(' || g->moves.s[i] == ')')) {
			boundary = n > 0;
			continue;
		}
		/* The remarks after n moves.  due: a blank line precedes what
		 * follows; own: this is a paragraph without moves. */
		due = boundary && !last;
		for (; m < stop && (last || m->moves <= n); m++) {
			bool outside = boundary || last || n == 0;

			gap = gap > 0 ? gap : 1;
			if (m->place == HIR_BETWEEN && outside) {
				gap = own ? gap : 2;
				own = due = true;
			} else if (m->place != HIR_AFTER && due) {
				gap = 2;
				own = due = false;
			}
			sok_out_fill(w->out, '\n', begun ? (size_t)gap : 0);
			sok_out(w->out, m->text);
			begun = true;
			gap = 1;
		}
		if (last)
			break;

		if (due)
			gap = 2;
		else if (gap == 0 && w->o.wrap > 0 && col == w->o.wrap)
			gap = 1;
		sok_out_fill(w->out, '\n', begun ? (size_t)gap : 0);
		sok_outc(w->out, g->moves.s[i]);
		col = gap > 0 ? 1 : col + 1;
		gap = 0;
		begun = true;
		boundary = false;
		n++;
	}
	if (begun)
		sok_outc(w->out, '\n');
}

/* ---- the screen */

/* Whether a line may be written below a picture. */
static bool
is_field(struct sok_str line)
{
	struct sok_str key, value;

	return sok_key_split(line, &key, &value) &&
	    (sok_str_caseeq(key, SOK_STR("title")) ||
	        sok_str_caseeq(key, SOK_STR("author")) ||
	        sok_str_caseeq(key, SOK_STR("limit")));
}

static bool
is_tag(struct sok_str line)
{
	return has_colon(line) && is_field(line);
}

/* Replace the `=` of tags by the colon that other programs need. */
static void
use_colons(struct sok_writer *w, struct sok_text *t)
{
	struct sok_str key, value;

	if (writer_fails(w, text_own(t, &w->arena) == -1))
		return;
	for (size_t i = 0; (i = key_outside(t, i)) < t->n; i++) {
		struct sok_str s = t->line[i];

		if (sok_key_known(s) && !has_colon(s) && is_field(s) &&
		    sok_key_split(s, &key, &value))
			t->line[i] = WRITER_FMT(w, "%.*s: %.*s", (int)key.len,
			    key.s, (int)value.len, value.s);
	}
}

/* Write the title line as a tag, unless a tag has replaced it. */
static void
put_title_tag(struct sok_writer *w, const struct sok_puzzle *p,
    struct sok_str line, const struct sok_text *t)
{
	struct sok_str key = sok_text_get(t, SOK_STR("title"));

	if (line.len == 0)
		return;
	if (key.s == NULL)
		write_tag(w->out, "Title: ", line);
	else if (!sok_str_eq(key, line))
		writer_lost(w, p, "title line", "title lines", 1);
}

/* ---- information */

/* The facts that a replay knows, and their names. */
enum fact { STATUS, MOVES, PUSHES, OTHER };
static const char *const fact_name[OTHER] = {"status", "moves", "pushes"};

static enum fact
fact_of(struct sok_str line, struct sok_str *value)
{
	enum fact f = STATUS;
	struct sok_str key;

	if (!sok_key_split(line, &key, value))
		return OTHER;
	while (f < OTHER && !sok_str_caseeq(key, sok_str(fact_name[f])))
		f++;
	return f;
}

/* Write the facts with counts according to the replay, missing ones first. */
static void
put_facts(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_text *facts,
    const struct sok_replay *r)
{
	bool counted = r->verdict == SOK_SOLVED || r->verdict == SOK_UNSOLVED;
	const size_t count[] = {[MOVES] = r->at.moves, [PUSHES] = r->at.pushes};
	bool stated[OTHER + 1] = {false}, blank = false, begun = false;
	struct sok_str value;
	size_t n;

	for (size_t i = 0; i < facts->n; i++)
		stated[fact_of(facts->line[i], &value)] = true;
	if (r->verdict == SOK_SOLVED && !stated[STATUS])
		sok_out(w->out, SOK_STR("status:completed\n"));
	/* The picture without a status shows that. */
	if (r->verdict != SOK_UNSOLVED || stated[STATUS] ||
	    !sok_str_eq(g->title_line, SOK_STR(HIR_SAVED_GAME)))
		put_title_tag(w, p, g->title_line, &g->text);
	for (enum fact f = MOVES; f < OTHER; f++)
		if (counted && !stated[f])
			sok_outf(w->out, "%s:%zu\n", fact_name[f], count[f]);

	for (size_t i = 0; i < facts->n; i++) {
		struct sok_str s = facts->line[i];
		enum fact f = fact_of(s, &value);

		if (s.len == 0) {
			blank = true;
			continue;
		}
		if (f == STATUS && r->verdict != SOK_SOLVED &&
		    (sok_str_caseeq(value, SOK_STR("completed")) ||
		        sok_str_caseeq(value, SOK_STR("cleared")))) {
			writer_lost(w, p,
			    "status of success without a solution",
			    "statuses of success without a solution", 1);
			continue;
		}
		if (blank && begun)
			sok_outc(w->out, '\n');
		blank = false;
		begun = true;
		if (f == STATUS || f == OTHER || !counted ||
		    (sok_str_number(value, &n) && n == count[f])) {
			write_line(w->out, s);
			continue;
		}
		writer_lost(w, p, "wrong count", "wrong counts", value.len > 0);
		sok_outf(w->out, "%s:%zu\n", fact_name[f], count[f]);
	}
}

/* Whether a trace can represent the game; counts it as lost if not.  A trace
 * has letters and operations, but no jumps and no other players.  Without a
 * move that was not taken back, it would not be read as a game. */
static bool
holds_game(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_str s = p->game->moves;
	size_t first = sok_moves_first(s);
	bool moved = first <= s.len && memchr(s.s, '*', first) == NULL;
	bool plain = p->game->letters_only ||
	    (sok_str_find(s, SOK_STR("[")) == s.len &&
	        sok_str_find(s, SOK_STR("{")) == s.len);
	bool other = false;

	for (size_t i = 0; i < s.len; i++)
		other |= sok_is_letter(s.s[i]) && !sok_is_move(s.s[i]);
	if (plain && moved && (p->board.grid == SOK_SQUARES || !other))
		return true;
	writer_lost(w, p, "game with letters of a variant",
	    "games with letters of a variant", other);
	writer_lost(w, p, "game without remaining moves",
	    "games without remaining moves", !other && plain);
	writer_lost(w, p, "game with jumps or pusher changes",
	    "games with jumps or pusher changes", !other && !plain);
	return false;
}

/* Write the game of p as the sections of a trace file. */
static void
put_game(struct sok_writer *w, const struct sok_puzzle *p, bool open)
{
	struct sok_game own = *p->game;
	struct sok_replay r;
	struct parts text;

	use_colons(w, &own.text);
	if (writer_fails(w,
	        sort_lines(&own.text, &text, &w->arena) == -1 ||
	            sok_replay(p, p->game, NULL, &r, &w->arena) == -1))
		return;
	if (r.verdict != SOK_NOT_SUPPORTED) {
		write_line(w->out, hir_section_line[HIR_SAVED]);
		write_board(w->out, &r.final, SOK_FLOOR_SPACE, open);
	}
	write_line(w->out, hir_section_line[HIR_INFO]);
	put_facts(w, p, &own, &text.facts, &r);
	write_line(w->out, hir_section_line[HIR_TRACE]);
	put_trace(w, p, &own, &text);
}

static bool
hir_puzzle(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct sok_puzzle own = *p;
	bool open;

	if (!writer_board(w, p, &open))
		return false;
	if (p->ngames > 1)
		return writer_refuse(w, p, "more than one game in a file");
	if (p->board.players > 1)
		return writer_refuse(w, p, "several players");
	use_colons(w, &own.text);
	write_board(w->out, &p->board, SOK_FLOOR_SPACE, open);
	put_title_tag(w, p, p->title_line, &own.text);
	struct sok_str author = sok_puzzle_author(&own);
	if (author.s && !sok_text_get(&own.text, SOK_STR("author")).s)
		write_tag(w->out, "Author: ", author);
	writer_text(w->out, &own.text, is_tag);
	/* The comment has it, but only for people. */
	writer_lost(w, p, "game type", "game types",
	    key_naming(&p->text).variant != SOK_SOKOBAN);
	w->bare = p->ngames > 0 && !holds_game(w, p);
	if (p->ngames > 0 && !w->bare)
		put_game(w, p, open);
	return true;
}

const struct sok_write_ops write_hir_ops = {
    .puzzle = hir_puzzle, .author = true};
