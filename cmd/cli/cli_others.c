/* cli_others.c - reads operands that options name, in addition to those of the
 * command line: collections to compare with, or to take games from. */
#include "base/base.h"
#include "cli/cli_private.h"

/* Print only what was not read, or not as it may be meant: an error, or a line
 * that may be moves.  All else is not about the run. */
static void
take_finding(void *ctx, const struct sok_finding *finding)
{
	struct cli *cli = ctx;

	if (finding->severity == SOK_ERROR || sok_rule_unread(finding->rule) ||
	    finding->rule == SOK_NO_PUZZLE_RULE ||
	    (finding->rule == SOK_AMBIGUOUS_MOVES_RULE && !cli->quiet)) {
		cli_progress_clear(cli);
		cli_finding(cli, finding);
	}
}

static void
open_sink(struct sok_sink *sink, struct cli *cli)
{
	const struct sok_sink was = *sink;

	*sink = (struct sok_sink){.fn = take_finding, .ctx = cli};
	memcpy(sink->off, was.off, sizeof(sink->off));
}

/* Do something with other operands, as cli_read_others() says. */
static int
run_others(struct cli *cli, const struct names *operands,
    const struct cli_program *with, void *ctx, cli_file_fn *each)
{
	cli_check_claims(cli);
	for (size_t i = 0; i < operands->n; i++)
		cli_reads(cli, operands->name[i], NULL, NULL);
	const struct cli was = *cli;
	struct cli_program program = *with;

	program.name = was.program->name;
	program.options = was.program->options;
	cli->program = &program;
	cli->ctx = ctx;
	cli->operands = *operands;
	cli->read.format = NULL;
	cli->select = NULL;
	cli->parallel = false;
	cli->splits = true;
	cli->headed = false;
	/* Not all of their warnings are printed. */
	cli->strict = false;
	cli->status = CLI_OK;
	open_sink(&cli->sink, cli);
	if (each == NULL)
		cli_run(cli);
	else
		cli_each(cli, true, each);
	int status = cli_status(cli);

	cli->program = was.program;
	cli->ctx = was.ctx;
	cli->operands = was.operands;
	cli->read.format = was.read.format;
	cli->select = was.select;
	cli->parallel = was.parallel;
	cli->splits = was.splits;
	cli->headed = was.headed;
	cli->strict = was.strict;
	cli->status = was.status;
	cli->sink = was.sink;
	cli->account.read = 0;
	return status;
}

int
cli_read_others(struct cli *cli, const struct names *operands,
    const struct cli_program *with, void *ctx)
{
	return run_others(cli, operands, with, ctx, NULL);
}

int
cli_each_other(
    struct cli *cli, const struct names *operands, cli_file_fn *each, void *ctx)
{
	static const struct cli_program none = {.name = NULL};

	return run_others(cli, operands, &none, ctx, each);
}
