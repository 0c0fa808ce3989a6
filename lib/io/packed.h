/* packed.h - reading compressed files and members of archives. */
#ifndef SOK_PACKED_H
#define SOK_PACKED_H

#include <sys/types.h>

#include "io/io.h"

enum { PACKED_HEAD = 512, PACKED_FAULT = 256 };

/* So many bytes show an iso image; the position of its size, in blocks. */
enum { ISO_HEAD = 32852, ISO_SIZE = 32848, ISO_BLOCK = 2048 };

/* A compression or archive format; or data that is not text. */
struct packed_form {
	const char *name;
	enum sok_packing kind;
};

struct sok_packed {
	struct sok_stream stream; /* that is returned; must be first */
	enum sok_packing kind;
	const char *name; /* of its form, or NULL */
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
	/* What is wrong with its end, though all before it was read: reported
	 * after that. */
	bool late;
	bool ended; /* the unpacked bytes are */
	/* What decompressed bytes are, and the open member of an archive. */
	struct sok_packed *inner, *member;
	unsigned depth;        /* how many others it is inside */
	struct remote *remote; /* another process unpacks it, or NULL */
	char fault[PACKED_FAULT];
};

/* The form that the first bytes have, or NULL. */
const struct packed_form *packed_find(struct sok_str head);
/* The form that has this name, or NULL. */
const struct packed_form *packed_named(struct sok_str name);
/* sok_packed_open() for a source inside another one. */
struct sok_packed *packed_open_inside(
    struct sok_stream *from, const struct sok_packed *outer);
/* sok_packed_open() for a file of which some bytes may have been read: they are
 * released with it. */
struct sok_packed *packed_open_head(
    int fd, char *head, size_t nhead, uint64_t expand);
/* Why the bytes of a member are not there. */
#define PACKED_LINK "a link to another member"

/* remote.c: what unpack_ops does below, in another process.  If it cannot be
 * opened, packed->broken is set, and there is a fault. */
void remote_open(struct sok_packed *packed, struct sok_unpacker *unpacker);
/* The same as sok_packed_next() and sok_packed_enter(). */
int remote_next(struct sok_packed *packed, struct sok_member *member);
int remote_enter(struct sok_packed *packed, struct sok_member *member);
/* Read bytes, as in struct sok_stream; -1 with a fault. */
ptrdiff_t remote_read(struct sok_packed *packed, char *buf, size_t size);
/* A fault that was found at the end of what was read: -1, or 0. */
int remote_late(struct sok_packed *packed);
void remote_close(struct sok_packed *packed);

/* Read packed bytes, as in struct sok_stream. */
ssize_t packed_raw(struct sok_packed *packed, char *buf, size_t size);
/* Count n unpacked bytes; false if they exceed the limit. */
bool packed_grow(struct sok_packed *packed, uint64_t n);
/* Set a fault in words; returns -1. */
int packed_fail(struct sok_packed *packed, const char *fmt, ...)
    SOK_PRINTF(2, 3);

/* How many bytes decide whether data is text. */
#define BINARY_HEAD ((size_t)4096)
/* Whether decoded bytes are not text; *like: what they look like, or NULL. */
bool binary_is(struct sok_str head, const char **like);

/* archive.c: what unpacks; NULL in a build without libarchive. */
extern const struct unpack_ops {
	/* Load the library; what is found wrong is left to open(). */
	void (*prepare)(void);
	/* Open packed; 0, -1 with a fault or errno. */
	int (*open)(struct sok_packed *packed);
	/* The next member, as in sok_packed_next(), and its bytes. */
	int (*next)(struct sok_packed *packed, struct sok_member *member);
	ssize_t (*read)(struct sok_packed *packed, char *buf, size_t size);
	void (*close)(struct sok_packed *packed);
} *const unpack_ops;

#endif
