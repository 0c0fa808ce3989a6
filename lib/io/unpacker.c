/* unpacker.c - starts the process that starts those that unpack, and asks it.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/input.h"
#include "io/io.h"
#include "io/remote.h"

struct sok_unpacker {
	void (*pause)(void *ctx, bool pause);
	void *ctx;
	pthread_t owner;      /* the only thread that may start the helper */
	pthread_mutex_t lock; /* held during a request */
	pid_t helper;         /* 0: there is none */
	int socket;
};

bool
remote_read_all(int fd, void *to, size_t n)
{
	char *s = to;

	while (n > 0) {
		ssize_t got = input_read_fd(fd, s, n);

		if (got <= 0)
			return false;
		s += got;
		n -= (size_t)got;
	}
	return true;
}

bool
remote_write_all(int fd, const void *from, size_t n)
{
	const char *s = from;

	while (n > 0) {
		ssize_t put = write(fd, s, n);

		if (put == -1 && errno != EINTR)
			return false;
		s += put > 0 ? put : 0;
		n -= put > 0 ? (size_t)put : 0;
	}
	return true;
}

/* ---- the helper */

struct sok_unpacker *
sok_unpacker_open(void (*pause)(void *ctx, bool pause), void *ctx)
{
	struct sok_unpacker *unpacker = calloc(1, sizeof(*unpacker));

	if (unpacker == NULL)
		return NULL;
	unpacker->pause = pause;
	unpacker->ctx = ctx;
	unpacker->owner = pthread_self();
	unpacker->socket = -1;
	(void)pthread_mutex_init(&unpacker->lock, NULL);
	return unpacker;
}

/* Forget the helper, which ends when its socket is closed. */
static void
end_helper(struct sok_unpacker *unpacker)
{
	if (unpacker->socket != -1)
		close(unpacker->socket);
	unpacker->socket = -1;
	while (unpacker->helper > 0 &&
	    waitpid(unpacker->helper, NULL, 0) == -1 && errno == EINTR)
		;
	unpacker->helper = 0;
}

void
sok_unpacker_close(struct sok_unpacker *unpacker)
{
	if (unpacker == NULL)
		return;
	end_helper(unpacker);
	(void)pthread_mutex_destroy(&unpacker->lock);
	free(unpacker);
}

/* Start the helper unless there is one; 0, -1 with errno. */
static int
start_helper(struct sok_unpacker *unpacker)
{
	sigset_t all, before;
	int pair[2];

	if (unpacker->helper > 0)
		return 0;
	if (!pthread_equal(pthread_self(), unpacker->owner)) {
		errno = EAGAIN;
		return -1;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == -1)
		return -1;
	(void)fcntl(pair[0], F_SETFD, FD_CLOEXEC);
	/* No signal may run a handler of this process in the other one, and no
	 * thread may hold a lock that the other one needs. */
	sigfillset(&all);
	if (unpacker->pause != NULL)
		unpacker->pause(unpacker->ctx, true);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pid_t pid = fork();
	if (pid == 0)
		helper_run(pair[1]);
	int error = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (unpacker->pause != NULL)
		unpacker->pause(unpacker->ctx, false);
	close(pair[1]);
	if (pid == -1)
		close(pair[0]);
	errno = error;
	if (pid == -1)
		return -1;
	unpacker->helper = pid;
	unpacker->socket = pair[0];
	return 0;
}

/* Send a request, with descriptors unless it is the end of a worker. */
static bool
send_request(int socket, const struct request *request, const int *fd)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(int) * REQUEST_FDS)];
	} control;
	struct iovec bytes = {(void *)(uintptr_t)request, sizeof(*request)};
	struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
	ssize_t n;

	if (fd != NULL) {
		memset(&control, 0, sizeof(control));
		message.msg_control = control.bytes;
		message.msg_controllen = sizeof(control.bytes);
		struct cmsghdr *header = CMSG_FIRSTHDR(&message);
		header->cmsg_level = SOL_SOCKET;
		header->cmsg_type = SCM_RIGHTS;
		header->cmsg_len = CMSG_LEN(sizeof(int) * REQUEST_FDS);
		memcpy(CMSG_DATA(header), fd, sizeof(int) * REQUEST_FDS);
	}
	do
		n = sendmsg(socket, &message, MSG_NOSIGNAL);
	while (n == -1 && errno == EINTR);
	/* A small message is sent as a whole. */
	return n == (ssize_t)sizeof(*request);
}

/* Send bytes to a socket; false on an error. */
static bool
send_all(int socket, const char *s, size_t n)
{
	while (n > 0) {
		ssize_t put = send(socket, s, n, MSG_NOSIGNAL);

		if (put == -1 && errno != EINTR)
			return false;
		s += put > 0 ? put : 0;
		n -= put > 0 ? (size_t)put : 0;
	}
	return true;
}

bool
unpacker_ask(struct sok_unpacker *unpacker, const struct request *request,
    const int *fd, const char *head, struct answer *answer)
{
	pthread_mutex_lock(&unpacker->lock);
	bool done = request->kind == REQUEST_END ? unpacker->helper > 0
	                                         : start_helper(unpacker) == 0;
	int error = errno;
	if (done) {
		done = send_request(unpacker->socket, request, fd) &&
		    send_all(unpacker->socket, head, request->head) &&
		    remote_read_all(unpacker->socket, answer, sizeof(*answer));
		error = done ? answer->error : ECHILD;
	}
	/* The next archive gets another one. */
	if (!done && unpacker->helper > 0 && error == ECHILD)
		end_helper(unpacker);
	pthread_mutex_unlock(&unpacker->lock);
	errno = error;
	return done && error == 0;
}
