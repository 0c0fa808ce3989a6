/* remote.c - reads what a process that unpacks an archive sends. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "io/input.h"
#include "io/io.h"
#include "io/remote.h"

struct remote {
	struct sok_unpacker *unpacker;
	pid_t worker; /* 0: it has ended */
	int frames, orders;
	bool dead;   /* nothing more comes */
	bool inside; /* the bytes of a member are not at their end */
	bool granted;
	uint64_t received;         /* bytes of the member */
	size_t left;               /* of the frame of data */
	size_t from, to;           /* the part of the buffer that is unread */
	char text[FRAME_MOST + 1]; /* of the last frame but of data */
	char path[FRAME_MOST];     /* of the member */
	char buf[FRAME_MOST];
};

/* The worker ended before its time: the fault says how; -1, for tail calls. */
static int
lost(struct sok_packed *packed)
{
	struct remote *remote = packed->remote;
	struct request end = {.kind = REQUEST_END, .worker = remote->worker};
	struct answer answer;

	if (!remote->dead && remote->worker > 0 &&
	    unpacker_ask(remote->unpacker, &end, NULL, NULL, &answer)) {
		if (WIFSIGNALED(answer.status))
			(void)packed_fail(packed,
			    "the archive could not be read: the process that "
			    "unpacks it was ended by signal %d (%s)",
			    WTERMSIG(answer.status),
			    strsignal(WTERMSIG(answer.status)));
		else
			(void)packed_fail(packed,
			    "the archive could not be read: the process that "
			    "unpacks it ended with status %d",
			    WEXITSTATUS(answer.status));
	} else {
		(void)packed_fail(packed,
		    "the archive could not be read: the process that unpacks "
		    "it has ended");
	}
	remote->worker = 0;
	remote->dead = true;
	remote->inside = false;
	return -1;
}

/* Read from the pipe into the buffer, which is empty; false at its end. */
static bool
fill(struct remote *remote)
{
	ssize_t n = remote->dead
	    ? 0
	    : input_read_fd(remote->frames, remote->buf, sizeof(remote->buf));

	remote->from = 0;
	remote->to = n > 0 ? (size_t)n : 0;
	return n > 0;
}

/* Take n bytes from the pipe; false if it ends before. */
static bool
take(struct remote *remote, void *to, size_t n)
{
	char *s = to;

	while (n > 0) {
		if (remote->from == remote->to && !fill(remote))
			return false;
		size_t some = remote->to - remote->from < n
		    ? remote->to - remote->from
		    : n;
		memcpy(s, remote->buf + remote->from, some);
		remote->from += some;
		s += some;
		n -= some;
	}
	return true;
}

/* Drop the rest of the frame of data.  False if the pipe ends before. */
static bool
drop_data(struct remote *remote)
{
	while (remote->left > 0) {
		if (remote->from == remote->to && !fill(remote))
			return false;
		size_t some = remote->to - remote->from;
		some = some < remote->left ? some : remote->left;
		remote->from += some;
		remote->left -= some;
	}
	return true;
}

/* The kind of the next frame, with its bytes in remote->text, terminated,
 * unless they are data; -1 with a fault if there is none, or a wrong one. */
static int
next_frame(struct sok_packed *packed)
{
	struct remote *remote = packed->remote;
	struct frame frame;

	if (!drop_data(remote) || !take(remote, &frame, sizeof(frame)) ||
	    frame.kind > FRAME_END || frame.size > FRAME_MOST)
		return lost(packed);
	if (frame.kind == FRAME_DATA) {
		remote->left = frame.size;
		remote->received += frame.size;
		return FRAME_DATA;
	}
	if (!take(remote, remote->text, frame.size))
		return lost(packed);
	remote->text[frame.size] = '\0';
	return (int)frame.kind;
}

/* Send an order to the worker. */
static void
order(struct remote *remote, char what)
{
	/* If it has ended, the next frame will not come. */
	(void)!send(remote->orders, &what, 1, MSG_NOSIGNAL);
}

void
remote_open(struct sok_packed *packed, struct sok_unpacker *unpacker)
{
	int frames[2] = {-1, -1}, orders[2] = {-1, -1};
	struct remote *remote = calloc(1, sizeof(*remote));
	struct request ask = {.kind = REQUEST_OPEN,
	    .expand = packed->expand,
	    .head = packed->start == -1 ? packed->nhead : 0};
	struct answer answer = {.error = 0};

	packed->broken = true;
	packed->remote = remote;
	if (remote == NULL) {
		(void)packed_fail(packed, "%s", strerror(ENOMEM));
		return;
	}
	remote->unpacker = unpacker;
	remote->frames = remote->orders = -1;
	remote->dead = true;
	bool made = pipe(frames) == 0 &&
	    socketpair(AF_UNIX, SOCK_STREAM, 0, orders) == 0;
	if (made) {
		int fd[REQUEST_FDS] = {packed->fd, frames[1], orders[1]};

		remote->frames = frames[0];
		remote->orders = orders[0];
		(void)fcntl(remote->frames, F_SETFD, FD_CLOEXEC);
		(void)fcntl(remote->orders, F_SETFD, FD_CLOEXEC);
		input_widen(remote->frames);
		made = unpacker_ask(unpacker, &ask, fd, packed->head, &answer);
	}
	int error = errno;
	if (frames[1] != -1)
		close(frames[1]);
	if (orders[1] != -1)
		close(orders[1]);
	if (!made) {
		if (frames[0] != -1 && remote->frames == -1)
			close(frames[0]);
		(void)packed_fail(packed,
		    "the archive could not be read: no process that unpacks "
		    "it can be started: %s",
		    strerror(error));
		return;
	}
	remote->worker = answer.worker;
	remote->dead = false;

	int kind = next_frame(packed);
	if (kind == -1)
		return;
	if (kind != FRAME_OPENED || remote->text[0] == '\0') {
		(void)lost(packed);
		return;
	}
	packed->kind = remote->text[0] == 'a' ? SOK_ARCHIVE : SOK_COMPRESSED;
	packed->broken = remote->text[1] != '\0';
	remote->inside = packed->kind == SOK_COMPRESSED;
	remote->granted = remote->inside;
	if (packed->broken)
		(void)packed_fail(packed, "%s", remote->text + 1);
}

int
remote_next(struct sok_packed *packed, struct sok_member *member)
{
	struct remote *remote = packed->remote;

	packed->stream.fault = NULL;
	packed->ended = false;
	while (!remote->dead) {
		if (remote->inside && !remote->granted &&
		    remote->received >= FRAME_CREDIT) {
			order(remote, ORDER_SKIP);
			remote->granted = true;
		}
		int kind = next_frame(packed);

		if (kind == -1)
			return -1;
		remote->dead = kind == FRAME_END;
		if (kind == FRAME_FAULT)
			return packed_fail(packed, "%s", remote->text);
		if (kind != FRAME_MEMBER)
			continue;
		if (remote->text[0] == '\0')
			return lost(packed);
		memcpy(remote->path, remote->text + 1, sizeof(remote->path));
		member->path = sok_str(remote->path);
		member->skip = remote->text[0] == 'l' ? PACKED_LINK : NULL;
		remote->inside = true;
		remote->granted = false;
		remote->received = 0;
		return 1;
	}
	return 0;
}

int
remote_enter(struct sok_packed *packed, struct sok_member *member)
{
	struct remote *remote = packed->remote;

	if (next_frame(packed) != FRAME_INSIDE)
		return remote->dead ? -1 : lost(packed);
	const struct packed_form *form =
	    packed_named(sok_str(remote->text + 1));
	member->packed = form == NULL ? NULL : form->name;
	member->holds = remote->text[0] == 'a';
	return 0;
}

/* Get to bytes of data: 1, 0 at their end, -1 with a fault. */
static int
find_data(struct sok_packed *packed)
{
	struct remote *remote = packed->remote;

	while (remote->left == 0) {
		if (!remote->inside)
			return 0;
		if (!remote->granted && remote->received >= FRAME_CREDIT) {
			order(remote, ORDER_GO_ON);
			remote->granted = true;
		}
		int kind = next_frame(packed);

		if (kind == FRAME_DATA)
			continue;
		remote->inside = false;
		packed->ended = kind == FRAME_EOF;
		if (packed->ended)
			return 0;
		if (kind == FRAME_ERROR)
			return packed_fail(packed, "%s", remote->text);
		return kind == -1 ? -1 : lost(packed);
	}
	return 1;
}

ptrdiff_t
remote_read(struct sok_packed *packed, char *buf, size_t size)
{
	struct remote *remote = packed->remote;
	int found = find_data(packed);

	if (found != 1)
		return found;
	size_t n = size < remote->left ? size : remote->left;
	/* Large frames need no buffer. */
	if (remote->from == remote->to) {
		ssize_t got = input_read_fd(remote->frames, buf, n);

		if (got <= 0)
			return lost(packed);
		n = (size_t)got;
	} else {
		n = remote->to - remote->from < n ? remote->to - remote->from
		                                  : n;
		memcpy(buf, remote->buf + remote->from, n);
		remote->from += n;
	}
	remote->left -= n;
	return (ptrdiff_t)n;
}

int
remote_late(struct sok_packed *packed)
{
	struct remote *remote = packed->remote;
	size_t had = remote->to - remote->from;
	struct frame frame;

	if (!packed->ended || remote->dead)
		return 0;
	/* Look at the next frame, and leave it unless it is such a fault. */
	memmove(remote->buf, remote->buf + remote->from, had);
	remote->from = 0;
	for (remote->to = had; remote->to < sizeof(frame);) {
		ssize_t n = input_read_fd(remote->frames,
		    remote->buf + remote->to, sizeof(remote->buf) - remote->to);

		if (n <= 0)
			return lost(packed);
		remote->to += (size_t)n;
	}
	memcpy(&frame, remote->buf, sizeof(frame));
	if (frame.kind != FRAME_LATE)
		return 0;
	return next_frame(packed) == -1
	    ? -1
	    : packed_fail(packed, "%s", remote->text);
}

void
remote_close(struct sok_packed *packed)
{
	struct remote *remote = packed->remote;
	struct request end = {.kind = REQUEST_END};
	struct answer answer;

	if (remote->frames != -1)
		close(remote->frames);
	if (remote->orders != -1)
		close(remote->orders);
	end.worker = remote->worker;
	if (remote->worker > 0)
		(void)unpacker_ask(remote->unpacker, &end, NULL, NULL, &answer);
	free(remote);
}
