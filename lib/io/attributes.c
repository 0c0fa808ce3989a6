/* attributes.c - copies access control lists, attributes and labels. */
#include <errno.h>
#include <string.h>

#include "io/output.h"

#ifdef __linux__
#include <sys/xattr.h>

#define MOST ((size_t)65536) /* size of a value, and of all names */

/* A file, by its descriptor or, if that is -1, by its path. */
struct file {
	int fd;
	const char *path;
};

/* Attributes that the kernel removes when a file is written. */
static bool
is_of_content(const char *name)
{
	return strcmp(name, "security.capability") == 0 ||
	    strcmp(name, "security.ima") == 0 ||
	    strcmp(name, "security.evm") == 0;
}

/* Read a value, or all names if name is NULL, and a NUL; 0, -1 with errno. */
static int
fetch(struct file f, const char *name, struct sok_buf *b)
{
	ssize_t n;

	b->len = 0;
	if (!sok_buf_room(b, MOST))
		return -1;
	if (name == NULL)
		n = f.fd >= 0 ? flistxattr(f.fd, b->s, MOST)
		              : listxattr(f.path, b->s, MOST);
	else
		n = f.fd >= 0 ? fgetxattr(f.fd, name, b->s, MOST)
		              : getxattr(f.path, name, b->s, MOST);
	/* The file system does not support attributes. */
	if (n < 0 && (name != NULL || (errno != ENOTSUP && errno != ENOSYS)))
		return -1;
	b->len = n < 0 ? 0 : (size_t)n;
	sok_buf_addc(b, '\0');
	return b->failed ? -1 : 0;
}

/* Files inherit attributes from their directory that the old file may lack. */
int
attributes_copy(int from, const char *path, int to)
{
	struct file old = {from, path}, new = {to, NULL};
	struct sok_buf names = {0}, there = {0}, value = {0};
	const char *name;
	int r = fetch(old, NULL, &names);

	if (r == 0)
		r = fetch(new, NULL, &there);
	for (size_t i = 0; r == 0 && i + 1 < there.len; i += strlen(name) + 1) {
		name = there.s + i;
		size_t at = 0;
		while (at + 1 < names.len && strcmp(names.s + at, name) != 0)
			at += strlen(names.s + at) + 1;
		if (at + 1 >= names.len && !is_of_content(name))
			r = fremovexattr(to, name);
	}

	for (size_t i = 0; r == 0 && i + 1 < names.len; i += strlen(name) + 1) {
		name = names.s + i;
		if (is_of_content(name))
			continue;
		r = fetch(old, name, &value);
		/* The label may be set already, and nobody may be allowed to
		 * set it. */
		if (r == 0 &&
		    (fetch(new, name, &there) < 0 ||
		        !sok_str_eq(sok_buf_str(&there), sok_buf_str(&value))))
			r = fsetxattr(to, name, value.s, value.len - 1, 0);
	}
	sok_buf_free(&names);
	sok_buf_free(&there);
	sok_buf_free(&value);
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
