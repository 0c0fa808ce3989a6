/* md5.h - digests; sok_digest() is in tools.h. */
#ifndef SOK_MD5_H
#define SOK_MD5_H

#include "sok.h"

/* Whether sok_digest() is MD5; false without libmd: then no board has an id. */
extern const bool digest_is_md5;

enum { MD5_LANES = 8, MD5_ROOM = 72 };

/* The results of sok_digest() with libmd for eight messages: n[i] bytes, fewer
 * than 2^32, at message[i].  MD5_ROOM bytes after each are overwritten. */
void md5_lanes(unsigned char *const message[MD5_LANES],
    const size_t n[MD5_LANES], uint64_t digest[MD5_LANES]);

#endif
