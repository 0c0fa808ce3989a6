/* archive.h - libarchive, and what it reads. */
#ifndef SOK_ARCHIVE_H
#define SOK_ARCHIVE_H

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

#include "io/extent.h"
#include "io/packed.h"

#if defined(__APPLE__)
#define LIBRARY "libarchive.13.dylib"
#else
#define LIBRARY "libarchive.so.13"
#endif

#define BLOCK ((size_t)64 << 10)
/* Filters inside filters; libarchive itself allows 25. */
#define DEEPEST 16

/* The functions used here, without their prefix. */
/* clang-format off */
#define LIBARCHIVE(X) \
	X(bzlib_version) X(entry_filetype) X(entry_hardlink) X(entry_pathname) \
	X(entry_pathname_utf8) X(entry_size) X(entry_size_is_set) \
	X(error_string) X(filter_bytes) X(filter_count) X(format) \
	X(liblz4_version) X(liblzma_version) X(libzstd_version) X(read_data) \
	X(read_data_block) X(read_free) X(read_new) X(read_next_header) \
	X(read_append_filter) X(read_header_position) X(read_open1) \
	X(read_set_callback_data) X(read_set_read_callback) \
	X(read_set_seek_callback) X(read_set_skip_callback) \
	X(read_support_filter_compress) X(read_support_format_by_code) \
	X(read_support_format_empty) X(read_support_format_raw) X(set_error) \
	X(zlib_version)
/* clang-format on */

struct libarchive {
#define MEMBER(name) __typeof__(archive_##name) *name;
	LIBARCHIVE(MEMBER)
#undef MEMBER
};

struct unpack {
	struct libarchive lib;
	locale_t utf8; /* 0 if there is none */
	struct archive *archive;
	struct archive_entry *entry; /* NULL before the first member */
	bool begun;                  /* its bytes were requested */
	bool failed;                 /* the last header could not be read */
	bool stuck; /* inside a member: no header can be read any more */
	bool ended;
	const char *cause; /* the fault of the source, or NULL */
	/* What is read, and where it ends.  An archive that is read from its
	 * end has been looked at as a whole before. */
	struct extent extent;
	bool seeks;
	uint64_t at, end; /* then: the next byte, the end of the archive */
	uint64_t filled;  /* the end of the last byte that is not NUL */
	bool follows;     /* such bytes follow the end */
	size_t from, to;  /* the part of the block that is left */
	char block[BLOCK + EXTENT_LOOK];
};

/* The reason that libarchive gives for its last failure becomes the fault. */
int archive_fail(struct sok_packed *packed);

/* ------------------------------------------------------- archive_source.c */

/* Callbacks of libarchive, with a struct sok_packed.  Offsets are those in the
 * archive, whatever follows it. */
la_ssize_t archive_read_block(
    struct archive *archive, void *ctx, const void **block);
la_int64_t archive_seek_to(
    struct archive *archive, void *ctx, la_int64_t offset, int whence);
la_int64_t archive_skip_bytes(struct archive *archive, void *ctx, la_int64_t n);
/* Find the end of an archive whose directory is there, in a file, before it is
 * opened; 0, -1 with errno. */
int archive_look_ahead(struct sok_packed *packed);
/* Everything was unpacked.  Read what is left of the source: 0 if the packed
 * data were complete and only NULs follow them; -1 with a fault. */
int archive_check_end(struct sok_packed *packed);

#endif
