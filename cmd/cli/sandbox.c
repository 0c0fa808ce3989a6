/* sandbox.c - once the options are read and the outputs are known, a run can
 * write nowhere else, and reaches neither the network nor other programs. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "io/io.h"

#ifdef SOK_NO_SANDBOX
enum { UNCONFINED = true };
#else
enum { UNCONFINED = false };
#endif

struct allowed {
	struct sok_sandbox sandbox;
	char folder[PATH_MAX]; /* the last one, as many files share it */
};

/* Allow writing in the folder of a path. */
static void
allow_folder(struct allowed *allowed, const char *path)
{
	size_t n = (size_t)(choose_name(path) - path);

	if (n + 2 > sizeof(allowed->folder) ||
	    (strncmp(allowed->folder, path, n) == 0 &&
	        strcmp(allowed->folder + n, ".") == 0))
		return;
	memcpy(allowed->folder, path, n);
	allowed->folder[n] = '.';
	allowed->folder[n + 1] = '\0';
	sok_sandbox_allow(&allowed->sandbox, allowed->folder);
}

/* Allow writing a file.  A regular file is replaced, so its folder matters, and
 * that of the file which a link leads to; a device or a pipe is opened. */
static void
allow_file(struct allowed *allowed, const char *path)
{
	struct stat st;

	allow_folder(allowed, path);
	if (lstat(path, &st) == -1 || S_ISREG(st.st_mode))
		return;
	char *real = realpath(path, NULL);
	if (real != NULL)
		allow_folder(allowed, real);
	free(real);
	sok_sandbox_allow(&allowed->sandbox, path);
}

/* With -w the operands are outputs.  Those that were found in a folder are in
 * one run, in the order of the folders. */
static void
allow_operands(const struct cli *cli, struct allowed *allowed)
{
	size_t i = 0;

	for (size_t tree = 0; tree <= cli->ntrees; tree++) {
		size_t begin = tree < cli->ntrees ? cli->tree[tree].begin
		                                  : cli->operands.n;

		for (; i < begin; i++)
			if (strcmp(cli->operands.name[i], "-") != 0)
				allow_file(allowed, cli->operands.name[i]);
		if (tree == cli->ntrees)
			break;
		sok_sandbox_allow(&allowed->sandbox, cli->tree[tree].name);
		i = cli->tree[tree].end;
	}
}

void
cli_confine(struct cli *cli, unsigned needs)
{
	struct allowed allowed = {.folder = ""};

	cli_check_claims(cli);
	/* Profilers and counters of coverage write files at the end. */
	if (UNCONFINED)
		return;
	sok_sandbox_open(&allowed.sandbox);
	/* Where processes that unpack have their standard streams. */
	sok_sandbox_allow(&allowed.sandbox, "/dev/null");
	for (size_t i = 0; i < cli->outputs.n; i++)
		allow_file(&allowed, cli->outputs.name[i]);
	if (needs & CLI_REPLACES)
		allow_operands(cli, &allowed);
	if (needs & CLI_SPOOLS)
		sok_sandbox_allow(&allowed.sandbox, sok_output_spool_folder());
	sok_sandbox_enter(&allowed.sandbox);
	const char *which = "";
	if (allowed.sandbox.confines_files && allowed.sandbox.confines_calls)
		which = "Landlock and seccomp";
	else if (allowed.sandbox.confines_files)
		which = "Landlock";
	else if (allowed.sandbox.confines_calls)
		which = "seccomp";
	if (cli->verbose && which[0] != '\0')
		cli_remark(cli, "sandbox: %s", which);
}
