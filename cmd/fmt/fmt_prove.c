/*
 * fmt_prove.c - proves that a new file may replace the old file: a second
 * reader must find everything that was written.  Only digests are compared, so
 * that neither collection is kept in memory.
 */
#include <unistd.h>

#include "fmt/fmt.h"
#include "tools.h"

static int
make_utf8(struct sok_str *s, struct sok_arena *a)
{
	if (s->len > 0)
		*s = sok_charset_utf8(a, *s);
	return s->len > 0 && s->s == NULL ? -1 : 0;
}

static int
decode_text(struct sok_text *t, struct sok_arena *a)
{
	for (size_t i = 0; i < t->n; i++)
		if (make_utf8(&t->line[i], a) == -1)
			return -1;
	return 0;
}

/* A copy with all text in UTF-8, which does not depend on the character set. */
static int
decoded(struct sok_puzzle *to, const struct sok_puzzle *p, struct sok_arena *a)
{
	if (sok_puzzle_copy(to, p, a) == -1 ||
	    make_utf8(&to->title_line, a) == -1 ||
	    make_utf8(&to->title, a) == -1 || make_utf8(&to->raw, a) == -1 ||
	    decode_text(&to->text, a) == -1)
		return -1;
	for (size_t i = 0; i < to->ngames; i++) {
		struct sok_game *g = &to->game[i];

		if (make_utf8(&g->title_line, a) == -1 ||
		    make_utf8(&g->title, a) == -1 ||
		    decode_text(&g->text, a) == -1)
			return -1;
	}
	return 0;
}

/* Add a puzzle to the digest.  Order matters, and equal puzzles do not cancel
 * out. */
static int
add(uint64_t *all, const struct sok_puzzle *p, bool decode)
{
	struct sok_arena a = {0};
	struct sok_puzzle own;
	int r = decode ? decoded(&own, p, &a) : 0;

	if (r == 0)
		*all = (*all << 7 | *all >> 57) * 0x9e3779b97f4a7c15U ^
		    sok_puzzle_digest(decode ? &own : p);
	sok_arena_free(&a);
	return r;
}

void
fmt_finding(void *ctx, const struct sok_finding *f)
{
	struct fmt *k = ((struct cli *)ctx)->ctx;

	k->undecoded |= f->rule == SOK_CHARSET_RULE;
	cli_print_finding(ctx, f);
}

int
fmt_count(struct cli *c, const struct sok_puzzle *p)
{
	struct fmt *f = c->ctx;

	return f->write ? add(&f->digest, p, c->to_charset != NULL) : 0;
}

int
fmt_count_header(struct cli *c, const struct sok_header *h)
{
	struct sok_puzzle as_text = {.text = h->text};

	return fmt_count(c, &as_text);
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
	struct sok_read_options o = cli_read_options(c, op);
	struct sok_sink quiet = {.fn = NULL};
	struct sok_puzzle *p, header = {.has_board = false};
	bool decode = c->to_charset != NULL;
	struct sok_reader *r;
	int got;

	o.charset = c->to_charset;
	r = sok_reader_open(fd, &o, &quiet);
	if (r == NULL)
		return -1;
	got = sok_read(r, &p);
	proof->format = sok_reader_format(r);
	header.text = sok_reader_header(r)->text;
	if (add(&proof->digest, &header, decode) == -1)
		got = -1;
	for (; got == 1; got = sok_read(r, &p))
		if (add(&proof->digest, p, decode) == -1)
			break;
	sok_reader_close(r);
	proof->limit = quiet.limit_hit;
	return got == 0 ? 0 : -1;
}

static int
refuse(struct cli *c, const struct cli_operand *op, const char *why)
{
	cli_error(
	    c, "%s: not rewritten: %s; the file is unchanged", op->name, why);
	return 0;
}

int
fmt_prove(struct cli *c, const struct cli_operand *op, int new)
{
	struct proof proof = {.format = NULL};
	const struct fmt *f = c->ctx;

	if (cli_status(c) == CLI_TROUBLE || f->refused)
		return refuse(c, op, "not all of it could be formatted");
	if (lseek(new, 0, SEEK_SET) == -1 ||
	    read_back(c, op, new, &proof) == -1)
		return -1;
	if (!sok_format_is_text(proof.format))
		return refuse(c, op, "it would no longer be read as text");
	if (proof.digest == f->digest && f->undecoded)
		return refuse(c, op, "some of its bytes would be lost");
	if (proof.digest == f->digest)
		return 1;
	if (proof.limit)
		return refuse(c, op,
		    "the new text would be over a limit, which --limit can "
		    "raise");
	return refuse(c, op,
	    c->to_charset != NULL
	        ? "its text cannot all be written in that character set"
	        : "internal error: the new text does not read back as the same "
	          "puzzles");
}
