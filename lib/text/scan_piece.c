/*
 * scan_piece.c - a scan in several places at once: pieces of the bytes that lie
 * ahead of it, each with a scan of its own.
 */
#include <string.h>

#include "text/scan.h"
#include "text/scan_simple.h"

/* Blank lines looked at for a place to cut. */
#define TRIES 8

struct sok_scan *
sok_scan_piece(const struct sok_read_options *o, struct sok_sink *sink)
{
	struct sok_scan *s = scan_create(o, sink);

	if (s != NULL)
		s->piece = true;
	return s == NULL ? NULL : scan_begin(s);
}

void
sok_scan_place(struct sok_scan *piece, const struct sok_scan *whole, size_t at)
{
	piece->in = whole->in;
	input_borrow(&piece->in, at);
	blocks_rewind(&piece->b);
	piece->b.l.ends = whole->b.l.ends;
	piece->b.l.base = whole->b.l.base + whole->lines;
	piece->start = piece->taken = piece->passed = piece->lines = 0;
	piece->wait = piece->nos = 0;
	piece->begun = true;
	piece->open = false;
	piece->apart = whole->apart;
	piece->variant |= whole->variant;
}

size_t
sok_scan_at(const struct sok_scan *s)
{
	size_t behind = s->taken;

	if (behind == 0)
		behind = lines_raw(&s->b.l, 0, s->start).len;
	return s->in.start + behind;
}

bool
sok_scan_ends(const struct sok_scan *piece, size_t at)
{
	const struct blocks *b = &piece->b;

	return sok_scan_at(piece) == at && !b->skip &&
	    b->text_until <= piece->start && b->letters_until <= piece->start;
}

/* The first board behind a blank line at or behind *at. */
static bool
guess(const struct sok_scan *s, struct sok_scan *probe, size_t *at)
{
	const char *p = s->in.buf + *at, *end = s->in.buf + s->in.end;
	struct sok_block b = {.kind = SOK_BLOCK_TEXT};

	for (int i = 0; i < TRIES; i++) {
		do
			p = memchr(p, '\n', (size_t)(end - p));
		while (p != NULL && ++p < end && *p != '\n');
		if (p == NULL || p == end)
			return false;
		sok_scan_place(probe, s, (size_t)(p + 1 - s->in.buf));
		do
			*at = sok_scan_at(probe);
		while (
		    sok_scan_next(probe, &b) == 1 && b.kind == SOK_BLOCK_TEXT);
		if (b.kind == SOK_BLOCK_BOARD)
			return true;
	}
	return false;
}

int
sok_scan_cut(struct sok_scan *s, struct sok_scan *probe, size_t size,
    size_t *at, size_t n)
{
	size_t ahead = n * size + 2 * SCAN_SIMPLE_MOST, k = 0;

	if (s->taken == 0 || s->in.decode != NULL)
		return 0;
	if (input_want(&s->in, s->taken + ahead) == -1)
		return -1;
	at[k++] = sok_scan_at(s);
	while (k < n && at[k - 1] + size + 2 * SCAN_SIMPLE_MOST <= s->in.end) {
		at[k] = at[k - 1] + size;
		if (!guess(s, probe, &at[k]))
			break;
		k++;
	}
	return k > 2 ? (int)k - 1 : 0;
}

void
sok_scan_pass(struct sok_scan *s, const struct sok_scan *piece)
{
	s->apart |= piece->apart;
	s->lines += piece->passed;
	s->taken = sok_scan_at(piece) - s->in.start;
}
