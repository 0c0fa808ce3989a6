/* packed.h - reading compressed files and members of archives. */
#ifndef SOK_PACKED_H
#define SOK_PACKED_H

#include <sys/types.h>

#include "tools.h"

enum { PACKED_HEAD = 512, PACKED_FAULT = 256 };

/* So many bytes show an iso image; the position of its size, in blocks. */
enum { ISO_HEAD = 32852, ISO_SIZE = 32848, ISO_BLOCK = 2048 };

struct sok_packed {
	struct sok_stream stream; /* that is returned; must be first */
	enum sok_packing kind;
	const char *name; /* of the compression or archive format, or NULL */
	/* The source: a descriptor, or a stream. */
	int fd;
	struct sok_stream *from;
	off_t start;     /* the position in fd if it is seekable, else -1 */
	char *head;      /* the first bytes, which were read for detection */
	size_t nhead;    /* their number */
	size_t at;       /* how many of them were read again */
	int head_error;  /* errno of reading them, or 0 */
	uint64_t expand; /* how many unpacked bytes are allowed */
	uint64_t grown;  /* how many there were so far */
	struct unpack *unpack;
	bool broken; /* it could not be opened, which was not reported yet */
	char fault[PACKED_FAULT];
};

/* Read packed bytes, as in struct sok_stream. */
ssize_t packed_raw(struct sok_packed *p, char *buf, size_t size);
/* Count n unpacked bytes; false if they exceed the limit. */
bool packed_grow(struct sok_packed *p, uint64_t n);
/* Set a fault in words; returns -1. */
int packed_fail(struct sok_packed *p, const char *fmt, ...) SOK_PRINTF(2, 3);

/* How many bytes decide whether data is text. */
#define BINARY_HEAD ((size_t)4096)
/* Whether decoded bytes are not text; *like: what they look like, or NULL. */
bool binary_is(struct sok_str head, const char **like);

/* archive.c: what unpacks; NULL in a build without libarchive. */
extern const struct unpack_ops {
	/* Open p and set its kind; 0, -1 with a fault or errno. */
	int (*open)(struct sok_packed *p);
	/* The next member, as in sok_packed_next(), and its bytes. */
	int (*next)(struct sok_packed *p, struct sok_member *m);
	ssize_t (*read)(struct sok_packed *p, char *buf, size_t size);
	void (*close)(struct sok_packed *p);
} *const unpack_ops;

#endif
