/* archive.c - decompression and archives by libarchive, as streams.  It is
 * loaded when an input needs it, because it depends on many libraries. */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/base.h"
#include "io/archive.h"
#include "io/io.h"

int
archive_fail(struct sok_packed *p)
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
		return r < ARCHIVE_WARN ? archive_fail(p) : 0;
	}
	return packed_fail(p, "is %s, which cannot be read", p->name);
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
	return archive_fail(p);
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
		return archive_fail(p);
	return archive_check_end(p);
}

static int
unpack_next(struct sok_packed *p, struct sok_member *m)
{
	struct unpack *u = p->unpack;

	if (u->stuck) {
		u->stuck = false;
		return packed_fail(p,
		    "%s: what follows in the archive cannot be read", p->name);
	}
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
	(void)l->read_set_read_callback(u->a, archive_read_block);
	if (p->start != -1 && seeks) {
		if (archive_look_ahead(p) == -1)
			return -1;
		(void)l->read_set_seek_callback(u->a, archive_seek_to);
		(void)l->read_set_skip_callback(u->a, archive_skip_bytes);
	}
	if (l->read_open1(u->a) < ARCHIVE_WARN)
		return archive_fail(p);
	u->ended = false;
	if (p->kind == SOK_ARCHIVE)
		return 0;
	/* It takes bytes that it cannot decompress for none. */
	if (l->error_string(u->a) != NULL) {
		u->ended = true;
		return archive_fail(p);
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
		return archive_fail(p);
	p->late = archive_check_end(p) == -1;
	return 0;
}

/* The end of what was decompressed is the end of the source. */
static ssize_t
end_of_data(struct sok_packed *p)
{
	struct unpack *u = p->unpack;

	if (p->kind == SOK_COMPRESSED && !u->ended) {
		u->ended = true;
		p->late = archive_check_end(p) == -1;
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
	if (n == ARCHIVE_FATAL && strcmp(p->name, "zip") != 0)
		u->ended = u->stuck = true;
	return archive_fail(p);
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
