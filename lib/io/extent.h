/* extent.h - where packed bytes end, according to their own structure. */
#ifndef SOK_EXTENT_H
#define SOK_EXTENT_H

#include "sok.h"

/* libarchive does not say whether bytes follow what it has read, and takes
 * some archives that were cut for complete ones.  An extent follows the
 * structure of the packed bytes, without unpacking them, to their end. */

/* No structure is longer than this as far as an extent looks at it. */
enum { EXTENT_LOOK = 64 };

struct extent;
/* Look at the structure at extent->next, of which n bytes are there, at least
 * extent->want: set the next one, or say that the end is reached or unknown. */
typedef void extent_step(
    struct extent *extent, const unsigned char *s, size_t n);

struct extent {
	extent_step *step; /* NULL: this form does not say where it ends */
	uint64_t at;       /* the offset of the next byte to be taken */
	uint64_t next;     /* the offset of the next structure */
	size_t want;       /* how many of its bytes step() needs */
	bool optional;     /* the bytes may as well end before it */
	bool padding;      /* the bytes before it belong to nothing */
	bool lost;         /* the structure is not understood */
	bool ended;        /* the end is known: it is `next` */
	/* Of some forms. */
	int state;
	unsigned flags;
	uint64_t start, left;
	uint64_t directory; /* zip: where its large form was found, or 0 */
};

/* What is known at the end of the input. */
enum extent_end { EXTENT_UNKNOWN, EXTENT_WHOLE, EXTENT_CUT };

/* Begin with the first bytes of a form that packed_find() has named. */
void extent_begin(struct extent *extent, const char *form, struct sok_str head);
/* Take bytes from the start of s, as many as are alike: *inside: they belong to
 * the packed data.  0: the same bytes are needed again, with more after them;
 * at the end of the input they are a part of a structure. */
size_t extent_take(struct extent *extent, struct sok_str s, bool *inside);
/* What the end of the input means. */
enum extent_end extent_close(const struct extent *extent);

/* For step(). */

/* The number in n bytes, little endian. */
uint64_t extent_number(const unsigned char *s, size_t n);
/* The next structure begins n bytes after the start of this one. */
void extent_next(struct extent *extent, uint64_t n, size_t want);
/* The same, if the bytes may also end there. */
void extent_may_end(struct extent *extent, uint64_t n, size_t want);
/* Look at more bytes of this structure. */
void extent_more(struct extent *extent, size_t want);
/* The packed data ends n bytes after the start of this structure. */
void extent_ends(struct extent *extent, uint64_t n);
void extent_lose(struct extent *extent);

/* extent_filters.c and extent_archives.c: the structure of each form. */
extent_step extent_xz, extent_zstd, extent_lz4, extent_ar, extent_rar4,
    extent_rar5, extent_lha, extent_zip;

#endif
