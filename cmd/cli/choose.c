/*
 * choose.c - selects the files in folders and the members of archives that are
 * read, by their suffixes or by --include and --exclude.
 */
#include <fnmatch.h>
#include <stdlib.h>

#include "cli/cli_private.h"

static const char *const plain[] = {
    ".sok", ".xsb", ".slc", ".rle", ".hsb", ".tsb", ".osb", ".jsonl", ".txt"};
/* Suffixes of archives.  A compressed file may have one of these before the
 * suffix of its compression. */
static const char *const archives[] = {".zip", ".ar", ".tar", ".tgz", ".tbz",
    ".tbz2", ".txz", ".tzst", ".tlz", ".taz", ".7z", ".cpio", ".rar", ".lha",
    ".lzh", ".cab", ".iso"};

/* The length of a name without one of these suffixes; 0 if it does not end with
 * one or has nothing else. */
static size_t
before(const char *name, size_t n, const char *const *suffix, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t len = strlen(suffix[i]);

		if (len < n &&
		    sok_str_caseeq((struct sok_str){name + n - len, len},
		        sok_str(suffix[i])))
			return n - len;
	}
	return 0;
}

bool
choose_may_be_text(const struct cli_operand *op)
{
	static const char *const text[] = {".txt"};

	return op->met && before(op->name, strlen(op->name), text, 1) > 0;
}

size_t
choose_stem(const char *name, size_t n)
{
	size_t rest = before(name, n, plain, SOK_COUNT(plain));

	for (size_t i = 0; i < sok_nformats && rest == 0; i++)
		if (sok_formats[i].suffix[0] != '\0')
			rest = before(name, n, &sok_formats[i].suffix, 1);
	return rest > 0 ? rest : n;
}

const char *
choose_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

int
choose_order(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A pattern with a slash is compared with the whole path, any other pattern
 * with the last name. */
static bool
matches(const struct names *p, const char *path)
{
	const char *name = choose_name(path);

	for (size_t i = 0; i < p->n; i++) {
		bool whole = strchr(p->v[i], '/') != NULL;

		if (fnmatch(p->v[i], whole ? path : name,
		        whole ? FNM_PATHNAME : 0) == 0)
			return true;
	}
	return false;
}

bool
choose_folder(const struct cli *c, const char *path)
{
	const char *name = choose_name(path);
	bool hidden =
	    name[0] == '.' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0;

	return !hidden && !matches(&c->exclude, path);
}

bool
choose_file(struct cli *c, const char *path)
{
	const char *name = choose_name(path);
	size_t n = sok_packed_stem(sok_str(name)).len;
	bool open;
	char *own, *s;

	if (c->include.n > 0)
		open = matches(&c->include, path);
	else
		open = before(name, n, plain, SOK_COUNT(plain)) > 0 ||
		    before(name, n, archives, SOK_COUNT(archives)) > 0;
	if (!open)
		return false;
	/* Every folder of the path, and the path itself, must be chosen. */
	own = s = cli_must(c, strdup(path));
	for (; open && (s = strchr(s, '/')) != NULL; *s++ = '/') {
		*s = '\0';
		open = choose_folder(c, own);
	}
	open = open && choose_folder(c, own);
	free(own);
	return open;
}
