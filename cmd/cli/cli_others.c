/* cli_others.c - reads operands that options name, in addition to those of the
 * command line: collections to compare with, or to take games from. */
#include "base/base.h"
#include "cli/cli_private.h"

/* Only what was not read is of interest in them. */
static void
drop_findings(struct sok_sink *sink, struct cli *c)
{
	*sink = (struct sok_sink){.fn = cli_print_finding, .ctx = c};
	for (size_t i = 0; i < SOK_NRULES; i++)
		sink->off[i] = !sok_rule_unread((enum sok_rule)i);
}

/* Do something with other operands, as cli_read_others() says. */
static int
run_others(struct cli *c, const struct names *operands,
    const struct cli_program *with, void *ctx, cli_file_fn *each)
{
	cli_check_claims(c);
	for (size_t i = 0; i < operands->n; i++)
		cli_reads(c, operands->v[i], NULL, NULL);
	const struct cli was = *c;
	struct cli_program program = *with;

	program.name = was.program->name;
	program.options = was.program->options;
	c->program = &program;
	c->ctx = ctx;
	c->operands = *operands;
	c->read.format = NULL;
	c->select = NULL;
	c->parallel = false;
	c->splits = true;
	c->headed = false;
	c->status = CLI_OK;
	drop_findings(&c->sink, c);
	if (each == NULL)
		cli_run(c);
	else
		cli_each(c, true, each);
	int status = cli_status(c);

	c->program = was.program;
	c->ctx = was.ctx;
	c->operands = was.operands;
	c->read.format = was.read.format;
	c->select = was.select;
	c->parallel = was.parallel;
	c->splits = was.splits;
	c->headed = was.headed;
	c->status = was.status;
	c->sink = was.sink;
	c->account.read = 0;
	return status;
}

int
cli_read_others(struct cli *c, const struct names *operands,
    const struct cli_program *with, void *ctx)
{
	return run_others(c, operands, with, ctx, NULL);
}

int
cli_each_other(
    struct cli *c, const struct names *operands, cli_file_fn *each, void *ctx)
{
	static const struct cli_program none = {.name = NULL};

	return run_others(c, operands, &none, ctx, each);
}
