/* libarchive.c - nothing unpacks in a build without libarchive. */
#include "io/packed.h"

const struct unpack_ops *const unpack_ops = NULL;
