/* cli_values.c - arguments of options: numbers, names from a list, the contents
 * of files.  An invalid argument ends the program, with a suggestion. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/cli_private.h"
#include "io/io.h"
#include "text/text.h"

void
cli_hint_try(struct cli_hint *hint, struct sok_str word, const char *name)
{
	struct sok_nearest nearest = {
	    .name = hint->name, .distance = hint->distance};

	sok_nearest_try(&nearest, word, name);
	hint->name = nearest.name;
	hint->distance = nearest.distance;
}

const char *
cli_hint(struct cli_hint *hint, const char *dashes)
{
	if (hint->name == NULL)
		return "";
	(void)snprintf(hint->text, sizeof(hint->text), "; did you mean %s%s?",
	    dashes, hint->name);
	return hint->text;
}

size_t
cli_number(struct cli *cli, const char *option, const char *arg, size_t min,
    size_t max)
{
	size_t n;

	if (!sok_str_number(sok_str(arg), &n))
		cli_usage(cli, "--%s: `%s` is not a number", option, arg);
	if (n < min || n > max)
		cli_usage(cli, "--%s: %s is not between %zu and %zu", option,
		    arg, min, max);
	return n;
}

size_t
cli_choice(struct cli *cli, const char *option, struct sok_str word,
    const char *const *names, size_t n, const char *more)
{
	struct cli_hint hint = {.name = NULL};
	struct sok_buf list = {0};

	for (size_t i = 0; i < n; i++)
		if (sok_str_eq(word, sok_str(names[i])))
			return i;
	for (size_t i = 0; i < n; i++) {
		sok_buf_fmt(&list, "%s%s", i == 0 ? "" : ", ", names[i]);
		cli_hint_try(&hint, word, names[i]);
	}
	const char *synonym = synonym_value(option, word);
	if (synonym != NULL)
		hint.name = synonym;
	sok_buf_fmt(&list, "%s%s", more, cli_hint(&hint, ""));
	sok_buf_addc(&list, '\0');
	cli_usage(cli, "--%s: `%.*s` is not one of %s", option, (int)word.len,
	    word.s, list.failed ? "those known" : list.s);
}

enum sok_floor
cli_floor(struct cli *cli, const char *arg)
{
	static const char *const names[] = {[SOK_FLOOR_SPACE] = "space",
	    [SOK_FLOOR_DASH] = "dash",
	    [SOK_FLOOR_UNDERSCORE] = "underscore"};

	return (enum sok_floor)CLI_CHOICE(cli, "floor", arg, names);
}

bool
cli_word(struct sok_str *list, struct sok_str *word)
{
	if (list->s == NULL)
		return false;
	size_t n = sok_str_find(*list, SOK_STR(","));
	*word = sok_str_sub(*list, 0, n);
	/* A comma is always followed by a word, possibly empty. */
	*list = n < list->len ? sok_str_from(*list, n + 1)
	                      : (struct sok_str){NULL, 0};
	return true;
}

unsigned
cli_set(struct cli *cli, const char *option, const char *arg,
    const char *const *names, size_t n)
{
	struct sok_str rest = sok_str(arg), word;
	unsigned set = 0;

	while (cli_word(&rest, &word))
		if (sok_str_eq(word, SOK_STR("all")))
			set |= (1u << n) - 1;
		else
			set |= 1u
			    << cli_choice(cli, option, word, names, n, ", all");
	return set;
}

char *
cli_slurp(struct cli *cli, const char *path, bool dash, size_t *size)
{
	bool is_stdin = dash && strcmp(path, "-") == 0;
	struct sok_buf buf = {0};
	int fd = STDIN_FILENO;

	if (is_stdin && cli->no_fd[STDIN_FILENO])
		cli_die(cli, "standard input", EBADF);
	if (!is_stdin)
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	struct sok_output *out = fd == -1 ? NULL : sok_output_memory(&buf);
	if (out == NULL || sok_output_copy(out, fd) == -1 ||
	    sok_output_close(out, false) == -1)
		cli_die(cli, path, errno);
	if (!is_stdin)
		close(fd);
	*size = buf.len;
	sok_buf_addc(&buf, '\0');
	cli_enough(cli, !buf.failed);
	return buf.s;
}

void
cli_refuse_empty(
    struct cli *cli, const struct cli_option *option, const char *arg)
{
	/* What --help calls an argument, and what that is. */
	static const char *const names[][2] = {{"FILE", "the name of a file"},
	    {"OLD", "the name of a collection"},
	    {"DIR", "the name of a folder"}, {"NAME", "a name"},
	    {"GLOB", "a pattern"}, {"SUFFIX", "a suffix"}};

	if (arg == NULL || arg[0] != '\0' || option->arg == NULL)
		return;
	for (size_t i = 0; i < SOK_COUNT(names); i++)
		if (strcmp(option->arg, names[i][0]) == 0)
			cli_usage(
			    cli, "--%s needs %s", option->name, names[i][1]);
}
