/* folder.h - for tests: a temporary folder to write files in. */
#ifndef FOLDER_H
#define FOLDER_H

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit.h"

/* Make the folder and change to it. */
static inline bool
folder_enter(void)
{
	static char name[] = "/tmp/sok-unit-XXXXXX";

	umask(022);
	return CHECK(mkdtemp(name) != NULL && chdir(name) == 0);
}

static inline void
folder_remove(void)
{
	CHECK(system("rm -rf \"$PWD\"") == 0);
}

/* Write a file with this content. */
static inline void
spill(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	CHECK(fd >= 0);
	CHECK(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

#endif
