/*
 * attributes.c - the access control list, extended attributes and labels of a
 * file, which are copied to the file that replaces it.  Only Linux supports
 * these.
 */
#include <errno.h>
#include <string.h>

#include "io/output.h"

#ifdef __linux__
#include <sys/xattr.h>

#define TRIES 8 /* of a list that grows while it is read */

/* A file by its descriptor or, where that is -1, by its path. */
struct file {
	int fd;
	const char *path;
};

/* What the kernel takes away from a file that is written to. */
static bool
is_of_content(const char *name)
{
	return strcmp(name, "security.capability") == 0 ||
	    strcmp(name, "security.ima") == 0 ||
	    strcmp(name, "security.evm") == 0;
}

/* The names (name NULL) or a value, as long as size bytes are enough. */
static ssize_t
ask(struct file f, const char *name, char *to, size_t size)
{
	if (name == NULL)
		return f.fd >= 0 ? flistxattr(f.fd, to, size)
		                 : listxattr(f.path, to, size);
	return f.fd >= 0 ? fgetxattr(f.fd, name, to, size)
	                 : getxattr(f.path, name, to, size);
}

/* The same as a whole into b, with a NUL at the end; 0, -1 with errno. */
static int
fetch(struct file f, const char *name, struct sok_buf *b)
{
	ssize_t n = -1;

	for (int i = 0; i < TRIES && n < 0; i++) {
		n = ask(f, name, NULL, 0);
		b->len = 0;
		if (n < 0 || !sok_buf_room(b, (size_t)n + 1))
			return -1;
		n = ask(f, name, b->s, (size_t)n + 1);
		if (n < 0 && errno != ERANGE)
			return -1;
	}
	if (n < 0)
		return -1;
	b->len = (size_t)n;
	sok_buf_addc(b, '\0');
	return b->failed ? -1 : 0;
}

/* File systems without attributes have none. */
static int
fetch_names(struct file f, struct sok_buf *b)
{
	if (fetch(f, NULL, b) == 0)
		return 0;
	if (errno != ENOTSUP && errno != ENOSYS)
		return -1;
	b->len = 0;
	sok_buf_addc(b, '\0');
	return b->failed ? -1 : 0;
}

static int
copy_one(struct file from, struct file to, const char *name)
{
	struct sok_buf value = {0}, there = {0};
	int r = fetch(from, name, &value);

	/* A label that is there already may be nobody's to set. */
	if (r == 0 &&
	    (fetch(to, name, &there) < 0 || there.len != value.len ||
	        memcmp(there.s, value.s, value.len) != 0))
		r = fsetxattr(to.fd, name, value.s, value.len - 1, 0);
	sok_buf_free(&value);
	sok_buf_free(&there);
	return r;
}

static bool
has_name(const struct sok_buf *names, const char *name)
{
	for (size_t i = 0; i + 1 < names->len; i += strlen(names->s + i) + 1)
		if (strcmp(names->s + i, name) == 0)
			return true;
	return false;
}

/* Folders give their files attributes that the old one need not have. */
static int
remove_others(struct file to, const struct sok_buf *names)
{
	struct sok_buf b = {0};
	int r = fetch_names(to, &b);

	for (size_t i = 0; r == 0 && i + 1 < b.len; i += strlen(b.s + i) + 1)
		if (!has_name(names, b.s + i) && !is_of_content(b.s + i))
			r = fremovexattr(to.fd, b.s + i);
	sok_buf_free(&b);
	return r;
}

int
attributes_copy(int from, const char *path, int to)
{
	struct file old = {from, path}, new = {to, NULL};
	struct sok_buf b = {0};
	int r = fetch_names(old, &b);

	if (r == 0)
		r = remove_others(new, &b);
	for (size_t i = 0; r == 0 && i + 1 < b.len; i += strlen(b.s + i) + 1)
		if (!is_of_content(b.s + i))
			r = copy_one(old, new, b.s + i);
	sok_buf_free(&b);
	if (r < 0 && errno != ENOMEM)
		errno = EPROTO;
	return r;
}

#else

int
attributes_copy(int from, const char *path, int to)
{
	(void)from;
	(void)path;
	(void)to;
	return 0;
}

#endif
