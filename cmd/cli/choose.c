/*
 * choose.c - selects the files in directories and the members of archives that
 * are read: by their suffixes, or by --include and --exclude.
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli_private.h"
#include "tools.h"

static const char *const plain[] = {
    ".sok", ".xsb", ".slc", ".rle", ".hsb", ".tsb", ".osb", ".jsonl", ".txt"};
/* Suffixes of archives.  A compressed file may have one of these before the
 * suffix of its compression. */
static const char *const archives[] = {".zip", ".ar", ".tar", ".tgz", ".tbz",
    ".tbz2", ".txz", ".tzst", ".tlz", ".taz", ".7z", ".cpio", ".rar", ".lha",
    ".lzh", ".cab", ".iso"};

/* The length of a name without this suffix; 0 if it does not end with the
 * suffix or has nothing else. */
static size_t
before(const char *name, size_t n, const char *suffix)
{
	size_t len = strlen(suffix);

	if (len >= n ||
	    !sok_str_caseeq(
	        (struct sok_str){name + n - len, len}, sok_str(suffix)))
		return 0;
	return n - len;
}

bool
choose_has_suffix(const char *name, const char *suffix)
{
	return before(name, strlen(name), suffix) > 0;
}

static size_t
before_any(const char *name, size_t n, const char *const *suffix, size_t count)
{
	size_t rest = 0;

	for (size_t i = 0; i < count && rest == 0; i++)
		rest = before(name, n, suffix[i]);
	return rest;
}

size_t
choose_unpacked(const char *name, size_t n)
{
	return sok_packed_stem((struct sok_str){name, n}).len;
}

size_t
choose_stem(const char *name, size_t n)
{
	size_t rest = before_any(name, n, plain, SOK_COUNT(plain));

	return rest > 0 ? rest : n;
}

static bool
is_collection(const char *name)
{
	size_t n = choose_unpacked(name, strlen(name));

	return before_any(name, n, plain, SOK_COUNT(plain)) > 0 ||
	    before_any(name, n, archives, SOK_COUNT(archives)) > 0;
}

const char *
choose_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

/* A pattern with a slash is compared with the whole path, any other pattern
 * with the last name. */
static bool
matches(const struct patterns *p, const char *path)
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

static bool
is_hidden(const char *name)
{
	return name[0] == '.' && strcmp(name, ".") != 0 &&
	    strcmp(name, "..") != 0;
}

bool
choose_folder(const struct choice *c, const char *path)
{
	return !is_hidden(choose_name(path)) && !matches(&c->exclude, path);
}

bool
choose_file(struct cli *c, const char *path)
{
	const struct choice *by = &c->choice;
	bool open = by->include.n > 0 ? matches(&by->include, path)
	                              : is_collection(choose_name(path));
	char *own = open ? cli_must(c, strdup(path)) : NULL, *s = own;

	/* Every folder of the path, and the path itself, must be chosen. */
	for (; open && (s = strchr(s, '/')) != NULL; *s++ = '/') {
		*s = '\0';
		open = choose_folder(by, own);
	}
	open = open && choose_folder(by, own);
	free(own);
	return open;
}
