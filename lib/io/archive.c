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

#include "io/extent.h"
#include "io/packed.h"
#include "tools.h"

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
	struct archive *a;
	struct archive_entry *entry; /* NULL before the first member */
	bool begun;                  /* its bytes were requested */
	bool failed;                 /* the last header could not be read */
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

/* The reason that libarchive gives for its last failure. */
static int
fail(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const char *why = u->lib.error_string(u->a);

	if (u->cause != NULL)
		return packed_fail(p, "%s", u->cause);
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

/* Enable the form that was recognized, and no other: some formats name files on
 * disk or run programs.  0, -1 with a fault. */
static int
enable_form(struct sok_packed *p)
{
	static const struct {
		const char *form;
		int code;
	} format[] = {{"tar", ARCHIVE_FORMAT_TAR},
	    {"cpio", ARCHIVE_FORMAT_CPIO}, {"7z", ARCHIVE_FORMAT_7ZIP},
	    {"ar", ARCHIVE_FORMAT_AR}, {"cab", ARCHIVE_FORMAT_CAB},
	    {"iso", ARCHIVE_FORMAT_ISO9660}, {"lha", ARCHIVE_FORMAT_LHA},
	    {"rar", ARCHIVE_FORMAT_RAR}, {"rar", ARCHIVE_FORMAT_RAR_V5},
	    {"zip", ARCHIVE_FORMAT_ZIP}};
	const struct libarchive *l = &p->unpack->lib;
	/* Without its own code libarchive would run an external program. */
	const struct {
		const char *form;
		int code;
		bool has;
	} filter[] = {{"gzip", ARCHIVE_FILTER_GZIP, l->zlib_version() != NULL},
	    {"bzip2", ARCHIVE_FILTER_BZIP2, l->bzlib_version() != NULL},
	    {"xz", ARCHIVE_FILTER_XZ, l->liblzma_version() != NULL},
	    {"lzip", ARCHIVE_FILTER_LZIP, l->liblzma_version() != NULL},
	    {"zstd", ARCHIVE_FILTER_ZSTD, l->libzstd_version() != NULL},
	    {"lz4", ARCHIVE_FILTER_LZ4, l->liblz4_version() != NULL},
	    {"compress", ARCHIVE_FILTER_COMPRESS, true}};
	struct archive *a = p->unpack->a;
	int r;

	for (size_t i = 0; i < SOK_COUNT(format); i++)
		if (strcmp(p->name, format[i].form) == 0)
			(void)l->read_support_format_by_code(a, format[i].code);
	if (p->kind == SOK_ARCHIVE)
		return 0;
	(void)l->read_support_format_empty(a);
	(void)l->read_support_format_raw(a);
	for (size_t i = 0; i < SOK_COUNT(filter); i++) {
		if (strcmp(p->name, filter[i].form) != 0)
			continue;
		if (!filter[i].has)
			return packed_fail(p,
			    "is %s, which %s cannot read here", p->name,
			    LIBRARY);
		/* This one reads as soon as it is appended, too early. */
		if (filter[i].code == ARCHIVE_FILTER_COMPRESS)
			r = l->read_support_filter_compress(a);
		else
			r = l->read_append_filter(a, filter[i].code);
		return r < ARCHIVE_WARN ? fail(p) : 0;
	}
	return packed_fail(p, "is %s, which cannot be read", p->name);
}

/* ---- reading for libarchive */

/* Read up to size bytes at an offset of a seekable source. */
static ssize_t
read_at(struct sok_packed *p, char *buf, size_t size, uint64_t at)
{
	ssize_t n;

	do
		n = pread(p->fd, buf, size, p->start + (off_t)at);
	while (n == -1 && errno == EINTR);
	return n;
}

static ssize_t
source_failed(struct sok_packed *p)
{
	struct unpack *u = p->unpack;

	u->cause = p->stream.fault;
	u->lib.set_error(
	    u->a, errno, "%s", u->cause != NULL ? u->cause : strerror(errno));
	return -1;
}

/* Remember where the last byte is that is not NUL. */
static void
look_for_bytes(struct unpack *u, const char *s, size_t n)
{
	while (n > 0 && s[n - 1] == '\0')
		n--;
	if (n > 0)
		u->filled = u->at + n;
}

/* Read more of the source into the block, after what is left in it; -1. */
static ssize_t
fill_block(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	size_t left = u->to - u->from;

	memmove(u->block, u->block + u->from, left);
	ssize_t n = packed_raw(p, u->block + left, BLOCK);
	if (n == -1)
		return source_failed(p);
	u->from = 0;
	u->to = left + (size_t)n;
	look_for_bytes(u, u->block + left, (size_t)n);
	u->at += (uint64_t)n;
	return n;
}

/* The next bytes that belong to the packed data, in the block: their number, 0
 * at their end, -1. */
static ssize_t
next_bytes(struct sok_packed *p, const char **bytes)
{
	struct unpack *u = p->unpack;

	for (;;) {
		struct sok_str rest = {u->block + u->from, u->to - u->from};
		bool inside = true;
		size_t n = extent_take(&u->extent, rest, &inside);

		if (n == 0) {
			ssize_t got = fill_block(p);
			if (got > 0)
				continue;
			/* What is left is a part of a structure: of one more
			 * member, or of the last one. */
			n = u->to - u->from;
			inside = !u->extent.optional;
			if (got == -1 || n == 0)
				return got;
			u->extent.at += n;
		}
		*bytes = u->block + u->from;
		u->from += n;
		if (inside)
			return (ssize_t)n;
		while (n > 0 && (*bytes)[n - 1] == '\0')
			n--;
		u->follows |= n > 0;
		/* One byte is enough to know. */
		if (u->follows)
			return 0;
	}
}

static la_ssize_t
read_block(struct archive *a, void *ctx, const void **block)
{
	struct sok_packed *p = ctx;
	struct unpack *u = p->unpack;
	const char *bytes = u->block;
	uint64_t left = u->end - u->at;
	ssize_t n;

	(void)a;
	if (!u->seeks) {
		n = next_bytes(p, &bytes);
	} else {
		n = read_at(
		    p, u->block, left < BLOCK ? (size_t)left : BLOCK, u->at);
		if (n == -1)
			return source_failed(p);
		u->at += (uint64_t)n;
	}
	*block = bytes;
	return n;
}

/* Offsets are those in the archive, whatever precedes or follows it. */
static la_int64_t
seek_to(struct archive *a, void *ctx, la_int64_t offset, int whence)
{
	struct sok_packed *p = ctx;
	struct unpack *u = p->unpack;
	uint64_t base = 0;

	(void)a;
	if (whence == SEEK_CUR)
		base = u->at;
	else if (whence == SEEK_END)
		base = u->end;
	if (offset < 0 && -(uint64_t)offset > base)
		return ARCHIVE_FATAL;
	u->at = base + (uint64_t)offset;
	if (u->at > u->end)
		u->at = u->end;
	return (la_int64_t)u->at;
}

static la_int64_t
skip_bytes(struct archive *a, void *ctx, la_int64_t n)
{
	struct unpack *u = ((struct sok_packed *)ctx)->unpack;
	uint64_t left = u->end - u->at;

	(void)a;
	if ((uint64_t)n > left)
		n = (la_int64_t)left;
	u->at += (uint64_t)n;
	return n;
}

/* A tar archive ends with two blocks of NULs. */
#define TAR_END 1024

/* ---- the end */

/* A zip without anything after it ends with a directory that lists a member at
 * its start: whether this one does, which saves reading it twice. */
static bool
zip_ends_at(struct sok_packed *p, uint64_t size)
{
	enum { END = 22, ENTRY = 46, SIZE = 12, OFFSET = 16, MEMBER = 42 };
	unsigned char s[ENTRY];

	if (size < END || read_at(p, (char *)s, END, size - END) != END ||
	    memcmp(s, "PK\5\6", 4) != 0 || extent_number(s + 20, 2) != 0)
		return false;
	uint64_t n = extent_number(s + SIZE, 4);
	uint64_t offset = extent_number(s + OFFSET, 4);
	if (offset + n != size - END || n < ENTRY)
		return false;
	return read_at(p, (char *)s, ENTRY, offset) == ENTRY &&
	    memcmp(s, "PK\1\2", 4) == 0 && extent_number(s + MEMBER, 4) == 0;
}

/* An archive whose directory is at its end, in a file: find that end first.
 * 0, -1 with errno. */
static int
look_ahead(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	off_t size = lseek(p->fd, 0, SEEK_END) - p->start;
	bool zip = strcmp(p->name, "zip") == 0;
	const char *bytes;
	ssize_t n = 1;

	if (size < 0 || lseek(p->fd, p->start, SEEK_SET) == -1)
		return -1;
	if (zip && zip_ends_at(p, (uint64_t)size))
		extent_ends(&u->extent, (uint64_t)size);
	/* If the end is known, only what follows it has to be read. */
	if (u->extent.ended) {
		u->extent.at = u->at = u->extent.next < (uint64_t)size
		    ? u->extent.next
		    : (uint64_t)size;
		if (lseek(p->fd, p->start + (off_t)u->at, SEEK_SET) == -1)
			return -1;
	}
	while (n > 0 && u->extent.at < (uint64_t)size && !u->follows)
		n = next_bytes(p, &bytes);
	if (n == -1)
		return -1;
	u->end = u->extent.ended && u->extent.next < (uint64_t)size
	    ? u->extent.next
	    : (uint64_t)size;
	u->at = u->from = u->to = 0;
	u->seeks = true;
	return 0;
}

/* Everything was unpacked.  Read what is left of the source: 0 if the packed
 * data were complete and only NULs follow them; -1. */
static int
check_end(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	const char *bytes;
	ssize_t n = 1;
	uint64_t used = (uint64_t)u->lib.filter_bytes(u->a, -1);
	uint64_t mark = (uint64_t)u->lib.read_header_position(u->a);
	bool tar = strcmp(p->name, "tar") == 0;

	/* Where the structure does not say it, the data end where libarchive
	 * stopped. */
	while (n > 0 && !u->seeks && !u->follows &&
	    (u->extent.step != NULL || u->filled <= used))
		n = next_bytes(p, &bytes);
	if (n == -1)
		return fail(p);
	if (u->extent.step == NULL)
		u->follows = u->filled > used;
	if (u->follows)
		return packed_fail(
		    p, "%s: bytes that follow its end were not read", p->name);
	if (extent_close(&u->extent) == EXTENT_CUT ||
	    (tar && u->at - mark < TAR_END))
		return packed_fail(p, "%s: the end of the %s is missing",
		    p->name,
		    p->kind == SOK_ARCHIVE ? "archive" : "compressed data");
	return 0;
}

/* ---- members */

/* Unpack the rest of the member, which must not exceed the limit, where the
 * library has to do that to reach the next one.  0; -1: nothing more can be
 * read. */
static int
skip_rest(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	int format = u->lib.format(u->a) & ARCHIVE_FORMAT_BASE_MASK, r;
	bool unpacks = format == ARCHIVE_FORMAT_7ZIP ||
	    format == ARCHIVE_FORMAT_RAR || format == ARCHIVE_FORMAT_RAR_V5 ||
	    format == ARCHIVE_FORMAT_CAB || format == ARCHIVE_FORMAT_LHA;
	const void *block;
	la_int64_t at;
	size_t n;

	if (u->entry == NULL || !unpacks)
		return 0;
	do {
		r = u->lib.read_data_block(u->a, &block, &n, &at);
		if (r >= ARCHIVE_WARN && r != ARCHIVE_EOF && !packed_grow(p, n))
			return -1;
	} while (r == ARCHIVE_OK || r == ARCHIVE_WARN);
	/* Only this member is damaged, and it was not wanted or was reported.
	 */
	if (r == ARCHIVE_EOF || r == ARCHIVE_FAILED || r == ARCHIVE_RETRY)
		return 0;
	return fail(p);
}

/* The next header: 1, 0 at the end, -1.  Two unreadable ones are the end. */
static int
next_header(struct sok_packed *p)
{
	struct unpack *u = p->unpack;
	bool failed = u->failed;
	int r;

	if (skip_rest(p) == -1) {
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
	return check_end(p);
}

static int
unpack_next(struct sok_packed *p, struct sok_member *m)
{
	struct unpack *u = p->unpack;

	while (!u->ended) {
		int r = next_header(p);

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
			m->skip = PACKED_LINK;
		return 1;
	}
	return 0;
}

/* What is loaded once need not be looked up in the file system again. */
static void
unpack_prepare(void)
{
	struct sok_packed p = {.name = "packed"};
	struct libarchive lib;

	if (load_library(&p, &lib) == 0)
		lib.read_free(lib.read_new());
	(void)newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static int
unpack_open(struct sok_packed *p)
{
	struct unpack *u = p->unpack = calloc(1, sizeof(*u));
	bool seeks = strcmp(p->name, "zip") == 0 || strcmp(p->name, "7z") == 0;

	if (u == NULL)
		return -1;
	u->ended = true;
	if (p->depth > DEEPEST)
		return packed_fail(p, "is packed more than %d times", DEEPEST);
	u->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	const struct libarchive *l = &u->lib;
	if (load_library(p, &u->lib) == -1)
		return -1;
	u->a = l->read_new();
	if (u->a == NULL) {
		errno = ENOMEM;
		return -1;
	}
	extent_begin(&u->extent, p->name, (struct sok_str){p->head, p->nhead});
	if (enable_form(p) == -1)
		return -1;
	(void)l->read_set_callback_data(u->a, p);
	(void)l->read_set_read_callback(u->a, read_block);
	if (p->start != -1 && seeks) {
		if (look_ahead(p) == -1)
			return -1;
		(void)l->read_set_seek_callback(u->a, seek_to);
		(void)l->read_set_skip_callback(u->a, skip_bytes);
	}
	if (l->read_open1(u->a) < ARCHIVE_WARN)
		return fail(p);
	u->ended = false;
	if (p->kind == SOK_ARCHIVE)
		return 0;
	/* It takes bytes that it cannot decompress for none. */
	if (l->error_string(u->a) != NULL) {
		u->ended = true;
		return fail(p);
	}

	/* Decompressed bytes are a single member, or none if there are none. */
	int r = l->read_next_header(u->a, &u->entry);
	if (r == ARCHIVE_OK || r == ARCHIVE_WARN)
		return 0;
	u->entry = NULL;
	u->ended = true;
	/* The sum and the size of no bytes are eight NULs. */
	uint64_t used = (uint64_t)l->filter_bytes(u->a, -1);
	if (r == ARCHIVE_EOF && strcmp(p->name, "gzip") == 0 &&
	    u->filled + 8 > used && u->filled <= used)
		return packed_fail(
		    p, "gzip: the end of the compressed data is missing");
	if (r != ARCHIVE_EOF)
		return fail(p);
	p->late = check_end(p) == -1;
	return 0;
}

/* The end of what was decompressed is the end of the source. */
static ssize_t
end_of_data(struct sok_packed *p)
{
	struct unpack *u = p->unpack;

	if (p->kind == SOK_COMPRESSED && !u->ended) {
		u->ended = true;
		p->late = check_end(p) == -1;
	}
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
	if (n == 0)
		return end_of_data(p);
	if (n > 0)
		return n;
	/* Only members of a zip are found without the one before. */
	u->ended |= n == ARCHIVE_FATAL && strcmp(p->name, "zip") != 0;
	return fail(p);
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
    unpack_prepare, unpack_open, unpack_next, unpack_read, unpack_close};
const struct unpack_ops *const unpack_ops = &ops;
