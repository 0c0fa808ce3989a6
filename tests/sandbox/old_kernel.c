/*
 * old_kernel.c - run a program as on a system without Landlock and seccomp,
 * whose calls do not exist there.
 */
#include <errno.h>

#include "filter.h"

#define LANDLOCK 444
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

	return run_below(code, sizeof(code) / sizeof(code[0]), argc, argv);
}
