/* mac.h - Macintosh files on other systems: the containers of resource forks,
 * and the resources in them. */
#ifndef SOK_MAC_H
#define SOK_MAC_H

#include "sok.h"
#include "text/text.h"

/* The sizes of the parts of a resource fork, in bytes. */
enum {
	MAC_FORK_START = 256, /* where the data begins when we write */
	MAC_MAP_HEAD = 28,    /* of the map, without its lists */
	MAC_TYPE = 8,         /* of a type in the map */
	MAC_REFERENCE = 12,   /* of a reference to a resource */
	MAC_NO_NAME = 0xffff  /* in place of the position of a name */
};

/* Numbers are big endian and not aligned. */
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

void mac_add16(struct sok_buf *buf, unsigned n);
void mac_add32(struct sok_buf *buf, size_t n);

/* Kinds of files; the values are those of detection. */
enum mac_kind { MAC_NONE, MAC_RAW = 80, MAC_BINARY = 90, MAC_APPLE = 100 };

struct mac_file {
	struct sok_str fork; /* the resource fork */
	size_t data;         /* length of the data fork, which is not read */
	size_t data_at;      /* and its position */
	size_t size;  /* of all this, with padding, which the end of the file
	                 may lack */
	bool damaged; /* the checksum of the header is wrong */
};

/* The kind of a file that begins so; eof: this is the whole file. */
enum mac_kind mac_kind(struct sok_str head, bool eof);
/* Find the first resource fork; more data may follow it.  NULL, or what is
 * wrong with the container. */
const char *mac_open(struct sok_str file, struct mac_file *to);
/* The CRC-16/XMODEM of the first 124 bytes of a MacBinary header. */
uint16_t mac_crc(struct sok_str s);
/* Put the fork of a Sokoban 3D set into a container; name in MacRoman. */
void mac_wrap_double(struct sok_buf *out, struct sok_str fork);
void mac_wrap_binary(
    struct sok_buf *out, struct sok_str fork, struct sok_str name);

/* A type: count resources, 0 if there are none, whose references begin at
 * `refs` in the map. */
struct mac_type {
	size_t count, refs;
	bool cut; /* they are not all in the map */
};

struct mac_fork {
	struct sok_str data, map;
	struct mac_type text, setx, sets; /* the first with this name */
	size_t others;                    /* resources of other types */
	size_t name_list;                 /* position of the names in the map */
};

struct mac_resource {
	const char *wrong; /* why only its id is known, or NULL */
	int id;
	size_t index;        /* among the resources of its type */
	struct sok_str name; /* MacRoman, s == NULL: none */
	struct sok_str bytes;
};

/* Parse a fork: NULL, or what is wrong with it. */
const char *mac_fork_open(struct mac_fork *to, struct sok_str fork);
/* Resource i < type->count.  If its `wrong` is set, only its id is known. */
struct mac_resource mac_fork_resource(
    const struct mac_fork *fork, const struct mac_type *type, size_t i);

#endif
