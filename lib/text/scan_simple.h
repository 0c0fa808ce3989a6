/* scan_simple.h - blocks that are plain to see, for scan.c. */
#ifndef SOK_SCAN_SIMPLE_H
#define SOK_SCAN_SIMPLE_H

#include "text/block.h"

/* Bytes that are looked at: text comes in pieces of this size at most. */
#define SCAN_SIMPLE_MOST 65536

/*
 * The block at the first byte of the window, where nothing of what was found
 * before goes on: k has its pos and is filled in, but a board is not cropped.
 * Text may end earlier than it must.  Memory is b->now.  1 and the number of
 * lines; 0 it must go the long way; -1.
 */
int scan_simple(struct blocks *b, struct sok_block *k, size_t *lines);

#endif
