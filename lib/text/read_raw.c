/*
 * read_raw.c - copies text over a limit unchanged, for the text reader.
 */
#include <string.h>

#include "text/read_text.h"

/* The first n lines, ending in LF like everything that is written; s.s is NULL
 * on ENOMEM. */
static struct sok_str
with_line_feeds(const struct lines *l, size_t n, struct sok_arena *a)
{
	struct sok_str all = lines_raw(l, 0, n), line;
	size_t len, used = 0;
	char *to;

	if (all.len == 0 || memchr(all.s, '\r', all.len) == NULL)
		return all;
	to = sok_arena_alloc(a, all.len, 1);
	for (size_t i = 0; i < n && to != NULL; i++) {
		line = lines_raw(l, i, i + 1);
		len = line.len;
		while (len > 0 && memchr("\r\n", line.s[len - 1], 2) != NULL)
			len--;
		memcpy(to + used, line.s, len);
		used += len;
		if (len < line.len)
			to[used++] = '\n';
	}
	return (struct sok_str){to, used};
}

int
read_raw(struct sok_reader *r, struct text *t)
{
	struct lines *l = &t->b.l;
	bool cut = t->cut;
	size_t n = 0;
	int got;

	r->puzzle.raw_goes_on = t->copying;
	if (!t->copying)
		reader_report(r, SOK_LIMIT_RULE, lines_number(l, 0), 1,
		    "over the limit `line`, or `text` for a whole puzzle; "
		    "copied unchanged up to the next blank line");
	/* The first line may be the leading blanks of a long line. */
	while ((got = lines_want(l, n)) == 1 &&
	    (cut || n == 0 || !lines_blank(l, n)) &&
	    lines_place(l, l->v[n].raw) < 1 << 20)
		cut = l->v[n++].has & HAS_CUT;
	if (got == -1)
		return -1;
	t->copying = got == 1 && (cut || !lines_blank(l, n));
	t->cut = cut;
	r->puzzle.raw = with_line_feeds(l, n, &r->arena);
	if (r->puzzle.raw.s == NULL)
		return -1;
	r->puzzle.pos = (struct sok_pos){r->o.name, lines_number(l, 0), 1};
	t->start = n;
	t->phase = t->copying ? COPY : TEXT;
	return 1;
}
