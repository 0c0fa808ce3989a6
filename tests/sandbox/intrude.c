/*
 * intrude.c - preloaded by sandbox.bats: tries what an attacker would do who
 * controls a program through a file that it reads.  At the end of the program
 * each attempt prints the system's answer on standard error.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static void
answer(const char *what, long result)
{
	fprintf(stderr, "%s: %s\n", what, result < 0 ? "refused" : "done");
}

static void *
intrude(void *unused)
{
	int fd = open("victim", O_RDONLY);
	char byte;

	(void)unused;
	answer("read", read(fd, &byte, 1));
	answer("create", open("made", O_WRONLY | O_CREAT, 0666));
	answer("open for writing", open("victim", O_WRONLY));
	answer("truncate", truncate("victim", 0));
	answer("remove", unlink("victim"));
	answer("rename", rename("victim", "other"));
	answer("link", link("victim", "other"));
	answer("symbolic link", symlink("victim", "link"));
	answer("make a folder", mkdir("folder", 0777));
	answer("make a pipe", mkfifo("pipe", 0666));
	answer("socket", socket(AF_INET, SOCK_STREAM, 0));
	answer("local socket", socket(AF_UNIX, SOCK_STREAM, 0));
	answer("run a program",
	    execl("/bin/sh", "sh", "-c", "echo run a program: done >&2",
	        (char *)NULL));
	return NULL;
}

/* Only this program, and none that it runs. */
static void __attribute__((constructor)) begin(void)
{
	unsetenv("LD_PRELOAD");
}

static void __attribute__((destructor)) end(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, intrude, NULL) == 0)
		pthread_join(thread, NULL);
}
