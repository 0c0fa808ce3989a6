/*
 * no_tmpfile.c - runs a program as on a file system where every file has a
 * name: files without one cannot be opened.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NOT_RUN 127
/* The bit that O_DIRECTORY does not have. */
#define NAMELESS (O_TMPFILE & ~O_DIRECTORY)
#define LOAD(member) \
	BPF_STMT( \
	    BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))

int
main(int argc, char **argv)
{
	struct sock_filter code[] = {LOAD(nr),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
	    LOAD(args[2]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMELESS, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	struct sock_fprog program = {
	    .len = sizeof(code) / sizeof(code[0]), .filter = code};

	if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		return NOT_RUN;
	execvp(argv[1], argv + 1);
	return NOT_RUN;
}
