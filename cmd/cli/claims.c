/* claims.c - the files that a run reads and writes, in one table: no output may
 * be an input or another output, by whatever name. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli_private.h"

#define MOST_LINKS 16

/* What identifies a file or, in a folder, a name. */
static uint64_t
digest(dev_t device, ino_t number, const char *name)
{
	const uint64_t id[] = {
	    (uint64_t)device, (uint64_t)number, sok_digest(sok_str(name))};

	return sok_digest((struct sok_str){(const char *)id, sizeof(id)});
}

uint64_t
claims_identity(const struct stat *st)
{
	return digest(st->st_dev, st->st_ino, "");
}

/* The folder of a path, from malloc(), with a dot for the last name. */
static char *
folder_of(struct cli *cli, struct sok_str path)
{
	struct sok_buf buf = {0};

	sok_buf_add(&buf, path);
	sok_buf_addc(&buf, '\0');
	cli_enough(cli, !buf.failed);
	buf.len = (size_t)(choose_name(buf.s) - buf.s);
	sok_buf_add(&buf, SOK_STR("."));
	sok_buf_addc(&buf, '\0');
	cli_enough(cli, !buf.failed);
	return buf.s;
}

/* What identifies the file of a path, also if it does not exist yet: then its
 * folder and its name.  0: it is a device or a pipe, or cannot be found. */
static uint64_t
file_of(struct cli *cli, const char *path, int links)
{
	char to[PATH_MAX];
	struct stat st;
	uint64_t id = 0;

	if (stat(path, &st) == 0)
		return S_ISREG(st.st_mode) ? claims_identity(&st) : 0;
	char *folder = folder_of(cli, sok_str(path));
	ssize_t n = readlink(path, to, sizeof(to) - 1);
	if (n == -1 && stat(folder, &st) == 0)
		id = digest(st.st_dev, st.st_ino, choose_name(path));
	/* A link to a file that does not exist names that file. */
	if (n > 0 && links < MOST_LINKS) {
		struct sok_buf buf = {0};

		to[n] = '\0';
		if (to[0] != '/')
			sok_buf_fmt(&buf, "%s/", folder);
		sok_buf_add(&buf, sok_str(to));
		sok_buf_addc(&buf, '\0');
		cli_enough(cli, !buf.failed);
		id = file_of(cli, buf.s, links + 1);
		sok_buf_free(&buf);
	}
	free(folder);
	return id;
}

/* ---- the table */

CLI_NORETURN static void
refuse(struct cli *cli, const char *path, const struct claim *one,
    const struct claim *other)
{
	const struct claim *from = one->writes ? other : one;
	const struct claim *to = one->writes ? one : other;

	if (from->writes)
		cli_error(cli, "%s: is the output of both %s and %s", path,
		    one->option, other->option);
	else if (from->option == NULL && strcmp(to->option, "-o") == 0)
		cli_trouble(cli, path, EDEADLK);
	else if (from->option == NULL)
		cli_error(cli, "%s: is both an input and the output of %s",
		    path, to->option);
	else
		cli_error(cli,
		    "%s: is both the input of %s and the output of %s", path,
		    from->option, to->option);
	cli_give_up(cli);
}

/* Whether an output may replace an input that is read before. */
static bool
may_replace(const struct claim *to, const struct claim *from)
{
	return to->writes && from->replaced != NULL &&
	    strcmp(from->replaced, to->option) == 0;
}

/* Enter a claim on a file; the program ends if it excludes an earlier one. */
static void
enter(struct cli *cli, const char *path, uint64_t id, struct claim claim)
{
	struct claims *claims = &cli->claims;
	size_t i = 0;

	if (id == 0)
		return;
	struct id_slot *slot = cli_must(cli, id_table_find(&claims->files, id));
	const struct claim *old =
	    slot->n > 0 ? &claims->claim[slot->n - 1] : NULL;
	bool same = old != NULL && old->option == claim.option;
	bool replaces = old != NULL &&
	    (may_replace(&claim, old) || may_replace(old, &claim));
	if (old != NULL && !same && !replaces && (old->writes || claim.writes))
		refuse(cli, path, old, &claim);
	/* An output is the strongest claim, an input that may be replaced the
	 * weakest. */
	if (old != NULL && !claim.writes &&
	    (old->writes || old->replaced == NULL))
		return;
	while (i < claims->n && claims->claim[i].option != claim.option)
		i++;
	if (i == SOK_COUNT(claims->claim))
		return;
	claims->claim[i] = claim;
	claims->n += i == claims->n;
	claims->writes |= claim.writes;
	slot->n = i + 1;
}

void
cli_reads(
    struct cli *cli, const char *path, const char *option, const char *replaced)
{
	if (strcmp(path, "-") != 0)
		enter(cli, path, file_of(cli, path, 0),
		    (struct claim){false, option, replaced});
}

/* The identity of a standard stream that is a regular file, else 0. */
static uint64_t
identify_stream(const struct cli *cli, int fd)
{
	struct stat st;

	if (cli->no_fd[fd] || fstat(fd, &st) == -1 || !S_ISREG(st.st_mode))
		return 0;
	return claims_identity(&st);
}

/* Enter what the run reads, once.  Without an output that is a file, nothing
 * can be one. */
static void
enter_inputs(struct cli *cli)
{
	struct claims *claims = &cli->claims;

	if (claims->complete || !claims->checked || !claims->writes)
		return;
	claims->complete = true;
	if (cli->names_from != NULL)
		cli_reads(cli, cli->names_from, "--files-from", NULL);
	for (size_t i = 0; i < cli->operands.n; i++) {
		const char *name = cli->operands.name[i];

		if (strcmp(name, "-") != 0)
			cli_reads(cli, name, NULL, NULL);
		else
			enter(cli, cli->stdin_name,
			    identify_stream(cli, STDIN_FILENO),
			    (struct claim){false, NULL, NULL});
	}
}

void
cli_writes(struct cli *cli, const char *path, const char *option)
{
	if (strcmp(path, "-") != 0) {
		enter(cli, path, file_of(cli, path, 0),
		    (struct claim){true, option, NULL});
		char *kept = str_terminated(&cli->names_kept, sok_str(path));
		cli_add_name(cli, &cli->outputs, cli_must(cli, kept));
	}
	enter_inputs(cli);
}

void
cli_check_claims(struct cli *cli)
{
	if (cli->claims.checked)
		return;
	if (cli->output != NULL)
		cli_writes(cli, cli->output, "-o");
	else if (!cli->no_output)
		enter(cli, "standard output",
		    identify_stream(cli, STDOUT_FILENO),
		    (struct claim){true, "-o", NULL});
	cli->claims.checked = true;
	enter_inputs(cli);
}

bool
cli_is_output(const struct cli *cli, int fd)
{
	struct stat st;
	size_t n;

	if (!cli->claims.writes || fstat(fd, &st) == -1)
		return false;
	n = id_table_get(&cli->claims.files, claims_identity(&st));
	return n > 0 && cli->claims.claim[n - 1].writes;
}

void
cli_claim_stdin(struct cli *cli, const char *what)
{
	if (cli->stdin_is != NULL && strcmp(cli->stdin_is, what) == 0)
		cli_usage(cli, "standard input can be %s only once", what);
	if (cli->stdin_is != NULL)
		cli_usage(cli, "standard input cannot be both %s and %s",
		    cli->stdin_is, what);
	cli->stdin_is = what;
	for (size_t i = 0; i < cli->operands.n; i++)
		if (strcmp(cli->operands.name[i], "-") == 0)
			cli_usage(cli,
			    "standard input cannot be both an operand and %s",
			    what);
}
