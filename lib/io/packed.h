/* packed.h - input from compressed files and from members of archives. */
#ifndef SOK_PACKED_H
#define SOK_PACKED_H

#include <sys/types.h>

#include "tools.h"

enum { PACKED_HEAD = 512, PACKED_FAULT = 256 };

/* The bytes that tell an iso image and its size end here; where its size
 * stands, in blocks. */
enum { ISO_HEAD = 32852, ISO_SIZE = 32848, ISO_BLOCK = 2048 };

struct sok_packed {
	struct sok_stream stream; /* what is lent; first, so that it is one */
	enum sok_packing kind;
	const char *name; /* of the compression or container, or NULL */
	/* What it is read from: a descriptor, or another source. */
	int fd;
	struct sok_stream *from;
	off_t start;     /* of fd, where it can be sought; else -1 */
	char *head;      /* its first bytes, which were read to look at them */
	size_t nhead;    /* how many */
	size_t at;       /* how many of these were read again */
	int head_error;  /* errno of reading them, or 0 */
	uint64_t expand; /* bytes that it may become */
	uint64_t grown;  /* bytes that it became so far */
	struct unpack *unpack;
	bool broken; /* it could not be opened, which was not told yet */
	char fault[PACKED_FAULT];
};

/* The next bytes of what is packed; as in struct sok_stream. */
ssize_t packed_raw(struct sok_packed *p, char *buf, size_t size);
/* So many bytes more were made: whether they are allowed. */
bool packed_grow(struct sok_packed *p, uint64_t n);
/* Remember a fault in words; -1. */
int packed_fail(struct sok_packed *p, const char *fmt, ...) SOK_PRINTF(2, 3);

/* archive.c: whether this build has libarchive. */
extern const bool unpack_is_built;
/* archive.c: open p, and set its kind as found; 0, -1 with a fault or errno.
 * The next member, as sok_packed_next(); the bytes of that member. */
int unpack_open(struct sok_packed *p);
int unpack_next(struct sok_packed *p, struct sok_member *m);
ssize_t unpack_read(struct sok_packed *p, char *buf, size_t size);
void unpack_close(struct sok_packed *p);

#endif
