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
split_check_name(struct cli *c)
{
	const struct conv *v = c->ctx;
	struct sok_str rest = sok_str(v->name);
	const char *wrong = NULL;
	size_t digits, width;

	if (rest.len == 0)
		wrong = "empty";
	else if (strchr(v->name, '/') != NULL)
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
		cli_usage(c, "--name=%s: %s", v->name, wrong);
}

/* Letters and digits of a title, with a '-' for anything between them. */
static void
add_slug(struct sok_buf *b, struct sok_str title)
{
	size_t start = b->len;
	bool gap = false;

	for (size_t i = 0; i < title.len && b->len - start < SLUG; i++) {
		char c = title.s[i];
		bool part = sok_is_letter(c) || sok_is_digit(c) || c == '_';

		if (part && gap && b->len > start && b->len - start + 1 < SLUG)
			sok_buf_addc(b, '-');
		if (part)
			sok_buf_addc(b, c);
		gap = !part;
	}
	if (b->len == start)
		sok_buf_add(b, SOK_STR("untitled"));
}

/* Append what a template means for a puzzle. */
static void
expand(struct sok_buf *b, struct sok_str template, size_t number,
    const struct sok_puzzle *p, struct sok_arena *a)
{
	size_t digits, width;
	struct sok_id id;
	int has;

	while (template.len > 0) {
		char c = *template.s;

		switch (take_directive(&template, &digits, &width)) {
		case 'n':
			sok_buf_fmt(b, "%0*zu", (int)width, number);
			break;
		case 's':
			add_slug(b, p->title);
			break;
		case 'i':
			has = sok_unique_id(p, &id, a);
			b->failed |= has == -1;
			if (has == 1)
				sok_buf_fmt(b, "%016llX",
				    (unsigned long long)id.unique);
			else
				sok_buf_add(b, SOK_STR("no-id"));
			break;
		default:
			sok_buf_addc(b, c); /* also from %% */
		}
	}
}

/* Reserve a name: 1, 0 if it is taken, -1.  Names that differ only by case are
 * the same on some file systems. */
static int
reserve_name(struct split *s, struct sok_str name)
{
	char *folded = sok_arena_alloc(&s->arena, name.len, 1);

	if (folded == NULL)
		return -1;
	for (size_t i = 0; i < name.len; i++)
		folded[i] = sok_lower(name.s[i]);
	struct id_slot *slot = id_table_find(
	    &s->names, sok_digest((struct sok_str){folded, name.len}));
	if (slot == NULL)
		return -1;
	return slot->n++ == 0;
}

/* The name of the file for a game (from 1, 0: none) of a puzzle, in the arena:
 * from the template, or as xsokoban and hir's tools do, or a number and the
 * suffix.  If it is taken, -N precedes the suffix.  s == NULL with errno. */
static struct sok_str
make_name(const struct conv *v, const struct sok_puzzle *p, size_t game)
{
	struct split *s = v->files;
	bool hir = conv_is_to(v, "hir");
	size_t number = v->before + p->number, stem;
	const char *template = v->name;
	struct sok_str name = {NULL, 0}, suffix = sok_str(v->to->suffix);
	struct sok_buf b = {0};
	int r = 0;

	if (template == NULL && hir)
		template = game > 0 ? "answer.%n" : "screen.%n";
	else if (template == NULL)
		template = conv_is_to(v, "screens") ? "screen.%n" : "%4n";
	expand(&b, sok_str(template), number, p, &s->arena);
	if (v->name == NULL && !hir)
		sok_buf_add(&b, suffix);
	if (!b.failed)
		name = sok_str_dup(&s->arena, sok_buf_str(&b));
	sok_buf_free(&b);
	if (game > 1)
		number = game;
	for (; name.s != NULL; number++) {
		r = reserve_name(s, name);
		if (r != 0)
			break;
		stem = name.len;
		if (stem > suffix.len &&
		    sok_str_eq(sok_str_from(name, stem - suffix.len), suffix))
			stem -= suffix.len;
		name = sok_str_fmt(&s->arena, "%.*s-%zu%.*s", (int)stem, name.s,
		    number, (int)(name.len - stem), name.s + stem);
	}
	return r == 1 ? name : (struct sok_str){NULL, 0};
}

/* ---- files */

/* Write bytes to a new file, completely or not at all; -1 on ENOMEM.  If it
 * cannot be written, no more files are. */
static int
write_file(struct cli *c, const char *path, const struct sok_buf *bytes)
{
	struct conv *v = c->ctx;
	struct split *s = v->files;
	struct sok_output *out = sok_output_new(path);

	if (out != NULL)
		sok_out(out, sok_buf_str(bytes));
	if (out == NULL || sok_output_close(out, true) == -1) {
		cli_trouble(c, path, errno);
		v->stopped = true;
		return 0;
	}
	if (v->o.strict) {
		sok_buf_add(&s->made, sok_str(path));
		sok_buf_addc(&s->made, '\0');
	}
	return s->made.failed ? -1 : 0;
}

/* Write the page that waits, if there is one, with a link to the next page
 * unless its name is empty; -1 on ENOMEM. */
static int
write_page(struct cli *c, struct sok_str next)
{
	struct conv *v = c->ctx;
	struct split *s = v->files;

	if (s->path.len == 0 || v->stopped)
		return 0;
	if (next.len > 0 && sok_page_link_next(&s->page, next) == -1)
		return -1;
	if (write_file(c, s->path.s, &s->page) == -1)
		return -1;
	if (v->url == NULL || v->stopped)
		return 0;
	struct sok_arena a = {0};
	struct sok_str path = sok_preview_name(sok_str(s->path.s), &a);
	int r = path.s == NULL ? -1 : write_file(c, path.s, &s->picture);
	sok_arena_free(&a);
	return r;
}

/* Hold the bytes of a page until the name of the next one is known. */
static int
hold_page(struct cli *c, struct sok_str name, struct sok_str path)
{
	struct conv *v = c->ctx;
	struct split *s = v->files;
	struct sok_buf written;

	if (write_page(c, name) == -1)
		return -1;
	written = s->page;
	s->page = s->bytes;
	s->bytes = written;
	s->picture.len = 0;
	if (v->url != NULL && preview_draw(&v->preview, &s->picture) == -1)
		return -1;
	s->path.len = s->name.len = 0;
	sok_buf_add(&s->path, path);
	sok_buf_addc(&s->path, '\0');
	sok_buf_add(&s->name, name);
	s->before = sok_buf_str(&s->name);
	return s->path.failed || s->name.failed ? -1 : 0;
}

/* The path of a file, in the arena; s == NULL on ENOMEM. */
static struct sok_str
make_path(const struct conv *v, struct sok_str name)
{
	if (name.s == NULL)
		return name;
	return sok_str_fmt(
	    &v->files->arena, "%s/%.*s", v->split, (int)name.len, name.s);
}

/* Write the bytes in memory to a new file for a puzzle. */
static int
save_file(struct cli *c, const struct sok_puzzle *p, size_t game)
{
	struct conv *v = c->ctx;
	struct split *s = v->files;
	struct sok_str path = make_path(v, make_name(v, p, game));

	return path.s == NULL ? -1 : write_file(c, path.s, &s->bytes);
}

/* Convert a puzzle to the bytes of a file: 1, 0 if the format cannot represent
 * it (reported), -1. */
static int
make_file(struct cli *c, const struct sok_puzzle *p)
{
	struct conv *v = c->ctx;
	struct split *s = v->files;
	struct sok_header h = *p->header;
	int r = 0;

	/* Every header is the first one of its file. */
	h.later = h.merged = false;
	s->bytes.len = 0;
	struct sok_output *out = sok_output_memory(&s->bytes);
	if (out == NULL)
		return -1;
	if (v->writer != NULL)
		r = sok_writer_next(v->writer, out);
	else
		v->writer = sok_writer_open(v->to, out, &v->o, cli_sink(c));
	if (v->writer == NULL)
		r = -1;
	if (r == 0)
		r = sok_write_header(v->writer, &h);
	if (r == 0)
		r = sok_write(v->writer, p);
	if (v->writer != NULL && sok_writer_end(v->writer) == -1)
		r = -1;
	return sok_output_close(out, true) == -1 ? -1 : r;
}

/* Convert a puzzle to a page, which knows its name. */
static int
split_page(struct cli *c, const struct sok_puzzle *p)
{
	struct conv *v = c->ctx;
	struct sok_str name = make_name(v, p, 0), path = make_path(v, name);

	if (path.s == NULL)
		return -1;
	preview_begin(c, &v->preview, path.s, &v->o);
	if (preview_puzzle(&v->preview, p) == -1)
		return -1;
	int r = make_file(c, p);
	if (r == 1)
		r = hold_page(c, name, path);
	return r == -1 || v->stopped ? r : index_add(c, p, name);
}

int
split_puzzle(struct cli *c, const struct sok_puzzle *p)
{
	struct conv *v = c->ctx;
	struct sok_puzzle one = *p;
	bool any = false;
	int r = 0;

	sok_arena_reset(&v->files->arena);
	if (conv_is_to(v, "html"))
		return split_page(c, p);
	if (!conv_is_to(v, "hir") || p->ngames == 0) {
		r = make_file(c, p);
		return r == 1 ? save_file(c, p, 0) : r;
	}

	/* One game in a file.  A game that cannot be written leaves the puzzle,
	 * which gets a file only if no game has one. */
	one.ngames = 1;
	for (size_t i = 0; i < p->ngames && !v->stopped; i++) {
		one.game = &p->game[i];
		r = make_file(c, &one);
		if (r == 1 && !sok_writer_bare(v->writer)) {
			any = true;
			r = save_file(c, &one, i + 1);
		}
		if (r == -1)
			return -1;
	}
	return any || r != 1 ? 0 : save_file(c, &one, 0);
}

void
split_run(struct cli *c)
{
	struct conv *v = c->ctx;
	struct split s = {.made = {0}};

	v->files = &s;
	v->o.before = &s.before;
	c->counts = true;
	cli_check_claims(c);
	/* What it writes is not read again. */
	c->avoid = v->split;
	bool ours = mkdir(v->split, 0777) == 0;
	if ((!ours && errno != EEXIST) ||
	    reserve_name(&s, SOK_STR("index.html")) == -1)
		cli_die(c, v->split, errno);
	index_begin(c);
	cli_add_name(c, &c->outputs, v->split);
	cli_confine(c, 0);
	cli_run(c);
	cli_enough(c, write_page(c, SOK_STR("")) == 0);
	int r = sok_writer_close(v->writer);
	bool failed = v->o.strict && (r != 0 || cli_status(c) == CLI_TROUBLE);
	index_end(c, !failed);
	if (failed) {
		const char *path = s.made.s;

		for (; path < s.made.s + s.made.len; path += strlen(path) + 1)
			if (unlink(path) == -1 && errno != ENOENT)
				cli_trouble(c, path, errno);
		/* Somebody else may have put files there. */
		if (ours)
			(void)rmdir(v->split);
		cli_remark(c, "%s: not written", v->split);
	}
	id_table_free(&s.names);
	sok_arena_free(&s.arena);
	sok_buf_free(&s.bytes);
	sok_buf_free(&s.page);
	sok_buf_free(&s.picture);
	(void)preview_end(c, &v->preview, false);
	sok_buf_free(&s.path);
	sok_buf_free(&s.name);
	sok_buf_free(&s.made);
	if (r == -1)
		cli_die(c, v->to->name, errno);
}
