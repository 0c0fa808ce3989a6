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

/* What is chosen by them. */
struct choice {
	struct patterns include, exclude;
};

/* Whether files of a folder can be taken. */
bool choose_folder(const struct choice *c, const char *path);
/* What stands behind the last slash of a path. */
const char *choose_name(const char *path);
/* How many bytes of a name stand before the suffix of a compression, or before
 * one of a collection; all of them without. */
size_t choose_unpacked(const char *name, size_t n);
size_t choose_stem(const char *name, size_t n);
/* Whether a name ends with that suffix, in capitals or not. */
bool choose_has_suffix(const char *name, const char *suffix);

#endif
