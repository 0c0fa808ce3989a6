/*
 * fmt_prove.c - proves that a new file may replace the old file: a second
 * reader must find everything that was written.  Only digests are compared, so
 * that neither collection is kept in memory.
 */
#include <unistd.h>

#include "fmt/fmt.h"

static bool
make_utf8(struct sok_str *s, struct sok_arena *a)
{
	if (s->len > 0)
		*s = sok_charset_utf8(a, *s);
	return s->len == 0 || s->s != NULL;
}

static bool
decode_text(struct sok_str *title_line, struct sok_str *title,
    const struct sok_text *t, struct sok_arena *a)
{
	bool done = make_utf8(title_line, a) && make_utf8(title, a);

	for (size_t i = 0; i < t->n && done; i++)
		done = make_utf8(&t->line[i], a);
	return done;
}

/* A copy with all text in UTF-8, which does not depend on the character set. */
static bool
decoded(struct sok_puzzle *to, const struct sok_puzzle *p, struct sok_arena *a)
{
	bool done = sok_puzzle_copy(to, p, a) == 0 && make_utf8(&to->raw, a) &&
	    decode_text(&to->title_line, &to->title, &to->text, a);

	for (size_t i = 0; i < to->ngames && done; i++) {
		struct sok_game *g = &to->game[i];

		done = decode_text(&g->title_line, &g->title, &g->text, a);
	}
	return done;
}

/* Add a puzzle to the digest.  Order matters, and equal puzzles do not cancel
 * out. */
static int
add(const struct cli *c, uint64_t *all, const struct sok_puzzle *p)
{
	struct sok_arena a = {0};
	struct sok_puzzle own;
	int r = 0;

	if (c->to_charset != NULL) {
		r = decoded(&own, p, &a) ? 0 : -1;
		p = &own;
	}
	if (r == 0)
		*all = (*all << 7 | *all >> 57) * 0x9e3779b97f4a7c15U ^
		    sok_puzzle_digest(p);
	sok_arena_free(&a);
	return r;
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

/* What a second reader finds in the new file. */
struct proof {
	const struct sok_format *format; /* as detected by any program */
	uint64_t digest;
	bool limit; /* a limit was exceeded */
};

static int
read_back(
    struct cli *c, const struct cli_operand *op, int fd, struct proof *proof)
{
	struct sok_read_options o = c->read;
	struct sok_sink quiet = {.fn = NULL};
	struct sok_puzzle *p, header = {.has_board = false};
	struct sok_reader *r;
	int got;

	o.name = op->name;
	o.charset = c->to_charset;
	r = sok_reader_open(fd, &o, &quiet);
	if (r == NULL)
		return -1;
	got = sok_read(r, &p);
	proof->format = sok_reader_format(r);
	header.text = sok_reader_header(r)->text;
	if (add(c, &proof->digest, &header) == -1)
		got = -1;
	while (got == 1)
		got = add(c, &proof->digest, p) == -1 ? -1 : sok_read(r, &p);
	sok_reader_close(r);
	proof->limit = quiet.limit_hit;
	return got;
}

/* Why the new text must not replace the old one; NULL if it may. */
static const char *
fault(const struct cli *c, const struct proof *proof)
{
	const struct fmt *f = c->ctx;

	if (!sok_format_is_text(proof->format))
		return "it would no longer be read as text";
	if (proof->digest == f->digest)
		return f->undecoded ? "some of its bytes would be lost" : NULL;
	if (proof->limit)
		return "the new text would be over a limit, which --limit can "
		       "raise";
	return c->to_charset != NULL
	    ? "its text cannot all be written in that character set"
	    : "internal error: the new text does not read back as the same "
	      "puzzles";
}

int
fmt_prove(struct cli *c, const struct cli_operand *op, int new)
{
	const struct fmt *f = c->ctx;
	struct proof proof = {.format = NULL};
	const char *why = "not all of it could be formatted";

	if (cli_status(c) != CLI_TROUBLE && !f->refused) {
		if (lseek(new, 0, SEEK_SET) == -1 ||
		    read_back(c, op, new, &proof) == -1)
			return -1;
		why = fault(c, &proof);
	}
	if (why != NULL)
		cli_error(c, "%s: not rewritten: %s; the file is unchanged",
		    op->name, why);
	return why == NULL;
}
