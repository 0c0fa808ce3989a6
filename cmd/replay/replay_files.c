/* replay_files.c - sokreplay -c, -l, -d and -w: games are mended in the files
 * where they are.  Only the bytes of changed games change, because whoever
 * wants counts corrected did not ask for another layout; a game that fails
 * stays byte for byte, and nothing is dropped. */
#include <errno.h>

#include "replay/mend.h"
#include "replay/replay.h"

/* Reject what is meant for another output than the files. */
void
replay_file_options(const struct replay_work *work, struct cli *cli)
{
	static const char *const ways = "-p, -w, -l, -d or -c";
	bool mends = work->rewrite || work->to_forward || work->heading;

	if (!work->run.pass && !inplace_wanted(&work->inplace)) {
		if (work->rewrite)
			cli_usage(cli, "--rewrite needs %s", ways);
		if (work->to_forward)
			cli_usage(cli, "--to-forward needs %s", ways);
		if (work->heading)
			cli_usage(cli, "--heading needs %s", ways);
	}
	if (work->rejects.path != NULL && !work->run.pass)
		cli_usage(cli, "--rejects needs -p");
	if (work->best != 0 && !work->run.pass)
		cli_usage(cli, "--best needs -p");
	inplace_options(cli, &work->inplace);
	if (!inplace_wanted(&work->inplace))
		return;
	const char *option = "-c";
	if (work->inplace.diff)
		option = "-d";
	if (work->inplace.list)
		option = "-l";
	if (work->inplace.write)
		option = "-w";
	if (!mends)
		cli_usage(cli, "%s needs --rewrite, --to-forward or --heading",
		    option);
	if (work->run.pass)
		cli_usage(cli, "%s and -p exclude each other", option);
	if (work->given)
		cli_usage(cli,
		    "%s mends the games of files, not those of -m "
		    "and -M",
		    option);
	if (work->run.stats.wanted &&
	    (work->inplace.list || work->inplace.diff))
		cli_usage(cli, "--stats cannot be combined with other output");
	if (work->final || work->rebuild)
		cli_usage(cli,
		    "%s cannot be combined with --final and "
		    "--board-from-moves",
		    option);
}

/* ---- one file */

/* Write an open operand with its games mended. */
int
replay_rewrite(
    struct cli *cli, const struct cli_operand *in, struct sok_output *out)
{
	struct replay_work *work = cli->ctx;

	work->mender = mender_open(in->fd, out);
	if (work->mender == NULL)
		return -1;
	int got = cli_puzzles(cli, in);
	ptrdiff_t bad =
	    got == -1 || work->inplace.binary ? 0 : mender_end(work->mender);
	mender_close(work->mender);
	work->mender = NULL;
	if (bad > 0) {
		cli_error(cli,
		    "%s:%td: cannot be mended in place, because the file is in "
		    "a character set whose bytes differ from ASCII: sokfmt -w "
		    "converts it",
		    in->name, bad);
		work->inplace.refused = true;
	}
	return bad == -1 ? -1 : got;
}

int
replay_file(struct cli *cli, const struct cli_operand *op)
{
	struct replay_work *work = cli->ctx;

	return inplace_file(cli, &work->inplace, op);
}

/* ---- one puzzle */

/* Whether a finding makes its game fail.  What --rewrite mends does not, when
 * files are mended in place. */
bool
replay_fails(const struct replay_work *work, const struct sok_finding *finding)
{
	bool mended = finding->rule == SOK_WRONG_COUNT_RULE ||
	    finding->rule == SOK_WRONG_CASE_RULE;

	if (mended && work->rewrite && inplace_wanted(&work->inplace))
		return false;
	return report_fails(work->run.cli, finding);
}

int
replay_mend_header(struct replay_work *work, const struct sok_header *header)
{
	const struct sok_puzzle as_text = {.text = header->text};

	return inplace_count(work->run.cli, &work->inplace, &as_text);
}

int
replay_mend_puzzle(struct replay_work *work, struct sok_puzzle *puzzle)
{
	sok_puzzle_retitle(puzzle);
	return inplace_count(work->run.cli, &work->inplace, puzzle);
}
