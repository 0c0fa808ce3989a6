/*
 * tree.c - selects the files in folders and the members of archives that are
 * read, by their suffixes or by --include and --exclude, and walks through the
 * files in a folder, sorted by name.  Every name is opened relative to its open
 * folder, so that the walk cannot leave the tree if somebody moves files or
 * creates links meanwhile.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cli_private.h"

/* ---- which files */

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

/* Whether a folder, or a file in it, can be selected by this name. */
static bool
is_open(const struct cli *c, const char *path)
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
		open = is_open(c, own);
	}
	open = open && is_open(c, own);
	free(own);
	return open;
}

/* ---- folders */

/* The state of a walk. */
struct walk {
	struct cli *c;
	size_t own; /* length of the part of a path that is not relative */
	struct sok_buf path; /* terminated */
};

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
report_error(const struct walk *w, int errnum)
{
	if (!w->c->shut)
		cli_trouble(w->c, w->path.s, errnum);
}

static void
set_path(struct walk *w, size_t folder, const char *name)
{
	w->path.len = folder;
	sok_buf_add(&w->path, sok_str(name));
	sok_buf_addc(&w->path, '\0');
	cli_enough(w->c, !w->path.failed);
}

static int walk_folder(struct walk *w, int fd);

/* Visit one name in a folder; w->path ends with it. */
static int
visit(struct walk *w, int folder, const char *name)
{
	const char *path = w->path.s + w->own, *avoid = w->c->avoid;
	struct stat st, other;
	int fd, r = 0;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == -1) {
		report_error(w, errno);
		return 0;
	}
	if (S_ISDIR(st.st_mode)) {
		if (avoid != NULL && stat(avoid, &other) == 0 &&
		    other.st_dev == st.st_dev && other.st_ino == st.st_ino)
			return 0;
		if (!is_open(w->c, path))
			return 0;
		fd = openat(folder, name,
		    O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
		if (fd != -1)
			return walk_folder(w, fd);
		report_error(w, errno);
		return 0;
	}

	if (!choose_file(w->c, path))
		return 0;
	/* If the file has been replaced by a pipe, do not wait for it. */
	fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (fd == -1 || fstat(fd, &st) == -1)
		report_error(w, errno);
	else if (S_ISREG(st.st_mode))
		r = cli_found(w->c, w->path.s, w->own, fd);
	else if (!S_ISDIR(st.st_mode)) /* not even by a link */
		report_error(w, ENOTSUP);
	if (fd != -1)
		close(fd);
	return r;
}

/* Visit the folder w->path; fd is closed. */
static int
walk_folder(struct walk *w, int fd)
{
	DIR *d = fdopendir(fd);
	size_t n = 0, cap = 0, folder;
	char **name = NULL;
	struct dirent *e;
	int r = 0;

	if (d == NULL) {
		report_error(w, errno);
		close(fd);
		return 0;
	}
	/* If an error occurs, visit what was read before it. */
	while (errno = 0, (e = readdir(d)) != NULL) {
		if (e->d_name[0] == '.')
			continue;
		name = cli_must(w->c, sok_grow(name, n, &cap, sizeof(*name)));
		name[n++] = cli_must(w->c, strdup(e->d_name));
	}
	if (errno != 0)
		report_error(w, errno);
	if (n > 0)
		qsort(name, n, sizeof(*name), compare_names);

	w->path.len--;
	if (w->path.s[w->path.len - 1] != '/')
		sok_buf_addc(&w->path, '/');
	folder = w->path.len;
	for (size_t i = 0; i < n && r == 0; i++) {
		set_path(w, folder, name[i]);
		r = visit(w, dirfd(d), name[i]);
	}
	for (size_t i = 0; i < n; i++)
		free(name[i]);
	free(name);
	closedir(d);
	return r;
}

int
cli_walk(struct cli *c, int fd, const char *path)
{
	size_t n = strlen(path);
	struct walk w = {.c = c, .own = n + (path[n - 1] != '/')};
	int r;

	set_path(&w, 0, path);
	r = walk_folder(&w, fd);
	sok_buf_free(&w.path);
	return r;
}
