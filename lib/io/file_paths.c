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

/* Append a name to that of a folder or an archive; NULL on ENOMEM. */
static char *
join(const char *folder, char between, const char *name)
{
	size_t n = strlen(folder), size = strlen(name) + 1;
	bool joint = n == 0 || folder[n - 1] != between || between == ':';
	char *s = malloc(n + joint + size);

	if (s == NULL)
		return NULL;
	memcpy(s, folder, n);
	if (joint)
		s[n] = between;
	memcpy(s + n + joint, name, size);
	return s;
}

/* Add a path, which is owned from now on; false on ENOMEM. */
static bool
add_path(struct file_paths *paths, char *path)
{
	char **grown = path == NULL
	    ? NULL
	    : sok_grow(paths->path, paths->npaths, &paths->cap, sizeof(*grown));

	if (grown == NULL) {
		free(path);
		return false;
	}
	paths->path = grown;
	paths->path[paths->npaths++] = path;
	return true;
}

/* For qsort(): the paths in one folder, the last one in natural order first,
 * because the next one is taken from the end. */
static int
last_first(const void *a, const void *b)
{
	return file_name_order(b, a);
}

/* Add the names in a folder that are folders or files of puzzles.  0, -1 with
 * errno; names that were read before are added. */
static int
add_folder(struct file_paths *paths, const char *path)
{
	size_t before = paths->npaths;
	DIR *folder = opendir(path);
	struct dirent *entry;
	int error = 0;

	if (folder == NULL)
		return -1;
	while (error == 0 && (errno = 0, entry = readdir(folder)) != NULL) {
		struct stat st;

		if (entry->d_name[0] == '.')
			continue;
		if (fstatat(dirfd(folder), entry->d_name, &st,
		        AT_SYMLINK_NOFOLLOW) == -1) {
			error = errno;
			break;
		}
		if (S_ISLNK(st.st_mode) &&
		    (fstatat(dirfd(folder), entry->d_name, &st, 0) == -1 ||
		        S_ISDIR(st.st_mode)))
			continue;
		bool wanted = S_ISDIR(st.st_mode) ||
		    (S_ISREG(st.st_mode) &&
		        file_name_kind(entry->d_name) == FILE_NAME_PUZZLES);
		if (wanted && !add_path(paths, join(path, '/', entry->d_name)))
			error = ENOMEM;
	}
	if (error == 0)
		error = errno;
	closedir(folder);
	if (paths->npaths > before)
		qsort(paths->path + before, paths->npaths - before,
		    sizeof(*paths->path), last_first);
	errno = error;
	return error == 0 ? 0 : -1;
}

struct file_paths *
file_paths_open(const char *path, const struct sok_limits *limits)
{
	struct file_paths *paths = calloc(1, sizeof(*paths));
	struct stat st;

	if (paths == NULL)
		return NULL;
	paths->fd = -1;
	paths->limits = limits;
	int got = stat(path, &st);
	if (got == 0 && !add_path(paths, strdup(path)))
		got = -1;
	if (got == 0)
		return paths;
	int error = errno;
	file_paths_close(paths);
	errno = error;
	return NULL;
}

/* Names stay for one more file. */
static void
retire(struct file_paths *paths, char **name)
{
	if (*name == NULL)
		return;
	free(paths->previous);
	paths->previous = *name;
	*name = NULL;
}

static void
close_file(struct file_paths *paths)
{
	int error = errno;

	retire(paths, &paths->open);
	retire(paths, &paths->member);
	sok_packed_close(paths->packed);
	paths->packed = NULL;
	if (paths->fd != -1)
		close(paths->fd);
	paths->fd = -1;
	errno = error;
}

/* Take over the fault of a packed file, or its errno; -1, for tail calls. */
static int
packed_fault(struct file_paths *paths)
{
	paths->fault = sok_packed_fault(paths->packed);
	if (paths->fault != NULL)
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

/* The next member of the open archive.  1 and *found, 0 at the end, -1 with
 * errno and perhaps a fault. */
static int
next_member(struct file_paths *paths, struct file_found *found)
{
	struct sok_member member;
	int got;

	while ((got = sok_packed_next(paths->packed, &member)) == 1) {
		const char *slash = strrchr(member.path.s, '/');
		const char *name = slash == NULL ? member.path.s : slash + 1;

		if (member.skip != NULL || is_hidden(member.path.s) ||
		    file_name_kind(name) != FILE_NAME_PUZZLES)
			continue;
		retire(paths, &paths->member);
		paths->member = join(paths->open, ':', member.path.s);
		if (paths->member == NULL)
			return -1;
		if (sok_packed_enter(paths->packed, &member) == -1)
			return packed_fault(paths);
		if (member.holds) {
			paths->fault =
			    "an archive inside an archive is not opened";
			errno = ENOTSUP;
			return -1;
		}
		found->name = paths->member;
		found->from = sok_packed_stream(paths->packed);
		return 1;
	}
	return got == -1 ? packed_fault(paths) : 0;
}

/* Open the next path: 1; 0 if it is an archive or a folder, the contents of
 * which are to be opened; -1 with errno. */
static int
next_path(struct file_paths *paths, struct file_found *found)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_NOCTTY;
	struct stat st;

	paths->open = paths->path[--paths->npaths];
	paths->fd = open(paths->open, flags | (paths->folder ? O_NONBLOCK : 0));
	if (paths->fd == -1 || fstat(paths->fd, &st) == -1)
		return -1;
	if (S_ISDIR(st.st_mode)) {
		close(paths->fd);
		paths->fd = -1;
		paths->folder = true;
		return add_folder(paths, paths->open);
	}
	paths->packed = sok_packed_open(paths->fd, paths->limits, NULL);
	if (paths->packed == NULL)
		return -1;
	if (sok_packed_kind(paths->packed) == SOK_ARCHIVE)
		return 0;
	found->name = paths->open;
	found->from = sok_packed_stream(paths->packed);
	found->fd = found->from == NULL ? paths->fd : -1;
	return 1;
}

int
file_paths_next(struct file_paths *paths, struct file_found *found)
{
	int got = 0;

	*found = (struct file_found){.fd = -1};
	paths->fault = NULL;
	while (got == 0) {
		if (paths->packed != NULL &&
		    sok_packed_end(paths->packed) == -1)
			return packed_fault(paths);
		if (paths->packed != NULL &&
		    sok_packed_kind(paths->packed) == SOK_ARCHIVE) {
			got = next_member(paths, found);
			if (got != 0)
				break;
		}
		close_file(paths);
		if (paths->npaths == 0)
			return 0;
		got = next_path(paths, found);
	}
	return got;
}

const char *
file_paths_fault(const struct file_paths *paths)
{
	return paths->fault;
}

const char *
file_paths_name(const struct file_paths *paths)
{
	return paths->member != NULL ? paths->member : paths->open;
}

void
file_paths_close(struct file_paths *paths)
{
	if (paths == NULL)
		return;
	close_file(paths);
	while (paths->npaths > 0)
		free(paths->path[--paths->npaths]);
	free(paths->path);
	free(paths->previous);
	free(paths);
}
