/*
 * sokfmt - normalizes collections: reads any format and writes canonical .sok
 * text.  This file has the options and writes a single output; fmt_files.c
 * compares and rewrites files.
 */
#include <errno.h>
#include <string.h>

#include "fmt/fmt.h"
#include "tools.h"

enum { FLOOR = CLI_OWN, TRANSFORM, UNIQUE, DROP, TITLE, WRAP };

#define AT(member) CLI_STORE(struct fmt, member)

static const struct cli_option options[] = {
    {"check", 'c', NULL, AT(check),
        "write no collection; status 1 if an input would change"},
    {"list", 'l', NULL, AT(list),
        "print the names of inputs that would change"},
    {"diff", 'd', NULL, AT(diff), "print the changes as a unified diff"},
    {"write", 'w', NULL, AT(write), "rewrite files in place"},
    {"backup", 0, "SUFFIX", AT(backup), "with -w, keep the old file"},
    {"floor", 0, "KIND", FLOOR, "floor is space, dash or underscore"},
    {"simplify", 0, NULL, AT(simplify), "replace what the player cannot reach"},
    {"transform", 0, "T", TRANSFORM,
        "rotate90 rotate180 rotate270 flip-h flip-v transpose "
        "anti-transpose canonical"},
    {"unique", 0, "[WHAT]", UNIQUE,
        "drop later duplicates: same picture, exact or unique id"},
    {"drop", 0, "LIST", DROP,
        "drop comments, notes, keys, solutions, snapshots, titles or all"},
    {"expand-macros", 0, NULL, AT(macros),
        "replace <#Key#/> by its definition"},
    {"title", 0, "WHERE", TITLE, "move titles: key, all-keys or line"},
    {"wrap", 0, "N", WRAP, "column at which moves wrap; 0 disables wrapping"},
    {NULL, 0, NULL, 0, NULL},
};

static const char *const unique_name[] = {
    [FMT_PICTURE] = "picture", [FMT_EXACT] = "exact", [FMT_UNIQUE] = "unique"};
static const char *const title_name[] = {[SOK_TITLE_KEY] = "key",
    [SOK_TITLE_ALL_KEYS] = "all-keys",
    [SOK_TITLE_LINE] = "line"};
static const char *const drop_name[] = {
    "comments", "notes", "keys", "solutions", "snapshots", "titles"};

static int
symmetry(struct cli *c, const char *arg)
{
	const char *name[SOK_NSYMMETRIES];

	for (int i = 1; i < SOK_NSYMMETRIES; i++)
		name[i - 1] = sok_symmetry_name[i];
	name[SOK_NSYMMETRIES - 1] = "canonical";
	return 1 + (int)cli_choice(c, "transform", arg, name, SOK_NSYMMETRIES);
}

/* Every line of moves must contain a letter, which sets the least width. */
static int
wrap(struct cli *c, const char *arg)
{
	size_t n = cli_number(c, "wrap", arg, 0, 1000000);

	if (n > 0 && n < 10)
		cli_usage(c, "--wrap=%s: at least 10, or 0 for never", arg);
	return (int)n;
}

static void
fmt_option(struct cli *c, int id, const char *arg)
{
	struct fmt *f = c->ctx;

	switch (id) {
	case FLOOR:
		f->floor = cli_floor(c, arg);
		break;
	case TRANSFORM:
		f->symmetry = symmetry(c, arg);
		if (f->symmetry == FMT_CANONICAL)
			cli_need(c, "--transform=canonical", SOK_LIBMD);
		break;
	case UNIQUE:
		f->unique = arg == NULL
		    ? FMT_UNIQUE
		    : (int)CLI_CHOICE(c, "unique", arg, unique_name);
		if (f->unique != FMT_PICTURE)
			cli_need(c, "--unique", SOK_LIBMD);
		break;
	case DROP:
		f->drop |= CLI_SET(c, "drop", arg, drop_name);
		break;
	case TITLE:
		f->title = (int)CLI_CHOICE(c, "title", arg, title_name);
		break;
	case WRAP:
		f->wrap = wrap(c, arg);
		break;
	}
}

/* Reject combinations that are harmful or have no effect. */
static void
check_options(struct cli *c)
{
	struct fmt *f = c->ctx;

	if (f->write && c->select != NULL)
		cli_usage(c, "-w with -s would drop the other puzzles");
	if ((f->check || f->list || f->diff) && c->select != NULL)
		cli_usage(c, "-c, -l and -d are for whole files, not for -s");
	if (f->write && f->check)
		cli_usage(c, "-w writes and -c does not; use -w with -l or -d");
	if (f->write && c->output != NULL)
		cli_usage(c, "-w and -o exclude each other");
	if (f->check && !f->list && !f->diff && c->output != NULL)
		cli_usage(c, "-c writes nothing; use -o with -l or -d");
	if (f->backup != NULL && !f->write)
		cli_usage(c, "--backup needs -w");
	if (f->backup != NULL && f->backup[0] == '\0')
		cli_usage(c, "--backup needs a suffix");
	if (f->backup != NULL && strchr(f->backup, '/') != NULL)
		cli_usage(
		    c, "--backup=%s: a suffix must not contain `/`", f->backup);
	f->edits = f->drop != 0 || f->simplify || f->symmetry != FMT_NONE ||
	    f->title != FMT_NONE;
	c->no_output = (f->check || f->write) && !f->list && !f->diff;
}

static const struct cli_program program = {
    .name = "sokfmt",
    .summary = "normalize Sokoban collections",
    .options = options,
    .take = fmt_option,
    .check = check_options,
    .parallel = &fmt_parallel,
};

int
main(int argc, char **argv)
{
	struct fmt fmt = {.symmetry = FMT_NONE,
	    .unique = FMT_NONE,
	    .title = FMT_NONE,
	    .wrap = SOK_WRAP};
	struct cli c;

	cli_init(&c, &program, &fmt, argc, argv);
	if (fmt.check || fmt.list || fmt.diff || fmt.write) {
		/* An output file is created even if it stays empty. */
		if (c.output != NULL)
			(void)cli_output(&c);
		c.sink.fn = fmt_finding;
		c.syncs = fmt.write;
		cli_find_files(&c);
		cli_each(&c, !fmt.write, fmt_file, NULL);
		return cli_finish(&c);
	}
	if (fmt_open(&c, cli_text_output(&c), cli_output_name(&c)) == -1)
		cli_die(&c, "writer", errno);
	cli_run(&c, &fmt_work);
	if (fmt_close(&c) == -1)
		cli_die(&c, "writer", errno);
	return cli_finish(&c);
}
