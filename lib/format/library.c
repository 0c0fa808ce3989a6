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
	switch (l) {
	case SOK_EXPAT:
		return read_slc_ops.lacks == NULL;
	case SOK_JANSSON:
		return read_json_ops.lacks == NULL;
	case SOK_LIBMD:
		return digest_is_md5;
	default:
		return unpack_is_built;
	}
}

const char *
sok_format_lacks(const struct sok_format *f)
{
	return f->reader == NULL ? NULL : f->reader->lacks;
}
