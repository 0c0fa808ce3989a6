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
	struct sok_sandbox s;
	char folder[PATH_MAX]; /* the last one, as many files share it */
};

/* Allow writing in the folder of a path. */
static void
allow_folder(struct allowed *a, const char *path)
{
	size_t n = (size_t)(choose_name(path) - path);

	if (n + 2 > sizeof(a->folder) ||
	    (strncmp(a->folder, path, n) == 0 &&
	        strcmp(a->folder + n, ".") == 0))
		return;
	memcpy(a->folder, path, n);
	a->folder[n] = '.';
	a->folder[n + 1] = '\0';
	sok_sandbox_allow(&a->s, a->folder);
}

/* Allow writing a file.  A regular file is replaced, so its folder matters, and
 * that of the file which a link leads to; a device or a pipe is opened. */
static void
allow_file(struct allowed *a, const char *path)
{
	struct stat st;

	allow_folder(a, path);
	if (lstat(path, &st) == -1 || S_ISREG(st.st_mode))
		return;
	char *real = realpath(path, NULL);
	if (real != NULL)
		allow_folder(a, real);
	free(real);
	sok_sandbox_allow(&a->s, path);
}

/* With -w the operands are outputs.  Those that were found in a folder are in
 * one run, in the order of the folders. */
static void
allow_operands(const struct cli *c, struct allowed *a)
{
	size_t i = 0;

	for (size_t t = 0; t <= c->ntrees; t++) {
		size_t begin = t < c->ntrees ? c->tree[t].begin : c->operands.n;

		for (; i < begin; i++)
			if (strcmp(c->operands.v[i], "-") != 0)
				allow_file(a, c->operands.v[i]);
		if (t == c->ntrees)
			break;
		sok_sandbox_allow(&a->s, c->tree[t].name);
		i = c->tree[t].end;
	}
}

void
cli_confine(struct cli *c, unsigned needs)
{
	struct allowed a = {.folder = ""};

	cli_check_claims(c);
	/* Profilers and counters of coverage write files at the end. */
	if (UNCONFINED)
		return;
	sok_sandbox_open(&a.s);
	/* Where processes that unpack have their standard streams. */
	sok_sandbox_allow(&a.s, "/dev/null");
	for (size_t i = 0; i < c->outputs.n; i++)
		allow_file(&a, c->outputs.v[i]);
	if (needs & CLI_REPLACES)
		allow_operands(c, &a);
	if (needs & CLI_SPOOLS)
		sok_sandbox_allow(&a.s, sok_output_spool_folder());
	sok_sandbox_enter(&a.s);
	const char *which = "";
	if (a.s.confines_files && a.s.confines_calls)
		which = "Landlock and seccomp";
	else if (a.s.confines_files)
		which = "Landlock";
	else if (a.s.confines_calls)
		which = "seccomp";
	if (c->verbose && which[0] != '\0')
		cli_remark(c, "sandbox: %s", which);
}
