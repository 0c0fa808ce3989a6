/* mac.h - Macintosh files on other systems: the containers that carry a
 * resource fork, and the resources in it. */
#ifndef SOK_MAC_H
#define SOK_MAC_H

#include "sok.h"

/* What a resource fork is made of, in bytes. */
enum {
	MAC_FORK_START = 256, /* where data begins in every fork we write */
	MAC_MAP_HEAD = 28,    /* of the map, before its lists */
	MAC_TYPE = 8,         /* of a type in the map */
	MAC_REFERENCE = 12,   /* of a reference to a resource */
	MAC_NO_NAME = 0xffff  /* instead of the place of its name */
};

/* All numbers are big endian and stand anywhere. */
static inline uint16_t
mac_u16(const char *s)
{
	return (uint16_t)((unsigned char)s[0] << 8 | (unsigned char)s[1]);
}

static inline uint32_t
mac_u32(const char *s)
{
	return (uint32_t)mac_u16(s) << 16 | mac_u16(s + 2);
}

void mac_add16(struct sok_buf *b, unsigned n);
void mac_add32(struct sok_buf *b, size_t n);

enum mac_kind { MAC_NONE, MAC_APPLE, MAC_BINARY, MAC_RAW };

struct mac_file {
	enum mac_kind kind;
	struct sok_str fork; /* the resource fork */
	size_t data;         /* bytes of the data fork, which is not read, */
	size_t data_at;      /* and where it begins */
	size_t size;         /* bytes of all that, and what pads them */
	bool damaged;        /* the checksum of its header is wrong */
};

/* What these first bytes of a file are; eof: they are all of it. */
enum mac_kind mac_kind(struct sok_str head, bool eof);
/* Find the resource fork, behind which more may follow: NULL, or what is wrong
 * with the container. */
const char *mac_open(struct sok_str file, struct mac_file *f);
/* CRC-16/XMODEM, of the first 124 bytes of a MacBinary header. */
uint16_t mac_crc(struct sok_str s);
/* Put a fork of a Sokoban 3D set into a container; name in MacRoman. */
void mac_wrap_double(struct sok_buf *out, struct sok_str fork);
void mac_wrap_binary(
    struct sok_buf *out, struct sok_str fork, struct sok_str name);

struct mac_fork {
	struct sok_str data, map;
	struct sok_str types; /* 8 bytes each, from the map */
	size_t type_list;     /* where their list begins in the map */
	size_t name_list;
};

/* One type: count resources whose references lie from `refs` in the map. */
struct mac_type {
	char name[4];
	size_t count, refs;
};

struct mac_resource {
	int id;
	bool compressed;
	struct sok_str name; /* MacRoman, s == NULL without one */
	struct sok_str bytes;
};

/* The bytes from the first one of a fork to the last that its header names. */
size_t mac_fork_size(struct sok_str fork);
/* Take a fork apart: NULL, or what is wrong with it. */
const char *mac_fork_open(struct mac_fork *f, struct sok_str fork);
size_t mac_fork_ntypes(const struct mac_fork *f);
const char *mac_fork_type(
    const struct mac_fork *f, size_t i, struct mac_type *t);
/* The first type of that name; count is 0 if there is none. */
const char *mac_fork_find(
    const struct mac_fork *f, const char *name, struct mac_type *t);
/* Only the id; everything else of resource i < t->count. */
int mac_fork_id(const struct mac_fork *f, const struct mac_type *t, size_t i);
const char *mac_fork_resource(const struct mac_fork *f,
    const struct mac_type *t, size_t i, struct mac_resource *r);

#endif
