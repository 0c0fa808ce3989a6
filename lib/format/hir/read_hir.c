/*
 * read_hir.c - reads trace files of hir's Sokoban: a board with its tags, the
 * board as it was saved, information, and the trace of a game.  A file is one
 * puzzle with one game, concatenated files are several; the text reader reads
 * files without sections.
 */
#include <string.h>

#include "format/hir/hir.h"
#include "text/key.h"
#include "text/variant.h"
#include "text/lines.h"
#include "text/foreign.h"
#include "text/text.h"
#include "tools.h"

/* Lines from to to (exclusive); to is 0 if there is no such section. */
struct span {
	size_t from, to;
};

struct hir {
	struct lines l;
	struct sok_text all; /* all lines of the file */
	struct span section[HIR_NSECTIONS];
	size_t next; /* the first line of the next trace */
	bool found;  /* these sections were not read yet */
};

const struct sok_str hir_section_line[HIR_NSECTIONS] = {
    [HIR_PICTURE] = SOK_STR_INIT(""),
    [HIR_SAVED] = SOK_STR_INIT("---saved-image---"),
    [HIR_INFORMATION] = SOK_STR_INIT("---information---"),
    [HIR_TRACE] = SOK_STR_INIT("---trace-data---"),
};

/* The section that begins with this line, HIR_PICTURE if none does. */
static enum hir_section
section_of(struct sok_str line)
{
	for (enum hir_section i = HIR_SAVED; i < HIR_NSECTIONS; i++)
		if (sok_str_eq(line, hir_section_line[i]))
			return i;
	return HIR_PICTURE;
}

static bool
is_hir_row(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (sok_square[(unsigned char)s.s[i]] == 0xff)
			return false;
	return s.len > 0;
}

/* Only tags may be between the first board and a section. */
int
bid_hir(struct sok_str head, bool eof)
{
	size_t rows = 0;
	bool below = false;

	(void)eof;
	while (head.len > 0) {
		struct sok_str line = sok_str_rtrim(sok_str_line(&head));

		if (line.len == 0) {
			below = rows > 0;
		} else if (!below && is_hir_row(line)) {
			rows++;
		} else if (section_of(line) != HIR_PICTURE) {
			return rows >= 3 ? 90 : 0;
		} else if (rows >= 3 && sok_key_known(line)) {
			enum comment_mark mark = COMMENT_NONE;
			struct sok_str rest = head;

			below = true;
			if (comment_mark(line, NULL) != COMMENT_OPEN)
				continue;
			/* Skip the comment block, if it is closed. */
			while (rest.len > 0 && mark == COMMENT_NONE) {
				line = sok_str_rtrim(sok_str_line(&rest));
				mark = comment_mark(line, NULL);
			}
			if (mark == COMMENT_CLOSE)
				head = rest;
		} else {
			return 0;
		}
	}
	return 0;
}

/* ---- sections */

/* Find the sections of the next trace; found is false if there is only a
 * picture. */
static void
find_sections(struct sok_reader *r, struct hir *h)
{
	enum hir_section now = HIR_PICTURE, next;
	struct sok_str rest;
	size_t i = h->next;
	bool mark;

	memset(h->section, 0, sizeof(h->section));
	h->section[HIR_PICTURE].from = i;
	for (; i < h->all.n; i++) {
		/* After the last sections, another trace file may begin. */
		if (now > HIR_SAVED && is_hir_row(h->all.line[i]) &&
		    !is_hir_row(h->all.line[i - 1])) {
			rest = lines_raw(&h->l, i, h->all.n);
			mark = sok_str_starts(rest, SOK_STR("\xef\xbb\xbf"));
			if (bid_hir(sok_str_from(rest, mark ? 3 : 0), true) > 0)
				break;
		}
		if (now == HIR_TRACE)
			continue;
		if (now == HIR_PICTURE && sok_text_block(&h->all, i) > 0)
			i = sok_text_block(&h->all, i);
		next = section_of(h->all.line[i]);
		if (next == HIR_PICTURE)
			continue;
		if (h->section[next].from > 0)
			reader_report(r, SOK_SYNTAX_RULE,
			    lines_number(&h->l, i), 1,
			    "this section is repeated: the first one is left "
			    "out");
		h->section[next].from = i + 1;
		h->section[now].to = i;
		now = next;
	}
	h->section[now].to = i;
	h->next = i;
	h->found = now != HIR_PICTURE;
}

/* ---- pictures */

/* Find the rows of the picture in a section, which may begin later; all other
 * lines become text. */
static struct span
read_section(struct sok_reader *r, const struct hir *h, struct span s,
    struct sok_text *t)
{
	struct span rows = {s.from, s.from};
	struct sok_text others = {NULL, 0};

	while (rows.from < s.to && !is_hir_row(h->all.line[rows.from]))
		rows.from++;
	rows.to = rows.from;
	while (rows.to < s.to && is_hir_row(h->all.line[rows.to]))
		rows.to++;
	*t = others;
	others.line =
	    sok_arena_alloc(&r->arena, s.to - s.from, sizeof(*others.line));
	if (reader_fails(r, others.line == NULL))
		return rows;
	for (size_t i = s.from; i < s.to; i++)
		if (i < rows.from || i >= rows.to)
			others.line[others.n++] = h->all.line[i];
	foreign_tags(r, t, &others);
	return rows;
}

/* Keep the lines around the saved image as information about the game, unless
 * they are those of the first picture, and the image as a line, unless the game
 * leads to it. */
static void
check_saved(struct sok_reader *r, const struct hir *h, struct sok_game *g)
{
	struct sok_puzzle *p = &r->puzzle;
	struct sok_arena *a = &r->arena;
	struct sok_board own = p->board, saved;
	struct sok_buf image = {0};
	struct sok_str kept = {NULL, 0};
	struct sok_replay played;
	struct sok_text more;
	struct span rows;
	size_t room = 0;
	bool got;

	rows = read_section(r, h, h->section[HIR_SAVED], &more);
	if (!text_equal(&more, &p->text))
		reader_fails(
		    r, text_append_all(&g->text, &room, &more, a) == -1);
	if (rows.from == rows.to)
		return;
	got = foreign_board(
	    r, h->all.line + rows.from, rows.from, rows.to - rows.from);
	saved = p->board;
	p->board = own;
	if (!got ||
	    reader_fails(
	        r, variant_find(r, &p->text, &p->board, &p->variant) == -1))
		return;

	saved.grid = p->board.grid = sok_variant_grid(p->variant);
	if (reader_fails(r, sok_replay(p, g, NULL, &played, a) == -1))
		return;
	played.final.row = saved.row = NULL;
	if (reader_fails(r,
	        sok_board_crop(&played.final, a) == -1 ||
	            sok_board_crop(&saved, a) == -1))
		return;
	if (sok_board_equal(&played.final, &saved)) {
		/* The game was saved before its end, unless the file says
		 * otherwise. */
		if (played.verdict == SOK_UNSOLVED &&
		    sok_text_get(&g->text, SOK_STR("status")).len == 0)
			g->title_line = SOK_STR(HIR_SAVED_GAME);
		return;
	}

	/* After an illegal move nothing can be compared. */
	if (played.verdict == SOK_SOLVED || played.verdict == SOK_UNSOLVED)
		reader_report(r, SOK_SAVED_IMAGE_MISMATCH_RULE,
		    lines_number(&h->l, rows.from), 1,
		    "the saved image is not the board after the moves: kept "
		    "as `Saved-Image:`");
	sok_rle_board(&image, &saved, true, 3, false);
	if (image.len == 0) /* only floor */
		sok_buf_addc(&image, '-');
	if (!image.failed)
		kept = sok_str_fmt(
		    a, "Saved-Image: %.*s", (int)image.len, image.s);
	sok_buf_free(&image);
	reader_fails(r, text_append(&g->text, &room, kept, a) == -1);
}

/* ---- the calls of the reader */

static int
hir_open(struct sok_reader *r)
{
	size_t most = r->o.limits->v[SOK_LIMIT_TEXT], n = 0;
	struct hir *h;
	int got;

	if (foreign_open(r, sizeof(*h)) == -1)
		return -1;
	h = r->state;
	while ((got = lines_want(&h->l, n)) == 1)
		if (h->l.v[n].raw > most || n++ > most / LINE_LEAST)
			break;
	if (got == -1)
		return -1;
	if (got == 0) {
		h->all.line =
		    sok_arena_alloc(&r->life, n, sizeof(*h->all.line));
		if (h->all.line == NULL)
			return -1;
		for (; h->all.n < n; h->all.n++)
			h->all.line[h->all.n] = lines_str(&h->l, h->all.n);
		find_sections(r, h);
		if (h->found)
			return 0;
	}
	/* The text reader reads what is too long, and screens, which are boards
	 * with tags. */
	foreign_close(r);
	r->state = NULL;
	r->format = sok_format_find(SOK_STR("sok"));
	return r->format->reader->open(r);
}

static int
hir_read(struct sok_reader *r)
{
	struct hir *h = r->state;
	struct sok_puzzle *p = &r->puzzle;
	struct span s, rows;
	struct sok_text remarks;
	struct sok_game *g;
	size_t first;

	/* The next trace with a board. */
	do {
		if (!h->found && h->next == h->all.n)
			return 0;
		if (!h->found)
			find_sections(r, h);
		h->found = false;
		s = h->section[HIR_PICTURE];
		rows = read_section(r, h, s, &p->text);
		first = rows.from < rows.to ? rows.from : s.from;
		p->pos =
		    (struct sok_pos){r->o.name, lines_number(&h->l, first), 1};
		if (rows.from == rows.to)
			reader_report(r, SOK_SYNTAX_RULE, p->pos.line, 1,
			    "a trace file without a picture: not read");
	} while (rows.from == rows.to ||
	    !foreign_board(
	        r, h->all.line + rows.from, rows.from, rows.to - rows.from));

	g = sok_arena_zalloc(&r->arena, 1, sizeof(*g));
	if (reader_fails(r, g == NULL))
		return 1;
	s = h->section[HIR_INFORMATION];
	foreign_tags(r, &g->text,
	    &(struct sok_text){h->all.line + s.from, s.to - s.from});
	s = h->section[HIR_TRACE];
	hir_game(r, g, &remarks, lines_raw(&h->l, s.from, s.to),
	    lines_number(&h->l, s.from));
	if (h->section[HIR_SAVED].to > 0)
		check_saved(r, h, g);
	reader_fails(r, text_join(&g->text, &remarks, &r->arena) == -1);
	if (g->moves.len > 0) {
		p->game = g;
		p->ngames = 1;
		return 1;
	}
	/* Remarks in a game without moves belong to the puzzle. */
	reader_fails(r, text_join(&p->text, &g->text, &r->arena) == -1);
	return 1;
}

const struct sok_read_ops read_hir_ops = {
    .open = hir_open, .read = hir_read, .close = foreign_close};
