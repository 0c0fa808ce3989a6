/* remote.h - unpacking in another process: what both sides of it share. */
#ifndef SOK_REMOTE_H
#define SOK_REMOTE_H

#include <stdint.h>
#include <sys/types.h>

#include "io/io.h"
#include "io/packed.h"

/* A program that hands a struct sok_unpacker to sok_packed_open() has up to two
 * kinds of other processes: the helper, which loads libarchive once and knows
 * nothing else, and for each archive that is open a worker, which the helper
 * forks and which may only read that archive and write what is in it to a
 * pipe.  Nothing that happens in a worker, whatever its bytes do to a library,
 * is more than an archive that could not be read. */

/* A request to the helper over a socket.  To open an archive, there are also
 * descriptors: of its file, of a pipe for frames, and of one for orders; the
 * first bytes of a file that is not seekable follow. */
struct request {
	enum request_kind { REQUEST_OPEN, REQUEST_END } kind;
	pid_t worker; /* END: the one to end, however far it is */
	uint64_t expand;
	uint64_t head; /* number of bytes that follow */
};

/* The answer: a worker and 0, or errno; how the worker ended. */
struct answer {
	pid_t worker;
	int error, status;
};

enum { REQUEST_FDS = 3 };

/* A frame that a worker sends, before its bytes. */
struct frame {
	uint32_t kind, size;
};

enum frame_kind {
	FRAME_OPENED, /* the kind, as a byte; the fault if it is broken */
	FRAME_FAULT,  /* of the archive: sok_packed_next() is -1 */
	FRAME_MEMBER, /* 1 if it is a link, as a byte, and the path */
	FRAME_INSIDE, /* 1 if it is an archive, as a byte, and its form */
	FRAME_DATA,
	FRAME_EOF,   /* of the data */
	FRAME_ERROR, /* the same, with the fault */
	FRAME_LATE,  /* a fault that was found at the end */
	FRAME_END
};

#define FRAME_MOST ((size_t)64 << 10)
/* So many bytes of a member are sent without being asked for; then the worker
 * waits for an order to go on or to skip the rest. */
#define FRAME_CREDIT ((uint64_t)64 << 10)
enum { ORDER_GO_ON = 'g', ORDER_SKIP = 's' };

/* Read n bytes; false if the file ends before, or on an error. */
bool remote_read_all(int fd, void *to, size_t n);
/* Write n bytes; false on an error. */
bool remote_write_all(int fd, const void *from, size_t n);

/* unpacker.c: ask the helper, and start it to open an archive; false with
 * errno: it cannot be started, or has ended. */
bool unpacker_ask(struct sok_unpacker *unpacker, const struct request *request,
    const int *fd, const char *head, struct answer *answer);
/* The helper's process, which serves requests until the socket is closed. */
_Noreturn void helper_run(int socket);
/* A worker's process. */
_Noreturn void worker_run(int input, int frames, int orders, char *head,
    const struct request *request);

/* confine.c: take away what an unpacking process does not need. */
void confine_worker(void);
/* Take away the network and other programs; whether the system can do that. */
bool confine_program(void);

#endif
