/* choose.c - selects the files in folders and the members of archives that are
 * read, by their suffixes or by --include and --exclude. */
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

/* The length of a name before one of these suffixes; 0 if there is none. */
static size_t
before(struct sok_str name, const char *const *suffix, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct sok_str end = sok_str(suffix[i]);
		size_t n = end.len < name.len ? name.len - end.len : 0;

		if (n > 0 && sok_str_caseeq(sok_str_from(name, n), end))
			return n;
	}
	return 0;
}

bool
choose_may_be_text(const struct cli_operand *op)
{
	static const char *const text[] = {".txt"};

	return op->met && before(sok_str(op->name), text, 1) > 0;
}

size_t
choose_stem(const char *name, size_t n)
{
	struct sok_str s = {name, n};
	size_t rest = before(s, plain, SOK_COUNT(plain));

	for (size_t i = 0; i < sok_nformats && rest == 0; i++)
		if (sok_formats[i].suffix[0] != '\0')
			rest = before(s, &sok_formats[i].suffix, 1);
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

/* A pattern with a slash is for the whole path, any other for the last name. */
static bool
matches(const struct names *p, const char *path)
{
	const char *name = choose_name(path);

	for (size_t i = 0; i < p->n; i++) {
		bool whole = strchr(p->v[i], '/') != NULL;

		if (fnmatch(p->v[i], whole ? path : name, FNM_PATHNAME) == 0)
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
	struct sok_str stem = sok_packed_stem(sok_str(choose_name(path)));
	bool known = before(stem, plain, SOK_COUNT(plain)) > 0 ||
	    before(stem, archives, SOK_COUNT(archives)) > 0;

	if (c->include.n > 0 ? !matches(&c->include, path) : !known)
		return false;
	/* Every folder of the path, and the path itself, must be chosen. */
	char *own = cli_must(c, strdup(path)), *s = own;
	bool open = true;
	for (; open && (s = strchr(s, '/')) != NULL; *s++ = '/') {
		*s = '\0';
		open = choose_folder(c, own);
	}
	open = open && choose_folder(c, own);
	free(own);
	return open;
}
