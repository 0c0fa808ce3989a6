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

/* Take a remark apart that names its place among the moves, as in `After 12:
 * text`; false if the line is not such a remark. */
static bool
parse_remark(struct sok_str line, struct remark *remark)
{
	static const struct sok_str word[] = {
	    [HIR_AFTER] = SOK_STR_INIT("After "),
	    [HIR_BETWEEN] = SOK_STR_INIT("Between "),
	    [HIR_BEFORE] = SOK_STR_INIT("Before ")};
	size_t next = 0;

	for (remark->place = HIR_AFTER; !take_word(&line, word[remark->place]);)
		if (remark->place++ == HIR_BEFORE)
			return false;
	if (!take_number(&line, &remark->moves))
		return false;
	if (remark->place == HIR_BETWEEN &&
	    (!take_word(&line, SOK_STR(" and ")) ||
	        !take_number(&line, &next) || next != remark->moves + 1))
		return false;
	if (remark->place == HIR_BEFORE && remark->moves-- == 0)
		return false;
	remark->text = sok_str_from(line, 2);
	return take_word(&line, SOK_STR(": ")) && hir_is_remark(remark->text);
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
by_place(const void *one, const void *other)
{
	const struct remark *first = one, *second = other;

	if (first->moves != second->moves)
		return first->moves < second->moves ? -1 : 1;
	if (first->place != second->place)
		return first->place < second->place ? -1 : 1;
	return first->order < second->order ? -1 : first->order > second->order;
}

/* The lines of a game's text. */
struct parts {
	struct sok_text facts; /* tags, and the blank lines between them */
	struct remark *remark; /* all other lines, sorted by place */
	size_t n;
};

/* Sort the lines; -1 on ENOMEM.  Other text becomes comments above moves. */
static int
sort_lines(
    const struct sok_text *text, struct parts *to, struct sok_arena *arena)
{
	size_t after = 0; /* the line after the last comment block */

	*to = (struct parts){.n = 0};
	to->facts.line = sok_arena_alloc(arena, text->n, sizeof(*text->line));
	to->remark = sok_arena_alloc(arena, text->n, sizeof(*to->remark));
	if (to->facts.line == NULL || to->remark == NULL)
		return -1;
	for (size_t i = 0; i < text->n; i++) {
		struct sok_str s = text->line[i];
		struct remark *remark = &to->remark[to->n];
		bool note = i < after,
		     placed = !note && parse_remark(s, remark);
		size_t end = note ? 0 : sok_text_block(text, i);

		after = end > 0 ? end + 1 : after;
		if (end > 0 || i + 1 == after || (note && s.len == 0))
			continue;
		if (!note && !placed && (s.len == 0 || has_colon(s))) {
			to->facts.line[to->facts.n++] = s;
			continue;
		}
		if (!placed)
			*remark =
			    (struct remark){.place = HIR_BEFORE, .text = s};
		if (!placed && s.s[0] != ';')
			remark->text =
			    sok_str_fmt(arena, "; %.*s", (int)s.len, s.s);
		if (remark->text.s == NULL)
			return -1;
		remark->order = to->n++;
	}
	qsort(to->remark, to->n, sizeof(*to->remark), by_place);
	return 0;
}

/* Write the moves up to `*`, and remarks; blank lines separate operations. */
static void
put_trace(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    const struct sok_game *game, const struct parts *text)
{
	size_t end = sok_str_find(game->moves, SOK_STR("*")), redo = 0, n = 0;
	const struct remark *remark = text->remark, *stop = remark + text->n;
	bool begun = false, boundary = false; /* of two operations */
	int col = 0, gap = 0; /* line ends before what follows */

	/* Moves after `*` were taken back. */
	for (size_t i = end; i < game->moves.len; i++)
		redo += sok_is_letter(game->moves.s[i]);
	writer_lost(writer, puzzle, "undone move", "undone moves", redo);

	for (size_t i = 0; i <= end; i++) {
		bool last = i == end, due, own = false;

		if (!last &&
		    (game->moves.s[i] == '(' || game->moves.s[i] == ')')) {
			boundary = n > 0;
			continue;
		}
		/* The remarks after n moves.  due: a blank line precedes what
		 * follows; own: this is a paragraph without moves. */
		due = boundary && !last;
		for (; remark < stop && (last || remark->moves <= n);
		     remark++) {
			bool outside = boundary || last || n == 0;

			gap = gap > 0 ? gap : 1;
			if (remark->place == HIR_BETWEEN && outside) {
				gap = own ? gap : 2;
				own = due = true;
			} else if (remark->place != HIR_AFTER && due) {
				gap = 2;
				own = due = false;
			}
			sok_out_fill(
			    writer->out, '\n', begun ? (size_t)gap : 0);
			sok_out(writer->out, remark->text);
			begun = true;
			gap = 1;
		}
		if (last)
			break;

		if (due)
			gap = 2;
		else if (gap == 0 && writer->options.wrap > 0 &&
		    col == writer->options.wrap)
			gap = 1;
		sok_out_fill(writer->out, '\n', begun ? (size_t)gap : 0);
		sok_outc(writer->out, game->moves.s[i]);
		col = gap > 0 ? 1 : col + 1;
		gap = 0;
		begun = true;
		boundary = false;
		n++;
	}
	if (begun)
		sok_outc(writer->out, '\n');
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
use_colons(struct sok_writer *writer, struct sok_text *text)
{
	struct sok_str key, value;

	if (writer_fails(writer, text_own(text, &writer->arena) == -1))
		return;
	for (size_t i = 0; (i = key_outside(text, i)) < text->n; i++) {
		struct sok_str s = text->line[i];

		if (sok_key_known(s) && !has_colon(s) && is_field(s) &&
		    sok_key_split(s, &key, &value))
			text->line[i] = WRITER_FMT(writer, "%.*s: %.*s",
			    (int)key.len, key.s, (int)value.len, value.s);
	}
}

/* Write the title line as a tag, unless a tag has replaced it. */
static void
put_title_tag(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    struct sok_str line, const struct sok_text *text)
{
	struct sok_str key = sok_text_get(text, SOK_STR("title"));

	if (line.len == 0)
		return;
	if (key.s == NULL)
		write_tag(writer->out, "Title: ", line);
	else if (!sok_str_eq(key, line))
		writer_lost(writer, puzzle, "title line", "title lines", 1);
}

/* ---- information */

/* The facts that a replay knows, and their names. */
enum fact { STATUS, MOVES, PUSHES, OTHER };
static const char *const fact_name[OTHER] = {
    [STATUS] = "status", [MOVES] = "moves", [PUSHES] = "pushes"};

static enum fact
fact_of(struct sok_str line, struct sok_str *value)
{
	enum fact fact = STATUS;
	struct sok_str key;

	if (!sok_key_split(line, &key, value))
		return OTHER;
	while (fact < OTHER && !sok_str_caseeq(key, sok_str(fact_name[fact])))
		fact++;
	return fact;
}

/* Write the facts with counts according to the replay, missing ones first. */
static void
put_facts(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    const struct sok_game *game, const struct sok_text *facts,
    const struct sok_replay *played)
{
	bool counted =
	    played->verdict == SOK_SOLVED || played->verdict == SOK_UNSOLVED;
	const size_t count[] = {
	    [MOVES] = played->at.moves, [PUSHES] = played->at.pushes};
	bool stated[OTHER + 1] = {false}, blank = false, begun = false;
	struct sok_str value;
	size_t n;

	for (size_t i = 0; i < facts->n; i++)
		stated[fact_of(facts->line[i], &value)] = true;
	if (played->verdict == SOK_SOLVED && !stated[STATUS])
		sok_out(writer->out, SOK_STR("status:completed\n"));
	/* The picture without a status shows that. */
	if (played->verdict != SOK_UNSOLVED || stated[STATUS] ||
	    !sok_str_eq(game->title_line, SOK_STR(HIR_SAVED_GAME)))
		put_title_tag(writer, puzzle, game->title_line, &game->text);
	for (enum fact fact = MOVES; fact < OTHER; fact++)
		if (counted && !stated[fact])
			sok_outf(writer->out, "%s:%zu\n", fact_name[fact],
			    count[fact]);

	for (size_t i = 0; i < facts->n; i++) {
		struct sok_str s = facts->line[i];
		enum fact fact = fact_of(s, &value);

		if (s.len == 0) {
			blank = true;
			continue;
		}
		if (fact == STATUS && played->verdict != SOK_SOLVED &&
		    (sok_str_caseeq(value, SOK_STR("completed")) ||
		        sok_str_caseeq(value, SOK_STR("cleared")))) {
			writer_lost(writer, puzzle,
			    "status of success without a solution",
			    "statuses of success without a solution", 1);
			continue;
		}
		if (blank && begun)
			sok_outc(writer->out, '\n');
		blank = false;
		begun = true;
		if (fact == STATUS || fact == OTHER || !counted ||
		    (sok_str_number(value, &n) && n == count[fact])) {
			write_line(writer->out, s);
			continue;
		}
		writer_lost(writer, puzzle, "wrong count", "wrong counts",
		    value.len > 0);
		sok_outf(writer->out, "%s:%zu\n", fact_name[fact], count[fact]);
	}
}

/* Whether a trace can represent the game; counts it as lost if not.  A trace
 * has letters and operations, but no jumps and no other players.  Without a
 * move that was not taken back, it would not be read as a game. */
static bool
holds_game(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok_str s = puzzle->game->moves;
	size_t first = sok_moves_first(s);
	bool moved = first <= s.len && memchr(s.s, '*', first) == NULL;
	bool plain = puzzle->game->letters_only ||
	    (sok_str_find(s, SOK_STR("[")) == s.len &&
	        sok_str_find(s, SOK_STR("{")) == s.len);
	bool other = false;

	for (size_t i = 0; i < s.len; i++)
		other |= sok_is_letter(s.s[i]) && !sok_is_move(s.s[i]);
	if (plain && moved && (puzzle->board.grid == SOK_SQUARES || !other))
		return true;
	writer_lost(writer, puzzle, "game with letters of a variant",
	    "games with letters of a variant", other);
	writer_lost(writer, puzzle, "game without remaining moves",
	    "games without remaining moves", !other && plain);
	writer_lost(writer, puzzle, "game with jumps or pusher changes",
	    "games with jumps or pusher changes", !other && !plain);
	return false;
}

/* Write the game of a puzzle as the sections of a trace file. */
static void
put_game(struct sok_writer *writer, const struct sok_puzzle *puzzle, bool open)
{
	struct sok_game own = *puzzle->game;
	struct sok_replay played;
	struct parts text;

	use_colons(writer, &own.text);
	if (writer_fails(writer,
	        sort_lines(&own.text, &text, &writer->arena) == -1 ||
	            sok_replay(puzzle, puzzle->game, NULL, &played,
	                &writer->arena) == -1))
		return;
	if (played.verdict != SOK_NOT_SUPPORTED) {
		write_line(writer->out, hir_section_line[HIR_SAVED]);
		write_board(writer->out, &played.final, SOK_FLOOR_SPACE, open);
	}
	write_line(writer->out, hir_section_line[HIR_INFO]);
	put_facts(writer, puzzle, &own, &text.facts, &played);
	write_line(writer->out, hir_section_line[HIR_TRACE]);
	put_trace(writer, puzzle, &own, &text);
}

static bool
hir_puzzle(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct sok_puzzle own = *puzzle;
	bool open;

	if (!writer_board(writer, puzzle, &open))
		return false;
	if (puzzle->ngames > 1)
		return writer_refuse(
		    writer, puzzle, "more than one game in a file");
	if (puzzle->board.players > 1)
		return writer_refuse(writer, puzzle, "several players");
	use_colons(writer, &own.text);
	write_board(writer->out, &puzzle->board, SOK_FLOOR_SPACE, open);
	put_title_tag(writer, puzzle, puzzle->title_line, &own.text);
	struct sok_str author = sok_puzzle_author(&own);
	if (author.s && !sok_text_get(&own.text, SOK_STR("author")).s)
		write_tag(writer->out, "Author: ", author);
	writer_text(writer->out, &own.text, is_tag);
	/* The comment has it, but only for people. */
	writer_lost(writer, puzzle, "game type", "game types",
	    key_naming(&puzzle->text).variant != SOK_SOKOBAN);
	writer->bare = puzzle->ngames > 0 && !holds_game(writer, puzzle);
	if (puzzle->ngames > 0 && !writer->bare)
		put_game(writer, puzzle, open);
	return true;
}

const struct sok_write_ops write_hir_ops = {
    .puzzle = hir_puzzle, .author = true};
