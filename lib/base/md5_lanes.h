/* md5_lanes.h - eight digests at once. */
#ifndef SOK_MD5_LANES_H
#define SOK_MD5_LANES_H

#include <stddef.h>
#include <stdint.h>

enum { MD5_LANES = 8, MD5_ROOM = 72 };

/*
 * The results of sok_digest() with libmd for eight messages: n[i] bytes, fewer
 * than 2^32, at message[i].  MD5_ROOM bytes after each are overwritten.
 */
void md5_lanes(unsigned char *const message[MD5_LANES],
    const size_t n[MD5_LANES], uint64_t digest[MD5_LANES]);

#endif
