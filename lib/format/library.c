/*
 * library.c - the version, the optional libraries, and the functions that are
 * missing in a build without them.
 */
#include "board/identity.h"
#include "io/packed.h"
#include "text/reader.h"

const char *const sok_library_name[SOK_NLIBRARIES] = {
    "expat", "jansson", "libmd", "libarchive"};

const char *
sok_version(void)
{
	return SOK_VERSION;
}

bool
sok_has_library(enum sok_library l)
{
	const bool has[SOK_NLIBRARIES] = {
	    [SOK_EXPAT] = read_slc_ops.lacks == NULL,
	    [SOK_JANSSON] = read_json_ops.lacks == NULL,
	    [SOK_LIBMD] = digest_is_md5,
	    [SOK_LIBARCHIVE] = unpack_is_built};

	return has[l];
}

const char *
sok_format_lacks(const struct sok_format *f)
{
	return f->reader == NULL ? NULL : f->reader->lacks;
}
