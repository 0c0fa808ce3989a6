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

/* The worker ended before its time: say how; -1. */
static int
lost(struct sok_packed *p)
{
	struct remote *r = p->remote;
	struct request end = {.kind = REQUEST_END, .worker = r->worker};
	struct answer a;

	if (!r->dead && r->worker > 0 &&
	    unpacker_ask(r->unpacker, &end, NULL, NULL, &a)) {
		if (WIFSIGNALED(a.status))
			(void)packed_fail(p,
			    "the archive could not be read: the process that "
			    "unpacks it was ended by signal %d (%s)",
			    WTERMSIG(a.status), strsignal(WTERMSIG(a.status)));
		else
			(void)packed_fail(p,
			    "the archive could not be read: the process that "
			    "unpacks it ended with status %d",
			    WEXITSTATUS(a.status));
	} else {
		(void)packed_fail(p,
		    "the archive could not be read: the process that unpacks "
		    "it has ended");
	}
	r->worker = 0;
	r->dead = true;
	r->inside = false;
	return -1;
}

/* Read from the pipe into the buffer, which is empty; false at its end. */
static bool
fill(struct remote *r)
{
	ssize_t n =
	    r->dead ? 0 : input_read_fd(r->frames, r->buf, sizeof(r->buf));

	r->from = 0;
	r->to = n > 0 ? (size_t)n : 0;
	return n > 0;
}

static bool
take(struct remote *r, void *to, size_t n)
{
	char *s = to;

	while (n > 0) {
		if (r->from == r->to && !fill(r))
			return false;
		size_t some = r->to - r->from < n ? r->to - r->from : n;
		memcpy(s, r->buf + r->from, some);
		r->from += some;
		s += some;
		n -= some;
	}
	return true;
}

/* Drop the rest of the frame of data. */
static bool
drop_data(struct remote *r)
{
	while (r->left > 0) {
		if (r->from == r->to && !fill(r))
			return false;
		size_t some = r->to - r->from;
		some = some < r->left ? some : r->left;
		r->from += some;
		r->left -= some;
	}
	return true;
}

/* The kind of the next frame, with its bytes in r->text, terminated, unless
 * they are data; -1 with a fault if there is none, or a wrong one. */
static int
next_frame(struct sok_packed *p)
{
	struct remote *r = p->remote;
	struct frame f;

	if (!drop_data(r) || !take(r, &f, sizeof(f)) || f.kind > FRAME_END ||
	    f.size > FRAME_MOST)
		return lost(p);
	if (f.kind == FRAME_DATA) {
		r->left = f.size;
		r->received += f.size;
		return FRAME_DATA;
	}
	if (!take(r, r->text, f.size))
		return lost(p);
	r->text[f.size] = '\0';
	return (int)f.kind;
}

static void
order(struct remote *r, char what)
{
	/* If it has ended, the next frame will not come. */
	(void)!send(r->orders, &what, 1, MSG_NOSIGNAL);
}

void
remote_open(struct sok_packed *p, struct sok_unpacker *u)
{
	int frames[2] = {-1, -1}, orders[2] = {-1, -1};
	struct remote *r = calloc(1, sizeof(*r));
	struct request ask = {.kind = REQUEST_OPEN,
	    .expand = p->expand,
	    .head = p->start == -1 ? p->nhead : 0};
	struct answer a = {.error = 0};

	p->broken = true;
	p->remote = r;
	if (r == NULL) {
		(void)packed_fail(p, "%s", strerror(ENOMEM));
		return;
	}
	r->unpacker = u;
	r->frames = r->orders = -1;
	r->dead = true;
	bool made = pipe(frames) == 0 &&
	    socketpair(AF_UNIX, SOCK_STREAM, 0, orders) == 0;
	if (made) {
		int fd[REQUEST_FDS] = {p->fd, frames[1], orders[1]};

		r->frames = frames[0];
		r->orders = orders[0];
		(void)fcntl(r->frames, F_SETFD, FD_CLOEXEC);
		(void)fcntl(r->orders, F_SETFD, FD_CLOEXEC);
		input_widen(r->frames);
		made = unpacker_ask(u, &ask, fd, p->head, &a);
	}
	int error = errno;
	if (frames[1] != -1)
		close(frames[1]);
	if (orders[1] != -1)
		close(orders[1]);
	if (!made) {
		if (frames[0] != -1 && r->frames == -1)
			close(frames[0]);
		(void)packed_fail(p,
		    "the archive could not be read: no process that unpacks "
		    "it can be started: %s",
		    strerror(error));
		return;
	}
	r->worker = a.worker;
	r->dead = false;

	int kind = next_frame(p);
	if (kind == -1)
		return;
	if (kind != FRAME_OPENED || r->text[0] == '\0') {
		(void)lost(p);
		return;
	}
	p->kind = r->text[0] == 'a' ? SOK_ARCHIVE : SOK_COMPRESSED;
	p->broken = r->text[1] != '\0';
	r->inside = p->kind == SOK_COMPRESSED;
	r->granted = r->inside;
	if (p->broken)
		(void)packed_fail(p, "%s", r->text + 1);
}

int
remote_next(struct sok_packed *p, struct sok_member *m)
{
	struct remote *r = p->remote;

	p->stream.fault = NULL;
	p->ended = false;
	while (!r->dead) {
		if (r->inside && !r->granted && r->received >= FRAME_CREDIT) {
			order(r, ORDER_SKIP);
			r->granted = true;
		}
		int kind = next_frame(p);

		if (kind == -1)
			return -1;
		r->dead = kind == FRAME_END;
		if (kind == FRAME_FAULT)
			return packed_fail(p, "%s", r->text);
		if (kind != FRAME_MEMBER)
			continue;
		if (r->text[0] == '\0')
			return lost(p);
		memcpy(r->path, r->text + 1, sizeof(r->path));
		m->path = sok_str(r->path);
		m->skip = r->text[0] == 'l' ? PACKED_LINK : NULL;
		r->inside = true;
		r->granted = false;
		r->received = 0;
		return 1;
	}
	return 0;
}

int
remote_enter(struct sok_packed *p, struct sok_member *m)
{
	struct remote *r = p->remote;

	if (next_frame(p) != FRAME_INSIDE)
		return r->dead ? -1 : lost(p);
	const struct packed_form *form = packed_named(sok_str(r->text + 1));
	m->packed = form == NULL ? NULL : form->name;
	m->holds = r->text[0] == 'a';
	return 0;
}

/* Get to bytes of data: 1, 0 at their end, -1. */
static int
find_data(struct sok_packed *p)
{
	struct remote *r = p->remote;

	while (r->left == 0) {
		if (!r->inside)
			return 0;
		if (!r->granted && r->received >= FRAME_CREDIT) {
			order(r, ORDER_GO_ON);
			r->granted = true;
		}
		int kind = next_frame(p);

		if (kind == FRAME_DATA)
			continue;
		r->inside = false;
		p->ended = kind == FRAME_EOF;
		if (p->ended)
			return 0;
		if (kind == FRAME_ERROR)
			return packed_fail(p, "%s", r->text);
		return kind == -1 ? -1 : lost(p);
	}
	return 1;
}

ptrdiff_t
remote_read(struct sok_packed *p, char *buf, size_t size)
{
	struct remote *r = p->remote;
	int found = find_data(p);

	if (found != 1)
		return found;
	size_t n = size < r->left ? size : r->left;
	/* Large frames need no buffer. */
	if (r->from == r->to) {
		ssize_t got = input_read_fd(r->frames, buf, n);

		if (got <= 0)
			return lost(p);
		n = (size_t)got;
	} else {
		n = r->to - r->from < n ? r->to - r->from : n;
		memcpy(buf, r->buf + r->from, n);
		r->from += n;
	}
	r->left -= n;
	return (ptrdiff_t)n;
}

int
remote_late(struct sok_packed *p)
{
	struct remote *r = p->remote;
	size_t had = r->to - r->from;
	struct frame f;

	if (!p->ended || r->dead)
		return 0;
	/* Look at the next frame, and leave it unless it is such a fault. */
	memmove(r->buf, r->buf + r->from, had);
	r->from = 0;
	for (r->to = had; r->to < sizeof(f);) {
		ssize_t n = input_read_fd(
		    r->frames, r->buf + r->to, sizeof(r->buf) - r->to);

		if (n <= 0)
			return lost(p);
		r->to += (size_t)n;
	}
	memcpy(&f, r->buf, sizeof(f));
	if (f.kind != FRAME_LATE)
		return 0;
	return next_frame(p) == -1 ? -1 : packed_fail(p, "%s", r->text);
}

void
remote_close(struct sok_packed *p)
{
	struct remote *r = p->remote;
	struct request end = {.kind = REQUEST_END};
	struct answer a;

	if (r->frames != -1)
		close(r->frames);
	if (r->orders != -1)
		close(r->orders);
	end.worker = r->worker;
	if (r->worker > 0)
		(void)unpacker_ask(r->unpacker, &end, NULL, NULL, &a);
	free(r);
}
