/*
 * mac_fork.c - the resources of a Macintosh resource fork: between its
 * container and the reader of Sokoban 3D sets.  Every offset is looked at
 * before it is followed.
 */
#include <string.h>

#include "format/mac/mac.h"

enum {
	MAP_LISTS = 24, /* where the map says where its lists are */
	COMPRESSED = 1
};

/* len bytes from `from` of s, or none. */
static struct sok_str
fork_part(struct sok_str s, size_t from, size_t len)
{
	if (from > s.len || len > s.len - from)
		return (struct sok_str){NULL, 0};
	return (struct sok_str){s.s + from, len};
}

size_t
mac_fork_size(struct sok_str fork)
{
	size_t data, map;

	if (fork.len < 16)
		return fork.len;
	data = (size_t)mac_u32(fork.s) + mac_u32(fork.s + 8);
	map = (size_t)mac_u32(fork.s + 4) + mac_u32(fork.s + 12);
	data = data > map ? data : map;
	return data < fork.len ? data : fork.len;
}

const char *
mac_fork_open(struct mac_fork *f, struct sok_str fork)
{
	struct sok_str head = fork_part(fork, 0, 16), n;

	*f = (struct mac_fork){.types = {"", 0}};
	if (fork.len == 0)
		return NULL;
	if (head.s == NULL)
		return "the header is cut off";
	f->data = fork_part(fork, mac_u32(head.s), mac_u32(head.s + 8));
	f->map = fork_part(fork, mac_u32(head.s + 4), mac_u32(head.s + 12));
	if (f->data.s == NULL || f->map.s == NULL)
		return "the header points beyond the end";
	if (f->map.len < MAC_MAP_HEAD)
		return "the map is cut off";
	f->type_list = mac_u16(f->map.s + MAP_LISTS);
	f->name_list = mac_u16(f->map.s + MAP_LISTS + 2);
	n = fork_part(f->map, f->type_list, 2);
	if (n.s == NULL)
		return "the map has no list of types";
	/* One less than there are, so that -1 is none. */
	f->types = fork_part(f->map, f->type_list + 2,
	    (size_t)(uint16_t)(mac_u16(n.s) + 1) * MAC_TYPE);
	return f->types.s ? NULL : "the list of types is cut off";
}

size_t
mac_fork_ntypes(const struct mac_fork *f)
{
	return f->types.len / MAC_TYPE;
}

const char *
mac_fork_type(const struct mac_fork *f, size_t i, struct mac_type *t)
{
	const char *e = f->types.s + i * MAC_TYPE;

	memcpy(t->name, e, 4);
	t->count = (size_t)mac_u16(e + 4) + 1;
	t->refs = f->type_list + mac_u16(e + 6);
	if (fork_part(f->map, t->refs, t->count * MAC_REFERENCE).s == NULL)
		return "a list of resources is cut off";
	return NULL;
}

const char *
mac_fork_find(const struct mac_fork *f, const char *name, struct mac_type *t)
{
	for (size_t i = 0; i < mac_fork_ntypes(f); i++)
		if (memcmp(f->types.s + i * MAC_TYPE, name, 4) == 0)
			return mac_fork_type(f, i, t);
	*t = (struct mac_type){.count = 0};
	return NULL;
}

static const char *
reference(const struct mac_fork *f, const struct mac_type *t, size_t i)
{
	return f->map.s + t->refs + i * MAC_REFERENCE;
}

int
mac_fork_id(const struct mac_fork *f, const struct mac_type *t, size_t i)
{
	int id = mac_u16(reference(f, t, i));

	return id > INT16_MAX ? id - 0x10000 : id;
}

static const char *
find_name(const struct mac_fork *f, size_t at, struct mac_resource *r)
{
	struct sok_str len;

	r->name = (struct sok_str){NULL, 0};
	if (at == MAC_NO_NAME)
		return NULL;
	len = fork_part(f->map, f->name_list + at, 1);
	if (len.s != NULL)
		r->name = fork_part(
		    f->map, f->name_list + at + 1, (unsigned char)len.s[0]);
	return r->name.s ? NULL : "a name lies outside the map";
}

const char *
mac_fork_resource(const struct mac_fork *f, const struct mac_type *t, size_t i,
    struct mac_resource *r)
{
	const char *e = reference(f, t, i), *wrong;
	size_t at = mac_u32(e + 4) & 0xffffff;
	struct sok_str len = fork_part(f->data, at, 4);

	r->id = mac_fork_id(f, t, i);
	r->compressed = e[4] & COMPRESSED;
	wrong = find_name(f, mac_u16(e + 2), r);
	if (wrong != NULL)
		return wrong;
	r->bytes = len;
	if (len.s != NULL)
		r->bytes = fork_part(f->data, at + 4, mac_u32(len.s));
	return r->bytes.s ? NULL : "its data lie outside the fork";
}
