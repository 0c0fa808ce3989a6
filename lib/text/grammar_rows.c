/* grammar_rows.c - the rows of a candidate board: which lines are adjacent, the
 * rows in run-length lines, and what each row begins with.  grammar_decide.c
 * and grammar_boards.c decide about them. */
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/grammar.h"

_Static_assert(RLE_PAD >= 1 + BYTES_PAD, "room after decoded text");

/* A row of a run-length line. */
struct decoded {
	size_t at;        /* index of its line in the window */
	size_t from, len; /* in run_text */
	uint32_t col;     /* bytes of the line before it */
	bool own;         /* the only row of its line */
};

bool
rows_has_wall(const struct blocks *blocks, size_t i)
{
	struct sok_str s = lines_row(&blocks->lines, i);

	if (lines_wall(&blocks->lines, i))
		return true;
	return !(blocks->lines.line[i].can & CAN_RLE) &&
	    memchr(s.s, 'W', s.len) != NULL;
}

const struct row *
rows_look(struct blocks *blocks, size_t i)
{
	const unsigned char *square =
	    blocks->letters ? alphabet_letters : sok_square;
	struct row *row = &blocks->row[i];
	const unsigned char *s = (const unsigned char *)row->s.s;
	size_t n = row->s.len, left = 0;

	if (row->known)
		return row;
	row->known = true;
	while (n > 0 && square[s[n - 1]] == SOK_FLOOR)
		n--;
	row->right = (uint32_t)n;
	if (n == 0)
		return row;
	while (square[s[left]] == SOK_FLOOR)
		left++;
	row->left = (uint32_t)left;
	row->edge = square[s[left]] == SOK_WALL ||
	    (square[s[left]] == (SOK_BOX | SOK_GOAL) &&
	        (!row->rle || rows_has_wall(blocks, row->at)));
	return row;
}

/* ---- characters that are not squares */

/* The number of columns of s; also writes it to `to`, if that is not NULL, with
 * blanks for TABs.  A TAB moves to the next multiple of the TAB width, as in an
 * editor, but counts as one column in a line that is too long for a row. */
static size_t
expand_tabs(const struct blocks *blocks, struct sok_str s, char *to)
{
	size_t tabs =
	    s.len > blocks->limits->v[SOK_LIMIT_SIDE] ? 1 : blocks->tabs;
	size_t n = 0, more;

	for (size_t i = 0; i < s.len; i++, n += more) {
		more = s.s[i] == '\t' ? tabs - n % tabs : 1;
		if (to != NULL && more > 1)
			memset(to + n, ' ', more);
		else if (to != NULL)
			to[n] = s.s[i] == '\t' ? ' ' : s.s[i];
	}
	return n;
}

/* Whether all non-ASCII characters of a line with walls are no-break spaces, in
 * UTF-8 or Latin-1, as in text that was copied from a web page.  Lines without
 * a wall may separate boards. */
static bool
is_copied(struct sok_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.s[i] == '\xc2' &&
		    (i + 1 == s.len || s.s[i + 1] != '\xa0'))
			return false;
	return memchr(s.s, '#', s.len) != NULL;
}

/* Line i as a row without mail quotes, with blanks for no-break spaces and
 * TABs; s == NULL on ENOMEM. */
static struct sok_str
changed_row(struct blocks *blocks, size_t i)
{
	struct sok_str s = rows_line(blocks, i);
	char *to;

	if (blocks->lines.line[i].has & HAS_HIGH) {
		size_t n = 0;

		to = sok_arena_alloc(&blocks->cells, s.len + BYTES_PAD, 1);
		for (size_t k = 0; k < s.len && to != NULL; k++)
			if (s.s[k] != '\xc2')
				to[n++] = s.s[k] == '\xa0' ? ' ' : s.s[k];
		s = (struct sok_str){to, n};
	}
	if (s.s != NULL && (blocks->lines.line[i].has & HAS_TAB)) {
		to = sok_arena_alloc(&blocks->cells,
		    expand_tabs(blocks, s, NULL) + BYTES_PAD, 1);
		s.len = to != NULL ? expand_tabs(blocks, s, to) : 0;
		s.s = to;
	}
	return s;
}

/* ---- run-length lines */

/* Blanks before the only row of a line are floor, as in plain rows.  Before
 * several rows they indent the line, unless all of these rows begin with a
 * blank.  Returns whether they are floor; s: the line without them. */
static bool
is_floor_before(struct sok_str s)
{
	if (s.s[0] == '|')
		return false;
	for (size_t i = 0; i + 1 < s.len; i++)
		if (s.s[i] == '|' && s.s[i + 1] != ' ' && s.s[i + 1] != '|')
			return false;
	return true;
}

/* Append the decoded run-length line i, which is *s, to `to`: 1, 0 if it is not
 * run-length text, -1 on ENOMEM.  Removes the blanks before *s, from which
 * fault counts. */
static int
decode_line(struct blocks *blocks, struct sok_buf *to, size_t i,
    struct sok_str *s, struct sok_rle_error *fault)
{
	struct sok_str line = *s, row = line;
	unsigned has = blocks->lines.line[i].has;
	size_t number;

	if (row.len > 0 && sok_is_blank(row.s[0]))
		*s = row = sok_str_ltrim(row);
	if (!(has & HAS_BAR) && numbered_row(row))
		return 0;
	if ((has & HAS_TAB) && memchr(row.s, '\t', row.len) != NULL)
		return 0;
	line.len -= row.len;
	if (line.len > 0 && is_floor_before(row))
		sok_buf_fill(to, ' ', expand_tabs(blocks, line, NULL));
	if (sok_rle_decode(to, row, SOK_RLE_BOARD, blocks->limits, fault) == -1)
		return fault->message == NULL ? -1 : 0;
	/* `3 |#@$.#`, `| # | @ |` */
	return !(has & HAS_BAR) ||
	    (!labelled_row(row, &number) && !table_row(row));
}

/* Whether a row without a wall may be a row inside a board: no wider than the
 * row above, and either floor or at least three squares between two boxes on
 * goals. */
static bool
is_inner(struct sok_str s, size_t width)
{
	size_t n = s.len;

	while (s.len > 0 && row_floor(s.s[0]))
		s = sok_str_from(s, 1);
	while (s.len > 0 && row_floor(s.s[s.len - 1]))
		s.len--;
	return n >= 1 && n <= width &&
	    (s.len == 0 ||
	        (n >= 3 && s.len > 1 && s.s[0] == '*' &&
	            s.s[s.len - 1] == '*'));
}

/* Store the rows of line i, which begins at `line`, and of which `source` was
 * decoded to run_text from `from` on.  `||` is an empty row; a bar at either
 * end adds none.  As groups never contain bars, the bars of the source divide
 * it in the same places.  Returns the number of bars and one, or -1. */
static int
store_rows(struct blocks *blocks, size_t i, const char *line,
    struct sok_str source, size_t from)
{
	const char *text = blocks->run_text.s, *bar;
	bool bars = blocks->lines.line[i].has & HAS_BAR;
	size_t to = blocks->run_text.len;
	int parts = 1;

	for (size_t at = from, n;; at += n + 1, parts++) {
		bar = bars ? memchr(text + at, '|', to - at) : NULL;
		n = (bar != NULL ? (size_t)(bar - text) : to) - at;
		if (n > 0 || (bar != NULL && at > from)) {
			struct decoded *decoded =
			    sok_grow(blocks->decoded_row, blocks->ndecoded,
			        &blocks->capdecoded, sizeof(*decoded));

			if (decoded == NULL)
				return -1;
			blocks->decoded_row = decoded;
			decoded += blocks->ndecoded++;
			decoded->at = i;
			decoded->from = at;
			decoded->len = n;
			decoded->col = (uint32_t)(source.s - line);
			decoded->own = at == from && at + n + 1 >= to;
		}
		if (bar == NULL)
			return parts;
		bar = memchr(source.s, '|', source.len);
		source = sok_str_from(source, (size_t)(bar - source.s) + 1);
	}
}

/* Decode line i of a run that begins at line from.  Returns the number of its
 * rows, 0 if it is not a part of the run, -1. */
static int
gather_rle(struct blocks *blocks, size_t from, size_t i)
{
	size_t first = blocks->ndecoded, start = blocks->run_text.len,
	       width = 0;
	const char *line = lines_row(&blocks->lines, i).s;
	struct sok_str s = rows_line(blocks, i);
	struct sok_rle_error fault;
	int rows = decode_line(blocks, &blocks->run_text, i, &s, &fault), got;
	const struct decoded *row;
	bool wall = false;

	if (rows == 1) {
		rows = store_rows(blocks, i, line, s, start);
		s.s = blocks->run_text.s + start;
		s.len = blocks->run_text.len - start;
		wall = s.len > 0 &&
		    (s.s[0] == '#' || memchr(s.s, '#', s.len) != NULL ||
		        memchr(s.s, 'W', s.len) != NULL);
	}
	/* Numbers and words are not meant as rows, so a line without a wall
	 * must look like one, below a line that is one row. */
	if (rows > 0 && !wall) {
		row = blocks->decoded_row;
		if (i > from && !rows_is_rle(&blocks->lines.line[i - 1]))
			width = rows_line(blocks, i - 1).len;
		else if (i > from && row[first - 1].own)
			width = row[first - 1].len;
		if (blocks->ndecoded == first || !row[first].own ||
		    !is_inner(sok_str_sub(s, 0, row[first].len), width))
			rows = 0;
		/* A few squares of floor separate two boards if the lines above
		 * are a complete one. */
		if (rows > 0 && row[first].len < 3 && i - from <= LETTER_ROWS) {
			got = rows_whole(blocks, from, i);
			if (got != 0)
				rows = got == -1 ? -1 : 0;
		}
	}
	if (rows <= 0) {
		blocks->run_text.len = start;
		blocks->ndecoded = first;
		return rows;
	}
	/* There is room for BYTES_PAD more. */
	blocks->run_text.s[blocks->run_text.len++] = '|';
	return rows;
}

/* ---- lines that are not rows */

int
rows_alone(struct blocks *blocks, size_t i)
{
	for (size_t j = 0; input_consumed(blocks->lines.in) == 0 && j < i + 64;
	     j++) {
		int got = lines_want(&blocks->lines, j);

		if (got != 1)
			return got == 0 ? 1 : -1;
		if (j != i && !lines_blank(&blocks->lines, j))
			return 0;
	}
	return 0;
}

/* Whether line i and the line above or below it are rows with numbers, so that
 * the number before a bar is not a count: 1, 0, -1. */
static int
is_labelled(struct blocks *blocks, size_t i)
{
	size_t n, beside;

	if (!labelled_row(rows_trimmed(blocks, i), &n))
		return 0;
	int got = lines_want(&blocks->lines, i + 1);
	if (got == -1)
		return -1;
	return (i > 0 && labelled_row(rows_trimmed(blocks, i - 1), &beside) &&
	           beside + 1 == n) ||
	    (got == 1 && labelled_row(rows_trimmed(blocks, i + 1), &beside) &&
	        beside == n + 1);
}

int
rows_decodes(struct blocks *blocks, size_t i)
{
	struct sok_str s = rows_line(blocks, i);
	struct sok_rle_error fault;

	blocks->rle.len = 0;
	return decode_line(blocks, &blocks->rle, i, &s, &fault);
}

int
rows_fault(struct blocks *blocks, size_t i, struct sok_rle_error *fault)
{
	struct sok_str s = rows_trimmed(blocks, i);
	bool bar = blocks->lines.line[i].has & HAS_BAR;

	fault->message = NULL;
	if (!rows_has_wall(blocks, i))
		return 0;
	blocks->rle.len = 0;
	int got = decode_line(blocks, &blocks->rle, i, &s, fault);
	if (got == 0 && fault->message != NULL && bar)
		got = is_labelled(blocks, i);
	if (got == 1)
		fault->message = NULL;
	/* A line with a bar is reported whatever its neighbours are, so the
	 * rest of the paragraph is skipped. */
	if (fault->message != NULL && bar)
		blocks->skip = fault->rule == SOK_LIMIT_RULE;
	return got == -1 ? -1 : 0;
}

/* ---- rows that are spelled out */

/* How many rows a search for a plain one passes. */
enum { SPELLED_ROWS = 16 };

/* Whether the counts of a row, which has no groups or bars, are those that a
 * program writes: at least 2, of squares without an equal neighbour, and above
 * the length of every run that has no count, of which `longest` is one in
 * another row. */
static bool
counts_all_runs(struct sok_str row, size_t longest)
{
	size_t least = SIZE_MAX, run = 0, count;
	int last = -1; /* the square before, of `run` squares without a count */

	while (row.len > 0) {
		bool counted = sok_str_digits(&row, &count) > 0;

		if (row.len == 0)
			return false;
		int square = sok_square[(unsigned char)row.s[0]];
		row = sok_str_from(row, 1);
		if (square == last && (counted || run == 0))
			return false;
		if (counted && count < 2)
			return false;
		if (counted)
			least = count < least ? count : least;
		run = square == last ? run + 1 : !counted;
		longest = run > longest ? run : longest;
		last = square;
	}
	return longest < least;
}

/* The length of the longest run of equal characters. */
static size_t
longest_run(struct sok_str row)
{
	size_t longest = 0, run = 0;

	for (size_t i = 0; i < row.len; i++) {
		run = i > 0 && row.s[i] == row.s[i - 1] ? run + 1 : 1;
		longest = run > longest ? run : longest;
	}
	return longest;
}

/* Find the nearest plain row above or below line i, which is as long as line i,
 * as are those between them: 1, 0 if there is none, -1 with errno. */
static int
plain_beside(
    struct blocks *blocks, size_t i, bool above, struct sok_str *beside)
{
	size_t len = rows_line(blocks, i).len;

	for (int n = 0; n < SPELLED_ROWS && (i > 0 || !above); n++) {
		i = above ? i - 1 : i + 1;
		int got = lines_want(&blocks->lines, i);
		if (got != 1)
			return got;
		*beside = rows_line(blocks, i);
		if (beside->len != len ||
		    !(blocks->lines.line[i].can & CAN_RLE))
			return 0;
		if (rows_is_plain(&blocks->lines.line[i]))
			return 1;
	}
	return 0;
}

/* Whether line i has run-length signs as squares of a picture, so that it is
 * not a row: it is as long as a plain row beside it, and its counts are not
 * such as programs write into these two.  With bars it goes from wall to wall,
 * and has no counts.  1, 0, -1 with errno. */
static int SOK_APART
is_spelled(struct blocks *blocks, size_t i)
{
	struct sok_str beside = SOK_STR("");

	for (int above = 1; above >= 0; above--) {
		int got = plain_beside(blocks, i, above, &beside);

		if (got == -1)
			return -1;
		if (got == 0)
			continue;
		struct sok_str s = rows_trimmed(blocks, i);
		if (blocks->lines.line[i].has & HAS_BAR)
			return s.s[0] == '#' && s.s[s.len - 1] == '#' &&
			    row_squares(s, '|');
		if (memchr(s.s, '(', s.len) != NULL ||
		    memchr(s.s, ')', s.len) != NULL)
			return 0;
		if (!counts_all_runs(s, longest_run(beside)))
			return 1;
	}
	return 0;
}

int
rows_spelled(struct blocks *blocks, size_t i)
{
	if (!rows_is_rle(&blocks->lines.line[i]))
		return 0;
	/* Few run-length rows are as long as the line above or below. */
	int got = lines_want(&blocks->lines, i + 1);
	if (got == -1)
		return -1;
	const struct line *line = &blocks->lines.line[i];
	bool above = i > 0 && line[-1].len == line->len;
	bool below = got == 1 && line[1].len == line->len;
	if (!above && !below)
		return 0;
	return is_spelled(blocks, i);
}

/* ---- candidates */

/* Whether one of lines from to to has a parenthesis. */
static bool
is_grouped(const struct blocks *blocks, size_t from, size_t to)
{
	struct sok_str s = lines_raw(&blocks->lines, from, to);

	return memchr(s.s, '(', s.len) != NULL ||
	    memchr(s.s, ')', s.len) != NULL;
}

/* Gather the run from line i on: 0, -1. */
static int
gather(struct blocks *blocks, size_t i)
{
	size_t rows = 0, side = blocks->limits->v[SOK_LIMIT_SIDE];
	size_t to = i, plain = i; /* of the run */
	unsigned has = 0;
	int got, apart = 0;

	blocks->ndecoded = 0;
	blocks->run_text.len = 0;
	while ((got = lines_want(&blocks->lines, to)) == 1) {
		const struct line *line = &blocks->lines.line[to], *from = line;
		const struct line *end = blocks->lines.line + blocks->lines.n;

		/* Plain rows are taken together. */
		for (; line < end && rows <= side && rows_is_plain(line);
		     line++)
			rows++;
		if (line > from) {
			plain += plain == to ? (size_t)(line - from) : 0;
			to += (size_t)(line - from);
			continue;
		}
		if (!(line->can & CAN_LETTER) || !(line->has & HAS_INK) ||
		    ((line->has & HAS_HIGH) &&
		        !is_copied(rows_line(blocks, to))))
			break;
		/* Two rows are never too many. */
		if ((rows > side && rows > 2) ||
		    (plain < to && rows > LETTER_ROWS &&
		        !(line->can & CAN_RLE)))
			break;
		has |= line->has;
		if (rows_is_rle(line)) {
			got = rows_spelled(blocks, to);
			if (got == 0)
				got = gather_rle(blocks, i, to);
			else if (got == 1)
				got = 0; /* it is not a row: the run ends */
			line = &blocks->lines.line[to];
		}
		if (got <= 0)
			break;
		rows += (size_t)got;
		if (to > i && (line->has & line[-1].has & HAS_BAR)) {
			got = apart = rows_apart(blocks, to);
			if (apart != 0)
				break;
		}
		plain += plain == to && (line->can & CAN_RLE);
		to++;
	}
	if (got == -1)
		return -1;
	/* A run does not end in run-length lines without a wall. */
	while (to > i && rows_is_rle(&blocks->lines.line[to - 1]) &&
	    !rows_has_wall(blocks, to - 1))
		to--;
	blocks->run = (struct run){.from = i,
	    .to = to,
	    .letters_from = plain < to ? plain : to,
	    .apart = apart == 1,
	    .has = has,
	    .grouped = blocks->ndecoded > 0 && is_grouped(blocks, i, to)};
	return 0;
}

int
rows_gather(struct blocks *blocks, size_t i, struct run *run)
{
	/* The picture and the board that begin at a line ask the same.  With
	 * --squares, a row may change when those after it are cut. */
	if (blocks->run.from != i || blocks->lines.squares != NULL) {
		blocks->run.from = NO_RUN;
		if (gather(blocks, i) == -1)
			return -1;
	}
	*run = blocks->run;
	return 0;
}

int
rows_fill(struct blocks *blocks, size_t from, size_t to, bool letters)
{
	unsigned all = 0;
	size_t next = 0; /* of the rows of run-length lines */
	struct row *row;

	/* There are not more rows than these. */
	while (blocks->caprow < to - from + blocks->ndecoded) {
		row = arena_grow_array(
		    blocks->row, &blocks->caprow, sizeof(*row));
		if (row == NULL)
			return -1;
		blocks->row = row;
	}
	blocks->letters = letters;
	blocks->sum_of = (struct range){0, 0};
	sok_arena_reset(&blocks->cells);
	row = blocks->row;
	for (size_t i = from; i < to; i++) {
		const struct line *line = &blocks->lines.line[i];
		struct sok_str s = {
		    lines_byte(&blocks->lines, line->off), line->len};

		all |= line->has;
		if (!rows_is_rle(line)) {
			if (blocks->lines.squares != NULL)
				s = lines_row(&blocks->lines, i);
			if (line->has & ROWS_CHANGED) {
				s = changed_row(blocks, i);
				if (s.s == NULL)
					return -1;
			}
			*row++ = (struct row){
			    .s = s, .at = (uint32_t)i, .own = true};
			continue;
		}
		for (; next < blocks->ndecoded &&
		     blocks->decoded_row[next].at <= i;
		     next++) {
			const struct decoded *decoded =
			    &blocks->decoded_row[next];

			if (decoded->at < i)
				continue;
			s = (struct sok_str){
			    blocks->run_text.s + decoded->from, decoded->len};
			*row++ = (struct row){.s = s,
			    .col = decoded->col,
			    .at = (uint32_t)i,
			    .rle = true,
			    .own = decoded->own};
		}
	}
	blocks->nrow = (size_t)(row - blocks->row);
	blocks->has = all;
	return 0;
}
