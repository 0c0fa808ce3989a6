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
ignore_header(struct cli *cli, struct sok_header *header)
{
	(void)cli;
	(void)header;
	return 0;
}

static int
add_puzzle(
    struct cli *cli, struct sok_puzzle *puzzle, struct sok_arena *scratch)
{
	struct fmt_among *among = cli->ctx;
	struct compare_place place = {.number = 0}, *added;

	if (compare_identify(puzzle, &place.key, scratch) == -1)
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
find_id(const struct cli *cli, struct sok_puzzle *puzzle, struct prepared *to)
{
	(void)cli;
	return sok_identify(puzzle, false, to->arena, &to->scratch);
}

static void
read_collections(struct cli *cli, struct fmt_among *among,
    struct compare_seen *to, const struct names *names, const char *option)
{
	static const struct cli_program reader = {
	    .header = ignore_header, .puzzle = add_puzzle, .prepare = find_id};

	among->to = to;
	for (size_t i = 0; i < names->n; i++)
		if (strcmp(names->name[i], "-") == 0)
			cli_claim_stdin(cli, option);
	int status = CLI_OK;
	if (names->n > 0)
		status = cli_read_others(cli, names, &reader, among);
	cli_raise(cli, status);
	/* Part of a collection would select other puzzles. */
	if (status == CLI_TROUBLE)
		exit(cli_finish(cli));
}

void
fmt_among_open(struct cli *cli)
{
	struct fmt *fmt = cli->ctx;

	if (fmt->in.n == 0 && fmt->not_in.n == 0)
		return;
	fmt->among = cli_must(cli, calloc(1, sizeof(*fmt->among)));
	read_collections(cli, fmt->among, &fmt->among->in, &fmt->in, "--in");
	read_collections(
	    cli, fmt->among, &fmt->among->not_in, &fmt->not_in, "--not-in");
}

void
fmt_among_close(struct fmt *fmt)
{
	if (fmt->among != NULL) {
		compare_seen_free(&fmt->among->in);
		compare_seen_free(&fmt->among->not_in);
	}
	free(fmt->among);
	free(fmt->in.name);
	free(fmt->not_in.name);
}

int
fmt_is_among(const struct fmt *fmt, const struct sok_puzzle *puzzle,
    struct sok_arena *scratch)
{
	const struct fmt_among *among = fmt->among;
	struct compare_key key;

	if (compare_identify(puzzle, &key, scratch) == -1)
		return -1;
	if (fmt->in.n > 0 && compare_seen_find(&among->in, key) == NULL)
		return 0;
	return compare_seen_find(&among->not_in, key) == NULL;
}
