/* confine.c - takes away calls of the system that a process does not need,
 * where the system can.  An unpacking process keeps reading its input, writing
 * frames, and memory; a program loses the network and other programs. */
#if defined(__linux__)
#define _GNU_SOURCE /* syscall() */
#endif
#include "io/remote.h"

#if defined(__linux__) && defined(__has_include)
#if __has_include(<linux/seccomp.h>) && __has_include(<linux/audit.h>)
#define HAS_SECCOMP
#endif
#endif

#ifdef HAS_SECCOMP
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#if defined(HAS_SECCOMP) && defined(__x86_64__) && !defined(__ILP32__)
#define OWN_ARCH AUDIT_ARCH_X86_64
#elif defined(HAS_SECCOMP) && defined(__aarch64__)
#define OWN_ARCH AUDIT_ARCH_AARCH64
#endif

#ifdef OWN_ARCH

/* Another call fails as if it were not permitted, so that a library that tries
 * one can do without. */
static const unsigned allowed[] = {
    SYS_read,
    SYS_write,
    SYS_pread64,
    SYS_lseek,
    SYS_close,
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_mprotect,
    SYS_madvise,
    SYS_brk,
    SYS_futex,
    SYS_clock_gettime,
    SYS_getrandom,
    SYS_getpid,
    SYS_gettid,
    SYS_tgkill,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_fstat,
    SYS_newfstatat,
    SYS_sched_yield,
    SYS_restart_syscall,
    SYS_exit,
    SYS_exit_group,
    SYS_ppoll,
#ifdef SYS_poll
    SYS_poll,
#endif
};

/* The bit of the x32 ABI in numbers of calls. */
#define X32_CALLS 0x40000000u

/* What a program does not need: the network, and other programs. */
static const unsigned refused[] = {
    SYS_socket,
    SYS_connect,
    SYS_bind,
    SYS_execve,
    SYS_execveat,
};
enum { CALLS = sizeof(allowed) / sizeof(allowed[0]) };

/* Filter the calls of this process: whether the first n of a list, and no
 * others, get the first answer from now on, others the second one. */
static bool
filter_calls(const unsigned *list, size_t n, unsigned listed, unsigned others)
{
	enum { REST = 8 };
	struct sock_filter code[2 * CALLS + REST], *next = code;
	struct sock_fprog program = {.filter = code};

	/* Numbers of calls are those of this architecture, and no other. */
	*next++ = (struct sock_filter)BPF_STMT(
	    BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
	*next++ = (struct sock_filter)BPF_JUMP(
	    BPF_JMP | BPF_JEQ | BPF_K, OWN_ARCH, 1, 0);
	*next++ = (struct sock_filter)BPF_STMT(
	    BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1);
	*next++ = (struct sock_filter)BPF_STMT(
	    BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	/* Those of x32 are refused as well, which have other numbers. */
	*next++ = (struct sock_filter)BPF_JUMP(
	    BPF_JMP | BPF_JGE | BPF_K, X32_CALLS, 0, 1);
	*next++ = (struct sock_filter)BPF_STMT(
	    BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1);
	for (size_t i = 0; i < n; i++) {
		*next++ = (struct sock_filter)BPF_JUMP(
		    BPF_JMP | BPF_JEQ | BPF_K, list[i], 0, 1);
		*next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, listed);
	}
	*next++ = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, others);
	program.len = (unsigned short)(next - code);
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

void
confine_worker(void)
{
	(void)filter_calls(
	    allowed, CALLS, SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO | 1);
}

bool
confine_program(void)
{
	size_t n = sizeof(refused) / sizeof(refused[0]);

	return filter_calls(
	    refused, n, SECCOMP_RET_ERRNO | 1, SECCOMP_RET_ALLOW);
}

#else

void
confine_worker(void)
{
}

bool
confine_program(void)
{
	return false;
}

#endif
