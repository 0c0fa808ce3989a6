/* unpack_worker.c - the processes that unpack: a helper, which loads libarchive
 * once, and a worker for each archive. */
#if defined(__linux__)
#define _GNU_SOURCE /* SYS_close_range */
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "io/input.h"
#include "io/io.h"
#include "io/remote.h"

/* ---- a worker */

/* What is to be sent: small frames are sent together. */
struct sending {
	struct sok_stream stream; /* the source; must be first */
	int input, frames, orders;
	bool seekable;
	size_t len;
	char buf[FRAME_MOST];
};

/* Nobody reads any more if that fails. */
static void
flush_frames(struct sending *sending)
{
	if (!remote_write_all(sending->frames, sending->buf, sending->len))
		_exit(0);
	sending->len = 0;
}

static void
send_bytes(struct sending *sending, const void *bytes, size_t n)
{
	if (n > sizeof(sending->buf) - sending->len)
		flush_frames(sending);
	if (n > sizeof(sending->buf)) {
		if (!remote_write_all(sending->frames, bytes, n))
			_exit(0);
		return;
	}
	if (n > 0)
		memcpy(sending->buf + sending->len, bytes, n);
	sending->len += n;
}

static void
send_frame(
    struct sending *sending, enum frame_kind kind, const char *bytes, size_t n)
{
	struct frame frame = {kind, (uint32_t)n};

	send_bytes(sending, &frame, sizeof(frame));
	send_bytes(sending, bytes, n);
}

/* A frame of a letter and a text. */
static void
send_text(struct sending *sending, enum frame_kind kind, char letter,
    const char *text)
{
	size_t n = text == NULL ? 0 : strlen(text);
	struct frame frame = {kind, (uint32_t)(n + (letter != '\0'))};

	send_bytes(sending, &frame, sizeof(frame));
	send_bytes(sending, &letter, letter != '\0');
	send_bytes(sending, text, n);
}

/* A fault, or the reason for an errno if there is none. */
static const char *
fault_of(const char *fault, int error)
{
	return fault != NULL ? fault : strerror(error);
}

/* Send all bytes of a stream; a member is only sent as far as it is wanted. */
static void
send_stream(struct sending *sending, struct sok_stream *from, bool member)
{
	static char bytes[FRAME_MOST];
	bool granted = !member;
	uint64_t sent = 0;
	ptrdiff_t n;

	while ((n = from->read(from, bytes, sizeof(bytes))) > 0) {
		send_frame(sending, FRAME_DATA, bytes, (size_t)n);
		sent += (uint64_t)n;
		if (granted || sent < FRAME_CREDIT)
			continue;
		char order;

		flush_frames(sending);
		if (!remote_read_all(sending->orders, &order, 1))
			_exit(0);
		if (order == ORDER_SKIP)
			break;
		granted = true;
	}
	if (n == -1)
		send_text(
		    sending, FRAME_ERROR, '\0', fault_of(from->fault, errno));
	else
		send_frame(sending, FRAME_EOF, NULL, 0);
}

static void
send_late(struct sending *sending, struct sok_packed *packed)
{
	while (sok_packed_end(packed) == -1)
		send_text(sending, FRAME_LATE, '\0',
		    fault_of(sok_packed_fault(packed), errno));
}

static void
send_member(struct sending *sending, struct sok_packed *packed,
    struct sok_member *member)
{
	if (member->path.len >= FRAME_MOST) {
		send_text(
		    sending, FRAME_FAULT, '\0', "a member's name is too long");
		return;
	}
	send_text(sending, FRAME_MEMBER, member->skip != NULL ? 'l' : 'm',
	    member->path.s);
	if (member->skip == NULL && sok_packed_enter(packed, member) == -1)
		_exit(1);
	send_text(
	    sending, FRAME_INSIDE, member->holds ? 'a' : 'm', member->packed);
	if (member->skip == NULL && !member->holds) {
		send_stream(sending, sok_packed_stream(packed), true);
		send_late(sending, packed);
	} else {
		send_frame(sending, FRAME_EOF, NULL, 0);
	}
}

_Noreturn void
worker_run(int input, int frames, int orders, char *head,
    const struct request *request)
{
	static struct sending sending;
	struct sok_packed *packed;
	struct sok_member member;
	int got;

	sending.frames = frames;
	sending.orders = orders;
	packed = packed_open_head(
	    input, head, (size_t)request->head, request->expand);
	if (packed == NULL)
		_exit(1);
	bool archive = sok_packed_kind(packed) == SOK_ARCHIVE;
	const char *fault = NULL;

	if (sok_packed_broken(packed))
		fault = fault_of(sok_packed_fault(packed), errno);
	send_text(&sending, FRAME_OPENED, archive ? 'a' : 'c', fault);
	if (fault == NULL && !archive) {
		send_stream(&sending, sok_packed_stream(packed), false);
		send_late(&sending, packed);
	}
	while (fault == NULL && archive &&
	    (got = sok_packed_next(packed, &member)) != 0) {
		if (got == 1)
			send_member(&sending, packed, &member);
		else
			send_text(&sending, FRAME_FAULT, '\0',
			    fault_of(sok_packed_fault(packed), errno));
	}
	send_frame(&sending, FRAME_END, NULL, 0);
	flush_frames(&sending);
	_exit(0);
}

/* ---- the helper */

/* Give up all descriptors but one, which becomes 3; 0 to 2 become nothing. */
static void
keep_only(int keep)
{
	int null = open("/dev/null", O_RDWR);

	if (keep != 3 && dup2(keep, 3) == -1)
		_exit(1);
	for (int fd = 0; fd < 3 && null != 3; fd++)
		if (null == -1)
			(void)close(fd);
		else
			(void)dup2(null, fd);
#if defined(SYS_close_range)
	if (syscall(SYS_close_range, 4U, ~0U, 0U) == 0)
		return;
#endif
	long most = sysconf(_SC_OPEN_MAX);
	for (int fd = 4; fd < (most > 0 && most < 4096 ? most : 4096); fd++)
		(void)close(fd);
}

/* Receive a request and, with OPEN, its descriptors; false at the end. */
static bool
receive(int socket, struct request *request, int fd[REQUEST_FDS])
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(int) * REQUEST_FDS)];
	} control;
	struct iovec bytes = {request, sizeof(*request)};
	struct msghdr message = {.msg_iov = &bytes,
	    .msg_iovlen = 1,
	    .msg_control = control.bytes,
	    .msg_controllen = sizeof(control.bytes)};
	ssize_t n;

	do
		n = recvmsg(socket, &message, 0);
	while (n == -1 && errno == EINTR);
	if (n != (ssize_t)sizeof(*request))
		return false;
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	for (int i = 0; i < REQUEST_FDS; i++)
		fd[i] = -1;
	if (header != NULL && header->cmsg_type == SCM_RIGHTS &&
	    header->cmsg_len == CMSG_LEN(sizeof(int) * REQUEST_FDS))
		memcpy(fd, CMSG_DATA(header), sizeof(int) * REQUEST_FDS);
	return true;
}

static struct answer
begin_worker(
    int socket, const struct request *request, const int fd[REQUEST_FDS])
{
	struct answer answer = {.error = 0};
	char *head = request->head == 0 ? NULL : malloc((size_t)request->head);

	if (request->head > 0 &&
	    (head == NULL ||
	        !remote_read_all(socket, head, (size_t)request->head)))
		_exit(1);
	answer.worker = fork();
	if (answer.worker == 0) {
#if defined(__linux__)
		(void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
		close(socket);
		confine_worker();
		worker_run(fd[0], fd[1], fd[2], head, request);
	}
	answer.error = answer.worker == -1 ? errno : 0;
	free(head);
	for (int i = 0; i < REQUEST_FDS; i++)
		close(fd[i]);
	return answer;
}

static struct answer
end_worker(const struct request *request)
{
	struct answer answer = {.worker = request->worker};

	/* One that has ended by itself is not changed by that. */
	(void)kill(request->worker, SIGKILL);
	while (waitpid(request->worker, &answer.status, 0) == -1)
		if (errno != EINTR) {
			answer.error = errno;
			break;
		}
	return answer;
}

_Noreturn void
helper_run(int socket)
{
	struct rlimit none = {0, 0};
	struct request request;
	int fd[REQUEST_FDS];
	sigset_t all;

	sigfillset(&all);
	for (int sig = 1; sig < NSIG; sig++)
		(void)signal(sig, SIG_DFL);
	(void)pthread_sigmask(SIG_UNBLOCK, &all, NULL);
	(void)setrlimit(RLIMIT_CORE, &none);
	keep_only(socket);
	if (unpack_ops != NULL)
		unpack_ops->prepare();
	while (receive(3, &request, fd)) {
		struct answer answer = request.kind == REQUEST_OPEN
		    ? begin_worker(3, &request, fd)
		    : end_worker(&request);

		if (!remote_write_all(3, &answer, sizeof(answer)))
			break;
	}
	_exit(0);
}
