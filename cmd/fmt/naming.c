/* naming.c - titles and sources that sokfmt gives to puzzles: --number,
 * --source and --title=file. */
#include <string.h>

#include "base/base.h"
#include "fmt/fmt.h"
#include "text/text.h"

/* ---- from the file */

int
fmt_title_from_file(struct sok_puzzle *p, const char *name, const char *member,
    struct sok_arena *a)
{
	const char *last = choose_name(member != NULL ? member : name);
	struct sok_str title = {last, choose_stem(last, strlen(last))};

	if (sok_title_set(&p->title_line, &p->text, title, a) == -1)
		return -1;
	sok_puzzle_retitle(p);
	return 0;
}

int
fmt_add_source(struct sok_puzzle *p, struct sok_arena *a)
{
	const struct sok_str key = SOK_STR("Source");
	struct sok_buf b = {0};

	if (!p->has_board || p->pos.file == NULL ||
	    sok_text_get(&p->text, key).s != NULL)
		return 0;
	/* A name with a line end would break the line. */
	sok_escape(&b, sok_str(p->pos.file));
	sok_buf_fmt(&b, ":%zu", p->pos.line);
	struct sok_str value = sok_str_dup(a, sok_buf_str(&b));
	bool failed = b.failed || value.s == NULL;
	sok_buf_free(&b);
	return failed ? -1 : key_add(&p->text, key, value, a);
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
drop_title_keys(struct sok_text *t)
{
	struct sok_str value;
	size_t i = 0;

	while ((i = key_find(t, i, SOK_STR("Title"), &value)) < t->n) {
		memmove(&t->line[i], &t->line[i + 1],
		    (t->n - i - 1) * sizeof(*t->line));
		t->n--;
	}
}

int
fmt_number(struct fmt *f, struct sok_puzzle *p, struct sok_arena *a)
{
	struct sok_str rest = sok_str(f->number), old = p->title;
	struct sok_buf b = {0};
	struct part part;
	bool keeps_title = old.len == 0;

	f->numbered++;
	do {
		if (!next_part(&rest, &part))
			break;
		sok_buf_add(&b, part.before);
		if (part.directive == 'n')
			sok_buf_fmt(&b, "%0*zu", (int)part.width, f->numbered);
		else if (part.directive == 't')
			sok_buf_add(&b, old);
		else if (part.directive == '%')
			sok_buf_addc(&b, '%');
		keeps_title |= part.directive == 't';
	} while (part.directive != '\0');
	struct sok_str title = sok_str_dup(a, sok_str_trim(sok_buf_str(&b)));
	bool failed = b.failed || title.s == NULL;
	sok_buf_free(&b);
	if (failed)
		return -1;
	f->retitled += !keeps_title && !sok_str_eq(old, title);

	drop_title_keys(&p->text);
	if (sok_title_set(&p->title_line, &p->text, title, a) == -1)
		return -1;
	sok_puzzle_retitle(p);
	return 0;
}

void
fmt_number_report(struct cli *c)
{
	const struct fmt *f = c->ctx;

	if (f->retitled > 0)
		cli_remark(c,
		    "%zu %s replaced by --number; %%t in its template keeps "
		    "the old title",
		    f->retitled,
		    f->retitled == 1 ? "title was" : "titles were");
}
