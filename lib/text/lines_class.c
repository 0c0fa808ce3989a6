/* lines_class.c - finds out what a line can be and has from the class bits of
 * its bytes, and cuts rows by these alone, for lines.c. */
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "board/board.h"
#include "io/io.h"
#include "text/lines.h"

/* Bits are made for so many words at once, and kept for at most so many bytes:
 * older ones are not needed, or the bytes are classified again. */
enum { BATCH = 64, KEEP = 1 << 17 };

/* Make the bits of byte `at`, if they are missing, and of the bytes after it;
 * drop bits that are no longer needed.  -1 on ENOMEM. */
static int
make_bits(struct lines *lines, size_t at)
{
	size_t first = input_consumed(lines->in), end = lines_loaded(lines);
	size_t needed, gone, used, n, cap;
	struct bytes *bits;

	if (at < lines->bits_from || at > lines->bits_to)
		lines->bits_from = lines->bits_to = at;
	used = (lines->bits_to - lines->bits_from + 63) / 64;
	if (used + BATCH + 1 > lines->cap_bits) {
		needed = lines->bits_to > first + KEEP ? lines->bits_to - KEEP
		                                       : first;
		gone = needed > lines->bits_from
		    ? (needed - lines->bits_from) / 64
		    : 0;
		gone = gone < used ? gone : used;
		cap = 2 * (used - gone + BATCH + 1);
		if (cap > lines->cap_bits) {
			bits = realloc(lines->bits, cap * sizeof(*bits));
			if (bits == NULL)
				return -1;
			lines->bits = bits;
			lines->cap_bits = cap;
		}
		used -= gone;
		if (gone > 0)
			memmove(lines->bits, lines->bits + gone,
			    used * sizeof(*bits));
		lines->bits_from += 64 * gone;
	}

	/* The last word may have been incomplete. */
	used = (lines->bits_to - lines->bits_from) / 64;
	if (lines->bits_from + 64 * used < first) {
		lines->bits_from = lines->bits_to = first;
		used = 0;
	}
	at = lines->bits_from + 64 * used;
	n = (end - at + 63) / 64;
	n = n < BATCH ? n : BATCH;
	bytes_classify(lines->bits + used, lines_byte(lines, at), n);
	lines->bits_to = at + 64 * n < end ? at + 64 * n : end;
	return 0;
}

int
lines_bits(struct lines *lines, size_t at, size_t n)
{
	/* Wraps if the bits begin after the byte. */
	if (at - lines->bits_from >= lines->bits_to - lines->bits_from)
		return make_bits(lines, at);
	if (lines->bits_to - at >= n || lines->bits_to == lines_loaded(lines))
		return 0;
	return make_bits(lines, lines->bits_to);
}

int
lines_end(struct lines *lines, size_t at, size_t end, size_t *found)
{
	*found = end;
	while (at < end) {
		if (lines_bits(lines, at, 1) == -1)
			return -1;
		size_t to = lines->bits_to < end ? lines->bits_to : end;
		size_t last = to - lines->bits_from;

		for (size_t bit = at - lines->bits_from; bit < last;
		     bit = (bit | 63) + 1) {
			uint64_t ends = lines->bits[bit / 64].of[BYTES_END] &
			    bytes_in(bit, last);

			if (ends == 0)
				continue;
			*found = lines->bits_from + (bit & ~(size_t)63) +
			    bits_low(ends);
			return 0;
		}
		at = to;
	}
	return 0;
}

/* Add what the bytes `in` a word allow and are.  s: byte number `first` of the
 * word, the first one in question; those before it may have left the window. */
static void
look(const struct bytes *bits, uint64_t in, const char *s, size_t first,
    unsigned *can, unsigned *has)
{
	/* What the bits do not tell of rare bytes; some may be in rows. */
	enum { IN_ROWS = 0x8000 };
	static const uint16_t is[ALPHABET_KINDS] = {
	    [ALPHABET_TA] = HAS_TAB | HAS_MARK | IN_ROWS,
	    [ALPHABET_BS] = HAS_BACKSLASH,
	    [ALPHABET_CO] = HAS_CONTROL,
	    [ALPHABET_HI] = HAS_HIGH,
	    [ALPHABET_NB] = HAS_HIGH | HAS_INK | IN_ROWS};
	uint64_t rare = bits->of[BYTES_RARE] & in;
	unsigned all = 0;

	for (; rare != 0; rare &= rare - 1) {
		unsigned one = is[alphabet_kind(s[bits_low(rare) - first])];

		all |= one;
		if (one & IN_ROWS)
			in &= ~(rare & -rare);
	}
	/* No-break spaces are not moves. */
	if (all & HAS_INK)
		*can &= ~(unsigned)CAN_MOVES;
	*has |= all & ~(unsigned)IN_ROWS;
	lines_add_bits(bits, in, can, has);
}

int
lines_look(
    struct lines *lines, size_t at, size_t end, unsigned *can, unsigned *has)
{
	while (at < end) {
		if (lines_bits(lines, at, 1) == -1)
			return -1;
		size_t to = lines->bits_to < end ? lines->bits_to : end;
		size_t last = to - lines->bits_from;

		for (size_t bit = at - lines->bits_from; bit < last;
		     bit = (bit | 63) + 1)
			look(&lines->bits[bit / 64], bytes_in(bit, last),
			    lines_byte(lines, lines->bits_from + bit), bit % 64,
			    can, has);
		at = to;
	}
	return 0;
}

void
lines_classify(struct sok_str s, uint16_t *can, uint16_t *has)
{
	unsigned allowed = CAN_ALL, seen = 0;

	for (; s.len > 0; s = sok_str_from(s, 64)) {
		size_t n = s.len < 64 ? s.len : 64;
		char part[64] = {'\0'};
		struct bytes bits;

		memcpy(part, s.s, n);
		bytes_classify(&bits, part, 1);
		if (bits.of[BYTES_END] & bytes_in(0, n))
			allowed = 0;
		look(&bits, bytes_in(0, n), part, 0, &allowed, &seen);
	}
	*can = (uint16_t)allowed;
	*has = (uint16_t)seen;
}

/* Say what a line can be as the row that was made of it. */
static void
classify_row(struct line *line, struct sok_str row)
{
	/* What code about rows asks for. */
	const unsigned rows = (unsigned)HAS_COUNT | HAS_TAB | HAS_HIGH |
	    HAS_CONTROL | HAS_BACKSLASH | HAS_BAR;
	bool quoted = line->has & HAS_QUOTE;
	uint16_t can, has;

	if ((line->can & CUT_OFF) || (line->has & HAS_CUT))
		return;
	lines_classify(quoted ? sok_str_unquote(row) : row, &can, &has);
	line->can =
	    (uint16_t)((line->can & CAN_MOVES) | (can & ~(unsigned)CAN_MOVES));
	line->has =
	    (uint16_t)((line->has & ~(unsigned)HAS_WALL) | (has & HAS_WALL));
	if (can & CAN_LETTER)
		line->has = (uint16_t)((line->has & ~rows) | (has & rows));
}

static bool
is_row(const struct line *line)
{
	return (line->can & CAN_LETTER) && (line->has & HAS_INK);
}

int
lines_add_row(struct lines *lines, struct line *found)
{
	bool quoted = found->has & HAS_QUOTE;
	bool above = lines->n > 0 && is_row(&found[-1]);
	struct sok_str line = {lines_byte(lines, found->off), found->len};
	size_t i = lines->n;

	struct sok_str row = squares_add(lines->squares, line, quoted, above);
	if (row.s == NULL)
		return -1;
	classify_row(found, row);
	/* A picture is read in one way: if this row has no blanks between its
	 * squares, neither have those above it.  A line without a wall may be
	 * text below a board. */
	if (!above || !is_row(found) || squares_apart(lines->squares, i) ||
	    memchr(row.s, '#', row.len) == NULL)
		return 0;
	while (squares_any_apart(lines->squares) && i-- > 0) {
		found--;
		if (!squares_apart(lines->squares, i))
			continue;
		line.s = lines_byte(lines, found->off);
		line.len = found->len;
		classify_row(found, squares_join(lines->squares, i, line));
	}
	return 0;
}

/* ---- rows, which need nothing but their bits */

/* So many are cut at once; the last word of bits may add 32.  LINES_ROOM is
 * more than these and the lines that are cut with them. */
enum { ROWS = 32 };

/* The length, without blanks at its end, of a line of plain rows; 0 if it is
 * blank, or has a character of moves as its last one. */
static uint32_t
row_length(const struct lines *lines, size_t at, size_t end)
{
	while (end > at && *lines_byte(lines, end - 1) == ' ')
		end--;
	if (end == at)
		return 0;
	size_t last = end - 1 - lines->bits_from;
	bool no_move =
	    lines->bits[last / 64].of[BYTES_NO_MOVE] >> last % 64 & 1;
	return no_move ? (uint32_t)(end - at) : 0;
}

/* The position up to which LF is a line end of a kind that was met before, as
 * it must be in rows that are cut together; no more than where the bits end. */
static size_t
known_until(const struct lines *lines)
{
	size_t unified = lines->in->unified;
	unsigned kind = lines_kind_of_lf(lines, lines->done);

	if (!(lines->ends & kind))
		return lines->done;
	return kind != LINES_LF && !(lines->ends & LINES_LF) &&
	        unified < lines->bits_to
	    ? unified
	    : lines->bits_to;
}

static inline void
put_row(struct line *line, size_t at, uint32_t len, uint32_t number)
{
	/* With each field, because clearing them first takes longer. */
	*line = (struct line){.off = at,
	    .mark = 0,
	    .len = len,
	    .num = number,
	    .can = CAN_PLAIN | CAN_RLE | CAN_LETTER,
	    .has = HAS_INK | HAS_WALL};
}

void
lines_cut_rows(struct lines *lines)
{
	size_t begin = lines->bits_from, to = known_until(lines) - begin;
	size_t first = lines->done - begin, word = first & ~(size_t)63;
	size_t at = lines->done, end;
	/* The bits of a word that were not cut yet; the last bit of the word
	 * before; the bits at which rows end. */
	uint64_t left = ~(uint64_t)0 << first % 64, before = 0, odd = 0;
	struct line *line = lines->line + lines->n;
	uint32_t wide, len, number = lines->next;

	if (lines->rows.to != lines->n || lines->n == 0)
		lines->rows =
		    (struct lines_rows){.from = lines->n, .to = lines->n};
	wide = lines->rows.wide;
	while (word < to && odd == 0 && number - lines->next < ROWS) {
		const uint64_t *of = lines->bits[word / 64].of;
		uint64_t ends = of[BYTES_END] & ~of[BYTES_RETURN] & left;
		/* Ends after a blank, of an empty line, or after a character
		 * of moves. */
		uint64_t loose = ends & ~(of[BYTES_NO_MOVE] << 1 | before);

		odd = ((of[BYTES_NO_ROW] | of[BYTES_RETURN]) & left) | loose;
		if (to - word < 64)
			odd |= ~(uint64_t)0 << (to - word);
		/* No line ends here, so this one goes on in the next word,
		 * where it may exceed the limit.  Others are shorter than two
		 * words. */
		if (ends == 0 &&
		    begin + word + LINES_TWO_WORDS - at > lines->limit)
			break;
		for (ends &= ~odd & (odd - 1); ends != 0; ends &= ends - 1) {
			end = begin + word + bits_low(ends);
			len = (uint32_t)(end - at);
			wide = len > wide ? len : wide;
			put_row(line++, at, len, number++);
			at = end + 1;
		}
		/* The first odd bit may be such an end: all rows above that
		 * line were cut. */
		if ((loose & odd & -odd) != 0 && bits_low(odd) < to - word) {
			end = begin + word + bits_low(odd);
			len = row_length(lines, at, end);
			if (len == 0)
				break;
			lines->rows.trimmed = true;
			wide = len > wide ? len : wide;
			put_row(line++, at, len, number++);
			at = end + 1;
			/* The rest of this word. */
			left = ~(uint64_t)1 << bits_low(odd);
			odd = 0;
			continue;
		}
		before = of[BYTES_NO_MOVE] >> 63;
		left = ~(uint64_t)0;
		word += 64;
	}
	if (at > lines->done)
		bytes_count(&lines->rows.sum, lines->bits, first, at - begin);
	lines->n += number - lines->next;
	lines->next = number;
	lines->done = lines->scan = at;
	lines->rows_taken = false;
	lines->rows.to = lines->n;
	lines->rows.wide = wide;
}
