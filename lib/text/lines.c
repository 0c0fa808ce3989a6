/* lines.c - cuts the input into numbered, classified lines: between the input
 * and the grammar.  Lines that need nothing but their class bits are cut many
 * at once, all others one by one. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/lines.h"

#define CONTROL_Z 26

/* Runs of blank lines become one line.  After so many bytes the run is removed
 * from the buffer, so that it cannot grow without bound. */
#define BLANK_RUN 65536

/* ---- one by one */

/* Remember where each kind of unusual byte was found first, of the line that is
 * added to the window. */
static void
remember_bytes(struct lines *lines, const struct line *line)
{
	struct sok_str s = {lines_byte(lines, line->off), line->len};
	size_t i = 0;

	if (line->has & HAS_BOM)
		lines_remember(lines, LINES_BOM, lines->n, 1);
	if ((line->has & HAS_BOM) &&
	    memchr(lines_byte(lines, line_raw(line)), 0xff, line->mark) != NULL)
		lines_remember(lines, LINES_WIDE, lines->n, 1);
	if ((line->has & HAS_HIGH) && lines->first[LINES_UTF8].line == 0 &&
	    !sok_str_utf8(s)) {
		lines_remember(lines, LINES_UTF8, lines->n, 1);
		lines->japanese = charset_japanese(s);
	}
	if ((line->has & HAS_CONTROL) &&
	    lines->first[LINES_CONTROL].line == 0) {
		while (i < s.len && alphabet_kind(s.s[i]) != ALPHABET_CO)
			i++;
		lines_remember(
		    lines, LINES_CONTROL, lines->n, lines_column(s, i));
	}
}

/* Whether a line with this is blank, as line n - 1 is, to which it is added. */
static inline bool
is_joined(const struct lines *lines, size_t n, unsigned has)
{
	const unsigned other = ~((unsigned)HAS_MARK | HAS_TAB);

	return !(has & other) && lines->join && n > 0 &&
	    !(lines->line[n - 1].has & other) &&
	    !(lines->line[n - 1].can & CUT_OFF);
}

/* Add the bytes up to `next` to the last line, which is blank.  A run of blank
 * lines that gets too long is removed from the buffer: the bytes after it stay
 * where they are in the input, and those before it move there. */
static void
join_blank(struct lines *lines, size_t next)
{
	size_t raw = line_raw(&lines->line[lines->n - 1]),
	       less = next - raw - 1;
	char *blank =
	    lines->in->buf + lines->in->start + (raw - lines->in->consumed);

	lines->done = next;
	if (next - raw < BLANK_RUN)
		return;
	memmove(blank + 1, blank + 1 + less, lines_loaded(lines) - next);
	for (size_t i = 0; i < lines->n; i++)
		lines->line[i].off += less;
	lines->bits_from = lines->bits_to = next;
	lines->in->end -= less;
	lines->in->consumed += less;
}

/* The length of a line after its mail quotes, which are in its first bytes. */
static size_t
unquoted(const char *s, size_t len)
{
	size_t n = len < 64 ? len : 64;

	return len - n + sok_str_unquote((struct sok_str){s, n}).len;
}

/* Make line n of the window of the bytes from `from` to stop, without the
 * blanks at their end. */
static inline struct line *
put_line(struct lines *lines, size_t n, size_t from, size_t stop, unsigned can,
    unsigned has)
{
	const char *s = lines_byte(lines, from);
	struct line *line = &lines->line[n];
	size_t len = stop - from;

	while (len > 0 && sok_is_blank(s[len - 1]))
		len--;
	*line = (struct line){.off = from,
	    .len = (uint32_t)len,
	    .num = lines->next,
	    .can = (uint16_t)can,
	    .has = (uint16_t)has};
	return line;
}

/* Cut the line from done to stop (exclusive); the next line begins at next.
 * has: what is known about it besides its bytes.  counts: a line end follows.
 * 1, -1 with errno. */
static int
cut(struct lines *lines, size_t stop, size_t next, unsigned has, bool counts)
{
	struct sok_str s = {lines_byte(lines, lines->done), stop - lines->done};
	size_t off = lines->done, from;
	unsigned can = CAN_ALL;

	if (s.len > 0 && (unsigned char)s.s[0] >= 0xef) {
		off += lines_bom(s);
		has |= off > lines->done ? HAS_BOM : 0;
		s = sok_str_from(s, off - lines->done);
	}
	from = off;
	if (s.len > 0 && s.s[0] == '>' &&
	    (lines->squares == NULL || !squares_named(lines->squares, '>'))) {
		has |= HAS_QUOTE;
		from = stop - unquoted(s.s, s.len);
	}
	if (lines_look(lines, from, stop, &can, &has) == -1)
		return -1;
	if (lines->rest)
		can = CUT_OFF;
	else if (has & HAS_CUT)
		can = 0;
	lines->scan = next;
	lines->rest = has & HAS_CUT;
	if (is_joined(lines, lines->n, has)) {
		join_blank(lines, next);
		lines->next += counts;
		return 1;
	}
	if (next - lines->in->consumed > UINT32_MAX) {
		errno = EFBIG;
		return -1;
	}
	struct line *line = put_line(lines, lines->n, off, stop, can, has);
	line->mark = (uint32_t)(off - lines->done);
	if (has & (HAS_BOM | HAS_HIGH | HAS_CONTROL))
		remember_bytes(lines, line);
	if (lines->squares != NULL && lines_add_row(lines, line) == -1)
		return -1;
	lines->n++;
	lines->next += counts;
	lines->done = next;
	return 1;
}

/* The length of the line end at byte `at`: LF, CR, CRLF, or CR CR LF (a CRLF
 * that was converted twice); 0 if more bytes are needed to decide. */
static size_t
line_end(struct lines *lines, size_t at)
{
	struct sok_str s =
	    sok_str_from(input_bytes(lines->in), at - lines->in->consumed);
	unsigned kind = LINES_LF;
	size_t n = 1;

	if (s.s[0] == '\r') {
		while (n < s.len && n < 2 && s.s[n] == '\r')
			n++;
		if (n == s.len && !lines->in->eof)
			return 0;
		kind = n < s.len && s.s[n] == '\n' ? LINES_CRLF : LINES_CR;
		n = kind == LINES_CRLF ? n + 1 : 1;
	} else if (input_was_crlf(lines->in, at - lines->in->consumed)) {
		kind = LINES_CRLF;
	}
	lines->ends |= kind;
	if (lines->ends & (lines->ends - 1)) {
		lines_remember(lines, LINES_MIXED, lines->n, 0);
		input_mixed(lines->in);
	}
	return n;
}

/* The place of the line end that follows the NULs from byte `at` on, which then
 * are a part of it; `at` if none follows within the limit of a line; SIZE_MAX
 * if more bytes are needed to decide. */
static size_t
after_nuls(const struct lines *lines, size_t at)
{
	size_t to = at, end = lines_loaded(lines);

	while (to < end && to - lines->done < lines->limit &&
	    *lines_byte(lines, to) == '\0')
		to++;
	if (to == end)
		return lines->in->eof ? at : SIZE_MAX;
	return *lines_byte(lines, to) == '\n' || *lines_byte(lines, to) == '\r'
	    ? to
	    : at;
}

/* Cut one more line if it is complete: 1, 0 if more bytes are needed, -1. */
static int
cut_next(struct lines *lines)
{
	size_t end = lines_loaded(lines), next = end, at;
	unsigned has = 0;
	bool counts = true;

	if (lines_end(lines, lines->scan,
	        lines->limit < end - lines->done ? lines->done + lines->limit
	                                         : end,
	        &at) == -1)
		return -1;
	lines->scan = at;
	char byte = *lines_byte(lines, at); /* or any, at the end */
	if (at == end) {
		if (!lines->in->eof)
			return 0;
		/* In DOS a Control-Z marks the end of the file. */
		while (
		    at > lines->done && *lines_byte(lines, at - 1) == CONTROL_Z)
			at--;
		has = at < end ? HAS_CONTROL : 0;
	} else if (byte == '\0') {
		size_t end_at = at > lines->done ? after_nuls(lines, at) : at;

		if (end_at == SIZE_MAX)
			return 0;
		/* NUL ends a line, and counts as a blank line itself unless the
		 * line ends there anyway. */
		next = at > lines->done ? at : at + 1;
		counts = false;
		if (end_at > at) {
			next = line_end(lines, end_at);
			if (next == 0)
				return 0;
			next += end_at;
			counts = true;
		}
	} else if (byte == '\n' || byte == '\r') {
		next = line_end(lines, at);
		if (next == 0)
			return 0;
		next += at;
	} else {
		/* Neither this part of a line over the limit nor the rest can
		 * be a row or moves. */
		next = at;
		has = HAS_CUT;
		counts = false;
	}
	return cut(lines, at, next, has, counts);
}

/* ---- many at once */

enum {
	OTHERS = 16, /* so many lines that are not rows are cut at once, */
	ROWS = 32,   /* and so many rows; the last word of bits may add 32 */
	ROOM = 96,   /* so many lines need room, more than all of these */
	LONG = 128   /* the bytes of two words of bits */
};

/* Cut rows from *bit to bit `to` as lines from number n of the window on.
 * Stops at a byte that no row has, at a line that is empty or ends in a blank
 * or another character of moves, and after a word that completes ROWS lines.
 * Whether a row has a wall is not looked at: HAS_WALL says that it may.
 * Returns the number of the line after them. */
static size_t
cut_rows(struct lines *lines, size_t n, size_t *bit, size_t to)
{
	size_t begin = lines->bits_from, at = begin + *bit;
	uint32_t wide, number = lines->next;
	uint64_t from = ~(uint64_t)0 << *bit % 64, before = 0, odd = 0;
	size_t first = *bit, word = first & ~(size_t)63;
	struct line *line = lines->line + n;

	if (lines->rows.to != n || n == 0)
		lines->rows = (struct lines_rows){.from = n, .to = n};
	wide = lines->rows.wide;
	for (; word < to && odd == 0 && number - lines->next < ROWS;
	     word += 64) {
		const uint64_t *of = lines->bits[word / 64].of;
		uint64_t ends = of[BYTES_END] & from;
		size_t end;

		odd = ((of[BYTES_NO_ROW] | of[BYTES_RETURN]) & from) |
		    (ends & ~(of[BYTES_NO_MOVE] << 1 | before));
		if (to - word < 64)
			odd |= ~(uint64_t)0 << (to - word);
		before = of[BYTES_NO_MOVE] >> 63;
		from = ~(uint64_t)0;
		/* The line may exceed the limit in the next word. */
		if (ends == 0 && begin + word + LONG - at > lines->limit)
			break;
		for (ends &= ~odd & (odd - 1); ends != 0; ends &= ends - 1) {
			end = begin + word + (size_t)bits_low(ends);
			uint32_t len = (uint32_t)(end - at);

			wide = len > wide ? len : wide;
			*line++ = (struct line){.off = at,
			    .len = len,
			    .num = number++,
			    .can = CAN_PLAIN | CAN_RLE | CAN_LETTER,
			    .has = HAS_INK | HAS_WALL};
			at = end + 1;
		}
	}
	*bit = at - begin;
	if (*bit > first)
		bytes_count(&lines->rows.sum, lines->bits, first, *bit);
	n += number - lines->next;
	lines->rows_taken = false;
	lines->rows.to = n;
	lines->rows.wide = wide;
	lines->next = number;
	return n;
}

/* Cut the line at *bit, which is not one of these rows, as line *n of the
 * window, or add it to a blank line.  LF is no news from bit `from` to bit
 * `to`.  False if that needs more than the bits. */
static inline bool
cut_other(struct lines *lines, size_t *n, size_t *bit, size_t from, size_t to)
{
	const size_t raw = lines->bits_from + *bit;
	const size_t have = lines->bits_to - lines->bits_from;
	const char *s = lines_byte(lines, raw);
	const struct bytes *bits = lines->bits + *bit / 64;
	uint64_t ends = bits->of[BYTES_END] >> *bit % 64;
	size_t stop = *bit, len, end = 1;
	unsigned can = CAN_ALL, has = s[0] == '>' ? HAS_QUOTE : 0;

	/* It must end in this word or the next one. */
	if (ends == 0) {
		stop = (stop | 63) + 1;
		ends = stop < have ? bits[1].of[BYTES_END] : 0;
	}
	if (ends == 0)
		return false;
	stop += (size_t)bits_low(ends);
	if (stop >= have)
		return false;
	len = stop - *bit;
	/* By the rule of line_end(), which may go on after the last bytes.  One
	 * function for both takes registers from the loop over rows: 3 to 5 %
	 * of the time of sokfmt. */
	if (s[len] == '\r' && have - stop > 2) {
		if (s[len + 1] == '\n')
			end = 2;
		else if (s[len + 1] == '\r' && s[len + 2] == '\n')
			end = 3;
		if (!(lines->ends & (end == 1 ? LINES_CR : LINES_CRLF)))
			return false;
	} else if (s[len] != '\n' || stop < from || stop >= to) {
		return false;
	}
	for (size_t at = has ? stop - unquoted(s, len) : *bit; at < stop;
	     at = (at | 63) + 1) {
		bits = lines->bits + at / 64;
		if (bits->of[BYTES_RARE] & bytes_in(at, stop))
			return false;
		lines_add_bits(bits, bytes_in(at, stop), &can, &has);
	}
	if (is_joined(lines, *n, has)) {
		if (raw + len + end - line_raw(&lines->line[*n - 1]) >=
		    BLANK_RUN)
			return false;
	} else {
		(void)put_line(lines, (*n)++, raw, raw + len, can, has);
	}
	lines->next++;
	*bit = stop + end;
	return true;
}

/* Cut lines that need nothing but their bits and end in a line end of a kind
 * that is no news; false if there are none.  Once it has line i it stops above
 * rows if those that were cut last end at line i or below it and no board was
 * made of them: only those that were cut last are known as such, and who looks
 * for a board asks for the line below it as well. */
static bool
cut_plain(struct lines *lines, size_t i)
{
	const size_t have = lines->bits_to - lines->bits_from;
	const size_t start = lines->done - lines->bits_from;
	/* LF is no news among these bits; up to `crlf` it was CRLF. */
	size_t crlf = lines->in->crlf_until > lines->bits_from
	    ? lines->in->crlf_until - lines->bits_from
	    : 0;
	size_t from = lines->ends & LINES_CRLF ? 0 : crlf;
	size_t to = lines->ends & LINES_LF || crlf > have ? have : crlf;
	size_t n = lines->n, stop = n + OTHERS, next = start;
	bool row = false, above;

	if (start >= have || lines->scan > lines->done || lines->rest ||
	    lines->limit < LONG || lines->squares != NULL ||
	    input_bytes(lines->in).len > UINT32_MAX)
		return false;
	while (next < have && n < stop) {
		const uint64_t *of = lines->bits[next / 64].of;

		/* Whether the line begins as a row.  One that cut_rows() does
		 * not take is cut as other lines are, and so are those that
		 * adjoin it. */
		above = row;
		row = !((of[BYTES_NO_ROW] | of[BYTES_END]) >> next % 64 & 1);
		if (row && !above) {
			size_t rows = n;

			if (n > i && lines->rows.to >= i && !lines->rows_taken)
				break;
			if (next >= from && next < to)
				n = cut_rows(lines, n, &next, to);
			row = n == rows;
			if (!row)
				continue;
		}
		if (!cut_other(lines, &n, &next, from, to))
			break;
	}
	lines->n = n;
	lines->done = lines->scan = lines->bits_from + next;
	return next > start;
}

int
lines_cut(struct lines *lines, size_t i)
{
	/* Before anything is read there is no buffer to count from. */
	if (lines->in->buf == NULL && input_more(lines->in) == -1)
		return -1;
	while (lines->n <= i) {
		size_t first = (size_t)(lines->line - lines->all);
		int got = 0;

		/* Make room in the array, at first in front of the window. */
		if (lines->n + ROOM > lines->cap && first > lines->n) {
			memmove(lines->all, lines->line,
			    lines->n * sizeof(*lines->line));
			lines->line = lines->all;
			lines->cap += first;
			first = 0;
		}
		while (lines->n + ROOM > lines->cap) {
			size_t cap = first + lines->cap;
			struct line *line =
			    sok_grow(lines->all, cap, &cap, sizeof(*line));

			if (line == NULL)
				return -1;
			lines->all = line;
			lines->line = line + first;
			lines->cap = cap - first;
		}
		if (lines->done + LONG > lines->bits_to &&
		    lines_bits(lines, lines->done, LONG) == -1)
			return -1;
		if (cut_plain(lines, i))
			continue;
		if (lines->done < lines_loaded(lines))
			got = cut_next(lines);
		if (got == 0 && lines->in->eof &&
		    lines->done == lines_loaded(lines))
			return 0;
		if (got == 0 && !lines->in->eof)
			got = input_more(lines->in);
		if (got == -1)
			return -1;
	}
	return 1;
}
