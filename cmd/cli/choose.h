/*
 * choose.h - selects the files in directories and the members of archives that
 * are read.
 */
#ifndef CHOOSE_H
#define CHOOSE_H

#include <stdbool.h>
#include <stddef.h>

/* Patterns of --include or --exclude. */
struct patterns {
	const char **v;
	size_t n, cap;
};

/* The patterns of both options. */
struct choice {
	struct patterns include, exclude;
};

/* Whether files of a directory can be selected. */
bool choose_folder(const struct choice *c, const char *path);
/* The last component of a path. */
const char *choose_name(const char *path);
/* The length of a name without the suffix of a compression; without a suffix of
 * a collection. */
size_t choose_unpacked(const char *name, size_t n);
size_t choose_stem(const char *name, size_t n);
/* Whether a name ends with this suffix, in any case. */
bool choose_has_suffix(const char *name, const char *suffix);

#endif
