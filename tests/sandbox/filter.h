/*
 * filter.h - for programs that run another program with a filter of system
 * calls.
 */
#ifndef SANDBOX_FILTER_H
#define SANDBOX_FILTER_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NOT_RUN 127
#define LOAD(member) \
	BPF_STMT( \
	    BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, member))

/* Run the program that the arguments name below a filter of n instructions;
 * NOT_RUN if that cannot be. */
static int
run_below(struct sock_filter *code, unsigned short n, int argc, char **argv)
{
	struct sock_fprog program = {.len = n, .filter = code};

	if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
		return NOT_RUN;
	execvp(argv[1], argv + 1);
	return NOT_RUN;
}

#endif
