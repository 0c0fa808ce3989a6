/* split.c - sokconv --split: writes one file for each puzzle, or for each game
 * if the format has one game in a file.  Existing files are never changed.
 * Names are built from numbers, ids and slugs; a title is never used
 * unchanged. */
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "board/board.h"
#include "conv/conv.h"
#include "format/format.h"
#include "io/io.h"
#include "text/text.h"

#define SLUG 60 /* bytes of a title in a name */

struct split {
	struct id_table names;  /* digests of the names of files */
	struct sok_arena arena; /* of one file */
	struct sok_buf bytes;   /* of one file */
	/* html: the page before, which waits for a link to the next one; its
	 * path, terminated, and its name. */
	struct sok_buf page, path, name;
	struct sok_buf picture; /* --url: of the page before */
	struct sok_str before;  /* the name, for the next page */
	struct sok_buf made;    /* --strict: paths to remove if a later puzzle
	                           fails, each with a NUL */
};

/* ---- names */

/* Take a directive such as %4n from a template: returns its letter, '?' if it
 * has none.  0: another byte was taken. */
static char
take_directive(struct sok_str *rest, size_t *digits, size_t *width)
{
	char c = *rest->s;

	*digits = *width = 0;
	*rest = sok_str_from(*rest, 1);
	if (c != '%')
		return '\0';
	*digits = sok_str_digits(rest, width);
	c = rest->len > 0 ? *rest->s : '?';
	*rest = sok_str_from(*rest, 1);
	return c;
}

void
split_check_name(struct cli *cli)
{
	const struct conv *conv = cli->ctx;
	struct sok_str rest = sok_str(conv->name);
	const char *wrong = NULL;
	size_t digits, width;

	if (rest.len == 0)
		wrong = "empty";
	else if (strchr(conv->name, '/') != NULL)
		wrong = "files are written into the folder of --split only";
	while (rest.len > 0 && wrong == NULL) {
		char kind = take_directive(&rest, &digits, &width);

		/* strchr() also finds 0. */
		if (digits > 2)
			wrong = "the width is too large";
		else if (strchr("nsi%", kind) == NULL ||
		    (digits > 0 && kind != 'n'))
			wrong = "only %n, %4n, %s, %i and %% have a meaning";
	}
	if (wrong != NULL)
		cli_usage(cli, "--name=%s: %s", conv->name, wrong);
}

/* Letters and digits of a title, with a '-' for anything between them. */
static void
add_slug(struct sok_buf *buf, struct sok_str title)
{
	size_t start = buf->len;
	bool gap = false;

	for (size_t i = 0; i < title.len && buf->len - start < SLUG; i++) {
		char c = title.s[i];
		bool part = sok_is_letter(c) || sok_is_digit(c) || c == '_';

		if (part && gap && buf->len > start &&
		    buf->len - start + 1 < SLUG)
			sok_buf_addc(buf, '-');
		if (part)
			sok_buf_addc(buf, c);
		gap = !part;
	}
	if (buf->len == start)
		sok_buf_add(buf, SOK_STR("untitled"));
}

/* Append what a template means for a puzzle. */
static void
expand(struct sok_buf *buf, struct sok_str template, size_t number,
    const struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	size_t digits, width;
	struct sok_id id;
	int has;

	while (template.len > 0) {
		char c = *template.s;

		switch (take_directive(&template, &digits, &width)) {
		case 'n':
			sok_buf_fmt(buf, "%0*zu", (int)width, number);
			break;
		case 's':
			add_slug(buf, puzzle->title);
			break;
		case 'i':
			has = sok_unique_id(puzzle, &id, arena);
			buf->failed |= has == -1;
			if (has == 1)
				sok_buf_fmt(buf, "%016llX",
				    (unsigned long long)id.unique);
			else
				sok_buf_add(buf, SOK_STR("no-id"));
			break;
		default:
			sok_buf_addc(buf, c); /* also from %% */
		}
	}
}

/* Reserve a name: 1, 0 if it is taken, -1 on ENOMEM.  Names that differ only by
 * case are the same on some file systems. */
static int
reserve_name(struct split *split, struct sok_str name)
{
	char *folded = sok_arena_alloc(&split->arena, name.len, 1);

	if (folded == NULL)
		return -1;
	for (size_t i = 0; i < name.len; i++)
		folded[i] = sok_lower(name.s[i]);
	struct id_slot *slot = id_table_find(
	    &split->names, sok_digest((struct sok_str){folded, name.len}));
	if (slot == NULL)
		return -1;
	return slot->n++ == 0;
}

/* The name of the file for a game (from 1, 0: none) of a puzzle, in the arena:
 * from the template, or as xsokoban and hir's tools do, or a number and the
 * suffix.  If it is taken, -N precedes the suffix.  s == NULL with errno. */
static struct sok_str
make_name(const struct conv *conv, const struct sok_puzzle *puzzle, size_t game)
{
	struct split *split = conv->files;
	bool hir = conv_is_to(conv, "hir");
	size_t number = conv->before + puzzle->number, stem;
	const char *template = conv->name;
	struct sok_str name = {NULL, 0}, suffix = sok_str(conv->to->suffix);
	struct sok_buf buf = {0};
	int got = 0;

	if (template == NULL && hir)
		template = game > 0 ? "answer.%n" : "screen.%n";
	else if (template == NULL)
		template = conv_is_to(conv, "screens") ? "screen.%n" : "%4n";
	expand(&buf, sok_str(template), number, puzzle, &split->arena);
	if (conv->name == NULL && !hir)
		sok_buf_add(&buf, suffix);
	if (!buf.failed)
		name = sok_str_dup(&split->arena, sok_buf_str(&buf));
	sok_buf_free(&buf);
	if (game > 1)
		number = game;
	for (; name.s != NULL; number++) {
		got = reserve_name(split, name);
		if (got != 0)
			break;
		stem = name.len;
		if (stem > suffix.len &&
		    sok_str_eq(sok_str_from(name, stem - suffix.len), suffix))
			stem -= suffix.len;
		name = sok_str_fmt(&split->arena, "%.*s-%zu%.*s", (int)stem,
		    name.s, number, (int)(name.len - stem), name.s + stem);
	}
	return got == 1 ? name : (struct sok_str){NULL, 0};
}

/* ---- files */

/* Write bytes to a new file, completely or not at all; -1 on ENOMEM.  If it
 * cannot be written, no more files are. */
static int
write_file(struct cli *cli, const char *path, const struct sok_buf *bytes)
{
	struct conv *conv = cli->ctx;
	struct split *split = conv->files;
	struct sok_output *out = sok_output_new(path);

	if (out != NULL)
		sok_out(out, sok_buf_str(bytes));
	if (out == NULL || sok_output_close(out, true) == -1) {
		cli_trouble(cli, path, errno);
		conv->stopped = true;
		return 0;
	}
	if (conv->options.strict) {
		sok_buf_add(&split->made, sok_str(path));
		sok_buf_addc(&split->made, '\0');
	}
	return split->made.failed ? -1 : 0;
}

/* Write the page that waits, if there is one, with a link to the next page
 * unless its name is empty; -1 on ENOMEM. */
static int
write_page(struct cli *cli, struct sok_str next)
{
	struct conv *conv = cli->ctx;
	struct split *split = conv->files;

	if (split->path.len == 0 || conv->stopped)
		return 0;
	if (next.len > 0 && sok_page_link_next(&split->page, next) == -1)
		return -1;
	if (write_file(cli, split->path.s, &split->page) == -1)
		return -1;
	if (conv->url == NULL || conv->stopped)
		return 0;
	struct sok_arena arena = {0};
	struct sok_str path = sok_preview_name(sok_str(split->path.s), &arena);
	int got =
	    path.s == NULL ? -1 : write_file(cli, path.s, &split->picture);
	sok_arena_free(&arena);
	return got;
}

/* Hold the bytes of a page until the name of the next one is known.  0, -1 on
 * ENOMEM. */
static int
hold_page(struct cli *cli, struct sok_str name, struct sok_str path)
{
	struct conv *conv = cli->ctx;
	struct split *split = conv->files;
	struct sok_buf written;

	if (write_page(cli, name) == -1)
		return -1;
	written = split->page;
	split->page = split->bytes;
	split->bytes = written;
	split->picture.len = 0;
	if (conv->url != NULL &&
	    preview_draw(&conv->preview, &split->picture) == -1)
		return -1;
	split->path.len = split->name.len = 0;
	sok_buf_add(&split->path, path);
	sok_buf_addc(&split->path, '\0');
	sok_buf_add(&split->name, name);
	split->before = sok_buf_str(&split->name);
	return split->path.failed || split->name.failed ? -1 : 0;
}

/* The path of a file, in the arena; s == NULL on ENOMEM. */
static struct sok_str
make_path(const struct conv *conv, struct sok_str name)
{
	if (name.s == NULL)
		return name;
	return sok_str_fmt(
	    &conv->files->arena, "%s/%.*s", conv->split, (int)name.len, name.s);
}

/* Write the bytes in memory to a new file for a puzzle.  0, -1 as write_file().
 */
static int
save_file(struct cli *cli, const struct sok_puzzle *puzzle, size_t game)
{
	struct conv *conv = cli->ctx;
	struct split *split = conv->files;
	struct sok_str path = make_path(conv, make_name(conv, puzzle, game));

	return path.s == NULL ? -1 : write_file(cli, path.s, &split->bytes);
}

/* Convert a puzzle to the bytes of a file: 1, 0 if the format cannot represent
 * it (reported), -1 with errno. */
static int
make_file(struct cli *cli, const struct sok_puzzle *puzzle)
{
	struct conv *conv = cli->ctx;
	struct split *split = conv->files;
	struct sok_header header = *puzzle->header;
	int got = 0;

	/* Every header is the first one of its file. */
	header.later = header.merged = false;
	split->bytes.len = 0;
	struct sok_output *out = sok_output_memory(&split->bytes);
	if (out == NULL)
		return -1;
	if (conv->writer != NULL)
		got = sok_writer_next(conv->writer, out);
	else
		conv->writer = sok_writer_open(
		    conv->to, out, &conv->options, cli_sink(cli));
	if (conv->writer == NULL)
		got = -1;
	if (got == 0)
		got = sok_write_header(conv->writer, &header);
	if (got == 0)
		got = sok_write(conv->writer, puzzle);
	if (conv->writer != NULL && sok_writer_end(conv->writer) == -1)
		got = -1;
	return sok_output_close(out, true) == -1 ? -1 : got;
}

/* Convert a puzzle to a page, which knows its name.  0, -1 with errno. */
static int
split_page(struct cli *cli, const struct sok_puzzle *puzzle)
{
	struct conv *conv = cli->ctx;
	struct sok_str name = make_name(conv, puzzle, 0),
	               path = make_path(conv, name);

	if (path.s == NULL)
		return -1;
	preview_begin(cli, &conv->preview, path.s, &conv->options);
	if (preview_puzzle(&conv->preview, puzzle) == -1)
		return -1;
	int got = make_file(cli, puzzle);
	if (got == 1)
		got = hold_page(cli, name, path);
	return got == -1 || conv->stopped ? got : index_add(cli, puzzle, name);
}

int
split_puzzle(struct cli *cli, const struct sok_puzzle *puzzle)
{
	struct conv *conv = cli->ctx;
	struct sok_puzzle one = *puzzle;
	bool any = false;
	int got = 0;

	sok_arena_reset(&conv->files->arena);
	if (conv_is_to(conv, "html"))
		return split_page(cli, puzzle);
	if (!conv_is_to(conv, "hir") || puzzle->ngames == 0) {
		got = make_file(cli, puzzle);
		return got == 1 ? save_file(cli, puzzle, 0) : got;
	}

	/* One game in a file.  A game that cannot be written leaves the puzzle,
	 * which gets a file only if no game has one. */
	one.ngames = 1;
	for (size_t i = 0; i < puzzle->ngames && !conv->stopped; i++) {
		one.game = &puzzle->game[i];
		got = make_file(cli, &one);
		if (got == 1 && !sok_writer_bare(conv->writer)) {
			any = true;
			got = save_file(cli, &one, i + 1);
		}
		if (got == -1)
			return -1;
	}
	return any || got != 1 ? 0 : save_file(cli, &one, 0);
}

void
split_run(struct cli *cli)
{
	struct conv *conv = cli->ctx;
	struct split split = {.made = {0}};

	conv->files = &split;
	conv->options.before = &split.before;
	cli->counts = true;
	cli_check_claims(cli);
	/* What it writes is not read again. */
	cli->avoid = conv->split;
	bool ours = mkdir(conv->split, 0777) == 0;
	if ((!ours && errno != EEXIST) ||
	    reserve_name(&split, SOK_STR("index.html")) == -1)
		cli_die(cli, conv->split, errno);
	index_begin(cli);
	cli_add_name(cli, &cli->outputs, conv->split);
	cli_confine(cli, 0);
	cli_run(cli);
	cli_enough(cli, write_page(cli, SOK_STR("")) == 0);
	int got = sok_writer_close(conv->writer);
	bool failed = conv->options.strict &&
	    (got != 0 || cli_status(cli) == CLI_TROUBLE);
	index_end(cli, !failed);
	if (failed) {
		const char *path = split.made.s;

		for (; path < split.made.s + split.made.len;
		     path += strlen(path) + 1)
			if (unlink(path) == -1 && errno != ENOENT)
				cli_trouble(cli, path, errno);
		/* Somebody else may have put files there. */
		if (ours)
			(void)rmdir(conv->split);
		cli_remark(cli, "%s: not written", conv->split);
	}
	id_table_free(&split.names);
	sok_arena_free(&split.arena);
	sok_buf_free(&split.bytes);
	sok_buf_free(&split.page);
	sok_buf_free(&split.picture);
	(void)preview_end(cli, &conv->preview, false);
	sok_buf_free(&split.path);
	sok_buf_free(&split.name);
	sok_buf_free(&split.made);
	if (got == -1)
		cli_die(cli, conv->to->name, errno);
}
