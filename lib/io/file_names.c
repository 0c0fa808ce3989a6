/* file_names.c - which files in folders and archives are puzzles, by their
 * names, and the order in which they are read. */
#include <string.h>

#include "base/base.h"
#include "io/io.h"

static const char *const plain[] = {".sok", ".xsb", ".slc", ".rle", ".hsb",
    ".tsb", ".osb", ".jsonl", ".txt", ".sol", ".skb", ".xsokoban"};
/* Suffixes that other games use as well: puzzles must be found in the file. */
static const char *const doubtful[] = {".lvl", ".lev", ".map", ".ban"};
/* Files with these suffixes need not have a board. */
static const char *const boardless[] = {".txt", ".sol"};
/* Suffixes of archives.  A compressed file may have one of these before the
 * suffix of its compression. */
static const char *const archives[] = {".zip", ".ar", ".tar", ".tgz", ".tbz",
    ".tbz2", ".txz", ".tzst", ".tlz", ".taz", ".7z", ".cpio", ".rar", ".lha",
    ".lzh", ".cab", ".iso"};

/* The length of a name before one of these suffixes; 0 if there is none. */
static size_t
before(struct sok_str name, const char *const *suffix, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct sok_str end = sok_str(suffix[i]);
		size_t n = end.len < name.len ? name.len - end.len : 0;

		if (n > 0 && sok_str_caseeq(sok_str_from(name, n), end))
			return n;
	}
	return 0;
}

#define BEFORE(name, suffixes) before(name, suffixes, SOK_COUNT(suffixes))

/* Whether a name is one of the files of xsokoban or hir, such as `screen.1`:
 * a word, possibly one of `.`, `_` and `-`, and digits. */
static bool
is_numbered(struct sok_str name)
{
	static const char *const words[] = {"screen", "answer", "level"};

	for (size_t i = 0; i < SOK_COUNT(words); i++) {
		struct sok_str word = sok_str(words[i]), rest;
		size_t number;

		if (!sok_str_casestarts(name, word))
			continue;
		rest = sok_str_from(name, word.len);
		if (rest.len > 0 && memchr("._-", rest.s[0], 3) != NULL)
			rest = sok_str_from(rest, 1);
		return sok_str_digits(&rest, &number) > 0 && rest.len == 0;
	}
	return false;
}

enum file_name_kind
file_name_kind(const char *file)
{
	struct sok_str name = sok_packed_stem(sok_str(file));

	if (BEFORE(name, plain) > 0 || BEFORE(name, archives) > 0 ||
	    is_numbered(name))
		return FILE_NAME_PUZZLES;
	return BEFORE(name, doubtful) > 0 ? FILE_NAME_DOUBTFUL
	                                  : FILE_NAME_OTHER;
}

bool
file_name_may_be_text(struct sok_str name)
{
	return BEFORE(name, boardless) > 0 || is_numbered(name);
}

size_t
file_name_before(struct sok_str name, const char *suffix)
{
	return before(name, &suffix, 1);
}

size_t
file_name_stem(struct sok_str name)
{
	size_t rest = BEFORE(name, plain);

	return rest > 0 ? rest : BEFORE(name, doubtful);
}

/* Numbers are compared by their value: without leading zeros, the longer one is
 * larger, and of two with equal length the order of the digits decides. */
int
file_name_order(const void *one, const void *other)
{
	const char *first = *(char *const *)one,
	           *second = *(char *const *)other;
	static const char digits[] = "0123456789";

	while (*first != '\0' && *second != '\0') {
		if (!sok_is_digit(*first) || !sok_is_digit(*second)) {
			if (*first != *second)
				break;
			first++;
			second++;
			continue;
		}
		first += strspn(first, "0");
		second += strspn(second, "0");
		size_t first_n = strspn(first, digits),
		       second_n = strspn(second, digits);
		int order = first_n == second_n
		    ? strncmp(first, second, first_n)
		    : (first_n > second_n) - (first_n < second_n);
		if (order != 0)
			return order;
		first += first_n;
		second += second_n;
	}
	/* Bytes are unsigned, as in strcmp(). */
	int order = strcmp(first, second);
	return order != 0 ? order
	                  : strcmp(*(char *const *)one, *(char *const *)other);
}
