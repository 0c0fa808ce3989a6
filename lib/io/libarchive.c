/* libarchive.c - loads libarchive and chooses its formats. */
#include <dlfcn.h>
#include <string.h>

#include "io/libarchive.h"
#include "tools.h"

#if defined(__APPLE__)
#define LIBRARY "libarchive.13.dylib"
#else
#define LIBRARY "libarchive.so.13"
#endif

/* It is never unloaded, because loading it again takes long. */
int
libarchive_load(struct sok_packed *p, struct libarchive *l)
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

/* Without its own code libarchive would run an external program. */
static void
enable_filters(const struct libarchive *l, struct archive *a)
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

/* Compressed data may be an archive of a format that needs no seeking. */
void
libarchive_enable(
    const struct libarchive *l, struct archive *a, enum sok_packing kind)
{
	static const int format[] = {ARCHIVE_FORMAT_TAR, ARCHIVE_FORMAT_CPIO,
	    ARCHIVE_FORMAT_7ZIP, ARCHIVE_FORMAT_AR, ARCHIVE_FORMAT_CAB,
	    ARCHIVE_FORMAT_ISO9660, ARCHIVE_FORMAT_LHA, ARCHIVE_FORMAT_RAR,
	    ARCHIVE_FORMAT_RAR_V5, ARCHIVE_FORMAT_ZIP};
	size_t n = kind == SOK_COMPRESSED ? 2 : SOK_COUNT(format);

	for (size_t i = 0; i < n; i++)
		(void)l->read_support_format_by_code(a, format[i]);
	if (kind == SOK_COMPRESSED) {
		enable_filters(l, a);
		(void)l->read_support_format_empty(a);
		(void)l->read_support_format_raw(a);
	}
}
