/* replay_files.c - sokreplay -c, -l, -d and -w: games are mended in the files
 * where they are.  Only the bytes of changed games change, because whoever
 * wants counts corrected did not ask for another layout; a game that fails
 * stays byte for byte, and nothing is dropped. */
#include <errno.h>

#include "replay/mend.h"
#include "replay/replay.h"

/* Reject what is meant for another output than the files. */
void
replay_file_options(const struct replay_work *k, struct cli *c)
{
	static const char *const ways = "-p, -w, -l, -d or -c";
	bool mends = k->rewrite || k->to_forward || k->heading;

	if (!k->run.pass && !inplace_wanted(&k->inplace)) {
		if (k->rewrite)
			cli_usage(c, "--rewrite needs %s", ways);
		if (k->to_forward)
			cli_usage(c, "--to-forward needs %s", ways);
		if (k->heading)
			cli_usage(c, "--heading needs %s", ways);
	}
	if (k->rejects.path != NULL && !k->run.pass)
		cli_usage(c, "--rejects needs -p");
	if (k->best != 0 && !k->run.pass)
		cli_usage(c, "--best needs -p");
	inplace_options(c, &k->inplace);
	if (!inplace_wanted(&k->inplace))
		return;
	const char *option = "-c";
	if (k->inplace.diff)
		option = "-d";
	if (k->inplace.list)
		option = "-l";
	if (k->inplace.write)
		option = "-w";
	if (!mends)
		cli_usage(
		    c, "%s needs --rewrite, --to-forward or --heading", option);
	if (k->run.pass)
		cli_usage(c, "%s and -p exclude each other", option);
	if (k->given)
		cli_usage(c,
		    "%s mends the games of files, not those of -m "
		    "and -M",
		    option);
	if (k->run.stats.wanted && (k->inplace.list || k->inplace.diff))
		cli_usage(c, "--stats cannot be combined with other output");
	if (k->final || k->rebuild)
		cli_usage(c,
		    "%s cannot be combined with --final and "
		    "--board-from-moves",
		    option);
}

/* ---- one file */

/* Write an open operand with its games mended. */
int
replay_rewrite(
    struct cli *c, const struct cli_operand *in, struct sok_output *out)
{
	struct replay_work *k = c->ctx;

	k->mender = mender_open(in->fd, out);
	if (k->mender == NULL)
		return -1;
	int r = cli_puzzles(c, in);
	ptrdiff_t bad =
	    r == -1 || k->inplace.binary ? 0 : mender_end(k->mender);
	mender_close(k->mender);
	k->mender = NULL;
	if (bad > 0) {
		cli_error(c,
		    "%s:%td: cannot be mended in place, because the file is in "
		    "a character set whose bytes differ from ASCII: sokfmt -w "
		    "converts it",
		    in->name, bad);
		k->inplace.refused = true;
	}
	return bad == -1 ? -1 : r;
}

int
replay_file(struct cli *c, const struct cli_operand *op)
{
	struct replay_work *k = c->ctx;

	return inplace_file(c, &k->inplace, op);
}

/* ---- one puzzle */

/* Whether a finding makes its game fail.  What --rewrite mends does not, when
 * files are mended in place. */
bool
replay_fails(const struct replay_work *k, const struct sok_finding *f)
{
	bool mended =
	    f->rule == SOK_WRONG_COUNT_RULE || f->rule == SOK_WRONG_CASE_RULE;

	if (mended && k->rewrite && inplace_wanted(&k->inplace))
		return false;
	return report_fails(k->run.c, f);
}

int
replay_mend_header(struct replay_work *k, const struct sok_header *h)
{
	const struct sok_puzzle as_text = {.text = h->text};

	return inplace_count(k->run.c, &k->inplace, &as_text);
}

int
replay_mend_puzzle(struct replay_work *k, struct sok_puzzle *p)
{
	sok_puzzle_retitle(p);
	return inplace_count(k->run.c, &k->inplace, p);
}
