/* scan.c - finds boards and moves in any text and returns all bytes around
 * them, for filters that rewrite only these. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/foreign.h"
#include "text/grammar.h"
#include "text/key.h"
#include "text/doubts/doubts.h"
#include "text/text.h"
#include "text/variant.h"

struct sok_scan {
	struct sok_read_options options;
	struct sok_sink *sink;
	struct sok_input in;
	struct sok_arena now, ahead;
	struct blocks blocks;
	struct doubts doubts;
	size_t start;      /* the first line that was not returned yet */
	struct block next; /* the last block found */
	bool has_next;     /* it is a board after the text, for the next call */
	bool open;         /* no blank line since the last board or moves */
	bool undecoded;    /* undecodable input was reported */
	/* Whether the margin of a board must be kept: */
	bool played;  /* the last block other than text is moves */
	bool begun;   /* the text above the first block is complete */
	bool variant; /* it names a variant, or boards are not examined */
	enum sok_variant game; /* of all puzzles, as far as known */
};

/* Text is returned in parts of about this size. */
#define CHUNK ((size_t)65536)

/* Whether the boards of a variant are not squares or unknown. */
static bool
is_another(enum sok_variant variant)
{
	return variant == SOK_UNSUPPORTED ||
	    sok_variant_grid(variant) != SOK_SQUARES;
}

/* Begin to read from a source; NULL with errno. */
static struct sok_scan *
begin(struct input_source from, const struct sok_read_options *options,
    struct sok_sink *sink)
{
	struct sok_scan *scan = calloc(1, sizeof(*scan));
	struct naming none = {.grid = false};
	bool grid;

	if (scan == NULL || input_options(&scan->options, options) == -1 ||
	    input_open(&scan->in, from, &scan->options) == -1) {
		free(scan);
		return NULL;
	}
	scan->sink = sink;
	if (blocks_open(&scan->blocks, &scan->in, &scan->options) == -1) {
		input_close(&scan->in);
		free(scan);
		return NULL;
	}
	scan->blocks.now = &scan->now;
	scan->blocks.ahead = &scan->ahead;
	scan->blocks.for_scan = true;
	scan->game = variant_of_keys(&scan->options, none, &grid);
	scan->variant = is_another(scan->game);
	return scan;
}

struct sok_scan *
sok_scan_open(int fd, struct sok_stream *from,
    const struct sok_read_options *options, struct sok_sink *sink)
{
	return begin(
	    (struct input_source){.fd = fd, .stream = from}, options, sink);
}

struct sok_scan *
sok_scan_open_memory(struct sok_str bytes,
    const struct sok_read_options *options, struct sok_sink *sink)
{
	if (bytes.s == NULL)
		bytes = SOK_STR("");
	return begin(
	    (struct input_source){.fd = -1, .memory = bytes}, options, sink);
}

void
sok_scan_variant(struct sok_scan *scan)
{
	scan->variant = true;
}

int
sok_scan_head(struct sok_scan *scan, struct sok_str *head)
{
	int got = input_want(&scan->in, SOK_FORMAT_HEAD);

	*head = input_bytes(&scan->in);
	return got;
}

void
sok_scan_close(struct sok_scan *scan)
{
	if (scan == NULL)
		return;
	blocks_close(&scan->blocks);
	input_close(&scan->in);
	sok_arena_free(&scan->now);
	sok_arena_free(&scan->ahead);
	free(scan);
}

/* The line end of the first line of a block, or else of the lines before; "\n"
 * if those differ. */
static void
find_line_end(const struct sok_scan *scan, struct sok_block *block)
{
	const char *lf = memchr(block->raw.s, '\n', block->raw.len);
	const char *cr = memchr(block->raw.s, '\r', block->raw.len);
	const char *first = cr == NULL || (lf != NULL && lf < cr) ? lf : cr;
	struct sok_str end = sok_str_from(block->raw,
	    first != NULL ? (size_t)(first - block->raw.s) : block->raw.len);
	char last =
	    block->raw.len > 0 ? block->raw.s[block->raw.len - 1] : '\0';
	unsigned ends = scan->blocks.lines.ends;

	block->ended = last == '\n' || last == '\r';
	if (sok_str_starts(end, SOK_STR("\n")))
		ends = LINES_LF;
	else if (sok_str_starts(end, SOK_STR("\r\n")))
		ends = LINES_CRLF;
	else if (end.len > 0)
		ends = LINES_CR;
	if (ends == 0 || ends & LINES_LF)
		block->eol = "\n";
	else if (sok_str_starts(end, SOK_STR("\r\r\n")))
		block->eol = "\r\r\n";
	else
		block->eol = ends & LINES_CRLF ? "\r\n" : "\r";
}

/* The variant of text with a key that names one: 1; 0 if none does; -1 on
 * ENOMEM. */
static int
find_game(const struct sok_scan *scan, struct sok_str raw,
    enum sok_variant *variant, struct sok_arena *arena)
{
	bool grid;

	struct sok_text text;

	if (memchr(raw.s, ':', raw.len) == NULL &&
	    memchr(raw.s, '=', raw.len) == NULL)
		return 0; /* there are no keys */
	if (foreign_lines(&text, raw, arena) == -1)
		return -1;
	struct naming naming = key_naming(&text);
	if (naming_any(&naming))
		*variant = variant_of_keys(&scan->options, naming, &grid);
	return naming_any(&naming);
}

/* How many bytes below a board are searched for a key, and how many at once. */
#define AHEAD ((size_t)65536)
#define AHEAD_CHUNK 1024

/* Whether the puzzle whose board ends at line scan->start may be of a variant:
 * a key in its text names one, or the next board is not within the bytes that
 * are searched.  -1 with errno. */
static int
may_be_variant(struct sok_scan *scan)
{
	size_t at = lines_raw(&scan->blocks.lines, 0, scan->start).len;
	struct sok_read_options options = scan->options;
	struct sok_block block = {.kind = SOK_BLOCK_TEXT};
	enum sok_variant variant = SOK_SOKOBAN;
	struct sok_sink quiet = {0};
	int got = 1, found = 0;

	if (input_want(&scan->in, at + AHEAD + 1) == -1)
		return -1;
	struct sok_str below = sok_str_from(input_bytes(&scan->in), at);
	options.charset = NULL;
	options.chunk = AHEAD_CHUNK;
	struct sok_scan *probe = sok_scan_open_memory(
	    sok_str_sub(below, 0, AHEAD), &options, &quiet);
	if (probe == NULL)
		return -1;
	probe->variant = probe->begun = true;
	while (found != -1 && !is_another(variant) &&
	    (got = sok_scan_next(probe, &block)) == 1 &&
	    block.kind != SOK_BLOCK_BOARD)
		if (block.kind == SOK_BLOCK_TEXT)
			found =
			    find_game(scan, block.raw, &variant, &scan->now);
	sok_scan_close(probe);
	if (got == -1 || found == -1)
		return -1;
	return is_another(variant) || (got == 0 && below.len > AHEAD);
}

/* Return the board or moves scan->next. */
static int
take_block(struct sok_scan *scan, struct sok_block *to)
{
	struct block *block = &scan->next;
	struct lines_first *apart = &scan->blocks.lines.first[FIRST_APART];
	struct sok_game *game = &to->game;
	enum sok_variant named = scan->game;
	/* By a user, whatever keys say. */
	bool chosen = variant_of_option(&scan->options).grid;
	int x, y, hexoban = 0, variant = scan->variant;

	to->kind = block->kind;
	to->quoted = block->quoted;
	scan->start = block->to;
	pending_join(&scan->blocks.found, &block->found);
	if (apart->line != 0 && apart->line != SIZE_MAX) {
		pending_add(&scan->blocks.found, &scan->now,
		    SOK_GLUED_BOARDS_RULE, apart->line, apart->col,
		    BLOCK_APART);
		apart->line = SIZE_MAX;
	}
	scan->played = block->kind == SOK_BLOCK_MOVES;
	if (scan->played) {
		*game = (struct sok_game){.nsource = 0};
		if (block_game(&scan->blocks, block, scan->options.name, game,
		        &scan->now) == -1)
			return -1;
		for (size_t i = 0; i < game->nsource && game->nsource > 1; i++)
			if (game->source[i].text.len > to->wrap)
				to->wrap = game->source[i].text.len;
		return 0;
	}

	to->board = block->board;
	to->part = block->part;
	if (to->part)
		return 0;
	if (block->plain)
		to->board.xsb =
		    lines_raw(&scan->blocks.lines, block->from, block->to);
	if (sok_variant_base(named) == SOK_SOKOBAN && !chosen)
		hexoban = variant_is_hexoban(&to->board, &scan->now);
	named = hexoban == 1 ? SOK_HEXOBAN : named;
	block_begin_game(&scan->blocks, named, chosen);
	int closed = sok_board_closed(&to->board, &x, &y, &scan->now);
	if (hexoban == -1 || closed == -1)
		return -1;
	to->open = closed == 0;
	/* A board whose squares may be those of a variant is not cropped. */
	if (closed != 1 || to->board.xsb.len > 0 ||
	    !board_has_margin(&to->board))
		return 0;
	if (!variant && !chosen)
		variant = may_be_variant(scan);
	if (variant == 0 && sok_board_crop(&to->board, &scan->now) == -1)
		return -1;
	to->open = to->variant = variant == 1;
	return variant == -1 ? -1 : 0;
}

/* Return the text up to a board, moves or the size of a part, or what follows.
 * Text ends at the first blank line below a board or moves, so that findings
 * about the lines above are reported before those about the lines below. */
static int
next_block(struct sok_scan *scan, struct sok_block *to)
{
	struct block *block = &scan->next;
	struct pending_list *found = &block->found;
	bool held = scan->has_next;
	int got = 1;

	scan->has_next = false;
	while (!held) {
		got = block_at(&scan->blocks, scan->start, block);
		if (got == 1)
			got = doubts_found(&scan->doubts, &scan->blocks, block);
		if (got != 1 || block->kind != SOK_BLOCK_TEXT)
			break;
		doubts_conflict(&scan->doubts, &scan->blocks, block);
		if (scan->begun && !scan->played)
			block_note_game(&scan->blocks, scan->start);
		scan->start = block->to;
		size_t bytes =
		    lines_raw(&scan->blocks.lines, 0, scan->start).len;
		bool blank = lines_blank(&scan->blocks.lines, scan->start - 1);
		/* A blank line is better: text above moves makes them
		 * doubtful. */
		if ((blank && scan->open) ||
		    bytes > (blank ? CHUNK : 4 * CHUNK))
			break;
	}
	if (got == -1)
		return -1;
	to->pos = (struct sok_pos){
	    scan->options.name, scan->blocks.lines.first_number, 1};
	if (got == 1 && scan->start > 0 && block->kind == SOK_BLOCK_BOARD) {
		/* Keep the board that follows the text for the next call,
		 * without the findings about the lines of the text. */
		size_t line = lines_number(&scan->blocks.lines, block->from);

		scan->has_next = true;
		block->from -= scan->start;
		block->to -= scan->start;
		while (found->first != NULL && found->first->line < line) {
			found->first = found->first->next;
			found->n--;
		}
		if (found->first == NULL)
			found->last = NULL;
	}
	if (got == 1 && scan->start == 0 && take_block(scan, to) == -1)
		return -1;
	to->raw = lines_raw(&scan->blocks.lines, 0, scan->start);
	find_line_end(scan, to);
	if (pending_flush(&scan->blocks.found, scan->sink, scan->options.name,
	        NULL) == -1)
		return -1;
	return scan->start > 0;
}

int
sok_scan_next(struct sok_scan *scan, struct sok_block *block)
{
	int found = 0;

	blocks_drop(&scan->blocks, scan->start);
	scan->start = 0;
	sok_arena_reset(&scan->now);
	if (!scan->has_next)
		sok_arena_reset(&scan->ahead);
	/* All but its game, which is large and set only where needed. */
	block->kind = SOK_BLOCK_TEXT;
	block->open = block->variant = block->quoted = block->part = false;
	block->wrap = 0;
	block->board = (struct sok_board){0};
	int got = next_block(scan, block);
	/* At the end, as buffering decides how much was decoded before. */
	const char *fault = got != 1 && !scan->undecoded
	    ? charset_fault(scan->in.decode)
	    : NULL;
	if (fault != NULL) {
		scan->undecoded = true;
		sok_report(scan->sink, SOK_CHARSET_RULE,
		    (struct sok_pos){.file = scan->options.name}, NULL, NULL,
		    "%s", fault);
	}
	if (got != 1)
		return got;
	scan->begun |= block->kind != SOK_BLOCK_TEXT;
	if (!scan->begun)
		found = find_game(scan, block->raw, &scan->game, &scan->now);
	if (found == 1)
		scan->variant = is_another(scan->game);
	/* A blank line closes it. */
	scan->open = scan->open || block->kind != SOK_BLOCK_TEXT;
	for (struct sok_str rest = block->raw;
	     scan->open && block->kind == SOK_BLOCK_TEXT && rest.len > 0;)
		scan->open = sok_str_trim(sok_str_line(&rest)).len > 0;
	return found == -1 ? -1 : 1;
}
