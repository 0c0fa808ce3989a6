/* choose.c - selects the files in folders and the members of archives that are
 * read, by their names or by --include and --exclude. */
#include <fnmatch.h>
#include <stdlib.h>

#include "base/base.h"
#include "board/board.h"
#include "cli/cli_private.h"
#include "io/io.h"
#include "text/text.h"

bool
choose_may_be_text(const struct cli_operand *op)
{
	const char *path = op->member != NULL ? op->member : op->name;
	struct sok_str name = sok_packed_stem(sok_str(choose_name(path)));

	return op->met && file_name_may_be_text(name);
}

size_t
choose_stem(const char *name, size_t n)
{
	struct sok_str s = {name, n};
	size_t rest = file_name_stem(s);

	for (size_t i = 0; i < sok_nformats && rest == 0; i++)
		if (sok_formats[i].suffix[0] != '\0')
			rest = file_name_before(s, sok_formats[i].suffix);
	return rest > 0 ? rest : n;
}

const char *
choose_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash == NULL ? path : slash + 1;
}

int
choose_order(const void *one, const void *other)
{
	return strcmp(*(char *const *)one, *(char *const *)other);
}

/* A pattern with a slash is for the whole path, any other for the last name. */
static bool
matches(const struct names *names, const char *path)
{
	const char *name = choose_name(path);

	for (size_t i = 0; i < names->n; i++) {
		const char *pattern = names->name[i];
		bool whole = strchr(pattern, '/') != NULL;

		if (fnmatch(pattern, whole ? path : name, FNM_PATHNAME) == 0)
			return true;
	}
	return false;
}

enum choice
choose_folder(const struct cli *cli, const char *path)
{
	const char *name = choose_name(path);

	if (name[0] == '.' && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
		return CHOICE_HIDDEN;
	return matches(&cli->exclude, path) ? CHOICE_EXCLUDED : CHOICE_READ;
}

/* The choice by the name alone, in a folder that is entered. */
static enum choice
choose_by_name(const struct cli *cli, const char *path)
{
	static const enum choice choices[] = {
	    [FILE_NAME_OTHER] = CHOICE_LOOK,
	    [FILE_NAME_DOUBTFUL] = CHOICE_IF_FOUND,
	    [FILE_NAME_PUZZLES] = CHOICE_READ,
	};

	if (cli->include.n > 0)
		return matches(&cli->include, path) ? CHOICE_READ
		                                    : CHOICE_NOT_INCLUDED;
	return choices[file_name_kind(choose_name(path))];
}

enum choice
choose_file(struct cli *cli, const char *path)
{
	/* Every folder of the path, and the path itself, must be chosen. */
	char *own = cli_must(cli, strdup(path)), *s = own;
	enum choice choice = CHOICE_READ;

	for (; choice == CHOICE_READ && (s = strchr(s, '/')) != NULL;
	     *s++ = '/') {
		*s = '\0';
		choice = choose_folder(cli, own);
	}
	if (choice == CHOICE_READ)
		choice = choose_folder(cli, own);
	free(own);
	return choice == CHOICE_READ ? choose_by_name(cli, path) : choice;
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
