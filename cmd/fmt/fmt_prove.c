/*
 * fmt_prove.c - proves that a new file may replace the old file: a second
 * reader must find everything that was written.  Only digests are compared, so
 * that neither collection is kept in memory.
 */
#include <unistd.h>

#include "fmt/fmt.h"

static bool
make_utf8(struct sok_str *s, size_t n, struct sok_arena *a)
{
	for (size_t i = 0; i < n; i++) {
		if (s[i].len == 0)
			continue;
		s[i] = sok_charset_utf8(a, s[i]);
		if (s[i].s == NULL)
			return false;
	}
	return true;
}

/* Add a puzzle to the digest.  Order matters, and equal puzzles do not cancel
 * out. */
static int
add(const struct cli *c, uint64_t *all, const struct sok_puzzle *p)
{
	struct sok_arena a = {0};
	struct sok_puzzle own;
	bool done = true;

	/* As UTF-8 the text does not depend on the character set. */
	if (c->to_charset != NULL) {
		done = sok_puzzle_copy(&own, p, &a) == 0 &&
		    make_utf8(&own.raw, 1, &a) &&
		    make_utf8(&own.title_line, 1, &a) &&
		    make_utf8(&own.title, 1, &a) &&
		    make_utf8(own.text.line, own.text.n, &a);
		for (size_t i = 0; done && i < own.ngames; i++) {
			struct sok_game *g = &own.game[i];

			done = make_utf8(&g->title_line, 1, &a) &&
			    make_utf8(&g->title, 1, &a) &&
			    make_utf8(g->text.line, g->text.n, &a);
		}
		p = &own;
	}
	if (done)
		*all = (*all << 7 | *all >> 57) * 0x9e3779b97f4a7c15U ^
		    sok_puzzle_digest(p);
	sok_arena_free(&a);
	return done ? 0 : -1;
}

void
fmt_finding(void *ctx, const struct sok_finding *f)
{
	struct fmt *k = ((struct cli *)ctx)->ctx;

	k->undecoded |= f->rule == SOK_CHARSET_RULE;
	k->binary |= f->rule == SOK_BINARY_RULE;
	cli_print_finding(ctx, f);
}

int
fmt_count(struct cli *c, const struct sok_puzzle *p)
{
	struct fmt *f = c->ctx;

	return f->write ? add(c, &f->digest, p) : 0;
}

/* Read the new file as any program does: 0, and why it must not replace the old
 * one, or NULL; -1. */
static int
read_back(struct cli *c, const struct cli_operand *op, int fd, const char **why)
{
	const struct fmt *f = c->ctx;
	struct sok_read_options o = c->read;
	struct sok_sink quiet = {.fn = NULL};
	struct sok_puzzle *p, header = {.has_board = false};
	const struct sok_format *format;
	struct sok_reader *r;
	uint64_t digest = 0;
	int got;

	o.name = op->name;
	o.charset = c->to_charset;
	if (lseek(fd, 0, SEEK_SET) == -1)
		return -1;
	r = sok_reader_open(fd, &o, &quiet);
	if (r == NULL)
		return -1;
	got = sok_read(r, &p);
	format = sok_reader_format(r);
	header.text = sok_reader_header(r)->text;
	if (add(c, &digest, &header) == -1)
		got = -1;
	while (got == 1)
		got = add(c, &digest, p) == -1 ? -1 : sok_read(r, &p);
	sok_reader_close(r);
	if (got == -1)
		return -1;

	*why = NULL;
	if (!sok_format_is_text(format))
		*why = "it would no longer be read as text";
	else if (digest == f->digest && f->undecoded)
		*why = "some of its bytes would be lost";
	else if (digest != f->digest && quiet.limit_hit)
		*why = "the new text would be over a limit, which --limit can "
		       "raise";
	else if (digest != f->digest)
		*why = c->to_charset != NULL
		    ? "its text cannot all be written in that character set"
		    : "internal error: the new text does not read back as the "
		      "same puzzles";
	return 0;
}

int
fmt_prove(struct cli *c, const struct cli_operand *op, int new)
{
	const struct fmt *f = c->ctx;
	const char *why = "not all of it could be formatted";

	if (cli_status(c) != CLI_TROUBLE && !f->refused &&
	    read_back(c, op, new, &why) == -1)
		return -1;
	if (why == NULL)
		return 1;
	cli_error(
	    c, "%s: not rewritten: %s; the file is unchanged", op->name, why);
	return 0;
}
