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
fetch(struct file file, const char *name, struct sok_buf *buf)
{
	ssize_t n;

	buf->len = 0;
	if (!sok_buf_room(buf, MOST))
		return -1;
	if (name == NULL)
		n = file.fd >= 0 ? flistxattr(file.fd, buf->s, MOST)
		                 : listxattr(file.path, buf->s, MOST);
	else
		n = file.fd >= 0 ? fgetxattr(file.fd, name, buf->s, MOST)
		                 : getxattr(file.path, name, buf->s, MOST);
	/* The file system does not support attributes. */
	if (n < 0 && (name != NULL || (errno != ENOTSUP && errno != ENOSYS)))
		return -1;
	buf->len = n < 0 ? 0 : (size_t)n;
	sok_buf_addc(buf, '\0');
	return buf->failed ? -1 : 0;
}

/* Files inherit attributes from their directory that the old file may lack. */
int
attributes_copy(int from, const char *path, int to)
{
	struct file old = {from, path}, new = {to, NULL};
	struct sok_buf names = {0}, there = {0}, value = {0};
	const char *name;
	int got = fetch(old, NULL, &names);

	if (got == 0)
		got = fetch(new, NULL, &there);
	for (size_t i = 0; got == 0 && i + 1 < there.len;
	     i += strlen(name) + 1) {
		name = there.s + i;
		size_t at = 0;
		while (at + 1 < names.len && strcmp(names.s + at, name) != 0)
			at += strlen(names.s + at) + 1;
		if (at + 1 >= names.len && !is_of_content(name))
			got = fremovexattr(to, name);
	}

	for (size_t i = 0; got == 0 && i + 1 < names.len;
	     i += strlen(name) + 1) {
		name = names.s + i;
		if (is_of_content(name))
			continue;
		got = fetch(old, name, &value);
		/* The label may be set already, and nobody may be allowed to
		 * set it. */
		if (got == 0 &&
		    (fetch(new, name, &there) < 0 ||
		        !sok_str_eq(sok_buf_str(&there), sok_buf_str(&value))))
			got = fsetxattr(to, name, value.s, value.len - 1, 0);
	}
	sok_buf_free(&names);
	sok_buf_free(&there);
	sok_buf_free(&value);
	if (got < 0 && errno != ENOMEM)
		errno = EPROTO;
	return got;
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
