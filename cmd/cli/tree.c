/*
 * tree.c - the files below a folder, in the order of their names.  Every name
 * is looked up in its open folder, so that nothing that is moved or linked
 * meanwhile leads the walk elsewhere.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/tree.h"
#include "tools.h"

/* The names in a folder. */
struct names {
	char **v;
	size_t n, cap;
};

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool
add_name(struct names *l, const char *name)
{
	char **v = sok_grow(l->v, l->n, &l->cap, sizeof(*v));

	if (v == NULL)
		return false;
	l->v = v;
	v[l->n] = strdup(name);
	return v[l->n] != NULL && ++l->n > 0;
}

static void
free_names(struct names *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->v[i]);
	free(l->v);
}

/* All names, sorted; false with errno, and then those that could be read. */
static bool
read_names(DIR *d, struct names *l)
{
	struct dirent *e;
	bool good = true;

	while (good && (errno = 0, e = readdir(d)) != NULL)
		good = e->d_name[0] == '.' || add_name(l, e->d_name);
	good = good && errno == 0;
	if (l->n > 0)
		qsort(l->v, l->n, sizeof(*l->v), compare_names);
	return good;
}

/* A walk that is under way. */
struct walk {
	const struct tree *t;
	struct sok_buf path; /* terminated */
};

static bool
set_path(struct walk *w, size_t folder, const char *name)
{
	w->path.len = folder;
	sok_buf_add(&w->path, sok_str(name));
	sok_buf_addc(&w->path, '\0');
	if (w->path.failed)
		w->t->trouble(w->t->ctx, NULL, ENOMEM);
	return !w->path.failed;
}

static void
say(const struct walk *w, int errnum)
{
	w->t->trouble(w->t->ctx, w->path.s, errnum);
}

static int
visit_file(const struct walk *w, int folder, const char *name)
{
	/* What became a pipe meanwhile is not waited for. */
	int fd =
	    openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	struct stat st;
	int r = 0;

	if (fd == -1 || fstat(fd, &st) == -1)
		say(w, errno);
	else if (S_ISREG(st.st_mode))
		r = w->t->file(w->t->ctx, w->path.s, fd);
	else if (!S_ISDIR(st.st_mode)) /* not even by a link */
		say(w, ENOTSUP);
	if (fd != -1)
		close(fd);
	return r;
}

static int walk_folder(struct walk *w, int fd);

/* A name in a folder; w->path ends with it. */
static int
visit(struct walk *w, int folder, const char *name)
{
	const struct tree *t = w->t;
	struct stat st;
	int fd = -1;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW) == 0) {
		if (!S_ISDIR(st.st_mode))
			return t->wanted(t->ctx, w->path.s, NULL)
			    ? visit_file(w, folder, name)
			    : 0;
		if (!t->wanted(t->ctx, w->path.s, &st))
			return 0;
		fd = openat(folder, name,
		    O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOFOLLOW);
	}
	if (fd != -1)
		return walk_folder(w, fd);
	say(w, errno);
	return 0;
}

/* The folder whose name is w->path; fd is closed. */
static int
walk_folder(struct walk *w, int fd)
{
	DIR *d = fdopendir(fd);
	struct names l = {.n = 0};
	size_t folder;
	int r = 0;

	if (d == NULL) {
		say(w, errno);
		close(fd);
		return 0;
	}
	if (!read_names(d, &l))
		say(w, errno);
	w->path.len = folder = strlen(w->path.s);
	if (folder == 0 || w->path.s[folder - 1] != '/')
		sok_buf_addc(&w->path, '/');
	folder = w->path.len;
	for (size_t i = 0; i < l.n && r == 0; i++) {
		if (!set_path(w, folder, l.v[i]))
			break;
		r = visit(w, dirfd(d), l.v[i]);
	}
	free_names(&l);
	closedir(d);
	return r;
}

int
tree_walk(const struct tree *t, int fd, const char *path)
{
	struct walk w = {.t = t};
	int r = 0;

	if (set_path(&w, 0, path))
		r = walk_folder(&w, fd);
	else
		close(fd);
	sok_buf_free(&w.path);
	return r;
}
