/* html_puzzle.c - a puzzle on a page: its picture and board, what is wrong with
 * it, its notes and games, and its .sok text. */
#include "base/base.h"
#include "board/board.h"
#include "format/format.h"
#include "format/html/html.h"
#include "io/io.h"
#include "play/play.h"
#include "text/text.h"

void
html_author(struct sok_writer *writer, struct sok_str name)
{
	if (name.len > 0)
		xml_text(writer, "<p class=\"author\" dir=\"auto\">", name,
		    "</p>\n");
}

void
html_address(struct sok_output *out, struct sok_str name)
{
	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];

		if (sok_is_letter(c) || sok_is_digit(c) || c == '-' ||
		    c == '_' || c == '.' || c == '/')
			sok_outc(out, c);
		else
			sok_outf(out, "%%%02X", (unsigned char)c);
	}
}

void
html_link(struct sok_writer *writer, struct sok_str name)
{
	sok_out(writer->out, SOK_STR("<a href=\""));
	html_address(writer->out, name);
	sok_out(writer->out, SOK_STR("\">"));
}

void
html_lost_remarks(struct sok_writer *writer, const struct sok_text *text)
{
	for (size_t i = 0; i < text->n; i++)
		writer_lost(writer, NULL, "remark", "remarks",
		    sok_str_starts(text->line[i], SOK_STR("::")));
}

/* Longer notes are collapsed. */
#define NOTES_OPEN 8

void
html_notes(struct sok_writer *writer, const struct sok_text *text, bool header,
    struct sok_str first, struct sok_str second)
{
	struct sok_str *line =
	    sok_arena_alloc(&writer->arena, text->n, sizeof(*line));
	size_t n = 0;

	if (writer_fails(writer, line == NULL))
		return;
	for (size_t i = 0; i < text->n; i++) {
		struct sok_str s = text->line[i], key, value;

		if (sok_str_starts(s, SOK_STR("::")) ||
		    (header && sok_is_macro_alone(s)) ||
		    comment_mark(s, NULL) != COMMENT_NONE ||
		    (sok_key_split(s, &key, &value) && value.len > 0 &&
		        (value.s == first.s || value.s == second.s)))
			continue;
		if (s.len > 0 || (n > 0 && line[n - 1].len > 0))
			line[n++] = s;
	}
	n -= n > 0 && line[n - 1].len == 0;
	html_lost_remarks(writer, text);
	if (n == 0)
		return;
	if (n > NOTES_OPEN)
		sok_out(writer->out,
		    SOK_STR("<details><summary>Notes</summary>\n"));
	for (size_t i = 0; i < n; i++)
		xml_text(writer,
		    i == 0 ? "<p class=\"notes\" dir=\"auto\">" : "\n", line[i],
		    "");
	sok_out(writer->out, SOK_STR("</p>\n"));
	if (n > NOTES_OPEN)
		sok_out(writer->out, SOK_STR("</details>\n"));
}

/* A number and what it counts. */
static void
put_count(struct sok_output *out, size_t n, const char *one, const char *many)
{
	sok_out_number(out, n);
	sok_outc(out, ' ');
	sok_out(out, sok_str(n == 1 ? one : many));
}

/* ---- findings */

struct findings {
	struct sok_writer *writer;
	size_t n;
};

/* Show an error or a warning of sokcheck: why a board cannot be played, or not
 * be solved. */
static void
put_finding(void *ctx, const struct sok_finding *finding)
{
	struct findings *all = ctx;
	struct sok_output *out = all->writer->out;

	if (finding->severity < SOK_WARNING)
		return;
	sok_out(out,
	    all->n++ == 0 ? SOK_STR("<ul class=\"findings\">\n") : SOK_STR(""));
	sok_out(out, SOK_STR("<li data-rule=\""));
	sok_out(out, sok_str(sok_rules[finding->rule].name));
	xml_text(all->writer, "\">", finding->message, "</li>\n");
}

static void
put_findings(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct findings all = {writer, 0};
	struct sok_sink sink = {.fn = put_finding, .ctx = &all};

	writer_fails(
	    writer, sok_check(puzzle, NULL, &sink, &writer->arena) == -1);
	if (all.n > 0)
		sok_out(writer->out, SOK_STR("</ul>\n"));
}

/* ---- games */

static void
put_verdict(
    struct sok_output *out, const struct sok_replay *played, bool claims)
{
	size_t off = played->boxes_off + played->boxes_off_outside;

	sok_out(out, SOK_STR("<p class=\"verdict\">"));
	if (played->mode == SOK_REVERSE)
		sok_out(out, SOK_STR("In reverse. "));
	if (played->verdict == SOK_NOT_SUPPORTED) {
		sok_out(out, SOK_STR("Not replayed: "));
		sok_out(out, sok_str(played->reason));
	} else if (played->verdict == SOK_ILLEGAL) {
		sok_out(out, SOK_STR("Stops at move "));
		sok_out_number(out, played->fail_move);
		sok_out(out, SOK_STR(": "));
		sok_out(out, sok_str(played->reason));
	} else {
		if (played->verdict == SOK_SOLVED)
			sok_out(out, SOK_STR("Solved in "));
		else if (claims)
			sok_out(out, SOK_STR("Not solved after "));
		put_count(out, played->at.moves, "move", "moves");
		sok_out(out, SOK_STR(", "));
		put_count(out, played->at.pushes, "push", "pushes");
	}
	if (played->verdict == SOK_UNSOLVED && off > 0) {
		sok_out(out, SOK_STR(", "));
		put_count(out, off, "box off goal", "boxes off goal");
	}
	sok_out(out, SOK_STR("</p>\n"));
}

/* How many games of each kind were written, which addresses name them by. */
struct game_names {
	size_t solutions, snapshots;
};

/* The attributes of a game for the script: its name in addresses, its verdict,
 * and its moves up to an illegal one, with pushes as capitals. */
static void
put_game_data(struct sok_writer *writer, const struct sok_puzzle *puzzle,
    const struct sok_game *game, const struct sok_replay *played,
    struct game_names *names)
{
	bool claims = sok_game_claims(game);
	struct sok_replay mark = {.verdict = played->verdict};
	struct sok_output *out = writer->out;
	struct sok_game own = *game;
	size_t n = play_mark(game, &mark);

	if (played->verdict == SOK_ILLEGAL && played->fail_at < n)
		n = played->fail_at;
	if (played->wrong_case || played->verdict == SOK_ILLEGAL)
		writer_fails(writer,
		    sok_game_recase(puzzle, &own, &writer->arena) == -1);
	sok_out(out, SOK_STR("<section class=\"game\" data-name=\""));
	sok_out(out, claims ? SOK_STR("solution-") : SOK_STR("snapshot-"));
	sok_out_number(out, claims ? ++names->solutions : ++names->snapshots);
	sok_out(out, SOK_STR("\" data-verdict=\""));
	sok_out(out, sok_str(sok_verdict_name[played->verdict]));
	if (played->mode == SOK_REVERSE)
		sok_out(out, SOK_STR("\" data-mode=\"reverse"));
	if (played->verdict == SOK_SOLVED) {
		sok_out(out, SOK_STR("\" data-count=\""));
		sok_out_number(out, played->at.moves);
		sok_outc(out, '/');
		sok_out_number(out, played->at.pushes);
	}
	if (played->verdict != SOK_NOT_SUPPORTED)
		xml_text(writer, "\" data-moves=\"",
		    sok_str_sub(own.moves, 0, n), "");
	sok_out(out, SOK_STR("\">\n"));
}

static void
put_game(struct sok_writer *writer, const struct sok_puzzle *puzzle, size_t i,
    struct sok_position *position, struct game_names *names)
{
	const struct sok_game *game = &puzzle->game[i];
	struct sok_replay_options options = {
	    .no_final = true, .position = position};
	struct sok_replay played;

	if (writer_fails(writer,
	        sok_replay(puzzle, game, &options, &played, &writer->arena) ==
	            -1))
		return;
	put_game_data(writer, puzzle, game, &played, names);
	if (game->title.len == 0) {
		sok_out(writer->out, SOK_STR("<h3>Game "));
		sok_out_number(writer->out, i + 1);
		sok_out(writer->out, SOK_STR("</h3>\n"));
	} else {
		xml_text(writer, "<h3 dir=\"auto\">", game->title, "</h3>\n");
	}
	put_verdict(writer->out, &played,
	    played.verdict == SOK_UNSOLVED && sok_game_claims(game));
	html_notes(writer, &game->text, false, game->title, SOK_STR(""));
	sok_out(writer->out, SOK_STR("</section>\n"));
}

/* ---- the board */

/* The numbers that the picture shows. */
static void
put_facts(
    struct sok_output *out, const struct sok_board *board, struct sok_str by)
{
	sok_out_number(out, (size_t)board->width);
	sok_out(out, by);
	sok_out_number(out, (size_t)board->height);
	sok_out(out, SOK_STR(", "));
	put_count(out, board->boxes, "box", "boxes");
}

/* The numbers of the boxes or goals of Sokoban+, in reading order. */
static void
put_numbers(struct sok_output *out, const struct sok_board *board,
    const struct orders *orders, unsigned char kind)
{
	const uint32_t *number = kind == SOK_BOX ? orders->box : orders->goal;
	bool first = true;

	sok_out(out,
	    kind == SOK_BOX ? SOK_STR(" data-boxes=\"")
	                    : SOK_STR(" data-goals=\""));
	for (size_t i = 0; i < sok_board_size(board); i++) {
		if (!(board->sq[i] & kind))
			continue;
		sok_out_fill(out, ' ', !first);
		first = false;
		/* Numbers that mean none are all written as 0. */
		sok_out_number(
		    out, orders_same(orders, number[i], 0) ? 0 : number[i]);
	}
	sok_outc(out, '"');
}

bool
sok_page_plays(const struct sok_puzzle *puzzle)
{
	return puzzle->has_board && puzzle->variant != SOK_UNSUPPORTED &&
	    (puzzle->board.players == 1 ||
	        (puzzle->board.players > 1 && multiban_puzzle(puzzle)));
}

/* The picture, with the board as data for the script. */
static void
put_board(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	const struct sok_board *board = &puzzle->board;
	struct picture_box at = picture_box(board);
	struct sok_output *out = writer->out;
	struct sok_buf rows = {0};
	struct orders orders;

	sok_out(out, SOK_STR("<div class=\"board\""));
	if (writer->options.link == NULL && sok_page_plays(puzzle)) {
		sok_rle_board(&rows, board,
		    write_is_open(puzzle, &writer->arena), 3, false);
		writer_fails(writer, rows.failed);
		sok_out(out, SOK_STR(" data-board=\""));
		sok_out(out, sok_buf_str(&rows));
		sok_outc(out, '"');
		sok_buf_free(&rows);
		if (puzzle->variant == SOK_SOKOBAN_PLUS) {
			int has = orders_read(puzzle, &orders, &writer->arena);

			writer_fails(writer, has == -1);
			if (has == 1 && orders.fault == NULL) {
				put_numbers(out, board, &orders, SOK_BOX);
				put_numbers(out, board, &orders, SOK_GOAL);
			}
		}
	}
	sok_out(out, SOK_STR("><svg role=\"img\" aria-label=\"Board, "));
	put_facts(out, board, SOK_STR(" by "));
	sok_out(out, SOK_STR("\" viewBox=\""));
	picture_number(out, at.x);
	sok_outc(out, ' ');
	picture_number(out, at.y);
	sok_outc(out, ' ');
	picture_number(out, at.width);
	sok_outc(out, ' ');
	picture_number(out, at.height);
	sok_out(out, SOK_STR("\" width=\""));
	sok_out_number(out, (size_t)(at.width * PICTURE_PIXELS + .5));
	sok_outc(out, '"');
	picture_grid_data(out, board->grid);
	sok_out(out, SOK_STR(">\n"));
	picture_layers(writer, board);
	sok_out(out, SOK_STR("</svg></div>\n"));
}

/* ---- the puzzle */

/* The title as the file has it: `1` does not become `No. 1`, which nobody would
 * find in the file.  Only a puzzle without a title gets one here. */
static void
put_title(struct sok_writer *writer, const struct sok_puzzle *puzzle, size_t id)
{
	sok_out(writer->out, SOK_STR("<h2 dir=\"auto\">"));
	if (writer->options.link != NULL) {
		html_link(writer, *writer->options.link);
	} else {
		sok_out(writer->out, SOK_STR("<a href=\"#"));
		sok_out_number(writer->out, id);
		sok_out(writer->out, SOK_STR("\">"));
	}
	if (puzzle->title.len == 0) {
		sok_out(writer->out, SOK_STR("Puzzle "));
		sok_out_number(writer->out, puzzle->number);
	} else {
		xml_text(writer, "", puzzle->title, "");
	}
	sok_out(writer->out, SOK_STR("</a></h2>\n"));
}

/* The head of an article: its number on the page, which is that of the puzzle
 * as long as there is one operand, and its identity. */
static void
put_article(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	struct page *page = writer->state;
	struct sok_id id;

	if (page->before + puzzle->number <= page->id)
		page->before = page->id;
	page->id = page->before + puzzle->number;
	sok_out(writer->out, SOK_STR("<article class=\"puzzle\" id=\""));
	sok_out_number(writer->out, page->id);
	int has = writer->options.link != NULL
	    ? 0
	    : sok_unique_id(puzzle, &id, &writer->arena);
	writer_fails(writer, has == -1);
	if (has == 1) {
		sok_out(writer->out, SOK_STR("\" data-id=\""));
		write_id(writer->out, id.unique);
	}
	sok_out(writer->out, SOK_STR("\">\n"));
	put_title(writer, puzzle, page->id);
}

void
html_article(struct sok_writer *writer, const struct sok_puzzle *puzzle)
{
	/* The header shows the author of the collection. */
	struct sok_str author = sok_text_get(&puzzle->text, SOK_STR("Author"));
	struct game_names names = {0, 0};
	struct sok_output *out = writer->out;

	put_article(writer, puzzle);
	if (puzzle->has_board)
		put_board(writer, puzzle);
	sok_out(out, SOK_STR("<div class=\"about\">\n"));
	html_author(writer, author);
	/* A page of several puzzles tells their number. */
	if (puzzle->has_board || writer->options.count != NULL) {
		sok_out(out, SOK_STR("<p class=\"facts\">"));
		if (writer->options.count != NULL)
			put_count(
			    out, *writer->options.count, "puzzle", "puzzles");
		else
			put_facts(out, &puzzle->board, SOK_STR(" \xc3\x97 "));
		sok_out(out, SOK_STR("</p>\n"));
	}
	if (writer->options.link == NULL) {
		put_findings(writer, puzzle);
		html_notes(writer, &puzzle->text, false, puzzle->title, author);
		struct sok_position *position = write_position(writer, puzzle);
		for (size_t i = 0; i < puzzle->ngames; i++)
			put_game(writer, puzzle, i, position, &names);
		html_source_put(writer, false);
	}
	sok_out(out, SOK_STR("</div>\n</article>\n"));
}
