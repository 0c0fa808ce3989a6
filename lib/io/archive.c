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
archive_fail(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;
	const char *why = unpack->lib.error_string(unpack->archive);

	if (unpack->cause != NULL)
		return packed_fail(packed, "%s", unpack->cause);
	return packed_fail(
	    packed, "%s: %s", packed->name, why != NULL ? why : "damaged");
}

/* Load the library, which is never unloaded, because loading it again takes
 * long.  0, -1 with a fault. */
static int
load_library(struct sok_packed *packed, struct libarchive *lib)
{
#define ENTRY(name) {"archive_" #name, offsetof(struct libarchive, name)},
	static const struct {
		const char *name;
		size_t at;
	} function[] = {LIBARCHIVE(ENTRY)};
#undef ENTRY
	void *so = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE),
	     *symbol;

	if (so == NULL)
		return packed_fail(packed,
		    "is %s; the library %s cannot be loaded", packed->name,
		    LIBRARY);
	for (size_t i = 0; i < SOK_COUNT(function); i++) {
		symbol = dlsym(so, function[i].name);
		if (symbol == NULL)
			return packed_fail(packed, "is %s; %s is too old",
			    packed->name, LIBRARY);
		memcpy((char *)lib + function[i].at, &symbol, sizeof(symbol));
	}
	return 0;
}

/* Enable the form that was recognized, and no other: some formats name files on
 * disk or run programs.  0, -1 with a fault. */
static int
enable_form(struct sok_packed *packed)
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
	const struct libarchive *lib = &packed->unpack->lib;
	/* Without its own code libarchive would run an external program. */
	const struct {
		const char *form;
		int code;
		bool has;
	} filter[] = {
	    {"gzip", ARCHIVE_FILTER_GZIP, lib->zlib_version() != NULL},
	    {"bzip2", ARCHIVE_FILTER_BZIP2, lib->bzlib_version() != NULL},
	    {"xz", ARCHIVE_FILTER_XZ, lib->liblzma_version() != NULL},
	    {"lzip", ARCHIVE_FILTER_LZIP, lib->liblzma_version() != NULL},
	    {"zstd", ARCHIVE_FILTER_ZSTD, lib->libzstd_version() != NULL},
	    {"lz4", ARCHIVE_FILTER_LZ4, lib->liblz4_version() != NULL},
	    {"compress", ARCHIVE_FILTER_COMPRESS, true}};
	struct archive *archive = packed->unpack->archive;
	int got;

	for (size_t i = 0; i < SOK_COUNT(format); i++)
		if (strcmp(packed->name, format[i].form) == 0)
			(void)lib->read_support_format_by_code(
			    archive, format[i].code);
	if (packed->kind == SOK_ARCHIVE)
		return 0;
	(void)lib->read_support_format_empty(archive);
	(void)lib->read_support_format_raw(archive);
	for (size_t i = 0; i < SOK_COUNT(filter); i++) {
		if (strcmp(packed->name, filter[i].form) != 0)
			continue;
		if (!filter[i].has)
			return packed_fail(packed,
			    "is %s, which %s cannot read here", packed->name,
			    LIBRARY);
		/* This one reads as soon as it is appended, too early. */
		if (filter[i].code == ARCHIVE_FILTER_COMPRESS)
			got = lib->read_support_filter_compress(archive);
		else
			got = lib->read_append_filter(archive, filter[i].code);
		return got < ARCHIVE_WARN ? archive_fail(packed) : 0;
	}
	return packed_fail(packed, "is %s, which cannot be read", packed->name);
}

/* ---- members */

/* Unpack the rest of the member, which must not exceed the limit, where the
 * library has to do that to reach the next one.  0; -1: nothing more can be
 * read. */
static int
skip_rest(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;
	int format =
	        unpack->lib.format(unpack->archive) & ARCHIVE_FORMAT_BASE_MASK,
	    got;
	bool unpacks = format == ARCHIVE_FORMAT_7ZIP ||
	    format == ARCHIVE_FORMAT_RAR || format == ARCHIVE_FORMAT_RAR_V5 ||
	    format == ARCHIVE_FORMAT_CAB || format == ARCHIVE_FORMAT_LHA;
	const void *block;
	la_int64_t at;
	size_t n;

	if (unpack->entry == NULL || !unpacks)
		return 0;
	do {
		got = unpack->lib.read_data_block(
		    unpack->archive, &block, &n, &at);
		if (got >= ARCHIVE_WARN && got != ARCHIVE_EOF &&
		    !packed_grow(packed, n))
			return -1;
	} while (got == ARCHIVE_OK || got == ARCHIVE_WARN);
	/* Only this member is damaged, and it was not wanted or was reported.
	 */
	if (got == ARCHIVE_EOF || got == ARCHIVE_FAILED || got == ARCHIVE_RETRY)
		return 0;
	return archive_fail(packed);
}

/* The next header: 1, 0 at the end, -1 with a fault.  Two unreadable ones are
 * the end. */
static int
next_header(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;
	bool failed = unpack->failed;
	int got;

	if (skip_rest(packed) == -1) {
		unpack->ended = true;
		return -1;
	}
	/* Many archives have names in Unicode.  libarchive converts them to the
	 * charset of the locale, and fails if a character is missing there. */
	locale_t before = uselocale(unpack->utf8);
	got = unpack->lib.read_next_header(unpack->archive, &unpack->entry);
	(void)uselocale(before);
	unpack->failed = got != ARCHIVE_OK && got != ARCHIVE_WARN;
	unpack->begun = false;
	if (!unpack->failed)
		return 1;
	unpack->entry = NULL;
	unpack->ended = got == ARCHIVE_EOF || got == ARCHIVE_FATAL || failed;
	if (got != ARCHIVE_EOF)
		return archive_fail(packed);
	return archive_check_end(packed);
}

/* As sok_packed_next(), for members that are files: 1, with a path that belongs
 * to libarchive; 0 at the end; -1 with a fault, after which the next call goes
 * on, unless nothing more can be read. */
static int
unpack_next(struct sok_packed *packed, struct sok_member *member)
{
	struct unpack *unpack = packed->unpack;

	if (unpack->stuck) {
		unpack->stuck = false;
		return packed_fail(packed,
		    "%s: what follows in the archive cannot be read",
		    packed->name);
	}
	while (!unpack->ended) {
		int got = next_header(packed);

		if (got != 1)
			return got;
		/* Some archives do not store types. */
		unsigned type = unpack->lib.entry_filetype(unpack->entry);
		if (type != AE_IFREG && type != 0)
			continue;
		locale_t before = uselocale(unpack->utf8);
		const char *path = unpack->lib.entry_pathname(unpack->entry);
		if (path == NULL)
			path = unpack->lib.entry_pathname_utf8(unpack->entry);
		(void)uselocale(before);
		if (path == NULL)
			return packed_fail(packed,
			    "%s: a member's name cannot be read", packed->name);
		member->path = sok_str(path);
		/* The contents of a hard link are elsewhere in the archive. */
		if (unpack->lib.entry_hardlink(unpack->entry) != NULL &&
		    unpack->lib.entry_size(unpack->entry) == 0)
			member->skip = PACKED_LINK;
		return 1;
	}
	return 0;
}

/* What is loaded once need not be looked up in the file system again. */
static void
unpack_prepare(void)
{
	struct sok_packed packed = {.name = "packed"};
	struct libarchive lib;

	if (load_library(&packed, &lib) == 0)
		lib.read_free(lib.read_new());
	(void)newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

/* Open an archive or, of compressed data, the only member, of which there is
 * none if they are empty.  0; -1 with a fault, or with errno if there is no
 * memory. */
static int
unpack_open(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack = calloc(1, sizeof(*unpack));
	bool seeks =
	    strcmp(packed->name, "zip") == 0 || strcmp(packed->name, "7z") == 0;

	if (unpack == NULL)
		return -1;
	unpack->ended = true;
	if (packed->depth > DEEPEST)
		return packed_fail(
		    packed, "is packed more than %d times", DEEPEST);
	unpack->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	const struct libarchive *lib = &unpack->lib;
	if (load_library(packed, &unpack->lib) == -1)
		return -1;
	unpack->archive = lib->read_new();
	if (unpack->archive == NULL) {
		errno = ENOMEM;
		return -1;
	}
	extent_begin(&unpack->extent, packed->name,
	    (struct sok_str){packed->head, packed->nhead});
	if (enable_form(packed) == -1)
		return -1;
	(void)lib->read_set_callback_data(unpack->archive, packed);
	(void)lib->read_set_read_callback(unpack->archive, archive_read_block);
	if (packed->start != -1 && seeks) {
		if (archive_look_ahead(packed) == -1)
			return -1;
		(void)lib->read_set_seek_callback(
		    unpack->archive, archive_seek_to);
		(void)lib->read_set_skip_callback(
		    unpack->archive, archive_skip_bytes);
	}
	if (lib->read_open1(unpack->archive) < ARCHIVE_WARN)
		return archive_fail(packed);
	unpack->ended = false;
	if (packed->kind == SOK_ARCHIVE)
		return 0;
	/* It takes bytes that it cannot decompress for none. */
	if (lib->error_string(unpack->archive) != NULL) {
		unpack->ended = true;
		return archive_fail(packed);
	}

	/* Decompressed bytes are a single member, or none if there are none. */
	int got = lib->read_next_header(unpack->archive, &unpack->entry);
	if (got == ARCHIVE_OK || got == ARCHIVE_WARN)
		return 0;
	unpack->entry = NULL;
	unpack->ended = true;
	/* The sum and the size of no bytes are eight NULs. */
	uint64_t used = (uint64_t)lib->filter_bytes(unpack->archive, -1);
	if (got == ARCHIVE_EOF && strcmp(packed->name, "gzip") == 0 &&
	    unpack->filled + 8 > used && unpack->filled <= used)
		return packed_fail(
		    packed, "gzip: the end of the compressed data is missing");
	if (got != ARCHIVE_EOF)
		return archive_fail(packed);
	packed->late = archive_check_end(packed) == -1;
	return 0;
}

/* The end of what was decompressed is the end of the source, which is checked:
 * 0, the result of the read. */
static ssize_t
end_of_data(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;

	if (packed->kind == SOK_COMPRESSED && !unpack->ended) {
		unpack->ended = true;
		packed->late = archive_check_end(packed) == -1;
	}
	return 0;
}

/* Read bytes of the member: how many; 0 at its end, or if there is none; -1
 * with a fault. */
static ssize_t
unpack_read(struct sok_packed *packed, char *buf, size_t size)
{
	struct unpack *unpack = packed->unpack;

	if (unpack->entry == NULL)
		return 0;
	/* A member may be too large according to its header. */
	if (!unpack->begun && unpack->lib.entry_size_is_set(unpack->entry)) {
		unpack->begun = true;
		la_int64_t stated = unpack->lib.entry_size(unpack->entry);
		if (stated > 0 &&
		    (uint64_t)stated > packed->expand - packed->grown) {
			(void)packed_grow(packed, (uint64_t)stated);
			return -1;
		}
	}
	la_ssize_t n = unpack->lib.read_data(unpack->archive, buf, size);
	if (n == 0)
		return end_of_data(packed);
	if (n > 0)
		return n;
	/* Only members of a zip are found without the one before. */
	if (n == ARCHIVE_FATAL && strcmp(packed->name, "zip") != 0)
		unpack->ended = unpack->stuck = true;
	return archive_fail(packed);
}

static void
unpack_close(struct sok_packed *packed)
{
	struct unpack *unpack = packed->unpack;

	if (unpack->archive != NULL)
		(void)unpack->lib.read_free(unpack->archive);
	if (unpack->utf8 != (locale_t)0)
		freelocale(unpack->utf8);
	free(unpack);
}

static const struct unpack_ops ops = {
    unpack_prepare, unpack_open, unpack_next, unpack_read, unpack_close};
const struct unpack_ops *const unpack_ops = &ops;
