/* among.c - --in and --not-in: only the puzzles that other collections have, or
 * that they do not have. */
#include <stdlib.h>

#include "board/board.h"
#include "compare/compare.h"
#include "fmt/fmt.h"
#include "jobs/jobs.h"

struct fmt_among {
	struct compare_seen in, not_in;
	struct compare_seen *to; /* the one that is read now */
};

static int
ignore_header(struct cli *c, struct sok_header *h)
{
	(void)c;
	(void)h;
	return 0;
}

static int
add_puzzle(struct cli *c, struct sok_puzzle *p, struct sok_arena *scratch)
{
	struct fmt_among *among = c->ctx;
	struct compare_place place = {.number = 0}, *added;

	if (compare_identify(p, &place.key, scratch) == -1)
		return -1;
	if (place.key.kind == COMPARE_NOTHING)
		return 0;
	if (compare_seen_or_add(among->to, place, &added) == NULL &&
	    added == NULL)
		return -1;
	return 0;
}

/* The identity is the work that other threads can do. */
static int
find_id(const struct cli *c, struct sok_puzzle *p, struct prepared *to)
{
	(void)c;
	return sok_identify(p, false, to->a, &to->scratch);
}

static void
read_collections(struct cli *c, struct fmt_among *among,
    struct compare_seen *to, const struct names *names, const char *option)
{
	static const struct cli_program reader = {
	    .header = ignore_header, .puzzle = add_puzzle, .prepare = find_id};

	among->to = to;
	for (size_t i = 0; i < names->n; i++)
		if (strcmp(names->v[i], "-") == 0)
			cli_claim_stdin(c, option);
	if (names->n > 0 &&
	    cli_read_others(c, names, &reader, among) == CLI_TROUBLE) {
		/* Part of a collection would select other puzzles. */
		cli_raise(c, CLI_TROUBLE);
		exit(cli_finish(c));
	}
}

void
fmt_among_open(struct cli *c)
{
	struct fmt *f = c->ctx;

	if (f->in.n == 0 && f->not_in.n == 0)
		return;
	f->among = cli_must(c, calloc(1, sizeof(*f->among)));
	read_collections(c, f->among, &f->among->in, &f->in, "--in");
	read_collections(
	    c, f->among, &f->among->not_in, &f->not_in, "--not-in");
}

void
fmt_among_close(struct fmt *f)
{
	if (f->among != NULL) {
		compare_seen_free(&f->among->in);
		compare_seen_free(&f->among->not_in);
	}
	free(f->among);
	free(f->in.v);
	free(f->not_in.v);
}

int
fmt_is_among(
    const struct fmt *f, const struct sok_puzzle *p, struct sok_arena *scratch)
{
	const struct fmt_among *among = f->among;
	struct compare_key key;

	if (among == NULL)
		return 1;
	if (compare_identify(p, &key, scratch) == -1)
		return -1;
	if (f->in.n > 0 && compare_seen_find(&among->in, key) == NULL)
		return 0;
	return compare_seen_find(&among->not_in, key) == NULL;
}
