/*
 * cli_values.c - parses the arguments of options: numbers, names from a list.
 * An invalid argument ends the program.
 */
#include "cli/cli_private.h"
#include "tools.h"

size_t
cli_number(
    struct cli *c, const char *option, const char *arg, size_t min, size_t max)
{
	size_t n;

	if (!sok_str_number(sok_str(arg), &n))
		cli_usage(c, "--%s: `%s` is not a number", option, arg);
	if (n < min || n > max)
		cli_usage(c, "--%s: %s is not between %zu and %zu", option, arg,
		    min, max);
	return n;
}

/* The index of a name; n if it is none of them. */
static size_t
find_name(struct sok_str word, const char *const *names, size_t n)
{
	size_t i = 0;

	while (i < n && !sok_str_eq(word, sok_str(names[i])))
		i++;
	return i;
}

CLI_NORETURN static void
reject_name(struct cli *c, const char *option, struct sok_str word,
    const char *const *names, size_t n, const char *then)
{
	struct cli_hint hint = CLI_HINT("");
	struct sok_buf list = {0};

	for (size_t i = 0; i < n; i++) {
		sok_buf_fmt(&list, "%s%s", i == 0 ? "" : ", ", names[i]);
		cli_hint_try(&hint, word, names[i]);
	}
	sok_buf_fmt(&list, "%s%s", then, cli_hint(&hint));
	sok_buf_addc(&list, '\0');
	cli_usage(c, "--%s: `%.*s` is not one of %s", option, (int)word.len,
	    word.s, list.failed ? "those known" : list.s);
}

size_t
cli_choice(struct cli *c, const char *option, const char *arg,
    const char *const *names, size_t n)
{
	size_t i = find_name(sok_str(arg), names, n);

	if (i == n)
		reject_name(c, option, sok_str(arg), names, n, "");
	return i;
}

enum sok_floor
cli_floor(struct cli *c, const char *arg)
{
	static const char *const names[] = {[SOK_FLOOR_SPACE] = "space",
	    [SOK_FLOOR_DASH] = "dash",
	    [SOK_FLOOR_UNDERSCORE] = "underscore"};

	return (enum sok_floor)CLI_CHOICE(c, "floor", arg, names);
}

bool
cli_word(struct sok_str *list, struct sok_str *word)
{
	size_t n = 0;

	if (list->s == NULL)
		return false;
	while (n < list->len && list->s[n] != ',')
		n++;
	*word = sok_str_sub(*list, 0, n);
	/* What follows a comma is a word, even an empty one. */
	*list = n < list->len ? sok_str_from(*list, n + 1)
	                      : (struct sok_str){NULL, 0};
	return true;
}

unsigned
cli_set(struct cli *c, const char *option, const char *arg,
    const char *const *names, size_t n)
{
	struct sok_str rest = sok_str(arg), word;
	unsigned set = 0;
	size_t i;

	while (cli_word(&rest, &word)) {
		i = find_name(word, names, n);
		if (i < n)
			set |= 1u << i;
		else if (sok_str_eq(word, SOK_STR("all")))
			set |= (1u << n) - 1;
		else
			reject_name(c, option, word, names, n, ", all");
	}
	return set;
}
