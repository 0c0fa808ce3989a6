/* naming.c - titles and sources that sokfmt gives to puzzles: --number,
 * --source and --title=file. */
#include <string.h>

#include "base/base.h"
#include "fmt/fmt.h"
#include "play/play.h"
#include "io/io.h"
#include "text/text.h"

/* ---- from the file */

int
fmt_title_from_file(struct sok_puzzle *puzzle, const char *name,
    const char *member, struct sok_arena *arena)
{
	struct sok_str title =
	    sok_str(choose_name(member != NULL ? member : name));

	/* Without the suffix of a compressed file and that of a format. */
	title = sok_packed_stem(title);
	title.len = choose_stem(title.s, title.len);
	if (sok_title_set(&puzzle->title_line, &puzzle->text, title, arena) ==
	    -1)
		return -1;
	sok_puzzle_retitle(puzzle);
	return 0;
}

int
fmt_add_source(struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	const struct sok_str key = SOK_STR("Source");
	struct sok_buf buf = {0};

	if (!puzzle->has_board || puzzle->pos.file == NULL ||
	    sok_text_get(&puzzle->text, key).s != NULL)
		return 0;
	/* A name with a line end would break the line. */
	sok_escape(&buf, sok_str(puzzle->pos.file));
	sok_buf_fmt(&buf, ":%zu", puzzle->pos.line);
	struct sok_str value = sok_str_dup(arena, sok_buf_str(&buf));
	bool failed = buf.failed || value.s == NULL;
	sok_buf_free(&buf);
	return failed ? -1 : key_add(&puzzle->text, key, value, arena);
}

/* ---- numbers */

/* A part of a template: text before a directive, and the directive: 'n' with
 * its width, 't', '%', or '\0' at the end. */
struct part {
	struct sok_str before;
	char directive;
	size_t width;
};

/* Take the next part; false if the directive is not valid. */
static bool
next_part(struct sok_str *pattern, struct part *part)
{
	size_t at = sok_str_find(*pattern, SOK_STR("%"));

	*part = (struct part){sok_str_sub(*pattern, 0, at), '\0', 0};
	*pattern = sok_str_from(*pattern, at);
	if (pattern->len == 0)
		return true;
	*pattern = sok_str_from(*pattern, 1);
	bool wide = sok_str_digits(pattern, &part->width) > 0;
	if (pattern->len == 0 || part->width > 20)
		return false;
	part->directive = pattern->s[0];
	*pattern = sok_str_from(*pattern, 1);
	return part->directive == 'n' ||
	    (!wide && (part->directive == 't' || part->directive == '%'));
}

bool
fmt_number_valid(const char *pattern)
{
	struct sok_str rest = sok_str(pattern);
	struct part part;

	do {
		if (!next_part(&rest, &part))
			return false;
	} while (part.directive != '\0');
	return pattern[0] != '\0';
}

/* Remove the Title: keys of a text, which would hide a title line. */
static void
drop_title_keys(struct sok_text *text)
{
	struct sok_str value;
	size_t i = 0;

	while ((i = key_find(text, i, SOK_STR("Title"), &value)) < text->n) {
		memmove(&text->line[i], &text->line[i + 1],
		    (text->n - i - 1) * sizeof(*text->line));
		text->n--;
	}
}

int
fmt_number(struct fmt *fmt, struct sok_puzzle *puzzle, struct sok_arena *arena)
{
	struct sok_str rest = sok_str(fmt->number), old = puzzle->title;
	struct sok_buf buf = {0};
	struct part part;
	bool keeps_title = old.len == 0;

	fmt->numbered++;
	do {
		if (!next_part(&rest, &part))
			break;
		sok_buf_add(&buf, part.before);
		if (part.directive == 'n')
			sok_buf_fmt(
			    &buf, "%0*zu", (int)part.width, fmt->numbered);
		else if (part.directive == 't')
			sok_buf_add(&buf, old);
		else if (part.directive == '%')
			sok_buf_addc(&buf, '%');
		keeps_title |= part.directive == 't';
	} while (part.directive != '\0');
	struct sok_str title =
	    sok_str_dup(arena, sok_str_trim(sok_buf_str(&buf)));
	bool failed = buf.failed || title.s == NULL;
	sok_buf_free(&buf);
	if (failed)
		return -1;
	fmt->retitled += !keeps_title && !sok_str_eq(old, title);

	drop_title_keys(&puzzle->text);
	if (sok_title_set(&puzzle->title_line, &puzzle->text, title, arena) ==
	    -1)
		return -1;
	sok_puzzle_retitle(puzzle);
	/* The old title was there before. */
	return fmt->title == FMT_NONE
	    ? 0
	    : sok_move_titles(puzzle, (enum sok_title_place)fmt->title, arena);
}

void
fmt_number_report(struct cli *cli)
{
	const struct fmt *fmt = cli->ctx;

	if (fmt->retitled > 0)
		cli_remark(cli,
		    "%zu %s replaced by --number; %%t in its template keeps "
		    "the old title",
		    fmt->retitled,
		    fmt->retitled == 1 ? "title was" : "titles were");
}
