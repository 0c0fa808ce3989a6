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
	struct lines lines;
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
	for (enum hir_section section = HIR_SAVED; section < HIR_SECTIONS;
	     section++)
		if (sok_str_eq(line, hir_section_line[section]))
			return section;
	return HIR_PICTURE;
}

/* Whether a line is a row: XSB characters and nothing else, at least one. */
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
find_sections(struct sok_reader *reader, struct hir *hir)
{
	enum hir_section now = HIR_PICTURE, next;
	size_t i = hir->next;

	memset(hir->section, 0, sizeof(hir->section));
	hir->section[HIR_PICTURE].from = i;
	for (; i < hir->all.n; i++) {
		/* After the last sections, another trace file may begin. */
		if (now > HIR_SAVED && is_hir_row(hir->all.line[i]) &&
		    !is_hir_row(hir->all.line[i - 1])) {
			struct sok_str rest =
			    lines_raw(&hir->lines, i, hir->all.n);
			if (sok_str_starts(rest, SOK_UTF8_MARK))
				rest = sok_str_from(rest, 3);
			if (bid_hir(rest, true) > 0)
				break;
		}
		if (now == HIR_TRACE)
			continue;
		if (now == HIR_PICTURE && sok_text_block(&hir->all, i) > 0)
			i = sok_text_block(&hir->all, i);
		next = section_of(hir->all.line[i]);
		if (next == HIR_PICTURE)
			continue;
		if (hir->section[next].from > 0)
			reader_report(reader, SOK_SYNTAX_RULE,
			    lines_number(&hir->lines, i), 1,
			    "this section is repeated: the first one is left "
			    "out");
		hir->section[next].from = i + 1;
		hir->section[now].to = i;
		now = next;
	}
	hir->section[now].to = i;
	hir->next = i;
	hir->found = now != HIR_PICTURE;
}

/* Read the picture in a section, which may begin below other lines; all lines
 * around it become *text.  1: the picture is reader->puzzle.board, whose board
 * before is lost.  0: it exceeds a limit (reported), or there was no memory,
 * which the reader remembers; the board is of no use.  -1: the section has no
 * picture.  *line: the number of the first line of the picture, else of the
 * section. */
static int
read_section(struct sok_reader *reader, const struct hir *hir,
    enum hir_section section, struct sok_text *text, size_t *line)
{
	const struct sok_str *all = hir->all.line;
	size_t from = hir->section[section].from, to = hir->section[section].to;
	size_t first = from, end;
	struct sok_text others = {NULL, 0};

	*text = others;
	others.line = sok_arena_alloc(&reader->arena, to - from, sizeof(*all));
	if (reader_fails(reader, others.line == NULL))
		return 0;
	while (first < to && !is_hir_row(all[first]))
		others.line[others.n++] = all[first++];
	for (end = first; end < to && is_hir_row(all[end]);)
		end++;
	for (size_t i = end; i < to; i++)
		others.line[others.n++] = all[i];
	foreign_tags(reader, text, &others);
	*line = lines_number(&hir->lines, first < end ? first : from);
	if (first == end)
		return -1;
	return foreign_board(reader, all + first, first, end - first);
}

/* Compare the saved image with the board after the moves.  If they differ, the
 * image is kept in the text of the game as `Saved-Image:`, which is reported
 * unless the replay has stopped before.  If they are equal, a game without a
 * status that does not solve the puzzle becomes a snapshot.  Lines around the
 * image that are not those around the first picture are kept in the text of the
 * game as well.  A lack of memory is recorded as by reader_fails(). */
static void
check_saved(
    struct sok_reader *reader, const struct hir *hir, struct sok_game *game)
{
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_arena *arena = &reader->arena;
	struct sok_board own = puzzle->board;
	struct sok_buf image = {0};
	struct sok_str kept = {NULL, 0};
	struct sok_replay played;
	struct sok_text more;
	size_t room = 0, line = 0;
	int got = read_section(reader, hir, HIR_SAVED, &more, &line);
	struct sok_board saved = puzzle->board;

	puzzle->board = own;
	if (!text_equal(&more, &puzzle->text))
		reader_fails(reader,
		    text_append_all(&game->text, &room, &more, arena) == -1);
	if (got != 1 ||
	    reader_fails(reader,
	        variant_find(reader, &puzzle->text, &puzzle->board,
	            &puzzle->variant) == -1))
		return;

	saved.grid = puzzle->board.grid = sok_variant_grid(puzzle->variant);
	if (reader_fails(
	        reader, sok_replay(puzzle, game, NULL, &played, arena) == -1))
		return;
	played.final.row = saved.row = NULL;
	if (reader_fails(reader,
	        sok_board_crop(&played.final, arena) == -1 ||
	            sok_board_crop(&saved, arena) == -1))
		return;
	if (sok_board_equal(&played.final, &saved)) {
		/* Without a status, the game was saved before its end. */
		if (played.verdict == SOK_UNSOLVED &&
		    sok_text_get(&game->text, SOK_STR("status")).len == 0)
			game->title_line = SOK_STR(HIR_SAVED_GAME);
		return;
	}

	/* After an illegal move nothing can be compared. */
	if (played.verdict == SOK_SOLVED || played.verdict == SOK_UNSOLVED)
		reader_report(reader, SOK_SAVED_IMAGE_MISMATCH_RULE, line, 1,
		    "the saved image is not the board after the moves: kept "
		    "as `Saved-Image:`");
	sok_rle_board(&image, &saved, true, 3, false);
	if (image.len == 0) /* only floor */
		sok_buf_addc(&image, '-');
	int n = (int)image.len;
	if (!image.failed)
		kept = sok_str_fmt(arena, "Saved-Image: %.*s", n, image.s);
	sok_buf_free(&image);
	reader_fails(
	    reader, text_append(&game->text, &room, kept, arena) == -1);
}

/* ---- the calls of the reader */

static int
hir_open(struct sok_reader *reader)
{
	size_t most = reader->options.limits->v[SOK_LIMIT_TEXT], n = 0;
	int got;

	if (foreign_open(reader, sizeof(struct hir)) == -1)
		return -1;
	struct hir *hir = reader->state;
	while ((got = lines_want(&hir->lines, n)) == 1)
		if (line_raw(&hir->lines.line[n]) > most ||
		    n++ > most / LINE_LEAST)
			break;
	if (got == -1)
		return -1;
	if (got == 0) {
		hir->all.line =
		    sok_arena_alloc(&reader->life, n, sizeof(struct sok_str));
		if (hir->all.line == NULL)
			return -1;
		for (; hir->all.n < n; hir->all.n++)
			hir->all.line[hir->all.n] =
			    lines_str(&hir->lines, hir->all.n);
		find_sections(reader, hir);
		if (hir->found)
			return 0;
	}
	/* What is too long and screens, boards with tags, are read as text. */
	foreign_close(reader);
	reader->state = NULL;
	reader->format = sok_format_find(SOK_STR("sok"));
	return reader->format->reader->open(reader);
}

static int
hir_read(struct sok_reader *reader)
{
	struct hir *hir = reader->state;
	struct sok_puzzle *puzzle = &reader->puzzle;
	struct sok_text remarks;
	size_t line = 0;
	int got;

	/* The next trace with a board. */
	do {
		if (!hir->found && hir->next == hir->all.n)
			return 0;
		if (!hir->found)
			find_sections(reader, hir);
		hir->found = false;
		got = read_section(
		    reader, hir, HIR_PICTURE, &puzzle->text, &line);
		puzzle->pos = (struct sok_pos){reader->options.name, line, 1};
		if (got == -1)
			reader_report(reader, SOK_SYNTAX_RULE, line, 1,
			    "a trace file without a picture: not read");
	} while (got != 1);

	struct sok_game *game =
	    sok_arena_zalloc(&reader->arena, 1, sizeof(*game));
	if (reader_fails(reader, game == NULL))
		return 1;
	struct span span = hir->section[HIR_INFO];
	struct sok_text information = {
	    hir->all.line + span.from, span.to - span.from};
	foreign_tags(reader, &game->text, &information);
	span = hir->section[HIR_TRACE];
	hir_game(reader, game, &remarks,
	    lines_raw(&hir->lines, span.from, span.to),
	    lines_number(&hir->lines, span.from));
	if (hir->section[HIR_SAVED].to > 0)
		check_saved(reader, hir, game);
	reader_fails(
	    reader, text_join(&game->text, &remarks, &reader->arena) == -1);
	puzzle->game = game;
	puzzle->ngames = game->moves.len > 0;
	/* Remarks in a game without moves belong to the puzzle. */
	if (puzzle->ngames == 0)
		reader_fails(reader,
		    text_join(&puzzle->text, &game->text, &reader->arena) ==
		        -1);
	return 1;
}

const struct sok_read_ops read_hir_ops = {
    .open = hir_open, .read = hir_read, .close = foreign_close};
