/* rle_hold.c - the output of sokrle.  Lines are held until an empty line; if a
 * board that was rewritten adjoins a line that looks like a row, they are read
 * again for comparison. */
#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "rle/sokrle.h"
#include "text/text.h"

#define MOST ((size_t)1 << 20) /* bytes that can be held */

/* Whether a character ends a line. */
static bool
is_line_end(char c)
{
	return c == '\n' || c == '\r';
}

/* The length of the line end of s, if it has one. */
static size_t
end_length(struct sok_str s)
{
	size_t n = 1;

	if (s.len == 0 || !is_line_end(s.s[s.len - 1]))
		return 0;
	if (s.s[s.len - 1] == '\n')
		while (n < 3 && n < s.len && s.s[s.len - 1 - n] == '\r')
			n++;
	return n;
}

void
rle_put(struct cli *cli, struct sok_str s)
{
	struct rle *rle = cli->ctx;
	size_t n = s.len - end_length(s);

	if (s.len == 0)
		return;
	sok_out(cli_output(cli), s);
	rle->blank =
	    n < s.len && (n > 0 ? is_line_end(s.s[n - 1]) : rle->ended);
	rle->ended = n < s.len;
}

/* ---- blocks that change */

/* What begins the lines that replace quoted ones, so that a file that is quoted
 * as a whole stays so and no other becomes so: nothing if one of them is not
 * quoted, else a quote, with a blank if one follows the first quote of all. */
static struct sok_str
quote_of(struct sok_str raw)
{
	struct sok_str quote = SOK_STR("> ");

	if (memchr(raw.s, '>', raw.len) == NULL)
		return SOK_STR("");
	while (raw.len > 0) {
		struct sok_str line = sok_str_line(&raw);

		if (sok_str_trim(line).len == 0)
			continue;
		if (line.s[0] != '>')
			return SOK_STR("");
		if (line.len > 1 && line.s[1] != ' ')
			quote = SOK_STR(">");
	}
	return quote;
}

/* Add text as lines of the block: wrapped as they were, with its line ends. */
static void
add_lines(struct rle *rle, const struct sok_block *block, struct sok_str s,
    struct sok_str quote)
{
	size_t n;

	while (s.len > 0) {
		n = s.len;
		if (block->wrap > 0)
			n = sok_moves_wrap(s, block->wrap);
		else if (rle->decode)
			n = sok_str_find(s, SOK_STR("\n"));
		sok_buf_add(&rle->out, quote);
		sok_buf_add(&rle->out, sok_str_sub(s, 0, n));
		s = sok_str_from(s, n + (block->wrap == 0));
		if (s.len > 0)
			sok_buf_add(&rle->out, sok_str(block->eol));
	}
}

void
rle_replace(struct rle *rle, const struct sok_block *block, struct sok_str s)
{
	struct sok_str mark = SOK_UTF8_MARK, raw = block->raw;
	struct sok_str quote = SOK_STR("");
	struct sok_buf *out = &rle->out;
	size_t n;

	if (!rle->lines)
		quote = quote_of(raw);
	sok_buf_add(&rle->raw, raw);
	/* A byte-order mark is kept; it is neither squares nor moves. */
	if (sok_str_starts(raw, mark) && !rle->lines)
		sok_buf_add(out, mark);
	/* Without quotes, text is already lines that end with LF. */
	if (quote.len > 0 || block->wrap > 0 || strcmp(block->eol, "\n") != 0) {
		add_lines(rle, block, s, quote);
	} else {
		s.len -= s.len > 0 && s.s[s.len - 1] == '\n';
		sok_buf_add(out, s);
	}
	/* The line end of the last line may differ from the others. */
	n = end_length(raw);
	if (n == 0 && raw.s[raw.len - 1] == '\0')
		n = 1;
	sok_buf_add(
	    out, rle->lines ? SOK_STR("\n") : sok_str_from(raw, raw.len - n));
}

/* ---- the second look */

/* Whether both texts contain the same boards and moves. */
static bool
reads_alike(struct cli *cli, struct sok_str one, struct sok_str other)
{
	const struct rle *rle = cli->ctx;
	struct sok_read_options options = cli->read;
	struct sok_sink quiet = {.fn = NULL};
	struct sok_str text[] = {one, other};
	struct sok_scan *scan[2];
	struct sok_block block[2];
	int got[2];

	options.name = "";
	options.charset = NULL;
	for (int i = 0; i < 2; i++) {
		/* What is written has no other characters. */
		if (i == 1) {
			options.squares = NULL;
			options.squares_apart = false;
		}
		scan[i] = sok_scan_open_memory(text[i], &options, &quiet);
		cli_enough(cli, scan[i] != NULL);
		if (rle->variant)
			sok_scan_variant(scan[i]);
	}
	/* Compare the next board or moves of each. */
	do {
		for (int i = 0; i < 2; i++) {
			do
				got[i] = sok_scan_next(scan[i], &block[i]);
			while (got[i] == 1 && block[i].kind == SOK_BLOCK_TEXT);
			cli_enough(cli, got[i] != -1);
		}
	} while (got[0] == 1 && got[1] == 1 && block[0].kind == block[1].kind &&
	    block[0].part == block[1].part &&
	    (block[0].kind == SOK_BLOCK_MOVES
	            ? sok_str_eq(block[0].game.moves, block[1].game.moves)
	            : sok_board_equal(&block[0].board, &block[1].board)));
	sok_scan_close(scan[0]);
	sok_scan_close(scan[1]);
	return got[0] == 0 && got[1] == 0;
}

void
rle_release(struct cli *cli)
{
	struct rle *rle = cli->ctx;
	struct sok_str raw = sok_buf_str(&rle->raw),
	               out = sok_buf_str(&rle->out);
	/* Within a file two bytes are not a byte-order mark. */
	bool bad = rle->board.line > 0 && rle->doubt &&
	    (sok_str_starts(raw, SOK_STR("\xff\xfe")) ||
	        sok_str_starts(raw, SOK_STR("\xfe\xff")) ||
	        !reads_alike(cli, raw, out));

	const char *form = rle->decode ? "plain rows" : "run-length text";
	const char *done = rle->lines
	    ? "it was left out"
	    : "it was kept unchanged, with all adjacent lines";
	if (bad)
		sok_report(cli_sink(cli), SOK_CANNOT_HOLD_RULE, rle->board,
		    NULL, NULL, "this board would not be read back from %s; %s",
		    form, done);
	if (!bad || !rle->lines)
		rle_put(cli, bad ? raw : out);
	rle->raw.len = rle->out.len = 0;
	rle->board.line = 0;
	rle->doubt = rle->moves = rle->glue = rle->variant = false;
}

/* ---- text */

/* Whether a line could be a row, with counts or characters next to rows. */
static bool
like_row(const char *s, const char *end)
{
	bool found = false;

	for (; s < end && !is_line_end(*s); s++)
		if (alphabet_letters[(unsigned char)*s] != SOK_FLOOR ||
		    alphabet_kind(*s) == ALPHABET_FL)
			found = true;
		else if (memchr("0123456789()> \t|", *s, 16) == NULL)
			return false;
	return found;
}

void
rle_hold(struct cli *cli, struct sok_str s)
{
	struct rle *rle = cli->ctx;

	sok_buf_add(&rle->raw, s);
	sok_buf_add(&rle->out, s);
	rle->glue = false;
	if (rle->raw.len > MOST)
		rle_release(cli);
}

void
rle_hold_text(struct cli *cli, struct sok_str s)
{
	struct rle *rle = cli->ctx;
	const char *end = s.s + s.len, *from = s.s, *next;

	for (const char *at = s.s; at < end; at = next) {
		for (next = at; next < end && !is_line_end(*next);)
			next++;
		if (end - next > 2 && memcmp(next, "\r\r\n", 3) == 0)
			next += 3;
		else if (end - next > 1 && memcmp(next, "\r\n", 2) == 0)
			next += 2;
		else
			next += next < end;
		if (!is_line_end(*at)) {
			rle->doubt = rle->doubt || like_row(at, end);
			continue;
		}
		/* Write an empty line and all text before it.  What is in doubt
		 * is read again with this text. */
		struct sok_str text = {from, (size_t)(next - from)};
		bool again = rle->board.line > 0 && rle->doubt;
		from = next;
		if (again)
			rle_hold(cli, text);
		rle_release(cli);
		if (!again)
			rle_put(cli, text);
	}
	if (from < end)
		rle_hold(cli, (struct sok_str){from, (size_t)(end - from)});
}
