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
	struct sok_read_options o;
	struct sok_sink *sink;
	struct sok_input in;
	struct sok_arena now, ahead;
	struct blocks b;
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
is_another(enum sok_variant v)
{
	return v == SOK_UNSUPPORTED || sok_variant_grid(v) != SOK_SQUARES;
}

static struct sok_scan *
begin(struct input_source from, const struct sok_read_options *o,
    struct sok_sink *sink)
{
	struct sok_scan *s = calloc(1, sizeof(*s));
	struct naming none = {.grid = false};
	bool grid;

	if (s == NULL || input_options(&s->o, o) == -1 ||
	    input_open(&s->in, from, &s->o) == -1) {
		free(s);
		return NULL;
	}
	s->sink = sink;
	if (blocks_open(&s->b, &s->in, &s->o) == -1) {
		input_close(&s->in);
		free(s);
		return NULL;
	}
	s->b.now = &s->now;
	s->b.ahead = &s->ahead;
	s->b.eager = true;
	s->game = variant_of_keys(&s->o, none, &grid);
	s->variant = is_another(s->game);
	return s;
}

struct sok_scan *
sok_scan_open(int fd, struct sok_stream *from, const struct sok_read_options *o,
    struct sok_sink *sink)
{
	return begin((struct input_source){.fd = fd, .stream = from}, o, sink);
}

struct sok_scan *
sok_scan_open_memory(struct sok_str bytes, const struct sok_read_options *o,
    struct sok_sink *sink)
{
	if (bytes.s == NULL)
		bytes = SOK_STR("");
	return begin((struct input_source){.fd = -1, .memory = bytes}, o, sink);
}

void
sok_scan_variant(struct sok_scan *s)
{
	s->variant = true;
}

int
sok_scan_head(struct sok_scan *s, struct sok_str *head)
{
	int r = input_want(&s->in, SOK_FORMAT_HEAD);

	*head = input_bytes(&s->in);
	return r;
}

void
sok_scan_close(struct sok_scan *s)
{
	if (s == NULL)
		return;
	blocks_close(&s->b);
	input_close(&s->in);
	sok_arena_free(&s->now);
	sok_arena_free(&s->ahead);
	free(s);
}

/* The line end of the first line of a block, or else of the lines before; "\n"
 * if those differ. */
static void
find_line_end(const struct sok_scan *s, struct sok_block *b)
{
	const char *lf = memchr(b->raw.s, '\n', b->raw.len);
	const char *cr = memchr(b->raw.s, '\r', b->raw.len);
	const char *first = cr == NULL || (lf != NULL && lf < cr) ? lf : cr;
	struct sok_str end = sok_str_from(
	    b->raw, first != NULL ? (size_t)(first - b->raw.s) : b->raw.len);
	char last = b->raw.len > 0 ? b->raw.s[b->raw.len - 1] : '\0';
	unsigned ends = s->b.l.ends;

	b->ended = last == '\n' || last == '\r';
	if (sok_str_starts(end, SOK_STR("\n")))
		ends = LINES_LF;
	else if (sok_str_starts(end, SOK_STR("\r\n")))
		ends = LINES_CRLF;
	else if (end.len > 0)
		ends = LINES_CR;
	if (ends == 0 || ends & LINES_LF)
		b->eol = "\n";
	else if (sok_str_starts(end, SOK_STR("\r\r\n")))
		b->eol = "\r\r\n";
	else
		b->eol = ends & LINES_CRLF ? "\r\n" : "\r";
}

/* The variant of text with a key that names one: 1; 0 if none does; -1 on
 * ENOMEM. */
static int
find_game(const struct sok_scan *s, struct sok_str raw, enum sok_variant *v,
    struct sok_arena *a)
{
	bool grid;

	struct sok_text t;

	if (memchr(raw.s, ':', raw.len) == NULL &&
	    memchr(raw.s, '=', raw.len) == NULL)
		return 0; /* there are no keys */
	if (foreign_lines(&t, raw, a) == -1)
		return -1;
	struct naming n = key_naming(&t);
	if (naming_any(n))
		*v = variant_of_keys(&s->o, n, &grid);
	return naming_any(n);
}

/* How many bytes below a board are searched for a key, and how many at once. */
#define AHEAD ((size_t)65536)
#define AHEAD_CHUNK 1024

/* Whether the puzzle whose board ends at line s->start may be of a variant: a
 * key in its text names one, or the next board is not within the bytes that are
 * searched.  -1 with errno. */
static int
may_be_variant(struct sok_scan *s)
{
	size_t at = lines_raw(&s->b.l, 0, s->start).len;
	struct sok_read_options o = s->o;
	struct sok_block b = {.kind = SOK_BLOCK_TEXT};
	enum sok_variant v = SOK_SOKOBAN;
	struct sok_sink quiet = {0};
	int got = 1, found = 0;

	if (input_want(&s->in, at + AHEAD + 1) == -1)
		return -1;
	struct sok_str below = sok_str_from(input_bytes(&s->in), at);
	o.charset = NULL;
	o.chunk = AHEAD_CHUNK;
	struct sok_scan *probe =
	    sok_scan_open_memory(sok_str_sub(below, 0, AHEAD), &o, &quiet);
	if (probe == NULL)
		return -1;
	probe->variant = probe->begun = true;
	while (found != -1 && !is_another(v) &&
	    (got = sok_scan_next(probe, &b)) == 1 && b.kind != SOK_BLOCK_BOARD)
		if (b.kind == SOK_BLOCK_TEXT)
			found = find_game(s, b.raw, &v, &s->now);
	sok_scan_close(probe);
	if (got == -1 || found == -1)
		return -1;
	return is_another(v) || (got == 0 && below.len > AHEAD);
}

/* Return the board or moves s->next. */
static int
take_block(struct sok_scan *s, struct sok_block *b)
{
	struct block *k = &s->next;
	struct lines_first *apart = &s->b.l.first[LINES_APART];
	struct sok_game *g = &b->game;
	enum sok_variant v = s->game;
	/* By a user, whatever keys say. */
	bool chosen = variant_of_option(&s->o).grid;
	int x, y, hexoban = 0, variant = s->variant;

	b->kind = k->kind;
	b->quoted = k->quoted;
	s->start = k->to;
	pending_join(&s->b.found, &k->found);
	if (apart->line != 0 && apart->line != SIZE_MAX) {
		pending_add(&s->b.found, &s->now, SOK_GLUED_BOARDS_RULE,
		    apart->line, apart->col, BLOCK_APART);
		apart->line = SIZE_MAX;
	}
	s->played = k->kind == SOK_BLOCK_MOVES;
	if (s->played) {
		*g = (struct sok_game){.nsource = 0};
		if (block_game(&s->b, k, s->o.name, g, &s->now) == -1)
			return -1;
		for (size_t i = 0; i < g->nsource && g->nsource > 1; i++)
			if (g->source[i].text.len > b->wrap)
				b->wrap = g->source[i].text.len;
		return 0;
	}

	b->board = k->board;
	b->part = k->part;
	if (b->part)
		return 0;
	if (k->plain)
		b->board.xsb = lines_raw(&s->b.l, k->from, k->to);
	if (sok_variant_base(v) == SOK_SOKOBAN && !chosen)
		hexoban = variant_is_hexoban(&b->board, &s->now);
	v = hexoban == 1 ? SOK_HEXOBAN : v;
	block_begin_game(&s->b, v, chosen);
	int closed = sok_board_closed(&b->board, &x, &y, &s->now);
	if (hexoban == -1 || closed == -1)
		return -1;
	b->open = closed == 0;
	/* A board whose squares may be those of a variant is not cropped. */
	if (closed != 1 || b->board.xsb.len > 0 || !board_has_margin(&b->board))
		return 0;
	if (!variant && !chosen)
		variant = may_be_variant(s);
	if (variant == 0 && sok_board_crop(&b->board, &s->now) == -1)
		return -1;
	b->open = b->variant = variant == 1;
	return variant == -1 ? -1 : 0;
}

/* Return the text up to a board, moves or the size of a part, or what follows.
 * Text ends at the first blank line below a board or moves, so that findings
 * about the lines above are reported before those about the lines below. */
static int
next_block(struct sok_scan *s, struct sok_block *b)
{
	struct block *k = &s->next;
	struct pending_list *found = &k->found;
	bool held = s->has_next;
	int got = 1;

	s->has_next = false;
	while (!held &&
	    (got = doubts_at(&s->doubts, &s->b, s->start, k)) == 1 &&
	    k->kind == SOK_BLOCK_TEXT) {
		doubts_conflict(&s->doubts, &s->b, k);
		if (s->begun && !s->played)
			block_note_game(&s->b, s->start);
		s->start = k->to;
		size_t bytes = lines_raw(&s->b.l, 0, s->start).len;
		bool blank = lines_blank(&s->b.l, s->start - 1);
		/* A blank line is better: text above moves makes them
		 * doubtful. */
		if ((blank && s->open) || bytes > (blank ? CHUNK : 4 * CHUNK))
			break;
	}
	if (got == -1)
		return -1;
	b->pos = (struct sok_pos){s->o.name, s->b.l.base, 1};
	if (got == 1 && s->start > 0 && k->kind == SOK_BLOCK_BOARD) {
		/* Keep the board that follows the text for the next call,
		 * without the findings about the lines of the text. */
		size_t line = lines_number(&s->b.l, k->from);

		s->has_next = true;
		k->from -= s->start;
		k->to -= s->start;
		while (found->first != NULL && found->first->line < line) {
			found->first = found->first->next;
			found->n--;
		}
		if (found->first == NULL)
			found->last = NULL;
	}
	if (got == 1 && s->start == 0 && take_block(s, b) == -1)
		return -1;
	b->raw = lines_raw(&s->b.l, 0, s->start);
	find_line_end(s, b);
	if (pending_flush(&s->b.found, s->sink, s->o.name, NULL) == -1)
		return -1;
	return s->start > 0;
}

int
sok_scan_next(struct sok_scan *s, struct sok_block *b)
{
	int found = 0;

	blocks_drop(&s->b, s->start);
	s->start = 0;
	sok_arena_reset(&s->now);
	if (!s->has_next)
		sok_arena_reset(&s->ahead);
	/* All but its game, which is large and set only where needed. */
	b->kind = SOK_BLOCK_TEXT;
	b->open = b->variant = b->quoted = b->part = false;
	b->wrap = 0;
	b->board = (struct sok_board){0};
	int got = next_block(s, b);
	/* At the end, as buffering decides how much was decoded before. */
	const char *fault =
	    got != 1 && !s->undecoded ? charset_fault(s->in.decode) : NULL;
	if (fault != NULL) {
		s->undecoded = true;
		sok_report(s->sink, SOK_CHARSET_RULE,
		    (struct sok_pos){.file = s->o.name}, NULL, NULL, "%s",
		    fault);
	}
	if (got != 1)
		return got;
	s->begun |= b->kind != SOK_BLOCK_TEXT;
	if (!s->begun)
		found = find_game(s, b->raw, &s->game, &s->now);
	if (found == 1)
		s->variant = is_another(s->game);
	/* A blank line closes it. */
	s->open = s->open || b->kind != SOK_BLOCK_TEXT;
	for (struct sok_str rest = b->raw;
	     s->open && b->kind == SOK_BLOCK_TEXT && rest.len > 0;)
		s->open = sok_str_trim(sok_str_line(&rest)).len > 0;
	return found == -1 ? -1 : 1;
}
