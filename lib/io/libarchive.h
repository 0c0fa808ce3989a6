/*
 * libarchive.h - loads libarchive.  It depends on many other libraries, which
 * would slow down the start of every program, so it is loaded when the first
 * input needs it.
 */
#ifndef SOK_LIBARCHIVE_H
#define SOK_LIBARCHIVE_H

#include <archive.h>
#include <archive_entry.h>

#include "io/packed.h"

/* The functions used here, without their prefix. */
#define LIBARCHIVE(X) \
	X(bzlib_version) \
	X(entry_filetype) \
	X(entry_hardlink) \
	X(entry_pathname) \
	X(entry_pathname_utf8) \
	X(entry_size) \
	X(entry_size_is_set) \
	X(error_string) \
	X(filter_bytes) \
	X(filter_count) \
	X(format) \
	X(liblz4_version) \
	X(liblzma_version) \
	X(libzstd_version) \
	X(read_data) \
	X(read_data_block) \
	X(read_free) \
	X(read_new) \
	X(read_next_header) \
	X(read_open1) \
	X(read_set_callback_data) \
	X(read_set_read_callback) \
	X(read_set_seek_callback) \
	X(read_set_skip_callback) \
	X(read_support_filter_bzip2) \
	X(read_support_filter_compress) \
	X(read_support_filter_gzip) \
	X(read_support_filter_lz4) \
	X(read_support_filter_lzip) \
	X(read_support_filter_xz) \
	X(read_support_filter_zstd) \
	X(read_support_format_by_code) \
	X(read_support_format_empty) \
	X(read_support_format_raw) \
	X(set_error) \
	X(zlib_version)

struct libarchive {
#define MEMBER(name) __typeof__(archive_##name) *name;
	LIBARCHIVE(MEMBER)
#undef MEMBER
};

/* Load it: 0, -1 with a fault in p. */
int libarchive_load(struct sok_packed *p, struct libarchive *l);
/* Enable only the formats that packed.h recognizes: some formats of libarchive
 * name files on disk or run programs. */
void libarchive_enable(
    const struct libarchive *l, struct archive *a, enum sok_packing kind);

#endif
