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
html_author(struct sok_writer *w, struct sok_str name)
{
	if (name.len > 0)
		xml_text(
		    w, "<p class=\"author\" dir=\"auto\">", name, "</p>\n");
}

void
html_address(struct sok_output *o, struct sok_str name)
{
	for (size_t i = 0; i < name.len; i++) {
		char c = name.s[i];

		if (sok_is_letter(c) || sok_is_digit(c) || c == '-' ||
		    c == '_' || c == '.' || c == '/')
			sok_outc(o, c);
		else
			sok_outf(o, "%%%02X", (unsigned char)c);
	}
}

void
html_link(struct sok_writer *w, struct sok_str name)
{
	sok_out(w->out, SOK_STR("<a href=\""));
	html_address(w->out, name);
	sok_out(w->out, SOK_STR("\">"));
}

void
html_lost_remarks(struct sok_writer *w, const struct sok_text *t)
{
	for (size_t i = 0; i < t->n; i++)
		writer_lost(w, NULL, "remark", "remarks",
		    sok_str_starts(t->line[i], SOK_STR("::")));
}

/* Longer notes are collapsed. */
#define NOTES_OPEN 8

void
html_notes(struct sok_writer *w, const struct sok_text *t, bool header,
    struct sok_str a, struct sok_str b)
{
	struct sok_str *line = sok_arena_alloc(&w->arena, t->n, sizeof(*line));
	size_t n = 0;

	if (writer_fails(w, line == NULL))
		return;
	for (size_t i = 0; i < t->n; i++) {
		struct sok_str s = t->line[i], key, value;

		if (sok_str_starts(s, SOK_STR("::")) ||
		    (header && sok_is_macro_alone(s)) ||
		    comment_mark(s, NULL) != COMMENT_NONE ||
		    (sok_key_split(s, &key, &value) && value.len > 0 &&
		        (value.s == a.s || value.s == b.s)))
			continue;
		if (s.len > 0 || (n > 0 && line[n - 1].len > 0))
			line[n++] = s;
	}
	n -= n > 0 && line[n - 1].len == 0;
	html_lost_remarks(w, t);
	if (n == 0)
		return;
	if (n > NOTES_OPEN)
		sok_out(w->out, SOK_STR("<details><summary>Notes</summary>\n"));
	for (size_t i = 0; i < n; i++)
		xml_text(w, i == 0 ? "<p class=\"notes\" dir=\"auto\">" : "\n",
		    line[i], "");
	sok_out(w->out, SOK_STR("</p>\n"));
	if (n > NOTES_OPEN)
		sok_out(w->out, SOK_STR("</details>\n"));
}

/* A number and what it counts. */
static void
put_count(struct sok_output *o, size_t n, const char *one, const char *many)
{
	sok_out_number(o, n);
	sok_outc(o, ' ');
	sok_out(o, sok_str(n == 1 ? one : many));
}

/* ---- findings */

struct findings {
	struct sok_writer *w;
	size_t n;
};

/* Show an error or a warning of sokcheck: why a board cannot be played, or not
 * be solved. */
static void
put_finding(void *ctx, const struct sok_finding *f)
{
	struct findings *all = ctx;
	struct sok_output *o = all->w->out;

	if (f->severity < SOK_WARNING)
		return;
	sok_out(o,
	    all->n++ == 0 ? SOK_STR("<ul class=\"findings\">\n") : SOK_STR(""));
	sok_out(o, SOK_STR("<li data-rule=\""));
	sok_out(o, sok_str(sok_rules[f->rule].name));
	xml_text(all->w, "\">", f->message, "</li>\n");
}

static void
put_findings(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct findings all = {w, 0};
	struct sok_sink sink = {.fn = put_finding, .ctx = &all};

	writer_fails(w, sok_check(p, NULL, &sink, &w->arena) == -1);
	if (all.n > 0)
		sok_out(w->out, SOK_STR("</ul>\n"));
}

/* ---- games */

static void
put_verdict(struct sok_output *o, const struct sok_replay *r, bool claims)
{
	size_t off = r->boxes_off + r->boxes_off_outside;

	sok_out(o, SOK_STR("<p class=\"verdict\">"));
	if (r->mode == SOK_REVERSE)
		sok_out(o, SOK_STR("In reverse. "));
	if (r->verdict == SOK_NOT_SUPPORTED) {
		sok_out(o, SOK_STR("Not replayed: "));
		sok_out(o, sok_str(r->reason));
	} else if (r->verdict == SOK_ILLEGAL) {
		sok_out(o, SOK_STR("Stops at move "));
		sok_out_number(o, r->fail_move);
		sok_out(o, SOK_STR(": "));
		sok_out(o, sok_str(r->reason));
	} else {
		if (r->verdict == SOK_SOLVED)
			sok_out(o, SOK_STR("Solved in "));
		else if (claims)
			sok_out(o, SOK_STR("Not solved after "));
		put_count(o, r->at.moves, "move", "moves");
		sok_out(o, SOK_STR(", "));
		put_count(o, r->at.pushes, "push", "pushes");
	}
	if (r->verdict == SOK_UNSOLVED && off > 0) {
		sok_out(o, SOK_STR(", "));
		put_count(o, off, "box off goal", "boxes off goal");
	}
	sok_out(o, SOK_STR("</p>\n"));
}

/* How many games of each kind were written, which addresses name them by. */
struct game_names {
	size_t solutions, snapshots;
};

/* The attributes of a game for the script: its name in addresses, its verdict,
 * and its moves up to an illegal one, with pushes as capitals. */
static void
put_game_data(struct sok_writer *w, const struct sok_puzzle *p,
    const struct sok_game *g, const struct sok_replay *r,
    struct game_names *names)
{
	bool claims = sok_game_claims(g);
	struct sok_replay mark = {.verdict = r->verdict};
	struct sok_output *o = w->out;
	struct sok_game own = *g;
	size_t n = play_mark(g, &mark);

	if (r->verdict == SOK_ILLEGAL && r->fail_at < n)
		n = r->fail_at;
	if (r->wrong_case || r->verdict == SOK_ILLEGAL)
		writer_fails(w, sok_game_recase(p, &own, &w->arena) == -1);
	sok_out(o, SOK_STR("<section class=\"game\" data-name=\""));
	sok_out(o, claims ? SOK_STR("solution-") : SOK_STR("snapshot-"));
	sok_out_number(o, claims ? ++names->solutions : ++names->snapshots);
	sok_out(o, SOK_STR("\" data-verdict=\""));
	sok_out(o, sok_str(sok_verdict_name[r->verdict]));
	if (r->mode == SOK_REVERSE)
		sok_out(o, SOK_STR("\" data-mode=\"reverse"));
	if (r->verdict == SOK_SOLVED) {
		sok_out(o, SOK_STR("\" data-count=\""));
		sok_out_number(o, r->at.moves);
		sok_outc(o, '/');
		sok_out_number(o, r->at.pushes);
	}
	if (r->verdict != SOK_NOT_SUPPORTED)
		xml_text(
		    w, "\" data-moves=\"", sok_str_sub(own.moves, 0, n), "");
	sok_out(o, SOK_STR("\">\n"));
}

static void
put_game(struct sok_writer *w, const struct sok_puzzle *p, size_t i,
    struct sok_position *position, struct game_names *names)
{
	const struct sok_game *g = &p->game[i];
	struct sok_replay_options o = {.no_final = true, .position = position};
	struct sok_replay r;

	if (writer_fails(w, sok_replay(p, g, &o, &r, &w->arena) == -1))
		return;
	put_game_data(w, p, g, &r, names);
	if (g->title.len == 0) {
		sok_out(w->out, SOK_STR("<h3>Game "));
		sok_out_number(w->out, i + 1);
		sok_out(w->out, SOK_STR("</h3>\n"));
	} else {
		xml_text(w, "<h3 dir=\"auto\">", g->title, "</h3>\n");
	}
	put_verdict(
	    w->out, &r, r.verdict == SOK_UNSOLVED && sok_game_claims(g));
	html_notes(w, &g->text, false, g->title, SOK_STR(""));
	sok_out(w->out, SOK_STR("</section>\n"));
}

/* ---- the board */

/* The numbers that the picture shows. */
static void
put_facts(struct sok_output *o, const struct sok_board *b, struct sok_str by)
{
	sok_out_number(o, (size_t)b->width);
	sok_out(o, by);
	sok_out_number(o, (size_t)b->height);
	sok_out(o, SOK_STR(", "));
	put_count(o, b->boxes, "box", "boxes");
}

/* The numbers of the boxes or goals of Sokoban+, in reading order. */
static void
put_numbers(struct sok_output *o, const struct sok_board *b,
    const struct orders *orders, unsigned char kind)
{
	const uint32_t *number = kind == SOK_BOX ? orders->box : orders->goal;
	bool first = true;

	sok_out(o,
	    kind == SOK_BOX ? SOK_STR(" data-boxes=\"")
	                    : SOK_STR(" data-goals=\""));
	for (size_t i = 0; i < sok_board_size(b); i++) {
		if (!(b->sq[i] & kind))
			continue;
		sok_out_fill(o, ' ', !first);
		first = false;
		/* Numbers that mean none are all written as 0. */
		sok_out_number(
		    o, orders_same(orders, number[i], 0) ? 0 : number[i]);
	}
	sok_outc(o, '"');
}

bool
sok_page_plays(const struct sok_puzzle *p)
{
	return p->has_board && p->variant != SOK_UNSUPPORTED &&
	    (p->board.players == 1 ||
	        (p->board.players > 1 && multiban_puzzle(p)));
}

/* The picture, with the board as data for the script. */
static void
put_board(struct sok_writer *w, const struct sok_puzzle *p)
{
	const struct sok_board *b = &p->board;
	struct picture_box at = picture_box(b);
	struct sok_output *o = w->out;
	struct sok_buf rows = {0};
	struct orders orders;

	sok_out(o, SOK_STR("<div class=\"board\""));
	if (w->o.link == NULL && sok_page_plays(p)) {
		sok_rle_board(&rows, b, write_is_open(p, &w->arena), 3, false);
		writer_fails(w, rows.failed);
		sok_out(o, SOK_STR(" data-board=\""));
		sok_out(o, sok_buf_str(&rows));
		sok_outc(o, '"');
		sok_buf_free(&rows);
		if (p->variant == SOK_SOKOBAN_PLUS) {
			int has = orders_read(p, &orders, &w->arena);

			writer_fails(w, has == -1);
			if (has == 1 && orders.fault == NULL) {
				put_numbers(o, b, &orders, SOK_BOX);
				put_numbers(o, b, &orders, SOK_GOAL);
			}
		}
	}
	sok_out(o, SOK_STR("><svg role=\"img\" aria-label=\"Board, "));
	put_facts(o, b, SOK_STR(" by "));
	sok_out(o, SOK_STR("\" viewBox=\""));
	picture_number(o, at.x);
	sok_outc(o, ' ');
	picture_number(o, at.y);
	sok_outc(o, ' ');
	picture_number(o, at.width);
	sok_outc(o, ' ');
	picture_number(o, at.height);
	sok_out(o, SOK_STR("\" width=\""));
	sok_out_number(o, (size_t)(at.width * PICTURE_PIXELS + .5));
	sok_outc(o, '"');
	picture_grid_data(o, b->grid);
	sok_out(o, SOK_STR(">\n"));
	picture_layers(w, b);
	sok_out(o, SOK_STR("</svg></div>\n"));
}

/* ---- the puzzle */

/* The title as the file has it: `1` does not become `No. 1`, which nobody would
 * find in the file.  Only a puzzle without a title gets one here. */
static void
put_title(struct sok_writer *w, const struct sok_puzzle *p, size_t id)
{
	sok_out(w->out, SOK_STR("<h2 dir=\"auto\">"));
	if (w->o.link != NULL) {
		html_link(w, *w->o.link);
	} else {
		sok_out(w->out, SOK_STR("<a href=\"#"));
		sok_out_number(w->out, id);
		sok_out(w->out, SOK_STR("\">"));
	}
	if (p->title.len == 0) {
		sok_out(w->out, SOK_STR("Puzzle "));
		sok_out_number(w->out, p->number);
	} else {
		xml_text(w, "", p->title, "");
	}
	sok_out(w->out, SOK_STR("</a></h2>\n"));
}

/* The head of an article: its number on the page, which is that of the puzzle
 * as long as there is one operand, and its identity. */
static void
put_article(struct sok_writer *w, const struct sok_puzzle *p)
{
	struct page *page = w->state;
	struct sok_id id;

	if (page->before + p->number <= page->id)
		page->before = page->id;
	page->id = page->before + p->number;
	sok_out(w->out, SOK_STR("<article class=\"puzzle\" id=\""));
	sok_out_number(w->out, page->id);
	int has = w->o.link != NULL ? 0 : sok_unique_id(p, &id, &w->arena);
	writer_fails(w, has == -1);
	if (has == 1) {
		sok_out(w->out, SOK_STR("\" data-id=\""));
		write_id(w->out, id.unique);
	}
	sok_out(w->out, SOK_STR("\">\n"));
	put_title(w, p, page->id);
}

void
html_article(struct sok_writer *w, const struct sok_puzzle *p)
{
	/* The header shows the author of the collection. */
	struct sok_str author = sok_text_get(&p->text, SOK_STR("Author"));
	struct game_names names = {0, 0};
	struct sok_output *o = w->out;

	put_article(w, p);
	if (p->has_board)
		put_board(w, p);
	sok_out(o, SOK_STR("<div class=\"about\">\n"));
	html_author(w, author);
	/* A page of several puzzles tells their number. */
	if (p->has_board || w->o.count != NULL) {
		sok_out(o, SOK_STR("<p class=\"facts\">"));
		if (w->o.count != NULL)
			put_count(o, *w->o.count, "puzzle", "puzzles");
		else
			put_facts(o, &p->board, SOK_STR(" \xc3\x97 "));
		sok_out(o, SOK_STR("</p>\n"));
	}
	if (w->o.link == NULL) {
		put_findings(w, p);
		html_notes(w, &p->text, false, p->title, author);
		struct sok_position *position = write_position(w, p);
		for (size_t i = 0; i < p->ngames; i++)
			put_game(w, p, i, position, &names);
		html_source_put(w, false);
	}
	sok_out(o, SOK_STR("</div>\n</article>\n"));
}
