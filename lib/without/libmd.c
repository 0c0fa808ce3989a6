/* libmd.c - a digest for a build without libmd that tells texts apart. */
#include "base/md5.h"
#include "tools.h"

const bool digest_is_md5 = false;

/* 64-bit FNV-1a. */
uint64_t
sok_digest(struct sok_str bytes)
{
	uint64_t h = 0xcbf29ce484222325u;
	size_t i;

	for (i = 0; i < bytes.len; i++)
		h = (h ^ (unsigned char)bytes.s[i]) * 0x100000001b3u;
	return h;
}
