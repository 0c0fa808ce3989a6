/*
 * mac_container.c - AppleSingle, AppleDouble, MacBinary and bare resource
 * forks: between the bytes of a file and its resource fork, both ways.
 */
#include <string.h>

#include "format/mac/mac.h"
#include "tools.h"

#define APPLE_SINGLE 0x00051600u
#define APPLE_DOUBLE 0x00051607u
#define TYPE_CREATOR "SetsSk3d"

enum {
	HEADER = 128,       /* bytes of a MacBinary header, and its blocks */
	FINDER = 32,        /* bytes of Finder information */
	APPLE_ENTRIES = 26, /* where the table of entries begins */
	APPLE_ENTRY = 12,
	ENTRY_DATA = 1,
	ENTRY_RESOURCE = 2,
	ENTRY_FINDER = 9
};

void
mac_add16(struct sok_buf *b, unsigned n)
{
	sok_buf_addc(b, (char)(n >> 8 & 0xff));
	sok_buf_addc(b, (char)(n & 0xff));
}

void
mac_add32(struct sok_buf *b, size_t n)
{
	mac_add16(b, n >> 16 & 0xffff);
	mac_add16(b, n & 0xffff);
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

static bool
has_checksum(const char *h)
{
	return mac_u16(h + 124) == mac_crc((struct sok_str){h, 124});
}

/* MacBinary I left zero what the versions after it use. */
static bool
is_first_version(const char *h)
{
	for (size_t i = 101; i < 126; i++)
		if (h[i] != 0)
			return false;
	return true;
}

/* Bytes that a MacBinary header says the file has; the last block need not
 * be padded. */
static size_t
binary_size(const char *h)
{
	size_t data = mac_u32(h + 83), resource = mac_u32(h + 87);

	return HEADER + padded(mac_u16(h + 120)) + padded(data) + resource;
}

static bool
is_binary(struct sok_str head, bool eof)
{
	const char *h = head.s;

	if (head.len < HEADER || h[0] || h[74] || h[82])
		return false;
	if (h[1] < 1 || h[1] > 63 || mac_u32(h + 83) > 0x7fffff ||
	    mac_u32(h + 87) > 0x7fffff)
		return false;
	/* What says so itself may be cut off. */
	if (memcmp(h + 102, "mBIN", 4) == 0 || has_checksum(h))
		return true;
	if (eof && binary_size(h) > head.len)
		return false;
	if (memcmp(h + 122, "\201\201", 2) == 0)
		return true; /* II, with a wrong checksum */
	return is_first_version(h) && mac_u32(h + 83) + mac_u32(h + 87) > 0;
}

/* Where the map follows the data at once, as in most, it may be cut off. */
static bool
is_raw(struct sok_str head, bool eof)
{
	size_t data, map;

	if (head.len < 16 || mac_u32(head.s) != MAC_FORK_START)
		return false;
	data = (size_t)MAC_FORK_START + mac_u32(head.s + 8);
	map = mac_u32(head.s + 4);
	return data == map ||
	    (data < map && (!eof || map + mac_u32(head.s + 12) <= head.len));
}

enum mac_kind
mac_kind(struct sok_str head, bool eof)
{
	uint32_t magic = head.len >= 4 ? mac_u32(head.s) : 0;

	if (magic == APPLE_SINGLE || magic == APPLE_DOUBLE)
		return MAC_APPLE;
	if (is_binary(head, eof))
		return MAC_BINARY;
	return is_raw(head, eof) ? MAC_RAW : MAC_NONE;
}

static bool
inside(struct sok_str s, size_t from, size_t len)
{
	return from <= s.len && len <= s.len - from;
}

static const char *
open_entry(struct sok_str file, const char *e, struct mac_file *f)
{
	uint32_t id = mac_u32(e);
	size_t from = mac_u32(e + 4), len = mac_u32(e + 8);

	if (id != ENTRY_DATA && id != ENTRY_RESOURCE) {
		if (inside(file, from, len) && from + len > f->size)
			f->size = from + len;
		return NULL;
	}
	if (!inside(file, from, len))
		return "an entry reaches beyond the end of the file";
	if (from + len > f->size)
		f->size = from + len;
	if (id == ENTRY_DATA) {
		f->data = len;
		f->data_at = from;
	} else if (f->fork.s == NULL)
		f->fork = sok_str_sub(file, from, from + len);
	return NULL;
}

static const char *
open_apple(struct sok_str file, struct mac_file *f)
{
	const char *wrong = NULL;
	size_t n;

	if (file.len < APPLE_ENTRIES)
		return "the header is cut off";
	if (mac_u32(file.s + 4) != 0x10000 && mac_u32(file.s + 4) != 0x20000)
		return "a version that is neither 1 nor 2";
	n = mac_u16(file.s + 24);
	f->size = APPLE_ENTRIES + n * APPLE_ENTRY;
	if (!inside(file, APPLE_ENTRIES, n * APPLE_ENTRY))
		return "the table of entries is cut off";
	for (size_t i = 0; i < n && wrong == NULL; i++)
		wrong = open_entry(
		    file, file.s + APPLE_ENTRIES + i * APPLE_ENTRY, f);
	return wrong;
}

static const char *
open_binary(struct sok_str file, struct mac_file *f)
{
	const char *h = file.s;
	size_t len = mac_u32(h + 87), from;

	f->damaged = !has_checksum(h) && !is_first_version(h);
	f->data = mac_u32(h + 83);
	f->data_at = HEADER + padded(mac_u16(h + 120));
	from = f->data_at + padded(f->data);
	if (!inside(file, from, len))
		return "the resource fork is cut off";
	f->fork = sok_str_sub(file, from, from + len);
	f->size = from + padded(len);
	return NULL;
}

const char *
mac_open(struct sok_str file, struct mac_file *f)
{
	*f = (struct mac_file){.kind = mac_kind(file, false)};
	if (f->kind == MAC_APPLE)
		return open_apple(file, f);
	if (f->kind == MAC_BINARY)
		return open_binary(file, f);
	f->fork = file;
	f->size = mac_fork_size(file);
	return f->kind == MAC_RAW ? NULL : "no resource fork and no container";
}

void
mac_wrap_double(struct sok_buf *out, struct sok_str fork)
{
	size_t at = APPLE_ENTRIES + 2 * APPLE_ENTRY;

	mac_add32(out, APPLE_DOUBLE);
	mac_add32(out, 0x20000);
	sok_buf_fill(out, '\0', 16);
	mac_add16(out, 2);
	mac_add32(out, ENTRY_FINDER);
	mac_add32(out, at);
	mac_add32(out, FINDER);
	mac_add32(out, ENTRY_RESOURCE);
	mac_add32(out, at + FINDER);
	mac_add32(out, fork.len);
	sok_buf_add(out, SOK_STR(TYPE_CREATOR));
	sok_buf_fill(out, '\0', FINDER - 8);
	sok_buf_add(out, fork);
}

/* A name of 1 to 63 bytes without the separator of folders. */
static void
add_name(struct sok_buf *out, struct sok_str name)
{
	if (name.len == 0)
		name = SOK_STR("Sokoban");
	name = sok_str_sub(name, 0, name.len < 63 ? name.len : 63);
	sok_buf_addc(out, (char)name.len);
	for (size_t i = 0; i < name.len; i++)
		sok_buf_addc(out, name.s[i] == ':' ? '-' : name.s[i]);
	sok_buf_fill(out, '\0', 63 - name.len);
}

void
mac_wrap_binary(struct sok_buf *out, struct sok_str fork, struct sok_str name)
{
	size_t start = out->len;

	sok_buf_addc(out, '\0');
	add_name(out, name);
	sok_buf_add(out, SOK_STR(TYPE_CREATOR));
	sok_buf_fill(out, '\0', 14); /* flags, place, data fork */
	mac_add32(out, fork.len);
	sok_buf_fill(out, '\0', 31); /* dates and what II does not use */
	mac_add16(out, 0x8181);      /* written by, needed: version II */
	if (!out->failed)
		mac_add16(out, mac_crc((struct sok_str){out->s + start, 124}));
	mac_add16(out, 0);
	sok_buf_add(out, fork);
	sok_buf_fill(out, '\0', padded(fork.len) - fork.len);
}
