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
folder_of(struct cli *c, struct sok_str path)
{
	struct sok_buf b = {0};

	sok_buf_add(&b, path);
	sok_buf_addc(&b, '\0');
	cli_enough(c, !b.failed);
	b.len = (size_t)(choose_name(b.s) - b.s);
	sok_buf_add(&b, SOK_STR("."));
	sok_buf_addc(&b, '\0');
	cli_enough(c, !b.failed);
	return b.s;
}

/* What identifies the file of a path, also if it does not exist yet: then its
 * folder and its name.  0: it is a device or a pipe, or cannot be found. */
static uint64_t
file_of(struct cli *c, const char *path, int links)
{
	char to[PATH_MAX];
	struct stat st;
	uint64_t id = 0;

	if (stat(path, &st) == 0)
		return S_ISREG(st.st_mode) ? claims_identity(&st) : 0;
	char *folder = folder_of(c, sok_str(path));
	ssize_t n = readlink(path, to, sizeof(to) - 1);
	if (n == -1 && stat(folder, &st) == 0)
		id = digest(st.st_dev, st.st_ino, choose_name(path));
	/* A link to a file that does not exist names that file. */
	if (n > 0 && links < MOST_LINKS) {
		struct sok_buf b = {0};

		to[n] = '\0';
		if (to[0] != '/')
			sok_buf_fmt(&b, "%s/", folder);
		sok_buf_add(&b, sok_str(to));
		sok_buf_addc(&b, '\0');
		cli_enough(c, !b.failed);
		id = file_of(c, b.s, links + 1);
		sok_buf_free(&b);
	}
	free(folder);
	return id;
}

/* ---- the table */

CLI_NORETURN static void
refuse(struct cli *c, const char *path, const struct claim *one,
    const struct claim *other)
{
	const struct claim *from = one->writes ? other : one;
	const struct claim *to = one->writes ? one : other;

	if (from->writes)
		cli_error(c, "%s: is the output of both %s and %s", path,
		    one->option, other->option);
	else if (from->option == NULL && strcmp(to->option, "-o") == 0)
		cli_trouble(c, path, EDEADLK);
	else if (from->option == NULL)
		cli_error(c, "%s: is both an input and the output of %s", path,
		    to->option);
	else
		cli_error(c, "%s: is both the input of %s and the output of %s",
		    path, from->option, to->option);
	cli_give_up(c);
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
enter(struct cli *c, const char *path, uint64_t id, struct claim claim)
{
	struct claims *t = &c->claims;
	size_t i = 0;

	if (id == 0)
		return;
	struct id_slot *slot = cli_must(c, id_table_find(&t->files, id));
	const struct claim *old = slot->n > 0 ? &t->v[slot->n - 1] : NULL;
	bool same = old != NULL && old->option == claim.option;
	bool replaces = old != NULL &&
	    (may_replace(&claim, old) || may_replace(old, &claim));
	if (old != NULL && !same && !replaces && (old->writes || claim.writes))
		refuse(c, path, old, &claim);
	/* An output is the strongest claim, an input that may be replaced the
	 * weakest. */
	if (old != NULL && !claim.writes &&
	    (old->writes || old->replaced == NULL))
		return;
	while (i < t->n && t->v[i].option != claim.option)
		i++;
	if (i == SOK_COUNT(t->v))
		return;
	t->v[i] = claim;
	t->n += i == t->n;
	t->writes |= claim.writes;
	slot->n = i + 1;
}

void
cli_reads(
    struct cli *c, const char *path, const char *option, const char *replaced)
{
	if (strcmp(path, "-") != 0)
		enter(c, path, file_of(c, path, 0),
		    (struct claim){false, option, replaced});
}

/* The identity of a standard stream that is a regular file, else 0. */
static uint64_t
identify_stream(const struct cli *c, int fd)
{
	struct stat st;

	if (c->no_fd[fd] || fstat(fd, &st) == -1 || !S_ISREG(st.st_mode))
		return 0;
	return claims_identity(&st);
}

/* Enter what the run reads, once.  Without an output that is a file, nothing
 * can be one. */
static void
enter_inputs(struct cli *c)
{
	struct claims *t = &c->claims;

	if (t->complete || !t->checked || !t->writes)
		return;
	t->complete = true;
	if (c->names_from != NULL)
		cli_reads(c, c->names_from, "--files-from", NULL);
	for (size_t i = 0; i < c->operands.n; i++) {
		const char *name = c->operands.v[i];

		if (strcmp(name, "-") != 0)
			cli_reads(c, name, NULL, NULL);
		else
			enter(c, c->stdin_name,
			    identify_stream(c, STDIN_FILENO),
			    (struct claim){false, NULL, NULL});
	}
}

void
cli_writes(struct cli *c, const char *path, const char *option)
{
	if (strcmp(path, "-") != 0) {
		enter(c, path, file_of(c, path, 0),
		    (struct claim){true, option, NULL});
		cli_add_name(c, &c->outputs,
		    cli_must(c, str_terminated(&c->names_kept, sok_str(path))));
	}
	enter_inputs(c);
}

void
cli_check_claims(struct cli *c)
{
	if (c->claims.checked)
		return;
	if (c->output != NULL)
		cli_writes(c, c->output, "-o");
	else if (!c->no_output)
		enter(c, "standard output", identify_stream(c, STDOUT_FILENO),
		    (struct claim){true, "-o", NULL});
	c->claims.checked = true;
	enter_inputs(c);
}

bool
cli_is_output(const struct cli *c, int fd)
{
	struct stat st;
	size_t n;

	if (!c->claims.writes || fstat(fd, &st) == -1)
		return false;
	n = id_table_get(&c->claims.files, claims_identity(&st));
	return n > 0 && c->claims.v[n - 1].writes;
}

void
cli_claim_stdin(struct cli *c, const char *what)
{
	if (c->stdin_is != NULL && strcmp(c->stdin_is, what) == 0)
		cli_usage(c, "standard input can be %s only once", what);
	if (c->stdin_is != NULL)
		cli_usage(c, "standard input cannot be both %s and %s",
		    c->stdin_is, what);
	c->stdin_is = what;
	for (size_t i = 0; i < c->operands.n; i++)
		if (strcmp(c->operands.v[i], "-") == 0)
			cli_usage(c,
			    "standard input cannot be both an operand and %s",
			    what);
}
