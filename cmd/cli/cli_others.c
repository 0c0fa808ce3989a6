/* cli_others.c - reads operands that options name, in addition to those of the
 * command line: collections to compare with, or to take games from. */
#include "base/base.h"
#include "cli/cli_private.h"

/* Only what was not read is of interest in them. */
static void
drop_findings(struct sok_sink *sink, struct cli *cli)
{
	*sink = (struct sok_sink){.fn = cli_print_finding, .ctx = cli};
	for (size_t i = 0; i < SOK_NRULES; i++)
		sink->off[i] = !sok_rule_unread((enum sok_rule)i);
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
	cli->status = CLI_OK;
	drop_findings(&cli->sink, cli);
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
