/* archive.c - decompression and archives by libarchive, as streams.  It is
 * loaded when an input needs it, because it depends on many libraries. */
#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

#include "base/bits.h"
#include "io/packed.h"
#include "tools.h"

#if defined(__APPLE__)
#define LIBRARY "libarchive.13.dylib"
#else
#define LIBRARY "libarchive.so.13"
#endif

#define BLOCK ((size_t)64 << 10)

/* The functions used here, without their prefix. */
/* clang-format off */
#define LIBARCHIVE(X) \
	X(bzlib_version) X(entry_filetype) X(entry_hardlink) X(entry_pathname) \
	X(entry_pathname_utf8) X(entry_size) X(entry_size_is_set) \
	X(error_string) X(filter_bytes) X(filter_count) X(format) \
	X(liblz4_version) X(liblzma_version) X(libzstd_version) X(read_data) \
	X(read_data_block) X(read_free) X(read_new) X(read_next_header) \
	X(read_open1) X(read_set_callback_data) X(read_set_read_callback) \
	X(read_set_seek_callback) X(read_set_skip_callback) \
	X(read_support_filter_bzip2) X(read_support_filter_compress) \
	X(read_support_filter_gzip) X(read_support_filter_lz4) \
	X(read_support_filter_lzip) X(read_support_filter_xz) \
	X(read_support_filter_zstd) X(read_support_format_by_code) \
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
	struct archive *a;
	struct archive_entry *entry; /* NULL before the first member */
	bool ahead;                  /* not returned to a caller yet */
	bool begun;                  /* its bytes were requested */
	bool failed;                 /* the last header could not be read */
	bool ended;
	/* What was read, and how it ends: the last four bytes, the number of
	 * bytes from the end of a zip's directory on, or 0, and NULs. */
	off_t size;
	uint32_t window;
	size_t directory, zeros;
	char block[BLOCK];
};

/* The reason that libarchive gives for its last failure. */
static int
fail(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const char *why = u->lib.error_string(u->a);

	return packed_fail(p, "%s: %s", p->name, why != NULL ? why : "damaged");
}

/* It is never unloaded, because loading it again takes long. */
static int
load_library(struct sok_packed *p, struct libarchive *l)
{
#define ENTRY(name) {"archive_" #name, offsetof(struct libarchive, name)},
	static const struct {
		const char *name;
		size_t at;
	} function[] = {LIBARCHIVE(ENTRY)};
#undef ENTRY
	void *so = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE), *f;

	if (so == NULL)
		return packed_fail(p, "is %s; the library %s cannot be loaded",
		    p->name, LIBRARY);
	for (size_t i = 0; i < SOK_COUNT(function); i++) {
		f = dlsym(so, function[i].name);
		if (f == NULL)
			return packed_fail(
			    p, "is %s; %s is too old", p->name, LIBRARY);
		memcpy((char *)l + function[i].at, &f, sizeof(f));
	}
	return 0;
}

/* Enable only what packed.h recognizes: some formats name files on disk or run
 * programs.  Compressed data may be an archive that needs no seeking. */
static void
enable_formats(
    const struct libarchive *l, struct archive *a, enum sok_packing kind)
{
	static const int format[] = {ARCHIVE_FORMAT_TAR, ARCHIVE_FORMAT_CPIO,
	    ARCHIVE_FORMAT_7ZIP, ARCHIVE_FORMAT_AR, ARCHIVE_FORMAT_CAB,
	    ARCHIVE_FORMAT_ISO9660, ARCHIVE_FORMAT_LHA, ARCHIVE_FORMAT_RAR,
	    ARCHIVE_FORMAT_RAR_V5, ARCHIVE_FORMAT_ZIP};
	size_t n = kind == SOK_COMPRESSED ? 2 : SOK_COUNT(format);

	for (size_t i = 0; i < n; i++)
		(void)l->read_support_format_by_code(a, format[i]);
	if (kind != SOK_COMPRESSED)
		return;
	/* Without its own code libarchive would run an external program. */
	(void)l->read_support_filter_compress(a);
	if (l->zlib_version() != NULL)
		(void)l->read_support_filter_gzip(a);
	if (l->bzlib_version() != NULL)
		(void)l->read_support_filter_bzip2(a);
	if (l->liblzma_version() != NULL) {
		(void)l->read_support_filter_xz(a);
		(void)l->read_support_filter_lzip(a);
	}
	if (l->liblz4_version() != NULL)
		(void)l->read_support_filter_lz4(a);
	if (l->libzstd_version() != NULL)
		(void)l->read_support_filter_zstd(a);
	(void)l->read_support_format_empty(a);
	(void)l->read_support_format_raw(a);
}

/* ---- reading for libarchive */

/* A zip ends with a record of this length and a comment of up to 64 KiB. */
#define END_OF_ZIP 0x504b0506u /* PK\5\6 */
#define END_SIZE 22
#define ZIP_TAIL ((off_t)END_SIZE + 65535)
/* A tar archive ends with two blocks of NULs. */
#define TAR_END 1024

/* Read a block, and look for the end of an archive in it. */
static la_ssize_t
read_block(struct archive *a, void *ctx, const void **block)
{
	struct sok_packed *p = ctx;
	struct unpack *u = p->unpack;
	ssize_t n = packed_raw(p, u->block, sizeof(u->block));

	*block = u->block;
	if (n == -1) {
		u->lib.set_error(a, errno, "%s",
		    p->stream.fault != NULL ? p->stream.fault
		                            : strerror(errno));
		return n;
	}
	u->size += (off_t)n;
	for (ssize_t i = 0; i < n; i++) {
		u->window = u->window << 8 | (unsigned char)u->block[i];
		u->zeros = u->block[i] == '\0' ? u->zeros + 1 : 0;
		if (u->window == END_OF_ZIP)
			u->directory = 4;
		else if (u->directory > 0)
			u->directory++;
	}
	return n;
}

static la_int64_t
seek_to(struct archive *a, void *ctx, la_int64_t offset, int whence)
{
	struct sok_packed *p = ctx;

	if (whence == SEEK_SET)
		offset += p->start;
	off_t at = lseek(p->fd, (off_t)offset, whence);
	if (at >= p->start)
		return at - p->start;
	p->unpack->lib.set_error(a, errno, "%s", strerror(errno));
	return ARCHIVE_FATAL;
}

static la_int64_t
skip_bytes(struct archive *a, void *ctx, la_int64_t n)
{
	struct sok_packed *p = ctx;

	(void)a;
	return lseek(p->fd, (off_t)n, SEEK_CUR) == -1 ? 0 : n;
}

/* ---- members */

/* Whether the unpacked size is still within the limit. */
static bool
is_within(struct sok_packed *p)
{
	struct unpack *u = p->unpack;

	if (u->lib.filter_count(u->a) < 2)
		return true;
	la_int64_t n = u->lib.filter_bytes(u->a, 0);
	return n < 0 || (uint64_t)n <= p->expand || packed_grow(p, UINT64_MAX);
}

/* A zip without its directory, a tar without its final NULs and an iso image
 * that is shorter than its header says can be read, but are truncated. */
static bool
is_cut(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	bool zip = strcmp(p->name, "zip") == 0;
	bool tar = strcmp(p->name, "tar") == 0;
	const unsigned char *s = (const unsigned char *)p->head + ISO_SIZE;
	off_t end, from = p->start;
	const void *block;

	if (!zip && !tar && strcmp(p->name, "iso") != 0)
		return false;
	/* Read the rest of the file, or, if it is seekable, only its end. */
	if (from != -1) {
		end = lseek(p->fd, 0, SEEK_END);
		if (end - from > ZIP_TAIL)
			from = end - ZIP_TAIL;
		u->size = lseek(p->fd, from, SEEK_SET) - p->start;
	}
	while (read_block(u->a, p, &block) > 0)
		;
	if (zip)
		return u->directory < END_SIZE;
	if (tar)
		return u->zeros < TAR_END;
	return p->nhead >= ISO_HEAD &&
	    u->size < (off_t)bits_load_some(s, 4) * ISO_BLOCK;
}

/* The next header: 1, 0 at the end, -1.  Two unreadable ones are the end. */
static int
next_header(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	int format = u->lib.format(u->a) & ARCHIVE_FORMAT_BASE_MASK, r;
	bool filtered = u->lib.filter_count(u->a) > 1;
	bool unpacks = filtered || format == ARCHIVE_FORMAT_7ZIP ||
	    format == ARCHIVE_FORMAT_RAR || format == ARCHIVE_FORMAT_RAR_V5 ||
	    format == ARCHIVE_FORMAT_CAB || format == ARCHIVE_FORMAT_LHA;
	bool failed = u->failed, within = true;
	const void *block;
	la_int64_t at;
	size_t n;

	/* Skip the rest of the member, which must not exceed the limit.  Of
	 * most formats only the library has to do something. */
	while (within && u->entry != NULL && unpacks &&
	    u->lib.read_data_block(u->a, &block, &n, &at) == ARCHIVE_OK)
		within = is_within(p) && (filtered || packed_grow(p, n));
	if (!within || !is_within(p)) {
		u->ended = true;
		return -1;
	}

	/* Many archives have names in Unicode.  libarchive converts them to the
	 * charset of the locale, and fails if a character is missing there. */
	locale_t before = uselocale(u->utf8);
	r = u->lib.read_next_header(u->a, &u->entry);
	(void)uselocale(before);
	u->failed = r != ARCHIVE_OK && r != ARCHIVE_WARN;
	u->begun = false;
	if (!u->failed)
		return 1;
	u->entry = NULL;
	u->ended = r == ARCHIVE_EOF || r == ARCHIVE_FATAL || failed;
	if (r != ARCHIVE_EOF)
		return fail(p);
	return is_cut(p)
	    ? packed_fail(p, "%s: the end of the archive is missing", p->name)
	    : 0;
}

static int
unpack_next(struct sok_packed *p, struct sok_member *m)
{
	struct unpack *u = p->unpack;
	int r = 1;

	while (!u->ended) {
		if (!u->ahead)
			r = next_header(p);
		u->ahead = false;
		if (r != 1)
			return r;
		/* Some archives do not store types. */
		unsigned type = u->lib.entry_filetype(u->entry);
		if (type != AE_IFREG && type != 0)
			continue;
		locale_t before = uselocale(u->utf8);
		const char *path = u->lib.entry_pathname(u->entry);
		if (path == NULL)
			path = u->lib.entry_pathname_utf8(u->entry);
		(void)uselocale(before);
		if (path == NULL)
			return packed_fail(
			    p, "%s: a member's name cannot be read", p->name);
		m->path = sok_str(path);
		/* The contents of a hard link are elsewhere in the archive. */
		if (u->lib.entry_hardlink(u->entry) != NULL &&
		    u->lib.entry_size(u->entry) == 0)
			m->skip = "a link to another member";
		return 1;
	}
	return 0;
}

static int
unpack_open(struct sok_packed *p)
{
	struct unpack *u = p->unpack = calloc(1, sizeof(*u));

	if (u == NULL)
		return -1;
	u->ended = true;
	u->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	const struct libarchive *l = &u->lib;
	if (load_library(p, &u->lib) == -1)
		return -1;
	u->a = l->read_new();
	if (u->a == NULL) {
		errno = ENOMEM;
		return -1;
	}
	enable_formats(l, u->a, p->kind);
	(void)l->read_set_callback_data(u->a, p);
	(void)l->read_set_read_callback(u->a, read_block);
	if (p->start != -1) {
		(void)l->read_set_seek_callback(u->a, seek_to);
		(void)l->read_set_skip_callback(u->a, skip_bytes);
	}
	if (l->read_open1(u->a) < ARCHIVE_WARN)
		return fail(p);
	u->ended = false;
	if (p->kind == SOK_ARCHIVE)
		return 0;

	/* Compressed data may be an archive; its first header decides. */
	int r = next_header(p);
	int format = l->format(u->a) & ARCHIVE_FORMAT_BASE_MASK;
	/* libarchive takes NULs as an archive without members. */
	if (r == 0 && format == ARCHIVE_FORMAT_TAR)
		r = packed_fail(p, "%s: contains only NUL bytes", p->name);
	if (r == -1) {
		u->ended = true;
		return -1;
	}
	if (format == ARCHIVE_FORMAT_TAR || format == ARCHIVE_FORMAT_CPIO)
		p->kind = SOK_ARCHIVE;
	u->ahead = r == 1;
	return 0;
}

static ssize_t
unpack_read(struct sok_packed *p, char *buf, size_t size)
{
	struct unpack *u = p->unpack;

	if (u->entry == NULL)
		return 0;
	/* A member may be too large according to its header. */
	if (!u->begun && u->lib.entry_size_is_set(u->entry)) {
		u->begun = true;
		la_int64_t stated = u->lib.entry_size(u->entry);
		if (stated > 0 && (uint64_t)stated > p->expand - p->grown) {
			(void)packed_grow(p, (uint64_t)stated);
			return -1;
		}
	}
	la_ssize_t n = u->lib.read_data(u->a, buf, size);
	return n >= 0 ? n : fail(p);
}

static void
unpack_close(struct sok_packed *p)
{
	struct unpack *u = p->unpack;

	if (u->a != NULL)
		(void)u->lib.read_free(u->a);
	if (u->utf8 != (locale_t)0)
		freelocale(u->utf8);
	free(u);
}

static const struct unpack_ops ops = {
    unpack_open, unpack_next, unpack_read, unpack_close};
const struct unpack_ops *const unpack_ops = &ops;
