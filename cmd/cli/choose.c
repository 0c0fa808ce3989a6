/* choose.c - selects the files in folders and the members of archives that are
 * read, by their names or by --include and --exclude. */
#include <fnmatch.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "cli/cli_private.h"
#include "io/io.h"
#include "text/text.h"

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

bool
choose_may_be_text(const struct cli_operand *op)
{
	const char *path = op->member != NULL ? op->member : op->name;
	struct sok_str name = sok_packed_stem(sok_str(choose_name(path)));

	return op->met && (BEFORE(name, boardless) > 0 || is_numbered(name));
}

size_t
choose_stem(const char *name, size_t n)
{
	struct sok_str s = {name, n};
	size_t rest = BEFORE(s, plain);

	if (rest == 0)
		rest = BEFORE(s, doubtful);
	for (size_t i = 0; i < sok_nformats && rest == 0; i++)
		if (sok_formats[i].suffix[0] != '\0')
			rest = before(s, &sok_formats[i].suffix, 1);
	return rest > 0 ? rest : n;
}

const char *
choose_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

int
choose_order(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Numbers are compared by their value: without leading zeros, the longer one is
 * larger, and of two with equal length the order of the digits decides. */
int
choose_natural_order(const void *a, const void *b)
{
	const char *x = *(char *const *)a, *y = *(char *const *)b;
	static const char digits[] = "0123456789";

	while (*x != '\0' && *y != '\0') {
		if (!sok_is_digit(*x) || !sok_is_digit(*y)) {
			if (*x != *y)
				break;
			x++;
			y++;
			continue;
		}
		x += strspn(x, "0");
		y += strspn(y, "0");
		size_t n = strspn(x, digits), m = strspn(y, digits);
		int order = n == m ? strncmp(x, y, n) : (n > m) - (n < m);
		if (order != 0)
			return order;
		x += n;
		y += m;
	}
	/* Bytes are unsigned, as in strcmp(). */
	int order = strcmp(x, y);
	return order != 0 ? order : choose_order(a, b);
}

/* A pattern with a slash is for the whole path, any other for the last name. */
static bool
matches(const struct names *p, const char *path)
{
	const char *name = choose_name(path);

	for (size_t i = 0; i < p->n; i++) {
		bool whole = strchr(p->v[i], '/') != NULL;

		if (fnmatch(p->v[i], whole ? path : name, FNM_PATHNAME) == 0)
			return true;
	}
	return false;
}

enum choice
choose_folder(const struct cli *c, const char *path)
{
	const char *name = choose_name(path);

	if (name[0] == '.' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
		return CHOICE_HIDDEN;
	return matches(&c->exclude, path) ? CHOICE_EXCLUDED : CHOICE_READ;
}

/* The choice by the name alone, in a folder that is entered. */
static enum choice
choose_by_name(const struct cli *c, const char *path)
{
	struct sok_str name = sok_packed_stem(sok_str(choose_name(path)));

	if (c->include.n > 0)
		return matches(&c->include, path) ? CHOICE_READ
		                                  : CHOICE_NOT_INCLUDED;
	if (BEFORE(name, plain) > 0 || BEFORE(name, archives) > 0 ||
	    is_numbered(name))
		return CHOICE_READ;
	return BEFORE(name, doubtful) > 0 ? CHOICE_IF_FOUND : CHOICE_LOOK;
}

enum choice
choose_file(struct cli *c, const char *path)
{
	/* Every folder of the path, and the path itself, must be chosen. */
	char *own = cli_must(c, strdup(path)), *s = own;
	enum choice choice = CHOICE_READ;

	for (; choice == CHOICE_READ && (s = strchr(s, '/')) != NULL;
	     *s++ = '/') {
		*s = '\0';
		choice = choose_folder(c, own);
	}
	if (choice == CHOICE_READ)
		choice = choose_folder(c, own);
	free(own);
	return choice == CHOICE_READ ? choose_by_name(c, path) : choice;
}

const char *
choose_reason(enum choice choice)
{
	static const char *const reasons[] = {
	    [CHOICE_LOOK] = "no puzzle was found in it",
	    [CHOICE_IF_FOUND] = "no puzzle was found in it",
	    [CHOICE_HIDDEN] = "its name begins with a full stop",
	    [CHOICE_EXCLUDED] = "--exclude matches it",
	    [CHOICE_NOT_INCLUDED] = "--include does not match it",
	};

	return reasons[choice];
}
