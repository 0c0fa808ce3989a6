/* read_hir.c - reads trace files of hir's Sokoban: a board with its tags, the
 * board as it was saved, information, and the trace of a game.  Concatenated
 * files are several puzzles; the text reader reads files without sections. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "format/hir/hir.h"
#include "text/text.h"

/* Lines from to to (exclusive); to is 0 if there is no such section. */
struct span {
	size_t from, to;
};

struct hir {
	struct lines l;
	struct sok_text all; /* all lines of the file */
	struct span section[HIR_SECTIONS];
	size_t next; /* the first line of the next trace */
	bool found;  /* these sections were not read yet */
};

const struct sok_str hir_section_line[HIR_SECTIONS] = {SOK_STR_INIT(""),
    SOK_STR_INIT("---saved-image---"), SOK_STR_INIT("---information---"),
    SOK_STR_INIT("---trace-data---")};

/* The section that begins with this line, HIR_PICTURE if none does. */
static enum hir_section
section_of(struct sok_str line)
{
	for (enum hir_section i = HIR_SAVED; i < HIR_SECTIONS; i++)
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

/* Find the sections of the next trace; found: any but a picture. */
static void
find_sections(struct sok_reader *r, struct hir *h)
{
	enum hir_section now = HIR_PICTURE, next;
	size_t i = h->next;

	memset(h->section, 0, sizeof(h->section));
	h->section[HIR_PICTURE].from = i;
	for (; i < h->all.n; i++) {
		/* After the last sections, another trace file may begin. */
		if (now > HIR_SAVED && is_hir_row(h->all.line[i]) &&
		    !is_hir_row(h->all.line[i - 1])) {
			struct sok_str rest = lines_raw(&h->l, i, h->all.n);
			if (sok_str_starts(rest, SOK_STR("\xef\xbb\xbf")))
				rest = sok_str_from(rest, 3);
			if (bid_hir(rest, true) > 0)
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

/* Read the picture in a section, which may begin later, as r->puzzle.board; all
 * other lines become text.  1; 0 if it exceeds a limit (reported); -1 if there
 * is none.  *line: the number of its first line, or of the section. */
static int
read_section(struct sok_reader *r, const struct hir *h,
    enum hir_section section, struct sok_text *t, size_t *line)
{
	const struct sok_str *all = h->all.line;
	size_t from = h->section[section].from, to = h->section[section].to;
	size_t first = from, end;
	struct sok_text others = {NULL, 0};

	*t = others;
	others.line = sok_arena_alloc(&r->arena, to - from, sizeof(*all));
	if (reader_fails(r, others.line == NULL))
		return 0;
	while (first < to && !is_hir_row(all[first]))
		others.line[others.n++] = all[first++];
	for (end = first; end < to && is_hir_row(all[end]);)
		end++;
	for (size_t i = end; i < to; i++)
		others.line[others.n++] = all[i];
	foreign_tags(r, t, &others);
	*line = lines_number(&h->l, first < end ? first : from);
	if (first == end)
		return -1;
	return foreign_board(r, all + first, first, end - first);
}

/* Keep the lines around the saved image in the text of the game, unless they
 * repeat those of the first picture, and an image to which it does not lead. */
static void
check_saved(struct sok_reader *r, const struct hir *h, struct sok_game *g)
{
	struct sok_puzzle *p = &r->puzzle;
	struct sok_arena *a = &r->arena;
	struct sok_board own = p->board;
	struct sok_buf image = {0};
	struct sok_str kept = {NULL, 0};
	struct sok_replay played;
	struct sok_text more;
	size_t room = 0, line = 0;
	int got = read_section(r, h, HIR_SAVED, &more, &line);
	struct sok_board saved = p->board;

	p->board = own;
	if (!text_equal(&more, &p->text))
		reader_fails(
		    r, text_append_all(&g->text, &room, &more, a) == -1);
	if (got != 1 ||
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
		/* Without a status, the game was saved before its end. */
		if (played.verdict == SOK_UNSOLVED &&
		    sok_text_get(&g->text, SOK_STR("status")).len == 0)
			g->title_line = SOK_STR(HIR_SAVED_GAME);
		return;
	}

	/* After an illegal move nothing can be compared. */
	if (played.verdict == SOK_SOLVED || played.verdict == SOK_UNSOLVED)
		reader_report(r, SOK_SAVED_IMAGE_MISMATCH_RULE, line, 1,
		    "the saved image is not the board after the moves: kept "
		    "as `Saved-Image:`");
	sok_rle_board(&image, &saved, true, 3, false);
	if (image.len == 0) /* only floor */
		sok_buf_addc(&image, '-');
	int n = (int)image.len;
	if (!image.failed)
		kept = sok_str_fmt(a, "Saved-Image: %.*s", n, image.s);
	sok_buf_free(&image);
	reader_fails(r, text_append(&g->text, &room, kept, a) == -1);
}

/* ---- the calls of the reader */

static int
hir_open(struct sok_reader *r)
{
	size_t most = r->o.limits->v[SOK_LIMIT_TEXT], n = 0;
	int got;

	if (foreign_open(r, sizeof(struct hir)) == -1)
		return -1;
	struct hir *h = r->state;
	while ((got = lines_want(&h->l, n)) == 1)
		if (h->l.v[n].raw > most || n++ > most / LINE_LEAST)
			break;
	if (got == -1)
		return -1;
	if (got == 0) {
		h->all.line =
		    sok_arena_alloc(&r->life, n, sizeof(struct sok_str));
		if (h->all.line == NULL)
			return -1;
		for (; h->all.n < n; h->all.n++)
			h->all.line[h->all.n] = lines_str(&h->l, h->all.n);
		find_sections(r, h);
		if (h->found)
			return 0;
	}
	/* What is too long and screens, boards with tags, are read as text. */
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
	struct sok_text remarks;
	size_t line = 0;
	int got;

	/* The next trace with a board. */
	do {
		if (!h->found && h->next == h->all.n)
			return 0;
		if (!h->found)
			find_sections(r, h);
		h->found = false;
		got = read_section(r, h, HIR_PICTURE, &p->text, &line);
		p->pos = (struct sok_pos){r->o.name, line, 1};
		if (got == -1)
			reader_report(r, SOK_SYNTAX_RULE, line, 1,
			    "a trace file without a picture: not read");
	} while (got != 1);

	struct sok_game *g = sok_arena_zalloc(&r->arena, 1, sizeof(*g));
	if (reader_fails(r, g == NULL))
		return 1;
	struct span s = h->section[HIR_INFO];
	struct sok_text information = {h->all.line + s.from, s.to - s.from};
	foreign_tags(r, &g->text, &information);
	s = h->section[HIR_TRACE];
	hir_game(r, g, &remarks, lines_raw(&h->l, s.from, s.to),
	    lines_number(&h->l, s.from));
	if (h->section[HIR_SAVED].to > 0)
		check_saved(r, h, g);
	reader_fails(r, text_join(&g->text, &remarks, &r->arena) == -1);
	p->game = g;
	p->ngames = g->moves.len > 0;
	/* Remarks in a game without moves belong to the puzzle. */
	if (p->ngames == 0)
		reader_fails(r, text_join(&p->text, &g->text, &r->arena) == -1);
	return 1;
}

const struct sok_read_ops read_hir_ops = {
    .open = hir_open, .read = hir_read, .close = foreign_close};
