/* libarchive.c - nothing unpacks in a build without libarchive. */
#include "io/io.h"

const struct unpack_ops *const unpack_ops = NULL;
