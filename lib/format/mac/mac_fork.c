/* mac_fork.c - reads and writes AppleSingle, AppleDouble, MacBinary and bare
 * resource forks.  Every offset is checked before it is used. */
#include <string.h>

#include "base/base.h"
#include "format/mac/mac.h"
#include "text/text.h"

#define APPLE_SINGLE 0x00051600u
#define APPLE_DOUBLE 0x00051607u
#define TYPE_CREATOR "SetsSk3d"

enum {
	HEADER = 128,       /* size of a MacBinary header and of its blocks */
	FINDER = 32,        /* size of the Finder information */
	APPLE_ENTRIES = 26, /* position of the table of entries */
	APPLE_ENTRY = 12,
	MAP_LISTS = 24, /* where the map tells the positions of its lists */
	COMPRESSED = 1, /* an attribute of a resource */
	FORK_MOST = 0xffffff /* positions in a fork have 24 bits */
};
enum { ENTRY_DATA = 1, ENTRY_RESOURCE = 2, ENTRY_FINDER = 9 };

void
mac_add16(struct sok_buf *buf, unsigned n)
{
	sok_buf_addc(buf, (char)(n >> 8 & 0xff));
	sok_buf_addc(buf, (char)(n & 0xff));
}

void
mac_add32(struct sok_buf *buf, size_t n)
{
	mac_add16(buf, n >> 16 & 0xffff);
	mac_add16(buf, n & 0xffff);
}

uint16_t
mac_crc(struct sok_str s)
{
	unsigned crc = 0;

	for (size_t i = 0; i < s.len; i++) {
		crc ^= (unsigned)(unsigned char)s.s[i] << 8;
		for (int bit = 0; bit < 8; bit++)
			crc = crc << 1 ^ (crc & 0x8000 ? 0x11021u : 0);
	}
	return (uint16_t)crc;
}

static size_t
padded(size_t n)
{
	return (n + HEADER - 1) / HEADER * HEADER;
}

/* Whether the header of a MacBinary file has the right checksum. */
static bool
has_checksum(const char *header)
{
	return mac_u16(header + 124) == mac_crc((struct sok_str){header, 124});
}

/* MacBinary I leaves zero what later versions use. */
static bool
is_first_version(const char *header)
{
	static const char zero[25];

	return memcmp(header + 101, zero, sizeof(zero)) == 0;
}

static bool
is_binary(struct sok_str head, bool eof)
{
	const char *header = head.s;

	if (head.len < HEADER || header[0] || header[74] || header[82])
		return false;
	size_t data = mac_u32(header + 83), resource = mac_u32(header + 87);
	if (header[1] < 1 || header[1] > 63 || data > 0x7fffff ||
	    resource > 0x7fffff)
		return false;
	/* A file with a signature may be truncated. */
	if (memcmp(header + 102, "mBIN", 4) == 0 || has_checksum(header))
		return true;
	/* The last block may lack its padding. */
	if (eof &&
	    HEADER + padded(mac_u16(header + 120)) + padded(data) + resource >
	        head.len)
		return false;
	if (memcmp(header + 122, "\201\201", 2) == 0)
		return true; /* II, with a wrong checksum */
	return is_first_version(header) && data + resource > 0;
}

enum mac_kind
mac_kind(struct sok_str head, bool eof)
{
	uint32_t magic = head.len >= 4 ? mac_u32(head.s) : 0;

	if (magic == APPLE_SINGLE || magic == APPLE_DOUBLE)
		return MAC_APPLE;
	if (is_binary(head, eof))
		return MAC_BINARY;
	if (magic != MAC_FORK_START || head.len < 16)
		return MAC_NONE;
	/* A fork may be cut if its map follows the data, as usual. */
	size_t data = (size_t)MAC_FORK_START + mac_u32(head.s + 8);
	size_t map = mac_u32(head.s + 4), end = map + mac_u32(head.s + 12);
	/* Windows icons begin like a fork, but for their number of pictures. */
	if (data > FORK_MOST || map > FORK_MOST)
		return MAC_NONE;
	if (data == map || (data < map && (!eof || end <= head.len)))
		return MAC_RAW;
	return MAC_NONE;
}

/* len bytes of s from `from` on; s NULL if it does not have as many. */
static struct sok_str
part(struct sok_str s, size_t from, size_t len)
{
	if (from > s.len || len > s.len - from)
		return (struct sok_str){NULL, 0};
	return (struct sok_str){s.s + from, len};
}

/* mac_open() for AppleSingle and AppleDouble: NULL, or what is wrong with it.
 */
static const char *
open_apple(struct sok_str file, struct mac_file *to)
{
	if (file.len < APPLE_ENTRIES)
		return "the header is cut off";
	if (mac_u32(file.s + 4) != 0x10000 && mac_u32(file.s + 4) != 0x20000)
		return "a version that is neither 1 nor 2";
	size_t n = mac_u16(file.s + 24);
	to->size = APPLE_ENTRIES + n * APPLE_ENTRY;
	if (part(file, APPLE_ENTRIES, n * APPLE_ENTRY).s == NULL)
		return "the table of entries is cut off";
	for (size_t i = 0; i < n; i++) {
		const char *entry = file.s + APPLE_ENTRIES + i * APPLE_ENTRY;
		uint32_t id = mac_u32(entry);
		size_t from = mac_u32(entry + 4), len = mac_u32(entry + 8);
		struct sok_str bytes = part(file, from, len);

		bool known = id == ENTRY_DATA || id == ENTRY_RESOURCE;
		if (bytes.s == NULL && known)
			return "an entry reaches beyond the end of the file";
		if (bytes.s == NULL)
			continue;
		if (from + len > to->size)
			to->size = from + len;
		if (id == ENTRY_DATA) {
			to->data = len;
			to->data_at = from;
		} else if (id == ENTRY_RESOURCE && to->fork.s == NULL) {
			to->fork = bytes;
		}
	}
	return NULL;
}

const char *
mac_open(struct sok_str file, struct mac_file *to)
{
	const char *header = file.s;
	size_t from, len, data, map;

	*to = (struct mac_file){.damaged = false};
	switch (mac_kind(file, false)) {
	case MAC_APPLE:
		return open_apple(file, to);
	case MAC_BINARY:
		to->damaged =
		    !has_checksum(header) && !is_first_version(header);
		to->data = mac_u32(header + 83);
		to->data_at = HEADER + padded(mac_u16(header + 120));
		from = to->data_at + padded(to->data);
		len = mac_u32(header + 87);
		to->fork = part(file, from, len);
		to->size = from + padded(len);
		return to->fork.s ? NULL : "the resource fork is cut off";
	case MAC_RAW:
		data = (size_t)mac_u32(header) + mac_u32(header + 8);
		map = (size_t)mac_u32(header + 4) + mac_u32(header + 12);
		to->fork = file;
		to->size = data > map ? data : map;
		return NULL;
	case MAC_NONE:
		break;
	}
	return "no resource fork and no container";
}

void
mac_wrap_double(struct sok_buf *out, struct sok_str fork)
{
	const size_t at = APPLE_ENTRIES + 2 * APPLE_ENTRY;
	const size_t entries[] = {
	    ENTRY_FINDER, at, FINDER, ENTRY_RESOURCE, at + FINDER, fork.len};

	mac_add32(out, APPLE_DOUBLE);
	mac_add32(out, 0x20000);
	sok_buf_fill(out, '\0', 16);
	mac_add16(out, 2);
	for (size_t i = 0; i < SOK_COUNT(entries); i++)
		mac_add32(out, entries[i]);
	sok_buf_add(out, SOK_STR(TYPE_CREATOR));
	sok_buf_fill(out, '\0', FINDER - 8);
	sok_buf_add(out, fork);
}

void
mac_wrap_binary(struct sok_buf *out, struct sok_str fork, struct sok_str name)
{
	size_t start = out->len;

	/* A name has 1 to 63 bytes, without the separator of folders. */
	name = name.len > 0 ? sok_str_sub(name, 0, 63) : SOK_STR("Sokoban");
	sok_buf_addc(out, '\0');
	sok_buf_addc(out, (char)name.len);
	for (size_t i = 0; i < name.len; i++)
		sok_buf_addc(out, name.s[i] == ':' ? '-' : name.s[i]);
	sok_buf_fill(out, '\0', 63 - name.len);
	sok_buf_add(out, SOK_STR(TYPE_CREATOR));
	sok_buf_fill(out, '\0', 14); /* flags, place, data fork */
	mac_add32(out, fork.len);
	sok_buf_fill(out, '\0', 31); /* dates, fields of other versions */
	mac_add16(out, 0x8181);      /* written by, needed: version II */
	if (!out->failed)
		mac_add16(out, mac_crc((struct sok_str){out->s + start, 124}));
	mac_add16(out, 0);
	sok_buf_add(out, fork);
	sok_buf_fill(out, '\0', padded(fork.len) - fork.len);
}

/* ---- the resources of a fork */

const char *
mac_fork_open(struct mac_fork *to, struct sok_str fork)
{
	const struct {
		const char *name;
		struct mac_type *type;
	} own[] = {
	    {"TEXT", &to->text}, {"Setx", &to->setx}, {"SETs", &to->sets}};
	struct sok_str head = part(fork, 0, 16);

	*to = (struct mac_fork){.others = 0};
	if (fork.len == 0)
		return NULL;
	if (head.s == NULL)
		return "the header is cut off";
	to->data = part(fork, mac_u32(head.s), mac_u32(head.s + 8));
	to->map = part(fork, mac_u32(head.s + 4), mac_u32(head.s + 12));
	if (to->data.s == NULL || to->map.s == NULL)
		return "the header points beyond the end";
	if (to->map.len < MAC_MAP_HEAD)
		return "the map is cut off";

	size_t at = mac_u16(to->map.s + MAP_LISTS);
	to->name_list = mac_u16(to->map.s + MAP_LISTS + 2);
	struct sok_str count = part(to->map, at, 2);
	if (count.s == NULL)
		return "the map has no list of types";
	/* The number of types is stored less one, so -1 is none. */
	size_t ntypes = (uint16_t)(mac_u16(count.s) + 1);
	struct sok_str types = part(to->map, at + 2, ntypes * MAC_TYPE);
	if (types.s == NULL)
		return "the list of types is cut off";
	for (const char *entry = types.s; entry < types.s + types.len;
	     entry += MAC_TYPE) {
		struct mac_type found = {
		    .count = (size_t)mac_u16(entry + 4) + 1,
		    .refs = at + mac_u16(entry + 6)};
		size_t i = 0;

		found.cut =
		    part(to->map, found.refs, found.count * MAC_REFERENCE).s ==
		    NULL;
		while (i < SOK_COUNT(own) && memcmp(entry, own[i].name, 4) != 0)
			i++;
		if (i == SOK_COUNT(own))
			to->others += found.cut ? 0 : found.count;
		else if (own[i].type->count == 0)
			*own[i].type = found;
	}
	return to->text.cut ? "a list of resources is cut off" : NULL;
}

struct mac_resource
mac_fork_resource(
    const struct mac_fork *fork, const struct mac_type *type, size_t i)
{
	const char *entry = fork->map.s + type->refs + i * MAC_REFERENCE;
	size_t name = mac_u16(entry + 2), at = mac_u32(entry + 4) & 0xffffff;
	bool named = name != MAC_NO_NAME;
	int id = mac_u16(entry);
	struct mac_resource resource = {
	    .id = id > INT16_MAX ? id - 0x10000 : id, .index = i};

	name += fork->name_list;
	struct sok_str len = part(fork->map, name, 1);
	if (named && len.s != NULL)
		resource.name = part(fork->map, name + 1, *len.s & 0xff);
	len = part(fork->data, at, 4);
	if (len.s != NULL)
		resource.bytes = part(fork->data, at + 4, mac_u32(len.s));
	if (named && resource.name.s == NULL)
		resource.wrong = "a name lies outside the map";
	else if (resource.bytes.s == NULL)
		resource.wrong = "its data lie outside the fork";
	else if (entry[4] & COMPRESSED)
		resource.wrong = "it is compressed";
	return resource;
}
