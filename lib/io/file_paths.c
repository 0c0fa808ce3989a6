/* file_paths.c - the files below a path, one by one: the files of a folder and
 * of its folders, unpacked, and the members of archives. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/file_paths.h"

struct file_paths {
	const struct sok_limits *limits;
	char **path; /* still to be read, the next one last */
	size_t npaths, cap;
	bool folder; /* they were found in a folder */
	int fd;      /* of the open file, or -1 */
	struct sok_packed *packed;
	char *open;     /* its name, or NULL */
	char *member;   /* `archive:member`, or NULL */
	char *previous; /* the name before, to which a puzzle may refer */
	const char *fault;
};

/* Append b to a folder or an archive a; NULL on ENOMEM. */
static char *
join(const char *a, char between, const char *b)
{
	size_t n = strlen(a), m = strlen(b) + 1;
	bool joint = n == 0 || a[n - 1] != between || between == ':';
	char *s = malloc(n + joint + m);

	if (s == NULL)
		return NULL;
	memcpy(s, a, n);
	if (joint)
		s[n] = between;
	memcpy(s + n + joint, b, m);
	return s;
}

/* Add a path, which is owned from now on; false on ENOMEM. */
static bool
add_path(struct file_paths *w, char *path)
{
	char **grown = path == NULL
	    ? NULL
	    : sok_grow(w->path, w->npaths, &w->cap, sizeof(*grown));

	if (grown == NULL) {
		free(path);
		return false;
	}
	w->path = grown;
	w->path[w->npaths++] = path;
	return true;
}

/* For qsort(): the paths in one folder, the last one in natural order first,
 * because the next one is taken from the end. */
static int
last_first(const void *a, const void *b)
{
	return file_name_order(b, a);
}

/* Add the names in a folder that are folders or files of puzzles. */
static int
add_folder(struct file_paths *w, const char *path)
{
	size_t before = w->npaths;
	DIR *d = opendir(path);
	struct dirent *e;
	int error = 0;

	if (d == NULL)
		return -1;
	while (error == 0 && (errno = 0, e = readdir(d)) != NULL) {
		struct stat st;

		if (e->d_name[0] == '.')
			continue;
		if (fstatat(dirfd(d), e->d_name, &st, AT_SYMLINK_NOFOLLOW) ==
		    -1) {
			error = errno;
			break;
		}
		if (S_ISLNK(st.st_mode) &&
		    (fstatat(dirfd(d), e->d_name, &st, 0) == -1 ||
		        S_ISDIR(st.st_mode)))
			continue;
		bool wanted = S_ISDIR(st.st_mode) ||
		    (S_ISREG(st.st_mode) &&
		        file_name_kind(e->d_name) == FILE_NAME_PUZZLES);
		if (wanted && !add_path(w, join(path, '/', e->d_name)))
			error = ENOMEM;
	}
	if (error == 0)
		error = errno;
	closedir(d);
	if (w->npaths > before)
		qsort(w->path + before, w->npaths - before, sizeof(*w->path),
		    last_first);
	errno = error;
	return error == 0 ? 0 : -1;
}

struct file_paths *
file_paths_open(const char *path, const struct sok_limits *limits)
{
	struct file_paths *w = calloc(1, sizeof(*w));
	struct stat st;

	if (w == NULL)
		return NULL;
	w->fd = -1;
	w->limits = limits;
	int r = stat(path, &st);
	if (r == 0 && !add_path(w, strdup(path)))
		r = -1;
	if (r == 0)
		return w;
	int error = errno;
	file_paths_close(w);
	errno = error;
	return NULL;
}

/* Names stay for one more file. */
static void
retire(struct file_paths *w, char **name)
{
	if (*name == NULL)
		return;
	free(w->previous);
	w->previous = *name;
	*name = NULL;
}

static void
close_file(struct file_paths *w)
{
	int error = errno;

	retire(w, &w->open);
	retire(w, &w->member);
	sok_packed_close(w->packed);
	w->packed = NULL;
	if (w->fd != -1)
		close(w->fd);
	w->fd = -1;
	errno = error;
}

/* Report what is wrong with a packed file: -1. */
static int
packed_fault(struct file_paths *w)
{
	w->fault = sok_packed_fault(w->packed);
	if (w->fault != NULL)
		errno = EIO;
	return -1;
}

/* Whether a name in a path begins with a full stop. */
static bool
is_hidden(const char *path)
{
	for (; path != NULL; path = strchr(path, '/')) {
		path += *path == '/';
		size_t n = strcspn(path, "/");
		bool here = n <= 2 && strncmp(path, "..", n) == 0;

		if (path[0] == '.' && !here)
			return true;
	}
	return false;
}

/* The next member of the open archive. */
static int
next_member(struct file_paths *w, struct file_found *f)
{
	struct sok_member m;
	int got;

	while ((got = sok_packed_next(w->packed, &m)) == 1) {
		const char *slash = strrchr(m.path.s, '/');
		const char *name = slash == NULL ? m.path.s : slash + 1;

		if (m.skip != NULL || is_hidden(m.path.s) ||
		    file_name_kind(name) != FILE_NAME_PUZZLES)
			continue;
		retire(w, &w->member);
		w->member = join(w->open, ':', m.path.s);
		if (w->member == NULL)
			return -1;
		if (sok_packed_enter(w->packed, &m) == -1)
			return packed_fault(w);
		if (m.holds) {
			w->fault = "an archive inside an archive is not opened";
			errno = ENOTSUP;
			return -1;
		}
		f->name = w->member;
		f->from = sok_packed_stream(w->packed);
		return 1;
	}
	return got == -1 ? packed_fault(w) : 0;
}

/* Open the next path: 1; 0 if it is an archive or a folder, the contents of
 * which are to be opened; -1. */
static int
next_path(struct file_paths *w, struct file_found *f)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
	struct stat st;

	w->open = w->path[--w->npaths];
	w->fd = open(w->open, flags | (w->folder ? O_NONBLOCK : 0));
	if (w->fd == -1 || fstat(w->fd, &st) == -1)
		return -1;
	if (S_ISDIR(st.st_mode)) {
		close(w->fd);
		w->fd = -1;
		w->folder = true;
		return add_folder(w, w->open);
	}
	w->packed = sok_packed_open(w->fd, w->limits, NULL);
	if (w->packed == NULL)
		return -1;
	if (sok_packed_kind(w->packed) == SOK_ARCHIVE)
		return 0;
	f->name = w->open;
	f->from = sok_packed_stream(w->packed);
	f->fd = f->from == NULL ? w->fd : -1;
	return 1;
}

int
file_paths_next(struct file_paths *w, struct file_found *f)
{
	int got = 0;

	*f = (struct file_found){.fd = -1};
	w->fault = NULL;
	while (got == 0) {
		if (w->packed != NULL && sok_packed_end(w->packed) == -1)
			return packed_fault(w);
		if (w->packed != NULL &&
		    sok_packed_kind(w->packed) == SOK_ARCHIVE) {
			got = next_member(w, f);
			if (got != 0)
				break;
		}
		close_file(w);
		if (w->npaths == 0)
			return 0;
		got = next_path(w, f);
	}
	return got;
}

const char *
file_paths_fault(const struct file_paths *w)
{
	return w->fault;
}

const char *
file_paths_name(const struct file_paths *w)
{
	return w->member != NULL ? w->member : w->open;
}

void
file_paths_close(struct file_paths *w)
{
	if (w == NULL)
		return;
	close_file(w);
	while (w->npaths > 0)
		free(w->path[--w->npaths]);
	free(w->path);
	free(w->previous);
	free(w);
}
