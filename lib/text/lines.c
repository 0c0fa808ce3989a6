/* lines.c - cuts the input into numbered, classified lines: between the input
 * and the grammar.  Lines are cut one by one, quickly where the class bits tell
 * everything; only plain rows, of which most boards consist, are cut together.
 */
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

/* ---- one line */

/* Whether a line with this is blank, and the last line is blank as well, so
 * that it becomes a part of that line. */
static inline bool
is_joined(const struct lines *lines, unsigned has)
{
	const unsigned other = ~((unsigned)HAS_MARK | HAS_TAB);

	if ((has & other) || !lines->join || lines->n == 0)
		return false;
	const struct line *last = lines->line + lines->n - 1;
	return !(last->has & other) && !(last->can & CUT_OFF);
}

/* The length of a line after its mail quotes, which are in its first bytes. */
static size_t SOK_APART
unquoted(const char *s, size_t len)
{
	size_t n = len < 64 ? len : 64;

	return len - n + sok_str_unquote((struct sok_str){s, n}).len;
}

/* Where a line ends. */
struct cut {
	int got;     /* 1, 0 if more bytes are needed, -1 with errno */
	size_t stop; /* the position after its bytes */
	size_t next; /* where the next line begins */
	/* What it can be and has, besides what its bytes say. */
	unsigned can, has;
	bool counts; /* a line end, or that of the input, is between stop and
	                next */
};

/* Whether all bytes from `from` to stop have bits, and none is rare; then what
 * they allow and are is added. */
static inline bool
classify_quickly(const struct lines *lines, size_t from, size_t stop,
    unsigned *can, unsigned *has)
{
	size_t bit = from - lines->bits_from, last = stop - lines->bits_from;

	/* Of a long line not all bytes have bits. */
	if (bit > last || last > lines->bits_to - lines->bits_from)
		return false;
	for (; bit < last; bit = (bit | 63) + 1) {
		const struct bytes *bits = lines->bits + bit / 64;
		uint64_t in = bytes_in(bit, last);

		if (bits->of[BYTES_RARE] & in)
			return false;
		lines_add_bits(bits, in, can, has);
	}
	return true;
}

/* Find out what a line of some bytes, which ends at `stop`, can be and has, and
 * remove a byte-order mark.  -1 on ENOMEM. */
static inline int
classify_line(struct lines *lines, struct sok_str *line, size_t stop,
    unsigned *can, unsigned *has)
{
	if ((unsigned char)line->s[0] >= 0xef) {
		size_t mark = lines_bom(*line);

		*has |= mark > 0 ? HAS_BOM : 0;
		*line = sok_str_from(*line, mark);
	}
	size_t len = line->len;
	if (len > 0 && line->s[0] == '>' &&
	    (lines->squares == NULL || !squares_named(lines->squares, '>'))) {
		*has |= HAS_QUOTE;
		len = unquoted(line->s, len);
	}
	if (classify_quickly(lines, stop - len, stop, can, has))
		return 0;
	/* Copies, because variables whose address is taken do not stay in
	 * registers. */
	unsigned allowed = *can, seen = *has;
	int got = lines_look(lines, stop - len, stop, &allowed, &seen);

	*can = allowed;
	*has = seen;
	return got;
}

/* Add the next line to the window: 1, -1 with errno. */
static inline int
add_line(struct lines *lines, struct cut cut)
{
	size_t begin = lines->done;
	struct sok_str s = {lines_byte(lines, begin), cut.stop - begin};
	unsigned can = cut.can, has = cut.has;

	if (s.len > 0 && classify_line(lines, &s, cut.stop, &can, &has) == -1)
		return -1;
	if (is_joined(lines, has)) {
		lines->next += cut.counts;
		lines->done = lines->scan = cut.next;
		if (cut.next - line_raw(&lines->line[lines->n - 1]) >=
		    BLANK_RUN)
			lines_remove_blank(lines, cut.next);
		return 1;
	}
	size_t off = cut.stop - s.len;
	/* Without the blanks at its end. */
	while (s.len > 0 && sok_is_blank(s.s[s.len - 1]))
		s.len--;
	struct line *line = &lines->line[lines->n];
	*line = (struct line){.off = off,
	    .mark = (uint32_t)(off - begin),
	    .len = (uint32_t)s.len,
	    .num = lines->next,
	    .can = (uint16_t)can,
	    .has = (uint16_t)has};
	if (has & (HAS_BOM | HAS_HIGH | HAS_CONTROL))
		lines_remember_bytes(lines, line);
	if (lines->squares != NULL && lines_add_row(lines, line) == -1)
		return -1;
	lines->n++;
	lines->next += cut.counts;
	lines->done = lines->scan = cut.next;
	return 1;
}

/* ---- where it ends */

/* A line ends in a way that none before it does, and the next one begins at
 * `next`. */
static void SOK_SELDOM
add_kind(struct lines *lines, unsigned kind, size_t next)
{
	lines->ends |= kind;
	if (lines->ends & (lines->ends - 1)) {
		lines_remember(lines, FIRST_MIXED, lines->n, 0);
		input_mixed(lines->in, next);
		/* The bytes from there on may have changed. */
		if (lines->bits_to > next)
			lines->bits_to = next;
	}
}

/* The length of the line end at byte `at`, which is a CR: CR, CRLF, or CR CR LF
 * (a CRLF that was converted twice); 0 if more bytes are needed to decide. */
static size_t
cr_end(struct lines *lines, size_t at)
{
	size_t end = at + 1, loaded = lines_loaded(lines);

	if (end < loaded && *lines_byte(lines, end) == '\r')
		end++;
	if (end >= loaded && !lines->in->eof)
		return 0;
	bool crlf = end < loaded && *lines_byte(lines, end) == '\n';
	unsigned kind = crlf ? LINES_CRLF : LINES_CR;
	size_t next = crlf ? end + 1 : at + 1;
	if (!(lines->ends & kind))
		add_kind(lines, kind, next);
	return next - at;
}

/* The same for byte `at` that is LF or CR. */
static inline size_t
line_end(struct lines *lines, size_t at, char byte)
{
	unsigned kind = lines_kind_of_lf(lines, at);

	if (byte == '\r')
		return cr_end(lines, at);
	if (!(lines->ends & kind))
		add_kind(lines, kind, at + 1);
	return 1;
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

/* A line ends at `at`, but not in LF or CR. */
static struct cut SOK_SELDOM
end_otherwise(struct lines *lines, size_t at)
{
	struct cut cut = {.got = 1, .stop = at, .next = at, .can = CAN_ALL};
	size_t end_at = at;

	if (at == lines_loaded(lines) && !lines->in->eof) {
		cut.got = 0;
	} else if (at == lines_loaded(lines)) {
		/* In DOS a Control-Z marks the end of the file. */
		while (cut.stop > lines->done &&
		    *lines_byte(lines, cut.stop - 1) == CONTROL_Z)
			cut.stop--;
		cut.has = cut.stop < at ? HAS_CONTROL : 0;
		cut.counts = true;
	} else if (*lines_byte(lines, at) != '\0') {
		/* Neither this part of a line over the limit nor the rest can
		 * be a row or moves. */
		cut.has = HAS_CUT;
	} else if (at == lines->done) {
		/* A NUL at the start of a line is a blank line; NULs after its
		 * bytes are a part of the line end that follows them. */
		cut.next = at + 1;
	} else {
		end_at = after_nuls(lines, at);
	}
	if (end_at == SIZE_MAX) {
		cut.got = 0;
	} else if (end_at > at) {
		size_t n = line_end(lines, end_at, *lines_byte(lines, end_at));

		cut.got = n > 0;
		cut.next = end_at + n;
		cut.counts = true;
	}
	return cut;
}

/* Whether the next line ends in the word of bits where it begins, or in the
 * next one: *at is where.  Most lines do.  Not of a line that was looked at
 * before, nor where the limit may be nearer. */
static inline bool
ends_soon(const struct lines *lines, size_t *at)
{
	size_t have = lines->bits_to - lines->bits_from;
	size_t bit = lines->done - lines->bits_from;

	if (lines->scan > lines->done || lines->limit < LINES_TWO_WORDS ||
	    bit >= have)
		return false;
	const struct bytes *bits = lines->bits + bit / 64;
	uint64_t ends = bits->of[BYTES_END] >> bit % 64;
	if (ends == 0) {
		bit = (bit | 63) + 1;
		ends = bit < have ? bits[1].of[BYTES_END] : 0;
	}
	if (ends == 0)
		return false;
	bit += bits_low(ends);
	*at = lines->bits_from + bit;
	return bit < have;
}

/* Find the end of any line, or the limit: 1, 0 if all bytes that were read are
 * part of the line, -1 with errno. */
static int SOK_APART
ends_later(struct lines *lines, size_t *at)
{
	size_t end = lines_loaded(lines);
	size_t most =
	    lines->limit < end - lines->done ? lines->done + lines->limit : end;

	if (lines_end(lines, lines->scan, most, at) == -1)
		return -1;
	lines->scan = *at;
	return *at < end;
}

/* Find the end of the next line. */
static inline struct cut
find_end(struct lines *lines)
{
	size_t at, later = 0;
	int found = 1;

	if (!ends_soon(lines, &at)) {
		found = ends_later(lines, &later);
		at = later;
	}
	if (found == -1)
		return (struct cut){.got = -1};
	/* At the end of what was read it is padding, which is not used. */
	char byte = lines_byte(lines, lines->done)[at - lines->done];
	if (found == 0 || (byte != '\n' && byte != '\r'))
		return end_otherwise(lines, at);
	size_t n = line_end(lines, at, byte);
	return (struct cut){.got = n > 0,
	    .stop = at,
	    .next = at + n,
	    .can = CAN_ALL,
	    .counts = true};
}

/* The same line as a part of one over the limit: the first part is nothing but
 * text, the others are its rest. */
static struct cut SOK_SELDOM
as_part(const struct lines *lines, struct cut cut)
{
	if (lines->rest)
		cut.can = CUT_OFF;
	else if (cut.has & HAS_CUT)
		cut.can = 0;
	return cut;
}

/* ---- many lines */

/* So many lines that are not rows are cut at once. */
enum { OTHERS = 16 };

/* Cut the next line if it is an ordinary blank line: empty, with an LF as line
 * ends were before, and none above it that it would be joined with.  Whether it
 * was. */
static inline bool
cut_empty(struct lines *lines)
{
	size_t at = lines->done;

	if (*lines_byte(lines, at) != '\n' ||
	    !(lines->ends & lines_kind_of_lf(lines, at)) || is_joined(lines, 0))
		return false;
	lines->line[lines->n++] = (struct line){.off = at,
	    .mark = 0,
	    .len = 0,
	    .num = lines->next++,
	    .can = CAN_ALL,
	    .has = 0};
	lines->done = lines->scan = at + 1;
	return true;
}

/* Whether the next line begins as a row. */
static inline bool
begins_row(const struct lines *lines)
{
	size_t bit = lines->done - lines->bits_from;
	const uint64_t *of = lines->bits[bit / 64].of;

	return !((of[BYTES_NO_ROW] | of[BYTES_END]) >> bit % 64 & 1);
}

/* Cut lines that are complete: 1, 0 if there are none, -1 with errno.  Once
 * there is line i, it stops above more rows if those that were cut last reach
 * line i and no board was made of them yet, because only the rows that were cut
 * last are remembered, and who looks for a board asks for the line after it as
 * well.  With --squares, a row depends on those after it, which are cut when
 * they are asked for. */
static int
cut_lines(struct lines *lines, size_t i)
{
	size_t stop = lines->n + (lines->squares == NULL ? OTHERS : 1);
	size_t start = lines->done;
	/* Rows that need nothing but their bits are cut together. */
	bool together =
	    lines->squares == NULL && lines->limit >= LINES_TWO_WORDS;
	/* A part of the next line was looked at, or cut as a line, before. */
	bool begun = lines->scan > lines->done || lines->rest;
	bool row = false;
	int got = 1;

	while (got == 1 && lines->n < stop) {
		bool above = row;

		if (begun || lines->done + LINES_TWO_WORDS > lines->bits_to) {
			if (!begun &&
			    lines_bits(lines, lines->done, LINES_TWO_WORDS) ==
			        -1)
				return -1;
			if (lines->done == lines_loaded(lines))
				break;
		}
		/* A row that cannot be cut with others is cut as other lines
		 * are, and so are those that adjoin it. */
		row = !begun && begins_row(lines);
		if (row && !above && together) {
			size_t before = lines->n;

			if (before > i && lines->rows.to >= i &&
			    !lines->rows_taken)
				break;
			lines_cut_rows(lines);
			row = lines->n == before;
			if (!row)
				continue;
		}
		if (!begun && lines->squares == NULL && cut_empty(lines))
			continue;
		struct cut cut = find_end(lines);
		if (cut.got == 1 && (begun || (cut.has & HAS_CUT)))
			cut = as_part(lines, cut);
		got = cut.got == 1 ? add_line(lines, cut) : cut.got;
		if (got == 1)
			begun = lines->rest = cut.has & HAS_CUT;
	}
	if (got != -1)
		return lines->done > start;
	/* They may begin after the line, if it was long. */
	lines->bits_from = lines->bits_to = lines->done;
	return -1;
}

int
lines_cut(struct lines *lines, size_t i)
{
	/* Before anything is read there is no buffer to count from. */
	if (lines->in->buf == NULL && input_more(lines->in) == -1)
		return -1;
	while (lines->n <= i) {
		if (lines->n + LINES_ROOM > lines->cap &&
		    lines_room(lines) == -1)
			return -1;
		int got = cut_lines(lines, i);
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
