/*
 * old_kernel.c - runs a program as on a system that has neither Landlock nor
 * seccomp: the calls are unknown there.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LANDLOCK 444
#define NOT_RUN 127
#define LOAD(member) \
	BPF_STMT( \
	    BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))
#define UNLESS(value, skip) \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))

int
main(int argc, char **argv)
{
	struct sock_filter code[] = {LOAD(nr), UNLESS(LANDLOCK, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
	    UNLESS(SYS_prctl, 3), LOAD(args[0]), UNLESS(PR_SET_SECCOMP, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
	struct sock_fprog program = {
	    .len = sizeof(code) / sizeof(code[0]), .filter = code};

	if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		return NOT_RUN;
	execvp(argv[1], argv + 1);
	return NOT_RUN;
}
