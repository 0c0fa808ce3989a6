/*
 * no_tmpfile.c - run a program as on a file system without unnamed files: to
 * open one fails.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>

#include "filter.h"

/* The bit that O_DIRECTORY does not have. */
#define NAMELESS (O_TMPFILE & ~O_DIRECTORY)

int
main(int argc, char **argv)
{
	struct sock_filter code[] = {LOAD(nr),
	    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 3),
	    LOAD(args[2]), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMELESS, 0, 1),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
	    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};

	return run_below(code, sizeof(code) / sizeof(code[0]), argc, argv);
}
