/* sandbox.c - a program in the sandbox can write only its outputs and their
 * folders, and cannot reach the network or start a program; reading still
 * works.  Features that the system lacks are skipped. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/io.h"
#include "unit.h"

static void
make_file(const char *name)
{
	int fd = open(name, O_WRONLY | O_CREAT, 0600);

	if (fd == -1 || write(fd, "x\n", 2) != 2) {
		perror(name);
		exit(1);
	}
	close(fd);
}

/* Whether a call was refused by the sandbox. */
static bool
is_refused(int result)
{
	return result == -1 && (errno == EACCES || errno == EPERM);
}

static void
look_at_files(void)
{
	int fd;

	CHECK(is_refused(open("other", O_WRONLY)));
	CHECK(is_refused(open("new", O_WRONLY | O_CREAT, 0600)));
	CHECK(is_refused(open("out/../new", O_WRONLY | O_CREAT, 0600)));
	CHECK(is_refused(rename("out/old", "moved")) || errno == EXDEV);
	CHECK(is_refused(unlink("other")));

	CHECK(is_refused(mkdir("folder", 0700)));
	CHECK(is_refused(symlink("other", "link")));
	CHECK((fd = open("other", O_RDONLY)) != -1);
	close(fd);
	CHECK((fd = open("out/new", O_WRONLY | O_CREAT, 0600)) != -1);
	close(fd);
	CHECK(rename("out/new", "out/old") == 0);
	CHECK(unlink("out/old") == 0);
	CHECK((fd = open("/dev/null", O_RDWR)) != -1);
	close(fd);
}

static void
look(void)
{
	struct sok_sandbox s;
	char *const nothing[] = {NULL};

	sok_sandbox_open(&s);
	sok_sandbox_allow(&s, "/dev/null");
	sok_sandbox_allow(&s, "out");
	sok_sandbox_enter(&s);
	if (s.confines_files)
		look_at_files();
	else
		puts("# no Landlock here");
	if (s.confines_calls)
		CHECK(is_refused(socket(AF_INET, SOCK_STREAM, 0)));
	else
		puts("# no seccomp here");
	if (s.confines_files || s.confines_calls)
		CHECK(is_refused(execve("/bin/true", nothing, nothing)));
	exit(unit_failures > 0);
}

int
main(void)
{
	char folder[] = "/tmp/sok-sandbox-XXXXXX";
	int status;

	if (mkdtemp(folder) == NULL || chdir(folder) == -1 ||
	    mkdir("out", 0700) == -1) {
		perror(folder);
		return 1;
	}
	make_file("other");
	make_file("out/old");
	fflush(stdout);
	pid_t pid = fork();
	if (pid == 0)
		look();
	CHECK(waitpid(pid, &status, 0) == pid && status == 0);
	unlink("out/old");
	unlink("other");
	rmdir("out");
	CHECK(chdir("/") == 0 && rmdir(folder) == 0);
	return unit_failures > 0;
}
