/*
 * archive.c - decompression and archives by libarchive, as streams.  It brings
 * many libraries with it, which would cost every run of every program its
 * start-up, so it is loaded when the first input needs it.  Only what packed.h
 * recognises is enabled: other formats of libarchive name files on disk or run
 * programs.
 */
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

#include "io/packed.h"
#include "tools.h"

#if defined(__APPLE__)
#define LIBRARY "libarchive.13.dylib"
#else
#define LIBRARY "libarchive.so.13"
#endif

#define BLOCK ((size_t)64 << 10)

/* The functions that are used here, without their prefix. */
#define FUNCTIONS(X) \
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
	X(read_support_format_7zip) \
	X(read_support_format_ar) \
	X(read_support_format_cab) \
	X(read_support_format_cpio) \
	X(read_support_format_empty) \
	X(read_support_format_iso9660) \
	X(read_support_format_lha) \
	X(read_support_format_rar) \
	X(read_support_format_rar5) \
	X(read_support_format_raw) \
	X(read_support_format_tar) \
	X(read_support_format_zip) \
	X(set_error) \
	X(zlib_version)

struct library {
#define MEMBER(name) __typeof__(archive_##name) *name;
	FUNCTIONS(MEMBER)
#undef MEMBER
};

struct unpack {
	struct library lib;
	locale_t utf8; /* or 0 where there is none */
	struct archive *a;
	struct archive_entry *entry; /* NULL before the first */
	bool ahead;                  /* which nobody was given yet */
	bool begun;                  /* its bytes were asked for */
	bool failed;                 /* the last header could not be read */
	bool ended;
	/* At the end of what was read: the last four bytes, bytes from the end
	 * of a zip's directory on, or 0, and NULs. */
	uint32_t window;
	size_t directory, zeros;
	char block[BLOCK];
};

/* ---- the library */

/* Never unloaded: that would cost each file as much as loading it. */
static int
load_library(struct sok_packed *p, struct library *l)
{
#define ENTRY(name) {"archive_" #name, offsetof(struct library, name)},
	static const struct {
		const char *name;
		size_t at;
	} function[] = {FUNCTIONS(ENTRY)};
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

/* What libarchive says of its last failure. */
static int
fail(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const char *why = u->lib.error_string(u->a);

	return packed_fail(p, "%s: %s", p->name, why != NULL ? why : "damaged");
}

/* ---- what it reads */

/* A zip archive ends with a record of that many bytes, and a comment of up to
 * 64 KiB. */
#define END_OF_ZIP 0x504b0506u /* PK\5\6 */
#define END_SIZE 22
#define ZIP_TAIL ((off_t)END_SIZE + 65535)
/* A tar archive ends with two blocks of NULs. */
#define TAR_END 1024

/* Look for what ends an archive in the bytes that were read. */
static void
note_end(struct unpack *u, const unsigned char *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		u->window = u->window << 8 | s[i];
		u->zeros = s[i] == 0 ? u->zeros + 1 : 0;
		if (u->window == END_OF_ZIP)
			u->directory = 4;
		else if (u->directory > 0)
			u->directory++;
	}
}

static la_ssize_t
read_block(struct archive *a, void *ctx, const void **block)
{
	struct sok_packed *p = ctx;
	struct unpack *u = p->unpack;
	ssize_t n = packed_raw(p, u->block, sizeof(u->block));

	*block = u->block;
	if (n > 0)
		note_end(u, (const unsigned char *)u->block, (size_t)n);
	if (n == -1)
		u->lib.set_error(a, errno, "%s",
		    p->stream.fault != NULL ? p->stream.fault
		                            : strerror(errno));
	return n;
}

static la_int64_t
seek_to(struct archive *a, void *ctx, la_int64_t offset, int whence)
{
	struct sok_packed *p = ctx;
	off_t at;

	if (whence == SEEK_SET)
		offset += p->start;
	at = lseek(p->fd, (off_t)offset, whence);
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

/* ---- what it may find */

/* Without a library of its own libarchive would run a program. */
static void
enable_filters(const struct library *l, struct archive *a)
{
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
}

/* Below a filter there may be an archive of those that need no seeking. */
static void
enable(const struct sok_packed *p, const struct library *l, struct archive *a)
{
	if (p->kind == SOK_COMPRESSED) {
		enable_filters(l, a);
		(void)l->read_support_format_tar(a);
		(void)l->read_support_format_cpio(a);
		(void)l->read_support_format_empty(a);
		(void)l->read_support_format_raw(a);
		return;
	}
	(void)l->read_support_format_7zip(a);
	(void)l->read_support_format_ar(a);
	(void)l->read_support_format_cab(a);
	(void)l->read_support_format_cpio(a);
	(void)l->read_support_format_iso9660(a);
	(void)l->read_support_format_lha(a);
	(void)l->read_support_format_rar(a);
	(void)l->read_support_format_rar5(a);
	(void)l->read_support_format_tar(a);
	(void)l->read_support_format_zip(a);
}

static int
open_archive(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const struct library *l = &u->lib;

	u->a = l->read_new();
	if (u->a == NULL) {
		errno = ENOMEM;
		return -1;
	}
	enable(p, l, u->a);
	(void)l->read_set_callback_data(u->a, p);
	(void)l->read_set_read_callback(u->a, read_block);
	if (p->start != -1) {
		(void)l->read_set_seek_callback(u->a, seek_to);
		(void)l->read_set_skip_callback(u->a, skip_bytes);
	}
	return l->read_open1(u->a) < ARCHIVE_WARN ? fail(p) : 0;
}

/* ---- members */

/* Whether what passed its filters is still within the limit. */
static bool
is_within(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	la_int64_t n;

	if (u->lib.filter_count(u->a) < 2)
		return true;
	n = u->lib.filter_bytes(u->a, 0);
	if (n < 0 || (uint64_t)n <= p->expand)
		return true;
	p->grown = p->expand;
	return packed_grow(p, 1);
}

/* Whether to pass over a member is to unpack it. */
static bool
is_costly(const struct unpack *u)
{
	int format = u->lib.format(u->a) & ARCHIVE_FORMAT_BASE_MASK;

	return u->lib.filter_count(u->a) > 1 || format == ARCHIVE_FORMAT_7ZIP ||
	    format == ARCHIVE_FORMAT_RAR || format == ARCHIVE_FORMAT_RAR_V5 ||
	    format == ARCHIVE_FORMAT_CAB || format == ARCHIVE_FORMAT_LHA;
}

/* Pass over what is left of the member; false if that is too much. */
static bool
pass_over(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const void *block;
	size_t n;
	la_int64_t at;

	if (u->entry == NULL || !is_costly(u))
		return true;
	while (u->lib.read_data_block(u->a, &block, &n, &at) == ARCHIVE_OK)
		if (!is_within(p) ||
		    (u->lib.filter_count(u->a) < 2 && !packed_grow(p, n)))
			return false;
	return true;
}

/* A zip whose directory is missing and a tar without the blocks of NULs that
 * end it can be read, but were cut. */
static bool
is_cut(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	bool zip = strcmp(p->name, "zip") == 0;
	const void *block;
	off_t size;

	if (!zip && strcmp(p->name, "tar") != 0)
		return false;
	if (p->start != -1) {
		size = lseek(p->fd, 0, SEEK_END);
		if (size - p->start > ZIP_TAIL)
			(void)lseek(p->fd, size - ZIP_TAIL, SEEK_SET);
		else
			(void)lseek(p->fd, p->start, SEEK_SET);
	}
	while (read_block(u->a, p, &block) > 0)
		;
	return zip ? u->directory < END_SIZE : u->zeros < TAR_END;
}

/* Many archives hold names as Unicode, which libarchive gives in the characters
 * of the locale, and not at all where one of them is not in it. */
static int
read_header(struct unpack *u)
{
	locale_t before = uselocale(u->utf8);
	int r = u->lib.read_next_header(u->a, &u->entry);

	(void)uselocale(before);
	return r;
}

/* The next header: 1, 0 at the end, -1.  A header that cannot be read may have
 * others below it, two in a row have none. */
static int
next_header(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	bool failed = u->failed;
	int r;

	if (!pass_over(p) || !is_within(p)) {
		u->ended = true;
		return -1;
	}
	r = read_header(u);
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

/* NULL where it cannot be read. */
static const char *
path_of(const struct unpack *u)
{
	locale_t before = uselocale(u->utf8);
	const char *path = u->lib.entry_pathname(u->entry);

	if (path == NULL)
		path = u->lib.entry_pathname_utf8(u->entry);
	(void)uselocale(before);
	return path;
}

/* A link whose bytes stand elsewhere in the archive. */
static bool
is_bare_link(const struct unpack *u)
{
	return u->lib.entry_hardlink(u->entry) != NULL &&
	    u->lib.entry_size(u->entry) == 0;
}

int
unpack_next(struct sok_packed *p, struct sok_member *m)
{
	struct unpack *u = p->unpack;
	const char *path;
	unsigned type;
	int r = 1;

	while (!u->ended) {
		if (!u->ahead)
			r = next_header(p);
		u->ahead = false;
		if (r != 1)
			return r;
		/* Some archives name no type. */
		type = u->lib.entry_filetype(u->entry);
		if (type != AE_IFREG && type != 0)
			continue;
		path = path_of(u);
		if (path == NULL)
			return packed_fail(
			    p, "%s: a member's name cannot be read", p->name);
		m->path = sok_str(path);
		if (is_bare_link(u))
			m->skip = "a link to another member";
		return 1;
	}
	return 0;
}

/* ---- */

/* What is compressed may be an archive, which its first header tells. */
static int
find_kind(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	int r;

	if (p->kind == SOK_ARCHIVE)
		return 0;
	r = next_header(p);
	if (r == -1)
		return -1;
	switch (u->lib.format(u->a) & ARCHIVE_FORMAT_BASE_MASK) {
	case ARCHIVE_FORMAT_TAR:
		/* Any NULs are taken for an archive without members. */
		if (r == 0)
			return packed_fail(
			    p, "%s: holds nothing but NULs", p->name);
		p->kind = SOK_ARCHIVE;
		break;
	case ARCHIVE_FORMAT_CPIO:
		p->kind = SOK_ARCHIVE;
	}
	u->ahead = r == 1;
	return 0;
}

int
unpack_open(struct sok_packed *p)
{
	p->unpack = calloc(1, sizeof(*p->unpack));
	if (p->unpack == NULL)
		return -1;
	p->unpack->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (load_library(p, &p->unpack->lib) == 0 && open_archive(p) == 0 &&
	    find_kind(p) == 0)
		return 0;
	p->unpack->ended = true;
	return -1;
}

/* Whether a member may be as large as its header says. */
static bool
is_allowed(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	la_int64_t n;

	if (u->begun || !u->lib.entry_size_is_set(u->entry))
		return true;
	n = u->lib.entry_size(u->entry);
	u->begun = true;
	return n <= 0 || (uint64_t)n <= p->expand - p->grown ||
	    packed_grow(p, (uint64_t)n);
}

ssize_t
unpack_read(struct sok_packed *p, char *buf, size_t size)
{
	struct unpack *u = p->unpack;
	la_ssize_t n;

	if (p->stream.fault != NULL) {
		errno = EIO;
		return -1;
	}
	if (u == NULL || u->entry == NULL)
		return 0;
	if (!is_allowed(p))
		return -1;
	n = u->lib.read_data(u->a, buf, size);
	return n >= 0 ? n : fail(p);
}

void
unpack_close(struct sok_packed *p)
{
	if (p->unpack != NULL && p->unpack->a != NULL)
		(void)p->unpack->lib.read_free(p->unpack->a);
	if (p->unpack != NULL && p->unpack->utf8 != (locale_t)0)
		freelocale(p->unpack->utf8);
	free(p->unpack);
	p->unpack = NULL;
}
